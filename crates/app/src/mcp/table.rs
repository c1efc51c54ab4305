//! Which tools there are: a profile is a table, and one implementation stands below both.

use retap_model::verify::ActionType;
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::{Map, Value, json};

use super::args::Args;
use super::call::Call;
use super::client::Client;
use super::desk::Desk;
use super::reply::{Refusal, Reply};
use super::tools::{DEBUG, LEAN, MIRROR};
use crate::permissions::Access;

/// Which tools a server offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub(crate) enum Profile {
    /// Few tools that cost few tokens.
    #[default]
    Lean,
    /// Also every tool of the reference servers, under its own name.
    Full,
}

/// What a tool works on.
#[derive(Clone, Copy)]
pub(crate) enum Work {
    /// A device.
    OnDevice(fn(&mut Desk, &Args, &Call) -> Result<Reply, Refusal>),
    /// A device and what the client has besides.
    WithClient(fn(&mut Desk, &Client, &Args, &Call) -> Result<Reply, Refusal>),
    /// Nothing that could be touched.
    Aside(fn(&Client, &Args) -> Result<Reply, Refusal>),
}

/// One tool.
pub(crate) struct ToolSpec {
    /// Its name.
    pub(crate) name: &'static str,
    /// What it is for, for models.
    pub(crate) about: &'static str,
    /// What it does to the world.
    pub(crate) access: Access,
    /// What its acts may touch; none where the reply says so for each act.
    pub(crate) action_type: Option<ActionType>,
    /// The properties of its arguments, as JSON.
    pub(crate) input: &'static str,
    /// The arguments that must be given.
    pub(crate) required: &'static [&'static str],
    /// What its structured answer always has.
    pub(crate) answers: &'static [&'static str],
    /// What it does.
    pub(crate) work: Work,
}

/// Returns the tools of a profile, in the order they are listed.
pub(crate) fn tools_of(profile: Profile) -> impl Iterator<Item = &'static ToolSpec> {
    let (debug, mirror): (&'static [ToolSpec], &'static [ToolSpec]) = match profile {
        Profile::Lean => (&[], &[]),
        Profile::Full => (&DEBUG, &MIRROR),
    };
    let further = debug.iter().chain(mirror);
    let is_replaced = move |tool: &&ToolSpec| {
        let mut all = debug.iter().chain(mirror);
        all.any(|other| other.name == tool.name)
    };
    // A name that a reference server has too means there what it means in that server.
    let own = LEAN.iter().filter(move |tool| !is_replaced(tool));
    own.chain(further)
}

/// Returns the tool of this name.
pub(crate) fn find_tool(profile: Profile, name: &str) -> Option<&'static ToolSpec> {
    tools_of(profile).find(|tool| tool.name == name)
}

impl ToolSpec {
    /// Returns the tool as the protocol lists it.
    pub(crate) fn listed(&self) -> Tool {
        let mut input = object_schema(self.properties(), self.required);
        if let Some(action_type) = self.action_type {
            input.insert("action_type".to_owned(), json!(action_type.as_str()));
        }
        let tool = Tool::new(self.name, self.about, input).with_annotations(hints(self.access));
        if self.answers.is_empty() {
            return tool;
        }
        tool.with_raw_output_schema(answer_schema(self.answers).into())
    }

    fn properties(&self) -> JsonObject {
        // A test reads every entry of the tables, so what is written there is JSON.
        serde_json::from_str(self.input).unwrap_or_default()
    }
}

/// Returns the schema of an object.
pub(crate) fn object_schema(properties: JsonObject, required: &[&str]) -> JsonObject {
    let mut schema = JsonObject::new();
    schema.insert("type".to_owned(), json!("object"));
    if !properties.is_empty() {
        schema.insert("properties".to_owned(), Value::Object(properties));
    }
    if !required.is_empty() {
        schema.insert("required".to_owned(), json!(required));
    }
    schema
}

/// Returns the schema of an answer that has this, or is an error; every error says `success` and why.
pub(crate) fn answer_schema(answers: &[&str]) -> JsonObject {
    if answers.contains(&"success") {
        return object_schema(Map::new(), answers);
    }
    let mut schema = object_schema(Map::new(), &[]);
    let either = json!([{ "required": answers }, { "required": ["error"] }]);
    schema.insert("anyOf".to_owned(), either);
    schema
}

/// Returns what a client may rely on when it asks a person.
pub(crate) fn hints(access: Access) -> ToolAnnotations {
    match access {
        Access::Looks => ToolAnnotations::new().read_only(true),
        Access::Acts => ToolAnnotations::new().destructive(false),
        Access::Destroys => ToolAnnotations::new().destructive(true),
    }
}
