//! Writes an intent as one line, for `retap check`, for errors and for the tests' tables.
//!
//! `"text"` is exact, `~"text"` contained, `<words>` described.

use std::fmt;

use super::intent::{Edge, Expectation, Intent, Mention, Owner, TextMatch};

impl fmt::Display for Intent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LaunchApp => f.write_str("launch"),
            Self::StopApp => f.write_str("stop"),
            Self::RestartApp => f.write_str("restart"),
            Self::Tap(what) => write!(f, "tap {what}"),
            Self::Hover(what) => write!(f, "hover {what}"),
            Self::LongPress(what) => write!(f, "long-press {what}"),
            Self::DoubleTap(what) => write!(f, "double-tap {what}"),
            Self::Type { text, field } => {
                write!(f, "type \"{text}\"")?;
                write_after(f, " into ", field.as_deref())
            }
            Self::ClearField { field } => {
                f.write_str("clear")?;
                write_after(f, " ", field.as_deref())
            }
            Self::Scroll { direction } => write!(f, "scroll {}", direction.as_str()),
            Self::Swipe { direction } => write!(f, "swipe {}", direction.as_str()),
            Self::ScrollToFind { what, direction } => {
                write!(f, "scroll {} to {what}", direction.as_str())
            }
            Self::ScrollToEdge(Edge::Top) => f.write_str("scroll to top"),
            Self::ScrollToEdge(Edge::Bottom) => f.write_str("scroll to bottom"),
            Self::Key(key) => write!(f, "key {} {}", key.name, key.code),
            Self::Wait(time) => write!(f, "wait {}s", time.as_secs_f64()),
            Self::WaitUntil {
                what,
                visible,
                limit,
            } => {
                let end = if *visible { "shown" } else { "gone" };
                write!(f, "wait until {what} {end}")?;
                let limit = limit.map(|time| format!("{}s", time.as_secs_f64()));
                write_after(f, " within ", limit.as_deref())
            }
            Self::Expect(all) => write_expectations(f, all),
            Self::Unknown { .. } => f.write_str("unknown"),
        }
    }
}

impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shown { what, negate } => write!(f, "{what} {}", shown(*negate)),
            Self::StateIs { what, state } => write!(f, "{what} is {}", state.as_str()),
            Self::CountAtLeast { what, count } => write!(f, ">={count} {what}"),
            Self::ScreenShown { name, negate } => write!(f, "screen {name} {}", shown(*negate)),
        }
    }
}

impl fmt::Display for Mention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.by {
            TextMatch::Exact => write!(f, "\"{}\"", self.text)?,
            TextMatch::Contains => write!(f, "~\"{}\"", self.text)?,
            TextMatch::Described => write!(f, "<{}>", self.text)?,
        }
        if let Some(role) = self.role {
            write!(f, " {}", role.as_str())?;
        }
        if let Some(index) = self.index {
            write!(f, " #{index}")?;
        }
        if let Some(within) = &self.within {
            write!(f, " in {within}")?;
        }
        if let Some(area) = &self.area {
            write!(f, " on {area}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.is_quoted {
            true => write!(f, "\"{}\"", self.name),
            false => write!(f, "<{}>", self.name),
        }
    }
}

fn shown(negate: bool) -> &'static str {
    if negate { "hidden" } else { "shown" }
}

fn write_after(f: &mut fmt::Formatter<'_>, before: &str, word: Option<&str>) -> fmt::Result {
    match word {
        Some(word) => write!(f, "{before}{word}"),
        None => Ok(()),
    }
}

fn write_expectations(f: &mut fmt::Formatter<'_>, all: &[Expectation]) -> fmt::Result {
    f.write_str("expect ")?;
    for (index, expectation) in all.iter().enumerate() {
        if index > 0 {
            f.write_str("; ")?;
        }
        write!(f, "{expectation}")?;
    }
    Ok(())
}
