//! From acts that worked to a skill that was written, read back and compiled.

use std::path::Path;

use retap_drivers::SystemClock;
use retap_learn::compile::{CompilationSession, Observation};
use retap_learn::keep::{Input, with_inputs};
use retap_learn::source::{Format, write_skill};
use retap_model::device::{Clock as _, Platform};
use retap_model::phrase::{Part, Variables};
use retap_model::program::{
    CompiledProgram, Draft, Header, Place, SourceMark, Step, StepId, StepKind,
};
use retap_model::secret::is_secret_name;
use retap_model::verify::FailureCode;

use crate::mcp::act_history::HistoryEntry;
use crate::mcp::skill_tool::KEPT;
use crate::mcp::{Args, DeviceSession, Refusal};
use crate::skill::Skill;

/// Returns the skill and the values its inputs had this time.
pub(super) fn draft_of(
    session: &DeviceSession,
    name: &str,
    args: &Args,
    kept: &[&HistoryEntry],
    inputs: &[Input],
) -> (Draft, Variables) {
    let mut values = Variables::new();
    let mut secrets: Vec<String> = Vec::new();
    let mut apps: Vec<String> = Vec::new();
    let mut steps = Vec::new();
    for entry in kept {
        let mut kind = with_inputs(&entry.kind, inputs);
        kind.phrases_mut(&mut |phrase| {
            for part in phrase.parts() {
                if let Part::Value { name, value, .. } = part {
                    values.set(name.clone(), value.reveal());
                    values.mark_secret(name.clone());
                    if !is_secret_name(name) && !secrets.contains(name) {
                        secrets.push(name.clone());
                    }
                }
            }
        });
        if let StepKind::Launch(launch) = &kind
            && !apps.contains(&launch.app.to_string())
        {
            apps.push(launch.app.to_string());
        }
        steps.push(Step::new(kind, Place::default()));
    }
    for input in inputs {
        values.set(input.name.clone(), input.value.clone());
    }
    let info = session.info();
    let header = Header {
        name: name.to_owned(),
        description: args.words("about").unwrap_or_default().to_owned(),
        apps,
        tags: vec![KEPT.to_owned()],
        device: (info.platform == Platform::Simulated).then(|| info.address.clone()),
        secrets,
        ..Header::default()
    };
    (Draft::new(header, steps), values)
}

/// Writes the skill, reads it back, and compiles it from what was seen.
pub(super) fn compile(
    session: &DeviceSession,
    path: &Path,
    draft: Draft,
    values: &Variables,
    kept: &[&HistoryEntry],
) -> Result<(Skill, CompiledProgram), Refusal> {
    let text = write_skill(&draft, Format::Yaml)
        .map_err(|error| Refusal::input(format!("it cannot be written down: {error}")))?;
    let mut skill = Skill::of_text(path, &text)?;
    let written = draft.steps.iter().map(|step| step.kind.title());
    let read = skill.draft.steps.iter().map(|step| step.kind.title());
    if !written.eq(read) || !skill.draft.bind(values).is_empty() {
        return Err(Refusal::new(
            FailureCode::Unknown,
            "it was not kept: what was written down reads as something else",
        ));
    }
    skill.values = values.clone();
    let mut learning = CompilationSession::new(skill.draft.clone());
    for (place, entry) in kept.iter().enumerate() {
        if let Some(observation) = &entry.observation {
            learning.observe(Observation {
                step: StepId(place),
                ..observation.clone()
            });
        }
    }
    let mark = SourceMark::of(&skill.bytes, SystemClock::new().timestamp());
    let size = session.info().size;
    let name = skill.draft.header.name.clone();
    let compiled = learning
        .finish(&name, mark, size)
        .map_err(|error| Refusal::new(FailureCode::Unknown, format!("it was not kept: {error}")))?;
    Ok((skill, compiled))
}
