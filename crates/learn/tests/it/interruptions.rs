//! Things that come up uninvited, on the simulated phone: closed where that agrees to nothing, told, and never learned.

use std::path::PathBuf;

use retap_model::event::Event;

use crate::assert_contains;
use crate::phone::{Skill, Story};

/// A folder of its own for the apps of a test.
struct Apps(PathBuf);

impl Apps {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("retap-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    /// Writes the notes app with these popups, and returns its address.
    fn with(&self, name: &str, popups: &str) -> String {
        let path = self.0.join(format!("{name}.app.yaml"));
        let app = NOTES.replace("POPUPS", popups);
        std::fs::write(&path, app).unwrap();
        path.display().to_string()
    }
}

impl Drop for Apps {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const NOTES: &str = "
app: Notes
root: main
state: {kept: 'yes'}
screens:
  main:
    title: Notes
    back: none
    items:
      - {row: Groceries, id: groceries, go: list}
      - {button: Empty, id: empty, do: [popup: sure]}
      - {field: Title, id: title}
  list:
    title: Shopping
    back: main
    items:
      - {row: Milk, id: milk, go: milk}
  milk:
    title: Milk details
    back: list
    items:
      - {text: Two litres, id: litres}
popups:
  sure: {title: Empty the list?, buttons: [{label: Later, id: no}, {label: Go on, id: yes, do: [set: {kept: 'no'}]}]}
POPUPS
";

const SHOPPING: &str = "name: Shopping
steps:
  - launch: Notes
  - tap: Groceries
  - tap: Milk
  - assert_visible: Two litres
";

const NEWS: &str = "  news: {title: What is new, body: Faster lists., trigger: on_first_describe, buttons: [{label: Got it, id: ok}]}";
const RATING: &str = "  rating: {title: Enjoying Notes?, trigger: 'after_n_taps:1', buttons: [{label: Rate, id: rate}, {label: Not now, id: not_now}]}";
const LOCATION: &str = "  location: {title: 'Allow Notes to use your location?', trigger: 'on_enter:list', buttons: [{label: Allow, id: allow}, {label: Don’t Allow, id: deny}]}";

fn closed(story: &Story) -> Vec<String> {
    let closed = story.events.iter().filter_map(|event| match event {
        Event::InterruptionClosed(closed) => Some(closed.render()),
        _ => None,
    });
    closed.collect()
}

#[test]
fn what_comes_up_is_closed_live_and_in_a_replay_and_told_once() {
    let apps = Apps::new("popups");
    let quiet = apps.with("quiet", "");
    let noisy = apps.with("noisy", &[NEWS, RATING, LOCATION].join("\n"));
    let skill = Skill::yaml(SHOPPING, &[]);
    let expected = [
        "closed `What is new` by touching `Got it`",
        "closed `Enjoying Notes?` by touching `Not now`",
        "closed `Allow Notes to use your location?` by touching `Don’t Allow`",
    ];
    let live = skill.live(&noisy);
    live.must_pass("live");
    let mut told = closed(&live);
    told.sort();
    let mut sorted = expected;
    sorted.sort_unstable();
    assert_eq!(told, sorted);
    assert_eq!(live.report.tally.interruptions, 3);
    assert_eq!(
        live.report.tally.acts, 3,
        "what no step asks for is no act of the program"
    );
    let compiled = skill.compile(&quiet);
    let replay = skill.replay(&compiled, &noisy);
    replay.must_pass("learned without, replayed with");
    assert_eq!(closed(&replay).len(), 3);
    let compiled = skill.compile(&noisy);
    skill
        .replay(&compiled, &quiet)
        .must_pass("learned with, replayed without");
    skill
        .replay(&compiled, &noisy)
        .must_pass("learned with, replayed with");
}

#[test]
fn a_question_about_the_act_is_not_answered() {
    let apps = Apps::new("question");
    let app = apps.with("notes", "");
    let skill = Skill::yaml(
        "name: N\nsteps:\n  - launch: Notes\n  - tap: Empty\n  - tap: Groceries\n",
        &[],
    );
    let story = skill.live(&app);
    assert!(story.report.verdict.is_failed());
    assert_eq!(story.touches(), ["Empty#empty"]);
    let reason = story.report.verdict.reason.to_string();
    assert_contains(
        &reason,
        "`Empty the list?` is in front and was left alone: it may be the answer to what was just done",
    );
    assert_contains(&reason, "`Later`, `Go on`");
}

/// A later release asks before it does what the lesson saw done at once: closing the question would leave it undone.
#[test]
fn a_question_that_the_lesson_did_not_have_is_not_answered() {
    let apps = Apps::new("later");
    let old = apps.with("old", "");
    let path = apps.0.join("old.app.yaml");
    let app = std::fs::read_to_string(path).unwrap();
    let at_once = app.replace("do: [popup: sure]", "do: [set: {kept: 'no'}]");
    let asking = app.replace("Empty the list?", "One moment");
    let with_note = |app: &str| {
        app.replace(
            "      - {field: Title",
            "      - {text: Kept, id: kept, when: 'kept == yes'}\n      - {field: Title",
        )
    };
    let write = |name: &str, app: &str| {
        let path = apps.0.join(format!("{name}.app.yaml"));
        std::fs::write(&path, with_note(app)).unwrap();
        path.display().to_string()
    };
    let (at_once, asking) = (write("at_once", &at_once), write("asking", &asking));
    let skill = Skill::yaml(
        "name: N\nsteps:\n  - launch: Notes\n  - tap: Empty\n  - tap: Groceries\n",
        &[],
    );
    skill
        .live(&old)
        .report
        .verdict
        .is_failed()
        .then_some(())
        .unwrap();
    let compiled = skill.compile(&at_once);
    skill.replay(&compiled, &at_once).must_pass("unchanged");
    let story = skill.replay(&compiled, &asking);
    assert!(
        story.report.verdict.is_failed(),
        "{}",
        story.report.verdict.reason
    );
    assert_eq!(story.touches(), ["Empty#empty"]);
}

#[test]
fn what_has_only_a_yes_is_left_alone_and_the_author_may_say_what_to_touch() {
    let wall = "  wall: {title: We value your privacy, trigger: on_first_describe, buttons: [{label: Accept, id: accept}]}";
    let apps = Apps::new("wall");
    let app = apps.with("notes", wall);
    let story = Skill::yaml(SHOPPING, &[]).live(&app);
    assert!(story.touches().is_empty());
    let reason = story.report.verdict.reason.to_string();
    assert_contains(
        &reason,
        "nothing on it closes it without agreeing to something",
    );
    assert_contains(&reason, "obstacles: [{when: \"We value your privacy\"");
    let ruled = SHOPPING.replace(
        "steps:",
        "obstacles:\n  - {when: We value your privacy, tap: Accept}\nsteps:",
    );
    let story = Skill::yaml(&ruled, &[]).live(&app);
    story.must_pass("the author said so");
    assert_eq!(
        closed(&story),
        ["closed `We value your privacy` by touching `Accept`"]
    );
}

#[test]
fn an_author_may_forbid_it() {
    let apps = Apps::new("stop");
    let app = apps.with("notes", NEWS);
    let skill = SHOPPING.replace("steps:", "interruptions: stop\nsteps:");
    let story = Skill::yaml(&skill, &[]).live(&app);
    assert!(story.touches().is_empty());
    let reason = story.report.verdict.reason.to_string();
    assert_contains(&reason, "touching `Got it` would close it");
}

#[test]
fn a_dialog_that_a_step_works_with_is_no_interruption() {
    let apps = Apps::new("own");
    let app = apps.with("notes", NEWS);
    let skill = "name: N\nsteps:\n  - launch: Notes\n  - assert_visible: Faster lists.\n  - tap: Got it\n  - tap: Groceries\n  - assert_visible: Milk\n";
    let story = Skill::yaml(skill, &[]).live(&app);
    story.must_pass("the skill closes it itself");
    assert!(closed(&story).is_empty());
}

#[test]
fn absence_and_conditions_are_judged_without_what_came_up() {
    let apps = Apps::new("absence");
    let app = apps.with("notes", NEWS);
    let skill = "name: N
steps:
  - launch: Notes
  - condition: {if_visible: Groceries, then: [tap: Groceries]}
  - assert_not_visible: Two litres
  - assert_visible: Milk
";
    let story = Skill::yaml(skill, &[]).live(&app);
    story.must_pass("a condition looks behind what came up");
    assert_eq!(closed(&story).len(), 1);
}

#[test]
fn going_back_is_not_spent_on_what_came_up() {
    let apps = Apps::new("back");
    let app = apps.with("notes", LOCATION);
    let skill = "name: N\nsteps:\n  - launch: Notes\n  - tap: Groceries\n  - wait_for: Milk\n  - back:\n  - assert_visible: Groceries\n";
    let skill = Skill::yaml(skill, &[]);
    let story = skill.live(&app);
    story.must_pass("live");
}

#[test]
fn what_keeps_coming_back_ends_the_run() {
    let popups: Vec<String> = (1..=4)
        .map(|tap| {
            RATING
                .replace("rating:", &format!("rating_{tap}:"))
                .replace("taps:1", &format!("taps:{}", tap * 2 - 1))
        })
        .collect();
    let apps = Apps::new("again");
    let app = apps.with("notes", &popups.join("\n"));
    let skill = "name: N
steps:
  - launch: Notes
  - tap: Groceries
  - tap: Milk
  - tap: Back
  - tap: Milk
  - tap: Back
  - assert_visible: Milk
";
    let story = Skill::yaml(skill, &[]).live(&app);
    let reason = story.report.verdict.reason.to_string();
    assert_contains(
        &reason,
        "`Enjoying Notes?` came up again after it was closed 3 times",
    );
}

#[test]
fn a_refusal_is_named_when_the_run_fails_after_it() {
    let apps = Apps::new("refusal");
    let app = apps.with("notes", LOCATION);
    let skill = "name: N\nsteps:\n  - launch: Notes\n  - tap: Groceries\n  - tap: Nearby\n";
    let story = Skill::yaml(skill, &[]).live(&app);
    let reason = story.report.verdict.reason.to_string();
    assert_contains(
        &reason,
        "earlier `Allow Notes to use your location?` was answered with `Don’t Allow`",
    );
}
