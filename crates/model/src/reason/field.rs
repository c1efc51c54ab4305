//! The types of fields of a reason: texts, in which secrets are masked, and what a screen shows.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::screen::Screen;
use crate::secret::SEAM;
use crate::verify::FailureCode;

use super::{AdvisorAnswer, Reason, Unclear};

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

/// A field of a reason.
pub(super) trait Field {
    /// Visits each text in it.
    fn for_each_text(&mut self, visit: &mut dyn FnMut(&mut String));

    /// Returns what it says a screen shows.
    fn visible(&self) -> Option<&Visible> {
        None
    }
}

macro_rules! without_texts {
    ($($type:ty),+) => {
        $(impl Field for $type {
            fn for_each_text(&mut self, _visit: &mut dyn FnMut(&mut String)) {}
        })+
    };
}

without_texts!(bool, u32, usize, f64, Duration, FailureCode, AdvisorAnswer);

impl Field for String {
    fn for_each_text(&mut self, visit: &mut dyn FnMut(&mut String)) {
        visit(self);
    }
}

impl<T: Field> Field for Vec<T> {
    fn for_each_text(&mut self, visit: &mut dyn FnMut(&mut String)) {
        self.iter_mut().for_each(|one| one.for_each_text(visit));
    }
}

impl<T: Field> Field for Option<T> {
    fn for_each_text(&mut self, visit: &mut dyn FnMut(&mut String)) {
        self.iter_mut().for_each(|one| one.for_each_text(visit));
    }

    fn visible(&self) -> Option<&Visible> {
        self.as_ref()?.visible()
    }
}

impl<T: Field> Field for Box<T> {
    fn for_each_text(&mut self, visit: &mut dyn FnMut(&mut String)) {
        self.as_mut().for_each_text(visit);
    }

    fn visible(&self) -> Option<&Visible> {
        self.as_ref().visible()
    }
}

impl Field for Reason {
    fn for_each_text(&mut self, visit: &mut dyn FnMut(&mut String)) {
        Self::for_each_text(self, visit);
    }

    fn visible(&self) -> Option<&Visible> {
        Self::visible(self)
    }
}

impl Field for Visible {
    /// Visits all texts as one: a secret may be spread over several.
    fn for_each_text(&mut self, visit: &mut dyn FnMut(&mut String)) {
        let seam = String::from(SEAM);
        let mut all = self.texts.join(&seam);
        let before = all.clone();
        visit(&mut all);
        if all != before {
            self.texts = all.split(SEAM).map(str::to_owned).collect();
        }
    }

    fn visible(&self) -> Option<&Visible> {
        Some(self)
    }
}

impl Field for Unclear {
    fn for_each_text(&mut self, visit: &mut dyn FnMut(&mut String)) {
        match self {
            Self::IsVisible(name) | Self::IsAbsent(name) => visit(name),
            Self::WhatIsAbsent => {}
        }
    }
}
