//! Browsers: joined, shared, ended without a trace.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use retap_drivers::web::{
    Browser, BrowserConfig, BrowserError, Profile, WebDevice, WebOptions, Window, find_browsers,
};
use retap_model::device::{Ability, Action, Device};

use super::kit::{Page, browser, clock, config, deadline};
use super::server::Server;

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

#[test]
fn a_browser_ends_with_its_last_device_and_leaves_no_folder() {
    if browser().is_none() {
        return;
    }
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("web-scratch");
    fs::create_dir_all(&scratch).unwrap();
    let config = BrowserConfig {
        scratch: scratch.clone(),
        ..config()
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

#[test]
fn folders_of_browsers_whose_maker_was_killed_are_removed_and_no_others() {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("web-orphans");
    let _ = fs::remove_dir_all(&scratch);
    let folder = |name: &str, files: &[&str]| {
        let folder = scratch.join(name);
        fs::create_dir_all(folder.join("Default")).unwrap();
        for file in files {
            fs::write(folder.join(file), "").unwrap();
        }
        folder
    };
    let orphan = folder("retap-browser-1-0", &["retap.lock", "Default/Cookies"]);
    let alive = folder("retap-browser-1-1", &["retap.lock"]);
    let lock = fs::File::open(alive.join("retap.lock")).unwrap();
    lock.lock().unwrap();
    let unmarked = folder("retap-browser-1-2", &[]);
    let elses = folder("browser", &["retap.lock"]);
    let linked = scratch.join("retap-browser-1-3");
    std::os::unix::fs::symlink(&elses, &linked).unwrap();
    let config = BrowserConfig {
        program: Some("/bin/false".into()),
        scratch: scratch.clone(),
        ..config()
    };
    assert!(Browser::launch(&config, clock()).is_err());
    assert!(!orphan.exists());
    for kept in [&alive, &unmarked, &elses, &linked] {
        assert!(kept.exists(), "{}", kept.display());
    }
    assert_eq!(fs::read_dir(&scratch).unwrap().count(), 4);
}
