//! Event logs that somebody else wrote: any number, any text, any order; an error or a report, and never a panic.

use proptest::prelude::*;
use retap_model::event::EventSink as _;
use retap_report::{
    Console, HtmlOptions, LogReader, Paint, Runs, Style, html, junit, report_md, result_json,
};
use serde_json::{Value, json};

use crate::in_memory::one_picture;

/// Tells a log in every form there is and returns what was written, or why it cannot be read.
fn tell(log: &[u8]) -> Result<Vec<String>, String> {
    let read: Result<Vec<_>, _> = LogReader::new(log).collect();
    let records = read.map_err(|error| error.to_string())?;
    let style = Style {
        paint: Paint::Plain,
        terminal: true,
        width: 60,
        verbose: true,
    };
    let mut console = Console::new(Box::new(std::io::sink()), style);
    records.iter().for_each(|record| console.event(record));
    console.finish().expect("memory takes every write");
    let (runs, files) = (Runs::from_records(&records), one_picture());
    let (mut page, mut xml) = (Vec::new(), Vec::new());
    let options = HtmlOptions {
        title: None,
        files: &files,
    };
    html(&runs, &options, &mut page).expect("memory takes every write");
    junit(&runs, "retap", &files, &mut xml).expect("memory takes every write");
    let results = runs.all().iter();
    let mut told: Vec<String> = results
        .flat_map(|run| [report_md(run), result_json(run)])
        .collect();
    told.extend([page, xml].map(|bytes| String::from_utf8(bytes).expect("a report is text")));
    Ok(told)
}

fn number() -> impl Strategy<Value = u64> {
    prop_oneof![
        4 => 0_u64..5,
        2 => any::<u64>(),
        1 => Just(u64::MAX),
        1 => Just(i64::MAX as u64),
        1 => Just(u64::from(u32::MAX)),
        1 => 0_u64..2_000_000_000_000,
    ]
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("General".to_owned()),
        Just("\u{1b}[2J\u{9b}1m\u{202e}</x>`\u{0}\r\n".to_owned()),
        Just("99999999999999-01-01T00:00:00Z".to_owned()),
        ".{0,12}",
    ]
}

fn outcome() -> impl Strategy<Value = &'static str> {
    prop_oneof![
        Just("passed"),
        Just("failed"),
        Just("not_judged"),
        Just("skipped")
    ]
}

/// One event with any numbers and texts.
fn event() -> impl Strategy<Value = Value> {
    let started = (text(), number(), 1_u32..4, any::<f32>(), any::<bool>()).prop_map(
        |(text, steps, attempt, size, is_scenario)| {
            json!({"kind": "run_started", "format": 1, "skill": text, "file": text, "mode": "live", "device": text,
                "device_name": text, "size": [size, 3.0], "steps": steps, "attempt": attempt, "started_at": text,
                "is_scenario": is_scenario})
        },
    );
    let step = (text(), number(), number(), any::<Vec<u32>>(), number()).prop_map(
        |(text, step, depth, rounds, line)| {
            json!({"kind": "step_started", "step": step, "depth": depth, "rounds": rounds, "verb": "tap",
                "title": text, "line": line})
        },
    );
    let located = (text(), any::<[f32; 4]>(), any::<[i32; 2]>()).prop_map(|(text, bounds, points)| {
        let evidence = points.map(|points| json!({"kind": text, "wanted": text, "seen": text, "points": points}));
        json!({"kind": "located", "target": text, "by": text, "strategy": text, "found": text, "bounds": bounds,
            "point": [1.0, 2.0], "evidence": evidence, "drift": [text]})
    });
    let finished = (number(), outcome(), text(), number(), any::<u32>()).prop_map(
        |(step, outcome, reason, took_ms, reads)| {
            json!({"kind": "step_finished", "step": step, "outcome": outcome, "reason": reason, "took_ms": took_ms,
                "reads": reads})
        },
    );
    let ended = (outcome(), text(), number(), any::<u32>()).prop_map(
        |(outcome, reason, took_ms, figure)| {
            let tally = json!({"passed": figure, "failed": figure, "not_judged": figure, "skipped": figure,
                "reads": figure, "text_reads": figure, "acts": figure, "reads_saved": figure,
                "text_reads_saved": figure, "drifted": figure});
            json!({"kind": "run_finished", "outcome": outcome, "reason": reason, "took_ms": took_ms, "tally": tally,
                "is_device_error": false})
        },
    );
    let others = (text(), number()).prop_map(|(text, number)| {
        let kinds = [
            json!({"kind": "measured", "name": text, "took_ms": number}),
            json!({"kind": "warned", "message": text}),
            json!({"kind": "checked", "expected": text, "seen": text, "held": false}),
            json!({"kind": "pictured", "purpose": "failure", "file": text, "label": text, "point": null}),
            json!({"kind": "sent", "at": text, "provider": text, "model": text, "host": text, "question": text,
                "bytes": number, "had_picture": true}),
        ];
        let index = usize::try_from(number % kinds.len() as u64).unwrap_or(0);
        kinds[index].clone()
    });
    prop_oneof![started, step, located, finished, ended, others]
}

fn log() -> impl Strategy<Value = String> {
    let line = (prop_oneof!["a", "b"], number(), event())
        .prop_map(|(run, at, event)| json!({"run": run, "at_ms": at, "event": event}).to_string());
    prop::collection::vec(line, 1..20).prop_map(|lines| lines.join("\n") + "\n")
}

proptest! {
    #[test]
    fn any_numbers_and_texts_are_an_error_or_a_report(log in log()) {
        if let Ok(told) = tell(log.as_bytes()) {
            for text in told {
                prop_assert!(!text.contains(['\u{0}', '\u{1b}', '\u{7f}', '\u{9b}', '\u{202e}']), "{text}");
            }
        }
    }

    #[test]
    fn a_log_with_any_bytes_changed_is_an_error_or_a_report(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let mut bytes = include_bytes!("../../../../docs/formats/events.md").to_vec();
        let start = bytes.windows(9).position(|part| part == b"```jsonl\n").unwrap() + 9;
        bytes.drain(..start);
        let end = bytes.windows(3).position(|part| part == b"```").unwrap();
        bytes.truncate(end);
        for (place, byte) in changes {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        let _ = tell(&bytes);
    }
}

#[test]
fn a_number_no_run_has_is_an_error_with_its_line() {
    for (key, most) in [
        ("depth", 1_000),
        ("step", 1_000_000_000),
        ("line", 1_000_000_000),
    ] {
        let mut event = json!({"kind": "step_started", "step": 0, "depth": 0, "rounds": [], "verb": "tap",
            "title": "tap", "line": 1});
        event[key] = json!(i64::MAX);
        let line = json!({"run": "a", "at_ms": 0, "event": event}).to_string();
        assert_eq!(
            tell(format!("\n{line}\n").as_bytes()).unwrap_err(),
            format!("line 2: `{key}` is 9223372036854775807, and a run has at most {most}")
        );
    }
}

#[test]
fn a_line_without_end_is_refused_before_it_fills_memory() {
    let endless = std::io::BufReader::new(std::io::repeat(b'x'));
    let mut read = LogReader::new(endless);
    let error = read.next().unwrap().unwrap_err();
    assert_eq!(error.to_string(), "line 1: longer than 16 MB");
    assert!(read.next().is_none());
}

#[test]
fn a_log_of_very_many_runs_is_told_in_the_time_that_it_takes_to_read_it() {
    // Comparing each event with every run before it would take hours.
    let warned = json!({"kind": "warned", "message": "x"});
    let line = |run: u32| json!({"run": format!("r{run}"), "at_ms": 0, "event": warned});
    let log: String = (0..60_000).map(|run| format!("{}\n", line(run))).collect();
    let mut runs = Runs::brief();
    let style = Style {
        paint: Paint::Plain,
        terminal: false,
        width: 60,
        verbose: false,
    };
    let mut console = Console::new(Box::new(std::io::sink()), style);
    for record in LogReader::new(log.as_bytes()) {
        let record = record.unwrap();
        runs.add(&record);
        console.event(&record);
    }
    console.finish().unwrap();
    assert_eq!(runs.cases().len(), 60_000);
    assert!(runs.find("r7").is_some());
}
