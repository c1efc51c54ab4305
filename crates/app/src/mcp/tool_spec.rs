//! One tool: its name, its arguments, the shape of its answer, and the function that does it.

use retap_model::program::{DeclaredStep, StepKind, Verb};
use retap_model::verify::ActionType;
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::{Value, json};

use crate::mcp::answer::Shape;
use crate::mcp::args::missing;
use crate::mcp::field_list::{FieldList, check_numbers, without_ranges};
use crate::mcp::schema::{answer_schema, fields_of, object_schema};
use crate::mcp::{ActResult, Answer, Args, Call, Client, Refusal, ToolCall, envelope};
use crate::operation::{Access, AgentAbility, Operation};
use crate::permission_rules::Asked;
use crate::permissions::Policy;

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

impl Dialect {
    /// Returns the tools of a table with their answers in this one's words.
    pub(crate) const fn table<const N: usize>(self, mut tools: [ToolSpec; N]) -> [ToolSpec; N] {
        let mut index = 0;
        while index < N {
            tools[index].dialect = self;
            index += 1;
        }
        tools
    }
}

/// The function of a tool that works on a device.
pub(crate) type DeviceWork = fn(&mut ToolCall<'_>) -> Answer;

/// The function of a tool, by what it works on.
#[derive(Clone, Copy)]
pub(crate) enum Work {
    /// A device, by one act that is answered as our acts are.
    Act(fn(&mut ToolCall<'_>) -> Result<ActResult, Refusal>),
    /// A device.
    OnDevice(DeviceWork),
    /// A device and what lists are made of: skills, compiled files, runs.
    OnDeviceAndFiles(DeviceWork),
    /// Nothing that could be touched.
    Aside(fn(&Client, &Args, &Call) -> Answer),
}

impl Work {
    /// Returns whether it is done on a device, which the call may name.
    pub(crate) fn is_on_device(self) -> bool {
        match self {
            Self::Act(_) | Self::OnDevice(_) | Self::OnDeviceAndFiles(_) => true,
            Self::Aside(_) => false,
        }
    }

    /// Does what is to be done on the device of a call.
    pub(crate) fn run(self, call: &mut ToolCall<'_>) -> Answer {
        match self {
            Self::Act(act) => {
                let acted = act(call)?;
                Ok(envelope::lean(call, &acted))
            }
            Self::OnDevice(work) | Self::OnDeviceAndFiles(work) => work(call),
            Self::Aside(work) => work(call.client, call.args, call.handle),
        }
    }
}

/// The shape of a structured answer.
#[derive(Clone, Copy)]
enum Output {
    /// An object that always has these.
    With(&'static [&'static str]),
    /// What a type of answers says.
    Of(fn() -> Value),
}

/// The steps that some calls of a tool do.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Steps {
    /// Those of these verbs.
    These(&'static [&'static str]),
    /// Those that it is given.
    Any,
}

impl Steps {
    /// Returns a blank step of each verb.
    pub(crate) fn blank(self) -> impl Iterator<Item = StepKind> {
        let is_one = move |verb: &&Verb| match self {
            Self::These(verbs) => verbs.contains(&verb.name),
            Self::Any => true,
        };
        StepKind::verbs().filter(is_one).map(|verb| (verb.blank)())
    }
}

/// Returns the words by which people call a step: that of skills, and that of its kind where skills call nothing else so.
pub(crate) fn names_of_step(kind: &StepKind) -> Vec<&'static str> {
    let usual = kind.verb();
    let words: Vec<&Verb> = match kind.skill_verb() {
        Some(word) => vec![word],
        None => DeclaredStep::verbs(&**kind).iter().collect(),
    };
    let names = words.into_iter().map(|verb| verb.name).chain([usual]);
    let is_its = |name: &&str| {
        let in_skills = StepKind::find_skill_verb(name);
        in_skills.is_none_or(|verb| (verb.blank)().verb() == usual)
    };
    names.filter(is_its).collect()
}

/// Returns why a step of this kind is denied to a tool of these names, whatever is allowed.
pub(crate) fn denial_of_step(policy: &Policy, names: &[&str], kind: &StepKind) -> Option<String> {
    let names = names.iter().copied().chain(names_of_step(kind));
    policy.denial(&Asked {
        names: &names.collect::<Vec<_>>(),
        operations: &Operation::of_step(kind),
    })
}

/// The operations of a tool: what every call of it does.
pub(crate) type Operations = &'static [Operation];

/// Returns a tool that looks at a device.
pub(crate) const fn looking(name: &'static str, does: Operations, work: DeviceWork) -> ToolSpec {
    ToolSpec::new(name, does, Work::OnDevice(work))
}

/// Returns a tool that acts on a device, and what its acts may touch.
pub(crate) const fn acting(
    name: &'static str,
    does: Operations,
    touched: ActionType,
    work: DeviceWork,
) -> ToolSpec {
    looking(name, does, work).touching(touched)
}

/// Returns a tool that changes what cannot be brought back.
pub(crate) const fn destroying(name: &'static str, does: Operations, work: Work) -> ToolSpec {
    ToolSpec::new(name, does, work).touching(ActionType::SideEffect)
}

/// One tool.
pub(crate) struct ToolSpec {
    pub(crate) name: &'static str,
    /// What every call of it does, by which permissions go.
    pub(crate) operations: Operations,
    /// What a call may do besides, where it is asked to or may: each is judged when it comes to that.
    pub(crate) sometimes: Operations,
    /// The verb of a step that every call of it does, where it has another name than the tool.
    step: Option<&'static str>,
    /// The steps that some calls of it do.
    pub(crate) steps: Steps,
    /// Returns what a call would do by the steps it is given, for saying at once all that it takes.
    wants: Option<fn(&Client, &Args) -> Vec<Operation>>,
    pub(crate) dialect: Dialect,
    pub(crate) work: Work,
    about: &'static str,
    /// Returns the end of its description, where that is derived from something.
    listing: Option<fn() -> String>,
    /// The type of its acts; none where the reply says so for each act.
    action_type: Option<ActionType>,
    arguments: FieldList,
    output: Output,
}

impl ToolSpec {
    /// Returns one of our own tools; it takes nothing and answers with `success`.
    pub(crate) const fn new(name: &'static str, operations: Operations, work: Work) -> Self {
        Self {
            name,
            operations,
            sometimes: &[],
            step: None,
            steps: Steps::These(&[]),
            wants: None,
            dialect: Dialect::Own,
            work,
            about: "",
            listing: None,
            action_type: None,
            arguments: FieldList(""),
            output: Output::With(&["success"]),
        }
    }

    /// Returns the same tool with this description.
    pub(crate) const fn about(mut self, about: &'static str) -> Self {
        self.about = about;
        self
    }

    /// Returns the same tool with these arguments.
    pub(crate) const fn takes(mut self, arguments: &'static str) -> Self {
        self.arguments = FieldList(arguments);
        self
    }

    /// Returns the same tool with what only some calls of it do.
    pub(crate) const fn sometimes(mut self, operations: Operations) -> Self {
        self.sometimes = operations;
        self
    }

    /// Returns the same tool as one whose every call does a step of this verb.
    pub(crate) const fn doing(mut self, verb: &'static str) -> Self {
        self.step = Some(verb);
        self
    }

    /// Returns the same tool with the steps that some calls of it do.
    pub(crate) const fn with_steps(mut self, steps: Steps) -> Self {
        self.steps = steps;
        self
    }

    /// Returns the same tool, which says at once all that the steps of a call take.
    pub(crate) const fn wanting(mut self, wants: fn(&Client, &Args) -> Vec<Operation>) -> Self {
        self.wants = Some(wants);
        self
    }

    /// Returns everything that is done by every call: what a device shows is told by all that work on one.
    pub(crate) fn all_operations(&self) -> Vec<Operation> {
        let tells = self.work.is_on_device().then_some(Operation::TellScreen);
        self.operations.iter().copied().chain(tells).collect()
    }

    /// Returns why it may be used as it was called, or why not.
    pub(crate) fn permission(&self, policy: &Policy, called: &str) -> Result<String, String> {
        if let Some(why) = self.denied_step(policy) {
            return Err(why);
        }
        policy.permission(&Asked {
            names: &[self.name, called],
            operations: &self.all_operations(),
        })
    }

    /// Returns why the step is denied that every call of it does.
    fn denied_step(&self, policy: &Policy) -> Option<String> {
        let verb = self.step.and_then(StepKind::find_verb)?;
        denial_of_step(policy, &[], &(verb.blank)())
    }

    /// Returns why a call may not be carried out as it was called. Where something is missing, all is told that its steps
    /// take.
    pub(crate) fn refusal(
        &self,
        policy: &Policy,
        called: &str,
        client: &Client,
        args: &Args,
    ) -> Option<String> {
        let reason = self.permission(policy, called).err()?;
        let operations = self.all_operations();
        let names = &[self.name, called];
        let asked = Asked {
            names,
            operations: &operations,
        };
        if self.denied_step(policy).or(policy.denial(&asked)).is_some() {
            return Some(reason);
        }
        let more = self.wants.map(|wants| wants(client, args));
        let asked = Asked {
            names,
            operations: &[operations, more.unwrap_or_default()].concat(),
        };
        Some(policy.allowance(&asked).err().unwrap_or(reason))
    }

    /// Returns the abilities that every call of it takes.
    pub(crate) fn abilities(&self) -> Vec<AgentAbility> {
        AgentAbility::of(&self.all_operations())
    }

    /// Returns its effect on the world.
    pub(crate) fn access(&self) -> Access {
        let all = self.operations.iter().map(|operation| operation.access());
        all.max().unwrap_or(Access::Looks)
    }

    /// Returns the same tool with a description that ends with what this returns.
    pub(crate) const fn listing(mut self, listing: fn() -> String) -> Self {
        self.listing = Some(listing);
        self
    }

    /// Returns the same tool with an answer that always has these fields.
    pub(crate) const fn answers(mut self, always: &'static [&'static str]) -> Self {
        self.output = Output::With(always);
        self
    }

    /// Returns the same tool with answers of this type.
    pub(crate) const fn gives<T: Shape>(mut self) -> Self {
        self.output = Output::Of(T::schema);
        self
    }

    /// Returns the same tool with what its acts may touch.
    pub(crate) const fn touching(mut self, action_type: ActionType) -> Self {
        self.action_type = Some(action_type);
        self
    }

    /// Returns the tool as the protocol lists it.
    pub(crate) fn listed(&self) -> Tool {
        let mut input = self.arguments.schema();
        without_ranges(&mut input);
        if let Some(action_type) = self.action_type {
            input.insert("action_type".to_owned(), json!(action_type.as_str()));
        }
        let output = answer_schema(match self.output {
            Output::With(always) => object_schema(JsonObject::new(), always),
            Output::Of(schema) => fields_of(schema()),
        });
        let listing = self.listing.map(|list| list()).unwrap_or_default();
        Tool::new(self.name, format!("{}{listing}", self.about), input)
            .with_annotations(hints(self.access()))
            .with_raw_output_schema(output.into())
    }

    /// Returns whether it may write what lists are made of: skills, compiled files, runs.
    pub(crate) fn writes(&self) -> bool {
        match (self.access(), self.work) {
            (Access::Looks, _) | (_, Work::OnDevice(_) | Work::Act(_)) => false,
            (Access::Acts | Access::Destroys, Work::OnDeviceAndFiles(_) | Work::Aside(_)) => true,
        }
    }

    /// Refuses a call with the wrong arguments before any device is asked for anything: one of our tools would
    /// pass over what it does not know, and its success would seem to be about that too. mirroir's tools say
    /// what is missing in words of their own. Numbers are judged alike for all: one that is passed over would mean
    /// the usual one.
    pub(crate) fn check_given(&self, args: &Args) -> Result<(), Refusal> {
        let schema = Value::Object(self.arguments.schema());
        check_numbers("", &args.as_value(), &schema)?;
        match self.dialect {
            Dialect::Own => self.check_known(args, &schema["properties"]),
            Dialect::MobileDebug => check_required(args, &schema),
            Dialect::Mirroir => Ok(()),
        }
    }

    fn check_known(&self, args: &Args, properties: &Value) -> Result<(), Refusal> {
        for (name, value) in args.given() {
            let schema = &properties[name];
            if schema.is_null() && name != "device" {
                let known = properties.as_object().into_iter().flatten();
                let known: Vec<&str> = known.map(|(name, _)| name.as_str()).collect();
                let tool = self.name;
                let message = format!("`{tool}` takes no `{name}`, only: {}", known.join(", "));
                return Err(Refusal::input(message));
            }
            if !is_given(Some(value), schema) {
                return Err(missing(kind_of(schema), name));
            }
        }
        Ok(())
    }
}

/// Refuses a call without what must be given.
fn check_required(args: &Args, schema: &Value) -> Result<(), Refusal> {
    let required = schema["required"].as_array().into_iter().flatten();
    let mut needed = required
        .filter_map(Value::as_str)
        .map(|name| (name, &schema["properties"][name]));
    match needed.find(|(name, schema)| !is_given(args.value(name), schema)) {
        Some((name, schema)) => Err(missing(kind_of(schema), name)),
        None => Ok(()),
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

/// Returns what a client may rely on when it asks a person.
pub(crate) fn hints(access: Access) -> ToolAnnotations {
    match access {
        Access::Looks => ToolAnnotations::new().read_only(true),
        // What a touch does depends on what stands there.
        Access::Acts | Access::Destroys => ToolAnnotations::new().destructive(true),
    }
}
