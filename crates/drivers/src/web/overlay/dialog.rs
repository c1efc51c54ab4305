//! A dialog of a script (`alert`, `confirm`, `prompt`, or the question whether to leave a page), and where the
//! parts of any dialog are: in the middle of the page, as browsers have it.

use retap_model::geometry::{Point, Rect, Size};
use retap_model::screen::{Element, Role};
use serde_json::Value;

use super::super::cdp::{Session, text};
use super::super::screen::browsers_own;
use super::Touched;

/// Which dialog it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum JsDialogKind {
    /// It only tells something.
    Alert,
    /// It asks yes or no.
    Confirm,
    /// It asks for a text.
    Prompt,
    /// It asks whether to leave a page on which something was entered.
    Leave,
}

impl JsDialogKind {
    /// Returns what the dialog is called.
    pub(crate) const fn title(self) -> &'static str {
        match self {
            Self::Alert => "Alert",
            Self::Confirm => "Confirm",
            Self::Prompt => "Prompt",
            Self::Leave => "Leave page?",
        }
    }

    const fn buttons(self) -> &'static [&'static str] {
        match self {
            Self::Alert => &["OK"],
            Self::Confirm | Self::Prompt => &["OK", "Cancel"],
            Self::Leave => &["Leave", "Stay"],
        }
    }
}

/// A dialog of a script.
#[derive(Debug, Clone)]
pub(crate) struct JsDialog {
    /// The session that told of it.
    pub session: Session,
    /// Which one it is.
    pub kind: JsDialogKind,
    /// Its content.
    pub message: String,
    /// The text to enter, where a text is asked for.
    pub entry: Option<String>,
}

impl JsDialog {
    /// Returns the dialog an event tells of.
    pub(crate) fn of(session: &Session, params: &Value) -> Self {
        let kind = match text(&params["type"]) {
            "confirm" => JsDialogKind::Confirm,
            "prompt" => JsDialogKind::Prompt,
            "beforeunload" => JsDialogKind::Leave,
            _ => JsDialogKind::Alert,
        };
        let default = text(&params["defaultPrompt"]);
        Self {
            session: session.clone(),
            kind,
            message: text(&params["message"]).to_owned(),
            entry: (kind == JsDialogKind::Prompt).then(|| default.to_owned()),
        }
    }

    /// Returns its elements on a page of this size.
    pub(super) fn elements(&self, size: Size) -> Vec<Element> {
        let entry = self.entry.as_deref();
        let parts = Parts {
            title: self.kind.title(),
            message: &self.message,
            field: entry.map(|entry| (self.message.as_str(), entry)),
            buttons: self.kind.buttons(),
        };
        lay_out(&parts, size)
    }
}

/// The identifiers of the two buttons; touches are told apart by them.
pub(super) const ACCEPT: &str = "dialog-accept";
pub(super) const DISMISS: &str = "dialog-dismiss";

const WIDTH: f64 = 400.0;
const LINE: f64 = 32.0;
const PADDING: f64 = 16.0;
const BUTTON: f64 = 100.0;

/// The parts of a dialog.
pub(super) struct Parts<'a> {
    /// Its name.
    pub title: &'a str,
    /// Its content.
    pub message: &'a str,
    /// The name of its field and what that holds.
    pub field: Option<(&'a str, &'a str)>,
    /// The words on its buttons, the one that goes on first.
    pub buttons: &'a [&'a str],
}

/// Returns the elements of a dialog on a page of this size.
pub(super) fn lay_out(parts: &Parts<'_>, size: Size) -> Vec<Element> {
    let lines = 2.0 + f64::from(u8::from(parts.field.is_some()));
    let width = WIDTH.min(size.width);
    let height = lines * LINE + 2.0 * PADDING;
    let x = (size.width - width) / 2.0;
    let mut y = ((size.height - height) / 2.0).max(0.0);
    let mut elements = vec![Element {
        role: Role::Dialog,
        description: parts.title.to_owned(),
        ..browsers_own(Rect::new(x, y, width, height))
    }];
    y += PADDING;
    let line = |y: f64| Rect::new(x + PADDING, y, width - 2.0 * PADDING, LINE);
    if !parts.message.is_empty() {
        elements.push(Element {
            role: Role::Text,
            text: parts.message.to_owned(),
            ..part(line(y))
        });
    }
    y += LINE;
    if let Some((name, value)) = parts.field {
        elements.push(field(name, value, line(y)));
        y += LINE;
    }
    for (number, (words, id)) in parts.buttons.iter().zip([ACCEPT, DISMISS]).enumerate() {
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

fn field(name: &str, value: &str, bounds: Rect) -> Element {
    let mut field = Element {
        role: Role::TextField,
        text: value.to_owned(),
        description: name.to_owned(),
        id: "dialog-field".to_owned(),
        is_clickable: true,
        is_editable: true,
        ..part(bounds)
    };
    field.state.focused = true;
    field.state.value = Some(value.to_owned());
    field
}

/// Returns an element inside the one that stands for the whole overlay.
pub(super) fn part(bounds: Rect) -> Element {
    Element {
        parent: Some(0),
        ..browsers_own(bounds)
    }
}

/// Returns what a touch on one of these elements means.
pub(super) fn touched(elements: &[Element], at: Point) -> Touched {
    let mut hit = elements.iter().filter(|it| it.bounds.contains(at));
    match hit.next_back().map(|element| element.id.as_str()) {
        Some(ACCEPT) => Touched::Accept,
        Some(DISMISS) => Touched::Dismiss,
        Some(_) | None => Touched::Nothing,
    }
}
