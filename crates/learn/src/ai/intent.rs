//! One sentence as one step of a closed set, checked against the screen and the sentence.

use std::time::Duration;

use retap_model::device::{AdvisorError, Deadline, Key};
use retap_model::geometry::Direction;
use retap_model::phrase::Phrase;
use retap_model::program::{
    Check, Claim, Matching, Presence, PressKey, ScrollTo, StepKind, Tap, Target, TextClaim,
    TouchEffect, TypeText, WantedRole,
};
use retap_model::screen::{Element, Role, Screen};
use retap_model::secret::MASK;
use retap_model::select::{is_same_text, match_label};
use serde::Deserialize;

use super::answer::parse_object;
use super::channel::one_line;

/// How long a step that waits for something waits.
const WAIT_FOR: Duration = Duration::from_secs(15);

/// Turns sentences that no phrase matches into steps, while learning.
pub trait Interpreter: Send {
    /// Returns the one step the sentence means on this screen, or why none could be told.
    ///
    /// Guaranteed: a label of the step is on the screen or in the sentence, and text to type is in
    /// the sentence. Not guaranteed: that the step is what the author meant; so the answer is
    /// pinned where a person can read it. An error means that nobody answered.
    fn resolve(
        &mut self,
        sentence: &str,
        screen: &Screen,
        deadline: Deadline,
    ) -> Result<Resolution, AdvisorError>;
}

/// The outcome of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Resolution {
    /// It means this step.
    Resolved(Intent),
    /// The answer was none, or none that can be trusted.
    Refused {
        /// Why.
        reason: String,
    },
}

/// Words of a step, and where they are from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Words {
    /// The screen shows them, exactly so; they stand for themselves.
    Shown(String),
    /// The sentence has them; they may hold variables in the sentence's notation.
    Said(String),
}

/// The steps a sentence can be resolved to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Intent {
    /// Touch what has this label.
    Tap(Words),
    /// Type text into a field.
    Type {
        /// The text, always of the sentence.
        text: String,
        /// The field; without it, the one that has the focus.
        field: Option<Words>,
    },
    /// Scroll until this is in view.
    ScrollTo(Words),
    /// Press a key.
    PressKey(Key),
    /// Wait until this is in view.
    WaitFor(Words),
    /// Prove that this is in view.
    AssertVisible(Words),
    /// Prove that this is not in view.
    AssertNotVisible(Words),
}

impl Intent {
    /// Returns the step; `phrase` reads words of the sentence in the notation of their source.
    ///
    /// Words of the screen are taken literally: a label that looks like a variable is none.
    pub fn into_step(self, phrase: impl Fn(&str) -> Phrase) -> StepKind {
        let target = |words: Words| {
            let label = match words {
                Words::Shown(text) => Phrase::literal(text),
                Words::Said(text) => phrase(&text),
            };
            Target::matching(label, Matching::Exact)
        };
        let check = |words: Words, presence: Presence, within: Option<Duration>| {
            let target = target(words);
            StepKind::Check(Check {
                claims: vec![Claim::Text(TextClaim { target, presence })],
                within,
                is_fingerprint: false,
            })
        };
        match self {
            Self::Tap(label) => StepKind::Tap(Tap {
                target: target(label),
                effect: TouchEffect::Visible,
            }),
            Self::Type { text, field } => StepKind::Type(TypeText {
                text: phrase(&text),
                into: field.map(|field| Target {
                    role: WantedRole::Only(Role::TextField),
                    matching: Matching::Usual,
                    ..target(field)
                }),
            }),
            Self::ScrollTo(label) => StepKind::ScrollTo(ScrollTo {
                target: target(label),
                direction: Direction::Up,
                max: ScrollTo::DEFAULT_MAX,
                stroke: None,
            }),
            Self::PressKey(key) => StepKind::PressKey(PressKey {
                key,
                modifiers: Vec::new(),
            }),
            Self::WaitFor(label) => check(label, Presence::Visible, Some(WAIT_FOR)),
            Self::AssertVisible(label) => check(label, Presence::Visible, None),
            Self::AssertNotVisible(label) => check(label, Presence::NotVisible, None),
        }
    }
}

/// The object that is asked for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wire {
    intent: String,
    label: Option<String>,
    text: Option<String>,
    field: Option<String>,
    key: Option<String>,
    reason: Option<String>,
}

/// Reads a model's answer and checks it against what it was shown.
pub(super) fn parse_resolution(answer: &str, sentence: &str, screen: &Screen) -> Resolution {
    let given = Given { sentence, screen };
    match parse_object(answer).and_then(|wire: Wire| given.check(wire)) {
        Ok(intent) => Resolution::Resolved(intent),
        Err(reason) => Resolution::Refused { reason },
    }
}

/// The screen the model was shown.
struct Given<'a> {
    sentence: &'a str,
    screen: &'a Screen,
}

impl Given<'_> {
    fn check(&self, wire: Wire) -> Result<Intent, String> {
        // The model repeats what it saw; a masked text must be neither typed nor looked for.
        let given = [&wire.label, &wire.text, &wire.field];
        if given.into_iter().flatten().any(|text| text.contains(MASK)) {
            return Err("the step would need a secret that is masked".to_owned());
        }
        let Wire {
            intent,
            label,
            text,
            field,
            key,
            reason,
        } = wire;
        match (intent.as_str(), label, text, field, key) {
            ("none", _, _, _, _) => Err(reason
                .as_deref()
                .map_or_else(|| "the sentence was not understood".to_owned(), one_line)),
            ("tap", Some(label), None, None, None) => Ok(Intent::Tap(self.shown(&label)?)),
            ("type", None, Some(text), field, None) => {
                let field = field.map(|field| self.shown(&field)).transpose()?;
                let text = self.said_exactly(text)?;
                Ok(Intent::Type { text, field })
            }
            ("scroll_to", Some(label), None, None, None) => {
                Ok(Intent::ScrollTo(self.said_or_shown(&label)?))
            }
            ("press_key", None, None, None, Some(key)) => Key::from_word(&key)
                .map(Intent::PressKey)
                .ok_or_else(|| format!("`{}` is no key", one_line(&key))),
            ("wait_for", Some(label), None, None, None) => {
                Ok(Intent::WaitFor(self.said_or_shown(&label)?))
            }
            ("assert_visible", Some(label), None, None, None) => {
                Ok(Intent::AssertVisible(self.shown(&label)?))
            }
            ("assert_not_visible", Some(label), None, None, None) => {
                Ok(Intent::AssertNotVisible(self.said_or_shown(&label)?))
            }
            (intent, ..) => Err(format!(
                "the intent `{}` is unknown or does not have the fields it must have",
                one_line(intent)
            )),
        }
    }

    /// Returns the label as the screen has it; the whole label, because a part may name another
    /// element.
    fn shown(&self, label: &str) -> Result<Words, String> {
        let names = |element: &Element| {
            let names = element.names().map(str::to_owned);
            names
                .into_iter()
                .find(|name| !name.is_empty() && is_same_text(name, label))
        };
        self.screen
            .visible()
            .find_map(|(_, element)| names(element))
            .map(Words::Shown)
            .ok_or_else(|| format!("the label `{}` is not on the screen", one_line(label)))
    }

    /// What is not there yet, or no longer, can only be named by the author: a made-up label is
    /// never on the screen, and to prove that would prove nothing.
    fn said_or_shown(&self, label: &str) -> Result<Words, String> {
        if self.says(label) {
            return Ok(Words::Said(label.trim().to_owned()));
        }
        self.shown(label).map_err(|_| {
            format!(
                "the label `{}` is neither in the sentence nor on the screen",
                one_line(label)
            )
        })
    }

    /// Returns whether the sentence has these words, none of them cut.
    fn says(&self, words: &str) -> bool {
        let sentence = Element {
            text: self.sentence.to_owned(),
            ..Element::default()
        };
        match_label(&sentence, words, 0).is_some_and(|found| found.is_fit_to_act())
    }

    /// Text to type is data: every character as the author wrote it, and if the sentence quotes
    /// something, the whole of a quotation.
    fn said_exactly(&self, text: String) -> Result<String, String> {
        let quotations = quotations(self.sentence);
        let is_said = if quotations.is_empty() {
            self.sentence.contains(&text) && self.says(&text)
        } else {
            quotations.contains(&text.as_str())
        };
        if is_said {
            Ok(text)
        } else {
            Err("the text to type is not in the sentence".to_owned())
        }
    }
}

/// Returns what stands between quotation marks. The apostrophe is none: it is in too many words.
fn quotations(sentence: &str) -> Vec<&str> {
    const MARKS: [(char, char); 4] = [('「', '」'), ('『', '』'), ('“', '”'), ('"', '"')];
    let mut found = Vec::new();
    let mut rest = sentence;
    while let Some((start, open)) = rest
        .char_indices()
        .find(|(_, c)| MARKS.iter().any(|(open, _)| open == c))
    {
        let inside = &rest[start + open.len_utf8()..];
        let close = MARKS.iter().find(|(mark, _)| *mark == open);
        let Some((end, close)) =
            close.and_then(|(_, close)| Some((inside.find(*close)?, close.len_utf8())))
        else {
            break;
        };
        found.push(&inside[..end]);
        rest = &inside[end + close..];
    }
    found
}

#[cfg(test)]
mod tests {
    use retap_model::geometry::{Rect, Size};

    use super::*;

    fn resolve(sentence: &str, answer: &str) -> Resolution {
        let element = |(row, text): (usize, &str)| Element {
            text: text.to_owned(),
            bounds: Rect::new(0.0, 100.0 + 40.0 * row as f64, 100.0, 30.0),
            ..Element::default()
        };
        let labels = ["Save", "Search", "${API_TOKEN}", "Delete all"];
        let screen = Screen {
            size: Size::new(400.0, 800.0),
            elements: labels.into_iter().enumerate().map(element).collect(),
            ..Screen::default()
        };
        parse_resolution(answer, sentence, &screen)
    }

    fn refusal(sentence: &str, answer: &str) -> String {
        match resolve(sentence, answer) {
            Resolution::Refused { reason } => reason,
            Resolution::Resolved(intent) => panic!("{intent:?}"),
        }
    }

    fn shown(text: &str) -> Words {
        Words::Shown(text.to_owned())
    }

    fn said(text: &str) -> Words {
        Words::Said(text.to_owned())
    }

    #[test]
    fn every_intent_is_read() {
        let cases = [
            (
                r#"{"intent":"tap","label":"save"}"#,
                Intent::Tap(shown("Save")),
            ),
            (
                r#"{"intent":"type","text":"red shoes","field":"Search"}"#,
                Intent::Type {
                    text: "red shoes".to_owned(),
                    field: Some(shown("Search")),
                },
            ),
            (
                r#"{"intent":"scroll_to","label":"red shoes"}"#,
                Intent::ScrollTo(said("red shoes")),
            ),
            (
                r#"{"intent":"press_key","key":"Enter"}"#,
                Intent::PressKey(Key::from_word("return").unwrap()),
            ),
            (
                r#"{"intent":"wait_for","label":"Search"}"#,
                Intent::WaitFor(shown("Search")),
            ),
            (
                r#"{"intent":"assert_visible","label":"Save"}"#,
                Intent::AssertVisible(shown("Save")),
            ),
            (
                r#"{"intent":"assert_not_visible","label":"shoes"}"#,
                Intent::AssertNotVisible(said("shoes")),
            ),
        ];
        for (answer, intent) in cases {
            assert_eq!(
                resolve("go for red shoes please", answer),
                Resolution::Resolved(intent)
            );
        }
    }

    #[test]
    fn a_label_that_nobody_showed_or_said_is_refused() {
        insta::assert_snapshot!(refusal("store it", r#"{"intent":"tap","label":"Store"}"#), @"the label `Store` is not on the screen");
        insta::assert_snapshot!(refusal("remove it", r#"{"intent":"tap","label":"Delete"}"#), @"the label `Delete` is not on the screen");
        insta::assert_snapshot!(refusal("all is well", r#"{"intent":"assert_not_visible","label":"Error"}"#), @"the label `Error` is neither in the sentence nor on the screen");
        insta::assert_snapshot!(refusal("look around", r#"{"intent":"wait_for","label":"OK"}"#), @"the label `OK` is neither in the sentence nor on the screen");
        insta::assert_snapshot!(refusal("go on", r#"{"intent":"tap","label":""}"#), @"the label `` is not on the screen");
    }

    #[test]
    fn text_to_type_is_the_authors_to_the_letter() {
        let kinds = |sentence: &str, text: &str| {
            let answer = serde_json::json!({"intent": "type", "text": text}).to_string();
            matches!(resolve(sentence, &answer), Resolution::Resolved(_))
        };
        assert!(kinds("「東京 駅」を検索欄に入れる", "東京 駅"));
        assert!(!kinds("「東京 駅」を検索欄に入れる", "東京"));
        assert!(kinds("enter ${PASSWORD} there", "${PASSWORD}"));
        assert!(!kinds("enter 12345 there", "123"));
        assert!(!kinds("enter Abc there", "abc"));
        assert!(!kinds("fill the form", "rm -rf"));
        assert!(!kinds("enter •••• there", "••••"));
    }

    #[test]
    fn other_answers_are_refused() {
        insta::assert_snapshot!(refusal("x", r#"{"intent":"none","reason":"two steps"}"#), @"two steps");
        insta::assert_snapshot!(refusal("x", r#"{"intent":"launch","label":"Save"}"#), @"the intent `launch` is unknown or does not have the fields it must have");
        insta::assert_snapshot!(refusal("x", r#"{"intent":"tap","label":"Save","text":"x"}"#), @"the intent `tap` is unknown or does not have the fields it must have");
        insta::assert_snapshot!(refusal("x", r#"{"intent":"press_key","key":"power_off"}"#), @"`power_off` is no key");
        assert!(
            refusal(
                "x",
                r#"{"intent":"tap","label":"Save","then":"Delete all"}"#
            )
            .contains("unknown field `then`")
        );
        assert!(refusal("x", "tap Save").contains("not the JSON"));
    }

    #[test]
    fn a_label_that_looks_like_a_variable_is_only_text() {
        let answer = r#"{"intent":"tap","label":"${API_TOKEN}"}"#;
        let Resolution::Resolved(intent) = resolve("tap the last one", answer) else {
            panic!("refused");
        };
        let StepKind::Tap(tap) = intent.into_step(Phrase::parse) else {
            panic!("no tap");
        };
        assert_eq!(tap.target.label, Phrase::literal("${API_TOKEN}"));
    }
}
