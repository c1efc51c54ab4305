//! The changes since the last reading, as far as the browser told.

use std::collections::{HashMap, HashSet};

use super::{Session, World};

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
    use super::*;

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
