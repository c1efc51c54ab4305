//! Acts, each sent as the input events a person's hands would make.
//!
//! Not here: reading the screen, and judging what came of an act.

mod aim;
mod data;
mod drag;
mod enter;
mod key_table;
mod keys;
mod navigate;
mod overlay;
mod touch;
mod typing;

use retap_model::device::{Ability, Action, Deadline, DeviceError};

pub(super) use navigate::NOTHING;

use super::ask::AskError;
use super::cdp::Session;
use super::device::WebDevice;

/// Why an act was not done.
#[derive(Debug)]
pub(super) enum ActError {
    /// The page or the browser did not take it.
    Ask(AskError),
    /// It cannot be done here.
    Refused {
        /// Why.
        reason: String,
    },
    /// What it was meant for is not where it was read; nothing was touched.
    Missed {
        /// Its fate.
        reason: String,
    },
    /// A browser has nothing to do it with.
    Unsupported(Ability),
}

impl From<AskError> for ActError {
    fn from(error: AskError) -> Self {
        Self::Ask(error)
    }
}

impl ActError {
    fn refused(reason: impl Into<String>) -> Self {
        Self::Refused {
            reason: reason.into(),
        }
    }
}

impl WebDevice {
    /// Sends an act.
    pub(super) fn act(&mut self, action: &Action, deadline: Deadline) -> Result<(), DeviceError> {
        let done = if self.overlay.is_some() {
            self.act_on_overlay(action, deadline)
        } else {
            self.act_on_page(action, deadline)
        };
        done.map_err(|error| self.act_error(action, error))
    }

    /// Returns the error of the device for an act that was not done.
    pub(super) fn act_error(&self, action: &Action, error: ActError) -> DeviceError {
        match error {
            ActError::Ask(error) => self.device_error(&action.to_string(), error),
            ActError::Refused { reason } => DeviceError::Refused {
                asked: action.to_string(),
                reason,
            },
            ActError::Missed { reason } => DeviceError::Missed {
                asked: action.to_string(),
                reason,
            },
            ActError::Unsupported(ability) => DeviceError::Unsupported {
                device: self.info.address.clone(),
                ability,
            },
        }
    }

    pub(super) fn act_on_page(
        &mut self,
        action: &Action,
        deadline: Deadline,
    ) -> Result<(), ActError> {
        match action {
            Action::Tap(at) => self.tap(*at, deadline),
            Action::DoubleTap(at) => self.double_tap(*at, deadline),
            Action::Special(act, at) => self.special(act, *at, deadline),
            Action::LongPress(at, time) => self.long_press(*at, *time, deadline),
            Action::Swipe(from, to, time) => self.swipe(*from, *to, *time, deadline),
            Action::Drag(from, to, time) => self.drag(*from, *to, *time, deadline),
            Action::Type(text) => self.type_text(text.reveal(), deadline),
            Action::ClearText => self.clear_text(deadline),
            Action::PressKey(key, modifiers) => self.press_key(key, modifiers, deadline),
            Action::Launch(app) => self.launch(app, deadline),
            Action::Stop(_) | Action::Home => self.go_home(deadline),
            Action::ClearData(app) => self.clear_data(app, deadline),
            Action::OpenUrl(url) => self.open_url(url, deadline),
            Action::Back => self.go_back(deadline),
            Action::Shake => Err(ActError::Unsupported(Ability::Shake)),
            Action::SetNetwork(mode) => self.set_network(*mode, deadline),
        }
    }

    /// Returns the session of the page in front.
    fn front_session(&self) -> Result<Session, ActError> {
        match self.tabs.front() {
            Some(tab) if tab.is_crashed => {
                let reason = "the page crashed";
                Err(AskError::Gone { reason }.into())
            }
            Some(tab) => Ok(tab.session.clone()),
            None => Err(ActError::refused("no page is open")),
        }
    }
}
