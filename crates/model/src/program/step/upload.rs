//! Putting files into a field.

use crate::phrase::Phrase;

use super::Target;
use super::definition::{StepDefinition, Verb, quoted};
use super::field::{Field, FieldVisitor, TARGET, Value};

/// Puts one or several files into a field that takes files, in place of what it holds.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Upload {
    /// The field, or what opens the choice of a file.
    pub target: Target,
    /// The file; several have semicolons between them.
    pub file: Phrase,
}

impl Upload {
    pub(super) const VERBS: &[Verb] =
        &[
            Verb::new("upload", "Puts files into a field that takes files", || {
                Self::default().into()
            })
            .in_skills("upload: { label: \"Photo\", file: \"cat.png\" }"),
        ];
}

const FILE: Field = Field::new(
    "file",
    "the file, from the folder of the skill; several have semicolons between them",
);

impl StepDefinition for Upload {
    fn fields(&mut self, visitor: &mut dyn FieldVisitor) {
        visitor.field(&TARGET, Value::Own(&mut self.target));
        visitor.field(&FILE, Value::Typed(&mut self.file));
    }

    fn title(&self) -> String {
        let (file, target) = (quoted(&self.file), self.target.title());
        format!("{} {file} into {target}", self.verb())
    }

    fn acted_target(&self) -> Option<&Target> {
        Some(&self.target)
    }
}
