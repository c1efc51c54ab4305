//! `retap doctor`: whether everything is in place, and what to type where it is not.

use clap::Args;
use serde_json::{Value, json};

use crate::android::{adb_config, connected, connected_already};
use crate::config::Config;
use crate::discovery::Discovery;
use crate::environment::Environment;
use crate::error::{AppError, Exit};
use crate::plural::count;
use crate::terminal::{Paint, Tone, out, outln};
use crate::web::Browsers;

/// The arguments of `retap doctor`.
#[derive(Debug, Args)]
pub(crate) struct DoctorArgs {
    /// Write the result as JSON to standard output
    #[arg(long)]
    json: bool,
}

retap_model::words! {
    /// How a check came out.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

/// One check.
struct Check {
    name: &'static str,
    status: Status,
    detail: String,
    fix_hint: Option<String>,
}

/// Programs that some things need: name, other names, what for, and how to get it.
const PROGRAMS: [(&str, &[&str], &str, &str); 2] = [
    (
        "tesseract",
        &[],
        "needed to learn on devices that give no element tree",
        "apt-get install tesseract-ocr tesseract-ocr-jpn",
    ),
    (
        "adb",
        &[],
        "needed to start the server that Android devices are reached through",
        "apt-get install adb",
    ),
];

/// Runs the command.
pub(super) fn run(args: &DoctorArgs, environment: &Environment) -> Result<Exit, AppError> {
    let mut checks = vec![
        check_config(environment),
        check_skills(environment),
        check_sim(),
    ];
    checks.extend(
        PROGRAMS
            .iter()
            .map(|program| check_program(program, environment)),
    );
    checks.push(check_browsers(environment));
    checks.extend(check_android(environment));
    let has_failed = checks.iter().any(|check| check.status == Status::Failed);
    if args.json {
        let list: Vec<Value> = checks.iter().map(as_json).collect();
        outln!(
            "{}",
            json!({ "format": 1, "passed": !has_failed, "checks": list })
        );
    } else {
        out!("{}", as_text(&checks, environment.stdout.paint));
    }
    Ok(if has_failed {
        Exit::Device
    } else {
        Exit::Passed
    })
}

fn check_config(environment: &Environment) -> Check {
    let (status, detail, fix_hint) = match Config::load(environment) {
        Ok(config) if config.files.is_empty() => (
            Status::Passed,
            "none; the defaults are used".to_owned(),
            None,
        ),
        Ok(config) => {
            let files: Vec<String> = config
                .files
                .iter()
                .map(|file| file.display().to_string())
                .collect();
            (Status::Passed, files.join(", "), None)
        }
        Err(error) => (
            Status::Failed,
            error.to_string(),
            Some("correct the line, or remove the file".to_owned()),
        ),
    };
    Check {
        name: "configuration",
        status,
        detail,
        fix_hint,
    }
}

fn check_skills(environment: &Environment) -> Check {
    let (status, detail, fix_hint) = match Discovery::search(environment) {
        Ok(discovery) if discovery.skills().is_empty() => (
            Status::Warned,
            "no skills folder has a skill in it".to_owned(),
            Some("put a skill into .retap/skills, or give its path to `retap test`".to_owned()),
        ),
        Ok(discovery) => (
            Status::Passed,
            count(discovery.skills().len(), "skill"),
            None,
        ),
        Err(error) => (Status::Failed, error.to_string(), None),
    };
    Check {
        name: "skills",
        status,
        detail,
        fix_hint,
    }
}

fn check_sim() -> Check {
    let apps: Vec<&str> = retap_sim::catalog().iter().map(|app| app.key).collect();
    Check {
        name: "simulated phone",
        status: Status::Passed,
        detail: format!("built in, with {}", apps.join(", ")),
        fix_hint: None,
    }
}

fn check_browsers(environment: &Environment) -> Check {
    let installed = Browsers::of(environment).installed();
    let (status, detail, fix_hint) = match installed.first() {
        Some(first) => (Status::Passed, first.display().to_string(), None),
        None => (
            Status::Warned,
            "not found; needed for pages".to_owned(),
            Some("apt-get install chromium-headless-shell".to_owned()),
        ),
    };
    Check {
        name: "browser",
        status,
        detail,
        fix_hint,
    }
}

/// Returns a check of the adb server and one of each device behind it; nothing where there is no adb.
fn check_android(environment: &Environment) -> Vec<Check> {
    let config = adb_config(environment);
    if config.program.is_none() && connected_already(&config).is_empty() {
        return Vec::new();
    }
    let connected = match connected(&config) {
        Ok(connected) => connected,
        Err(error) => {
            return vec![Check {
                name: "adb server",
                status: Status::Failed,
                detail: error.to_string(),
                fix_hint: error.remedy().map(str::to_owned),
            }];
        }
    };
    let there = count(connected.devices.len(), "device");
    let (status, detail, fix_hint) = match connected.other_program {
        None => (
            Status::Passed,
            format!("version {}, {there}", connected.version),
            None,
        ),
        Some(program) => (
            Status::Warned,
            format!(
                "version {}, {there}; the program is version {program}, and its next use ends this server",
                connected.version
            ),
            Some(
                "use one adb: name it with ADB_PATH, or end the server with `adb kill-server`"
                    .to_owned(),
            ),
        ),
    };
    let server = Check {
        name: "adb server",
        status,
        detail,
        fix_hint,
    };
    let devices = connected.devices.iter().map(|device| Check {
        name: "android device",
        status: match device.state.remedy() {
            None => Status::Passed,
            Some(_) => Status::Warned,
        },
        detail: format!("android:{device}"),
        fix_hint: device.state.remedy().map(str::to_owned),
    });
    std::iter::once(server).chain(devices).collect()
}

fn check_program(
    (name, others, purpose, install): &(&'static str, &[&str], &str, &str),
    environment: &Environment,
) -> Check {
    let found = std::iter::once(name)
        .chain(*others)
        .find_map(|name| environment.program(name));
    match found {
        Some(path) => Check {
            name,
            status: Status::Passed,
            detail: path.display().to_string(),
            fix_hint: None,
        },
        None => Check {
            name,
            status: Status::Warned,
            detail: format!("not found; {purpose}"),
            fix_hint: Some((*install).to_owned()),
        },
    }
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

fn as_json(check: &Check) -> Value {
    json!({
        "name": check.name,
        "status": check.status.as_str(),
        "detail": check.detail,
        "fix_hint": check.fix_hint,
    })
}
