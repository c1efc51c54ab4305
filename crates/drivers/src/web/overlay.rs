//! The things the browser itself would show over a page: dialogs of scripts, native lists, the choice of
//! a file. None of it is in the page or can be touched by input events, so the device shows it as
//! elements and takes the touches meant for it. What a page draws itself is none of it.

use retap_model::geometry::{Point, Rect, Size};
use retap_model::screen::{Element, Role, Screen};
use serde::Deserialize;
use serde_json::Value;

use super::screen::{Affine, browsers_own};
use super::{Session, World, text};

#[derive(Debug, Clone)]
pub(super) struct Overlay {
    /// The session of the page it is over.
    pub session: Session,
    /// What it is called.
    pub title: String,
    pub message: String,
    /// The text that is being entered, where there is a field.
    pub entry: Option<String>,
    /// The words on its buttons, the one that goes on first.
    buttons: &'static [&'static str],
    pub kind: OverlayKind,
}

#[derive(Debug, Clone)]
pub(super) enum OverlayKind {
    /// A dialog of a script (`alert`, `confirm`, `prompt`, or the question whether to leave a page), for which the page
    /// waits.
    Script,
    /// The choice of files for the field of this number: one name, or several with semicolons between them.
    Files(i64),
    Menu(Menu),
}

/// A native list (`<select>`), which a browser shows in a window of the system.
#[derive(Debug, Clone)]
pub(super) struct Menu {
    /// Our world in the frame it is in, which knows the list.
    pub world: World,
    bounds: Rect,
    entries: Vec<EntryWire>,
}

/// The list as `script/acts.js` tells it.
#[derive(Deserialize)]
struct MenuWire {
    name: String,
    bounds: [f64; 4],
    entries: Vec<EntryWire>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
struct EntryWire {
    text: String,
    value: String,
    is_selected: bool,
    is_disabled: bool,
}

/// The meaning of a touch on an overlay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Touched {
    /// The button that goes on.
    Accept,
    /// The button that does not, or a place beside a list.
    Dismiss,
    Entry(usize),
    /// Nothing that reacts.
    Nothing,
}

impl Overlay {
    /// Returns the dialog of a script that an event tells of.
    pub(super) fn dialog(session: &Session, params: &Value) -> Self {
        let kind = text(&params["type"]);
        let (title, buttons): (_, &[_]) = match kind {
            "confirm" => ("Confirm", &["OK", "Cancel"]),
            "prompt" => ("Prompt", &["OK", "Cancel"]),
            "beforeunload" => ("Leave page?", &["Leave", "Stay"]),
            _ => ("Alert", &["OK"]),
        };
        let default = text(&params["defaultPrompt"]);
        Self {
            session: session.clone(),
            title: title.to_owned(),
            message: text(&params["message"]).to_owned(),
            entry: (kind == "prompt").then(|| default.to_owned()),
            buttons,
            kind: OverlayKind::Script,
        }
    }

    /// Returns the choice of a file that an event tells of.
    pub(super) fn files(session: &Session, params: &Value) -> Self {
        Self {
            session: session.clone(),
            title: "Choose file".to_owned(),
            message: String::new(),
            entry: Some(String::new()),
            buttons: &["Open", "Cancel"],
            kind: OverlayKind::Files(params["backendNodeId"].as_i64().unwrap_or_default()),
        }
    }

    /// Returns the list that the script tells of, in a frame that is at `place`.
    pub(super) fn menu(told: &str, place: Affine, world: World) -> Option<Self> {
        let wire: MenuWire = serde_json::from_str(told).ok()?;
        let [x, y, width, height] = wire.bounds;
        Some(Self {
            session: world.session.clone(),
            title: wire.name,
            message: String::new(),
            entry: None,
            buttons: &[],
            kind: OverlayKind::Menu(Menu {
                world,
                bounds: place.rect(Rect::new(x, y, width, height)),
                entries: wire.entries,
            }),
        })
    }

    /// Returns whether the page waits for it.
    pub(super) fn is_dialog(&self) -> bool {
        matches!(self.kind, OverlayKind::Script)
    }

    /// Returns the screen with this over it. While it is open nothing else can be used.
    pub(super) fn over(&self, mut screen: Screen) -> Screen {
        for element in &mut screen.elements {
            element.is_covered = true;
            element.state.focused = false;
        }
        let first = screen.elements.len();
        let elements = self.elements(screen.size);
        let shifted = elements.into_iter().map(|mut element| {
            element.parent = element.parent.map(|parent| parent + first);
            element
        });
        screen.elements.extend(shifted);
        screen
    }

    /// Returns what a touch at a place means, on a screen of this extent.
    pub(super) fn touched(&self, at: Point, size: Size) -> Touched {
        let elements = self.elements(size);
        let hit = elements.iter().rposition(|it| it.bounds.contains(at));
        if let OverlayKind::Menu(menu) = &self.kind {
            // The first element is the list itself.
            let entry = hit.and_then(|hit| hit.checked_sub(1));
            return match entry {
                Some(number) if menu.entries[number].is_disabled => Touched::Nothing,
                Some(number) => Touched::Entry(number),
                None => Touched::Dismiss,
            };
        }
        match hit.map(|hit| elements[hit].id.as_str()) {
            Some(ACCEPT) => Touched::Accept,
            Some(DISMISS) => Touched::Dismiss,
            Some(_) | None => Touched::Nothing,
        }
    }

    fn elements(&self, size: Size) -> Vec<Element> {
        match &self.kind {
            OverlayKind::Script | OverlayKind::Files(_) => self.lay_out(size),
            OverlayKind::Menu(menu) => menu.lay_out(&self.title, size),
        }
    }

    /// Returns the elements of a dialog, which is in the middle of the page, as browsers have it.
    fn lay_out(&self, size: Size) -> Vec<Element> {
        let lines = 2.0 + f64::from(u8::from(self.entry.is_some()));
        let width = WIDTH.min(size.width);
        let height = lines * LINE + 2.0 * PADDING;
        let x = (size.width - width) / 2.0;
        let mut y = ((size.height - height) / 2.0).max(0.0);
        let mut elements = vec![Element {
            role: Role::Dialog,
            description: self.title.clone(),
            ..browsers_own(Rect::new(x, y, width, height))
        }];
        y += PADDING;
        let line = |y: f64| part(Rect::new(x + PADDING, y, width - 2.0 * PADDING, LINE));
        if !self.message.is_empty() {
            elements.push(Element {
                role: Role::Text,
                text: self.message.clone(),
                ..line(y)
            });
        }
        y += LINE;
        if let Some(entry) = &self.entry {
            elements.push(self.field(entry, line(y)));
            y += LINE;
        }
        for (number, (words, id)) in self.buttons.iter().zip([ACCEPT, DISMISS]).enumerate() {
            let right = x + width - PADDING - number as f64 * (BUTTON + PADDING);
            elements.push(Element {
                role: Role::Button,
                text: (*words).to_owned(),
                id: id.to_owned(),
                is_clickable: true,
                ..part(Rect::new(right - BUTTON, y, BUTTON, LINE))
            });
        }
        elements
    }

    fn field(&self, entry: &str, place: Element) -> Element {
        let name = match self.kind {
            OverlayKind::Files(_) => "File name",
            OverlayKind::Script | OverlayKind::Menu(_) => &self.message,
        };
        let mut field = Element {
            role: Role::TextField,
            text: entry.to_owned(),
            description: name.to_owned(),
            id: "dialog-field".to_owned(),
            is_clickable: true,
            is_editable: true,
            ..place
        };
        field.state.focused = true;
        field.state.value = Some(entry.to_owned());
        field
    }
}

/// Returns the letters and figures of a name, by which names are compared.
fn name_of(text: &str) -> String {
    let letters = text.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

impl Menu {
    pub(super) fn text_of(&self, number: usize) -> &str {
        self.entries.get(number).map_or("", |entry| &entry.text)
    }

    /// Returns what the page and what people call an entry; nothing where the page has no own word for it, or calls it as
    /// people call another one: whoever chose `Large` did not choose `medium`.
    pub(super) fn choice_of(&self, number: usize) -> Option<(&str, &str)> {
        let entry = self.entries.get(number)?;
        let is_said = !entry.value.is_empty() && !entry.text.is_empty();
        let value = name_of(&entry.value);
        let mut others = self.entries.iter().map(|it| name_of(&it.text));
        let is_word = value.contains(char::is_alphabetic);
        let is_of_another =
            is_word && value != name_of(&entry.text) && others.any(|it| it == value);
        (is_said && !is_of_another).then_some((entry.value.as_str(), entry.text.as_str()))
    }

    /// Returns the list and its entries: below what was touched, or moved up and packed as far as needed so that all
    /// are on the screen.
    fn lay_out(&self, name: &str, size: Size) -> Vec<Element> {
        let count = self.entries.len().max(1) as f64;
        let height = ENTRY.min(size.height / count);
        let whole = height * count;
        let top = self.bounds.bottom().min(size.height - whole).max(0.0);
        let width = self.bounds.width.clamp(1.0, size.width);
        let x = self.bounds.x.clamp(0.0, size.width - width);
        let mut elements = vec![Element {
            role: Role::List,
            description: name.to_owned(),
            ..browsers_own(Rect::new(x, top, width, whole))
        }];
        for (number, entry) in self.entries.iter().enumerate() {
            let y = top + number as f64 * height;
            let mut element = Element {
                role: Role::Row,
                text: entry.text.clone(),
                is_clickable: true,
                ..part(Rect::new(x, y, width, height))
            };
            element.state.selected = Some(entry.is_selected);
            element.state.enabled = !entry.is_disabled;
            elements.push(element);
        }
        elements
    }
}

/// The identifiers of the two buttons; touches are told apart by them.
const ACCEPT: &str = "dialog-accept";
const DISMISS: &str = "dialog-dismiss";

/// The extents of a dialog and its parts.
const WIDTH: f64 = 400.0;
const LINE: f64 = 32.0;
const PADDING: f64 = 16.0;
const BUTTON: f64 = 100.0;

/// The height of an entry of a list, if there is room for all.
const ENTRY: f64 = 24.0;

/// Returns an element inside the one that stands for the whole overlay.
fn part(bounds: Rect) -> Element {
    Element {
        parent: Some(0),
        ..browsers_own(bounds)
    }
}
