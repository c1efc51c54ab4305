//! `logcat` and `log`: what the system and the apps said.

use std::io;
use std::time::Duration;

use super::super::log_buffer::{LogLine, Priority};
use super::Call;

/// How often new lines are looked for.
const POLL: Duration = Duration::from_millis(20);

/// How a line is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Brief,
    Process,
    Tag,
    Raw,
    Time,
    Threadtime,
    Epoch,
    Long,
}

/// The request.
struct Request {
    /// Whether to end at the last line there is.
    ends: bool,
    most: Option<usize>,
    /// `MM-DD hh:mm:ss.mmm`; older lines are left out.
    since: Option<String>,
    pid: Option<u32>,
    format: Format,
    /// The least priority of each tag; `*` for all others.
    filters: Vec<(String, Option<Priority>)>,
    pattern: Option<String>,
}

/// `logcat [-d] [-c] [-t COUNT] [--pid=PID] [-v FORMAT] [-s] [TAG:PRIORITY...]`.
pub(super) fn run(call: &mut Call<'_>) -> io::Result<i32> {
    if call.args.iter().any(|arg| arg == "-c" || arg == "--clear") {
        call.phone.state().log.clear();
        return Ok(0);
    }
    if call.args.iter().any(|arg| arg == "-g") {
        call.line("main: ring buffer is 256 KiB (64 KiB consumed, 16 KiB readable)")?;
        return Ok(0);
    }
    let request = match parse(call.args) {
        Ok(request) => request,
        Err(text) => return call.fail(1, &text),
    };
    call.line("--------- beginning of main")?;
    let mut next = 0;
    loop {
        let state = call.phone.state();
        let lines = state.log.since(next);
        next = state.log.next();
        drop(state);
        let mut wanted: Vec<&LogLine> = lines.iter().filter(|line| request.wants(line)).collect();
        if let Some(most) = request.most {
            wanted = wanted.split_off(wanted.len().saturating_sub(most));
        }
        let text: String = wanted
            .iter()
            .map(|line| written(line, request.format))
            .collect();
        call.out(&text)?;
        if request.ends || !call.phone.wait_for_more(POLL, call.is_over) {
            return Ok(0);
        }
    }
}

fn parse(args: &[String]) -> Result<Request, String> {
    let mut request = Request {
        ends: false,
        most: None,
        since: None,
        pid: None,
        format: Format::Threadtime,
        filters: Vec::new(),
        pattern: None,
    };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let (option, joined) = match arg.split_once('=') {
            Some((option, value)) if arg.starts_with("--") => (option, Some(value.to_owned())),
            _ => (arg.as_str(), None),
        };
        let mut value = || {
            joined
                .clone()
                .or_else(|| args.next().cloned())
                .unwrap_or_default()
        };
        match option {
            "-d" => request.ends = true,
            "-t" | "-T" => {
                request.ends |= option == "-t";
                let start = value();
                match start.parse() {
                    Ok(count) => request.most = Some(count),
                    Err(_) => request.since = Some(start),
                }
            }
            "--pid" => request.pid = value().parse().ok(),
            "-b" | "-f" | "--buffer" | "-n" | "-r" => {
                value();
            }
            "-v" | "--format" => request.format = format(&value()).unwrap_or(request.format),
            "-e" | "--regex" => request.pattern = Some(value()),
            "-s" => request.filters.push(("*".to_owned(), None)),
            "-D" | "-L" | "-B" | "-S" => {}
            flag if flag.starts_with('-') => return Err(format!("logcat: unknown option {flag}")),
            filter => request.filters.push(parse_filter(filter)),
        }
    }
    Ok(request)
}

fn parse_filter(text: &str) -> (String, Option<Priority>) {
    match text.split_once(':') {
        Some((tag, letter)) => {
            let priority = letter.chars().next().and_then(Priority::from_letter);
            (tag.to_owned(), priority)
        }
        None => (text.to_owned(), Some(Priority::Verbose)),
    }
}

fn format(name: &str) -> Option<Format> {
    Some(match name {
        "brief" => Format::Brief,
        "process" => Format::Process,
        "tag" => Format::Tag,
        "raw" => Format::Raw,
        "time" => Format::Time,
        "threadtime" => Format::Threadtime,
        "epoch" => Format::Epoch,
        "long" => Format::Long,
        // `color`, `year`, `usec` and the like only decorate.
        _ => return None,
    })
}

impl Request {
    fn wants(&self, line: &LogLine) -> bool {
        let is_of_pid = self.pid.is_none_or(|pid| pid == line.pid);
        let has_text = self
            .pattern
            .as_ref()
            .is_none_or(|text| line.text.contains(text));
        let by_tag = self.filters.iter().rfind(|(tag, _)| *tag == line.tag);
        let by_star = self.filters.iter().rfind(|(tag, _)| tag == "*");
        let is_loud = match by_tag.or(by_star) {
            Some((_, least)) => least.is_some_and(|least| line.priority >= least),
            None => true,
        };
        let is_new = self.since.as_ref().is_none_or(|since| time(line) >= *since);
        is_of_pid && has_text && is_loud && is_new
    }
}

/// Returns when a line was logged, as `MM-DD hh:mm:ss.mmm`.
fn time(line: &LogLine) -> String {
    let date = line.at.to_rfc3339();
    let part = |from: usize, to: usize| date.get(from..to).unwrap_or_default();
    format!("{} {}.{:03}", part(5, 10), part(11, 19), line.at.0 % 1000)
}

fn written(line: &LogLine, format: Format) -> String {
    let (pid, tag, text) = (line.pid, &line.tag, &line.text);
    let letter = line.priority.letter();
    let (time, millis) = (time(line), line.at.0 % 1000);
    match format {
        Format::Brief => format!("{letter}/{tag:<8}({pid:>5}): {text}\n"),
        Format::Process => format!("{letter}({pid:>5}) {text}  ({tag})\n"),
        Format::Tag => format!("{letter}/{tag:<8}: {text}\n"),
        Format::Raw => format!("{text}\n"),
        Format::Time => format!("{time} {letter}/{tag:<8}({pid:>5}): {text}\n"),
        Format::Threadtime => format!("{time} {pid:>5} {pid:>5} {letter} {tag:<8}: {text}\n"),
        Format::Epoch => {
            let seconds = line.at.0 / 1000;
            format!("{seconds:>19}.{millis:03} {pid:>5} {pid:>5} {letter} {tag:<8}: {text}\n")
        }
        Format::Long => format!("[ {time} {pid:>5}:{pid:>5} {letter}/{tag:<8} ]\n{text}\n\n"),
    }
}

/// `log [-p PRIORITY] [-t TAG] TEXT...`.
pub(super) fn log(call: &mut Call<'_>) -> io::Result<i32> {
    let (mut priority, mut tag, mut words) = (Priority::Info, "log".to_owned(), Vec::new());
    let mut args = call.args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "-p" => {
                let letter = args.next().and_then(|text| text.chars().next());
                priority = letter.and_then(Priority::from_letter).unwrap_or(priority);
            }
            "-t" => tag = args.next().cloned().unwrap_or_default(),
            word => words.push(word.to_owned()),
        }
    }
    call.phone
        .state()
        .log
        .push(5150, priority, &tag, &words.join(" "));
    Ok(0)
}
