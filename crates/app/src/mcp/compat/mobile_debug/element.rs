//! Devices and elements as the reference servers show them.

use retap_model::screen::{Element, Role, Screen};
use serde_json::{Map, Value, json};

use crate::mcp::DeviceSession;

/// Returns the device.
pub(crate) fn device_json(session: &DeviceSession) -> Value {
    let info = session.connection.opened.device.info();
    let version = session.connection.opened.device.os_version();
    shown_device(
        info.platform.as_str(),
        &info.address,
        version.unwrap_or_default(),
        &info.name,
    )
}

/// Returns a device in the shape every answer has it.
pub(crate) fn shown_device(platform: &str, address: &str, version: &str, model: &str) -> Value {
    let is_simulator = ["sim:", "android:emulator-"]
        .iter()
        .any(|start| address.starts_with(start));
    json!({
        "platform": platform,
        "id": address,
        "osVersion": version,
        "model": model,
        "simulator": is_simulator,
    })
}

/// Returns an element with everything that identifies it, and an id it can be acted on by.
pub(crate) fn element_json(session: &mut DeviceSession, screen: &Screen, index: usize) -> Value {
    let element = &screen.elements[index];
    let mut shown = identity_json(element);
    let own = [
        ("elementId", json!(session.ids.tell(screen, index))),
        ("index", json!(index)),
        ("text", or_null(&element.text)),
        ("resource_id", or_null(&element.id)),
        ("accessibility_id", or_null(&element.description)),
        ("class", or_null(&element.class)),
        ("bounds", bounds(element)),
        ("state", state_json(element)),
    ];
    for (name, value) in own {
        shown.insert(name.to_owned(), value);
    }
    Value::Object(shown)
}

/// Returns what identifies an element, apart from where it is.
pub(crate) fn identity_json(element: &Element) -> Map<String, Value> {
    let kind = selector_kind(element);
    let stable = stable_id(element);
    let value = stable
        .or_else(|| says(&element.text))
        .or_else(|| says(&element.class));
    let shown = json!({
        "stable_id": stable,
        "test_tag": stable,
        "role": role(element),
        "selector": {
            "value": value,
            "confidence": { "score": kind.confidence(), "reason": kind.as_str() },
        },
        "semantic": {
            "is_clickable": element.is_clickable,
            "is_container": role(element) == json!("container"),
        },
    });
    shown.as_object().cloned().unwrap_or_default()
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
        let is_number = number.is_some();
        let value = number.unwrap_or_else(|| json!(value));
        if is_number && !element.is_editable {
            known.insert("raw_value".to_owned(), value.clone());
        }
        if element.is_editable && state.value.as_deref() != Some("") {
            known.insert("text_value".to_owned(), json!(state.value));
        }
        known.insert("value".to_owned(), value);
    }
    if let Some(stand) = &state.stand {
        known.insert("raw_value".to_owned(), json!(stand.at));
        if let Some(end) = stand.end {
            known.insert("value_range".to_owned(), json!({ "min": 0, "max": end }));
        }
    }
    Value::Object(known)
}

/// Returns the text, or null where there is none.
pub(crate) fn or_null(text: &str) -> Value {
    json!(says(text))
}

fn says(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.trim().is_empty())
}

retap_model::words! {
    /// What identifies an element best.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    enum SelectorKind {
        /// The platform's identifier.
        Id = "resource_id",
        /// The accessible description.
        Description = "content_description",
        /// The text.
        Text = "text_match",
        /// Only its kind.
        Role = "class_match",
    }
}

impl SelectorKind {
    /// Returns how far a match by this can be trusted, from 0 to 1.
    const fn confidence(self) -> f64 {
        match self {
            Self::Id => 1.0,
            Self::Description => 0.9,
            Self::Text => 0.6,
            Self::Role => 0.35,
        }
    }
}

/// Returns the name that survives moves: the identifier, else the description.
fn stable_id(element: &Element) -> Option<&str> {
    [element.id.trim(), element.description.trim()]
        .into_iter()
        .find(|name| !name.is_empty())
}

/// Returns what identifies this element best.
fn selector_kind(element: &Element) -> SelectorKind {
    let known = [
        (&element.id, SelectorKind::Id),
        (&element.description, SelectorKind::Description),
        (&element.text, SelectorKind::Text),
    ];
    let best = known.into_iter().find(|(text, _)| !text.trim().is_empty());
    best.map_or(SelectorKind::Role, |(_, kind)| kind)
}

/// What parts of the name of a class say of its kind; the first that fits counts.
const CLASSES: [(&str, &[&str]); 8] = [
    ("slider", &["seekbar", "slider", "progress"]),
    ("switch", &["switch", "toggle"]),
    ("checkbox", &["checkbox"]),
    ("radio", &["radio"]),
    ("text_field", &["edittext", "textfield", "search"]),
    ("button", &["button", "fab"]),
    ("image", &["imageview", "icon"]),
    (
        "container",
        &["recyclerview", "scroll", "layout", "viewgroup", "frame"],
    ),
];

/// Returns the kind of an element in the words of the reference server: by the name of its class, else by
/// what it is here; null where neither has a word.
fn role(element: &Element) -> Value {
    let class = element.class.to_lowercase();
    let fits = |(_, parts): &&(&str, &[&str])| parts.iter().any(|part| class.contains(part));
    if let Some((word, _)) = CLASSES.iter().find(fits) {
        return json!(word);
    }
    match element.role {
        Role::Button
        | Role::Checkbox
        | Role::Image
        | Role::Radio
        | Role::Slider
        | Role::Switch
        | Role::TextField => json!(element.role.as_str()),
        Role::Container | Role::List | Role::Row => json!("container"),
        Role::Dialog
        | Role::Heading
        | Role::Link
        | Role::Progress
        | Role::Tab
        | Role::Text
        | Role::Toast
        | Role::Unknown => Value::Null,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// M18.
    #[test]
    fn classes_have_the_roles_that_agents_were_taught() {
        let of = |class: &str| {
            role(&Element {
                class: class.to_owned(),
                ..Element::default()
            })
        };
        for (class, word) in [
            ("android.widget.SeekBar", "slider"),
            ("android.widget.ProgressBar", "slider"),
            ("android.widget.Switch", "switch"),
            ("android.widget.ToggleButton", "switch"),
            ("android.widget.CheckBox", "checkbox"),
            ("android.widget.RadioButton", "radio"),
            ("android.widget.EditText", "text_field"),
            ("android.widget.SearchView", "text_field"),
            ("android.widget.ImageButton", "button"),
            ("android.widget.ImageView", "image"),
            ("androidx.recyclerview.widget.RecyclerView", "container"),
            ("android.widget.FrameLayout", "container"),
        ] {
            assert_eq!(of(class), word, "{class}");
        }
        assert!(of("android.widget.TextView").is_null());
    }
}
