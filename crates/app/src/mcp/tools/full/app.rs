//! Apps and devices: start, stop, erase, list, status.

use retap_model::device::Action;
use retap_model::phrase::Phrase;
use retap_model::program::{Launch, StepKind};
use retap_model::verify::FailureCode;
use serde_json::{Value, json};

use super::super::super::args::Args;
use super::super::super::call::Call;
use super::super::super::client::Client;
use super::super::super::desk::Desk;
use super::super::super::envelope::full;
use super::super::super::reply::{Refusal, Reply};
use super::super::device_json;
use super::super::open::start;
use crate::cli::devices::{Entry, entries};

fn launch(desk: &mut Desk, name: &str, app: &str, call: &Call) -> Reply {
    let kind = StepKind::Launch(Launch {
        app: Phrase::literal(app),
    });
    let began = desk.hands.opened.clock.now();
    let acted = start(desk, kind, call);
    let took = desk.hands.opened.clock.now().since(began).as_millis() as u64;
    let mut reply = full(desk, &acted, name, json!({ "appId": app }));
    let front = acted.after.as_ref();
    reply.data["details"]["launch_time_ms"] = json!(took);
    reply.data["details"]["observed_app"] = json!({
        "appId": front.and_then(|screen| screen.app_id.clone()),
        "package": front.and_then(|screen| screen.app_id.clone()),
        "screen": front.and_then(|screen| screen.name.clone()),
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

/// Says that apps are not installed from here.
pub(super) fn install_app(desk: &mut Desk, args: &Args, _call: &Call) -> Result<Reply, Refusal> {
    args.need_text("appPath")?;
    Err(cannot(desk, "install apps"))
}

/// Says that apps are not built from here.
pub(super) fn build_app(desk: &mut Desk, args: &Args, _call: &Call) -> Result<Reply, Refusal> {
    args.need_text("projectPath")?;
    Err(cannot(desk, "build apps"))
}

/// Returns the refusal of something that this device cannot do.
pub(super) fn cannot(desk: &Desk, what: &str) -> Refusal {
    let message = format!("`{}` cannot {what}", desk.address());
    Refusal::new(FailureCode::Unsupported, message)
}

/// Lists devices.
pub(super) fn list_devices(client: &Client, args: &Args) -> Result<Reply, Refusal> {
    let wanted = args.words("platform");
    let devices: Vec<Value> = entries(&client.host.config)
        .iter()
        .filter(|entry| wanted.is_none_or(|it| entry.address.starts_with(it)))
        .map(shape)
        .collect();
    Ok(Reply::json(json!({ "devices": devices })))
}

fn shape(entry: &Entry) -> Value {
    let (scheme, _) = entry.address.split_once(':').unwrap_or_default();
    json!({
        "platform": scheme,
        "id": entry.address,
        "model": entry.about,
        "simulator": scheme == "sim",
        "usable": entry.is_usable,
    })
}

/// Says whether devices can be driven; never fails.
pub(super) fn get_system_status(client: &Client, _args: &Args) -> Result<Reply, Refusal> {
    let config = &client.host.config;
    let all = entries(config);
    let adb = crate::android::connected(&config.adb);
    let mut issues: Vec<String> = Vec::new();
    if let Err(error) = &adb {
        issues.push(error.to_string());
    }
    let unusable = all.iter().filter(|entry| !entry.is_usable);
    issues.extend(unusable.map(|entry| format!("{}: {}", entry.address, entry.about)));
    let status = match (issues.is_empty(), all.iter().any(|entry| entry.is_usable)) {
        (true, _) => "ready",
        (false, true) => "degraded",
        (false, false) => "blocked",
    };
    Ok(Reply::json(json!({
        "success": issues.is_empty(),
        "status": status,
        "adbAvailable": adb.is_ok(),
        "adbVersion": adb.as_ref().ok().map(|it| it.version),
        "devices": all.iter().filter(|entry| entry.is_usable).count(),
        "logsAvailable": adb.is_ok(),
        "issues": issues,
    })))
}
