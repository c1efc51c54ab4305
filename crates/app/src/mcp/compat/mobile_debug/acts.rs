//! Acts, on what the screen shows and on apps. Nearly all answer with the same envelope: what was asked, what was
//! resolved, and that it was sent.

use std::sync::Arc;
use std::time::Duration;

use retap_drivers::SystemClock;
use retap_model::device::{Action, Clock as _};
use retap_model::geometry::Direction;
use retap_model::phrase::Phrase;
use retap_model::program::{Back, Launch, ScrollTo, Stroke, Swipe, Tap, Target, TouchEffect};
use retap_model::screen::Screen;
use retap_model::select::{Search, locate};
use retap_model::time::Timestamp;
use retap_model::verify::FailureCode;
use serde_json::{Value, json};

use super::element::{shown_device, shown_element};
use super::logs::process_of;
use super::screen::short_name;
use crate::mcp::args::missing;
use crate::mcp::compat::screen_mark;
use crate::mcp::reply::{Failure, to_json, tool_error};
use crate::mcp::schema::{joined, known};
use crate::mcp::tools::keyboard::do_type;
use crate::mcp::tools::touch::{do_swipe, do_tap};
use crate::mcp::{ActResult, AgentStep, Answer, Args, DeviceSession, Refusal, Reply, ToolCall};

/// How long an element that was told is looked for.
const FIND: Duration = Duration::from_secs(2);

/// How much of the height of the screen one scroll may go.
const SCROLL: std::ops::RangeInclusive<f64> = 0.05..=0.9;

/// Taps what the arguments mean.
pub(super) fn tap(call: &mut ToolCall<'_>) -> Answer {
    let is_place = ["x", "y"]
        .iter()
        .any(|name| call.args.value(name).is_some());
    let (selector, message) = if is_place {
        let (x, y) = (call.args.need_number("x")?, call.args.need_number("y")?);
        let message = format!("Tapped at ({}, {})", x as i64, y as i64);
        (json!({ "x": x, "y": y }), message)
    } else {
        let selector = json!({ "text": call.args.text("text"), "id": call.args.text("id") });
        (selector, "Tapped".to_owned())
    };
    let acted = do_tap(call);
    Asked { selector, message }.reply(call, acted)
}

/// Taps what an id stands for. One that was never told touches nothing.
pub(super) fn tap_element(call: &mut ToolCall<'_>) -> Answer {
    let id = call.args.need_text("elementId")?;
    let asked = Asked {
        selector: json!({ "elementId": id }),
        message: format!("Tapped {id}"),
    };
    let known = call.compat.element_ids.find(id);
    let Some((target, evidence)) = known.and_then(|it| Some((it.target?, it.evidence))) else {
        let message = format!("`{id}` stands for nothing any more; resolve the element again");
        let stale = Refusal::new(FailureCode::StaleReference, message);
        return asked.reply(call, Err(stale));
    };
    let effect = TouchEffect::Visible;
    let mut acted = call.act(AgentStep {
        evidence: Some(evidence),
        timeout: FIND,
        ..AgentStep::new(Tap { target, effect })
    });
    // That what was told is gone is about the reference, not about the words.
    if acted.failure == Some(FailureCode::ElementNotFound) && !acted.is_sent {
        acted.failure = Some(FailureCode::StaleReference);
    }
    asked.reply(call, Ok(acted))
}

/// Moves a finger.
pub(super) fn swipe(call: &mut ToolCall<'_>) -> Answer {
    let corner = |one: &str, other: &str| call.args.number(one).or_else(|| call.args.number(other));
    let corners = [
        ("x1", "from_x"),
        ("y1", "from_y"),
        ("x2", "to_x"),
        ("y2", "to_y"),
    ];
    let [x1, y1, x2, y2] = corners.map(|(one, other)| corner(one, other));
    let message = match call.args.text("direction") {
        Some(direction) if x1.is_none() => format!("Swiped {direction}"),
        Some(_) | None => {
            let [x1, y1, x2, y2] = [x1, y1, x2, y2].map(|it| it.unwrap_or_default() as i64);
            format!("Swiped from ({x1},{y1}) to ({x2},{y2})")
        }
    };
    let asked = Asked {
        selector: json!({
            "x1": x1, "y1": y1, "x2": x2, "y2": y2, "duration": corner("duration", "duration_ms"),
        }),
        message,
    };
    let acted = do_swipe(call);
    asked.reply(call, acted)
}

/// Types text.
pub(super) fn type_text(call: &mut ToolCall<'_>) -> Answer {
    let text = call.args.need_text("text")?;
    let asked = Asked {
        // A secret is masked here as everywhere.
        selector: json!({ "text": text }),
        message: format!("Typed {} characters", text.chars().count()),
    };
    let acted = do_type(call);
    asked.reply(call, acted)
}

/// Goes back.
pub(super) fn press_back(call: &mut ToolCall<'_>) -> Answer {
    let asked = Asked {
        selector: json!({ "key": "back" }),
        message: "Pressed back".to_owned(),
    };
    let acted = call.step(Back);
    asked.reply(call, Ok(acted))
}

/// Scrolls until an element is visible; here alone success is the outcome.
pub(super) fn scroll_to_element(call: &mut ToolCall<'_>) -> Answer {
    let mut asked = Asked {
        selector: call.args.value("selector").cloned().unwrap_or(Value::Null),
        message: String::new(),
    };
    let scroll = match scroll_of(call, call.args) {
        Ok(scroll) => scroll,
        Err(refusal) => return asked.reply(call, Err(refusal)),
    };
    let acted = call.act(AgentStep {
        timeout: FIND,
        ..AgentStep::new(scroll.clone())
    });
    let acted = by_outcome(acted);
    asked.message = format!("Found after {} scroll(s)", acted.acts);
    let mut envelope = asked.envelope(call, &acted);
    envelope["details"]["scrollsPerformed"] = json!(acted.acts);
    // The step looks whether anything of that name shows; which one is told where only one does.
    if let Some(screen) = acted.after.as_ref().filter(|_| acted.is_sent)
        && let Search::Found(found) = locate(screen, &scroll.target, None)
    {
        envelope["target"]["resolved"] = shown_element(call, screen, found.index);
    }
    Ok(Reply::json(envelope))
}

fn scroll_of(session: &DeviceSession, args: &Args) -> Result<ScrollTo, Refusal> {
    let selector = args
        .object("selector")
        .ok_or_else(|| missing("object", "selector"))?;
    let either = |one: &str, other: &str| {
        let said = selector.words(one).or_else(|| selector.words(other));
        said.map(Phrase::literal)
    };
    let (label, id) = (
        either("text", "contentDesc"),
        either("resourceId", "resource_id"),
    );
    if label.is_none() && id.is_none() {
        return Err(Refusal::new(
            FailureCode::InvalidSelector,
            "the selector names nothing that tells one element from others: text, resourceId or contentDesc",
        ));
    }
    let most = args.count("maxScrolls");
    let share = args.number("scrollAmount").unwrap_or(0.7);
    let height = session.info().size.height;
    Ok(ScrollTo {
        target: Target {
            label: label.unwrap_or_default(),
            id,
            ..Target::default()
        },
        // The page is scrolled down by a finger that goes up.
        direction: match args.text("direction") {
            Some("up") => Direction::Down,
            Some(_) | None => Direction::Up,
        },
        max: most.unwrap_or(ScrollTo::DEFAULT_MAX),
        stroke: Some(Stroke {
            distance: height * share.clamp(*SCROLL.start(), *SCROLL.end()),
            duration: Swipe::DURATION,
        }),
    })
}

/// Returns the act with its outcome as its success: a page that does not move any further is another
/// failure than one that was not scrolled far enough.
fn by_outcome(mut acted: ActResult) -> ActResult {
    acted.is_sent = acted.verdict.is_passed();
    let is_unmoved = acted.acts > 0 && mark(&acted.before) == mark(&acted.after);
    let is_in_vain = matches!(
        acted.failure,
        None | Some(FailureCode::Unknown | FailureCode::ElementNotFound)
    );
    if !acted.is_sent && is_in_vain {
        acted.failure = Some(if acted.reached_scroll_end() || is_unmoved {
            FailureCode::NavigationNoChange
        } else {
            FailureCode::Unknown
        });
    }
    acted
}

/// Launches an app.
pub(super) fn start_app(call: &mut ToolCall<'_>) -> Answer {
    let app = call.args.need_text("appId")?;
    Ok(Reply::json(launch(call, app)))
}

/// Stops an app, then launches it.
pub(super) fn restart_app(call: &mut ToolCall<'_>) -> Answer {
    let app = call.args.need_text("appId")?;
    let stopped = call.send(&Action::Stop(app.to_owned()));
    let mut envelope = launch(call, app);
    let details = &mut envelope["details"];
    details["terminated_before_restart"] = json!(stopped.is_ok());
    if let Err(refusal) = stopped {
        details["terminate_error"] = json!(refusal.message);
    }
    Ok(Reply::json(envelope))
}

fn launch(call: &mut ToolCall<'_>, app: &str) -> Value {
    let asked = Asked {
        selector: json!({ "appId": app }),
        message: format!("Launched {app}"),
    };
    let began = call.now();
    let acted = call.step(Launch {
        app: Phrase::literal(app),
    });
    let took = call.now().since(began);
    let mut envelope = asked.envelope(call, &acted);
    let front = acted.after.as_ref();
    let package = front.and_then(|screen| screen.app_id.as_ref());
    let activity = front.and_then(|screen| screen.name.as_deref());
    // An app that cannot be asked about is in front all the same.
    let pid = package.and_then(|package| process_of(call, package).ok().flatten());
    let details = &mut envelope["details"];
    details["launch_time_ms"] = json!(took.as_millis() as u64);
    details["device_id"] = json!(call.address());
    details["observed_app"] = json!({
        "appId": package,
        "package": package,
        "screen": activity.map(short_name),
        "activity": activity,
        "pid": pid,
        "matchedTarget": front.and_then(|screen| screen.is_in_front(app)),
    });
    if !acted.verdict.is_passed() {
        details["error"] = json!(acted.verdict.reason.to_string());
    }
    envelope
}

/// Stops an app.
pub(super) fn terminate_app(call: &mut ToolCall<'_>) -> Answer {
    let app = call.args.need_text("appId")?;
    call.send(&Action::Stop(app.to_owned()))?;
    let answer = json!({ "device": shown_device(call), "appTerminated": true });
    Ok(Reply::json(answer))
}

/// Erases an app's data.
pub(super) fn reset_app_data(call: &mut ToolCall<'_>) -> Answer {
    let app = call.args.need_text("appId")?;
    call.send(&Action::ClearData(app.to_owned()))?;
    let answer = json!({ "device": shown_device(call), "dataCleared": true });
    Ok(Reply::json(answer))
}

/// An act as it was asked for.
struct Asked {
    /// The target as the call named it.
    selector: Value,
    /// How it is said that it was done.
    message: String,
}

impl Asked {
    /// Returns the answer of an act, sent or refused. What makes no sense, or was cancelled, stays a refusal.
    fn reply(self, call: &mut ToolCall<'_>, acted: Result<ActResult, Refusal>) -> Answer {
        let envelope = match acted {
            Ok(acted) => self.envelope(call, &acted),
            Err(refusal) => self.refused(call, refusal)?,
        };
        Ok(Reply::json(envelope))
    }

    /// Returns the envelope of an act that went through the engine.
    fn envelope(self, call: &mut ToolCall<'_>, acted: &ActResult) -> Value {
        let found = acted.resolved.as_ref();
        let resolved = found.map(|(index, screen)| shown_element(call, screen, *index));
        let reason = acted.verdict.reason.to_string();
        let told = json!({
            "target": { "selector": self.selector, "resolved": resolved },
            "success": acted.is_sent,
            "ui_fingerprint_before": mark(&acted.before),
            "ui_fingerprint_after": mark(&acted.after),
            "details": {
                "reason": reason,
                "verdict": acted.verdict.outcome.as_str(),
                "category": acted.action_type.as_str(),
                "snapshot_revision": acted.revision(),
            },
        });
        let message = Some(self.message).filter(|_| acted.is_sent);
        let code = acted.unsent();
        let candidates = Some(acted.candidates()).filter(|it| code.is_some() && !it.is_empty());
        let rest = known(json!({
            "message": message, "reason": code.map(|_| reason), "candidates": candidates,
        }));
        let failure = to_json(code.map(Failure::from));
        call.note_shown(acted.after.as_ref());
        joined([head(call, acted.at, acted.number), told, rest, failure])
    }

    /// Returns the envelope of an act that was refused before anything was sent: nothing was resolved, and
    /// nobody looked.
    fn refused(self, call: &mut ToolCall<'_>, refusal: Refusal) -> Result<Value, Refusal> {
        if matches!(
            refusal.code,
            FailureCode::InvalidInput | FailureCode::Cancelled
        ) {
            return Err(refusal);
        }
        let number = call.number_act();
        let told = json!({
            "target": { "selector": self.selector, "resolved": null },
            "success": false,
            "ui_fingerprint_before": null,
            "ui_fingerprint_after": null,
            "details": { "reason": refusal.message },
            "error": tool_error(call.tool, &refusal.message),
        });
        let head = head(call, SystemClock::new().timestamp(), number);
        Ok(joined([head, told, to_json(Failure::from(refusal.code))]))
    }
}

fn head(call: &ToolCall<'_>, at: Timestamp, number: u64) -> Value {
    json!({
        "action_id": format!("{}_{}_{number}", call.tool, at.0),
        "timestamp": at.to_rfc3339(),
        "action_type": call.tool,
        "device": shown_device(call),
    })
}

fn mark(screen: &Option<Arc<Screen>>) -> Option<String> {
    screen.as_ref().map(|screen| screen_mark(screen))
}
