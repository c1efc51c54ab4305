//! Log streams: what an app logs from a moment on, each stream by its name.

use retap_drivers::android::{LogLevel, LogLine};
use retap_model::device::Platform;
use serde_json::{Value, json};

use super::log_buffer::LogStream;
use super::logs::{exception_in, is_crash, level_of, line_json, process_of};
use crate::mcp::{Args, Call, DeviceSession, Refusal, Reply};

/// The stream that is meant when none is named.
const USUAL: &str = "default";

fn name_of(args: &Args) -> &str {
    args.words("sessionId").unwrap_or(USUAL)
}

/// Starts to collect: what was logged before does not count.
pub(super) fn start_log_stream(
    session: &mut DeviceSession,
    args: &Args,
    _call: &Call,
) -> Result<Reply, Refusal> {
    let app = args.need_text("packageName")?;
    let word = args.text("level").unwrap_or("error");
    let level = level_of(word).ok_or_else(|| {
        Refusal::input(format!(
            "`{word}` is no level; say error, warn, info or debug"
        ))
    })?;
    session.read_log()?;
    let has_processes = session.connection.opened.device.info().platform == Platform::Android;
    let process = process_of(session, app)?;
    if has_processes && process.is_none() {
        let data = json!({ "success": false, "error": "app_not_running" });
        return Ok(Reply::json(data).failed_if(true));
    }
    let stream = LogStream {
        app: app.to_owned(),
        processes: process.into_iter().collect(),
        level,
        from: session.log.end(),
    };
    session.log.streams.insert(name_of(args).to_owned(), stream);
    Ok(Reply::json(
        json!({ "success": true, "stream_started": true }),
    ))
}

/// Returns what was collected, the newest last, and whether the app crashed.
pub(super) fn read_log_stream(
    session: &mut DeviceSession,
    args: &Args,
    _call: &Call,
) -> Result<Reply, Refusal> {
    let lines = lines_of(session, name_of(args), args.words("since"))?;
    let crash = lines.iter().position(|line| is_crash(line));
    let limit = usize::try_from(args.count("limit").unwrap_or(100)).unwrap_or(usize::MAX);
    let more = lines.len().saturating_sub(limit);
    let entries: Vec<Value> = lines[more..].iter().map(|line| line_json(line)).collect();
    let mut summary = json!({ "crash_detected": crash.is_some() });
    if let Some(crash) = crash {
        summary["exception"] = json!(exception_in(&lines[crash..]));
        summary["sample"] = json!(lines[crash]);
    }
    Ok(Reply::json(
        json!({ "entries": entries, "crash_summary": summary }),
    ))
}

/// Returns what a stream collected, the newest last.
pub(super) fn lines_of<'d>(
    session: &'d mut DeviceSession,
    name: &str,
    since: Option<&str>,
) -> Result<Vec<&'d str>, Refusal> {
    let Some(mut stream) = session.log.streams.get(name).cloned() else {
        return Err(Refusal::input(format!(
            "there is no log stream `{name}`; call start_log_stream first"
        )));
    };
    session.read_log()?;
    // The app may have been started anew since, so its process is asked for each time.
    stream.processes.extend(process_of(session, &stream.app)?);
    session.log.streams.insert(name.to_owned(), stream.clone());
    let has_processes = !stream.processes.is_empty();
    let is_of_stream = |line: &&str| match LogLine::parse(line) {
        Some(parsed) => {
            let is_its = !has_processes || stream.processes.contains(&parsed.pid);
            let is_bad = parsed.level >= stream.level || is_crash(line);
            let is_late = since.is_none_or(|since| parsed.time >= since);
            is_its && is_bad && is_late
        }
        // A device without processes logs plain lines.
        None => !has_processes && stream.level <= LogLevel::Info,
    };
    let all = session.log.since(stream.from);
    Ok(all.into_iter().filter(is_of_stream).collect())
}

/// Stops to collect; a stream that is not there has stopped.
pub(super) fn stop_log_stream(
    session: &mut DeviceSession,
    args: &Args,
    _call: &Call,
) -> Result<Reply, Refusal> {
    session.log.streams.remove(name_of(args));
    Ok(Reply::json(json!({ "success": true })))
}
