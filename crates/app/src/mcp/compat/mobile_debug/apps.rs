//! Starting, stopping and erasing apps.

use retap_model::device::Action;
use retap_model::phrase::Phrase;
use retap_model::program::{Launch, StepKind};
use retap_model::verify::ActionType::SideEffect;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use super::debug_tool;
use super::element::ShownDevice;
use super::envelope::{Asked, Envelope, Launched, ObservedApp};
use super::logs::process_of;
use super::ui_tree::short_name;
use crate::mcp::tool_spec::{ToolSpec, Work::OnDevice};
use crate::mcp::tools::open::start;
use crate::mcp::{Args, Call, DeviceSession, Refusal, Reply};
use crate::permissions::Access::{Acts, Destroys};

const APP: &str = "platform:android|ios! appId! deviceId";

pub(super) const START_APP: ToolSpec = debug_tool(
    "start_app",
    "Launches an app. success means dispatched, not outcome.",
    Acts,
    OnDevice(start_app),
)
.takes(APP)
.gives::<Envelope>()
.touching(SideEffect);

pub(super) const RESTART_APP: ToolSpec = debug_tool(
    "restart_app",
    "Stops an app, then launches it.",
    Acts,
    OnDevice(restart_app),
)
.takes(APP)
.gives::<Envelope>()
.touching(SideEffect);

pub(super) const TERMINATE_APP: ToolSpec = debug_tool(
    "terminate_app",
    "Stops an app.",
    Acts,
    OnDevice(terminate_app),
)
.takes(APP)
.gives::<Terminated>()
.touching(SideEffect);

pub(super) const RESET_APP_DATA: ToolSpec = debug_tool(
    "reset_app_data",
    "Erases an app's data.",
    Destroys,
    OnDevice(reset_app_data),
)
.takes(APP)
.gives::<Cleared>()
.touching(SideEffect);

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Terminated {
    device: ShownDevice,
    app_terminated: bool,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Cleared {
    device: ShownDevice,
    data_cleared: bool,
}

fn start_app(session: &mut DeviceSession, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let app = args.need_text("appId")?;
    Ok(launch(session, "start_app", app, None, call))
}

/// Stops an app, then launches it.
fn restart_app(session: &mut DeviceSession, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let app = args.need_text("appId")?;
    let stopped = session.send(&Action::Stop(app.to_owned()), call);
    Ok(launch(session, "restart_app", app, Some(stopped), call))
}

/// Launches an app, which was stopped before where the tool does that.
fn launch(
    session: &mut DeviceSession,
    tool: &'static str,
    app: &str,
    stopped: Option<Result<u64, Refusal>>,
    call: &Call,
) -> Reply {
    let asked = Asked {
        tool,
        selector: json!({ "appId": app }),
        message: format!("Launched {app}"),
    };
    let kind = StepKind::Launch(Launch {
        app: Phrase::literal(app),
    });
    let began = session.now();
    let acted = start(session, kind, call);
    let took = session.now().since(began);
    let mut envelope = Envelope::of(session, &acted, asked);
    let front = acted.after.as_ref();
    let package = front.and_then(|screen| screen.app_id.clone());
    let activity = front.and_then(|screen| screen.name.clone());
    // An app that cannot be asked about is in front all the same.
    let process = |package: &String| process_of(session, package).ok().flatten();
    let pid = package.as_ref().and_then(process);
    envelope.details.launched = Some(Launched {
        launch_time_ms: took.as_millis() as u64,
        device_id: session.address(),
        error: (!acted.verdict.is_passed()).then(|| acted.verdict.reason.to_string()),
        observed_app: ObservedApp {
            app_id: package.clone(),
            package,
            screen: activity.as_deref().map(short_name),
            activity,
            pid,
            matched_target: front.and_then(|screen| screen.is_in_front(app)),
        },
        terminated_before_restart: stopped.as_ref().map(Result::is_ok),
        terminate_error: stopped.and_then(|it| it.err().map(|refusal| refusal.message)),
    });
    envelope.into_reply()
}

fn terminate_app(session: &mut DeviceSession, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let app = args.need_text("appId")?;
    session.send(&Action::Stop(app.to_owned()), call)?;
    Ok(Reply::json(Terminated {
        device: ShownDevice::of(session),
        app_terminated: true,
    }))
}

fn reset_app_data(session: &mut DeviceSession, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let app = args.need_text("appId")?;
    session.send(&Action::ClearData(app.to_owned()), call)?;
    Ok(Reply::json(Cleared {
        device: ShownDevice::of(session),
        data_cleared: true,
    }))
}
