//! Runs are folded from their events, whole or broken off.

use retap_model::event::{Event, Purpose, Record};
use retap_model::verdict::Outcome;
use retap_report::{Runs, Status, StepRun};

use crate::story;

#[test]
fn what_happens_in_a_step_is_kept_with_it() {
    let runs = Runs::from_records(&story::passing("a"));
    let run = runs.find("a").unwrap();
    assert_eq!(run.status(), Status::Passed);
    assert_eq!(run.took_ms(), 410);
    let tap = &run.steps[1];
    assert_eq!((tap.number(), tap.at_ms, tap.took_ms), (2, 310, 80));
    assert_eq!(tap.located().next().unwrap().target, "General");
    assert_eq!(tap.acts().next().unwrap().point, Some([195.0, 260.0]));
    assert!(tap.checks().next().unwrap().held);
}

#[test]
fn runs_that_interleave_are_kept_apart() {
    let (one, two) = (story::passing("one"), story::failing("two"));
    let mixed: Vec<Record> = one
        .iter()
        .zip(&two)
        .flat_map(|(a, b)| [a.clone(), b.clone()])
        .collect();
    let runs = Runs::from_records(&mixed);
    assert_eq!(runs.find("one").unwrap().steps.len(), 3);
    assert_eq!(runs.find("two").unwrap().steps[1].pictures().count(), 1);
}

#[test]
fn a_log_cut_off_anywhere_is_an_interrupted_run() {
    let whole = story::failing("a");
    for end in 1..whole.len() {
        let runs = Runs::from_records(&whole[..end]);
        assert_eq!(runs.all()[0].status(), Status::Interrupted, "{end} events");
    }
    assert_eq!(Runs::from_records(&whole).all()[0].status(), Status::Failed);
}

#[test]
fn a_log_without_its_head_still_shows_its_steps() {
    let runs = Runs::from_records(&story::failing("a")[1..]);
    let run = &runs.all()[0];
    assert_eq!((run.header.skill.as_str(), run.steps.len()), ("a", 3));
    assert_eq!(run.step_count(), 3);
}

#[test]
fn an_open_step_lasts_until_the_last_event() {
    let runs = Runs::from_records(&story::interrupted("a"));
    let run = &runs.all()[0];
    assert_eq!(run.steps[1].status(), Status::Interrupted);
    assert_eq!((run.steps[1].took_ms, run.took_ms()), (40, 340));
    assert_eq!((run.tally().passed, run.tally().acts), (1, 1));
    assert_eq!(run.current_step().map(StepRun::number), Some(2));
}

#[test]
fn each_round_of_a_loop_has_its_own_steps() {
    let runs = Runs::from_records(&story::looping("a"));
    let run = &runs.all()[0];
    let titles: Vec<String> = run.steps.iter().map(StepRun::title).collect();
    assert_eq!(titles[1], "tap \"Delete\" (round 1)");
    assert_eq!(titles[3], "tap \"Delete\" (round 2)");
    assert_eq!((run.steps[0].took_ms, run.own_ms(0)), (190, 10));
}

#[test]
fn a_failed_step_is_blamed_once_not_the_loop_around_it() {
    let records = story::story("a", "Clear Mail", 2)
        .begin()
        .step("repeat 3 times")
        .round(1, 1)
        .step("tap \"Delete\"")
        .ends(10, Outcome::Failed, "`Delete` is not on the screen")
        .rounds_end()
        .ends(0, Outcome::Failed, "round 1 failed")
        .run_ends(Outcome::Failed, "step 2 failed");
    let runs = Runs::from_records(&records);
    let broken: Vec<usize> = runs.all()[0].broken_steps().map(StepRun::number).collect();
    assert_eq!(broken, [2]);
}

#[test]
fn a_run_that_ends_twice_is_of_a_broken_log_however_it_ends() {
    for is_device_error in [false, true] {
        let mut records = story::failing("a");
        if let Some(Event::RunFinished(end)) = records.last_mut().map(|it| &mut it.event) {
            end.is_device_error = is_device_error;
        }
        records.extend(records.last().cloned());
        let runs = Runs::from_records(&records);
        assert_eq!(runs.all()[0].status(), Status::Broken);
        assert_eq!(runs.all()[0].reason(), "the log ends this run twice");
    }
}

#[test]
fn a_pass_after_a_failed_attempt_is_flaky() {
    let records = [story::failing("a"), story::passing_retry("b")].concat();
    let runs = Runs::from_records(&records);
    let cases = runs.cases();
    assert_eq!(cases.len(), 1);
    assert_eq!(cases[0].status(), Status::Flaky);
    assert_eq!(
        (cases[0].last.id.as_str(), cases[0].earlier.len()),
        ("b", 1)
    );
}

#[test]
fn a_second_run_of_a_skill_is_no_retry() {
    let records = [story::failing("a"), story::failing("b")].concat();
    assert_eq!(Runs::from_records(&records).cases().len(), 2);
}

#[test]
fn a_retry_that_fails_too_is_failed() {
    let records = [story::failing("a"), story::failing_attempt("b", 2)].concat();
    let runs = Runs::from_records(&records);
    assert_eq!(runs.cases()[0].status(), Status::Failed);
}

#[test]
fn a_wait_that_checks_often_is_judged_by_its_last_word() {
    let records = story::story("a", "Wait", 1)
        .begin()
        .step("wait_for \"Done\"")
        .checked("`Done` is visible", "Loading", false)
        .checked("`Done` is visible", "Loading 2", false)
        .checked("the title `Done`", "`Done`", true)
        .pictured(Purpose::After, "a.png", None)
        .ends(10, Outcome::Failed, "timed out")
        .run_ends(Outcome::Failed, "step 1 failed");
    let runs = Runs::from_records(&records);
    let step = &runs.all()[0].steps[0];
    let broken: Vec<&str> = step.broken_checks().map(|check| check.seen).collect();
    assert_eq!(broken, ["Loading 2"]);
}
