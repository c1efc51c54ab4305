//! Writes a page with every kind of run, to look at while working on it.
//!
//! `cargo run -p retap-report --example sample_report -- FOLDER_OF_PNGS OUT.html [failed|scenario|scenarios]`

#[path = "../tests/it/in_memory.rs"]
mod in_memory;

#[path = "../tests/it/story.rs"]
mod story;

#[path = "../tests/it/scenario_story.rs"]
mod scenario_story;

use std::path::PathBuf;

use in_memory::InMemory;

use retap_model::event::{Purpose, Record, RunMode};
use retap_model::verdict::Outcome;
use retap_report::{HtmlOptions, Runs, html};
use story::{Story, evidence, story};

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1).map(PathBuf::from);
    let pictures = arguments.next().unwrap_or_default();
    let out = arguments.next().unwrap_or_else(|| "report.html".into());
    let files = InMemory(|file: &str| std::fs::read(pictures.join(file)).ok());
    let options = HtmlOptions {
        title: Some("Settings suite"),
        files: &files,
    };
    let which = arguments.next().unwrap_or_default();
    let records = match which.to_str() {
        Some("failed") => failed(),
        Some("scenario") => scenario_story::login("one"),
        Some("scenarios") => scenarios(),
        _ => suite(),
    };
    let mut out = std::fs::File::create(out)?;
    html(&Runs::from_records(&records), &options, &mut out)
}

fn suite() -> Vec<Record> {
    [
        check_about("learn", RunMode::Learning, 6),
        check_about("replay", RunMode::Compiled, 1),
        drifted(),
        failed(),
        story::failing("retry-1"),
        story::passing_retry("retry-2"),
        story::unjudged("look", Outcome::NotJudged),
        story::device_error("lost"),
        story::looping("loop"),
        story::interrupted("cut"),
    ]
    .concat()
}

fn scenarios() -> Vec<Record> {
    [
        scenario_story::login("login"),
        scenario_story::order("order"),
        scenario_story::unjudged("open", Outcome::Passed),
        scenario_story::broken_replay("again"),
        scenario_story::interrupted("cut"),
    ]
    .concat()
}

fn check_about(run: &str, mode: RunMode, slowness: u64) -> Vec<Record> {
    let general = [195.0, 317.0];
    let about = [195.0, 140.0];
    let told = story(run, "Check About", 6)
        .header(|header| header.mode = mode)
        .begin()
        .step("launch \"Settings\"")
        .acted("launch `Settings`", None)
        .checked("app `Settings` is in front", "`Settings`", true)
        .pictured(Purpose::After, "settings.png", None)
        .passed(220 + 80 * slowness)
        .step("wait_for \"General\"")
        .passed(10 + 100 * slowness);
    let told = tap(
        told,
        "General",
        general,
        ["settings.png", "general.png"],
        slowness,
    );
    let told = tap(told, "About", about, ["general.png", "about.png"], slowness);
    told.step("remember \"the iOS version\"")
        .captured("version", "18.2")
        .passed(5 + 30 * slowness)
        .step("measure \"back to Settings\"")
        .acted("tap at (30, 80)", Some([30.0, 80.0]))
        .measured("back to Settings", 84)
        .passed(84 + 20 * slowness)
        .run_passed()
}

fn tap(told: Story, name: &str, at: [f64; 2], files: [&str; 2], slowness: u64) -> Story {
    told.step(&format!("tap \"{name}\""))
        .after(slowness * 60)
        .located(name, at)
        .pictured(Purpose::Before, files[0], Some(at))
        .acted(&format!("tap at ({}, {})", at[0], at[1]), Some(at))
        .after(40)
        .checked(&format!("the title `{name}`"), &format!("`{name}`"), true)
        .pictured(Purpose::After, files[1], None)
        .ends(
            20 * slowness,
            Outcome::Passed,
            "the screen changed to what was recorded",
        )
}

fn drifted() -> Vec<Record> {
    let at = [195.0, 361.0];
    story("drift", "Check About", 6)
        .header(|header| header.device = "sim:settings?drift=rename".to_owned())
        .begin()
        .warn("the app is not as recorded: 1 of 3 fingerprints differs")
        .step("launch \"Settings\"")
        .passed(300)
        .step("wait_for \"General\"")
        .passed(12)
        .step("tap \"General\"")
        .located_with("General", at, |located| {
            located.by = "evidence".to_owned();
            located.strategy = "id, role, neighbours".to_owned();
            located.found = "General settings (cell)".to_owned();
            located.evidence = vec![
                evidence("id", "row.general", "row.general", 40),
                evidence("text", "General", "General settings", 12),
                evidence("role", "cell", "cell", 5),
                evidence("neighbours", "Cellular, Privacy", "Cellular, Privacy", 14),
                evidence("position", "5th row", "6th row", -4),
            ];
            located.drift = vec![
                "text was `General`, is `General settings`".to_owned(),
                "moved down by 44 points: a row was inserted above".to_owned(),
            ];
        })
        .pictured(Purpose::Before, "settings2.png", Some(at))
        .acted("tap at (195, 361)", Some(at))
        .checked("the title `General`", "`General`", true)
        .pictured(Purpose::After, "general.png", None)
        .passed(140)
        .run_passed()
}

fn failed() -> Vec<Record> {
    story("failed", "Turn On Hotspot", 5)
        .begin()
        .step("launch \"Settings\"")
        .passed(310)
        .step("tap \"Personal Hotspot\"")
        .after(900)
        .checked("`Personal Hotspot` is visible", "Airplane Mode, Wi-Fi, Bluetooth, Cellular, General, Privacy", false)
        .pictured(Purpose::Before, "settings.png", None)
        .pictured(Purpose::Failure, "missing.png", None)
        .ends(
            600,
            Outcome::Failed,
            "`Personal Hotspot` is not on the screen; visible: Airplane Mode, Wi-Fi, Bluetooth, Cellular, General, Privacy",
        )
        .step("wait_for \"Allow Others to Join\"")
        .ends(0, Outcome::Skipped, "an earlier step failed")
        .step("tap \"Allow Others to Join\"")
        .ends(0, Outcome::Skipped, "an earlier step failed")
        .step("assert_visible \"<script>alert(1)</script>\"")
        .ends(0, Outcome::Skipped, "an earlier step failed")
        .run_ends(Outcome::Failed, "step 2 failed: `Personal Hotspot` is not on the screen")
}
