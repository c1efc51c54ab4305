//! Something modal that no step speaks of: recognised, closed where that agrees to nothing, and told. Whatever is in
//! doubt is left alone; the step then fails and says what was in front of it.

use std::sync::Arc;
use std::time::Duration;

use retap_model::device::{Action, Deadline, DeviceError};
use retap_model::event::{ClosedInterruption, Event};
use retap_model::program::{InterruptionPolicy, StepId};
use retap_model::reason::Reason;
use retap_model::screen::{Element, Layer, Screen, ScreenSource};
use retap_model::select::{
    Behind, Dismissal, DismissalKind, LeftAlone, SpokenOf, behind, dismissal, is_dismissing,
    mentions,
};
use retap_model::verdict::Verdict;
use retap_model::verify::{Expectation, FailureCode};

use crate::context::Context;
use crate::layer_answer::ActWork;
use crate::parts::Fact;
use crate::screen_cache::Freshness;
use crate::stop::{Stop, or_unseen};
use crate::wait::Waited;

/// How often one and the same thing is closed in a run; if it comes again after that, it does not want to go.
const MOST_TIMES: usize = 3;

/// How many things are closed in a run at the most, and how many of them one after the other.
const MOST_IN_ALL: usize = 30;
const MOST_AT_ONCE: usize = 8;

/// How long a layer is given to come to rest.
const REST: Duration = Duration::from_secs(2);

/// How long a layer may take to go away.
const GOING_AWAY: Duration = Duration::from_secs(5);

/// How long to wait before asking again whether the keyboard is away.
const KEYBOARD_PAUSE: Duration = Duration::from_millis(100);

/// What people call what they type with.
const KEYBOARD: &str = "Keyboard";

/// The last act of the program, so that its answer is not taken for an interruption.
#[derive(Debug)]
pub(crate) struct LastAct {
    /// The step that it is of.
    pub(crate) step: StepId,
    /// The screen that it was sent to.
    pub(crate) before: Option<Arc<Screen>>,
    /// The names of what it touched.
    pub(crate) names: Vec<String>,
    /// Whether it opens something: what comes up then asks nothing about it.
    pub(crate) is_arrival: bool,
    /// What it does besides changing the screen.
    pub(crate) work: ActWork,
    /// Whether the answer to what it wrote was waited for, because something is in front.
    pub(crate) has_waited: bool,
    proof: ActProof,
}

/// How far it is known that an act did what it is for.
#[derive(Debug)]
enum ActProof {
    /// Nothing was learned of it.
    Unlearned,
    /// What was learned is waited for.
    Awaited,
    /// What was learned came, on this screen.
    Learned(Arc<Screen>),
}

/// Things that were closed in a run.
#[derive(Debug, Default)]
pub(crate) struct Interruptions {
    /// All that each thing said that was closed.
    closed: Vec<String>,
    /// What the last of them is called.
    last_title: String,
    /// Whether an act of the run did something besides changing the screen.
    pub(crate) has_worked: bool,
    /// Whether one is being closed right now.
    is_closing: bool,
    /// The last question that was answered with a refusal, and by what.
    refused: Option<(String, String)>,
    pub(crate) last_act: Option<LastAct>,
}

impl Interruptions {
    /// Returns what people call the last thing that was closed.
    pub(crate) fn last_closed(&self) -> String {
        self.last_title.clone()
    }
}

/// Something that is in the way, and how it can be closed.
struct Obstruction {
    layer: Layer,
    title: String,
    /// All that it says, by which it is known again.
    said: String,
    /// Whether it takes all touches; else it lies over what is wanted.
    is_blocking: bool,
    dismissal: Result<Dismissal, LeftAlone>,
}

impl Context<'_> {
    /// Closes what stands between the run and what it looks for, if there is such a thing and it can be closed. `is_met`
    /// says of a screen whether it shows what is looked for. Returns whether something was done, so that it is worth
    /// looking again.
    pub(crate) fn clear_the_way(
        &mut self,
        screen: &Arc<Screen>,
        is_met: &mut dyn FnMut(&Screen) -> bool,
    ) -> Result<bool, Stop> {
        let is_wanted = self.options.interruptions == InterruptionPolicy::Close;
        let is_busy = self.progress.interruptions.is_closing;
        if !is_wanted || is_busy || screen.source == ScreenSource::Pixels {
            return Ok(false);
        }
        if self.wait_for_answer_behind(screen) {
            return Ok(true);
        }
        let Some(found) = self.obstruction(screen, is_met) else {
            return self.hide_keyboard(screen, is_met);
        };
        if found.dismissal.is_err() {
            return Ok(false);
        }
        self.progress.interruptions.is_closing = true;
        let closed = self.close(&found, is_met);
        self.progress.interruptions.is_closing = false;
        closed
    }

    /// Returns the screen that a step begins with, once nothing that can be closed is in front.
    pub(crate) fn cleared(&mut self, screen: Arc<Screen>) -> Result<Arc<Screen>, Stop> {
        let mut seen = screen;
        for _ in 0..MOST_AT_ONCE {
            if !self.clear_the_way(&seen, &mut |_| false)? {
                break;
            }
            seen = self.see(Freshness::Recent)?;
        }
        Ok(seen)
    }

    /// Puts the keyboard away where only that lies over what is looked for.
    fn hide_keyboard(
        &mut self,
        screen: &Screen,
        is_met: &mut dyn FnMut(&Screen) -> bool,
    ) -> Result<bool, Stop> {
        let is_covered = |element: &Element| element.is_covered;
        if !self.closes_unasked() || !screen.elements.iter().any(is_covered) {
            return Ok(false);
        }
        if !is_met(&uncovered(screen)) || !self.shows_keyboard()? {
            return Ok(false);
        }
        self.refuse_to_go_on(KEYBOARD, KEYBOARD)?;
        self.deliver_uninvited(&Action::Back)?;
        self.progress.interruptions.closed.push(KEYBOARD.to_owned());
        let end = Deadline::after(self.now(), GOING_AWAY.min(self.options.timeout));
        while self.shows_keyboard()? {
            if end.has_passed(self.now()) {
                let by = KEYBOARD.to_owned();
                let touched = "back".to_owned();
                return Err(Stop::failed(Reason::NotClosed { by, touched }));
            }
            self.pause(KEYBOARD_PAUSE)?;
        }
        self.note_closed(ClosedInterruption {
            by: KEYBOARD.to_owned(),
            touched: String::new(),
            how: "keyboard".to_owned(),
            point: None,
        });
        Ok(true)
    }

    /// Returns whether the device says that a keyboard shows; one that cannot tell has none that is in the way.
    fn shows_keyboard(&mut self) -> Result<bool, Stop> {
        let deadline = self.round_trip();
        match self.device().is_keyboard_shown(deadline) {
            Ok(is_shown) => Ok(is_shown),
            Err(DeviceError::Unsupported { .. } | DeviceError::Refused { .. }) => Ok(false),
            Err(error) => {
                self.recover(error)?;
                Ok(false)
            }
        }
    }

    fn obstruction(
        &self,
        screen: &Screen,
        is_met: &mut dyn FnMut(&Screen) -> bool,
    ) -> Option<Obstruction> {
        if let Some(layer) = screen.blocking_layer() {
            return self.in_front(screen, layer, true, is_met);
        }
        let lies_over =
            |layer: &Layer| layer.covers_something(screen) && is_met(&screen.without_layer(layer));
        let layer = screen.layers().into_iter().find(lies_over)?;
        self.in_front(screen, layer, false, &mut |_| true)
    }

    /// Returns the layer as an obstruction, unless it is part of the work.
    fn in_front(
        &self,
        screen: &Screen,
        layer: Layer,
        is_blocking: bool,
        is_met: &mut dyn FnMut(&Screen) -> bool,
    ) -> Option<Obstruction> {
        let title = layer.title(screen);
        let said = said_on(screen, &layer);
        let rules = &self.program.draft.header.obstacles;
        let rule = rules.iter().find(|rule| rule.shows_on(screen, &layer));
        if rule.is_none() && self.is_part_of_the_work(screen, &layer) {
            return None;
        }
        let dismissal = match rule {
            Some(_) if self.options.interruptions == InterruptionPolicy::Stop => {
                Err(LeftAlone::NotWanted)
            }
            Some(rule) => rule.choice(screen, &layer),
            None => self.unasked_dismissal(screen, &layer, is_met),
        };
        Some(Obstruction {
            layer,
            title,
            said,
            is_blocking,
            dismissal,
        })
    }

    fn unasked_dismissal(
        &self,
        screen: &Screen,
        layer: &Layer,
        is_met: &mut dyn FnMut(&Screen) -> bool,
    ) -> Result<Dismissal, LeftAlone> {
        let is_met_behind = is_met(&screen.without_layer(layer));
        if self.answers_last_act(screen, layer, is_met_behind) {
            return Err(LeftAlone::AnswersTheAct);
        }
        let found = dismissal(screen, layer)?;
        match self.closes_unasked() {
            true => Ok(found),
            false => Err(LeftAlone::ClosedBy(found.name)),
        }
    }

    /// Returns whether neither the caller nor the author forbids to close what no rule speaks of.
    fn closes_unasked(&self) -> bool {
        let header = &self.program.draft.header;
        let policies = [self.options.interruptions, header.interruptions];
        !policies.contains(&InterruptionPolicy::Stop)
    }

    /// Returns whether a step speaks of the layer, or the lesson found what this step acts on in a dialog.
    pub(crate) fn is_part_of_the_work(&self, screen: &Screen, layer: &Layer) -> bool {
        let pin = self.program.pin(StepId(self.progress.current));
        let evidence = pin.and_then(|pin| pin.evidence.as_ref());
        let is_dialog = |holder: &String| holder.starts_with("dialog");
        evidence.is_some_and(|it| it.ancestry.iter().any(is_dialog))
            || self.spoken_of().includes(screen, layer)
    }

    /// Returns the words of all steps, and what the lesson says must show.
    fn spoken_of(&self) -> SpokenOf {
        let mut spoken = SpokenOf::of(&self.program.draft);
        let remembered = self.known.memory.values();
        spoken
            .names
            .extend(remembered.map(|it| it.reveal().to_owned()));
        let expected = self.program.pins.values().flat_map(|pin| &pin.expect);
        let expected = expected.filter_map(|check| match check {
            Expectation::State(state) => Some(state.subject.label.as_str()),
            check => check.shown_text(),
        });
        // Many a dialog has a `Close`; one that the lesson saw somewhere is not this one.
        let expected = expected.filter(|name| !is_dismissing(name));
        spoken.names.extend(expected.map(str::to_owned));
        spoken.names.retain(|name| !name.trim().is_empty());
        spoken
    }

    /// Returns whether the layer may be the answer to the last act.
    fn answers_last_act(&self, screen: &Screen, layer: &Layer, is_met_behind: bool) -> bool {
        let Some(act) = &self.progress.interruptions.last_act else {
            return false;
        };
        if act.names.iter().any(|name| mentions(screen, layer, name)) {
            return true;
        }
        let Some(before) = &act.before else {
            return !act.is_arrival;
        };
        let said = said_on(screen, layer);
        let was_there = shows_layer(before, &said);
        let is_same_page = (&before.app, &before.name, before.document)
            == (&screen.app, &screen.name, screen.document);
        // What was opened may not be there yet, and then this is still of what is left.
        if act.is_arrival {
            return was_there && is_same_page;
        }
        if was_there {
            return false;
        }
        if self.is_about_the_work(act, screen, layer) {
            return true;
        }
        match (&act.proof, behind(before, screen, layer)) {
            (ActProof::Learned(on), _) if !shows_layer(on, &said) => false,
            // What the lesson says must still come when the layer is gone.
            (ActProof::Awaited, Behind::Unknown) => false,
            (ActProof::Awaited, _) => !is_met_behind,
            (ActProof::Unlearned | ActProof::Learned(_), Behind::Changed) => false,
            (ActProof::Unlearned | ActProof::Learned(_), Behind::AsBefore | Behind::Unknown) => {
                true
            }
        }
    }

    /// Touches what closes the layer and waits until it is gone.
    fn close(
        &mut self,
        found: &Obstruction,
        is_met: &mut dyn FnMut(&Screen) -> bool,
    ) -> Result<bool, Stop> {
        // One that still moves, or goes away by itself, is not touched.
        let Some(rested) = or_unseen(self.settle(REST, Freshness::Recent))? else {
            return Ok(false);
        };
        let screen = rested.into_screen();
        let Some(again) = self.obstruction(&screen, is_met) else {
            return Ok(true);
        };
        let Ok(dismissal) = again.dismissal else {
            return Ok(false);
        };
        if again.said != found.said {
            return Ok(true);
        }
        self.refuse_to_go_on(&again.title, &again.said)?;
        match self.deliver_uninvited(&Action::Tap(dismissal.point)) {
            Err(Stop::Device(DeviceError::Missed { .. })) => return Ok(true),
            // Whoever guards the device does not want it; nothing was touched.
            Err(Stop::Device(error)) if error.is_refusal() => return Ok(false),
            touched => touched?,
        }
        self.progress.interruptions.closed.push(again.said.clone());
        self.progress.interruptions.last_title = again.title.clone();
        self.wait_until_gone(&again.said, &again.title, &dismissal)?;
        if dismissal.kind == DismissalKind::Reject {
            let refused = (again.title.clone(), dismissal.name.clone());
            self.progress.interruptions.refused = Some(refused);
        }
        self.note_closed(ClosedInterruption {
            by: again.title,
            touched: dismissal.name,
            how: dismissal.kind.as_str().to_owned(),
            point: Some([dismissal.point.x, dismissal.point.y]),
        });
        Ok(true)
    }

    /// Ends the step if the same thing was closed too often already.
    fn refuse_to_go_on(&self, title: &str, said: &str) -> Result<(), Stop> {
        let closed = &self.progress.interruptions.closed;
        let times = closed.iter().filter(|known| *known == said).count();
        if times < MOST_TIMES && closed.len() < MOST_IN_ALL {
            return Ok(());
        }
        let by = title.to_owned();
        Err(Stop::failed(Reason::KeepsComing { by, times }))
    }

    fn wait_until_gone(
        &mut self,
        said: &str,
        title: &str,
        dismissal: &Dismissal,
    ) -> Result<(), Stop> {
        let timeout = GOING_AWAY.min(self.options.timeout);
        let waited = self.wait_until(timeout, Freshness::New, |now| {
            (!shows_layer(now, said)).then_some(())
        })?;
        match waited {
            Waited::Held((), _) => Ok(()),
            Waited::TimedOut(_) => Err(Stop::failed(Reason::NotClosed {
                by: title.to_owned(),
                touched: dismissal.name.clone(),
            })),
        }
    }

    fn note_closed(&mut self, closed: ClosedInterruption) {
        self.progress.tally.interruptions += 1;
        self.emit(Event::InterruptionClosed(closed));
        if let Some(screen) = self.known.screens.last_screen() {
            self.tell(Fact::Interrupted(&screen));
        }
    }

    /// Returns an act of the program that is sent to the screen as it was last seen.
    pub(crate) fn about_to(&self, action: &Action) -> LastAct {
        let seen = self.known.screens.last_screen();
        let earlier = self.progress.interruptions.last_act.as_ref();
        let before = seen.or_else(|| earlier.and_then(|act| act.before.clone()));
        let names = touched_names(action, before.as_deref());
        let step = StepId(self.progress.current);
        LastAct {
            step,
            work: self.work_of(step, &names),
            has_waited: false,
            names,
            before,
            is_arrival: matches!(action, Action::Launch(_) | Action::OpenUrl(_)),
            proof: ActProof::Unlearned,
        }
    }

    /// Notes that an act may have been sent; one that missed was not.
    pub(crate) fn note_last_act(&mut self, act: LastAct, failed: Option<&Stop>) {
        if !matches!(failed, Some(Stop::Device(DeviceError::Missed { .. }))) {
            self.progress.interruptions.has_worked |= act.work != ActWork::None;
            self.progress.interruptions.last_act = Some(act);
        }
    }

    /// Notes that what the lesson says of the last act is waited for.
    pub(crate) fn note_awaited(&mut self) {
        self.set_proof(ActProof::Awaited);
    }

    /// Notes that what the last act is for came: what the lesson says of it, or what a step does itself.
    pub(crate) fn note_learned(&mut self, screen: &Arc<Screen>) {
        self.set_proof(ActProof::Learned(Arc::clone(screen)));
    }

    fn set_proof(&mut self, proof: ActProof) {
        if let Some(act) = &mut self.progress.interruptions.last_act {
            act.proof = proof;
        }
    }

    /// Returns what is in front of a screen of which nothing else can be read and that no step speaks of: what is not
    /// there then may be behind it.
    pub(crate) fn unread_behind(&self, screen: &Screen) -> Option<String> {
        let found = self.obstruction(screen, &mut |_| false)?;
        let is_answer = found.dismissal == Err(LeftAlone::AnswersTheAct);
        let is_unread = screen.without_layer(&found.layer).texts().is_empty();
        (is_unread && !is_answer).then(|| format!("`{}`", found.title))
    }

    /// Returns the verdict of a step that failed, with what is in front of what it looked for.
    pub(crate) fn with_obstruction(&self, verdict: Verdict) -> Verdict {
        let is_failed = verdict.is_failed() && is_about_the_screen(&verdict.reason);
        if !is_failed || verdict.reason.tells_of_interruption() {
            return verdict;
        }
        let seen = self.known.screens.last_screen();
        let found = seen.and_then(|screen| {
            let found = self.obstruction(&screen, &mut |_| false)?;
            let choices = choices(&screen, &found.layer);
            Some((found, choices))
        });
        let why = Box::new(verdict.reason);
        let reason = match (found, &self.progress.interruptions.refused) {
            (Some((found, choices)), _) if found.is_blocking => {
                let left_alone = match &found.dismissal {
                    Ok(_) => LeftAlone::NotWanted,
                    Err(left_alone) => left_alone.clone(),
                };
                Reason::InTheWay {
                    why,
                    by: found.title,
                    left_alone: left_alone.to_string(),
                    choices,
                }
            }
            (_, Some((by, touched))) => Reason::AfterRefusal {
                why,
                by: by.clone(),
                touched: touched.clone(),
            },
            (_, None) => *why,
        };
        Verdict { reason, ..verdict }
    }
}

/// Returns whether something that is in front may be why.
fn is_about_the_screen(reason: &Reason) -> bool {
    let code = reason.failure_code();
    let is_unseen = matches!(
        code,
        FailureCode::ElementNotFound
            | FailureCode::ElementNotInteractable
            | FailureCode::ExpectationNotMet
            | FailureCode::Timeout
    );
    let is_of_device = matches!(reason, Reason::Device { .. });
    !is_of_device && (is_unseen || reason.visible().is_some())
}

/// Returns all that a layer says, by which it is known again; figures may count.
pub(crate) fn said_on(screen: &Screen, layer: &Layer) -> String {
    let texts = layer.texts(screen).join("\n");
    texts.chars().filter(|c| !c.is_numeric()).collect()
}

/// Returns whether a screen has a layer that says this.
pub(crate) fn shows_layer(screen: &Screen, said: &str) -> bool {
    let mut layers = screen.layers().into_iter();
    layers.any(|layer| said_on(screen, &layer) == said)
}

/// Returns the screen with nothing lying over anything.
fn uncovered(screen: &Screen) -> Screen {
    let mut uncovered = screen.clone();
    for element in &mut uncovered.elements {
        element.is_covered = false;
    }
    uncovered
}

/// Returns the names of what an act touches on the screen that it is sent to.
fn touched_names(action: &Action, screen: Option<&Screen>) -> Vec<String> {
    let found = action.point().zip(screen).and_then(|(point, screen)| {
        let index = screen.element_at(point)?;
        let holder = screen.touched_for(index).unwrap_or(index);
        Some([index, holder].map(|index| screen.elements[index].caption().to_owned()))
    });
    let names = found.into_iter().flatten();
    names.filter(|name| !name.is_empty()).collect()
}

/// Returns the names of all that can be touched on a layer.
pub(crate) fn choices(screen: &Screen, layer: &Layer) -> Vec<String> {
    let reacting = layer.visible(screen).map(|(_, element)| element);
    let reacting = reacting.filter(|element| element.is_clickable && !element.is_editable);
    let mut names: Vec<String> = reacting
        .map(|element| element.caption().to_owned())
        .collect();
    names.retain(|name| !name.is_empty());
    names.dedup();
    names
}
