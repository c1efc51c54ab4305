//! Conditions, loops, and what is remembered.

use retap_model::device::Key;
use retap_model::event::Event;
use retap_model::program::*;
use retap_model::verdict::Outcome;
use retap_replay::RunOptions;

use crate::kit::*;

fn condition(
    label: &str,
    presence: Presence,
    then: Vec<StepKind>,
    otherwise: Vec<StepKind>,
) -> StepKind {
    StepKind::Condition(Condition {
        test: Test {
            target: Target::labelled(label),
            presence,
        },
        then: steps(then),
        otherwise: steps(otherwise),
    })
}

fn repeat(rounds: Rounds, max: u32, body: Vec<StepKind>) -> StepKind {
    StepKind::Repeat(Repeat {
        rounds,
        max,
        steps: steps(body),
    })
}

fn shot(label: &str) -> StepKind {
    StepKind::Screenshot(Screenshot {
        label: label.into(),
    })
}

/// Returns a condition that takes a picture of one name or the other.
fn branches(label: &str, presence: Presence, [then, otherwise]: [&str; 2]) -> StepKind {
    condition(label, presence, vec![shot(then)], vec![shot(otherwise)])
}

#[test]
fn exactly_one_branch_runs() {
    let visible = branches("General", Presence::Visible, ["then", "else"]);
    let absent = branches("Garden", Presence::Visible, ["no", "yes"]);
    let negated = branches("Garden", Presence::NotVisible, ["not", "never"]);
    let story = live(
        "settings",
        vec![launch("Settings"), visible, absent, negated],
    );
    story.assert_passed();
    assert_eq!(
        story.pictures,
        ["A_Story_then.png", "A_Story_yes.png", "A_Story_not.png"]
    );
}

#[test]
fn a_condition_waits_until_a_loading_screen_has_come_to_rest() {
    let update = branches("Automatic Updates", Presence::Visible, ["there", "missed"]);
    let story = live(
        "settings",
        vec![
            launch("Settings"),
            tap("General"),
            tap("Software Update"),
            update,
        ],
    );
    story.assert_passed();
    assert_eq!(story.pictures, ["A_Story_there.png"]);
}

#[test]
fn loops_nest_three_deep_and_number_their_rounds() {
    let inner = repeat(Rounds::Times(2), 2, vec![shot("x")]);
    let middle = repeat(
        Rounds::Times(1),
        1,
        vec![condition("General", Presence::Visible, vec![inner], vec![])],
    );
    let story = live(
        "settings",
        vec![
            launch("Settings"),
            repeat(Rounds::Times(2), 3, vec![middle]),
        ],
    );
    story.assert_passed();
    assert_eq!(
        story.pictures,
        [
            "A_Story_x_round1_round1_round1.png",
            "A_Story_x_round1_round1_round2.png",
            "A_Story_x_round2_round1_round1.png",
            "A_Story_x_round2_round1_round2.png",
        ]
    );
}

#[test]
fn a_loop_that_reaches_its_limit_fails() {
    let forever = repeat(
        Rounds::WhileVisible(Target::labelled("General")),
        3,
        vec![shot("again")],
    );
    let story = live("settings", vec![launch("Settings"), forever]);
    story.assert_failed();
    assert_eq!(story.pictures.len(), 4, "three rounds and the failure");
    assert_eq!(
        story.reason(),
        "step 2: not done after the most rounds allowed, 3"
    );
}

#[test]
fn loops_in_loops_have_a_limit_together() {
    let inner = repeat(Rounds::Times(5), 5, vec![shot("again")]);
    let outer = repeat(Rounds::Times(5), 5, vec![inner]);
    let few = RunOptions {
        most_rounds: 9,
        ..options()
    };
    let program = Program::live(draft(vec![launch("Settings"), outer]));
    let story = run_program("settings", &program, &few);
    story.assert_failed();
    let inner = story.pictures.iter().filter(|it| it.contains("again"));
    assert_eq!(inner.count(), 7, "{:?}", story.pictures);
    assert!(
        story.reason().ends_with(
            "the loops of this run have more than 9 rounds together, the most of one run"
        ),
        "{}",
        story.reason()
    );
}

#[test]
fn a_loop_whose_test_never_holds_runs_no_round() {
    let none = repeat(
        Rounds::WhileVisible(Target::labelled("Garden")),
        3,
        vec![shot("never")],
    );
    let until = repeat(
        Rounds::UntilVisible(Target::labelled("General")),
        3,
        vec![shot("never")],
    );
    let story = live("settings", vec![launch("Settings"), none, until]);
    story.assert_passed();
    assert!(story.pictures.is_empty());
}

#[test]
fn a_failure_inside_a_branch_stops_everything_after_it() {
    let inner = condition(
        "General",
        Presence::Visible,
        vec![tap("Nowhere"), shot("inner")],
        vec![],
    );
    let story = live("settings", vec![launch("Settings"), inner, shot("outer")]);
    story.assert_failed();
    assert_eq!(
        story.outcomes(),
        [
            "passed launch \"Settings\"",
            "failed tap \"Nowhere\"",
            "skipped screenshot \"inner\"",
            "failed if \"General\" is visible",
            "skipped screenshot \"outer\"",
        ]
    );
}

#[test]
fn remember_captures_and_later_steps_recall() {
    let remember = StepKind::Remember(Remember {
        text: "the model".into(),
        name: Some("model".to_owned()),
        from: Some(Target::labelled("Model Name")),
    });
    let steps = vec![
        launch("Settings"),
        tap("General"),
        tap("About"),
        remember,
        tap("Name"),
        tap("Name of this phone"),
        type_text("My {model}"),
    ];
    let story = live("settings", steps);
    story.assert_passed();
    let captured = Event::Captured {
        name: "model".to_owned(),
        text: "Retap One".to_owned(),
    };
    assert!(story.events.contains(&captured));
}

#[test]
fn a_text_too_long_to_be_kept_is_not_remembered() {
    let app = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../sim/tests/it/doubling.app.yaml"
    );
    let remember = StepKind::Remember(Remember {
        text: "everything".into(),
        name: Some("note".to_owned()),
        from: None,
    });
    let double = repeat(Rounds::Times(9), 9, vec![tap("Double")]);
    let story = live(app, vec![launch("Doubling"), double, remember]);
    story.assert_failed();
    assert_eq!(
        story.reason(),
        "step 4: the text is longer than 65536 bytes, more than can be remembered"
    );
    let captured = |event: &Event| matches!(event, Event::Captured { .. });
    assert!(!story.events.iter().any(captured));
}

#[test]
fn an_unknown_recall_fails_before_typing() {
    let remember = StepKind::Remember(Remember {
        text: "everything".into(),
        name: None,
        from: None,
    });
    let steps = vec![
        launch("Settings"),
        tap("General"),
        tap("About"),
        remember,
        tap("Name"),
        tap("Name of this phone"),
        type_text("ETA {eta}"),
    ];
    let story = live("settings", steps);
    story.assert_failed();
    assert_eq!(
        story.reason(),
        "step 7: nothing was remembered as {eta}, so nothing was done"
    );
    assert!(
        story
            .touched
            .iter()
            .all(|touched| !touched.action.contains("ETA"))
    );
}

#[test]
fn a_step_no_rule_can_judge_leaves_the_run_unjudged_unless_allowed() {
    let ask = || StepKind::Ask(Ask::new(Question::Verify, "it looks nice".into()));
    let story = live("settings", vec![launch("Settings"), ask()]);
    assert_eq!(story.report.verdict.outcome, Outcome::NotJudged);
    let program = Program::live(draft(vec![launch("Settings"), ask()]));
    let allowed = retap_replay::RunOptions {
        allow_not_judged: true,
        ..options()
    };
    run_program("settings", &program, &allowed).assert_passed();
}

#[test]
fn a_run_in_which_nothing_was_judged_does_not_pass() {
    let ask = StepKind::Ask(Ask::new(Question::Sentence, "be happy".into()));
    let program = Program::live(draft(vec![ask]));
    let allowed = retap_replay::RunOptions {
        allow_not_judged: true,
        ..options()
    };
    let story = run_program("settings", &program, &allowed);
    assert_eq!(story.report.verdict.outcome, Outcome::NotJudged);
}

#[test]
fn keys_have_modifiers_in_titles() {
    let key = PressKey {
        key: Key::from_word("l").unwrap(),
        modifiers: vec![retap_model::device::Modifier::Command],
    };
    assert_eq!(StepKind::PressKey(key).title(), "press_key l+command");
}
