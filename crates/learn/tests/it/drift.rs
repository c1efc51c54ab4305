//! A compiled skill on an app that has changed: found for certain, or stopped; never a wrong touch.
//!
//! The phone's own log says what was touched. Each story lists, touch by touch, the names the right
//! element goes by under any drift; whatever else is touched is wrong.

use std::fmt::Write as _;

use insta::assert_snapshot;
use retap_model::verdict::Outcome;

use crate::phone::{Skill, Story};
use crate::skills::{self, ABOUT, ARCHIVE, ORDER};

const KINDS: &str = "rename re_id move reorder insert wrap remove swap_labels remove_and_lookalike rename_to_danger";

/// Replays the skill on each drifted app and returns how each ended.
fn outcomes(app: &str, skill: &Skill, right: &[&[&str]]) -> String {
    let compiled = skill.compile(app);
    let mut table = String::new();
    for drift in KINDS.split(' ') {
        let story = skill.replay(&compiled, &format!("{app}?drift={drift}"));
        assert_only_right_touches(drift, &story, right);
        assert_eq!(story.report.tally.text_reads, 0);
        let ending = match story.report.verdict.outcome {
            Outcome::Passed => format!("found, {} drifted", story.report.tally.drifted),
            Outcome::Failed => brief(&story.report.verdict.reason.to_string()),
            other => panic!("{drift}: {}", other.as_str()),
        };
        let _ = writeln!(table, "{drift}: {ending}");
    }
    table
}

fn assert_only_right_touches(drift: &str, story: &Story, right: &[&[&str]]) {
    let touches = story.touches();
    for (position, touch) in touches.iter().enumerate() {
        let is_right = right
            .get(position)
            .is_some_and(|names| names.contains(&touch.as_str()));
        assert!(
            is_right,
            "{drift}: touch {} was {touch}, of {touches:?}",
            position + 1
        );
    }
    if story.report.verdict.is_passed() {
        assert_eq!(touches.len(), right.len(), "{drift}: {touches:?}");
    }
}

fn brief(reason: &str) -> String {
    reason
        .split("; visible")
        .next()
        .unwrap_or(reason)
        .to_owned()
}

#[test]
fn settings_drifts() {
    let right: [&[&str]; 2] = [
        &[
            "General#row_general",
            "General#pref_general",
            "System#row_general",
        ],
        &[
            "About#row_about",
            "About#pref_about",
            "About phone#row_about",
        ],
    ];
    assert_snapshot!(outcomes("settings", &skills::yaml(ABOUT), &right), @r#"
    rename: found, 4 drifted
    re_id: found, 2 drifted
    move: step 2: `General` did not appear within 2.9s
    reorder: found, 0 drifted
    insert: found, 0 drifted
    wrap: found, 2 drifted
    remove: step 4: `About` did not appear within 2.9s
    swap_labels: step 5: `About` could be any of 2: text `Storage` at (63, 180); text `About` at (56, 284); say which with `row:` or `index:`
    remove_and_lookalike: step 4: `About` did not appear within 2.9s; only a looser match than learned: `About Updates`
    rename_to_danger: step 4: `About` did not appear within 2.9s
    "#);
}

#[test]
fn shop_drifts() {
    let right: [&[&str]; 15] = [
        &["Email#email"],
        &["Email#email"],
        &["Password#password"],
        &["Password#password"],
        &[
            "Sign In#sign_in_button",
            "Sign In#btn_login",
            "Log In#sign_in_button",
        ],
        &["Add#add_button", "Add#btn_add"],
        &["Cart#tab_cart"],
        &["Checkout#checkout_button"],
        &["Full name#full_name"],
        &["Full name#full_name"],
        &["Street and number#street"],
        &["Street and number#street"],
        &["Postal code#postal_code"],
        &["Postal code#postal_code"],
        &[
            "Continue#continue_button",
            "Continue#btn_next",
            "Next#continue_button",
        ],
    ];
    // Which `Add` it was shows in the cart, which the skill asserts.
    assert_snapshot!(outcomes("shop", &skills::yaml(ORDER), &right), @r#"
    rename: found, 2 drifted
    re_id: found, 3 drifted
    move: found, 0 drifted
    reorder: step 6: `Add` is covered by something in front of it
    insert: found, 0 drifted
    wrap: found, 3 drifted
    remove: step 13: `Continue` is not on the screen
    swap_labels: step 13: `Continue` could be any of 2: button `Cancel` at (205, 431); button `Continue` at (205, 495); say which with `row:` or `index:`
    remove_and_lookalike: step 13: what was recorded as `Continue` is not on the screen; `Continue Shopping` is not the same
    rename_to_danger: step 13: what would be `Continue` says `Delete Account`; it was not touched because of the word `delete`; if it is meant, write all of that text, or its id
    "#);
}

#[test]
fn mail_drifts() {
    let right: [&[&str]; 3] = [
        &["Don't Allow#dont_allow_button"],
        &["Town Hall#message_row", "Town Hall#mail_item"],
        &[
            "Archive#archive_button",
            "Archive#btn_archive",
            "Put Away#archive_button",
        ],
    ];
    assert_snapshot!(outcomes("mail", &skills::yaml(ARCHIVE), &right), @r#"
    rename: found, 1 drifted
    re_id: found, 1 drifted
    move: found, 0 drifted
    reorder: found, 0 drifted
    insert: found, 0 drifted
    wrap: found, 2 drifted
    remove: step 6: `Archive` is not on the screen
    swap_labels: step 6: `Archive` could be any of 2: button `Delete` at (205, 382); button `Archive` at (205, 446); say which with `row:` or `index:`
    remove_and_lookalike: step 6: what was recorded as `Archive` is not on the screen; `Archive All` is not the same
    rename_to_danger: step 6: what would be `Archive` says `Delete Forever`; it was not touched because of the word `delete`; if it is meant, write all of that text, or its id
    "#);
}

#[test]
fn what_is_in_a_named_row_is_found_wherever_the_row_is() {
    let skill = skills::yaml(
        "name: Add one\nsteps:\n  - launch: Mail\n  - condition:\n      if_visible: Don't Allow\n      then:\n        - tap: Don't Allow\n  - tap: { label: Unread, row: Library }\n  - wait_for: From\n",
    );
    let compiled = skill.compile("mail");
    let story = skill.replay(&compiled, "mail?drift=reorder");
    assert!(
        story.report.verdict.is_passed(),
        "{}",
        story.report.verdict.reason
    );
    assert_eq!(
        story.touches().last().map(String::as_str),
        Some("Library#message_row")
    );
}

#[test]
fn without_its_row_nothing_that_looks_alike_is_touched() {
    let skill = skills::yaml(
        "name: Open\nsteps:\n  - launch: Mail\n  - tap: Don't Allow\n  - tap: { label: Unread, row: Library }\n  - wait_for: From\n",
    );
    let compiled = skill.compile("mail");
    let gone = mail_without("sender: Library");
    let story = skill.replay(&compiled, &gone);
    assert!(!story.report.verdict.is_passed());
    assert_eq!(story.touches(), ["Don't Allow#dont_allow_button"]);
}

/// Returns the address of the mail app without the entries that hold `text`.
fn mail_without(text: &str) -> String {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let app = std::fs::read_to_string(folder.join("../sim/apps/mail.app.yaml")).unwrap();
    let kept: Vec<&str> = app.lines().filter(|line| !line.contains(text)).collect();
    assert!(kept.len() < app.lines().count(), "nothing holds {text}");
    let path = std::env::temp_dir().join(format!("retap-{}-mail.app.yaml", std::process::id()));
    std::fs::write(&path, kept.join("\n")).unwrap();
    path.display().to_string()
}

#[test]
fn another_one_under_the_same_number_is_reported_as_drift() {
    let skill = skills::yaml(
        "name: Second\nsteps:\n  - launch: Mail\n  - tap: Don't Allow\n  - tap: { label: Mika Aalto, index: 2 }\n  - wait_for: From\n",
    );
    let compiled = skill.compile("mail");
    assert_eq!(skill.replay(&compiled, "mail").report.tally.drifted, 0);
    let story = skill.replay(&compiled, "mail?drift=reorder");
    assert_eq!(
        story.report.tally.drifted, 1,
        "{}",
        story.report.verdict.reason
    );
}
