//! `generate_skill`: what an agent does between start and finish becomes the text of a skill.

use std::sync::Arc;

use retap_learn::source::{Format, write_skill};
use retap_model::phrase::Phrase;
use retap_model::program::{Draft, Place, Step, StepId, StepKind, Target, WaitFor};
use retap_model::screen::Screen;
use retap_model::verify::{FailureCode, screen_mark};
use serde_json::json;

use super::super::super::args::Args;
use super::super::super::call::Call;
use super::super::super::desk::Desk;
use super::super::super::keep::{stretch, without_dead_ends};
use super::super::super::kept_skill::draft_of;
use super::super::super::reply::{Refusal, Reply};
use super::super::super::ring::RingEntry;
use super::super::look::screenshot;
use super::super::open::launch;
use super::mirror_look::{lines_of, texts_of};

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
pub(super) fn generate_skill(desk: &mut Desk, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    match args.need_text("action")? {
        "start" => begin(desk, args, call),
        "capture" => capture(desk, args, call),
        "finish" => finish(desk, args),
        "explore" => Err(Refusal::new(
            FailureCode::Unsupported,
            format!(
                "`{}` is not explored without a goal: call start, act with the other tools, capture, then finish",
                desk.address()
            ),
        )),
        other => Err(Refusal::input(format!(
            "Unknown action '{other}'. Use: start, capture, finish, explore."
        ))),
    }
}

/// Opens the app afresh, so that what follows can be done again from there.
fn begin(desk: &mut Desk, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let app = args
        .words("app_name")
        .ok_or_else(|| Refusal::input("Missing required parameter: app_name (for start action)"))?;
    if let Some(known) = &desk.generating {
        return Err(Refusal::input(format!(
            "An exploration session is already active for '{}'. Call finish first.",
            known.app
        )));
    }
    let from = desk.next_action;
    let opened = launch(desk, app, true, call);
    if !opened.verdict.is_passed() {
        let code = opened.failure.unwrap_or(FailureCode::Unknown);
        let message = format!("Failed to launch '{app}': {}", opened.verdict.reason);
        return Err(Refusal::new(code, message));
    }
    let screen = desk.look(call)?;
    desk.generating = Some(Generating {
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
    Ok(told(desk, args, call, &screen, "start", &words))
}

fn capture(desk: &mut Desk, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let screen = desk.look(call)?;
    let mark = screen_mark(&screen);
    let Some(generating) = desk.generating.as_mut() else {
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
    Ok(told(desk, args, call, &screen, "capture", &words))
}

fn nothing_started() -> Refusal {
    Refusal::input(
        "No active exploration session. Call generate_skill with action=\"start\" first.",
    )
}

fn told(
    desk: &mut Desk,
    args: &Args,
    call: &Call,
    screen: &Arc<Screen>,
    action: &str,
    words: &str,
) -> Reply {
    desk.shown.note(screen);
    let screens = desk.generating.as_ref().map_or(0, |it| it.screens);
    let lines = lines_of(&texts_of(screen)).join("\n");
    let text = format!(
        "{words}\n\n{lines}\n\nNext: act by text, id or place, then action=\"capture\"; action=\"finish\" when the goal is reached."
    );
    let data = json!({ "success": true, "action": action, "screens": screens });
    let reply = Reply::new(data, text);
    // The list is worth something without the picture, too.
    match screenshot(desk, args, call).ok().and_then(|it| it.picture) {
        Some(picture) => reply.with_picture(picture),
        None => reply,
    }
}

/// Returns the text of the skill; nothing is written to disk.
fn finish(desk: &mut Desk, args: &Args) -> Result<Reply, Refusal> {
    let Some(generating) = desk.generating.clone() else {
        return Err(nothing_started());
    };
    let entries = stretch(&desk.ring, Some(generating.from))?;
    let kept = without_dead_ends(&entries);
    let name = match &*generating.goal {
        "" => format!("Explore {}", generating.app),
        goal => goal.to_owned(),
    };
    let (mut draft, _) = draft_of(desk, &name, args, &kept, &[]);
    draft.header.tags.clear();
    let draft = with_landmarks(draft, &kept);
    let skill = write_skill(&draft, Format::Markdown)
        .map_err(|error| Refusal::input(format!("it cannot be written down: {error}")))?;
    desk.generating = None;
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
fn with_landmarks(draft: Draft, kept: &[&RingEntry]) -> Draft {
    let mut steps = Vec::new();
    for (step, entry) in draft.steps.into_iter().zip(kept) {
        steps.push(step);
        if let Some(landmark) = landmark(entry) {
            steps.push(Step {
                id: StepId::default(),
                place: Place::default(),
                notes: Vec::new(),
                kind: StepKind::WaitFor(WaitFor {
                    target: Target::labelled(Phrase::literal(landmark)),
                    timeout: None,
                }),
                sentence: None,
            });
        }
    }
    Draft::new(draft.header, steps)
}

fn landmark(entry: &RingEntry) -> Option<String> {
    let (before, after) = (entry.before.as_ref()?, entry.after.as_ref()?);
    let known: Vec<String> = texts_of(before).into_iter().map(|it| it.text).collect();
    let is_new = |text: &String| !known.contains(text) && text.chars().any(char::is_alphabetic);
    texts_of(after)
        .into_iter()
        .map(|it| it.text)
        .find(|text| is_new(text))
}
