//! `logcat` and `log`: what the system and the apps said.

use std::time::Duration;

use super::super::log_buffer::{LogLine, Priority};
use super::options::Options;
use super::{Call, Ended};

/// How often new lines are looked for.
const POLL: Duration = Duration::from_millis(20);

/// Which lines are wanted.
struct Request<'a> {
    /// `MM-DD hh:mm:ss.mmm`; older lines are left out.
    since: Option<&'a str>,
    most: Option<usize>,
    pid: Option<u32>,
    /// The least priority of each tag; `*` for all others.
    filters: Vec<(&'a str, Option<Priority>)>,
}

/// `logcat [-d] [-c] [-t COUNT] [--pid=PID] [-v FORMAT] [-s] [TAG:PRIORITY...]`.
pub(super) fn run(call: &mut Call<'_>) -> Ended {
    let options = call.options(&["t", "T", "pid", "b", "buffer", "v", "format"]);
    if options.has(&["c", "clear"]) {
        call.state().log.clear();
        return Ok(0);
    }
    let request = Request::new(&options);
    let format = options
        .value("v")
        .or(options.value("format"))
        .unwrap_or_default();
    call.line("--------- beginning of main")?;
    let mut next = 0;
    loop {
        let state = call.state();
        let lines = state.log.since(next);
        next = state.log.next();
        drop(state);
        let mut wanted: Vec<&LogLine> = lines.iter().filter(|line| request.wants(line)).collect();
        if let Some(most) = request.most {
            wanted = wanted.split_off(wanted.len().saturating_sub(most));
        }
        let text: String = wanted.iter().map(|line| written(line, format)).collect();
        call.out(&text)?;
        let shell = &call.shell;
        if options.has(&["d", "t"]) || !shell.phone.wait_for_more(POLL, &*shell.is_over) {
            return Ok(0);
        }
    }
}

impl<'a> Request<'a> {
    fn new(options: &Options<'a>) -> Self {
        // A count, or the time from which on lines are wanted.
        let start = options.value("t").or(options.value("T"));
        let most = start.and_then(|start| start.parse().ok());
        let silence = options.has(&["s"]).then_some(("*", None));
        let filters = options
            .rest
            .iter()
            .map(|filter| match filter.split_once(':') {
                Some((tag, letter)) => (tag, Priority::of(letter)),
                None => (*filter, Some(Priority::VERBOSE)),
            });
        Self {
            since: start.filter(|_| most.is_none()),
            most,
            pid: options.value("pid").and_then(|pid| pid.parse().ok()),
            filters: silence.into_iter().chain(filters).collect(),
        }
    }

    fn wants(&self, line: &LogLine) -> bool {
        let by_tag = self.filters.iter().rfind(|(tag, _)| *tag == line.tag);
        let by_star = self.filters.iter().rfind(|(tag, _)| *tag == "*");
        let is_loud = match by_tag.or(by_star) {
            Some((_, least)) => least.is_some_and(|least| line.priority >= least),
            None => true,
        };
        is_loud
            && self.pid.is_none_or(|pid| pid == line.pid)
            && self.since.is_none_or(|since| *time(line) >= *since)
    }
}

/// Returns when a line was logged, as `MM-DD hh:mm:ss.mmm`.
fn time(line: &LogLine) -> String {
    let date = line.at.to_rfc3339();
    let part = |from: usize, to: usize| date.get(from..to).unwrap_or_default();
    format!("{} {}.{:03}", part(5, 10), part(11, 19), line.at.0 % 1000)
}

/// Returns a line as `-v` wants it; formats that only decorate, such as `color`, change nothing.
fn written(line: &LogLine, format: &str) -> String {
    let (pid, tag, text) = (line.pid, &line.tag, &line.text);
    let (time, letter) = (time(line), line.priority.letter());
    match format {
        "brief" => format!("{letter}/{tag:<8}({pid:>5}): {text}\n"),
        "tag" => format!("{letter}/{tag:<8}: {text}\n"),
        "raw" => format!("{text}\n"),
        "time" => format!("{time} {letter}/{tag:<8}({pid:>5}): {text}\n"),
        "long" => format!("[ {time} {pid:>5}:{pid:>5} {letter}/{tag:<8} ]\n{text}\n\n"),
        _ => format!("{time} {pid:>5} {pid:>5} {letter} {tag:<8}: {text}\n"),
    }
}

/// `log [-p PRIORITY] [-t TAG] TEXT...`; a text may start with a dash.
pub(super) fn log(call: &mut Call<'_>) -> Ended {
    let (mut priority, mut tag, mut words) = (Priority::INFO, "log", call.args);
    while let [option, value, rest @ ..] = words {
        match option.as_str() {
            "-p" => priority = Priority::of(value).unwrap_or(priority),
            "-t" => tag = value,
            _ => break,
        }
        words = rest;
    }
    call.state().log.push(5150, priority, tag, &words.join(" "));
    Ok(0)
}
