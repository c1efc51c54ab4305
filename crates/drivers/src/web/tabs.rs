//! The pages of a device: the one in front, those behind it, and the sessions that belong to them.

use std::collections::HashMap;

use super::Session;

#[derive(Debug, Clone)]
pub(super) struct Tab {
    /// The page's name in the protocol; its main frame has the same.
    pub target: String,
    pub session: Session,
    /// Whether its process has died.
    pub is_crashed: bool,
    /// How often its main frame has gone to another document.
    pub navigations: u64,
    /// Whether a dialog of its document is open, or was since the act under way began.
    pub has_asked: bool,
}

/// The pages of a device, the one in front last.
///
/// A page that a page opens comes to the front, as it does on a person's screen; when it closes,
/// the one behind it is in front again.
#[derive(Debug, Default)]
pub(super) struct Tabs {
    tabs: Vec<Tab>,
    /// Sessions of pages and of frames in other processes, with the page they belong to.
    owners: HashMap<Session, String>,
}

impl Tabs {
    /// Adds a page in front; returns whether it was new.
    pub(super) fn add(&mut self, target: &str, session: &Session) -> bool {
        if self.owners.contains_key(session) {
            return false;
        }
        self.owners.insert(session.clone(), target.to_owned());
        self.tabs.push(Tab {
            target: target.to_owned(),
            session: session.clone(),
            is_crashed: false,
            navigations: 0,
            has_asked: false,
        });
        true
    }

    pub(super) fn add_frame(&mut self, parent: &Session, session: &Session) {
        if let Some(target) = self.owners.get(parent).cloned() {
            self.owners.insert(session.clone(), target);
        }
    }

    /// Forgets a session, and the page if it was that of a page; returns whether it was known.
    pub(super) fn remove(&mut self, session: &Session) -> bool {
        self.tabs.retain(|tab| tab.session != *session);
        self.owners.remove(session).is_some()
    }

    pub(super) fn front(&self) -> Option<&Tab> {
        self.tabs.last()
    }

    /// Returns the page a session is that of.
    pub(super) fn page_mut(&mut self, session: &Session) -> Option<&mut Tab> {
        self.tabs.iter_mut().find(|tab| tab.session == *session)
    }

    /// Forgets which pages opened dialogs: an act begins, and none is open.
    pub(super) fn forget_dialogs(&mut self) {
        for tab in &mut self.tabs {
            tab.has_asked = false;
        }
    }

    /// Treats the page in front like one that crashed, and returns its name.
    pub(super) fn give_up_front(&mut self) -> Option<String> {
        let tab = self.tabs.last_mut()?;
        tab.is_crashed = true;
        Some(tab.target.clone())
    }

    pub(super) fn all(&self) -> &[Tab] {
        &self.tabs
    }

    /// Returns whether the page of this name is open.
    pub(super) fn has(&self, target: &str) -> bool {
        self.tabs.iter().any(|tab| tab.target == target)
    }

    /// Returns whether the session is still there.
    pub(super) fn knows(&self, session: &Session) -> bool {
        self.owners.contains_key(session)
    }

    /// Returns whether the session belongs to the page in front.
    pub(super) fn is_front(&self, session: &Session) -> bool {
        let front = self.front().map(|tab| tab.target.as_str());
        front.is_some() && self.owners.get(session).map(String::as_str) == front
    }

    pub(super) fn sessions(&self) -> impl Iterator<Item = &Session> {
        self.owners.keys()
    }

    /// Returns whether both sessions belong to the same page.
    pub(super) fn are_together(&self, one: &Session, other: &Session) -> bool {
        self.knows(one) && self.owners.get(one) == self.owners.get(other)
    }
}
