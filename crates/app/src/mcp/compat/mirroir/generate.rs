//! `generate_skill`: what an agent does between start and finish becomes the text of a skill.

use std::sync::Arc;

use retap_learn::source::{Format, write_skill};
use retap_model::program::Draft;
use retap_model::screen::Screen;
use retap_model::verify::FailureCode;
use serde_json::json;

use super::explore::{explore, landmark, wait_for};
use super::look::{lines_of, texts_of};
use crate::mcp::act_history::HistoryEntry;
use crate::mcp::compat::fingerprint::screen_mark;
use crate::mcp::kept_skill::draft_of;
use crate::mcp::tools::keep_skill::{stretch, without_dead_ends};
use crate::mcp::tools::look::screenshot;
use crate::mcp::tools::open::launch;
use crate::mcp::{Args, Call, DeviceSession, Refusal, Reply};

/// What an agent is on the way to.
#[derive(Debug, Clone)]
pub(crate) struct Generating {
    app: String,
    goal: String,
    /// The number of the first act that counts.
    from: u64,
    screens: u32,
    /// Which screen was captured last.
    mark: String,
}

/// Does what `action` says.
pub(super) fn generate_skill(
    session: &mut DeviceSession,
    args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    match args.need_text("action")? {
        "start" => begin(session, args, call),
        "capture" => capture(session, args, call),
        "finish" => finish(session, args),
        "explore" => explored(session, args, call),
        other => Err(Refusal::input(format!(
            "Unknown action '{other}'. Use: start, capture, finish, explore."
        ))),
    }
}

/// Opens the app afresh, so that what follows can be done again from there.
fn begin(session: &mut DeviceSession, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let app = args
        .words("app_name")
        .ok_or_else(|| Refusal::input("Missing required parameter: app_name (for start action)"))?;
    if let Some(known) = &session.generating {
        return Err(Refusal::input(format!(
            "An exploration session is already active for '{}'. Call finish first.",
            known.app
        )));
    }
    let from = session.next_action;
    let opened = launch(session, app, true, call);
    if !opened.verdict.is_passed() {
        let code = opened.failure.unwrap_or(FailureCode::Unknown);
        let message = format!("Failed to launch '{app}': {}", opened.verdict.reason);
        return Err(Refusal::new(code, message));
    }
    let screen = session.look(call)?;
    session.generating = Some(Generating {
        app: app.to_owned(),
        goal: args.words("goal").unwrap_or_default().to_owned(),
        from,
        screens: 1,
        mark: screen_mark(&screen),
    });
    let mode = if args.words("goal").is_some() {
        "Goal-driven"
    } else {
        "Discovery"
    };
    let words = format!("Exploration started for '{app}' ({mode} mode). Screen 1 captured.");
    Ok(told(session, args, call, &screen, "start", &words))
}

fn capture(session: &mut DeviceSession, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let screen = session.look(call)?;
    let mark = screen_mark(&screen);
    let Some(generating) = session.generating.as_mut() else {
        return Err(nothing_started());
    };
    if generating.mark == mark {
        let screens = generating.screens;
        let words = "Screen unchanged — capture skipped (duplicate of previous screen). \
                     Try a different action before capturing again.";
        let data = json!({ "success": true, "action": "capture", "screens": screens });
        return Ok(Reply::new(data, words));
    }
    generating.mark = mark;
    generating.screens += 1;
    let via = args
        .words("arrived_via")
        .map_or_else(String::new, |via| format!(" (arrived via \"{via}\")"));
    let words = format!("Screen {} captured{via}.", generating.screens);
    Ok(told(session, args, call, &screen, "capture", &words))
}

fn nothing_started() -> Refusal {
    Refusal::input(
        "No active exploration session. Call generate_skill with action=\"start\" first.",
    )
}

fn told(
    session: &mut DeviceSession,
    args: &Args,
    call: &Call,
    screen: &Arc<Screen>,
    action: &str,
    words: &str,
) -> Reply {
    session.shown.note(screen);
    let screens = session.generating.as_ref().map_or(0, |it| it.screens);
    let lines = lines_of(&texts_of(screen)).join("\n");
    let text = format!(
        "{words}\n\n{lines}\n\nNext: act by text, id or place, then action=\"capture\"; action=\"finish\" when the goal is reached."
    );
    let data = json!({ "success": true, "action": action, "screens": screens });
    let reply = Reply::new(data, text);
    // The list is worth something without the picture, too.
    match screenshot(session, args, call)
        .ok()
        .and_then(|it| it.picture)
    {
        Some(picture) => reply.with_picture(picture),
        None => reply,
    }
}

/// Returns the text of the skill; nothing is written to disk.
fn finish(session: &mut DeviceSession, args: &Args) -> Result<Reply, Refusal> {
    let Some(generating) = session.generating.clone() else {
        return Err(nothing_started());
    };
    let entries = stretch(&session.history, Some(generating.from))?;
    let kept = without_dead_ends(&entries);
    let name = match &*generating.goal {
        "" => format!("Explore {}", generating.app),
        goal => goal.to_owned(),
    };
    let (mut draft, _) = draft_of(session, &name, args, &kept, &[]);
    draft.header.tags.clear();
    let draft = with_landmarks(draft, &kept);
    let skill = write_skill(&draft, Format::Markdown)
        .map_err(|error| Refusal::input(format!("it cannot be written down: {error}")))?;
    session.generating = None;
    let text = format!(
        "Generated 1 skill from {} screens:\n\n{skill}",
        generating.screens
    );
    let data = json!({
        "success": true,
        "action": "finish",
        "screens": generating.screens,
        "skill": skill,
    });
    Ok(Reply::new(data, text))
}

/// Returns the draft with a wait after each act that brought something new: for the topmost text that was
/// not there before.
fn with_landmarks(draft: Draft, kept: &[&HistoryEntry]) -> Draft {
    let mut steps = Vec::new();
    for (step, entry) in draft.steps.into_iter().zip(kept) {
        steps.push(step);
        if let (Some(before), Some(after)) = (&entry.before, &entry.after) {
            steps.extend(landmark(before, after).as_deref().map(wait_for));
        }
    }
    Draft::new(draft.header, steps)
}

/// Explores the app by itself; one skill for each way that went no further.
fn explored(session: &mut DeviceSession, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let app = args.words("app_name").ok_or_else(|| {
        Refusal::input("Missing required parameter: app_name (for explore action)")
    })?;
    if session.generating.is_some() {
        return Err(Refusal::input("call finish first"));
    }
    let found = explore(session, app, args, call)?;
    let mut skills = Vec::new();
    for draft in &found.skills {
        let text = write_skill(draft, Format::Markdown)
            .map_err(|error| Refusal::input(format!("it cannot be written down: {error}")))?;
        skills.push(text);
    }
    let mut text = format!(
        "Generated {} skills from {} screens:\n\n{}",
        skills.len(),
        found.screens,
        skills.join("\n\n")
    );
    if !found.notes.is_empty() {
        text.push_str(&format!("\n\nLeft alone:\n- {}", found.notes.join("\n- ")));
    }
    let data = json!({
        "success": true,
        "action": "explore",
        "screens": found.screens,
        "skills": skills,
        "left_alone": found.notes,
    });
    Ok(Reply::new(data, text))
}
