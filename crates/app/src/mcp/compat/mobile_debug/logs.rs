//! Logs and streams of them, out of the lines one client has read: diagnosis, never proof.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use retap_drivers::android::{LogFilter, LogLevel, LogLine};
use retap_model::device::{Ability, Platform};

use super::element::ShownDevice;
use crate::mcp::answer::{Unlisted, answer};
use crate::mcp::reply::to_json;
use crate::mcp::{Answer, Args, DeviceSession, Refusal, Reply, ToolCall};

answer! {
    /// Lines of a log.
    pub(super) struct LogAnswer { ..head: LogHead, ..lines: LogLines }
    /// What there is to tell of the lines.
    pub(super) struct LogHead { device: ShownDevice, result: LogResult }
    /// How many lines there are, and how they were chosen.
    pub(super) struct LogResult { count: usize, filtered: bool, crashLines: Vec<ShownLine>, source: LogSource,
        meta: Unlisted<LogMeta> }
    /// What lines were chosen by.
    pub(super) enum LogSource { Process = "pid", App = "package", Device = "broad" }
    /// How many lines the limit left out, and the process they are of.
    pub(super) struct LogMeta { left_out: usize, pid: Option<u32> }
    /// The lines.
    pub(super) struct LogLines { logs: Vec<ShownLine> }
    /// One line of a log.
    pub(super) struct ShownLine { timestamp: Option<String>, level: &'static str, tag: String, pid: Option<u32>,
        message: String, crash: bool }
    /// Whether lines are collected from now on.
    pub(super) struct StreamStarted { success: bool, stream_started?: bool, (error?: &'static str) }
    /// What was collected.
    pub(super) struct StreamRead { entries: Vec<ShownLine>, crash_summary: CrashSummary }
    /// Whether the app crashed.
    pub(super) struct CrashSummary { crash_detected: bool, ..named: Option<CrashName>, sample?: String }
    /// The exception of a crash, where its lines name one.
    pub(super) struct CrashName { exception: Option<String> }
    /// Nothing is collected any more.
    pub(super) struct StreamStopped { success: bool }
}

/// How many lines are told when the call does not say.
const USUAL_LIMIT: usize = 50;

/// How many lines are remembered.
const MOST_LINES: usize = 5_000;

/// The stream that is meant when none is named.
const USUAL_STREAM: &str = "default";

/// The lines that were read, and the streams over them.
#[derive(Debug, Default)]
pub(crate) struct LogBuffer {
    lines: VecDeque<String>,
    /// How many older lines were dropped.
    dropped: u64,
    /// The streams by their names.
    streams: BTreeMap<String, LogStream>,
}

/// What one app logs from a moment on.
#[derive(Debug, Clone)]
struct LogStream {
    app: String,
    /// The processes it was seen to run in; none where the device has no processes.
    processes: BTreeSet<u32>,
    /// How bad a line must be.
    level: LogLevel,
    /// The number of the first line it is about.
    from: u64,
}

impl LogBuffer {
    fn add(&mut self, lines: Vec<String>) {
        self.lines.extend(lines);
        while self.lines.len() > MOST_LINES {
            self.lines.pop_front();
            self.dropped += 1;
        }
    }

    /// Returns the number the next line will have.
    pub(super) fn end(&self) -> u64 {
        self.dropped + self.lines.len() as u64
    }

    /// Returns the lines from this number on that are still remembered.
    pub(super) fn since(&self, number: u64) -> Vec<&str> {
        let skipped = usize::try_from(number.saturating_sub(self.dropped)).unwrap_or(usize::MAX);
        self.lines
            .iter()
            .skip(skipped)
            .map(String::as_str)
            .collect()
    }
}

impl LogStream {
    /// Returns whether a line belongs to it; `since` is a time of the device.
    fn has(&self, line: &str, since: Option<&str>) -> bool {
        let has_processes = !self.processes.is_empty();
        match LogLine::parse(line) {
            Some(parsed) => {
                let is_its = !has_processes || self.processes.contains(&parsed.pid);
                let is_bad = parsed.level >= self.level || is_crash(line);
                let is_late = since.is_none_or(|since| parsed.time >= since);
                is_its && is_bad && is_late
            }
            // A device without processes logs plain lines.
            None => !has_processes && self.level <= LogLevel::Info,
        }
    }
}

impl DeviceSession {
    /// Reads what was logged since and remembers it as it may be told, so that nobody finds a secret by searching for it.
    pub(super) fn read_log(&mut self) -> Result<(), Refusal> {
        self.need(Ability::Logs)?;
        let deadline = self.deadline();
        let mut lines = self.device().read_logs(deadline)?;
        let secrets = self.engine.secrets();
        lines.iter_mut().for_each(|line| secrets.apply(line));
        self.compat.log.add(lines);
        Ok(())
    }
}

/// Returns the process an app runs in, where the device has processes.
pub(super) fn process_of(session: &mut DeviceSession, app: &str) -> Result<Option<u32>, Refusal> {
    let deadline = session.deadline();
    Ok(session.device().process_of(app, deadline)?)
}

impl ShownLine {
    /// Returns a line as data.
    pub(super) fn of(line: &str) -> Self {
        let Some(parsed) = LogLine::parse(line) else {
            return Self {
                timestamp: None,
                level: "INFO",
                tag: String::new(),
                pid: None,
                message: line.to_owned(),
                crash: false,
            };
        };
        Self {
            timestamp: Some(parsed.time.to_owned()),
            level: match parsed.level {
                LogLevel::Verbose => "VERBOSE",
                LogLevel::Debug => "DEBUG",
                LogLevel::Info => "INFO",
                LogLevel::Warning => "WARN",
                LogLevel::Error => "ERROR",
                LogLevel::Fatal => "FATAL",
            },
            tag: parsed.tag.to_owned(),
            pid: Some(parsed.pid),
            message: parsed.message.to_owned(),
            crash: is_crash(line),
        }
    }

    /// Returns the last of the lines as data.
    pub(super) fn last_of(lines: &[&str], most: usize) -> Vec<Self> {
        let left_out = lines.len().saturating_sub(most);
        lines[left_out..]
            .iter()
            .map(|line| Self::of(line))
            .collect()
    }
}

/// Returns log lines; what is filtered out does not count for the limit.
pub(super) fn get_logs(call: &mut ToolCall<'_>) -> Answer {
    call.read_log()?;
    let args = call.args;
    let app = args.words("appId");
    let filter = filter_of(call)?;
    let source = match (filter.pid, app) {
        (Some(_), _) => LogSource::Process,
        (None, Some(_)) => LogSource::App,
        (None, None) => LogSource::Device,
    };
    let all = call.compat.log.since(0);
    let mut chosen = choose(&all, &filter, app);
    if let Some(seconds) = args.number("since_seconds") {
        chosen = latest(&all, chosen, seconds);
    }
    let limit = args.count("limit").or_else(|| args.count("lines"));
    let logs = ShownLine::last_of(&chosen, limit.unwrap_or(USUAL_LIMIT));
    let named = ["appId", "pid", "tag", "level", "contains", "since_seconds"];
    let result = LogResult {
        count: logs.len(),
        filtered: named.iter().any(|name| args.value(name).is_some()),
        crashLines: logs.iter().filter(|line| line.crash).cloned().collect(),
        source,
        meta: Unlisted(LogMeta {
            left_out: chosen.len() - logs.len(),
            pid: filter.pid,
        }),
    };
    let device = ShownDevice::of(call);
    let (head, lines) = (LogHead { device, result }, LogLines { logs });
    // The lines are a block of their own.
    let texts = vec![to_json(&head).to_string(), to_json(&lines).to_string()];
    Ok(Reply {
        texts,
        ..Reply::json(LogAnswer { head, lines })
    })
}

fn filter_of(call: &mut ToolCall<'_>) -> Result<LogFilter, Refusal> {
    let args = call.args;
    let process = match args.words("appId") {
        Some(app) => process_of(call, app)?,
        None => None,
    };
    let level = args.words("level");
    let level = level.map(|word| level_of(word, "verbose, debug, info, warn, error or fatal"));
    Ok(LogFilter {
        pid: args.count("pid").or(process),
        level: level.transpose()?,
        tag: args.words("tag").map(str::to_owned),
        contains: args.words("contains").map(str::to_owned),
    })
}

/// Returns the lines that a filter wants, of an app where one is named: those of its process, and where
/// none is known those that name the app.
pub(super) fn choose<'t>(all: &[&'t str], filter: &LogFilter, app: Option<&str>) -> Vec<&'t str> {
    let is_parsed = all.iter().any(|line| LogLine::parse(line).is_some());
    let mut chosen = if is_parsed {
        filter.choose(all)
    } else {
        let wanted = filter.contains.as_deref().unwrap_or_default();
        let kept = all.iter().filter(|line| line.contains(wanted));
        kept.copied().collect()
    };
    if let (None, Some(app)) = (filter.pid, app) {
        chosen.retain(|line| line.contains(app));
    }
    chosen
}

/// Returns the lines of the last seconds, counted back from the newest line there is: the device's clock
/// need not be ours.
pub(super) fn latest<'t>(all: &[&'t str], chosen: Vec<&'t str>, seconds: f64) -> Vec<&'t str> {
    let time = |line: &str| LogLine::parse(line).and_then(|line| seconds_of(line.time));
    let Some(now) = all.iter().rev().find_map(|line| time(line)) else {
        return chosen;
    };
    let is_late = |line: &&str| time(line).is_none_or(|at| now - at <= seconds);
    chosen.into_iter().filter(is_late).collect()
}

/// Returns a time of the log in seconds; every month counts 31 days, which only matters for distances
/// across the end of one.
fn seconds_of(time: &str) -> Option<f64> {
    let mut parts = time.split([' ', '-', ':']).map(str::parse::<f64>);
    let mut next = || parts.next()?.ok();
    let days = next()? * 31.0 + next()?;
    Some(((days * 24.0 + next()?) * 60.0 + next()?) * 60.0 + next()?)
}

/// Returns the level that a word or its first letter names; a refusal tells the `known` ones.
fn level_of(word: &str, known: &str) -> Result<LogLevel, Refusal> {
    Ok(match word.trim().to_lowercase().chars().next() {
        Some('v') => LogLevel::Verbose,
        Some('d') => LogLevel::Debug,
        Some('i') => LogLevel::Info,
        Some('w') => LogLevel::Warning,
        Some('e') => LogLevel::Error,
        Some('f') => LogLevel::Fatal,
        Some(_) | None => {
            let message = format!("`{word}` is no level; say {known}");
            return Err(Refusal::input(message));
        }
    })
}

/// Returns whether a line tells of a crash: a fatal one, or one that names an exception.
fn is_crash(line: &str) -> bool {
    let is_told = |line: &LogLine<'_>| line.is_crash() || exception_of(line.message).is_some();
    LogLine::parse(line).is_some_and(|line| is_told(&line))
}

fn exception_of(message: &str) -> Option<&str> {
    let mut words = message.split(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | '$' | '_')));
    words.find(|word| word.ends_with("Exception") && word.len() > "Exception".len())
}

/// Returns the first exception that lines name, without its package.
fn exception_in<'t>(lines: &[&'t str]) -> Option<&'t str> {
    let parsed = lines.iter().filter_map(|line| LogLine::parse(line));
    let named = parsed.filter_map(|line| exception_of(line.message)).next();
    named.and_then(|named| named.rsplit('.').next())
}

fn name_of(args: &Args) -> &str {
    args.words("sessionId").unwrap_or(USUAL_STREAM)
}

/// Starts to collect: what was logged before does not count.
pub(super) fn start_log_stream(call: &mut ToolCall<'_>) -> Answer {
    let app = call.args.need_text("packageName")?;
    let word = call.args.text("level").unwrap_or("error");
    let level = level_of(word, "error, warn, info or debug")?;
    call.read_log()?;
    let has_processes = call.info().platform == Platform::Android;
    let process = process_of(call, app)?;
    if has_processes && process.is_none() {
        return Ok(Reply::json(StreamStarted {
            success: false,
            stream_started: None,
            error: Some("app_not_running"),
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
    Ok(Reply::json(StreamStarted {
        success: true,
        stream_started: Some(true),
        error: None,
    }))
}

/// Returns what was collected, the newest last, and whether the app crashed.
pub(super) fn read_log_stream(call: &mut ToolCall<'_>) -> Answer {
    let args = call.args;
    let lines = lines_of(call, name_of(args), args.words("since"))?;
    let first = lines.iter().position(|line| is_crash(line));
    Ok(Reply::json(StreamRead {
        entries: ShownLine::last_of(&lines, args.count("limit").unwrap_or(100)),
        crash_summary: CrashSummary {
            crash_detected: first.is_some(),
            named: first.map(|first| CrashName {
                exception: exception_in(&lines[first..]).map(str::to_owned),
            }),
            sample: first.map(|first| lines[first].to_owned()),
        },
    }))
}

/// Returns what a stream collected, the newest last.
pub(super) fn lines_of<'d>(
    session: &'d mut DeviceSession,
    name: &str,
    since: Option<&str>,
) -> Result<Vec<&'d str>, Refusal> {
    let Some(stream) = session.compat.log.streams.get(name) else {
        return Err(Refusal::input(format!(
            "there is no log stream `{name}`; call start_log_stream first"
        )));
    };
    let mut stream = stream.clone();
    session.read_log()?;
    // The app may have been started anew since, so its process is asked for each time.
    stream.processes.extend(process_of(session, &stream.app)?);
    let log = &mut session.compat.log;
    log.streams.insert(name.to_owned(), stream.clone());
    let all = log.since(stream.from).into_iter();
    Ok(all.filter(|line| stream.has(line, since)).collect())
}

/// Stops to collect; a stream that is not there has stopped.
pub(super) fn stop_log_stream(call: &mut ToolCall<'_>) -> Answer {
    call.session.compat.log.streams.remove(name_of(call.args));
    Ok(Reply::json(StreamStopped { success: true }))
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
