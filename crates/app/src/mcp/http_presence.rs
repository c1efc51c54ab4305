//! Noticing that a client has gone in the middle of a call, so that its device is freed.
//!
//! A connection that breaks is not yet a client that has gone: it may come back and go on where it
//! was. Only one that stays away is.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use hyper::body::{Body, Frame, SizeHint};
use rmcp::transport::streamable_http_server::session::SessionManager as _;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio::time::timeout;

use crate::mcp::active_work::ActiveWork;
use crate::shared::Shared;

/// How long a client may stay away in the middle of a call.
///
/// The official clients come back within a second or two; whoever waits for the phone should not have to
/// wait for longer than that by much.
const PATIENCE: Duration = Duration::from_secs(5);

/// Tells when a session is heard of again, by a count of its requests.
#[derive(Clone)]
pub(super) struct Presence {
    heard: Shared<BTreeMap<String, watch::Sender<u64>>>,
    sessions: Arc<LocalSessionManager>,
    active_work: ActiveWork,
}

impl Presence {
    /// Returns the presence of the clients of these sessions.
    pub(super) fn new(sessions: Arc<LocalSessionManager>, active_work: ActiveWork) -> Self {
        Self {
            heard: Shared::default(),
            sessions,
            active_work,
        }
    }

    /// Forgets a session that is over, and stops what it had under way.
    pub(super) fn left(&self, session: &str) {
        self.heard.lock().remove(session);
        // The SDK would give the calls some seconds to end by themselves.
        self.active_work.stop_session(session);
    }

    /// Notes that a session was heard of; one that is not, or no longer, is forgotten.
    pub(super) async fn note(&self, session: &str) {
        let known = self.sessions.has_session(&session.into()).await;
        let mut heard = self.heard.lock();
        if matches!(known, Ok(true)) {
            let count = heard.entry(session.to_owned()).or_default();
            count.send_modify(|count| *count += 1);
        } else {
            heard.remove(session);
        }
    }

    /// Waits for a client whose connection broke, and frees what it had if it stays away.
    fn lost(&self, session: String) {
        let mut heard = self.heard.lock();
        let mut again = heard.entry(session.clone()).or_default().subscribe();
        drop(heard);
        let presence = self.clone();
        let Ok(handle) = Handle::try_current() else {
            return;
        };
        handle.spawn(async move {
            if timeout(PATIENCE, again.changed()).await.is_err() {
                presence.left(&session);
                // A session that ended meanwhile needs no closing.
                let _ = presence.sessions.close_session(&session.into()).await;
            }
        });
    }
}

/// The body of an answer that tells when nobody is there to read the rest of it.
pub(super) struct WatchedBody<B> {
    inner: B,
    /// Whose answer it is; nothing once it was read to its end.
    watch: Option<(Presence, String)>,
}

impl<B: Body> WatchedBody<B> {
    /// Returns the body, watched for a session. One that is empty is read by nobody.
    pub(super) fn new(inner: B, watch: Option<(Presence, String)>) -> Self {
        let watch = watch.filter(|_| !inner.is_end_stream());
        Self { inner, watch }
    }
}

impl<B: Body + Unpin> Body for WatchedBody<B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        let polled = Pin::new(&mut self.inner).poll_frame(context);
        if matches!(polled, Poll::Ready(None)) {
            self.watch = None;
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}

impl<B> Drop for WatchedBody<B> {
    fn drop(&mut self) {
        if let Some((presence, session)) = self.watch.take() {
            presence.lost(session);
        }
    }
}

#[cfg(test)]
mod tests {
    use http_body_util::{Empty, Full};
    use hyper::body::Bytes;

    use super::*;

    /// Such an answer is that to a client which says that it is ready; agents think before the first call.
    #[test]
    fn who_got_an_empty_answer_has_not_gone() {
        let presence = Presence::new(Arc::default(), ActiveWork::default());
        let watch = || Some((presence.clone(), "one".to_owned()));
        assert!(
            WatchedBody::new(Empty::<Bytes>::new(), watch())
                .watch
                .is_none()
        );
        let mut full = WatchedBody::new(Full::<Bytes>::from("words"), watch());
        assert!(full.watch.take().is_some());
    }
}
