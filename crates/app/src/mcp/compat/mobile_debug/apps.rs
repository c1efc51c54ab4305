//! Starting, stopping and erasing apps.

use retap_model::device::Action;
use retap_model::phrase::Phrase;
use retap_model::program::Launch;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use super::element::ShownDevice;
use super::envelope::{Asked, Envelope};
use super::logs::process_of;
use super::ui_tree::short_name;
use crate::mcp::schema::object;
use crate::mcp::{Answer, Refusal, Reply, ToolCall};

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Terminated {
    device: ShownDevice,
    app_terminated: bool,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Cleared {
    device: ShownDevice,
    data_cleared: bool,
}

pub(super) fn start_app(call: &mut ToolCall<'_>) -> Answer {
    let app = call.args.need_text("appId")?;
    Ok(launch(call, app, None))
}

/// Stops an app, then launches it.
pub(super) fn restart_app(call: &mut ToolCall<'_>) -> Answer {
    let app = call.args.need_text("appId")?;
    let stopped = call.send(&Action::Stop(app.to_owned()));
    Ok(launch(call, app, Some(stopped)))
}

/// Launches an app, which was stopped before where the tool does that.
fn launch(call: &mut ToolCall<'_>, app: &str, stopped: Option<Result<u64, Refusal>>) -> Reply {
    let asked = Asked {
        selector: json!({ "appId": app }),
        message: format!("Launched {app}"),
    };
    let began = call.now();
    let acted = call.step(Launch {
        app: Phrase::literal(app),
    });
    let took = call.now().since(began);
    let mut envelope = Envelope::of(call, &acted, asked);
    let front = acted.after.as_ref();
    let package = front.and_then(|screen| screen.app_id.clone());
    let activity = front.and_then(|screen| screen.name.clone());
    // An app that cannot be asked about is in front all the same.
    let process = |package: &String| process_of(call, package).ok().flatten();
    let pid = package.as_ref().and_then(process);
    envelope.details.extend(object(json!({
        "launch_time_ms": took.as_millis() as u64,
        "device_id": call.address(),
        "observed_app": {
            "appId": package,
            "package": package,
            "screen": activity.as_deref().map(short_name),
            "activity": activity,
            "pid": pid,
            "matchedTarget": front.and_then(|screen| screen.is_in_front(app)),
        },
    })));
    let mut tell = |name: &str, value: Value| envelope.details.insert(name.to_owned(), value);
    if !acted.verdict.is_passed() {
        tell("error", json!(acted.verdict.reason.to_string()));
    }
    if let Some(stopped) = stopped {
        tell("terminated_before_restart", json!(stopped.is_ok()));
        if let Err(refusal) = stopped {
            tell("terminate_error", json!(refusal.message));
        }
    }
    envelope.into_reply()
}

pub(super) fn terminate_app(call: &mut ToolCall<'_>) -> Answer {
    let app = call.args.need_text("appId")?;
    call.send(&Action::Stop(app.to_owned()))?;
    Ok(Reply::json(Terminated {
        device: ShownDevice::of(call),
        app_terminated: true,
    }))
}

pub(super) fn reset_app_data(call: &mut ToolCall<'_>) -> Answer {
    let app = call.args.need_text("appId")?;
    call.send(&Action::ClearData(app.to_owned()))?;
    Ok(Reply::json(Cleared {
        device: ShownDevice::of(call),
        data_cleared: true,
    }))
}
