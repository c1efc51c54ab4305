//! Sentences turned into steps while learning.

use retap_model::device::Proposal;
use retap_model::phrase::Phrase;
use retap_model::program::{Matching, StepKind, Tap, Target, TouchEffect};

use super::server::*;
use super::*;

fn propose(sentence: &str, answer: &str) -> (Proposal, Request) {
    let clock = TestClock::default();
    let server = Server::start(vec![ok(claude(answer))]);
    let mut agent = agent(settings("anthropic", &server), &clock);
    let deadline = Deadline::after(clock.now(), Duration::from_secs(60));
    let proposal = agent.propose(sentence, &login(), deadline).unwrap();
    assert_eq!(agent.sent()[0].question, sentence.replace(SECRET, "••••"));
    (proposal, server.requests().remove(0))
}

#[test]
fn a_sentence_becomes_a_step_on_what_is_shown() {
    let answer = r#"{"intent": "tap", "label": "continue"}"#;
    let (proposal, request) = propose("move on to the next page", answer);
    let tap = StepKind::Tap(Tap {
        target: Target::matching(Phrase::literal("Continue"), Matching::Exact),
        effect: TouchEffect::Visible,
        ..Tap::default()
    });
    assert_eq!(proposal, Proposal::Step(Box::new(tap)));
    let body = request.json();
    let data = body["messages"][0]["content"][0]["text"].as_str().unwrap();
    assert!(
        data.starts_with("<sentence>\n\"move on to the next page\"\n</sentence>\n<screen>\n"),
        "{data}"
    );
    assert!(
        body["system"]
            .as_str()
            .unwrap()
            .contains("assert_not_visible")
    );
}

#[test]
fn a_step_on_something_that_is_not_shown_is_refused() {
    let (proposal, _) = propose("pay", r#"{"intent": "tap", "label": "Pay now"}"#);
    let reason = "the label `Pay now` is not on the screen".to_owned();
    assert_eq!(proposal, Proposal::None { reason });
}

#[test]
fn a_secret_in_a_sentence_is_neither_sent_nor_typed_masked() {
    let sentence = format!("put {SECRET} into Email");
    let answer = r#"{"intent": "type", "text": "••••", "field": "Email"}"#;
    let (proposal, request) = propose(&sentence, answer);
    let reason = "the step would need a secret that is masked".to_owned();
    assert_eq!(proposal, Proposal::None { reason });
    let body = String::from_utf8(request.body).unwrap();
    assert!(!body.contains(SECRET), "{body}");
}

#[test]
fn nobody_answering_is_an_error_and_not_a_refusal() {
    let clock = TestClock::default();
    let server = Server::start(vec![answer("400 Bad Request", "", "")]);
    let mut agent = agent(settings("anthropic", &server), &clock);
    let deadline = Deadline::after(clock.now(), Duration::from_secs(60));
    assert!(agent.propose("go on", &login(), deadline).is_err());
}
