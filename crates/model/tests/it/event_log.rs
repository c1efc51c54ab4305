//! Lines of an event log are read back as they were written.

use retap_model::codec::{EventLogError, decode_record, encode_record};
use retap_model::event::*;
use retap_model::reason::{Reason, Visible};
use retap_model::verdict::Outcome;

fn record(event: Event) -> Record {
    Record {
        run: "r1".to_owned(),
        at_ms: 12,
        event,
    }
}

#[test]
fn a_line_is_written_and_read_back() {
    let finished = record(Event::StepFinished(StepFinished {
        step: 3,
        outcome: Outcome::NotJudged,
        reason: "a \"reason\"\nof two lines".to_owned(),
        why: None,
        took_ms: 45,
        reads: 1,
        is_allowed: false,
    }));
    let line = encode_record(&finished);
    insta::assert_snapshot!(line, @r#"{"run":"r1","at_ms":12,"event":{"kind":"step_finished","step":3,"outcome":"not_judged","reason":"a \"reason\"\nof two lines","took_ms":45,"reads":1}}"#);
    assert_eq!(decode_record(&line), Ok(finished));
}

#[test]
fn a_reason_is_written_in_words_and_with_its_kind_and_fields() {
    let why = Reason::NotRemembered {
        name: "eta".to_owned(),
    };
    let finished = record(Event::StepFinished(StepFinished {
        step: 0,
        outcome: Outcome::Failed,
        reason: why.to_string(),
        why: Some(why),
        took_ms: 0,
        reads: 0,
        is_allowed: false,
    }));
    let line = encode_record(&finished);
    insta::assert_snapshot!(line, @r#"{"run":"r1","at_ms":12,"event":{"kind":"step_finished","step":0,"outcome":"failed","reason":"nothing was remembered as {eta}, so nothing was done","why":{"kind":"not_remembered","name":"eta"},"took_ms":0,"reads":0}}"#);
    assert_eq!(decode_record(&line), Ok(finished));
    let newer = line.replace("not_remembered", "of_a_newer_retap");
    let Event::StepFinished(read) = decode_record(&newer).unwrap().event else {
        panic!("it is the end of a step");
    };
    assert_eq!(read.why, None);
    assert!(read.reason.starts_with("nothing was remembered"));
}

fn absent_at_step() -> Reason {
    let visible = Visible {
        texts: vec!["hunter2".to_owned()],
        more: 0,
        goes_on: false,
    };
    let absent = Reason::Absent {
        name: "hunter2".to_owned(),
        visible,
    };
    Reason::AtStep {
        number: 1,
        why: Box::new(absent),
    }
}

#[test]
fn a_reason_around_another_has_the_kind_of_the_inner_one_and_what_it_shows() {
    let reason = absent_at_step();
    assert_eq!(reason.kind(), "absent");
    assert_eq!(reason.visible().unwrap().to_string(), "hunter2");
    assert_eq!(Reason::Stopped.kind(), "stopped");
    assert_eq!(Reason::Stopped.visible(), None);
}

#[test]
fn every_text_of_a_reason_can_be_masked() {
    let mut reason = absent_at_step();
    reason.for_each_text(&mut |text| *text = text.replace("hunter2", "••••"));
    assert_eq!(
        reason.to_string(),
        "step 1: `••••` is not on the screen; visible: ••••"
    );
}

#[test]
fn a_log_of_a_newer_retap_is_refused() {
    let line = r#"{"run":"r","at_ms":0,"event":{"kind":"run_started","format":99,"skill":"s","file":"f","mode":"live","device":"d","device_name":"n","size":[1,2],"steps":1,"attempt":1,"started_at":"x"}}"#;
    let error = decode_record(line).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the log has format 99, this retap reads up to 1"
    );
}

#[test]
fn what_is_no_event_is_refused() {
    assert!(decode_record("{}").is_err());
    assert!(decode_record("not json").is_err());
}

#[test]
fn an_unknown_kind_is_told_apart_from_bad_fields() {
    let unknown = r#"{"run":"r","at_ms":0,"event":{"kind":"dreamt","of":"sheep"}}"#;
    assert_eq!(
        decode_record(unknown).unwrap_err().to_string(),
        "this retap knows no event of kind `dreamt`"
    );
    for broken in [
        r#"{"run":"r","at_ms":0,"event":{"kind":"warned"}}"#,
        r#"{"run":"r","at_ms":0,"event":{"of":"sheep"}}"#,
        r#"{"at_ms":0,"event":{"kind":"dreamt"}}"#,
    ] {
        let error = decode_record(broken).unwrap_err();
        assert!(
            matches!(error, EventLogError::Malformed { .. }),
            "{broken}: {error}"
        );
    }
}
