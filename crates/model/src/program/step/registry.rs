//! Everything that follows from the one list of all kinds of steps, which stands in `mod.rs`.

use super::{StepKind, Verb};

/// Declares [`StepKind`] and what follows from the list of kinds alone.
macro_rules! step_kinds {
    ($($module:ident: $variant:ident($step:ident),)*) => {
        $(pub use $module::$step;)*

        /// The kind of a step. Questions about it are answered by its [`StepDefinition`].
        #[derive(Debug, Clone, PartialEq)]
        pub enum StepKind {
            $(
                #[doc = concat!("See [`", stringify!($step), "`].")]
                $variant($step),
            )*
        }

        $(
            impl From<$step> for StepKind {
                fn from(step: $step) -> Self {
                    Self::$variant(step)
                }
            }
        )*

        impl std::ops::Deref for StepKind {
            type Target = dyn StepDefinition;

            fn deref(&self) -> &(dyn StepDefinition + 'static) {
                match self {
                    $(Self::$variant(step) => step,)*
                }
            }
        }

        impl std::ops::DerefMut for StepKind {
            fn deref_mut(&mut self) -> &mut (dyn StepDefinition + 'static) {
                match self {
                    $(Self::$variant(step) => step,)*
                }
            }
        }

        /// The verbs of every kind, in the order help and error messages list them.
        const VERBS: &[&[Verb]] = &[$($step::VERBS,)*];
    };
}

pub(super) use step_kinds;

impl StepKind {
    /// Returns every verb, in the order help and error messages list them.
    pub fn verbs() -> impl Iterator<Item = &'static Verb> {
        super::VERBS.iter().copied().flatten()
    }

    /// Returns the verb of this name.
    pub fn find_verb(name: &str) -> Option<&'static Verb> {
        Self::verbs().find(|verb| verb.name == name)
    }

    /// Returns the verbs that skills have words for.
    pub fn skill_verbs() -> impl Iterator<Item = &'static Verb> {
        Self::verbs().filter(|verb| verb.example.is_some())
    }

    /// Returns the verb of this name, if skills have words for it.
    pub fn find_skill_verb(name: &str) -> Option<&'static Verb> {
        Self::skill_verbs().find(|verb| verb.name == name)
    }
}
