//! Skills that are read, in both formats.

mod corpus;
mod one_step;
mod prose;
mod round_trip;
mod yaml;

use std::path::Path;

use retap_learn::source::read_skill;
use retap_model::program::{Draft, outline};

/// Reads a file of this name with this text, which must be a skill.
pub(crate) fn draft(file: &str, text: &str) -> Draft {
    read_skill(Path::new(file), text.as_bytes()).unwrap_or_else(|errors| panic!("{errors}"))
}

/// Returns the outline of the YAML steps in `steps`.
pub(crate) fn yaml_outline(steps: &str) -> String {
    outline(&draft("test.yaml", &format!("steps:\n{steps}")).steps)
}

/// Returns the outline of the prose steps in `steps`.
pub(crate) fn prose_outline(steps: &str) -> String {
    outline(&draft("test.md", &format!("## Steps\n\n{steps}")).steps)
}
