//! Which device a session belongs to.

use std::collections::HashMap;

use serde_json::Value;

use super::inbox::Mailbox;
use super::message::{Delivery, Event, Session, text};

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
pub(crate) enum Interest {
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

    /// Returns where a message goes, and learns from it.
    pub(super) fn route(&mut self, delivery: &Delivery) -> Destination {
        match delivery {
            Delivery::Answer { id, result } => self.answered(*id, result.as_ref().ok()),
            Delivery::Closed(_) => Destination::All,
            Delivery::Event(event) => match event.method.as_str() {
                "Target.attachedToTarget" => self.attached(event),
                "Target.detachedFromTarget" => {
                    let gone = text(&event.params["sessionId"]).to_owned();
                    one(self.sessions.remove(&Session(gone)))
                }
                name if UNHEARD.contains(&name) => Destination::Nobody,
                _ => match &event.session {
                    None => Destination::All,
                    Some(session) => one(self.sessions.get(session).copied()),
                },
            },
        }
    }

    /// Returns who wants the answer to a command, and forgets it; no `result` is a refusal.
    fn answered(&mut self, id: u64, result: Option<&Value>) -> Destination {
        let Some(asked) = self.answers.remove(&id) else {
            return Destination::Nobody;
        };
        let session = result.and_then(|result| result["sessionId"].as_str());
        if let Some(session) = session.filter(|_| asked.opens_session) {
            self.sessions
                .insert(Session(session.to_owned()), asked.owner);
        }
        let is_wanted = asked.interest == Interest::Answer || result.is_none();
        one(is_wanted.then_some(asked.owner))
    }

    /// Returns where messages for a device go.
    pub(super) fn mailbox(&self, owner: Owner) -> Option<&Mailbox> {
        self.mailboxes.get(&owner)
    }

    /// Returns where messages for any device go.
    pub(super) fn mailboxes(&self) -> impl Iterator<Item = &Mailbox> {
        self.mailboxes.values()
    }

    fn attached(&mut self, event: &Event) -> Destination {
        let Some(session) = event.params["sessionId"].as_str() else {
            return Destination::Nobody;
        };
        let session = Session(session.to_owned());
        let info = &event.params["targetInfo"];
        let target = text(&info["targetId"]).to_owned();
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

    /// Notes that a page a device made is its own.
    pub(super) fn own_target(&mut self, target: &str, owner: Owner) {
        self.targets.insert(target.to_owned(), owner);
    }
}

fn one(owner: Option<Owner>) -> Destination {
    owner.map_or(Destination::Nobody, Destination::One)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::inbox::inbox;
    use super::super::message::Refusal;
    use super::*;

    fn attached(parent: Option<&str>, session: &str, info: Value) -> Delivery {
        let params = json!({"sessionId": session, "targetInfo": info});
        event(parent, "Target.attachedToTarget", params)
    }

    fn event_of(session: &str) -> Delivery {
        event(Some(session), "Page.frameNavigated", json!({}))
    }

    fn event(session: Option<&str>, method: &str, params: Value) -> Delivery {
        Delivery::Event(Event {
            session: session.map(|name| Session(name.to_owned())),
            method: method.to_owned(),
            params,
        })
    }

    fn answer(id: u64, result: Result<Value, &str>) -> Delivery {
        let refusal = |message: &str| Refusal {
            message: message.to_owned(),
        };
        let result = result.map_err(refusal);
        Delivery::Answer { id, result }
    }

    #[test]
    fn pages_frames_and_popups_find_their_device() {
        let mut routes = Routes::default();
        let (first, second) = (routes.add(inbox().0), routes.add(inbox().0));
        routes.own_context("C1", first);
        routes.own_context("C2", second);
        let page = json!({"targetId": "T1", "browserContextId": "C1"});
        for delivery in [
            attached(None, "S1", page),
            attached(Some("S1"), "S2", json!({"targetId": "T2"})),
            event_of("S2"),
            attached(None, "S3", json!({"targetId": "T3", "openerId": "T1"})),
        ] {
            let destination = routes.route(&delivery);
            assert_eq!(destination, Destination::One(first), "{delivery:?}");
        }
        routes.remove(first);
        assert_eq!(routes.route(&event_of("S2")), Destination::Nobody);
    }

    #[test]
    fn a_page_of_somebody_else_is_let_go() {
        let mut routes = Routes::default();
        let page = json!({"targetId": "T9", "browserContextId": "C9"});
        let stranger = Destination::Stranger(Session("S9".to_owned()));
        assert_eq!(routes.route(&attached(None, "S9", page)), stranger);
    }

    #[test]
    fn a_session_asked_for_is_known_before_its_first_event() {
        let mut routes = Routes::default();
        let owner = routes.add(inbox().0);
        routes.asked(5, owner, "Target.attachToTarget", Interest::Answer);
        let opened = answer(5, Ok(json!({"sessionId": "S5"})));
        assert_eq!(routes.route(&opened), Destination::One(owner));
        assert_eq!(routes.route(&event_of("S5")), Destination::One(owner));
        assert_eq!(routes.route(&answer(5, Err("no"))), Destination::Nobody);
    }

    #[test]
    fn of_some_commands_only_a_refusal_is_told() {
        let mut routes = Routes::default();
        let owner = routes.add(inbox().0);
        for id in [1, 2] {
            routes.asked(id, owner, "Input.insertText", Interest::Refusal);
        }
        assert_eq!(routes.route(&answer(1, Ok(json!({})))), Destination::Nobody);
        assert_eq!(routes.route(&answer(2, Err("no"))), Destination::One(owner));
    }
}
