//! Compiling from an agent's own reports: one named skill, step by step, then its file.

use std::path::PathBuf;

use retap_drivers::SystemClock;
use retap_learn::compile::{CompilationSession, Reported, SessionError, StepReport};
use retap_model::codec::encode;
use retap_model::device::Clock as _;
use retap_model::geometry::{Direction, Point};
use retap_model::program::{CompiledAction, Pin, PinnedPlace, PinnedScroll, SourceMark};
use retap_model::verify::ActionType::SideEffect;
use schemars::JsonSchema;
use serde::Serialize;

use super::mirror_tool;
use crate::compiled_file::path_to_write;
use crate::error::cannot_write;
use crate::mcp::args::missing;
use crate::mcp::tool_spec::{ToolSpec, Work::WithClient};
use crate::mcp::{Args, Call, Client, DeviceSession, Refusal, Reply};
use crate::permissions::Access::Acts;
use crate::run_folder::write_atomically;
use crate::skill::Skill;

pub(super) const RECORD_STEP: ToolSpec = mirror_tool(
    "record_step",
    "Reports one step of the skill that get_skill showed: place, confidence and match_strategy of a tap, elapsed_ms of a wait, scroll_* of a scroll.",
    Acts,
    WithClient(record_step),
)
.takes(
    "step_index:integer! type! label tap_x:number tap_y:number confidence:number match_strategy \
     elapsed_ms:integer scroll_count:integer scroll_direction:up|down|left|right",
)
.gives::<StepRecorded>()
.touching(SideEffect);

pub(super) const SAVE_COMPILED: ToolSpec = mirror_tool(
    "save_compiled",
    "Writes the compiled file of the skill from the reported steps.",
    Acts,
    WithClient(save_compiled),
)
.takes("skill_name!")
.gives::<SavedSkill>()
.touching(SideEffect);

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

#[derive(Serialize, JsonSchema)]
struct StepRecorded {
    success: bool,
    step_index: usize,
    action: &'static str,
}

#[derive(Serialize, JsonSchema)]
struct SavedSkill {
    success: bool,
    path: PathBuf,
    pinned: usize,
    steps: usize,
}

/// Takes the report of one step.
fn record_step(
    session: &mut DeviceSession,
    client: &Client,
    args: &Args,
    _call: &Call,
) -> Result<Reply, Refusal> {
    let index = args
        .count("step_index")
        .and_then(|it| usize::try_from(it).ok())
        .ok_or_else(|| missing("number", "step_index"))?;
    let verb = args.need_text("type")?.to_owned();
    let label = args.words("label").map(str::to_owned);
    let mut guard = client.compiling();
    let Some(compiling) = guard.as_mut() else {
        return Err(Refusal::input(
            "no skill is being compiled; call get_skill first",
        ));
    };
    // What the server saw itself while the step ran says more than the agent can.
    let seen = session.history.entries().rev().find(|entry| {
        let is_label = label.is_none() || entry.kind.label_text() == label;
        entry.is_passed && entry.kind.verb() == verb && is_label
    });
    let scroll = args
        .count("scroll_count")
        .and_then(|it| u32::try_from(it).ok());
    let direction = args.text("scroll_direction").unwrap_or("up");
    let report = StepReport {
        index,
        verb: verb.clone(),
        label: label.clone(),
        reported: Reported {
            place: point(args).map(|point| PinnedPlace {
                point,
                confidence: args.number("confidence"),
                strategy: args.words("match_strategy").map(str::to_owned),
            }),
            scroll: scroll
                .zip(Direction::from_word(direction))
                .map(|(count, direction)| PinnedScroll { count, direction }),
        },
        elapsed: args
            .number("elapsed_ms")
            .map(|_| args.millis("elapsed_ms", 0)),
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
fn save_compiled(
    session: &mut DeviceSession,
    client: &Client,
    args: &Args,
    _call: &Call,
) -> Result<Reply, Refusal> {
    let name = args.need_text("skill_name")?;
    let mut guard = client.compiling();
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
    let size = session.info().size;
    let compiled = compiling
        .session
        .finish(&own_name, mark, size)
        .map_err(refusal)?;
    let path = path_to_write(&compiling.skill);
    let is_replaced = path.exists();
    let bytes = encode(&compiled);
    write_atomically(&path, &bytes).map_err(|error| cannot_write("write", &path, error))?;
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
    let answer = SavedSkill {
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
