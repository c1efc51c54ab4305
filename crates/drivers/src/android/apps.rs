//! Apps: the commands that open, stop and reset them, what their answers say, and which one people mean by a name.

use super::shell::{ShellOutput, quote};

/// Asks for all apps that can be opened.
pub(super) const LIST: &str = "cmd package query-activities --brief \
    -a android.intent.action.MAIN -c android.intent.category.LAUNCHER";

/// Asks which app is the home screen.
pub(super) const HOME: &str = "cmd package resolve-activity --brief \
    -a android.intent.action.MAIN -c android.intent.category.HOME";

/// Asks which activity is in front.
pub(super) const RESUMED: &str = "dumpsys activity activities | grep ResumedActivity";

/// Asks which activity opens an app.
pub(super) const RESOLVE: &str = "cmd package resolve-activity --brief \
    -a android.intent.action.MAIN -c android.intent.category.LAUNCHER";

/// Opens an activity.
pub(super) const START: &str =
    "am start -a android.intent.action.MAIN -c android.intent.category.LAUNCHER -n";

/// Stops an app for good.
pub(super) const STOP: &str = "am force-stop";

/// Erases an app's data.
pub(super) const CLEAR: &str = "pm clear";

/// Opens a URL or deep link.
pub(super) const OPEN_URL: &str = "am start -a android.intent.action.VIEW -d";

/// Asks which apps would open a URL or deep link; it lists all that [`OPEN_URL`] could reach.
pub(super) const QUERY_URL: &str =
    "cmd package query-activities --brief -a android.intent.action.VIEW -d";

/// The package of Android itself. Where it offers to open something, it hands that on to an app it does not
/// name: by a chooser, or to the profile of somebody's work.
const SYSTEM: &str = "android";

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Activity {
    pub package: String,
    /// Its full name.
    pub name: String,
}

impl Activity {
    /// Reads `package/.Name` or `package/full.Name`.
    pub(super) fn parse(component: &str) -> Option<Self> {
        let (package, name) = component.split_once('/')?;
        let is_word = |text: &str| {
            let allowed = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '$');
            !text.is_empty() && text.chars().all(allowed)
        };
        (is_word(package) && is_word(name)).then(|| Self {
            package: package.to_owned(),
            name: match name.strip_prefix('.') {
                Some(rest) => format!("{package}.{rest}"),
                None => name.to_owned(),
            },
        })
    }
}

/// Returns the activities in the answer to a question of [`LIST`]'s kind.
pub(super) fn parse_activities(text: &str) -> Vec<Activity> {
    let lines = text.lines().map(str::trim);
    lines.filter_map(Activity::parse).collect()
}

/// Returns the packages in the answer to the question who opens an address; `None` unless the answer is
/// understood in full.
pub(super) fn parse_openers(text: &str) -> Option<Vec<String>> {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty())?;
    if first == "No activities found" {
        return Some(Vec::new());
    }
    let count: usize = first.strip_suffix(" activities found:")?.parse().ok()?;
    let packages = parse_activities(text).into_iter().map(|one| one.package);
    let packages: Vec<String> = packages.collect();
    let is_understood = packages.len() == count && packages.iter().all(|it| it != SYSTEM);
    is_understood.then_some(packages)
}

/// Returns the activity in front, from what [`RESUMED`] prints on any Android.
pub(super) fn parse_resumed(text: &str) -> Option<Activity> {
    // Split screen has several resumed activities, but only one that is on top.
    let lines = text.lines().filter(|line| line.contains("ResumedActivity"));
    let mut lines: Vec<&str> = lines.collect();
    lines.sort_by_key(|line| !line.contains("topResumedActivity"));
    let words = |line: &'_ str| line.split([' ', '{', '}', '=']).find_map(Activity::parse);
    lines.into_iter().find_map(words)
}

/// Returns a command with what it is about behind it, nothing of which means anything to the shell.
pub(super) fn about(command: &str, what: &str) -> String {
    format!("{command} {}", quote(what))
}

/// Returns the command that opens an app whose activity could not be told.
pub(super) fn start_by_monkey(package: &str) -> String {
    let package = quote(package);
    format!("monkey -p {package} -c android.intent.category.LAUNCHER 1")
}

/// Returns the command that installs a file which is on the device already, and removes the file.
pub(super) fn install(path: &str) -> String {
    let path = quote(path);
    // Packages that are for tests only want to be told that this is one.
    format!("pm install -r -t {path}; code=$?; rm -f {path}; exit $code")
}

/// The remedy for phones of some makers, which adb may not touch at first.
const NOT_TOUCHED: &str = "the phone does not let adb touch it; turn on `USB debugging (Security settings)` in \
                           its developer options";

/// Returns the error a command printed. Android's tools often end with 0 all the same.
pub(super) fn error_message(output: &ShellOutput) -> Option<String> {
    const SIGNS: [&str; 6] = [
        "Error:",
        "Error type",
        "Exception:",
        "Exception occurred",
        "Failure [",
        "monkey aborted",
    ];
    let printed = output.one_line();
    let is_bad = |line: &str| SIGNS.iter().any(|sign| line.contains(sign)) || line == "Failed";
    let line = printed.split("; ").find(|line| is_bad(line));
    match line {
        Some(_) if printed.contains("INJECT_EVENTS") => Some(NOT_TOUCHED.to_owned()),
        Some(line) => Some(line.to_owned()),
        None if output.code != 0 && printed.is_empty() => {
            Some(format!("exit code {}", output.code))
        }
        None if output.code != 0 => Some(printed),
        None => None,
    }
}

/// The names people use for apps whose package does not say it. Several packages: whichever is there.
const CALLED: &str = "
browser = com.android.chrome com.android.browser org.chromium.webview_shell
calculator = com.google.android.calculator com.android.calculator2
calendar = com.google.android.calendar com.android.calendar
camera = com.android.camera2 com.google.android.GoogleCamera com.android.camera
clock = com.google.android.deskclock com.android.deskclock
files = com.google.android.documentsui com.android.documentsui
gmail = com.google.android.gm
maps = com.google.android.apps.maps
messages = com.google.android.apps.messaging com.android.messaging
phone = com.google.android.dialer com.android.dialer
photos = com.google.android.apps.photos
play store = com.android.vending
";

/// How many apps an error lists.
const MOST_LISTED: usize = 12;

/// Returns whether a word can only be a package.
pub(super) fn is_package(word: &str) -> bool {
    let is_part = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_alphabetic())
            && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
    };
    word.contains('.') && word.split('.').all(is_part)
}

/// Tells whether a package goes by a name, in one way or another.
type NameTest = fn(package: &str, name: &str) -> bool;

/// The ways in which a package can go by a name, the surest first.
const TESTS: [NameTest; 3] = [is_called, ends_so, has_word];

fn is_called(package: &str, name: &str) -> bool {
    let lower = name.trim().to_lowercase();
    let mut rows = CALLED.lines().filter_map(|row| row.split_once(" = "));
    let called = rows.find(|(known, _)| *known == lower);
    called.is_some_and(|(_, packages)| packages.split(' ').any(|one| one == package))
}

fn ends_so(package: &str, name: &str) -> bool {
    let last = package.rsplit('.').next();
    last.is_some_and(|last| plain(last) == plain(name))
}

fn has_word(package: &str, name: &str) -> bool {
    package.split('.').any(|part| plain(part) == plain(name))
}

fn plain(text: &str) -> String {
    let letters = text.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// Returns whether the first is a package, and people could mean it by the name.
pub fn goes_by(package: &str, name: &str) -> bool {
    is_package(package) && TESTS.iter().any(|test| test(package, name))
}

/// Returns the package of the app that goes by `name`, or why it cannot be told.
///
/// adb gives no labels, so the words of the packages must do; a name that fits several is refused.
pub(super) fn find_package(name: &str, installed: &[Activity]) -> Result<String, String> {
    let mut known: Vec<&str> = installed.iter().map(|one| one.package.as_str()).collect();
    known.dedup();
    for test in TESTS {
        let fitting = known.iter().filter(|package| test(package, name));
        let fitting: Vec<&str> = fitting.copied().collect();
        match fitting[..] {
            [] => {}
            [only] => return Ok(only.to_owned()),
            _ => {
                let all = fitting.join(" or ");
                return Err(format!("`{name}` could be {all}; use the package name"));
            }
        }
    }
    let is_more = known.len() > MOST_LISTED;
    known.truncate(MOST_LISTED);
    let some = known.join(", ") + if is_more { ", …" } else { "" };
    Err(format!(
        "no installed app is called `{name}`; use the package name, such as one of {some}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_activity_in_front_is_told_on_every_android() {
        let settings = Some(Activity {
            package: "com.android.settings".to_owned(),
            name: "com.android.settings.Settings".to_owned(),
        });
        for line in [
            "    mResumedActivity: ActivityRecord{1a2b u0 com.android.settings/.Settings t42}",
            "  topResumedActivity=ActivityRecord{2b3c u0 com.android.settings/.Settings t7}",
            "  ResumedActivity: ActivityRecord{3c u0 com.android.settings/com.android.settings.Settings t9}",
            "  mResumedActivity: ActivityRecord{9 u0 org.other/.Main t1}\n  topResumedActivity=ActivityRecord{2 u0 com.android.settings/.Settings t7}",
        ] {
            assert_eq!(parse_resumed(line), settings, "{line}");
        }
        assert_eq!(parse_resumed("  mResumedActivity: null"), None);
        assert_eq!(parse_resumed(""), None);
    }

    #[test]
    fn errors_are_found_although_the_exit_code_is_0() {
        let monkey = "** No activities found to run, monkey aborted.";
        let failed = "Error: Activity not started, unable to resolve Intent";
        let xiaomi = "java.lang.SecurityException: Injecting to another application requires INJECT_EVENTS permission";
        for (stdout, code, says) in [
            ("Starting: Intent { cmp=a/.B }", 0, None),
            ("Success\n", 0, None),
            (&format!("Starting: Intent\n{failed}"), 0, Some(failed)),
            ("Failed\n", 0, Some("Failed")),
            (monkey, 252, Some(monkey)),
            ("", 3, Some("exit code 3")),
            (xiaomi, 0, Some(NOT_TOUCHED)),
        ] {
            let output = ShellOutput {
                stdout: stdout.as_bytes().to_vec(),
                stderr: Vec::new(),
                code,
            };
            assert_eq!(error_message(&output).as_deref(), says, "{stdout}");
        }
    }

    #[test]
    fn nothing_of_a_url_or_a_package_means_anything_to_the_shell() {
        assert_eq!(
            about(OPEN_URL, "app://x?a=1&b=$(reboot)'"),
            r"am start -a android.intent.action.VIEW -d 'app://x?a=1&b=$(reboot)'\'''"
        );
        assert_eq!(about(STOP, "a;b"), "am force-stop 'a;b'");
    }

    #[test]
    fn who_opens_an_address_is_known_only_from_an_answer_that_is_understood() {
        let one = "1 activities found:\n  Activity #0:\n    priority=0 isDefault=true\n    \
                   org.shop/.Link\n";
        assert_eq!(parse_openers(one).unwrap(), ["org.shop"]);
        let two = "2 activities found:\n  Activity #0:\n    priority=0\n    org.shop/.Link\n  \
                   Activity #1:\n    priority=0\n    org.bank/org.bank.Pay\n";
        assert_eq!(parse_openers(two).unwrap(), ["org.shop", "org.bank"]);
        assert_eq!(parse_openers("No activities found\n").unwrap(), [""; 0]);
        for unknown in [
            "",
            "Error: Unknown option: --brief",
            "cmd: Can't find service: package",
            &one.replace("1 act", "2 act"),
            &one.replace("org.shop/.Link", "android/com.android.internal.app.Forward"),
        ] {
            assert_eq!(parse_openers(unknown), None, "{unknown}");
        }
    }

    fn installed(packages: &[&str]) -> Vec<Activity> {
        let line = |package: &&str| Activity::parse(&format!("{package}/.Main")).unwrap();
        packages.iter().map(line).collect()
    }

    #[test]
    fn a_name_is_a_package_an_alias_or_a_word_of_one_package() {
        let apps = installed(&[
            "com.android.settings",
            "com.google.android.gm",
            "com.google.android.youtube",
            "org.shop.client",
            "org.shop.admin",
        ]);
        let shops = "`Shop` could be org.shop.client or org.shop.admin; use the package name";
        let all = "no installed app is called `Banking`; use the package name, such as one of \
                   com.android.settings, com.google.android.gm, com.google.android.youtube, \
                   org.shop.client, org.shop.admin";
        for (name, expected) in [
            ("Settings", Ok("com.android.settings")),
            ("Gmail", Ok("com.google.android.gm")),
            ("You Tube", Ok("com.google.android.youtube")),
            ("Shop", Err(shops)),
            ("Banking", Err(all)),
        ] {
            let found = find_package(name, &apps);
            assert_eq!(found.as_deref().map_err(String::as_str), expected, "{name}");
        }
        assert!(goes_by("com.android.settings", "Settings"));
        assert!(goes_by("com.google.android.gm", "gmail"));
        assert!(!goes_by("org.shop.client", "Settings"));
        assert!(!goes_by("Settings", "Settings"));
        assert!(is_package("com.android.settings"));
        assert!(!is_package("Settings"));
        assert!(!is_package("v1.2 beta"));
    }
}
