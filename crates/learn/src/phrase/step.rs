//! Which step each verb of the tables is: one row a verb.

use std::fmt;
use std::time::Duration;

use retap_model::device::{Key, NetworkMode};
use retap_model::geometry::Direction;
use retap_model::phrase::Phrase;
use retap_model::program::{
    Ask, Back, Check, ClearField, Condition, DoubleTap, Drag, Edge, HideKeyboard, Home, Hover,
    Launch, LongPress, Matching, Measure, Measured, OpenUrl, Pause, Presence, PressKey,
    PullToRefresh, Question, Remember, Repeat, ResetApp, RestartApp, RightClick, Rounds,
    Screenshot, ScrollTo, ScrollToEdge, Select, SetChecked, SetNetwork, Shake, StepKind, Stroke,
    Swipe, SwitchTarget, Tap, Target, Test, TouchEffect, TypeText, Upload, WaitFor, WantedRole,
};
use retap_model::screen::Role;
use retap_model::seen::is_blank;

use super::claim::{
    Expected, by_letter, expect_changed, expect_count, expect_presence, expect_screen,
    expect_state, shown,
};
use super::intent::Intent;
use super::slot::Slot;
use super::{Clause, Reading, is_negated};
use crate::source::{Unit, parse_duration};

/// How long a sentence such as "wait until …" waits when it does not say.
const WAIT_UNTIL: Duration = Duration::from_secs(15);

/// The verb the phrases of a section ask for.
pub(super) struct Verb {
    /// The name tables use; every table has each.
    pub(super) name: &'static str,
    /// Where its sentences stand.
    pub(super) part: Part,
    /// Whether a sentence with a negation outside its quotes can mean this.
    pub(super) may_negate: bool,
    step: fn(&Intent, &Reading<'_>) -> Option<StepKind>,
}

/// Where sentences with a verb may stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// In a skill, or a `do` of a scenario.
    Act,
    /// In a skill, or a `then` of a scenario.
    Expectation,
    /// In a skill, with steps below it.
    Block,
}

impl Verb {
    /// Returns the verb of this name.
    pub(super) fn from_name(name: &str) -> Option<&'static Self> {
        VERBS.iter().find(|verb| verb.name == name)
    }

    /// Returns whether its sentences stand in `clause`.
    pub(super) fn stands_in(&self, clause: Clause) -> bool {
        match clause {
            Clause::Do => self.part == Part::Act,
            Clause::Then => self.part == Part::Expectation,
            Clause::Step => true,
        }
    }

    const fn negated(mut self) -> Self {
        self.may_negate = true;
        self
    }
}

impl PartialEq for Verb {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl fmt::Debug for Verb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

type ToStep = fn(&Intent, &Reading<'_>) -> Option<StepKind>;

const fn verb(name: &'static str, part: Part, step: ToStep) -> Verb {
    Verb {
        name,
        part,
        may_negate: false,
        step,
    }
}

const fn act(name: &'static str, step: ToStep) -> Verb {
    verb(name, Part::Act, step)
}

const fn expectation(name: &'static str, step: ToStep) -> Verb {
    verb(name, Part::Expectation, step)
}

const fn block(name: &'static str, step: ToStep) -> Verb {
    verb(name, Part::Block, step)
}

/// Every verb; a new one is a row here and a section in each table.
#[rustfmt::skip]
pub(super) static VERBS: &[Verb] = &[
    act("launch", |it, reading| Some(StepKind::Launch(Launch { app: app(it, reading)? }))),
    act("stop", |it, reading| Some(StepKind::ResetApp(ResetApp { app: app(it, reading)? }))),
    act("restart", |it, reading| Some(StepKind::RestartApp(RestartApp { app: app(it, reading)? }))),
    act("tap", |it, reading| touch(it, reading, |target| StepKind::Tap(Tap { target, effect: effect(it), ..Tap::default() }))),
    act("tap-containing", |it, reading| touch(it, reading, |target| StepKind::Tap(Tap { target: containing(target), ..Tap::default() }))),
    act("hover", |it, reading| touch(it, reading, |target| StepKind::Hover(Hover { target, effect: effect(it) }))),
    act("right-click", |it, reading| touch(it, reading, |target| StepKind::RightClick(RightClick { target, effect: effect(it) }))),
    act("long-press", |it, reading| touch(it, reading, |target| StepKind::LongPress(LongPress { target, duration: it.duration(Unit::Milliseconds) }))),
    act("double-tap", |it, reading| touch(it, reading, |target| StepKind::DoubleTap(DoubleTap { target }))),
    act("check", |it, reading| touch(it, reading, |target| StepKind::SetChecked(SetChecked { target, is: true }))),
    act("uncheck", |it, reading| touch(it, reading, |target| StepKind::SetChecked(SetChecked { target, is: false }))),
    act("select", select),
    act("drag", |it, _| Some(StepKind::Drag(Drag { from: it.target()?, to: it.second_target()? }))),
    act("type", |it, _| type_text(it)),
    act("upload", |it, reading| touch(it, reading, |target| StepKind::Upload(Upload { target, file: it.phrase_of(Slot::Input).unwrap_or_default() }))),
    act("clear", |it, _| Some(StepKind::Clear(ClearField { field: field(it) }))),
    act("scroll", |it, _| Some(swipe(it, it.direction()?.opposite()))),
    act("swipe", |it, _| Some(swipe(it, it.direction()?))),
    act("pull-to-refresh", |_, _| Some(StepKind::PullToRefresh(PullToRefresh))),
    act("scroll-to-find", |it, reading| scroll_to(it, reading, it.direction().unwrap_or(Direction::Down).opposite())),
    act("swipe-to-find", |it, reading| scroll_to(it, reading, it.direction()?)),
    act("scroll-to-top", |_, _| Some(StepKind::ScrollToEdge(ScrollToEdge { edge: Edge::Top }))),
    act("scroll-to-bottom", |_, _| Some(StepKind::ScrollToEdge(ScrollToEdge { edge: Edge::Bottom }))),
    act("hide-keyboard", |_, _| Some(StepKind::HideKeyboard(HideKeyboard))).negated(),
    act("key", |it, _| key(it.text(Slot::Key)?)),
    act("press", |it, _| PressKey::parse(it.text(Slot::Combination)?).map(StepKind::PressKey)),
    act("wait-minutes", |it, _| pause(it, "min")),
    act("wait-seconds", |it, _| pause(it, "s")),
    act("wait-milliseconds", |it, _| pause(it, "ms")),
    act("wait-until-shown", wait_until_shown),
    act("wait-until-gone", wait_until_gone).negated(),
    act("screenshot", |it, _| Some(StepKind::Screenshot(Screenshot { label: it.phrase_of(Slot::Text)? }))),
    act("shake", |_, _| Some(StepKind::Shake(Shake))),
    act("open-url", |it, _| Some(StepKind::OpenUrl(OpenUrl { url: free_text(it)? }))).negated(),
    act("network", |it, _| Some(StepKind::SetNetwork(SetNetwork { mode: NetworkMode::from_word(it.text(Slot::Network)?)? }))),
    act("switch-target", |it, _| Some(StepKind::Target(SwitchTarget { name: it.phrase_of(Slot::Text)? }))),
    act("remember", |it, _| Some(remember(it))).negated(),
    act("measure", |it, _| measure(it)).negated(),
    act("judge", |it, _| ask(it, Question::Verify)).negated(),
    act("summarize", |it, _| ask(it, Question::Summarize)).negated(),
    act("ask", |it, _| ask(it, Question::Sentence)).negated(),
    expectation("shown", |it, reading| expect_presence(it, reading, it.targets(), Presence::Visible)),
    expectation("hidden", |it, reading| expect_presence(it, reading, it.targets(), Presence::NotVisible)).negated(),
    expectation("out-of-view", |it, reading| expect_presence(it, reading, it.targets(), Presence::NotInView)).negated(),
    expectation("containing", |it, reading| expect_presence(it, reading, all_containing(it), Presence::Visible)),
    expectation("not-containing", |it, reading| expect_presence(it, reading, all_containing(it), Presence::NotVisible)).negated(),
    expectation("changed", expect_changed).negated(),
    expectation("state", |it, reading| expect_state(it, reading, Expected::State)),
    expectation("state-not", |it, reading| expect_state(it, reading, Expected::Opposite)).negated(),
    expectation("count-at-least", expect_count),
    expectation("screen-shown", |it, reading| expect_screen(it, reading, Presence::Visible)),
    expectation("screen-hidden", |it, reading| expect_screen(it, reading, Presence::NotVisible)).negated(),
    block("if-shown", |it, _| condition(it, Presence::Visible)),
    block("if-hidden", |it, _| condition(it, Presence::NotVisible)).negated(),
    block("repeat-while", |it, _| repeat(it, Rounds::WhileVisible(it.target()?))).negated(),
    block("repeat-until", |it, _| repeat(it, Rounds::UntilVisible(it.target()?))).negated(),
    block("repeat-times", |it, _| repeat(it, Rounds::Times(it.count(Slot::Count)?))),
];

impl Intent {
    /// Returns the step it is; nothing where the file leaves open what the sentence needs to know.
    pub fn step(&self, reading: &Reading<'_>) -> Option<StepKind> {
        (self.verb.step)(self, reading)
    }
}

/// Returns a question somebody must answer.
pub(super) fn question(question: Question, sentence: &str) -> StepKind {
    StepKind::Ask(Ask {
        may_be_recorded: !is_negated(sentence),
        ..Ask::new(question, Phrase::of_sentence(sentence))
    })
}

/// Returns a question with what its words may well mean.
pub(super) fn guess(question: Question, sentence: &str, kind: StepKind) -> StepKind {
    StepKind::Ask(Ask {
        guess: Some(Box::new(kind)),
        may_be_recorded: !is_negated(sentence),
        ..Ask::new(question, Phrase::of_sentence(sentence))
    })
}

/// Returns `kind`, or it as a guess where the words only describe what is meant.
fn certain_or_guess(it: &Intent, reading: &Reading<'_>, kind: StepKind) -> StepKind {
    match it.is_literal() || reading.strict {
        true => kind,
        false => guess(Question::Do, &it.sentence, kind),
    }
}

fn touch(
    it: &Intent,
    reading: &Reading<'_>,
    kind: impl FnOnce(Target) -> StepKind,
) -> Option<StepKind> {
    let kind = kind(by_letter(it.target()?, reading));
    Some(certain_or_guess(it, reading, kind))
}

fn select(it: &Intent, reading: &Reading<'_>) -> Option<StepKind> {
    let option = it.phrase_of(Slot::Input).filter(|it| !it.is_empty())?;
    touch(it, reading, |target| {
        StepKind::Select(Select { target, option })
    })
}

fn all_containing(it: &Intent) -> Vec<Target> {
    it.targets().into_iter().map(containing).collect()
}

fn containing(target: Target) -> Target {
    Target {
        matching: Matching::Contains,
        ..target
    }
}

fn app(it: &Intent, reading: &Reading<'_>) -> Option<Phrase> {
    let app = it.phrase_of(Slot::App).or_else(|| reading.app.clone());
    app.filter(|app| !is_blank(&app.source()))
}

fn effect(it: &Intent) -> TouchEffect {
    let word = it.text(Slot::Effect);
    word.and_then(TouchEffect::from_word).unwrap_or_default()
}

/// Returns the field that takes the text, as the kind of file marks it.
fn field(it: &Intent) -> Option<Target> {
    let field = it.field().or_else(|| it.target())?;
    Some(match it.clause {
        Clause::Step => Target {
            role: field.role.for_text(),
            ..field
        },
        Clause::Do | Clause::Then => Target {
            role: WantedRole::Only(field.role.only().unwrap_or(Role::TextField)),
            ..field
        },
    })
}

/// To type nothing is to empty the field, where the author can say so in no other way.
fn type_text(it: &Intent) -> Option<StepKind> {
    let text = it.phrase_of(Slot::Input)?;
    let is_emptying = text.is_empty() && it.clause != Clause::Step;
    Some(match is_emptying {
        true => StepKind::Clear(ClearField { field: field(it) }),
        false => StepKind::Type(TypeText {
            text,
            into: field(it),
        }),
    })
}

/// Returns how far and fast a finger goes; a skill leaves that to the device.
fn stroke(it: &Intent) -> Option<Stroke> {
    (it.clause != Clause::Step).then_some(Stroke::DEFAULT)
}

fn swipe(it: &Intent, finger: Direction) -> StepKind {
    StepKind::Swipe(Swipe {
        direction: finger,
        stroke: stroke(it),
    })
}

fn scroll_to(it: &Intent, reading: &Reading<'_>, finger: Direction) -> Option<StepKind> {
    Some(StepKind::ScrollTo(ScrollTo {
        target: by_letter(it.target()?, reading),
        direction: finger,
        max: it.count(Slot::Max).unwrap_or(ScrollTo::DEFAULT_MAX),
        stroke: stroke(it),
    }))
}

fn key(name: &str) -> Option<StepKind> {
    Some(match name {
        "home" => StepKind::Home(Home),
        "back" => StepKind::Back(Back),
        name => StepKind::PressKey(PressKey {
            key: Key::from_word(name)?,
            modifiers: Vec::new(),
        }),
    })
}

fn pause(it: &Intent, unit: &str) -> Option<StepKind> {
    let time = format!("{}{unit}", it.text(Slot::Number)?);
    let duration = parse_duration(&time, Unit::Seconds)?;
    Some(StepKind::Pause(Pause { duration }))
}

fn wait_until_shown(it: &Intent, reading: &Reading<'_>) -> Option<StepKind> {
    let target = by_letter(it.target()?, reading);
    let timeout = it.duration(Unit::Seconds);
    Some(match it.clause {
        Clause::Step => StepKind::WaitFor(WaitFor { target, timeout }),
        Clause::Do | Clause::Then => {
            certain_or_guess(it, reading, wait_for(target, Presence::Visible, timeout))
        }
    })
}

/// A thing that is only described may go by another name, so its absence proves nothing.
fn wait_until_gone(it: &Intent, reading: &Reading<'_>) -> Option<StepKind> {
    if !it.is_literal() && !reading.strict {
        return Some(question(Question::Do, &it.sentence));
    }
    let target = by_letter(it.target()?, reading);
    let timeout = it.duration(Unit::Seconds);
    Some(wait_for(target, Presence::NotVisible, timeout))
}

fn wait_for(target: Target, presence: Presence, limit: Option<Duration>) -> StepKind {
    StepKind::Check(Check {
        claims: vec![shown(target, presence)],
        within: Some(limit.unwrap_or(WAIT_UNTIL)),
        is_fingerprint: false,
    })
}

fn free_text(it: &Intent) -> Option<Phrase> {
    it.phrase_of(Slot::Rest)
        .or_else(|| it.phrase_of(Slot::Text))
}

fn ask(it: &Intent, question: Question) -> Option<StepKind> {
    Some(StepKind::Ask(Ask::new(question, free_text(it)?)))
}

fn remember(it: &Intent) -> StepKind {
    StepKind::Remember(Remember {
        text: it.phrase_of(Slot::Rest).unwrap_or_default(),
        name: it.text(Slot::Variable).map(str::to_owned),
        from: it.target(),
    })
}

fn measure(it: &Intent) -> Option<StepKind> {
    let act = match (it.phrase_of(Slot::App), it.text(Slot::Combination)) {
        (Some(app), _) => Measured::Launch(app),
        (None, Some(keys)) => Measured::PressKey(PressKey::parse(keys)?),
        (None, None) => Measured::Tap(it.target()?),
    };
    Some(StepKind::Measure(Measure {
        act,
        until: it.second_target()?,
        max: it.duration(Unit::Seconds),
        name: it.text(Slot::Figure).map(str::to_owned),
    }))
}

/// Returns a condition whose steps are still to come.
fn condition(it: &Intent, presence: Presence) -> Option<StepKind> {
    let target = it.target()?;
    Some(StepKind::Condition(Condition {
        test: Test { target, presence },
        then: Vec::new(),
        otherwise: Vec::new(),
    }))
}

/// Returns a loop whose steps are still to come.
fn repeat(it: &Intent, rounds: Rounds) -> Option<StepKind> {
    Some(StepKind::Repeat(Repeat {
        rounds,
        max: it.count(Slot::Max)?,
        steps: Vec::new(),
    }))
}
