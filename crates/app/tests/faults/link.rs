//! Links to devices that are slow, cut, stand still, or say everything twice.

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use crate::free_port::free_port;
use crate::project::Project;
use crate::row::{End, Row, SKILLS, let_pass};
use crate::seeded_random::SeededRandom;
use crate::served::Served;

/// Skills of which one passes and the other must not, whatever state the app is left in.
const RIGHT: &str = "name: Right
steps:
  - reset_app: Settings
  - launch: Settings
  - tap: General
  - wait_for: About
  - tap: About
  - assert_visible: Model Name
";
const WRONG: &str = "name: Wrong
steps:
  - reset_app: Settings
  - launch: Settings
  - tap: General
  - assert_visible: Modem
";

/// The trouble with one connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Trouble {
    None,
    /// Every piece takes so many milliseconds longer.
    Slow(u64),
    /// It is cut after so many bytes of the answer.
    Cut(usize),
    /// Every piece of the answer comes twice.
    Twice,
    /// The answer stops after so many bytes, and nothing is ever said again.
    Still(usize),
}

/// Stands between a program and its server.
pub(crate) struct Proxy {
    pub(crate) port: u16,
    /// The trouble, and with which of the next connections; all for none.
    plan: Arc<Mutex<(Trouble, Option<usize>)>>,
    taken: Arc<AtomicUsize>,
    /// How many connections the trouble came to.
    struck: Arc<AtomicUsize>,
}

impl Proxy {
    /// Passes on to a port of this machine.
    pub(crate) fn to(port: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let plan = Arc::new(Mutex::new((Trouble::None, None)));
        let taken = Arc::new(AtomicUsize::new(0));
        let struck = Arc::new(AtomicUsize::new(0));
        let proxy = Self {
            port: listener.local_addr().unwrap().port(),
            plan: Arc::clone(&plan),
            taken: Arc::clone(&taken),
            struck: Arc::clone(&struck),
        };
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let number = taken.fetch_add(1, Ordering::SeqCst);
                let (trouble, which) = *plan.lock().unwrap();
                let is_meant = which.is_none_or(|which| which == number);
                let trouble = if is_meant { trouble } else { Trouble::None };
                if let Ok(server) = TcpStream::connect(("127.0.0.1", port)) {
                    join(client, server, trouble, &struck);
                }
            }
        });
        proxy
    }

    /// Makes trouble from now on, with one of the next connections or with all.
    pub(crate) fn plan(&self, trouble: Trouble, which: Option<usize>) {
        self.taken.store(0, Ordering::SeqCst);
        self.struck.store(0, Ordering::SeqCst);
        *self.plan.lock().unwrap() = (trouble, which);
    }
}

fn join(client: TcpStream, server: TcpStream, trouble: Trouble, struck: &Arc<AtomicUsize>) {
    let (asks, asked) = (client.try_clone().unwrap(), server.try_clone().unwrap());
    let struck = Arc::clone(struck);
    thread::spawn(move || pass(asks, asked, Trouble::None));
    thread::spawn(move || {
        if pass(server, client, trouble) {
            struck.fetch_add(1, Ordering::SeqCst);
        }
    });
}

/// Passes bytes on until there are no more; returns whether the trouble changed any.
fn pass(mut from: TcpStream, mut to: TcpStream, trouble: Trouble) -> bool {
    let mut bytes = vec![0; 16 * 1024];
    let mut passed = 0;
    let mut is_struck = false;
    while let Ok(count @ 1..) = from.read(&mut bytes) {
        let (piece, again) = match trouble {
            Trouble::None => (count, 0),
            Trouble::Slow(millis) => {
                let_pass(Duration::from_millis(millis));
                (count, 0)
            }
            Trouble::Cut(after) | Trouble::Still(after) => {
                (count.min(after.saturating_sub(passed)), 0)
            }
            Trouble::Twice => (count, count),
        };
        passed += count;
        is_struck |= piece < count || again > 0 || matches!(trouble, Trouble::Slow(_));
        if to.write_all(&bytes[..piece]).is_err() || to.write_all(&bytes[..again]).is_err() {
            break;
        }
        if piece < count && matches!(trouble, Trouble::Still(_)) {
            // Whoever waits has a deadline; this end does not hang up before theirs does.
            let _ = to.read(&mut bytes);
            break;
        }
        if piece < count {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Both);
    let _ = from.shutdown(Shutdown::Both);
    is_struck
}

/// A simulated phone behind the real adb, with a proxy before the adb server.
pub(crate) struct Phone {
    pub(crate) project: Project,
    pub(crate) served: Served,
    pub(crate) proxy: Proxy,
    server: u16,
}

impl Phone {
    pub(crate) fn start() -> Option<Self> {
        let project = Project::with(&[(SKILLS[0], RIGHT), (SKILLS[1], WRONG)]);
        let mut command = project.command();
        command
            .args(["sim", "settings", "--adb", "0"])
            .stderr(Stdio::null());
        let served = Served::start(&mut command);
        let server = free_port();
        let adb = |words: &[&str]| {
            let mut adb = Command::new("adb");
            adb.args(["-P", &server.to_string()])
                .args(words)
                .output()
                .ok()
        };
        let connected = adb(&["connect", &served.line])?;
        let said = String::from_utf8_lossy(&connected.stdout).into_owned();
        assert!(said.contains("connected to"), "{said}");
        Some(Self {
            project,
            served,
            proxy: Proxy::to(server),
            server,
        })
    }

    /// Tries both skills without any trouble.
    pub(crate) fn without_trouble(&self, rounds: usize) -> Row {
        let mut row = Row::new("adb: no trouble", "the right skill passes, the wrong never");
        self.proxy.plan(Trouble::None, None);
        for round in 0..rounds.max(SKILLS.len()) {
            let end = End::of(&mut self.test(SKILLS[round % 2]));
            match round % 2 {
                0 => row.add_passed(&end),
                _ => row.add_not_passed(&end),
            }
        }
        row
    }

    /// Returns the command that tests a skill on this phone.
    pub(crate) fn test(&self, skill: &str) -> Command {
        let mut command = self.project.command();
        command.env("ANDROID_ADB_SERVER_PORT", self.proxy.port.to_string());
        command.args([
            "test",
            skill,
            "--timeout",
            "4",
            "--device",
            &format!("android:{}", self.served.line),
        ]);
        command
    }
}

impl Drop for Phone {
    fn drop(&mut self) {
        let port = self.server.to_string();
        let _ = Command::new("adb")
            .args(["-P", &port, "kill-server"])
            .output();
    }
}

/// How many connections a short run has, and how long its answers are: those with a screen, and those of acts, which say
/// little more than that they were done.
const CONNECTIONS: usize = 30;
const LONGEST: usize = 4000;
const LONGEST_OF_ACT: usize = 24;

/// Returns after how many bytes an answer ends, half of the time within that of an act.
fn place_in_answer(random: &mut SeededRandom) -> usize {
    let longest = [LONGEST_OF_ACT, LONGEST][random.below(2)];
    random.below(longest)
}

pub(crate) fn rows(rounds: usize, random: &mut SeededRandom) -> Vec<Row> {
    let Some(phone) = Phone::start() else {
        return vec![Row::not_tried(
            "the link to a phone",
            "adb is not installed",
        )];
    };
    let mut troubled =
        |name: &str, trouble: &dyn Fn(&mut SeededRandom) -> (Trouble, Option<usize>)| {
            let mut row = Row::new(name, "the wrong skill never passes");
            let mut struck = 0;
            for round in 0..rounds {
                let (trouble, which) = trouble(random);
                phone.proxy.plan(trouble, which);
                let skill = SKILLS[round % 2];
                row.add_skill(skill, &End::of(&mut phone.test(skill)));
                struck += phone.proxy.struck.load(Ordering::SeqCst);
            }
            if struck == 0 {
                row.check(vec!["no connection had this trouble".to_owned()]);
            }
            row
        };
    vec![
        phone.without_trouble(rounds),
        troubled("adb: slow", &|random| {
            (Trouble::Slow(5 + random.below(60) as u64), None)
        }),
        troubled("adb: an answer is cut off", &|random| {
            (
                Trouble::Cut(place_in_answer(random)),
                Some(random.below(CONNECTIONS)),
            )
        }),
        troubled("adb: an answer comes twice", &|random| {
            (Trouble::Twice, Some(random.below(CONNECTIONS)))
        }),
        troubled("adb: an answer stops for good", &|random| {
            (
                Trouble::Still(place_in_answer(random)),
                Some(random.below(CONNECTIONS)),
            )
        }),
    ]
}
