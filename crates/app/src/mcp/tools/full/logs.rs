//! Logs and what they tell of the network: diagnosis, never proof.

use retap_drivers::android::{LogFilter, LogLevel, LogLine, NetworkOutcome, network_events};
use retap_model::device::{Ability, Happening, Request, RequestEnd, RequestOutcome};
use serde_json::{Value, json};

use super::super::super::args::Args;
use super::super::super::call::Call;
use super::super::super::desk::Desk;
use super::super::super::reply::{Refusal, Reply};
use super::super::device_json;

/// How many lines are remembered.
const MOST_LINES: usize = 5_000;

/// Reads what was logged since and remembers it.
pub(super) fn refresh(desk: &mut Desk) -> Result<(), Refusal> {
    desk.need(Ability::Logs)?;
    let deadline = desk.deadline();
    let lines = desk.hands.opened.device.read_logs(deadline)?;
    desk.log.extend(lines);
    let more = desk.log.len().saturating_sub(MOST_LINES);
    desk.log.drain(..more);
    Ok(())
}

/// Returns log lines; what is filtered out does not count for the limit.
pub(super) fn get_logs(desk: &mut Desk, args: &Args, _call: &Call) -> Result<Reply, Refusal> {
    refresh(desk)?;
    let limit = args
        .count("limit")
        .or_else(|| args.count("lines"))
        .unwrap_or(50);
    let filter = LogFilter {
        pid: args.count("pid").and_then(|it| u32::try_from(it).ok()),
        level: args.words("level").and_then(level_of),
        tag: args.words("tag").map(str::to_owned),
        contains: args.words("contains").map(str::to_owned),
        last: usize::try_from(limit).ok(),
    };
    let all: Vec<&str> = desk.log.iter().map(String::as_str).collect();
    let is_parsed = all.iter().any(|line| LogLine::parse(line).is_some());
    let chosen: Vec<&str> = if is_parsed {
        filter.choose(&all)
    } else {
        plain(&all, &filter)
    };
    let crashes = chosen
        .iter()
        .filter(|line| LogLine::parse(line).is_some_and(|line| line.is_crash()))
        .count();
    let about = json!({
        "device": device_json(desk),
        "result": { "count": chosen.len(), "filtered": all.len() - chosen.len(), "crashLines": crashes },
    });
    let logs: Vec<Value> = chosen.iter().map(|line| line_json(line)).collect();
    let logs = json!({ "logs": logs });
    let mut reply = Reply::json(about);
    reply.texts.push(logs.to_string());
    reply.data["logs"] = logs["logs"].clone();
    Ok(reply)
}

fn plain<'t>(lines: &[&'t str], filter: &LogFilter) -> Vec<&'t str> {
    let wanted = filter.contains.as_deref().unwrap_or_default();
    let kept: Vec<&str> = lines
        .iter()
        .filter(|line| line.contains(wanted))
        .copied()
        .collect();
    let more = kept.len().saturating_sub(filter.last.unwrap_or(usize::MAX));
    kept[more..].to_vec()
}

fn level_of(word: &str) -> Option<LogLevel> {
    match word.to_lowercase().chars().next()? {
        'v' => Some(LogLevel::Verbose),
        'd' => Some(LogLevel::Debug),
        'i' => Some(LogLevel::Info),
        'w' => Some(LogLevel::Warning),
        'e' => Some(LogLevel::Error),
        'f' => Some(LogLevel::Fatal),
        _ => None,
    }
}

fn line_json(line: &str) -> Value {
    match LogLine::parse(line) {
        Some(parsed) => json!({
            "time": parsed.time,
            "level": format!("{:?}", parsed.level).to_uppercase(),
            "tag": parsed.tag,
            "pid": parsed.pid,
            "message": parsed.message,
            "crash": parsed.is_crash(),
        }),
        None => json!({ "message": line }),
    }
}

/// Starts to collect: what was logged before does not count.
pub(super) fn start_log_stream(
    desk: &mut Desk,
    args: &Args,
    _call: &Call,
) -> Result<Reply, Refusal> {
    args.need_text("packageName")?;
    refresh(desk)?;
    desk.log.clear();
    Ok(Reply::json(
        json!({ "success": true, "stream_started": true }),
    ))
}

/// Returns what was collected.
pub(super) fn read_log_stream(
    desk: &mut Desk,
    args: &Args,
    _call: &Call,
) -> Result<Reply, Refusal> {
    refresh(desk)?;
    let limit = args.count("limit").unwrap_or(100);
    let more = desk
        .log
        .len()
        .saturating_sub(usize::try_from(limit).unwrap_or(usize::MAX));
    let entries: Vec<Value> = desk.log[more..]
        .iter()
        .map(|line| line_json(line))
        .collect();
    let crash = desk
        .log
        .iter()
        .find(|line| LogLine::parse(line).is_some_and(|line| line.is_crash()));
    Ok(Reply::json(json!({
        "entries": entries,
        "crash_summary": { "crash_detected": crash.is_some(), "sample": crash },
    })))
}

/// Stops to collect.
pub(super) fn stop_log_stream(
    desk: &mut Desk,
    _args: &Args,
    _call: &Call,
) -> Result<Reply, Refusal> {
    desk.log.clear();
    Ok(Reply::json(json!({ "success": true })))
}

/// Returns the requests that the log of the app in front tells of, each once.
pub(super) fn get_network_activity(
    desk: &mut Desk,
    _args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    if desk.hands.opened.device.can(Ability::Requests) {
        return told_activity(desk, call);
    }
    desk.need(Ability::Logs)?;
    let screen = desk.seen(call)?;
    let app = screen
        .app_id
        .clone()
        .or_else(|| screen.app.clone())
        .unwrap_or_default();
    let deadline = desk.deadline();
    let process = desk.hands.opened.device.process_of(&app, deadline)?;
    let lines = desk.hands.opened.device.read_logs(deadline)?;
    let all: Vec<&str> = lines.iter().map(String::as_str).collect();
    // Where the app's process is not known, nothing is its own for certain.
    let events = process.map_or_else(Vec::new, |pid| network_events(&all, pid));
    let requests: Vec<Value> = events
        .iter()
        .map(|event| {
            json!({
                "endpoint": event.endpoint,
                "method": event.method.as_deref().unwrap_or("unknown"),
                "statusCode": event.status,
                "networkError": event.error.map(|error| format!("{error:?}").to_lowercase()),
                "status": match event.outcome() {
                    NetworkOutcome::Success => "success",
                    NetworkOutcome::Failure => "failure",
                    NetworkOutcome::Retryable => "retryable",
                },
            })
        })
        .collect();
    Ok(Reply::json(
        json!({ "requests": requests, "count": requests.len(), "app": app }),
    ))
}

/// Returns the requests since the last act that have ended, each once, as the device itself tells them.
fn told_activity(desk: &mut Desk, call: &Call) -> Result<Reply, Refusal> {
    let screen = desk.seen(call)?;
    let app = screen.app_id.clone().or_else(|| screen.app.clone());
    let signals = desk.hands.opened.device.signals_after(desk.told_signal)?;
    let mut requests = Vec::new();
    for signal in signals.iter().filter(|signal| signal.is_after_act) {
        if let Happening::Requested(request) = &signal.what
            && let Some(outcome) = request.outcome()
        {
            requests.push(request_json(request, outcome));
        }
    }
    if let Some(newest) = signals.last() {
        desk.told_signal = newest.number;
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
