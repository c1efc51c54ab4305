//! What closing something uninvited sends. It is no effect of a step, and yet it must not do harm unseen.

use std::collections::{BTreeMap, BTreeSet};

use retap_model::device::{Request, entity_mark};
use retap_model::reason::Reason;

use crate::context::Context;

/// The writes that followed the closing of something, by the number they had when they began.
#[derive(Default)]
pub(crate) struct DismissalWrites {
    made: BTreeMap<u64, Request>,
    told: BTreeSet<u64>,
}

impl DismissalWrites {
    /// Notes a write that began after something was closed.
    pub(crate) fn note(&mut self, began: u64, request: &Request) {
        if request.is_own_site {
            self.made.insert(began, request.clone());
        }
    }
}

impl Context<'_> {
    /// Warns of what closing something sent, and returns why the run ends where that removed something or is about a thing
    /// that the run works with.
    pub(crate) fn judge_dismissal_writes(&mut self) -> Option<Reason> {
        let writes = &mut self.progress.effects.by_dismissal;
        let new = writes
            .made
            .iter()
            .filter(|(it, _)| !writes.told.contains(it));
        let new: Vec<(u64, Request)> = new.map(|(it, request)| (*it, request.clone())).collect();
        writes.told.extend(new.iter().map(|(began, _)| *began));
        let mut fault = None;
        for (_, request) in new {
            let by = self.progress.interruptions.last_closed();
            let reason = Reason::ClosingWrote {
                by,
                request: request.to_string(),
            };
            let is_harm = request.method == "DELETE" || self.is_of_the_work(&request);
            match is_harm && fault.is_none() {
                true => fault = Some(reason),
                false => self.warn(reason.to_string()),
            }
        }
        fault
    }

    /// Returns whether a request is about a thing that the run has written to, or acts on.
    fn is_of_the_work(&self, request: &Request) -> bool {
        let ids = identifiers(request);
        let pinned = self.program.pins.values().flat_map(|pin| &pin.entities);
        let pinned: BTreeSet<&String> = pinned.collect();
        let mut written = self.progress.effects.written();
        ids.iter().any(|id| pinned.contains(&entity_mark(id)))
            || written.any(|made| !identifiers(made).is_disjoint(&ids))
    }
}

/// Returns the identifiers that a write is about.
fn identifiers(request: &Request) -> BTreeSet<&str> {
    let write = request.write.iter();
    write.flat_map(|write| write.identifiers()).collect()
}
