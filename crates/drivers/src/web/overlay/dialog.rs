//! A dialog of a script: `alert`, `confirm`, `prompt`, or the question whether to leave a page.

use retap_model::geometry::Size;
use retap_model::screen::Element;
use serde_json::Value;

use super::super::cdp::Session;
use super::layout::{Parts, lay_out};

/// Which dialog it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::web) enum JsDialogKind {
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
    pub(in crate::web) const fn title(self) -> &'static str {
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
pub(in crate::web) struct JsDialog {
    /// The session that told of it.
    pub(in crate::web) session: Session,
    /// Which one it is.
    pub(in crate::web) kind: JsDialogKind,
    /// Its content.
    pub(in crate::web) message: String,
    /// The text to enter, where a text is asked for.
    pub(in crate::web) entry: Option<String>,
}

impl JsDialog {
    /// Returns the dialog an event tells of.
    pub(in crate::web) fn of(session: &Session, params: &Value) -> Self {
        let kind = match params["type"].as_str().unwrap_or_default() {
            "confirm" => JsDialogKind::Confirm,
            "prompt" => JsDialogKind::Prompt,
            "beforeunload" => JsDialogKind::Leave,
            _ => JsDialogKind::Alert,
        };
        let default = params["defaultPrompt"].as_str().unwrap_or_default();
        Self {
            session: session.clone(),
            kind,
            message: params["message"].as_str().unwrap_or_default().to_owned(),
            entry: (kind == JsDialogKind::Prompt).then(|| default.to_owned()),
        }
    }

    /// Returns its elements on a page of this size.
    pub(super) fn elements(&self, size: Size) -> Vec<Element> {
        let parts = Parts {
            title: self.kind.title(),
            message: &self.message,
            field: self
                .entry
                .as_deref()
                .map(|entry| (self.message.as_str(), entry)),
            buttons: self.kind.buttons(),
        };
        lay_out(&parts, size)
    }
}
