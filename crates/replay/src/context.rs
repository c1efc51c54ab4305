//! Everything a step may use while it runs, in a few named parts.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use retap_model::device::{Ability, Action, Device, DeviceError, Landed, Moment, Typed};
use retap_model::event::{Event, Record, RunMode, Tally};
use retap_model::geometry::Point;
use retap_model::phrase::{Phrase, Value};
use retap_model::program::{Program, StepId, StepKind, Target};
use retap_model::reason::{Reason, Visible};
use retap_model::screen::Screen;
use retap_model::secret::{MASK, Masker, Secret};
use retap_model::select::Evidence;
use retap_model::verdict::Verdict;

use crate::act::DeferredExpectations;
use crate::beyond::ProofPlace;
use crate::device_link::DeviceAside;
use crate::effects::Effects;
use crate::interruption::Interruptions;
use crate::messages::LastAct;
use crate::options::{RunOptions, ScreenTexts};
use crate::parts::{Fact, NamedDevice, Parts};
use crate::screen_cache::{Freshness, ScreenCache};
use crate::stop::Stop;

/// Why an act that would change a part of a secret is refused.
const HELD: &str = "the field holds a secret, of which no part is changed, marked or copied; a text that is typed `into` the \
                    field replaces all of it";

/// Everything a step may use.
pub(crate) struct Context<'a> {
    pub(crate) program: &'a Program,
    pub(crate) options: &'a RunOptions,
    /// The device the run was given, its clock and its helpers.
    pub(crate) parts: Parts<'a>,
    /// The device that a `target` step opened instead.
    pub(crate) opened: Option<Box<dyn Device>>,
    /// Which device that is.
    pub(crate) in_use: NamedDevice,
    /// The devices of the run that are not in use now; they are closed when it ends.
    pub(crate) aside: Vec<DeviceAside>,
    /// When the run began to use the device in use.
    pub(crate) started: Moment,
    /// Time spent on clocks of devices used before, so that switching loses none.
    pub(crate) earlier: Duration,
    pub(crate) known: Known,
    /// What is secret in other programs of the command only.
    pub(crate) foreign: Masker,
    pub(crate) progress: Progress,
    pub(crate) record: RunRecord,
}

/// Facts about the device in use that are kept from one program to the next.
#[derive(Debug, Default)]
pub(crate) struct Known {
    pub(crate) screens: ScreenCache,
    /// The texts that `remember` steps captured, by name.
    pub(crate) memory: BTreeMap<String, Value>,
    /// What nothing that is told or kept may show.
    pub(crate) secrets: Masker,
    /// Those that whoever asks has said: their words are told again as they were said, and nothing else that is told has
    /// one, since the screen is masked where it is read.
    pub(crate) said: Masker,
}

impl Known {
    /// Returns what masks the secrets in what is told.
    pub(crate) fn told(&self) -> Cow<'_, Masker> {
        match self.said.is_empty() {
            true => Cow::Borrowed(&self.secrets),
            false => Cow::Owned(self.secrets.except(&self.said)),
        }
    }
}

/// How far the run has come.
#[derive(Default)]
pub(crate) struct Progress {
    pub(crate) tally: Tally,
    /// The number of the step that is running.
    pub(crate) current: usize,
    /// Which round of each enclosing loop is running, outermost first.
    pub(crate) rounds: Vec<u32>,
    /// Where what the act that was sent last brings may show.
    pub(crate) proof_place: ProofPlace,
    /// How many rounds all loops had until now.
    pub(crate) all_rounds: u32,
    /// The place of the step that is running in each list of steps around it, from 1.
    pub(crate) numbers: Vec<usize>,
    /// Whether the step that is running is a sentence of a scenario, which has its own pictures.
    pub(crate) in_sentence: bool,
    /// Whether a step after the one that is running proves something.
    pub(crate) is_followed: bool,
    /// Whether what the step that is running sets going ends after it: the run does, or the app is left.
    pub(crate) must_be_quiet: bool,
    /// Whether the step that is running stays unjudged because its author wants it so.
    pub(crate) is_allowed_unjudged: bool,
    /// How many steps did.
    pub(crate) allowed_unjudged: u32,
    /// The first step that failed, by its number, and why; only known where the run goes on after it.
    pub(crate) first_failure: Option<(usize, Reason)>,
    /// The element that the author says may come up after the step that is running.
    pub(crate) may_come_up: Option<Target>,
    /// What the next step acts on, as it was recorded.
    pub(crate) next_target: Option<(Target, Evidence)>,
    /// The changes that the act before has not brought, because that came up.
    pub(crate) deferred: Option<DeferredExpectations>,
    /// The meanings found for steps that no rule could decide.
    pub(crate) resolved: BTreeMap<StepId, StepKind>,
    /// The number of the newest signal that was looked at.
    pub(crate) newest_signal: u64,
    /// The blocked sites that pages wanted something of, each told once.
    pub(crate) blocked_sites: BTreeSet<String>,
    /// The number of the newest signal before the run.
    pub(crate) first_signal: u64,
    /// The last act that was to show something.
    pub(crate) last_act: Option<LastAct>,
    /// The messages that something went wrong that were judged.
    pub(crate) told_errors: BTreeSet<String>,
    /// What the author says must show next.
    pub(crate) next_shown: Option<Target>,
    /// The title of the next step, where it proves something.
    pub(crate) next_proof: Option<String>,
    /// What acts caused, and must cause.
    pub(crate) effects: Effects,
    /// What came up uninvited.
    pub(crate) interruptions: Interruptions,
}

/// What a run has told, and how.
#[derive(Default)]
pub(crate) struct RunRecord {
    /// Whether events must not tell what is touched, nor pictures show it.
    pub(crate) hide_acts: bool,
    /// The names of files kept so far, so that none overwrites another.
    pub(crate) file_names: BTreeSet<String>,
}

impl<'a> Context<'a> {
    pub(crate) fn new(program: &'a Program, parts: Parts<'a>, options: &'a RunOptions) -> Self {
        let own = program.draft.secrets();
        let foreign = options.other_secrets.except(&own);
        let mut secrets = own;
        secrets.join(foreign.clone());
        Self {
            program,
            options,
            foreign,
            started: parts.clock.now(),
            earlier: Duration::ZERO,
            parts,
            opened: None,
            in_use: NamedDevice::OfRun,
            aside: Vec::new(),
            known: Known {
                secrets,
                ..Known::default()
            },
            progress: Progress::default(),
            record: RunRecord::default(),
        }
    }

    /// Returns whether pins are used, so that what was read a moment ago may be relied on.
    pub(crate) fn is_replay(&self) -> bool {
        self.options.mode == RunMode::Compiled
    }

    /// Returns whether nothing on the screen can be told: no tree, and text is not read.
    pub(crate) fn is_blind(&mut self) -> bool {
        let may_read_text = self.parts.reader.is_some() && !self.is_replay();
        !self.device().can(Ability::Tree) && !may_read_text
    }

    /// Keeps a text that the run itself makes a secret out of everything that is told from now on.
    pub(crate) fn hide(&mut self, text: String) {
        self.foreign = self.foreign.without(&BTreeSet::from([text.clone()]));
        self.known.secrets.add(text);
    }

    /// Sends an event to the sink, with every secret in it masked. All events go through here.
    pub(crate) fn emit(&mut self, mut event: Event) {
        let (told, inputs) = (self.known.told(), &self.options.inputs);
        event.for_each_text(&mut |text| told.apply_but(text, inputs));
        let record = Record {
            run: self.options.run.clone(),
            at_ms: self.elapsed().as_millis() as u64,
            event,
        };
        self.parts.sink.event(&record);
    }

    /// Tells the observer, if there is one.
    pub(crate) fn tell(&mut self, fact: Fact<'_>) {
        if let Some(observer) = &mut self.parts.observer {
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

    /// Notes that a claim holds, and returns that the step passed by it.
    pub(crate) fn pass_claim(&mut self, claim: impl Into<String>, seen: &str) -> Verdict {
        let claim = claim.into();
        self.note_held(claim.clone(), seen);
        Verdict::passed(Reason::ClaimsHold {
            claims: vec![claim],
            is_fingerprint: false,
        })
    }

    /// Notes that what an act had to bring did not come, and returns that the step failed.
    pub(crate) fn fail_act(
        &mut self,
        act: String,
        claim: String,
        seen: &str,
        screen: &Screen,
    ) -> Verdict {
        self.note_unmet(claim.clone(), seen);
        Verdict::failed(Reason::Unmet {
            act,
            missing: vec![claim],
            visible: Visible::of(screen),
        })
    }

    /// Returns the verdict with every secret in its reason masked.
    pub(crate) fn masked(&self, mut verdict: Verdict) -> Verdict {
        let reason = &mut verdict.reason;
        let (told, inputs) = (self.known.told(), &self.options.inputs);
        reason.for_each_text(&mut |text| told.apply_but(text, inputs));
        verdict
    }

    /// Refuses an act by which whoever may not see a secret would get at a part of it.
    fn check_held(&mut self, action: &Action) -> Result<(), Stop> {
        let is_masked = self.options.screen_texts == ScreenTexts::Masked;
        let held = &self.known.screens.held_secrets;
        if !is_masked || !held.may_be_changed_by(action) {
            return Ok(());
        }
        // Who has the focus must be known as it is now.
        let _ = self.look(Freshness::Recent)?;
        match self.known.screens.held_secrets.would_change(action) {
            false => Ok(()),
            true => Err(Stop::Device(DeviceError::NotPermitted {
                asked: action.to_string(),
                reason: HELD.to_owned(),
            })),
        }
    }

    /// Sends one act and notes that what was read before no longer counts.
    pub(crate) fn perform(&mut self, action: &Action) -> Result<(), Stop> {
        self.require_kept_texts()?;
        let act = self.about_to(action);
        let delivered = self.deliver(action, Self::mark_act);
        self.note_last_act(act, delivered.as_ref().err());
        delivered?;
        self.note_act(action);
        Ok(())
    }

    /// Sends input that closes something uninvited and is no act of the program.
    pub(crate) fn deliver_uninvited(&mut self, action: &Action) -> Result<(), Stop> {
        self.deliver(action, Self::mark_interruption)
    }

    /// Sends input; `mark` notes, just before, what it is sent for.
    fn deliver(&mut self, action: &Action, mark: fn(&mut Self)) -> Result<(), Stop> {
        self.check_stop()?;
        self.check_held(action)?;
        self.known.screens.held_secrets.note_sent(action);
        let deadline = match matches!(action, Action::Launch(_) | Action::OpenUrl(_)) {
            true => self.arrival(),
            false => self.round_trip(),
        };
        mark(self);
        if let Err(error) = self.device().perform(action, deadline) {
            if matches!(error, DeviceError::Missed { .. }) {
                self.known.screens.forget();
            }
            // Nobody knows whether it arrived; what shows afterwards will tell.
            self.recover(error)?;
        }
        self.known.screens.forget();
        Ok(())
    }

    /// Sends an act; what the device refuses is the step's failure.
    pub(crate) fn send(&mut self, action: &Action) -> Result<(), Stop> {
        self.perform(action).map_err(|stop| match stop {
            Stop::Device(error) if error.is_refusal() => Stop::failed(Reason::device(&error)),
            stop => stop,
        })
    }

    /// Returns whether the field at a place ends with a text, where the device can tell.
    pub(crate) fn field_ends_with(
        &mut self,
        field: Point,
        text: &Phrase,
    ) -> Result<Option<bool>, Stop> {
        let text = Secret::new(text.reveal());
        self.ask(|device, deadline| device.field_ends_with(field, &text, deadline))
    }

    /// Touches a field that was read as empty and types into it, at once where the device can. What the
    /// device refuses is the step's failure.
    pub(crate) fn type_into(&mut self, field: Point, text: Typed) -> Result<Landed, Stop> {
        self.check_stop()?;
        self.require_kept_texts()?;
        let act = self.about_to(&Action::Tap(field));
        let held_secrets = &mut self.known.screens.held_secrets;
        held_secrets.note_sent(&Action::Type(text.clone()));
        let deadline = self.round_trip();
        self.mark_act();
        let landed = match self.device().type_into(field, &text, deadline) {
            Ok(landed) => landed,
            Err(error) if error.is_refusal() => {
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
        self.note_last_act(act, None);
        self.note_act(&Action::Tap(field));
        if landed == Landed::Typed {
            self.note_act(&Action::Type(text));
        }
        Ok(landed)
    }

    fn note_act(&mut self, action: &Action) {
        self.progress.tally.acts += 1;
        self.mark_typed(action);
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
