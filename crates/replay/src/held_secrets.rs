//! Fields that a secret was typed into: whatever they hold of it is as secret, and who may not see it changes no part of it.

use retap_model::device::{Action, ClipboardKey, Key, Modifier, Typed};
use retap_model::geometry::Rect;
use retap_model::screen::{Element, Screen};
use retap_model::secret::{MASK, Masker, Secret};

use crate::field_place::{Place, PlacedField, contains, is_same, letters};
use crate::own_texts::{Keystrokes, OwnTexts};
use crate::step::field::value;

/// What is left of a secret is masked wherever it shows if it has as many letters; less of it would be found in any text.
const SHORTEST: usize = 4;

/// How many fields are remembered.
const MOST_FIELDS: usize = 50;

/// A field into which a secret was typed.
#[derive(Debug, Clone)]
struct Held {
    at: PlacedField,
    /// The secret, where it is known which one.
    secret: Option<Secret>,
    is_shown: bool,
}

/// What was sent last, and the fields as they were before.
#[derive(Debug, Clone)]
enum Sent {
    Secret(Secret, Vec<Element>),
    Keys(Keystrokes, Vec<Element>),
}

/// What fields hold by what was typed into them.
#[derive(Debug, Clone, Default)]
pub struct HeldSecrets {
    held: Vec<Held>,
    own: OwnTexts,
    /// The fields of the last reading, before anything was masked.
    fields: Vec<Element>,
    place: Place,
    sent: Option<Sent>,
}

impl HeldSecrets {
    /// Notes what is about to be sent, so that the next readings tell where it went.
    pub(crate) fn note_sent(&mut self, action: &Action) {
        let before = || self.fields.clone();
        self.sent = match action {
            Action::Type(Typed::Hidden(secret)) => Some(Sent::Secret(secret.clone(), before())),
            Action::Type(Typed::Plain(text)) => {
                Some(Sent::Keys(Keystrokes::Text(text.clone()), before()))
            }
            Action::PressKey(key, modifiers) => {
                keystroke(key, modifiers).map(|key| Sent::Keys(key, before()))
            }
            _ => None,
        };
    }

    /// Notes which fields hold a secret now; returns what is left of one in them.
    pub(crate) fn note(&mut self, screen: &Screen, secrets: &Masker) -> Vec<String> {
        let place = Place::of(screen);
        let fields = screen.elements.iter().filter(|it| it.is_editable);
        let fields: Vec<Element> = fields.cloned().collect();
        self.follow_sent(screen, &fields, &place, secrets);
        for field in fields.iter().filter(|it| secrets.shows(value(it))) {
            if !self.own.holds(field, &place) {
                self.hold(field, &place, None);
            }
        }
        let rests = self.follow_held(screen, &place, secrets);
        let surplus = self.held.len().saturating_sub(MOST_FIELDS);
        self.held.drain(..surplus);
        (self.fields, self.place) = (fields, place);
        rests
    }

    /// Notes which fields have what was sent last.
    fn follow_sent(
        &mut self,
        screen: &Screen,
        fields: &[Element],
        place: &Place,
        secrets: &Masker,
    ) {
        match self.sent.clone() {
            None => {}
            Some(Sent::Keys(typed, before)) => {
                let seen = |field: &Element| {
                    let before = before.iter().find(|it| is_same(it, field))?;
                    let is_seen = self.own.holds(before, place)
                        || value(before).is_empty()
                        || !(self.is_held(before, place) || secrets.shows(value(before)));
                    is_seen.then(|| value(before).to_owned())
                };
                let mut own = self.own.clone();
                own.note(screen, &typed, seen);
                self.own = own;
            }
            Some(Sent::Secret(secret, before)) => {
                let whole = letters(secret.reveal());
                for field in fields.iter().filter(|it| !value(it).is_empty()) {
                    let was = before.iter().find(|it| is_same(it, field));
                    let is_changed = was.is_none_or(|was| value(was) != value(field));
                    let is_part = contains(&whole, &letters(value(field)));
                    if is_changed && (is_part || field.state.focused) {
                        self.hold(field, place, Some(&secret));
                    }
                }
            }
        }
    }

    fn hold(&mut self, field: &Element, place: &Place, secret: Option<&Secret>) {
        let known = self.held.iter_mut().find(|held| held.at.is(field, place));
        let at = PlacedField {
            field: field.clone(),
            place: place.clone(),
        };
        match known {
            Some(known) => {
                let secret = secret.cloned().or_else(|| known.secret.take());
                *known = Held {
                    at,
                    secret,
                    is_shown: true,
                };
            }
            None => self.held.push(Held {
                at,
                secret: secret.cloned(),
                is_shown: true,
            }),
        }
    }

    /// Finds the fields again, and returns what is left of a secret in them.
    fn follow_held(&mut self, screen: &Screen, place: &Place, secrets: &Masker) -> Vec<String> {
        let mut rests = Vec::new();
        for held in &mut self.held {
            let now = held.at.find(screen);
            let now = now.filter(|_| held.at.place.is_same(place));
            held.is_shown = now.is_some();
            let Some(now) = now else { continue };
            let text = value(now);
            let is_own = text.is_empty() || now.is_password || self.own.holds(now, place);
            if !is_own && !secrets.shows(text) && held.is_left(text) {
                rests.push(text.to_owned());
            }
            // What an empty field held is what may come back into it.
            if !is_own {
                held.at.field = now.clone();
            }
            held.at.field.bounds = now.bounds;
            held.at.place = place.clone();
        }
        rests.retain(|rest| rest.chars().count() >= SHORTEST);
        rests
    }

    fn is_held(&self, field: &Element, place: &Place) -> bool {
        self.held.iter().any(|held| held.at.is(field, place))
    }

    /// Returns whether a field holds a secret, or something that nobody but a page can have put in its place.
    fn hides(&self, field: &Element, place: &Place) -> bool {
        field.is_editable
            && !value(field).is_empty()
            && self.is_held(field, place)
            && !self.own.holds(field, place)
    }

    /// Masks all that these fields hold, whatever it is: what is masked only where it is like the secret would tell how
    /// the secret begins. Returns which elements hold what was typed as no secret, where nothing is masked.
    pub(crate) fn mask(&self, screen: &mut Screen) -> Vec<bool> {
        let place = Place::of(screen);
        let mut are_own = vec![false; screen.elements.len()];
        for (element, is_own) in screen.elements.iter_mut().zip(&mut are_own) {
            if self.hides(element, &place) {
                let real = value(element).to_owned();
                let texts = [Some(&mut element.text), element.state.value.as_mut()];
                let texts = texts.into_iter().flatten().filter(|text| **text == real);
                texts.for_each(|text| MASK.clone_into(text));
                element.hidden_value = Some(Secret::new(real));
            }
            *is_own = element.is_editable && self.own.holds(element, &place);
        }
        are_own
    }

    /// Notes that a field was emptied.
    pub(crate) fn note_cleared(&mut self, field: &Element) {
        for known in self.fields.iter_mut().filter(|it| is_same(it, field)) {
            match &mut known.state.value {
                Some(value) => value.clear(),
                None => known.text.clear(),
            }
        }
    }

    /// Returns where fields on the screen hold a secret.
    pub(crate) fn areas(&self) -> impl Iterator<Item = Rect> {
        let fields = self.fields.iter();
        let holding = fields.filter(|field| self.hides(field, &self.place));
        holding.map(|field| field.bounds)
    }

    /// Returns the texts that were typed as no secret, each with its field's place on the screen.
    pub(crate) fn own_texts(&self) -> Vec<(&str, Rect)> {
        let own = self.fields.iter();
        let own = own.filter(|field| self.own.holds(field, &self.place));
        own.map(|field| (value(field), field.bounds)).collect()
    }

    /// Returns whether no field is known that a secret was typed into.
    pub(crate) const fn is_empty(&self) -> bool {
        self.held.is_empty()
    }

    /// Returns whether there is such a field and an act is of a kind that may change it.
    pub(crate) fn may_be_changed_by(&self, action: &Action) -> bool {
        let edits = matches!(
            action,
            Action::PressKey(..) | Action::Type(_) | Action::Drag(..)
        );
        edits && !self.is_empty()
    }

    /// Returns whether an act would change, mark or take a part of a secret in its field. To leave the field, to send it
    /// off or to replace all of it is something else.
    pub(crate) fn would_change(&self, action: &Action) -> bool {
        match action {
            Action::PressKey(key, modifiers) => {
                let takes = matches!(
                    ClipboardKey::of(key, modifiers),
                    Some(ClipboardKey::Copy | ClipboardKey::Cut)
                );
                takes && self.holds_any() || !leaves(key) && self.is_in_focus()
            }
            Action::Type(_) => self.is_in_focus(),
            Action::Drag(from, ..) => self.areas().any(|area| area.contains(*from)),
            _ => false,
        }
    }

    /// Returns whether some field of the page in front holds a secret, also one that is out of view.
    fn holds_any(&self) -> bool {
        let mut here = self
            .held
            .iter()
            .filter(|it| it.at.place.is_same(&self.place));
        here.any(|held| !held.is_shown) || self.areas().next().is_some()
    }

    /// Returns whether a field that holds a secret has the focus, or one may that is out of view.
    fn is_in_focus(&self) -> bool {
        let focused = self.fields.iter().find(|field| field.state.focused);
        let mut here = self
            .held
            .iter()
            .filter(|it| it.at.place.is_same(&self.place));
        match focused {
            Some(field) => self.hides(field, &self.place),
            None => here.any(|held| !held.is_shown),
        }
    }

    /// Adds what another one knows, of the same device.
    pub(crate) fn join(&mut self, other: Self) {
        for held in other.held {
            self.held
                .retain(|known| !known.at.is(&held.at.field, &held.at.place));
            self.held.push(held);
        }
        self.own.join(other.own);
        (self.fields, self.place, self.sent) = (other.fields, other.place, other.sent);
    }
}

impl Held {
    /// Returns whether a text is what is left of what it held, or of the secret that was typed.
    fn is_left(&self, now: &str) -> bool {
        let secret = self.secret.as_ref().map(Secret::reveal);
        let held = [Some(value(&self.at.field)), secret];
        held.into_iter()
            .flatten()
            .any(|before| is_left(before, now))
    }
}

/// Returns what a key types or takes away; `None` for one that does something else.
fn keystroke(key: &Key, modifiers: &[Modifier]) -> Option<Keystrokes> {
    let is_plain = modifiers
        .iter()
        .all(|modifier| *modifier == Modifier::Shift);
    let mut letters = key.as_str().chars();
    match (letters.next(), letters.next(), key.as_str()) {
        _ if !is_plain => None,
        (Some(letter), None, _) => Some(Keystrokes::Key(Some(letter))),
        (_, _, "delete" | "space" | "left" | "right" | "up" | "down" | "home" | "end") => {
            Some(Keystrokes::Key(None))
        }
        _ => None,
    }
}

/// Returns whether a key leaves a field, or sends it off.
fn leaves(key: &Key) -> bool {
    let is_letter = key.as_str().chars().nth(1).is_none();
    let edits = matches!(
        key.as_str(),
        "delete" | "space" | "left" | "right" | "up" | "down" | "home" | "end"
    );
    !is_letter && !edits
}

/// Returns whether the letters and figures of a text are those of another one in which something was changed at one place,
/// or as good as: the rest of them, before and behind, is as it was.
fn is_left(before: &str, now: &str) -> bool {
    let [before, now] = [before, now].map(letters);
    let same = |pairs: &mut dyn Iterator<Item = (&char, &char)>| {
        pairs.take_while(|(one, other)| one == other).count()
    };
    let shorter = before.len().min(now.len());
    let kept = same(&mut before.iter().zip(&now));
    let kept = kept + same(&mut before.iter().rev().zip(now.iter().rev()));
    !now.is_empty() && (contains(&before, &now) || kept.min(shorter) * 2 >= shorter)
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
            "7xQz",
            "KP7XQZ…",
            "k",
            "mT",
            "P7xQ z92v LmT",
        ] {
            assert!(is_left("kP7xQz92vLmT", now), "{now}");
        }
        for now in ["", "Ada", "another one"] {
            assert!(!is_left("kP7xQz92vLmT", now), "{now}");
        }
    }
}
