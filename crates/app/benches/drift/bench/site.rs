//! The server of the applications: one for all, with data of its own for every replay, and a log that is the judge.

use std::collections::BTreeMap;
use std::io::BufReader;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use retap_drivers::SystemClock;
use retap_model::device::Clock as _;
use serde_json::{Value, json};

use super::application::{Accepted, Application, Write};
use super::catalogue::{Answer, Change};
use super::http::{Reply, Request};
use super::state::{carry_out, matches, object_at, put_in, seed};
use super::template::fill;

/// Where skills say the application is.
pub(crate) const ADDRESS: &str = "http://app.example/";

/// The page that hands over what was touched.
pub(crate) const END: &str = "/~end";

/// Where beacons go.
const TOUCH: &str = "/~touch";

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

/// How long the page that hands it over is waited for.
const PATIENCE: Duration = Duration::from_secs(5);

/// What was touched in a page, by the keys that only the page itself knows.
pub(crate) type Touches = Vec<String>;

/// A server on a port of its own that serves one application at a time.
pub(crate) struct Site {
    /// Where it begins.
    pub(crate) url: String,
    shared: Arc<Shared>,
}

struct Shared {
    root: PathBuf,
    serving: Mutex<Serving>,
    /// Told when touches were handed over.
    handed_over: Condvar,
}

/// An application under a change, with what happened to it so far.
struct Serving {
    application: Arc<Application>,
    change: Change,
    /// What pages do for the tool besides.
    service: Service,
    /// The data as it is.
    real: Value,
    /// The data as pages show it.
    shown: Value,
    /// What pages show again after a change was taken back, and from when on.
    reverts: Option<(Instant, Value)>,
    accepted: Vec<Accepted>,
    toast: Option<String>,
    touches: Option<Touches>,
    recorded: Value,
}

impl Serving {
    fn new(application: Arc<Application>, change: Change, service: Service) -> Self {
        let real = seed(&application.manifest, change.data);
        Self {
            application,
            change,
            touches: (service == Service::Beacons).then(Vec::new),
            service,
            shown: real.clone(),
            real,
            reverts: None,
            accepted: Vec::new(),
            toast: None,
            recorded: Value::Null,
        }
    }

    fn shown(&mut self) -> &Value {
        if let Some((at, before)) = self.reverts.take_if(|(at, _)| *at <= now()) {
            let _ = at;
            self.shown = before;
        }
        &self.shown
    }
}

fn now() -> Instant {
    Instant::now()
}

impl Site {
    /// Starts to serve an application as it is; `root` is the folder `benches/drift`.
    pub(crate) fn serve(root: &Path, application: Arc<Application>) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let url = format!("http://{}/", listener.local_addr().unwrap());
        let shared = Arc::new(Shared {
            root: root.to_owned(),
            serving: Mutex::new(Serving::new(application, Change::none(), Service::Quiet)),
            handed_over: Condvar::new(),
        });
        let served = Arc::clone(&shared);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let served = Arc::clone(&served);
                std::thread::spawn(move || served.serve_all(&stream));
            }
        });
        Self { url, shared }
    }

    /// Starts anew under a change.
    pub(crate) fn load(&self, change: &Change, service: Service) {
        let mut serving = self.shared.lock();
        let application = Arc::clone(&serving.application);
        *serving = Serving::new(application, change.clone(), service);
    }

    /// Returns what the server accepted since it was loaded.
    pub(crate) fn accepted(&self) -> Vec<Accepted> {
        self.shared.lock().accepted.clone()
    }

    /// Returns the address of the page that hands over what was touched.
    pub(crate) fn end(&self) -> String {
        format!("{}{}", self.url.trim_end_matches('/'), END)
    }

    /// Waits for what was touched; `None` if the page does not tell.
    pub(crate) fn touches(&self) -> Option<Touches> {
        let serving = self.shared.lock();
        let waits = |serving: &mut Serving| serving.touches.is_none();
        let waited = self
            .shared
            .handed_over
            .wait_timeout_while(serving, PATIENCE, waits);
        waited.unwrap().0.touches.clone()
    }

    /// Returns what the page recorded for other tools.
    pub(crate) fn recorded(&self) -> Value {
        self.shared.lock().recorded.clone()
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Serving> {
        self.serving.lock().unwrap()
    }

    /// Answers one request after the other on a connection that stays open.
    fn serve_all(&self, stream: &TcpStream) {
        stream.set_nodelay(true).unwrap();
        let mut reader = BufReader::new(stream);
        while let Some(request) = Request::read(&mut reader) {
            let Some((reply, delay)) = self.answer(&request) else {
                return;
            };
            SystemClock::new().sleep(delay);
            if !reply.send(stream) {
                return;
            }
        }
    }

    /// Returns the answer and how long it takes; `None` when the connection is cut.
    fn answer(&self, request: &Request) -> Option<(Reply, Duration)> {
        let mut serving = self.lock();
        if request.path == TOUCH {
            let touches = serving.touches.get_or_insert_default();
            touches.push(request.body.clone());
            return Some((Reply::new(204, "text/plain", ""), Duration::ZERO));
        }
        if request.path == END {
            return Some((self.end(&mut serving, request), Duration::ZERO));
        }
        let is_data = request.path.starts_with("/api/") || request.method != "GET";
        let delay = match serving.change.delay_data_only {
            true if !is_data => 0,
            _ => serving.change.delay,
        };
        if request.method == "GET" {
            let reply = self.page(&mut serving, &request.path);
            return Some((reply, Duration::from_millis(delay)));
        }
        let (reply, more) = self.write(&mut serving, request)?;
        Some((reply, Duration::from_millis(delay + more)))
    }

    /// Hands over what was touched: the page that is asked for sends it.
    fn end(&self, serving: &mut Serving, request: &Request) -> Reply {
        if request.method == "GET" {
            let script = "<script>fetch('/~end', { method: 'POST', body: JSON.stringify({ touches: \
                JSON.parse(localStorage['~touches'] || '[]'), recorded: JSON.parse(localStorage['~recorded'] || '[]') }) })\
                .then(() => { document.title = 'handed over'; })</script>";
            return Reply::new(200, "text/html", script);
        }
        let said: Value = serde_json::from_str(&request.body).unwrap_or_default();
        let touches = said["touches"].as_array().into_iter().flatten();
        serving.touches = Some(
            touches
                .filter_map(|it| it.as_str().map(str::to_owned))
                .collect(),
        );
        serving.recorded = said["recorded"].clone();
        self.handed_over.notify_all();
        Reply::new(200, "application/json", "{}")
    }

    /// Answers a write: by what it does, or as the change says.
    fn write(&self, serving: &mut Serving, request: &Request) -> Option<(Reply, u64)> {
        let asked = format!("{} {}", request.method, request.path);
        let application = Arc::clone(&serving.application);
        let mut writes = application.manifest.writes.iter();
        let found = writes.find_map(|(route, write)| Some((route, write, matches(route, &asked)?)));
        let Some((route, write, segments)) = found else {
            return Some((Reply::new(404, "text/plain", "no such thing"), 0));
        };
        let is_final = *route == application.manifest.chore.r#final;
        let answer = serving.change.answer.clone().filter(|_| is_final);
        let mut fields = request.fields.clone();
        if answer.as_ref().is_some_and(|answer| answer.drops_field) {
            fields.remove(&application.manifest.chore.sent_as);
        }
        let (keeps, shows) = answer
            .as_ref()
            .map_or((true, true), |answer| (answer.keeps, answer.shows));
        let before = serving.shown.clone();
        let mut object = None;
        if shows {
            object = carry_out(&mut serving.shown, write, &segments, &fields);
        }
        if keeps {
            object = carry_out(&mut serving.real, write, &segments, &fields);
            if object.is_none() {
                return Some((Reply::new(404, "text/plain", "no such thing"), 0));
            }
            serving.accepted.push(Accepted(asked, fields));
        }
        let Some(answer) = answer else {
            return Some((self.usual(serving, write, &segments, object), 0));
        };
        if answer.reverts > 0 {
            let at = now() + Duration::from_millis(answer.reverts);
            serving.reverts = Some((at, before));
        }
        self.as_changed(serving, &answer, write, &segments, object)
    }

    /// Answers as the application does.
    fn usual(
        &self,
        serving: &mut Serving,
        write: &Write,
        segments: &BTreeMap<String, String>,
        object: Option<Value>,
    ) -> Reply {
        let _ = serving;
        match &write.goto {
            Some(page) => Reply::redirect(put_in(page, segments)),
            None => {
                let object = object.unwrap_or(Value::Null);
                let body = json!({ "ok": true, "object": object });
                Reply::new(200, "application/json", body.to_string())
            }
        }
    }

    /// Answers as a change says, with the body of a success: the page need not look at the status.
    fn as_changed(
        &self,
        serving: &mut Serving,
        answer: &Answer,
        write: &Write,
        segments: &BTreeMap<String, String>,
        object: Option<Value>,
    ) -> Option<(Reply, u64)> {
        if answer.cuts {
            return None;
        }
        serving.toast.clone_from(&answer.toast);
        let mut reply = self.usual(serving, write, segments, object);
        if let Some(path) = &answer.redirect {
            reply = Reply::redirect(path);
        } else if answer.status != 200 {
            if let Some(page) = &reply.location {
                reply = self.page(serving, page);
            }
            reply.status = answer.status;
        }
        if let Some(body) = &answer.body {
            reply = Reply::new(answer.status, "application/json", body);
        }
        Some((reply, answer.delay))
    }

    /// Answers with a page, a file, or the data.
    fn page(&self, serving: &mut Serving, path: &str) -> Reply {
        if path == "/api/state" {
            return Reply::new(200, "application/json", serving.shown().to_string());
        }
        let application = Arc::clone(&serving.application);
        let mut pages = application.manifest.pages.iter();
        let found = pages.find_map(|(route, page)| Some((page, matches(route, path)?)));
        if let Some((page, segments)) = found {
            let text = patched(serving, &page.file);
            let mut data = serving.shown().clone();
            if let Some(at) = &page.at {
                let Some(object) = object_at(&data, &put_in(at, &segments)).cloned() else {
                    return Reply::new(404, "text/html", "<h1>Not found</h1>");
                };
                data["at"] = object;
            }
            return Reply::new(
                200,
                "text/html",
                self.with_script(serving, &fill(&text, &data)),
            );
        }
        let kind = match path.rsplit('.').next() {
            Some("js") => "text/javascript",
            Some("css") => "text/css",
            Some("txt" | "csv") => "text/plain",
            _ => return Reply::new(404, "text/plain", "not found"),
        };
        Reply::new(200, kind, patched(serving, path.trim_start_matches('/')))
    }

    /// Puts the script into a page that knows the keys of controls, notes touches and makes the change.
    fn with_script(&self, serving: &mut Serving, page: &str) -> String {
        let manifest = &serving.application.manifest;
        let (chore, data) = (&manifest.chore, &manifest.data);
        let setup = json!({
            "change": serving.change.name,
            "records": serving.service == Service::Records,
            "beacons": serving.service == Service::Beacons,
            "target": chore.target, "beside": chore.beside, "field": chore.field, "sentAs": chore.sent_as,
            "final": chore.r#final, "words": chore.words, "translated": chore.translated,
            "entity": data.entity, "neighbour": data.neighbour,
            "calm": serving.change.answer.is_some(),
            "toast": serving.toast.take(),
        });
        let mut script = String::new();
        let mut files: Vec<PathBuf> = std::fs::read_dir(self.root.join("page"))
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|file| file.extension().is_some_and(|end| end == "js"))
            .collect();
        files.sort();
        for file in files {
            script += &std::fs::read_to_string(file).unwrap();
        }
        let script = format!("<script>{{const setup = {setup};\n{script}}}</script>");
        match page.find("<head>") {
            Some(at) => {
                let (before, after) = page.split_at(at + "<head>".len());
                format!("{before}{script}{after}")
            }
            None => format!("<!doctype html><head>{script}{page}"),
        }
    }
}

/// Returns a file of the application with the replacements of the change.
fn patched(serving: &Serving, name: &str) -> String {
    let Some(mut text) = serving.application.file(name) else {
        return String::new();
    };
    for (file, from, to) in &serving.change.patch {
        if file == name {
            assert!(text.contains(from), "{name} does not contain `{from}`");
            text = text.replace(from, to);
        }
    }
    text
}
