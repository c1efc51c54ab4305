//! What the screen is made of, and which one it is.

use retap_model::screen::{Element, Screen, ScreenSource};
use retap_model::verify::FailureCode;
use serde_json::{Map, Value, json};

use super::element::{bounds, device_json, identity_json, or_null, state_json};
use crate::mcp::compat::fingerprint::screen_mark;
use crate::mcp::{Args, Call, DeviceSession, Refusal, Reply};

/// What a sign of loading may be called, and the word for it; the first that fits counts.
const LOADING: [(&str, &str); 4] = [
    ("progress", "progress_indicator"),
    ("spinner", "spinner"),
    ("busy", "busy_indicator"),
    ("skeleton", "skeleton"),
];

/// Returns every element.
pub(super) fn get_ui_tree(
    session: &mut DeviceSession,
    _args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    match session.look(call) {
        Ok(screen) => {
            session.shown.note(&screen);
            Ok(Reply::json(tree_json(session, &screen)))
        }
        Err(refusal) if refusal.code == FailureCode::Timeout => {
            // A screen without elements and one that cannot be read are told apart by the error alone.
            let mut data = tree_json(session, &Screen::default());
            data["error"] = json!(refusal.message);
            data["failure_code"] = json!(refusal.code.as_str());
            data["retryable"] = json!(refusal.code.is_retryable());
            Ok(Reply::json(data).failed_if(true))
        }
        Err(refusal) => Err(refusal),
    }
}

/// Returns the tree of a screen.
pub(super) fn tree_json(session: &DeviceSession, screen: &Screen) -> Value {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); screen.elements.len()];
    for (index, element) in screen.elements.iter().enumerate() {
        if let Some(children) = element.parent.and_then(|parent| children.get_mut(parent)) {
            children.push(index);
        }
    }
    let all = screen.elements.iter().enumerate().zip(children);
    let elements: Vec<Value> = all
        .map(|((index, element), children)| Value::Object(node(screen, index, element, &children)))
        .collect();
    json!({
        "device": device_json(session),
        "screen": screen.name.as_deref().unwrap_or_default(),
        "resolution": { "width": screen.size.width, "height": screen.size.height },
        "elements": elements,
        "snapshot_revision": screen.revision,
        "captured_at_ms": screen.captured_at.0,
        "loading_state": loading_json(screen),
    })
}

fn node(
    screen: &Screen,
    index: usize,
    element: &Element,
    children: &[usize],
) -> Map<String, Value> {
    let center = element.bounds.center();
    let mut shown = identity_json(element);
    let own = [
        ("text", or_null(&element.text)),
        ("contentDescription", or_null(&element.description)),
        ("type", or_null(&element.class)),
        ("resourceId", or_null(&element.id)),
        ("clickable", json!(element.is_clickable)),
        ("enabled", json!(element.state.enabled)),
        ("visible", json!(screen.is_in_view(element))),
        ("bounds", bounds(element)),
        (
            "center",
            json!({ "x": center.x.floor() as i64, "y": center.y.floor() as i64 }),
        ),
        ("depth", json!(screen.ancestors(index).count())),
        ("state", state_json(element)),
    ];
    for (name, value) in own {
        shown.insert(name.to_owned(), value);
    }
    if let Some(parent) = element.parent {
        shown.insert("parentId".to_owned(), json!(parent));
    }
    if !children.is_empty() {
        shown.insert("children".to_owned(), json!(children));
    }
    shown
}

/// Returns what shows that something is loading; nothing where nothing does. Its word comes from what the
/// sign is and is called, never from what an app says to its readers.
pub(super) fn loading_json(screen: &Screen) -> Value {
    let Some(sign) = screen.loading() else {
        return Value::Null;
    };
    let called = format!("{} {}", sign.class, sign.id).to_lowercase();
    let known = LOADING.iter().find(|(part, _)| called.contains(part));
    let source = match screen.source {
        ScreenSource::Tree => "ui_tree",
        ScreenSource::Pixels => "snapshot",
    };
    json!({
        "active": true,
        "signal": known.map_or("loading_indicator", |(_, signal)| signal),
        "source": source,
    })
}

/// Returns the last part of the name of a screen.
pub(super) fn short_name(name: &str) -> String {
    name.rsplit(['.', '/']).next().unwrap_or(name).to_owned()
}

/// Returns the app and the screen in front.
pub(super) fn get_current_screen(
    session: &mut DeviceSession,
    _args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let screen = session.look(call)?;
    let name = screen.name.clone().unwrap_or_default();
    Ok(Reply::json(json!({
        "device": device_json(session),
        "package": screen.app_id,
        "app": screen.app,
        "activity": name,
        "shortActivity": short_name(&name),
    })))
}

/// Returns the fingerprint; a screen that cannot be read has none.
pub(super) fn get_screen_fingerprint(
    session: &mut DeviceSession,
    _args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    Ok(match session.look(call) {
        Ok(screen) => Reply::json(json!({
            "fingerprint": screen_mark(&screen),
            "activity": screen.name.as_deref().unwrap_or_default(),
            "snapshot_revision": screen.revision,
        })),
        Err(refusal) => {
            let data = json!({ "fingerprint": null, "activity": null, "error": refusal.message });
            Reply::json(data).failed_if(true)
        }
    })
}
