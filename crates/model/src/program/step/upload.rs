//! Putting files into a field.

use crate::phrase::Phrase;

use super::{Field, StepDefinition, TARGET, Target, Verb, answers, quoted, step_kind};

const FILE: Field = Field::new(
    "file",
    "the file, from the folder of the skill; several have semicolons between them",
);

step_kind! {
    /// Puts one or several files into a field that takes files, in place of what it holds.
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct Upload {
        /// The field, or what opens the choice of a file.
        pub target: Target => Own(TARGET),
        /// The file; several have semicolons between them.
        pub file: Phrase => Typed(FILE),
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
