//! Starting, stopping and erasing apps.

use retap_model::device::Action;
use retap_model::phrase::Phrase;
use retap_model::program::{Launch, StepKind};
use serde_json::json;

use super::super::super::args::Args;
use super::super::super::call::Call;
use super::super::super::desk::Desk;
use super::super::super::envelope::{Asked, full};
use super::super::super::reply::{Refusal, Reply};
use super::super::device_json;
use super::super::open::start;
use super::logs::process_of;
use super::tree::short_name;

fn launch(desk: &mut Desk, name: &str, app: &str, call: &Call) -> Reply {
    let kind = StepKind::Launch(Launch {
        app: Phrase::literal(app),
    });
    let began = desk.hands.opened.clock.now();
    let acted = start(desk, kind, call);
    let took = desk.hands.opened.clock.now().since(began).as_millis() as u64;
    let asked = Asked {
        selector: json!({ "appId": app }),
        message: format!("Launched {app}"),
    };
    let mut reply = full(desk, &acted, name, asked);
    let details = &mut reply.data["details"];
    details["launch_time_ms"] = json!(took);
    details["device_id"] = json!(desk.address());
    if !acted.verdict.is_passed() {
        details["error"] = json!(acted.verdict.reason);
    }
    let front = acted.after.as_ref();
    let package = front.and_then(|screen| screen.app_id.clone());
    let activity = front.and_then(|screen| screen.name.clone());
    let pid = match &package {
        // An app that cannot be asked about is in front all the same.
        Some(package) => process_of(desk, package).ok().flatten(),
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
pub(super) fn start_app(desk: &mut Desk, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let app = args.need_text("appId")?;
    Ok(launch(desk, "start_app", app, call))
}

/// Stops an app, then launches it.
pub(super) fn restart_app(desk: &mut Desk, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let app = args.need_text("appId")?;
    let stopped = desk.send(&Action::Stop(app.to_owned()), call);
    let mut reply = launch(desk, "restart_app", app, call);
    reply.data["details"]["terminated_before_restart"] = json!(stopped.is_ok());
    if let Err(refusal) = stopped {
        reply.data["details"]["terminate_error"] = json!(refusal.message);
    }
    reply.texts = vec![reply.data.to_string()];
    Ok(reply)
}

/// Stops an app.
pub(super) fn terminate_app(desk: &mut Desk, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let app = args.need_text("appId")?;
    desk.send(&Action::Stop(app.to_owned()), call)?;
    Ok(Reply::json(
        json!({ "device": device_json(desk), "appTerminated": true }),
    ))
}

/// Erases an app's data.
pub(super) fn reset_app_data(desk: &mut Desk, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let app = args.need_text("appId")?;
    desk.send(&Action::ClearData(app.to_owned()), call)?;
    Ok(Reply::json(
        json!({ "device": device_json(desk), "dataCleared": true }),
    ))
}
