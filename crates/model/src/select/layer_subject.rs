//! What a layer is about that came up after an act which does something: that act, or something else.

use std::sync::LazyLock;

use crate::screen::{Layer, Role, Screen};
use crate::verify::says_error;

use super::dismissal::{has_any, normal, said_on};
use super::layer_subject_words::{LEADING_IN, UNFINISHED, UNRELATED};
use super::said::{Said, plain_words, promises_effect};

/// The fewest letters of a typed text by which a layer can be told to speak of it.
const SHORTEST_TYPED: usize = 3;

/// What a layer is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LayerSubject {
    /// The act: it speaks of what was typed, or says that something is left to do or went wrong.
    TheAct,
    /// Something that pages put in front of themselves whatever was done.
    SomethingElse,
    /// Nothing on it tells.
    Unclear,
}

/// What is known of the work when a layer comes up.
#[derive(Debug, Clone, Default)]
pub struct WorkWords {
    /// The texts that were typed.
    pub typed: Vec<String>,
    /// The names of what was touched, and the headings of the page. Words of these do not make a layer one about something
    /// else: an app may be about letters and ratings.
    pub own: Vec<String>,
}

/// Returns the dialogs of a screen that say that something is left to do, whether or not the rest can be touched.
pub fn unfinished_dialogs(screen: &Screen, work: &WorkWords) -> Vec<Layer> {
    let unrelated = unrelated_to(&work.own);
    let is_dialog = |layer: &Layer| {
        let mut visible = layer.visible(screen);
        visible.any(|(_, element)| element.role == Role::Dialog)
    };
    let is_unfinished = |layer: &Layer| {
        let texts = said_on(screen, layer);
        let says = |words: &[(&'static str, String)]| {
            texts.iter().any(|text| has_any(text, words).is_some())
        };
        says(left_to_do()) && !says(&unrelated)
    };
    let layers = screen.layers().into_iter();
    layers
        .filter(|layer| is_dialog(layer) && is_unfinished(layer))
        .collect()
}

fn left_to_do() -> &'static [(&'static str, String)] {
    static LEFT_TO_DO: LazyLock<Vec<(&str, String)>> = LazyLock::new(|| normal(UNFINISHED));
    &LEFT_TO_DO
}

/// Returns what a layer is about.
pub fn layer_subject(screen: &Screen, layer: &Layer, work: &WorkWords) -> LayerSubject {
    let texts = said_on(screen, layer);
    let is_telling = |text: &&String| text.chars().count() >= SHORTEST_TYPED;
    let typed = work.typed.iter().filter(is_telling);
    let typed: Vec<Said> = typed.map(|text| Said::of(text)).collect();
    let speaks_of_typed = |text: &str| {
        let said = Said::of(text);
        typed.iter().any(|it| said.has_words_of(it))
    };
    let is_of_act = |text: &&str| {
        has_any(text, left_to_do()).is_some() || says_error(text, false) || speaks_of_typed(text)
    };
    if texts.iter().any(is_of_act) {
        return LayerSubject::TheAct;
    }
    let unrelated = unrelated_to(&work.own);
    match texts.iter().any(|text| has_any(text, &unrelated).is_some()) {
        true => LayerSubject::SomethingElse,
        false => LayerSubject::Unclear,
    }
}

/// Returns the words of what has nothing to do with the work, but for those that the work itself has.
fn unrelated_to(own: &[String]) -> Vec<(&'static str, String)> {
    static UNRELATED_WORDS: LazyLock<Vec<(&str, String)>> = LazyLock::new(|| normal(UNRELATED));
    let is_own = |word: &(&'static str, String)| {
        let word = std::slice::from_ref(word);
        own.iter().any(|text| has_any(text, word).is_some())
    };
    let words = UNRELATED_WORDS.iter().filter(|word| !is_own(word));
    words.cloned().collect()
}

/// Returns whether a name promises that something is stored, sent or paid; letting somebody in and asking for something do
/// not count.
pub fn promises_work(name: &str) -> bool {
    let without = |name: String, word: &String| match word.is_ascii() && !word.contains(' ') {
        true => {
            let kept = name.split(' ').filter(|it| it != word);
            kept.collect::<Vec<_>>().join(" ")
        }
        false => name.replace(word.as_str(), " "),
    };
    let rest = leading_in().iter().fold(plain_words(name), without);
    promises_effect(&rest)
}

/// Returns whether touching something of this name lets somebody in, or only asks for something.
pub fn leads_in(name: &str) -> bool {
    leading_in().contains(&plain_words(name))
}

fn leading_in() -> &'static [String] {
    static WORDS: LazyLock<Vec<String>> =
        LazyLock::new(|| LEADING_IN.iter().map(|word| plain_words(word)).collect());
    &WORDS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::sample::{element, screen};

    fn subject(texts: &[&str]) -> LayerSubject {
        let mut all = vec![element(Role::Dialog, "", 0.0)];
        for text in texts {
            let mut inner = element(Role::Text, text, all.len() as f64 * 40.0);
            inner.parent = Some(0);
            all.push(inner);
        }
        let screen = screen(all);
        let layer = screen.blocking_layer().expect("a dialog");
        let work = WorkWords {
            typed: vec!["Green tea".to_owned(), "7".to_owned()],
            own: vec!["Surveys".to_owned()],
        };
        layer_subject(&screen, &layer, &work)
    }

    #[test]
    fn a_layer_that_says_that_something_is_left_to_do_is_about_the_act() {
        for text in [
            "Please verify your address to finish",
            "Your card was declined",
            "Something went wrong",
            "Green tea needs a photo",
            "Bitte bestätigen Sie Ihre Adresse",
            "Presque terminé",
            "Inténtalo de nuevo",
            "Quase pronto",
            "住所を確認してください",
            "请重试",
            "다시 시도하세요",
        ] {
            let newsletter = "Our newsletter";
            assert_eq!(subject(&[text, newsletter]), LayerSubject::TheAct, "{text}");
        }
    }

    #[test]
    fn offers_ratings_letters_and_news_are_about_something_else() {
        for text in [
            "We use cookies",
            "Enjoying Orders?",
            "Do you like it here?",
            "A rating helps us.",
            "What’s new",
            "Holen Sie sich unsere App",
            "Wie gefällt dir die App?",
            "Notez notre application",
            "Activa las notificaciones",
            "Avalie o aplicativo",
            "新機能のお知らせ",
            "为我们评分",
            "새로운 기능",
        ] {
            assert_eq!(subject(&[text]), LayerSubject::SomethingElse, "{text}");
        }
        assert_eq!(subject(&["Delivery slot", "7"]), LayerSubject::Unclear);
        assert_eq!(subject(&["Survey owner"]), LayerSubject::Unclear);
    }

    #[test]
    fn a_sign_in_and_a_search_store_nothing() {
        assert!(promises_work("Save") && promises_work("Place order"));
        for name in [
            "Log in",
            "Search",
            "Next",
            "Background App Refresh",
            "ログイン",
        ] {
            assert!(!promises_work(name), "{name}");
        }
        assert!(promises_work("Save search"));
    }
}
