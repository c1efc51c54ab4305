//! Learning: what a compiled file holds, what it never holds, and when there is none.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use retap_learn::compile::{
    CompilationSession, NotLearned, PinError, Reported, StepReport, merge_lessons,
};
use retap_learn::source::read_skill;
use retap_model::codec::{decode, encode};
use retap_model::event::Event;
use retap_model::geometry::{Direction, Point, Size};
use retap_model::program::{PinnedPlace, PinnedScroll, Program, SourceMark, Stale};
use retap_model::time::Timestamp;
use retap_model::verdict::Outcome;

use crate::phone::{Skill, Story};
use crate::skills::{self, ABOUT, ARCHIVE, EVERY_VERB, ORDER, PASSWORD, READ_ALL};

const APPS: [(&str, &str); 5] = [
    ("settings", ABOUT),
    ("shop", ORDER),
    ("mail", ARCHIVE),
    ("mail", READ_ALL),
    ("phone", EVERY_VERB),
];

#[test]
fn every_app_is_learned_and_replayed_with_no_text_read() {
    for (app, text) in APPS {
        let skill = skills::yaml(text);
        let compiled = skill.compile(app);
        let story = skill.replay(&compiled, app);
        story.must_pass(app);
        let tally = story.report.tally;
        assert_eq!((tally.text_reads, tally.drifted), (0, 0), "{app}");
        assert!(tally.reads_saved > 0, "{app}: {tally:?}");
    }
}

fn time_by_verb(story: &Story) -> BTreeMap<String, u64> {
    let mut open = Vec::new();
    let mut times: BTreeMap<String, u64> = BTreeMap::new();
    for event in &story.events {
        match event {
            Event::StepStarted(step) => open.push(step.verb.clone()),
            Event::StepFinished(step) => {
                *times.entry(open.pop().expect("steps nest")).or_default() += step.took_ms;
            }
            _ => {}
        }
    }
    times
}

/// These send one thing and look once afterwards, live or not: there is nothing to save.
const NOTHING_TO_SAVE: [&str; 4] = ["screenshot", "reset_app", "set_network", "hide_keyboard"];

#[test]
fn a_replay_is_faster_than_live_for_every_verb() {
    for (app, text) in APPS {
        let skill = skills::yaml(text);
        let compiled = skill.compile(app);
        let live = skill.live(app);
        let replayed = skill.replay(&compiled, app);
        live.must_pass(app);
        let slow = time_by_verb(&live);
        for (verb, time) in time_by_verb(&replayed) {
            let live_time = slow[&verb];
            let is_faster =
                time < live_time || (NOTHING_TO_SAVE.contains(&verb.as_str()) && time == live_time);
            assert!(
                is_faster,
                "{app}: {verb} took {time} ms replayed, {live_time} ms live"
            );
        }
    }
}

#[test]
fn the_same_run_gives_the_same_bytes() {
    for (app, text) in APPS {
        let skill = skills::yaml(text);
        let first = encode(&skill.compile(app));
        assert_eq!(first, encode(&skill.compile(app)), "{app}");
        let decoded = decode(&first).expect("what was written can be read");
        assert_eq!(encode(&decoded), first, "{app}");
    }
}

#[test]
fn a_secret_is_in_no_compiled_file_and_no_event() {
    let skill = skills::yaml(ORDER);
    let (learned, touched) = skill.learn("shop");
    let file = String::from_utf8(encode(&learned.compiled.unwrap())).unwrap();
    assert!(file.contains("${SHOP_PASSWORD}") && !file.contains(PASSWORD));
    assert!(!format!("{touched:?}").contains(PASSWORD));
    let story = skill.live("shop");
    assert!(!format!("{:?}", story.events).contains(PASSWORD));
}

#[test]
fn a_run_that_fails_is_not_compiled() {
    let skill = skills::yaml("name: X\nsteps:\n  - launch: Settings\n  - tap: Nowhere\n");
    let (learned, _) = skill.learn("settings");
    assert_eq!(learned.compiled.unwrap_err(), NotLearned::RunNotPassed);
}

#[test]
fn a_skill_whose_checks_prove_nothing_is_refused() {
    let skill =
        skills::yaml("name: X\nsteps:\n  - launch: Settings\n  - assert_visible: General\n");
    let (learned, _) = skill.learn("settings?open=main");
    assert_eq!(
        learned.compiled.unwrap_err(),
        NotLearned::Pin(PinError::Vacuous)
    );
    skill.compile("settings");
}

#[test]
fn a_target_inside_a_loop_stays_words() {
    let compiled = skills::yaml(READ_ALL).compile("mail");
    let taps: Vec<_> = compiled
        .steps
        .iter()
        .filter(|step| step.verb == "tap")
        .collect();
    assert!(
        taps[0]
            .pin
            .as_ref()
            .is_some_and(|pin| pin.evidence.is_some()),
        "outside the loop"
    );
    assert!(
        taps[1]
            .pin
            .as_ref()
            .is_some_and(|pin| pin.place.is_none() && pin.evidence.is_none())
    );
}

#[test]
fn another_value_in_a_label_means_another_element_and_what_comes_of_it() {
    let text = "name: X\nsteps:\n  - launch: Settings\n  - tap: \"${ROW:-General}\"\n  - back\n";
    let learned = Skill::yaml(text, &[]).compile("settings");
    let other = Skill::yaml(text, &[("ROW", "Privacy")]);
    let story = other.replay(&learned, "settings");
    assert!(story.report.verdict.is_passed());
    assert_eq!(story.touches().first().unwrap(), "Privacy#row_privacy");
}

#[test]
fn an_id_may_have_variables_in_it() {
    let text = "name: X\nsteps:\n  - launch: Settings\n  - tap: { id: \"row_${ROW}\" }\n";
    let learned = Skill::yaml(text, &[("ROW", "general")]).compile("settings");
    let story = Skill::yaml(text, &[("ROW", "privacy")]).replay(&learned, "settings");
    assert!(story.report.verdict.is_passed());
    assert_eq!(story.touches().first().unwrap(), "Privacy#row_privacy");
}

#[test]
fn a_second_lesson_with_other_values_keeps_what_both_saw() {
    let text =
        "name: X\nsteps:\n  - launch: Settings\n  - tap: \"${ROW}\"\n  - back\n  - tap: Wi-Fi\n";
    let lesson = |row| {
        let skill = Skill::yaml(text, &[("ROW", row)]);
        let (learned, _) = skill.learn("settings");
        (skill, learned)
    };
    let ((_, first), (skill, second)) = (lesson("General"), lesson("Privacy"));
    let (then, now) = (first.compiled.unwrap(), second.compiled.unwrap());
    let kept = merge_lessons(&skill.draft, &then, &now, &second.observations).unwrap();
    assert_eq!(kept.values, None);
    let pins: Vec<_> = kept
        .steps
        .iter()
        .filter_map(|step| step.pin.as_ref())
        .collect();
    assert_eq!(pins[1].evidence, None);
    assert_eq!(pins[1].expect, []);
    assert_eq!(pins[3].evidence.as_ref().unwrap().text, "Wi-Fi");
    let story = Skill::yaml(text, &[("ROW", "General")]).replay(&kept, "settings");
    assert!(story.report.verdict.is_passed());
}

#[test]
fn another_source_size_or_step_makes_the_file_stale() {
    let about = skills::yaml(ABOUT);
    let compiled = about.compile("settings");
    let join = |skill: &Skill, sha: &str, size| {
        Program::join(skill.draft.clone(), &compiled, sha, size).unwrap_err()
    };
    let size = Size::new(410.0, 898.0);
    let sha = compiled.source.sha256.clone();
    assert_eq!(join(&about, "other", size), Stale::Source);
    assert_eq!(
        join(&skills::yaml(ORDER), "other", size),
        Stale::OtherSkill {
            belongs_to: "About".to_owned()
        }
    );
    assert_eq!(
        join(&about, &sha, Size::new(411.0, 898.0)).to_string(),
        "it was compiled for a screen of 410x898, this one has 411x898"
    );
    let edited = skills::yaml(&ABOUT.replace("tap: About", "tap: Storage"));
    assert_eq!(
        join(&edited, &sha, size).to_string(),
        "its step 5 is `tap \"About\"`, the source has `tap \"Storage\"`"
    );
}

#[test]
fn a_long_press_and_a_drag_survive_compiling() {
    let skill = skills::yaml(EVERY_VERB);
    let compiled = skill.compile("phone");
    let story = skill.replay(&compiled, "phone");
    let acts: Vec<&str> = story
        .touched
        .iter()
        .map(|touched| touched.action.as_str())
        .collect();
    assert!(
        acts.iter().any(|act| act.starts_with("long press")),
        "{acts:?}"
    );
    assert!(acts.iter().any(|act| act.starts_with("drag")), "{acts:?}");
}

#[test]
fn a_lost_touch_fails_a_replay_too() {
    let skill = skills::yaml(ABOUT);
    let compiled = skill.compile("settings");
    let story = skill.replay(&compiled, "settings?fault=lost_tap:1");
    assert_eq!(story.report.verdict.outcome, Outcome::Failed);
    assert_eq!(
        story.touched.len(),
        2,
        "the launch and the touch that got lost"
    );
}

#[test]
fn a_session_given_the_same_observations_writes_the_same_file() {
    for (app, text) in APPS {
        let skill = skills::yaml(text);
        let (learned, _) = skill.learn(app);
        let compiled = learned.compiled.unwrap();
        let mut session = CompilationSession::new(skill.draft.clone());
        learned
            .observations
            .into_iter()
            .for_each(|seen| session.observe(seen));
        session.note_cost(learned.report.tally);
        let size = Size::new(compiled.device.width, compiled.device.height);
        let finished = session
            .finish(&skill.draft.header.name, compiled.source.clone(), size)
            .unwrap();
        assert_eq!(encode(&finished), encode(&compiled), "{app}");
    }
}

fn session() -> CompilationSession {
    let draft = read_skill(Path::new("skill.yaml"), ABOUT.as_bytes()).unwrap();
    CompilationSession::new(draft)
}

fn report(index: usize, verb: &str, label: &str) -> StepReport {
    StepReport {
        index,
        verb: verb.to_owned(),
        label: Some(label.to_owned()),
        ..StepReport::default()
    }
}

#[test]
fn a_session_takes_only_steps_of_its_skill() {
    let mut session = session();
    let far = session.record(report(9, "tap", "General")).unwrap_err();
    assert_eq!(
        far.to_string(),
        "there is no step 9; the skill has steps 0 to 5"
    );
    let other = session.record(report(2, "tap", "Privacy")).unwrap_err();
    assert_eq!(
        other.to_string(),
        "step 2 is tap \"General\", not tap \"Privacy\""
    );
    let mark = SourceMark::of(ABOUT.as_bytes(), Timestamp(0));
    let wrong = session
        .finish("Order", mark, Size::new(410.0, 898.0))
        .unwrap_err();
    assert_eq!(
        wrong.to_string(),
        "this session compiles `About`, not `Order`"
    );
}

#[test]
fn a_repeated_report_replaces_the_first_and_unknown_confidence_is_not_zero() {
    let mut session = session();
    let touch = |x: f64| StepReport {
        reported: Reported {
            place: Some(PinnedPlace {
                point: Point::new(x, 340.5),
                confidence: None,
                strategy: None,
            }),
            ..Reported::default()
        },
        ..report(2, "tap", "General")
    };
    session.record(touch(1.0)).unwrap();
    session.record(touch(205.0)).unwrap();
    let wait = StepReport {
        elapsed: Some(Duration::from_millis(1200)),
        ..report(3, "wait_for", "About")
    };
    session.record(wait).unwrap();
    let mark = SourceMark::of(ABOUT.as_bytes(), Timestamp(0));
    let compiled = session
        .finish("About", mark, Size::new(410.0, 898.0))
        .unwrap();
    let pin = compiled.steps[2].pin.as_ref().unwrap();
    let place = pin.place.as_ref().unwrap();
    assert_eq!((place.point.x, place.confidence), (205.0, None));
    let json = String::from_utf8(encode(&compiled)).unwrap();
    assert!(json.contains("\"observedDelayMs\": 1200"));
    assert!(!json.contains("confidence"));
}

#[test]
fn a_scroll_report_becomes_a_scroll_sequence() {
    let text = "name: S\nsteps:\n  - launch: Settings\n  - scroll_to: Legal\n";
    let draft = read_skill(Path::new("s.yaml"), text.as_bytes()).unwrap();
    let mut session = CompilationSession::new(draft);
    let scroll = StepReport {
        reported: Reported {
            scroll: Some(PinnedScroll {
                count: 3,
                direction: Direction::Up,
            }),
            ..Reported::default()
        },
        ..report(1, "scroll_to", "Legal")
    };
    session.record(scroll).unwrap();
    let mark = SourceMark::of(text.as_bytes(), Timestamp(0));
    let compiled = session.finish("S", mark, Size::new(410.0, 898.0)).unwrap();
    let json = String::from_utf8(encode(&compiled)).unwrap();
    assert!(json.contains("\"scrollCount\": 3") && json.contains("\"scrollDirection\": \"up\""));
}
