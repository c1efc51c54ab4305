//! Proofs in the shapes of the reference server.

use retap_model::phrase::Phrase;
use retap_model::program::Target;
use retap_model::select::{Evidence, name_element};
use retap_model::verify::{Expected, FailureCode, Property, StateProperty, matches_state};
use serde_json::{Value, json};

use super::element::{Remembered, ShownElement};
use super::screen::short_name;
use super::selector::{Condition, FieldMatch};
use super::waits::{Awaited, BLANK, Observed, UiWaited, selector_of, wait_ui};
use crate::mcp::answer::{Unlisted, answer};
use crate::mcp::args::missing;
use crate::mcp::compat::screen_mark;
use crate::mcp::reply::Failure;
use crate::mcp::tools::expect::{StateRead, WantedState, expected};
use crate::mcp::{Answer, Args, Refusal, Reply, ToolCall};

answer! {
    /// Whether a screen is in front.
    pub(super) struct ScreenProof { success: bool, observed_screen: ScreenName, expected_screen: ScreenName,
        confidence: u8, comparison: Comparison }
    /// A screen by its fingerprint and its name.
    pub(super) struct ScreenName { fingerprint: Option<String>, screen: Option<String> }
    /// What was compared, and how.
    pub(super) struct Comparison { basis: Basis, matched: bool, reason: String }
    /// What screens are compared by.
    pub(super) enum Basis { Fingerprint = "fingerprint", Screen = "screen", Nothing = "none" }
    /// Whether an element is visible.
    pub(super) struct VisibleProof { selector: Unlisted<Value>, expected_condition: &'static str, observed: Observed,
        ..proof: ShownProof }
    /// Whether something was proven of an element.
    pub(super) struct ShownProof { success: bool, reason: String, element_id: Option<String>, element?: ShownElement,
        ..failure: Option<Failure> }
    /// Whether a property of an element is as expected.
    pub(super) struct StateProof { selector: Option<Unlisted<Value>>, expected_state: ExpectedState,
        observed_state?: ObservedState, ..several: Option<Candidates>, ..proof: ShownProof }
    /// The property and what it should be.
    pub(super) struct ExpectedState { property: String, expected: Value }
    /// The property and what it is.
    pub(super) struct ObservedState { property: &'static str, value: Option<Value>, raw_value?: Value }
    /// The elements that could be meant.
    pub(super) struct Candidates { candidates: Vec<String> }
}

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
            (Basis::Fingerprint, name, matched, reason)
        }
        (None, Some(wanted)) => {
            let matched = wanted == name || wanted == short;
            let reason = compared("screen", wanted, (!matched).then_some(short));
            (Basis::Screen, short, matched, reason)
        }
        (None, None) => {
            let reason = "No fingerprint or screen expectation provided";
            (Basis::Nothing, name, false, reason.to_owned())
        }
    };
    Ok(Reply::json(ScreenProof {
        success: matched,
        expected_screen: ScreenName {
            fingerprint: fingerprint.map(str::to_owned),
            screen: named.map(str::to_owned),
        },
        observed_screen: ScreenName {
            screen: Some(shown.to_owned()),
            fingerprint: Some(mark),
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
fn compared(what: &str, wanted: &str, other: Option<&str>) -> String {
    match other {
        None => format!("observed {what} matches expected {what} {wanted}"),
        Some(seen) => format!("expected {what} {wanted} but observed {seen}"),
    }
}

/// Whether something was proven of an element, and why not.
#[derive(Default)]
struct Proof {
    reason: String,
    /// Why it was not proven; none where it was.
    failure: Option<FailureCode>,
    element: Option<ShownElement>,
    /// The state that was read.
    state: Option<ObservedState>,
    /// What could be meant, where that is several things.
    several: Option<Candidates>,
}

impl Proof {
    fn fails(reason: impl Into<String>, code: FailureCode) -> Self {
        Self {
            reason: reason.into(),
            failure: Some(code),
            ..Self::default()
        }
    }

    /// Returns it as its part of the answer to a call with these arguments.
    fn shown(self, args: &Args) -> ShownProof {
        let id = match &self.element {
            Some(element) => Some(&*element.reference.elementId),
            None => args.text("element_id"),
        };
        ShownProof {
            success: self.failure.is_none(),
            reason: self.reason,
            element_id: id.map(str::to_owned),
            element: self.element,
            failure: self.failure.map(Failure::from),
        }
    }
}

/// Proves that an element is visible.
pub(super) fn expect_element_visible(call: &mut ToolCall<'_>) -> Answer {
    let asked = call.args.value("selector").filter(|it| it.is_object());
    let asked = asked.ok_or_else(|| missing("object", "selector"))?;
    let (waited, proof) = prove_visible(call)?;
    Ok(Reply::json(VisibleProof {
        selector: Unlisted(asked.clone()),
        expected_condition: Condition::Visible.as_str(),
        observed: Observed {
            status: Some(waited.status()),
            ..waited.observed()
        },
        proof: proof.shown(call.args),
    }))
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
            element: element.clone(),
            ..Proof::default()
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
    let mut proof = match StateProperty::from_word(word) {
        Some(property) => prove_state(call, property, expected(Some(value))?)?,
        None => {
            let reason = format!("unsupported or unavailable state property: {word}");
            Proof::fails(reason, FailureCode::Unknown)
        }
    };
    Ok(Reply::json(StateProof {
        selector: args.value("selector").cloned().map(Unlisted),
        expected_state: ExpectedState {
            property: word.to_owned(),
            expected: value.clone(),
        },
        observed_state: proof.state.take(),
        several: proof.several.take(),
        proof: proof.shown(args),
    }))
}

fn prove_state(
    call: &mut ToolCall<'_>,
    property: StateProperty,
    is: Expected,
) -> Result<Proof, Refusal> {
    let missing = |code| Ok(Proof::fails("element not found", code));
    let meant = meant(call)?;
    if let titles @ [_, _, ..] = &meant.several[..] {
        let reason = format!("{} elements match: {}", titles.len(), titles.join(", "));
        return Ok(Proof {
            several: Some(Candidates {
                candidates: titles.to_vec(),
            }),
            ..Proof::fails(reason, FailureCode::AmbiguousTarget)
        });
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
    let value = seen.as_ref().map(plain);
    Ok(Proof {
        reason: reason_of(property, &is, seen.as_ref()),
        // As the reference server says it; its own later code for a mismatch is not known to its agents.
        failure: (!holds).then_some(FailureCode::Unknown),
        element: at.map(|(screen, index)| ShownElement::new(call, &screen, index)),
        state: Some(ObservedState {
            property: property.as_str(),
            value: value.clone(),
            raw_value: value,
        }),
        several: None,
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
