//! The real adb between retap and the simulated phone: learn, replay, drift, faults, verbs.

use std::process::{Command, Output, Stdio};

use crate::assert_contains;
use crate::project::{ABOUT, Project, Ran};
use crate::served::Served;

/// A simulated phone that adb is connected to, and the project that drives it.
pub(crate) struct Phone {
    /// The project that drives it.
    pub(crate) project: Project,
    _served: Served,
    /// The name adb has for it.
    pub(crate) serial: String,
}

impl Phone {
    /// Starts the phone with this app and connects the project's own adb server to it.
    pub(crate) fn start(app: &str, files: &[(&str, &str)]) -> Self {
        let project = Project::with(files);
        let mut command = project.command();
        command
            .args(["sim", app, "--adb", "0"])
            .stderr(Stdio::null());
        let served = Served::start(&mut command);
        let phone = Self {
            project,
            serial: served.line.clone(),
            _served: served,
        };
        phone.connect(&phone.serial);
        phone
    }

    /// Runs the real adb client against the project's own server.
    fn adb(&self, words: &[&str]) -> Output {
        let mut command = Command::new("adb");
        self.project.place(&mut command);
        command.args(words).output().unwrap()
    }

    /// Connects the project's adb server to a phone.
    pub(crate) fn connect(&self, serial: &str) {
        let said = self.adb(&["connect", serial]);
        assert_contains(text(&said), "connected to");
    }

    /// Runs the real adb client for this phone.
    pub(crate) fn adb_here(&self, words: &[&str]) -> Output {
        let mut all = vec!["-s", &self.serial];
        all.extend(words);
        self.adb(&all)
    }

    /// Asks the phone until this app is in front.
    fn wait_until_in_front(&self, package: &str) {
        for _ in 0..1000 {
            let said = self.adb_here(&[
                "shell",
                "dumpsys activity activities | grep ResumedActivity",
            ]);
            if text(&said).contains(package) {
                return;
            }
        }
        panic!("`{package}` never came to the front");
    }

    /// Runs retap on this phone; `{}` stands for its address.
    fn run(&self, line: &str) -> Ran {
        let address = format!("android:{}", self.serial);
        self.project.run(&line.replace("{}", &address))
    }
}

/// Returns everything a program said.
pub(crate) fn text(output: &Output) -> String {
    let both = [output.stdout.as_slice(), &output.stderr].concat();
    String::from_utf8_lossy(&both).into_owned()
}

/// An app for the simulated phone; its file is called as adb wants it.
pub(crate) const NOTES: &str = "app: Notes
package: org.example.notes
root: main
screens:
  main:
    title: Notes
    items:
      - row: Milk
";

#[test]
fn a_keyboard_is_hidden_and_the_screen_stays() {
    let skill = "steps:\n  - launch: Settings\n  - tap: General\n  - tap: About\n  - tap: Name\n  - hide_keyboard\n  \
                 - tap: Name of this phone\n  - hide_keyboard\n  - assert_visible: Save\n";
    let phone = Phone::start("settings", &[("name.yaml", skill)]);
    let shown = || text(&phone.adb_here(&["shell", "dumpsys input_method | grep mInputShown"]));
    for command in [
        "test name.yaml --device {}",
        "compile name.yaml --device {}",
        "test name.yaml --device {}",
    ] {
        phone.run(command).exits(0);
        assert_contains(shown(), "mInputShown=false");
        phone.adb_here(&["shell", "input keyevent HOME"]);
        phone.adb_here(&["shell", "am force-stop dev.retap.settings"]);
    }
}

/// The system asks for a permission when the app starts, and the app for a rating when a list is opened.
const ASKING: &str = "app: Notes
package: org.example.notes
root: main
screens:
  main: {title: Notes, items: [{row: Milk, id: milk, go: milk}]}
  milk: {title: Milk details, back: main, items: [{text: Two litres, id: litres}]}
popups:
  grant_dialog: {title: 'Allow Notes to take pictures?', trigger: on_first_describe, buttons: [{label: While using the app, id: yes}, {label: Don’t allow, id: no}]}
  rating: {title: Do you like it?, trigger: 'on_enter:milk', buttons: [{label: Rate, id: rate}, {label: Not now, id: later}]}
";

#[test]
fn a_question_of_the_system_for_a_permission_is_refused_and_told() {
    let skill = "steps:\n  - launch: Notes\n  - tap: Milk\n";
    let quiet = ASKING.split("popups:").next().unwrap();
    let files = [
        ("notes.app.yaml", ASKING),
        ("quiet.app.yaml", quiet),
        ("milk.yaml", skill),
    ];
    let phone = Phone::start("notes.app.yaml", &files);
    let live = phone.run("test milk.yaml --device {}").exits(0);
    live.says("closed `Allow Notes to take pictures?` by touching `Don’t allow`");
    // What was learned where nothing asks must come when both questions are closed.
    phone
        .run("compile milk.yaml --device sim:quiet.app.yaml")
        .exits(0);
    let replay = phone
        .run("test milk.yaml --device sim:notes.app.yaml")
        .exits(0);
    replay.says("closed `Do you like it?` by touching `Not now`");
}

#[test]
fn an_app_is_installed_and_a_file_that_is_none_is_refused() {
    let files = [("notes.apk", NOTES), ("bad.apk", "nothing")];
    let phone = Phone::start("settings", &files);
    phone
        .run("install notes.apk --device {}")
        .exits(0)
        .says("Success");
    let known = text(&phone.adb_here(&["shell", "pm list packages"]));
    assert!(known.contains("org.example.notes"), "{known}");
    let left = text(&phone.adb_here(&["shell", "ls /data/local/tmp"]));
    assert!(!left.contains("retap-"), "{left}");
    phone
        .run("install bad.apk --device {}")
        .exits(3)
        .says("INSTALL_PARSE_FAILED");
    phone.run("install absent.apk --device {}").exits(2);
    // The simulated phone takes the same files without adb.
    phone
        .run("install notes.apk --device sim:settings")
        .exits(0);
}

const LOGIN: &str = "name: ログイン
app: com.example.app
config: { clear_data_before: true }
variables: { email: test@example.com, password: password123 }
steps:
  - id: 起動
    actions:
      - do: アプリを起動
      - then: ログイン画面が表示されていること
  - id: ログイン
    actions:
      - do: メールアドレス欄に「(email)」を入力
      - do: パスワード欄に「(password)」を入力
      - do: 「ログイン」ボタンをタップ
      - then: ホーム画面が表示されていること
";

const PLACE: &str = "name: 拠点
app: com.example.app
steps:
  - id: 選択
    actions:
      - do: 「現在の拠点」をタップ
      - do: 「大阪支社」をタップ
      - then: 「大阪支社」と表示されていること
";

#[test]
fn a_skill_is_learned_and_replayed_over_adb() {
    let phone = Phone::start("settings", &[("about.yaml", &about())]);
    phone.run("test about.yaml --device {}").exits(0);
    phone.run("compile about.yaml --device {}").exits(0);
    let device = format!("--device android:{}", phone.serial);
    phone.project.replays(&format!("about.yaml {device}"));
}

#[test]
fn a_scenario_is_learned_and_replayed_over_adb_and_a_removed_row_stops_it() {
    let phone = Phone::start("login", &[("login.yaml", LOGIN), ("place.yaml", PLACE)]);
    phone.run("compile login.yaml --device {}").exits(0);
    phone.run("test login.yaml --device {}").exits(0);
    phone.run("compile place.yaml --device {}").exits(0);
    let compiled = phone.project.read("place.yaml.compiled.json");
    let drifted = Phone::start("login?drift=remove&open=home", &[("place.yaml", PLACE)]);
    drifted.project.write("place.yaml.compiled.json", &compiled);
    drifted
        .run("test place.yaml --device {} --timeout 3")
        .exits(1)
        .says("大阪支社");
}

#[test]
fn the_only_phone_needs_no_name_and_verbs_look_around() {
    let phone = Phone::start("settings", &[]);
    phone.adb_here(&["shell", "monkey", "-p", "dev.retap.settings", "1"]);
    let shown = phone.run("screen").exits(0).text;
    assert!(shown.contains("\"General\""), "{shown}");
    phone.run("tap General").exits(0);
    let tree = phone.run("screen --tree").exits(0);
    assert!(tree.stdout().starts_with("<?xml"), "{}", tree.stdout());
    phone.run("screen --png now.png").exits(0);
    let exact = phone.adb_here(&["exec-out", "screencap", "-p"]).stdout;
    let kept = std::fs::read(phone.project.path("now.png")).unwrap();
    assert!(kept == exact, "the picture is not what adb gives");
    phone.run("key back").exits(0);
    phone.run("tap Nowhere --timeout 1").exits(1);
    let listed = phone.run("devices").exits(0).text;
    assert!(
        listed.contains(&format!("android:{}", phone.serial)),
        "{listed}"
    );
    let doctor = phone.run("doctor").text;
    assert!(doctor.contains("adb server"), "{doctor}");
}

#[test]
fn a_phone_that_is_not_there_is_the_environments_fault() {
    let project = Project::with(&[("about.yaml", ABOUT)]);
    project
        .run("test about.yaml --device android:nobody")
        .exits(3)
        .says("nobody");
}

#[test]
fn a_phone_that_goes_away_in_a_run_ends_it_with_3() {
    let phone = Phone::start("settings", &[("about.yaml", ABOUT)]);
    phone.adb_here(&["shell", "retap-fault", "dead:1@3"]);
    phone
        .run("test about.yaml --device {} --timeout 5")
        .exits(3);
}

/// The skill with a fresh start of the app: a real phone stays where it was.
fn about() -> String {
    ABOUT.replace("steps:\n", "steps:\n  - reset_app: Settings\n")
}

#[test]
fn readings_that_go_wrong_for_a_moment_do_not_fail_a_run() {
    let phone = Phone::start("settings", &[("about.yaml", &about())]);
    for fault in [
        "half_dump:2@2",
        "not_idle:2@3",
        "null_root:1@2",
        "stale_frame:1@3",
    ] {
        phone.adb_here(&["shell", "retap-fault", fault]);
        phone.run("test about.yaml --device {}").exits(0);
        phone.adb_here(&["shell", "retap-fault", "clear"]);
    }
}

#[test]
fn a_tap_that_is_lost_fails_and_is_not_sent_again() {
    let phone = Phone::start("settings", &[("about.yaml", &about())]);
    phone.adb_here(&["shell", "retap-fault", "lost_tap:1@1"]);
    phone
        .run("test about.yaml --device {} --timeout 2")
        .exits(1)
        .says("nothing changed");
}

#[test]
fn a_cable_that_is_pulled_and_plugged_in_again_lets_the_run_go_on() {
    let scenario = "name: 待つ\napp: dev.retap.settings\nsteps:\n  - id: a\n    actions:\n      \
                    - do: アプリを再起動\n      - do: 2秒待つ\n      - then: 「General」と表示されていること\n";
    let phone = Phone::start("settings", &[("wait.yaml", scenario)]);
    let address = format!("android:{}", phone.serial);
    let mut command = phone.project.command();
    command.args([
        "test",
        "wait.yaml",
        "--evidence",
        "failures",
        "-v",
        "--device",
        &address,
    ]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let running = command.spawn().unwrap();
    phone.wait_until_in_front("dev.retap.settings");
    phone.adb_here(&["shell", "retap-unplug 1"]);
    let ended = running.wait_with_output().unwrap();
    assert!(ended.status.success(), "{}", text(&ended));
    assert_contains(text(&ended), "there again");
}

#[test]
fn of_two_phones_that_are_alike_one_must_be_named() {
    let phone = Phone::start("settings", &[("about.yaml", &about())]);
    let other = Phone::start("settings", &[]);
    phone.adb(&["connect", &other.serial]);
    let ran = phone
        .project
        .run("test about.yaml --device android:")
        .exits(2);
    for serial in [&phone.serial, &other.serial] {
        assert_contains(&ran.text, serial.as_str());
    }
    phone.run("test about.yaml --device {}").exits(0);
}

#[test]
fn a_server_that_was_ended_is_started_and_finds_the_phone_again() {
    let phone = Phone::start("settings", &[("about.yaml", &about())]);
    phone.adb(&["kill-server"]);
    phone.run("test about.yaml --device {}").exits(0);
}
