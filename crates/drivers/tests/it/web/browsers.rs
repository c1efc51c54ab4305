//! Browsers: joined, shared, ended without a trace.

use std::fs;
use std::io::{self, BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use retap_drivers::web::{
    Browser, BrowserConfig, BrowserError, Profile, WebDevice, WebOptions, Window, find_browsers,
};
use retap_model::device::{Ability, Action, Device};

use super::kit::{Page, browser, clock, config, deadline};
use super::server::{Answer, Server};

/// A browser of somebody else, ended with the test.
struct Stranger {
    process: Child,
    address: String,
}

impl Drop for Stranger {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn stranger() -> Option<Stranger> {
    let program = find_browsers(Window::Headless, &["/usr/bin".into()])
        .into_iter()
        .next()?;
    let profile = Path::new(env!("CARGO_TARGET_TMPDIR")).join("stranger");
    let mut process = Command::new(program)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
        ])
        .arg("--remote-debugging-port=0")
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg("about:blank")
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let said = BufReader::new(process.stderr.take().unwrap());
    let mut lines = said.lines().map_while(Result::ok);
    let line = lines
        .find(|line| line.contains("DevTools listening on"))
        .unwrap();
    let address = line
        .split("ws://")
        .nth(1)
        .unwrap()
        .split('/')
        .next()
        .unwrap()
        .to_owned();
    // What it goes on to say must be read, or it would wait for somebody to.
    std::thread::spawn(move || lines.count());
    Some(Stranger { process, address })
}

#[test]
fn a_running_browser_is_joined_and_left_as_it_was() {
    let Some(mut stranger) = stranger() else {
        return;
    };
    let server = Server::page(
        "<p id=p></p><button onclick=\"window.open('/two')\">Open</button>
         <script>document.cookie = document.cookie ? 'k=old' : 'k=new'; p.textContent = location.pathname + document.cookie</script>",
    );
    let joined = Browser::attach(&stranger.address, clock()).unwrap();
    let open = |profile: Profile| {
        let options = WebOptions {
            profile,
            ..WebOptions::new(server.url("/"))
        };
        Page::of(WebDevice::open(&joined, options, deadline()).unwrap())
    };
    let (mut shared, mut own) = (open(Profile::Browser), open(Profile::Own));
    shared.see("/k=new");
    own.see("/k=new");
    shared.tap("Open");
    shared.see("/twok=old");
    own.tap("Open");
    own.see("/twok=old");
    drop((shared, own));
    open(Profile::Browser).see("/k=old");
    open(Profile::Own).see("/k=new");
    drop(joined);
    assert!(
        stranger.process.try_wait().unwrap().is_none(),
        "it still runs"
    );
}

#[test]
fn nobody_there_and_no_program_are_errors_that_say_so() {
    let nobody = Browser::attach("127.0.0.1:1", clock())
        .map(|_| ())
        .unwrap_err();
    assert!(matches!(nobody, BrowserError::Attach(..)), "{nobody}");
    let config = BrowserConfig {
        program: Some("/bin/false".into()),
        ..config()
    };
    let silent = Browser::launch(&config, clock()).map(|_| ()).unwrap_err();
    assert!(matches!(silent, BrowserError::Silent { .. }), "{silent}");
    let config = BrowserConfig {
        program: Some("/nowhere/chromium".into()),
        ..config
    };
    let missing = Browser::launch(&config, clock()).map(|_| ()).unwrap_err();
    assert!(
        missing.to_string().contains("/nowhere/chromium"),
        "{missing}"
    );
}

/// Returns how a browser is started in a folder of its own, which is empty.
fn in_scratch(name: &str) -> Option<(BrowserConfig, PathBuf)> {
    browser()?;
    let scratch = scratch(name);
    let config = BrowserConfig {
        scratch: scratch.clone(),
        ..config()
    };
    Some((config, scratch))
}

#[test]
fn a_browser_ends_with_its_last_device_and_leaves_no_folder() {
    let Some((config, scratch)) = in_scratch("web-scratch") else {
        return;
    };
    let own = Browser::launch(&config, clock()).unwrap();
    let id = own.process_id().unwrap();
    let server = Server::page("<h1>Fine</h1>");
    let device = WebDevice::open(&own, WebOptions::new(server.url("/")), deadline()).unwrap();
    let mut page = Page::of(device);
    drop(own);
    page.see("Fine");
    assert!(!page.device.can(Ability::Shake));
    assert_eq!(fs::read_dir(&scratch).unwrap().count(), 1);
    drop(page);
    assert_eq!(fs::read_dir(&scratch).unwrap().count(), 0);
    assert!(!Path::new(&format!("/proc/{id}/exe")).exists());
}

#[test]
fn many_devices_come_and_go_in_one_browser() {
    let Some(browser) = browser() else {
        return;
    };
    let server = Server::page("<button onclick=\"this.textContent='Done'\">Go</button>");
    for round in 0..20 {
        let options = WebOptions::new(server.url(&format!("/{round}")));
        let device = WebDevice::open(browser, options, deadline()).unwrap();
        let mut page = Page::of(device);
        page.tap("Go");
        page.see("Done");
        if round % 2 == 0 {
            page.act(Action::Home);
        }
    }
}

/// A folder for browsers' folders that is empty at first.
fn scratch(name: &str) -> PathBuf {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&scratch);
    fs::create_dir_all(&scratch).unwrap();
    scratch
}

/// Returns what is in a folder, in order.
fn entries(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let name = |entry: io::Result<fs::DirEntry>| entry.unwrap().file_name();
    let mut names: Vec<String> = entries
        .map(|entry| name(entry).into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// Starts no browser, with a folder made for one in `scratch`.
fn start_none(scratch: &Path) {
    start_instead(Path::new("/bin/false"), scratch);
}

/// Starts a program that is no browser, likewise.
fn start_instead(program: &Path, scratch: &Path) {
    let config = BrowserConfig {
        program: Some(program.to_owned()),
        scratch: scratch.to_owned(),
        ..config()
    };
    assert!(Browser::launch(&config, clock()).is_err());
}

/// Writes a program for the shell.
fn program(path: PathBuf, lines: &str) -> PathBuf {
    fs::write(&path, format!("#!/bin/sh\n{lines}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o700)).unwrap();
    path
}

#[test]
fn folders_of_browsers_whose_maker_was_killed_are_removed_and_no_others() {
    let scratch = scratch("web-orphans");
    let folder = |name: &str| {
        let folder = scratch.join(name);
        fs::create_dir_all(folder.join("Default/Cache")).unwrap();
        fs::write(folder.join("Default/Cookies"), "").unwrap();
        folder
    };
    for orphan in ["retap-browser-1-0", "retap-browser-71-00ff00ff"] {
        folder(orphan);
    }
    let alive = folder("retap-browser-1-1");
    let lock = fs::File::open(alive).unwrap();
    lock.lock().unwrap();
    // What people name so themselves is theirs.
    let kept = ["browser", "retap-browser-1-1", "retap-browser-fix"];
    kept.iter().for_each(|name| drop(folder(name)));
    start_none(&scratch);
    assert_eq!(entries(&scratch), kept);
}

#[test]
fn links_pipes_files_and_folders_of_others_in_the_temporary_folder_are_left_alone() {
    let scratch = scratch("web-planted");
    let elsewhere = scratch.join("elsewhere");
    fs::create_dir_all(elsewhere.join("Default")).unwrap();
    std::os::unix::fs::symlink(&elsewhere, scratch.join("retap-browser-1-1")).unwrap();
    fs::write(scratch.join("retap-browser-1-2"), "").unwrap();
    // What is in a folder of our own is removed whatever it is.
    let own = scratch.join("retap-browser-1-4");
    fs::create_dir(&own).unwrap();
    std::os::unix::fs::symlink(&elsewhere, own.join("Default")).unwrap();
    let pipes = [scratch.join("retap-browser-1-3"), own.join("pipe")];
    let made = Command::new("mkfifo").args(pipes).status().unwrap();
    assert!(made.success());
    let others = scratch.join("retap-browser-1-5");
    fs::create_dir(&others).unwrap();
    // Only the superuser can give a folder away; anybody else's is removed.
    let is_given = std::os::unix::fs::chown(&others, Some(65534), None).is_ok();
    start_none(&scratch);
    let mut left = vec![
        "elsewhere",
        "retap-browser-1-1",
        "retap-browser-1-2",
        "retap-browser-1-3",
    ];
    left.extend(is_given.then_some("retap-browser-1-5"));
    assert_eq!(entries(&scratch), left);
    assert!(elsewhere.join("Default").exists());
}

#[test]
fn many_browsers_that_start_at_once_do_not_remove_each_others_folders() {
    let scratch = scratch("web-crowd");
    let looks = program(
        scratch.join("looks"),
        r#"for it; do case $it in --user-data-dir=*) folder=${it#*=};; esac; done
        [ -d "$folder" ] || touch "$0-in-vain""#,
    );
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| (0..10).for_each(|_| start_instead(&looks, &scratch)));
        }
    });
    assert_eq!(entries(&scratch), ["looks"]);
}

#[test]
fn a_browser_that_is_ended_while_somebody_waits_for_it_leaves_nothing() {
    let scratch = scratch("web-ended");
    let config = BrowserConfig {
        program: Some(program(scratch.join("mute"), "exec sleep 1000")),
        scratch: scratch.clone(),
        ..config()
    };
    let mute = Browser::start(&config, clock()).unwrap();
    let waiting = mute.clone();
    let waiter = std::thread::spawn(move || waiting.wait_until_it_answers());
    mute.end();
    assert!(waiter.join().unwrap().is_err());
    assert_eq!(entries(&scratch), ["mute"]);
}

#[test]
fn a_browser_that_is_ended_while_a_page_is_opened_leaves_nothing() {
    let Some((config, scratch)) = in_scratch("web-ended-page") else {
        return;
    };
    let server = Server::start(|_| Answer::Endless(String::new()));
    let own = Browser::launch(&config, clock()).unwrap();
    let (opening, url) = (own.clone(), server.url("/never"));
    let opener = std::thread::spawn(move || {
        let opened = WebDevice::open(&opening, WebOptions::new(url), deadline());
        opened.map(drop)
    });
    server.wait_for("/never");
    own.end();
    // It may have opened already: the first of the answer has come.
    let _ = opener.join().unwrap();
    assert!(entries(&scratch).is_empty());
}
