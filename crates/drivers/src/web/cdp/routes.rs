//! Which device a session belongs to.

use std::collections::HashMap;

use serde_json::Value;

use super::inbox::Mailbox;
use super::message::{Event, Session};

/// The number of a device among those that share a browser.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Owner(pub(super) u64);

/// Where an event goes.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Destination {
    /// To one device.
    One(Owner),
    /// To every device: it concerns the browser as a whole.
    All,
    /// To nobody: a page of somebody else, whose session must be let go.
    Stranger(Session),
    /// To nobody.
    Nobody,
}

/// Which device a session, page or browser context belongs to.
///
/// The reader keeps this up to date *before* it delivers an event, so that the first event of a
/// new session already finds its owner. That is why it lives here and not with the devices.
#[derive(Default)]
pub(super) struct Routes {
    mailboxes: HashMap<Owner, Mailbox>,
    sessions: HashMap<Session, Owner>,
    targets: HashMap<String, Owner>,
    contexts: HashMap<String, Owner>,
    answers: HashMap<u64, Asked>,
    next_owner: u64,
}

/// Who asked, whether the answer names a session that is theirs, and which answers they want.
struct Asked {
    owner: Owner,
    opens_session: bool,
    interest: Interest,
}

/// Which answers to a command are delivered. Every delivery wakes a thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Interest {
    /// Every one.
    Answer,
    /// Only that it was refused: a later command says when this one was handled.
    Refusal,
}

/// Events that say nothing about a device and need not wake it.
const UNHEARD: [&str; 15] = [
    "Network.dataReceived",
    "Network.policyUpdated",
    "Network.requestWillBeSentExtraInfo",
    "Network.resourceChangedPriority",
    "Network.responseReceivedExtraInfo",
    "Page.domContentEventFired",
    "Page.frameClearedScheduledNavigation",
    "Page.frameRequestedNavigation",
    "Page.frameScheduledNavigation",
    "Page.frameStartedLoading",
    "Page.frameStartedNavigating",
    "Page.frameStoppedLoading",
    "Page.frameSubtreeWillBeDetached",
    "Page.loadEventFired",
    "Target.targetInfoChanged",
];

impl Routes {
    /// Adds a device.
    pub(super) fn add(&mut self, mailbox: Mailbox) -> Owner {
        self.next_owner += 1;
        let owner = Owner(self.next_owner);
        self.mailboxes.insert(owner, mailbox);
        owner
    }

    /// Forgets a device and everything that is its own.
    pub(super) fn remove(&mut self, owner: Owner) {
        self.mailboxes.remove(&owner);
        self.sessions.retain(|_, known| *known != owner);
        self.targets.retain(|_, known| *known != owner);
        self.contexts.retain(|_, known| *known != owner);
        self.answers.retain(|_, asked| asked.owner != owner);
    }

    /// Notes that pages of this browser context belong to a device.
    pub(super) fn own_context(&mut self, context: &str, owner: Owner) {
        self.contexts.insert(context.to_owned(), owner);
    }

    /// Notes who waits for the answer to a command.
    pub(super) fn asked(&mut self, id: u64, owner: Owner, method: &str, interest: Interest) {
        let opens_session = method == "Target.attachToTarget";
        self.answers.insert(
            id,
            Asked {
                owner,
                opens_session,
                interest,
            },
        );
    }

    /// Returns who wants the answer to a command, and forgets it; no `result` is a refusal.
    pub(super) fn answered(&mut self, id: u64, result: Option<&Value>) -> Option<Owner> {
        let asked = self.answers.remove(&id)?;
        let session = result.and_then(|result| result["sessionId"].as_str());
        if let Some(session) = session.filter(|_| asked.opens_session) {
            self.sessions
                .insert(Session(session.to_owned()), asked.owner);
        }
        let is_wanted = asked.interest == Interest::Answer || result.is_none();
        is_wanted.then_some(asked.owner)
    }

    /// Returns where an event goes, and learns from it.
    pub(super) fn route(&mut self, event: &Event) -> Destination {
        match event.method.as_str() {
            "Target.attachedToTarget" => self.attached(event),
            "Target.detachedFromTarget" => self.detached(event),
            name if UNHEARD.contains(&name) => Destination::Nobody,
            _ => self.plain(event),
        }
    }

    /// Returns where messages for a device go.
    pub(super) fn mailbox(&self, owner: Owner) -> Option<&Mailbox> {
        self.mailboxes.get(&owner)
    }

    /// Returns where messages for any device go.
    pub(super) fn mailboxes(&self) -> impl Iterator<Item = &Mailbox> {
        self.mailboxes.values()
    }

    fn plain(&self, event: &Event) -> Destination {
        match &event.session {
            None => Destination::All,
            Some(session) => match self.sessions.get(session) {
                Some(owner) => Destination::One(*owner),
                None => Destination::Nobody,
            },
        }
    }

    fn attached(&mut self, event: &Event) -> Destination {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let Some(session) = text(&event.params["sessionId"]).map(Session) else {
            return Destination::Nobody;
        };
        let info = &event.params["targetInfo"];
        let target = text(&info["targetId"]).unwrap_or_default();
        // The answer to `Target.attachToTarget` comes after this event.
        let by_parent = event
            .session
            .as_ref()
            .and_then(|parent| self.sessions.get(parent));
        let by_target = || self.targets.get(&target);
        let by_context = || self.contexts.get(info["browserContextId"].as_str()?);
        let by_opener = || self.targets.get(info["openerId"].as_str()?);
        let known = by_parent.or_else(by_target).or_else(by_context);
        let owner = known.or_else(by_opener).copied();
        match owner {
            Some(owner) => {
                self.sessions.insert(session, owner);
                self.targets.insert(target, owner);
                Destination::One(owner)
            }
            None => Destination::Stranger(session),
        }
    }

    fn detached(&mut self, event: &Event) -> Destination {
        let gone = event.params["sessionId"].as_str().unwrap_or_default();
        match self.sessions.remove(&Session(gone.to_owned())) {
            Some(owner) => Destination::One(owner),
            None => Destination::Nobody,
        }
    }

    /// Notes that a page a device made is its own.
    pub(super) fn own_target(&mut self, target: &str, owner: Owner) {
        self.targets.insert(target.to_owned(), owner);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::inbox::inbox;
    use super::*;

    fn attached(parent: Option<&str>, session: &str, info: Value) -> Event {
        Event {
            session: parent.map(|name| Session(name.to_owned())),
            method: "Target.attachedToTarget".to_owned(),
            params: json!({"sessionId": session, "targetInfo": info}),
        }
    }

    fn event_of(session: &str) -> Event {
        Event {
            session: Some(Session(session.to_owned())),
            method: "Page.frameNavigated".to_owned(),
            params: json!({}),
        }
    }

    #[test]
    fn pages_frames_and_popups_find_their_device() {
        let mut routes = Routes::default();
        let (first, second) = (routes.add(inbox().0), routes.add(inbox().0));
        routes.own_context("C1", first);
        routes.own_context("C2", second);
        let page = attached(
            None,
            "S1",
            json!({"targetId": "T1", "browserContextId": "C1"}),
        );
        assert_eq!(routes.route(&page), Destination::One(first));
        let frame = attached(Some("S1"), "S2", json!({"targetId": "T2"}));
        assert_eq!(routes.route(&frame), Destination::One(first));
        assert_eq!(routes.route(&event_of("S2")), Destination::One(first));
        let popup = attached(None, "S3", json!({"targetId": "T3", "openerId": "T1"}));
        assert_eq!(routes.route(&popup), Destination::One(first));
        routes.remove(first);
        assert_eq!(routes.route(&event_of("S2")), Destination::Nobody);
    }

    #[test]
    fn a_page_of_somebody_else_is_let_go() {
        let mut routes = Routes::default();
        let page = attached(
            None,
            "S9",
            json!({"targetId": "T9", "browserContextId": "C9"}),
        );
        let stranger = Destination::Stranger(Session("S9".to_owned()));
        assert_eq!(routes.route(&page), stranger);
    }

    #[test]
    fn a_session_asked_for_is_known_before_its_first_event() {
        let mut routes = Routes::default();
        let owner = routes.add(inbox().0);
        routes.asked(5, owner, "Target.attachToTarget", Interest::Answer);
        assert_eq!(
            routes.answered(5, Some(&json!({"sessionId": "S5"}))),
            Some(owner)
        );
        assert_eq!(routes.route(&event_of("S5")), Destination::One(owner));
        assert_eq!(routes.answered(5, None), None);
    }

    #[test]
    fn of_some_commands_only_a_refusal_is_told() {
        let mut routes = Routes::default();
        let owner = routes.add(inbox().0);
        for id in [1, 2] {
            routes.asked(id, owner, "Input.insertText", Interest::Refusal);
        }
        assert_eq!(routes.answered(1, Some(&json!({}))), None);
        assert_eq!(routes.answered(2, None), Some(owner));
    }
}
