//! Which device a message is for, and where it waits until that device takes it.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Condvar};

use serde_json::Value;

use super::message::{CdpError, Delivery, Event, Session, text};

/// The number of a device among those that share a browser.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Owner(u64);

/// Which device a session, page or browser context belongs to, and what waits for each device.
///
/// The reader keeps this up to date *before* it delivers an event, so that the first event of a
/// new session already finds its owner. That is why it lives here and not with the devices.
#[derive(Default)]
pub(super) struct Routes {
    inboxes: HashMap<Owner, Inbox>,
    /// The owners of sessions, pages and contexts, by names that the browser gives to none of them twice.
    owners: HashMap<String, Owner>,
    /// Who waits for the answer to a command, and for which answers.
    asked: HashMap<u64, (Owner, Interest)>,
    next_owner: u64,
    /// Why the browser has gone; nothing while it is there.
    pub ended: Option<String>,
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
const UNHEARD: [&str; 14] = [
    "Network.dataReceived",
    "Network.policyUpdated",
    "Network.requestWillBeSentExtraInfo",
    "Network.resourceChangedPriority",
    "Network.responseReceivedExtraInfo",
    "Page.domContentEventFired",
    "Page.frameClearedScheduledNavigation",
    "Page.frameScheduledNavigation",
    "Page.frameStartedLoading",
    "Page.frameStartedNavigating",
    "Page.frameStoppedLoading",
    "Page.frameSubtreeWillBeDetached",
    "Page.loadEventFired",
    "Target.targetInfoChanged",
];

impl Routes {
    /// Adds a device; the signal is for each message that is put into its inbox.
    pub(super) fn add(&mut self) -> (Owner, Arc<Condvar>) {
        self.next_owner += 1;
        let owner = Owner(self.next_owner);
        let inbox = self.inboxes.entry(owner).or_default();
        (owner, Arc::clone(&inbox.arrived))
    }

    /// Forgets a device and everything that is its own.
    pub(super) fn remove(&mut self, owner: Owner) {
        self.inboxes.remove(&owner);
        self.owners.retain(|_, known| *known != owner);
        self.asked.retain(|_, (asker, _)| *asker != owner);
    }

    /// Notes that a browser context or a page belongs to a device.
    pub(super) fn own(&mut self, name: &str, owner: Owner) {
        self.owners.insert(name.to_owned(), owner);
    }

    /// Notes who waits for the answer to a command.
    pub(super) fn asked(&mut self, id: u64, owner: Owner, interest: Interest) {
        self.asked.insert(id, (owner, interest));
    }

    /// Notes that nobody waits for the answer to a command any more; returns whether somebody did.
    pub(super) fn forget(&mut self, id: u64) -> bool {
        self.asked.remove(&id).is_some()
    }

    /// Returns the inbox of a device.
    pub(super) fn inbox(&mut self, owner: Owner) -> &mut Inbox {
        self.inboxes.entry(owner).or_default()
    }

    /// Says if the browser has gone.
    pub(super) fn check_open(&self) -> Result<(), CdpError> {
        let ended = self.ended.clone();
        ended.map_or(Ok(()), |reason| Err(CdpError::Closed { reason }))
    }

    /// Notes that the browser has gone, and wakes every device.
    pub(super) fn end(&mut self, reason: String) {
        self.ended = Some(reason);
        let all = self.inboxes.values();
        all.for_each(|inbox| inbox.arrived.notify_all());
    }

    /// Puts a message of this length where it belongs, and learns from it. Returns the session of a page that is
    /// somebody else's, which must be let go.
    pub(super) fn deliver(&mut self, delivery: Delivery, length: usize) -> Option<Session> {
        let owner = match &delivery {
            Delivery::Answer { id, result } => self.answered(*id, result.as_ref().ok()),
            Delivery::Event(event) => match event.method.as_str() {
                "Target.attachedToTarget" => {
                    let session = event.params["sessionId"].as_str()?;
                    let owner = self.attached(event, session);
                    if owner.is_none() {
                        return Some(Session(session.to_owned()));
                    }
                    owner
                }
                "Target.detachedFromTarget" => self.owners.remove(text(&event.params["sessionId"])),
                name if UNHEARD.contains(&name) => None,
                _ => match &event.session {
                    Some(session) => self.owners.get(&session.0).copied(),
                    // It concerns the browser as a whole.
                    None => {
                        let all = self.inboxes.values_mut();
                        all.for_each(|inbox| inbox.put(delivery.clone(), length));
                        None
                    }
                },
            },
        };
        let inbox = owner.and_then(|owner| self.inboxes.get_mut(&owner));
        if let Some(inbox) = inbox {
            inbox.put(delivery, length);
        }
        None
    }

    /// Returns who wants the answer to a command; no `result` is a refusal.
    fn answered(&mut self, id: u64, result: Option<&Value>) -> Option<Owner> {
        let (owner, interest) = *self.asked.get(&id)?;
        // Only `Target.attachToTarget` is answered with a session.
        if let Some(session) = result.and_then(|result| result["sessionId"].as_str()) {
            self.own(session, owner);
        }
        if interest == Interest::Refusal && result.is_some() {
            self.forget(id);
            return None;
        }
        Some(owner)
    }

    /// Returns who a new session belongs to, and notes it.
    fn attached(&mut self, event: &Event, session: &str) -> Option<Owner> {
        let info = &event.params["targetInfo"];
        let target = text(&info["targetId"]);
        // The answer to `Target.attachToTarget` comes after this event.
        let parent = event.session.as_ref().map(|parent| parent.0.as_str());
        let context = info["browserContextId"].as_str();
        let opener = info["openerId"].as_str();
        let mut names = [parent, Some(target), context, opener]
            .into_iter()
            .flatten();
        let owner = *names.find_map(|name| self.owners.get(name))?;
        self.own(session, owner);
        self.own(target, owner);
        Some(owner)
    }
}

/// How many bytes of messages may wait before logs and requests are no longer kept. A device that nobody
/// asks anything must not fill the memory because a page talks all the time.
const MOST_WAITING: usize = 16 * 1024 * 1024;

/// Events that only say what went on; a device whose picture of the page is to be right can miss them.
const DROPPABLE: [&str; 4] = [
    "Runtime.consoleAPICalled",
    "Runtime.exceptionThrown",
    "Log.",
    "Network.",
];

/// The messages that wait for a device, each with its length.
#[derive(Default)]
pub(super) struct Inbox {
    messages: VecDeque<(Delivery, usize)>,
    bytes: usize,
    lost: usize,
    arrived: Arc<Condvar>,
}

impl Inbox {
    fn put(&mut self, delivery: Delivery, length: usize) {
        if self.bytes > MOST_WAITING && is_droppable(&delivery) {
            self.lost += 1;
            return;
        }
        self.bytes += length;
        self.messages.push_back((delivery, length));
        self.arrived.notify_one();
    }

    /// Returns the next message if there is one.
    pub(super) fn take(&mut self) -> Option<Delivery> {
        let (delivery, length) = self.messages.pop_front()?;
        self.bytes -= length;
        Some(delivery)
    }

    /// Returns how many messages are there.
    pub(super) fn len(&self) -> usize {
        self.messages.len()
    }

    /// Returns how many messages were dropped since the last call.
    pub(super) fn take_lost(&mut self) -> usize {
        std::mem::take(&mut self.lost)
    }
}

fn is_droppable(delivery: &Delivery) -> bool {
    match delivery {
        Delivery::Event(event) => DROPPABLE.iter().any(|name| event.method.starts_with(name)),
        Delivery::Answer { .. } => false,
    }
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

    /// Returns how many messages `owner` gets when this one is delivered.
    fn reaches(routes: &mut Routes, owner: Owner, delivery: Delivery) -> usize {
        assert_eq!(routes.deliver(delivery, 0), None);
        std::iter::from_fn(|| routes.inbox(owner).take()).count()
    }

    #[test]
    fn pages_frames_and_popups_find_their_device() {
        let mut routes = Routes::default();
        let [first, second] = [(); 2].map(|()| routes.add().0);
        routes.own("C1", first);
        routes.own("C2", second);
        let page = json!({"targetId": "T1", "browserContextId": "C1"});
        for delivery in [
            attached(None, "S1", page),
            attached(Some("S1"), "S2", json!({"targetId": "T2"})),
            event_of("S2"),
            attached(None, "S3", json!({"targetId": "T3", "openerId": "T1"})),
        ] {
            let shown = format!("{delivery:?}");
            assert_eq!(reaches(&mut routes, first, delivery), 1, "{shown}");
        }
        assert_eq!(routes.inbox(second).len(), 0);
        routes.remove(first);
        assert_eq!(reaches(&mut routes, first, event_of("S2")), 0);
    }

    #[test]
    fn a_page_of_somebody_else_is_let_go() {
        let page = json!({"targetId": "T9", "browserContextId": "C9"});
        let stranger = Routes::default().deliver(attached(None, "S9", page), 0);
        assert_eq!(stranger, Some(Session("S9".to_owned())));
    }

    #[test]
    fn a_session_asked_for_is_known_before_its_first_event() {
        let mut routes = Routes::default();
        let (owner, _) = routes.add();
        routes.asked(5, owner, Interest::Answer);
        let opened = answer(5, Ok(json!({"sessionId": "S5"})));
        assert_eq!(reaches(&mut routes, owner, opened), 1);
        assert_eq!(reaches(&mut routes, owner, event_of("S5")), 1);
        assert!(routes.forget(5));
        assert_eq!(reaches(&mut routes, owner, answer(5, Err("no"))), 0);
    }

    #[test]
    fn of_some_commands_only_a_refusal_is_told() {
        let mut routes = Routes::default();
        let (owner, _) = routes.add();
        for id in [1, 2] {
            routes.asked(id, owner, Interest::Refusal);
        }
        assert_eq!(reaches(&mut routes, owner, answer(1, Ok(json!({})))), 0);
        assert_eq!(reaches(&mut routes, owner, answer(2, Err("no"))), 1);
    }

    #[test]
    fn a_page_that_talks_all_the_time_loses_logs_and_nothing_else() {
        let mut inbox = Inbox::default();
        for number in 0..40 {
            let said = event(None, "Runtime.consoleAPICalled", json!(number));
            inbox.put(said, 1024 * 1024);
        }
        inbox.put(event(None, "Network.requestWillBeSent", json!(0)), 100);
        inbox.put(event(None, "Page.frameNavigated", json!(0)), 100);
        assert_eq!(inbox.take_lost(), 24);
        let mut kept = Vec::new();
        while let Some(Delivery::Event(event)) = inbox.take() {
            kept.push(event.method);
        }
        assert_eq!(kept.len(), 18);
        assert_eq!(kept.last().unwrap(), "Page.frameNavigated");
        inbox.put(event(None, "Log.entryAdded", json!(0)), 100);
        assert!(inbox.take().is_some(), "there is room again");
        assert_eq!(inbox.take_lost(), 0);
    }
}
