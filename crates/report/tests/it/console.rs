//! The console's whole output, word for word.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use retap_model::event::{EventSink, Record};
use retap_model::verdict::Outcome;
use retap_report::{Console, Paint, Style};

use crate::{scenario_story, story};

const PLAIN: Style = Style {
    paint: Paint::Plain,
    terminal: false,
    width: 80,
    verbose: false,
};
const VERBOSE: Style = Style {
    verbose: true,
    ..PLAIN
};
pub(crate) const TERMINAL: Style = Style {
    paint: Paint::Coloured,
    terminal: true,
    ..PLAIN
};

#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no test panics here").write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

pub(crate) fn shown(style: Style, records: &[Record]) -> String {
    let out = Shared::default();
    let mut console = Console::new(Box::new(out.clone()), style)
        .with_evidence_path(|_run, file| format!("out/{file}"));
    for record in records {
        console.event(record);
    }
    console.finish().expect("memory takes every write");
    let bytes = out.0.lock().expect("no test panics here").clone();
    String::from_utf8(bytes).expect("the console writes UTF-8")
}

#[test]
fn a_passed_run_is_told_in_few_lines() {
    insta::assert_snapshot!(shown(PLAIN, &story::passing("a")), @r#"
    Check About (3 steps, compiled) on sim:settings
      passed in 0.41 s: 3 passed

    1 run: 1 passed; 0.41 s on the device
    3 screen reads, 6 saved; 0 text reads
    "#);
}

#[test]
fn a_download_is_told_where_it_is_and_a_failure_with_what_went_wrong_meanwhile() {
    let records = story::story("a", "Report", 2)
        .begin()
        .step("tap \"Get\"")
        .downloaded("report.csv", None)
        .ends(20, Outcome::Passed, "the screen changed")
        .step("tap \"Buy\"")
        .signalled("POST shop.example/buy 500 12 ms")
        .ends(30, Outcome::Failed, "after tap on Buy, nothing changed")
        .run_ends(Outcome::Failed, "step 2 failed");
    insta::assert_snapshot!(shown(PLAIN, &records), @r#"
    Report (2 steps, compiled) on sim:settings
      downloaded: out/downloads/report.csv
      2/2 tap "Buy"                                   failed 0.03 s
            after tap on Buy, nothing changed
            meanwhile: POST shop.example/buy 500 12 ms
      failed in 0.05 s: 1 passed, 1 failed

    1 run: 1 failed; 0.05 s on the device
    2 screen reads, 4 saved; 0 text reads

    Failed:
      skills/report.yaml:6: tap "Buy": after tap on Buy, nothing changed (on sim:settings)
    "#);
}

#[test]
fn a_verbose_run_shows_every_step() {
    insta::assert_snapshot!(shown(VERBOSE, &story::passing("a")), @r#"
    Check About (3 steps, compiled) on sim:settings
      1/3 launch "Settings"                           passed 0.31 s
      2/3 tap "General"                               passed 0.08 s
      3/3 assert_visible "About"                      passed 0.02 s
      passed in 0.41 s: 3 passed

    1 run: 1 passed; 0.41 s on the device
    3 screen reads, 6 saved; 0 text reads
    "#);
}

#[test]
fn a_failed_step_says_once_what_was_seen() {
    insta::assert_snapshot!(shown(PLAIN, &story::failing("a")), @r#"
    Open Wi-Fi (3 steps, compiled) on sim:settings
      2/3 tap "Wi-Fi"                                 failed 1.50 s
            `Wi-Fi` is not on the screen; visible: General, Privacy
            expected: `Wi-Fi` is visible
            evidence: out/Open_Wi-Fi_failure_step2.png
      failed in 1.80 s: 1 passed, 1 failed, 1 skipped

    1 run: 1 failed; 1.80 s on the device
    2 screen reads, 4 saved; 0 text reads

    Failed:
      skills/open-wi-fi.yaml:6: tap "Wi-Fi": `Wi-Fi` is not on the screen; visible: General, Privacy (on sim:settings)
    "#);
}

#[test]
fn a_pass_after_a_retry_is_flaky() {
    let records = [story::failing("a"), story::passing_retry("b")].concat();
    insta::assert_snapshot!(shown(PLAIN, &records));
}

#[test]
fn a_step_not_judged_is_listed_even_when_the_run_passed() {
    let records = story::unjudged("a", Outcome::Passed);
    insta::assert_snapshot!(shown(PLAIN, &records), @r#"
    Look Around (2 steps, compiled) on sim:settings
      2/2 check "the list looks tidy"                 not judged 0.005 s
            no AI is configured
      passed in 0.30 s: 1 passed, 1 not judged

    1 run: 1 passed; 0.30 s on the device
    2 screen reads, 4 saved; 0 text reads

    Not judged:
      skills/look-around.yaml:6: check "the list looks tidy": no AI is configured (on sim:settings)
    "#);
}

#[test]
fn an_interrupted_run_says_where() {
    insta::assert_snapshot!(shown(PLAIN, &story::interrupted("a")), @r#"
    Check About (3 steps, compiled) on sim:settings
      interrupted after 0.34 s in step 2/3 tap "General"

    1 run: 1 interrupted; 0.34 s on the device
    1 screen read; 0 text reads

    Failed:
      skills/check-about.yaml:6: tap "General": the run was interrupted (on sim:settings)
    "#);
}

#[test]
fn a_device_error_is_told_apart_from_a_failure() {
    insta::assert_snapshot!(shown(PLAIN, &story::device_error("a")), @r#"
    Check About (3 steps, compiled) on sim:settings
      2/3 tap "General"                               failed 2.00 s
            the connection was closed
      device error in 2.30 s: 1 passed, 1 failed
            sim:settings: the connection was closed

    1 run: 1 device error; 2.30 s on the device
    2 screen reads, 4 saved; 0 text reads

    Failed:
      skills/check-about.yaml:6: tap "General": the connection was closed (on sim:settings)
    "#);
}

#[test]
fn drift_is_listed_with_its_place() {
    insta::assert_snapshot!(shown(PLAIN, &story::drifted("a")), @r#"
    Check About (1 step, compiled) on sim:settings
      passed in 0.12 s: 1 passed

    1 run: 1 passed; 0.12 s on the device
    1 screen read, 2 saved; 0 text reads

    Drift:
      skills/check-about.yaml:5: tap "General": text was `General`, is `General settings` (on sim:settings)
    "#);
}

#[test]
fn a_loop_is_named_above_its_rounds() {
    insta::assert_snapshot!(shown(VERBOSE, &story::looping("a")), @r#"
    Clear Mail (3 steps, compiled) on sim:settings
      1/3 repeat until_visible "No mail"
        2/3 tap "Delete" (round 1)                    passed 0.06 s
        3/3 wait_for "Inbox" (round 1)                passed 0.04 s
        2/3 tap "Delete" (round 2)                    passed 0.05 s
        3/3 wait_for "Inbox" (round 2)                passed 0.03 s
      1/3 repeat until_visible "No mail"              passed 0.19 s
      passed in 0.19 s: 5 passed

    1 run: 1 passed; 0.19 s on the device
    5 screen reads, 10 saved; 0 text reads
    "#);
}

#[test]
fn a_run_that_never_began_a_step_gives_its_reason() {
    let records = story::story("a", "Check About", 3)
        .begin()
        .warn("the compiled file is stale: the source changed; running live")
        .run_ends(Outcome::Failed, "no step was executed");
    insta::assert_snapshot!(shown(PLAIN, &records), @r#"
    Check About (3 steps, compiled) on sim:settings
      warning: the compiled file is stale: the source changed; running live
      failed in 0.00 s: no step was tried
            no step was executed

    1 run: 1 failed; 0.00 s on the device
    0 screen reads; 0 text reads

    Failed:
      skills/check-about.yaml: no step was executed (on sim:settings)
    "#);
}

#[test]
fn the_steps_of_a_scenario_stand_under_their_sections() {
    insta::assert_snapshot!(shown(VERBOSE, &scenario_story::login("a")));
}

#[test]
fn a_section_is_named_once_and_only_when_something_in_it_is_shown() {
    insta::assert_snapshot!(shown(PLAIN, &scenario_story::order("a")));
}

#[test]
fn replayed_steps_stand_under_the_section_that_replays_them() {
    insta::assert_snapshot!(shown(VERBOSE, &scenario_story::broken_replay("a")));
}

#[test]
fn sections_are_dimmed() {
    let style = Style {
        terminal: false,
        verbose: true,
        ..TERMINAL
    };
    let shown = shown(style, &scenario_story::login("a"));
    assert!(shown.contains("\n  \x1b[2m起動\x1b[0m\n"), "{shown}");
}

#[test]
fn runs_side_by_side_stay_in_one_piece_each() {
    let (one, two) = (story::failing("one"), story::passing("two"));
    let mut mixed = vec![one[0].clone()];
    mixed.extend(
        one[1..]
            .iter()
            .zip(&two)
            .flat_map(|(a, b)| [a.clone(), b.clone()]),
    );
    mixed.extend(two[one.len() - 1..].iter().cloned());
    insta::assert_snapshot!(shown(VERBOSE, &mixed));
}

#[test]
fn a_terminal_shows_a_bar_that_is_rewritten_in_place() {
    let shown = shown(TERMINAL, &story::failing("a"));
    insta::assert_snapshot!(shown.replace('\x1b', "ESC").replace('\r', "CR"));
}

#[test]
fn two_bars_are_erased_together() {
    let (one, two) = (story::passing("one"), story::drifted("two"));
    let records = [&one[..3], &two[..2], &one[3..4]].concat();
    let style = Style {
        paint: Paint::Plain,
        ..TERMINAL
    };
    let shown = shown(style, &records);
    insta::assert_snapshot!(shown.replace('\x1b', "ESC").replace('\r', "CR"));
}

#[test]
fn text_of_the_app_cannot_control_the_terminal() {
    let records = story::story("a", "Evil\x1b[2J", 1)
        .begin()
        .step("tap \"\x1b]0;x\x07\u{202e}\"")
        .checked("a\nb", "c\x1b[1m", false)
        .ends(1, Outcome::Failed, "no \x1b[5m")
        .run_ends(Outcome::Failed, "x");
    let shown = shown(VERBOSE, &records);
    assert!(
        !shown.chars().any(|c| c.is_control() && c != '\n'),
        "{shown}"
    );
}
