//! Fields that a secret was typed into: what is left of it when somebody takes letters away is as secret.

use retap_model::screen::{Element, Screen};
use retap_model::secret::{MASK, Masker};

use crate::step::field::{same_field, value};

/// What is left of a secret is masked wherever it shows if it has as many letters; less of it would be found in any text.
const SHORTEST: usize = 4;

/// How many fields are remembered.
const MOST_FIELDS: usize = 50;

/// A field into which a secret was typed, as it was when it was last on the screen, before anything was masked.
#[derive(Debug)]
struct Held {
    field: Element,
    /// Where it is: another page or app has other fields.
    document: Option<u64>,
    app: Option<String>,
    is_shown: bool,
}

impl Held {
    fn shown(field: &Element, screen: &Screen) -> Self {
        Self {
            field: field.clone(),
            document: screen.document,
            app: screen.app.clone(),
            is_shown: true,
        }
    }
}

/// The fields into which a secret was typed and that were not seen to be empty since.
#[derive(Debug, Default)]
pub(crate) struct HeldSecrets(Vec<Held>);

impl HeldSecrets {
    /// Notes which fields hold a secret now; returns what is left of one in them.
    pub(crate) fn note(&mut self, screen: &Screen, secrets: &Masker) -> Vec<String> {
        if secrets.is_empty() {
            return Vec::new();
        }
        let (mut holding, mut rests) = (Vec::new(), Vec::new());
        for held in std::mem::take(&mut self.0) {
            let is_here = held.document == screen.document && held.app == screen.app;
            let now = same_field(&held.field, screen).filter(|now| is_same(&held.field, now));
            match now.filter(|_| is_here) {
                // It may be out of view, and still have the focus.
                None if is_here => holding.push(Held {
                    is_shown: false,
                    ..held
                }),
                None => {}
                Some(now) if value(now).is_empty() => {}
                Some(now) => {
                    if is_edited(value(&held.field), value(now)) && !secrets.shows(value(now)) {
                        rests.push(value(now).to_owned());
                    }
                    holding.push(Held::shown(now, screen));
                }
            }
        }
        let fields = screen.elements.iter().filter(|it| it.is_editable);
        for field in fields.filter(|it| secrets.shows(value(it))) {
            if !holding.iter().any(|held| held.field == *field) {
                holding.push(Held::shown(field, screen));
            }
        }
        let surplus = holding.len().saturating_sub(MOST_FIELDS);
        self.0 = holding.split_off(surplus);
        rests.retain(|rest| rest.chars().count() >= SHORTEST);
        rests
    }

    /// Masks all that these fields hold, whatever it is: what is masked only where it is like the secret would tell how
    /// the secret begins.
    pub(crate) fn mask(&self, screen: &mut Screen) {
        for element in &mut screen.elements {
            if self
                .0
                .iter()
                .any(|held| held.is_shown && held.field == *element)
            {
                match &mut element.state.value {
                    Some(value) => MASK.clone_into(value),
                    None => MASK.clone_into(&mut element.text),
                }
            }
        }
    }

    /// Forgets a field that was emptied.
    pub(crate) fn forget(&mut self, field: &Element) {
        self.0.retain(|held| !is_same(&held.field, field));
    }

    /// Returns those that are on the screen.
    pub(crate) fn shown(&self) -> impl Iterator<Item = &Element> {
        let shown = self.0.iter().filter(|held| held.is_shown);
        shown.map(|held| &held.field)
    }
}

/// Returns whether two readings of a field are of one field.
fn is_same(one: &Element, other: &Element) -> bool {
    let is_named = !one.id.is_empty() || !one.description.is_empty();
    one.id == other.id
        && one.description == other.description
        && (is_named || one.bounds == other.bounds)
}

/// Returns whether the letters and figures of a text are those of another one in which something was changed at one place,
/// or as good as: the rest of them, before and behind, is as it was.
fn is_edited(before: &str, now: &str) -> bool {
    let letters = |text: &str| {
        let letters = text.chars().filter(|c| c.is_alphanumeric());
        letters.collect::<Vec<char>>()
    };
    let [before, now] = [before, now].map(letters);
    let same = |pairs: &mut dyn Iterator<Item = (&char, &char)>| {
        pairs.take_while(|(one, other)| one == other).count()
    };
    let shorter = before.len().min(now.len());
    let kept = same(&mut before.iter().zip(&now));
    let kept = kept + same(&mut before.iter().rev().zip(now.iter().rev()));
    !now.is_empty() && kept.min(shorter) * 2 >= shorter
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_of_a_text_is_told_from_another_text() {
        for now in [
            "kP7xQz92vLm",
            "P7xQz92vLmT",
            "kP7x92vLmT",
            "kP7xQzA92vLmT",
            "k",
            "mT",
            "P7xQ z92v LmT",
        ] {
            assert!(is_edited("kP7xQz92vLmT", now), "{now}");
        }
        for now in ["", "Ada", "another one"] {
            assert!(!is_edited("kP7xQz92vLmT", now), "{now}");
        }
    }
}
