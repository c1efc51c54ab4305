//! Proofs in the shapes of the reference server.

use retap_model::phrase::Phrase;
use retap_model::program::Target;
use retap_model::select::name_element;
use retap_model::verify::{Expected, FailureCode, Property, StateProperty, matches_state};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use super::element::ShownElement;
use super::selector::{Condition, FieldMatch, Selector};
use super::ui_tree::short_name;
use super::waits::{Awaited, BLANK, Observed, WaitStatus, selector_of, wait_ui};
use crate::mcp::args::missing;
use crate::mcp::compat::screen_mark;
use crate::mcp::reply::Failure;
use crate::mcp::schema::AnyObject;
use crate::mcp::tools::expect::{StateRead, WantedState, expected};
use crate::mcp::{Answer, Args, Refusal, Reply, ToolCall};

#[derive(Serialize, JsonSchema)]
pub(super) struct ScreenProof {
    success: bool,
    observed_screen: NamedScreen,
    expected_screen: NamedScreen,
    confidence: u8,
    comparison: Comparison,
}

#[derive(Serialize, JsonSchema)]
struct NamedScreen {
    fingerprint: Option<String>,
    screen: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct Comparison {
    basis: Basis,
    matched: bool,
    reason: String,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Basis {
    Fingerprint,
    Screen,
    None,
}

/// Proves which screen is in front.
pub(super) fn expect_screen(call: &mut ToolCall<'_>) -> Answer {
    let screen = call.look()?;
    let mark = screen_mark(&screen);
    let name = screen.name.clone().unwrap_or_default();
    let short = short_name(&name);
    let (expected, named) = (call.args.words("fingerprint"), call.args.words("screen"));
    let (basis, matched, reason) = match (expected, named) {
        (Some(wanted), _) => {
            let matched = wanted == mark;
            let reason = compared("fingerprint", wanted, (!matched).then_some(&mark));
            (Basis::Fingerprint, matched, reason)
        }
        (None, Some(wanted)) => {
            let matched = wanted == name || wanted == short;
            let reason = compared("screen", wanted, (!matched).then_some(&short));
            (Basis::Screen, matched, reason)
        }
        (None, None) => {
            let reason = "No fingerprint or screen expectation provided";
            (Basis::None, false, reason.to_owned())
        }
    };
    let label = match basis {
        Basis::Screen => short,
        Basis::Fingerprint | Basis::None => name,
    };
    Ok(Reply::json(ScreenProof {
        success: matched,
        observed_screen: NamedScreen {
            fingerprint: Some(mark),
            screen: Some(label),
        },
        expected_screen: NamedScreen {
            fingerprint: expected.map(str::to_owned),
            screen: named.map(str::to_owned),
        },
        confidence: u8::from(matched),
        comparison: Comparison {
            basis,
            matched,
            reason,
        },
    }))
}

/// Returns how something compares with what was wanted; `other` is what was seen instead.
fn compared(what: &str, wanted: &str, other: Option<&String>) -> String {
    match other {
        None => format!("observed {what} matches expected {what} {wanted}"),
        Some(seen) => format!("expected {what} {wanted} but observed {seen}"),
    }
}

/// Whether something was proven of an element, and why not.
#[derive(Default, Serialize, JsonSchema)]
struct Proof {
    success: bool,
    reason: String,
    element_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    element: Option<ShownElement>,
    #[serde(flatten)]
    failure: Option<Failure>,
}

impl Proof {
    fn new(args: &Args) -> Self {
        Self {
            element_id: args.text("element_id").map(str::to_owned),
            ..Self::default()
        }
    }

    fn holds(mut self, reason: impl Into<String>) -> Self {
        self.success = true;
        self.reason = reason.into();
        self
    }

    fn fails(mut self, reason: impl Into<String>, code: FailureCode) -> Self {
        self.reason = reason.into();
        self.failure = Some(code.into());
        self
    }

    fn status(&self) -> WaitStatus {
        match self.success {
            true => WaitStatus::Success,
            false => WaitStatus::Timeout,
        }
    }

    fn of(mut self, element: Option<ShownElement>) -> Self {
        if let Some(element) = element {
            self.element_id = Some(element.element_id.clone());
            self.element = Some(element);
        }
        self
    }
}

#[derive(Serialize, JsonSchema)]
pub(super) struct VisibleProof {
    #[schemars(with = "AnyObject")]
    selector: Value,
    expected_condition: &'static str,
    observed: Observed,
    #[serde(flatten)]
    proof: Proof,
}

/// Proves that an element is visible.
pub(super) fn expect_element_visible(call: &mut ToolCall<'_>) -> Answer {
    let asked = call
        .args
        .value("selector")
        .filter(|it| it.is_object())
        .ok_or_else(|| missing("object", "selector"))?;
    let (mut observed, proof) = prove_visible(call)?;
    observed.status = Some(proof.status());
    let answer = VisibleProof {
        selector: asked.clone(),
        expected_condition: "visible",
        observed,
        proof,
    };
    Ok(Reply::json(answer))
}

fn prove_visible(call: &mut ToolCall<'_>) -> Result<(Observed, Proof), Refusal> {
    let proof = Proof::new(call.args);
    let selector = selector_of(call.args);
    if selector.is_blank() {
        let proof = proof.fails(BLANK, FailureCode::InvalidSelector);
        return Ok((Observed::default(), proof));
    }
    let known = call.args.words("element_id");
    let known = known.and_then(|id| call.compat.element_ids.find(id));
    let known = known.and_then(|it| Some((it.target?, it.evidence)));
    let awaited = Awaited {
        selector: &selector,
        condition: Condition::Visible,
        known: known.as_ref(),
    };
    let waited = match wait_ui(call, &awaited, 5_000) {
        Ok(waited) => waited,
        Err(refusal) if refusal.code == FailureCode::Cancelled => return Err(refusal),
        Err(refusal) => {
            let proof = proof.fails(refusal.message, refusal.code);
            return Ok((Observed::default(), proof));
        }
    };
    let element = waited.observed.last_matched_element.clone();
    if waited.observed.condition_satisfied {
        let proof = proof.of(element).holds("selector is visible");
        return Ok((waited.observed, proof));
    }
    let reason = match known {
        Some(_) if element.is_none() => {
            "what element_id stands for is not among what the selector matches".to_owned()
        }
        Some(_) | None => waited.complaint(Condition::Visible, &selector),
    };
    let proof = proof.fails(reason, FailureCode::Timeout);
    Ok((waited.observed, proof))
}

#[derive(Serialize, JsonSchema)]
pub(super) struct StateProof {
    #[schemars(with = "Option<AnyObject>")]
    selector: Option<Value>,
    expected_state: ExpectedState,
    #[serde(skip_serializing_if = "Option::is_none")]
    observed_state: Option<ObservedState>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    candidates: Vec<String>,
    #[serde(flatten)]
    proof: Proof,
}

#[derive(Serialize, JsonSchema)]
struct ExpectedState {
    property: String,
    expected: Value,
}

#[derive(Serialize, JsonSchema)]
struct ObservedState {
    property: &'static str,
    value: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    raw_value: Option<Value>,
}

/// Proves a property of an element.
pub(super) fn expect_state(call: &mut ToolCall<'_>) -> Answer {
    let word = call.args.need_text("property")?;
    let value = call
        .args
        .value("expected")
        .ok_or_else(|| Refusal::input("Missing expected argument"))?;
    let mut answer = StateProof {
        selector: call.args.value("selector").cloned(),
        expected_state: ExpectedState {
            property: word.to_owned(),
            expected: value.clone(),
        },
        observed_state: None,
        candidates: Vec::new(),
        proof: Proof::new(call.args),
    };
    if selector_of(call.args).is_blank() && call.args.words("element_id").is_none() {
        return Err(Refusal::input("Missing selector or element_id argument"));
    }
    answer.proof = match StateProperty::from_word(word) {
        Some(property) => prove_state(call, property, &mut answer)?,
        None => {
            let reason = format!("unsupported or unavailable state property: {word}");
            Proof::new(call.args).fails(reason, FailureCode::Unknown)
        }
    };
    Ok(Reply::json(answer))
}

fn prove_state(
    call: &mut ToolCall<'_>,
    property: StateProperty,
    answer: &mut StateProof,
) -> Result<Proof, Refusal> {
    let proof = Proof::new(call.args);
    let is = expected(Some(&answer.expected_state.expected))?;
    let selector = selector_of(call.args);
    let known = call.args.words("element_id");
    let (target, evidence) = match known.and_then(|id| call.compat.element_ids.find(id)) {
        Some(known) => (known.target, Some(known.evidence)),
        None if selector.is_blank() => (None, None),
        None => match target_of(call, &selector)? {
            Meant::One(target) => (target, None),
            Meant::Several(titles) => {
                let reason = format!("{} elements match: {}", titles.len(), titles.join(", "));
                answer.candidates = titles;
                return Ok(proof.fails(reason, FailureCode::AmbiguousTarget));
            }
        },
    };
    let args = call.args;
    let missing = |code| Ok(Proof::new(args).fails("element not found", code));
    let Some(target) = target else {
        return missing(FailureCode::ElementNotFound);
    };
    let wanted = WantedState {
        target,
        evidence,
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
    let element = at.map(|(screen, index)| ShownElement::of(call, &screen, index));
    let value = seen.as_ref().map(plain);
    answer.observed_state = Some(ObservedState {
        property: property.as_str(),
        raw_value: value.clone(),
        value,
    });
    let reason = reason_of(property, &is, seen.as_ref());
    let proof = proof.of(element);
    let is_so = |seen: &Expected| matches_state(Some(seen), &is);
    Ok(match seen.as_ref().is_some_and(is_so) {
        true => proof.holds(reason),
        // As the reference server says it; its own later code for a mismatch is not known to its agents.
        false => proof.fails(reason, FailureCode::Unknown),
    })
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

/// The meaning of a selector.
enum Meant {
    /// One element, in words; none where nothing matches and no words would find it later.
    One(Option<Target>),
    /// Several; what each is called.
    Several(Vec<String>),
}

/// Returns words for the one element a selector means; several are reported, not chosen from.
fn target_of(call: &mut ToolCall<'_>, selector: &Selector) -> Result<Meant, Refusal> {
    let screen = call.look()?;
    let found = selector.matches(&screen);
    if found.len() > 1 && selector.index.is_none() {
        let title = |index: &usize| screen.elements[*index].label().to_owned();
        return Ok(Meant::Several(found.iter().map(title).collect()));
    }
    let chosen = found.get(selector.index.unwrap_or(0));
    let named = chosen.and_then(|index| name_element(&screen, *index));
    let label = selector.text.as_ref().or(selector.description.as_ref());
    let words = || Target {
        label: Phrase::literal(label.map_or("", String::as_str)),
        id: selector.id.clone().map(Phrase::literal),
        ..Target::default()
    };
    let is_whole = selector.by == FieldMatch::Whole;
    Ok(Meant::One(named.or_else(|| is_whole.then(words))))
}
