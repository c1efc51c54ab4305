//! Fields that a secret was typed into: what is left of it when somebody takes letters away is as secret.

use retap_model::screen::{Element, Screen};
use retap_model::secret::{MASK, Masker};

use crate::step::field::{same_field, value};

/// What is left of a secret is masked wherever it shows if it has as many letters; less of it would be found in any text.
const SHORTEST: usize = 4;

/// The fields that hold a secret, or what is left of one, as they were read last, before anything was masked.
#[derive(Debug, Default)]
pub(crate) struct HeldSecrets(Vec<Element>);

impl HeldSecrets {
    /// Notes which fields hold a secret now, and makes a secret of what is left of one.
    pub(crate) fn note(&mut self, screen: &Screen, secrets: &mut Masker) {
        if secrets.is_empty() {
            return;
        }
        let mut rests: Vec<&Element> = Vec::new();
        for field in &self.0 {
            let now = same_field(field, screen);
            let is_rest =
                |now: &&Element| !secrets.shows(value(now)) && is_edited(value(field), value(now));
            rests.extend(now.filter(is_rest));
        }
        let fields = screen.elements.iter().filter(|it| it.is_editable);
        let whole = fields.filter(|it| secrets.shows(value(it)));
        let holding = whole.chain(rests.iter().copied()).cloned().collect();
        for rest in rests {
            if value(rest).chars().count() >= SHORTEST {
                secrets.add(value(rest));
            }
        }
        self.0 = holding;
    }

    /// Masks all that these fields hold.
    pub(crate) fn mask(&self, screen: &mut Screen) {
        for element in &mut screen.elements {
            if element.is_editable && self.0.contains(element) {
                match &mut element.state.value {
                    Some(value) => MASK.clone_into(value),
                    None => MASK.clone_into(&mut element.text),
                }
            }
        }
    }

    pub(crate) fn fields(&self) -> impl Iterator<Item = &Element> {
        self.0.iter()
    }
}

/// Returns whether a text is another one in which something was changed at one place, or as good as: the rest of it, before
/// and behind, is as it was.
fn is_edited(before: &str, now: &str) -> bool {
    let [before, now] = [before, now].map(|text| text.chars().collect::<Vec<char>>());
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
        ] {
            assert!(is_edited("kP7xQz92vLmT", now), "{now}");
        }
        for now in ["", "Ada", "another one"] {
            assert!(!is_edited("kP7xQz92vLmT", now), "{now}");
        }
    }
}
