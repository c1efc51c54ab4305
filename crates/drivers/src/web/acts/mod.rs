//! Acts, each sent as the input events a person's hands would make.
//!
//! Not here: reading the screen, and judging what came of an act.

mod navigate;
mod overlay;
mod touch;
mod typing;

use retap_model::device::{Ability, Action, NetworkMode};
use serde_json::json;

pub(super) use navigate::NOTHING;

use super::ask::{AskError, Asked};
use super::cdp::{Command, Session};
use super::device::{Connection, WebDevice};
use super::open::network_conditions;
use super::url;

impl WebDevice {
    pub(super) fn act(&mut self, action: &Action) -> Asked {
        if self.overlay.is_some() {
            self.act_on_overlay(action)
        } else {
            self.act_on_page(action)
        }
    }

    fn act_on_page(&mut self, action: &Action) -> Asked {
        match action {
            Action::Tap(at) => self.tap(*at),
            Action::DoubleTap(at) => self.double_tap(*at),
            Action::Special(act, at) => self.special(act, *at),
            Action::LongPress(at, time) => self.long_press(*at, *time),
            Action::Swipe(from, to, time) => self.swipe(*from, *to, *time),
            Action::Drag(from, to, time) => self.drag(*from, *to, *time),
            Action::Type(text) => {
                self.note_typed(text);
                self.type_text(text.reveal())
            }
            Action::ClearText => self.clear_text(),
            Action::PressKey(key, modifiers) => self.press_key(key, modifiers),
            Action::Launch(app) => self.launch(app),
            Action::Stop(_) | Action::Home => self.go_home(),
            Action::ClearData(app) => self.clear_data(app),
            Action::OpenUrl(url) => self.open_url(url),
            Action::Back => self.go_back(),
            Action::Shake => Err(AskError::Unsupported(Ability::Shake)),
            Action::SetNetwork(mode) => self.set_network(*mode),
        }
    }

    /// Returns the session of the page in front, which must be there to act on it.
    fn front_session(&self) -> Asked<Session> {
        match self.tabs.front() {
            Some(tab) if tab.is_crashed => Err(AskError::CRASHED),
            Some(tab) => Ok(tab.session.clone()),
            None => Err(AskError::refused("no page is open")),
        }
    }

    /// Sends commands to the page in front and waits until they are handled.
    pub(super) fn do_in_front(&mut self, commands: &[Command]) -> Asked {
        let session = self.front_session()?;
        self.do_all(&session, commands)
    }

    /// Erases cookies, storage, caches and workers of a site, and leaves it if it is in front.
    fn clear_data(&mut self, app: &str) -> Asked {
        let address = url::complete(app).or_else(|| self.options.url.clone());
        let Some(origin) = address.as_deref().and_then(url::origin) else {
            return Err(AskError::refused("an app of a browser is an address"));
        };
        let session = self.front_session()?;
        let seen = self.seen.as_ref().and_then(|seen| seen.name.as_deref());
        let is_in_front = seen.and_then(url::origin).as_ref() == Some(&origin);
        if is_in_front {
            // What a page keeps for its own tab is in no list of the browser.
            self.call("clearStorage()")?;
        }
        let params = json!({"origin": origin, "storageTypes": "all"});
        self.ask(&session, "Storage.clearDataForOrigin", params)?;
        if is_in_front {
            self.go_home()?;
        }
        Ok(())
    }

    /// Cuts all pages off from the network, or joins them again.
    fn set_network(&mut self, mode: NetworkMode) -> Asked {
        let wanted = Connection::after(mode).ok_or(AskError::Unsupported(Ability::Network))?;
        self.connection = wanted;
        let conditions = network_conditions(wanted);
        // A worker that goes meanwhile would never answer.
        for worker in self.workers.clone() {
            self.client.tell(Some(&worker), &conditions)?;
        }
        let sessions: Vec<Session> = self.tabs.sessions().cloned().collect();
        for session in sessions {
            self.do_all(&session, std::slice::from_ref(&conditions))?;
        }
        Ok(())
    }
}
