//! Skill YAML, verb by verb.

use std::path::Path;

use retap_learn::source::read_skill;
use retap_model::program::StepKind;

use super::{draft, yaml_outline};

#[test]
fn every_verb_is_read() {
    let steps = r#"
  - launch: "Settings"
  - tap: "General"
  - tap: { label: "Delete", row: "Tokyo", index: 2, id: "del", role: button, effect: none }
  - tap: { id: "submit" }
  - double_tap: "Photo"
  - long_press: "Photo"
  - long_press: { label: "Photo", duration: 1500 }
  - drag: { from: "A", to: { label: "B", row: "C" } }
  - type: "hello"
  - type: { text: "me@example.com", into: "Email" }
  - press_key: "return"
  - press_key: "l+command"
  - swipe: "up"
  - scroll_to: "About"
  - scroll_to: { label: "About", direction: down, max: 3 }
  - wait_for: "General"
  - wait_for: { label: "General", timeout: 0.5 }
  - assert_visible: "Done"
  - assert_not_visible: "Error"
  - screenshot: "result"
  - back
  - open_url: "https://example.com/?a=b#c"
  - reset_app: "Mail"
  - set_network: "wifi_off"
  - measure: { tap: "Go", until: "Done, really", max: 5, name: "go" }
  - measure: { launch: "Mail", until: "Inbox" }
  - target: "tablet"
  - remember: "the model name"
  - remember: { name: total, from: "Total", text: "in euro" }
  - verify: "the total is right"
  - summarize: "the mail"
  - ask: "close whatever is in the way"
"#;
    insta::assert_snapshot!(yaml_outline(steps));
}

#[test]
fn home_and_shake_are_read_in_all_their_forms() {
    let steps = "  - home\n  - home: x\n  - press_home: true\n  - shake\n  - shake: true\n";
    assert_eq!(yaml_outline(steps), "home\nhome\nhome\nshake\nshake\n");
}

#[test]
fn labels_are_kept_exactly() {
    let steps = r#"
  - tap: "To:"
  - tap: "< Back"
  - tap: "À : x + y? #1"
  - tap: "General"  # at (205, 340)
  - tap: "say \"hi\""
  - tap: 'it''s'
  - tap: Plain Words
  - tap: 17
"#;
    insta::assert_snapshot!(yaml_outline(steps), @r#"
    tap "To:"
    tap "< Back"
    tap "À : x + y? #1"
    tap "General"
    tap "say "hi""
    tap "it's"
    tap "Plain Words"
    tap "17"
    "#);
}

#[test]
fn block_scalars_give_their_text() {
    let steps = "  - type: |\n      one\n      # two\n  - type: >-\n      a\n      b\n";
    assert_eq!(yaml_outline(steps), "type \"one\n# two\n\"\ntype \"a b\"\n");
}

#[test]
fn one_line_forms_that_are_not_yaml_are_read() {
    let steps = r#"
  - wait_for: "X" timeout: 30
  - long_press: "X" duration: 1000   # hold
  - press_key: "l" modifiers: ["command", "shift"]
"#;
    insta::assert_snapshot!(yaml_outline(steps), @r#"
    wait_for "X" timeout 30s
    long_press "X" for 1s
    press_key l+command+shift
    "#);
}

#[test]
fn one_line_forms_inside_text_are_text() {
    let steps = "  - type: |\n      - wait_for: \"X\" timeout: 30\n  - type: \"a\n      - wait_for: 'X' timeout: 30\"\n";
    assert_eq!(
        yaml_outline(steps),
        "type \"- wait_for: \"X\" timeout: 30\n\"\ntype \"a - wait_for: 'X' timeout: 30\"\n"
    );
}

#[test]
fn options_may_stand_below_the_verb() {
    let steps = "  - wait_for: \"X\"\n    timeout: 3\n  - repeat:\n    times: 2\n    max: 2\n    steps:\n      - home\n";
    assert_eq!(
        yaml_outline(steps),
        "wait_for \"X\" timeout 3s\nrepeat 2 times, max 2\n  home\n"
    );
}

#[test]
fn conditions_and_loops_nest() {
    let steps = r#"
  - repeat:
      until_visible: "Empty"
      max: 20
      steps:
        - condition:
            if_not_visible: { label: "Flag", row: "Mail" }
            then:
              - condition:
                  if_visible: "Urgent"
                  then: [{ tap: "Flag" }, home]
            else:
              - repeat: { times: 2, max: 3, steps: [ back ] }
"#;
    insta::assert_snapshot!(yaml_outline(steps), @r#"
    repeat until "Empty" is visible, max 20
      if "Flag" in the row "Mail" is not visible
        if "Urgent" is visible
          tap "Flag"
          home
      otherwise
        repeat 2 times, max 3
          back
    "#);
}

#[test]
fn header_keys_are_read_and_unknown_ones_kept() {
    let text = r#"
# about this file
version: 1
name: Login
app: Waze, Messages
description: >
  Two lines
  of text.
ios_min: "17.0"   # behind a key
locale: fr_CA
tags: ["a", "b, c"]
targets: [phone, tablet]
device: sim:settings
variables: { CITY: where to }
secrets: [CITY]
expose: [CITY]
owner: { team: QA, since: "2020" }
priority: 3
steps:
  - home
"#;
    let header = draft("folder/login.yaml", text).header;
    insta::assert_debug_snapshot!(header);
}

#[test]
fn name_falls_back_to_the_stem() {
    assert_eq!(
        draft("skills/check-about.yaml", "steps: [home]")
            .header
            .name,
        "check-about"
    );
    assert_eq!(
        draft("skills/check.about.yml", "steps: [home]").header.name,
        "check.about"
    );
}

#[test]
fn comments_go_to_the_step_below_or_beside_them() {
    let text = "# top\nname: X\nsteps: # here\n  # one\n  # two\n  - home\n  - tap: A # three\n  - condition:\n      # four\n      if_visible: B\n      then:\n        # five\n        - back\n  # six\n";
    let draft = draft("x.yaml", text);
    let notes: Vec<_> = draft
        .flat()
        .into_iter()
        .map(|(_, step)| step.notes.join(", "))
        .collect();
    assert_eq!(draft.header.notes, ["top", "here"]);
    assert_eq!(notes, ["one, two", "three", "", "four, five, six"]);
}

#[test]
fn places_are_those_of_the_verbs() {
    let draft = draft(
        "x.yaml",
        "name: X\nsteps:\n  - home\n  - wait_for: \"X\" timeout: 3\n",
    );
    let places: Vec<_> = draft
        .steps
        .iter()
        .map(|step| (step.place.line, step.place.column))
        .collect();
    assert_eq!(places, [(3, 5), (4, 5)]);
}

#[test]
fn a_byte_order_mark_and_windows_line_ends_are_accepted() {
    let text = "\u{feff}name: X\r\nsteps:\r\n  - type: |\r\n      a\r\n      b\r\n  - home\r\n";
    let draft = draft("x.yaml", text);
    assert_eq!(
        retap_model::program::outline(&draft.steps),
        "type \"a\nb\n\"\nhome\n"
    );
}

/// Row 14: substitution happens in parsed values, so a value is only ever text.
#[test]
fn a_variable_value_cannot_add_or_change_steps() {
    let mut draft = draft("x.yaml", "steps:\n  - tap: \"${A}\"\n  - type: ${B:-x}\n");
    let mut variables = retap_model::phrase::Variables::new();
    variables.set("A", "x\"\n  - tap: \"Delete all");
    variables.set("B", "y # {z: [");
    assert_eq!(draft.bind(&variables), []);
    assert_eq!(draft.flat().len(), 2);
    let labels: Vec<_> = draft
        .steps
        .iter()
        .filter_map(|step| step.kind.label())
        .map(|label| label.reveal())
        .collect();
    assert_eq!(labels, ["x\"\n  - tap: \"Delete all", "y # {z: ["]);
}

#[test]
fn quotes_inside_long_plain_text_mean_nothing() {
    let text = "description: one\n  'tis two\n  \"three\nsteps:\n  - tap: it's\n  - home\n";
    let draft = draft("x.yaml", text);
    assert_eq!(draft.header.description, "one 'tis two \"three");
    assert_eq!(draft.steps.len(), 2);
}

#[test]
fn of_several_keys_that_stand_twice_the_first_is_named() {
    let text = "name: x\nsteps:\n  - tap: { row: A, label: B, id: c, label: D, row: E }\n";
    let error = read_skill(Path::new("a.yaml"), text.as_bytes()).unwrap_err();
    let error = error.to_string();
    assert!(error.contains("a.yaml:3:37"), "{error}");
    assert!(error.contains("the key `label` stands twice"), "{error}");
}

/// A single value stands for the main key, so that key must be one that the verb takes.
#[test]
fn the_main_key_of_every_verb_is_one_of_its_keys() {
    for verb in StepKind::skill_verbs() {
        let keys = verb.skill_keys();
        assert!(
            verb.main.is_none_or(|main| keys.contains(&main)),
            "{}",
            verb.name
        );
    }
}
