//! The tools of the two reference servers, under their own names, arguments, defaults and shapes.

mod act;
mod app;
mod debug;
mod expects;
mod find;
mod logs;
mod mirror;
mod mirror_tools;
mod snapshot;
mod tree;
mod waits;

pub(crate) use debug::DEBUG;
pub(crate) use mirror::MIRROR;

use retap_model::verify::ActionType;

use super::super::table::{ToolSpec, Work};
use crate::permissions::Access;

/// Returns an entry of a table whose answers have no fixed shape.
const fn entry(
    name: &'static str,
    about: &'static str,
    access: Access,
    input: &'static str,
    required: &'static [&'static str],
    work: Work,
) -> ToolSpec {
    ToolSpec {
        name,
        about,
        access,
        action_type: None,
        input,
        required,
        answers: &[],
        work,
    }
}

/// Returns the same entry with what its acts may touch.
const fn typed(mut tool: ToolSpec, action_type: ActionType) -> ToolSpec {
    tool.action_type = Some(action_type);
    tool
}
