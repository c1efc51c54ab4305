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
/// `pub url: Phrase => Phrase("url")`, its verbs, and its answers where [`answers!`] says all of them.
///
/// What stands behind `=>` is a variant of [`Value`] with the [`Field`]; `TextField` is a target that is typed
/// into, and `OneOf` has fields of its own, of which one is chosen. A field without `=>` is in no file.
/// A kind without fields is its verb alone. `for Kind;` is for a struct that is declared elsewhere and shows its
/// fields in its own way. `without Default` is for those whose blank step says something.
macro_rules! step_kind {
    (
        for $name:ident; $fields:item
        verbs: [$($verb:expr,)+] $(answers: { $($answer:tt)* })?
    ) => {
        impl $name {
            pub(super) const VERBS: &[super::Verb] = &[$($verb,)+];
        }

        impl super::declare::DeclaredStep for $name {
            fn verbs(&self) -> &'static [super::Verb] {
                Self::VERBS
            }

            $fields
        }

        $(impl super::StepDefinition for $name {
            super::declare::answers! { $($answer)* }
        })?
    };
    ($(#[$meta:meta])* pub struct $name:ident without Default $($rest:tt)+) => {
        super::declare::step_kind! { @struct [Debug, Clone, PartialEq] $(#[$meta])* $name $($rest)+ }
    };
    ($(#[$meta:meta])* pub struct $name:ident $($rest:tt)+) => {
        super::declare::step_kind! {
            @struct [Debug, Clone, PartialEq, Default] $(#[$meta])* $name $($rest)+
        }
    };
    (
        @struct [$($derive:ident),+] $(#[$meta:meta])* $name:ident {
            $($(#[$field_meta:meta])* pub $field:ident: $type:ty $(=> $value:ident$(($known:expr))?)?,)*
        }
        $($rest:tt)+
    ) => {
        $(#[$meta])*
        #[derive($($derive),+)]
        pub struct $name {
            $($(#[$field_meta])* pub $field: $type,)*
        }

        super::declare::step_kind! {
            for $name;
            fn fields(&mut self, visitor: &mut dyn super::FieldVisitor) {
                let _ = &visitor;
                $($(super::declare::show_field!(visitor, self.$field, $value $($known)?);)?)*
            }
            $($rest)+
        }
    };
    (@struct [$($derive:ident),+] $(#[$meta:meta])* $name:ident; $($rest:tt)+) => {
        $(#[$meta])*
        #[derive($($derive),+)]
        pub struct $name;

        super::declare::step_kind! {
            for $name;
            fn fields(&mut self, visitor: &mut dyn super::FieldVisitor) {
                super::declare::show(visitor, "on", super::Value::Nothing);
            }
            $($rest)+
        }
    };
}

/// Shows one field of a declaration to a visitor.
macro_rules! show_field {
    ($visitor:ident, $place:expr, OneOf) => {
        $place.fields($visitor)
    };
    ($visitor:ident, $place:expr, TextField $known:expr) => {
        super::declare::show_text_field($visitor, $known, &mut $place)
    };
    ($visitor:ident, $place:expr, $value:ident $known:expr) => {
        super::declare::show($visitor, $known, super::Value::$value(&mut $place))
    };
}

/// Declares an enum of which a file gives one variant: the one whose key it has.
macro_rules! choice {
    (
        $(#[$meta:meta])*
        pub enum $name:ident {
            $($(#[$variant_meta:meta])* $variant:ident($type:ty) => $value:ident($key:literal),)+
        }
    ) => {
        $(#[$meta])*
        pub enum $name {
            $($(#[$variant_meta])* $variant($type),)+
        }

        impl $name {
            fn fields(&mut self, visitor: &mut dyn super::FieldVisitor) {
                let current = match self {
                    $(Self::$variant(_) => $key,)+
                };
                let chosen = visitor.choose(&[$($key),+], current);
                $(if chosen == $key && chosen != current {
                    *self = Self::$variant(<$type>::default());
                })+
                match self {
                    $(Self::$variant(it) => {
                        super::declare::show(visitor, $key, super::Value::$value(it));
                    })+
                }
            }
        }
    };
}

/// Writes answers of a [`StepDefinition`](super::StepDefinition) that are one word each.
macro_rules! answers {
    (@ nature: $nature:ident) => {
        fn nature(&self) -> super::Nature {
            super::Nature::$nature
        }
    };
    (@ proven_by: $proof:ident) => {
        fn proof(&self) -> super::ProvenBy {
            super::ProvenBy::$proof
        }
    };
    (@ acts_on: $target:ident) => {
        fn acted_target(&self) -> Option<&super::Target> {
            (&self.$target).into()
        }
    };
    (@ awaits: $target:ident) => {
        fn awaited_target(&self) -> Option<&super::Target> {
            Some(&self.$target)
        }
    };
    (@ named_by: ($($phrase:tt)+)) => {
        fn label(&self) -> Option<&crate::phrase::Phrase> {
            Some(&self.$($phrase)+)
        }
    };
    (@ named_by: $phrase:ident) => {
        super::declare::answers! { @ named_by: ($phrase) }
    };
    (@ effect: $effect:ident) => {
        fn expected_effect(&self) -> super::TouchEffect {
            self.$effect
        }
    };
    (@ compiled_as: None) => {
        fn compiled_action(&self) -> Option<crate::program::CompiledAction> {
            None
        }
    };
    (@ compiled_as: $action:ident) => {
        fn compiled_action(&self) -> Option<crate::program::CompiledAction> {
            Some(crate::program::CompiledAction::$action)
        }
    };
    (@ is_unproven_at_first: $answer:literal) => {
        fn is_unproven_on(&self, _: &crate::screen::Screen) -> bool {
            $answer
        }
    };
    (@ has_own_form: $answer:literal) => {
        fn has_own_form(&self) -> bool {
            $answer
        }
    };
    (@ asserts: $answer:literal) => {
        fn asserts(&self) -> bool {
            $answer
        }
    };
    (@ branches: [$($branch:ident),+]) => {
        fn branches(&self) -> Vec<&Vec<super::Step>> {
            vec![$(&self.$branch),+]
        }

        fn branches_mut(&mut self) -> Vec<&mut Vec<super::Step>> {
            vec![$(&mut self.$branch),+]
        }
    };
    ($($question:ident: $answer:tt),* $(,)?) => {
        $(super::declare::answers! { @ $question: $answer })*
    };
}

pub(super) use {answers, choice, show_field, step_kind};

/// Shows a field to a visitor whose kind of files has it.
pub(super) fn show(visitor: &mut dyn FieldVisitor, field: impl Into<Field>, value: Value<'_>) {
    let field = field.into();
    if !field.is_compiled_only || visitor.form() == FileKind::Compiled {
        visitor.field(&field, value);
    }
}

/// Shows a target that is typed into. Skills do not say that it is a field, so it is noted here.
pub(super) fn show_text_field(
    visitor: &mut dyn FieldVisitor,
    field: impl Into<Field>,
    target: &mut Option<Target>,
) {
    show(visitor, field, Value::OptionalTarget(target));
    if let (FileKind::Skill, Some(target)) = (visitor.form(), target) {
        target.role = target.role.for_text();
    }
}
