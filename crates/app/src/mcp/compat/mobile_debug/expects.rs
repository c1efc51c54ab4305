//! Proofs in the shapes of the reference server, and routing by action type.

use super::classify::{SeenRequest, Signals, classify};
use super::selector::{Condition, FieldMatch, Selector};
use retap_model::phrase::Phrase;
use retap_model::program::Target;
use retap_model::verify::{Expected, FailureCode, StateProperty, matches_state};
use serde_json::{Value, json};

use super::element::element_json;
use super::ui_tree::short_name;
use super::waits::{Awaited, BLANK, selector_of, wait_ui};
use crate::mcp::args::missing;
use crate::mcp::compat::fingerprint::screen_mark;
use crate::mcp::tools::expect::{ReadAt, StateRead, expected, read_state};
use crate::mcp::{Args, Call, Client, DeviceSession, Refusal, Reply};

/// Proves which screen is in front.
pub(super) fn expect_screen(
    session: &mut DeviceSession,
    args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let screen = session.look(call)?;
    let mark = screen_mark(&screen);
    let name = screen.name.clone().unwrap_or_default();
    let short = short_name(&name);
    let (expected, named) = (args.words("fingerprint"), args.words("screen"));
    let (basis, is_so, label) = match (expected, named) {
        (Some(wanted), _) => ("fingerprint", wanted == mark, name.clone()),
        (None, Some(wanted)) => ("screen", wanted == name || wanted == short, short),
        (None, None) => ("none", false, name.clone()),
    };
    let reason = match (expected, named) {
        (Some(wanted), _) if is_so => {
            format!("observed fingerprint matches expected fingerprint {wanted}")
        }
        (Some(wanted), _) => format!("expected fingerprint {wanted} but observed {mark}"),
        (None, Some(wanted)) if is_so => {
            format!("observed screen matches expected screen {wanted}")
        }
        (None, Some(wanted)) => format!("expected screen {wanted} but observed {label}"),
        (None, None) => "No fingerprint or screen expectation provided".to_owned(),
    };
    let data = json!({
        "success": is_so,
        "observed_screen": { "fingerprint": mark, "screen": label },
        "expected_screen": { "fingerprint": expected, "screen": named },
        "confidence": if is_so { 1 } else { 0 },
        "comparison": { "basis": basis, "matched": is_so, "reason": reason },
    });
    Ok(Reply::json(data).failed_if(!is_so))
}

/// Proves that an element is visible.
pub(super) fn expect_element_visible(
    session: &mut DeviceSession,
    args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let asked = args
        .value("selector")
        .filter(|it| it.is_object())
        .ok_or_else(|| missing("object", "selector"))?;
    let selector = selector_of(args);
    let mut data = json!({
        "success": false,
        "selector": asked,
        "element_id": args.text("element_id"),
        "expected_condition": "visible",
    });
    if selector.is_blank() {
        data["observed"] = nothing_seen();
        return Ok(disproved(data, BLANK, FailureCode::InvalidSelector));
    }
    let known = args.words("element_id").and_then(|id| session.ids.find(id));
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
            data["observed"] = nothing_seen();
            return Ok(disproved(data, &refusal.message, refusal.code));
        }
    };
    data["observed"] = waited.observed();
    data["observed"]["status"] = json!(if waited.holds { "success" } else { "timeout" });
    if !waited.holds {
        let reason = match known {
            Some(_) if waited.element.is_null() => {
                "what element_id stands for is not among what the selector matches".to_owned()
            }
            Some(_) | None => waited.complaint(Condition::Visible, &selector),
        };
        return Ok(disproved(data, &reason, FailureCode::Timeout));
    }
    data["success"] = json!(true);
    data["element_id"] = waited.element["elementId"].clone();
    data["element"] = waited.element;
    data["reason"] = json!("selector is visible");
    Ok(Reply::json(data))
}

fn nothing_seen() -> Value {
    json!({
        "status": "timeout",
        "matched_count": 0,
        "condition_satisfied": false,
        "selected_index": null,
        "last_matched_element": null,
    })
}

/// Returns the answer of an expectation that does not hold.
fn disproved(mut data: Value, reason: &str, code: FailureCode) -> Reply {
    data["reason"] = json!(reason);
    data["failure_code"] = json!(code.as_str());
    data["retryable"] = json!(code.is_retryable());
    Reply::json(data).failed_if(true)
}

/// Proves a property of an element.
pub(super) fn expect_state(
    session: &mut DeviceSession,
    args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let word = args.need_text("property")?;
    let value = args
        .value("expected")
        .ok_or_else(|| Refusal::input("Missing expected argument"))?;
    let selector = selector_of(args);
    let known = args.words("element_id").and_then(|id| session.ids.find(id));
    if selector.is_blank() && args.words("element_id").is_none() {
        return Err(Refusal::input("Missing selector or element_id argument"));
    }
    let data = json!({
        "success": false,
        "selector": args.value("selector"),
        "element_id": args.text("element_id"),
        "expected_state": { "property": word, "expected": value },
    });
    let Some(property) = StateProperty::from_word(word) else {
        let reason = format!("unsupported or unavailable state property: {word}");
        return Ok(disproved(data, &reason, FailureCode::Unknown));
    };
    let wanted = expected(Some(value))?;
    let (target, evidence) = match known {
        Some(known) => (known.target, Some(known.evidence)),
        None if selector.is_blank() => (None, None),
        None => match target_of(session, &selector, call)? {
            Meant::One(target) => (target, None),
            Meant::Several(titles) => {
                let reason = format!("{} elements match: {}", titles.len(), titles.join(", "));
                let mut data = data;
                data["candidates"] = json!(titles);
                return Ok(disproved(data, &reason, FailureCode::AmbiguousTarget));
            }
        },
    };
    let Some(target) = target else {
        let code = FailureCode::ElementNotFound;
        return Ok(disproved(data, "element not found", code));
    };
    let (read, at) = read_state(session, &target, evidence.as_ref(), property, &wanted, call)?;
    Ok(told_state(session, data, property, &wanted, (read, at)))
}

fn told_state(
    session: &mut DeviceSession,
    mut data: Value,
    property: StateProperty,
    wanted: &Expected,
    (read, at): (StateRead, ReadAt),
) -> Reply {
    let seen = match read {
        StateRead::Is => Some(wanted.clone()),
        StateRead::IsNot(seen) => seen,
        StateRead::NoElement(code) => return disproved(data, "element not found", code),
    };
    if let Some((screen, index)) = at {
        data["element"] = element_json(session, &screen, index);
        data["element_id"] = data["element"]["elementId"].clone();
    }
    let value = seen.as_ref().map(plain);
    data["observed_state"] = json!({ "property": property.as_str(), "value": value });
    if let Some(value) = &value {
        data["observed_state"]["raw_value"] = value.clone();
    }
    let reason = reason_of(property, wanted, seen.as_ref());
    if seen
        .as_ref()
        .is_some_and(|seen| matches_state(Some(seen), wanted))
    {
        data["success"] = json!(true);
        data["reason"] = json!(reason);
        return Reply::json(data);
    }
    // As the reference server says it; its own later code for a mismatch is not known to its agents.
    disproved(data, &reason, FailureCode::Unknown)
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
        StateProperty::Checked
            | StateProperty::Focused
            | StateProperty::Expanded
            | StateProperty::Enabled
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
            format!(
                "expected {name}={} but observed {}",
                bare(wanted),
                bare(seen)
            )
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
    let words = || Target {
        label: Phrase::literal(
            selector
                .text
                .clone()
                .or(selector.description.clone())
                .unwrap_or_default(),
        ),
        id: selector.id.clone().map(Phrase::literal),
        ..Target::default()
    };
    let chosen = found.get(selector.index.unwrap_or(0));
    let named = chosen.and_then(|index| retap_model::select::name_element(&screen, *index));
    Ok(Meant::One(named.or_else(|| {
        (selector.by == FieldMatch::Whole).then(words)
    })))
}

/// Routes by action type. The same input gives the same bytes.
pub(super) fn classify_action_outcome(_: &Client, args: &Args, _: &Call) -> Result<Reply, Refusal> {
    let ui_changed = args
        .is("uiChanged")
        .ok_or_else(|| missing("boolean", "uiChanged"))?;
    let requests: Option<Vec<SeenRequest>> = args.list("networkRequests").map(|list| {
        let text = |value: &Value, key: &str| value[key].as_str().unwrap_or_default().to_owned();
        list.iter()
            .map(|one| SeenRequest {
                endpoint: text(one, "endpoint"),
                status: text(one, "status"),
            })
            .collect()
    });
    let (outcome, reasoning) = classify(Signals {
        ui_changed,
        expected_element_visible: args.is("expectedElementVisible") == Some(true),
        action_type: args.text("actionType"),
        requests: requests.as_deref(),
        has_log_errors: args.is("hasLogErrors") == Some(true),
    });
    Ok(Reply::json(
        json!({ "outcome": outcome.as_str(), "reasoning": reasoning }),
    ))
}
