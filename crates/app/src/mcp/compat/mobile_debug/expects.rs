//! Proofs in the shapes of the reference server.

use retap_model::phrase::Phrase;
use retap_model::program::Target;
use retap_model::select::name_element;
use retap_model::verify::{Expected, FailureCode, Property, StateProperty, matches_state};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use super::debug_tool;
use super::element::ShownElement;
use super::selector::{Condition, FieldMatch, Selector};
use super::ui_tree::short_name;
use super::waits::{Awaited, BLANK, Observed, WaitStatus, selector_of, wait_ui};
use crate::mcp::args::missing;
use crate::mcp::compat::screen_mark;
use crate::mcp::reply::Failure;
use crate::mcp::schema::AnyObject;
use crate::mcp::tool_spec::{ToolSpec, Work::OnDevice};
use crate::mcp::tools::expect::{StateRead, expected, read_state};
use crate::mcp::{Args, Call, DeviceSession, Refusal, Reply};
use crate::permissions::Access::Looks;

pub(super) const EXPECT_SCREEN: ToolSpec = debug_tool(
    "expect_screen",
    "Proves which screen is in front, by fingerprint or name.",
    Looks,
    OnDevice(expect_screen),
)
.takes("fingerprint screen platform:android|ios deviceId")
.gives::<ScreenProof>();

pub(super) const EXPECT_ELEMENT_VISIBLE: ToolSpec = debug_tool(
    "expect_element_visible",
    "Proves that an element is visible. element_id: that very one, while the id is known.",
    Looks,
    OnDevice(expect_element_visible),
)
.takes(
    "selector:{text resource_id accessibility_id contains:boolean=false}! element_id \
     timeout_ms:number=5000 poll_interval_ms:number=300 platform:android|ios deviceId",
)
.gives::<VisibleProof>();

pub(super) const EXPECT_STATE: ToolSpec = debug_tool(
    "expect_state",
    "Proves a property of an element; read again by count, not by clock.",
    Looks,
    OnDevice(expect_state),
)
.takes(
    "property! expected:boolean,number,string,object! \
     selector:{text resource_id accessibility_id contains:boolean=false} element_id \
     platform:android|ios deviceId",
)
.gives::<StateProof>();

#[derive(Serialize, JsonSchema)]
struct ScreenProof {
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
fn expect_screen(session: &mut DeviceSession, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let screen = session.look(call)?;
    let mark = screen_mark(&screen);
    let name = screen.name.clone().unwrap_or_default();
    let (expected, named) = (args.words("fingerprint"), args.words("screen"));
    let (basis, matched, label, reason) = match (expected, named) {
        (Some(wanted), _) if wanted == mark => {
            let reason = format!("observed fingerprint matches expected fingerprint {wanted}");
            (Basis::Fingerprint, true, name, reason)
        }
        (Some(wanted), _) => {
            let reason = format!("expected fingerprint {wanted} but observed {mark}");
            (Basis::Fingerprint, false, name, reason)
        }
        (None, Some(wanted)) => {
            let short = short_name(&name);
            let matched = wanted == name || wanted == short;
            let reason = match matched {
                true => format!("observed screen matches expected screen {wanted}"),
                false => format!("expected screen {wanted} but observed {short}"),
            };
            (Basis::Screen, matched, short, reason)
        }
        (None, None) => {
            let reason = "No fingerprint or screen expectation provided".to_owned();
            (Basis::None, false, name, reason)
        }
    };
    let proof = ScreenProof {
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
    };
    Ok(Reply::json(proof).failed_if(!matched))
}

/// Whether something was proven of an element, and why not.
#[derive(Serialize, JsonSchema)]
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
            success: false,
            reason: String::new(),
            element_id: args.text("element_id").map(str::to_owned),
            element: None,
            failure: None,
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

    fn of(mut self, element: Option<ShownElement>) -> Self {
        if let Some(element) = element {
            self.element_id = Some(element.element_id.clone());
            self.element = Some(element);
        }
        self
    }
}

#[derive(Serialize, JsonSchema)]
struct VisibleProof {
    #[schemars(with = "AnyObject")]
    selector: Value,
    expected_condition: &'static str,
    observed: Observed,
    #[serde(flatten)]
    proof: Proof,
}

/// Proves that an element is visible.
fn expect_element_visible(
    session: &mut DeviceSession,
    args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let asked = args
        .value("selector")
        .filter(|it| it.is_object())
        .ok_or_else(|| missing("object", "selector"))?;
    let (mut observed, proof) = prove_visible(session, args, call)?;
    observed.status = Some(WaitStatus::of(proof.success));
    let is_error = !proof.success;
    let answer = VisibleProof {
        selector: asked.clone(),
        expected_condition: "visible",
        observed,
        proof,
    };
    Ok(Reply::json(answer).failed_if(is_error))
}

fn prove_visible(
    session: &mut DeviceSession,
    args: &Args,
    call: &Call,
) -> Result<(Observed, Proof), Refusal> {
    let proof = Proof::new(args);
    let selector = selector_of(args);
    if selector.is_blank() {
        let proof = proof.fails(BLANK, FailureCode::InvalidSelector);
        return Ok((Observed::default(), proof));
    }
    let known = args.words("element_id");
    let known = known.and_then(|id| session.compat.element_ids.find(id));
    let known = known.and_then(|it| Some((it.target?, it.evidence)));
    let awaited = Awaited {
        selector: &selector,
        condition: Condition::Visible,
        known: known.as_ref(),
    };
    let waited = match wait_ui(session, &awaited, args, 5_000, call) {
        Ok(waited) => waited,
        Err(refusal) if refusal.code == FailureCode::Cancelled => return Err(refusal),
        Err(refusal) => {
            let proof = proof.fails(refusal.message, refusal.code);
            return Ok((Observed::default(), proof));
        }
    };
    if waited.holds {
        let proof = proof.of(waited.element).holds("selector is visible");
        return Ok((waited.observed, proof));
    }
    let reason = match known {
        Some(_) if waited.element.is_none() => {
            "what element_id stands for is not among what the selector matches".to_owned()
        }
        Some(_) | None => waited.complaint(Condition::Visible, &selector),
    };
    let proof = proof.fails(reason, FailureCode::Timeout);
    Ok((waited.observed, proof))
}

#[derive(Serialize, JsonSchema)]
struct StateProof {
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
fn expect_state(session: &mut DeviceSession, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let word = args.need_text("property")?;
    let value = args
        .value("expected")
        .ok_or_else(|| Refusal::input("Missing expected argument"))?;
    let mut answer = StateProof {
        selector: args.value("selector").cloned(),
        expected_state: ExpectedState {
            property: word.to_owned(),
            expected: value.clone(),
        },
        observed_state: None,
        candidates: Vec::new(),
        proof: Proof::new(args),
    };
    if selector_of(args).is_blank() && args.words("element_id").is_none() {
        return Err(Refusal::input("Missing selector or element_id argument"));
    }
    answer.proof = match StateProperty::from_word(word) {
        Some(property) => prove_state(session, args, property, &mut answer, call)?,
        None => {
            let reason = format!("unsupported or unavailable state property: {word}");
            Proof::new(args).fails(reason, FailureCode::Unknown)
        }
    };
    let is_error = !answer.proof.success;
    Ok(Reply::json(answer).failed_if(is_error))
}

fn prove_state(
    session: &mut DeviceSession,
    args: &Args,
    property: StateProperty,
    answer: &mut StateProof,
    call: &Call,
) -> Result<Proof, Refusal> {
    let proof = Proof::new(args);
    let wanted = expected(Some(&answer.expected_state.expected))?;
    let selector = selector_of(args);
    let known = args.words("element_id");
    let (target, evidence) = match known.and_then(|id| session.compat.element_ids.find(id)) {
        Some(known) => (known.target, Some(known.evidence)),
        None if selector.is_blank() => (None, None),
        None => match target_of(session, &selector, call)? {
            Meant::One(target) => (target, None),
            Meant::Several(titles) => {
                let reason = format!("{} elements match: {}", titles.len(), titles.join(", "));
                answer.candidates = titles;
                return Ok(proof.fails(reason, FailureCode::AmbiguousTarget));
            }
        },
    };
    let missing = |code| Ok(Proof::new(args).fails("element not found", code));
    let Some(target) = target else {
        return missing(FailureCode::ElementNotFound);
    };
    let (read, at) = read_state(session, &target, evidence.as_ref(), property, &wanted, call)?;
    let seen = match read {
        StateRead::Is => Some(wanted.clone()),
        StateRead::IsNot(seen) => seen,
        StateRead::NoElement(code) => return missing(code),
    };
    let element = at.map(|(screen, index)| ShownElement::of(session, &screen, index));
    let value = seen.as_ref().map(plain);
    answer.observed_state = Some(ObservedState {
        property: property.as_str(),
        raw_value: value.clone(),
        value,
    });
    let reason = reason_of(property, &wanted, seen.as_ref());
    let proof = proof.of(element);
    let is_so = |seen: &Expected| matches_state(Some(seen), &wanted);
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

/// What a selector means.
enum Meant {
    /// One element, in words; none where nothing matches and no words would find it later.
    One(Option<Target>),
    /// Several; what each is called.
    Several(Vec<String>),
}

/// Returns words for the one element a selector means; several are reported, not chosen from.
fn target_of(
    session: &mut DeviceSession,
    selector: &Selector,
    call: &Call,
) -> Result<Meant, Refusal> {
    let screen = session.look(call)?;
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
