//! Timing how long the screen takes to answer an act.

use std::time::Duration;

use crate::phrase::Phrase;
use crate::screen::Screen;
use crate::select::is_shown;

use super::declare::choice;
use super::{
    Field, Launch, PressKey, StepDefinition, StepKind, Tap, Target, Verb, option, quoted, step_kind,
};

const UNTIL: Field =
    Field::new("until").example("measure: { tap: \"Go\", until: \"Done\", max: 5 }");

choice! {
    /// The act whose effect is timed.
    #[derive(Debug, Clone, PartialEq)]
    pub enum Measured {
        /// A touch.
        Tap(Target) => Target("tap"),
        /// A launch.
        Launch(Phrase) => Phrase("launch"),
        /// A key.
        PressKey(PressKey) => Key("press_key"),
    }
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

    fn title(&self) -> String {
        match self {
            Self::Tap(target) => format!("tap {}", target.title()),
            Self::Launch(app) => format!("launch {}", quoted(app)),
            Self::PressKey(key) => format!("press_key {}", key.combination()),
        }
    }
}

step_kind! {
    /// Times how long the screen takes to answer an act; the clock starts when the act is sent.
    pub struct Measure {
        /// The act.
        pub act: Measured => OneOf,
        /// The element whose appearance ends the measurement.
        pub until: Target => Target(UNTIL),
        /// The most it may take; the run's default when not said.
        pub max: Option<Duration> => OptionalDuration(Field::new("max").wire("maxMs")),
        /// The name of the figure.
        pub name: Option<String> => Caption("name"),
    }
    verbs: [
        Verb::new::<Self>("measure", "Times how long the screen takes to answer an act")
            .in_skills("measure: { tap: \"Go\", until: \"Done\", max: 5, name: \"go\" }"),
    ]
}

impl Default for Measured {
    fn default() -> Self {
        Self::Tap(Target::default())
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
