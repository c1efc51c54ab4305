//! The login scenario in both languages, from sentence to replay.

use retap_model::codec::encode;

use super::kit::Written;

const JA: &str = include_str!("login.ja.yaml");
const EN: &str = include_str!("login.en.yaml");

#[test]
fn both_languages_run_live_and_replay_the_same_way() {
    for (text, phone) in [(JA, "login"), (EN, "login-en")] {
        let written = Written::yaml(text);
        let live = written.live(phone);
        assert!(live.report.verdict.is_passed(), "{:?}", live.report.verdict);
        let compiled = written.compile(phone);
        let replayed = written.replay(&compiled, phone);
        assert!(
            replayed.report.verdict.is_passed(),
            "{:?}",
            replayed.report.verdict
        );
        assert_eq!(replayed.touches(), live.touches());
        assert!(replayed.report.tally.reads <= live.report.tally.reads);
    }
}

#[test]
fn the_compiled_login_is_what_the_format_page_shows() {
    let compiled = Written::yaml(JA).compile("login");
    insta::assert_snapshot!(String::from_utf8(encode(&compiled)).unwrap());
}
