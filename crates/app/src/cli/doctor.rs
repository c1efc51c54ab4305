//! `retap doctor`: whether everything is in place, and what to type where it is not.

use serde::Serialize;
use serde_json::json;

use super::run_args::OutputArgs;
use crate::android::{adb_config, connected, connected_already};
use crate::config::Config;
use crate::discovery::Discovery;
use crate::environment::Environment;
use crate::error::{AppError, Exit};
use crate::permissions::{CORRECT_THE_FILE, Policy, policy_files};
use crate::terminal::{Paint, Tone, count};
use crate::web::Browsers;

retap_model::words! {
    /// How a check came out.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
    #[serde(rename_all = "lowercase")]
    enum Status {
        Passed = "passed",
        Warned = "warned",
        Failed = "failed",
    }
}

impl Status {
    const fn tone(self) -> Tone {
        match self {
            Self::Passed => Tone::Good,
            Self::Warned => Tone::Doubtful,
            Self::Failed => Tone::Bad,
        }
    }
}

#[derive(Serialize)]
struct Check {
    name: &'static str,
    status: Status,
    detail: String,
    fix_hint: Option<String>,
}

impl Check {
    fn passed(name: &'static str, detail: impl Into<String>) -> Self {
        Self {
            name,
            status: Status::Passed,
            detail: detail.into(),
            fix_hint: None,
        }
    }

    fn warned(name: &'static str, detail: impl Into<String>) -> Self {
        Self {
            status: Status::Warned,
            ..Self::passed(name, detail)
        }
    }

    fn failed(name: &'static str, error: &dyn std::error::Error) -> Self {
        Self {
            status: Status::Failed,
            ..Self::passed(name, error.to_string())
        }
    }

    fn hint(mut self, hint: impl Into<String>) -> Self {
        self.fix_hint = Some(hint.into());
        self
    }
}

/// Programs that some things need: name, what for, and how to get it.
const PROGRAMS: [(&str, &str, &str); 2] = [
    (
        "tesseract",
        "needed to learn on devices that give no element tree",
        "apt-get install tesseract-ocr tesseract-ocr-jpn",
    ),
    (
        "adb",
        "needed to start the server that Android devices are reached through",
        "apt-get install adb",
    ),
];

pub(super) fn run(args: &OutputArgs, environment: &Environment) -> Result<Exit, AppError> {
    let mut checks = vec![
        check_config(environment),
        check_permissions(environment),
        check_skills(environment),
        check_sim(),
    ];
    checks.extend(
        PROGRAMS.map(|(name, purpose, install)| match environment.program(name) {
            Some(path) => Check::passed(name, path.display().to_string()),
            None => Check::warned(name, format!("not found; {purpose}")).hint(install),
        }),
    );
    checks.push(check_browsers(environment));
    checks.extend(check_android(environment));
    let has_failed = checks.iter().any(|check| check.status == Status::Failed);
    args.print(
        || json!({ "format": 1, "passed": !has_failed, "checks": checks }),
        || as_text(&checks, environment.stdout.paint),
    );
    Ok(match has_failed {
        true => Exit::Device,
        false => Exit::Passed,
    })
}

fn check_config(environment: &Environment) -> Check {
    let name = "configuration";
    match Config::load(environment) {
        Ok(config) if config.files.is_empty() => Check::passed(name, "none; the defaults are used"),
        Ok(config) => {
            let files = config.files.iter().map(|file| file.display().to_string());
            Check::passed(name, files.collect::<Vec<_>>().join(", "))
        }
        Err(error) => Check::failed(name, &error).hint("correct the line, or remove the file"),
    }
}

fn check_permissions(environment: &Environment) -> Check {
    let name = "permissions";
    let there = policy_files(environment)
        .into_iter()
        .filter(|file| file.exists());
    let there: Vec<String> = there
        .map(|file| environment.shown(&file).display().to_string())
        .collect();
    match Policy::load(environment).guard.closed {
        Some(reason) => Check {
            status: Status::Failed,
            ..Check::passed(name, reason)
        }
        .hint(CORRECT_THE_FILE),
        None if there.is_empty() => Check::passed(name, "no file; agents look and do not act"),
        None => Check::passed(name, there.join(", ")),
    }
}

fn check_skills(environment: &Environment) -> Check {
    let name = "skills";
    match Discovery::search(environment) {
        Ok(found) if found.skills.is_empty() => {
            Check::warned(name, "no skills folder has a skill in it")
                .hint("put a skill into .retap/skills, or give its path to `retap test`")
        }
        Ok(found) => Check::passed(name, count(found.skills.len(), "skill")),
        Err(error) => Check::failed(name, &error),
    }
}

fn check_sim() -> Check {
    let apps: Vec<&str> = retap_sim::catalog().iter().map(|app| app.key).collect();
    let detail = format!("built in, with {}", apps.join(", "));
    Check::passed("simulated phone", detail)
}

fn check_browsers(environment: &Environment) -> Check {
    let installed = Browsers::of(environment).installed();
    match installed.first() {
        Some(first) => Check::passed("browser", first.display().to_string()),
        None => Check::warned("browser", "not found; needed for pages")
            .hint("apt-get install chromium-headless-shell"),
    }
}

/// Returns a check of the adb server and one of each device behind it; nothing where there is no adb.
fn check_android(environment: &Environment) -> Vec<Check> {
    let config = adb_config(environment);
    if config.program.is_none() && connected_already(&config).is_empty() {
        return Vec::new();
    }
    let name = "adb server";
    let connected = match connected(&config) {
        Ok(connected) => connected,
        Err(error) => {
            let check = Check::failed(name, &error);
            return vec![match error.remedy() {
                Some(remedy) => check.hint(remedy),
                None => check,
            }];
        }
    };
    let there = count(connected.devices.len(), "device");
    let found = format!("version {}, {there}", connected.version);
    let server = match connected.other_program {
        None => Check::passed(name, found),
        Some(program) => Check::warned(
            name,
            format!("{found}; the program is version {program}, and its next use ends this server"),
        )
        .hint("use one adb: name it with ADB_PATH, or end the server with `adb kill-server`"),
    };
    let devices = connected.devices.iter().map(|device| {
        let (name, detail) = ("android device", format!("android:{device}"));
        match device.remedy() {
            None => Check::passed(name, detail),
            Some(remedy) => Check::warned(name, detail).hint(remedy),
        }
    });
    std::iter::once(server).chain(devices).collect()
}

fn as_text(checks: &[Check], paint: Paint) -> String {
    let mut text = String::new();
    for check in checks {
        let status = paint.word(
            check.status.tone(),
            &format!("{:<6}", check.status.as_str()),
        );
        text.push_str(&format!("{status}  {:<15}  {}\n", check.name, check.detail));
        if let Some(hint) = &check.fix_hint {
            text.push_str(&format!("{:<6}  {:<15}  hint: {hint}\n", "", ""));
        }
    }
    text
}
