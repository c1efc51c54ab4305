//! Which device a session belongs to.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::Value;

use super::inbox::Inbox;
use super::message::{Delivery, Event, Session, text};

/// The number of a device among those that share a browser.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Owner(pub(super) u64);

/// Where an event goes.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Destination {
    One(Owner),
    /// To every device: it concerns the browser as a whole.
    All,
    /// To nobody: a page of somebody else, whose session must be let go.
    Stranger(Session),
    Nobody,
}

/// Which device a session, page or browser context belongs to.
///
/// The reader keeps this up to date *before* it delivers an event, so that the first event of a
/// new session already finds its owner. That is why it lives here and not with the devices.
#[derive(Default)]
pub(super) struct Routes {
    pub inboxes: HashMap<Owner, Arc<Inbox>>,
    /// The owners of sessions, pages and contexts, by names that the browser gives to none of them twice.
    owners: HashMap<String, Owner>,
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
    pub(super) fn add(&mut self, inbox: Arc<Inbox>) -> Owner {
        self.next_owner += 1;
        let owner = Owner(self.next_owner);
        self.inboxes.insert(owner, inbox);
        owner
    }

    /// Forgets a device and everything that is its own.
    pub(super) fn remove(&mut self, owner: Owner) {
        self.inboxes.remove(&owner);
        self.owners.retain(|_, known| *known != owner);
        self.answers.retain(|_, asked| asked.owner != owner);
    }

    /// Notes that a browser context or a page belongs to a device.
    pub(super) fn own(&mut self, name: &str, owner: Owner) {
        self.owners.insert(name.to_owned(), owner);
    }

    /// Notes who waits for the answer to a command.
    pub(super) fn asked(&mut self, id: u64, owner: Owner, method: &str, interest: Interest) {
        let opens_session = method == "Target.attachToTarget";
        let asked = Asked {
            owner,
            opens_session,
            interest,
        };
        self.answers.insert(id, asked);
    }

    /// Returns where a message goes, and learns from it.
    pub(super) fn route(&mut self, delivery: &Delivery) -> Destination {
        match delivery {
            Delivery::Answer { id, result } => self.answered(*id, result.as_ref().ok()),
            Delivery::Closed(_) => Destination::All,
            Delivery::Event(event) => match event.method.as_str() {
                "Target.attachedToTarget" => self.attached(event),
                "Target.detachedFromTarget" => {
                    one(self.owners.remove(text(&event.params["sessionId"])))
                }
                name if UNHEARD.contains(&name) => Destination::Nobody,
                _ => match &event.session {
                    None => Destination::All,
                    Some(session) => one(self.owners.get(&session.0).copied()),
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
            self.own(session, asked.owner);
        }
        let is_wanted = asked.interest == Interest::Answer || result.is_none();
        one(is_wanted.then_some(asked.owner))
    }

    fn attached(&mut self, event: &Event) -> Destination {
        let Some(session) = event.params["sessionId"].as_str() else {
            return Destination::Nobody;
        };
        let info = &event.params["targetInfo"];
        let target = text(&info["targetId"]);
        // The answer to `Target.attachToTarget` comes after this event.
        let parent = event.session.as_ref().map(|parent| parent.0.as_str());
        let context = info["browserContextId"].as_str();
        let opener = info["openerId"].as_str();
        let names = [parent, Some(target), context, opener]
            .into_iter()
            .flatten();
        let owner = names
            .filter_map(|name| self.owners.get(name))
            .next()
            .copied();
        let Some(owner) = owner else {
            return Destination::Stranger(Session(session.to_owned()));
        };
        self.own(session, owner);
        self.own(target, owner);
        Destination::One(owner)
    }
}

fn one(owner: Option<Owner>) -> Destination {
    owner.map_or(Destination::Nobody, Destination::One)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

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
        let (first, second) = (routes.add(Arc::default()), routes.add(Arc::default()));
        routes.own("C1", first);
        routes.own("C2", second);
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
        let owner = routes.add(Arc::default());
        routes.asked(5, owner, "Target.attachToTarget", Interest::Answer);
        let opened = answer(5, Ok(json!({"sessionId": "S5"})));
        assert_eq!(routes.route(&opened), Destination::One(owner));
        assert_eq!(routes.route(&event_of("S5")), Destination::One(owner));
        assert_eq!(routes.route(&answer(5, Err("no"))), Destination::Nobody);
    }

    #[test]
    fn of_some_commands_only_a_refusal_is_told() {
        let mut routes = Routes::default();
        let owner = routes.add(Arc::default());
        for id in [1, 2] {
            routes.asked(id, owner, "Input.insertText", Interest::Refusal);
        }
        assert_eq!(routes.route(&answer(1, Ok(json!({})))), Destination::Nobody);
        assert_eq!(routes.route(&answer(2, Err("no"))), Destination::One(owner));
    }
}
