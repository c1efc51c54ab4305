//! Log streams: what an app logs from a moment on, each stream by its name, out of the lines one client has read.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use retap_drivers::android::{LogLevel, LogLine};
use retap_model::device::Platform;
use schemars::JsonSchema;
use serde::Serialize;

use super::logs::{ShownLine, exception_in, is_crash, level_of, process_of};
use crate::mcp::{Answer, Args, DeviceSession, Refusal, Reply, ToolCall};

/// How many lines are remembered.
const MOST_LINES: usize = 5_000;

/// The lines that were read, and the streams over them.
#[derive(Debug, Default)]
pub(crate) struct LogBuffer {
    lines: VecDeque<String>,
    /// How many older lines were dropped.
    dropped: u64,
    /// The streams by their names.
    pub(crate) streams: BTreeMap<String, LogStream>,
}

/// One stream.
#[derive(Debug, Clone)]
pub(crate) struct LogStream {
    /// The app.
    pub(crate) app: String,
    /// The processes it was seen to run in; none where the device has no processes.
    pub(crate) processes: BTreeSet<u32>,
    /// How bad a line must be.
    pub(crate) level: LogLevel,
    /// The number of the first line it is about.
    pub(crate) from: u64,
}

impl LogBuffer {
    /// Adds lines that were just read.
    pub(crate) fn add(&mut self, lines: Vec<String>) {
        self.lines.extend(lines);
        while self.lines.len() > MOST_LINES {
            self.lines.pop_front();
            self.dropped += 1;
        }
    }

    /// Returns the number the next line will have.
    pub(crate) fn end(&self) -> u64 {
        self.dropped + self.lines.len() as u64
    }

    /// Returns the lines from this number on that are still remembered.
    pub(crate) fn since(&self, number: u64) -> Vec<&str> {
        let skipped = usize::try_from(number.saturating_sub(self.dropped)).unwrap_or(usize::MAX);
        self.lines
            .iter()
            .skip(skipped)
            .map(String::as_str)
            .collect()
    }
}

/// The stream that is meant when none is named.
const USUAL: &str = "default";

fn name_of(args: &Args) -> &str {
    args.words("sessionId").unwrap_or(USUAL)
}

#[derive(Default, Serialize, JsonSchema)]
pub(super) struct Started {
    success: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    stream_started: Option<bool>,
    #[schemars(skip)]
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'static str>,
}

/// Starts to collect: what was logged before does not count.
pub(super) fn start_log_stream(call: &mut ToolCall<'_>) -> Answer {
    let app = call.args.need_text("packageName")?;
    let word = call.args.text("level").unwrap_or("error");
    let level = level_of(word).ok_or_else(|| {
        Refusal::input(format!(
            "`{word}` is no level; say error, warn, info or debug"
        ))
    })?;
    call.read_log()?;
    let has_processes = call.info().platform == Platform::Android;
    let process = process_of(call, app)?;
    if has_processes && process.is_none() {
        let error = Some("app_not_running");
        return Ok(Reply::json(Started {
            error,
            ..Started::default()
        }));
    }
    let log = &mut call.session.compat.log;
    let stream = LogStream {
        app: app.to_owned(),
        processes: process.into_iter().collect(),
        level,
        from: log.end(),
    };
    log.streams.insert(name_of(call.args).to_owned(), stream);
    Ok(Reply::json(Started {
        success: true,
        stream_started: Some(true),
        ..Started::default()
    }))
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Collected {
    entries: Vec<ShownLine>,
    crash_summary: CrashSummary,
}

#[derive(Serialize, JsonSchema)]
struct CrashSummary {
    crash_detected: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    exception: Option<Option<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sample: Option<String>,
}

/// Returns what was collected, the newest last, and whether the app crashed.
pub(super) fn read_log_stream(call: &mut ToolCall<'_>) -> Answer {
    let args = call.args;
    let lines = lines_of(call, name_of(args), args.words("since"))?;
    let crash = lines.iter().position(|line| is_crash(line));
    let limit = args.count("limit").unwrap_or(100);
    let more = lines.len().saturating_sub(limit);
    Ok(Reply::json(Collected {
        entries: lines[more..]
            .iter()
            .map(|line| ShownLine::of(line))
            .collect(),
        crash_summary: CrashSummary {
            crash_detected: crash.is_some(),
            exception: crash.map(|crash| exception_in(&lines[crash..])),
            sample: crash.map(|crash| lines[crash].to_owned()),
        },
    }))
}

/// Returns what a stream collected, the newest last.
pub(super) fn lines_of<'d>(
    session: &'d mut DeviceSession,
    name: &str,
    since: Option<&str>,
) -> Result<Vec<&'d str>, Refusal> {
    let Some(mut stream) = session.compat.log.streams.get(name).cloned() else {
        return Err(Refusal::input(format!(
            "there is no log stream `{name}`; call start_log_stream first"
        )));
    };
    session.read_log()?;
    // The app may have been started anew since, so its process is asked for each time.
    stream.processes.extend(process_of(session, &stream.app)?);
    session
        .compat
        .log
        .streams
        .insert(name.to_owned(), stream.clone());
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
    let all = session.compat.log.since(stream.from);
    Ok(all.into_iter().filter(is_of_stream).collect())
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Stopped {
    success: bool,
}

/// Stops to collect; a stream that is not there has stopped.
pub(super) fn stop_log_stream(call: &mut ToolCall<'_>) -> Answer {
    call.session.compat.log.streams.remove(name_of(call.args));
    Ok(Reply::json(Stopped { success: true }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_dropped_still_counts_for_the_numbers_of_later_lines() {
        let mut book = LogBuffer::default();
        book.add((0..MOST_LINES + 2).map(|n| n.to_string()).collect());
        let end = book.end();
        assert_eq!(end, MOST_LINES as u64 + 2);
        assert_eq!(book.since(0).first(), Some(&"2"));
        book.add(vec!["new".to_owned()]);
        assert_eq!(book.since(end), ["new"]);
    }
}
