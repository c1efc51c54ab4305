//! Serving clients over streamable HTTP: loopback, a bearer token, and no page from elsewhere.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use http_body_util::{BodyExt as _, Full};
use hyper::body::{Bytes, Incoming};
use hyper::header::{AUTHORIZATION, HeaderMap, ORIGIN, WWW_AUTHENTICATE};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::{TcpListener, TcpStream};

use crate::error::AppError;
use crate::mcp::client::Host;
use crate::mcp::http_presence::{Presence, WatchedBody};
use crate::mcp::http_strangers::{Stranger, Strangers};
use crate::mcp::notifications::{notify_changes, watch};
use crate::mcp::server::{Server, Wire};
use crate::mcp::stdio::{run, when_asked_to_end};
use crate::terminal::talkln;

/// Where the protocol is served.
const PATH: &str = "/mcp";

/// The header that names a session.
pub(super) const SESSION: &str = "mcp-session-id";

/// Pages that may talk to the server: those served from this machine.
const LOCAL_PAGES: [&str; 3] = ["http://localhost:*", "http://127.0.0.1:*", "http://[::1]:*"];

/// How long a client may be silent between two calls: agents think, and their people have lunch.
const IDLE: Duration = Duration::from_secs(30 * 60);

/// How long a connection may take to say what it wants, and how long one is kept that wants nothing.
const HEADERS: Duration = Duration::from_secs(20);

/// How long nobody is let in after somebody could not be.
const BACK_OFF: Duration = Duration::from_millis(100);

/// How many clients there may be at once; each has threads and devices.
const MOST_SESSIONS: usize = 100;
const TOO_MANY_SESSIONS: &str = "too many sessions are open; end one by DELETE, or wait until one has been silent for half an hour";

/// How the server is reached.
#[derive(Debug, Clone)]
pub(crate) struct HttpOptions {
    pub(crate) address: SocketAddr,
    /// The token clients must send.
    pub(crate) token: String,
    pub(crate) may_be_remote: bool,
}

type Answer = WatchedBody<http_body_util::combinators::BoxBody<Bytes, Infallible>>;

/// Serves clients until somebody asks the process to end.
pub(crate) fn serve_http(host: Host, options: HttpOptions) -> Result<(), AppError> {
    if !options.address.ip().is_loopback() && !options.may_be_remote {
        return Err(AppError::input(format!(
            "`{}` can be reached from other machines",
            options.address
        ))
        .hint("listen on 127.0.0.1, or add `--allow-remote` if that is what you want"));
    }
    run(host, |host| serve(host, options))
}

async fn serve(host: Arc<Host>, options: HttpOptions) -> Result<(), AppError> {
    let cannot = |error: std::io::Error| {
        AppError::device(format!("cannot listen on `{}`", options.address)).because(error)
    };
    let listener = TcpListener::bind(options.address).await.map_err(cannot)?;
    let address = listener.local_addr().map_err(cannot)?;
    let asked_to_end = when_asked_to_end();
    talkln!("listening on http://{address}{PATH}");
    // What is there at the start is nothing new.
    notify_changes(&host).await;
    tokio::spawn(watch(Arc::clone(&host)));
    let mut sessions = LocalSessionManager::default();
    sessions.session_config.keep_alive = Some(IDLE);
    let sessions = Arc::new(sessions);
    let presence = Presence::new(Arc::clone(&sessions), host.active_work.clone());
    let mut config = StreamableHttpServerConfig::default()
        .with_allowed_origins(LOCAL_PAGES)
        .enforce_origin_validation();
    if options.may_be_remote {
        config = config.disable_allowed_hosts();
    }
    let end = config.cancellation_token.clone();
    let service = StreamableHttpService::new(
        move || Ok(Server::new(Arc::clone(&host), Wire::Requests)),
        Arc::clone(&sessions),
        config,
    );
    let door = Arc::new(Door {
        service,
        presence,
        sessions,
        token: options.token,
        strangers: Strangers::default(),
    });
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = asked_to_end.notified() => {
                end.cancel();
                return Ok(());
            }
        };
        match accepted {
            Ok((stream, _)) => {
                tokio::spawn(Arc::clone(&door).serve(stream));
            }
            // One connection that cannot be taken says nothing about the next, but where the system has no room for more,
            // asking again at once would do nothing else.
            Err(_) => tokio::time::sleep(BACK_OFF).await,
        }
    }
}

/// The checks that every request goes through.
struct Door {
    service: StreamableHttpService<Server, LocalSessionManager>,
    presence: Presence,
    sessions: Arc<LocalSessionManager>,
    token: String,
    strangers: Strangers,
}

impl Door {
    /// Answers the requests of one connection.
    async fn serve(self: Arc<Self>, stream: TcpStream) {
        let stranger = Arc::new(self.strangers.add());
        let who = Arc::clone(&stranger);
        let answer = service_fn(move |request| {
            let (door, who) = (Arc::clone(&self), Arc::clone(&who));
            async move { Ok::<_, Infallible>(door.answer(request, &who).await) }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEADERS)
            .serve_connection(TokioIo::new(stream), answer);
        tokio::select! {
            // A connection that breaks is the client's business.
            _ = connection => {}
            () = stranger.told_to_leave() => {}
        }
    }

    async fn answer(&self, request: Request<Incoming>, who: &Stranger) -> Response<Answer> {
        if !self.knows_token(request.headers()) {
            return refuse(StatusCode::UNAUTHORIZED, "a bearer token is needed");
        }
        who.is_known();
        if request.uri().path() != PATH {
            return refuse(StatusCode::NOT_FOUND, "the server is at /mcp");
        }
        // Only the first of several is looked at by those who check it.
        if request.headers().get_all(ORIGIN).iter().count() > 1 {
            return refuse(StatusCode::FORBIDDEN, "there is more than one Origin");
        }
        let session = request.headers().get(SESSION);
        let session = session.and_then(|it| it.to_str().ok()).map(str::to_owned);
        let is_call = request.method() == Method::POST;
        if session.is_none() && self.sessions.sessions.read().await.len() >= MOST_SESSIONS {
            return refuse(StatusCode::SERVICE_UNAVAILABLE, TOO_MANY_SESSIONS);
        }
        if let Some(session) = &session {
            self.presence.note(session).await;
        }
        let is_goodbye = request.method() == Method::DELETE;
        let mut response = self.service.handle(request).await;
        if is_goodbye && response.status() == StatusCode::ACCEPTED {
            if let Some(session) = &session {
                self.presence.left(session);
            }
            // The session is gone by now, and clients take "accepted" for a failure.
            *response.status_mut() = StatusCode::OK;
        }
        let watch = session
            .filter(|_| is_call)
            .map(|session| (self.presence.clone(), session));
        response.map(|body| WatchedBody::new(body, watch))
    }

    fn knows_token(&self, headers: &HeaderMap) -> bool {
        let sent = headers.get(AUTHORIZATION).and_then(|it| it.to_str().ok());
        let sent = sent
            .and_then(|it| it.strip_prefix("Bearer "))
            .unwrap_or_default();
        is_same(sent.trim().as_bytes(), self.token.as_bytes())
    }
}

/// Compares in a time that does not tell how much of a guess was right.
fn is_same(sent: &[u8], token: &[u8]) -> bool {
    let differ = sent.iter().zip(token).fold(0, |all, (a, b)| all | (a ^ b));
    sent.len() == token.len() && differ == 0
}

fn refuse(status: StatusCode, words: &'static str) -> Response<Answer> {
    let mut response = Response::new(WatchedBody::new(Full::from(words).boxed(), None));
    *response.status_mut() = status;
    if status == StatusCode::UNAUTHORIZED {
        let challenge = hyper::header::HeaderValue::from_static("Bearer");
        response.headers_mut().insert(WWW_AUTHENTICATE, challenge);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::is_same;

    #[test]
    fn only_the_whole_token_is_the_token() {
        assert!(is_same(b"secret", b"secret"));
        for guess in ["", "s", "secre", "secrets", "Secret"] {
            assert!(!is_same(guess.as_bytes(), b"secret"), "{guess}");
        }
    }
}
