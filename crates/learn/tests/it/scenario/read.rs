//! Scenarios that are read, and files that are none.

use std::path::Path;
use std::time::Duration;

use retap_learn::source::{
    ActionKind, Scenario, VariableSource, Verify, is_scenario, is_skill, read_scenario,
};
use retap_model::device::Platform;
use retap_model::phrase::Value;

use super::{SAMPLES, read, sample};

#[test]
fn every_sample_is_read_and_is_no_skill() {
    let mut counts = (0, 0);
    for name in SAMPLES {
        let scenario = read(name, &sample(name));
        counts.0 += actions(&scenario);
        counts.1 += scenario
            .sections
            .iter()
            .filter(|section| section.replay.is_some())
            .count();
        assert!(
            is_scenario(Path::new(name), sample(name).as_bytes()),
            "{name}"
        );
        assert!(
            !is_skill(Path::new(name), sample(name).as_bytes()),
            "{name}"
        );
    }
    assert_eq!(counts, (46, 2));
}

fn actions(scenario: &Scenario) -> usize {
    scenario
        .sections
        .iter()
        .map(|section| section.actions.len())
        .sum()
}

#[test]
fn every_key_is_read() {
    let shop = read("shop-checkout.yaml", &sample("shop-checkout.yaml"));
    assert_eq!(shop.name, "Buy a mug");
    assert_eq!(shop.tags, ["smoke", "shop"]);
    assert_eq!(shop.app.on(Platform::Android), Some("dev.retap.shop"));
    assert_eq!(shop.app.on(Platform::Web), Some("https://shop.example"));
    assert_eq!(shop.app.on(Platform::Ios), None);
    let config = &shop.config;
    assert!(config.strict && !config.clear_data_before && config.timeout.is_none());
    assert_eq!(config.viewport, Some([1280, 720]));
    assert_eq!(config.locale.as_deref(), Some("en-GB"));
    assert_eq!(config.timezone.as_deref(), Some("Europe/London"));
    let last = shop.sections[1].actions.last().unwrap();
    assert_eq!((last.kind, last.verify), (ActionKind::Then, Verify::Ai));
    assert_eq!((last.place.line, last.place.column), (33, 9));

    let login = read("shop-login.yaml", &sample("shop-login.yaml"));
    assert_eq!(login.name, "ショップ: ログイン");
    assert_eq!(login.app.on(Platform::Ios), Some("dev.retap.shop"));
    assert_eq!(login.config.timeout, Some(Duration::from_secs(60)));
    let action = &login.sections[1].actions[2];
    assert_eq!(action.sentence, "「Sign In」ボタンをタップ");
    assert_eq!(action.wait, Duration::from_millis(500));
    assert!(login.sections[1].actions[3].strict);
}

#[test]
fn variables_are_fixed_asked_for_or_taken_from_the_environment() {
    let login = read("shop-login.yaml", &sample("shop-login.yaml"));
    assert_eq!(
        login.variables[0].source,
        VariableSource::Fixed(Value::Plain("hanako@example.com".to_owned()))
    );
    let VariableSource::Environment { name, default } = &login.variables[1].source else {
        panic!("{login:?}");
    };
    assert_eq!(
        (name.as_str(), default.as_ref().unwrap().reveal()),
        ("SHOP_PASSWORD", "lantern-42")
    );
    let mail = read("mail-search.yaml", &sample("mail-search.yaml"));
    let prompt = Some("署名を入力してください".to_owned());
    assert_eq!(
        mail.variables[1].source,
        VariableSource::Asked {
            prompt,
            default: None
        }
    );
    let asked = VariableSource::Asked {
        prompt: None,
        default: None,
    };
    let archive = read("mail-archive.yaml", &sample("mail-archive.yaml"));
    assert!(
        archive
            .variables
            .iter()
            .all(|variable| variable.source == asked)
    );
}

#[test]
fn secrets_do_not_show() {
    let text = sample("shop-login.yaml").replace(
        "{ env: SHOP_PASSWORD, default: lantern-42, secret: true }",
        "lantern-42",
    );
    for text in [sample("shop-login.yaml"), text] {
        let scenario = read("x.yaml", &text);
        assert!(scenario.variables[1].is_secret);
        assert!(!format!("{scenario:?}").contains("lantern"));
    }
    let text = text_with("  password: { value: shown, secret: false }\n");
    assert!(!read("x.yaml", &text).variables[0].is_secret);
}

fn text_with(variable: &str) -> String {
    format!(
        "name: X\napp: a.b\nvariables:\n{variable}steps:\n  - id: a\n    actions:\n      - do: Type (password)\n"
    )
}

#[test]
fn files_are_told_apart_by_their_first_item() {
    let is = |text: &str| is_scenario(Path::new("x.yaml"), text.as_bytes());
    assert!(is("steps:\n  - actions: []\n"));
    assert!(is("steps:\n- replay: {from: a, to: b}\n"));
    assert!(is("name: X\nvariables: {a: b}\n"));
    assert!(is("app: {ios: a.b}\nsteps: []\n"));
    assert!(
        is("name: \"X\nsteps:\n  - id: a\n"),
        "broken, and still meant as one"
    );
    assert!(!is("steps:\n  - tap: A\n"));
    assert!(!is("name: X\napp: Y\n"));
    assert!(!is(
        "steps:\n  - condition:\n      then:\n        - id: x\n"
    ));
    assert!(!is_scenario(Path::new("x.md"), b"steps:\n  - id: a\n"));
}

#[test]
fn errors_name_the_place_and_what_is_accepted() {
    let text = "name: X\napp: Settings\nsteps:\n  - id: a\n    actions:\n      - do: 「(emial)」と入力\n        wait: soon\n";
    let errors = read_scenario(Path::new("x.yaml"), text.as_bytes()).unwrap_err();
    insta::assert_snapshot!(errors.render(), @r#"
    x.yaml:2:6: E010 `app` cannot be `Settings`
      2 | app: Settings
        |      ^^^^^^^^
      accepted: a package or bundle id such as com.example.app, or a URL

    x.yaml:6:14: E030 the variable `emial` is not defined
      6 |       - do: 「(emial)」と入力
        |               ^^^^^^^
      accepted: variables: with `emial` below it
      hint: for the text itself, write `\(emial\)`

    x.yaml:7:15: E013 `wait` cannot be `soon`
      7 |         wait: soon
        |               ^^^^
      accepted: a number of seconds such as 3 or 0.5, at most a day
    "#);
}

#[test]
fn what_is_no_yaml_is_refused_like_a_skill() {
    for text in [
        "name: \"X\n",
        "a: &b c\n",
        "a: !b c\n",
        "\ta: b\n",
        "a: b\n---\nc: d\n",
        "",
        "- a\n",
    ] {
        let errors = read_scenario(Path::new("x.yaml"), text.as_bytes());
        assert!(errors.is_err(), "{text}");
    }
    let deep = format!("steps: {}", "[".repeat(10_000));
    assert!(read_scenario(Path::new("x.yaml"), deep.as_bytes()).is_err());
    let large = format!("name: {}", "x".repeat(2_000_000));
    assert!(read_scenario(Path::new("x.yaml"), large.as_bytes()).is_err());
    assert!(read_scenario(Path::new("x.md"), b"name: X").is_err());
}
