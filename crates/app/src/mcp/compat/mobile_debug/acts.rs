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

use super::element::{ShownDevice, ShownElement, Touched};
use super::logs::process_of;
use super::screen::short_name;
use crate::mcp::answer::{Unlisted, answer};
use crate::mcp::args::missing;
use crate::mcp::compat::screen_mark;
use crate::mcp::reply::{Failure, ToolError};
use crate::mcp::tools::keyboard::do_type;
use crate::mcp::tools::touch::{do_swipe, do_tap};
use crate::mcp::{ActResult, AgentStep, Answer, Args, DeviceSession, Refusal, Reply, ToolCall};

answer! {
    /// What nearly every act answers with.
    pub(super) struct Envelope { ..head: Head, target: ActTarget, success: bool, message?: String,
        ui_fingerprint_before: Option<String>, ui_fingerprint_after: Option<String>, details: Unlisted<Details>,
        ..failure: Option<Failure>, (reason?: String), (candidates?: Vec<String>), (error?: ToolError) }
    /// Which act it was, when, and on what device.
    pub(super) struct Head { action_id: String, timestamp: String, action_type: &'static str, device: ShownDevice }
    /// The target as the call named it, and the element that was found for it.
    pub(super) struct ActTarget { selector: Unlisted<Value>, resolved: Option<Touched> }
    /// What else there is to tell of an act.
    #[derive(Default)]
    pub(super) struct Details { reason: String, ..judgement: Option<Judgement>, scrollsPerformed?: u32,
        ..launched: Option<Launched>, terminated_before_restart?: bool, terminate_error?: String }
    /// How retap judges an act that went through the engine.
    pub(super) struct Judgement { verdict: &'static str, category: &'static str, snapshot_revision: Option<u64> }
    /// How the launch of an app went.
    pub(super) struct Launched { launch_time_ms: u64, device_id: String, observed_app: ObservedApp, error?: String }
    /// The app in front after a launch.
    pub(super) struct ObservedApp { appId: Option<String>, package: Option<String>, screen: Option<String>,
        activity: Option<String>, pid: Option<u32>, matchedTarget: Option<bool> }
    /// An app was stopped.
    pub(super) struct Terminated { device: ShownDevice, appTerminated: bool }
    /// The data of an app was erased.
    pub(super) struct Cleared { device: ShownDevice, dataCleared: bool }
}

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
        ..AgentStep::new(Tap {
            target,
            effect,
            ..Tap::default()
        })
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
    envelope.details.0.scrollsPerformed = Some(acted.acts);
    // The step looks whether anything of that name shows; which one is told where only one does.
    if let Some(screen) = acted.after.as_ref().filter(|_| acted.is_sent)
        && let Search::Found(found) = locate(screen, &scroll.target, None)
    {
        let shown = ShownElement::new(call, screen, found.index);
        envelope.target.resolved = Some(Touched(shown));
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
    let details = &mut envelope.details.0;
    details.terminated_before_restart = Some(stopped.is_ok());
    details.terminate_error = stopped.err().map(|refusal| refusal.message);
    Ok(Reply::json(envelope))
}

fn launch(call: &mut ToolCall<'_>, app: &str) -> Envelope {
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
    let package = front.and_then(|screen| screen.app_id.clone());
    let activity = front.and_then(|screen| screen.name.clone());
    // An app that cannot be asked about is in front all the same.
    let pid = package.as_deref();
    let pid = pid.and_then(|package| process_of(call, package).ok().flatten());
    let is_passed = acted.verdict.is_passed();
    envelope.details.0.launched = Some(Launched {
        launch_time_ms: took.as_millis() as u64,
        device_id: call.address(),
        observed_app: ObservedApp {
            appId: package.clone(),
            package,
            screen: activity.as_deref().map(short_name).map(str::to_owned),
            activity,
            pid,
            matchedTarget: front.and_then(|screen| screen.is_in_front(app)),
        },
        error: (!is_passed).then(|| acted.verdict.reason.to_string()),
    });
    envelope
}

/// Stops an app.
pub(super) fn terminate_app(call: &mut ToolCall<'_>) -> Answer {
    let app = call.args.need_text("appId")?;
    call.send(&Action::Stop(app.to_owned()))?;
    Ok(Reply::json(Terminated {
        device: ShownDevice::of(call),
        appTerminated: true,
    }))
}

/// Erases an app's data.
pub(super) fn reset_app_data(call: &mut ToolCall<'_>) -> Answer {
    let app = call.args.need_text("appId")?;
    call.send(&Action::ClearData(app.to_owned()))?;
    Ok(Reply::json(Cleared {
        device: ShownDevice::of(call),
        dataCleared: true,
    }))
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
    fn envelope(self, call: &mut ToolCall<'_>, acted: &ActResult) -> Envelope {
        let found = acted.resolved.as_ref();
        let resolved = found.map(|(index, screen)| ShownElement::new(call, screen, *index));
        let reason = acted.verdict.reason.to_string();
        let code = acted.unsent();
        let candidates = code.map(|_| acted.candidates());
        call.note_shown(acted.after.as_ref());
        Envelope {
            head: Head::of(call, acted.at, acted.number),
            target: ActTarget {
                selector: Unlisted(self.selector),
                resolved: resolved.map(Touched),
            },
            success: acted.is_sent,
            message: Some(self.message).filter(|_| acted.is_sent),
            ui_fingerprint_before: mark(&acted.before),
            ui_fingerprint_after: mark(&acted.after),
            failure: code.map(Failure::from),
            reason: code.map(|_| reason.clone()),
            candidates: candidates.filter(|it| !it.is_empty()),
            error: None,
            details: Unlisted(Details {
                reason,
                judgement: Some(Judgement {
                    verdict: acted.verdict.outcome.as_str(),
                    category: acted.action_type.as_str(),
                    snapshot_revision: acted.revision(),
                }),
                ..Details::default()
            }),
        }
    }

    /// Returns the envelope of an act that was refused before anything was sent: nothing was resolved, and
    /// nobody looked.
    fn refused(self, call: &mut ToolCall<'_>, refusal: Refusal) -> Result<Envelope, Refusal> {
        if matches!(
            refusal.code,
            FailureCode::InvalidInput | FailureCode::Cancelled
        ) {
            return Err(refusal);
        }
        let number = call.number_act();
        Ok(Envelope {
            head: Head::of(call, SystemClock::new().timestamp(), number),
            target: ActTarget {
                selector: Unlisted(self.selector),
                resolved: None,
            },
            success: false,
            message: None,
            ui_fingerprint_before: None,
            ui_fingerprint_after: None,
            failure: Some(refusal.code.into()),
            reason: None,
            candidates: None,
            error: Some(ToolError::new(call.tool, &refusal.message)),
            details: Unlisted(Details {
                reason: refusal.message,
                ..Details::default()
            }),
        })
    }
}

impl Head {
    fn of(call: &ToolCall<'_>, at: Timestamp, number: u64) -> Self {
        Self {
            action_id: format!("{}_{}_{number}", call.tool, at.0),
            timestamp: at.to_rfc3339(),
            action_type: call.tool,
            device: ShownDevice::of(call),
        }
    }
}

fn mark(screen: &Option<Arc<Screen>>) -> Option<String> {
    screen.as_ref().map(|screen| screen_mark(screen))
}
