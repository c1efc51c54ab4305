//! The tools of mirroir-mcp, in its names, arguments, defaults and sentences.
//!
//! Not here: behaviour of its own; what it does beyond shapes and words, the lean tools do too.

mod acts;
mod animated_png;
mod component;
mod explore;
mod generate;
mod look;
mod record_step;
mod recording;
mod skills;

pub(super) use animated_png::AnimatedPng;
pub(super) use generate::Generating;
pub(crate) use record_step::Compiling;

use crate::mcp::tool_spec::{Dialect, ToolSpec, Work};
use crate::permissions::Access;

/// mirroir's tools, in the order it lists them.
pub(crate) static MIRROR: [ToolSpec; 32] = [
    look::SCREENSHOT,
    look::DESCRIBE_SCREEN,
    recording::START_RECORDING,
    recording::STOP_RECORDING,
    look::GET_ORIENTATION,
    look::STATUS,
    look::CHECK_HEALTH,
    look::LIST_TARGETS,
    skills::LIST_SKILLS,
    skills::GET_SKILL,
    component::CALIBRATE_COMPONENT,
    acts::TAP,
    acts::DOUBLE_TAP,
    acts::LONG_PRESS,
    acts::SWIPE,
    acts::DRAG,
    acts::TYPE_TEXT,
    acts::PRESS_KEY,
    acts::SHAKE,
    acts::LAUNCH_APP,
    acts::OPEN_URL,
    acts::PRESS_HOME,
    acts::PRESS_APP_SWITCHER,
    acts::SPOTLIGHT,
    acts::SCROLL_TO,
    acts::RESET_APP,
    acts::MEASURE,
    acts::SET_NETWORK,
    look::SWITCH_TARGET,
    record_step::RECORD_STEP,
    record_step::SAVE_COMPILED,
    generate::GENERATE_SKILL,
];

/// Returns a tool of mirroir.
const fn mirror_tool(
    name: &'static str,
    about: &'static str,
    access: Access,
    work: Work,
) -> ToolSpec {
    ToolSpec::new(name, about, access, work).in_dialect(Dialect::Mirroir)
}
