//! Devices and elements as mobile-debug shows them, and the ids by which clients name elements.

use std::collections::VecDeque;

use retap_model::codec::sha256_hex;
use retap_model::geometry::Rect;
use retap_model::phrase::Phrase;
use retap_model::program::Target;
use retap_model::screen::{Element, Role, Screen};
use retap_model::select::{Evidence, name_element};
use serde::Serialize;
use serde_json::{Value, json};

use crate::mcp::DeviceSession;
use crate::mcp::answer::{Shape, Unlisted, answer};

answer! {
    /// A device.
    #[derive(Default)]
    pub(super) struct ShownDevice { platform: String, id: String, osVersion: String, model: String, simulator: bool }
    /// An element with everything that identifies it.
    pub(super) struct ShownElement { ..reference: Reference, text: Option<String>, resource_id: Option<String>,
        accessibility_id: Option<String>, class: Option<String>, bounds: [i64; 4],
        state: Unlisted<ShownState>, ..identity: Identity }
    /// The id by which later calls name an element, and its number on the screen.
    pub(super) struct Reference { elementId: String, index: usize }
    /// The identity of an element, apart from where it is. `stable_id` and `test_tag` are the name that survives
    /// moves: the identifier, else the description.
    pub(super) struct Identity { stable_id: Option<String>, test_tag: Option<String>, role: Option<&'static str>,
        selector: BestSelector, semantic: Semantic }
    /// The text that tells an element from others best.
    pub(super) struct BestSelector { value: Option<String>, confidence: Confidence }
    /// How sure a selector is.
    pub(super) struct Confidence { score: f64, reason: SelectedBy }
    /// What a selector goes by.
    pub(super) enum SelectedBy { Id = "resource_id", Description = "content_description", Text = "text_match",
        Class = "class_match" }
    /// What an element is for.
    pub(super) struct Semantic { is_clickable: bool, is_container: bool }
    /// What an element is at the moment, as far as it could be read.
    pub(super) struct ShownState { checked?: bool, selected?: bool, expanded?: bool, enabled: bool, focused: bool,
        value?: Value, text_value?: String, raw_value?: f64, value_range?: ValueRange }
    /// The values something can be set to.
    pub(super) struct ValueRange { min: u8, max: f64 }
    /// A place in whole units.
    pub(super) struct ShownPoint { x: i64, y: i64 }
}

/// An element that is told with all there is, of which only the reference is listed: to list all of it with every
/// act would be a third of the list of tools.
#[derive(Debug, Clone, Serialize)]
#[serde(transparent)]
pub(super) struct Touched(pub(super) ShownElement);

impl Shape for Touched {
    fn schema() -> Value {
        Reference::schema()
    }
}

impl ShownDevice {
    /// Returns the device of a session, in the shape every answer has it.
    pub(super) fn of(session: &DeviceSession) -> Self {
        let info = session.info();
        let version = session.connection.opened.device.os_version();
        Self {
            platform: info.platform.as_str().to_owned(),
            model: info.name.clone(),
            osVersion: version.unwrap_or_default().to_owned(),
            ..Self::at(&info.address)
        }
    }

    /// Returns the device of an address, of which nothing else is known.
    pub(super) fn at(address: &str) -> Self {
        let simulators = ["sim:", "android:emulator-"];
        Self {
            id: address.to_owned(),
            simulator: simulators.iter().any(|start| address.starts_with(start)),
            ..Self::default()
        }
    }
}

impl ShownElement {
    /// Returns an element of a screen; its id can be acted on from now on.
    pub(super) fn new(session: &mut DeviceSession, screen: &Screen, index: usize) -> Self {
        let element = &screen.elements[index];
        let id = session.compat.element_ids.tell(screen, index);
        Self {
            reference: Reference {
                elementId: id,
                index,
            },
            text: words(&element.text),
            resource_id: words(&element.id),
            accessibility_id: words(&element.description),
            class: words(&element.class),
            bounds: sides(element.bounds),
            state: Unlisted(ShownState::of(element)),
            identity: Identity::of(element),
        }
    }
}

impl Identity {
    /// Returns the identity of an element.
    pub(super) fn of(element: &Element) -> Self {
        let ranked = [
            (element.id.trim(), SelectedBy::Id, 1.0),
            (element.description.trim(), SelectedBy::Description, 0.9),
            (&element.text, SelectedBy::Text, 0.6),
            (&element.class, SelectedBy::Class, 0.35),
        ];
        let mut said = ranked.into_iter();
        let (value, reason, score) = said
            .find_map(|(text, reason, score)| Some((Some(words(text)?), reason, score)))
            .unwrap_or((None, SelectedBy::Class, 0.35));
        let stable = value.clone().filter(|_| score > 0.6);
        let role = role(element);
        Self {
            stable_id: stable.clone(),
            test_tag: stable,
            role,
            selector: BestSelector {
                value,
                confidence: Confidence { score, reason },
            },
            semantic: Semantic {
                is_clickable: element.is_clickable,
                is_container: role == Some("container"),
            },
        }
    }
}

/// Returns left, top, right, bottom in whole units.
pub(super) fn sides(area: Rect) -> [i64; 4] {
    [area.x, area.y, area.right(), area.bottom()].map(|value| value.floor() as i64)
}

/// Returns the middle of an element in whole units.
pub(super) fn middle(element: &Element) -> ShownPoint {
    let center = element.bounds.center();
    ShownPoint {
        x: center.x.floor() as i64,
        y: center.y.floor() as i64,
    }
}

impl ShownState {
    /// Returns the state of an element; what a password field holds is not told.
    pub(super) fn of(element: &Element) -> Self {
        let state = &element.state;
        let held = state.value.as_ref().filter(|_| !element.is_password);
        let number = held.and_then(|held| held.parse::<f64>().ok());
        let number = number.filter(|it| it.is_finite());
        let text = held.filter(|held| element.is_editable && !held.is_empty());
        let stand = state.raw_value.as_ref();
        let plain = number.filter(|_| !element.is_editable);
        let end = stand.and_then(|stand| stand.end);
        Self {
            checked: state.checked,
            selected: state.selected,
            expanded: state.expanded,
            enabled: state.enabled,
            focused: state.focused,
            value: held.map(|held| number.map_or(json!(held), Value::from)),
            text_value: text.cloned(),
            raw_value: stand.map(|stand| stand.at).or(plain),
            value_range: end.map(|max| ValueRange { min: 0, max }),
        }
    }
}

/// Returns a text that says something.
pub(super) fn words(text: &str) -> Option<String> {
    (!text.trim().is_empty()).then(|| text.to_owned())
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
