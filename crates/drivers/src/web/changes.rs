//! What changed since the last reading, as far as the browser told.

use std::collections::HashSet;

use super::cdp::Session;
use super::frames::World;

/// What changed since the last reading.
///
/// The script in a frame signals once between two readings. Messages of one session come in order, so
/// a signal that stands before the answer to a reading is covered by it, and one that stands
/// after it is not: taking back exactly the former loses none.
#[derive(Debug, Default)]
pub(super) struct Changes {
    /// Something that no single frame's reading covers: another page, a dialog, a new document.
    at_large: HashSet<Option<Session>>,
    /// Frames that are read by themselves.
    roots: HashSet<(Session, i64)>,
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

    /// Notes that a frame changed which is read by itself.
    pub(super) fn root(&mut self, session: &Session, world: i64) {
        self.roots.insert((session.clone(), world));
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

    /// Forgets what the reading of a world covers; to be called when its answer is taken.
    pub(super) fn covered(&mut self, world: &World) {
        self.roots.remove(&(world.session.clone(), world.id));
        self.inner.remove(&world.session);
    }

    /// Returns whether something changed on the pages for which `is_front` holds.
    pub(super) fn any(&self, is_front: impl Fn(&Session) -> bool) -> bool {
        let at_large = |session: &Option<Session>| session.as_ref().is_none_or(&is_front);
        self.at_large.iter().any(at_large)
            || self.roots.iter().any(|(session, _)| is_front(session))
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
        changes.root(&world("S", 9).session, 9);
        changes.begin_reading();
        assert!(!any(&changes), "the signal of a world that has gone");
        changes.root(&main.session, main.id);
        changes.inner(&main.session);
        changes.root(&frame.session, frame.id);
        changes.covered(&main);
        assert!(any(&changes), "the other frame was not read yet");
        changes.covered(&frame);
        assert!(!any(&changes));
        changes.page(&main.session);
        assert!(
            !changes.any(|session| *session == frame.session),
            "another page"
        );
    }
}
