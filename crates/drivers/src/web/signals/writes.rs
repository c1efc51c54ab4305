//! Writes among the requests of a page: what they carry, where they led, and what their answers said.

use retap_model::device::{RequestEnd, Write, path_shape, placed_in_path};
use serde::de::IgnoredAny;
use serde_json::Value;

use super::super::answer;
use super::super::write::{Given, carried, carried_by_headers, carried_by_query};
use super::super::{Session, text, url};
use super::{RequestKey, Signals, key_of};

/// How many typed texts are looked for in what requests carry.
const MOST_TYPED: usize = 100;

/// How many answers that are data are looked at to tell what a row is about.
const MOST_DATA_READS: usize = 12;

/// The longest answer whose words are looked at, in bytes.
pub(super) const LONGEST_BODY: f64 = 262_144.0;

/// A body that is to be fetched.
#[derive(Debug)]
pub(in super::super) enum Wanted {
    /// That of a request.
    Sent(Asker),
    /// That of its answer, which is whole.
    Answer(Asker),
    /// That of its answer, of which something came. A browser tells the end of an answer that may not be stored only once the
    /// page has read it, and many pages never do.
    Piece(Asker),
}

impl Wanted {
    /// Returns whether both are pieces of one answer.
    pub(in super::super) fn is_piece_with(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Piece(one), Self::Piece(other)) => one.began == other.began,
            (_, _) => false,
        }
    }
}

/// The request whose body is to be fetched.
#[derive(Debug)]
pub(in super::super) struct Asker {
    pub(super) began: u64,
    /// The type of what it sends.
    pub(super) kind: String,
}

/// What of an answer may say how it went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AnswerBody {
    /// Nothing is read of it.
    Unread,
    /// It is one JSON value; several of them go on for ever.
    Json,
    /// It is a few words, and says how many bytes they are.
    Text,
}

/// How long a text is that only says how it went, in bytes.
const SHORT_TEXT: u64 = 200;

impl AnswerBody {
    /// Returns what there is to be read of a response.
    pub(super) fn of(response: &Value) -> Self {
        let mime = text(&response["mimeType"]);
        let is_json = matches!(mime, "application/json" | "text/json") || mime.ends_with("+json");
        let mut headers = headers(response);
        let length = headers.find(|(name, _)| name.eq_ignore_ascii_case("content-length"));
        let length = length.and_then(|(_, length)| length.parse::<u64>().ok());
        let is_short = length.is_some_and(|length| (1..=SHORT_TEXT).contains(&length));
        match is_json {
            true => Self::Json,
            false if mime == "text/plain" && is_short => Self::Text,
            false => Self::Unread,
        }
    }
}

impl Signals {
    /// Returns what a request carries that changes something.
    pub(super) fn write_of(&self, request: &Value) -> Option<Box<Write>> {
        let address = text(&request["url"]);
        let is_reading = matches!(text(&request["method"]), "GET" | "HEAD" | "OPTIONS");
        if is_reading || url::host(address).is_none() {
            return None;
        }
        let (shape, ids) = path_shape(url::path(address));
        let body = text(&request["postData"]);
        let given = self.given();
        let mut sent = carried(body, content_type(request), given);
        let query = address.split('#').next().and_then(|it| it.split_once('?'));
        let query = query.map_or("", |(_, query)| query);
        sent.extend(carried_by_query(query, given));
        sent.entities.extend(carried_by_headers(headers(request)));
        let mut write = Write {
            shape,
            ids,
            ..Write::default()
        };
        sent.add_to(&mut write);
        Some(Box::new(write))
    }

    /// Notes what was typed, to tell where it goes.
    pub(in super::super) fn typed(&mut self, text: &str) {
        self.typed.push(text.to_owned());
        let extra = self.typed.len().saturating_sub(MOST_TYPED);
        self.typed.drain(..extra);
    }

    /// Notes that an answer is whole, where it is data that the page read.
    pub(super) fn note_data_read(&mut self, key: &RequestKey, is_data: bool, params: &Value) {
        let length = params["encodedDataLength"].as_f64().unwrap_or_default();
        let mut newest_first = self.requests.iter().rev();
        let is_read = newest_first.find(|it| it.key == *key);
        let is_read = is_read.is_some_and(|it| it.request.write.is_none());
        if is_data && is_read && length < LONGEST_BODY {
            self.data_reads.push_front(key.clone());
            self.data_reads.truncate(MOST_DATA_READS);
        }
    }

    /// Returns the newest requests that read data, each once, with the session they were made in.
    pub(in super::super) fn data_reads(&self) -> Vec<RequestKey> {
        self.data_reads.iter().cloned().collect()
    }

    /// Notes what was chosen in a native list: its value, and its name.
    pub(in super::super) fn chosen(&mut self, value: &str, text: &str) {
        self.chosen.push((value.to_owned(), text.to_owned()));
        let extra = self.chosen.len().saturating_sub(MOST_TYPED);
        self.chosen.drain(..extra);
    }

    fn given(&self) -> Given<'_> {
        Given {
            typed: &self.typed,
            chosen: &self.chosen,
        }
    }

    /// Notes a body that was asked for; an empty one where there is none any more.
    pub(in super::super) fn body_came(&mut self, wanted: &Wanted, body: &str) {
        match wanted {
            Wanted::Sent(asker) => {
                let came = carried(body, &asker.kind, self.given());
                if let Some(write) = self.write_mut(asker.began) {
                    came.add_to(write);
                }
            }
            Wanted::Answer(asker) => self.answered_with(asker.began, body),
            Wanted::Piece(asker) => {
                let is_whole = serde_json::from_str::<IgnoredAny>(body).is_ok();
                let is_open = self
                    .write_mut(asker.began)
                    .is_some_and(|it| !it.is_answered);
                // Of an answer that may never end the words are not waited for.
                let is_long = body.len() as f64 >= LONGEST_BODY;
                match is_open {
                    true if is_long => self.answered(asker.began),
                    true if is_whole => self.answered_with(asker.began, body),
                    true | false => {}
                }
            }
        }
    }

    /// Returns whether a piece was asked for of an answer that has not come as a whole.
    pub(in super::super) fn is_piece_open(&mut self, wanted: &Wanted) -> bool {
        match wanted {
            Wanted::Piece(asker) => {
                let write = self.write_mut(asker.began);
                write.is_some_and(|write| !write.is_answered)
            }
            Wanted::Sent(_) | Wanted::Answer(_) => false,
        }
    }

    /// Notes that a piece of an answer came, and returns what is to be fetched to know what it says.
    pub(in super::super) fn data_came(
        &mut self,
        session: &Session,
        params: &Value,
    ) -> Option<Wanted> {
        let tracked = self.tracked(&key_of(session, params))?;
        let write = tracked.request.write.as_ref()?;
        let is_open = tracked.body == AnswerBody::Json && !write.is_answered;
        let (began, kind) = (tracked.began, String::new());
        is_open.then_some(Wanted::Piece(Asker { began, kind }))
    }

    fn answered_with(&mut self, began: u64, body: &str) {
        let mut all = self.requests.iter();
        let is_text = all.any(|it| it.began == began && it.body == AnswerBody::Text);
        if let Some(write) = self.write_mut(began) {
            let said = match is_text {
                true => answer::read_text(body),
                false => answer::read(body),
            };
            write.is_denied = said.is_denied;
            write.answer = said.shape;
            write.made.extend(said.made);
        }
        self.answered(began);
    }

    /// Notes that the answer to a request begins. A write is answered by a status that refuses it, and by an answer that
    /// cannot say more; else what the answer says is to be fetched.
    pub(in super::super) fn responded(
        &mut self,
        session: &Session,
        params: &Value,
    ) -> Option<Wanted> {
        let key = key_of(session, params);
        self.note_response(&key, &params["response"]);
        let number = self.next();
        let tracked = self.tracked(&key)?;
        let (began, led_from) = (tracked.began, tracked.led_from);
        let is_write = tracked.request.write.is_some();
        if let Some(write) = &mut tracked.request.write
            && tracked.request.kind != "Document"
        {
            let status = params["response"]["status"].as_u64().unwrap_or_default();
            write.answer = answer::kind_of(status, text(&params["response"]["mimeType"]));
        }
        let is_read = is_write && !tracked.request.went_wrong();
        if is_read && tracked.body != AnswerBody::Unread {
            tracked.number = number;
            let (kind, is_json) = (String::new(), tracked.body == AnswerBody::Json);
            return is_json.then_some(Wanted::Piece(Asker { began, kind }));
        }
        if let Some(write) = led_from.or(is_write.then_some(began)) {
            self.answered(write);
        }
        None
    }

    /// Notes that all is known of a write, which is told again therefore.
    pub(super) fn answered(&mut self, began: u64) {
        let number = self.next();
        if let Some(tracked) = self.requests.iter_mut().find(|it| it.began == began)
            && let Some(write) = &mut tracked.request.write
        {
            write.is_answered = true;
            tracked.number = number;
        }
    }

    pub(super) fn write_mut(&mut self, began: u64) -> Option<&mut Write> {
        let tracked = self.requests.iter_mut().find(|it| it.began == began)?;
        tracked.request.write.as_deref_mut()
    }

    /// Notes where a redirect leads, and returns the number of the write that it comes from. One that is sent on as it is
    /// is one write.
    pub(super) fn led_on(&mut self, key: &RequestKey, address: &str) -> Option<u64> {
        let tracked = self.tracked(key)?;
        let is_sent_on = matches!(tracked.request.end, RequestEnd::Status(307 | 308));
        if is_sent_on {
            tracked.request.write = None;
        }
        let is_write = tracked.request.write.is_some();
        let write = tracked.led_from.or(is_write.then_some(tracked.began))?;
        let path = url::path(address);
        let led = self.write_mut(write)?;
        led.led_to = Some(path_shape(path).0);
        let last = placed_in_path(path).pop();
        led.made.extend(last.filter(|it| it.kind.is_some()));
        Some(write)
    }
}

pub(super) fn content_type(request: &Value) -> &str {
    let kind = headers(request).find(|(name, _)| name.eq_ignore_ascii_case("content-type"));
    kind.map_or("", |(_, value)| value)
}

fn headers(request: &Value) -> impl Iterator<Item = (&str, &str)> {
    let headers = request["headers"].as_object();
    let headers = headers.into_iter().flatten();
    headers.filter_map(|(name, value)| Some((name.as_str(), value.as_str()?)))
}
