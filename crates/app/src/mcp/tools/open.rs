//! `open`: an app, fresh or as it is, or a URL.

use std::time::Duration;

use retap_model::phrase::Phrase;
use retap_model::program::{Launch, OpenUrl, ResetApp, StepKind};
use retap_model::verify::ActionType;

use super::super::args::Args;
use super::super::call::Call;
use super::super::deed::{Acted, Deed};
use super::super::desk::Desk;
use super::super::envelope;
use super::super::reply::{Refusal, Reply};

/// How long an app may take to come to the front.
const START: Duration = Duration::from_secs(20);

/// Opens an app or a URL.
pub(super) fn open(desk: &mut Desk, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    if let Some(url) = args.words("url") {
        let url = Phrase::literal(url);
        let acted = start(desk, StepKind::OpenUrl(OpenUrl { url }), call);
        return Ok(envelope::lean(desk, &acted));
    }
    let Some(app) = args.words("app") else {
        return Err(Refusal::input("say an app or a url"));
    };
    let acted = launch(desk, app, args.is("fresh") == Some(true), call);
    Ok(envelope::lean(desk, &acted))
}

/// Opens an app; a fresh one is stopped first.
pub(super) fn launch(desk: &mut Desk, app: &str, is_fresh: bool, call: &Call) -> Acted {
    let app = || Phrase::literal(app);
    if is_fresh {
        let stopped = start(desk, StepKind::ResetApp(ResetApp { app: app() }), call);
        if !stopped.verdict.is_passed() {
            return stopped;
        }
    }
    start(desk, StepKind::Launch(Launch { app: app() }), call)
}

/// Does a step that brings something to the front.
pub(super) fn start(desk: &mut Desk, kind: StepKind, call: &Call) -> Acted {
    let deed = Deed {
        kind,
        evidence: None,
        action_type: ActionType::SideEffect,
        timeout: START,
    };
    desk.act(deed, call)
}
