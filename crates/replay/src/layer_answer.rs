//! Layers that come up after an act which does something: each is taken for its answer unless it is proven to be about
//! something else. Whoever closes an answer leaves the work undone, and nobody would know.

use retap_model::program::StepId;
use retap_model::reason::Reason;
use retap_model::screen::{Layer, Role, Screen};
use retap_model::select::{
    LayerSubject, WorkWords, layer_subject, leads_in, promises_work, unfinished_dialogs,
};
use retap_model::verdict::{Outcome, Verdict};
use retap_model::verify::ActionType;

use crate::context::Context;
use crate::interruption::{LastAct, choices, said_on, shows_layer};

/// What an act does besides changing the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ActWork {
    /// Nothing that is known of.
    None,
    /// It lets somebody in, or asks for something: most of what comes up then has nothing to do with it.
    LeadsIn,
    /// It stores, sends or pays.
    Works,
}

impl Context<'_> {
    /// Returns what an act of this step does that touches something of these names: what the lesson saw it write, else
    /// what its names promise.
    pub(crate) fn work_of(&self, step: StepId, names: &[String]) -> ActWork {
        let pin = self.program.pin(step);
        let writes = pin.is_some_and(|pin| !pin.effects.is_empty());
        let is_led_in = names.iter().any(|name| leads_in(name));
        if names.iter().any(|name| promises_work(name)) || (writes && !is_led_in) {
            return ActWork::Works;
        }
        let promises = |name: &String| ActionType::of_touching(name) == ActionType::SideEffect;
        match writes || names.iter().any(promises) {
            true => ActWork::LeadsIn,
            false => ActWork::None,
        }
    }

    /// Returns whether a layer that came after the act is about what the run does: closing it would answer for somebody.
    pub(crate) fn is_about_the_work(&self, act: &LastAct, screen: &Screen, layer: &Layer) -> bool {
        let is_work = act.work == ActWork::Works;
        match layer_subject(screen, layer, &self.work_words(act)) {
            LayerSubject::TheAct => self.progress.interruptions.has_worked,
            LayerSubject::Unclear => is_work,
            LayerSubject::SomethingElse => is_work && self.is_write_open(act),
        }
    }

    /// Returns whether a write that the act must cause was not taken as learned, or not yet.
    fn is_write_open(&self, act: &LastAct) -> bool {
        self.progress.effects.are_met(act.step) == Some(false)
    }

    fn work_words(&self, act: &LastAct) -> WorkWords {
        let before = act.before.iter().flat_map(|screen| screen.visible());
        let headings = before.filter(|(_, element)| element.role == Role::Heading);
        let headings = headings.map(|(_, element)| element.caption().to_owned());
        let typed = self.progress.effects.typed_texts().into_iter();
        WorkWords {
            typed: typed.map(|(_, text)| text).collect(),
            own: act.names.iter().cloned().chain(headings).collect(),
        }
    }

    /// Waits, once an act, for the answer to what it wrote where something is in front: before that nobody can tell whether
    /// that is the answer. Returns whether it waited.
    pub(crate) fn wait_for_answer_behind(&mut self, screen: &Screen) -> bool {
        let act = self.progress.interruptions.last_act.as_ref();
        let is_open = act.is_some_and(|act| !act.has_waited && self.is_write_open(act));
        if !is_open || screen.blocking_layer().is_none() {
            return false;
        }
        if let Some(act) = &mut self.progress.interruptions.last_act {
            act.has_waited = true;
        }
        self.wait_for_writes();
        true
    }

    /// Fails a replay that ends behind a layer which the last act brought, which the lesson did not have, and which is not
    /// known to be about something else; or beside a dialog that says that something is left to do.
    pub(crate) fn judge_layer(&mut self, verdict: Verdict, is_end: bool) -> Verdict {
        if !is_end || verdict.outcome != Outcome::Passed || !self.is_replay() {
            return verdict;
        }
        let Some(screen) = self.known.screens.last_screen() else {
            return verdict;
        };
        let act = self.progress.interruptions.last_act.as_ref();
        let is_new = |act: &LastAct, layer: &Layer| {
            let was_there = act
                .before
                .as_ref()
                .is_some_and(|it| shows_layer(it, &said_on(&screen, layer)));
            !was_there && !act.is_arrival && !self.is_part_of_the_work(&screen, layer)
        };
        let in_front = act.zip(screen.blocking_layer()).filter(|(act, layer)| {
            is_new(act, layer) && self.is_about_the_work(act, &screen, layer)
        });
        let beside = || {
            let act = act.filter(|act| act.work == ActWork::Works)?;
            let dialogs = unfinished_dialogs(&screen, &self.work_words(act));
            let new = dialogs.into_iter().find(|layer| is_new(act, layer));
            Some((act, new?))
        };
        let Some((act, layer)) = in_front.or_else(beside) else {
            return verdict;
        };
        let (number, by) = (act.step.0 + 1, layer.title(&screen));
        let choices = choices(&screen, &layer);
        self.note_unmet("nothing comes up that the lesson did not have", by.clone());
        Verdict::failed(Reason::AnsweredBy {
            number,
            by,
            choices,
        })
    }
}
