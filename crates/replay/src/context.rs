//! Everything a step may use while it runs, in a few named parts.

use std::collections::{BTreeMap, BTreeSet};

use retap_model::device::{
    Ability, Action, Advisor, Clock, Deadline, Device, DeviceError, Landed, Moment, Typed,
};
use retap_model::event::{Event, Record, RunMode, Tally};
use retap_model::geometry::Point;
use retap_model::program::{Program, StepId, StepKind, Target};
use retap_model::reason::Reason;
use retap_model::screen::Screen;
use retap_model::secret::MASK;
use retap_model::verdict::Verdict;

use crate::deferred::DeferredExpectations;
use crate::device_link::DeviceLink;
use crate::observer::Fact;
use crate::options::RunOptions;
use crate::parts::{DeviceSource, OpenDevice, Parts};
use crate::run_record::RunRecord;
use crate::screen_cache::ScreenCache;
use crate::stop::Stop;

/// Everything a step may use.
pub(crate) struct Context<'a> {
    pub(crate) program: &'a Program,
    pub(crate) options: &'a RunOptions,
    /// Judges what no rule can.
    pub(crate) advisor: Option<&'a mut dyn Advisor>,
    /// Opens further devices.
    pub(crate) devices: Option<&'a mut dyn DeviceSource>,
    pub(crate) link: DeviceLink<'a>,
    pub(crate) known: Known,
    pub(crate) progress: Progress,
    pub(crate) record: RunRecord<'a>,
}

/// Facts about the device in use that are kept from one program to the next.
#[derive(Debug, Default)]
pub(crate) struct Known {
    pub(crate) screens: ScreenCache,
    /// The texts that `remember` steps captured, by name.
    pub(crate) memory: BTreeMap<String, String>,
}

/// How far the run has come.
pub(crate) struct Progress {
    pub(crate) tally: Tally,
    /// The number of the step that is running.
    pub(crate) current: usize,
    /// Which round of each enclosing loop is running, outermost first.
    pub(crate) rounds: Vec<u32>,
    /// The place of the step that is running in each list of steps around it, from 1.
    pub(crate) numbers: Vec<usize>,
    /// Whether the step that is running is a sentence of a scenario, which has its own pictures.
    pub(crate) in_sentence: bool,
    /// Whether no step after the one that is running proves anything.
    pub(crate) is_last: bool,
    /// Whether the step that is running stays unjudged because its author wants it so.
    pub(crate) is_allowed_unjudged: bool,
    /// How many steps did.
    pub(crate) allowed_unjudged: u32,
    /// The first step that failed, by its number, and why; only known where the run goes on after it.
    pub(crate) first_failure: Option<(usize, Reason)>,
    /// The element that the author says may come up after the step that is running.
    pub(crate) may_come_up: Option<Target>,
    /// The changes that the act before has not brought, because that came up.
    pub(crate) deferred: Option<DeferredExpectations>,
    /// The meanings found for steps that no rule could decide.
    pub(crate) resolved: BTreeMap<StepId, StepKind>,
}

impl Progress {
    fn new() -> Self {
        Self {
            tally: Tally::default(),
            current: 0,
            rounds: Vec::new(),
            numbers: Vec::new(),
            in_sentence: false,
            is_last: true,
            is_allowed_unjudged: false,
            allowed_unjudged: 0,
            first_failure: None,
            may_come_up: None,
            deferred: None,
            resolved: BTreeMap::new(),
        }
    }
}

impl<'a> Context<'a> {
    pub(crate) fn new(program: &'a Program, parts: Parts<'a>, options: &'a RunOptions) -> Self {
        let frame = program.draft.header.frame.as_ref();
        let limit = frame.and_then(|frame| frame.timeout);
        Self {
            program,
            options,
            advisor: parts.advisor,
            devices: parts.devices,
            link: DeviceLink::new(parts.device, parts.clock, parts.reader, parts.stop, limit),
            known: Known::default(),
            progress: Progress::new(),
            record: RunRecord {
                sink: parts.sink,
                observer: parts.observer,
                painter: parts.painter,
                secrets: program.draft.secrets(),
                hide_acts: false,
                file_names: BTreeSet::new(),
            },
        }
    }

    /// Goes on with another device; nothing read before counts any more.
    pub(crate) fn switch_to(&mut self, opened: OpenDevice) {
        self.link.switch_to(opened);
        self.known.screens = ScreenCache::default();
    }

    pub(crate) fn device(&mut self) -> &mut dyn Device {
        self.link.device()
    }

    pub(crate) fn clock(&self) -> &dyn Clock {
        self.link.clock.as_ref()
    }

    pub(crate) fn now(&self) -> Moment {
        self.link.clock.now()
    }

    pub(crate) fn round_trip(&self) -> Deadline {
        self.link.round_trip()
    }

    /// Returns whether pins are used, so that what was read a moment ago may be relied on.
    pub(crate) fn is_replay(&self) -> bool {
        self.options.mode == RunMode::Compiled
    }

    /// Returns whether nothing on the screen can be told: no tree, and text is not read.
    pub(crate) fn is_blind(&mut self) -> bool {
        let may_read_text = self.link.reader.is_some() && !self.is_replay();
        !self.device().can(Ability::Tree) && !may_read_text
    }

    /// Sends an event to the sink, with every secret in it masked. All events go through here.
    pub(crate) fn emit(&mut self, mut event: Event) {
        event.for_each_text(&mut |text| *text = self.record.masked(text));
        let record = Record {
            run: self.options.run.clone(),
            at_ms: self.link.elapsed().as_millis() as u64,
            event,
        };
        self.record.sink.event(&record);
    }

    /// Tells the observer, if there is one.
    pub(crate) fn tell(&mut self, fact: Fact<'_>) {
        if let Some(observer) = &mut self.record.observer {
            observer.observe(fact);
        }
    }

    /// Warns of something the reader should know that is no verdict.
    pub(crate) fn warn(&mut self, message: impl Into<String>) {
        let message = message.into();
        self.emit(Event::Warned { message });
    }

    /// Notes that something that must hold does.
    pub(crate) fn note_held(&mut self, expected: impl Into<String>, seen: impl Into<String>) {
        self.emit(Event::Checked {
            expected: expected.into(),
            seen: seen.into(),
            held: true,
        });
    }

    /// Notes that something that must hold does not.
    pub(crate) fn note_unmet(&mut self, expected: impl Into<String>, seen: impl Into<String>) {
        self.emit(Event::Checked {
            expected: expected.into(),
            seen: seen.into(),
            held: false,
        });
    }

    /// Notes that what must hold does, and returns that the step passed.
    pub(crate) fn pass(
        &mut self,
        expected: impl Into<String>,
        seen: impl Into<String>,
        reason: Reason,
    ) -> Verdict {
        self.note_held(expected, seen);
        Verdict::passed(reason)
    }

    /// Notes that what must hold does not, and returns that the step failed.
    pub(crate) fn fail(
        &mut self,
        expected: impl Into<String>,
        seen: impl Into<String>,
        reason: Reason,
    ) -> Verdict {
        self.note_unmet(expected, seen);
        Verdict::failed(reason)
    }

    /// Returns the verdict with every secret in its reason masked.
    pub(crate) fn masked(&self, mut verdict: Verdict) -> Verdict {
        let mask = &mut |text: &mut String| *text = self.record.masked(text);
        verdict.reason.for_each_text(mask);
        verdict
    }

    /// Notes which app a step has proven to be in front.
    pub(crate) fn note_front(&mut self, before: Option<&Screen>, now: &Screen) {
        self.known.screens.note_front(before, now);
    }

    /// Sends one act and notes that what was read before no longer counts.
    pub(crate) fn perform(&mut self, action: &Action) -> Result<(), Stop> {
        self.link.check_stop()?;
        let deadline = self.round_trip();
        if let Err(error) = self.device().perform(action, deadline) {
            if matches!(error, DeviceError::Missed { .. }) {
                self.known.screens.forget();
            }
            // Nobody knows whether it arrived; what shows afterwards will tell.
            self.recover(error)?;
        }
        self.known.screens.forget();
        self.note_act(action);
        Ok(())
    }

    /// Sends an act; what the device refuses is the step's failure.
    pub(crate) fn send(&mut self, action: &Action) -> Result<(), Stop> {
        self.perform(action).map_err(|stop| match stop {
            Stop::Device(error @ DeviceError::Refused { .. }) => {
                Stop::failed(Reason::device(&error))
            }
            stop => stop,
        })
    }

    /// Touches a field that was read as empty and types into it, at once where the device can. What the
    /// device refuses is the step's failure.
    pub(crate) fn type_into(&mut self, field: Point, text: Typed) -> Result<Landed, Stop> {
        self.link.check_stop()?;
        let deadline = self.round_trip();
        let landed = match self.device().type_into(field, &text, deadline) {
            Ok(landed) => landed,
            Err(error @ DeviceError::Refused { .. }) => {
                return Err(Stop::failed(Reason::device(&error)));
            }
            Err(error) => {
                self.known.screens.forget();
                // Nobody knows whether it arrived; it is not sent twice.
                self.recover(error)?;
                Landed::Typed
            }
        };
        self.known.screens.forget();
        self.note_act(&Action::Tap(field));
        if landed == Landed::Typed {
            self.note_act(&Action::Type(text));
        }
        Ok(landed)
    }

    fn note_act(&mut self, action: &Action) {
        self.progress.tally.acts += 1;
        self.tell(Fact::Sent(action));
        let point = action.point().map(|point| [point.x, point.y]);
        let is_hidden = self.record.hide_acts;
        self.emit(Event::Acted {
            action: if is_hidden {
                MASK.to_owned()
            } else {
                action.to_string()
            },
            point: point.filter(|_| !is_hidden),
        });
    }
}
