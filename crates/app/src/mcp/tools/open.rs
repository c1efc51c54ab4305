//! `open`: an app, fresh or as it is, or a URL.

use std::time::Duration;

use retap_model::phrase::Phrase;
use retap_model::program::{Launch, OpenUrl, ResetApp, StepKind};
use retap_model::verify::ActionType;

use crate::mcp::tool_spec::{ToolSpec, Work::OnDevice};
use crate::mcp::{ActResult, AgentStep, Args, Call, DeviceSession, Refusal, Reply, envelope};
use crate::permissions::Access::Acts;
use retap_model::verify::ActionType::SideEffect;

/// `open`.
pub(super) const OPEN: ToolSpec = ToolSpec::new(
    "open",
    "Opens an app by name or id, or a url. fresh stops the app first: start with it what you want to keep.",
    Acts,
    OnDevice(open),
)
.takes("app url fresh:boolean device")
.touching(SideEffect);

/// How long an app may take to come to the front.
const START: Duration = Duration::from_secs(20);

/// Opens an app or a URL.
fn open(session: &mut DeviceSession, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    if let Some(url) = args.words("url") {
        let url = Phrase::literal(url);
        let acted = start(session, StepKind::OpenUrl(OpenUrl { url }), call);
        return Ok(envelope::lean(session, &acted));
    }
    let Some(app) = args.words("app") else {
        return Err(Refusal::input("say an app or a url"));
    };
    let acted = launch(session, app, args.is("fresh") == Some(true), call);
    Ok(envelope::lean(session, &acted))
}

/// Opens an app; a fresh one is stopped first.
pub(crate) fn launch(
    session: &mut DeviceSession,
    app: &str,
    is_fresh: bool,
    call: &Call,
) -> ActResult {
    let app = || Phrase::literal(app);
    if is_fresh {
        let stopped = start(session, StepKind::ResetApp(ResetApp { app: app() }), call);
        if !stopped.verdict.is_passed() {
            return stopped;
        }
    }
    start(session, StepKind::Launch(Launch { app: app() }), call)
}

/// Does a step that brings something to the front.
pub(crate) fn start(session: &mut DeviceSession, kind: StepKind, call: &Call) -> ActResult {
    let step = AgentStep {
        kind,
        evidence: None,
        action_type: ActionType::SideEffect,
        timeout: START,
    };
    session.act(step, call)
}
