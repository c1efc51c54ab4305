//! Timing how long the screen takes to answer an act.

use std::time::Duration;

use crate::phrase::Phrase;
use crate::screen::Screen;
use crate::select::is_shown;

use super::{
    Field, FieldVisitor, Launch, PressKey, StepDefinition, StepKind, Tap, Target, Value, Verb,
    option, quoted, step_kind,
};

/// The act whose effect is timed.
#[derive(Debug, Clone, PartialEq)]
pub enum Measured {
    /// A touch.
    Tap(Target),
    /// A launch.
    Launch(Phrase),
    /// A key.
    PressKey(PressKey),
}

impl Measured {
    /// Returns the act as a step of its own.
    pub fn step(&self) -> StepKind {
        match self.clone() {
            Self::Tap(target) => Tap {
                target,
                ..Tap::default()
            }
            .into(),
            Self::Launch(app) => Launch { app }.into(),
            Self::PressKey(press) => press.into(),
        }
    }
}

step_kind! {
    /// Times how long the screen takes to answer an act; the clock starts when the act is sent.
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct Measure {
        /// The act.
        pub act: Measured => OneOf,
        /// The element whose appearance ends the measurement.
        pub until: Target => Target(UNTIL),
        /// The most it may take; the run's default when not said.
        pub max: Option<Duration> => OptionalDuration(MAX),
        /// The name of the figure.
        pub name: Option<String> => Caption(Field::new("name", "what to call the figure")),
    }
    verbs: [
        Verb::new::<Self>("measure", "Times how long the screen takes to answer an act")
            .in_skills("measure: { tap: \"Go\", until: \"Done\", max: 5, name: \"go\" }"),
    ]
}

const TAP: Field = Field::new("tap", "what to touch");
const LAUNCH: Field = Field::new("launch", "the app to open");
const PRESS_KEY: Field = Field::new("press_key", "the key to press");
const UNTIL: Field = Field::new("until", "what ends the measurement")
    .example("measure: { tap: \"Go\", until: \"Done\", max: 5 }");
const MAX: Field = Field::new("max", "the most seconds it may take").wire("maxMs");

impl Default for Measured {
    fn default() -> Self {
        Self::Tap(Target::default())
    }
}

impl Measured {
    const KEYS: &[&str] = &[TAP.name, LAUNCH.name, PRESS_KEY.name];

    const fn key(&self) -> &'static str {
        match self {
            Self::Tap(_) => TAP.name,
            Self::Launch(_) => LAUNCH.name,
            Self::PressKey(_) => PRESS_KEY.name,
        }
    }

    fn fields(&mut self, visitor: &mut dyn FieldVisitor) {
        let chosen = visitor.choose(Self::KEYS, self.key());
        if chosen != self.key() {
            *self = match chosen {
                "launch" => Self::Launch(Phrase::default()),
                "press_key" => Self::PressKey(PressKey::default()),
                _ => Self::Tap(Target::default()),
            };
        }
        match self {
            Self::Tap(target) => visitor.field(&TAP, Value::Target(target)),
            Self::Launch(app) => visitor.field(&LAUNCH, Value::Phrase(app)),
            Self::PressKey(press) => visitor.field(&PRESS_KEY, Value::Key(press)),
        }
    }

    fn title(&self) -> String {
        match self {
            Self::Tap(target) => format!("tap {}", target.title()),
            Self::Launch(app) => format!("launch {}", quoted(app)),
            Self::PressKey(key) => format!("press_key {}", key.combination()),
        }
    }
}

impl StepDefinition for Measure {
    fn label(&self) -> Option<&Phrase> {
        None
    }

    fn label_text(&self) -> Option<String> {
        self.name.clone()
    }

    fn title(&self) -> String {
        let name = self.name.as_ref().map(|name| format!(" {name}:"));
        format!(
            "{}{} {} until {}{}",
            self.verb(),
            name.unwrap_or_default(),
            self.act.title(),
            self.until.title(),
            option("max", self.max)
        )
    }

    fn acted_target(&self) -> Option<&Target> {
        match &self.act {
            Measured::Tap(target) => Some(target),
            Measured::Launch(_) | Measured::PressKey(_) => None,
        }
    }

    fn is_unproven_on(&self, first: &Screen) -> bool {
        is_shown(first, &self.until).is_none()
    }
}
