//! Which tools there are: a profile is a table, and one implementation stands below both.

use retap_model::verify::ActionType;
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::{Value, json};

use crate::mcp::args::missing;
use crate::mcp::compat::{DEBUG, MIRROR, SHARED, check_platform};
use crate::mcp::tools::LEAN;
use crate::mcp::{Args, Call, Client, DeviceSession, Refusal, Reply};
use crate::permissions::Access;

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

/// Whose words a tool answers in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// Our own: a few words for models beside the data.
    Own,
    /// mobile-debug-mcp's: blocks of text that are JSON.
    MobileDebug,
    /// mirroir-mcp's: plain sentences.
    Mirroir,
}

/// What a tool works on.
#[derive(Clone, Copy)]
pub(crate) enum Work {
    /// A device.
    OnDevice(fn(&mut DeviceSession, &Args, &Call) -> Result<Reply, Refusal>),
    /// A device and what the client has besides.
    WithClient(fn(&mut DeviceSession, &Client, &Args, &Call) -> Result<Reply, Refusal>),
    /// Nothing that could be touched.
    Aside(fn(&Client, &Args, &Call) -> Result<Reply, Refusal>),
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
    /// The properties of its structured answer, as JSON.
    pub(crate) output: &'static str,
    /// What its structured answer always has.
    pub(crate) answers: &'static [&'static str],
    /// Whose words it answers in.
    pub(crate) dialect: Dialect,
    /// What it does.
    pub(crate) work: Work,
}

/// Returns the tools of a profile, in the order they are listed.
///
/// Where two of its tables have a name, the tool of the first is meant.
pub(crate) fn tools_of(profile: Profile) -> impl Iterator<Item = &'static ToolSpec> {
    let tables: [&'static [ToolSpec]; 4] = match profile {
        Profile::Lean => [&LEAN, &[], &[], &[]],
        Profile::Full => [&SHARED, &DEBUG, &MIRROR, &LEAN],
        Profile::MobileDebug => [&DEBUG, &[], &[], &[]],
        Profile::Mirroir => [&MIRROR, &[], &[], &[]],
    };
    let all = tables.into_iter().enumerate();
    all.flat_map(move |(place, table)| {
        let is_new = move |tool: &&ToolSpec| {
            let mut before = tables.into_iter().take(place).flatten();
            !before.any(|known| known.name == tool.name)
        };
        table.iter().filter(is_new)
    })
}

/// Returns the tool of this name.
pub(crate) fn find_tool(profile: Profile, name: &str) -> Option<&'static ToolSpec> {
    tools_of(profile).find(|tool| tool.name == name)
}

impl ToolSpec {
    /// Returns the tool as the protocol lists it.
    pub(crate) fn listed(&self) -> Tool {
        let mut input = object_schema(parsed(self.input), self.required);
        if let Some(action_type) = self.action_type {
            input.insert("action_type".to_owned(), json!(action_type.as_str()));
        }
        let tool = Tool::new(self.name, self.about, input).with_annotations(hints(self.access));
        let output = answer_schema(parsed(self.output), self.answers);
        tool.with_raw_output_schema(output.into())
    }

    /// Refuses a call without what must be given, before any device is asked for anything. Own and
    /// mirroir's tools say it in words of their own.
    pub(crate) fn check_given(&self, args: &Args) -> Result<(), Refusal> {
        if self.dialect != Dialect::MobileDebug {
            return Ok(());
        }
        let properties = parsed(self.input);
        let schema = |name: &str| properties.get(name).unwrap_or(&Value::Null);
        let mut needed = self.required.iter().map(|name| (name, schema(name)));
        match needed.find(|(name, schema)| !is_given(args.value(name), schema)) {
            Some((name, schema)) => Err(missing(kind_of(schema), name)),
            None => Ok(()),
        }
    }

    /// Refuses a call that cannot be meant for this device.
    pub(crate) fn check(&self, session: &DeviceSession, args: &Args) -> Result<(), Refusal> {
        match self.dialect {
            Dialect::MobileDebug => check_platform(session, args),
            Dialect::Own | Dialect::Mirroir => Ok(()),
        }
    }
}

/// Returns whether a value is there and of the kind its schema wants; what may be of several kinds is
/// the tool's business.
fn is_given(value: Option<&Value>, schema: &Value) -> bool {
    let Some(value) = value else {
        return !schema["type"].is_string() && schema["enum"].is_null();
    };
    match (schema["enum"].as_array(), schema["type"].as_str()) {
        (Some(known), _) => known.contains(value),
        (None, Some("number" | "integer")) => value.is_number(),
        (None, Some("boolean")) => value.is_boolean(),
        (None, Some("object")) => value.is_object(),
        (None, Some("string")) => value.is_string(),
        (None, _) => true,
    }
}

/// Returns what a refusal calls the kind of a value.
fn kind_of(schema: &Value) -> &str {
    match schema["type"].as_str() {
        Some("integer") => "number",
        Some(kind) => kind,
        None => "string",
    }
}

/// Returns the properties that an entry of a table has as text.
fn parsed(properties: &'static str) -> JsonObject {
    // A test reads every entry of the tables, so what is written there is JSON.
    serde_json::from_str(properties).unwrap_or_default()
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
pub(crate) fn answer_schema(properties: JsonObject, answers: &[&str]) -> JsonObject {
    if answers == ["success"] {
        return object_schema(properties, answers);
    }
    let mut schema = object_schema(properties, &[]);
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
