//! `generate_skill`: what an agent does between start and finish becomes the text of a skill.

use std::sync::Arc;

use retap_learn::source::{Format, write_skill};
use retap_model::program::Draft;
use retap_model::screen::Screen;

use super::explore::{explore, landmark, open_afresh, wait_for};
use super::look::{illustrated, lines_of, texts_of};
use crate::mcp::act_history::HistoryEntry;
use crate::mcp::answer::answer;
use crate::mcp::compat::fingerprint::screen_mark;
use crate::mcp::tools::keep_skill::{draft_of, stretch, without_dead_ends};
use crate::mcp::{Answer, Refusal, Reply, ToolCall};

answer! {
    /// How far the skill is: the screens there are, and in the end what was written.
    #[derive(Default)]
    pub(super) struct Generated { success: bool, action: &'static str, screens: usize, skill?: String,
        skills?: Vec<String>, left_alone?: Vec<String> }
}

impl Generated {
    /// Returns what every answer tells.
    fn after(action: &'static str, screens: usize) -> Self {
        Self {
            success: true,
            action,
            screens,
            ..Self::default()
        }
    }
}

/// A skill that an agent is recording.
#[derive(Debug, Clone)]
pub(crate) struct Generating {
    app: String,
    goal: String,
    /// The number of the first act that counts.
    from: u64,
    screens: usize,
    /// Which screen was captured last.
    mark: String,
}

/// Does what `action` says.
pub(super) fn generate_skill(call: &mut ToolCall<'_>) -> Answer {
    match call.args.need_text("action")? {
        "start" => begin(call),
        "capture" => capture(call),
        "finish" => finish(call),
        "explore" => explored(call),
        other => Err(Refusal::input(format!(
            "Unknown action '{other}'. Use: start, capture, finish, explore."
        ))),
    }
}

/// Opens the app afresh, so that what follows can be done again from there.
fn begin(call: &mut ToolCall<'_>) -> Answer {
    let app = call
        .args
        .words("app_name")
        .ok_or_else(|| Refusal::input("Missing required parameter: app_name (for start action)"))?;
    if let Some(known) = &call.compat.generating {
        return Err(Refusal::input(format!(
            "An exploration call is already active for '{}'. Call finish first.",
            known.app
        )));
    }
    let from = call.next_action;
    open_afresh(call, app, &format!("Failed to launch '{app}'"))?;
    let screen = call.look()?;
    call.compat.generating = Some(Generating {
        app: app.to_owned(),
        goal: call.args.words("goal").unwrap_or_default().to_owned(),
        from,
        screens: 1,
        mark: screen_mark(&screen),
    });
    let mode = if call.args.words("goal").is_some() {
        "Goal-driven"
    } else {
        "Discovery"
    };
    let words = format!("Exploration started for '{app}' ({mode} mode). Screen 1 captured.");
    Ok(captured(call, &screen, "start", &words))
}

fn capture(call: &mut ToolCall<'_>) -> Answer {
    let screen = call.look()?;
    let mark = screen_mark(&screen);
    let Some(generating) = call.session.compat.generating.as_mut() else {
        return Err(nothing_started());
    };
    if generating.mark == mark {
        let screens = generating.screens;
        let words = "Screen unchanged — capture skipped (duplicate of previous screen). \
                     Try a different action before capturing again.";
        return Ok(Reply::new(Generated::after("capture", screens), words));
    }
    generating.mark = mark;
    generating.screens += 1;
    let via = call
        .args
        .words("arrived_via")
        .map_or_else(String::new, |via| format!(" (arrived via \"{via}\")"));
    let words = format!("Screen {} captured{via}.", generating.screens);
    Ok(captured(call, &screen, "capture", &words))
}

fn nothing_started() -> Refusal {
    Refusal::input(
        "No active exploration session. Call generate_skill with action=\"start\" first.",
    )
}

/// Returns what is on a screen that was captured, and what to do next.
fn captured(
    call: &mut ToolCall<'_>,
    screen: &Arc<Screen>,
    action: &'static str,
    words: &str,
) -> Reply {
    call.shown.note(screen);
    let screens = call.compat.generating.as_ref().map_or(0, |it| it.screens);
    let lines = lines_of(&texts_of(screen)).join("\n");
    let text = format!(
        "{words}\n\n{lines}\n\nNext: act by text, id or place, then action=\"capture\"; action=\"finish\" when the goal is reached."
    );
    let answer = Generated::after(action, screens);
    illustrated(call, Reply::new(answer, text))
}

/// Returns the text of the skill; nothing is written to disk.
fn finish(call: &mut ToolCall<'_>) -> Answer {
    let Some(generating) = call.compat.generating.clone() else {
        return Err(nothing_started());
    };
    let entries = stretch(&call.history, Some(generating.from))?;
    let kept = without_dead_ends(&entries);
    let name = match &*generating.goal {
        "" => format!("Explore {}", generating.app),
        goal => goal.to_owned(),
    };
    let (mut draft, _) = draft_of(call, &name, call.args, &kept, &[]);
    draft.header.tags.clear();
    let draft = with_landmarks(draft, &kept);
    let skill = write_skill(&draft, Format::Markdown)
        .map_err(|error| Refusal::input(format!("it cannot be written down: {error}")))?;
    call.compat.generating = None;
    let text = format!(
        "Generated 1 skill from {} screens:\n\n{skill}",
        generating.screens
    );
    let answer = Generated {
        skill: Some(skill),
        ..Generated::after("finish", generating.screens)
    };
    Ok(Reply::new(answer, text))
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
fn explored(call: &mut ToolCall<'_>) -> Answer {
    let app = call.args.words("app_name").ok_or_else(|| {
        Refusal::input("Missing required parameter: app_name (for explore action)")
    })?;
    if call.compat.generating.is_some() {
        return Err(Refusal::input("call finish first"));
    }
    let found = explore(call, app)?;
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
    let answer = Generated {
        skills: Some(skills),
        left_alone: Some(found.notes),
        ..Generated::after("explore", found.screens)
    };
    Ok(Reply::new(answer, text))
}
