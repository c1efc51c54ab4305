//! The dialogs of a browser: those of a script (`alert`, `confirm`, `prompt`, or the question whether to leave a
//! page) and the choice of a file to upload. Each is in the middle of the page, as browsers have it.

use std::path::{Path, PathBuf};

use retap_model::geometry::{Point, Rect, Size};
use retap_model::screen::{Element, Role};
use serde_json::Value;

use super::super::screen::browsers_own;
use super::super::{Session, text};
use super::Touched;

#[derive(Debug, Clone)]
pub(crate) struct JsDialog {
    /// The session that told of it.
    pub session: Session,
    pub title: &'static str,
    buttons: &'static [&'static str],
    /// Whether it asks if a page on which something was entered is to be left.
    pub is_about_leaving: bool,
    pub message: String,
    /// The text to enter, where a text is asked for.
    pub entry: Option<String>,
}

impl JsDialog {
    /// Returns the dialog an event tells of.
    pub(crate) fn of(session: &Session, params: &Value) -> Self {
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
            title,
            buttons,
            is_about_leaving: kind == "beforeunload",
            message: text(&params["message"]).to_owned(),
            entry: (kind == "prompt").then(|| default.to_owned()),
        }
    }

    pub(super) fn elements(&self, size: Size) -> Vec<Element> {
        let entry = self.entry.as_deref();
        let parts = Parts {
            title: self.title,
            message: &self.message,
            field: entry.map(|entry| (self.message.as_str(), entry)),
            buttons: self.buttons,
        };
        lay_out(&parts, size)
    }
}

/// Between two names when several files may be chosen.
const SEPARATOR: char = ';';

#[derive(Debug, Clone)]
pub(crate) struct Files {
    /// The session of the page that asks.
    pub session: Session,
    /// The field that asks, by the browser's number.
    pub node: i64,
    /// The text to enter: one name, or several with semicolons between them.
    pub names: String,
}

impl Files {
    /// Returns the choice an event tells of.
    pub(crate) fn of(session: &Session, params: &Value) -> Self {
        Self {
            session: session.clone(),
            node: params["backendNodeId"].as_i64().unwrap_or_default(),
            names: String::new(),
        }
    }

    /// Returns the files of these names, or why not. Relative names start in `folder`.
    pub(crate) fn named(names: &str, folder: Option<&Path>) -> Result<Vec<PathBuf>, String> {
        let names = names.split(SEPARATOR).map(str::trim);
        let files = names.filter(|name| !name.is_empty()).map(|name| {
            let path = Path::new(name);
            let path = match folder {
                Some(folder) => folder.join(path),
                None if path.is_absolute() => path.to_owned(),
                None => return Err(format!("`{name}` does not say which folder it is in")),
            };
            match path.is_file() {
                true => Ok(path),
                false => Err(format!("there is no file `{}`", path.display())),
            }
        });
        let files: Vec<PathBuf> = files.collect::<Result<_, _>>()?;
        match files.is_empty() {
            true => Err("no file is named".to_owned()),
            false => Ok(files),
        }
    }

    pub(super) fn elements(&self, size: Size) -> Vec<Element> {
        let parts = Parts {
            title: "Choose file",
            message: "",
            field: Some(("File name", &self.names)),
            buttons: &["Open", "Cancel"],
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

pub(super) struct Parts<'a> {
    pub title: &'a str,
    pub message: &'a str,
    /// The name of its field and what that holds.
    pub field: Option<(&'a str, &'a str)>,
    /// The words on its buttons, the one that goes on first.
    pub buttons: &'a [&'a str],
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_must_lead_to_a_file() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let both = Files::named("Cargo.toml; src/lib.rs", Some(folder));
        assert_eq!(both.unwrap().len(), 2);
        for (names, folder) in [
            ("Cargo.toml", None),
            ("nowhere", Some(folder)),
            (" ;", None),
        ] {
            assert!(Files::named(names, folder).is_err(), "{names}");
        }
    }
}
