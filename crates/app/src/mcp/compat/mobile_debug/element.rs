//! Devices and elements as mobile-debug shows them, and the ids by which clients name elements.

use std::collections::VecDeque;

use retap_model::codec::sha256_hex;
use retap_model::phrase::Phrase;
use retap_model::program::Target;
use retap_model::screen::{Element, Role, Screen};
use retap_model::select::{Evidence, name_element};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use crate::mcp::DeviceSession;
use crate::mcp::schema::AnyObject;

/// A device, in the shape every answer has it.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ShownDevice {
    platform: String,
    id: String,
    os_version: String,
    model: String,
    simulator: bool,
}

impl ShownDevice {
    /// Returns the device of a session.
    pub(super) fn of(session: &DeviceSession) -> Self {
        let info = session.info();
        let version = session.connection.opened.device.os_version();
        let platform = info.platform.as_str();
        Self::new(
            platform,
            &info.address,
            version.unwrap_or_default(),
            &info.name,
        )
    }

    /// Returns the device of an address.
    pub(super) fn new(platform: &str, address: &str, version: &str, model: &str) -> Self {
        let simulators = ["sim:", "android:emulator-"];
        Self {
            platform: platform.to_owned(),
            id: address.to_owned(),
            os_version: version.to_owned(),
            model: model.to_owned(),
            simulator: simulators.iter().any(|start| address.starts_with(start)),
        }
    }
}

/// An element with everything that identifies it, and an id it can be acted on by.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(super) struct ShownElement {
    #[serde(rename = "elementId")]
    pub(super) element_id: String,
    pub(super) index: usize,
    text: Option<String>,
    resource_id: Option<String>,
    accessibility_id: Option<String>,
    class: Option<String>,
    bounds: [i64; 4],
    state: AnyObject,
    #[serde(flatten)]
    identity: Identity,
}

/// The schema of an element that is told in full elsewhere: by `wait_for_ui`. To say all of it with every
/// act would be a third of the list of tools.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
pub(super) struct SameElement {
    #[serde(rename = "elementId")]
    element_id: String,
    index: usize,
}

impl ShownElement {
    /// Returns an element of a screen; its id can be acted on from now on.
    pub(super) fn of(session: &mut DeviceSession, screen: &Screen, index: usize) -> Self {
        let element = &screen.elements[index];
        Self {
            element_id: session.compat.element_ids.tell(screen, index),
            index,
            text: words(&element.text),
            resource_id: words(&element.id),
            accessibility_id: words(&element.description),
            class: words(&element.class),
            bounds: sides(element),
            state: shown_state(element),
            identity: Identity::of(element),
        }
    }
}

/// The identity of an element, apart from where it is.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(super) struct Identity {
    stable_id: Option<String>,
    test_tag: Option<String>,
    role: Option<&'static str>,
    selector: BestSelector,
    semantic: Semantic,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
struct BestSelector {
    value: Option<String>,
    confidence: Confidence,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
struct Confidence {
    score: f64,
    reason: SelectorKind,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
struct Semantic {
    is_clickable: bool,
    is_container: bool,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum SelectorKind {
    ResourceId,
    ContentDescription,
    TextMatch,
    ClassMatch,
}

impl Identity {
    /// Returns what identifies an element.
    pub(super) fn of(element: &Element) -> Self {
        let ranked = [
            (element.id.trim(), SelectorKind::ResourceId, 1.0),
            (
                element.description.trim(),
                SelectorKind::ContentDescription,
                0.9,
            ),
            (&element.text, SelectorKind::TextMatch, 0.6),
            (&element.class, SelectorKind::ClassMatch, 0.35),
        ];
        let best = ranked.into_iter().find_map(|(text, reason, score)| {
            Some((Some(words(text)?), Confidence { score, reason }))
        });
        let (value, confidence) = best.unwrap_or((
            None,
            Confidence {
                score: 0.35,
                reason: SelectorKind::ClassMatch,
            },
        ));
        // The name that survives moves: the identifier, else the description.
        let stable_id = value.clone().filter(|_| confidence.score > 0.6);
        let role = role(element);
        Self {
            test_tag: stable_id.clone(),
            stable_id,
            role,
            selector: BestSelector { value, confidence },
            semantic: Semantic {
                is_clickable: element.is_clickable,
                is_container: role == Some("container"),
            },
        }
    }
}

/// Returns left, top, right, bottom in whole units.
pub(super) fn sides(element: &Element) -> [i64; 4] {
    let at = element.bounds;
    [at.x, at.y, at.right(), at.bottom()].map(|value| value.floor() as i64)
}

/// Returns what an element is at the moment, as far as it could be read; what a password field holds is not
/// told.
pub(super) fn shown_state(element: &Element) -> AnyObject {
    let state = &element.state;
    let held = state.value.as_ref().filter(|_| !element.is_password);
    let number = held.and_then(|held| held.parse::<f64>().ok());
    let text = held.filter(|held| element.is_editable && !held.is_empty());
    let stand = state.raw_value.as_ref();
    let raw = stand.map(|stand| json!(stand.at));
    let plain = number.filter(|_| !element.is_editable);
    let known = [
        ("checked", state.checked.map(Value::from)),
        ("selected", state.selected.map(Value::from)),
        ("expanded", state.expanded.map(Value::from)),
        ("enabled", Some(state.enabled.into())),
        ("focused", Some(state.focused.into())),
        (
            "value",
            held.map(|held| number.map_or(json!(held), Value::from)),
        ),
        ("text_value", text.map(|text| json!(text))),
        ("raw_value", raw.or(plain.map(Value::from))),
        (
            "value_range",
            stand.and_then(|stand| Some(json!({ "min": 0, "max": stand.end? }))),
        ),
    ];
    let known = known.into_iter();
    known
        .filter_map(|(name, value)| Some((name.to_owned(), value?)))
        .collect()
}

/// Returns a text that says something.
pub(super) fn words(text: &str) -> Option<String> {
    Some(text.to_owned()).filter(|text| !text.trim().is_empty())
}

/// The kinds that parts of the name of a class stand for; the first that fits counts.
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
/// what it is here; nothing where neither has a word.
fn role(element: &Element) -> Option<&'static str> {
    let class = element.class.to_lowercase();
    let fits = |(_, parts): &&(&str, &[&str])| parts.iter().any(|part| class.contains(part));
    if let Some((word, _)) = CLASSES.iter().find(fits) {
        return Some(word);
    }
    match element.role {
        Role::Button
        | Role::Checkbox
        | Role::Image
        | Role::Radio
        | Role::Slider
        | Role::Switch
        | Role::TextField => Some(element.role.as_str()),
        Role::Container | Role::List | Role::Row => Some("container"),
        Role::Dialog
        | Role::Heading
        | Role::Link
        | Role::Progress
        | Role::Tab
        | Role::Text
        | Role::Toast
        | Role::Unknown => None,
    }
}

/// How many ids are remembered.
const MOST_IDS: usize = 512;

/// The element an id stands for.
#[derive(Debug, Clone)]
pub(crate) struct Remembered {
    /// The words for it; none where there are none.
    pub(crate) target: Option<Target>,
    /// The evidence it is recognised by.
    pub(crate) evidence: Evidence,
}

/// The ids that were told.
#[derive(Debug, Default)]
pub(crate) struct ElementIds {
    known: VecDeque<(String, Remembered)>,
}

impl ElementIds {
    /// Returns the id of an element, the same wherever it moves to as long as what identifies it is
    /// its own.
    pub(crate) fn tell(&mut self, screen: &Screen, index: usize) -> String {
        let element = &screen.elements[index];
        let evidence = Evidence::of(screen, index);
        // A reference is to this very thing: another that goes by its name is not meant.
        let own_id = Some(&evidence.id).filter(|id| !id.is_empty());
        let own_role = Some(element.role).filter(|role| own_id.is_none() && *role != Role::Unknown);
        let target = name_element(screen, index).map(|target| Target {
            id: target.id.or_else(|| own_id.map(Phrase::literal)),
            role: target.role.only().or(own_role).into(),
            ..target
        });
        let by = match &target {
            // Only the place tells it from others like it.
            None => format!("{index}|{:?}", element.bounds),
            Some(target) => format!("{:?}|{:?}", target.index, evidence.row),
        };
        let plain = format!(
            "{}|{}|{}|{}|{by}",
            evidence.id, evidence.text, evidence.description, element.class
        );
        let id = format!("el_{}", &sha256_hex(plain.as_bytes())[..24]);
        self.known.retain(|(known, _)| *known != id);
        self.known
            .push_back((id.clone(), Remembered { target, evidence }));
        if self.known.len() > MOST_IDS {
            self.known.pop_front();
        }
        id
    }

    /// Returns what an id stands for; nothing where it was never told or long ago.
    pub(crate) fn find(&self, id: &str) -> Option<Remembered> {
        let mut known = self.known.iter().rev();
        known
            .find(|(known, _)| known == id)
            .map(|(_, what)| what.clone())
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
            assert_eq!(of(class), Some(word), "{class}");
        }
        assert_eq!(of("android.widget.TextView"), None);
    }
}
