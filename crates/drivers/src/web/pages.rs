//! The pages of a device: the one in front, those behind it, the sessions that belong to them, their frames, the worlds in
//! which our script runs in them, and what changed in them since the last reading.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::{Session, text};

#[derive(Debug, Clone)]
pub(super) struct Tab {
    /// The page's name in the protocol; its main frame has the same.
    pub target: String,
    pub session: Session,
    /// The host of its document; empty for those of nobody.
    pub host: String,
    /// Whether its process has died.
    pub is_crashed: bool,
    /// How often its main frame has gone to another document.
    pub navigations: u64,
    /// Whether a page opened it and it has shown no document yet.
    pub is_empty: bool,
    /// Whether a dialog of its document is open, or was since the act under way began.
    pub has_asked: bool,
    /// The blocked site it led to, until that is told.
    pub led_to: Option<String>,
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
            host: String::new(),
            is_crashed: false,
            navigations: 0,
            is_empty: false,
            has_asked: false,
            led_to: None,
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

    /// Returns the host of the page a session belongs to; that of the page in front where nobody knows, as for workers.
    pub(super) fn host_of(&self, session: &Session) -> &str {
        let owner = self.owners.get(session);
        let own = self.tabs.iter().find(|tab| Some(&tab.target) == owner);
        own.or_else(|| self.front()).map_or("", |tab| &tab.host)
    }

    /// Returns the page of a target, which is also the name of its main frame.
    pub(super) fn get_mut(&mut self, target: &str) -> Option<&mut Tab> {
        self.tabs.iter_mut().find(|tab| tab.target == target)
    }

    /// Forgets where pages led: an act begins, and what it leads to counts.
    pub(super) fn forget_ways(&mut self) {
        for tab in &mut self.tabs {
            tab.led_to = None;
        }
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

/// The name of the world our script has to itself: pages cannot see or change it.
pub(super) const WORLD: &str = "retap";

/// Our world in one frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct World {
    /// The session it is reached by.
    pub session: Session,
    /// Its number in that session, as events say it.
    pub id: i64,
    /// Its name among all worlds that ever were.
    pub unique: String,
    pub frame: String,
}

#[derive(Debug, Default)]
pub(super) struct Frames {
    parents: HashMap<String, String>,
    worlds: Vec<World>,
}

impl Frames {
    /// Notes that a frame is in another.
    pub(super) fn add(&mut self, frame: &str, parent: &str) {
        self.parents.insert(frame.to_owned(), parent.to_owned());
    }

    pub(super) fn remove(&mut self, frame: &str) {
        self.parents.remove(frame);
        self.worlds.retain(|world| world.frame != frame);
    }

    /// Notes a world that the browser tells of, if it is ours; returns whether it is.
    pub(super) fn add_world(&mut self, session: &Session, context: &Value) -> bool {
        if context["name"] != WORLD {
            return false;
        }
        let frame = text(&context["auxData"]["frameId"]).to_owned();
        self.worlds.retain(|world| world.frame != frame);
        self.worlds.push(World {
            session: session.clone(),
            id: context["id"].as_i64().unwrap_or_default(),
            unique: text(&context["uniqueId"]).to_owned(),
            frame,
        });
        true
    }

    /// Forgets a world. Its number does not do: the next document may be in another process of the
    /// browser, which gives its worlds the same numbers.
    pub(super) fn remove_world(&mut self, unique: &str) {
        self.worlds.retain(|world| world.unique != unique);
    }

    pub(super) fn remove_session(&mut self, session: &Session) {
        self.worlds.retain(|world| world.session != *session);
    }

    pub(super) fn world(&self, frame: &str) -> Option<&World> {
        self.worlds.iter().find(|world| world.frame == frame)
    }

    pub(super) fn all(&self) -> Vec<World> {
        self.worlds.clone()
    }

    pub(super) fn world_by_id(&self, session: &Session, id: i64) -> Option<&World> {
        let mut worlds = self.worlds.iter();
        worlds.find(|world| world.session == *session && world.id == id)
    }

    /// Returns our worlds in the frames inside `top`, itself left out.
    pub(super) fn inside<'a>(&'a self, top: &'a str) -> impl Iterator<Item = &'a World> {
        self.worlds
            .iter()
            .filter(move |world| self.is_inside(&world.frame, top))
    }

    /// Returns the frame that holds a frame.
    pub(super) fn parent(&self, frame: &str) -> Option<&str> {
        self.parents.get(frame).map(String::as_str)
    }

    fn is_inside(&self, frame: &str, top: &str) -> bool {
        let chain = std::iter::successors(self.parent(frame), |frame| self.parent(frame));
        // Frames cannot hold themselves, but events may lie.
        chain.take(64).any(|holder| holder == top)
    }
}

/// The changes since the last reading.
///
/// The script in a frame signals once between two readings, and says which reading its signal makes old:
/// a reading covers the signals about those before it, and no others.
#[derive(Debug, Default)]
pub(super) struct Changes {
    /// Something that no single frame's reading covers: another page, a dialog, a new document.
    at_large: HashSet<Option<Session>>,
    /// Frames that are read by themselves, with the last of their readings that is old.
    roots: HashMap<(Session, i64), u64>,
    /// Sessions in which a frame changed that is read with the frame around it.
    inner: HashSet<Session>,
}

impl Changes {
    /// Notes that anything may be different now.
    pub(super) fn everything(&mut self) {
        self.at_large.insert(None);
    }

    /// Notes that anything may be different on the page of a session.
    pub(super) fn page(&mut self, session: &Session) {
        self.at_large.insert(Some(session.clone()));
    }

    /// Notes that a frame changed since this one of its readings; it is read by itself.
    pub(super) fn root(&mut self, session: &Session, world: i64, reading: u64) {
        self.roots.insert((session.clone(), world), reading);
    }

    /// Notes that a frame changed which is read with the frame around it.
    pub(super) fn inner(&mut self, session: &Session) {
        self.inner.insert(session.clone());
    }

    /// Forgets everything that was told before a reading that begins now: it is asked for later
    /// than that. So nothing stays for ever that no reading covers, such as the signal of a frame
    /// that has gone since.
    pub(super) fn begin_reading(&mut self) {
        self.at_large.clear();
        self.roots.clear();
        self.inner.clear();
    }

    /// Forgets what the reading of a world covers; to be called when its answer comes in. Frames that
    /// are read with it do not number their signals: those that stand before the answer are covered.
    pub(super) fn covered(&mut self, world: &World, reading: Option<u64>) {
        let root = (world.session.clone(), world.id);
        let is_before = |old: &u64| reading.is_none_or(|reading| *old < reading);
        if self.roots.get(&root).is_some_and(is_before) {
            self.roots.remove(&root);
        }
        self.inner.remove(&world.session);
    }

    /// Returns whether something changed on the pages for which `is_front` holds.
    pub(super) fn any(&self, is_front: impl Fn(&Session) -> bool) -> bool {
        let at_large = |session: &Option<Session>| session.as_ref().is_none_or(&is_front);
        self.at_large.iter().any(at_large)
            || self.roots.keys().any(|(session, _)| is_front(session))
            || self.inner.iter().any(&is_front)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_our_world_counts_and_a_frame_has_one() {
        let mut frames = Frames::default();
        let session = Session("S".to_owned());
        let world = |id: i64, name: &str| json!({"id": id, "name": name, "uniqueId": format!("u{id}"), "auxData": {"frameId": "F"}});
        assert!(!frames.add_world(&session, &world(1, "")));
        assert!(frames.add_world(&session, &world(2, WORLD)));
        assert!(frames.add_world(&session, &world(3, WORLD)));
        assert_eq!(frames.world("F").unwrap().id, 3);
        frames.remove_world("u2");
        assert!(frames.world("F").is_some());
        frames.add("F", "T");
        assert_eq!(frames.inside("T").count(), 1);
        frames.remove("F");
        assert_eq!(frames.inside("T").count(), 0);
    }

    fn world(session: &str, id: i64) -> World {
        World {
            session: Session(session.to_owned()),
            id,
            unique: String::new(),
            frame: String::new(),
        }
    }

    #[test]
    fn a_reading_covers_what_was_told_before_its_answer_and_nothing_else() {
        let mut changes = Changes::default();
        let (main, frame) = (world("S", 1), world("T", 2));
        let any = |changes: &Changes| changes.any(|_| true);
        changes.root(&world("S", 9).session, 9, 0);
        changes.begin_reading();
        assert!(!any(&changes), "the signal of a world that has gone");
        changes.root(&main.session, main.id, 4);
        changes.inner(&main.session);
        changes.root(&frame.session, frame.id, 2);
        changes.covered(&main, Some(5));
        assert!(any(&changes), "the other frame was not read yet");
        changes.covered(&frame, Some(2));
        assert!(any(&changes), "it changed since that reading");
        changes.covered(&frame, Some(3));
        assert!(!any(&changes));
        changes.page(&main.session);
        assert!(
            !changes.any(|session| *session == frame.session),
            "another page"
        );
    }
}
