//! Wrong app files: each is refused with its place and what would be accepted.

use insta::assert_snapshot;
use retap_sim::App;

fn yaml(text: &str) -> String {
    match App::parse_yaml("x.app.yaml", text) {
        Ok(_) => "accepted".to_owned(),
        Err(error) => error.to_string(),
    }
}

fn pack(text: &str) -> String {
    match App::parse_md("APP.md", text) {
        Ok(_) => "accepted".to_owned(),
        Err(error) => error.to_string(),
    }
}

/// Returns the errors of apps with one screen that holds the given items.
fn with_items(cases: &[&str]) -> String {
    let errors = cases.iter().map(|items| {
        let head = "app: X\nroot: a\nscreens:\n  a:\n    items:\n";
        yaml(&format!("{head}{items}"))
    });
    errors.collect::<Vec<_>>().join("\n\n")
}

fn each(cases: &[&str], parse: fn(&str) -> String) -> String {
    let errors: Vec<String> = cases.iter().map(|text| parse(text)).collect();
    errors.join("\n\n")
}

#[test]
fn unknown_keys_and_kinds() {
    assert_snapshot!(with_items(&[
        "      - raw: General\n",
        "      - row: General\n        goto: b\n",
        "      - row: A\n        do: [fly]\n",
        "      - row: A\n        do: [go]\n",
        "      - button: A\n        look: loud\n",
    ]));
}

#[test]
fn names_that_nothing_has() {
    assert_snapshot!(with_items(&[
        "      - row: General\n        go: b\n",
        "      - text: \"{volume}\"\n",
        "      - button: A\n        do:\n          - popup: sure\n",
        "      - list: mails\n        row: {label: x}\n",
    ]));
}

#[test]
fn wrong_values() {
    assert_snapshot!(with_items(&[
        "      - text: \"{a\"\n",
        "      - text: a\n        when: b = c\n",
        "      - slider: A\n        id: a\n        value: 7\n",
        "      - placeholder: big\n",
        "      - row: A\n        id: x\n      - row: B\n        id: x\n",
        "      - field: A\n",
        "      - row: [A]\n",
        "      - button: A\n        enabled: always\n",
        "      - field: A\n        id: a\n        multiline: 3\n",
    ]));
}

#[test]
fn wrong_popups_screens_and_drift() {
    assert_snapshot!(each(
        &[
            "app: X\nroot: a\ncolour: red\n",
            "app: X\nroot: b\nscreens: {a: {}}\n",
            "app: X\nroot: a\nscreens: {a: {load: soon}}\n",
            "app: X\nroot: a\nscreens: {a: {}}\npopups: {p: {title: T, buttons: []}}\n",
            "app: X\nroot: a\nscreens: {a: {}}\npopups:\n  p:\n    title: T\n    buttons: [{label: OK}]\n    trigger: later\n",
            "app: X\nroot: a\nscreens: {a: {}}\ndrift:\n  d:\n    - rename: {element: a/b, to: c}\n",
            "app: X\nroot: a\nscreens: {a: {}}\ndrift:\n  d:\n    - melt: {element: a/b}\n",
            "app: X\nroot: a\nids: long\nscreens: {a: {}}\n",
            "app: X\nroot: a\nscreens: {a: {}}\nlists: {l: [{n: b}]}\ndrift:\n  d:\n    - remove: {list: l, entry: {n: c}}\n",
            "app: X\nroot: a\nscreens: {a: {}}\nlists: {l: [{n: b}]}\ndrift:\n  d:\n    - rename: {list: l, entry: {n: b}, to: c}\n",
            "app: X\nroot: a\nscreens: {a: {items: [{list: l, row: {label: x, class: y}}]}}\nlists: {l: []}\n",
        ],
        yaml
    ));
}

#[test]
fn broken_yaml() {
    assert_snapshot!(each(
        &[
            "",
            "app: X\n\troot: a\n",
            "app: X\napp: Y\n",
            "- app\n",
            "app: &x X\nroot: *x\n",
            "app: X\nroot: a\nscreens:\n",
            "app: X\n---\napp: Y\n",
        ],
        yaml
    ));
}

#[test]
fn deep_and_huge_files_do_no_harm() {
    for deep in ["[", "- ", "{a: ", "[{"] {
        let error = yaml(&deep.repeat(50_000));
        assert!(error.starts_with("x.app.yaml:1:"), "{error}");
        assert!(error.len() < 1000);
    }
    let long = format!("app: {}\n", "x".repeat(10_000_000));
    assert!(yaml(&long).len() < 1000);
}

#[test]
fn wrong_packs() {
    assert_snapshot!(each(
        &[
            "",
            "---\napp: X\ncolour: red\n---\n",
            "---\napp: X\n---\n## Simulator Room a\n",
            "---\napp: X\n---\n## Simulator\n- root: b\n## Simulator Screen a\n",
            "---\napp: X\n---\n## Simulator Screen a\n## Simulator Screen a\n",
            "---\napp: X\n---\n## Simulator Screen a\n## Simulator Obstacle o\n- trigger: soon\n",
        ],
        pack
    ));
    let screen = |line: &&str| {
        pack(&format!(
            "---\napp: X\n---\n## Simulator Screen a\n{line}\n"
        ))
    };
    let lines = [
        "- element row: \"General\" → b",
        "- element dial: \"General\"",
        "- element row: \"General",
        "- element textfield: \"Name\"",
        "- element slider: \"Size\" #size = 3",
        "- element placeholder: big",
        "- tab_bar: perhaps",
        "- colour: red",
        "General",
    ];
    let errors: Vec<String> = lines.iter().map(screen).collect();
    assert_snapshot!("wrong_pack_lines", errors.join("\n\n"));
}

/// Returns the first block of code in a page of the docs.
fn first_example(page: &str) -> &str {
    let block = page.split("```").nth(1).unwrap();
    block.split_once('\n').unwrap().1
}

#[test]
fn the_examples_in_the_docs_are_accepted() {
    let page = include_str!("../../../../docs/formats/app-yaml.md");
    assert_eq!(yaml(first_example(page)), "accepted");
    let page = include_str!("../../../../docs/formats/app-md.md");
    assert_eq!(pack(first_example(page)), "accepted");
}
