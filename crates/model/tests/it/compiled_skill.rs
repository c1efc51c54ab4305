//! Compiled files of every version are read; broken ones are refused with a reason.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use insta::assert_snapshot;
use proptest::prelude::*;
use retap_model::codec::{CodecError, CompiledForm, decode, encode};
use retap_model::device::{AnswerKind, AnswerPart, AnswerShape};
use retap_model::event::Tally;
use retap_model::geometry::{Direction, Point, Rect};
use retap_model::program::*;
use retap_model::screen::{Fingerprint, Role};
use retap_model::select::{Evidence, MatchQuality as Match, Sketch, SketchEntry, SketchPlace};
use retap_model::time::Timestamp;
use retap_model::verify::{
    Expectation, ExpectedState, ExpectedWrite, Property, RowGain, ShownIn, Subject, WriteAnswer,
    WritePlace,
};

use crate::format_page::{example_of, unchecked};
use crate::rejected::rejected;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/it")
        .join(name)
}

fn fixture(name: &str) -> CompiledProgram {
    let path = folder("fixtures/compiled_skill").join(name);
    decode(&fs::read(path).unwrap()).unwrap()
}

#[test]
fn version_1_is_read_whole() {
    let skill = fixture("version1.json");
    assert_eq!(
        skill.source.compiled_at.to_rfc3339(),
        "2026-03-01T08:15:00Z"
    );
    assert_eq!(
        (skill.device.width, skill.device.orientation.as_str()),
        (410.0, "portrait")
    );
    let pin = |index: usize| skill.steps[index].pin.as_ref();
    assert_eq!(
        pin(1).unwrap().place.as_ref().unwrap().point,
        Point::new(307.5, 851.0)
    );
    assert_eq!(
        pin(2).unwrap().observed_delay,
        Some(Duration::from_millis(740))
    );
    assert_eq!(
        pin(3).unwrap().scroll,
        Some(PinnedScroll {
            count: 2,
            direction: Direction::Up
        })
    );
    assert_eq!(pin(4), None);
}

#[test]
fn version_2_is_read_with_its_assertions_and_fingerprint() {
    let skill = fixture("version2.json");
    assert_eq!(skill.steps[0].label, None);
    assert_eq!(
        skill.steps[2].pin.as_ref().unwrap().action,
        CompiledAction::Assertion
    );
    assert_eq!(skill.steps[3].pin, None);
    assert_eq!(skill.fingerprint.unwrap().icons, 3);
}

#[test]
fn what_is_written_has_exactly_the_form_other_readers_know() {
    let skill = fixture("version1.json");
    let text = String::from_utf8(encode(&skill)).unwrap();
    assert_snapshot!(text);
}

#[test]
fn rejects() {
    assert_snapshot!(rejected(&folder("rejects"), CompiledForm::Skill));
}

#[test]
fn a_changed_byte_is_noticed_but_not_the_time_of_compiling() {
    let bytes = String::from_utf8(encode(&fixture("version1.json"))).unwrap();
    let moved = bytes.replace("307.5", "107.5");
    assert_eq!(decode(moved.as_bytes()), Err(CodecError::Edited));
    let later = bytes.replace("2026-03-01T08:15:00Z", "2026-03-02T08:15:00Z");
    assert!(decode(later.as_bytes()).is_ok());
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof!["[a-zA-Z \"\\\\\n設定{}$]{0,12}", any::<String>()]
}

/// A recorded screen of two entries; signs that part the words of an entry are none of a name.
fn sketch_place(name: &str, id: &str, count: u32) -> SketchPlace {
    let plain = |text: &str| text.replace(['\t', '\n'], " ");
    let entry = |is_password: bool| SketchEntry {
        name: plain(name),
        role: match is_password {
            true => Role::TextField,
            false => Role::ALL[count as usize],
        },
        is_password,
        id: plain(id),
        row: Some(plain(name)).filter(|row| !row.is_empty()),
    };
    let entries = vec![entry(false), entry(true)];
    SketchPlace {
        sketch: Arc::new(Sketch { entries }),
        at: count as usize % 2,
    }
}

fn pin() -> impl Strategy<Value = Pin> {
    let number = -2000i32..2000;
    (
        text(),
        text(),
        text(),
        number.clone(),
        number,
        any::<bool>(),
        0u64..100_000,
        0u32..10,
    )
        .prop_map(|(a, b, c, x, y, flag, delay, count)| Pin {
            is_new_on_page: flag,
            action: CompiledAction::ALL[count as usize % 5],
            place: flag.then(|| PinnedPlace {
                point: Point::new(f64::from(x) / 2.0, f64::from(y)),
                confidence: flag.then_some(0.25),
                strategy: Some(a.clone()),
            }),
            evidence: flag.then(|| Evidence {
                text: a.clone(),
                description: b.clone(),
                id: c.clone(),
                is_id_unique: flag,
                role: Role::ALL[count as usize],
                ancestry: vec![b.clone()],
                row: (!c.is_empty()).then(|| c.clone()),
                neighbours: [(!a.is_empty()).then(|| a.clone()), None, None, None],
                bounds: Rect::new(f64::from(x), f64::from(y), 3.5, 4.0),
                is_id_counted: !flag,
                details: vec![c.clone()],
                is_row_shared: flag,
                checked: Some(flag),
                is_said_irreversible: flag,
                place: Some(sketch_place(&a, &b, count)),
            }),
            destination: (!flag).then(|| PinnedPlace {
                point: Point::new(1.0, 2.0),
                confidence: None,
                strategy: None,
            }),
            destination_evidence: None,
            strategy: Some(Match::ALL[count as usize % 4]),
            observed_delay: Some(Duration::from_millis(delay)),
            waited: flag.then_some(Duration::from_secs(3)),
            rows: flag.then(|| RowGain {
                more: count as usize,
                shows: [StepId(2), StepId(count as usize)].into(),
            }),
            late: (!flag).then_some(Duration::from_millis(delay)),
            fading: vec![Expectation::Shows(c.clone()), Expectation::MoreRows],
            scroll: flag.then_some(PinnedScroll {
                count,
                direction: Direction::Left,
            }),
            shows_error: flag,
            entities: [a.clone(), c.clone()].into(),
            other_entities: [b.clone()].into(),
            besides: flag.then(|| {
                let place = WritePlace {
                    method: a.clone(),
                    shape: b.clone(),
                    operation: Some(c.clone()),
                };
                [place].into()
            }),
            effects: vec![ExpectedWrite {
                method: a.clone(),
                site: flag.then(|| b.clone()),
                shape: c.clone(),
                operation: (!flag).then(|| a.clone()),
                fields: [
                    (b.clone(), flag.then_some(StepId(count as usize))),
                    (format!("{b}2"), None),
                ]
                .into(),
                exact: [b.clone()].into(),
                optional: [c.clone()].into(),
                ids: vec![None, Some(c.clone())],
                entities: [(b.clone(), a.clone())].into(),
                values: [(a.clone(), c.clone())].into(),
                answer: WriteAnswer::ALL[count as usize % 3],
                answered: AnswerShape {
                    kind: AnswerKind::ALL[count as usize % 5],
                    is_doubtful: flag,
                    parts: [(b.clone(), AnswerPart::ALL[count as usize % 3])].into(),
                },
                led_to: flag.then(|| c.clone()),
                shown: [
                    (StepId(count as usize), ShownIn::Text),
                    (StepId(1000), ShownIn::Anything),
                ]
                .into(),
                is_once: flag,
            }],
            expect: vec![
                Expectation::App(a.clone()),
                Expectation::Shows(b.clone()),
                Expectation::Offers(b.clone()),
                Expectation::Hides(c.clone()),
                Expectation::State(ExpectedState {
                    subject: Subject { id: a, label: b },
                    property: Property::Checked,
                    is: flag,
                }),
                Expectation::OpensWindow,
                Expectation::ClosesWindow,
                Expectation::MoreRows,
                Expectation::FewerRows,
                Expectation::Changed,
            ],
        })
}

fn skill() -> impl Strategy<Value = CompiledProgram> {
    let step = (
        text(),
        proptest::option::of(text()),
        proptest::option::of(pin()),
    );
    (
        proptest::collection::vec(step, 0..5),
        text(),
        0u64..4_000_000_000,
    )
        .prop_map(|(steps, name, at)| CompiledProgram {
            name: Some(name.clone()),
            source: SourceMark {
                sha256: name.clone(),
                path: None,
                compiled_at: Timestamp(at * 1000),
            },
            device: DeviceMark {
                width: 410.5,
                height: 898.0,
                orientation: name,
                platform: None,
            },
            standalone: None,
            values: None,
            fingerprint: Some(Fingerprint::from_parts(["a".to_owned()].into(), 2)),
            learned: Some(Tally {
                reads: 4,
                text_reads: 1,
                acts: 2,
                ..Tally::default()
            }),
            steps: steps
                .into_iter()
                .enumerate()
                .map(|(index, (verb, label, pin))| CompiledStep {
                    index,
                    verb,
                    label,
                    pin,
                    metadata: None,
                    foreign: None,
                })
                .collect(),
        })
}

proptest! {
    #[test]
    fn whatever_is_written_is_read_back_the_same(skill in skill()) {
        let bytes = encode(&skill);
        let read = decode(&bytes).unwrap();
        prop_assert_eq!(&encode(&read), &bytes);
        prop_assert_eq!(read, skill);
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = decode(&bytes);
    }

    #[test]
    fn a_file_cut_anywhere_is_refused(cut in 0usize..2000) {
        let bytes = encode(&fixture("version1.json"));
        let cut = cut % (bytes.len() - 2);
        prop_assert!(decode(&bytes[..cut]).is_err());
    }
}

#[test]
fn the_example_of_the_format_page_is_what_is_written() {
    let example = example_of("compiled-skill.md");
    let skill = decode(unchecked(&example).as_bytes()).unwrap();
    assert_eq!(String::from_utf8(encode(&skill)).unwrap(), example);
}
