//! The signals of a page besides what can be seen: requests, console, errors, downloads.
//!
//! Not here: what a signal means for a step.

mod writes;

use std::collections::{HashSet, VecDeque};
use std::path::PathBuf;
use std::time::Duration;

use retap_model::device::{
    Download, DownloadEnd, Happening, Initiator, Request, RequestEnd, Signal,
};
use serde_json::Value;

use super::blocked::REFUSED;
use super::url;
use super::{Session, text};

pub(super) use writes::Wanted;
use writes::{AnswerBody, Asker, LONGEST_BODY, content_type};

/// How many lines and requests are kept between two questions for them; older ones are dropped.
const MOST_KEPT: usize = 2000;

/// The longest method of a request that is kept whole, in bytes; pages make up their own.
const LONGEST_METHOD: usize = 40;

/// The longest line that is kept, in characters.
const LONGEST_LINE: usize = 500;

/// The things pages did besides what can be seen.
#[derive(Debug, Default)]
pub(super) struct Signals {
    lines: VecDeque<String>,
    requests: VecDeque<Tracked>,
    /// Complaints of scripts, and what was stopped.
    others: VecDeque<(u64, Happening)>,
    downloads: VecDeque<Kept>,
    /// How much room all downloads take, as far as they came.
    downloaded: u64,
    /// The number of the newest signal.
    latest: u64,
    /// Its number at the last act.
    acted: u64,
    /// The texts that were typed, the newest last.
    typed: Vec<String>,
    /// What was chosen in native lists, the newest last: what pages call it, and what people do.
    chosen: Vec<(String, String)>,
    /// The newest answers in JSON to requests that change nothing, the newest first.
    data_reads: VecDeque<RequestKey>,
    /// The frames that were told to go elsewhere after the last act, and have not asked for it yet.
    leaving: HashSet<String>,
}

/// The browser's error for a request whose answer nobody waits for any more.
const GIVEN_UP: &str = "net::ERR_ABORTED";

/// What people are told of a request that was refused here.
const BLOCKED: &str = "stopped: the site is blocked";

/// The number a browser gives a request, which is unique in its session.
type RequestKey = (Session, String);

#[derive(Debug)]
struct Tracked {
    number: u64,
    request: Request,
    /// A redirect goes on under the same key.
    key: RequestKey,
    started: f64,
    /// Its number when it began.
    began: u64,
    is_over: bool,
    /// The number of the newest signal when its answer began.
    answered: Option<u64>,
    /// The number of the write that redirects led from to it.
    led_from: Option<u64>,
    /// What of its answer may say how it went.
    body: AnswerBody,
    /// Whether the page made it by itself: one like it was under way when the last act was sent, as when a page
    /// always has a question open.
    is_habit: bool,
}

impl Tracked {
    /// Returns the number of the newest signal when it was answered, or ended without an answer. Many pages read no more of
    /// an answer than that it came.
    fn ended(&self) -> Option<u64> {
        self.answered.or(self.is_over.then_some(self.number))
    }

    /// Returns whether its answer is still to come. One whose answer has begun need never end: many pages read no more
    /// of it than that it came.
    fn is_open(&self) -> bool {
        let is_pending = self.request.end == RequestEnd::Pending;
        !self.is_over && is_pending && self.request.is_of_act()
    }
}

#[derive(Debug)]
struct Kept {
    number: u64,
    /// Its number when it began.
    began: u64,
    /// The browser's name for it.
    guid: String,
    /// How much room it takes so far.
    room: u64,
    download: Download,
}

impl Kept {
    fn is_open(&self) -> bool {
        self.download.end == DownloadEnd::Pending
    }
}

/// How much may be downloaded, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DownloadLimits {
    /// By one download.
    pub each: u64,
    /// By all downloads of a device.
    pub together: u64,
}

/// Whether a download may go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DownloadCourse {
    GoesOn,
    /// It is broken off, which is noted.
    TooMuch,
}

/// How many downloads may be under way at once.
const MOST_OPEN: usize = 200;

/// The least room that a file takes on a disk.
const LEAST_ROOM: u64 = 4096;

impl Signals {
    pub(super) fn log(&mut self, line: impl AsRef<str>) {
        keep(&mut self.lines, one_line(line.as_ref()));
    }

    /// Returns the lines since the last call.
    pub(super) fn take_lines(&mut self) -> Vec<String> {
        self.lines.drain(..).collect()
    }

    /// Keeps a line of what a script complained about, also for the logs.
    pub(super) fn log_error(&mut self, line: &str) {
        let number = self.next();
        keep(
            &mut self.others,
            (number, Happening::Complained(one_line(line))),
        );
        self.log(line);
    }

    /// Notes that a page wanted something of a blocked site and did not get it.
    pub(super) fn note_blocked(&mut self, site: &str) {
        let number = self.next();
        keep(
            &mut self.others,
            (number, Happening::Blocked(site.to_owned())),
        );
    }

    pub(super) fn acted(&mut self) {
        self.acted = self.latest;
        self.leaving.clear();
    }

    /// Notes that a frame was told to go elsewhere. It asks for that a moment later.
    pub(super) fn told_to_leave(&mut self, params: &Value) {
        if params["disposition"] == "currentTab" && text(&params["url"]).starts_with("http") {
            self.leaving.insert(text(&params["frameId"]).to_owned());
        }
    }

    /// Returns whether a frame was told to go elsewhere and has not asked for it yet.
    pub(super) fn is_leaving(&self) -> bool {
        !self.leaving.is_empty()
    }

    /// Returns what happened after the signal of this number.
    pub(super) fn after(&self, number: u64) -> Vec<Signal> {
        let requested = |it: &Tracked| Signal {
            number: it.number,
            began: it.began,
            is_after_act: it.number > self.acted,
            is_habit: it.is_habit,
            what: Happening::Requested(it.request.clone()),
        };
        let downloaded = |it: &Kept| Signal {
            number: it.number,
            began: it.began,
            is_after_act: it.number > self.acted,
            is_habit: false,
            what: Happening::Downloaded(it.download.clone()),
        };
        let other = |(known, what): &(u64, Happening)| Signal {
            number: *known,
            began: *known,
            is_after_act: *known > self.acted,
            is_habit: false,
            what: what.clone(),
        };
        let requests = self.requests.iter().filter(|it| it.number > number);
        let downloads = self.downloads.iter().filter(|it| it.number > number);
        let others = self.others.iter().filter(|(known, _)| *known > number);
        let all = requests.map(requested).chain(others.map(other));
        let mut all: Vec<Signal> = all.chain(downloads.map(downloaded)).collect();
        all.sort_by_key(|signal| signal.number);
        all
    }

    /// Returns the downloads that began after the last act.
    pub(super) fn new_downloads(&self) -> impl Iterator<Item = &Download> {
        let new = self.downloads.iter().filter(|it| it.began > self.acted);
        new.map(|kept| &kept.download)
    }

    /// Returns a request that began after the last act and may still bring something.
    pub(super) fn open_request(&self) -> Option<&Request> {
        let open = |it: &&Tracked| it.began > self.acted && !it.is_habit && it.is_open();
        self.requests.iter().find(open).map(|it| &it.request)
    }

    /// Returns whether a request that began after the last act has ended after the signal of this number.
    pub(super) fn has_ended_after(&self, number: u64) -> bool {
        let is_answered = |it: &Tracked| it.is_over || it.request.end != RequestEnd::Pending;
        let ended = |it: &Tracked| is_answered(it) && it.began > self.acted && it.number > number;
        let mut requests = self.requests.iter();
        requests.any(|it| ended(it) && !it.is_habit && it.request.is_of_act())
    }

    /// Returns the number of the newest signal.
    pub(super) const fn latest(&self) -> u64 {
        self.latest
    }

    fn next(&mut self) -> u64 {
        self.latest += 1;
        self.latest
    }

    /// Notes a request that begins; `page` is the host of the page it is made for.
    pub(super) fn requested(
        &mut self,
        session: &Session,
        page: &str,
        params: &Value,
    ) -> Option<Wanted> {
        let address = text(&params["request"]["url"]);
        if address.starts_with("data:") {
            return None;
        }
        let key = key_of(session, params);
        let started = params["timestamp"].as_f64().unwrap_or_default();
        // A redirect is told as the next request of the same number, with the answer to the last.
        let mut led_from = None;
        if params["redirectResponse"].is_object() {
            self.note_response(&key, &params["redirectResponse"]);
            led_from = self.led_on(&key, address);
            self.ended(&key, started, None);
        }
        let request = self.request_of(page, params);
        if request.is_for_page() {
            self.leaving.remove(text(&params["frameId"]));
        }
        let acted = self.acted;
        let was_under_way =
            |it: &Tracked| it.began <= acted && it.ended().is_none_or(|number| number > acted);
        let mut before = self.requests.iter();
        let is_habit = before.any(|it| was_under_way(it) && it.request.is_like(&request));
        let number = self.next();
        let tracked = Tracked {
            number,
            request,
            key,
            started,
            began: number,
            is_over: false,
            answered: None,
            led_from,
            body: AnswerBody::Unread,
            is_habit,
        };
        let needs_body = tracked.request.write.is_some()
            && params["request"]["hasPostData"] == true
            && params["request"]["postData"].is_null();
        keep(&mut self.requests, tracked);
        needs_body.then_some(Wanted::Sent(Asker {
            began: number,
            kind: content_type(&params["request"]).to_owned(),
        }))
    }

    /// Returns a request that begins, as far as it is told.
    fn request_of(&self, page: &str, params: &Value) -> Request {
        let address = text(&params["request"]["url"]);
        let kind = text(&params["type"]).to_owned();
        let is_page = kind == "Document" && params["requestId"] == params["loaderId"];
        let initiator = match text(&params["initiator"]["type"]) {
            _ if is_page => Initiator::Navigation,
            "script" => Initiator::Script,
            "parser" => Initiator::Parser,
            _ => Initiator::Other,
        };
        let host = url::host(address).unwrap_or_default();
        Request {
            method: url::first_of(text(&params["request"]["method"]), LONGEST_METHOD).to_owned(),
            host: host.to_owned(),
            path: url::path(address).to_owned(),
            is_own_site: is_page || url::is_same_site(host, page),
            initiator,
            kind,
            end: RequestEnd::Pending,
            duration: Duration::ZERO,
            write: self.write_of(&params["request"]),
        }
    }

    /// Notes that a request has ended. A write is over with its answer, and with the last one that redirects lead to.
    pub(super) fn finished(&mut self, session: &Session, params: &Value) -> Option<Wanted> {
        let reason = params["errorText"].as_str().map(str::to_owned);
        let at = params["timestamp"].as_f64().unwrap_or_default();
        let key = key_of(session, params);
        let (began, led_from, body) = {
            let tracked = self.tracked(&key)?;
            (tracked.began, tracked.led_from, tracked.body)
        };
        let is_whole = reason.is_none();
        self.ended(&key, at, reason);
        self.note_data_read(&key, is_whole && body == AnswerBody::Json, params);
        let length = params["encodedDataLength"].as_f64().unwrap_or_default();
        let is_write = self.write_mut(began).is_some_and(|it| !it.is_answered);
        if is_write && is_whole && body != AnswerBody::Unread && length < LONGEST_BODY {
            let kind = String::new();
            return Some(Wanted::Answer(Asker { began, kind }));
        }
        if let Some(write) = led_from.or(is_write.then_some(began)) {
            self.answered(write);
        }
        None
    }

    fn note_response(&mut self, key: &RequestKey, response: &Value) {
        let latest = self.latest;
        if let Some(tracked) = self.tracked(key) {
            tracked.answered = Some(latest);
            let status = response["status"].as_u64().unwrap_or_default();
            tracked.body = AnswerBody::of(response);
            tracked.request.end = RequestEnd::Status(u16::try_from(status).unwrap_or_default());
        }
    }

    fn ended(&mut self, key: &RequestKey, at: f64, failure: Option<String>) {
        let number = self.next();
        let Some(tracked) = self.tracked(key) else {
            return;
        };
        tracked.number = number;
        let took = (at - tracked.started).clamp(0.0, 86_400.0);
        tracked.is_over = true;
        let request = &mut tracked.request;
        request.duration = Duration::from_secs_f64(took);
        request.end = match (&request.end, failure) {
            // A page that goes on without reading the rest has been answered all the same.
            (RequestEnd::Status(status), _) => RequestEnd::Status(*status),
            (_, Some(reason)) if reason == GIVEN_UP => RequestEnd::Canceled,
            (_, Some(reason)) => RequestEnd::Failed {
                reason: reason.replace(REFUSED, BLOCKED),
            },
            (_, None) => RequestEnd::Failed {
                reason: "no answer".to_owned(),
            },
        };
        let line = request.to_string();
        self.log(line);
    }

    /// Returns the request of a key. The script of a worker is asked for by its page and answered to the worker.
    fn tracked(&mut self, key: &RequestKey) -> Option<&mut Tracked> {
        let open = |it: &Tracked| !it.is_over;
        let place = |is_it: &dyn Fn(&Tracked) -> bool| {
            let mut newest_first = self.requests.iter().rev();
            let place = newest_first.position(|it| open(it) && is_it(it))?;
            Some(self.requests.len() - 1 - place)
        };
        let is_script = |it: &Tracked| it.request.kind == "Script" && it.key.1 == key.1;
        let place = place(&|it| it.key == *key).or_else(|| place(&is_script))?;
        self.requests.get_mut(place)
    }

    /// Notes that a page or worker has gone, and nobody will tell how its requests end.
    pub(super) fn gone(&mut self, session: &Session) {
        let open = |it: &&mut Tracked| !it.is_over && it.key.0 == *session;
        for tracked in self.requests.iter_mut().filter(open) {
            self.latest += 1;
            tracked.number = self.latest;
            tracked.is_over = true;
            if tracked.request.end == RequestEnd::Pending {
                tracked.request.end = RequestEnd::Canceled;
            }
            if let Some(write) = &mut tracked.request.write {
                write.is_answered = true;
            }
        }
    }

    /// Notes a download that begins.
    pub(super) fn download_began(
        &mut self,
        params: &Value,
        limits: Option<DownloadLimits>,
    ) -> DownloadCourse {
        let name = text(&params["suggestedFilename"]).to_owned();
        self.log(format!("download of `{name}` begins"));
        let number = self.next();
        let open = self.downloads.iter().filter(|it| it.is_open()).count();
        self.downloads.push_back(Kept {
            number,
            began: number,
            guid: text(&params["guid"]).to_owned(),
            room: 0,
            download: Download {
                name,
                is_made_by_page: url::is_made_by_page(text(&params["url"])),
                end: DownloadEnd::Pending,
            },
        });
        // One that is under way is never lost sight of, since it may grow.
        if self.downloads.len() > MOST_KEPT
            && let Some(oldest) = self.downloads.iter().position(|it| !it.is_open())
        {
            self.downloads.remove(oldest);
        }
        if open >= MOST_OPEN {
            let reason = format!("{MOST_OPEN} other downloads were under way");
            return self.break_off(text(&params["guid"]), reason);
        }
        self.download_grew(params, limits)
    }

    /// Notes how large a download is, and that it is broken off where that is too much.
    pub(super) fn download_grew(
        &mut self,
        params: &Value,
        limits: Option<DownloadLimits>,
    ) -> DownloadCourse {
        let guid = text(&params["guid"]);
        let bytes = |key: &str| params[key].as_f64().unwrap_or_default() as u64;
        let (received, total) = (bytes("receivedBytes"), bytes("totalBytes"));
        let is_it = |kept: &&mut Kept| kept.guid == guid && kept.is_open();
        let (Some(limits), Some(kept)) = (limits, self.downloads.iter_mut().find(is_it)) else {
            return DownloadCourse::GoesOn;
        };
        let room = received.max(LEAST_ROOM).max(kept.room);
        self.downloaded += room - kept.room;
        kept.room = room;
        let expected = total.max(room);
        if expected > limits.each {
            return self.break_off(guid, format!("it is larger than {} MB", limits.each >> 20));
        }
        if self.downloaded + (expected - room) > limits.together {
            let most = limits.together >> 20;
            let reason = format!("with it, there would be more than {most} MB of downloads");
            return self.break_off(guid, reason);
        }
        DownloadCourse::GoesOn
    }

    /// Notes that a download is broken off, whose room is free again then.
    fn break_off(&mut self, guid: &str, reason: String) -> DownloadCourse {
        let broken = DownloadEnd::Broken { reason };
        if !self.end_download(guid, broken) {
            return DownloadCourse::GoesOn;
        }
        if let Some(kept) = self.downloads.iter_mut().find(|kept| kept.guid == guid) {
            self.downloaded -= std::mem::take(&mut kept.room);
        }
        DownloadCourse::TooMuch
    }

    /// Notes how a download goes on; `folder` is where they go, under the names the browser gives them.
    pub(super) fn download_went_on(&mut self, params: &Value, folder: Option<&PathBuf>) -> bool {
        let guid = text(&params["guid"]);
        let broken = |reason: &str| DownloadEnd::Broken {
            reason: reason.to_owned(),
        };
        let end = match (text(&params["state"]), folder) {
            ("completed", Some(folder)) => DownloadEnd::Whole(folder.join(guid)),
            ("completed", None) => DownloadEnd::Whole(text(&params["filePath"]).into()),
            // The browser does not tell which of them.
            ("canceled", Some(_)) => broken("it was broken off or refused by the server"),
            ("canceled", None) => broken("it was refused: no folder is given for downloads"),
            _ => return false,
        };
        self.end_download(guid, end)
    }

    /// Notes the end of a download; the first one counts.
    fn end_download(&mut self, guid: &str, end: DownloadEnd) -> bool {
        let number = self.next();
        let is_it = |kept: &&mut Kept| kept.guid == guid && kept.is_open();
        let Some(kept) = self.downloads.iter_mut().find(is_it) else {
            return false;
        };
        kept.number = number;
        let name = &kept.download.name;
        let line = match &end {
            DownloadEnd::Pending | DownloadEnd::Whole(_) => {
                format!("download of `{name}` is whole")
            }
            DownloadEnd::Broken { reason } => format!("download of `{name}`: {reason}"),
        };
        kept.download.end = end;
        self.log(line);
        true
    }
}

fn key_of(session: &Session, params: &Value) -> RequestKey {
    (session.clone(), text(&params["requestId"]).to_owned())
}

/// Adds the newest, and drops the oldest when there are too many.
fn keep<T>(all: &mut VecDeque<T>, newest: T) {
    all.push_back(newest);
    if all.len() > MOST_KEPT {
        all.pop_front();
    }
}

fn one_line(text: &str) -> String {
    let on_one = |c: char| if matches!(c, '\n' | '\r') { ' ' } else { c };
    // A page may log megabytes.
    text.chars().take(LONGEST_LINE).map(on_one).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_a_page_always_has_under_way_is_not_of_the_act() {
        let mut signals = Signals::default();
        let session = Session("S".to_owned());
        let sent = |id: &str, path: &str| json!({"requestId": id, "type": "Fetch", "request": {"url": format!("http://a/{path}"), "method": "GET"}});
        let ended = |id: &str| json!({"requestId": id});
        let open = |signals: &Signals| signals.open_request().map(|open| open.path.clone());
        signals.requested(&session, "a", &sent("1", "poll"));
        signals.acted();
        signals.requested(&session, "a", &sent("2", "export"));
        assert_eq!(open(&signals).as_deref(), Some("/export"));
        signals.finished(&session, &ended("1"));
        signals.requested(&session, "a", &sent("3", "poll"));
        signals.finished(&session, &ended("2"));
        assert_eq!(open(&signals), None);
        signals.acted();
        signals.requested(&session, "a", &sent("4", "export"));
        assert_eq!(
            open(&signals).as_deref(),
            Some("/export"),
            "asked for again"
        );
    }

    #[test]
    fn what_is_kept_of_a_request_is_short_whatever_a_page_asks_for() {
        let mut signals = Signals::default();
        let long = "ä".repeat(1_000_000);
        let url = format!("http://a/{long}/7?{long}=1&id={long}7");
        let sent =
            json!({"requestId": "1", "type": "Fetch", "request": {"url": url, "method": long}});
        signals.requested(&Session("S".to_owned()), "a", &sent);
        let kept = format!("{:?}", signals.after(0));
        assert!(kept.len() < 10_000, "{}", kept.len());
    }

    #[test]
    fn a_redirect_is_two_requests_and_queries_are_not_kept() {
        let mut signals = Signals::default();
        let session = Session("S".to_owned());
        let sent = |url: &str, at: f64, redirect: Value| {
            json!({"requestId": "1", "loaderId": "1", "type": "Document", "timestamp": at,
                   "request": {"url": url, "method": "GET"}, "redirectResponse": redirect})
        };
        signals.requested(
            &session,
            "a",
            &sent("http://a/x?token=secret", 1.0, Value::Null),
        );
        signals.requested(
            &session,
            "a",
            &sent("http://a/y", 1.5, json!({"status": 302})),
        );
        let response = json!({"requestId": "1", "response": {"status": 200}});
        signals.responded(&session, &response);
        signals.finished(&session, &json!({"requestId": "1", "timestamp": 1.75}));
        let lines = ["GET a/x 302 500 ms", "GET a/y 200 250 ms"];
        assert_eq!(signals.take_lines(), lines);
        let told = signals.after(0);
        let requests: Vec<&Request> = told
            .iter()
            .filter_map(|signal| match &signal.what {
                Happening::Requested(request) => Some(request),
                Happening::Complained(_) | Happening::Downloaded(_) | Happening::Blocked(_) => None,
            })
            .collect();
        assert_eq!(requests[0].end, RequestEnd::Status(302));
        assert_eq!(requests[1].initiator, Initiator::Navigation);
        let newest = told[1].number;
        assert!(signals.after(newest).is_empty());
        assert!(told[1].is_after_act);
        signals.acted();
        assert!(!signals.after(0)[1].is_after_act);
    }
}
