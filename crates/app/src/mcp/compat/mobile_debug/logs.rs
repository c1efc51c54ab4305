//! Logs: diagnosis, never proof.

use retap_drivers::android::{LogFilter, LogLevel, LogLine};
use retap_model::device::Ability;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use super::element::ShownDevice;
use crate::mcp::reply::to_json;
use crate::mcp::schema::{AnyObject, object};
use crate::mcp::{Answer, DeviceSession, Refusal, Reply, ToolCall};

/// How many lines are told when the call does not say.
const USUAL_LIMIT: usize = 50;

impl DeviceSession {
    /// Reads what was logged since and remembers it.
    pub(super) fn read_log(&mut self) -> Result<(), Refusal> {
        self.need(Ability::Logs)?;
        let deadline = self.deadline();
        let lines = self.device().read_logs(deadline)?;
        self.compat.log.add(lines);
        Ok(())
    }
}

/// Returns the process an app runs in, where the device has processes.
pub(super) fn process_of(session: &mut DeviceSession, app: &str) -> Result<Option<u32>, Refusal> {
    let deadline = session.deadline();
    Ok(session.device().process_of(app, deadline)?)
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Logs {
    #[serde(flatten)]
    head: LogHead,
    logs: Vec<ShownLine>,
}

#[derive(Serialize, JsonSchema)]
struct LogHead {
    device: ShownDevice,
    result: LogResult,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct LogResult {
    count: usize,
    filtered: bool,
    crash_lines: Vec<ShownLine>,
    source: LogSource,
    meta: AnyObject,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum LogSource {
    Pid,
    Package,
    Broad,
}

/// One line of a log.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(super) struct ShownLine {
    timestamp: Option<String>,
    pub(super) level: &'static str,
    tag: String,
    pid: Option<u32>,
    pub(super) message: String,
    crash: bool,
}

/// Returns log lines; what is filtered out does not count for the limit.
pub(super) fn get_logs(call: &mut ToolCall<'_>) -> Answer {
    call.read_log()?;
    let app = call.args.words("appId");
    let filter = filter_of(call)?;
    let source = match (filter.pid, app) {
        (Some(_), _) => LogSource::Pid,
        (None, Some(_)) => LogSource::Package,
        (None, None) => LogSource::Broad,
    };
    let all = call.compat.log.since(0);
    let mut chosen = choose(&all, &filter, app);
    if let Some(seconds) = call.args.number("since_seconds") {
        chosen = latest(&all, chosen, seconds);
    }
    let limit = call.args.count("limit");
    let limit = limit.or_else(|| call.args.count("lines"));
    let limit = limit.unwrap_or(USUAL_LIMIT);
    let more = chosen.len().saturating_sub(limit);
    let logs: Vec<ShownLine> = chosen[more..].iter().map(|it| ShownLine::of(it)).collect();
    let named = ["appId", "pid", "tag", "level", "contains", "since_seconds"];
    let head = LogHead {
        device: ShownDevice::of(call),
        result: LogResult {
            count: logs.len(),
            filtered: named.iter().any(|name| call.args.value(name).is_some()),
            crash_lines: logs.iter().filter(|line| line.crash).cloned().collect(),
            source,
            meta: object(json!({ "left_out": more, "pid": filter.pid })),
        },
    };
    // The lines are a block of their own.
    let texts = vec![
        to_json(&head).to_string(),
        json!({ "logs": logs }).to_string(),
    ];
    Ok(Reply {
        texts,
        ..Reply::json(Logs { head, logs })
    })
}

fn filter_of(call: &mut ToolCall<'_>) -> Result<LogFilter, Refusal> {
    let process = match call.args.words("appId") {
        Some(app) => process_of(call, app)?,
        None => None,
    };
    let pid = call.args.count("pid");
    let level = match call.args.words("level") {
        Some(word) => Some(level_of(word).ok_or_else(|| {
            Refusal::input(format!(
                "`{word}` is no level; say verbose, debug, info, warn, error or fatal"
            ))
        })?),
        None => None,
    };
    Ok(LogFilter {
        pid: pid.or(process),
        level,
        tag: call.args.words("tag").map(str::to_owned),
        contains: call.args.words("contains").map(str::to_owned),
        last: None,
    })
}

/// Returns the lines that a filter wants, of an app where one is named: those of its process, and where
/// none is known those that name the app.
pub(super) fn choose<'t>(all: &[&'t str], filter: &LogFilter, app: Option<&str>) -> Vec<&'t str> {
    let is_parsed = all.iter().any(|line| LogLine::parse(line).is_some());
    let mut chosen = if is_parsed {
        filter.choose(all)
    } else {
        plain(all, filter)
    };
    if let (None, Some(app)) = (filter.pid, app) {
        chosen.retain(|line| line.contains(app));
    }
    chosen
}

fn plain<'t>(lines: &[&'t str], filter: &LogFilter) -> Vec<&'t str> {
    let wanted = filter.contains.as_deref().unwrap_or_default();
    let kept = lines.iter().filter(|line| line.contains(wanted));
    kept.copied().collect()
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
    let (date, clock) = time.split_once(' ')?;
    let (month, day) = date.split_once('-')?;
    let mut parts = clock.split(':').map(str::parse::<f64>);
    let (hours, minutes, seconds) = (
        parts.next()?.ok()?,
        parts.next()?.ok()?,
        parts.next()?.ok()?,
    );
    let days = month.parse::<f64>().ok()? * 31.0 + day.parse::<f64>().ok()?;
    Some(((days * 24.0 + hours) * 60.0 + minutes) * 60.0 + seconds)
}

/// Returns the level that a word or its first letter names.
pub(super) fn level_of(word: &str) -> Option<LogLevel> {
    match word.trim().to_lowercase().chars().next()? {
        'v' => Some(LogLevel::Verbose),
        'd' => Some(LogLevel::Debug),
        'i' => Some(LogLevel::Info),
        'w' => Some(LogLevel::Warning),
        'e' => Some(LogLevel::Error),
        'f' => Some(LogLevel::Fatal),
        _ => None,
    }
}

/// Returns whether a line tells of a crash: a fatal one, or one that names an exception.
pub(super) fn is_crash(line: &str) -> bool {
    let is_told = |line: &LogLine<'_>| line.is_crash() || exception_of(line.message).is_some();
    LogLine::parse(line).is_some_and(|line| is_told(&line))
}

fn exception_of(message: &str) -> Option<&str> {
    let mut words = message.split(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | '$' | '_')));
    words.find(|word| word.ends_with("Exception") && word.len() > "Exception".len())
}

/// Returns the first exception that lines name.
pub(super) fn exception_in(lines: &[&str]) -> Option<String> {
    let parsed = lines.iter().filter_map(|line| LogLine::parse(line));
    let named = parsed
        .filter_map(|line| exception_of(line.message))
        .next()?;
    named.rsplit('.').next().map(str::to_owned)
}

impl ShownLine {
    /// Returns a line as data.
    pub(super) fn of(line: &str) -> Self {
        match LogLine::parse(line) {
            Some(parsed) => Self {
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
            },
            None => Self {
                timestamp: None,
                level: "INFO",
                tag: String::new(),
                pid: None,
                message: line.to_owned(),
                crash: false,
            },
        }
    }
}
