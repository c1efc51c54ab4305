//! Our own tools, a file for each kind; a new one is one file here and one line in [`LEAN`].
//!
//! Not here: the names and shapes of other servers (`compat`), the protocol (`server.rs`).

mod do_steps;
pub(super) mod expect;
pub(super) mod keep_skill;
pub(super) mod keyboard;
pub(super) mod look;
pub(super) mod open;
mod run_summary;
pub(super) mod screen_change;
pub(super) mod skills;
pub(super) mod touch;
mod touch_target;
mod wait;

use super::tool_spec::ToolSpec;

/// The tools of the lean profile, in the order they are listed.
pub(crate) static LEAN: [ToolSpec; 17] = [
    look::LIST_DEVICES,
    look::SCREEN,
    look::SCREENSHOT,
    wait::WAIT_FOR,
    wait::WAIT_FOR_CHANGE,
    expect::EXPECT,
    touch::TAP,
    keyboard::TYPE_TEXT,
    keyboard::PRESS_KEY,
    touch::SWIPE,
    touch::SCROLL_TO,
    open::OPEN,
    do_steps::DO,
    skills::LIST_SKILLS,
    skills::GET_SKILL,
    skills::RUN_SKILL,
    keep_skill::KEEP_SKILL,
];
