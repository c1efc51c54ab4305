//! Whether a layer came up uninvited: no step speaks of it, and it is no answer to what was just done.

use std::collections::BTreeSet;

use crate::program::{Draft, Obstacle};
use crate::screen::{Element, Layer, Role, Screen, is_structural, is_ticking};

use super::dismissal::{Dismissal, LeftAlone, dismissal};
use super::dismissal_words::{DismissalKind, LAYER_WORDS};
use super::label::is_same_text;
use super::said::{Said, plain_words};
use super::touch::touch_point;

/// Sentences that have fewer letters of a text in them have them by chance.
const SHORTEST_QUOTE: usize = 3;

/// The words with which a program speaks of what it works with.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SpokenOf {
    /// The names of elements.
    pub names: Vec<String>,
    /// Whole sentences.
    pub sentences: Vec<String>,
}

impl SpokenOf {
    /// Returns the words of all steps, once bound. What is typed names nothing.
    pub fn of(draft: &Draft) -> Self {
        let mut spoken = Self::default();
        for (_, step) in draft.flat() {
            let names = &mut spoken.names;
            step.kind
                .seen_phrases(&mut |phrase| names.push(phrase.reveal()));
            spoken.sentences.push(step.title());
            let sentence = step.sentence_mark();
            spoken.sentences.extend(sentence.map(|it| it.original));
        }
        spoken.names.retain(|name| !name.trim().is_empty());
        spoken
    }

    /// Returns the texts of the layers that were there by chance before or after an act: no step speaks of them, they can
    /// be closed without agreeing to anything, and they are not what the act brought.
    pub fn passing_texts(&self, before: &Screen, after: &Screen) -> Vec<String> {
        let is_chance = |screen: &Screen, layer: &Layer| {
            !self.includes(screen, layer) && dismissal(screen, layer).is_ok()
        };
        let is_beside = |layer: &Layer| {
            let said = layer.texts(after);
            let was_there = before
                .layers()
                .iter()
                .any(|known| known.texts(before) == said);
            was_there || behind(before, after, layer) == Behind::Changed
        };
        let old = before
            .layers()
            .into_iter()
            .filter(|it| is_chance(before, it));
        let new = after.layers().into_iter();
        let new = new.filter(|layer| is_chance(after, layer) && is_beside(layer));
        let texts = |screen: &Screen, layer: &Layer| -> Vec<String> {
            let texts = layer.texts(screen).into_iter();
            texts.map(str::to_owned).collect()
        };
        let old = old.flat_map(|layer| texts(before, &layer));
        old.chain(new.flat_map(|layer| texts(after, &layer)))
            .collect()
    }

    /// Returns whether something on the layer is spoken of, so that it is part of the work. A name that something behind it
    /// has is that of nothing on it that only has its words: `Next` is not `Next tip`.
    pub fn includes(&self, screen: &Screen, layer: &Layer) -> bool {
        let outside = screen.elements.iter().enumerate();
        let outside = outside.filter(|(index, _)| !layer.members.contains(index));
        let behind: Vec<&str> = outside.flat_map(|(_, element)| element.names()).collect();
        let is_behind = |name: &String| behind.iter().any(|text| is_same_text(text, name));
        let loose: Vec<&String> = self.names.iter().filter(|it| !is_behind(it)).collect();
        layer.visible(screen).any(|(_, element)| {
            let loose = match element.reacts_to_touches() {
                true => loose.as_slice(),
                false => &[],
            };
            let mut captions = element.names().into_iter().filter(|name| !name.is_empty());
            captions.any(|caption| self.includes_caption(caption, loose))
                || (!element.id.is_empty() && self.names.contains(&element.id))
        })
    }

    /// Returns whether a caption is spoken of; `loose` are the names whose words are enough.
    fn includes_caption(&self, caption: &str, loose: &[&String]) -> bool {
        let said = Said::of(caption);
        let has_words =
            |name: &&&String| !name.trim().is_empty() && said.has_words_of(&Said::of(name));
        let is_name = |name: &String| is_same_text(caption, name);
        let is_quoted = |sentence: &String| {
            caption.chars().count() >= SHORTEST_QUOTE && sentence.contains(caption)
        };
        self.names.iter().any(is_name)
            || loose.iter().any(|name| has_words(&name))
            || self.sentences.iter().any(is_quoted)
    }
}

/// Returns whether the layer has the words of a name in it.
pub fn mentions(screen: &Screen, layer: &Layer, name: &str) -> bool {
    let name = Said::of(name);
    let mut texts = layer.texts(screen).into_iter();
    !name.is_empty() && texts.any(|text| Said::of(text).has_words_of(&name))
}

/// The part of the screen behind a layer, compared with the screen before an act.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Behind {
    /// It is another one, so that the act was answered there.
    Changed,
    /// It is as it was: the layer may be the answer.
    AsBefore,
    /// Nothing of it can be read.
    Unknown,
}

/// Compares what is behind the layer with the screen before an act. Only what can be touched, headings and the page itself
/// count: other texts may change by themselves.
pub fn behind(before: &Screen, now: &Screen, layer: &Layer) -> Behind {
    let is_outside = |index: usize| !layer.members.contains(&index);
    let mut rest = now.elements.iter().enumerate();
    if !rest.any(|(index, element)| is_outside(index) && says(now, element)) {
        return Behind::Unknown;
    }
    let is_other_page = before.app != now.app || before.name != now.name;
    let old = marks(before, before.blocking_layer().as_ref());
    match is_other_page || old != marks(now, Some(layer)) {
        true => Behind::Changed,
        false => Behind::AsBefore,
    }
}

/// Returns whether an element says something on the screen, covered or not, that does not change by itself.
fn says(screen: &Screen, element: &Element) -> bool {
    let text = element.caption();
    let is_lasting = is_structural(text) && !is_ticking(text) && !text.is_empty();
    is_lasting && screen.visible_bounds(element).is_some() && !screen.is_status(element)
}

/// Returns what tells one state of a screen from another, outside a layer.
fn marks(screen: &Screen, layer: Option<&Layer>) -> BTreeSet<String> {
    let is_outside = |index: usize| layer.is_none_or(|layer| !layer.members.contains(&index));
    let is_mark = |index: usize, element: &Element| {
        let is_told = element.role == Role::Heading || screen.touched_for(index).is_some();
        is_outside(index) && is_told && says(screen, element)
    };
    let all = screen.elements.iter().enumerate();
    let all = all.filter(|(index, element)| is_mark(*index, element));
    all.map(|(_, element)| {
        let state = &element.state;
        let value = state.value.as_deref().unwrap_or_default();
        let is_on = [state.checked, state.selected, state.expanded];
        format!("{}|{is_on:?}|{value}", element.caption())
    })
    .collect()
}

impl Obstacle {
    /// Returns whether what the author means shows on the layer.
    pub fn shows_on(&self, screen: &Screen, layer: &Layer) -> bool {
        let words = plain_words(&self.when);
        let is_meant = |word: &&str| !LAYER_WORDS.contains(word);
        let meant: Vec<&str> = words.split(' ').filter(is_meant).collect();
        let wanted = if meant.is_empty() {
            words
        } else {
            meant.join(" ")
        };
        mentions(screen, layer, &wanted)
    }

    /// Returns what the author wants to be touched on the layer.
    pub fn choice(&self, screen: &Screen, layer: &Layer) -> Result<Dismissal, LeftAlone> {
        let is_it = |element: &Element| {
            let mut names = element.names().into_iter();
            names.any(|name| is_same_text(name, &self.tap)) || element.id == self.tap
        };
        let found = layer.visible(screen).filter(|(_, element)| is_it(element));
        let found: Vec<usize> = found.map(|(index, _)| index).collect();
        let is_inner =
            |index: &&usize| !found.iter().any(|other| screen.is_inside(*other, **index));
        let found: Vec<&usize> = found.iter().filter(is_inner).collect();
        match found.as_slice() {
            [] => Err(LeftAlone::NotThere(self.tap.clone())),
            [index] => Ok(Dismissal {
                index: **index,
                point: touch_point(screen, **index).map_err(|_| LeftAlone::Covered)?,
                name: screen.elements[**index].caption().to_owned(),
                kind: DismissalKind::AsAuthorSays,
            }),
            _ => Err(LeftAlone::Several(vec![self.tap.clone(); found.len()])),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::sample::{element, screen};

    fn dialog(behind: &[&str], texts: &[&str], buttons: &[&str]) -> (Screen, Layer) {
        let mut all: Vec<Element> = behind
            .iter()
            .map(|text| element(Role::Button, text, 0.0))
            .collect();
        all.iter_mut().for_each(|element| element.is_covered = true);
        let holder = all.len();
        all.push(element(Role::Dialog, "", 0.0));
        let texts = texts.iter().map(|text| (Role::Text, text));
        for (role, text) in texts.chain(buttons.iter().map(|text| (Role::Button, text))) {
            let mut inner = element(role, text, all.len() as f64 * 40.0);
            inner.parent = Some(holder);
            all.push(inner);
        }
        let screen = screen(all);
        let layer = screen.blocking_layer().expect("a dialog");
        (screen, layer)
    }

    #[test]
    fn what_a_step_speaks_of_is_part_of_the_work() {
        let (screen, layer) = dialog(
            &[],
            &["Allow Weather to use your location?"],
            &["Allow once", "✕"],
        );
        let names = |name: &str| SpokenOf {
            names: vec![name.to_owned()],
            ..SpokenOf::default()
        };
        assert!(names("Allow").includes(&screen, &layer));
        assert!(names("Allow Weather to use your location?").includes(&screen, &layer));
        assert!(!names("Weather").includes(&screen, &layer));
        assert!(!names("Search").includes(&screen, &layer));
        let (tour, tip) = dialog(&["Next"], &["Here is everything"], &["Skip", "Next tip"]);
        assert!(!names("Next").includes(&tour, &tip));
        assert!(names("Next tip").includes(&tour, &tip));
        let asked = SpokenOf {
            sentences: vec!["「Allow once」をタップ".to_owned()],
            ..SpokenOf::default()
        };
        assert!(asked.includes(&screen, &layer));
        assert!(mentions(&screen, &layer, "Weather"));
        assert!(!mentions(&screen, &layer, "Weat"));
    }

    #[test]
    fn a_layer_over_an_unchanged_page_may_be_an_answer() {
        let before = screen(vec![element(Role::Button, "General", 0.0)]);
        let of = |texts: &[&str]| {
            let (now, layer) = dialog(texts, &["Rate us"], &["Later"]);
            behind(&before, &now, &layer)
        };
        assert_eq!(of(&["General"]), Behind::AsBefore);
        let (mut ticking, layer) = dialog(&["General", "Shares fall"], &["Rate us"], &["Later"]);
        (ticking.elements[1].role, ticking.elements[1].is_clickable) = (Role::Text, false);
        assert_eq!(behind(&before, &ticking, &layer), Behind::AsBefore);
        assert_eq!(of(&["About"]), Behind::Changed);
        assert_eq!(of(&[]), Behind::Unknown);
    }

    #[test]
    fn an_author_may_say_what_to_touch() {
        let (screen, layer) = dialog(
            &[],
            &["Software Update Available"],
            &["Install Now", "Later"],
        );
        let rule = |when: &str, tap: &str| Obstacle {
            when: when.to_owned(),
            tap: tap.to_owned(),
        };
        assert!(rule("Software Update dialog", "Later").shows_on(&screen, &layer));
        assert!(!rule("Location dialog", "Later").shows_on(&screen, &layer));
        let chosen = rule("", "Install Now").choice(&screen, &layer);
        assert_eq!(chosen.map(|it| it.name), Ok("Install Now".to_owned()));
        assert!(rule("", "Cancel").choice(&screen, &layer).is_err());
    }
}
