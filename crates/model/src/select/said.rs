//! What a name says: which dangerous things it promises, and which it says not to be done. A name is taken apart once,
//! however many others it is compared with.

use std::sync::LazyLock;

use super::denial::is_not_done;
use super::phrase_words::{ENDINGS, NEW_CLAUSE, NEW_PHRASE, PARTS, QUANTITIES};
use super::risk_words::{
    BACKING_OUT, HARMLESS, NO, OPPOSITES, Promise, RISK_WORDS, Risk, RiskWords, YES,
};
use super::searched::{Place, Searched, gap};

/// More words than this are no answer but speak of one.
const LONGEST_ANSWER: usize = 4;

/// What a text says, as words are looked for in it.
pub(super) struct Said {
    text: Searched,
    /// The dangerous words in it, those it denies too.
    dangers: Vec<&'static Word>,
}

impl Said {
    pub(super) fn of(text: &str) -> Self {
        static DANGEROUS: LazyLock<Vec<Word>> = LazyLock::new(|| words_of(Risk::is_dangerous));
        let text = Searched::of(text);
        let is_in = |word: &&Word| word.places(&text).next().is_some();
        let dangers = DANGEROUS.iter().filter(is_in).collect();
        Self { text, dangers }
    }

    /// Returns whether it says nothing.
    pub(super) fn is_empty(&self) -> bool {
        self.text.text().is_empty()
    }

    /// Returns whether it has all words of another text in it, one after the other.
    pub(super) fn has_words_of(&self, other: &Self) -> bool {
        self.text.has(&other.text)
    }

    fn words(&self) -> impl Iterator<Item = &str> {
        self.text.text().split(' ')
    }

    fn words_but(&self, word: &str) -> impl Iterator<Item = &str> {
        self.words().filter(move |it| *it != word)
    }

    /// Returns the dangerous words of which it says that they are done.
    fn promised(&self) -> impl Iterator<Item = &'static Word> {
        let dangers = self.dangers.iter().copied();
        dangers.filter(|word| self.promises(word))
    }

    /// Returns the word by which it promises one of these.
    pub(super) fn promised_of(&self, promises: &[Promise]) -> Option<&'static str> {
        let mut promised = self.promised();
        let word = promised.find(|word| promises.contains(&word.promise));
        word.map(|word| word.written)
    }

    /// Returns whether it promises anything dangerous; how much is meant is none by itself.
    pub(super) fn promises_danger(&self) -> bool {
        let mut promised = self.promised();
        promised.any(|word| word.promise != Promise::Scope)
    }

    fn has(&self, word: &Word) -> bool {
        word.places(&self.text).next().is_some()
    }

    /// Returns whether it says that this is done.
    fn promises(&self, word: &Word) -> bool {
        let mut places = word.places(&self.text);
        places.any(|place| !is_not_done(place))
    }

    /// Returns whether it says that this is not done.
    fn denies(&self, word: &Word) -> bool {
        self.has(word) && !self.promises(word)
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

/// A word of a table, or a phrase of several, between which a few others may stand.
struct Word {
    written: &'static str,
    form: Searched,
    /// The first word of a phrase, and the others.
    parts: Option<(Searched, Vec<String>)>,
    promise: Promise,
}

impl Word {
    fn new(written: &'static str) -> Self {
        Self::of(written, Promise::Own)
    }

    fn of(written: &'static str, promise: Promise) -> Self {
        let form = Searched::of(written);
        let parts = form.text().split_once(' ').map(|(first, rest)| {
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

    /// Returns each place of it.
    fn places<'a>(&'a self, text: &'a Searched) -> impl Iterator<Item = Place<'a>> {
        let (first, rest) = match &self.parts {
            Some((first, rest)) => (first, rest.as_slice()),
            None => (&self.form, &[][..]),
        };
        let found = text.may_have(&self.form).then(|| text.places(first));
        let found = found.into_iter().flatten();
        found.filter_map(move |place| {
            let mut rest = rest.iter();
            let behind = rest.try_fold(place.behind(), |behind, word| behind_word(behind, word))?;
            let end = place.text.len() - behind.len();
            Some(Place { end, ..place })
        })
    }

    fn is_same(&self, other: &Self) -> bool {
        self.written == other.written
            || (self.promise != Promise::Own && self.promise == other.promise)
    }
}

/// How many other words may stand between two of a phrase: `Cancel your Acme Premium Family Plus subscription`.
const MOST_BETWEEN: usize = 6;

/// Returns what stands behind the next place of a word, if no more than a few others of the same phrase stand before it.
/// What is in brackets does not count, nor do the parts of a word such as `add-on` begin another phrase.
fn behind_word<'a>(text: &'a str, wanted: &str) -> Option<&'a str> {
    let (mut is_in_brackets, mut is_left_out) = (false, false);
    let (mut between, mut last) = (0, "");
    for word in words_with_gaps(text) {
        match word.before {
            gap::OPENS => (is_in_brackets, is_left_out) = (true, false),
            gap::CLOSES => (is_in_brackets, is_left_out) = (false, false),
            _ => {}
        }
        let is_other_phrase = word.before == gap::END || word.begins_phrase(last);
        if !is_left_out && word.before != gap::END && is_form_of(word.text, wanted) {
            return Some(word.behind);
        }
        if is_other_phrase && !is_in_brackets {
            return None;
        }
        is_left_out |= is_other_phrase;
        between += usize::from(!is_in_brackets && word.before != gap::JOINT);
        if between > MOST_BETWEEN {
            return None;
        }
        last = word.text;
    }
    None
}

/// A word of a text, with what stands around it.
struct NextWord<'a> {
    before: char,
    text: &'a str,
    behind: &'a str,
}

impl NextWord<'_> {
    fn begins_phrase(&self, last: &str) -> bool {
        let joins = [gap::JOINT, gap::POINT];
        let is_part_of_word = joins.contains(&self.before) || self.behind.starts_with(joins);
        let begins = NEW_PHRASE.contains(&self.text)
            || NEW_CLAUSE.contains(&self.text)
            || PARTS.contains(&self.text) && !QUANTITIES.contains(&last);
        begins && !is_part_of_word
    }
}

/// Returns the words of what stands behind a place. In scripts without spaces the first may begin in the middle of one.
fn words_with_gaps(text: &str) -> impl Iterator<Item = NextWord<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let before = rest.chars().next()?;
        let is_gap = !before.is_alphanumeric();
        let word = if is_gap { &rest[1..] } else { rest };
        let end = word.find(|c: char| !c.is_alphanumeric());
        let (text, behind) = word.split_at(end.unwrap_or(word.len()));
        rest = behind;
        let before = if is_gap { before } else { gap::SPACE };
        Some(NextWord {
            before,
            text,
            behind,
        })
    })
}

/// Returns whether a word of a text is one of a phrase, or its plural. Of words that are bent in other ways the table
/// has the part that stays.
fn is_form_of(word: &str, wanted: &str) -> bool {
    let ending = word.strip_prefix(wanted);
    ending.is_some_and(|it| it.is_empty() || ENDINGS.contains(&it) || !wanted.is_ascii())
}

fn words_of(is_wanted: fn(Risk) -> bool) -> Vec<Word> {
    let rows = RISK_WORDS.iter().filter(|row| is_wanted(row.risk));
    let words = |row: &'static RiskWords| row.words.iter().map(|word| Word::of(word, row.promise));
    rows.flat_map(words).collect()
}

/// Returns the dangerous thing that `now` promises while none of what is asked for promises it or the same in other
/// words.
pub(super) fn unasked_danger(asked: &[Said], now: &Said) -> Option<&'static str> {
    if HARMLESS.contains(&now.text.text()) {
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

/// Returns whether a text agrees to something.
pub(super) fn is_yes(text: &str) -> bool {
    let answer = Said::of(text).answer();
    answer.is_some_and(|(answer, _)| answer == Answer::Yes)
}

/// Returns a text in the form in which words are looked for: plain letters and figures with one space between words.
pub(super) fn plain_words(text: &str) -> String {
    Searched::of(text).text().to_owned()
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
            ("Never auto-delete", "Delete"),
            ("Do not (ever) delete", "Delete"),
            ("Keine Daten löschen", "Löschen"),
            ("Ne pas supprimer", "Supprimer"),
            ("No eliminar", "Eliminar"),
            ("Não excluir", "Excluir"),
            ("Не удалять", "Удалить"),
            ("삭제할 수 없음", "삭제"),
            ("削除されていません", "削除する"),
            ("削除をやめる", "削除する"),
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
    fn a_denial_of_something_else_does_not_deny_a_danger() {
        for now in [
            "Not now. Delete",
            "Not now - Delete",
            "Not now (delete)",
            "No.Delete",
            "Not sure? Delete",
            "削除しないといけない",
            "削除するとやりなおせません",
            "削除しませんか",
            "Nein, löschen",
            "Non: supprimer",
        ] {
            assert!(unasked_danger("Keep", now).is_some(), "{now}");
        }
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
    fn a_phrase_is_known_however_its_words_are_joined_and_bent() {
        for dangerous in [
            "Cancel your add-on subscription",
            "Cancel your pay-as-you-go subscription",
            "Cancel subscriptions",
            "Cancel all of your subscriptions",
            "Cancel your Acme Premium Family Plus subscription",
            "Cancel your Netflix.com subscription",
            "Cancel (monthly) subscription",
            "Cancel (e.g. monthly) subscription",
            "Cancel [trial] subscription",
            "Cancel (subscription)",
            "Close \"Main\" account",
            "Close ‘Savings’ account",
            "Close 1,200 accounts",
            "Close (both) accounts",
            "Sign-out",
            "Sign everyone else out",
            "Place 3 orders",
            "Kundenkonten endgültig schließen",
            "Abo „Plus“ beenden",
            "Fermer mon compte",
            "Annuler l’abonnement",
            "Cancelar todas las suscripciones",
            "Cerrar (mi) cuenta",
            "Cancelar assinaturas",
            "Encerrar a conta",
            "Annulla gli abbonamenti",
            "Chiudi l’account",
            "Отменить все подписки",
            "Закрыть аккаунт «Основной»",
            "サブスクリプションをキャンセル",
            "アカウントを閉鎖する",
            "구독을 취소",
            "계정 해지하기",
            "取消订阅",
            "退出登录",
        ] {
            assert!(danger_in(dangerous).is_some(), "{dangerous}");
        }
    }

    #[test]
    fn words_of_a_phrase_in_different_phrases_are_none() {
        for harmless in [
            "Sign up: find out more",
            "Sign in (or out)",
            "Close (then open your account)",
            "Close | Account",
            "Cancel. Your subscription stays",
            "Cancel - keep the subscription",
            "Order history is now empty",
            "Close accounting",
            "Log in to check how things turned out",
            "Schließen, dann Konto öffnen",
            "Konto öffnen und Fenster schließen",
            "Fermer la fenêtre pour voir le compte",
            "Cerrar la ventana de la cuenta",
            "Cancelar y ver la suscripción",
            "Fechar para ver a conta",
            "Chiudi e apri l’account",
            "Закрыть и открыть аккаунт",
            "サブスクリプションを見る",
            "구독 보기",
            "查看订阅",
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
