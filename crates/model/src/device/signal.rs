//! Signals of a device besides what can be seen: requests, complaints, downloads.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use super::write::Write;

/// Something that happened, in the order in which it was noticed.
#[derive(Debug, Clone, PartialEq)]
pub struct Signal {
    /// Grows with every signal. A request or download has a new one when it has ended.
    pub number: u64,
    /// The number it had when it began.
    pub began: u64,
    /// Whether the page made it by itself: one like it was under way when the last act was sent.
    pub is_habit: bool,
    /// Whether it was noticed after the last act.
    pub is_after_act: bool,
    /// The event itself.
    pub what: Happening,
}

/// The event itself.
#[derive(Debug, Clone, PartialEq)]
pub enum Happening {
    /// A request was made, or has ended.
    Requested(Request),
    /// A script complained or broke; what it said.
    Complained(String),
    /// A download began, or has ended.
    Downloaded(Download),
    /// A page wanted something of this site, which is blocked, and did not get it.
    Blocked(String),
}

crate::words! {
    /// The cause of a request.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Initiator {
        /// Going to another page.
        Navigation = "navigation",
        /// A script.
        Script = "script",
        /// The page's own markup.
        Parser = "parser",
        /// Something else.
        Other = "other",
    }
}

/// How a request ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RequestEnd {
    /// It has not.
    Pending,
    /// With this status.
    Status(u16),
    /// Nobody wanted the answer any more, as when a page is left.
    Canceled,
    /// Without an answer.
    Failed {
        /// The reason the device gives.
        reason: String,
    },
}

crate::words! {
    /// How a request went, as verification routing has it.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum RequestOutcome {
        /// It was answered.
        Success = "success",
        /// It was refused, and would be again.
        Failure = "failure",
        /// It went wrong, and might not the next time.
        Retryable = "retryable",
    }
}

/// One request. Bodies, headers and queries, which may hold secrets, are not kept.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// The method.
    pub method: String,
    /// The site, as in `example.com:8080`; empty for those that go nowhere.
    pub host: String,
    /// The path.
    pub path: String,
    /// Whether it goes to the site of the page that made it.
    pub is_own_site: bool,
    /// Its cause.
    pub initiator: Initiator,
    /// Its purpose, in the device's word, such as `XHR` or `Document`.
    pub kind: String,
    /// How it ended.
    pub end: RequestEnd,
    /// How long it took, or has taken when the device last told of it.
    pub duration: Duration,
    /// What it carries, of one that changes something.
    pub write: Option<Box<Write>>,
}

impl Request {
    /// Returns how it went; nothing while that is open, or when nobody wanted to know any more.
    pub const fn outcome(&self) -> Option<RequestOutcome> {
        match self.end {
            RequestEnd::Pending | RequestEnd::Canceled => None,
            RequestEnd::Status(400..500) => Some(RequestOutcome::Failure),
            RequestEnd::Status(200..400) => Some(RequestOutcome::Success),
            RequestEnd::Status(_) | RequestEnd::Failed { .. } => Some(RequestOutcome::Retryable),
        }
    }

    /// Returns whether something new may be there once it is done, with an identifier of its own.
    pub fn may_create(&self) -> bool {
        let write = self.write.as_ref();
        write.is_some_and(|write| !write.creates_nothing(&self.method))
    }

    /// Returns whether somebody signs in by it.
    pub fn signs_in(&self) -> bool {
        let write = self.write.as_ref();
        write.is_some_and(|write| write.signs_in())
    }

    /// Returns whether it asks the same of the same place.
    pub fn is_like(&self, other: &Self) -> bool {
        (&self.method, &self.host, &self.path) == (&other.method, &other.host, &other.path)
    }

    /// Returns whether it asks for a page, or for one in a frame.
    pub fn is_for_page(&self) -> bool {
        self.kind == "Document"
    }

    /// Returns whether it went wrong, or was refused.
    pub fn went_wrong(&self) -> bool {
        let ended = self.outcome();
        ended.is_some_and(|outcome| outcome != RequestOutcome::Success)
    }

    /// Returns whether it was answered with success.
    pub fn went_well(&self) -> bool {
        self.outcome() == Some(RequestOutcome::Success)
    }

    /// Returns whether it sent or fetched what a page needs to go on, and not how the page looks.
    pub fn is_of_substance(&self) -> bool {
        matches!(&*self.kind, "Document" | "XHR" | "Fetch")
    }

    /// Returns whether it may tell a server something or bring something, so that an act is not over before it. What a
    /// page shows while it is loaded is not: pictures and scripts that its markup names.
    pub fn is_of_act(&self) -> bool {
        let is_sent = matches!(&*self.kind, "Ping" | "Image" | "Script");
        self.is_of_substance() || (is_sent && self.initiator != Initiator::Parser)
    }
}

/// Shows the request for reports.
impl fmt::Display for Request {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} {}{} ", self.method, self.host, self.path)?;
        match &self.end {
            RequestEnd::Pending => return out.write_str("has no answer yet"),
            RequestEnd::Status(status) => write!(out, "{status}")?,
            RequestEnd::Canceled => out.write_str("canceled")?,
            RequestEnd::Failed { reason } => out.write_str(reason)?,
        }
        write!(out, " {:.0} ms", self.duration.as_secs_f64() * 1000.0)
    }
}

/// A file a page gave to be kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Download {
    /// The name the page suggests, without folders.
    pub name: String,
    /// Whether a script of the page made it, from what it had or had fetched.
    pub is_made_by_page: bool,
    /// How far it is.
    pub end: DownloadEnd,
}

/// How a download ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DownloadEnd {
    /// It has not.
    Pending,
    /// It is whole, and here.
    Whole(PathBuf),
    /// It was broken off or refused.
    Broken {
        /// Why, as far as it is known.
        reason: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_redirect_is_no_fault_and_a_request_that_was_given_up_says_nothing() {
        let of = |end: RequestEnd| {
            let request = Request {
                method: "GET".to_owned(),
                host: "a".to_owned(),
                path: "/x".to_owned(),
                is_own_site: true,
                initiator: Initiator::Script,
                kind: "XHR".to_owned(),
                end,
                duration: Duration::from_millis(5),
                write: None,
            };
            let outcome = request.outcome().map(RequestOutcome::as_str);
            (outcome, request.to_string())
        };
        for (end, outcome, words) in [
            (RequestEnd::Status(302), Some("success"), "GET a/x 302 5 ms"),
            (RequestEnd::Status(404), Some("failure"), "GET a/x 404 5 ms"),
            (
                RequestEnd::Status(503),
                Some("retryable"),
                "GET a/x 503 5 ms",
            ),
            (RequestEnd::Canceled, None, "GET a/x canceled 5 ms"),
            (RequestEnd::Pending, None, "GET a/x has no answer yet"),
        ] {
            assert_eq!(of(end), (outcome, words.to_owned()));
        }
    }
}
