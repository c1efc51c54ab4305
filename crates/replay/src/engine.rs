//! The executor on a device that stays open: what was seen is remembered from one program to the next.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use retap_model::device::{Action, DeviceError};
use retap_model::program::{Draft, Header, Program};
use retap_model::screen::Screen;

use crate::context::{Abort, Context, Parts, RunOptions};
use crate::eyes::{Eyes, Look, Need};
use crate::run::{RunReport, run_program};
use crate::wait::Waited;

/// The executor on one open device, for callers that send their steps one at a time.
///
/// Between calls it keeps the revision of the screen, the app that was proven to be in front and what
/// was remembered. It keeps no device and no file; a program that is run at once needs none of this
/// and calls [`run`](crate::run).
#[derive(Debug, Default)]
pub struct Engine {
    eyes: Eyes,
    memory: BTreeMap<String, String>,
    front: Option<Option<String>>,
    left: Option<Option<String>>,
}

/// Why the screen was not seen. Nobody knows what it shows then, which is never a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unseen {
    /// This reading was unusable; another may not be.
    Unreadable(String),
    /// The device or the way to it is at fault.
    Device(DeviceError),
    /// Somebody asked to stop.
    Stopped,
}

impl fmt::Display for Unseen {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(reason) => write!(out, "the screen could not be read: {reason}"),
            Self::Device(error) => error.fmt(out),
            Self::Stopped => out.write_str("stopped on request"),
        }
    }
}

impl std::error::Error for Unseen {}

impl From<Abort> for Unseen {
    fn from(abort: Abort) -> Self {
        match abort {
            Abort::Device(error) => Self::Device(error),
            Abort::Unprepared(reason) => Self::Unreadable(reason),
            // Nothing that only looks has a limit of its own.
            Abort::Stopped | Abort::OutOfTime(_) => Self::Stopped,
        }
    }
}

/// How watching the screen ended, and what it cost.
#[derive(Debug, Clone, PartialEq)]
pub struct Watched<T> {
    /// What was found and the screen it was found on; else the last screen, or why there is none.
    pub ended: Result<(T, Arc<Screen>), Result<Arc<Screen>, Unseen>>,
    /// How often the screen was read.
    pub reads: u32,
    /// How long it took, on the device's clock.
    pub took: Duration,
}

impl Engine {
    /// Runs a program as [`run`](crate::run) does, and remembers what was seen.
    pub fn run<'a>(
        &mut self,
        program: &'a Program,
        parts: Parts<'a>,
        options: &'a RunOptions,
    ) -> RunReport {
        let mut context = Context::new(program, parts, options);
        self.lend(&mut context);
        let report = run_program(&mut context);
        self.take_back(&mut context);
        report
    }

    /// Reads the screen now.
    pub fn look(&mut self, parts: Parts<'_>, options: &RunOptions) -> Result<Arc<Screen>, Unseen> {
        self.with(parts, options, |context| {
            match context.look(Need::Fresh)? {
                Look::Screen(screen) => Ok(screen),
                Look::Unreadable(reason) => Err(Unseen::Unreadable(reason)),
            }
        })
    }

    /// Looks until `judge` finds what it wants or the time is up. A reading that failed is passed over:
    /// it neither ends the wait nor counts as anything.
    pub fn watch<T>(
        &mut self,
        parts: Parts<'_>,
        options: &RunOptions,
        timeout: Duration,
        judge: impl FnMut(&Screen) -> Option<T>,
    ) -> Watched<T> {
        self.with(parts, options, |context| {
            let ended = match context.wait_until(timeout, Need::Fresh, judge) {
                Ok(Waited::Held(found, screen)) => Ok((found, screen)),
                Ok(Waited::TimedOut(Ok(screen))) => Err(Ok(screen)),
                Ok(Waited::TimedOut(Err(reason))) => Err(Err(Unseen::Unreadable(reason))),
                Err(abort) => Err(Err(abort.into())),
            };
            Watched {
                ended,
                reads: context.tally.reads,
                took: context.elapsed(),
            }
        })
    }

    /// Lets time pass on the device's clock; a request to stop is noticed soon.
    pub fn pause(
        &mut self,
        parts: Parts<'_>,
        options: &RunOptions,
        time: Duration,
    ) -> Result<(), Unseen> {
        self.with(parts, options, |context| Ok(context.pause(time)?))
    }

    /// Sends an act that is no step, such as a touch at a place where nothing has a name.
    pub fn send(
        &mut self,
        parts: Parts<'_>,
        options: &RunOptions,
        action: &Action,
    ) -> Result<(), Unseen> {
        self.with(parts, options, |context| Ok(context.perform(action)?))
    }

    /// Returns the last reading, unless something was sent since.
    pub fn last(&self) -> Option<Arc<Screen>> {
        self.eyes.last_screen()
    }

    /// Forgets the last reading: somebody else used the device since.
    pub fn forget(&mut self) {
        self.eyes.forget();
        (self.front, self.left) = (None, None);
    }

    fn with<T>(
        &mut self,
        mut parts: Parts<'_>,
        options: &RunOptions,
        work: impl FnOnce(&mut Context<'_>) -> T,
    ) -> T {
        let nothing = Program::live(Draft::new(Header::default(), Vec::new()));
        let mut context = Context::new(&nothing, parts.reborrow(), options);
        self.lend(&mut context);
        let done = work(&mut context);
        self.take_back(&mut context);
        done
    }

    fn lend(&mut self, context: &mut Context<'_>) {
        context.eyes = std::mem::take(&mut self.eyes);
        context.memory = std::mem::take(&mut self.memory);
        context.front = self.front.take();
        context.left = self.left.take();
    }

    /// Takes back what was seen; what was seen of another device says nothing about this one.
    fn take_back(&mut self, context: &mut Context<'_>) {
        self.memory = std::mem::take(&mut context.memory);
        if context.is_on_given_device() {
            self.eyes = std::mem::take(&mut context.eyes);
            self.front = context.front.take();
            self.left = context.left.take();
        }
    }
}
