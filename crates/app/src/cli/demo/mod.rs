//! `retap demo`: learn, replay and drift on the simulated phone, shown side by side.
//!
//! Not here: anything another command uses; the demo runs through the same session as every run.

mod print;
mod stage;

use std::path::PathBuf;

use clap::Args;
use retap_drivers::SystemClock;
use retap_model::codec::encode;
use retap_model::device::Clock;

use crate::compiled_file::path_to_write;
use crate::environment::Environment;
use crate::error::{AppError, Exit};
use crate::files::write_file;
use crate::terminal::{out, outln};
use stage::{Act, Drifted, Stage};

/// The skill that is shown step by step: its file, the app, and its text.
static SHOWN: Sample = Sample {
    file: "check-about.md",
    app: "settings",
    text: include_str!("../../../skills/check-about.md"),
};

/// The skills of which only the totals are shown.
static OTHERS: [Sample; 2] = [
    Sample {
        file: "order-a-bag.yaml",
        app: "shop",
        text: include_str!("../../../skills/order-a-bag.yaml"),
    },
    Sample {
        file: "archive-a-mail.md",
        app: "mail",
        text: include_str!("../../../skills/archive-a-mail.md"),
    },
];

#[derive(Debug, Args)]
pub(crate) struct DemoArgs {
    /// Put the skills, their compiled files and the report there instead of a new temporary folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// A skill that comes with retap.
struct Sample {
    file: &'static str,
    app: &'static str,
    text: &'static str,
}

pub(super) fn run(args: &DemoArgs, environment: &Environment) -> Result<Exit, AppError> {
    let paint = environment.stdout.paint;
    let folder = args.out.clone().unwrap_or_else(temporary_folder);
    let mut stage = Stage::new(environment);
    let shown = stage.show(&folder, &SHOWN)?;
    keep(&shown)?;
    let mut others = Vec::new();
    for sample in &OTHERS {
        let act = stage.learn_and_replay(&folder, sample)?;
        keep(&act)?;
        others.push(act);
    }
    out!("{}", print::side_by_side(&shown, &others, paint));
    let drifted = stage.drift(&shown)?;
    out!("{}", print::drift(&drifted, paint));
    let report = folder.join("report.html");
    write_file(&report, stage.page().as_bytes())?;
    outln!("\nreport: {}", report.display());
    Ok(exit_of(&drifted))
}

/// Writes the skill and its compiled file.
fn keep(act: &Act) -> Result<(), AppError> {
    write_file(&act.skill.path, &act.skill.bytes)?;
    write_file(&path_to_write(&act.skill), &encode(&act.compiled))
}

fn temporary_folder() -> PathBuf {
    let stamp = SystemClock::new().timestamp().to_compact();
    std::env::temp_dir().join(format!("retap-demo-{stamp}-{}", std::process::id()))
}

/// The demo fails if the promise is broken: a stop is fine, a wrong touch is not.
fn exit_of(drifted: &[Drifted]) -> Exit {
    match drifted.iter().all(|one| one.wrong_touches.is_empty()) {
        true => Exit::Passed,
        false => Exit::Failed,
    }
}
