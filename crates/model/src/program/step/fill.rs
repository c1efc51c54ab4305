//! Filling in a form: text, files, switches, choices.

use crate::phrase::Phrase;
use crate::screen::Screen;
use crate::secret::{MASK, is_secret_label};
use crate::verify::{Property, judge};

use super::{Claim, Field, StateClaim, StepDefinition, Target, Verb, answers, quoted, step_kind};

const TEXT: Field = Field::new("text").example("type: { text: \"hello\", into: \"Email\" }");

step_kind! {
    /// Types text.
    pub struct TypeText {
        /// The text, exactly.
        pub text: Phrase => Typed(TEXT),
        /// The field to touch first; without it, the field that has the focus.
        pub into: Option<Target> => TextField("into"),
    }
    verbs: [
        Verb::new::<Self>("type", "Types text")
            .in_skills("type: \"hello\"")
            .main("text"),
    ]
}

impl StepDefinition for TypeText {
    answers! { acts_on: into, named_by: text, is_unproven_at_first: true }

    fn title(&self) -> String {
        let Some(field) = &self.into else {
            return format!("{} {}", self.verb(), quoted(&self.text));
        };
        let text = match is_secret_label(&field.label.source()) {
            true => MASK.to_owned(),
            false => quoted(&self.text),
        };
        format!("{} {text} into {}", self.verb(), field.title())
    }

    fn typed_text(&self) -> Option<&Phrase> {
        Some(&self.text)
    }
}

step_kind! {
    /// Empties a field.
    pub struct ClearField {
        /// The field to touch first; without it, the field that has the focus.
        pub field: Option<Target> => TextField(Field::new("field").wire("into")),
    }
    verbs: [
        Verb::new::<Self>("clear", "Empties a field")
            .in_skills("clear: \"Search\"")
            .main("field")
            .bare(),
    ]
}

impl StepDefinition for ClearField {
    answers! { acts_on: field, is_unproven_at_first: true }

    fn title(&self) -> String {
        match &self.field {
            Some(field) => format!("{} {}", self.verb(), field.title()),
            None => format!("{} the field that has the focus", self.verb()),
        }
    }
}

step_kind! {
    /// Puts one or several files into a field that takes files, in place of what it holds.
    pub struct Upload {
        /// The field, or what opens the choice of a file.
        pub target: Target => Own("target"),
        /// The file; several have semicolons between them.
        pub file: Phrase => Typed("file"),
    }
    verbs: [
        Verb::new::<Self>("upload", "Puts files into a field that takes files")
            .in_skills("upload: { label: \"Photo\", file: \"cat.png\" }"),
    ]
}

impl StepDefinition for Upload {
    answers! { acts_on: target }

    fn title(&self) -> String {
        let (file, target) = (quoted(&self.file), self.target.title());
        format!("{} {file} into {target}", self.verb())
    }
}

step_kind! {
    /// Brings a switch or box into a state; nothing is touched where it is in it already.
    pub struct SetChecked {
        /// The switch or box.
        pub target: Target => Own("target"),
        /// Whether it is on afterwards.
        pub is: bool => State(Field::new("is").compiled_only()),
    }
    // Compiled files have `check` for the proof of claims, so they need a word that skills do not have.
    verbs: [
        Verb::new::<Self>("set_checked", "Turns a switch or box on or off"),
        Verb::of("check", "Turns a switch or box on, if it is off", || Self::blank(true).into())
            .in_skills("check: \"Remember me\"")
            .main("label"),
        Verb::of("uncheck", "Turns a switch or box off, if it is on", || Self::blank(false).into())
            .in_skills("uncheck: \"Remember me\"")
            .main("label"),
    ]
}

impl SetChecked {
    fn blank(is: bool) -> Self {
        let target = Target::default();
        Self { target, is }
    }

    fn own_verb(&self) -> &'static Verb {
        match self.is {
            true => &Self::VERBS[1],
            false => &Self::VERBS[2],
        }
    }

    /// Returns what must hold of this control afterwards.
    pub fn claim(&self, target: Target) -> Claim {
        Claim::State(StateClaim {
            target,
            property: Property::Checked,
            is: self.is,
        })
    }
}

impl StepDefinition for SetChecked {
    answers! { nature: Touch, acts_on: target }

    fn answers_to(&self, verb: &str) -> bool {
        [self.verb(), self.own_verb().name].contains(&verb)
    }

    fn skill_verb(&self) -> Option<&'static Verb> {
        Some(self.own_verb())
    }

    fn title(&self) -> String {
        format!("{} {}", self.own_verb().name, self.target.title())
    }

    fn is_unproven_on(&self, first: &Screen) -> bool {
        !judge(&self.claim(self.target.clone()), first).holds
    }
}

step_kind! {
    /// Chooses an option by its text; nothing is touched where the field holds it already.
    pub struct Select {
        /// The field that opens the list.
        pub target: Target => Own("target"),
        /// The option, letter for letter.
        pub option: Phrase => Phrase("option"),
    }
    verbs: [
        Verb::new::<Self>("select", "Chooses an option of a drop-down list")
            .in_skills("select: { label: \"Country\", option: \"Japan\" }"),
    ]
}

impl StepDefinition for Select {
    answers! { nature: Touch, acts_on: target, is_unproven_at_first: true }

    fn title(&self) -> String {
        let (option, field) = (quoted(&self.option), self.target.title());
        format!("{} {option} in {field}", self.verb())
    }
}
