//! Messages by which an app says that something went wrong, where they came with an act.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::screen::{Element, Role, Screen};
use crate::seen::plain;
use crate::select::{has_word_edges, negates};

use super::error_words::{COMPLAINTS, ERRORS};

/// The longest text that is a message and not something to read, in characters.
const LONGEST: usize = 300;

/// A message that something went wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ErrorMessage {
    /// Its words.
    pub text: String,
    /// Whether the app marks it as a message: as an alert, a toast, a dialog, a field that is wrong.
    pub is_marked: bool,
}

impl ErrorMessage {
    /// Returns whether a quotation is what says that something went wrong: whoever proves `Saved` does not expect
    /// `Your changes were not saved`.
    pub fn is_told_by(&self, quote: &str) -> bool {
        let (text, quote) = (plain(&self.text), plain(quote));
        if quote.is_empty() || !text.contains(&quote) {
            return false;
        }
        let rest = text.replace(&quote, " ");
        text == quote
            || says_error(&quote, true)
            || (!says_error(&rest, true) && !negates(&self.text, &quote))
    }
}

/// Returns the messages on `now` that something went wrong and that were not there before. What stands in lists is what
/// people wrote, and on another page everything is new: there only marked messages count.
pub fn new_errors(before: &Screen, now: &Screen) -> Vec<ErrorMessage> {
    let is_same_page = before.document == now.document && before.app == now.app;
    // Most texts were there before, and looking for words in all of them would take longer than the reading.
    let known: HashSet<(&str, bool)> = before.visible().map(|(_, it)| mark_of(it)).collect();
    let visible = now
        .visible()
        .filter(|(_, element)| !known.contains(&mark_of(element)));
    let found = visible.filter_map(|(index, element)| {
        let is_marked = is_marked(now, index);
        if element.is_editable {
            let name = element.caption().to_owned();
            return element.is_alert.then_some(ErrorMessage {
                text: format!("`{name}` is invalid"),
                is_marked: true,
            });
        }
        let is_candidate = is_marked || (is_same_page && !is_data(now, index));
        let text = element.caption();
        let says = is_candidate && text.chars().count() <= LONGEST && says_error(text, is_marked);
        says.then(|| ErrorMessage {
            text: text.to_owned(),
            is_marked,
        })
    });
    found.collect()
}

/// The longest text of another page that is a message, in characters.
const LONGEST_ON_PAGE: usize = 120;

/// Returns the plain texts of another page that say that something went wrong, for acts that write: there everything is new.
pub fn page_errors(before: &Screen, now: &Screen) -> Vec<ErrorMessage> {
    if before.document == now.document && before.app == now.app {
        return Vec::new();
    }
    let known: HashSet<&str> = before.visible().map(|(_, it)| it.caption()).collect();
    let texts = now.visible().filter(|(index, element)| {
        let text = element.caption();
        let is_short = text.chars().count() <= LONGEST_ON_PAGE;
        is_short && !known.contains(text) && !element.is_editable && !is_data(now, *index)
    });
    let errors = texts.filter(|(_, element)| says_error(element.caption(), false));
    let error = |element: &Element| ErrorMessage {
        text: element.caption().to_owned(),
        is_marked: false,
    };
    errors.map(|(_, element)| error(element)).collect()
}

/// Returns whether a text says that something went wrong. `is_marked` tells whether it is sure to be a message.
pub fn says_error(text: &str, is_marked: bool) -> bool {
    static PLAIN: LazyLock<[Vec<String>; 2]> = LazyLock::new(|| {
        [&ERRORS[..], &COMPLAINTS[..]].map(|words| words.iter().map(|word| plain(word)).collect())
    });
    let [errors, complaints] = &*PLAIN;
    let complaints = complaints.iter().filter(|_| is_marked);
    let mut spelled = plain(text).replace('’', "'");
    for phrase in NO_WAY_BACK {
        spelled = spelled.replace(&plain(phrase), " ");
    }
    errors.iter().chain(complaints).any(|word| {
        let mut places = spelled.match_indices(word.as_str());
        places.any(|(start, _)| {
            let before = spelled[..start].split_whitespace().next_back();
            has_word_edges(&spelled, start, start + word.len())
                && !before.is_some_and(|word| NONE.contains(&word))
                && !negates(text, word)
        })
    })
}

/// What a question says of an act that is not done yet.
#[rustfmt::skip]
const NO_WAY_BACK: [&str; 18] = [
    "cannot be undone", "can't be undone", "can not be undone", "cannot be reversed", "can't be reversed", "cannot be restored", "can't be restored",
    "cannot be recovered", "can't be recovered", "kann nicht rückgängig gemacht werden", "ne peut pas être annulée", "no se puede deshacer", "non può essere annullata",
    "não pode ser desfeita", "元に戻せません", "取り消せません", "元に戻すことはできません", "无法撤销",
];

/// What stands before a word that there is none of.
const NONE: [&str; 14] = [
    "0", "no", "zero", "without", "any", "kein", "keine", "ohne", "aucune", "sans", "sin", "sem",
    "nenhum", "ningun",
];

fn is_marked(screen: &Screen, index: usize) -> bool {
    let is_mark =
        |element: &Element| element.is_alert || matches!(element.role, Role::Toast | Role::Dialog);
    let mut chain = std::iter::once(index).chain(screen.ancestors(index));
    chain.any(|index| is_mark(&screen.elements[index]))
}

/// Returns whether an element is part of what an app lists, or can be touched: it names something then.
fn is_data(screen: &Screen, index: usize) -> bool {
    let holds = |element: &Element| matches!(element.role, Role::Row | Role::List);
    let mut chain = std::iter::once(index).chain(screen.ancestors(index));
    screen.elements[index].is_clickable || chain.any(|index| holds(&screen.elements[index]))
}

/// Returns what tells whether an element was there: its name, and of a field also whether it is marked.
fn mark_of(element: &Element) -> (&str, bool) {
    (element.caption(), element.is_editable && element.is_alert)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::sample::{element, screen};

    fn errors(role: Role, text: &str, is_alert: bool) -> usize {
        let message = Element {
            is_alert,
            ..element(role, text, 40.0)
        };
        let title = element(Role::Heading, "Notes", 0.0);
        let now = screen(vec![title.clone(), message]);
        new_errors(&screen(vec![title]), &now).len()
    }

    #[test]
    fn a_question_that_says_there_is_no_way_back_is_no_error() {
        let question = "Delete Ada Palmer? This cannot be undone.";
        assert_eq!(errors(Role::Dialog, question, false), 0);
        assert_eq!(errors(Role::Dialog, "This cannot be saved.", false), 1);
    }

    #[test]
    fn a_new_text_that_says_so_is_an_error() {
        for text in [
            "Error: no connection",
            "Your note could not be saved",
            "Couldn’t save",
            "Etwas ist schiefgelaufen",
            "Une erreur est survenue",
            "No se pudo guardar",
            "Não foi possível salvar",
            "保存に失敗しました",
            "保存できませんでした",
            "保存失败",
            "저장하지 못했습니다",
        ] {
            assert_eq!(errors(Role::Text, text, false), 1, "{text}");
        }
    }

    #[test]
    fn help_and_good_news_are_none() {
        for text in [
            "No errors",
            "0 errors",
            "There were no errors",
            "Saved",
            "Required",
            "Must be at least 8 characters",
            "Terrorism",
            "Keine Fehler",
            "エラーはありません",
            "Finished without error",
        ] {
            assert_eq!(errors(Role::Text, text, false), 0, "{text}");
        }
        assert_eq!(errors(Role::Row, "Error when saving", false), 0);
        assert_eq!(errors(Role::Text, "Saved", true), 0);
    }

    #[test]
    fn a_marked_message_may_complain_in_weaker_words() {
        assert_eq!(errors(Role::Text, "Title is required", true), 1);
        assert_eq!(errors(Role::Toast, "Wrong password", false), 1);
    }

    #[test]
    fn a_proof_of_something_else_does_not_tell_an_error() {
        let is_told = |text: &str, quote| {
            let (text, is_marked) = (text.to_owned(), true);
            ErrorMessage { text, is_marked }.is_told_by(quote)
        };
        for (text, quote) in [
            ("Wrong password", "wrong password"),
            ("Wrong password. Try again.", "Wrong password"),
            ("This name is already taken", "already taken"),
            ("Your card has expired", "card has expired"),
        ] {
            assert!(is_told(text, quote), "{text}");
        }
        for (text, quote) in [
            (
                "Something went wrong. Your changes were not saved.",
                "Saved",
            ),
            ("Your changes could not be saved", "Saved"),
            ("Payment failed. Your cart is saved.", "saved"),
            ("保存に失敗しました", "保存"),
            ("Error", ""),
        ] {
            assert!(!is_told(text, quote), "{text}");
        }
    }

    #[test]
    fn a_field_that_becomes_invalid_is_an_error() {
        let field = |is_alert| Element {
            is_editable: true,
            is_alert,
            ..element(Role::TextField, "Title", 0.0)
        };
        let errors =
            |was, is| new_errors(&screen(vec![field(was)]), &screen(vec![field(is)])).len();
        assert_eq!(
            (
                errors(false, true),
                errors(true, true),
                errors(false, false)
            ),
            (1, 0, 0)
        );
    }
}
