//! One sentence as one step of a closed set, checked against the screen and the sentence.

use std::time::Duration;

use retap_model::device::{Key, Proposal};
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
///
/// A label of the step is on the screen or in the sentence, and text to type is in the sentence. That
/// the step is what the author meant is not certain, so it is pinned where a person can read it.
pub(super) fn parse_proposal(answer: &str, sentence: &str, screen: &Screen) -> Proposal {
    let given = Given { sentence, screen };
    match parse_object(answer).and_then(|wire: Wire| given.check(wire)) {
        Ok(step) => Proposal::Step(Box::new(step)),
        Err(reason) => Proposal::None { reason },
    }
}

/// The sentence and the screen the model was shown.
struct Given<'a> {
    sentence: &'a str,
    screen: &'a Screen,
}

impl Given<'_> {
    fn check(&self, wire: Wire) -> Result<StepKind, String> {
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
            ("tap", Some(label), None, None, None) => Ok(StepKind::Tap(Tap {
                target: self.shown(&label)?,
                effect: TouchEffect::Visible,
                ..Tap::default()
            })),
            ("type", None, Some(text), field, None) => {
                let field = field.map(|field| self.shown(&field)).transpose()?;
                Ok(StepKind::Type(TypeText {
                    text: self.said_exactly(&text)?,
                    into: field.map(|field| Target {
                        role: WantedRole::Only(Role::TextField),
                        matching: Matching::Usual,
                        ..field
                    }),
                }))
            }
            ("scroll_to", Some(label), None, None, None) => Ok(StepKind::ScrollTo(ScrollTo {
                target: self.said_or_shown(&label)?,
                direction: Direction::Up,
                max: ScrollTo::DEFAULT_MAX,
                stroke: None,
            })),
            ("press_key", None, None, None, Some(key)) => {
                let unknown = || format!("`{}` is no key", one_line(&key));
                Ok(StepKind::PressKey(PressKey {
                    key: Key::from_word(&key).ok_or_else(unknown)?,
                    modifiers: Vec::new(),
                }))
            }
            ("wait_for", Some(label), None, None, None) => {
                let target = self.said_or_shown(&label)?;
                Ok(check(target, Presence::Visible, Some(WAIT_FOR)))
            }
            ("assert_visible", Some(label), None, None, None) => {
                Ok(check(self.shown(&label)?, Presence::Visible, None))
            }
            ("assert_not_visible", Some(label), None, None, None) => Ok(check(
                self.said_or_shown(&label)?,
                Presence::NotVisible,
                None,
            )),
            (intent, ..) => Err(format!(
                "the intent `{}` is unknown or does not have the fields it must have",
                one_line(intent)
            )),
        }
    }

    /// Returns what has the label, as the screen writes it; the whole label, because a part may name
    /// another element. It is taken literally: a label that looks like a variable is none.
    fn shown(&self, label: &str) -> Result<Target, String> {
        let is_it = |name: &&str| !name.is_empty() && is_same_text(name, label);
        self.screen
            .visible()
            .find_map(|(_, element)| element.names().into_iter().find(is_it))
            .map(|name| Target::matching(Phrase::literal(name), Matching::Exact))
            .ok_or_else(|| format!("the label `{}` is not on the screen", one_line(label)))
    }

    /// Only the author can name a thing that is not there yet, or no longer: a made-up label is
    /// never on the screen, and to prove that would prove nothing.
    fn said_or_shown(&self, label: &str) -> Result<Target, String> {
        if self.says(label) {
            let label = Phrase::of_sentence(label.trim());
            return Ok(Target::matching(label, Matching::Exact));
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
    fn said_exactly(&self, text: &str) -> Result<Phrase, String> {
        let quotations = quotations(self.sentence);
        let is_said = if quotations.is_empty() {
            self.sentence.contains(text) && self.says(text)
        } else {
            quotations.contains(&text)
        };
        if is_said {
            Ok(Phrase::of_sentence(text))
        } else {
            Err("the text to type is not in the sentence".to_owned())
        }
    }
}

/// Returns the step that proves whether something shows.
fn check(target: Target, presence: Presence, within: Option<Duration>) -> StepKind {
    StepKind::Check(Check {
        claims: vec![Claim::Text(TextClaim { target, presence })],
        within,
        is_fingerprint: false,
    })
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

    fn propose(sentence: &str, answer: &str) -> Proposal {
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
        parse_proposal(answer, sentence, &screen)
    }

    fn refusal(sentence: &str, answer: &str) -> String {
        match propose(sentence, answer) {
            Proposal::None { reason } => reason,
            Proposal::Step(step) => panic!("{step:?}"),
        }
    }

    fn named(text: &str) -> Target {
        Target::matching(Phrase::literal(text), Matching::Exact)
    }

    #[test]
    fn every_intent_is_read() {
        let cases = [
            (
                r#"{"intent":"tap","label":"save"}"#,
                StepKind::Tap(Tap {
                    target: named("Save"),
                    effect: TouchEffect::Visible,
                    ..Tap::default()
                }),
            ),
            (
                r#"{"intent":"type","text":"red shoes","field":"Search"}"#,
                StepKind::Type(TypeText {
                    text: Phrase::literal("red shoes"),
                    into: Some(Target {
                        role: WantedRole::Only(Role::TextField),
                        ..Target::labelled("Search")
                    }),
                }),
            ),
            (
                r#"{"intent":"scroll_to","label":"red shoes"}"#,
                StepKind::ScrollTo(ScrollTo {
                    target: named("red shoes"),
                    direction: Direction::Up,
                    max: ScrollTo::DEFAULT_MAX,
                    stroke: None,
                }),
            ),
            (
                r#"{"intent":"press_key","key":"Enter"}"#,
                StepKind::PressKey(PressKey::parse("return").unwrap()),
            ),
            (
                r#"{"intent":"wait_for","label":"Search"}"#,
                check(named("Search"), Presence::Visible, Some(WAIT_FOR)),
            ),
            (
                r#"{"intent":"assert_visible","label":"Save"}"#,
                check(named("Save"), Presence::Visible, None),
            ),
            (
                r#"{"intent":"assert_not_visible","label":"shoes"}"#,
                check(named("shoes"), Presence::NotVisible, None),
            ),
        ];
        for (answer, step) in cases {
            let expected = Proposal::Step(Box::new(step));
            assert_eq!(propose("go for red shoes please", answer), expected);
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
            matches!(propose(sentence, &answer), Proposal::Step(_))
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
        let Proposal::Step(step) = propose("tap the last one", answer) else {
            panic!("refused");
        };
        let target = step.acted_target().unwrap();
        assert_eq!(target.label, Phrase::literal("${API_TOKEN}"));
    }
}
