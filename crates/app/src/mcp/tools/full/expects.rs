//! Proofs in the shapes of the reference server, and routing by action type.

use retap_model::phrase::Phrase;
use retap_model::program::Target;
use retap_model::select::{Condition, FieldMatch, Selector};
use retap_model::verify::{
    FailureCode, SeenRequest, Signals, StateProperty, classify, screen_mark,
};
use serde_json::{Value, json};

use super::super::super::args::{Args, missing};
use super::super::super::call::Call;
use super::super::super::client::Client;
use super::super::super::desk::Desk;
use super::super::super::reply::{Refusal, Reply};
use super::super::expect::{StateRead, expected, read_state};
use super::waits::{selector_of, told_element, wait_ui};

/// Proves which screen is in front.
pub(super) fn expect_screen(desk: &mut Desk, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let screen = desk.look(call)?;
    let mark = screen_mark(&screen);
    let name = screen.name.clone().unwrap_or_default();
    let short = name.rsplit(['.', '/']).next().unwrap_or_default();
    let (basis, is_so) = match (args.words("fingerprint"), args.words("screen")) {
        (Some(wanted), _) => ("fingerprint", wanted == mark),
        (None, Some(wanted)) => ("screen", wanted == name || wanted == short),
        (None, None) => ("none", false),
    };
    let reason = match (basis, is_so) {
        ("none", _) => "no fingerprint and no screen was given".to_owned(),
        (basis, true) => format!("{basis} matches"),
        (basis, false) => format!("{basis} differs"),
    };
    let data = json!({
        "success": is_so,
        "observed_screen": { "fingerprint": mark, "screen": name },
        "expected_screen": { "fingerprint": args.text("fingerprint"), "screen": args.text("screen") },
        "confidence": if is_so { 1 } else { 0 },
        "comparison": { "basis": basis, "matched": is_so, "reason": reason },
    });
    Ok(Reply::json(data).failed_if(!is_so))
}

/// Proves that an element is visible.
pub(super) fn expect_element_visible(
    desk: &mut Desk,
    args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let selector = selector_of(args);
    if selector.is_blank() {
        return Err(Refusal::new(
            FailureCode::InvalidSelector,
            "the selector names nothing",
        ));
    }
    let waited = wait_ui(desk, &selector, Condition::Visible, args, 5_000, call)?;
    let element = told_element(desk, &waited);
    let matched = waited
        .last
        .as_ref()
        .map_or(0, |(selected, _)| selected.matched);
    let mut data = json!({
        "success": waited.holds,
        "selector": args.value("selector"),
        "element_id": element["elementId"],
        "expected_condition": "visible",
        "element": element,
        "observed": { "matched_count": matched },
        "reason": if waited.holds { "selector is visible" } else { "selector is not visible" },
    });
    if !waited.holds {
        data["failure_code"] = json!(FailureCode::Timeout.as_str());
        data["retryable"] = json!(true);
    }
    Ok(Reply::json(data).failed_if(!waited.holds))
}

/// Proves a property of an element.
pub(super) fn expect_state(desk: &mut Desk, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let word = args.need_text("property")?;
    let property = StateProperty::from_word(word)
        .ok_or_else(|| Refusal::input(format!("`{word}` is no property")))?;
    let wanted = expected(args.value("expected"))?;
    let known = args.words("element_id").and_then(|id| desk.ids.find(id));
    let (target, evidence) = match known {
        Some(known) => (known.target, Some(known.evidence)),
        None => (target_of(desk, &selector_of(args), call)?, None),
    };
    let read = match &target {
        Some(target) => read_state(desk, target, evidence.as_ref(), property, &wanted, call)?,
        None => StateRead::NoElement(FailureCode::ElementNotFound),
    };
    let (is_so, seen, code) = match read {
        StateRead::Is => (true, json!(args.value("expected")), None),
        StateRead::IsNot(seen) => {
            let seen = seen.map(|it| it.to_string());
            (false, json!(seen), Some(FailureCode::ExpectationNotMet))
        }
        StateRead::NoElement(code) => (false, Value::Null, Some(code)),
    };
    let mut data = json!({
        "success": is_so,
        "selector": args.value("selector"),
        "element_id": args.text("element_id"),
        "expected_state": { "property": word, "expected": args.value("expected") },
        "observed_state": { "property": word, "value": seen },
        "reason": if is_so { "state matches" } else { "state does not match" },
    });
    if let Some(code) = code {
        data["failure_code"] = json!(code.as_str());
        data["retryable"] = json!(code.is_retryable());
    }
    Ok(Reply::json(data).failed_if(!is_so))
}

/// Returns words for the one element a selector means; several are reported, not chosen from.
fn target_of(desk: &mut Desk, selector: &Selector, call: &Call) -> Result<Option<Target>, Refusal> {
    if selector.is_blank() {
        return Err(Refusal::new(
            FailureCode::InvalidSelector,
            "the selector names nothing",
        ));
    }
    let screen = desk.look(call)?;
    let found = selector.matches(&screen);
    if found.len() > 1 && selector.index.is_none() {
        let titles: Vec<&str> = found
            .iter()
            .map(|index| screen.elements[*index].label())
            .collect();
        let message = format!("{} elements match: {}", found.len(), titles.join(", "));
        return Err(Refusal::new(FailureCode::AmbiguousTarget, message));
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
    Ok(named.or_else(|| (selector.by == FieldMatch::Whole).then(words)))
}

/// Routes by action type. The same input gives the same bytes.
pub(super) fn classify_action_outcome(_client: &Client, args: &Args) -> Result<Reply, Refusal> {
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
