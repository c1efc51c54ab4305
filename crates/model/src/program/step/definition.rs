//! The questions every kind of step answers; a kind answers itself where the usual answer is wrong.

use std::time::Duration;

use crate::phrase::Phrase;
use crate::program::CompiledAction;
use crate::screen::Screen;
use crate::select::is_shown;

use super::declare::DeclaredStep;
use super::field::{StepPart, for_each_part, skill_keys};
use super::{Step, StepKind, Target, TouchEffect};

/// One word for a kind of step, and how a skill writes it.
#[derive(Debug, Clone, Copy)]
pub struct Verb {
    /// The word in files, reports and documentation.
    pub name: &'static str,
    /// One sentence that says what the step does.
    pub summary: &'static str,
    /// Returns a step of this verb that says nothing yet, for a reader to fill.
    pub blank: fn() -> StepKind,
    /// How a skill writes it; `None` where a skill has no words for it.
    pub example: Option<&'static str>,
    /// The key that a single value behind the verb stands for.
    pub main: Option<&'static str>,
    /// Whether the verb may stand alone.
    pub may_be_bare: bool,
}

impl Verb {
    /// Returns a verb that no skill has words for; a step of it that says nothing yet is the usual one.
    pub(super) const fn new<T: Default + Into<StepKind>>(
        name: &'static str,
        summary: &'static str,
    ) -> Self {
        Self::of(name, summary, || T::default().into())
    }

    /// Returns a verb that no skill has words for, with the step of it that says nothing yet.
    pub(super) const fn of(
        name: &'static str,
        summary: &'static str,
        blank: fn() -> StepKind,
    ) -> Self {
        Self {
            name,
            summary,
            blank,
            example: None,
            main: None,
            may_be_bare: false,
        }
    }

    /// Returns a verb that stands alone, as in `- back`.
    pub(super) const fn alone<T: Default + Into<StepKind>>(
        name: &'static str,
        summary: &'static str,
    ) -> Self {
        Self::new::<T>(name, summary)
            .in_skills(name)
            .main("on")
            .bare()
    }

    /// Lets skills write it as in `example`.
    pub(super) const fn in_skills(self, example: &'static str) -> Self {
        Self {
            example: Some(example),
            ..self
        }
    }

    /// Lets a single value behind the verb stand for the key `main`.
    pub(super) const fn main(self, main: &'static str) -> Self {
        Self {
            main: Some(main),
            ..self
        }
    }

    /// Lets the verb stand alone.
    pub(super) const fn bare(self) -> Self {
        Self {
            may_be_bare: true,
            ..self
        }
    }

    /// Returns the keys that a skill may give it.
    pub fn skill_keys(&self) -> Vec<&'static str> {
        skill_keys(|visitor| (self.blank)().fields(visitor))
    }
}

/// The proof that a step did what it says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProvenBy {
    /// A change of the screen; a learning run finds out which.
    ScreenChange,
    /// A state that the step itself reads back: the text of a field, the app in front, an element in view.
    Itself,
}

/// The role of a step for the device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nature {
    /// A pointer on one element.
    Touch,
    /// Any other input.
    Act,
    /// A movement of the page that changes nothing but what is in view.
    Scroll,
    /// A proof, or a wait for one, that sends nothing.
    Proof,
    /// A note of something that sends nothing and proves nothing.
    Record,
    /// A holder of other steps.
    Block,
    /// A question that no rule can decide.
    Question,
}

/// The questions that every kind of step answers.
pub trait StepDefinition: DeclaredStep {
    /// Returns the verb that stands for it in files, reports and documentation.
    fn definition(&self) -> &'static Verb {
        &self.verbs()[0]
    }

    /// Returns the word for this kind in files, reports and documentation.
    fn verb(&self) -> &'static str {
        self.definition().name
    }

    /// Returns whether `verb` stands for this very step; a kind may have more than one word.
    fn answers_to(&self, verb: &str) -> bool {
        self.verb() == verb
    }

    /// Returns what it is to the device.
    fn nature(&self) -> Nature {
        Nature::Act
    }

    /// Returns what proves it.
    fn proof(&self) -> ProvenBy {
        ProvenBy::Itself
    }

    /// Returns the verb by which a skill writes it; `None` where a skill has no words for it.
    fn skill_verb(&self) -> Option<&'static Verb> {
        Some(self.definition()).filter(|verb| verb.example.is_some())
    }

    /// Returns the words that name it in a compiled file.
    fn label(&self) -> Option<&Phrase> {
        self.acted_target().map(|target| &target.label)
    }

    /// Returns the label as a compiled file has it: variables by name, never by value.
    fn label_text(&self) -> Option<String> {
        self.label().map(Phrase::source)
    }

    /// Returns it in one line, as reports show it; secrets are masked.
    fn title(&self) -> String {
        let target = self.acted_target().map(Target::title);
        let words = target.or_else(|| self.label().map(quoted));
        let effect = self.expected_effect().title();
        match words.or_else(|| self.label_text()) {
            Some(words) => format!("{} {words}{effect}", self.verb()),
            None => self.verb().to_owned(),
        }
    }

    /// Returns the element it acts on.
    fn acted_target(&self) -> Option<&Target> {
        None
    }

    /// Returns where something is moved to.
    fn destination(&self) -> Option<&Target> {
        None
    }

    /// Returns the element that must come into view.
    fn awaited_target(&self) -> Option<&Target> {
        None
    }

    /// Returns the elements it picks: those it acts on, reads or brings into view. What it only proves is
    /// there for a reason.
    fn chosen_targets(&self) -> Vec<&Target> {
        self.acted_target()
            .into_iter()
            .chain(self.destination())
            .collect()
    }

    /// Returns what its author expects a touch to do.
    fn expected_effect(&self) -> TouchEffect {
        TouchEffect::Visible
    }

    /// Returns the text it types.
    fn typed_text(&self) -> Option<&Phrase> {
        None
    }

    /// Returns how a plain reader of compiled skills replays it; `None` for those it cannot.
    fn compiled_action(&self) -> Option<CompiledAction> {
        Some(CompiledAction::Passthrough)
    }

    /// Returns whether what proves it would be missing on `first`, the screen a program begins with.
    fn is_unproven_on(&self, first: &Screen) -> bool {
        let awaited = self.awaited_target();
        awaited.is_some_and(|target| is_shown(first, target).is_none())
    }

    /// Returns whether a compiled scenario may keep it as itself where no strategy says all of it.
    fn has_own_form(&self) -> bool {
        true
    }

    /// Returns whether its author proves something by it.
    fn asserts(&self) -> bool {
        false
    }

    /// Returns what its author must still say; an example of it.
    fn missing_words(&self) -> Option<&'static str> {
        None
    }

    /// Returns the nested steps, branch after branch in source order.
    fn branches(&self) -> Vec<&Vec<Step>> {
        Vec::new()
    }

    /// Returns the nested steps for change, branch after branch in source order.
    fn branches_mut(&mut self) -> Vec<&mut Vec<Step>> {
        Vec::new()
    }
}

impl dyn StepDefinition {
    /// Visits every phrase of this step itself, not of nested steps.
    pub fn phrases_mut(&mut self, visit: &mut dyn FnMut(&mut Phrase)) {
        for_each_part(self, &mut |part| match part {
            StepPart::Phrase(phrase) | StepPart::Typed(phrase) => visit(phrase),
            StepPart::Target(_) => {}
        });
    }

    /// Visits every phrase but the text that is typed, which names nothing.
    pub fn naming_phrases_mut(&mut self, visit: &mut dyn FnMut(&mut Phrase)) {
        for_each_part(self, &mut |part| match part {
            StepPart::Phrase(phrase) => visit(phrase),
            StepPart::Typed(_) | StepPart::Target(_) => {}
        });
    }

    /// Visits every target.
    pub fn targets_mut(&mut self, visit: &mut dyn FnMut(&mut Target)) {
        for_each_part(self, &mut |part| match part {
            StepPart::Target(target) => visit(target),
            StepPart::Phrase(_) | StepPart::Typed(_) => {}
        });
    }
}

/// Returns the words in quotes, as titles show them; secrets are masked.
pub(super) fn quoted(phrase: &Phrase) -> String {
    format!("\"{phrase}\"")
}

/// Returns a duration behind its word, as titles show it; nothing where there is none.
pub(super) fn option(word: &str, duration: Option<Duration>) -> String {
    duration
        .map(|duration| format!(" {word} {duration:?}"))
        .unwrap_or_default()
}
