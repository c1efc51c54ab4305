//! Tells a reader in the same process what the engine found, sent and saw.

use std::sync::Arc;
use std::time::Duration;

use retap_model::device::Action;
use retap_model::program::{StepId, Target};
use retap_model::screen::Screen;
use retap_model::select::Found;
use retap_model::verdict::Verdict;

/// One fact of a run, as it happens. Events are made from the same facts with secrets masked; here nothing is.
#[derive(Debug, Clone, Copy)]
pub enum Fact<'a> {
    /// A step began.
    Started(StepId),
    /// The screen was read.
    Saw(&'a Arc<Screen>),
    /// A target was found on a reading.
    Found {
        /// The target, with what was remembered filled in.
        target: &'a Target,
        /// The element that was found.
        found: &'a Found,
        /// The reading.
        screen: &'a Arc<Screen>,
    },
    /// An act was sent to the device.
    Sent(&'a Action),
    /// A `remember` step captured this text.
    Captured(&'a str),
    /// A `measure` step has its figure.
    Measured(Duration),
    /// The step that began last and has not ended yet ended.
    Finished {
        /// How.
        verdict: &'a Verdict,
        /// How long it took, on the device's clock.
        took: Duration,
    },
}

/// Takes the facts of a run in the order in which they happen. Learning and MCP are observers.
pub trait Observer {
    /// Takes one fact.
    fn observe(&mut self, fact: Fact<'_>);
}
