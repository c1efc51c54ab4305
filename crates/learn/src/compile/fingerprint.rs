//! Claims that tell the screen a run saw from the one before it.

use std::collections::BTreeSet;

use retap_model::phrase::Phrase;
use retap_model::program::{Claim, Matching, Presence, Target, TextClaim};
use retap_model::screen::{Element, Screen};
use retap_model::select::is_shown;
use retap_model::verify::{Expectation, RunSpecifics, judge, mine};

/// How many texts, ids and classes a fingerprint has at the most.
const MOST_TEXTS: usize = 3;
const MOST_IDS: usize = 2;
const MOST_CLASSES: usize = 1;

/// Returns claims that hold on `after` and together did not on `before`, or none where nothing tells
/// the two apart.
///
/// `said` are claims the author's own words make. Texts with figures, dates and what belongs to one
/// run only (`personal`) are no part of it.
pub(super) fn fingerprint(
    before: &Screen,
    after: &Screen,
    said: &[Claim],
    personal: &RunSpecifics,
) -> Vec<Claim> {
    let mut claims: Vec<Claim> = said
        .iter()
        .map(|claim| as_seen(claim, before, after))
        .collect();
    let mined = mine(before, after, personal);
    let texts = mined.iter().filter_map(Expectation::shown_text);
    for text in texts.filter(|text| has_no_digit(text)).take(MOST_TEXTS) {
        push_new(&mut claims, text_shows(text));
    }
    let screens = [before, after];
    let ids = new_words(screens, MOST_IDS, own_id).into_iter();
    let classes = new_words(screens, MOST_CLASSES, landmark).into_iter();
    claims.extend(ids.map(Claim::Id).chain(classes.map(Claim::Class)));
    claims.retain(|claim| judge(claim, after).holds);
    let tells_apart = claims.iter().any(|claim| !judge(claim, before).holds);
    if tells_apart { claims } else { Vec::new() }
}

/// Returns a claim of words that describe something as a claim of the text that was seen, where that
/// text tells the screens apart. Words with variables in them describe another text in the next run.
fn as_seen(claim: &Claim, before: &Screen, after: &Screen) -> Claim {
    let target = match claim {
        Claim::Text(claim) | Claim::Screen(claim) => &claim.target,
        Claim::Id(_) | Claim::Class(_) | Claim::Count(_) | Claim::State(_) | Claim::Unknown(_) => {
            return claim.clone();
        }
    };
    let is_words = target.matching == Matching::Described && target.label.is_fixed();
    let seen = is_shown(after, target).filter(|_| is_words);
    let text = seen.map(|found| text_shows(after.elements[found.index].caption()));
    text.filter(|text| !judge(text, before).holds)
        .unwrap_or_else(|| claim.clone())
}

fn has_no_digit(text: &str) -> bool {
    !text.chars().any(char::is_numeric)
}

fn text_shows(text: &str) -> Claim {
    Claim::Text(TextClaim {
        target: Target::matching(Phrase::literal(text), Matching::Exact),
        presence: Presence::Visible,
    })
}

fn push_new(claims: &mut Vec<Claim>, claim: Claim) {
    let title = claim.title();
    if claims.iter().all(|known| known.title() != title) {
        claims.push(claim);
    }
}

/// Returns the id of an element; one of the platform says nothing about the app.
fn own_id(element: &Element) -> Option<&str> {
    let is_own = !element.id.is_empty() && !element.has_platform_id && has_no_digit(&element.id);
    is_own.then_some(element.id.as_str())
}

/// Returns the class of an element where that says what kind of screen it is.
fn landmark(element: &Element) -> Option<&str> {
    element.is_landmark.then_some(element.class.as_str())
}

/// Returns up to `most` things that elements say and that none on the screen before said.
fn new_words(screens: [&Screen; 2], most: usize, of: fn(&Element) -> Option<&str>) -> Vec<Phrase> {
    let [before, after] = screens;
    let old: BTreeSet<&str> = seen(before, of).into_iter().collect();
    let new = seen(after, of).into_iter();
    new.filter(|word| !old.contains(word))
        .take(most)
        .map(Phrase::literal)
        .collect()
}

/// Returns what the visible elements say, each once, in order.
fn seen(screen: &Screen, what: fn(&Element) -> Option<&str>) -> Vec<&str> {
    let mut found: Vec<&str> = Vec::new();
    for text in screen.visible().filter_map(|(_, element)| what(element)) {
        if !found.contains(&text) {
            found.push(text);
        }
    }
    found
}
