//! `keep_skill`: the last stretch that worked becomes a skill and its compiled file.

use std::path::{Path, PathBuf};

use retap_learn::keep::{Done, Input, prune};
use retap_model::codec::encode;
use retap_model::program::{CompiledProgram, Nature, ProvenBy, StepKind};
use retap_model::verify::FailureCode;
use serde_json::json;

use super::skills::replay;
use crate::compiled_file::path_to_write;
use crate::error::cannot_write;
use crate::mcp::act_history::{ActHistory, HistoryEntry};
use crate::mcp::kept_skill::{compile, draft_of};
use crate::mcp::skill_tool::{self, KEPT, tool_name};
use crate::mcp::tool_spec::{ToolSpec, Work::WithClient};
use crate::mcp::{Args, Call, Client, DeviceSession, Refusal, Reply};
use crate::permissions::Access::Acts;
use crate::plan::Plan;
use crate::run_folder::{safe_name, write_atomically};
use crate::skill::Skill;
use retap_model::verify::ActionType::SideEffect;

/// `keep_skill`.
pub(super) const KEEP_SKILL: ToolSpec = ToolSpec::new(
    "keep_skill",
    "Keeps what you just did as a skill that replays without AI: everything since the last fresh open, or from act number `from`. inputs: names for typed values, {\"EMAIL\":\"a@b.c\"}. prove replays it first.",
    Acts,
    WithClient(keep_skill),
)
.takes("name! about from:integer inputs:object prove:boolean")
.touching(SideEffect);

/// Keeps what was just done.
fn keep_skill(
    session: &mut DeviceSession,
    client: &Client,
    args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let name = args.need_text("name")?.trim();
    let path = path_of(client, name)?;
    let entries = stretch(&session.history, args.count("from"))?;
    let kept = without_dead_ends(&entries);
    let inputs = inputs_of(args);
    let (draft, values) = draft_of(session, name, args, &kept, &inputs);
    let used = skill_tool::inputs_of(&draft);
    if let Some(unused) = inputs.iter().find(|input| !used.contains_key(&input.name)) {
        let message = format!(
            "the value of input `{}` was not typed in these acts",
            unused.name
        );
        return Err(Refusal::input(message));
    }
    let (skill, compiled) = compile(session, &path, draft, &values, &kept)?;
    check_proofs(&skill, &compiled)?;
    if args.is("prove") == Some(true) {
        let plan = Plan::compiled(compiled.clone());
        let proof = replay(session, client, &skill, &plan, call)?;
        if proof.is_error {
            let message = format!("it was not kept: its replay {}", proof.texts.join(" "));
            return Err(Refusal::new(FailureCode::Unknown, message));
        }
    }
    store(&path, &skill.bytes)?;
    let compiled_path = path_to_write(&skill);
    store(&compiled_path, &encode(&compiled))?;
    let since = entries.first().map_or(0, |first| first.number);
    let unwritable: Vec<&str> = session.history.unwritable_since(since).collect();
    let mut reply = kept_reply(client, &skill, &compiled, &entries, &kept);
    if !unwritable.is_empty() {
        reply.texts.push(format!(
            "proven now and not in the skill, which has no words for it: {}",
            unwritable.join("; ")
        ));
        reply.data["not_kept"] = json!(unwritable);
    }
    Ok(reply)
}

/// Returns where the skill is written. One that somebody wrote by hand is not replaced.
fn path_of(client: &Client, name: &str) -> Result<PathBuf, Refusal> {
    let slug = safe_name(&name.to_lowercase());
    if slug.trim_matches('-').is_empty() {
        return Err(Refusal::input("the name needs at least one letter"));
    }
    let folder = client
        .host
        .environment
        .project
        .join(".retap")
        .join("skills");
    let path = folder.join(format!("{slug}.yaml"));
    if path.exists() {
        let known = Skill::read(&path)?;
        if !known.draft.header.tags.iter().any(|tag| tag == KEPT) {
            return Err(Refusal::input(format!(
                "`{}` is there and was not kept by an agent; choose another name",
                path.display()
            )));
        }
    }
    Ok(path)
}

/// Returns the acts to keep: from the number that is given, else from the last time an app was opened.
/// Acts that did not work are left out; one without words cannot be kept.
pub(crate) fn stretch(
    history: &ActHistory,
    from: Option<u64>,
) -> Result<Vec<HistoryEntry>, Refusal> {
    let all: Vec<&HistoryEntry> = history.entries().collect();
    let start = match from {
        Some(number) => all.iter().position(|entry| entry.number >= number),
        None => last_opening(&all),
    };
    let start = start.unwrap_or(0);
    let kept: Vec<HistoryEntry> = all
        .iter()
        .skip(start)
        .filter(|entry| entry.is_passed && entry.observation.is_some())
        .map(|entry| (*entry).clone())
        .collect();
    let Some(first) = kept.first() else {
        return Err(Refusal::input("nothing was done yet that could be kept"));
    };
    match history.unnamed_since(first.number) {
        Some(nameless) => Err(Refusal::input(format!(
            "act {} ({}) touched a place where nothing has a name, so it cannot be found again; \
             do it by text or element, or keep from a later act",
            nameless.number, nameless.title
        ))),
        None => Ok(kept),
    }
}

/// Returns where the task began: at the last fresh start of an app, else at the last opening of one.
/// A task may go through several apps, but begins afresh only once.
fn last_opening(all: &[&HistoryEntry]) -> Option<usize> {
    let last = |is_start: fn(&StepKind) -> bool| {
        all.iter()
            .rposition(|entry| entry.is_passed && is_start(&entry.kind))
    };
    last(|kind| matches!(kind, StepKind::ResetApp(_)))
        .or_else(|| last(|kind| matches!(kind, StepKind::Launch(_))))
}

/// Returns the acts without those that led nowhere.
pub(crate) fn without_dead_ends(entries: &[HistoryEntry]) -> Vec<&HistoryEntry> {
    let acts: Vec<Done> = entries
        .iter()
        .map(|entry| Done {
            kind: entry.kind.clone(),
            before: entry.before.clone(),
            after: entry.after.clone(),
        })
        .collect();
    prune(&acts)
        .into_iter()
        .map(|place| &entries[place])
        .collect()
}

fn inputs_of(args: &Args) -> Vec<Input> {
    let named = args.object("inputs").unwrap_or_default();
    let all = named.as_texts().into_iter();
    all.map(|(name, value)| Input { name, value }).collect()
}

/// Refuses a skill with a touch that nothing on the screen would prove.
fn check_proofs(skill: &Skill, compiled: &CompiledProgram) -> Result<(), Refusal> {
    for ((_, step), pinned) in skill.draft.flat().into_iter().zip(&compiled.steps) {
        let is_touch = step.kind.nature() == Nature::Touch;
        let needs_proof = is_touch && step.kind.proof() == ProvenBy::ScreenChange;
        let is_proven = pinned
            .pin
            .as_ref()
            .is_some_and(|pin| !pin.expect.is_empty());
        if needs_proof && !is_proven {
            return Err(Refusal::new(
                FailureCode::Unknown,
                format!(
                    "it was not kept: nothing that lasts on the screen shows that step {} ({}) \
                     happened; wait for what it brings, then keep again",
                    pinned.index + 1,
                    step.title()
                ),
            ));
        }
    }
    Ok(())
}

fn store(path: &Path, bytes: &[u8]) -> Result<(), Refusal> {
    Ok(write_atomically(path, bytes).map_err(|error| cannot_write("write", path, error))?)
}

/// Returns what was kept and how to run it.
fn kept_reply(
    client: &Client,
    skill: &Skill,
    compiled: &CompiledProgram,
    done: &[HistoryEntry],
    kept: &[&HistoryEntry],
) -> Reply {
    let shown = client.host.environment.shown(&skill.path);
    let checks: usize = compiled
        .steps
        .iter()
        .filter_map(|step| step.pin.as_ref())
        .map(|pin| pin.expect.len())
        .sum();
    let steps: Vec<String> = skill
        .draft
        .steps
        .iter()
        .map(|step| step.kind.title())
        .collect();
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
    let starts_fresh = matches!(
        skill.draft.steps.first().map(|step| &step.kind),
        Some(StepKind::ResetApp(_) | StepKind::OpenUrl(_))
    );
    if !starts_fresh {
        text.push_str(
            "\nit does not start from a fresh app, so it replays only from the same screen",
        );
    }
    let data = json!({
        "success": true,
        "name": stem,
        "path": shown,
        "steps": steps,
        "checks": checks,
        "left_out": left_out,
        "starts_fresh": starts_fresh,
        "tool": tool_name(&stem),
    });
    Reply::new(data, text)
}
