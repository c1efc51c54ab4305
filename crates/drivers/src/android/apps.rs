//! Apps: the commands that open, stop and reset them, and what their answers say.

use super::shell::{ShellOutput, quote};

/// Asks for all apps that can be opened.
pub(super) const LIST: &str = "cmd package query-activities --brief \
    -a android.intent.action.MAIN -c android.intent.category.LAUNCHER";

/// Asks which app is the home screen.
pub(super) const HOME: &str = "cmd package resolve-activity --brief \
    -a android.intent.action.MAIN -c android.intent.category.HOME";

/// Asks which activity is in front.
pub(super) const RESUMED: &str = "dumpsys activity activities | grep ResumedActivity";

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

/// Returns the command that asks which activity opens an app.
pub(super) fn resolve(package: &str) -> String {
    format!(
        "cmd package resolve-activity --brief -a android.intent.action.MAIN \
         -c android.intent.category.LAUNCHER {}",
        quote(package)
    )
}

pub(super) fn start(activity: &Activity) -> String {
    let component = format!("{}/{}", activity.package, activity.name);
    format!(
        "am start -a android.intent.action.MAIN -c android.intent.category.LAUNCHER -n {}",
        quote(&component)
    )
}

/// Returns the command that opens an app whose activity could not be told.
pub(super) fn start_by_monkey(package: &str) -> String {
    let package = quote(package);
    format!("monkey -p {package} -c android.intent.category.LAUNCHER 1")
}

/// Returns the command that stops an app for good.
pub(super) fn stop(package: &str) -> String {
    format!("am force-stop {}", quote(package))
}

/// Returns the command that erases an app's data.
pub(super) fn clear(package: &str) -> String {
    format!("pm clear {}", quote(package))
}

/// Returns the command that opens a URL or deep link.
pub(super) fn open_url(url: &str) -> String {
    format!("am start -a android.intent.action.VIEW -d {}", quote(url))
}

/// Returns the command that asks which apps would open a URL or deep link; it lists all that [`open_url`]
/// could reach.
pub(super) fn query_url(url: &str) -> String {
    let url = quote(url);
    format!("cmd package query-activities --brief -a android.intent.action.VIEW -d {url}")
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
            open_url("app://x?a=1&b=$(reboot)'"),
            r"am start -a android.intent.action.VIEW -d 'app://x?a=1&b=$(reboot)'\'''"
        );
        assert_eq!(stop("a;b"), "am force-stop 'a;b'");
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
}
