//! `open`: an app, fresh or as it is, or a URL.

use retap_model::phrase::Phrase;
use retap_model::program::{Launch, OpenUrl, ResetApp};

use crate::mcp::{ActResult, Refusal, ToolCall};

/// Opens an app or a URL.
pub(super) fn open(call: &mut ToolCall<'_>) -> Result<ActResult, Refusal> {
    Ok(match (call.args.words("url"), call.args.words("app")) {
        (Some(url), _) => {
            let url = Phrase::literal(url);
            if call.args.is("fresh") == Some(true) {
                call.history.fresh_page = Some(call.next_action);
            }
            call.step(OpenUrl { url })
        }
        (None, Some(app)) if call.args.is("fresh") == Some(true) => launch_afresh(call, app),
        (None, Some(app)) => {
            let app = Phrase::literal(app);
            call.step(Launch { app })
        }
        (None, None) => return Err(Refusal::input("say an app or a url")),
    })
}

/// Stops an app, then opens it.
pub(crate) fn launch_afresh(call: &mut ToolCall<'_>, app: &str) -> ActResult {
    let app = Phrase::literal(app);
    let stopped = call.step(ResetApp { app: app.clone() });
    if !stopped.verdict.is_passed() {
        return stopped;
    }
    call.step(Launch { app })
}
