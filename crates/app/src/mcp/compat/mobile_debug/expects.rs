//! Proofs in the shapes of the reference server.

use retap_model::phrase::Phrase;
use retap_model::program::Target;
use retap_model::select::{Evidence, name_element};
use retap_model::verify::{Expected, FailureCode, Property, StateProperty, matches_state};
use serde_json::{Value, json};

use super::element::{Remembered, shown_element};
use super::screen::short_name;
use super::selector::{Condition, FieldMatch};
use super::waits::{Awaited, BLANK, UiWaited, selector_of, wait_ui};
use crate::mcp::args::missing;
use crate::mcp::compat::screen_mark;
use crate::mcp::reply::{Failure, to_json};
use crate::mcp::schema::{joined, known};
use crate::mcp::tools::expect::{StateRead, WantedState, expected};
use crate::mcp::{Answer, Args, Refusal, Reply, ToolCall};

/// Proves which screen is in front.
pub(super) fn expect_screen(call: &mut ToolCall<'_>) -> Answer {
    let screen = call.look()?;
    let mark = screen_mark(&screen);
    let name = screen.name.as_deref().unwrap_or_default();
    let short = short_name(name);
    let (fingerprint, named) = (call.args.words("fingerprint"), call.args.words("screen"));
    let (basis, shown, matched, reason) = match (fingerprint, named) {
        (Some(wanted), _) => {
            let matched = wanted == mark;
            let reason = compared("fingerprint", wanted, (!matched).then_some(&*mark));
            ("fingerprint", name, matched, reason)
        }
        (None, Some(wanted)) => {
            let matched = wanted == name || wanted == short;
            let reason = compared("screen", wanted, (!matched).then_some(short));
            ("screen", short, matched, reason)
        }
        (None, None) => {
            let reason = "No fingerprint or screen expectation provided";
            ("none", name, false, reason.to_owned())
        }
    };
    Ok(Reply::json(json!({
        "success": matched,
        "observed_screen": { "fingerprint": mark, "screen": shown },
        "expected_screen": { "fingerprint": fingerprint, "screen": named },
        "confidence": u8::from(matched),
        "comparison": { "basis": basis, "matched": matched, "reason": reason },
    })))
}

/// Returns how something compares with what was wanted; `other` is what was seen instead.
fn compared(what: &str, wanted: &str, other: Option<&str>) -> String {
    match other {
        None => format!("observed {what} matches expected {what} {wanted}"),
        Some(seen) => format!("expected {what} {wanted} but observed {seen}"),
    }
}

/// Whether something was proven of an element, and why not.
struct Proof {
    reason: String,
    /// Why it was not proven; none where it was.
    failure: Option<FailureCode>,
    element: Option<Value>,
}

impl Proof {
    fn fails(reason: impl Into<String>, code: FailureCode) -> Self {
        Self {
            reason: reason.into(),
            failure: Some(code),
            element: None,
        }
    }

    /// Returns it as its part of the answer to a call with these arguments.
    fn shown(self, args: &Args) -> Value {
        let id = match &self.element {
            Some(element) => element["elementId"].clone(),
            None => json!(args.text("element_id")),
        };
        let success = self.failure.is_none();
        joined([
            json!({ "success": success, "reason": self.reason, "element_id": id }),
            known(json!({ "element": self.element })),
            to_json(self.failure.map(Failure::from)),
        ])
    }
}

/// Proves that an element is visible.
pub(super) fn expect_element_visible(call: &mut ToolCall<'_>) -> Answer {
    let asked = call.args.value("selector").filter(|it| it.is_object());
    let asked = asked.ok_or_else(|| missing("object", "selector"))?;
    let (waited, proof) = prove_visible(call)?;
    let status = json!({ "status": waited.status() });
    let told = json!({
        "selector": asked,
        "expected_condition": "visible",
        "observed": joined([waited.observed(), status]),
    });
    Ok(Reply::json(joined([told, proof.shown(call.args)])))
}

fn prove_visible(call: &mut ToolCall<'_>) -> Result<(UiWaited, Proof), Refusal> {
    let unseen = |reason: &str, code| Ok((UiWaited::default(), Proof::fails(reason, code)));
    let selector = selector_of(call.args);
    if selector.is_blank() {
        return unseen(BLANK, FailureCode::InvalidSelector);
    }
    let known = known_element(call).and_then(|it| Some((it.target?, it.evidence)));
    let awaited = Awaited {
        selector: &selector,
        condition: Condition::Visible,
        known: known.as_ref(),
    };
    let waited = match wait_ui(call, &awaited, 5_000) {
        Ok(waited) => waited,
        Err(refusal) if refusal.code == FailureCode::Cancelled => return Err(refusal),
        Err(refusal) => return unseen(&refusal.message, refusal.code),
    };
    let proof = match (waited.holds, &known, &waited.element) {
        (true, _, element) => Proof {
            reason: "selector is visible".to_owned(),
            failure: None,
            element: element.clone(),
        },
        (false, Some(_), None) => Proof::fails(
            "what element_id stands for is not among what the selector matches",
            FailureCode::Timeout,
        ),
        (false, _, _) => Proof::fails(awaited.complaint(&waited), FailureCode::Timeout),
    };
    Ok((waited, proof))
}

/// Returns what `element_id` stands for.
fn known_element(call: &ToolCall<'_>) -> Option<Remembered> {
    let id = call.args.words("element_id")?;
    call.compat.element_ids.find(id)
}

/// Proves a property of an element.
pub(super) fn expect_state(call: &mut ToolCall<'_>) -> Answer {
    let args = call.args;
    let word = args.need_text("property")?;
    let value = args.value("expected");
    let value = value.ok_or_else(|| Refusal::input("Missing expected argument"))?;
    if selector_of(args).is_blank() && args.words("element_id").is_none() {
        return Err(Refusal::input("Missing selector or element_id argument"));
    }
    let told = json!({
        "selector": args.value("selector"),
        "expected_state": { "property": word, "expected": value },
    });
    let (proof, seen) = match StateProperty::from_word(word) {
        Some(property) => prove_state(call, property, expected(Some(value))?)?,
        None => {
            let reason = format!("unsupported or unavailable state property: {word}");
            (Proof::fails(reason, FailureCode::Unknown), Value::Null)
        }
    };
    Ok(Reply::json(joined([told, seen, proof.shown(args)])))
}

/// Returns the proof, and what else there is to tell of what was seen.
fn prove_state(
    call: &mut ToolCall<'_>,
    property: StateProperty,
    is: Expected,
) -> Result<(Proof, Value), Refusal> {
    let missing = |code| Ok((Proof::fails("element not found", code), Value::Null));
    let meant = meant(call)?;
    if let titles @ [_, _, ..] = &meant.several[..] {
        let reason = format!("{} elements match: {}", titles.len(), titles.join(", "));
        let proof = Proof::fails(reason, FailureCode::AmbiguousTarget);
        return Ok((proof, json!({ "candidates": titles })));
    }
    let Some(target) = meant.target else {
        return missing(FailureCode::ElementNotFound);
    };
    let wanted = WantedState {
        target,
        evidence: meant.evidence,
        property,
        is,
    };
    let (read, at) = wanted.read(call)?;
    let is = wanted.is;
    let seen = match read {
        StateRead::Is => Some(is.clone()),
        StateRead::IsNot(seen) => seen,
        StateRead::NoElement(code) => return missing(code),
    };
    let holds = matches_state(seen.as_ref(), &is);
    let proof = Proof {
        reason: reason_of(property, &is, seen.as_ref()),
        // As the reference server says it; its own later code for a mismatch is not known to its agents.
        failure: (!holds).then_some(FailureCode::Unknown),
        element: at.map(|(screen, index)| shown_element(call, &screen, index)),
    };
    let value = seen.as_ref().map(plain);
    let mut observed = json!({ "property": property.as_str(), "value": value });
    if value.is_some() {
        observed["raw_value"] = json!(value);
    }
    Ok((proof, json!({ "observed_state": observed })))
}

fn plain(value: &Expected) -> Value {
    match value {
        Expected::Is(is) => json!(is),
        Expected::Number(number) => json!(number),
        Expected::Text(text) => json!(text),
    }
}

/// Returns why a state is as expected or not, in the words of the reference server.
fn reason_of(property: StateProperty, wanted: &Expected, seen: Option<&Expected>) -> String {
    let name = match property {
        StateProperty::RawValue => "value",
        other => other.as_str(),
    };
    let bare = |value: &Expected| match value {
        Expected::Is(is) => is.to_string(),
        Expected::Number(number) => number.to_string(),
        Expected::Text(text) => text.clone(),
    };
    let is_flag = matches!(
        property,
        StateProperty::Is(
            Property::Checked | Property::Focused | Property::Expanded | Property::Enabled
        )
    );
    match (wanted, seen) {
        (Expected::Number(_) | Expected::Text(_), _) if is_flag => {
            format!("expected {name} must be boolean")
        }
        (Expected::Is(_) | Expected::Number(_), _) if property == StateProperty::TextValue => {
            "expected text_value must be string".to_owned()
        }
        (_, None) => format!("{name} state unavailable"),
        (wanted, Some(seen)) if matches_state(Some(seen), wanted) => {
            format!("{name} matches expected value")
        }
        (wanted, Some(seen)) => {
            let (wanted, seen) = (bare(wanted), bare(seen));
            format!("expected {name}={wanted} but observed {seen}")
        }
    }
}

/// The element that a call is about.
#[derive(Default)]
struct Meant {
    /// The words for it; none where nothing matches and no words would find it later.
    target: Option<Target>,
    /// The evidence of it, where it was pointed at.
    evidence: Option<Evidence>,
    /// What each is called, where several could be meant.
    several: Vec<String>,
}

/// Returns what `element_id` stands for, else the one element the selector means; several are reported, not chosen
/// from.
fn meant(call: &mut ToolCall<'_>) -> Result<Meant, Refusal> {
    let mut meant = Meant::default();
    let selector = selector_of(call.args);
    if let Some(known) = known_element(call) {
        meant.target = known.target;
        meant.evidence = Some(known.evidence);
        return Ok(meant);
    }
    if selector.is_blank() {
        return Ok(meant);
    }
    let screen = call.look()?;
    let found = selector.matches(&screen);
    if found.len() > 1 && selector.index.is_none() {
        let title = |index: &usize| screen.elements[*index].label().to_owned();
        meant.several = found.iter().map(title).collect();
        return Ok(meant);
    }
    let chosen = found.get(selector.index.unwrap_or(0));
    meant.target = chosen.and_then(|index| name_element(&screen, *index));
    if meant.target.is_none() && selector.by == FieldMatch::Whole {
        let label = selector.text.or(selector.description);
        meant.target = Some(Target {
            label: Phrase::literal(label.unwrap_or_default()),
            id: selector.id.map(Phrase::literal),
            ..Target::default()
        });
    }
    Ok(meant)
}
