//! Every rule fires, with its exact text.

use std::collections::BTreeSet;

use retap_learn::source::Rule;

use super::{SAMPLES, findings, sample};

/// A scenario with these lines at the top and these sections.
fn scenario(top: &str, steps: &str) -> String {
    format!("name: X\napp: dev.retap.shop\n{top}steps:\n{steps}")
}

/// A scenario whose only section has these actions.
fn actions(actions: &str) -> String {
    scenario("", &format!("  - id: a\n    actions:\n{actions}"))
}

const SOUND: &str = "  - id: a\n    actions:\n      - do: x\n      - then: y\n";

/// Every text that is refused or warned about, by name.
fn cases() -> Vec<(&'static str, String)> {
    let bare = |text: &str| text.to_owned();
    vec![
        ("nothing but a key", bare("description: x\n")),
        ("values that are empty", bare("name: ''\napp:\nsteps: []\n")),
        ("steps are no list", bare("name: X\napp: {}\nsteps: a\n")),
        ("a list", bare("- a\n")),
        ("names are no list", format!("name: [X]\napp: [a.b]\ntags: {{}}\nsteps:\n{SOUND}")),
        ("no id", scenario("", "  - actions:\n      - then: a\n  - id:\n    actions:\n      - then: a\n  - id: [a]\n    actions: [then: a]\n")),
        ("no actions", scenario("", "  - id: a\n  - id: b\n    actions: []\n  - id: c\n    actions:\n  - id: d\n    actions: x\n  - e\n")),
        ("app by name", bare(&format!("name: X\napp: Settings\nsteps:\n{SOUND}"))),
        ("apps by platform", bare(&format!("name: X\napp:\n  android: com\n  ios: com.my_app\n  web: example.com\n  windows: x\nsteps:\n{SOUND}"))),
        ("one id twice", scenario("", "  - id: a\n    actions: [then: x]\n  - id: a\n    actions: [then: x]\n  - id: \"a\"\n    actions: [then: x]\n")),
        ("both in one", actions("      - do: x\n        then: y\n")),
        ("neither", actions("      - wait: 3\n      - x\n      - do:\n      - then: [a]\n")),
        ("waits", actions("      - do: x\n        wait: \"3\"\n      - do: x\n        wait: 3 sec\n      - do: x\n        wait: soon\n      - do: x\n        wait: -1\n      - then: y\n        wait: [3]\n")),
        ("strict", scenario("config:\n  strict: yes\n", "  - id: a\n    actions:\n      - do: x\n        strict: \"true\"\n      - do: x\n        strict: maybe\n      - then: y\n        strict: 1\n")),
        ("replays to nowhere", scenario("", "  - id: login\n    actions: [then: x]\n  - id: b\n    replay: {from: logn, to: login}\n  - id: c\n    replay: {from: login, to: nowhere}\n  - id: d\n    replay: {}\n  - id: e\n    replay: login\n")),
        ("replays backwards", scenario("", "  - id: a\n    actions: [then: x]\n  - id: b\n    actions: [then: x]\n  - id: c\n    replay: {from: b, to: a}\n")),
        ("replays in a circle", scenario("", "  - id: a\n    replay: {from: b, to: b}\n  - id: b\n    replay: {from: a, to: a}\n  - id: c\n    replay: {from: a, to: c}\n")),
        ("undefined variables", scenario("variables: {email: a@b.c}\n", "  - id: a\n    actions:\n      - do: \"Emailに「(emial)」を入力\"\n      - do: Type (email) and \\(this\\) and (2) and （that）\n      - then: (whatever) is shown\n")),
        ("undefined without variables", actions("      - then: (who) is shown\n")),
        ("names of variables", scenario("variables:\n  my-var: a\n  1st: b\n  _ok1: c\n", "  - id: a\n    actions:\n      - then: (_ok1)\n")),
        ("one variable twice", scenario("variables:\n  a: x\n  a: y\n", "  - id: a\n    actions:\n      - then: (a)\n")),
        ("variables that cannot be", scenario("variables:\n  a: [x]\n  b: {env: }\n  c: {env: X, prompt: y}\n  d: {value: x, default: y}\n  e: {valeu: x}\n  f: {value: x, secret: maybe}\n", "  - id: a\n    actions:\n      - then: (a)(b)(c)(d)(e)(f)\n")),
        ("unknown keys", "name: X\napp: a.b\nstep: 1\nsteps:\n  - id: a\n    name: b\n    actions:\n      - do: x\n        timeout: 3\n      - thne: y\n".to_owned()),
        ("a key twice", actions("      - then: x\n        then: y\n")),
        ("config", scenario("config:\n  timeout: 0\n  timout: 60\n  verify: tree\n  viewport: wide\n  clear_data_before: yes\n  retries: 3\n", SOUND)),
        ("config is no mapping", scenario("config: fast\nvariables: [a]\n", SOUND)),
        ("verify", actions("      - do: x\n        verify: ai\n      - then: y\n        verify: eye\n")),
        ("no then", actions("      - do: x\n")),
        ("sentences", actions("      - do: Tap on the thing\n      - do: make it so\n      - do: パスワード欄に「hunter2」を入力\n      - do: Type \"hunter2\" into the Password field\n      - then: 「Home」と表示されている\n      - then: all is well\n        verify: ai\n")),
        ("then after then", actions("      - do: x\n      - then: y\n      - then: z\n      - then: z\n")),
        ("variables not used or not set", scenario("variables:\n  a: x\n  b:\n  c: {prompt: \"Who?\"}\n  d: {prompt: \"Who?\", default: me}\n  e: {env: E}\n", "  - id: a\n    actions:\n      - do: bを(b)へ、(c)と(d)と(e)\n      - then: (b)\n")),
    ]
}

#[test]
fn every_rule_has_its_exact_text() {
    let mut text = String::new();
    for (name, source) in cases() {
        text.push_str(&format!("== {name}\n{}\n", findings(&source)));
    }
    insta::assert_snapshot!(text);
}

#[test]
fn every_rule_fires_somewhere() {
    let mut fired = BTreeSet::new();
    for (_, source) in cases() {
        fired.extend(super::rules(&source));
    }
    let silent: Vec<&str> = Rule::all()
        .filter(|rule| !fired.contains(rule))
        .map(Rule::code)
        .collect();
    assert_eq!(silent, ["E024"], "`replay.rs` has that one");
}

#[test]
fn samples_have_no_errors_and_only_warnings_of_their_kind() {
    let mut text = String::new();
    for name in SAMPLES {
        text.push_str(&format!("== {name}\n{}", findings(&sample(name))));
    }
    insta::assert_snapshot!(text, @r#"
    == mail-archive.yaml
    4:3 W006 the variable `sender` has no value and is asked for at run time | hint: where nobody can be asked, use `sender: { env: SENDER }`
    5:3 W006 the variable `folder` has no value and is asked for at run time | hint: where nobody can be asked, use `folder: { env: FOLDER }`
    == mail-search.yaml
    5:3 W006 the variable `signature` has no value and is asked for at run time | hint: where nobody can be asked, use `signature: { env: SIGNATURE }`
    == settings-language.yaml
    == settings-replay.yaml
    == shop-checkout.yaml
    == shop-login.yaml
    "#);
}

#[test]
fn findings_are_cut_at_a_limit() {
    let text = actions(&"      - do: (x)\n".repeat(5000));
    assert_eq!(super::rules(&text).len(), 500);
}
