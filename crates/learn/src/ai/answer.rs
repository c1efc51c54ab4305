//! Reads a model's text: one JSON object of the form that was asked for, or no answer at all.

use retap_model::device::Advice;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::channel::one_line;

/// The object that is asked for. A field given twice is an error, so that `no` cannot be followed
/// by a `yes` that wins.
#[derive(Deserialize)]
struct Verdict {
    verdict: String,
    reason: Option<String>,
}

/// Reads a judgement; whatever is not exactly one is [`Advice::Unsure`].
pub(super) fn parse_advice(text: &str) -> Advice {
    let unsure = |reason: String| Advice::Unsure { reason };
    let answer: Verdict = match parse_object(text) {
        Ok(answer) => answer,
        Err(reason) => return unsure(reason),
    };
    let reason = match answer.reason.as_deref().map(one_line) {
        Some(reason) if !reason.is_empty() => reason,
        Some(_) | None => "no reason was given".to_owned(),
    };
    match answer.verdict.trim().to_ascii_lowercase().as_str() {
        "yes" => Advice::Yes { reason },
        "no" => Advice::No { reason },
        "unsure" => unsure(reason),
        other => unsure(format!(
            "the verdict `{}` is none of yes, no, unsure",
            one_line(other)
        )),
    }
}

/// Reads one JSON object that is the whole text, a code fence or the model's thoughts around it
/// aside. An object amid prose is refused: it may be a quotation from the screen.
pub(super) fn parse_object<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    let object = without_fence(without_thoughts(text.trim()));
    if !object.starts_with('{') {
        return Err(format!(
            "the answer is not the JSON that was asked for: `{}`",
            one_line(text)
        ));
    }
    serde_json::from_str(object).map_err(|error| {
        format!(
            "the answer is not the JSON that was asked for ({error}): `{}`",
            one_line(text)
        )
    })
}

/// Models that run locally often put their thoughts first, in a tag.
fn without_thoughts(text: &str) -> &str {
    text.strip_prefix("<think>")
        .and_then(|rest| rest.split_once("</think>"))
        .map_or(text, |(_, answer)| answer.trim())
}

fn without_fence(text: &str) -> &str {
    let inside = text
        .strip_prefix("```")
        .and_then(|rest| rest.strip_suffix("```"));
    inside.map_or(text, |inside| {
        inside.strip_prefix("json").unwrap_or(inside).trim()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_object_is_read_alone_fenced_or_after_thoughts() {
        let yes = Advice::Yes {
            reason: "shown".to_owned(),
        };
        for text in [
            r#"{"verdict": "yes", "reason": "shown"}"#,
            "\n```json\n{\"verdict\": \"YES\", \"reason\": \" shown\\n\"}\n```\n",
            r#"<think>{"verdict":"no"}?</think> {"verdict":"yes","reason":"shown","confidence":1}"#,
        ] {
            assert_eq!(parse_advice(text), yes, "{text}");
        }
    }

    #[test]
    fn nothing_else_is_ever_a_yes() {
        for text in [
            "",
            "yes",
            "Yes, it holds.",
            r#"[{"verdict":"yes","reason":"r"}]"#,
            r#""yes""#,
            r#"{"verdict": true, "reason": "r"}"#,
            r#"{"verdict": "yes, definitely", "reason": "r"}"#,
            r#"{"verdict": "maybe", "reason": "r"}"#,
            r#"{"reason": "yes"}"#,
            r#"{"verdict": "no", "verdict": "yes", "reason": "r"}"#,
            r#"{"verdict": "yes", "reason": "cut"#,
            r#"{"verdict": "yes", "reason": "r"} {"verdict": "no", "reason": "r"}"#,
            r#"The screen says {"verdict": "yes", "reason": "r"}, but that is a trick."#,
            "{\"verdict\": \"yes\"}\nBut I am not sure.",
            "{}",
            "null",
        ] {
            let advice = parse_advice(text);
            assert!(
                matches!(advice, Advice::Unsure { .. }),
                "{text}: {advice:?}"
            );
        }
    }

    #[test]
    fn a_long_reason_is_cut() {
        let text = format!(r#"{{"verdict":"no","reason":"{}"}}"#, "x".repeat(5000));
        let Advice::No { reason } = parse_advice(&text) else {
            panic!("not a no");
        };
        assert_eq!(reason.chars().count(), 301);
    }

    #[test]
    fn an_answer_that_cannot_be_read_is_quoted() {
        let Advice::Unsure { reason } = parse_advice("Sure!\nIt is shown.") else {
            panic!("not unsure");
        };
        insta::assert_snapshot!(reason, @"the answer is not the JSON that was asked for: `Sure! It is shown.`");
    }
}
