//! Going to pages, back, and to no page at all.

use std::time::Duration;

use retap_model::device::Deadline;
use serde_json::{Value, json};

use super::super::ask::AskError;
use super::super::cdp::{CdpError, Session};
use super::super::device::{Launched, WebDevice};
use super::super::url;
use super::ActError;
use super::overlay::DialogAnswer;

/// The home screen.
pub(in crate::web) const NOTHING: &str = "about:blank";

/// How many dialogs in a row a page may open before it is taken for one that never stops.
const MOST_DIALOGS: u32 = 20;

/// How long a page may take to let itself be left, once what comes next is there.
const LETTING_GO: Duration = Duration::from_secs(2);

impl WebDevice {
    /// Opens a site by its address. Always a fresh start: the address is loaded, in one page.
    pub(super) fn launch(&mut self, app: &str, deadline: Deadline) -> Result<(), ActError> {
        let Some(address) = self.address_of(app) else {
            return Err(ActError::refused("an app of a browser is an address"));
        };
        self.close_others(deadline)?;
        // Noted before it happens: where the browser then arrives belongs to the launch.
        self.launched = Some(Launched {
            name: app.to_owned(),
            hosts: url::host(&address).map(str::to_owned).into_iter().collect(),
            is_arriving: true,
        });
        self.go(&address, deadline)
    }

    /// Returns the address of the site that people call so.
    pub(in crate::web) fn address_of(&self, app: &str) -> Option<String> {
        let own = self.url.as_deref();
        let known = own.filter(|own| url::host(own) == Some(app));
        known.map(str::to_owned).or_else(|| url::complete(app))
    }

    /// Goes to an address in the page in front.
    pub(super) fn open_url(&mut self, address: &str, deadline: Deadline) -> Result<(), ActError> {
        let Some(address) = url::complete(address) else {
            return Err(ActError::refused("this is no address"));
        };
        self.go(&address, deadline)
    }

    /// Leaves all pages: one that is empty stays.
    pub(super) fn go_home(&mut self, deadline: Deadline) -> Result<(), ActError> {
        self.close_others(deadline)?;
        self.go(NOTHING, deadline)
    }

    /// Goes one page back. A page that was opened by another and has nothing to go back to is
    /// closed, as the back key of a phone does.
    pub(super) fn go_back(&mut self, deadline: Deadline) -> Result<(), ActError> {
        match self.history(-1, deadline)? {
            Some(entry) => self.go_in_history(&entry, deadline),
            None if self.tabs.all().len() > 1 => Ok(self.close_front(deadline)?),
            None => Err(ActError::refused("this is the first page")),
        }
    }

    /// Goes one page forward.
    pub(super) fn go_forward(&mut self, deadline: Deadline) -> Result<(), ActError> {
        match self.history(1, deadline)? {
            Some(entry) => self.go_in_history(&entry, deadline),
            None => Err(ActError::refused("this is the last page")),
        }
    }

    fn go_in_history(&mut self, entry: &Value, deadline: Deadline) -> Result<(), ActError> {
        let session = self.front_session()?;
        let params = json!({"entryId": entry["id"]});
        let command = ("Page.navigateToHistoryEntry", params);
        Ok(self.do_all(&session, &[command], deadline)?)
    }

    /// Returns the entry of the history this many steps away. The empty page a device begins with
    /// is none.
    fn history(&mut self, step: i64, deadline: Deadline) -> Result<Option<Value>, ActError> {
        let session = self.front_session()?;
        let history = self.ask(&session, "Page.getNavigationHistory", &json!({}), deadline)?;
        let wanted = history["currentIndex"].as_i64().unwrap_or_default() + step;
        let entry = usize::try_from(wanted)
            .ok()
            .and_then(|wanted| history["entries"].get(wanted));
        let is_first_blank = |entry: &&Value| wanted == 0 && entry["url"].as_str() == Some(NOTHING);
        Ok(entry.filter(|entry| !is_first_blank(entry)).cloned())
    }

    /// Loads an address in the page in front, and in a new one if there is none, it crashed or does not let
    /// itself be left. Returns when the browser has the first of the answer.
    fn go(&mut self, address: &str, deadline: Deadline) -> Result<(), ActError> {
        for _ in 0..MOST_DIALOGS {
            if self.tabs.front().is_none_or(|tab| tab.is_crashed) {
                self.open_tab(deadline)?;
            }
            let session = self.front_session()?;
            let before = self.navigations(&session);
            let done = match self.goes_on(&session, deadline) {
                Err(AskError::Cdp(CdpError::DeadlinePassed { .. })) => break,
                Ok(()) => self.navigate(&session, address, deadline),
                Err(error) => Err(error.into()),
            };
            match done {
                // The new page greets with a dialog: it has come.
                Err(ActError::Ask(AskError::Dialog)) if self.navigations(&session) != before => {
                    return Ok(());
                }
                // Who gives an address means to leave, whatever the page has to say.
                Err(ActError::Ask(AskError::Dialog)) => {
                    self.close_dialog(DialogAnswer::Accept, deadline)?;
                }
                // A page that hangs does not make room.
                Err(ActError::Ask(AskError::Cdp(CdpError::DeadlinePassed { .. })))
                    if !deadline.has_passed(self.client.clock().now()) =>
                {
                    break;
                }
                done => return done,
            }
        }
        self.give_up_page()?;
        self.open_tab(deadline)?;
        let session = self.front_session()?;
        match self.navigate(&session, address, deadline) {
            Err(ActError::Ask(AskError::Dialog)) => Ok(()),
            done => done,
        }
    }

    /// Makes sure that a page whose dialog was answered goes on with something else than the next one: once
    /// it is told to go elsewhere the browser shows none of them, and the page is busy for ever.
    fn goes_on(&mut self, session: &Session, deadline: Deadline) -> Result<(), AskError> {
        let has_asked = self.tabs.page_mut(session).is_some_and(|tab| tab.has_asked);
        if !has_asked {
            return Ok(());
        }
        let soon = Deadline::after(self.client.clock().now(), LETTING_GO).or_sooner(deadline);
        match self.call("afterFrames()", soon) {
            // It is on its way already.
            Ok(_) | Err(AskError::Cdp(CdpError::Refused { .. }) | AskError::Gone { .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn navigate(
        &mut self,
        session: &Session,
        address: &str,
        deadline: Deadline,
    ) -> Result<(), ActError> {
        match self.load(session, address, deadline)?.as_deref() {
            // A download, or an answer that says to stay.
            None | Some("net::ERR_ABORTED") => Ok(()),
            Some(reason) => Err(ActError::refused(reason)),
        }
    }

    /// Loads an address and waits until its document has taken the place of the one before: the browser
    /// answers earlier than that. Returns why it was not loaded, if it was not.
    pub(in crate::web) fn load(
        &mut self,
        session: &Session,
        address: &str,
        deadline: Deadline,
    ) -> Result<Option<String>, AskError> {
        let before = self.navigations(session);
        let params = json!({"url": address});
        let answer = self.ask(session, "Page.navigate", &params, deadline)?;
        if let Some(reason) = answer["errorText"].as_str() {
            return Ok(Some(reason.to_owned()));
        }
        // A place in the same document has no loader.
        if answer["loaderId"].is_string() {
            self.wait_for_document(session, before, deadline)?;
        }
        Ok(None)
    }

    fn wait_for_document(
        &mut self,
        session: &Session,
        before: u64,
        deadline: Deadline,
    ) -> Result<(), AskError> {
        let end = Deadline::after(self.client.clock().now(), LETTING_GO).or_sooner(deadline);
        while self.navigations(session) == before {
            if let Some(error) = self.obstacle(session) {
                return Err(error);
            }
            if !self.notice(end)? {
                let method = "Page.navigate".to_owned();
                return Err(CdpError::DeadlinePassed { method }.into());
            }
        }
        Ok(())
    }

    /// Closes all pages but the first.
    fn close_others(&mut self, deadline: Deadline) -> Result<(), ActError> {
        while self.tabs.all().len() > 1 {
            self.close_front(deadline)?;
        }
        Ok(())
    }

    /// Closes the page in front.
    pub(in crate::web) fn close_front(&mut self, deadline: Deadline) -> Result<(), AskError> {
        let Some(target) = self.tabs.front().map(|tab| tab.target.clone()) else {
            return Ok(());
        };
        self.ask_browser("Target.closeTarget", &json!({"targetId": target}), deadline)?;
        loop {
            if self.tabs.all().iter().all(|tab| tab.target != target) {
                return Ok(());
            }
            if !self.notice(deadline)? {
                let reason = "the page did not close";
                return Err(AskError::Gone { reason });
            }
        }
    }
}
