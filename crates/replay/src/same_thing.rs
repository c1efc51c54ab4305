//! Whether what is about to be touched is about the thing that the run must write to.

use retap_model::device::{Ability, Action, Identifiers, are_other_things, are_renumbered};
use retap_model::event::RunMode;
use retap_model::program::StepId;
use retap_model::reason::Reason;

use crate::context::Context;
use crate::parts::Fact;
use crate::stop::Stop;

impl Context<'_> {
    /// Stops before an act on something that is about another thing than the one that the run must write to.
    pub(crate) fn require_same_thing(&mut self, act: &Action, title: &str) -> Result<(), Stop> {
        let step = StepId(self.progress.current);
        let pinned = self.program.pin(step);
        let pinned = pinned.map(|pin| (pin.entities.clone(), pin.other_entities.clone()));
        let is_learning = self.options.mode == RunMode::Learning;
        let (pinned, pinned_beside) = pinned.unwrap_or_default();
        let (Some(place), true) = (act.point(), is_learning || !pinned.is_empty()) else {
            return Ok(());
        };
        if !self.device().can(Ability::Requests) {
            return Ok(());
        }
        let found = match self.ask(|device, deadline| device.identifiers_at(place, deadline)) {
            Ok(found) => found,
            // A lesson learns nothing of a page that cannot be asked; a replay does not touch it.
            Err(Stop::Device(_)) if is_learning => Identifiers::default(),
            Err(stop) => return Err(stop),
        };
        if is_learning {
            self.tell(Fact::Identifiers(&found));
            return Ok(());
        }
        if !are_other_things(&pinned, &found.marks().0) {
            return Ok(());
        }
        let known = self.progress.effects.renumbered.as_ref();
        if known.is_some_and(|known| !found.own.iter().any(|id| known.is_beside(id))) {
            return Ok(());
        }
        if are_renumbered(&pinned, &pinned_beside, &found) {
            self.progress.tally.drifted += 1;
            self.warn(format!("not as in the lesson: the identifiers of what is listed are all others; {title} is told by its words"));
            self.progress.effects.renumbered = Some(found);
            self.progress.effects.other_entities.extend(pinned_beside);
            return Ok(());
        }
        self.note_unmet(
            format!("{title} is about the same thing as in the lesson"),
            "it would be about another",
        );
        let act = title.to_owned();
        Err(Stop::failed(Reason::OtherThing { act }))
    }
}
