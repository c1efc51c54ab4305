//! What a page did besides what can be seen: requests, console, errors, downloads.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::time::Duration;

use serde_json::Value;

use super::cdp::Session;
use super::url;

/// How many lines and requests are kept between two questions for them; older ones are dropped.
const MOST_KEPT: usize = 2000;

/// The longest line that is kept, in characters.
const LONGEST_LINE: usize = 500;

/// What made a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Initiator {
    /// Going to another page.
    Navigation,
    /// A script.
    Script,
    /// The page's own markup.
    Parser,
    /// Something else.
    Other,
}

/// How a request ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RequestEnd {
    /// It has not.
    Pending,
    /// With this status.
    Status(u16),
    /// Without an answer.
    Failed {
        /// What the browser says.
        reason: String,
    },
}

/// One request a page made. Bodies, headers and queries, which may hold secrets, are not kept.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// The method.
    pub method: String,
    /// The site, as in `example.com:8080`; empty for those that go nowhere, such as `data:`.
    pub host: String,
    /// The path.
    pub path: String,
    /// What made it.
    pub initiator: Initiator,
    /// What it was for, in the browser's word, such as `XHR` or `Document`.
    pub kind: String,
    /// How it ended.
    pub end: RequestEnd,
    /// How long it took, or has taken when the browser last told of it.
    pub duration: Duration,
}

/// A file a page gave to be kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Download {
    /// The name the page suggests.
    pub name: String,
    /// Where it is, once it is whole.
    pub file: Option<PathBuf>,
    /// Whether it was broken off or refused.
    pub is_canceled: bool,
}

/// What pages did besides what can be seen.
#[derive(Debug, Default)]
pub(super) struct Signals {
    lines: VecDeque<String>,
    requests: VecDeque<Tracked>,
    downloads: Vec<(String, Download)>,
}

#[derive(Debug)]
struct Tracked {
    request: Request,
    /// What the browser numbers it by; a redirect goes on under the same number.
    key: (Session, String),
    started: f64,
    is_over: bool,
}

impl Signals {
    /// Keeps a line for the logs.
    pub(super) fn log(&mut self, line: impl Into<String>) {
        let line: String = line.into();
        let line = line.replace(['\n', '\r'], " ");
        self.lines
            .push_back(line.chars().take(LONGEST_LINE).collect());
        if self.lines.len() > MOST_KEPT {
            self.lines.pop_front();
        }
    }

    /// Returns the lines since the last call.
    pub(super) fn take_lines(&mut self) -> Vec<String> {
        self.lines.drain(..).collect()
    }

    /// Returns the requests since the last call. One that is still open is in the next answer
    /// again, once it has ended.
    pub(super) fn take_requests(&mut self) -> Vec<Request> {
        let told = self
            .requests
            .iter()
            .map(|tracked| tracked.request.clone())
            .collect();
        self.requests.retain(|tracked| !tracked.is_over);
        told
    }

    /// Returns the downloads so far.
    pub(super) fn downloads(&self) -> Vec<Download> {
        self.downloads
            .iter()
            .map(|(_, download)| download.clone())
            .collect()
    }

    /// Notes a request.
    pub(super) fn requested(&mut self, session: &Session, params: &Value) {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let address = text(&params["request"]["url"]);
        if address.starts_with("data:") {
            return;
        }
        let key = (session.clone(), text(&params["requestId"]));
        let started = params["timestamp"].as_f64().unwrap_or_default();
        // A redirect is told as the next request of the same number, with the answer to the last.
        if params["redirectResponse"].is_object() {
            self.answered(&key, &params["redirectResponse"]);
            self.ended(&key, started, None);
        }
        let kind = text(&params["type"]);
        let is_page = kind == "Document" && params["requestId"] == params["loaderId"];
        let initiator = match params["initiator"]["type"].as_str().unwrap_or_default() {
            _ if is_page => Initiator::Navigation,
            "script" => Initiator::Script,
            "parser" => Initiator::Parser,
            _ => Initiator::Other,
        };
        let request = Request {
            method: text(&params["request"]["method"]),
            host: url::host(&address).unwrap_or_default().to_owned(),
            path: url::path(&address).to_owned(),
            initiator,
            kind,
            end: RequestEnd::Pending,
            duration: Duration::ZERO,
        };
        self.requests.push_back(Tracked {
            request,
            key,
            started,
            is_over: false,
        });
        if self.requests.len() > MOST_KEPT {
            self.requests.pop_front();
        }
    }

    /// Notes the answer to a request.
    pub(super) fn responded(&mut self, session: &Session, params: &Value) {
        let key = key_of(session, params);
        self.answered(&key, &params["response"]);
    }

    /// Notes that a request has ended.
    pub(super) fn finished(&mut self, session: &Session, params: &Value) {
        let reason = params["errorText"].as_str().map(str::to_owned);
        let at = params["timestamp"].as_f64().unwrap_or_default();
        self.ended(&key_of(session, params), at, reason);
    }

    fn answered(&mut self, key: &(Session, String), response: &Value) {
        if let Some(tracked) = self.tracked(key) {
            let status = response["status"].as_u64().unwrap_or_default();
            tracked.request.end = RequestEnd::Status(u16::try_from(status).unwrap_or_default());
        }
    }

    fn ended(&mut self, key: &(Session, String), at: f64, failure: Option<String>) {
        let Some(tracked) = self.tracked(key) else {
            return;
        };
        let took = (at - tracked.started).clamp(0.0, 86_400.0);
        tracked.is_over = true;
        let request = &mut tracked.request;
        request.duration = Duration::from_secs_f64(took);
        let end = match (&request.end, failure) {
            // A page that goes on without reading the rest has been answered all the same.
            (RequestEnd::Status(status), _) => status.to_string(),
            (RequestEnd::Pending | RequestEnd::Failed { .. }, Some(reason)) => {
                request.end = RequestEnd::Failed {
                    reason: reason.clone(),
                };
                reason
            }
            (RequestEnd::Pending | RequestEnd::Failed { .. }, None) => "no answer".to_owned(),
        };
        let line = format!(
            "{} {}{} {end} {:.0} ms",
            request.method,
            request.host,
            request.path,
            took * 1000.0
        );
        self.log(line);
    }

    fn tracked(&mut self, key: &(Session, String)) -> Option<&mut Tracked> {
        let mut newest_first = self.requests.iter_mut().rev();
        newest_first.find(|tracked| !tracked.is_over && tracked.key == *key)
    }

    /// Notes that a download begins.
    pub(super) fn download_began(&mut self, params: &Value) {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let name = text(&params["suggestedFilename"]);
        self.log(format!("download of `{name}` begins"));
        let download = Download {
            name,
            file: None,
            is_canceled: false,
        };
        self.downloads.push((text(&params["guid"]), download));
    }

    /// Notes how a download goes on; `folder` is where they go.
    pub(super) fn download_went_on(&mut self, params: &Value, folder: Option<&PathBuf>) -> bool {
        let guid = params["guid"].as_str().unwrap_or_default();
        let mut all = self.downloads.iter_mut();
        let Some((_, download)) = all.find(|(known, _)| known == guid) else {
            return false;
        };
        let line = match params["state"].as_str().unwrap_or_default() {
            "completed" => {
                let told = params["filePath"].as_str().map(PathBuf::from);
                download.file = told.or_else(|| folder.map(|folder| folder.join(&download.name)));
                format!("download of `{}` is whole", download.name)
            }
            "canceled" => {
                download.is_canceled = true;
                format!("download of `{}` was broken off", download.name)
            }
            _ => return false,
        };
        self.log(line);
        true
    }
}

fn key_of(session: &Session, params: &Value) -> (Session, String) {
    let id = params["requestId"].as_str().unwrap_or_default();
    (session.clone(), id.to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_redirect_is_two_requests_and_queries_are_not_kept() {
        let mut signals = Signals::default();
        let session = Session("S".to_owned());
        let sent = |url: &str, at: f64, redirect: Value| {
            json!({"requestId": "1", "loaderId": "1", "type": "Document", "timestamp": at,
                   "request": {"url": url, "method": "GET"}, "redirectResponse": redirect})
        };
        signals.requested(&session, &sent("http://a/x?token=secret", 1.0, Value::Null));
        signals.requested(&session, &sent("http://a/y", 1.5, json!({"status": 302})));
        signals.responded(
            &session,
            &json!({"requestId": "1", "response": {"status": 200}}),
        );
        signals.finished(&session, &json!({"requestId": "1", "timestamp": 1.75}));
        assert_eq!(
            signals.take_lines(),
            ["GET a/x 302 500 ms", "GET a/y 200 250 ms"]
        );
        let requests = signals.take_requests();
        assert_eq!(requests[0].end, RequestEnd::Status(302));
        assert_eq!(requests[1].initiator, Initiator::Navigation);
        assert!(signals.take_requests().is_empty());
    }
}
