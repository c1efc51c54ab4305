//! Whether a label a person wrote names an element a device shows.

use unicode_normalization::UnicodeNormalization;

use crate::program::Matching;
use crate::screen::Element;
use crate::seen::{self, is_accent, is_blank};

crate::words! {
    /// How a label matched, best first.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub enum MatchQuality {
        /// Letter for letter.
        Exact = "exact",
        /// But for case.
        CaseInsensitive = "case-insensitive",
        /// But for case and accents.
        DiacriticInsensitive = "diacritic-insensitive",
        /// One contains the other.
        Substring = "substring",
    }
}

/// The rungs below [`MatchQuality::Substring`], best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// The whole text matched.
    Whole,
    /// The element contains the label as whole words.
    Words,
    /// The element contains the label in the middle of a word, as `Book` does `ok`.
    Letters,
    /// The label contains the element, as when a reader of pixels saw only a part.
    Reverse,
}

/// That a label names an element, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct LabelMatch {
    /// How it matched, for files and reports.
    pub strategy: MatchQuality,
    /// Which part matched.
    pub part: Part,
    /// The number of the element.
    pub index: usize,
}

impl LabelMatch {
    /// Returns whether an act may rely on it: whole texts and whole words, not mere letters.
    pub fn is_fit_to_act(self) -> bool {
        matches!(self.part, Part::Whole | Part::Words)
    }
}

/// A label in the forms it is compared in, made once per search.
#[derive(Debug)]
pub(super) struct Label {
    plain: String,
    lower: String,
    folded: String,
    matching: Matching,
}

impl Label {
    /// Returns the label that is compared as `matching` says. One that shows nothing names nothing.
    pub(super) fn new(label: &str, matching: Matching) -> Self {
        let plain = match is_blank(label) {
            true => String::new(),
            false => label.trim().to_owned(),
        };
        let (lower, folded) = match matching {
            Matching::Exact | Matching::Contains => (String::new(), String::new()),
            Matching::Described => (String::new(), squeezed(&plain)),
            Matching::Usual => {
                let lower = seen::seen(&plain).to_lowercase();
                let folded = fold(&lower);
                (lower, folded)
            }
        };
        Self {
            plain,
            lower,
            folded,
            matching,
        }
    }

    /// Returns the label as it is written, without spaces around it.
    pub(super) fn text(&self) -> &str {
        &self.plain
    }

    /// Returns how it names this one element, or `None`.
    pub(super) fn names(&self, element: &Element, index: usize) -> Option<LabelMatch> {
        self.is_among(element.names(), index)
    }

    /// Returns how what the element shows says it, or `None`.
    pub(super) fn is_shown_by(&self, element: &Element, index: usize) -> Option<LabelMatch> {
        self.is_among(element.shown_names(), index)
    }

    fn is_among(&self, names: [&str; 2], index: usize) -> Option<LabelMatch> {
        let best = names.into_iter().filter_map(|it| self.rung(it));
        best.min().map(|(strategy, part)| LabelMatch {
            strategy,
            part,
            index,
        })
    }

    /// Returns how it names something that says `seen` and nothing else.
    pub(super) fn is_said_by(&self, seen: &str) -> Option<LabelMatch> {
        let (strategy, part) = self.rung(seen.trim())?;
        Some(LabelMatch {
            strategy,
            part,
            index: 0,
        })
    }

    fn rung(&self, seen: &str) -> Option<(MatchQuality, Part)> {
        if seen.is_empty() || self.plain.is_empty() {
            return None;
        }
        if seen == self.plain {
            return Some((MatchQuality::Exact, Part::Whole));
        }
        match self.matching {
            Matching::Exact => None,
            Matching::Contains => seen
                .contains(&self.plain)
                .then_some((MatchQuality::Substring, Part::Words)),
            Matching::Described => Some((self.rung_of_description(seen)?, Part::Whole)),
            Matching::Usual => self.usual_rung(seen),
        }
    }

    /// The whole of a name, with case, accents, spaces and hyphens aside, and a word for its kind behind it.
    fn rung_of_description(&self, seen: &str) -> Option<MatchQuality> {
        let seen = squeezed(seen);
        match self.folded.strip_prefix(&seen)? {
            _ if seen.is_empty() => None,
            "" => Some(MatchQuality::DiacriticInsensitive),
            rest => KINDS.contains(&rest).then_some(MatchQuality::Substring),
        }
    }

    fn usual_rung(&self, seen: &str) -> Option<(MatchQuality, Part)> {
        let lower = seen::seen(seen).to_lowercase();
        if lower == self.lower {
            return Some((MatchQuality::CaseInsensitive, Part::Whole));
        }
        // Folding costs an allocation per element, so texts of very different length skip it.
        if lower.len().abs_diff(self.lower.len()) <= self.lower.len() && fold(&lower) == self.folded
        {
            return Some((MatchQuality::DiacriticInsensitive, Part::Whole));
        }
        if undecorated(&lower) == undecorated(&self.lower) {
            return Some((MatchQuality::Substring, Part::Whole));
        }
        contained(&lower, &self.lower).map(|part| (MatchQuality::Substring, part))
    }
}

/// Returns how the label names this one element, or `None`.
pub fn match_label(element: &Element, label: &str, index: usize) -> Option<LabelMatch> {
    Label::new(label, Matching::Usual).names(element, index)
}

/// Returns whether two texts are the same but for case, accents and spaces around them.
pub fn is_same_text(seen: &str, wanted: &str) -> bool {
    Label::new(wanted, Matching::Usual)
        .is_said_by(seen)
        .is_some_and(|it| it.part == Part::Whole && it.strategy != MatchQuality::Substring)
}

/// Words that people add to a name to say what kind of thing they mean, as in `the profile icon`.
const KINDS: [&str; 6] = ["icon", "image", "picture", "アイコン", "画像", "マーク"];

fn squeezed(text: &str) -> String {
    let mut text = fold(&text.to_lowercase());
    text.retain(|c| !c.is_whitespace() && c != '-');
    text
}

/// Returns a label without what forms put around it: `Password` for `Password:` and `* Password`.
fn undecorated(label: &str) -> &str {
    let is_decoration = |c: char| matches!(c, ':' | '：' | '*' | '＊') || c.is_whitespace();
    let bare = label.trim_end_matches(is_decoration);
    let bare = bare.trim_start_matches(|c: char| c == '*' || c.is_whitespace());
    if bare.is_empty() { label } else { bare }
}

fn contained(seen: &str, wanted: &str) -> Option<Part> {
    let mut found = None;
    for (start, _) in seen.match_indices(wanted) {
        if has_word_edges(seen, start, start + wanted.len()) {
            return Some(Part::Words);
        }
        found = Some(Part::Letters);
    }
    if found.is_some() {
        return found;
    }
    let length = seen.chars().count();
    let least = 3.max(wanted.chars().count().div_ceil(2));
    (length >= least && wanted.contains(seen)).then_some(Part::Reverse)
}

/// Returns whether no alphabetic word is cut at either end. Scripts without spaces between words
/// have an edge everywhere.
pub(crate) fn has_word_edges(text: &str, start: usize, end: usize) -> bool {
    let joins = |left: Option<char>, right: Option<char>| matches!((left, right), (Some(left), Some(right)) if is_spaced(left) && is_spaced(right));
    let before = text[..start].chars().next_back();
    let after = text[end..].chars().next();
    let first = text[start..end].chars().next();
    let last = text[start..end].chars().next_back();
    !joins(before, first) && !joins(last, after)
}

/// Returns whether the character belongs to a word of a script that puts spaces between words.
fn is_spaced(character: char) -> bool {
    character.is_alphanumeric()
        && !matches!(u32::from(character), 0x0E00..=0x0EFF | 0x2E80..=0x9FFF | 0xAC00..=0xD7AF | 0xF900..=0xFAFF | 0xFF66..=0xFF9F | 0x20000..=0x3FFFF)
}

/// Returns the text without accents.
fn fold(lower: &str) -> String {
    lower.nfd().filter(|c| !is_accent(*c)).nfc().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::Target;
    use crate::screen::Screen;
    use crate::screen::sample::screen_of as screen;
    use crate::select::query::Query;

    fn find_label(screen: &Screen, label: &str) -> Vec<LabelMatch> {
        Query::by_words(screen, &Target::labelled(label)).named()
    }

    /// Texts, a label, and which of them it finds and how.
    type Case<'a> = (&'a [&'a str], &'a str, Option<(usize, &'a str)>);

    fn check(cases: &[Case<'_>]) {
        for (texts, label, expected) in cases {
            let found = find_label(&screen(texts), label);
            let best = found.first().map(|it| (it.index, it.strategy.as_str()));
            assert_eq!(best, *expected, "{texts:?} {label}");
        }
    }

    #[test]
    fn rungs_are_tried_from_exact_to_substring() {
        let texts = ["The General Store", "GÉNÉRAL", "general", "General"];
        check(&[
            (&texts, "General", Some((3, "exact"))),
            (&texts[..3], "General", Some((2, "case-insensitive"))),
            (&texts[..2], "General", Some((1, "diacritic-insensitive"))),
            (&texts[..1], "General", Some((0, "substring"))),
            (&["Wi-Fi"], "General", None),
        ]);
    }

    #[test]
    fn what_forms_put_around_a_label_is_not_part_of_its_name() {
        let texts = ["Change password", "Password confirmation:", "Password:"];
        check(&[
            (&texts, "Password", Some((2, "substring"))),
            (
                &["* Name", "Name of a pet"],
                "Name:",
                Some((0, "substring")),
            ),
            (&["Total: 3", "Total:"], "Total", Some((1, "substring"))),
            (&["Name:", "Name"], "Name", Some((1, "exact"))),
            (&[":"], "*", None),
        ]);
        assert_eq!(find_label(&screen(&texts), "Password").len(), 1);
        assert!(!is_same_text("Settings:", "Settings"));
    }

    #[test]
    fn places_where_a_line_may_break_are_not_part_of_a_name() {
        let texts = ["get \u{200b}/pets", "Daten\u{ad}schutz"];
        check(&[
            (&texts, "get /pets", Some((0, "case-insensitive"))),
            (&texts, "Datenschutz", Some((1, "case-insensitive"))),
            (&texts, texts[0], Some((0, "exact"))),
            (&["get /pets"], texts[0], Some((0, "case-insensitive"))),
        ]);
    }

    #[test]
    fn a_label_may_contain_the_element_if_that_is_long_enough() {
        check(&[
            (&["General Set"], "General Settings", Some((0, "substring"))),
            (&["Gen"], "General Settings", None),
            (&["ab"], "abc", None),
        ]);
    }

    #[test]
    fn letters_inside_a_word_match_but_are_not_fit_to_act() {
        let fit = |text: &str, label: &str| find_label(&screen(&[text]), label)[0].is_fit_to_act();
        assert!(!fit("Book", "OK"));
        assert!(fit("OK, go on", "OK"));
        assert!(fit("設定を開く", "設定"));
        assert!(!fit("General Set", "General Settings"));
    }

    #[test]
    fn an_empty_label_names_nothing() {
        assert!(find_label(&screen(&["", "General"]), "").is_empty());
        for blank in ["  ", "\u{200b}", "\u{feff}\u{ad} ", "\u{3164}"] {
            assert!(find_label(&screen(&["General", blank]), blank).is_empty());
        }
    }

    #[test]
    fn all_equals_on_the_best_rung_are_returned() {
        let found = find_label(&screen(&["Add", "add", "Add"]), "Add");
        let found: Vec<usize> = found.iter().map(|found| found.index).collect();
        assert_eq!(found, [0, 2]);
    }

    #[test]
    fn japanese_voicing_is_not_an_accent() {
        check(&[
            (&["が"], "か", None),
            (
                &["Réglages"],
                "Reglages",
                Some((0, "diacritic-insensitive")),
            ),
        ]);
    }
}
