//! The texts on a screen, shortened for a message.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::screen::Screen;

/// How many texts a reason lists.
const LISTED_TEXTS: usize = 30;

/// The texts on a screen, shortened for a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Visible {
    /// The first texts.
    pub texts: Vec<String>,
    /// How many more there are.
    pub more: usize,
    /// Whether the page goes on below.
    pub goes_on: bool,
}

impl Visible {
    /// Returns what the screen shows.
    pub fn of(screen: &Screen) -> Self {
        let texts = screen.texts();
        let line = |text: &&str| text.replace('\n', " ");
        Self {
            more: texts.len().saturating_sub(LISTED_TEXTS),
            texts: texts.iter().take(LISTED_TEXTS).map(line).collect(),
            goes_on: screen.has_more_below,
        }
    }
}

impl fmt::Display for Visible {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.texts.is_empty() {
            return out.write_str("nothing");
        }
        out.write_str(&self.texts.join(", "))?;
        if self.more > 0 {
            write!(out, " and {} more", self.more)?;
        }
        if self.goes_on {
            out.write_str("; the page goes on below, where `scroll_to` looks")?;
        }
        Ok(())
    }
}
