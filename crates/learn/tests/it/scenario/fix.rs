//! What is mended, and that nothing else is.

use std::collections::BTreeSet;
use std::path::Path;

use proptest::prelude::*;
use retap_learn::source::{Rule, Scenario, fix};

use super::{SAMPLES, rules, sample};

/// Returns the mended text and what was done, and checks that mending again changes nothing.
fn mended(text: &str) -> String {
    let fixed = fix(text.as_bytes());
    let again = fix(&fixed.bytes);
    assert_eq!(again.bytes, fixed.bytes);
    assert_eq!(again.applied, []);
    let text = String::from_utf8(fixed.bytes).unwrap();
    let done = fixed
        .applied
        .iter()
        .map(|one| format!("{} {}\n", one.rule, one.what));
    format!("{text}---\n{}", done.collect::<String>())
}

const HEAD: &str = "name: X\napp: a.b\n";

#[test]
fn samples_stay_as_they_are() {
    for name in SAMPLES {
        let fixed = fix(sample(name).as_bytes());
        assert_eq!(String::from_utf8(fixed.bytes).unwrap(), sample(name));
        assert_eq!(fixed.applied, []);
    }
}

#[test]
fn ids_are_given_and_made_unique() {
    let text = "steps:
  # The first one.
  - actions:   # odd   spacing
      - then: x
  - id: step_3
    actions: [then: x]
  - { actions: [then: x] }
  - id:   # nobody knows
    actions: [then: x]
  - id: \"\"
    actions: [then: x]
  - id: 'ログイン'  # one
    actions: [then: x]
  - actions: [then: x]
    id: \"ログイン\"  # two
  - {id: ログイン, actions: [then: x]}
  - id: ログイン_2
    actions: [then: x]
";
    insta::assert_snapshot!(mended(&format!("{HEAD}{text}")), @r#"
    name: X
    app: a.b
    steps:
      # The first one.
      - id: step_1
        actions:   # odd   spacing
          - then: x
      - id: step_3
        actions: [then: x]
      - { id: step_4, actions: [then: x] }
      - id: step_5   # nobody knows
        actions: [then: x]
      - id: step_6
        actions: [then: x]
      - id: 'ログイン'  # one
        actions: [then: x]
      - actions: [then: x]
        id: "ログイン_3"  # two
      - {id: ログイン_4, actions: [then: x]}
      - id: ログイン_2
        actions: [then: x]
    ---
    E005 gave the section the id `step_1`
    E005 gave the section the id `step_4`
    E005 gave the section the id `step_5`
    E005 gave the section the id `step_6`
    E011 made the id `ログイン_3`
    E011 made the id `ログイン_4`
    "#);
}

#[test]
fn do_and_then_become_two_items() {
    let text = "steps:
  - id: a
    actions:
      - do: tap   # why
        then: shown
      # Above.
      - then: shown  # first in the file

        # About the tap.
        do: tap
        wait: 3
        verify: ai
      -
        do: |
          a
          # b
        strict: true
        then: >-
          c

          d
  - id: b
    actions:
      - { do: tap, wait: 1, then: \"shown, all\" }  # flow
      - {then: shown, do: tap,}
  - id: c
    actions: [{do: a, then: b}, {do: c, then: d}]
  - id: d
    actions:
    -   do: tap
        then: shown";
    insta::assert_snapshot!(mended(&format!("{HEAD}{text}")), @r#"
    name: X
    app: a.b
    steps:
      - id: a
        actions:
          - do: tap   # why
          - then: shown
          # Above.

            # About the tap.
          - do: tap
            wait: 3
          - then: shown  # first in the file
            verify: ai
          -
            do: |
              a
              # b
            strict: true
          - strict: true
            then: >-
              c

              d
      - id: b
        actions:
          - { do: tap, wait: 1 }
          - { then: "shown, all" }  # flow
          - {do: tap}
          - {then: shown}
      - id: c
        actions: [{do: a}, {then: b}, {do: c}, {then: d}]
      - id: d
        actions:
        -   do: tap
        -   then: shown---
    E012 made two items of `do` and `then`
    E012 made two items of `do` and `then`
    E012 made two items of `do` and `then`
    E012 made two items of `do` and `then`
    E012 made two items of `do` and `then`
    E012 made two items of `do` and `then`
    E012 made two items of `do` and `then`
    E012 made two items of `do` and `then`
    "#);
}

#[test]
fn waits_and_strictness_get_their_type() {
    let text = "config: {strict: 'yes'}
steps:
  - id: a
    actions:
      - {do: x, wait: \"3\", strict: \"True\"}
      - do: x
        wait: 3秒  # 秒
        strict: 0
      - {do: x, wait: '1.50 sec', strict: OFF}
      - {do: x, wait: 500ms, strict: on}
      - {do: x, wait: 1分間}
      - {do: x, wait: three, strict: maybe}
      - then: y
";
    insta::assert_snapshot!(mended(&format!("{HEAD}{text}")), @r#"
    name: X
    app: a.b
    config: {strict: true}
    steps:
      - id: a
        actions:
          - {do: x, wait: 3, strict: true}
          - do: x
            wait: 3  # 秒
            strict: false
          - {do: x, wait: 1.5, strict: false}
          - {do: x, wait: 0.5, strict: true}
          - {do: x, wait: 60}
          - {do: x, wait: three, strict: maybe}
          - then: y
    ---
    E014 wrote `true` for `'yes'`
    E013 wrote `3` for `"3"`
    E014 wrote `true` for `"True"`
    E013 wrote `3` for `3秒`
    E014 wrote `false` for `0`
    E013 wrote `1.5` for `'1.50 sec'`
    E014 wrote `false` for `OFF`
    E013 wrote `0.5` for `500ms`
    E014 wrote `true` for `on`
    E013 wrote `60` for `1分間`
    "#);
}

#[test]
fn second_variables_and_unknown_keys_become_comments() {
    let text = "variables:
  email: a@b.c   # kept
  # About the second.
  email: d@e.f   # retired
  email:
    prompt: Who?

    default: me
  name: z
config:
  timeout: 60
  retries:
    - 1
    - 2

  verify: ai
  notes: |
    # text
    more
  hooks:
  - a
steps:
  - id: a
    actions: [then: (email) (name)]
";
    insta::assert_snapshot!(mended(&format!("{HEAD}{text}")), @r#"
    name: X
    app: a.b
    variables:
      email: a@b.c   # kept
      # About the second.
      # email: d@e.f   # retired
      # email:
      #   prompt: Who?

      #   default: me
      name: z
    config:
      timeout: 60
      # retries:
      #   - 1
      #   - 2

      verify: ai
      # notes: |
      #   # text
      #   more
      # hooks:
      # - a
    steps:
      - id: a
        actions: [then: (email) (name)]
    ---
    E032 made a comment of `email`
    E032 made a comment of `email`
    W004 made a comment of `retries`
    W004 made a comment of `notes`
    W004 made a comment of `hooks`
    "#);
    let flow = "config: { a: 1, timeout: 60, b: [2], c: 3, strict: true, d: 4 }
variables: {x: 1, x: 2}
steps: [{id: a, actions: [then: (x)]}]
";
    insta::assert_snapshot!(mended(&format!("{HEAD}{flow}")), @r#"
    name: X
    app: a.b
    config: { timeout: 60, strict: true }
    variables: {x: 1}
    steps: [{id: a, actions: [then: (x)]}]
    ---
    W004 removed `a`
    W004 removed `b`
    W004 removed `c`
    W004 removed `d`
    E032 removed `x`
    "#);
}

#[test]
fn line_ends_marks_and_a_missing_last_line_end_stay() {
    let text = "\u{feff}name: X\r\napp: a.b\r\nsteps:\r\n- actions:\r\n  - do: x\r\n    then: y";
    let expected = "\u{feff}name: X\r\napp: a.b\r\nsteps:\r\n- id: step_1\r\n  actions:\r\n  - do: x\r\n  - then: y";
    assert_eq!(
        String::from_utf8(fix(text.as_bytes()).bytes).unwrap(),
        expected
    );
}

#[test]
fn what_is_no_yaml_comes_back_as_it_is() {
    for bytes in [&b"a: \"b"[..], b"\xff", b"", b"- a", b"a: &x b"] {
        assert_eq!(fix(bytes).bytes, bytes);
    }
}

/// A value in one of the ways people write it.
fn styled(text: &'static str) -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        text.to_owned(),
        format!("\"{text}\""),
        format!("'{text}'"),
    ])
}

fn noise() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["", "  # 注意: then", "   "])
}

fn action() -> impl Strategy<Value = String> {
    let entry = prop_oneof![
        styled("「OK」をタップ").prop_map(|text| format!("do: {text}")),
        styled("it is shown").prop_map(|text| format!("then: {text}")),
        prop::sample::select(vec!["wait: 3", "wait: \"2\"", "wait: 3秒", "wait: soon"])
            .prop_map(str::to_owned),
        prop::sample::select(vec![
            "strict: true",
            "strict: yes",
            "strict: '0'",
            "strict: eh"
        ])
        .prop_map(str::to_owned),
        prop::sample::select(vec!["verify: ai", "note: x"]).prop_map(str::to_owned),
    ];
    let entries = prop::collection::vec((entry, noise(), any::<bool>()), 1..5);
    (entries, any::<bool>()).prop_map(|(entries, is_flow)| {
        let mut seen = BTreeSet::new();
        let unique = entries
            .into_iter()
            .filter(|(entry, ..)| seen.insert(entry.split(':').next().unwrap().to_owned()));
        let entries: Vec<_> = unique.collect();
        if is_flow {
            let texts: Vec<String> = entries.into_iter().map(|(entry, ..)| entry).collect();
            return format!("      - {{ {} }}\n", texts.join(", "));
        }
        let lines = entries
            .iter()
            .enumerate()
            .map(|(index, (entry, noise, is_noted))| {
                let lead = if index == 0 { "      - " } else { "        " };
                let note = if *is_noted && index > 0 {
                    "        # noted: x\n"
                } else {
                    ""
                };
                format!("{note}{lead}{entry}{noise}\n")
            });
        lines.collect()
    })
}

fn section() -> impl Strategy<Value = String> {
    let id = prop::option::of(prop_oneof![
        styled("a"),
        styled("b"),
        styled("step_2"),
        Just(String::new())
    ]);
    (id, prop::collection::vec(action(), 1..4), noise()).prop_map(|(id, actions, noise)| {
        let actions: String = actions.concat();
        match id {
            Some(id) => format!("  - id: {id}{noise}\n    actions:\n{actions}"),
            None => format!("  - actions:{noise}\n{actions}"),
        }
    })
}

fn document() -> impl Strategy<Value = String> {
    let variable = prop::sample::select(vec![
        "  a: x\n",
        "  b: y # (b)\n",
        "  a:\n    prompt: p\n",
        "  # only a comment\n",
    ]);
    let config = prop::sample::select(vec![
        "  timeout: 3\n",
        "  speed: 3\n",
        "  strict: 'on'\n",
        "  extra:\n    - 1\n",
        "\n",
    ]);
    let parts = (
        prop::collection::vec(variable, 0..4),
        prop::collection::vec(config, 0..4),
        prop::collection::vec(section(), 1..4),
    );
    (parts, any::<bool>()).prop_map(|((variables, config, sections), is_windows)| {
        let mut seen = BTreeSet::new();
        let config: String = config
            .into_iter()
            .filter(|line| seen.insert(*line))
            .collect();
        let text = format!(
            "{HEAD}variables:\n{}config:\n{config}steps:\n{}",
            variables.concat(),
            sections.concat()
        );
        if is_windows {
            text.replace('\n', "\r\n")
        } else {
            text
        }
    })
}

/// Returns what a scenario does, without places; what is broken is read as it will be mended.
fn meaning(text: &str) -> Vec<String> {
    let words =
        text.split(|c: char| c.is_whitespace() || matches!(c, '{' | '}' | ',' | '"' | '\''));
    let mut words: Vec<String> = words
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    words.sort();
    words
}

/// Rules whose every finding in [`document`] can be mended.
const MENDED: [Rule; 5] = [
    Rule::MissingId,
    Rule::DuplicateId,
    Rule::DoAndThen,
    Rule::DuplicateVariable,
    Rule::UnknownConfigKey,
];

proptest! {
    #[test]
    fn mending_keeps_everything_else(text in document()) {
        let before = rules(&text);
        let fixed = fix(text.as_bytes());
        let again = fix(&fixed.bytes);
        prop_assert_eq!(&again.bytes, &fixed.bytes);
        prop_assert!(again.applied.is_empty());
        let mended = String::from_utf8(fixed.bytes).unwrap();
        let after = rules(&mended);
        for rule in MENDED {
            prop_assert!(!after.contains(&rule), "{rule}\n{text}\n---\n{mended}");
        }
        // Every word, comments too, is still there.
        let kept = meaning(&mended);
        for word in meaning(&text) {
            let is_typed = word.contains("3秒") || ["yes", "on", "0", "2"].contains(&word.as_str());
            prop_assert!(is_typed || kept.iter().any(|other| other.starts_with(&word)), "{word}\n{text}\n---\n{mended}");
        }
        let count = |rules: &[Rule], rule| rules.iter().filter(|other| **other == rule).count();
        for rule in Rule::all() {
            // A `strict` that nobody can read stands in both items after a split.
            let copies = if rule == Rule::StrictType { count(&before, Rule::DoAndThen) } else { 0 };
            let most = count(&before, rule) + copies;
            prop_assert!(count(&after, rule) <= most, "{rule}\n{text}\n---\n{mended}");
        }
    }

    #[test]
    fn lines_that_need_no_mending_stay_byte_for_byte(text in document()) {
        let fixed = fix(text.as_bytes());
        let touched: usize = fixed.applied.iter().map(|_| 1).sum();
        let mended = String::from_utf8(fixed.bytes).unwrap();
        let kept: Vec<&str> = mended.split('\n').collect();
        let lost = text.split('\n').filter(|line| !kept.contains(line)).count();
        prop_assert!(lost <= 3 * touched, "{lost} lines for {touched} edits\n{text}\n---\n{mended}");
    }
}

#[test]
fn the_result_can_be_read_where_nothing_else_is_wrong() {
    let text = format!("{HEAD}steps:\n- actions:\n  - do: x\n    then: y\n    wait: '2'\n");
    let fixed = fix(text.as_bytes());
    let scenario: Scenario =
        retap_learn::source::read_scenario(Path::new("x.yaml"), &fixed.bytes).unwrap();
    assert_eq!(scenario.sections[0].actions.len(), 2);
}
