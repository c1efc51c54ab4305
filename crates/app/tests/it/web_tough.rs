//! Real Chromium: programs on pages that drift, and browsers that stop, die or are left behind.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use retap_drivers::SystemClock;
use retap_model::device::{Clock, Deadline};

use crate::project::Project;

const PATIENCE: Duration = Duration::from_secs(30);

/// A server of one page, which the test may change, that keeps what it was asked for.
struct Site {
    url: String,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    page: Mutex<String>,
    got: Mutex<Vec<String>>,
    more: Condvar,
}

impl Site {
    fn serve(page: &str) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let url = format!("http://{}/", listener.local_addr().unwrap());
        let shared = Arc::new(Shared::default());
        let site = Self {
            url,
            shared: Arc::clone(&shared),
        };
        site.show(page);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let shared = Arc::clone(&shared);
                std::thread::spawn(move || answer(stream, &shared));
            }
        });
        site
    }

    fn show(&self, page: &str) {
        *self.shared.page.lock().unwrap() = format!("<!doctype html><meta charset=utf-8>{page}");
    }

    /// Returns what was told so far with `/told?`, and forgets it.
    fn told(&self) -> Vec<String> {
        let got = std::mem::take(&mut *self.shared.got.lock().unwrap());
        let told = got.iter().filter_map(|path| path.strip_prefix("/told?"));
        told.map(str::to_owned).collect()
    }

    fn wait_for(&self, path: &str) {
        let got = self.shared.got.lock().unwrap();
        let is_missing = |got: &mut Vec<String>| !got.iter().any(|known| known == path);
        let waited = self
            .shared
            .more
            .wait_timeout_while(got, PATIENCE, is_missing);
        assert!(!waited.unwrap().1.timed_out(), "nobody asked for {path}");
    }
}

fn answer(mut stream: TcpStream, shared: &Shared) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let (mut request, mut line) = (String::new(), String::new());
    if reader.read_line(&mut request).is_err() {
        return;
    }
    while reader.read_line(&mut line).is_ok_and(|read| read > 2) {
        line.clear();
    }
    let path = request.split(' ').nth(1).unwrap_or_default().to_owned();
    shared.got.lock().unwrap().push(path.clone());
    shared.more.notify_all();
    if path == "/never" {
        // The browser gives up first.
        let _ = reader.read_line(&mut line);
        return;
    }
    let page = shared.page.lock().unwrap().clone();
    let _ = write!(
        stream,
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{page}",
        page.len()
    );
}

/// A list whose rows all have the same buttons.
fn list(rows: &[&str]) -> String {
    let rows = rows.iter().map(|name| {
        format!("<li><span>{name}</span> <button onclick=\"tell('open {name}')\">Open</button> <button onclick=\"tell('delete {name}')\">Delete</button></li>")
    });
    format!(
        "<h1>Files</h1><ul>{}</ul><p role=status></p><script>
         const tell = (what) => fetch('/told?' + encodeURIComponent(what)).then(() => document.querySelector('p').textContent = 'Done: ' + what.split(' ')[0])</script>",
        rows.collect::<String>()
    )
}

const OPEN_PLAN: &str = "name: Open the plan
steps:
  - open_url: URL
  - tap: { label: Open, row: Plan }
  - wait_for: \"Done: open\"
";

/// Compiles a skill on one page and replays it on others.
struct Learned {
    site: Site,
    project: Project,
}

fn learned(skill: &str, page: &str) -> Learned {
    let site = Site::serve(page);
    let project = Project::with(&[("skill.yaml", &skill.replace("URL", &site.url))]);
    project.passes("compile skill.yaml --device web:");
    let _ = site.told();
    Learned { site, project }
}

impl Learned {
    /// Replays on a page; returns what the server was told, or why the run stopped.
    fn on(&self, page: &str) -> Result<Vec<String>, String> {
        self.site.show(page);
        let ran = self
            .project
            .run("test skill.yaml --device web: --timeout 2");
        let told = self.site.told();
        match ran.code() {
            0 => Ok(told),
            1 => {
                assert!(told.is_empty(), "it failed and did {told:?}: {}", ran.text);
                Err(ran.text.clone())
            }
            code => panic!("exit {code}: {}", ran.text),
        }
    }
}

#[test]
fn rows_that_drift_are_found_for_certain_or_not_touched() {
    let learned = learned(OPEN_PLAN, &list(&["Budget", "Plan", "Photos"]));
    let right = |rows: &[&str]| {
        assert_eq!(
            learned.on(&list(rows)),
            Ok(vec!["open%20Plan".to_owned()]),
            "{rows:?}"
        )
    };
    right(&["Budget", "Plan", "Photos"]);
    right(&["Plan", "Photos", "Budget"]);
    right(&["New", "Budget", "Photos", "Other", "Plan"]);
    right(&["Plan"]);
    // A row that only looks alike is not the row.
    for wrong in [
        ["Budget", "Plan B", "Photos"],
        ["Budget", "plans", "Photos"],
        ["Budget", "Rlan", "Photos"],
        ["Plan", "Plan", "Photos"],
    ] {
        let stopped = learned.on(&list(&wrong)).unwrap_err();
        assert!(stopped.contains("Open"), "{wrong:?}: {stopped}");
    }
    // Buttons that changed places within their row are still told apart.
    let swapped = list(&["Budget", "Plan", "Photos"]).replace("</span>", "</span><i></i>");
    assert_eq!(learned.on(&swapped), Ok(vec!["open%20Plan".to_owned()]));
}

#[test]
fn a_list_that_changes_under_the_finger_is_touched_in_the_right_row() {
    let learned = learned(OPEN_PLAN, &list(&["Budget", "Plan", "Photos"]));
    // Every few milliseconds the rows are drawn again, in another order, in the same elements.
    let restless = format!(
        "{}<script>const all = ['Budget', 'Plan', 'Photos'];
         setInterval(() => {{ all.push(all.shift()); document.querySelectorAll('li').forEach((li, n) => {{
           li.querySelector('span').textContent = all[n]; const [open, del] = li.querySelectorAll('button');
           open.onclick = () => tell('open ' + all[n]); del.onclick = () => tell('delete ' + all[n]) }}) }}, 30)</script>",
        list(&["Budget", "Plan", "Photos"])
    );
    for _ in 0..3 {
        learned.site.show(&restless);
        let ran = learned
            .project
            .run("test skill.yaml --device web: --timeout 5");
        let told = learned.site.told();
        assert!(
            told.iter().all(|what| what == "open%20Plan"),
            "{told:?}: {}",
            ran.text
        );
        assert_eq!(ran.code() == 0, !told.is_empty(), "{}", ran.text);
    }
}

#[test]
fn what_slides_in_is_touched_where_it_comes_to_rest() {
    let page = "<h1>Start</h1><button onclick=\"box.classList.add('in')\">Slide</button><p role=status></p>
        <div id=box><button onclick=\"fetch('/told?wrong')\">Cancel order</button><button onclick=\"fetch('/told?kept').then(() => document.querySelector('p').textContent = 'Kept')\">Keep order</button></div>
        <style>#box{position:fixed;left:-400px;top:100px;width:300px;transition:left .4s linear} #box.in{left:600px} #box button{display:block;width:150px;margin:0}</style>";
    let skill = "name: Slide\nsteps:\n  - open_url: URL\n  - tap: Slide\n  - tap: Keep order\n  - wait_for: Kept\n";
    let learned = learned(skill, page);
    assert_eq!(learned.on(page), Ok(vec!["kept".to_owned()]));
}

/// A run of the binary on a page that never comes, with a browser in the project's own folder.
struct Stuck {
    project: Project,
    /// Answers for as long as the run lasts.
    _site: Site,
    child: Child,
}

impl Stuck {
    fn start(line: &str) -> Self {
        let site = Site::serve("<h1>Start</h1>");
        let skill = format!(
            "name: Wait\nsteps:\n  - open_url: {}\n  - wait_for: Start\n  - open_url: {}never\n  - wait_for: Nothing\n",
            site.url, site.url
        );
        let project = Project::with(&[("skill.yaml", &skill)]);
        fs::create_dir_all(project.path("tmp")).unwrap();
        let mut command = project.command();
        command
            .env("TMPDIR", project.path("tmp"))
            .args(line.split_whitespace());
        let child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        site.wait_for("/never");
        Self {
            project,
            _site: site,
            child,
        }
    }

    /// Returns the number of the browser's process.
    fn browser(&self) -> u32 {
        let folder = self.project.path("tmp").display().to_string();
        let all = fs::read_dir("/proc").unwrap().flatten();
        let mut ids = all.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
        let is_it = |id: &u32| {
            let words = fs::read_to_string(format!("/proc/{id}/cmdline")).unwrap_or_default();
            words.contains(&folder) && !words.contains("--type=") && words.contains("user-data-dir")
        };
        ids.find(is_it).expect("the browser runs")
    }

    fn signal(&self, name: &str, process: u32) {
        let mut kill = Command::new("kill");
        assert!(
            kill.args([name, &process.to_string()])
                .status()
                .unwrap()
                .success()
        );
    }
}

/// Waits until a process has ended.
fn wait_for_end(process: u32) {
    let clock = SystemClock::new();
    let end = Deadline::after(clock.now(), PATIENCE);
    while Path::new(&format!("/proc/{process}/exe")).exists() {
        assert!(!end.has_passed(clock.now()), "it still runs");
        clock.sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_browser_does_not_outlive_a_killed_run_and_the_next_one_sweeps_up() {
    let mut run = Stuck::start("test skill.yaml --device web:");
    let browser = run.browser();
    run.child.kill().unwrap();
    run.child.wait().unwrap();
    wait_for_end(browser);
    let left = || {
        fs::read_dir(run.project.path("tmp"))
            .unwrap()
            .flatten()
            .filter(|entry| {
                entry
                    .file_name()
                    .to_string_lossy()
                    .starts_with("retap-browser")
            })
            .count()
    };
    assert_eq!(left(), 1, "nobody was there to remove it");
    let folder = run.project.path("tmp").display().to_string();
    // Whatever it runs on.
    let line = "screen --device sim:settings";
    run.project.run_in(&[("TMPDIR", &folder)], line).exits(0);
    assert_eq!(left(), 0);
}

#[test]
fn a_browser_that_is_killed_ends_the_run_with_a_clear_error_and_what_was_done_is_kept() {
    let run = Stuck::start("test skill.yaml --device web: --junit junit.xml");
    run.signal("-KILL", run.browser());
    let output = run.child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned()
        + &String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("the browser is gone"), "{said}");
    let junit = run.project.read("junit.xml");
    assert!(junit.contains("the browser is gone"), "{junit}");
}

#[test]
fn ctrl_c_works_while_the_browser_is_stopped() {
    let mut run = Stuck::start("test skill.yaml --device web:");
    let browser = run.browser();
    run.signal("-STOP", browser);
    run.signal("-INT", run.child.id());
    let talk = BufReader::new(run.child.stderr.take().unwrap()).lines();
    let noticed = |line: std::io::Result<String>| line.unwrap().contains("stopping after");
    assert!(talk.into_iter().any(noticed));
    run.signal("-INT", run.child.id());
    assert_eq!(run.child.wait().unwrap().code(), Some(130));
    // Nobody is left to end it but us.
    run.signal("-CONT", browser);
    wait_for_end(browser);
}
