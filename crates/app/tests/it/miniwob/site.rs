//! The pages of MiniWoB++, served with seeds of the test's choosing.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// How many seeds have their instructions read.
pub(super) const SEEDS: usize = 150;

/// Stands behind the script all pages have.
const EPISODE: &str = include_str!("episode.js");

/// Reads the instructions of all tasks.
const INSTRUCTIONS: &str = include_str!("instructions.html");

/// The script all pages have.
const CORE: &str = "<script src=\"../core/core.js\"></script>";

/// How a page says that one try at its task ended.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Episode {
    /// The seed the page was made from.
    pub(super) seed: usize,
    /// What the page gave for it: more than 0 for success.
    pub(super) reward: f64,
    /// What the page asked for.
    pub(super) asked: String,
}

/// What the pages told, and the seeds they get.
#[derive(Default)]
struct Told {
    seeds: BTreeMap<String, usize>,
    instructions: BTreeMap<String, Vec<String>>,
    episodes: BTreeMap<String, Vec<Episode>>,
}

/// A server of the pages.
pub(super) struct Site {
    /// Its address, without a slash at the end.
    pub(super) url: String,
    told: Arc<Mutex<Told>>,
}

impl Site {
    /// Serves the pages, or returns `None` where they are not installed.
    pub(super) fn serve() -> Option<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.tools/miniwob/miniwob/html");
        if !root.is_dir() {
            println!("skipped: the pages of MiniWoB++ are not installed; ./test installs them");
            return None;
        }
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let told = Arc::<Mutex<Told>>::default();
        let kept = Arc::clone(&told);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (root, kept) = (root.clone(), Arc::clone(&kept));
                std::thread::spawn(move || answer(stream, &root, &kept));
            }
        });
        Some(Self { url, told })
    }

    /// Returns the address of the page that has all pages tell their instructions.
    pub(super) fn instructions_page(&self, tasks: &[&str]) -> String {
        format!("{}/instructions?{}", self.url, tasks.join(","))
    }

    /// Returns what a task asks for, by seed.
    pub(super) fn instructions(&self, task: &str) -> Vec<String> {
        let told = self.told.lock().unwrap();
        told.instructions.get(task).cloned().unwrap_or_default()
    }

    /// Makes the next visits to a task those of this seed.
    pub(super) fn sow(&self, task: &str, seed: usize) {
        let mut told = self.told.lock().unwrap();
        told.seeds.insert(task.to_owned(), seed);
        told.episodes.remove(task);
    }

    /// Returns how the tries at a task ended since its seed was set.
    pub(super) fn episodes(&self, task: &str) -> Vec<Episode> {
        let told = self.told.lock().unwrap();
        told.episodes.get(task).cloned().unwrap_or_default()
    }
}

fn answer(stream: TcpStream, root: &Path, told: &Mutex<Told>) -> Option<()> {
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    let mut request = String::new();
    reader.read_line(&mut request).ok()?;
    let path = request.split(' ').nth(1)?.split('?').next()?;
    let mut length = 0;
    let mut header = String::new();
    while reader.read_line(&mut header).ok()? > 2 {
        if let Some(value) = header.to_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().ok()?;
        }
        header.clear();
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    if let Some(what) = path.strip_prefix("/told/") {
        hear(what, &String::from_utf8(body).ok()?, told)?;
    }
    send(stream, kind(path), content(path, root, told))
}

fn hear(what: &str, text: &str, told: &Mutex<Told>) -> Option<()> {
    let mut told = told.lock().unwrap();
    match what.split_once('/')? {
        ("instructions", task) => {
            let lines = text.lines().map(str::to_owned).collect();
            told.instructions.insert(task.to_owned(), lines);
        }
        ("reward", task) => {
            let mut parts = text.splitn(3, '\t');
            let episode = Episode {
                seed: parts.next()?.parse().ok()?,
                reward: parts.next()?.parse().ok()?,
                asked: parts.next()?.to_owned(),
            };
            told.episodes
                .entry(task.to_owned())
                .or_default()
                .push(episode);
        }
        (_, _) => {}
    }
    Some(())
}

/// Returns what is at a path: a page with its seed and our script, or a file as it is.
fn content(path: &str, root: &Path, told: &Mutex<Told>) -> Option<Vec<u8>> {
    if path == "/instructions" {
        return Some(INSTRUCTIONS.replace("SEEDS", &SEEDS.to_string()).into());
    }
    let file: PathBuf = root.join(path.trim_start_matches('/'));
    let bytes = fs::read(file).ok()?;
    let Some(task) = path
        .strip_prefix("/miniwob/")
        .and_then(|name| name.strip_suffix(".html"))
    else {
        return Some(bytes);
    };
    let seed = told
        .lock()
        .unwrap()
        .seeds
        .get(task)
        .copied()
        .unwrap_or_default();
    let page = String::from_utf8(bytes).ok()?;
    let script = format!("{CORE}<script>const SEED = {seed};\n{EPISODE}</script>");
    Some(page.replacen(CORE, &script, 1).into())
}

/// Returns the type of what is at a path; styles of another type are not used.
fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.') {
        Some((_, "css")) => "text/css",
        Some((_, "js")) => "text/javascript",
        Some((_, "png")) => "image/png",
        Some(_) | None => "text/html; charset=utf-8",
    }
}

fn send(mut stream: TcpStream, kind: &str, content: Option<Vec<u8>>) -> Option<()> {
    let (status, body) = match content {
        Some(body) => ("200 OK", body),
        None => ("404 Not Found", Vec::new()),
    };
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).ok()?;
    stream.write_all(&body).ok()
}
