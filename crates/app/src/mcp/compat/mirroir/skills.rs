//! Skills as mirroir lists, shows and compiles them: from an agent's own reports, one named skill, step by step,
//! then its file.

use std::path::PathBuf;

use retap_drivers::SystemClock;
use retap_learn::compile::{CompilationSession, Reported, SessionError, StepReport};
use retap_model::codec::encode;
use retap_model::device::Clock as _;
use retap_model::geometry::{Direction, Point};
use retap_model::program::{CompiledAction, Pin, PinnedPlace, PinnedScroll, SourceMark};

use crate::compiled_file::path_to_write;
use crate::discovery::{Discovery, Scope};
use crate::files::write_beside;
use crate::mcp::answer::answer;
use crate::mcp::args::missing;
use crate::mcp::tools::skills::{self, SkillList, listed};
use crate::mcp::{Answer, Args, Call, Client, Refusal, Reply, ToolCall};
use crate::skill::Skill;

answer! {
    /// A step was recorded, and what is compiled of it.
    pub(super) struct StepRecorded { success: bool, step_index: usize, action: &'static str }
    /// The compiled file, and how many of its steps were reported.
    pub(super) struct CompiledSaved { success: bool, path: PathBuf, pinned: usize, steps: usize }
}

/// Lists the skills of the project and of the person.
pub(super) fn list_skills(client: &Client, _: &Args, _: &Call) -> Answer {
    let (mut skills, mut lines) = (Vec::new(), Vec::new());
    for found in &Discovery::search(&client.host.environment)?.skills {
        let scope = match found.scope {
            Scope::Project => "local",
            Scope::Home => "global",
        };
        let skill = listed(found);
        lines.push(format!("- {}: {}  [{scope}]", skill.name, skill.about));
        skills.push(skill);
    }
    Ok(SkillList { skills }.reply(lines))
}

/// Shows a skill, its compile status last, and makes it the one `record_step` is about.
pub(super) fn get_skill(client: &Client, args: &Args, call: &Call) -> Answer {
    let name = args.need_text("name")?;
    let skill = skills::find_skill(client, name)?;
    let reply = skills::get_skill(client, args, call)?;
    *client.compiling.lock() = (!skill.is_scenario()).then(|| Compiling::new(name, skill));
    Ok(reply)
}

/// A skill that is being compiled, and what was reported of it.
pub(crate) struct Compiling {
    /// The name it was asked for by.
    name: String,
    skill: Skill,
    session: CompilationSession,
}

impl Compiling {
    /// Starts compiling this skill and no other.
    pub(crate) fn new(name: &str, skill: Skill) -> Self {
        Self {
            name: name.to_owned(),
            session: CompilationSession::new(skill.draft.clone()),
            skill,
        }
    }
}

/// Takes the report of one step.
pub(super) fn record_step(call: &mut ToolCall<'_>) -> Answer {
    let index = call.args.count("step_index");
    let index: usize = index.ok_or_else(|| missing("number", "step_index"))?;
    let verb = call.args.need_text("type")?.to_owned();
    let label = call.args.words("label").map(str::to_owned);
    let mut guard = call.client.compiling.lock();
    let Some(compiling) = guard.as_mut() else {
        return Err(Refusal::input(
            "no skill is being compiled; call get_skill first",
        ));
    };
    // What the server saw itself while the step ran says more than the agent can.
    let seen = call.history.acts.iter().rev().find(|entry| {
        let is_label = label.is_none() || entry.kind.label_text() == label;
        entry.is_passed && entry.kind.verb() == verb && is_label
    });
    let scroll = call.args.count("scroll_count");
    let direction = call.args.text("scroll_direction").unwrap_or("up");
    let report = StepReport {
        index,
        verb: verb.clone(),
        label: label.clone(),
        reported: Reported {
            place: point(call.args).map(|point| PinnedPlace {
                point,
                confidence: call.args.number("confidence"),
                strategy: call.args.words("match_strategy").map(str::to_owned),
            }),
            scroll: scroll
                .zip(Direction::from_word(direction))
                .map(|(count, direction)| PinnedScroll { count, direction }),
        },
        elapsed: call
            .args
            .number("elapsed_ms")
            .map(|_| call.args.millis("elapsed_ms", 0)),
        before: seen.and_then(|entry| entry.before.clone()),
        after: seen.and_then(|entry| entry.after.clone()),
    };
    compiling.session.record(report).map_err(refusal)?;
    let steps = compiling.skill.draft.flat();
    let action = steps
        .get(index)
        .and_then(|(_, step)| step.kind.compiled_action());
    let action = action.map_or("AI-only (no hints)", CompiledAction::as_str);
    let label = label.unwrap_or_default();
    let text = format!("Recorded step {index}: {verb} '{label}' ({action})");
    let answer = StepRecorded {
        success: true,
        step_index: index,
        action,
    };
    Ok(Reply::new(answer, text))
}

fn point(args: &Args) -> Option<Point> {
    Some(Point::new(args.number("tap_x")?, args.number("tap_y")?))
}

/// Writes the compiled file of the skill the reports were about.
pub(super) fn save_compiled(call: &mut ToolCall<'_>) -> Answer {
    let name = call.args.need_text("skill_name")?;
    let mut guard = call.client.compiling.lock();
    let Some(compiling) = guard.take() else {
        return Err(Refusal::input("no step was recorded; call get_skill first"));
    };
    if compiling.name != name && compiling.skill.draft.header.name != name {
        let message = format!(
            "the steps recorded are of `{}`, not of `{name}`",
            compiling.name
        );
        *guard = Some(compiling);
        return Err(Refusal::input(message));
    }
    let mark = SourceMark::of(&compiling.skill.bytes, SystemClock::new().timestamp());
    let own_name = compiling.skill.draft.header.name.clone();
    let size = call.info().size;
    let compiled = compiling
        .session
        .finish(&own_name, mark, size)
        .map_err(refusal)?;
    let path = path_to_write(&compiling.skill);
    let is_replaced = path.exists();
    let bytes = encode(&compiled);
    write_beside(&path, &bytes)?;
    let pins = || compiled.steps.iter().filter_map(|step| step.pin.as_ref());
    let (steps, pinned) = (compiled.steps.len(), pins().count());
    let is_plain = |pin: &&Pin| pin.action == CompiledAction::Passthrough;
    let mut text = format!(
        "Saved {}\nSteps: {steps} total, {pinned} compiled, {} passthrough, {} AI-only or not reported",
        path.display(),
        pins().filter(is_plain).count(),
        steps - pinned
    );
    if is_replaced {
        text.push_str("\nWarning: overwrote existing compiled file");
    }
    let answer = CompiledSaved {
        success: true,
        path,
        pinned,
        steps,
    };
    Ok(Reply::new(answer, text))
}

fn refusal(error: SessionError) -> Refusal {
    Refusal::input(error.to_string())
}
