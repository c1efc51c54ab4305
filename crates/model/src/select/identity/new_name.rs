//! Whether what a control is called now can be another way to say what it was called: the same in other words, more or fewer
//! words that promise nothing, or the opposite.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use crate::program::Matching;
use crate::seen::plain;
use crate::select::denial::negates;
use crate::select::label::{Label, Part};
use crate::select::row::units_in;
use crate::select::said::{Said, new_danger, opposite_answer};

use super::more_words::adds_nothing;
use super::ui_words::{
    ACTS, ADD, DONE_ENDINGS, IRREVERSIBLE, NEUTRAL, NEW, PARTICLES, THINGS, UNDOING,
    UNDOING_PREFIXES, VERBS,
};

/// How a name of today is related to a recorded one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Relation {
    /// It says something else.
    Other,
    /// It says the same in other words, or with words more or fewer that change nothing.
    Compatible,
    /// It is the same but for case, accents, signs and pictures around it.
    Same,
}

/// Returns how the names are related. `context` has the words that headings and rows of the screen have.
pub(super) fn relation(then: &str, now: &str, context: &BTreeSet<String>) -> Relation {
    if then.is_empty() || now.is_empty() {
        return Relation::Other;
    }
    if bare(then) == bare(now) {
        return Relation::Same;
    }
    relation_of(
        [then, now],
        [&Meaning::of(then), &Meaning::of(now)],
        context,
    )
}

/// Returns how two names that are not the same are related, by what they mean.
pub(super) fn relation_of(
    [then, now]: [&str; 2],
    [old, new]: [&Meaning; 2],
    context: &BTreeSet<String>,
) -> Relation {
    let is_like = old.is_like(new, context) || adds_nothing([then, now], [old, new]);
    match is_like && contradiction(then, now).is_none() {
        true => Relation::Compatible,
        false => Relation::Other,
    }
}

/// Returns whether a name says the same as another, whatever the screen says.
pub(in crate::select) fn is_like(then: &str, now: &str) -> bool {
    relation(then, now, &BTreeSet::new()) != Relation::Other
}

/// Returns why a control of the one name cannot have become one of the other, if a word says so.
pub(in crate::select) fn contradiction(then: &str, now: &str) -> Option<Contradiction> {
    let (old, new) = (units_in(then), units_in(now));
    if !old.is_empty() && !new.is_empty() && old != new {
        return Some(Contradiction::Unit);
    }
    if bare(then) == bare(now) {
        return None;
    }
    if new_danger(then, now).is_some() {
        return Some(Contradiction::Danger);
    }
    let is_opposite = negates(now, then)
        || opposite_answer(&Said::of(then), &Said::of(now)).is_some()
        || undoes(then, now);
    if is_opposite {
        return Some(Contradiction::Opposite);
    }
    is_done_form(then, now).then_some(Contradiction::Done)
}

/// Why a name cannot be a new one of something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::select) enum Contradiction {
    /// It says something dangerous that was not said.
    Danger,
    /// It says the opposite.
    Opposite,
    /// It says that it has been done.
    Done,
    /// It counts in another unit.
    Unit,
}

/// Returns whether what a name promises cannot be taken back, so that nothing but the very name identifies it.
pub(in crate::select) fn is_irreversible(name: &str) -> bool {
    static WORDS: LazyLock<BTreeSet<String>> =
        LazyLock::new(|| IRREVERSIBLE.iter().map(|word| plain(word)).collect());
    let words = words_of(name);
    // Scripts without spaces between words have them anywhere.
    let is_in = |word: &String| match word.is_ascii() {
        true => words.contains(word),
        false => plain(name).contains(word.as_str()),
    };
    crate::select::said::is_dangerous_act(name) || WORDS.iter().any(is_in)
}

/// Returns whether two names have words in common and each has others beside them, as `Daily limit` and `Monthly limit`: what
/// differs is what they are told apart by.
pub(in crate::select) fn is_qualified_otherwise(then: &str, now: &str) -> bool {
    let (old, new) = (Meaning::of(then), Meaning::of(now));
    let shares = !old.words.is_disjoint(&new.words) || !old.concepts.is_disjoint(&new.concepts);
    let has_more = |one: &Meaning, other: &Meaning| {
        !one.words.is_subset(&other.words) || !one.concepts.is_subset(&other.concepts)
    };
    shares && has_more(&old, &new) && has_more(&new, &old)
}

/// Returns whether a name says something of the tables that the recorded one does not: a field for a `Discount code` is not
/// that for a street.
pub(in crate::select) fn says_other_thing(then: &str, now: &str) -> bool {
    let (old, new) = (Meaning::of(then), Meaning::of(now));
    !new.concepts.is_subset(&old.concepts)
}

/// Returns whether a label names another thing of the tables: a field called `Discount code` is none for a street, but `Only after a
/// course` names no course.
pub(in crate::select) fn names_other_thing(then: &str, now: &str) -> bool {
    let new = Meaning::of(now);
    says_other_thing(then, now) && new.words.len() <= new.concepts.len()
}

/// Returns whether two names have a word in common, or words that mean the same.
pub(in crate::select) fn shares_word(one: &str, other: &str) -> bool {
    let (one, other) = (Meaning::of(one), Meaning::of(other));
    !one.concepts.is_disjoint(&other.concepts) || !one.words.is_disjoint(&other.words)
}

/// Returns whether two names are the same but for case, accents, signs and pictures around them.
pub(in crate::select) fn is_same_name(one: &str, other: &str) -> bool {
    bare(one) == bare(other)
}

/// Returns a name without case, accents, and signs and pictures around it.
pub(super) fn bare(name: &str) -> String {
    let plain = plain(name);
    let is_edge = |c: char| !c.is_alphanumeric();
    let without_count = without_count(&plain);
    let trimmed = without_count.trim_matches(is_edge);
    match trimmed.is_empty() {
        true => plain.trim().to_owned(),
        false => trimmed.split_whitespace().collect::<Vec<_>>().join(" "),
    }
}

/// Returns a name without a number in brackets behind it, as in `Inbox (3)`.
pub(super) fn without_count(name: &str) -> &str {
    let Some(start) = name.rfind(['(', '[', '（']) else {
        return name;
    };
    let inside = name[start..].trim_matches(|c: char| "()[]（） ".contains(c));
    let is_count = !inside.is_empty() && inside.chars().all(|c| c.is_ascii_digit() || c == '+');
    match is_count && name[..start].contains(char::is_alphabetic) {
        true => name[..start].trim_end(),
        false => name,
    }
}

/// Returns a name without the words that name its row: `Follow` for `Follow Ada` in the row `Ada Park`.
pub(super) fn without_row(name: &str, row: &str) -> String {
    let row = words_of(row);
    let words = name.split_whitespace();
    let own = words.filter(|word| !words_of(word).iter().any(|it| row.contains(it)));
    own.collect::<Vec<_>>().join(" ")
}

/// Returns the words of a name in plain letters.
pub(super) fn words_of(name: &str) -> Vec<String> {
    let plain = plain(name);
    let words = plain.split(|c: char| !c.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

/// What a name says: numbers of the rows of the tables, and words that are in none.
pub(super) struct Meaning {
    pub(super) concepts: BTreeSet<usize>,
    pub(super) words: BTreeSet<String>,
}

/// A phrase of the tables by its words, and the number of its row.
struct Phrase {
    words: Vec<String>,
    concept: usize,
}

static PHRASES: LazyLock<Vec<Phrase>> = LazyLock::new(|| {
    let rows = VERBS.iter().chain(&ACTS).chain(&THINGS).enumerate();
    let phrases = rows.flat_map(|(concept, row)| row.iter().map(move |text| (concept, text)));
    let mut phrases: Vec<Phrase> = phrases
        .map(|(concept, text)| Phrase {
            words: words_of(text),
            concept,
        })
        .collect();
    // Longer phrases are read before what is a part of them.
    phrases.sort_by_key(|it| std::cmp::Reverse((it.words.len(), it.words.concat().len())));
    phrases
});

/// Phrases by their first word.
static BY_FIRST: LazyLock<BTreeMap<&'static str, Vec<usize>>> = LazyLock::new(|| {
    let mut index: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, phrase) in PHRASES.iter().enumerate() {
        index.entry(&phrase.words[0]).or_default().push(at);
    }
    index
});

impl Meaning {
    pub(super) fn of(name: &str) -> Self {
        Self::of_words(&words_of(name))
    }

    /// Returns what these words in plain letters say.
    pub(super) fn of_words(words: &[String]) -> Self {
        let mut meaning = Self {
            concepts: BTreeSet::new(),
            words: BTreeSet::new(),
        };
        let mut rest = words;
        while let Some((first, behind)) = rest.split_first() {
            match phrase_at(rest) {
                Some(phrase) => {
                    meaning.concepts.insert(phrase.concept);
                    rest = &rest[phrase.words.len()..];
                }
                None => {
                    meaning.take_word(first);
                    rest = behind;
                }
            }
        }
        meaning
    }

    /// Takes a word of no phrase; one of a script without spaces may have several in it.
    fn take_word(&mut self, word: &str) {
        static NOTHING: LazyLock<BTreeSet<String>> =
            LazyLock::new(|| NEUTRAL.iter().map(|word| plain(word)).collect());
        if NOTHING.contains(word) {
            return;
        }
        if word.is_ascii() {
            self.words.insert(word.to_owned());
            return;
        }
        let mut left = word.to_owned();
        for phrase in PHRASES.iter() {
            let text = phrase.words.concat();
            if !text.is_ascii() && is_unspaced(&text) && left.contains(&text) {
                left = left.replace(&text, " ");
                self.concepts.insert(phrase.concept);
            }
        }
        for particle in PARTICLES.iter().chain(&NEUTRAL) {
            if is_unspaced(particle) {
                left = left.replace(particle, " ");
            }
        }
        let left = left.split_whitespace().map(str::to_owned);
        self.words.extend(left);
    }

    /// Returns whether it says all that another says by words of the tables, and that says nothing else.
    pub(super) fn has_all_of(&self, other: &Self) -> bool {
        let says_more = !other.words.is_empty() || other.concepts.is_empty();
        !says_more && other.concepts.is_subset(&self.concepts)
    }

    /// Returns the concepts, with `New member` for what adds one.
    fn acts(&self) -> BTreeSet<usize> {
        let mut verbs = self.concepts.iter().filter(|it| **it < VERBS.len());
        let is_only_new = verbs.next() == Some(&NEW) && verbs.next().is_none();
        let mut concepts = self.concepts.clone();
        if is_only_new && concepts.len() + self.words.len() > 1 {
            concepts.remove(&NEW);
            concepts.insert(ADD);
        }
        concepts
    }

    /// Returns whether both say the same, or one what the other does and no more than what it is done to.
    pub(super) fn is_like(&self, other: &Self, context: &BTreeSet<String>) -> bool {
        let says_something = !self.concepts.is_empty() || !self.words.is_empty();
        if self.acts() == other.acts() && self.words == other.words {
            return says_something;
        }
        let (less, more) = match self.concepts.len() + self.words.len()
            <= other.concepts.len() + other.words.len()
        {
            true => (self, other),
            false => (other, self),
        };
        let is_verb = less.words.is_empty()
            && less.concepts.len() == 1
            && less.concepts.iter().all(|it| *it < VERBS.len());
        let more_words = || more.words.difference(&less.words);
        let is_object = |word: &String| context.contains(word);
        let has_verb = less.concepts.is_subset(&more.concepts);
        let things = more.concepts.difference(&less.concepts);
        let mut things = things.filter(|it| **it < VERBS.len());
        is_verb && has_verb && things.next().is_none() && more_words().all(is_object)
    }
}

fn phrase_at(words: &[String]) -> Option<&'static Phrase> {
    let known = BY_FIRST.get(words[0].as_str())?;
    let mut known = known.iter().map(|at| &PHRASES[*at]);
    known.find(|phrase| words.starts_with(&phrase.words))
}

/// Returns whether a text is of a script without spaces between words.
fn is_unspaced(text: &str) -> bool {
    text.chars()
        .all(|c| matches!(u32::from(c), 0x3040..=0x30FF | 0x4E00..=0x9FFF))
}

/// Returns whether one name has a word that undoes one of the other.
fn undoes(then: &str, now: &str) -> bool {
    static PAIRS: LazyLock<Vec<[String; 2]>> =
        LazyLock::new(|| UNDOING.iter().map(|pair| pair.map(plain)).collect());
    let has = |name: &str, word: &str| {
        let label = Label::new(word, Matching::Usual);
        let found = label.is_said_by(name);
        found.is_some_and(|it| matches!(it.part, Part::Whole | Part::Words))
    };
    let (then, now) = (plain(then), plain(now));
    let is_pair = |one: &str, two: &str| {
        // One word may be a part of the other, as in scripts without spaces.
        let is_both = has(&now, one) && !two.contains(one) || has(&then, two);
        has(&then, one) && has(&now, two) && !is_both
    };
    let mut pairs = PAIRS.iter();
    pairs.any(|[one, two]| is_pair(one, two) || is_pair(two, one)) || has_prefixed(&then, &now)
}

fn has_prefixed(then: &str, now: &str) -> bool {
    let (old, new) = (words_of(then), words_of(now));
    let undone = |word: &String, others: &[String]| {
        let mut prefixes = UNDOING_PREFIXES.iter();
        prefixes.any(|prefix| {
            let base = word.strip_prefix(plain(prefix).as_str());
            base.is_some_and(|base| base.len() > 2 && others.iter().any(|it| it == base))
        })
    };
    let (mut one, mut two) = (new.iter(), old.iter());
    one.any(|word| !old.contains(word) && undone(word, &old))
        || two.any(|word| !new.contains(word) && undone(word, &new))
}

/// Returns whether the new name has a word of the old one in the form that says that it is done: `Following` for `Follow`.
fn is_done_form(then: &str, now: &str) -> bool {
    let (old, new) = (words_of(then), words_of(now));
    let is_done = |word: &String, base: &String| {
        let stem = base.strip_suffix('e').unwrap_or(base);
        let last = base
            .chars()
            .next_back()
            .map(String::from)
            .unwrap_or_default();
        let stems = [base.clone(), stem.to_owned(), format!("{base}{last}")];
        let forms = stems
            .iter()
            .flat_map(|stem| DONE_ENDINGS.iter().map(move |it| format!("{stem}{it}")));
        base.len() > 2 && forms.into_iter().any(|form| form == *word)
    };
    let mut gone = old.iter().filter(|word| !new.contains(word));
    gone.any(|base| {
        new.iter()
            .any(|word| !old.contains(word) && is_done(word, base))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn related(then: &str, now: &str) -> Relation {
        let context = ["products", "task"].map(str::to_owned).into();
        relation(then, now, &context)
    }

    #[test]
    fn names_that_say_the_same_are_compatible() {
        for (then, now) in [
            ("Save", "Save changes"),
            ("Save changes", "Save"),
            ("Sign in", "Log in"),
            ("Sign in", "Anmelden"),
            ("Sign in", "ログイン"),
            ("Save", "保存"),
            ("Save", "保存する"),
            ("Save changes", "Änderungen speichern"),
            ("Save settings", "設定を保存"),
            ("Next", "Continue"),
            ("Search", "Find"),
            ("Search", "Search products"),
            ("Add", "Add task"),
            ("Settings", "Preferences"),
            ("Quantity", "Qty"),
            ("Phone", "Contact number"),
        ] {
            assert_eq!(related(then, now), Relation::Compatible, "{then}, {now}");
        }
        for (then, now) in [
            ("Save", "SAVE"),
            ("Save", "💾 Save"),
            ("More", "More…"),
            ("Inbox (3)", "Inbox (12)"),
        ] {
            assert_eq!(related(then, now), Relation::Same, "{then}, {now}");
        }
    }

    #[test]
    fn names_that_say_something_else_are_not() {
        for (then, now) in [
            ("Continue", "Continue shopping"),
            ("Archive", "Archive all"),
            ("Save", "Save as template"),
            ("Add", "Add all"),
            ("Follow", "Unfollow"),
            ("Follow", "Following"),
            ("Mark resolved", "Snooze"),
            ("Mark as read", "Mark as unread"),
            ("Key 1", "Key 2"),
            ("Sign in", "Sign up"),
            ("First name", "Last name"),
            ("First name", "Name"),
            ("+", "-"),
            ("Archive", "Restore"),
            ("Export", "Import"),
        ] {
            assert_eq!(related(then, now), Relation::Other, "{then}, {now}");
        }
    }

    #[test]
    fn the_opposite_and_what_is_done_already_contradict() {
        use Contradiction::*;
        for (then, now, why) in [
            ("Follow", "Unfollow", Opposite),
            ("Unmute", "Mute", Opposite),
            ("Show details", "Hide details", Opposite),
            ("Enable", "Disable", Opposite),
            ("Folgen", "Entfolgen", Opposite),
            ("Activer", "Désactiver", Opposite),
            ("表示", "非表示", Opposite),
            ("Follow", "Following", Done),
            ("Save", "Saved", Done),
            ("Pin", "Pinned", Done),
            ("Next", "Pay now", Danger),
        ] {
            assert_eq!(contradiction(then, now), Some(why), "{then}, {now}");
        }
        assert_eq!(contradiction("Save", "Store"), None);
        assert_eq!(contradiction("Archive", "Put Away"), None);
    }

    #[test]
    fn what_cannot_be_taken_back_is_known() {
        for name in [
            "Delete",
            "Pay now",
            "Publish",
            "Send message",
            "Veröffentlichen",
            "公開する",
            "Place order",
            "Submit",
        ] {
            assert!(is_irreversible(name), "{name}");
        }
        for name in ["Save", "Show all", "Next", "Sign in", "Postal code"] {
            assert!(!is_irreversible(name), "{name}");
        }
    }
}
