//! JUnit XML, word for word and against the rules of the usual schema.

use std::io::Write;
use std::process::{Command, Stdio};

use retap_model::event::Record;
use retap_model::verdict::Outcome;
use retap_report::{Runs, junit};

use crate::in_memory::one_picture;
use crate::missing_tool::skip_without;
use crate::xml::{Node, parse};
use crate::{scenario_story, story};

pub(crate) fn written(records: &[Record]) -> String {
    let mut xml = Vec::new();
    let runs = Runs::from_records(records);
    junit(&runs, "retap", &one_picture(), &mut xml).expect("memory takes every write");
    String::from_utf8(xml).expect("XML is text")
}

fn everything() -> Vec<Record> {
    [
        story::several(),
        story::unjudged("h", Outcome::Passed),
        story::looping("i"),
        scenario_story::login("j"),
        scenario_story::order("k"),
        scenario_story::unjudged("l", Outcome::NotJudged),
        scenario_story::broken_replay("m"),
        scenario_story::interrupted("n"),
    ]
    .concat()
}

#[test]
fn a_failed_run_is_a_suite_with_a_failure() {
    insta::assert_snapshot!(written(&story::failing("a")));
}

#[test]
fn a_passed_retry_tells_of_the_failure_before() {
    let records = [story::failing("a"), story::passing_retry("b")].concat();
    insta::assert_snapshot!(written(&records));
}

#[test]
fn a_sentence_is_a_test_case_named_by_its_section() {
    insta::assert_snapshot!(written(&scenario_story::order("a")));
}

#[test]
fn equal_sentences_of_a_section_have_different_names() {
    let records = scenario_story::scenario("a", "Twice", "twice.yaml", 2)
        .begin()
        .sentence(["One", "do"], "press BACK", "keyevent")
        .passed(10)
        .sentence(["One", "do"], "press BACK", "keyevent")
        .passed(10)
        .run_passed();
    let root = parse(&written(&records));
    let names: Vec<&str> = root
        .find_all("testcase")
        .iter()
        .map(|case| case.attribute("name"))
        .collect();
    assert_eq!(names, ["One / press BACK", "One / press BACK (2)"]);
}

#[test]
fn kept_evidence_is_no_error_even_when_another_sentence_is_open() {
    let root = parse(&written(&scenario_story::unjudged("a", Outcome::NotJudged)));
    let suite = root.find_all("testsuite")[0];
    assert_eq!(
        [suite.attribute("errors"), suite.attribute("skipped")],
        ["1", "1"]
    );
}

#[test]
fn a_failed_retry_tells_of_the_failure_before() {
    let records = [story::failing("a"), story::failing_attempt("b", 2)].concat();
    let root = parse(&written(&records));
    assert_eq!(root.children.len(), 1);
    assert_eq!(root.find_all("rerunFailure").len(), 1);
    assert_eq!(root.attribute("failures"), "1");
}

#[test]
fn what_was_not_judged_is_skipped_when_allowed_and_an_error_when_not() {
    let allowed = parse(&written(&story::unjudged("a", Outcome::Passed)));
    let skipped = allowed.find_all("skipped");
    assert_eq!(
        skipped[0].attribute("message"),
        "not judged: no AI is configured"
    );
    assert_eq!(allowed.find_all("error").len(), 0);
    let forbidden = parse(&written(&story::unjudged("a", Outcome::NotJudged)));
    let error = forbidden.find_all("error");
    assert_eq!(error[0].attribute("type"), "not judged");
}

#[test]
fn a_lost_device_is_an_error_of_the_step_it_was_lost_in() {
    let root = parse(&written(&story::device_error("a")));
    assert_eq!(
        (root.attribute("failures"), root.attribute("errors")),
        ("0", "1")
    );
    let error = root.find_all("error");
    assert_eq!(error[0].attribute("type"), "device error");
    assert_eq!(error[0].attribute("message"), "the connection was closed");
}

#[test]
fn an_error_before_the_first_step_is_seen() {
    let records = story::story("a", "Check About", 3)
        .begin()
        .device_failed("no device answers at `android:42`");
    let root = parse(&written(&records));
    let tests = root.find_all("testcase");
    assert_eq!(tests.len(), 1);
    assert_eq!(tests[0].attribute("name"), "run");
    assert_eq!(tests[0].children[0].name, "error");
}

#[test]
fn a_run_that_stops_between_steps_is_an_error() {
    let records = story::passing("a");
    let root = parse(&written(&records[..4]));
    assert_eq!(root.attribute("errors"), "1");
}

#[test]
fn an_allowed_unjudged_run_is_not_red_and_a_drifted_one_says_so() {
    let root = parse(&written(&story::drifted("a")));
    let output = root.find_all("system-out");
    assert_eq!(
        output[0].text,
        "drift: text was `General`, is `General settings`"
    );
}

#[test]
fn text_of_the_app_cannot_break_the_file() {
    let nasty = "</failure> & \"quoted\" 'single' \u{1} ]]>\n<x a=\"b\">";
    let records = story::story("a", nasty, 1)
        .begin()
        .step(nasty)
        .checked(nasty, nasty, false)
        .ends(1, Outcome::Failed, nasty)
        .run_ends(Outcome::Failed, nasty);
    let text = written(&records);
    let root = parse(&text);
    let seen = nasty.replace('\u{1}', "\\u0001");
    assert_eq!(root.children[0].attribute("name"), seen);
    assert_well_formed(&text);
}

#[test]
fn the_file_keeps_the_rules_of_the_schema_and_totals_are_sums() {
    let text = written(&everything());
    let root = parse(&text);
    check_root(&root);
    for suite in &root.children {
        check_suite(suite);
    }
    assert_well_formed(&text);
}

#[test]
fn no_runs_is_an_empty_but_whole_file() {
    check_root(&parse(&written(&[])));
}

const COUNTS: [&str; 4] = ["tests", "failures", "errors", "skipped"];

fn check_root(root: &Node) {
    assert_eq!(root.name, "testsuites");
    root.check_attributes(&["name", "tests", "failures", "errors", "skipped", "time"]);
    assert!(root.children.iter().all(|suite| suite.name == "testsuite"));
    for count in COUNTS {
        let sum: usize = root.children.iter().map(|suite| suite.number(count)).sum();
        assert_eq!(root.number(count), sum, "{count}");
    }
    let sum: f64 = root.children.iter().map(Node::time).sum();
    assert!((root.time() - sum).abs() < 0.0005);
}

fn check_suite(suite: &Node) {
    let mut attributes = vec!["name", "tests", "failures", "errors", "skipped", "time"];
    attributes.extend(["timestamp", "hostname", "file"]);
    suite.check_attributes(&attributes);
    assert_eq!(
        suite.attribute("timestamp").len(),
        "2026-02-19T14:30:00".len()
    );
    let (first, tests) = suite
        .children
        .split_first()
        .expect("a suite has properties");
    assert_eq!(first.name, "properties");
    assert!(first.children.iter().all(|child| child.name == "property"));
    assert!(!tests.is_empty());
    let having = |name: &str| {
        let has = |test: &&Node| test.children.iter().any(|child| child.name == name);
        tests.iter().filter(has).count()
    };
    let found = [
        tests.len(),
        having("failure"),
        having("error"),
        having("skipped"),
    ];
    assert_eq!(COUNTS.map(|count| suite.number(count)), found);
    let sum: f64 = tests.iter().map(Node::time).sum();
    assert!(
        sum <= suite.time() + 0.0005,
        "steps take no longer than the run"
    );
    tests.iter().for_each(check_test);
}

fn check_test(test: &Node) {
    assert_eq!(test.name, "testcase");
    test.check_attributes(&["name", "classname", "time", "file", "line"]);
    let order = [
        "skipped",
        "error",
        "failure",
        "rerunFailure",
        "rerunError",
        "flakyFailure",
        "flakyError",
        "system-out",
    ];
    let place = |child: &Node| order.iter().position(|name| *name == child.name);
    let places: Vec<_> = test.children.iter().map(place).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted());
    let verdicts = places.iter().filter(|place| **place < Some(3)).count();
    assert!(verdicts <= 1, "a test case has one verdict");
}

/// Asks `xmllint`, an XML parser that is not ours.
fn assert_well_formed(text: &str) {
    let child = Command::new("xmllint")
        .args(["--noout", "-"])
        .stdin(Stdio::piped())
        .spawn();
    let Ok(mut child) = child else {
        return skip_without("xmllint");
    };
    let mut input = child.stdin.take().expect("stdin is piped");
    input.write_all(text.as_bytes()).expect("xmllint reads");
    drop(input);
    assert!(child.wait().expect("xmllint ends").success());
}
