//! The real adb: its client and a server of its own for each test.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use retap_model::device::{Action, Clock, Deadline, Device};
use retap_sim::SimDevice;

use super::phone::Served;
use crate::assert_contains;
use crate::free_port::free_port;
use crate::missing_tool::skip_without;

/// An adb server of our own that is connected to a phone; it ends when this is dropped.
struct Adb {
    port: String,
    serial: String,
    folder: PathBuf,
}

impl Adb {
    /// Starts a server and connects it; `None`, with a word about it, where there is no adb.
    fn connect(phone: &Served, name: &str) -> Option<Self> {
        if Command::new("adb").arg("version").output().is_err() {
            skip_without("adb");
            return None;
        }
        let port = free_port().to_string();
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("adb-{name}"));
        std::fs::create_dir_all(&folder).unwrap();
        let serial = phone.address.to_string();
        let adb = Self {
            port,
            serial,
            folder,
        };
        let said = text(
            &adb.command(&["connect", &adb.serial])
                .output()
                .unwrap()
                .stdout,
        );
        assert_eq!(said, format!("connected to {}\n", adb.serial));
        Some(adb)
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new("adb");
        // Keys and logs of the server stay out of the home of whoever runs the tests.
        command
            .env("HOME", &self.folder)
            .env("TMPDIR", &self.folder);
        command
            .env_remove("ANDROID_SERIAL")
            .env_remove("ANDROID_ADB_SERVER_PORT");
        command
            .args(["-P", &self.port])
            .args(args)
            .stdin(Stdio::null());
        command
    }

    /// Runs adb for our phone.
    fn run(&self, args: &[&str]) -> Output {
        let all = [&["-s", &self.serial], args].concat();
        self.command(&all).output().unwrap()
    }

    /// Runs adb and returns what it printed; it must succeed.
    fn ok(&self, args: &[&str]) -> String {
        let output = self.run(args);
        assert!(
            output.status.success(),
            "{args:?}: {}",
            text(&output.stderr)
        );
        text(&output.stdout)
    }

    /// Returns the path of a file with these bytes.
    fn file(&self, name: &str, bytes: &[u8]) -> String {
        let path = self.folder.join(name);
        std::fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    }
}

impl Drop for Adb {
    fn drop(&mut self) {
        let _ = self.command(&["kill-server"]).output();
    }
}

/// Returns the words of a command, which adb joins again.
fn words(command: &str) -> Vec<&str> {
    command.split(' ').collect()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn the_real_adb_sees_a_device_and_its_statuses() {
    let phone = Served::open("settings");
    let Some(adb) = Adb::connect(&phone, "statuses") else {
        return;
    };
    assert_eq!(adb.ok(&["get-state"]), "device\n");
    let devices = text(&adb.command(&["devices", "-l"]).output().unwrap().stdout);
    assert!(
        devices.contains("product:sim model:retap_sim device:sim"),
        "{devices}"
    );
    assert_eq!(adb.ok(&["shell", "echo", "hi"]), "hi\n");
    assert_eq!(adb.run(&["shell", "exit 7"]).status.code(), Some(7));
    let missing = adb.run(&["shell", "xyz"]);
    assert_eq!(missing.status.code(), Some(127));
    assert_eq!(
        text(&missing.stderr),
        "/system/bin/sh: xyz: inaccessible or not found\n"
    );
    assert_eq!(adb.run(&["reboot"]).status.code(), Some(1));
    assert_eq!(
        adb.ok(&["tcpip", "5555"]),
        "restarting in TCP mode port: 5555\n"
    );
    let reversed = adb.run(&["reverse", "tcp:6100", "tcp:7100"]);
    assert_eq!(reversed.status.code(), Some(1));
}

#[test]
fn the_real_adb_gets_the_exact_picture_and_tree() {
    let phone = Served::open("settings");
    let Some(adb) = Adb::connect(&phone, "picture") else {
        return;
    };
    let start = "am start -n dev.retap.settings/.MainActivity";
    adb.ok(&[&["shell"], words(start).as_slice()].concat());
    let mut twin = SimDevice::open("settings?latency=instant").unwrap();
    let deadline = Deadline::after(twin.clock().now(), std::time::Duration::from_secs(9));
    twin.perform(&Action::Launch("settings".to_owned()), deadline)
        .unwrap();
    let picture = adb.run(&["exec-out", "screencap", "-p"]).stdout;
    assert!(
        picture == twin.screenshot(deadline).unwrap().0,
        "the pictures differ"
    );
    let tree = adb
        .run(&["exec-out", "uiautomator", "dump", "/dev/tty"])
        .stdout;
    let twins = text(&twin.dump_tree(deadline).unwrap().bytes);
    assert_eq!(
        text(&tree),
        format!("{twins}UI hierchary dumped to: /dev/tty\n")
    );
}

#[test]
fn the_real_adb_pushes_and_pulls_any_bytes() {
    let phone = Served::open("settings");
    let Some(adb) = Adb::connect(&phone, "files") else {
        return;
    };
    let bytes: Vec<u8> = (0..3_000_000u32)
        .map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8)
        .collect();
    let (here, back) = (adb.file("out", &bytes), adb.file("back", b""));
    let pushed = adb.ok(&["push", &here, "/sdcard/new folder/it's.bin"]);
    assert!(pushed.contains("1 file pushed"), "{pushed}");
    adb.ok(&["pull", "/sdcard/new folder/it's.bin", &back]);
    assert!(std::fs::read(&back).unwrap() == bytes, "the bytes differ");
    let cat = adb
        .run(&["exec-out", "cat '/sdcard/new folder/it'\\''s.bin'"])
        .stdout;
    assert!(cat == bytes, "the bytes differ");
    // The client leaves as soon as it has sent all; the file becomes whole nevertheless.
    for length in [0, 5, 200_000] {
        let here = std::fs::File::open(adb.file("sent", &bytes[..length])).unwrap();
        let path = format!("/sdcard/{length}.bin");
        let send = ["-s", &adb.serial, "exec-in", &format!("cat > {path}")];
        assert!(adb.command(&send).stdin(here).status().unwrap().success());
        let is_there = |_| adb.run(&["exec-out", "cat", &path]).stdout == bytes[..length];
        assert!((0..500).any(is_there), "{length} bytes");
        let listed = adb.ok(&["ls", "/sdcard"]);
        assert!(listed.contains(&format!("{length}.bin")), "{listed}");
    }
    assert!(adb.ok(&["ls", "/sdcard/new folder"]).contains("002dc6c0"));
    let refused = adb.run(&["push", &here, "/system/x"]);
    let said = text(&refused.stdout) + &text(&refused.stderr);
    assert!(said.contains("Read-only file system"), "{said}");
    let missing = adb.run(&["pull", "/sdcard/none", &back]);
    assert_eq!(missing.status.code(), Some(1));
}

#[test]
fn the_real_adb_types_logs_and_installs() {
    let phone = Served::open("login-en");
    let Some(adb) = Adb::connect(&phone, "types") else {
        return;
    };
    let start = "monkey -p com.example.app -c android.intent.category.LAUNCHER 1";
    adb.ok(&[&["shell"], words(start).as_slice()].concat());
    adb.ok(&["shell", "input keyevent TAB"]);
    let dump = adb.ok(&["exec-out", "uiautomator", "dump", "/dev/tty"]);
    let field = dump
        .split("<node")
        .find(|node| node.contains("content-desc=\"Email\""))
        .unwrap();
    let bounds = field.split("bounds=\"[").nth(1).unwrap();
    let (x, y) = bounds.split(']').next().unwrap().split_once(',').unwrap();
    let inside = |edge: &str| (edge.parse::<u32>().unwrap() + 20).to_string();
    adb.ok(&["shell", "input", "tap", &inside(x), &inside(y)]);
    adb.ok(&["shell", "input", "text", "a%sb"]);
    assert!(
        adb.ok(&["exec-out", "uiautomator", "dump", "/dev/tty"])
            .contains("text=\"a b\"")
    );
    let log = adb.ok(&["logcat", "-d"]);
    assert!(
        log.starts_with("--------- beginning of main\n") && log.contains("email_input holds `a b`"),
        "{log}"
    );
    let shop = adb.file("shop.apk", include_bytes!("../../../apps/shop.app.yaml"));
    assert!(adb.ok(&["install", "-r", &shop]).ends_with("Success\n"));
    let bad = adb.file("bad.apk", b"\xff\xfe nothing");
    let refused = adb.run(&["install", &bad]);
    assert_eq!(refused.status.code(), Some(1));
    assert_contains(
        text(&refused.stderr),
        "Failure [INSTALL_PARSE_FAILED_NOT_APK",
    );
    assert_eq!(adb.ok(&["uninstall", "dev.retap.shop"]), "Success\n");
}

#[test]
fn the_real_adb_hands_input_on() {
    let phone = Served::open("settings");
    let Some(adb) = Adb::connect(&phone, "input") else {
        return;
    };
    let mut child = adb.command(&[
        "-s",
        &adb.serial,
        "shell",
        "cat > /sdcard/in; wc -c < /sdcard/in",
    ]);
    let mut child = child
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(&vec![7; 300_000])
        .unwrap();
    assert_eq!(text(&child.wait_with_output().unwrap().stdout), "300000\n");
}

/// How the script ends where a client is not installed, as it says itself.
const MODULE_MISSING: i32 = 77;

#[test]
fn other_peoples_clients_drive_the_phone() {
    let phone = Served::open("settings");
    let Some(adb) = Adb::connect(&phone, "strangers") else {
        return;
    };
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/adb/strangers.py");
    let mut python = Command::new("python3");
    python.args([
        script,
        &adb.port,
        &adb.serial,
        &phone.address.port().to_string(),
    ]);
    let Ok(output) = python.stdin(Stdio::null()).output() else {
        return skip_without("python3");
    };
    if output.status.code() == Some(MODULE_MISSING) {
        return skip_without(&text(&output.stdout));
    }
    assert!(output.status.success(), "{}", text(&output.stderr));
}
