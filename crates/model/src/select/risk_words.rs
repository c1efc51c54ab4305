//! Words that promise more than a change of the screen, or turn a label into its opposite, by language: what is
//! dangerous must never be touched unless the author or the recording said it.

use std::sync::LazyLock;

use crate::seen::plain;

/// A consequence that touching something of that name may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Risk {
    /// Destroys, pays or sends where nobody else would notice; not touched unasked.
    Dangerous,
    /// Reaches a server, another app or stored data, and can be undone.
    SideEffect,
    /// Both.
    DangerousEffect,
}

impl Risk {
    const fn is_dangerous(self) -> bool {
        match self {
            Self::Dangerous | Self::DangerousEffect => true,
            Self::SideEffect => false,
        }
    }

    const fn has_side_effect(self) -> bool {
        match self {
            Self::SideEffect | Self::DangerousEffect => true,
            Self::Dangerous => false,
        }
    }
}

/// What words promise, so that one of them stands for the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Promise {
    Destroy,
    Pay,
    Send,
    /// The end of an account or a session.
    Leave,
    /// That what another word promises is meant; by itself nothing.
    Confirm,
    /// How much is meant; a danger only where the same is asked for without it.
    Scope,
    /// Each word its own.
    Own,
}

/// Words of one language, one risk and one promise, in small letters.
struct RiskWords {
    risk: Risk,
    promise: Promise,
    words: &'static [&'static str],
}

const fn words(risk: Risk, promise: Promise, words: &'static [&'static str]) -> RiskWords {
    RiskWords {
        risk,
        promise,
        words,
    }
}

/// Every such word there is. Another language is another few lines; of words that are bent, the part that stays.
#[rustfmt::skip]
static RISK_WORDS: [RiskWords; 44] = [
    // English.
    words(Risk::DangerousEffect, Promise::Destroy, &["delete", "deletion"]),
    words(Risk::DangerousEffect, Promise::Leave, &["sign out"]),
    words(Risk::DangerousEffect, Promise::Pay, &["pay", "buy", "purchase", "checkout"]),
    words(Risk::DangerousEffect, Promise::Send, &["send", "submit"]),
    words(Risk::DangerousEffect, Promise::Confirm, &["confirm"]),
    words(Risk::DangerousEffect, Promise::Own, &["transfer"]),
    words(Risk::Dangerous, Promise::Destroy, &[
        "remove", "erase", "wipe", "discard", "uninstall", "destroy", "purge", "trash",
    ]),
    words(Risk::Dangerous, Promise::Pay, &["order now", "place order", "donate"]),
    words(Risk::Dangerous, Promise::Leave, &[
        "log out", "logout", "deactivate", "close account", "cancel subscription", "unsubscribe", "terminate", "revoke",
    ]),
    words(Risk::Dangerous, Promise::Own, &["reset", "format", "block", "report", "withdraw"]),
    words(Risk::Dangerous, Promise::Scope, &["all", "everything"]),
    words(Risk::SideEffect, Promise::Own, &[
        "save", "sync", "search", "refresh", "login", "log in", "sign in", "sign up", "register", "order", "book",
        "post", "publish", "upload", "download", "apply", "subscribe",
    ]),
    // Japanese.
    words(Risk::DangerousEffect, Promise::Destroy, &["削除"]),
    words(Risk::DangerousEffect, Promise::Pay, &["購入", "支払"]),
    words(Risk::DangerousEffect, Promise::Send, &["送信"]),
    words(Risk::Dangerous, Promise::Destroy, &["消去", "破棄", "初期化"]),
    words(Risk::Dangerous, Promise::Pay, &["決済", "送金", "振込"]),
    words(Risk::Dangerous, Promise::Leave, &["退会", "解約"]),
    words(Risk::Dangerous, Promise::Scope, &["すべて", "全部"]),
    words(Risk::SideEffect, Promise::Own, &[
        "保存", "検索", "更新", "ログイン", "ログアウト", "注文", "登録", "確定", "申し込", "同期",
    ]),
    // French, German, Spanish and Portuguese, Italian, Dutch.
    words(Risk::Dangerous, Promise::Destroy, &["supprimer", "effacer", "désinstaller"]),
    words(Risk::Dangerous, Promise::Pay, &["acheter", "payer"]),
    words(Risk::Dangerous, Promise::Send, &["envoyer"]),
    words(Risk::Dangerous, Promise::Destroy, &["löschen", "entfernen", "verwerfen"]),
    words(Risk::Dangerous, Promise::Pay, &["kaufen", "bezahlen", "überweisen"]),
    words(Risk::Dangerous, Promise::Send, &["senden", "absenden"]),
    words(Risk::Dangerous, Promise::Leave, &["kündigen", "abmelden"]),
    words(Risk::Dangerous, Promise::Destroy, &["eliminar", "borrar", "excluir", "apagar", "remover"]),
    words(Risk::Dangerous, Promise::Pay, &["comprar", "pagar"]),
    words(Risk::Dangerous, Promise::Send, &["enviar"]),
    words(Risk::Dangerous, Promise::Destroy, &["elimina", "cancella", "rimuovi"]),
    words(Risk::Dangerous, Promise::Pay, &["acquista", "paga", "kopen", "betalen"]),
    words(Risk::Dangerous, Promise::Destroy, &["verwijderen", "wissen", "radera", "slett", "slet", "poista"]),
    // Polish, Czech, Turkish, Vietnamese, Indonesian.
    words(Risk::Dangerous, Promise::Destroy, &["usuń", "smazat", "odstranit", "sil", "xóa", "hapus"]),
    words(Risk::Dangerous, Promise::Pay, &["zapłać", "kup", "satın al"]),
    // Russian and Ukrainian, Greek.
    words(Risk::Dangerous, Promise::Destroy, &["удал", "стереть", "видал", "διαγραφ"]),
    words(Risk::Dangerous, Promise::Pay, &["оплат", "купить"]),
    words(Risk::Dangerous, Promise::Send, &["отправ"]),
    // Korean, Chinese, Thai, Hindi.
    words(Risk::Dangerous, Promise::Destroy, &["삭제", "删除", "刪除", "清空", "移除", "卸载", "ลบ", "हटाएं", "मिटाएं"]),
    words(Risk::Dangerous, Promise::Pay, &["결제", "구매", "支付", "购买", "購買"]),
    words(Risk::Dangerous, Promise::Send, &["보내기", "전송", "发送", "發送"]),
    words(Risk::Dangerous, Promise::Leave, &["탈퇴", "注销"]),
    // Arabic, Hebrew.
    words(Risk::Dangerous, Promise::Destroy, &["حذف", "مسح", "מחק"]),
    words(Risk::Dangerous, Promise::Pay, &["شراء", "دفع"]),
];

/// Words that, before a dangerous one with at most one other between them, say that it is not done; directly before a
/// label, they turn it into its opposite.
#[rustfmt::skip]
static NOT_BEFORE: [&str; 23] = [
    "undo", "cancel", "abort", "don't", "dont", "not", "no", "never", "without", "won't", "cannot", "can't",
    "ne", "ne pas", "nicht", "kein", "keine", "ohne", "sin", "não", "senza", "не", "без",
];

/// More words that, directly before a label, turn it into its opposite.
static OPPOSITES_BEFORE: [&str; 4] = ["disable", "stop", "isn't", "don’t"];

/// Endings that, directly after a label, turn it into its opposite.
#[rustfmt::skip]
static OPPOSITES_AFTER: [&str; 6] = ["しない", "ない", "できない", "されていない", "せず", "を解除"];

/// Beginnings of what follows a dangerous word that say that it is not done, and what is put before one without a space.
#[rustfmt::skip]
static NOT_AFTER: [&str; 14] = [
    "しな", "しません", "せず", "はしな", "をしな", "されな", "されません", "をやめ", "をキャンセル", "を中止", "を取り消",
    "하지 않", "하지 마", "안 함",
];
#[rustfmt::skip]
static NOT_JOINED: [&str; 6] = ["不", "不要", "别", "勿", "取消", "عدم "];

/// Answers to a question, and their opposites.
#[rustfmt::skip]
static YES: [&str; 36] = [
    "yes", "allow", "accept", "approve", "agree", "permit", "grant", "はい", "許可", "承認", "同意", "承諾",
    "oui", "autoriser", "accepter", "ja", "erlauben", "zulassen", "akzeptieren", "annehmen", "sí", "permitir", "aceptar", "sim", "aceitar",
    "consenti", "accetta", "разреш", "принять", "허용", "동의", "수락", "允许", "允許", "接受", "السماح",
];
#[rustfmt::skip]
static NO: [&str; 30] = [
    "no", "deny", "decline", "reject", "refuse", "disagree", "disallow", "いいえ", "拒否", "却下",
    "non", "refuser", "nein", "ablehnen", "verweigern", "rechazar", "denegar", "não", "recusar", "negar",
    "rifiuta", "отклон", "запрет", "нет", "거부", "거절", "아니요", "拒绝", "拒絕", "رفض",
];

/// Words of which a name has one and another the other, the rest of them being the same.
static OPPOSITES: [[&str; 2]; 4] = [
    ["stay", "leave"],
    ["enable", "disable"],
    ["on", "off"],
    ["ok", "cancel"],
];

/// Where a person gets a new password; nothing else is set back.
static HARMLESS: [&str; 3] = ["reset password", "reset your password", "reset my password"];

/// More words than this are no answer but speak of one.
const LONGEST_ANSWER: usize = 4;

/// What a text says, clause by clause, as words are looked for in it.
struct Said(Vec<String>);

impl Said {
    fn of(text: &str) -> Self {
        let is_end = |c: char| ".,;:!?()/|\n—–、。・「」（）".contains(c);
        Self(text.split(is_end).map(spaced).collect())
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
        let clauses = self.0.iter();
        clauses.flat_map(move |clause| places(clause, &word.spaced))
    }
}

fn is_denied(before: &str, after: &str) -> bool {
    static BEFORE: LazyLock<[String; 23]> = LazyLock::new(|| NOT_BEFORE.map(spaced));
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

/// A word of a table in the form it is compared in.
struct Word {
    written: &'static str,
    spaced: String,
    promise: Promise,
}

impl Word {
    fn new(written: &'static str) -> Self {
        Self::of(written, Promise::Own)
    }

    fn of(written: &'static str, promise: Promise) -> Self {
        let spaced = spaced(written);
        Self {
            written,
            spaced,
            promise,
        }
    }

    fn is_same(&self, other: &Self) -> bool {
        self.written == other.written
            || (self.promise != Promise::Own && self.promise == other.promise)
    }
}

/// Returns the dangerous words, in the form they are compared in.
fn dangerous() -> &'static [Word] {
    static WORDS: LazyLock<Vec<Word>> = LazyLock::new(|| words_of(Risk::is_dangerous));
    &WORDS
}

fn words_of(is_wanted: fn(Risk) -> bool) -> Vec<Word> {
    let rows = RISK_WORDS.iter().filter(|row| is_wanted(row.risk));
    let words = |row: &'static RiskWords| row.words.iter().map(|word| Word::of(word, row.promise));
    rows.flat_map(words).collect()
}

/// Returns the dangerous thing that `now` promises while `asked` promises neither it nor the same in other words.
pub(super) fn unasked_danger(asked: &str, now: &str) -> Option<&'static str> {
    if HARMLESS.contains(&spaced(now).as_str()) {
        return None;
    }
    let is_same_but_more = asked.lines().any(|asked| has_words(now, asked));
    let (asked, now) = (Said::of(asked), Said::of(now));
    let is_asked = |word: &Word| {
        let is_meant = |other: &Word| other.is_same(word) || word.promise == Promise::Confirm;
        let mut same = dangerous().iter().filter(|other| is_meant(other));
        same.any(|word| asked.promises(word))
    };
    let words = dangerous().iter();
    let words = words.filter(|word| is_same_but_more || word.promise != Promise::Scope);
    let mut promised = words.filter(|word| now.promises(word));
    promised
        .find(|word| !is_asked(word))
        .map(|word| word.written)
}

/// Returns the word by which `name` promises something dangerous that `other` says not to happen.
pub(super) fn denied_danger(name: &str, other: &str) -> Option<&'static str> {
    let (name_said, other_said) = (Said::of(name), Said::of(other));
    let mut words = dangerous().iter();
    let word = words.find(|it| it.promise != Promise::Scope && name_said.promises(it))?;
    if has_words(name, other) || dangerous().iter().any(|word| other_said.promises(word)) {
        return None;
    }
    let mut same = dangerous().iter().filter(|other| other.is_same(word));
    let is_denied = backs_out(other) || same.any(|word| other_said.denies(word));
    is_denied.then_some(word.written)
}

/// Returns the word by which `name` is the opposite answer to `other`.
pub(super) fn opposite_answer(name: &str, other: &str) -> Option<&'static str> {
    let opposites = OPPOSITES
        .iter()
        .flat_map(|&[one, two]| [[one, two], [two, one]]);
    let mut opposites = opposites.filter(|pair| are_opposites(name, other, *pair));
    if let Some([word, _]) = opposites.next() {
        return Some(word);
    }
    let (yes, no) = (answer(name)?, answer(other)?);
    (yes.0 != no.0).then_some(yes.1)
}

/// Returns whether two names are the same but for these two words.
fn are_opposites(name: &str, other: &str, [one, two]: [&str; 2]) -> bool {
    let rest = |text: &str, word: &str| {
        let text = spaced(text);
        let words = text.split(' ');
        let rest: Vec<String> = words
            .clone()
            .filter(|it| *it != word)
            .map(str::to_owned)
            .collect();
        (rest.len() < words.count()).then_some(rest)
    };
    rest(name, one).is_some_and(|left| rest(other, two) == Some(left))
}

#[derive(PartialEq, Eq)]
enum Answer {
    Yes,
    No,
}

/// Returns what a short text answers, and by which word; nothing where it says both.
fn answer(text: &str) -> Option<(Answer, &'static str)> {
    static WORDS: LazyLock<[Vec<Word>; 2]> =
        LazyLock::new(|| [YES.map(Word::new).into(), NO.map(Word::new).into()]);
    let said = Said::of(text);
    if spaced(text).split(' ').count() > LONGEST_ANSWER {
        return None;
    }
    let [yes, no] = &*WORDS;
    if let Some(denied) = yes.iter().find(|word| said.denies(word)) {
        return Some((Answer::No, denied.written));
    }
    let found = |words: &[Word]| {
        words
            .iter()
            .find(|word| said.has(word))
            .map(|word| word.written)
    };
    match (found(yes), found(no)) {
        (Some(word), None) => Some((Answer::Yes, word)),
        (None, Some(word)) => Some((Answer::No, word)),
        (Some(_), Some(_)) | (None, None) => None,
    }
}

/// Words that promise that nothing happens, by language.
#[rustfmt::skip]
static BACKING_OUT: [&str; 33] = [
    "cancel", "keep", "back", "close", "no", "undo", "dismiss", "stay", "later", "skip", "abort", "never mind", "don't",
    "キャンセル", "戻る", "閉じる", "いいえ", "中止", "やめる", "元に戻す",
    "annuler", "retour", "fermer", "non", "abbrechen", "zurück", "schließen", "nein", "behalten",
    "cancelar", "volver", "cerrar", "conservar",
];

/// Returns whether `text` promises that nothing happens.
fn backs_out(text: &str) -> bool {
    static WORDS: LazyLock<Vec<Word>> = LazyLock::new(|| BACKING_OUT.map(Word::new).into());
    let said = Said::of(text);
    WORDS.iter().any(|word| said.has(word))
}

/// Returns whether `text` has all these words in it, one after the other.
pub(super) fn has_words(text: &str, words: &str) -> bool {
    has_word(&spaced(text), &spaced(words))
}

/// Returns the word in `text` that speaks of destroying, paying or sending.
pub fn danger_in(text: &str) -> Option<&'static str> {
    new_danger("", text)
}

/// Returns whether `text` promises more than a change of the screen.
pub(crate) fn promises_effect(text: &str) -> bool {
    static WORDS: LazyLock<Vec<Word>> = LazyLock::new(|| words_of(Risk::has_side_effect));
    let text = spaced(text);
    WORDS.iter().any(|word| has_word(&text, &word.spaced))
}

/// Returns the dangerous word that `now` has and `recorded` has not, or only to say that it is not done.
pub(super) fn new_danger(recorded: &str, now: &str) -> Option<&'static str> {
    let (recorded, now) = (Said::of(recorded), Said::of(now));
    let is_new = |word: &&Word| {
        let is_denied_no_more = || recorded.denies(word) && now.promises(word);
        now.has(word) && (!recorded.has(word) || is_denied_no_more())
    };
    dangerous().iter().find(is_new).map(|word| word.written)
}

/// Returns whether `text` says the opposite of the label it contains, as `Don't Save` does of `Save`.
///
/// Only what stands directly beside the label counts: `Error: no connection` is an error.
pub(super) fn negates(text: &str, label: &str) -> bool {
    let (text, label) = (text.to_lowercase(), label.to_lowercase());
    let Some(start) = text.find(&label) else {
        return false;
    };
    let before = text[..start].trim_end();
    let after = &text[start + label.len()..];
    let mut words = NOT_BEFORE.iter().chain(&OPPOSITES_BEFORE);
    words.any(|word| ends_with_word(before, word))
        || OPPOSITES_AFTER.iter().any(|end| after.starts_with(end))
}

/// How many single letters in a row are a word with spaces between its letters.
const SPELLED_OUT: usize = 3;

/// Returns the text as words are looked for in it: plain letters, with one space wherever something stands that is no
/// letter or figure, and none between the letters of a word that is spelled out.
fn spaced(text: &str) -> String {
    let text = plain(text);
    let words = text.split(|c: char| !c.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let is_letter = |word: &str| word.len() == 1 && word.as_bytes()[0].is_ascii_alphabetic();
    let runs = words.chunk_by(|a, b| is_letter(a) == is_letter(b));
    let runs = runs.map(|run| match is_letter(run[0]) && run.len() >= SPELLED_OUT {
        true => run.concat(),
        false => run.join(" "),
    });
    runs.collect::<Vec<_>>().join(" ")
}

/// Returns what stands before and behind each place of a word. Words of scripts without spaces between them, and parts of
/// words that are bent, may stand anywhere.
fn places<'a>(text: &'a str, word: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
    let found = text.match_indices(word).filter(|_| !word.is_empty());
    let found = found.map(move |(start, _)| (&text[..start], &text[start + word.len()..]));
    found.filter(move |(before, after)| {
        let is_letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphabetic());
        let is_cut = is_letter(before.chars().next_back()) || is_letter(after.chars().next());
        !word.is_ascii() || !is_cut
    })
}

fn has_word(text: &str, word: &str) -> bool {
    places(text, word).next().is_some()
}

fn ends_with_word(text: &str, word: &str) -> bool {
    let rest = text.strip_suffix(word);
    rest.is_some_and(|rest| !rest.ends_with(char::is_alphanumeric))
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn every_word_stands_once_and_in_small_letters() {
        let mut all: Vec<&str> = Vec::new();
        for row in &RISK_WORDS {
            all.extend(row.words);
        }
        let count = all.len();
        assert!(all.iter().all(|word| word.to_lowercase() == *word));
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
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
    fn only_what_stands_beside_a_label_makes_its_opposite() {
        assert!(negates("Don't Save", "save"));
        assert!(negates("Not connected", "Connected"));
        assert!(negates("保存しない", "保存"));
        assert!(negates("Can't save", "Save"));
        assert!(negates("Do not save", "Save"));
        assert!(negates("Не сохранять", "сохранять"));
        assert!(!negates("Error: no connection", "Error"));
        assert!(!negates("Airplane mode, Off", "Airplane mode"));
        assert!(!negates("Piano Save", "Save"));
        assert!(!negates("Online Save", "Save"));
        assert!(!negates("No, Save", "Save"));
        assert!(!negates("Save now", "Save"));
        assert!(!negates("Notes", "Notes"));
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
