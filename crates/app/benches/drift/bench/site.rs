//! The server of the applications: one for all, on a port of its own, and the log that is the judge.

use std::io::BufReader;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

use retap_drivers::SystemClock;
use retap_model::device::Clock as _;
use serde_json::Value;

use super::application::{Accepted, Application};
use super::catalogue::Change;
use super::http::{Reply, Request};
use super::serving::{Service, Serving, Touches};

/// Where skills say the application is.
pub(crate) const ADDRESS: &str = "http://app.example/";

/// The page that hands over what was touched.
const END: &str = "/~end";

/// Where beacons go.
const TOUCH: &str = "/~touch";

/// What that page does.
const HAND_OVER: &str = "<script>const kept = name => JSON.parse(localStorage[name] || '[]');
fetch('/~end', { method: 'POST', body: JSON.stringify({ touches: kept('~touches'), recorded: kept('~recorded') }) })
  .then(() => { document.title = 'handed over'; });</script>";

/// How long it is waited for.
const PATIENCE: Duration = Duration::from_secs(5);

/// A server that serves one application at a time.
pub(crate) struct Site {
    /// Where it begins.
    pub(crate) url: String,
    shared: Arc<Shared>,
}

struct Shared {
    serving: Mutex<Serving>,
    /// Told when touches were handed over.
    handed_over: Condvar,
}

impl Site {
    /// Starts to serve an application as it is; `root` is the folder `benches/drift`.
    pub(crate) fn serve(root: &Path, application: Arc<Application>) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let url = format!("http://{}/", listener.local_addr().unwrap());
        let script = page_script(root).into();
        let serving = Serving::new(application, Change::none(), Service::Quiet, script);
        let shared = Arc::new(Shared {
            serving: Mutex::new(serving),
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
        *serving = serving.anew(change.clone(), service);
    }

    /// Returns what the server accepted since it was loaded.
    pub(crate) fn accepted(&self) -> Vec<Accepted> {
        self.shared.lock().accepted.clone()
    }

    /// Returns the address of the page that hands over what was touched.
    pub(crate) fn end(&self) -> String {
        format!("{}{END}", self.url.trim_end_matches('/'))
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
        match (request.path.as_str(), request.method.as_str()) {
            (END, "GET") => {
                let page = Reply::new(200, "text/html", HAND_OVER);
                Some((page, Duration::ZERO))
            }
            (END, _) => {
                hand_over(&mut serving, &request.body);
                self.handed_over.notify_all();
                Some((Reply::new(200, "text/plain", ""), Duration::ZERO))
            }
            (TOUCH, _) => {
                let touches = serving.touches.get_or_insert_default();
                touches.push(request.body.clone());
                Some((Reply::new(204, "text/plain", ""), Duration::ZERO))
            }
            _ => serving.answer(request),
        }
    }
}

fn hand_over(serving: &mut Serving, body: &str) {
    let said: Value = serde_json::from_str(body).unwrap_or_default();
    let touches = said["touches"].as_array().into_iter().flatten();
    let touches = touches.filter_map(|it| it.as_str().map(str::to_owned));
    serving.touches = Some(touches.collect());
    serving.recorded = said["recorded"].clone();
}

/// Returns the scripts of `page/` as one, in the order of their names.
fn page_script(root: &Path) -> String {
    let entries = std::fs::read_dir(root.join("page")).unwrap();
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|file| file.extension().is_some_and(|end| end == "js"))
        .collect();
    files.sort();
    let read = |file: &PathBuf| std::fs::read_to_string(file).unwrap();
    files.iter().map(read).collect()
}
