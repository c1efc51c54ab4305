//! The device's log: reading lines, choosing among them, and going on where one left off.

use super::apps::about;

retap_model::words! {
    /// How bad a line says it is, by its letter.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub enum LogLevel {
        /// Of no interest to most.
        Verbose = "V",
        /// For whoever looks for a fault.
        Debug = "D",
        /// What goes on.
        Info = "I",
        /// What may be wrong.
        Warning = "W",
        /// What is wrong.
        Error = "E",
        /// The process died of it.
        Fatal = "F",
    }
}

/// A line of the log in the layout `threadtime`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogLine<'t> {
    /// The device's own date and time, `MM-DD hh:mm:ss.mmm`.
    pub time: &'t str,
    /// The process.
    pub pid: u32,
    /// How bad it is.
    pub level: LogLevel,
    /// Who says it.
    pub tag: &'t str,
    /// Its words.
    pub message: &'t str,
}

impl<'t> LogLine<'t> {
    /// Reads a line, or nothing when it is none, such as `--------- beginning of main`.
    pub fn parse(line: &'t str) -> Option<Self> {
        /// How a time looks, `0` for any digit.
        const TIME: &[u8] = b"00-00 00:00:00.000";
        let time = line.get(..TIME.len())?;
        let is_like = |(byte, like): (u8, &u8)| match like {
            b'0' => byte.is_ascii_digit(),
            like => byte == *like,
        };
        if !time.bytes().zip(TIME).all(is_like) {
            return None;
        }
        let (pid, rest) = next_word(&line[TIME.len()..])?;
        let (_thread, rest) = next_word(rest)?;
        let (letter, rest) = next_word(rest)?;
        // `A` is for assert.
        let letter = if letter == "A" { "F" } else { letter };
        let (tag, message) = rest.split_once(": ").or_else(|| rest.split_once(':'))?;
        Some(Self {
            time,
            pid: pid.parse().ok()?,
            level: LogLevel::from_word(letter)?,
            tag: tag.trim(),
            message,
        })
    }

    /// Returns whether the line tells of a crash.
    pub fn is_crash(&self) -> bool {
        self.level == LogLevel::Fatal || self.message.starts_with("FATAL EXCEPTION")
    }
}

fn next_word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    text.split_once(' ')
}

/// Which lines are wanted; nothing said means all.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LogFilter {
    /// Only of this process.
    pub pid: Option<u32>,
    /// Only this bad or worse.
    pub level: Option<LogLevel>,
    /// Only from here.
    pub tag: Option<String>,
    /// Only with this in it.
    pub contains: Option<String>,
}

impl LogFilter {
    /// Returns the lines that are wanted.
    pub fn choose<'t>(&self, lines: &[&'t str]) -> Vec<&'t str> {
        let is_wanted = |line: &&'t str| {
            let Some(parsed) = LogLine::parse(line) else {
                return false;
            };
            let (tag, contains) = (self.tag.as_deref(), self.contains.as_deref());
            self.pid.is_none_or(|pid| pid == parsed.pid)
                && self.level.is_none_or(|level| parsed.level >= level)
                && tag.is_none_or(|tag| tag == parsed.tag)
                && contains.is_none_or(|text| line.contains(text))
        };
        lines.iter().copied().filter(is_wanted).collect()
    }
}

/// Where reading the log left off: a time, and how many lines of that very time were read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LogMark {
    time: String,
    read: usize,
}

impl LogMark {
    /// Starts at a time of the device's own clock.
    pub(super) fn at(time: &str) -> Self {
        Self {
            time: time.to_owned(),
            read: 0,
        }
    }

    /// Returns the command that gives the lines from here on.
    pub(super) fn command(&self) -> String {
        about("logcat -d -v threadtime -T", &self.time)
    }

    /// Returns the lines that are new, and moves on behind them.
    pub(super) fn take_new(&mut self, text: &str) -> Vec<String> {
        let mut new = Vec::new();
        // The device gives all lines of the time of the mark again.
        let mut again = self.read;
        for line in text.lines().map(str::trim_end) {
            let Some(parsed) = LogLine::parse(line) else {
                continue;
            };
            if parsed.time == self.time && again > 0 {
                again -= 1;
                continue;
            }
            if parsed.time == self.time {
                self.read += 1;
            } else {
                parsed.time.clone_into(&mut self.time);
                self.read = 1;
                again = 0;
            }
            new.push(line.to_owned());
        }
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = "\
--------- beginning of main
03-01 10:00:00.000  1201  1201 I ActivityManager: Start proc 4711:org.shop/u0a1
03-01 10:00:00.100  4711  4720 D OkHttp  : --> GET https://shop.example/v1/cart
03-01 10:00:00.100  4711  4720 W Shop: slow: 900 ms
--------- beginning of crash
03-01 10:00:00.200  4711  4711 F libc    : Fatal signal 11 (SIGSEGV)
03-01 10:00:00.201  4711  4711 E AndroidRuntime: FATAL EXCEPTION: main
";

    fn lines() -> Vec<&'static str> {
        LOG.lines().collect()
    }

    #[test]
    fn fatal_lines_are_lines_too() {
        let line = LogLine::parse(lines()[5]).unwrap();
        let told = (line.level, line.tag, line.pid);
        assert_eq!(told, (LogLevel::Fatal, "libc", 4711));
        assert!(line.is_crash());
        assert!(LogLine::parse(lines()[6]).unwrap().is_crash());
        assert_eq!(LogLine::parse(lines()[3]).unwrap().message, "slow: 900 ms");
        assert_eq!(LogLine::parse(lines()[0]), None);
        assert_eq!(LogLine::parse(""), None);
        assert_eq!(LogLine::parse("日本語日本語日本語"), None);
    }

    #[test]
    fn each_filter_works_alone() {
        let chosen = |set: fn(&mut LogFilter)| {
            let mut filter = LogFilter::default();
            set(&mut filter);
            filter.choose(&lines())
        };
        assert_eq!(chosen(|_| {}).len(), 5);
        let bad = chosen(|filter| filter.level = Some(LogLevel::Warning));
        assert_eq!(bad.len(), 3);
        let tagged = chosen(|filter| filter.tag = Some("OkHttp".to_owned()));
        assert_eq!(tagged.len(), 1);
        assert_eq!(chosen(|filter| filter.pid = Some(1201)), [lines()[1]]);
    }

    #[test]
    fn a_line_is_read_once_also_when_two_have_the_same_time() {
        let mut mark = LogMark::at("03-01 09:59:59.000");
        let head: String = lines()[..3].join("\n");
        assert_eq!(mark.take_new(&head), lines()[1..3]);
        let command = "logcat -d -v threadtime -T '03-01 10:00:00.100'";
        assert_eq!(mark.command(), command);
        let again: String = lines()[2..].join("\n");
        assert_eq!(mark.take_new(&again), [lines()[3], lines()[5], lines()[6]]);
        assert_eq!(mark.take_new(lines()[6]), Vec::<String>::new());
        assert_eq!(mark.take_new(""), Vec::<String>::new());
    }
}
