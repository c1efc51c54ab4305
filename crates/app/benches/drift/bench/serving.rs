//! An application under a change: what it answers, and what happened to it so far.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::application::{Accepted, Application, Write};
use super::catalogue::{Answer, Change};
use super::http::{Reply, Request};
use super::state::{carry_out, matches, object_at, put_in, seed};
use super::template::fill;

/// What pages do for a tool besides being there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Service {
    /// They keep what was touched until they are asked.
    Quiet,
    /// They also write down what recorders of other tools would have recorded.
    Records,
    /// They tell what is touched at once, for a tool that closes its browser before anybody can ask.
    Beacons,
}

/// What was touched in a page, by the keys that only the page itself knows.
pub(crate) type Touches = Vec<String>;

/// An application under a change, with data of its own.
pub(crate) struct Serving {
    pub(crate) application: Arc<Application>,
    change: Change,
    service: Service,
    /// The script that is put into every page.
    script: Arc<str>,
    /// The data as it is.
    real: Value,
    /// The data as pages show it.
    shown: Value,
    /// What pages show again after a change was taken back, and from when on.
    reverts: Option<(Instant, Value)>,
    /// What the next page says in a message.
    toast: Option<String>,
    pub(crate) accepted: Vec<Accepted>,
    pub(crate) touches: Option<Touches>,
    pub(crate) recorded: Value,
}

impl Serving {
    /// Returns the application as a change makes it, with nothing done to it yet.
    pub(crate) fn new(
        application: Arc<Application>,
        change: Change,
        service: Service,
        script: Arc<str>,
    ) -> Self {
        let real = seed(&application.manifest, change.data);
        Self {
            application,
            change,
            service,
            script,
            shown: real.clone(),
            real,
            reverts: None,
            toast: None,
            accepted: Vec::new(),
            touches: (service == Service::Beacons).then(Vec::new),
            recorded: Value::Null,
        }
    }

    /// Returns the same under another change.
    pub(crate) fn anew(&self, change: Change, service: Service) -> Self {
        let (application, script) = (Arc::clone(&self.application), Arc::clone(&self.script));
        Self::new(application, change, service, script)
    }

    /// Returns the answer to a request and how long it takes; `None` when the connection is cut.
    pub(crate) fn answer(&mut self, request: &Request) -> Option<(Reply, Duration)> {
        let is_data = request.path.starts_with("/api/") || request.method != "GET";
        let delay = match self.change.delay_data_only && !is_data {
            true => 0,
            false => self.change.delay,
        };
        let (reply, more) = match request.method.as_str() {
            "GET" => (self.page(&request.path), 0),
            _ => self.write(request)?,
        };
        Some((reply, Duration::from_millis(delay + more)))
    }

    /// Answers a write: by what it does, or as the change says.
    fn write(&mut self, request: &Request) -> Option<(Reply, u64)> {
        let asked = format!("{} {}", request.method, request.path);
        let application = Arc::clone(&self.application);
        let mut writes = application.manifest.writes.iter();
        let found = writes.find_map(|(route, write)| Some((route, write, matches(route, &asked)?)));
        let Some((route, write, segments)) = found else {
            return Some((not_found(), 0));
        };
        let chore = &application.manifest.chore;
        let answer = self.change.answer.clone();
        let Some(answer) = answer.filter(|_| *route == chore.r#final) else {
            let object = carry_out(&mut self.shown, write, &segments, &request.fields);
            let Some(object) = object.filter(|_| self.keep(asked, write, &segments, request))
            else {
                return Some((not_found(), 0));
            };
            return Some((usual(write, &segments, &object), 0));
        };
        let mut request = request.clone();
        if answer.drops_field {
            request.fields.remove(&chore.sent_as);
        }
        if answer.keeps {
            self.keep(asked, write, &segments, &request);
        }
        self.answer_as_changed(&answer, write, &segments, &request)
    }

    /// Carries a write out on the data as it is; returns whether there was something to be written to.
    fn keep(
        &mut self,
        asked: String,
        write: &Write,
        segments: &BTreeMap<String, String>,
        request: &Request,
    ) -> bool {
        let is_kept = carry_out(&mut self.real, write, segments, &request.fields).is_some();
        if is_kept {
            let fields = request.fields.clone();
            self.accepted.push(Accepted(asked, fields));
        }
        is_kept
    }

    /// Answers as a change says, with the body of a success: the page need not look at the status.
    fn answer_as_changed(
        &mut self,
        answer: &Answer,
        write: &Write,
        segments: &BTreeMap<String, String>,
        request: &Request,
    ) -> Option<(Reply, u64)> {
        let before = self.shown.clone();
        let mut object = None;
        if answer.shows {
            object = carry_out(&mut self.shown, write, segments, &request.fields);
        }
        if answer.reverts > 0 {
            let at = Instant::now() + Duration::from_millis(answer.reverts);
            self.reverts = Some((at, before));
        }
        if answer.cuts {
            return None;
        }
        self.toast.clone_from(&answer.toast);
        let mut reply = usual(write, segments, &object.unwrap_or_default());
        if let Some(path) = &answer.redirect {
            reply = Reply::redirect(path);
        } else if answer.status != 200 {
            if let Some(page) = &reply.location {
                reply = self.page(page);
            }
            reply.status = answer.status;
        }
        if let Some(body) = &answer.body {
            reply = Reply::new(answer.status, "application/json", body);
        }
        Some((reply, answer.delay))
    }

    /// Answers with a page, a file, or the data.
    fn page(&mut self, path: &str) -> Reply {
        if self
            .reverts
            .as_ref()
            .is_some_and(|(at, _)| *at <= Instant::now())
            && let Some((_, before)) = self.reverts.take()
        {
            self.shown = before;
        }
        if path == "/api/state" {
            return Reply::new(200, "application/json", self.shown.to_string());
        }
        let application = Arc::clone(&self.application);
        let mut pages = application.manifest.pages.iter();
        let found = pages.find_map(|(route, page)| Some((page, matches(route, path)?)));
        if let Some((page, segments)) = found {
            let mut data = self.shown.clone();
            if let Some(at) = &page.at {
                let Some(object) = object_at(&data, &put_in(at, &segments)).cloned() else {
                    return not_found();
                };
                data["at"] = object;
            }
            let text = fill(&self.file(&page.file), &data);
            return Reply::new(200, "text/html", self.with_script(&text));
        }
        let kind = match path.rsplit('.').next() {
            Some("js") => "text/javascript",
            Some("css") => "text/css",
            _ => return not_found(),
        };
        Reply::new(200, kind, self.file(path.trim_start_matches('/')))
    }

    /// Returns a file of the application with the replacements of the change.
    fn file(&self, name: &str) -> String {
        let mut text = self.application.text_of(name);
        for (file, from, to) in &self.change.patch {
            if file == name {
                assert!(text.contains(from), "{name} does not contain `{from}`");
                text = text.replace(from, to);
            }
        }
        text
    }

    /// Puts the script into a page that knows the keys of controls, notes touches and makes the change.
    fn with_script(&mut self, page: &str) -> String {
        let manifest = &self.application.manifest;
        let (chore, data) = (&manifest.chore, &manifest.data);
        let setup = json!({
            "change": self.change.name,
            "records": self.service == Service::Records,
            "beacons": self.service == Service::Beacons,
            "target": chore.target, "beside": chore.beside, "field": chore.field, "sentAs": chore.sent_as,
            "final": chore.r#final, "words": chore.words, "translated": chore.translated,
            "entity": data.entity, "neighbour": data.neighbour,
            "calm": self.change.answer.is_some(),
            "toast": self.toast.take(),
        });
        let script = format!(
            "<head><script>{{const setup = {setup};\n{}}}</script>",
            self.script
        );
        assert!(page.contains("<head>"), "a page without a head");
        page.replacen("<head>", &script, 1)
    }
}

/// Answers as the application does.
fn usual(write: &Write, segments: &BTreeMap<String, String>, object: &Value) -> Reply {
    match &write.goto {
        Some(page) => Reply::redirect(put_in(page, segments)),
        None => {
            let body = json!({ "ok": true, "object": object });
            Reply::new(200, "application/json", body.to_string())
        }
    }
}

fn not_found() -> Reply {
    Reply::new(404, "text/html", "<h1>Not found</h1>")
}
