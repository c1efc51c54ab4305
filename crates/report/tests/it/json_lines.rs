//! The event log loses nothing and says where it is broken.

use std::io::{self, Write};

use retap_model::event::{EventSink, Record};
use retap_report::{JsonLines, LogError, LogReader};

use crate::story;

fn written(records: &[Record]) -> Vec<u8> {
    let mut sink = JsonLines::new(Vec::new());
    for record in records {
        sink.event(record);
    }
    sink.finish().expect("memory takes every write")
}

/// The records of a log, and what was passed over.
#[derive(Debug)]
pub(crate) struct EventLog {
    pub(crate) records: Vec<Record>,
    warning: Option<String>,
}

pub(crate) fn read_log(bytes: &[u8]) -> Result<EventLog, LogError> {
    let mut reader = LogReader::new(bytes);
    let records = reader.by_ref().collect::<Result<_, _>>()?;
    let warning = reader.warning();
    Ok(EventLog { records, warning })
}

#[test]
fn what_was_written_is_read_back() {
    let records = [
        story::failing("a"),
        story::drifted("b"),
        story::looping("c"),
    ]
    .concat();
    let log = read_log(&written(&records)).unwrap();
    assert_eq!(log.records, records);
    assert_eq!(log.warning, None);
}

#[test]
fn a_last_line_cut_off_by_a_crash_is_left_out_with_a_warning() {
    let records = story::passing("a");
    let mut bytes = written(&records);
    bytes.truncate(bytes.len() - 10);
    let log = read_log(&bytes).unwrap();
    assert_eq!(log.records, records[..records.len() - 1]);
    insta::assert_snapshot!(log.warning.unwrap(), @"line 13 is cut off and was left out");
}

#[test]
fn a_bad_line_in_the_middle_is_an_error_with_its_number() {
    let mut bytes = written(&story::passing("a"));
    bytes.splice(0..0, *b"\n{\"run\":\"x\"}\n");
    insta::assert_snapshot!(read_log(&bytes).unwrap_err(), @"line 2: not an event: missing field `at_ms` at line 1 column 11");
    assert_eq!(
        read_log(b"\xff\n").unwrap_err().to_string(),
        "line 1: not UTF-8 text"
    );
}

#[test]
fn an_event_of_an_unknown_kind_is_passed_over_with_a_warning() {
    let records = story::passing("a");
    let mut bytes = written(&records);
    let unknown = br#"{"run":"a","at_ms":0,"event":{"kind":"dreamt","of":"sheep"}}"#;
    bytes.extend(unknown);
    let log = read_log(&bytes).unwrap();
    assert_eq!(log.records, records);
    insta::assert_snapshot!(log.warning.unwrap(), @"line 14 has an event of the kind `dreamt`, which this retap does not know; it was passed over");
    bytes.push(b'\n');
    bytes.extend([unknown, &b"\n{\"run\""[..]].concat());
    let log = read_log(&bytes).unwrap();
    assert_eq!(log.records, records);
    insta::assert_snapshot!(log.warning.unwrap(), @"2 lines have events of kinds this retap does not know and were passed over, the first is line 14 (`dreamt`); line 16 is cut off and was left out");
}

#[test]
fn a_known_kind_with_bad_fields_is_an_error() {
    let bytes = b"{\"run\":\"a\",\"at_ms\":0,\"event\":{\"kind\":\"warned\"}}\n";
    insta::assert_snapshot!(read_log(bytes).unwrap_err(), @"line 1: not an event: missing field `message` at line 1 column 47");
}

#[test]
fn a_log_of_a_newer_retap_is_refused_even_when_cut_off() {
    let records = story::story("a", "New", 1)
        .header(|header| header.format = 9)
        .begin()
        .interrupted();
    let bytes = written(&records);
    let error = read_log(bytes.trim_ascii_end()).unwrap_err();
    insta::assert_snapshot!(error, @"line 1: the log has format 9, this retap reads up to 1");
}

#[test]
fn every_event_is_flushed_and_the_first_error_is_kept() {
    struct Full;
    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is full"))
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut sink = JsonLines::new(Full);
    for record in &story::passing("a") {
        sink.event(record);
    }
    let error = sink.finish().err().unwrap();
    assert_eq!(error.to_string(), "the disk is full");
}
