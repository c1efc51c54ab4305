//! Runs of scenarios, told with the builder of event streams.
#![allow(dead_code, reason = "each user of this file tells other stories")]

use retap_model::event::{Purpose, Record, RunMode};
use retap_model::verdict::Outcome;

use crate::story::{Story, story};

const START: [&str; 2] = ["起動", "do"];
const SIGN_IN: &str = "ログイン";
const ORDER: &str = "Order | `again`";

/// Begins a compiled run of a scenario on the login app.
pub(crate) fn scenario(run: &str, name: &str, file: &str, steps: usize) -> Story {
    story(run, name, steps).header(|header| {
        header.file = format!("scenarios/{file}");
        header.device = "sim:login".to_owned();
        header.size = [1080.0, 2400.0];
        header.is_scenario = true;
        header.compiled_from = Some(format!("scenarios/{file}.compiled.json"));
    })
}

/// A login in Japanese that passes: a secret, a fingerprint and evidence.
pub(crate) fn login(run: &str) -> Vec<Record> {
    scenario(run, "ログイン", "login.yaml", 4)
        .begin()
        .warn("the compiled file is 40 days old")
        .sentence(START, "アプリを起動する", "app_launch")
        .acted("launch `com.example.app`", None)
        .passed(310)
        .sentence_with(
            [SIGN_IN, "do"],
            "パスワードに「••••」を入力",
            "text_input",
            |mark| mark.original = "パスワードに「(password)」を入力".to_owned(),
        )
        .passed(90)
        .sentence([SIGN_IN, "do"], "「ログイン」をタップ", "tap_by_text")
        .pictured(Purpose::Before, "step_03_before.png", None)
        .tree_kept("step_03_uitree.xml")
        .located_with("ログイン", [540.0, 1200.0], |located| {
            located.id = "com.example.app:id/login".to_owned();
            located.bounds = [80.0, 1140.0, 920.0, 121.0];
        })
        .acted("tap at (540, 1200)", Some([540.0, 1200.0]))
        .pictured(Purpose::After, "step_03_after.png", None)
        .passed(80)
        .sentence_with(
            [SIGN_IN, "then"],
            "ホーム画面が表示されていること",
            "uitree_verify",
            |mark| mark.is_fingerprint = true,
        )
        .pictured(Purpose::Before, "step_04_before.png", None)
        .checked("text `ホーム` is on the screen", "not there", false)
        .after(60)
        .checked("text `ホーム` is on the screen", "there", true)
        .ends(
            20,
            Outcome::Passed,
            "as recorded, by a fingerprint of the learning run: text `ホーム`",
        )
        .run_ends(Outcome::Passed, "4 steps passed")
}

/// A run from the words of the source in which everything happens that is not simply a pass, with
/// texts that Markdown would stumble over.
pub(crate) fn order(run: &str) -> Vec<Record> {
    let why = "step 2: text `Total | 3` is not on the screen";
    let told = scenario(run, "Order *two* bags", "order two.yaml", 7)
        .header(|header| {
            header.mode = RunMode::Live;
            header.compiled_from = None;
        })
        .begin();
    // A replay stands for what earlier sections did.
    replayed(told)
        .sentence_with(
            [ORDER, "then"],
            "\"Total | 3\" is shown\nin `bold`",
            "strict_text_match",
            |mark| mark.strict = true,
        )
        .pictured(Purpose::Before, "step_02_before.png", None)
        .tree_kept("step_02_uitree.xml")
        .after(10_000)
        .checked(
            "text `Total | 3` is on the screen",
            "Total | 2, <b>Cart</b>",
            false,
        )
        .pictured(Purpose::Failure, "failure_step5.png", None)
        .ends(
            5,
            Outcome::Failed,
            "text `Total | 3` is not on the screen; visible: Total | 2, <b>Cart</b>",
        )
        .sentence([ORDER, "then"], "the page looks tidy", "ai_checkpoint")
        .sent("Does this hold: the page looks tidy?")
        .warn("the advisor took 31 s")
        .ends(
            400,
            Outcome::NotJudged,
            "openai is not sure: the picture is dark",
        )
        .sentence([ORDER, "then"], "the banner is there", "screenshot_only")
        .pictured(Purpose::Before, "step_04_before.png", None)
        .kept_as_evidence(
            15,
            "kept as evidence only; nobody judged \"the banner is there\"",
        )
        .sentence(["Cleanup", "do"], "stop the app", "app_stop")
        .ends(0, Outcome::Skipped, "an earlier step failed")
        .run_ends(Outcome::Failed, why)
}

fn replayed(told: Story) -> Story {
    told.sentence([ORDER, "replay"], "replay 起動", "replay")
        .sentence(START, "アプリを起動する", "app_launch")
        .passed(300)
        .sentence(START, "press BACK", "keyevent")
        .passed(25)
        .ends(0, Outcome::Passed, "2 steps again")
}

/// A run of which a sentence only an AI could judge is left open.
pub(crate) fn unjudged(run: &str, outcome: Outcome) -> Vec<Record> {
    scenario(run, "Look", "look.yaml", 3)
        .begin()
        .sentence(["One", "do"], "open the app", "app_launch")
        .passed(300)
        .sentence(["One", "then"], "it looks tidy", "ai_checkpoint")
        .ends(5, Outcome::NotJudged, "no model may be asked")
        .sentence(["One", "then"], "the banner is there", "screenshot_only")
        .kept_as_evidence(5, "kept as evidence only")
        .run_ends(outcome, "1 of its steps could not be judged")
}

/// A replayed section whose second step fails.
pub(crate) fn broken_replay(run: &str) -> Vec<Record> {
    let reason = "`Shop` is not on the screen";
    scenario(run, "Again", "again.yaml", 3)
        .begin()
        .sentence(["Two", "replay"], "replay One", "replay")
        .sentence(["One", "do"], "open the app", "app_launch")
        .passed(300)
        .sentence(["One", "do"], "tap \"Shop\"", "tap_by_text")
        .ends(1000, Outcome::Failed, reason)
        .ends(0, Outcome::Failed, &format!("step 2: {reason}"))
        .run_ends(Outcome::Failed, &format!("step 1: step 2: {reason}"))
}

/// A run that stops in its second sentence with no word.
pub(crate) fn interrupted(run: &str) -> Vec<Record> {
    scenario(run, "Look", "look.yaml", 2)
        .begin()
        .sentence(["One", "do"], "open the app", "app_launch")
        .passed(300)
        .sentence(["One", "then"], "\"Shop\" is shown", "strict_text_match")
        .after(40)
        .checked("text `Shop` is on the screen", "not there", false)
        .interrupted()
}
