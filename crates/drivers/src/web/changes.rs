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

    /// Forgets what a reading that begins now will cover whatever happens.
    pub(super) fn begin_reading(&mut self) {
        self.at_large.clear();
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
