//! Skills as mirroir lists and shows them.

use schemars::JsonSchema;

use super::record_step::Compiling;
use crate::discovery::{Discovery, Scope};
use crate::mcp::tools::skills;
use crate::mcp::{Answer, Args, Call, Client};

/// The schemas of what the lean tools answer.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
pub(super) struct Skills {
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
pub(super) struct ShownSkill {
    text: String,
    status: String,
}

/// Lists the skills of the project and of the person.
pub(super) fn list_skills(client: &Client, args: &Args, call: &Call) -> Answer {
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
pub(super) fn get_skill(client: &Client, args: &Args, call: &Call) -> Answer {
    let name = args.need_text("name")?;
    let skill = skills::find_skill(client, name)?;
    let reply = skills::get_skill(client, args, call)?;
    *client.compiling() = (!skill.is_scenario()).then(|| Compiling::new(name, skill));
    Ok(reply)
}
