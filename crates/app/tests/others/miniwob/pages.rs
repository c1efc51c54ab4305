//! The pages of MiniWoB++, served with seeds of the test's choosing.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};

use crate::missing_tool::skip_without;
use crate::site::{Answer, Got, Site};

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
    /// The reward of the page: 1 for success, before what time takes off.
    pub(super) reward: f64,
    /// The task as the page worded it.
    pub(super) asked: String,
}

/// The results of the pages, and the seeds they get.
#[derive(Default)]
struct Told {
    seeds: BTreeMap<String, usize>,
    instructions: BTreeMap<String, Vec<String>>,
    episodes: BTreeMap<String, Vec<Episode>>,
}

/// A server of the pages.
pub(super) struct Pages {
    site: Site,
    told: Arc<Mutex<Told>>,
}

impl Pages {
    /// Serves the pages, or returns `None` where they are not installed.
    pub(super) fn serve() -> Option<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.tools/miniwob/miniwob/html");
        if !root.is_dir() {
            skip_without("MiniWoB++");
            return None;
        }
        let told = Arc::<Mutex<Told>>::default();
        let kept = Arc::clone(&told);
        let site = Site::serve(move |got| {
            answer(got, &root, &kept).unwrap_or_else(|| Answer::status("404 Not Found"))
        });
        Some(Self { site, told })
    }

    /// Returns their address, without a slash at the end.
    pub(super) fn url(&self) -> &str {
        self.site.url.trim_end_matches('/')
    }

    /// Returns the address of the page that has all pages tell their instructions.
    pub(super) fn instructions_page(&self, tasks: &[&str]) -> String {
        format!("{}/instructions?{}", self.url(), tasks.join(","))
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

fn answer(got: &Got, root: &Path, told: &Mutex<Told>) -> Option<Answer> {
    let path = got.line.split(' ').nth(1)?.split('?').next()?;
    if let Some(what) = path.strip_prefix("/told/") {
        hear(what, &got.body, told)?;
        return Some(Answer::status("204 No Content"));
    }
    Some(Answer {
        status: "200 OK",
        headers: format!("Content-Type: {}\r\n", kind(path)),
        body: content(path, root, told)?,
    })
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
    let file = fs::read(root.join(path.trim_start_matches('/'))).ok()?;
    let task = path
        .strip_prefix("/miniwob/")
        .and_then(|name| name.strip_suffix(".html"));
    let Some(task) = task else {
        return Some(file);
    };
    let seeds = &told.lock().unwrap().seeds;
    let seed = seeds.get(task).copied().unwrap_or_default();
    let script = format!("{CORE}<script>const SEED = {seed};\n{EPISODE}</script>");
    let page = String::from_utf8(file).ok()?;
    Some(page.replacen(CORE, &script, 1).into())
}

/// Returns the type of what is at a path; styles of another type are not used.
fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.') {
        Some((_, "css")) => "text/css",
        Some((_, "js")) => "text/javascript",
        Some((_, "png")) => "image/png",
        Some((_, "svg")) => "image/svg+xml",
        Some(_) | None => "text/html; charset=utf-8",
    }
}
