//! Skills that agents kept, each as a tool of its own with typed inputs.

use std::collections::BTreeMap;

use retap_model::phrase::{Part, Variables};
use retap_model::program::{Draft, StepKind, TypeText};
use rmcp::model::{JsonObject, Tool};
use serde_json::{Value, json};

use crate::compiled_file::Compiled;
use crate::discovery::Discovery;
use crate::mcp::client::Host;
use crate::mcp::schema::{answer_schema, object_schema};
use crate::mcp::tool_spec::hints;
use crate::operation::Access;
use crate::skill::Skill;

/// How the names of such tools begin.
pub(crate) const SKILL_TOOL: &str = "skill_";

/// How many such tools are listed; `list_skills` has the rest.
const MOST_LISTED: usize = 50;

/// A skill that is a tool.
pub(crate) struct SkillTool {
    pub(crate) tool: String,
    pub(crate) skill: String,
    about: String,
    inputs: BTreeMap<String, SkillInput>,
}

/// An input of a skill.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct SkillInput {
    /// Its value when none is given.
    default: Option<String>,
    is_secret: bool,
    about: String,
}

/// Returns the name of the tool of a skill.
pub(crate) fn tool_name(skill: &str) -> String {
    let plain = skill.replace(|c: char| !c.is_ascii_alphanumeric(), "_");
    format!("{SKILL_TOOL}{}", plain.to_ascii_lowercase())
}

/// Returns the skills that are tools: those that were kept and can be replayed as they are.
pub(crate) fn skill_tools(host: &Host) -> Vec<SkillTool> {
    let Ok(discovery) = Discovery::search(&host.environment) else {
        return Vec::new();
    };
    let mut tools: Vec<SkillTool> = Vec::new();
    for found in &discovery.skills {
        let Ok(skill) = Skill::read(&found.path) else {
            continue;
        };
        let is_kept = skill.draft.header.is_kept();
        let tool = tool_name(&found.name);
        if !is_kept || tools.iter().any(|known| known.tool == tool) {
            continue;
        }
        if !matches!(Compiled::beside(&skill), Compiled::Fresh { .. }) {
            continue;
        }
        let header = &skill.draft.header;
        let about = if header.description.is_empty() {
            &header.name
        } else {
            &header.description
        };
        tools.push(SkillTool {
            tool,
            skill: found.name.clone(),
            about: about.clone(),
            inputs: inputs_of(&skill.draft),
        });
        if tools.len() == MOST_LISTED {
            break;
        }
    }
    tools
}

impl SkillTool {
    /// Returns the tool as the protocol lists it.
    pub(crate) fn listed(&self) -> Tool {
        let mut properties = JsonObject::new();
        for (name, known) in &self.inputs {
            let mut input = json!({ "type": "string", "description": known.about });
            if let Some(default) = &known.default {
                input["default"] = json!(default);
            }
            if known.is_secret {
                input["format"] = json!("password");
                input["writeOnly"] = json!(true);
            }
            properties.insert(name.clone(), input);
        }
        let required: Vec<&str> = self
            .inputs
            .iter()
            .filter(|(_, known)| known.default.is_none())
            .map(|(name, _)| name.as_str())
            .collect();
        let mut input = object_schema(properties, &required);
        input.insert("action_type".to_owned(), Value::from("side_effect"));
        let about = format!("Replays, without AI: {}", self.about);
        Tool::new(self.tool.clone(), about, input)
            .with_raw_output_schema(
                answer_schema(object_schema(JsonObject::new(), &["success"])).into(),
            )
            .with_annotations(hints(Access::Destroys))
    }
}

/// Returns what a skill must be told, and what each is for.
pub(super) fn inputs_of(draft: &Draft) -> BTreeMap<String, SkillInput> {
    let mut marks = Variables::new();
    draft.header.mark(&mut marks);
    let mut inputs: BTreeMap<String, SkillInput> = BTreeMap::new();
    for (_, step) in draft.flat() {
        let about = purpose(&step.kind);
        step.clone().phrases_mut(&mut |phrase| {
            for part in phrase.parts() {
                let Part::Variable {
                    name,
                    default,
                    value: None,
                } = part
                else {
                    continue;
                };
                let is_secret = marks.is_secret(name);
                let default = default.clone().filter(|_| !is_secret);
                let known = inputs.entry(name.clone()).or_insert_with(|| SkillInput {
                    default: default.clone(),
                    is_secret,
                    about: about.clone(),
                });
                known.default = known.default.take().or(default);
            }
        });
    }
    for input in inputs.values_mut().filter(|input| input.is_secret) {
        input.about.push_str("; secret, shown and kept nowhere");
    }
    inputs
}

/// Returns what a step needs a value for.
fn purpose(kind: &StepKind) -> String {
    match kind {
        StepKind::Type(TypeText {
            into: Some(field), ..
        }) if !field.label.is_empty() => format!("typed into \"{}\"", field.label),
        other => format!("for the step {}", other.verb()),
    }
}
