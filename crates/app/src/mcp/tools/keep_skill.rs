//! `keep_skill`: the last stretch that worked becomes a skill and its compiled file.

use std::path::{Path, PathBuf};

use retap_drivers::SystemClock;
use retap_learn::compile::{CompilationSession, Observation, unproven_steps};
use retap_learn::keep::{Done, Input, prune, with_inputs};
use retap_learn::source::{Format, write_skill};
use retap_model::codec::encode;
use retap_model::device::{Clock as _, DeviceInfo, Platform};
use retap_model::phrase::{Phrase, Variables};
use retap_model::program::{
    CompiledProgram, Draft, Header, KEPT, Nature, Pin, Place, ProvenBy, SourceMark, Step, StepId,
    StepKind,
};
use retap_model::secret::is_secret_name;
use retap_model::verify::FailureCode;

use super::skills::{file_name, replay};
use crate::compiled_file::path_to_write;
use crate::environment::Environment;
use crate::files::{stays_inside, write_inside};
use crate::mcp::act_history::{ActHistory, HistoryEntry};
use crate::mcp::answer::answer;
use crate::mcp::skill_tool::{self, tool_name};
use crate::mcp::{Answer, Args, Client, DeviceSession, Refusal, Reply, ToolCall};
use crate::plan::Plan;
use crate::skill::Skill;

/// Where skills are kept.
const FOLDER: &str = ".retap/skills";

answer! {
    /// What was kept, and what has no words in a skill.
    struct KeptSkill { success: bool, name: String, path: PathBuf, steps: Vec<String>, checks: usize, left_out: usize,
        starts_fresh: bool, tool: String, not_kept?: Vec<String> }
}

/// Keeps what was just done.
pub(super) fn keep_skill(call: &mut ToolCall<'_>) -> Answer {
    let name = call.args.need_text("name")?.trim();
    let path = path_of(call.client, name)?;
    let mut entries = stretch(&call.history, call.args.count("from"))?;
    rebase_uploads(&call.client.host.environment, &mut entries)?;
    let kept = without_dead_ends(&entries);
    let inputs = inputs_of(call.args);
    let (draft, values) = draft_of(call, name, call.args, &kept, &inputs);
    let used = skill_tool::inputs_of(&draft);
    if let Some(unused) = inputs.iter().find(|input| !used.contains_key(&input.name)) {
        let message = format!(
            "the value of input `{}` was not typed in these acts",
            unused.name
        );
        return Err(Refusal::input(message));
    }
    let (skill, compiled) = compile(call, &path, draft, &values, &kept)?;
    check_proofs(&skill, &compiled)?;
    if call.args.is("prove") == Some(true) {
        let own_tool = tool_name(&skill.stem());
        call.permit_skill(&own_tool, &skill.draft)?;
        let plan = Plan::compiled(compiled.clone());
        let proof = replay(call, &skill, &plan, &own_tool)?;
        if proof.is_error {
            let message = format!("it was not kept: its replay {}", proof.texts.join(" "));
            return Err(Refusal::new(FailureCode::Unknown, message));
        }
    }
    let project = &call.client.host.environment.project;
    write_inside(project, &path, &skill.bytes)?;
    write_inside(project, &path_to_write(&skill), &encode(&compiled))?;
    let since = entries.first().map_or(0, |first| first.number);
    let unwritable = call.history.unwritable.iter();
    let unwritable = unwritable.filter(|it| it.number >= since);
    let unwritable: Vec<String> = unwritable.map(|it| it.title.clone()).collect();
    let (mut answer, text) = kept_skill(call.client, &skill, &compiled, &entries, &kept);
    let mut texts = vec![text];
    if !unwritable.is_empty() {
        texts.push(format!(
            "proven now and not in the skill, which has no words for it: {}",
            unwritable.join("; ")
        ));
        answer.not_kept = Some(unwritable);
    }
    let reply = Reply::new(answer, "");
    Ok(Reply { texts, ..reply })
}

/// Returns where the skill is written. One that somebody wrote by hand is not replaced.
fn path_of(client: &Client, name: &str) -> Result<PathBuf, Refusal> {
    let slug = file_name(name);
    if slug.trim_matches('-').is_empty() {
        return Err(Refusal::input("the name needs at least one letter"));
    }
    let project = &client.host.environment.project;
    let path = project.join(FOLDER).join(format!("{slug}.yaml"));
    if path.exists() {
        stays_inside(project, &path).map_err(|error| Refusal::input(error.to_string()))?;
        let known = Skill::read(&path)?;
        if !known.draft.header.is_kept() {
            return Err(Refusal::input(format!(
                "`{}` is there and was not kept by an agent; choose another name",
                path.display()
            )));
        }
    }
    Ok(path)
}

/// Names the files of uploads from the folder of the kept skill on: those of a call start in the project.
fn rebase_uploads(environment: &Environment, entries: &mut [HistoryEntry]) -> Result<(), Refusal> {
    for entry in entries {
        if let StepKind::Upload(upload) = &mut entry.kind {
            let files = upload.file.reveal();
            let names = files.split(';').map(str::trim);
            let names = names.map(|name| name_from_folder(environment, name));
            let names: Vec<String> = names.collect::<Result<_, _>>()?;
            upload.file = Phrase::literal(names.join(";"));
        }
    }
    Ok(())
}

fn name_from_folder(environment: &Environment, name: &str) -> Result<String, Refusal> {
    let (project, name) = (&environment.project, name.trim_start_matches("./"));
    let path = project.join(name);
    let text = |path: &Path| path.display().to_string();
    match (
        path.strip_prefix(project.join(FOLDER)),
        path.strip_prefix(project),
    ) {
        (Ok(own), _) => Ok(text(own)),
        // It is in a folder that the person named.
        (Err(_), Err(_)) => Ok(name.to_owned()),
        (Err(_), Ok(_)) => Err(Refusal::input(format!(
            "it was not kept: a skill in `{FOLDER}` uploads files of that folder only, and `{name}` is not there; copy it there and \
             upload `{FOLDER}/…`, or keep from a later act"
        ))),
    }
}

/// Returns the acts to keep: from the number that is given, else from the last time an app was opened.
/// Acts that did not work are left out; one without words cannot be kept.
pub(crate) fn stretch(
    history: &ActHistory,
    from: Option<u64>,
) -> Result<Vec<HistoryEntry>, Refusal> {
    let all: Vec<&HistoryEntry> = history.acts.iter().collect();
    let start = match from {
        Some(number) => all.iter().position(|entry| entry.number >= number),
        None => last_opening(&all, history.fresh_page),
    };
    let start = start.unwrap_or(0);
    let is_kept = |entry: &&HistoryEntry| entry.is_passed && entry.observation.is_some();
    let kept = all.into_iter().skip(start).filter(is_kept);
    let kept: Vec<HistoryEntry> = kept.cloned().collect();
    let Some(first) = kept.first() else {
        return Err(Refusal::input("nothing was done yet that could be kept"));
    };
    let mut unnamed = history.unnamed.iter();
    match unnamed.find(|act| act.number >= first.number) {
        Some(nameless) => Err(Refusal::input(format!(
            "act {} ({}) touched a place where nothing has a name, so it cannot be found again; \
             do it by text or element, or keep from a later act",
            nameless.number, nameless.title
        ))),
        None => Ok(kept),
    }
}

/// Returns where the task began: at the last fresh start of an app or a page, else at the last opening of one.
/// A task may go through several apps, but begins afresh only once.
fn last_opening(all: &[&HistoryEntry], fresh_page: Option<u64>) -> Option<usize> {
    let last = |is_start: &dyn Fn(&HistoryEntry) -> bool| {
        all.iter()
            .rposition(|entry| entry.is_passed && is_start(entry))
    };
    let is_fresh = |entry: &HistoryEntry| {
        matches!(entry.kind, StepKind::ResetApp(_)) || Some(entry.number) == fresh_page
    };
    let is_opening =
        |entry: &HistoryEntry| matches!(entry.kind, StepKind::Launch(_) | StepKind::OpenUrl(_));
    last(&is_fresh).or_else(|| last(&is_opening))
}

/// Returns the acts without those that led nowhere.
pub(crate) fn without_dead_ends(entries: &[HistoryEntry]) -> Vec<&HistoryEntry> {
    let done = |entry: &HistoryEntry| Done {
        kind: entry.kind.clone(),
        before: entry.before.clone(),
        after: entry.after.clone(),
    };
    let acts: Vec<Done> = entries.iter().map(done).collect();
    let kept = prune(&acts).into_iter();
    kept.map(|place| &entries[place]).collect()
}

fn inputs_of(args: &Args) -> Vec<Input> {
    let named = args.object("inputs").unwrap_or_default();
    let all = named.as_texts().into_iter();
    all.map(|(name, value)| Input { name, value }).collect()
}

/// Returns the skill and the values its inputs had this time.
pub(crate) fn draft_of(
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
            for (name, value) in phrase.values() {
                values.set(name, value.reveal());
                values.mark_secret(name);
                if !is_secret_name(name) && !secrets.iter().any(|known| known == name) {
                    secrets.push(name.to_owned());
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
        device: device_of(info, kept),
        secrets,
        ..Header::default()
    };
    // Its inputs are not declared: their names come from the agent or from a page, and a declaration would give them what
    // the environment has under those names.
    (Draft::new(header, steps), values)
}

/// Returns the device that a kept skill names: a simulated phone by its address, and any browser where it opens its page
/// itself. Which phone is meant depends on what is connected.
fn device_of(info: &DeviceInfo, kept: &[&HistoryEntry]) -> Option<String> {
    let first = kept.first().map(|entry| &entry.kind);
    let is_opening = matches!(
        first,
        Some(StepKind::OpenUrl(_) | StepKind::Launch(_) | StepKind::ResetApp(_))
    );
    match info.platform {
        Platform::Simulated => Some(info.address.clone()),
        Platform::Web => is_opening.then(|| "web:".to_owned()),
        Platform::Android | Platform::Ios | Platform::Desktop => None,
    }
}

/// Writes the skill, reads it back, and compiles it from what was seen.
fn compile(
    session: &DeviceSession,
    path: &Path,
    draft: Draft,
    values: &Variables,
    kept: &[&HistoryEntry],
) -> Result<(Skill, CompiledProgram), Refusal> {
    let text = write_skill(&draft, Format::Yaml)
        .map_err(|error| Refusal::input(format!("it cannot be written down: {error}")))?;
    let mut skill = Skill::of_text(path, &text)?;
    // Both are compared as this run had them: a secret is masked in what was done, and by name in what is read.
    let (mut written, unset) = (draft, skill.draft.bind(values));
    written.bind(values);
    let titles = |draft: &Draft| draft.steps.iter().map(Step::title).collect::<Vec<_>>();
    if titles(&written) != titles(&skill.draft) || !unset.is_empty() {
        return Err(Refusal::new(
            FailureCode::Unknown,
            "it was not kept: what was written down reads as something else",
        ));
    }
    skill.values = values.clone();
    let mut learning = CompilationSession::new(skill.draft.clone());
    for observation in observations(kept) {
        learning.observe(observation);
    }
    let mark = SourceMark::of(&skill.bytes, SystemClock::new().timestamp());
    let size = session.info().size;
    let name = skill.draft.header.name.clone();
    let compiled = learning
        .finish(&name, mark, size)
        .map_err(|error| Refusal::new(FailureCode::Unknown, format!("it was not kept: {error}")))?;
    Ok((skill, compiled))
}

/// Returns what was seen of the acts, each as a step of the skill.
fn observations(kept: &[&HistoryEntry]) -> Vec<Observation> {
    let all = kept.iter().enumerate();
    let seen = all.filter_map(|(place, entry)| {
        Some(Observation {
            step: StepId(place),
            ..entry.observation.clone()?
        })
    });
    seen.collect()
}

/// Refuses a skill with a touch that nothing on the screen would prove.
fn check_proofs(skill: &Skill, compiled: &CompiledProgram) -> Result<(), Refusal> {
    for ((_, step), pinned) in skill.draft.flat().into_iter().zip(&compiled.steps) {
        let is_touch = step.kind.nature() == Nature::Touch;
        let needs_proof = is_touch && step.kind.proof() == ProvenBy::ScreenChange;
        let pin = pinned.pin.as_ref();
        if needs_proof && pin.is_none_or(|pin| pin.expect.is_empty()) {
            let message = format!(
                "it was not kept: nothing that lasts on the screen shows that step {} ({}) \
                 happened; wait for what it brings, then keep again",
                pinned.index + 1,
                step.title()
            );
            return Err(Refusal::new(FailureCode::Unknown, message));
        }
    }
    Ok(())
}

/// Returns what was kept, and in words how to run it.
fn kept_skill(
    client: &Client,
    skill: &Skill,
    compiled: &CompiledProgram,
    done: &[HistoryEntry],
    kept: &[&HistoryEntry],
) -> (KeptSkill, String) {
    let shown = client.host.environment.shown(&skill.path);
    let pins = compiled.steps.iter().filter_map(|step| step.pin.as_ref());
    let checks = pins.flat_map(Pin::checks).count();
    let steps = skill.draft.steps.iter().map(|step| step.kind.title());
    let steps: Vec<String> = steps.collect();
    let stem = skill.stem();
    let left_out = done.len() - kept.len();
    let mut text = format!(
        "kept {} steps and {checks} checks as {} (run_skill name:{stem}, or the tool {})",
        steps.len(),
        shown.display(),
        tool_name(&stem)
    );
    if left_out > 0 {
        text.push_str(&format!("; {left_out} acts led nowhere and were left out"));
    }
    for (pinned, step) in unproven_steps(&skill.draft, compiled, &observations(kept)) {
        text.push_str(&format!(
            "\nstep {} ({}) is hardly checked: only that the screen changes; `expect` what it brings, then keep again",
            pinned.index + 1,
            step.kind.title()
        ));
    }
    let starts_fresh = matches!(
        skill.draft.steps.first().map(|step| &step.kind),
        Some(StepKind::ResetApp(_) | StepKind::OpenUrl(_))
    );
    if !starts_fresh {
        text.push_str(
            "\nit does not start from a fresh app, so it replays only from the same screen",
        );
    }
    let answer = KeptSkill {
        success: true,
        tool: tool_name(&stem),
        name: stem,
        path: shown,
        steps,
        checks,
        left_out,
        starts_fresh,
        not_kept: None,
    };
    (answer, text)
}
