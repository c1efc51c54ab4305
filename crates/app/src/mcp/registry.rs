//! Which tools each profile offers.

use crate::mcp::compat::{DEBUG, MIRROR, SHARED};
use crate::mcp::tool_spec::{Operations, ToolSpec};
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

/// Returns what the tools of this name do, whatever its case; nothing where no profile has one.
pub(crate) fn operations_of_tools(name: &str) -> Option<Operations> {
    let mut tools = tools_of(Profile::Full);
    let tool = tools.find(|tool| tool.name.eq_ignore_ascii_case(name));
    tool.map(|tool| tool.operations)
}

/// Returns the tool of this name.
pub(crate) fn find_tool(profile: Profile, name: &str) -> Option<&'static ToolSpec> {
    tools_of(profile).find(|tool| tool.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operation::AgentAbility;

    const PROFILES: [Profile; 4] = [
        Profile::Lean,
        Profile::Full,
        Profile::MobileDebug,
        Profile::Mirroir,
    ];

    /// A word of a permission file means one thing: a tool of some profile does what its namesakes do, and
    /// one that is called as an ability is takes that ability.
    #[test]
    fn a_name_stands_for_the_same_operations_in_every_profile() {
        for tool in PROFILES.into_iter().flat_map(tools_of) {
            let name = tool.name;
            assert_eq!(Some(tool.operations), operations_of_tools(name), "{name}");
            assert!(!tool.operations.is_empty(), "{name} does nothing");
            if let Some(ability) = AgentAbility::from_word(name) {
                let mut acts = tool.operations.iter();
                assert!(acts.all(|it| it.abilities() == [ability]), "{name}");
            }
        }
    }

    #[test]
    fn what_looks_touches_nothing_and_writes_no_file() {
        for tool in PROFILES.into_iter().flat_map(tools_of) {
            let abilities = tool.abilities();
            let looks = [
                AgentAbility::Look,
                AgentAbility::Picture,
                AgentAbility::Skills,
            ];
            let is_looking = abilities.iter().all(|it| looks.contains(it));
            let must_be_allowed = tool.operations.iter().any(|it| it.needs_permission());
            assert!(
                is_looking || must_be_allowed,
                "{}: {abilities:?}",
                tool.name
            );
        }
    }
}
