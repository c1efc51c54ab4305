//! Names that say what another says and a little more: that it is shown, that it is new, what it is done to.

use std::collections::BTreeSet;

use crate::seen::plain;

use super::new_name::{Meaning, contradiction, is_irreversible, names_other_thing, words_of};
use super::ui_words::{ACTS, NEW, SILENCING, VERBS, VIEW, WIDENING};

/// Returns whether two names say the same but that one adds that a thing is shown, as in `Show details`, or that what
/// something is done to is new, as in `Save new member`.
pub(super) fn adds_nothing([then, now]: [&str; 2], [old, new]: [&Meaning; 2]) -> bool {
    let (less, more, [short, long]) = match old.concepts.len() <= new.concepts.len() {
        true => (old, new, [then, now]),
        false => (new, old, [now, then]),
    };
    let added: BTreeSet<usize> = &more.concepts - &less.concepts;
    if !less.concepts.is_subset(&more.concepts) || less.words != more.words || added.len() != 1 {
        return false;
    }
    added.contains(&VIEW) && is_thing(less)
        || added.contains(&NEW) && is_done_to_something(less) && is_without_new(short, long)
}

/// Returns whether words name things and nothing that is done, so that what is called by them leads there: what is no word
/// of the tables must be a plural.
fn is_thing(meaning: &Meaning) -> bool {
    let is_plural = |word: &String| word.len() > 3 && word.ends_with('s') && !word.ends_with("ss");
    let says_something = !meaning.concepts.is_empty() || !meaning.words.is_empty();
    let is_name = |concept: &usize| *concept >= VERBS.len() + ACTS.len();
    says_something && meaning.concepts.iter().all(is_name) && meaning.words.iter().all(is_plural)
}

/// Returns whether words are a verb and something it is done to.
fn is_done_to_something(meaning: &Meaning) -> bool {
    let is_verb = |concept: &&usize| **concept < VERBS.len() && ![NEW, VIEW].contains(*concept);
    let verbs = meaning.concepts.iter().filter(is_verb).count();
    verbs == 1 && meaning.concepts.len() + meaning.words.len() > 1
}

/// Returns whether nothing but words for `new` makes the longer name longer: `Save as new draft` says more.
fn is_without_new(short: &str, long: &str) -> bool {
    let is_new = |word: &String| VERBS[NEW].iter().any(|it| plain(it) == *word);
    let left = words_of(long).into_iter().filter(|word| !is_new(word));
    left.eq(words_of(short))
}

/// How many words a name may have more than the recorded one.
const MOST_MORE: usize = 3;

/// Returns whether a name is the recorded one and goes on with further words: `Reply to sender` for `Reply`. What stands
/// before the recorded words may turn them round, as in `Mute urgent`.
pub(in crate::select) fn goes_on(then: &str, now: &str) -> bool {
    let (old, new) = (words_of(then), words_of(now));
    let more = new.strip_prefix(old.as_slice()).unwrap_or_default();
    !old.is_empty() && (1..=MOST_MORE).contains(&more.len()) && is_narrower(then, now, more)
}

/// Words by which something leads elsewhere, so that what stands behind them says where: `Continue shopping` is not `Continue`.
#[rustfmt::skip]
const LEADING: [&str; 14] = [
    "next", "back", "cancel", "close", "help", "about", "more", "ok", "start", "sign in", "sign up", "open", "view", "done",
];

/// Returns whether a name is one recorded word and goes on with what the page is about, and with nothing else. `subject` has
/// the words that its headings had and have.
pub(super) fn says_thing(then: &str, now: &str, subject: &BTreeSet<String>) -> bool {
    let (old, new) = (words_of(then), words_of(now));
    let more = new.strip_prefix(old.as_slice()).unwrap_or_default();
    if old.len() != 1 || !(1..=MOST_MORE).contains(&more.len()) {
        return false;
    }
    let says = Meaning::of(then).concepts;
    let leads = |word: &str| !Meaning::of(word).concepts.is_disjoint(&says);
    let is_thing = |word: &String| subject.iter().any(|it| in_both_numbers(it).contains(word));
    let is_verb = !is_thing(&old[0]) && !LEADING.iter().any(|it| leads(it));
    // A sign may join two acts.
    let is_phrase = now.chars().all(|c| c.is_alphanumeric() || c == ' ');
    let widens = |word: &String| WIDENING.iter().any(|it| plain(it) == *word);
    is_verb
        && is_phrase
        && more.iter().any(is_thing)
        && more.iter().all(|word| is_thing(word) || is_nothing(word))
        && !more.iter().any(widens)
        && !is_irreversible(&without_things(&new, subject))
        && contradiction(then, now).is_none()
}

fn is_nothing(word: &String) -> bool {
    let meaning = Meaning::of_words(std::slice::from_ref(word));
    meaning.words.is_empty() && meaning.concepts.is_empty()
}

/// Returns a name without the words that headings have for several: under `Books`, a `book` is nothing that is done.
fn without_things(name: &[String], subject: &BTreeSet<String>) -> String {
    let is_several = |word: &String| subject.contains(&format!("{word}s"));
    let is_verb = |(at, word): &(usize, &String)| *at == 0 || !is_several(word);
    let left = name.iter().enumerate().filter(is_verb);
    let left: Vec<&str> = left.map(|(_, word)| word.as_str()).collect();
    left.join(" ")
}

/// How many words a hint behind a label has at the most.
const LONGEST_HINT: usize = 12;

/// Returns whether one of two labels of fields has a hint behind it, and the other has none: `Guests As on the paper form.` for
/// `Guests`. A hint is a sentence of its own, and names nothing else of the tables.
pub(super) fn has_hint(then: &str, now: &str) -> bool {
    let (short, long) = match then.len() <= now.len() {
        true => (then, now),
        false => (now, then),
    };
    let Some(hint) = long.strip_prefix(short.trim_end_matches([':', '*', ' '])) else {
        return false;
    };
    let hint = hint.trim_start_matches([':', '*', ' ']);
    let is_bracketed = hint.starts_with('(') && hint.ends_with(')');
    let is_sentence = hint.starts_with(char::is_uppercase) && hint.ends_with(['.', '!']);
    let count = hint.split_whitespace().count();
    !short.is_empty()
        && (is_bracketed || is_sentence)
        && (2..=LONGEST_HINT).contains(&count)
        && !names_other_thing(short, long)
        && contradiction(then, now).is_none()
}

/// Returns whether a name is the recorded one with words between its verb and what that is done to: `Save library member`
/// for `Save member`.
pub(super) fn is_filled_in(then: &str, now: &str) -> bool {
    let (old, new) = (words_of(then), words_of(now));
    let [verb, object @ ..] = old.as_slice() else {
        return false;
    };
    let Some(rest) = new.strip_prefix(std::slice::from_ref(verb)) else {
        return false;
    };
    let more = rest.strip_suffix(object).unwrap_or_default();
    let says = Meaning::of_words(std::slice::from_ref(verb)).concepts;
    let is_verb = says.iter().any(|concept| *concept < VERBS.len());
    !object.is_empty()
        && is_verb
        && (1..=MOST_MORE).contains(&more.len())
        && is_narrower(then, now, more)
}

/// Returns whether by these words more nothing more is done than before, and not for others.
fn is_narrower(then: &str, now: &str, more: &[String]) -> bool {
    let widens = |word: &String| WIDENING.iter().any(|it| plain(it) == *word);
    !more.iter().any(widens) && (is_irreversible(then) || !is_irreversible(now))
}

/// Returns whether a switch of the one name is on where that of the other is off, as far as words tell: one of them has a word
/// that turns it round, or one that stands before the other's.
pub(super) fn turns_round(then: &str, now: &str) -> bool {
    let silences = |name: &str| {
        let words = words_of(name);
        let has = |word: &str| match word.is_ascii() {
            true => words.contains(&plain(word)),
            false => plain(name).contains(&plain(word)),
        };
        SILENCING.iter().any(|word| has(word))
    };
    let (old, new) = (words_of(then), words_of(now));
    let is_led =
        |long: &[String], short: &[String]| long.len() > short.len() && long.ends_with(short);
    silences(then) != silences(now) || is_led(&new, &old) || is_led(&old, &new)
}

/// Returns an English word as it is for one and for several.
pub(super) fn in_both_numbers(word: &str) -> Vec<String> {
    let mut all = vec![word.to_owned(), format!("{word}s")];
    if let Some(stem) = word.strip_suffix("ies") {
        all.push(format!("{stem}y"));
    } else if let Some(stem) = word.strip_suffix('s').filter(|stem| stem.len() > 2) {
        all.push(stem.to_owned());
    }
    all
}
