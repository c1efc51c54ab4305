//! `retap check`: reads skills and their compiled files without a device.

use std::path::PathBuf;

use clap::Args;
use retap_learn::source::{Severity, lint};
use serde_json::{Value, json};

use super::Selected;
use crate::compiled_file::{Compiled, broken};
use crate::config::Config;
use crate::discovery::Discovery;
use crate::environment::Environment;
use crate::error::{AppError, Exit};
use crate::plural::count;
use crate::skill::{Skill, variables};
use crate::terminal::{Paint, Tone, out, outln};

/// What was typed after `retap check`.
#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Files, folders, patterns or names of skills; all of the skills folders when none is given
    skills: Vec<String>,

    /// Treat warnings as errors
    #[arg(long)]
    strict: bool,

    /// Write the result as JSON to standard output
    #[arg(long)]
    json: bool,
}

/// How much a finding matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Level {
    Info,
    Warning,
    Error,
}

impl Level {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }

    const fn tone(self) -> Tone {
        match self {
            Self::Info => Tone::Quiet,
            Self::Warning => Tone::Doubtful,
            Self::Error => Tone::Bad,
        }
    }
}

/// One thing to say about a file.
struct Finding {
    file: Option<PathBuf>,
    /// Line and column, where it is about a place.
    place: Option<(usize, usize)>,
    level: Level,
    message: String,
    hints: Vec<String>,
}

/// Runs the command.
pub(super) fn run(args: &CheckArgs, environment: &Environment) -> Result<Exit, AppError> {
    let config = Config::load(environment)?;
    let discovery = Discovery::search(environment)?;
    let selected = Selected::read(&discovery, &args.skills, &[])?;
    let values = variables(&[], environment, &config);
    let mut findings = Vec::new();
    for skill in &selected.skills {
        findings.extend(lints(skill));
        let mut bound = skill.clone();
        bound.draft.bind(&values);
        findings.extend(compiled_finding(&bound));
    }
    findings.extend(
        selected
            .errors
            .into_iter()
            .map(|(file, error)| of_error(file, &error)),
    );
    let is_bad = |finding: &Finding| match finding.level {
        Level::Error => true,
        Level::Warning => args.strict,
        Level::Info => false,
    };
    let exit = if findings.iter().any(is_bad) {
        Exit::Input
    } else {
        Exit::Passed
    };
    if args.json {
        outln!("{}", as_json(&selected.skills, &findings, exit));
    } else {
        out!(
            "{}",
            as_text(&selected.skills, &findings, environment.stdout.paint())
        );
    }
    Ok(exit)
}

fn lints(skill: &Skill) -> Vec<Finding> {
    let findings = lint(&skill.draft).into_iter().map(|lint| Finding {
        file: Some(skill.path.clone()),
        place: lint.place().map(|place| (place.line, place.column)),
        level: match lint.severity() {
            Severity::Info => Level::Info,
            Severity::Warning => Level::Warning,
        },
        message: lint.to_string(),
        hints: Vec::new(),
    });
    findings.collect()
}

fn compiled_finding(skill: &Skill) -> Option<Finding> {
    match Compiled::beside(skill) {
        Compiled::Absent | Compiled::Fresh { .. } => None,
        Compiled::Stale { path, reason } => Some(Finding {
            message: format!(
                "the compiled file of `{}` is stale: {reason}",
                skill.path.display()
            ),
            file: Some(path),
            place: None,
            level: Level::Warning,
            hints: vec![format!(
                "compile again with `retap compile {}`",
                skill.path.display()
            )],
        }),
        Compiled::Broken { path, reason } => {
            let error = broken(&path, &reason, &skill.path);
            Some(of_error(Some(path), &error))
        }
    }
}

fn of_error(file: Option<PathBuf>, error: &AppError) -> Finding {
    Finding {
        file,
        place: None,
        level: Level::Error,
        message: error.to_string(),
        hints: error.hints().to_vec(),
    }
}

fn as_text(skills: &[Skill], findings: &[Finding], paint: Paint) -> String {
    let mut text = String::new();
    for finding in findings {
        text.push_str(&finding_line(finding, paint));
        for hint in &finding.hints {
            text.push_str(&format!("  {} {hint}\n", paint.word(Tone::Title, "hint:")));
        }
    }
    let of = |level: Level| {
        findings
            .iter()
            .filter(|finding| finding.level == level)
            .count()
    };
    let read = count(skills.len(), "skill");
    let (errors, warnings) = (
        count(of(Level::Error), "error"),
        count(of(Level::Warning), "warning"),
    );
    text.push_str(&format!("{read} read, {errors}, {warnings}\n"));
    text
}

/// Errors of a source bring their own file, line and excerpt; other findings get them here.
fn finding_line(finding: &Finding, paint: Paint) -> String {
    let word = paint.word(
        finding.level.tone(),
        &format!("{}:", finding.level.as_str()),
    );
    match (&finding.file, finding.place) {
        (Some(file), Some((line, column))) => {
            format!(
                "{}:{line}:{column}: {word} {}\n",
                file.display(),
                finding.message
            )
        }
        (Some(file), None) if finding.level != Level::Error => {
            format!("{}: {word} {}\n", file.display(), finding.message)
        }
        (Some(_) | None, _) => format!("{word} {}\n", finding.message),
    }
}

fn as_json(skills: &[Skill], findings: &[Finding], exit: Exit) -> Value {
    let files: Vec<String> = skills
        .iter()
        .map(|skill| skill.path.display().to_string())
        .collect();
    let finding = |finding: &Finding| {
        json!({
            "file": finding.file.as_ref().map(|file| file.display().to_string()),
            "line": finding.place.map(|(line, _)| line),
            "column": finding.place.map(|(_, column)| column),
            "level": finding.level.as_str(),
            "message": finding.message,
            "hints": finding.hints,
        })
    };
    let findings: Vec<Value> = findings.iter().map(finding).collect();
    json!({ "format": 1, "exit_code": exit.code(), "read": files, "findings": findings })
}
