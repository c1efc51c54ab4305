//! The executor on a device that stays open: what was seen is remembered from one program to the next.

use std::borrow::Cow;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use retap_model::device::{Action, DeviceError, Png};
use retap_model::program::{Draft, Header, Program};
use retap_model::reason::Reason;
use retap_model::screen::Screen;
use retap_model::secret::Masker;
use retap_model::verdict::Verdict;

use crate::context::{Context, Known};
use crate::options::RunOptions;
use crate::parts::Parts;
use crate::run::{RunReport, run_program};
use crate::screen_cache::Freshness;
use crate::stop::Stop;
use crate::wait::Waited;

/// Runs a program on a device.
///
/// The first step that fails ends it and the rest are skipped. It passes only if at least one
/// step was carried out, none failed, and none was left unjudged unless the options allow that.
pub fn run<'a>(program: &'a Program, parts: Parts<'a>, options: &'a RunOptions) -> RunReport {
    run_program(&mut Context::new(program, parts, options))
}

/// The executor on one open device, for callers that send their steps one at a time.
///
/// Between calls it keeps the revision of the screen, the app that was proven to be in front and what
/// was remembered. It keeps no device and no file; a program that is run at once needs none of this
/// and calls [`run`].
#[derive(Debug, Default)]
pub struct Engine {
    known: Known,
    /// The secrets that whoever asks gave.
    given: Masker,
}

/// The program of what is done outside of any.
static NOTHING: LazyLock<Program> =
    LazyLock::new(|| Program::live(Draft::new(Header::default(), Vec::new())));

/// Why the screen was not seen. Nobody knows what it shows then, which is never a change.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotSeen {
    /// This reading was unusable; another may not be.
    #[error("the screen could not be read: {0}")]
    Unreadable(String),
    /// The device or the way to it is at fault.
    #[error(transparent)]
    Device(DeviceError),
    /// Somebody asked to stop.
    #[error("stopped on request")]
    Stopped,
}

impl From<Stop> for NotSeen {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Device(error) => Self::Device(error),
            Stop::Step(Verdict {
                reason: Reason::Unreadable { message },
                ..
            }) => Self::Unreadable(message),
            Stop::Step(Verdict { reason, .. }) | Stop::Unprepared(reason) => {
                Self::Unreadable(reason.to_string())
            }
            // Nothing that only looks has a limit of its own.
            Stop::Requested | Stop::OutOfTime(_) => Self::Stopped,
        }
    }
}

/// How watching the screen ended, and what it cost.
#[derive(Debug, Clone, PartialEq)]
pub struct WatchResult<T> {
    /// The finding and the screen it was found on; else the last screen, or why there is none.
    pub ended: Result<(T, Arc<Screen>), Result<Arc<Screen>, NotSeen>>,
    /// How often the screen was read.
    pub reads: u32,
    /// How long it took, on the device's clock.
    pub took: Duration,
}

impl Engine {
    /// Runs a program as [`run`] does, and remembers what was seen.
    pub fn run<'a>(
        &mut self,
        program: &'a Program,
        parts: Parts<'a>,
        options: &'a RunOptions,
    ) -> RunReport {
        self.within(Context::new(program, parts, options), run_program)
    }

    /// Reads the screen now.
    pub fn look<'a>(
        &mut self,
        parts: Parts<'a>,
        options: &'a RunOptions,
    ) -> Result<Arc<Screen>, NotSeen> {
        self.aside(parts, options, |context| Ok(context.see(Freshness::New)?))
    }

    /// Looks until `judge` finds what it wants or the time is up. A reading that failed is passed over:
    /// it neither ends the wait nor counts as anything.
    pub fn watch<'a, T>(
        &mut self,
        parts: Parts<'a>,
        options: &'a RunOptions,
        timeout: Duration,
        judge: impl FnMut(&Screen) -> Option<T>,
    ) -> WatchResult<T> {
        self.aside(parts, options, |context| {
            let ended = match context.wait_until(timeout, Freshness::New, judge) {
                Ok(Waited::Held(found, screen)) => Ok((found, screen)),
                Ok(Waited::TimedOut(screen)) => Err(Ok(screen)),
                Err(stop) => Err(Err(stop.into())),
            };
            WatchResult {
                ended,
                reads: context.progress.tally.reads,
                took: context.elapsed(),
            }
        })
    }

    /// Lets time pass on the device's clock; a request to stop is noticed soon.
    pub fn pause<'a>(
        &mut self,
        parts: Parts<'a>,
        options: &'a RunOptions,
        time: Duration,
    ) -> Result<(), NotSeen> {
        self.aside(parts, options, |context| Ok(context.pause(time)?))
    }

    /// Sends an act that is no step.
    pub fn send<'a>(
        &mut self,
        parts: Parts<'a>,
        options: &'a RunOptions,
        action: &Action,
    ) -> Result<(), NotSeen> {
        self.aside(parts, options, |context| Ok(context.perform(action)?))
    }

    /// Returns the last reading, unless something was sent since.
    pub fn last(&self) -> Option<Arc<Screen>> {
        self.known.screens.last_screen()
    }

    /// Forgets the last reading: somebody else used the device since.
    pub fn forget(&mut self) {
        self.known.screens.forget_all();
    }

    /// Takes a picture without what is secret; or returns why none can be given.
    pub fn picture<'a>(
        &mut self,
        parts: Parts<'a>,
        options: &'a RunOptions,
    ) -> Result<Result<Png, String>, NotSeen> {
        self.aside(parts, options, |context| {
            let screens = &context.known.screens;
            if screens.holds_password.is_none() || !screens.held_secrets.is_empty() {
                // Where fields are that hold a secret must be known as it is now, whether it can be read or not.
                let _ = context.look(Freshness::New)?;
            }
            Ok(context.picture_without_secrets()?.map(|it| it.picture))
        })
    }

    /// Keeps a text that whoever asks calls a secret out of everything that is told from now on.
    pub fn hide(&mut self, secret: &str) {
        self.known.secrets.add(secret);
        self.given.add(secret);
    }

    /// Keeps everything that the other one masks out of what is told from now on.
    pub fn hide_all(&mut self, secrets: Masker) {
        self.known.secrets.join(secrets);
    }

    /// Notes what a run of its own on the same device left in fields, and that it used the device.
    pub fn note_run(&mut self, report: &RunReport) {
        self.known.screens.forget_all();
        self.known.secrets.join(report.secrets.clone());
        let held_secrets = &mut self.known.screens.held_secrets;
        held_secrets.join(report.held_secrets.clone());
    }

    /// Notes the words of whoever asks. What is shown is masked already where it was read, so a secret in their words that
    /// they need not know is told again as they said it, now and later: a mask would tell that it was guessed.
    pub fn note_said(&mut self, words: &str) {
        let unknown = self.known.secrets.except(&self.given);
        self.known.said.join(unknown.shown_in(words));
    }

    /// Returns what masks the secrets in what is told.
    pub fn told(&self) -> Cow<'_, Masker> {
        self.known.told()
    }

    /// Returns what masks everything that was secret so far.
    pub const fn secrets(&self) -> &Masker {
        &self.known.secrets
    }

    /// Works with the device outside of any program.
    fn aside<'a, T>(
        &mut self,
        parts: Parts<'a>,
        options: &'a RunOptions,
        work: impl FnOnce(&mut Context<'_>) -> T,
    ) -> T {
        self.within(Context::new(&NOTHING, parts, options), work)
    }

    /// Lends what is known for as long as the work takes; what was seen of another device says nothing about
    /// this one.
    fn within<T>(
        &mut self,
        mut context: Context<'_>,
        work: impl FnOnce(&mut Context<'_>) -> T,
    ) -> T {
        let own = std::mem::take(&mut context.known.secrets);
        context.known = std::mem::take(&mut self.known);
        context.known.secrets.join(own);
        let done = work(&mut context);
        self.known.memory = context.known.memory;
        self.known.said = context.known.said;
        self.known.secrets = context.known.secrets;
        if context.opened.is_none() {
            self.known.screens = context.known.screens;
        }
        done
    }
}
