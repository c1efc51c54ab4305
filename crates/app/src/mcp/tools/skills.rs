//! `list_skills`, `get_skill`, `run_skill`: what was kept, and replaying it without AI.

use std::borrow::Cow;
use std::path::Path;

use retap_model::program::InterruptionPolicy;
use retap_replay::{Pictures, RunOptions};

use super::run_summary::run_summary;
use crate::compiled_file::Compiled;
use crate::config::Config;
use crate::devices::choose;
use crate::discovery::{Discovery, Found};
use crate::environment::Environment;
use crate::error::Exit;
use crate::mcp::answer::answer;
use crate::mcp::call::operations_of;
use crate::mcp::skill_tool::{inputs_of, tool_name};
use crate::mcp::{Answer, Args, Call, Client, Refusal, Reply, ToolCall};
use crate::operation::Operation;
use crate::plan::Plan;
use crate::run_folder::{RunFolders, safe_name};
use crate::session::{Runner, Session};
use crate::skill::Skill;
use crate::values::Values;

answer! {
    /// The skills there are.
    pub(crate) struct SkillList { skills: Vec<ListedSkill> }
    /// A skill, and whether it is compiled.
    pub(crate) struct ListedSkill { name: String, about: String, status: &'static str }
    /// The text of a skill, and whether it is compiled.
    pub(crate) struct SkillText { text: String, status: &'static str }
}

/// Lists the skills of the skills folders.
pub(super) fn list_skills(client: &Client, _: &Args, _: &Call) -> Answer {
    let found = Discovery::search(&client.host.environment)?.skills;
    let skills: Vec<ListedSkill> = found.iter().map(listed).collect();
    let line = |it: &ListedSkill| format!("- {}: {} [{}]", it.name, it.about, it.status);
    let lines = skills.iter().map(line).collect();
    Ok(SkillList { skills }.reply(lines))
}

/// Returns a skill as it is listed.
pub(crate) fn listed(found: &Found) -> ListedSkill {
    let (about, status) = match Skill::read(&found.path) {
        Ok(skill) => {
            let status = Compiled::beside(&skill).as_str();
            (skill.draft.header.description, status)
        }
        Err(error) => (error.to_string(), "broken"),
    };
    ListedSkill {
        name: found.name.clone(),
        about: about.lines().next().unwrap_or_default().to_owned(),
        status,
    }
}

impl SkillList {
    /// Returns the answer with a line for each skill.
    pub(crate) fn reply(self, lines: Vec<String>) -> Reply {
        match lines.is_empty() {
            true => Reply::new(self, "no skills yet; keep_skill keeps what you did"),
            false => Reply::new(self, lines.join("\n")),
        }
    }
}

/// Returns the skill of this name, also by the words it was kept under.
pub(crate) fn find_skill(client: &Client, name: &str) -> Result<Skill, Refusal> {
    let discovery = Discovery::search(&client.host.environment)?;
    let named = discovery.select_named(name);
    let path = named.or_else(|unknown| {
        let kept = discovery.select_named(&file_name(name));
        kept.map_err(|_| match Path::new(name).extension() {
            // Whether there is such a file is not told: it may be anywhere.
            Some(_) => Refusal::input(format!(
                "`{name}` is not the name of a skill; those in `.retap/skills` are run by their names, other files are not; \
                 list_skills lists them"
            )),
            None => unknown.into(),
        })
    })?;
    Ok(Skill::read(&path)?)
}

/// Returns how the file of a skill that is kept under this name is called.
pub(super) fn file_name(name: &str) -> String {
    safe_name(&name.trim().to_lowercase())
}

/// Shows a skill, its compile status last.
pub(crate) fn get_skill(client: &Client, args: &Args, _: &Call) -> Answer {
    let skill = find_skill(client, args.need_text("name")?)?;
    // Variables are shown by their names, by which their values are given. What the file itself has of a secret is not.
    let text = String::from_utf8_lossy(&skill.bytes);
    let text = skill.own_secrets().mask(&text).into_owned();
    let text = format!("{text}\n\n{}", status_tag(&skill));
    let shown = SkillText {
        text: text.clone(),
        status: Compiled::beside(&skill).as_str(),
    };
    Ok(Reply::new(shown, text))
}

/// Returns the compile status as agents that were taught the reference read it.
fn status_tag(skill: &Skill) -> String {
    match Compiled::beside(skill) {
        Compiled::Absent => {
            "[Not compiled — use record_step after each step to compile]".to_owned()
        }
        Compiled::Fresh { .. } => "[Compiled: fresh]".to_owned(),
        Compiled::Stale { reason, .. } | Compiled::Broken { reason, .. } => {
            format!("[Compiled: stale — {reason}]")
        }
    }
}

/// The tool that replays a skill; a skill's own tool is this one with the name of the skill.
pub(crate) const RUN_SKILL: &str = "run_skill";

/// Returns what the steps of the skill would do that a call names.
pub(super) fn operations(client: &Client, args: &Args) -> Vec<Operation> {
    let named = args.words("name").map(|name| find_skill(client, name));
    let Some(Ok(skill)) = named else {
        return Vec::new();
    };
    let steps = skill.draft.flat().into_iter();
    let frame = skill
        .draft
        .header
        .frame
        .iter()
        .flat_map(Operation::of_frame);
    let mut operations = operations_of(steps.map(|(_, step)| &step.kind));
    operations.extend(frame);
    operations
}

/// Returns the device that a skill names, where the call names none and the device in use is another one. That of a kind
/// alone (`web:`) is any of the kind.
pub(crate) fn wanted_device(client: &Client, args: &Args) -> Option<String> {
    let skill = find_skill(client, args.words("name")?).ok()?;
    let wanted = skill.draft.header.device?;
    let config = &client.host.config;
    let address = config.address_of(&wanted);
    let is_it = |used: String| {
        let used = config.address_of(&used);
        used == address || (address.ends_with(':') && used.starts_with(address))
    };
    let is_in_use = client.current_device().is_some_and(is_it);
    (args.words("device").is_none() && !is_in_use).then_some(wanted)
}

/// Replays a skill and returns the verdict, outputs, and where it diverged.
pub(super) fn run_skill(call: &mut ToolCall<'_>) -> Answer {
    let name = call.args.need_text("name")?;
    let inputs = call.args.object("inputs").unwrap_or_default();
    // Nothing of a skill is looked at that may not be run.
    let unbound = find_skill(call.client, name)?;
    let unbound = unbound.on(call.info().platform)?;
    let own_tool = own_tool(call.client, &unbound)?;
    call.permit_skill(&own_tool, &unbound.draft)?;
    check_device(call, &unbound)?;
    let skill = bound_skill(call.client, name, &inputs)?;
    call.engine.hide_all(skill.draft.secrets());
    call.share_secrets();
    let plan = Plan::of(&skill, None)?;
    let skill = skill.on(call.info().platform)?.into_owned();
    replay(call, &skill, &plan, &own_tool)
}

/// Refuses to run a skill of the person's home folder on a device that the project chose, which would be told the
/// person's passwords.
fn check_device(call: &ToolCall<'_>, skill: &Skill) -> Result<(), Refusal> {
    let settings = &call.client.host.config;
    let own = settings.for_skill(&skill.path);
    let used = call.client.current_device();
    let address = |config: &Config| choose(used.as_deref(), None, config).ok();
    match own.is_of_home && address(&own) != address(settings) {
        false => Ok(()),
        true => Err(Refusal::not_permitted(format!(
            "`{}` is a skill of the home folder, and the device in use was chosen by the project; give the address of another one as `device`",
            skill.path.display()
        ))),
    }
}

/// Returns the name of the tool that a skill is or would be.
fn own_tool(client: &Client, skill: &Skill) -> Result<String, Refusal> {
    let discovery = Discovery::search(&client.host.environment)?;
    let mut skills = discovery.skills.iter();
    let found = skills.find(|found| found.path == skill.path);
    Ok(found.map_or_else(|| tool_name(&skill.stem()), |found| tool_name(&found.name)))
}

/// Returns the skill of this name with its variables bound.
fn bound_skill(client: &Client, name: &str, inputs: &Args) -> Result<Skill, Refusal> {
    let host = &client.host;
    let mut skill = find_skill(client, name)?;
    let typed = inputs.as_texts();
    let known = inputs_of(&skill.draft);
    if let Some((unknown, _)) = typed.iter().find(|(name, _)| !known.contains_key(name)) {
        let known: Vec<&str> = known.keys().map(String::as_str).collect();
        return Err(Refusal::input(match known.as_slice() {
            [] => format!("the skill takes no inputs, and `{unknown}` was given"),
            [..] => format!(
                "`{unknown}` is no input of it; it takes {}",
                known.join(", ")
            ),
        }));
    }
    let environment = environment_for(&skill, &host.environment);
    let bound = skill.bind(&Values::new(&typed, &environment, &host.config));
    // What to type on a command line helps no agent.
    bound.map_err(|unbound| match unbound.exit == Exit::NotJudged {
        true => Refusal::input(unbound.to_string()),
        false => Refusal::input(format!("{unbound}; give it in inputs")),
    })?;
    Ok(skill)
}

/// Returns the values that a call gives a skill as no secrets.
fn plain_inputs(args: &Args, skill: &Skill) -> Vec<String> {
    let given = args.object("inputs").unwrap_or_default().as_texts();
    let secret = skill.draft.secret_names();
    let plain = given.into_iter().filter(|(name, _)| !secret.contains(name));
    plain.map(|(_, value)| value).collect()
}

/// Returns the environment as a skill sees it that an agent runs: where an agent chose the names of its inputs, nobody set
/// them for it.
fn environment_for<'a>(skill: &Skill, environment: &'a Environment) -> Cow<'a, Environment> {
    let header = &skill.draft.header;
    let mut environment = Cow::Borrowed(environment);
    if header.is_kept() {
        let variables = &mut environment.to_mut().variables;
        variables.retain(|name, _| header.declares(name));
    }
    environment
}

/// Runs a skill as planned, within what its own tool is permitted, keeps its events with the runs of the project, and tells
/// how it went.
pub(crate) fn replay(
    call: &mut ToolCall<'_>,
    skill: &Skill,
    plan: &Plan,
    own_tool: &str,
) -> Answer {
    call.limit_device_to_skill(own_tool, skill);
    let host = &call.client.host;
    let folders = RunFolders::in_project(&host.environment, &host.config);
    let mut folder = folders.open_run(&skill.stem())?;
    let run = folder.run.clone();
    let mut told = call.handle.sink();
    let replay = Session {
        runner: &Runner {
            config: &host.config,
            opener: &host.opener,
            advisor: None,
            stop: call.handle.stop.clone(),
            secrets: host.secrets.clone(),
        },
        options: RunOptions {
            run: run.clone(),
            timeout: host.config.timeout(),
            pictures: match call.permit(&[Operation::TakePicture]) {
                Ok(()) => Pictures::OnFailure,
                Err(_) => Pictures::Never,
            },
            interruptions: match call.permit(&[Operation::Touch]) {
                Ok(()) => InterruptionPolicy::Close,
                Err(_) => InterruptionPolicy::Stop,
            },
            inputs: plain_inputs(call.args, skill),
            ..RunOptions::default()
        },
        opened: &mut call.session.connection.opened,
        sinks: vec![&mut folder, &mut told],
    };
    let report = replay.test(skill, plan);
    let notes = std::mem::take(&mut told.notes);
    folder.finish()?;
    // The run used the device with eyes of its own.
    call.engine.note_run(&report);
    Ok(run_summary(&report, notes, &run))
}
