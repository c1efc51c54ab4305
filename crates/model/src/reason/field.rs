//! The types of fields of a reason: texts, in which secrets are masked, and what a screen shows.

use std::time::Duration;

use crate::verify::FailureCode;

use super::{AdvisorAnswer, Reason, Unclear, Visible};

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

impl Field for Box<Reason> {
    fn for_each_text(&mut self, visit: &mut dyn FnMut(&mut String)) {
        Reason::for_each_text(self, visit);
    }

    fn visible(&self) -> Option<&Visible> {
        Reason::visible(self)
    }
}

impl Field for Visible {
    fn for_each_text(&mut self, visit: &mut dyn FnMut(&mut String)) {
        self.texts.for_each_text(visit);
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
