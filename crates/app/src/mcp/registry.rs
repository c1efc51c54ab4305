//! Which tools each profile offers.

use crate::mcp::compat::{DEBUG, MIRROR, SHARED};
use crate::mcp::tool_spec::ToolSpec;
use crate::mcp::tools::LEAN;

/// Which tools a server offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub(crate) enum Profile {
    /// Few tools that cost few tokens.
    #[default]
    Lean,
    /// Also every tool of the reference servers, under its own name.
    Full,
    /// The tools of mobile-debug-mcp, as agents that were taught that server expect them.
    MobileDebug,
    /// The tools of mirroir-mcp, as agents that were taught that server expect them.
    Mirroir,
}

impl Profile {
    /// Returns what a model should know before its first call.
    pub(crate) const fn instructions(self) -> &'static str {
        match self {
            Self::Lean | Self::Full => {
                "Look with screen, act with tap, type_text, press_key, swipe, open; prove with expect. \
                 Acts return what changed, so screen is rarely needed again. When the task is done, \
                 keep_skill turns it into a skill that replays without AI; start such a task with open \
                 and fresh:true."
            }
            Self::MobileDebug => {
                "RESOLVE with wait_for_ui or find_element, ACT with tap_element and the like, WAIT with \
                 wait_for_*, EXPECT with expect_*. The success of an act means dispatched; only expect_* \
                 proves an outcome."
            }
            Self::Mirroir => {
                "Look with describe_screen, tap at the places it tells. When get_skill ends with \
                 [Not compiled] or [Compiled: stale], call record_step after each step, then save_compiled."
            }
        }
    }
}

/// Returns the tools of a profile, in the order they are listed.
///
/// Where two of its tables have a name, the tool of the first is meant.
pub(crate) fn tools_of(profile: Profile) -> impl Iterator<Item = &'static ToolSpec> {
    let tables: Vec<&'static [ToolSpec]> = match profile {
        Profile::Lean => vec![&LEAN],
        Profile::Full => vec![&SHARED, &DEBUG, &MIRROR, &LEAN],
        Profile::MobileDebug => vec![&DEBUG],
        Profile::Mirroir => vec![&MIRROR],
    };
    let mut tools: Vec<&'static ToolSpec> = Vec::new();
    for tool in tables.into_iter().flatten() {
        if !tools.iter().any(|known| known.name == tool.name) {
            tools.push(tool);
        }
    }
    tools.into_iter()
}

/// Returns the tool of this name.
pub(crate) fn find_tool(profile: Profile, name: &str) -> Option<&'static ToolSpec> {
    tools_of(profile).find(|tool| tool.name == name)
}
