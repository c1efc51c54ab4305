//! What a name says: which dangerous things it promises, and which it says not to be done. A name is taken apart once,
//! however many others it is compared with.

use std::sync::LazyLock;

use crate::seen::plain;

use super::denial::is_clause_end;
use super::risk_words::{
    BACKING_OUT, HARMLESS, NEW_CLAUSE, NEW_PHRASE, NO, NOT_AFTER, NOT_BEFORE, NOT_JOINED,
    OPPOSITES, Promise, RISK_WORDS, Risk, RiskWords, YES,
};

/// More words than this are no answer but speak of one.
const LONGEST_ANSWER: usize = 4;

/// What a text says, as words are looked for in it.
pub(super) struct Said {
    whole: Searched,
    clauses: Vec<Searched>,
    /// The dangerous words in it, those it denies too.
    dangers: Vec<&'static Word>,
}

impl Said {
    pub(super) fn of(text: &str) -> Self {
        static DANGEROUS: LazyLock<Vec<Word>> = LazyLock::new(|| words_of(Risk::is_dangerous));
        let clauses: Vec<Searched> = text.split(is_clause_end).map(Searched::of).collect();
        let is_in = |word: &&Word| clauses.iter().any(|clause| word.is_in(clause));
        let dangers = DANGEROUS.iter().filter(is_in).collect();
        let whole = Searched::of(text);
        Self {
            whole,
            clauses,
            dangers,
        }
    }

    /// Returns whether it has all words of another text in it, one after the other.
    pub(super) fn has_words_of(&self, other: &Self) -> bool {
        self.whole.has(&other.whole)
    }

    fn words(&self) -> impl Iterator<Item = &str> {
        self.whole.text.split(' ')
    }

    fn words_but(&self, word: &str) -> impl Iterator<Item = &str> {
        self.words().filter(move |it| *it != word)
    }

    /// Returns the dangerous words of which it says that they are done.
    fn promised(&self) -> impl Iterator<Item = &'static Word> {
        let dangers = self.dangers.iter().copied();
        dangers.filter(|word| self.promises(word))
    }

    fn has(&self, word: &Word) -> bool {
        self.places(word).next().is_some()
    }

    /// Returns whether it says that this is done.
    fn promises(&self, word: &Word) -> bool {
        let mut places = self.places(word);
        places.any(|(before, after)| !is_denied(before, after))
    }

    /// Returns whether it says that this is not done.
    fn denies(&self, word: &Word) -> bool {
        self.has(word) && !self.promises(word)
    }

    /// Returns what stands before and behind each place of a word.
    fn places<'a>(&'a self, word: &'a Word) -> impl Iterator<Item = (&'a str, &'a str)> {
        let clauses = self.clauses.iter();
        clauses.flat_map(move |clause| word.places(clause))
    }

    /// Returns whether it promises that nothing happens.
    fn backs_out(&self) -> bool {
        static WORDS: LazyLock<Vec<Word>> = LazyLock::new(|| BACKING_OUT.map(Word::new).into());
        WORDS.iter().any(|word| self.has(word))
    }

    /// Returns what a short text answers, and by which word; nothing where it says both.
    fn answer(&self) -> Option<(Answer, &'static str)> {
        static WORDS: LazyLock<[Vec<Word>; 2]> =
            LazyLock::new(|| [YES.map(Word::new).into(), NO.map(Word::new).into()]);
        if self.words().count() > LONGEST_ANSWER {
            return None;
        }
        let [yes, no] = &*WORDS;
        if let Some(denied) = yes.iter().find(|word| self.denies(word)) {
            return Some((Answer::No, denied.written));
        }
        let found = |words: &[Word]| {
            let mut words = words.iter();
            words.find(|word| self.has(word)).map(|word| word.written)
        };
        match (found(yes), found(no)) {
            (Some(word), None) => Some((Answer::Yes, word)),
            (None, Some(word)) => Some((Answer::No, word)),
            (Some(_), Some(_)) | (None, None) => None,
        }
    }
}

/// A text in the form in which it is searched and searched for: plain letters, with one space wherever something stands
/// that is no letter or figure, and none between the letters of a word that is spelled out.
struct Searched {
    text: String,
    /// A bit for each byte of the text; a text that lacks one of a word has not the word.
    bytes: u64,
}

/// How many single letters in a row are a word with spaces between its letters.
const SPELLED_OUT: usize = 3;

impl Searched {
    fn of(text: &str) -> Self {
        let text = plain(text);
        let words = text.split(|c: char| !c.is_alphanumeric());
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let is_letter = |word: &str| word.len() == 1 && word.as_bytes()[0].is_ascii_alphabetic();
        let runs = words.chunk_by(|a, b| is_letter(a) == is_letter(b));
        let runs = runs.map(|run| match is_letter(run[0]) && run.len() >= SPELLED_OUT {
            true => run.concat(),
            false => run.join(" "),
        });
        let text = runs.collect::<Vec<_>>().join(" ");
        let bytes = text.bytes().fold(0, |all, byte| all | 1 << (byte % 64));
        Self { text, bytes }
    }

    fn has(&self, word: &Self) -> bool {
        self.places(word).next().is_some()
    }

    /// Returns what stands before and behind each place of a word. Words of scripts without spaces between them, and
    /// parts of words that are bent, may stand anywhere.
    fn places<'a>(&'a self, word: &'a Self) -> impl Iterator<Item = (&'a str, &'a str)> {
        let (text, form) = (self.text.as_str(), word.text.as_str());
        let may_have = !form.is_empty() && word.bytes & !self.bytes == 0;
        let found = may_have.then(|| text.match_indices(form));
        let found = found.into_iter().flatten();
        let found = found.map(move |(start, _)| (&text[..start], &text[start + form.len()..]));
        found.filter(move |(before, after)| {
            let is_letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphabetic());
            let is_cut = is_letter(before.chars().next_back()) || is_letter(after.chars().next());
            !form.is_ascii() || !is_cut
        })
    }
}

fn is_denied(before: &str, after: &str) -> bool {
    static BEFORE: LazyLock<Vec<String>> = LazyLock::new(|| {
        let words = NOT_BEFORE.iter().map(|word| Searched::of(word).text);
        words.collect()
    });
    let near = before.trim_end();
    let further = near.rsplit_once(' ').map_or("", |(rest, _)| rest);
    let ends = |text: &str| BEFORE.iter().any(|word| ends_with_word(text, word));
    ends(near)
        || ends(further)
        || NOT_JOINED.iter().any(|word| before.ends_with(word))
        || NOT_AFTER
            .iter()
            .any(|word| after.trim_start().starts_with(word))
}

/// A word of a table, or a phrase of several, between which a few others may stand.
struct Word {
    written: &'static str,
    form: Searched,
    /// The first word of a phrase, and the others.
    parts: Option<(Searched, Vec<String>)>,
    promise: Promise,
}

/// How many other words may stand between two of a phrase: `Cancel your Pro subscription`.
const MOST_BETWEEN: usize = 3;

impl Word {
    fn new(written: &'static str) -> Self {
        Self::of(written, Promise::Own)
    }

    fn of(written: &'static str, promise: Promise) -> Self {
        let form = Searched::of(written);
        let parts = form.text.split_once(' ').map(|(first, rest)| {
            let rest = rest.split(' ').map(str::to_owned);
            (Searched::of(first), rest.collect())
        });
        Self {
            written,
            form,
            parts,
            promise,
        }
    }

    fn is_in(&self, clause: &Searched) -> bool {
        self.places(clause).next().is_some()
    }

    /// Returns what stands before and behind each place of it.
    fn places<'a>(&'a self, clause: &'a Searched) -> impl Iterator<Item = (&'a str, &'a str)> {
        let may_have = self.form.bytes & !clause.bytes == 0;
        let (first, rest) = match &self.parts {
            Some((first, rest)) => (first, rest.as_slice()),
            None => (&self.form, &[][..]),
        };
        let found = may_have.then(|| clause.places(first));
        let found = found.into_iter().flatten();
        found.filter_map(move |(before, after)| {
            let mut rest = rest.iter();
            let behind = rest.try_fold(after, |after, word| behind_word(after, word))?;
            Some((before, behind))
        })
    }

    fn is_same(&self, other: &Self) -> bool {
        self.written == other.written
            || (self.promise != Promise::Own && self.promise == other.promise)
    }
}

/// Returns what stands behind the next place of a word, if no more than a few others of the same phrase stand before it.
fn behind_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let mut rest = text.trim_start();
    for _ in 0..=MOST_BETWEEN {
        let (next, behind) = rest.split_once(' ').unwrap_or((rest, ""));
        if next == word {
            return Some(behind);
        }
        if next.is_empty() || NEW_PHRASE.contains(&next) || NEW_CLAUSE.contains(&next) {
            return None;
        }
        rest = behind;
    }
    None
}

fn words_of(is_wanted: fn(Risk) -> bool) -> Vec<Word> {
    let rows = RISK_WORDS.iter().filter(|row| is_wanted(row.risk));
    let words = |row: &'static RiskWords| row.words.iter().map(|word| Word::of(word, row.promise));
    rows.flat_map(words).collect()
}

/// Returns the dangerous thing that `now` promises while none of what is asked for promises it or the same in other
/// words.
pub(super) fn unasked_danger(asked: &[Said], now: &Said) -> Option<&'static str> {
    if HARMLESS.contains(&now.whole.text.as_str()) {
        return None;
    }
    let is_same_but_more = asked.iter().any(|asked| now.has_words_of(asked));
    let is_asked = |word: &Word| {
        let is_meant = |other: &Word| other.is_same(word) || word.promise == Promise::Confirm;
        let mut promised = asked.iter().flat_map(Said::promised);
        promised.any(is_meant)
    };
    let mut promised = now.promised();
    let unasked = promised
        .find(|word| (is_same_but_more || word.promise != Promise::Scope) && !is_asked(word))?;
    Some(unasked.written)
}

/// Returns the word by which `name` promises something dangerous that `other` says not to happen.
pub(super) fn denied_danger(name: &Said, other: &Said) -> Option<&'static str> {
    let mut promised = name.promised();
    let word = promised.find(|it| it.promise != Promise::Scope)?;
    if name.has_words_of(other) || other.promised().next().is_some() {
        return None;
    }
    // All that it still has of dangerous words it denies.
    let is_denied = other.backs_out() || other.dangers.iter().any(|it| it.is_same(word));
    is_denied.then_some(word.written)
}

/// Returns the word by which `name` is the opposite answer to `other`.
pub(super) fn opposite_answer(name: &Said, other: &Said) -> Option<&'static str> {
    let opposites = OPPOSITES
        .iter()
        .flat_map(|&[one, two]| [[one, two], [two, one]]);
    let mut opposites = opposites.filter(|pair| are_opposites(name, other, *pair));
    if let Some([word, _]) = opposites.next() {
        return Some(word);
    }
    let (yes, no) = (name.answer()?, other.answer()?);
    (yes.0 != no.0).then_some(yes.1)
}

/// Returns whether two names are the same but for these two words.
fn are_opposites(name: &Said, other: &Said, [one, two]: [&str; 2]) -> bool {
    let has = |said: &Said, word: &str| said.words().any(|it| it == word);
    has(name, one) && has(other, two) && name.words_but(one).eq(other.words_but(two))
}

#[derive(PartialEq, Eq)]
enum Answer {
    Yes,
    No,
}

/// Returns the word in `text` that speaks of destroying, paying or sending.
pub fn danger_in(text: &str) -> Option<&'static str> {
    new_danger("", text)
}

/// Returns whether `text` promises to destroy, pay or send, as the name of what does so.
pub(super) fn is_dangerous_act(text: &str) -> bool {
    let said = Said::of(text);
    said.promised().any(|word| word.promise != Promise::Scope)
}

/// Returns whether `text` promises more than a change of the screen.
pub(crate) fn promises_effect(text: &str) -> bool {
    static WORDS: LazyLock<Vec<Word>> = LazyLock::new(|| words_of(Risk::has_side_effect));
    let text = Searched::of(text);
    WORDS.iter().any(|word| text.has(&word.form))
}

/// Returns the dangerous word that `now` has and `recorded` has not, or only to say that it is not done.
pub(super) fn new_danger(recorded: &str, now: &str) -> Option<&'static str> {
    let now = Said::of(now);
    if now.dangers.is_empty() {
        return None;
    }
    let recorded = Said::of(recorded);
    let is_new = |word: &&&Word| {
        let is_denied_no_more = || recorded.denies(word) && now.promises(word);
        !recorded.has(word) || is_denied_no_more()
    };
    now.dangers.iter().find(is_new).map(|word| word.written)
}

pub(super) fn ends_with_word(text: &str, word: &str) -> bool {
    let rest = text.strip_suffix(word);
    rest.is_some_and(|rest| !rest.ends_with(char::is_alphanumeric))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unasked_danger(asked: &str, now: &str) -> Option<&'static str> {
        super::unasked_danger(&[Said::of(asked)], &Said::of(now))
    }

    fn denied_danger(name: &str, other: &str) -> Option<&'static str> {
        super::denied_danger(&Said::of(name), &Said::of(other))
    }

    fn opposite_answer(name: &str, other: &str) -> Option<&'static str> {
        super::opposite_answer(&Said::of(name), &Said::of(other))
    }

    #[test]
    fn two_names_of_one_thing_are_no_danger_and_opposites_are() {
        for (asked, now) in [
            ("OK", "Accept all cookies"),
            ("More", "See all"),
            ("Show more", "Show all results"),
            ("Reject all", "Don't allow cookies"),
            ("Don't allow cookies", "Reject all"),
            ("Delete", "Confirm deletion"),
            ("Confirm deletion", "Delete"),
            ("Forgot password?", "Reset password"),
        ] {
            assert_eq!(unasked_danger(asked, now), None, "{asked}, {now}");
            assert_eq!(opposite_answer(asked, now), None, "{asked}, {now}");
            assert_eq!(denied_danger(now, asked), None, "{asked}, {now}");
        }
        for (name, other) in [
            ("Stay", "Leave"),
            ("Enable sync", "Disable sync"),
            ("Off", "On"),
            ("OK", "Cancel"),
        ] {
            assert!(opposite_answer(name, other).is_some(), "{name}, {other}");
        }
        assert_eq!(opposite_answer("On", "Turn off sync"), None);
        assert!(unasked_danger("Archive", "Archive all").is_some());
        assert!(unasked_danger("Back", "Reset").is_some());
        assert!(unasked_danger("Back", "Confirm").is_some());
    }

    #[test]
    fn words_that_promise_the_same_are_asked_for_by_each_other() {
        assert_eq!(unasked_danger("Delete", "Remove Milk"), None);
        assert_eq!(unasked_danger("Delete", "Удалить"), None);
        assert_eq!(unasked_danger("Send", "Delete"), Some("delete"));
    }

    #[test]
    fn what_is_not_done_is_not_promised() {
        for (asked, now) in [
            ("Do not delete", "Delete"),
            ("Don't delete", "Delete"),
            ("削除しない", "削除する"),
            ("nicht löschen", "Löschen"),
            ("不删除", "删除"),
            ("삭제하지 않음", "삭제"),
            ("Never permanently delete", "Delete"),
            ("No", "No, delete"),
        ] {
            assert!(unasked_danger(asked, now).is_some(), "{asked}, {now}");
            assert_eq!(unasked_danger("Keep", asked), None, "{asked}");
        }
        assert!(denied_danger("Delete", "Do not delete").is_some());
        assert!(denied_danger("Delete", "Undo delete").is_some());
        assert!(unasked_danger("Cancel delete", "Delete").is_some());
        assert!(denied_danger("Delete", "Cancel").is_some());
        assert_eq!(denied_danger("Delete", "Delete Milk"), None);
        assert!(new_danger("Do not delete", "Delete").is_some());
    }

    #[test]
    fn opposite_answers_are_told_apart() {
        for (one, other) in [
            ("Yes", "No"),
            ("Allow", "Deny"),
            ("Accept", "Decline"),
            ("Allow", "Don't allow"),
            ("はい", "いいえ"),
            ("許可", "許可しない"),
        ] {
            assert!(opposite_answer(one, other).is_some(), "{one}, {other}");
            assert!(opposite_answer(other, one).is_some(), "{other}, {one}");
        }
        for (one, other) in [
            ("Yes", "Yes, no problem"),
            ("Accept", "Yes, I accept"),
            ("Next", "No"),
            ("Accept", "There are no cookies here at all"),
        ] {
            assert_eq!(opposite_answer(one, other), None, "{one}, {other}");
        }
    }

    #[test]
    fn words_are_found_however_they_are_written() {
        for written in [
            "Del\u{ad}ete",
            "Ｄｅｌｅｔｅ",
            "D e l e t e",
            "D-E-L-E-T-E",
            "Dеlete",
            "모두 삭제",
            "Excluir",
            "退会",
            "Move to trash",
        ] {
            assert!(danger_in(written).is_some(), "{written:?}");
        }
        for harmless in ["Mode", "A B", "Deleted items", "Silver", "Kuprin"] {
            assert_eq!(danger_in(harmless), None, "{harmless}");
        }
    }

    #[test]
    fn a_phrase_is_known_with_a_few_words_in_it() {
        for (one, other) in [
            ("Cancel subscription", "Cancel your Pro subscription"),
            ("Close account", "Close your bank account"),
            ("Sign out", "Sign me out"),
            ("Log out", "Log this device out"),
            ("Place order", "Place your order"),
        ] {
            for (one, other) in [(one, other), (other, one)] {
                assert_eq!(unasked_danger(one, other), None, "{one}, {other}");
                assert_eq!(denied_danger(one, other), None, "{one}, {other}");
            }
            assert!(danger_in(other).is_some(), "{other}");
        }
        assert!(new_danger("Cancel", "Cancel your Pro subscription").is_some());
        assert!(unasked_danger("Don't cancel my subscription", "Cancel subscription").is_some());
        for harmless in [
            "Sign up to find out more",
            "Sign in or out",
            "Close, then open your account",
            "Close this window to see the account",
            "Cancel and keep the subscription",
            "Log in without logging out",
        ] {
            assert_eq!(danger_in(harmless), None, "{harmless}");
        }
    }

    #[test]
    fn only_words_that_are_new_are_dangerous() {
        assert_eq!(new_danger("Continue", "Delete account"), Some("delete"));
        assert_eq!(new_danger("Delete", "Delete it"), None);
        assert_eq!(new_danger("Archive", "Archive All"), Some("all"));
        assert_eq!(new_danger("General", "Payload"), None);
        assert_eq!(new_danger("保存", "メモを削除"), Some("削除"));
    }
}
