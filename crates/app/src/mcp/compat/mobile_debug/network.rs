//! The requests of an app: diagnosis, never proof.

use retap_drivers::android::{NetworkEvent, network_events};
use retap_model::device::{Ability, Happening, Moment, Request, RequestEnd, RequestOutcome};

use super::logs::{latest, process_of};
use crate::mcp::answer::answer;
use crate::mcp::{Answer, DeviceSession, Refusal, Reply, ToolCall};

answer! {
    /// The requests of an app since the last act.
    pub(super) struct NetworkActivity { requests: Vec<ShownRequest>, count: usize, app: String }
    /// A request.
    pub(super) struct ShownRequest { endpoint: String, method: String, statusCode: Option<u16>,
        networkError: Option<String>, status: &'static str, durationMs: u64, initiator?: &'static str }
}

/// How far back the log is searched when nobody has asked before, in seconds.
const FIRST_WINDOW: f64 = 30.0;

/// How much later than an act its own lines may be stamped, in seconds.
const SLACK: f64 = 1.0;

/// From where on a device's log and signals are news about the network.
#[derive(Debug, Default)]
pub(crate) struct NetworkCursor {
    /// The number of the first line of the log that counts; none before anybody has asked.
    from: Option<u64>,
    /// When something was last sent.
    last_act: Option<Moment>,
    /// The number of the newest signal of the device that was told.
    told_signal: u64,
}

impl DeviceSession {
    /// Notes that something is about to be sent. For a client that asks about the network what is logged
    /// from now on counts; others do not pay for the round trip.
    pub(crate) fn note_sending(&mut self) {
        self.compat.network.last_act = Some(self.now());
        if self.compat.network.from.is_some() && self.read_log().is_ok() {
            self.compat.network.from = Some(self.compat.log.end());
        }
    }
}

/// Returns the requests of the app in front since the last act, each once.
pub(super) fn get_network_activity(call: &mut ToolCall<'_>) -> Answer {
    let screen = call.seen()?;
    let app = screen.app_id.clone().or_else(|| screen.app.clone());
    let app = app.unwrap_or_default();
    let requests = match call.connection.opened.device.can(Ability::Requests) {
        true => told_requests(call)?,
        false => logged_requests(call, &app)?,
    };
    Ok(Reply::json(NetworkActivity {
        count: requests.len(),
        requests,
        app,
    }))
}

/// Returns the requests that the log of an app speaks of.
fn logged_requests(session: &mut DeviceSession, app: &str) -> Result<Vec<ShownRequest>, Refusal> {
    session.read_log()?;
    let process = process_of(session, app)?;
    let (network, log) = (&session.compat.network, &session.compat.log);
    let lines = match network.from {
        Some(from) => log.since(from),
        // The log was not marked at that act, so what is near it counts.
        None => {
            let all = log.since(0);
            let seconds = network.last_act.map_or(FIRST_WINDOW, |act| {
                let passed = session.now().since(act).as_secs_f64();
                (passed + SLACK).min(FIRST_WINDOW)
            });
            latest(&all, all.clone(), seconds)
        }
    };
    // Where the app's process is not known, nothing is its own for certain.
    let events = process.map_or_else(Vec::new, |pid| network_events(&lines, pid));
    session.compat.network.from = Some(session.compat.log.end());
    Ok(events.iter().map(logged).collect())
}

/// Returns the requests since the last act that have ended, each once, as the device itself tells them.
fn told_requests(session: &mut DeviceSession) -> Result<Vec<ShownRequest>, Refusal> {
    let after = session.compat.network.told_signal;
    let signals = session.device().signals_after(after)?;
    if let Some(newest) = signals.last() {
        session.compat.network.told_signal = newest.number;
    }
    let of_acts = signals.iter().filter(|signal| signal.is_after_act);
    let requests = of_acts.filter_map(|signal| match &signal.what {
        Happening::Requested(request) => Some(told(request, request.outcome()?)),
        Happening::Complained(_) | Happening::Downloaded(_) | Happening::Blocked(_) => None,
    });
    Ok(requests.collect())
}

fn logged(event: &NetworkEvent) -> ShownRequest {
    let method = event.method.as_deref().unwrap_or("unknown");
    ShownRequest {
        endpoint: event.endpoint.clone(),
        method: method.to_owned(),
        statusCode: event.status,
        networkError: event.error.map(|error| error.as_str().to_owned()),
        status: event.outcome().as_str(),
        durationMs: 0,
        initiator: None,
    }
}

fn told(request: &Request, outcome: RequestOutcome) -> ShownRequest {
    let (status, error) = match &request.end {
        RequestEnd::Status(status) => (Some(*status), None),
        RequestEnd::Failed { reason } => (None, Some(reason.clone())),
        RequestEnd::Pending | RequestEnd::Canceled => (None, None),
    };
    ShownRequest {
        endpoint: request.path.to_lowercase(),
        method: request.method.clone(),
        statusCode: status,
        networkError: error,
        status: outcome.as_str(),
        durationMs: u64::try_from(request.duration.as_millis()).unwrap_or(u64::MAX),
        initiator: Some(request.initiator.as_str()),
    }
}
