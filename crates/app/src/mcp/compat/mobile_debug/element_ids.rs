//! Ids of elements that were told to a client, and what each stands for.

use std::collections::VecDeque;

use retap_model::codec::sha256_hex;
use retap_model::phrase::Phrase;
use retap_model::program::Target;
use retap_model::screen::{Role, Screen};
use retap_model::select::{Evidence, name_element};

/// How many ids are remembered.
const MOST_IDS: usize = 512;

/// The element an id stands for.
#[derive(Debug, Clone)]
pub(crate) struct Remembered {
    /// The words for it; none where there are none.
    pub(crate) target: Option<Target>,
    /// The evidence it is recognised by.
    pub(crate) evidence: Evidence,
}

/// The ids that were told.
#[derive(Debug, Default)]
pub(crate) struct ElementIds {
    known: VecDeque<(String, Remembered)>,
}

impl ElementIds {
    /// Returns the id of an element, the same wherever it moves to as long as what identifies it is
    /// its own.
    pub(crate) fn tell(&mut self, screen: &Screen, index: usize) -> String {
        let element = &screen.elements[index];
        let evidence = Evidence::of(screen, index);
        // A reference is to this very thing: another that goes by its name is not meant.
        let own_id = Some(&evidence.id).filter(|id| !id.is_empty());
        let own_role = Some(element.role).filter(|role| own_id.is_none() && *role != Role::Unknown);
        let target = name_element(screen, index).map(|target| Target {
            id: target.id.or_else(|| own_id.map(Phrase::literal)),
            role: target.role.or(own_role),
            ..target
        });
        let by = match &target {
            // Only the place tells it from others like it.
            None => format!("{index}|{:?}", element.bounds),
            Some(target) => format!("{:?}|{:?}", target.index, evidence.row),
        };
        let plain = format!(
            "{}|{}|{}|{}|{by}",
            evidence.id, evidence.text, evidence.description, element.class
        );
        let id = format!("el_{}", &sha256_hex(plain.as_bytes())[..24]);
        self.known.retain(|(known, _)| *known != id);
        self.known
            .push_back((id.clone(), Remembered { target, evidence }));
        if self.known.len() > MOST_IDS {
            self.known.pop_front();
        }
        id
    }

    /// Returns what an id stands for; nothing where it was never told or long ago.
    pub(crate) fn find(&self, id: &str) -> Option<Remembered> {
        let mut known = self.known.iter().rev();
        known
            .find(|(known, _)| known == id)
            .map(|(_, what)| what.clone())
    }
}
