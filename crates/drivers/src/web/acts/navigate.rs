//! Going to pages, back, and to no page at all.

use std::time::Duration;

use serde_json::{Value, json};

use super::super::blocked::REFUSED;
use super::super::overlay::Touched;
use super::super::url;
use super::super::{AskError, Asked, CdpError, Launched, Session, WebDevice, command};

/// The home screen.
pub(crate) const NOTHING: &str = "about:blank";

/// How many dialogs in a row a page may open before it is taken for one that never stops.
const MOST_DIALOGS: u32 = 20;

/// How long a page may take to let itself be left, once what comes next is there.
const LETTING_GO: Duration = Duration::from_secs(2);

impl WebDevice {
    /// Opens a site by its address. Always a fresh start: the address is loaded, in one page.
    pub(super) fn launch(&mut self, app: &str) -> Asked {
        let Some(address) = self.address_of(app) else {
            return Err(AskError::refused("an app of a browser is an address"));
        };
        self.close_others()?;
        // Noted before it happens: where the browser then arrives belongs to the launch.
        self.launched = Some(Launched {
            name: app.to_owned(),
            hosts: url::host(&address).map(str::to_owned).into_iter().collect(),
            is_arriving: true,
        });
        self.go(&address)
    }

    /// Returns the address of the site that people call so.
    pub(crate) fn address_of(&self, app: &str) -> Option<String> {
        let own = self.options.url.as_deref();
        let known = own.filter(|own| url::host(own) == Some(app));
        known.map(str::to_owned).or_else(|| url::complete(app))
    }

    /// Goes to an address in the page in front.
    pub(super) fn open_url(&mut self, address: &str) -> Asked {
        let Some(address) = url::complete(address) else {
            return Err(AskError::refused("this is no address"));
        };
        self.go(&address)
    }

    /// Leaves all pages: one that is empty stays.
    pub(super) fn go_home(&mut self) -> Asked {
        self.close_others()?;
        self.go(NOTHING)
    }

    /// Goes one page back. A page that was opened by another and has nothing to go back to is
    /// closed, as the back key of a phone does.
    pub(super) fn go_back(&mut self) -> Asked {
        match self.history(-1)? {
            Some(entry) => self.go_in_history(&entry),
            None if self.tabs.all().len() > 1 => self.close_front(),
            None => Err(AskError::refused("this is the first page")),
        }
    }

    pub(super) fn go_forward(&mut self) -> Asked {
        match self.history(1)? {
            Some(entry) => self.go_in_history(&entry),
            None => Err(AskError::refused("this is the last page")),
        }
    }

    fn go_in_history(&mut self, entry: &Value) -> Asked {
        let params = json!({"entryId": entry["id"]});
        self.do_in_front(&[command("Page.navigateToHistoryEntry", params)])
    }

    /// Returns the entry of the history this many steps away. The empty page a device begins with
    /// is none.
    fn history(&mut self, step: i64) -> Asked<Option<Value>> {
        let session = self.front_session()?;
        let history = self.ask(&session, "Page.getNavigationHistory", json!({}))?;
        let wanted = history["currentIndex"].as_i64().unwrap_or_default() + step;
        let place = usize::try_from(wanted).ok();
        let entry = place.and_then(|place| history["entries"].get(place));
        let is_first_blank = |entry: &&Value| wanted == 0 && entry["url"] == NOTHING;
        Ok(entry.filter(|entry| !is_first_blank(entry)).cloned())
    }

    /// Loads an address in the page in front, and in a new one if there is none, it crashed or does not let
    /// itself be left. Returns when the browser has the first of the answer.
    fn go(&mut self, address: &str) -> Asked {
        for _ in 0..MOST_DIALOGS {
            if self.tabs.front().is_none_or(|tab| tab.is_crashed) {
                self.open_tab()?;
            }
            let session = self.front_session()?;
            let before = self.navigations(&session);
            let done = match self.goes_on(&session) {
                Err(error) if error.is_late() => break,
                Ok(()) => self.navigate(&session, address),
                Err(error) => Err(error),
            };
            match done {
                // The new page greets with a dialog: it has come.
                Err(AskError::Dialog) if self.navigations(&session) != before => return Ok(()),
                // Who gives an address means to leave, whatever the page has to say.
                Err(AskError::Dialog) => self.close_dialog(Touched::Accept)?,
                // A page that hangs does not make room.
                Err(error) if error.is_late() && !self.deadline.has_passed(self.now()) => break,
                done => return done,
            }
        }
        self.give_up_page()?;
        self.open_tab()?;
        let session = self.front_session()?;
        match self.navigate(&session, address) {
            Err(AskError::Dialog) => Ok(()),
            done => done,
        }
    }

    /// Makes sure that a page whose dialog was answered goes on with something else than the next one: once
    /// it is told to go elsewhere the browser shows none of them, and the page is busy for ever.
    fn goes_on(&mut self, session: &Session) -> Asked {
        let has_asked = self.tabs.page_mut(session).is_some_and(|tab| tab.has_asked);
        if !has_asked {
            return Ok(());
        }
        match self.within(LETTING_GO, |device| device.call("afterFrames()")) {
            // It is on its way already.
            Ok(_) | Err(AskError::Cdp(CdpError::Refused { .. }) | AskError::Gone(_)) => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn navigate(&mut self, session: &Session, address: &str) -> Asked {
        match self.load(session, address)?.as_deref() {
            // A download, or an answer that says to stay.
            None | Some("net::ERR_ABORTED") => Ok(()),
            Some(REFUSED) => Err(AskError::refused("it leads to a site that is blocked")),
            Some(reason) => Err(AskError::refused(reason)),
        }
    }

    /// Loads an address and waits until its document has taken the place of the one before: the browser
    /// answers earlier than that. Returns why it was not loaded, if it was not.
    pub(crate) fn load(&mut self, session: &Session, address: &str) -> Asked<Option<String>> {
        let before = self.navigations(session);
        let answer = self.ask(session, "Page.navigate", json!({"url": address}))?;
        if let Some(reason) = answer["errorText"].as_str() {
            return Ok(Some(reason.to_owned()));
        }
        // A place in the same document has no loader.
        if answer["loaderId"].is_string() {
            self.wait_for_document(session, before)?;
        }
        Ok(None)
    }

    fn wait_for_document(&mut self, session: &Session, before: u64) -> Asked {
        let end = self.soon(LETTING_GO);
        while self.navigations(session) == before {
            if let Some(error) = self.obstacle(session) {
                return Err(error);
            }
            if !self.notice_until(end)? {
                let method = "Page.navigate";
                return Err(CdpError::DeadlinePassed { method }.into());
            }
        }
        Ok(())
    }

    fn close_others(&mut self) -> Asked {
        while self.tabs.all().len() > 1 {
            self.close_front()?;
        }
        Ok(())
    }

    pub(crate) fn close_front(&mut self) -> Asked {
        let Some(target) = self.tabs.front().map(|tab| tab.target.clone()) else {
            return Ok(());
        };
        self.ask_browser("Target.closeTarget", json!({"targetId": target}))?;
        while self.tabs.has(&target) {
            if !self.notice()? {
                return Err(AskError::Gone("the page did not close"));
            }
        }
        Ok(())
    }
}
