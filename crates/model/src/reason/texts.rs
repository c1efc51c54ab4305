//! Reaching every text in the fields of a reason, so that secrets in them can be masked.

use std::time::Duration;

use crate::verify::FailureCode;

use super::{AdvisorAnswer, Reason, Unclear, Visible};

/// Something that may hold texts.
pub(super) trait Texts {
    /// Visits each of them.
    fn for_each_text(&mut self, visit: &mut dyn FnMut(&mut String));
}

macro_rules! without_texts {
    ($($type:ty),+) => {
        $(impl Texts for $type {
            fn for_each_text(&mut self, _visit: &mut dyn FnMut(&mut String)) {}
        })+
    };
}

without_texts!(bool, u32, usize, f64, Duration, FailureCode, AdvisorAnswer);

impl Texts for String {
    fn for_each_text(&mut self, visit: &mut dyn FnMut(&mut String)) {
        visit(self);
    }
}

impl<T: Texts> Texts for Vec<T> {
    fn for_each_text(&mut self, visit: &mut dyn FnMut(&mut String)) {
        self.iter_mut().for_each(|one| one.for_each_text(visit));
    }
}

impl<T: Texts> Texts for Option<T> {
    fn for_each_text(&mut self, visit: &mut dyn FnMut(&mut String)) {
        self.iter_mut().for_each(|one| one.for_each_text(visit));
    }
}

impl Texts for Box<Reason> {
    fn for_each_text(&mut self, visit: &mut dyn FnMut(&mut String)) {
        Reason::for_each_text(self, visit);
    }
}

impl Texts for Visible {
    fn for_each_text(&mut self, visit: &mut dyn FnMut(&mut String)) {
        self.texts.for_each_text(visit);
    }
}

impl Texts for Unclear {
    fn for_each_text(&mut self, visit: &mut dyn FnMut(&mut String)) {
        match self {
            Self::IsVisible(name) | Self::IsAbsent(name) => visit(name),
            Self::WhatIsAbsent => {}
        }
    }
}
