//! What an app asked the network for: diagnosis, never proof.

use retap_drivers::android::{NetworkEvent, NetworkOutcome, network_events};
use retap_model::device::{Ability, Happening, Request, RequestEnd, RequestOutcome};
use serde_json::{Value, json};

use super::logs::{latest, process_of};
use crate::mcp::{Args, Call, DeviceSession, Refusal, Reply};

/// How far back the log is searched when nobody has asked before, in seconds.
const FIRST_WINDOW: f64 = 30.0;

/// How much later than an act its own lines may be stamped, in seconds.
const SLACK: f64 = 1.0;

/// Returns the requests of the app in front since the last act, each once.
pub(super) fn get_network_activity(
    session: &mut DeviceSession,
    _args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    if session.connection.opened.device.can(Ability::Requests) {
        return told_activity(session, call);
    }
    let screen = session.seen(call)?;
    let app = screen
        .app_id
        .clone()
        .or_else(|| screen.app.clone())
        .unwrap_or_default();
    session.read_log()?;
    let process = process_of(session, &app)?;
    let lines = match session.network.from {
        Some(from) => session.log.since(from),
        // The log was not marked at that act, so what is near it counts.
        None => {
            let all = session.log.since(0);
            let seconds = session.network.last_act.map_or(FIRST_WINDOW, |act| {
                let passed = session
                    .connection
                    .opened
                    .clock
                    .now()
                    .since(act)
                    .as_secs_f64();
                (passed + SLACK).min(FIRST_WINDOW)
            });
            latest(&all, all.clone(), seconds)
        }
    };
    // Where the app's process is not known, nothing is its own for certain.
    let events = process.map_or_else(Vec::new, |pid| network_events(&lines, pid));
    let requests: Vec<Value> = events.iter().map(event_json).collect();
    session.network.from = Some(session.log.end());
    Ok(Reply::json(
        json!({ "requests": requests, "count": requests.len(), "app": app }),
    ))
}

fn event_json(event: &NetworkEvent) -> Value {
    json!({
        "endpoint": event.endpoint,
        "method": event.method.as_deref().unwrap_or("unknown"),
        "statusCode": event.status,
        "networkError": event.error.map(|error| error.as_str()),
        "status": match event.outcome() {
            NetworkOutcome::Success => "success",
            NetworkOutcome::Failure => "failure",
            NetworkOutcome::Retryable => "retryable",
        },
        "durationMs": 0,
    })
}

/// Returns the requests since the last act that have ended, each once, as the device itself tells them.
fn told_activity(session: &mut DeviceSession, call: &Call) -> Result<Reply, Refusal> {
    let screen = session.seen(call)?;
    let app = screen.app_id.clone().or_else(|| screen.app.clone());
    let signals = session
        .connection
        .opened
        .device
        .signals_after(session.told_signal)?;
    let mut requests = Vec::new();
    for signal in signals.iter().filter(|signal| signal.is_after_act) {
        if let Happening::Requested(request) = &signal.what
            && let Some(outcome) = request.outcome()
        {
            requests.push(request_json(request, outcome));
        }
    }
    if let Some(newest) = signals.last() {
        session.told_signal = newest.number;
    }
    Ok(Reply::json(json!({
        "requests": requests,
        "count": requests.len(),
        "app": app.unwrap_or_default(),
    })))
}

fn request_json(request: &Request, outcome: RequestOutcome) -> Value {
    let (status, error) = match &request.end {
        RequestEnd::Status(status) => (Some(*status), None),
        RequestEnd::Failed { reason } => (None, Some(reason.clone())),
        RequestEnd::Pending | RequestEnd::Canceled => (None, None),
    };
    json!({
        "endpoint": request.path.to_lowercase(),
        "method": request.method,
        "statusCode": status,
        "networkError": error,
        "status": outcome.as_str(),
        "durationMs": u64::try_from(request.duration.as_millis()).unwrap_or(u64::MAX),
        "initiator": request.initiator.as_str(),
    })
}
