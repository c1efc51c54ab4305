//! What the screen is made of, and which one it is.

use retap_model::screen::{Element, Screen};
use retap_model::verify::screen_mark;
use serde_json::{Value, json};

use super::super::super::args::Args;
use super::super::super::call::Call;
use super::super::super::desk::Desk;
use super::super::super::reply::{Refusal, Reply};
use super::super::shapes::{bounds, device_json, state_json};

/// Returns every element.
pub(super) fn get_ui_tree(desk: &mut Desk, _args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let screen = desk.look(call)?;
    desk.shown.note(&screen);
    Ok(Reply::json(tree_json(desk, &screen)))
}

/// Returns the tree of a screen.
pub(super) fn tree_json(desk: &Desk, screen: &Screen) -> Value {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); screen.elements.len()];
    for (index, element) in screen.elements.iter().enumerate() {
        if let Some(parent) = element.parent {
            children[parent].push(index);
        }
    }
    let elements: Vec<Value> = screen
        .elements
        .iter()
        .enumerate()
        .map(|(index, element)| node(screen, index, element, &children[index]))
        .collect();
    json!({
        "device": device_json(desk),
        "screen": screen.name.as_deref().unwrap_or_default(),
        "resolution": { "width": screen.size.width, "height": screen.size.height },
        "elements": elements,
        "snapshot_revision": screen.revision,
        "captured_at_ms": screen.captured_at.0,
        "loading_state": loading_json(screen),
    })
}

fn node(screen: &Screen, index: usize, element: &Element, children: &[usize]) -> Value {
    let center = element.bounds.center();
    let stable = element.stable_id();
    let selector = element.selector_kind();
    json!({
        "text": element.text,
        "contentDescription": element.description,
        "type": element.class,
        "resourceId": element.id,
        "clickable": element.is_clickable,
        "enabled": element.state.enabled,
        "visible": screen.is_in_view(element),
        "bounds": bounds(element),
        "center": [center.x.floor(), center.y.floor()],
        "depth": screen.ancestors(index).count(),
        "parentId": element.parent,
        "children": children,
        "state": state_json(element),
        "stable_id": stable,
        "test_tag": stable,
        "role": element.role.as_str(),
        "selector": { "value": stable.unwrap_or(&element.text), "confidence": selector.confidence() },
    })
}

/// Returns what shows that something is loading; nothing where nothing does.
pub(super) fn loading_json(screen: &Screen) -> Value {
    match screen.loading() {
        Some(_) => json!({ "active": true, "signal": "spinner", "source": "ui_tree" }),
        None => Value::Null,
    }
}

/// Returns the app and the screen in front.
pub(super) fn get_current_screen(
    desk: &mut Desk,
    _args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let screen = desk.look(call)?;
    let name = screen.name.clone().unwrap_or_default();
    let short = name
        .rsplit(['.', '/'])
        .next()
        .unwrap_or_default()
        .to_owned();
    Ok(Reply::json(json!({
        "device": device_json(desk),
        "package": screen.app_id,
        "app": screen.app,
        "activity": name,
        "shortActivity": short,
    })))
}

/// Returns the fingerprint; a screen that cannot be read has none.
pub(super) fn get_screen_fingerprint(
    desk: &mut Desk,
    _args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    Ok(match desk.look(call) {
        Ok(screen) => Reply::json(json!({
            "fingerprint": screen_mark(&screen),
            "activity": screen.name,
            "snapshot_revision": screen.revision,
        })),
        Err(refusal) => {
            let data = json!({ "fingerprint": null, "activity": null, "error": refusal.message });
            Reply::json(data).failed_if(true)
        }
    })
}
