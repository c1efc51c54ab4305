//! `retap permissions`: what agents may do here, and which line decides.

use clap::Args;
use retap_model::program::StepKind;
use serde_json::{Value, json};

use super::run_args::OutputArgs;
use crate::environment::Environment;
use crate::error::{AppError, Exit};
use crate::mcp::{Profile, SKILL_TOOL, ToolSpec, denial_of_step, tools_of};
use crate::operation::{AgentAbility, Operation};
use crate::permission_rules::Asked;
use crate::permissions::Policy;

#[derive(Debug, Args)]
pub(crate) struct PermissionsArgs {
    /// Which tools to judge
    #[arg(long, value_enum, default_value_t)]
    profile: Profile,

    /// Say which line decides about one tool of any profile, one ability, or one verb of skills
    #[arg(long, value_name = "TOOL")]
    explain: Option<String>,

    #[command(flatten)]
    output: OutputArgs,
}

/// Something that may be used or not.
struct Judged<'a> {
    name: &'a str,
    /// The abilities it takes.
    abilities: Vec<AgentAbility>,
    /// Why, or why not, with the line that decides.
    permission: Result<String, String>,
    /// The things only some calls of it do.
    parts: Vec<Judged<'a>>,
}

impl<'a> Judged<'a> {
    fn tool(tool: &'a ToolSpec, called: &'a str, policy: &Policy) -> Self {
        let part = |operation: &Operation| Self {
            name: operation.abilities()[0].as_str(),
            abilities: operation.abilities().to_vec(),
            permission: policy.permission(&Asked {
                names: &[tool.name, called],
                operations: &[*operation],
            }),
            parts: Vec::new(),
        };
        let mut parts: Vec<Self> = Vec::new();
        let sometimes = tool.sometimes.iter().map(part);
        for part in sometimes.chain(Self::denied_steps(tool, called, policy)) {
            let is_told = |told: &Self| {
                let is_same = told.name == part.name || part.permission.is_err();
                is_same && told.permission == part.permission
            };
            if !parts.iter().any(is_told) {
                parts.push(part);
            }
        }
        Self {
            name: called,
            abilities: tool.abilities(),
            permission: tool.permission(policy, called),
            parts,
        }
    }

    /// Returns the same with what every tool of a device may be asked for: to open another one.
    fn explained_tool(tool: &'a ToolSpec, called: &'a str, policy: &Policy) -> Self {
        let mut judged = Self::tool(tool, called, policy);
        let another = Self::ability(AgentAbility::Devices, policy);
        let is_told = judged.parts.iter().any(|part| part.name == another.name);
        if tool.work.is_on_device() && !is_told {
            judged.parts.push(another);
        }
        judged
    }

    /// Returns the steps that some calls of a tool do and that are denied, whatever is allowed.
    fn denied_steps(tool: &ToolSpec, called: &str, policy: &Policy) -> Vec<Self> {
        let denied = |kind: StepKind| {
            let why = denial_of_step(policy, &[tool.name, called], &kind)?;
            Some(Self {
                permission: Err(why),
                ..Self::step(&kind, policy)
            })
        };
        tool.steps.blank().filter_map(denied).collect()
    }

    /// Returns whether a step of this kind may be done by the tool for steps.
    fn step(kind: &StepKind, policy: &Policy) -> Self {
        let mut operations = Operation::of_step(kind);
        operations.extend([Operation::DoSteps, Operation::TellScreen]);
        let asked = Asked {
            names: &["do"],
            operations: &operations,
        };
        let denied = denial_of_step(policy, &[], kind);
        Self {
            name: kind.skill_verb().map_or(kind.verb(), |verb| verb.name),
            abilities: AgentAbility::of(&operations),
            permission: denied.map_or_else(|| policy.permission(&asked), Err),
            parts: Vec::new(),
        }
    }

    /// Returns whether an ability lets anything be done, judged by what takes it alone; with what is judged otherwise,
    /// because it only looks.
    fn ability(ability: AgentAbility, policy: &Policy) -> Self {
        let by = |name, operation| Self {
            name,
            abilities: vec![ability],
            permission: policy.permission(&Asked {
                names: &[],
                operations: &[operation],
            }),
            parts: Vec::new(),
        };
        let operation = match ability {
            AgentAbility::Look => Operation::ReadScreen,
            AgentAbility::Picture => Operation::TakePicture,
            AgentAbility::Act => Operation::Touch,
            AgentAbility::Text => Operation::TypeText,
            AgentAbility::Open => Operation::Open,
            AgentAbility::Files => Operation::WriteFile,
            AgentAbility::Build => Operation::BuildApp,
            AgentAbility::Skills => Operation::RunSkill,
            AgentAbility::Devices => Operation::SwitchDevice,
        };
        let whole = by(ability.as_str(), operation);
        let looks = match ability {
            AgentAbility::Skills => vec![
                by("list_skills", Operation::ListSkills),
                by("get_skill", Operation::ReadSkill),
            ],
            AgentAbility::Look
            | AgentAbility::Picture
            | AgentAbility::Act
            | AgentAbility::Text
            | AgentAbility::Open
            | AgentAbility::Files
            | AgentAbility::Build
            | AgentAbility::Devices => Vec::new(),
        };
        let is_other = |part: &Self| part.permission.is_ok() != whole.permission.is_ok();
        Self {
            parts: looks.into_iter().filter(is_other).collect(),
            ..whole
        }
    }

    fn with_parts_of(mut self, other: Self) -> Self {
        self.parts.extend(other.parts);
        self
    }

    fn takes(&self) -> String {
        let words: Vec<&str> = self.abilities.iter().map(|it| it.as_str()).collect();
        words.join(", ")
    }

    fn line(&self) -> String {
        let (word, why) = match &self.permission {
            Ok(why) => ("allowed", why),
            Err(why) => ("refused", why),
        };
        format!("  {word}  {}: {why}\n", self.name)
    }

    fn as_json(&self) -> Value {
        let (Ok(why) | Err(why)) = &self.permission;
        let abilities: Vec<&str> = self.abilities.iter().map(|it| it.as_str()).collect();
        let parts: Vec<Value> = self.parts.iter().map(Self::as_json).collect();
        json!({
            "name": self.name,
            "allowed": self.permission.is_ok(),
            "why": why,
            "abilities": abilities,
            "sometimes": parts,
        })
    }
}

pub(super) fn run(args: &PermissionsArgs, environment: &Environment) -> Result<Exit, AppError> {
    let policy = Policy::load(environment);
    if let Some(named) = &args.explain {
        let judged = explained(named, &policy)?;
        args.output
            .print(|| judged.as_json(), || explanation(&judged));
        return Ok(Exit::Passed);
    }
    let tools: Vec<Judged<'_>> = tools_of(args.profile)
        .map(|tool| Judged::tool(tool, tool.name, &policy))
        .collect();
    let abilities = AgentAbility::ALL.map(|ability| Judged::ability(ability, &policy));
    args.output.print(
        || as_json(&policy, &abilities, &tools),
        || as_text(&policy, &abilities, &tools),
    );
    Ok(Exit::Passed)
}

/// Returns the judgement of the tool, ability or verb of this name.
fn explained<'a>(named: &'a str, policy: &Policy) -> Result<Judged<'a>, AppError> {
    let asked = match named.starts_with(SKILL_TOOL) {
        true => "run_skill",
        false => named,
    };
    let mut tools = tools_of(Profile::Full);
    let tool = tools.find(|tool| tool.name.eq_ignore_ascii_case(asked));
    let tool = tool.map(|tool| Judged::explained_tool(tool, named, policy));
    if let Some(ability) = AgentAbility::from_word(named) {
        // A tool that is called as an ability takes that ability, and may take others.
        let judged = Judged::ability(ability, policy);
        return Ok(match tool {
            None => judged,
            Some(tool) if tool.permission.is_err() => tool,
            Some(tool) => judged.with_parts_of(tool),
        });
    }
    if let Some(tool) = tool {
        return Ok(tool);
    }
    let mut verbs = StepKind::skill_verbs().chain(StepKind::verbs());
    match verbs.find(|verb| verb.name.eq_ignore_ascii_case(named)) {
        Some(verb) => Ok(Judged {
            name: verb.name,
            ..Judged::step(&(verb.blank)(), policy)
        }),
        None => Err(AppError::input(format!(
            "`{named}` is no tool, no ability and no verb of skills"
        ))
        .hint("`retap permissions --profile full` lists tools and abilities")),
    }
}

fn explanation(judged: &Judged<'_>) -> String {
    let mut text = judged.line();
    text.push_str(&format!("  it takes {}\n", judged.takes()));
    for part in &judged.parts {
        let when = match AgentAbility::from_word(part.name) {
            Some(ability) => format!("takes {} ({})", part.takes(), ability.about()),
            None => format!("does `{}`", part.name),
        };
        text.push_str(&format!("where it {when}:\n{}", part.line()));
    }
    text
}

fn as_text(policy: &Policy, abilities: &[Judged<'_>], tools: &[Judged<'_>]) -> String {
    let mut text = String::new();
    if policy.sources().next().is_none() {
        text.push_str("no permission file; tools that act are refused\n");
    }
    for path in policy.sources() {
        text.push_str(&format!("from {}\n", path.display()));
    }
    if let Some(problem) = policy.warning() {
        text.push_str(&format!("{problem}\n"));
    }
    for word in policy.unknown_words() {
        text.push_str(&format!("{word} in `allow` is no ability and no tool\n"));
    }
    text.push_str("abilities\n");
    for judged in abilities {
        let about = judged.abilities[0].about();
        text.push_str(&format!("{}            {about}\n", judged.line()));
        let others: Vec<&str> = judged.parts.iter().map(|part| part.name).collect();
        if !others.is_empty() {
            let word = match judged.permission {
                Ok(_) => "refused",
                Err(_) => "allowed",
            };
            text.push_str(&format!(
                "            {word} of it: {}\n",
                others.join(", ")
            ));
        }
    }
    text.push_str("tools\n");
    for judged in tools {
        text.push_str(&judged.line());
        let refused = judged.parts.iter().filter(|part| part.permission.is_err());
        let refused: Vec<&str> = refused.map(|part| part.name).collect();
        if judged.permission.is_ok() && !refused.is_empty() {
            let names = refused.join(", ");
            text.push_str(&format!(
                "            but not where it takes or does {names}\n"
            ));
        }
    }
    let guard = &policy.guard;
    for (what, list) in [
        ("blocked apps", &guard.blocked_apps),
        ("skipped elements", &guard.skip_elements),
    ] {
        if !list.is_empty() {
            text.push_str(&format!("{what}, for every command: {}\n", list.join(", ")));
        }
    }
    text
}

fn as_json(policy: &Policy, abilities: &[Judged<'_>], tools: &[Judged<'_>]) -> Value {
    let all = |judged: &[Judged<'_>]| judged.iter().map(Judged::as_json).collect::<Vec<_>>();
    json!({
        "format": 1,
        "sources": policy.sources().collect::<Vec<_>>(),
        "problem": policy.warning(),
        "abilities": all(abilities),
        "tools": all(tools),
        "blockedApps": policy.guard.blocked_apps,
        "skipElements": policy.guard.skip_elements,
    })
}
