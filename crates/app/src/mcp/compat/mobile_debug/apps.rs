//! Starting, stopping and erasing apps.

use retap_model::device::Action;
use retap_model::phrase::Phrase;
use retap_model::program::{Launch, StepKind};
use serde_json::json;

use super::element::device_json;
use super::logs::process_of;
use super::ui_tree::short_name;
use crate::mcp::envelope::{Asked, full};
use crate::mcp::tools::open::start;
use crate::mcp::{Args, Call, DeviceSession, Refusal, Reply};

fn launch(session: &mut DeviceSession, name: &str, app: &str, call: &Call) -> Reply {
    let kind = StepKind::Launch(Launch {
        app: Phrase::literal(app),
    });
    let began = session.connection.opened.clock.now();
    let acted = start(session, kind, call);
    let took = session
        .connection
        .opened
        .clock
        .now()
        .since(began)
        .as_millis() as u64;
    let asked = Asked {
        selector: json!({ "appId": app }),
        message: format!("Launched {app}"),
    };
    let mut reply = full(session, &acted, name, asked);
    let details = &mut reply.data["details"];
    details["launch_time_ms"] = json!(took);
    details["device_id"] = json!(session.address());
    if !acted.verdict.is_passed() {
        details["error"] = json!(acted.verdict.reason.to_string());
    }
    let front = acted.after.as_ref();
    let package = front.and_then(|screen| screen.app_id.clone());
    let activity = front.and_then(|screen| screen.name.clone());
    let pid = match &package {
        // An app that cannot be asked about is in front all the same.
        Some(package) => process_of(session, package).ok().flatten(),
        None => None,
    };
    reply.data["details"]["observed_app"] = json!({
        "appId": package,
        "package": package,
        "activity": activity,
        "screen": activity.as_deref().map(short_name),
        "pid": pid,
        "matchedTarget": front.and_then(|screen| screen.is_in_front(app)),
    });
    reply.texts = vec![reply.data.to_string()];
    reply
}

/// Launches an app.
pub(super) fn start_app(
    session: &mut DeviceSession,
    args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let app = args.need_text("appId")?;
    Ok(launch(session, "start_app", app, call))
}

/// Stops an app, then launches it.
pub(super) fn restart_app(
    session: &mut DeviceSession,
    args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let app = args.need_text("appId")?;
    let stopped = session.send(&Action::Stop(app.to_owned()), call);
    let mut reply = launch(session, "restart_app", app, call);
    reply.data["details"]["terminated_before_restart"] = json!(stopped.is_ok());
    if let Err(refusal) = stopped {
        reply.data["details"]["terminate_error"] = json!(refusal.message);
    }
    reply.texts = vec![reply.data.to_string()];
    Ok(reply)
}

/// Stops an app.
pub(super) fn terminate_app(
    session: &mut DeviceSession,
    args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let app = args.need_text("appId")?;
    session.send(&Action::Stop(app.to_owned()), call)?;
    Ok(Reply::json(
        json!({ "device": device_json(session), "appTerminated": true }),
    ))
}

/// Erases an app's data.
pub(super) fn reset_app_data(
    session: &mut DeviceSession,
    args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let app = args.need_text("appId")?;
    session.send(&Action::ClearData(app.to_owned()), call)?;
    Ok(Reply::json(
        json!({ "device": device_json(session), "dataCleared": true }),
    ))
}
