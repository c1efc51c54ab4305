//! Network activity as an app's log tells it. This is no capture of packets: apps that do not log
//! their requests show none.

use retap_model::device::RequestOutcome;

use super::logs::LogLine;

retap_model::words! {
    /// The error before a server could say anything.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum NetworkError {
        /// No answer came in time.
        Timeout = "timeout",
        /// The host has no address.
        Dns = "dns_error",
        /// The connection could not be made safe.
        Tls = "tls_error",
        /// Nobody listens there.
        Refused = "connection_refused",
        /// The connection broke.
        Reset = "connection_reset",
    }
}

/// A request of which the log tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NetworkEvent {
    /// The path, in lower case and without its query.
    pub endpoint: String,
    /// The method, where it is told.
    pub method: Option<String>,
    /// The status, where it is told.
    pub status: Option<u16>,
    /// The error without one.
    pub error: Option<NetworkError>,
}

impl NetworkEvent {
    /// Returns how the request ended.
    pub fn outcome(&self) -> RequestOutcome {
        match (self.error, self.status) {
            (Some(_), _) | (None, Some(500..)) => RequestOutcome::Retryable,
            (None, Some(400..500)) => RequestOutcome::Failure,
            // A redirect is followed by a request of its own.
            (None, None | Some(_)) => RequestOutcome::Success,
        }
    }
}

const METHODS: [&str; 7] = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];

/// Errors by the names that Java's and Android's network code gives them. Bare words such as
/// `timeout` also stand in settings, so they are none.
const ERRORS: [(&str, NetworkError); 10] = [
    ("SocketTimeoutException", NetworkError::Timeout),
    ("ERR_TIMED_OUT", NetworkError::Timeout),
    ("request timed out", NetworkError::Timeout),
    ("UnknownHostException", NetworkError::Dns),
    ("Unable to resolve host", NetworkError::Dns),
    ("ERR_NAME_NOT_RESOLVED", NetworkError::Dns),
    ("SSLHandshakeException", NetworkError::Tls),
    ("SSLException", NetworkError::Tls),
    ("Connection refused", NetworkError::Refused),
    ("Connection reset", NetworkError::Reset),
];

/// The beginnings of paths that are no server's.
const LOCAL: [&str; 9] = [
    "/data/",
    "/system/",
    "/sdcard/",
    "/storage/",
    "/proc/",
    "/dev/",
    "/vendor/",
    "/apex/",
    "/product/",
];

/// The ending of file paths.
const FILES: [&str; 9] = [
    ".apk", ".so", ".cc", ".cpp", ".java", ".kt", ".dex", ".odex", ".jar",
];

/// Returns the requests of which the log lines of one process tell.
///
/// Only the process counts: the background traffic of others must not explain an app's trouble. None
/// of the app's own requests is left out as unimportant, because that hid failed logins.
pub fn network_events(lines: &[&str], pid: u32) -> Vec<NetworkEvent> {
    let lines = lines.iter().filter_map(|line| LogLine::parse(line));
    let own = lines.filter(|line| line.pid == pid);
    own.filter_map(|line| parse_message(line.message)).collect()
}

fn parse_message(message: &str) -> Option<NetworkEvent> {
    let words: Vec<&str> = message.split_whitespace().collect();
    let method = words.iter().find_map(|word| method_of(word));
    let url = words.iter().find_map(|word| url_path(word));
    let is_request = url.is_some() || method.is_some();
    let of_request = || status_of_request(&words).filter(|_| is_request);
    let status = status_after_version(&words).or_else(of_request);
    let error = ERRORS.iter().find(|(name, _)| message.contains(name));
    let path = || words.iter().find_map(|word| bare_path(word));
    let endpoint = match url {
        Some(path) => path,
        None if method.is_some() || status.is_some() => path().unwrap_or_default(),
        None => return None,
    };
    let says_something = status.is_some() || !endpoint.is_empty();
    says_something.then(|| NetworkEvent {
        endpoint,
        method,
        status,
        error: error.map(|(_, error)| *error),
    })
}

fn method_of(word: &str) -> Option<String> {
    let word = word.trim_matches(|c: char| !c.is_ascii_alphabetic());
    METHODS.contains(&word).then(|| word.to_owned())
}

fn url_path(word: &str) -> Option<String> {
    let start = word.find("http://").or_else(|| word.find("https://"))?;
    let (_, place) = word[start..].split_once("://")?;
    let path = place.find('/').map_or("/", |slash| &place[slash..]);
    Some(clean(path))
}

/// Returns a path that stands alone, if it can be one of a server.
fn bare_path(word: &str) -> Option<String> {
    let path = clean(word.trim_start_matches(['"', '\'', '(', '[']));
    let has_parts = path.split('/').filter(|part| !part.is_empty()).count() >= 2;
    let is_local = LOCAL.iter().any(|start| path.starts_with(start));
    let is_file = FILES.iter().any(|end| path.ends_with(end));
    (path.starts_with('/') && has_parts && !is_local && !is_file).then_some(path)
}

/// Returns a path without query, fragment and the punctuation behind it, in lower case.
fn clean(path: &str) -> String {
    let end = path.find(['?', '#', '"', '\'', ')', ']', ',', ';', '>']);
    let path = &path[..end.unwrap_or(path.len())];
    path.trim_end_matches(['.', ':']).to_lowercase()
}

/// Returns the status behind `HTTP/1.1`.
fn status_after_version(words: &[&str]) -> Option<u16> {
    let mut pairs = words.windows(2);
    let pair = pairs.find(|pair| pair[0].starts_with("HTTP/"))?;
    parse_status(pair[1])
}

/// Returns the status in a line about a request: a labelled number, or one that stands alone.
fn status_of_request(words: &[&str]) -> Option<u16> {
    let labelled = words.iter().find_map(|word| {
        let (label, value) = word.split_once(['=', ':'])?;
        let label = label.to_ascii_lowercase();
        let is_label = matches!(&*label, "status" | "code" | "statuscode");
        parse_status(value).filter(|_| is_label)
    });
    labelled.or_else(|| words.iter().find_map(|word| parse_status(word)))
}

fn parse_status(word: &str) -> Option<u16> {
    let digits = word.trim_matches(|c: char| !c.is_ascii_digit());
    let is_alone = word.len() <= digits.len() + 2 && digits.len() == 3;
    let code: u16 = digits.parse().ok().filter(|_| is_alone)?;
    (100..600).contains(&code).then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(message: &str) -> Option<NetworkEvent> {
        let line = format!("11-15 12:00:00.000  42  43 D OkHttp: {message}");
        network_events(&[&line], 42).pop()
    }

    fn shown(message: &str) -> String {
        let event = event(message).unwrap();
        let (method, outcome) = (event.method.as_deref(), event.outcome());
        let (method, endpoint) = (method.unwrap_or("unknown"), &event.endpoint);
        format!(
            "{method} {endpoint} {:?} {:?} {outcome:?}",
            event.status, event.error
        )
    }

    /// M30 of the spec.
    #[test]
    fn requests_are_told_by_url_status_or_method_and_path() {
        for case in [
            "--> GET https://api.example.com/V1/Cart?id=7 => GET /v1/cart None None Success",
            "<-- 404 https://api.example.com/v1/cart (32ms) => unknown /v1/cart Some(404) None Failure",
            "HTTP/1.1 404 Not Found => unknown  Some(404) None Failure",
            "POST /v1/login => POST /v1/login None None Success",
            "POST /v1/orders status=503 => POST /v1/orders Some(503) None Retryable",
            "GET https://x.example/ -> 301 => GET / Some(301) None Success",
            "GET https://x.example/v1/a failed: java.net.SocketTimeoutException => GET /v1/a None Some(Timeout) Retryable",
            "Unable to resolve host for https://x.example/v1/a => unknown /v1/a None Some(Dns) Retryable",
            "https://x.example/v1/a 200 then Connection reset => unknown /v1/a Some(200) Some(Reset) Retryable",
        ] {
            let (message, expected) = case.split_once(" => ").unwrap();
            assert_eq!(shown(message), expected, "{message}");
        }
    }

    #[test]
    fn noise_is_no_request() {
        for message in [
            "network timeout reached",
            "404",
            "status: 500",
            "GET /data/app/org.shop/base.apk",
            "POST net/http/transaction/a.cc",
            "DELETE /system/lib64/libfoo.so",
            "loaded 200 items",
        ] {
            assert_eq!(event(message), None, "{message}");
        }
        // Words in settings are no errors.
        let image = event("GET https://cdn.example/a/b.png timeout=30 ssl module loaded").unwrap();
        assert_eq!(image.error, None);
    }

    /// M31 of the spec.
    #[test]
    fn a_failed_login_is_seen_and_other_apps_are_not() {
        let lines = [
            "11-15 12:00:00.000  42  43 D OkHttp: <-- 401 https://api.example.com/v1/login",
            "11-15 12:00:00.001  42  43 D OkHttp: <-- 200 https://api.example.com/v1/config",
            "11-15 12:00:00.002  99  99 D OkHttp: <-- 500 https://ads.example.com/v1/events",
        ];
        let events = network_events(&lines, 42);
        assert_eq!(events.len(), 2);
        assert_eq!(events[0].outcome(), RequestOutcome::Failure);
    }
}
