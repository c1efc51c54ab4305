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

/// An activity of an app.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Activity {
    /// The app.
    pub package: String,
    /// The activity, with its full name.
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
    text.lines()
        .map(str::trim)
        .filter_map(Activity::parse)
        .collect()
}

/// Returns the activity in front, from what [`RESUMED`] prints on any Android.
pub(super) fn parse_resumed(text: &str) -> Option<Activity> {
    // Split screen has several resumed activities, but only one that is on top.
    let mut lines: Vec<&str> = text
        .lines()
        .filter(|line| line.contains("ResumedActivity"))
        .collect();
    lines.sort_by_key(|line| !line.contains("topResumedActivity"));
    lines
        .into_iter()
        .find_map(|line| line.split([' ', '{', '}', '=']).find_map(Activity::parse))
}

/// Returns the command that asks which activity opens an app.
pub(super) fn resolve(package: &str) -> String {
    format!(
        "cmd package resolve-activity --brief -a android.intent.action.MAIN \
         -c android.intent.category.LAUNCHER {}",
        quote(package)
    )
}

/// Returns the command that opens an activity.
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
        Some(_) if printed.contains("INJECT_EVENTS") => Some(
            "the phone does not let adb touch it; turn on `USB debugging (Security settings)` in its \
             developer options"
                .to_owned(),
        ),
        Some(line) => Some(line.to_owned()),
        None if output.code != 0 && printed.is_empty() => Some(format!("exit code {}", output.code)),
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
        let output = |stdout: &str, code| ShellOutput {
            stdout: stdout.as_bytes().to_vec(),
            stderr: Vec::new(),
            code,
        };
        let says = |stdout, code| error_message(&output(stdout, code));
        assert_eq!(says("Starting: Intent { cmp=a/.B }", 0), None);
        assert_eq!(says("Success\n", 0), None);
        assert_eq!(
            says(
                "Starting: Intent\nError: Activity not started, unable to resolve Intent",
                0
            )
            .unwrap(),
            "Error: Activity not started, unable to resolve Intent"
        );
        assert_eq!(says("Failed\n", 0).unwrap(), "Failed");
        assert_eq!(
            says("** No activities found to run, monkey aborted.", 252).unwrap(),
            "** No activities found to run, monkey aborted."
        );
        assert_eq!(says("", 3).unwrap(), "exit code 3");
        let xiaomi = "java.lang.SecurityException: Injecting to another application requires INJECT_EVENTS permission";
        assert!(says(xiaomi, 0).unwrap().contains("Security settings"));
    }

    #[test]
    fn nothing_of_a_url_or_a_package_means_anything_to_the_shell() {
        assert_eq!(
            open_url("app://x?a=1&b=$(reboot)'"),
            r"am start -a android.intent.action.VIEW -d 'app://x?a=1&b=$(reboot)'\'''"
        );
        assert_eq!(stop("a;b"), "am force-stop 'a;b'");
    }
}
