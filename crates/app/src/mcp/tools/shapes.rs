//! Devices and elements as the reference servers show them.

use retap_model::device::Platform;
use retap_model::screen::{Element, Role, Screen};
use serde_json::{Map, Value, json};

use super::super::desk::Desk;

/// Returns the device.
pub(crate) fn device_json(desk: &Desk) -> Value {
    let info = desk.hands.opened.device.info();
    let is_simulated = info.platform == Platform::Simulated;
    json!({
        "platform": info.platform.as_str(),
        "id": info.address,
        "model": info.name,
        "simulator": is_simulated,
    })
}

/// Returns an element with everything that identifies it.
pub(crate) fn element_json(screen: &Screen, index: usize) -> Value {
    let element = &screen.elements[index];
    let selector = element.selector_kind();
    let stable = element.stable_id();
    json!({
        "index": index,
        "text": or_null(&element.text),
        "resource_id": or_null(&element.id),
        "accessibility_id": or_null(&element.description),
        "class": or_null(&element.class),
        "bounds": bounds(element),
        "state": state_json(element),
        "stable_id": stable,
        "test_tag": stable,
        "role": role(element.role),
        "selector": {
            "value": stable.or(Some(element.text.as_str())).filter(|it| !it.is_empty()),
            "confidence": selector.confidence(),
        },
        "semantic": {
            "is_clickable": element.is_clickable,
            "is_container": element.role == Role::Container || element.role == Role::List,
        },
    })
}

/// Returns left, top, right, bottom in whole units.
pub(crate) fn bounds(element: &Element) -> Value {
    let at = element.bounds;
    let whole = |value: f64| value.floor() as i64;
    json!([
        whole(at.x),
        whole(at.y),
        whole(at.right()),
        whole(at.bottom())
    ])
}

/// Returns what the element is at the moment; only what could be read.
pub(crate) fn state_json(element: &Element) -> Value {
    let state = &element.state;
    let mut known = Map::new();
    let flags = [
        ("checked", state.checked),
        ("selected", state.selected),
        ("expanded", state.expanded),
        ("enabled", Some(state.enabled)),
        ("focused", Some(state.focused)),
    ];
    for (name, flag) in flags {
        if let Some(flag) = flag {
            known.insert(name.to_owned(), json!(flag));
        }
    }
    if let Some(value) = state.value.as_ref().filter(|_| !element.is_password) {
        let number = value.parse::<f64>().ok().map(|number| json!(number));
        known.insert("value".to_owned(), number.unwrap_or_else(|| json!(value)));
        if element.is_editable && !value.is_empty() {
            known.insert("text_value".to_owned(), json!(value));
        }
    }
    Value::Object(known)
}

fn or_null(text: &str) -> Value {
    if text.is_empty() {
        Value::Null
    } else {
        json!(text)
    }
}

fn role(role: Role) -> Value {
    match role {
        Role::Unknown => Value::Null,
        known => json!(known.as_str()),
    }
}
