//! The complete example of the public format page, on an app that has its screens.

use serde_json::Value;

use retap_model::codec::{decode, encode};
use retap_model::device::Advice;
use retap_model::program::CompiledProgram;

use super::kit::{Scripted, on};
use crate::assert_contains;

const JA: &str = include_str!("seed.ja.json");
const EN: &str = include_str!("seed.en.json");
const BOTH: [(&str, &str, &str); 2] = [(JA, "login", "プロフィール"), (EN, "login-en", "Profile")];
const VALUES: [(&str, &str); 2] = [("email", "test@example.com"), ("password", "password123")];

fn read(text: &str) -> CompiledProgram {
    decode(text.as_bytes()).unwrap()
}

#[test]
fn it_is_written_back_as_it_was_read() {
    for (text, ..) in BOTH {
        let written = encode(&read(text));
        let [before, after]: [Value; 2] =
            [text.as_bytes(), &written].map(|bytes| serde_json::from_slice(bytes).unwrap());
        assert_eq!(after, before);
        assert_eq!(read(text), decode(&written).unwrap());
    }
}

#[test]
fn without_anybody_to_ask_it_stops_where_nobody_knows_what_to_do() {
    for (text, phone, _) in BOTH {
        let told = on(phone).replay(&read(text), &VALUES).must_be_open();
        assert_eq!(told.letters(), "ppppppns");
        assert!(told.reason().starts_with("step 7: "), "{}", told.reason());
        assert_eq!(told.taps().len(), 3, "{:?}", told.taps());
        assert_eq!(told.why(8), "a step before it was not done");
    }
}

#[test]
fn what_nobody_judged_can_be_allowed_and_is_listed() {
    for (text, phone, _) in BOTH {
        let told = on(phone)
            .allowing()
            .with_evidence()
            .replay(&read(text), &VALUES)
            .must_pass();
        assert_eq!(told.letters(), "ppppppnn");
        assert_contains(told.reason(), "2 that could not be judged");
        assert!(
            told.why(8).starts_with("kept as evidence only"),
            "{}",
            told.why(8)
        );
    }
}

#[test]
fn an_advisor_does_what_no_rule_says() {
    for (text, phone, icon) in BOTH {
        let mut advisor = Scripted::tapping(icon);
        let told = on(phone)
            .asking(&mut advisor)
            .replay(&read(text), &VALUES)
            .must_pass();
        assert_eq!(told.letters(), "pppppppn");
        assert_eq!(told.taps().last().unwrap(), icon);
        assert!(
            told.touched
                .last()
                .unwrap()
                .element
                .as_ref()
                .unwrap()
                .id
                .ends_with("profile_icon")
        );
        assert_eq!(advisor.asked.len(), 1);
    }
}

#[test]
fn an_advisor_that_knows_nothing_leaves_it_undone() {
    let reason = "far away".to_owned();
    let mut advisor = Scripted::judging(Advice::Unsure { reason });
    let told = on("login")
        .asking(&mut advisor)
        .replay(&read(JA), &VALUES)
        .must_be_open();
    assert_eq!(told.letters(), "ppppppns");
}

#[test]
fn a_wrong_password_is_a_failure_that_shows_what_was_seen() {
    let values = [VALUES[0], ("password", "guess")];
    let told = on("login").replay(&read(JA), &values).must_fail();
    assert_contains(told.reason(), "パスワードが正しくありません");
    assert!(!told.everything().contains("guess"));
}

#[test]
fn the_password_leaves_the_engine_only_for_the_device() {
    let told = on("login")
        .with_evidence()
        .allowing()
        .replay(&read(JA), &VALUES)
        .must_pass();
    assert!(
        told.evidence
            .iter()
            .any(|(file, _)| file == "step_08_uitree.xml")
    );
    assert!(!told.everything().contains("password123"));
    assert!(told.everything().contains("test@example.com"));
}
