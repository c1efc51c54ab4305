//! How a layer that came up uninvited can be closed without agreeing to anything, or why it is left alone.

use std::fmt;
use std::sync::LazyLock;

use crate::geometry::Point;
use crate::screen::{Element, Layer, Role, Screen};

use super::dismissal_words::{
    ACT_QUESTIONS, BINDING_WORDS, CLOSE_SIGNS, DISMISSAL_WORDS, DismissalKind, OFFERS,
};
use super::risk_words::Promise;
use super::said::{Said, is_yes, plain_words, promises_effect};
use super::touch::touch_point;

/// The one element by which a layer is closed.
#[derive(Debug, Clone, PartialEq)]
pub struct Dismissal {
    /// Its number.
    pub index: usize,
    /// Where a touch reaches it.
    pub point: Point,
    /// What it says.
    pub name: String,
    /// What touching it does.
    pub kind: DismissalKind,
}

/// Why a layer is left alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LeftAlone {
    /// Nothing on it closes it without agreeing to something.
    NothingFits,
    /// Several things on it would close it in the same way.
    Several(Vec<String>),
    /// It shows that something is under way.
    UnderWay,
    /// Somebody types into it.
    FieldInUse,
    /// It speaks of destroying or leaving something, or asks about what was just done.
    Speaks(String),
    /// Something lies over what would close it.
    Covered,
    /// What the author wants to be touched is not on it.
    NotThere(String),
    /// It may be the answer to what was just done.
    AnswersTheAct,
    /// It could be closed by touching this, but nothing is to be closed unasked.
    ClosedBy(String),
    /// Nothing is to be closed here.
    NotWanted,
}

impl fmt::Display for LeftAlone {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NothingFits => {
                out.write_str("nothing on it closes it without agreeing to something")
            }
            Self::Several(names) => write!(
                out,
                "several things on it could close it: `{}`",
                names.join("`, `")
            ),
            Self::UnderWay => out.write_str("it shows that something is under way"),
            Self::FieldInUse => out.write_str("one of its fields is in use"),
            Self::Speaks(word) => {
                write!(out, "it says `{word}`, so that closing it may be an answer")
            }
            Self::Covered => out.write_str("something lies over what would close it"),
            Self::NotThere(name) => write!(
                out,
                "`{name}`, which `obstacles` wants to be touched, is not on it"
            ),
            Self::AnswersTheAct => out.write_str("it may be the answer to what was just done"),
            Self::ClosedBy(name) => write!(
                out,
                "nothing is closed unasked here; touching `{name}` would close it"
            ),
            Self::NotWanted => out.write_str("nothing is closed unasked here"),
        }
    }
}

/// Returns how a layer is closed without agreeing to anything; the most harmless way of which there is exactly one.
pub fn dismissal(screen: &Screen, layer: &Layer) -> Result<Dismissal, LeftAlone> {
    refuse_by_what_it_is(screen, layer)?;
    let controls = controls(screen, layer);
    let mut several = None;
    for row in &DISMISSAL_WORDS {
        let kind = row.kind;
        let is_it = |index: &&usize| dismisses(&screen.elements[**index], kind);
        let fitting: Vec<usize> = controls.iter().filter(is_it).copied().collect();
        match fitting.as_slice() {
            [] => {}
            [index] if may_be_used(screen, layer, kind, *index, &controls) => {
                return found(screen, *index, kind);
            }
            [_] => {}
            more => {
                let name = |index: &usize| screen.elements[*index].caption().to_owned();
                several.get_or_insert_with(|| more.iter().map(name).collect());
            }
        }
    }
    Err(several.map_or(LeftAlone::NothingFits, LeftAlone::Several))
}

fn found(screen: &Screen, index: usize, kind: DismissalKind) -> Result<Dismissal, LeftAlone> {
    let point = touch_point(screen, index).map_err(|_| LeftAlone::Covered)?;
    let name = screen.elements[index].caption().to_owned();
    Ok(Dismissal {
        index,
        point,
        name,
        kind,
    })
}

fn refuse_by_what_it_is(screen: &Screen, layer: &Layer) -> Result<(), LeftAlone> {
    let mut elements = layer.visible(screen).map(|(_, element)| element);
    if elements.any(|element| element.role == Role::Progress) {
        return Err(LeftAlone::UnderWay);
    }
    let mut elements = layer.visible(screen).map(|(_, element)| element);
    if elements.any(is_in_use) {
        return Err(LeftAlone::FieldInUse);
    }
    let texts = said_on(screen, layer);
    let speaks = texts.iter().find_map(|text| speaks_of_an_act(text));
    match speaks {
        Some(word) => Err(LeftAlone::Speaks(word.to_owned())),
        None => Ok(()),
    }
}

/// Returns whether a field has the focus or holds something.
fn is_in_use(element: &Element) -> bool {
    let holds = element
        .state
        .value
        .as_ref()
        .is_some_and(|it| !it.is_empty());
    element.is_editable && (element.state.focused || holds || element.holds_password())
}

/// Returns everything that a person can read on the layer, and what is said of its controls besides.
pub(super) fn said_on<'s>(screen: &'s Screen, layer: &'s Layer) -> Vec<&'s str> {
    let texts = layer.visible(screen).flat_map(|(_, element)| {
        let more = element.remarks.iter().chain(&element.drawn);
        [element.text.as_str(), element.description.as_str()]
            .into_iter()
            .chain(more.map(String::as_str))
    });
    texts.filter(|text| !text.trim().is_empty()).collect()
}

/// Returns the word by which a text speaks of destroying something, or asks about what was just done.
fn speaks_of_an_act(text: &str) -> Option<&'static str> {
    static QUESTIONS: LazyLock<Vec<(&str, String)>> = LazyLock::new(|| normal(ACT_QUESTIONS));
    let promised = Said::of(text).promised_of(&[Promise::Destroy, Promise::Confirm]);
    promised.or_else(|| has_any(text, &QUESTIONS))
}

pub(super) fn normal(words: &[&'static str]) -> Vec<(&'static str, String)> {
    let words = words.iter();
    words.map(|word| (*word, plain_words(word))).collect()
}

/// Returns the first of these words that a text has; a word of Latin letters must begin where one of the text does.
pub(super) fn has_any(text: &str, words: &[(&'static str, String)]) -> Option<&'static str> {
    let text = format!(" {}", plain_words(text));
    let is_in = |(_, word): &&(&str, String)| match word.is_ascii() {
        true => text.contains(&format!(" {word}")),
        false => text.contains(word.as_str()),
    };
    words.iter().find(is_in).map(|(written, _)| *written)
}

/// Returns what can be touched on the layer; of a control in a control of the same name, the inner one.
fn controls(screen: &Screen, layer: &Layer) -> Vec<usize> {
    let reacts =
        |(_, element): &(usize, &Element)| element.reacts_to_touches() && element.state.enabled;
    let all = layer.visible(screen).filter(reacts);
    let all: Vec<usize> = all.map(|(index, _)| index).collect();
    let name = |index: usize| screen.elements[index].caption();
    let holds_same = |outer: usize| {
        let mut others = all.iter();
        others.any(|inner| {
            screen.is_inside(*inner, outer)
                && (name(outer).is_empty() || name(*inner) == name(outer))
        })
    };
    let kept = all.iter().filter(|index| !holds_same(**index));
    kept.copied().collect()
}

/// Returns whether touching an element closes a layer in this way, going by all of its names.
fn dismisses(element: &Element, kind: DismissalKind) -> bool {
    let is_choice = element.state.checked.is_some() || element.is_editable;
    let names = element.names().into_iter().filter(|name| !name.is_empty());
    let names: Vec<&str> = names.collect();
    let is_named = names.first().is_some_and(|name| is_said(name, kind));
    let more = element.remarks.iter().chain(&element.drawn);
    let mut others = names.into_iter().skip(1).chain(more.map(String::as_str));
    is_named && !is_choice && others.all(|other| is_said(other, kind) || is_harmless(other))
}

/// Returns whether a further name of an element promises nothing but what its first one says.
fn is_harmless(name: &str) -> bool {
    let is_dangerous = Said::of(name).promises_danger();
    !is_dangerous && !promises_effect(name) && !is_yes(name)
}

/// Returns whether a name is one by which things are closed, put off or turned down.
pub fn is_dismissing(name: &str) -> bool {
    let mut kinds = DISMISSAL_WORDS.iter().map(|row| row.kind);
    kinds.any(|kind| is_said(name, kind))
}

/// One row of the table in the form in which words are looked for.
struct PlainRow {
    kind: DismissalKind,
    words: Vec<String>,
    beside: Vec<String>,
}

fn is_said(name: &str, kind: DismissalKind) -> bool {
    static ROWS: LazyLock<Vec<PlainRow>> = LazyLock::new(|| {
        let plain = |words: &[&str]| words.iter().map(|word| plain_words(word)).collect();
        let rows = DISMISSAL_WORDS.iter().map(|row| PlainRow {
            kind: row.kind,
            words: plain(row.words),
            beside: plain(row.beside),
        });
        rows.collect()
    });
    let is_sign = CLOSE_SIGNS.contains(&name.trim().to_lowercase().as_str());
    if kind == DismissalKind::Close && is_sign {
        return true;
    }
    let name = plain_words(name);
    let mut rows = ROWS.iter().filter(|row| row.kind == kind);
    rows.any(|row| {
        let is_all = |word: &String| name == *word || is_all_but(&name, word, &row.beside);
        row.words.iter().any(is_all)
    })
}

/// Returns whether a name is the word and nothing else but words that may stand beside it.
fn is_all_but(name: &str, word: &str, beside: &[String]) -> bool {
    let Some((before, after)) = name.split_once(word) else {
        return false;
    };
    let is_cut = |edge: Option<char>| word.is_ascii() && edge.is_some_and(char::is_alphanumeric);
    if is_cut(before.chars().next_back()) || is_cut(after.chars().next()) {
        return false;
    }
    let mut rest = before.split(' ').chain(after.split(' '));
    rest.all(|it| it.is_empty() || beside.iter().any(|known| known == it))
}

/// Returns whether the layer is one on which this kind answers nothing that matters.
fn may_be_used(
    screen: &Screen,
    layer: &Layer,
    kind: DismissalKind,
    index: usize,
    controls: &[usize],
) -> bool {
    match kind {
        DismissalKind::Close
        | DismissalKind::Later
        | DismissalKind::Reject
        | DismissalKind::NecessaryOnly => true,
        DismissalKind::Cancel => only_turns_down_an_offer(screen, index, controls),
        DismissalKind::Acknowledge => controls.len() == 1 && only_informs(screen, layer),
        DismissalKind::AsAuthorSays => false,
    }
}

/// Returns whether the one other thing to touch offers what nobody asked for.
fn only_turns_down_an_offer(screen: &Screen, index: usize, controls: &[usize]) -> bool {
    static WORDS: LazyLock<Vec<String>> =
        LazyLock::new(|| OFFERS.iter().map(|word| plain_words(word)).collect());
    let others: Vec<&usize> = controls.iter().filter(|other| **other != index).collect();
    let offers = |index: usize| WORDS.contains(&plain_words(screen.elements[index].caption()));
    matches!(others.as_slice(), [other] if offers(**other))
}

/// Returns whether a layer is a piece of news: it asks nothing, takes nothing, and nothing in it binds anybody.
fn only_informs(screen: &Screen, layer: &Layer) -> bool {
    static BINDING: LazyLock<Vec<(&str, String)>> = LazyLock::new(|| normal(BINDING_WORDS));
    let takes_input = |element: &Element| {
        element.is_editable
            || element.state.checked.is_some()
            || matches!(
                element.role,
                Role::Slider | Role::Switch | Role::Checkbox | Role::Radio
            )
    };
    let mut elements = layer.visible(screen).map(|(_, element)| element);
    let texts = said_on(screen, layer);
    let mut texts = texts.iter();
    !elements.any(takes_input)
        && texts.all(|text| {
            let asks = text.contains(['?', '？', '؟', '¿']);
            !asks && !Said::of(text).promises_danger() && has_any(text, &BINDING).is_none()
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::sample::{element, screen};

    fn layer(texts: &[&str], buttons: &[&str]) -> Result<(DismissalKind, String), LeftAlone> {
        let mut dialog = element(Role::Dialog, "", 0.0);
        dialog.bounds = crate::geometry::Rect::new(0.0, 0.0, 400.0, 800.0);
        let mut all = vec![dialog];
        let texts = texts.iter().map(|text| (Role::Text, *text));
        for (role, text) in texts.chain(buttons.iter().map(|text| (Role::Button, *text))) {
            let mut inner = element(role, text, all.len() as f64 * 40.0);
            inner.parent = Some(0);
            all.push(inner);
        }
        let screen = screen(all);
        let layer = screen.blocking_layer().expect("a dialog");
        dismissal(&screen, &layer).map(|it| (it.kind, it.name))
    }

    #[test]
    fn the_most_harmless_way_is_taken_in_every_language() {
        use DismissalKind::{Acknowledge, Cancel, Close, Later, NecessaryOnly, Reject};
        for (buttons, kind, name) in [
            (&["Accept all", "Reject all", "✕"][..], Close, "✕"),
            (
                &["Accept all", "Reject all", "Settings"],
                Reject,
                "Reject all",
            ),
            (
                &["Alle akzeptieren", "Nur notwendige Cookies"],
                NecessaryOnly,
                "Nur notwendige Cookies",
            ),
            (&["すべて許可", "すべて拒否"], Reject, "すべて拒否"),
            (
                &["Tout accepter", "Continuer sans accepter"],
                Reject,
                "Continuer sans accepter",
            ),
            (&["Rate", "Maybe later"], Later, "Maybe later"),
            (&["Suscribirme", "Ahora no"], Later, "Ahora no"),
            (&["Ativar", "Agora não"], Later, "Agora não"),
            (&["同意", "不同意"], Reject, "不同意"),
            (&["허용", "허용 안 함"], Reject, "허용 안 함"),
            (&["Allow", "Don’t Allow"], Reject, "Don’t Allow"),
            (&["Sign In", "Cancel"], Cancel, "Cancel"),
            (&["Got it"], Acknowledge, "Got it"),
            (&["Anmelden", "Banner schließen"], Close, "Banner schließen"),
        ] {
            assert_eq!(
                layer(&["Hello"], buttons),
                Ok((kind, name.to_owned())),
                "{buttons:?}"
            );
        }
    }

    #[test]
    fn nothing_is_agreed_to_bought_or_guessed() {
        for (texts, buttons) in [
            (&["We value your privacy"][..], &["Accept"][..]),
            (&["We use cookies"], &["OK"]),
            (&["Your order"], &["Continue to payment"]),
            (&["Enable alerts?"], &["Yes", "No"]),
            (&["Ready?"], &["OK"]),
            (&["Upload"], &["Pause", "Cancel"]),
            (&["Two ways"], &["Close", "✕"]),
            (&["New"], &["Got it", "Next"]),
            (&["Hello"], &["Skip and accept all"]),
        ] {
            assert!(layer(texts, buttons).is_err(), "{texts:?} {buttons:?}");
        }
    }

    #[test]
    fn what_asks_about_an_act_or_speaks_of_deleting_is_left_alone() {
        for text in [
            "Discard changes?",
            "Are you sure?",
            "Rejecting deletes your draft, delete it?",
            "You have unsaved changes",
            "変更を保存しますか",
            "Wirklich verlassen",
            "Your session is about to expire",
        ] {
            let left = layer(&[text], &["Close", "Stay"]);
            assert!(
                matches!(left, Err(LeftAlone::Speaks(_))),
                "{text}: {left:?}"
            );
        }
    }

    #[test]
    fn a_second_name_that_says_something_else_counts() {
        let mut button = element(Role::Button, "✕", 0.0);
        assert!(dismisses(&button, DismissalKind::Close));
        button.description = "Close".to_owned();
        assert!(dismisses(&button, DismissalKind::Close));
        button.description = "Delete item".to_owned();
        assert!(!dismisses(&button, DismissalKind::Close));
        button.description = "Accept and close".to_owned();
        assert!(!dismisses(&button, DismissalKind::Close));
    }
}
