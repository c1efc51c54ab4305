//! Skills as mirroir lists and shows them.

use schemars::JsonSchema;

use super::mirror_tool;
use super::record_step::Compiling;
use crate::discovery::{Discovery, Scope};
use crate::mcp::tool_spec::{ToolSpec, Work::Aside};
use crate::mcp::tools::skills;
use crate::mcp::{Args, Call, Client, Refusal, Reply};
use crate::permissions::Access::Looks;

pub(super) const LIST_SKILLS: ToolSpec = mirror_tool(
    "list_skills",
    "Lists the skills that can be run, and whether they are compiled.",
    Looks,
    Aside(list_skills),
)
.gives::<Skills>();

pub(super) const GET_SKILL: ToolSpec = mirror_tool(
    "get_skill",
    "Shows the text of a skill; the last line is its compile status.",
    Looks,
    Aside(get_skill),
)
.takes("name!")
.gives::<ShownSkill>();

/// The schemas of what the lean tools answer.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct Skills {
    skills: Vec<ListedSkill>,
}

#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct ListedSkill {
    name: String,
    about: String,
    status: String,
}

#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct ShownSkill {
    text: String,
    status: String,
}

/// Lists the skills of the project and of the person.
fn list_skills(client: &Client, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let mut reply = skills::list_skills(client, args, call)?;
    let lines: Vec<String> = Discovery::search(&client.host.environment)?
        .skills()
        .iter()
        .zip(reply.data["skills"].as_array().into_iter().flatten())
        .map(|(found, skill)| {
            let scope = match found.scope {
                Scope::Project => "local",
                Scope::Home => "global",
            };
            let about = skill["about"].as_str().unwrap_or_default();
            format!("- {}: {about}  [{scope}]", found.name)
        })
        .collect();
    if !lines.is_empty() {
        reply.texts = vec![lines.join("\n")];
    }
    Ok(reply)
}

/// Shows a skill, its compile status last, and makes it the one `record_step` is about.
fn get_skill(client: &Client, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let name = args.need_text("name")?;
    let skill = skills::find_skill(client, name)?;
    let reply = skills::get_skill(client, args, call)?;
    *client.compiling() = (!skill.is_scenario()).then(|| Compiling::new(name, skill));
    Ok(reply)
}
