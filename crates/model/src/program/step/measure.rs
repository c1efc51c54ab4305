//! Timing how long the screen takes to answer an act.

use std::time::Duration;

use crate::phrase::Phrase;
use crate::screen::Screen;
use crate::select::is_shown;

use super::definition::{StepDefinition, Verb, option, quoted};
use super::field::{Field, FieldVisitor, Value};
use super::{PressKey, Target};

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

/// Times how long the screen takes to answer an act; the clock starts when the act is sent.
#[derive(Debug, Clone, PartialEq)]
pub struct Measure {
    /// What is done.
    pub act: Measured,
    /// What ends the measurement.
    pub until: Target,
    /// The most it may take; the run's default when not said.
    pub max: Option<Duration>,
    /// What to call the figure.
    pub name: Option<String>,
}

impl Measure {
    pub(super) const VERBS: &[Verb] = &[Verb::new(
        "measure",
        "Times how long the screen takes to answer an act",
        || Self::blank().into(),
    )
    .in_skills("measure: { tap: \"Go\", until: \"Done\", max: 5, name: \"go\" }")];

    fn blank() -> Self {
        Self {
            act: Measured::Tap(Target::default()),
            until: Target::default(),
            max: None,
            name: None,
        }
    }
}

const TAP: Field = Field::new("tap", "what to touch");
const LAUNCH: Field = Field::new("launch", "the app to open");
const PRESS_KEY: Field = Field::new("press_key", "the key to press");
const UNTIL: Field = Field::new("until", "what ends the measurement")
    .example("measure: { tap: \"Go\", until: \"Done\", max: 5 }");
const MAX: Field = Field::new("max", "the most seconds it may take").wire("maxMs");
const NAME: Field = Field::new("name", "what to call the figure");

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
    fn fields(&mut self, visitor: &mut dyn FieldVisitor) {
        self.act.fields(visitor);
        visitor.field(&UNTIL, Value::Target(&mut self.until));
        visitor.field(&MAX, Value::OptionalDuration(&mut self.max));
        visitor.field(&NAME, Value::Caption(&mut self.name));
    }

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
