//! How a kind of step is declared: [`step_kind!`] its struct, fields and verbs, [`answers!`] what holds of all its steps.

use super::field::{Field, FieldVisitor, FileKind, Value};
use super::{Target, Verb};

/// The part of a kind that [`step_kind!`] writes from its declaration.
pub trait DeclaredStep {
    /// Returns the verbs, the usual one first.
    fn verbs(&self) -> &'static [Verb];

    /// Shows every field to `visitor`, which may read or change it.
    ///
    /// This is the only description of what the step holds: readers, writers, variables and
    /// documentation all go by it.
    fn fields(&mut self, visitor: &mut dyn FieldVisitor);
}

/// Declares a kind of step: a struct whose fields say how files have them, as in
/// `pub url: Phrase => Phrase(Field::new("url", "the address"))`, and its verbs.
///
/// What stands behind `=>` is a variant of [`Value`] with the [`Field`]; `TextField` is a target that is typed
/// into, and `OneOf` has fields of its own, of which one is chosen. A field without `=>` is in no file.
/// A kind without fields is its verb alone.
macro_rules! step_kind {
    (
        $(#[$meta:meta])*
        pub struct $name:ident {
            $($(#[$field_meta:meta])* pub $field:ident: $type:ty $(=> $value:ident$(($known:expr))?)?,)*
        }
        verbs: [$($verb:expr,)+]
    ) => {
        $(#[$meta])*
        pub struct $name {
            $($(#[$field_meta])* pub $field: $type,)*
        }

        super::declare::step_kind! {
            @declared $name, [$($verb,)+],
            fn fields(&mut self, visitor: &mut dyn super::FieldVisitor) {
                let _ = &visitor;
                $($(super::declare::show_field!(visitor, self.$field, $value $($known)?);)?)*
            }
        }
    };
    ($(#[$meta:meta])* pub struct $name:ident; verbs: [$($verb:expr,)+]) => {
        $(#[$meta])*
        pub struct $name;

        super::declare::step_kind! {
            @declared $name, [$($verb,)+],
            fn fields(&mut self, visitor: &mut dyn super::FieldVisitor) {
                visitor.field(&super::field::SWITCH, super::Value::Nothing);
            }
        }
    };
    (@declared $name:ident, [$($verb:expr,)+], $fields:item) => {
        impl $name {
            pub(super) const VERBS: &[super::Verb] = &[$($verb,)+];
        }

        impl super::declare::DeclaredStep for $name {
            fn verbs(&self) -> &'static [super::Verb] {
                Self::VERBS
            }

            $fields
        }
    };
}

/// Shows one field of a declaration to a visitor.
macro_rules! show_field {
    ($visitor:ident, $place:expr, OneOf) => {
        $place.fields($visitor)
    };
    ($visitor:ident, $place:expr, TextField $known:expr) => {
        super::declare::show_text_field($visitor, &$known, &mut $place)
    };
    ($visitor:ident, $place:expr, $value:ident $known:expr) => {
        super::declare::show($visitor, &$known, super::Value::$value(&mut $place))
    };
}

/// Writes answers of a [`StepDefinition`](super::StepDefinition) that are one word each.
macro_rules! answers {
    ($($question:ident: $answer:tt),* $(,)?) => {
        $(super::declare::answer! { $question: $answer })*
    };
}

/// Writes one answer.
macro_rules! answer {
    (nature: $nature:ident) => {
        fn nature(&self) -> super::Nature {
            super::Nature::$nature
        }
    };
    (proven_by: $proof:ident) => {
        fn proof(&self) -> super::ProvenBy {
            super::ProvenBy::$proof
        }
    };
    (acts_on: $target:ident) => {
        fn acted_target(&self) -> Option<&super::Target> {
            (&self.$target).into()
        }
    };
    (awaits: $target:ident) => {
        fn awaited_target(&self) -> Option<&super::Target> {
            Some(&self.$target)
        }
    };
    (named_by: ($($phrase:tt)+)) => {
        fn label(&self) -> Option<&crate::phrase::Phrase> {
            Some(&self.$($phrase)+)
        }
    };
    (named_by: $phrase:ident) => {
        super::declare::answer! { named_by: ($phrase) }
    };
    (effect: $effect:ident) => {
        fn expected_effect(&self) -> super::TouchEffect {
            self.$effect
        }
    };
    (compiled_as: None) => {
        fn compiled_action(&self) -> Option<crate::program::CompiledAction> {
            None
        }
    };
    (compiled_as: $action:ident) => {
        fn compiled_action(&self) -> Option<crate::program::CompiledAction> {
            Some(crate::program::CompiledAction::$action)
        }
    };
    (is_unproven_at_first: $answer:literal) => {
        fn is_unproven_on(&self, _: &crate::screen::Screen) -> bool {
            $answer
        }
    };
    (has_own_form: $answer:literal) => {
        fn has_own_form(&self) -> bool {
            $answer
        }
    };
    (asserts: $answer:literal) => {
        fn asserts(&self) -> bool {
            $answer
        }
    };
    (branches: [$($branch:ident),+]) => {
        fn branches(&self) -> Vec<&Vec<super::Step>> {
            vec![$(&self.$branch),+]
        }

        fn branches_mut(&mut self) -> Vec<&mut Vec<super::Step>> {
            vec![$(&mut self.$branch),+]
        }
    };
}

pub(super) use {answer, answers, show_field, step_kind};

/// Shows a field to a visitor whose kind of files has it.
pub(super) fn show(visitor: &mut dyn FieldVisitor, field: &Field, value: Value<'_>) {
    if !field.is_compiled_only || visitor.form() == FileKind::Compiled {
        visitor.field(field, value);
    }
}

/// Shows a target that is typed into. Skills do not say that it is a field, so it is noted here.
pub(super) fn show_text_field(
    visitor: &mut dyn FieldVisitor,
    field: &Field,
    target: &mut Option<Target>,
) {
    visitor.field(field, Value::OptionalTarget(target));
    if let (FileKind::Skill, Some(target)) = (visitor.form(), target) {
        target.role = target.role.for_text();
    }
}
