//! `retap check`: reads skills, their compiled files and scenarios without a device.

use std::path::{Path, PathBuf};

use clap::Args;
use retap_learn::source::{self, Mended, Rule, Severity, lint};
use serde_json::{Value, json};

use super::check_scenario::{check_scenario_file, fix_scenario_file};
use crate::compiled_file::{Compiled, broken};
use crate::config::Config;
use crate::discovery::{Discovery, is_scenario_file};
use crate::environment::Environment;
use crate::error::{AppError, Exit};
use crate::plural::count;
use crate::skill::Skill;
use crate::terminal::{Paint, Tone, out, outln};
use crate::values::Values;

/// The arguments of `retap check`.
#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Files, folders, patterns or names of skills and scenarios; all of the skills folders when none is given
    skills: Vec<String>,

    /// Mend what can be mended in scenarios, and list what was done
    #[arg(long)]
    fix: bool,

    /// Treat warnings as errors
    #[arg(long)]
    strict: bool,

    /// Write the result as JSON to standard output
    #[arg(long)]
    json: bool,
}

retap_model::words! {
    /// How much a finding matters.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub(super) enum Level {
        Info = "info",
        Warning = "warning",
        Error = "error",
    }
}

impl Level {
    /// Returns the level of what a source was found to be.
    const fn of(severity: Severity) -> Self {
        match severity {
            Severity::Info => Self::Info,
            Severity::Warning => Self::Warning,
            Severity::Error => Self::Error,
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
pub(super) struct Finding {
    pub(super) file: Option<PathBuf>,
    /// Line and column, where it is about a place.
    pub(super) place: Option<(usize, usize)>,
    pub(super) level: Level,
    /// The rule of scenarios that found it.
    pub(super) rule: Option<Rule>,
    pub(super) message: String,
    /// The line with a caret, for people.
    pub(super) excerpt: Option<String>,
    /// The forms accepted there.
    pub(super) accepted: Option<String>,
    pub(super) hints: Vec<String>,
}

impl Finding {
    /// Returns what the reader of a source found in a file.
    pub(super) fn of(file: &Path, found: source::Finding) -> Self {
        Self {
            place: found.place.map(|place| (place.line, place.column)),
            rule: found.rule,
            excerpt: found.excerpt,
            accepted: found.accepted,
            hints: found.hint.into_iter().collect(),
            ..Self::new(
                Some(file.to_path_buf()),
                Level::of(found.severity),
                found.message,
            )
        }
    }

    /// Returns a finding about a file as a whole.
    pub(super) fn new(file: Option<PathBuf>, level: Level, message: String) -> Self {
        Self {
            file,
            place: None,
            level,
            rule: None,
            message,
            excerpt: None,
            accepted: None,
            hints: Vec::new(),
        }
    }
}

/// Runs the command.
pub(super) fn run(args: &CheckArgs, environment: &Environment) -> Result<Exit, AppError> {
    let config = Config::load(environment)?;
    let discovery = Discovery::search(environment)?;
    let values = Values::new(&[], environment, &config);
    let mut checked = Checked::default();
    let selection = discovery.select_some(&args.skills)?;
    for file in selection.files {
        if is_scenario_file(&file) {
            checked.scenario(file, args, &values);
        } else {
            checked.skill(&file, &values);
        }
    }
    let errors = selection.errors.iter();
    checked
        .findings
        .extend(errors.map(|error| of_error(None, error)));
    let is_bad = |finding: &Finding| match finding.level {
        Level::Error => true,
        Level::Warning => args.strict,
        Level::Info => false,
    };
    let exit = if checked.findings.iter().any(is_bad) {
        Exit::Input
    } else {
        Exit::Passed
    };
    if args.json {
        outln!("{}", as_json(&checked, args, exit));
    } else {
        out!("{}", as_text(&checked, environment.stdout.paint));
    }
    Ok(exit)
}

/// The files read, the corrections made, and the findings.
#[derive(Default)]
struct Checked {
    skills: Vec<PathBuf>,
    scenarios: Vec<PathBuf>,
    mended: Vec<(PathBuf, Mended)>,
    findings: Vec<Finding>,
}

impl Checked {
    fn skill(&mut self, file: &Path, values: &Values<'_>) {
        match Skill::read(file) {
            Ok(skill) if skill.is_scenario() => self.scenarios.push(skill.path),
            Ok(mut skill) => {
                self.skills.push(skill.path.clone());
                self.findings.extend(lints(&skill));
                skill.bind_known(values);
                self.findings.extend(compiled_finding(&skill));
            }
            Err(error) => {
                let finding = of_error(Some(file.to_path_buf()), &error);
                self.findings.push(finding);
            }
        }
    }

    fn scenario(&mut self, file: PathBuf, args: &CheckArgs, values: &Values<'_>) {
        let checked = match args.fix {
            true => fix_scenario_file(&file),
            false => check_scenario_file(&file).map(|findings| (Vec::new(), findings)),
        };
        match checked {
            Ok((mended, findings)) => {
                let mended = mended.into_iter().map(|one| (file.clone(), one));
                self.mended.extend(mended);
                self.findings.extend(findings);
                // A file that cannot be read has findings of its rules already.
                if let Ok(mut skill) = Skill::read(&file) {
                    skill.bind_known(values);
                    self.findings.extend(compiled_finding(&skill));
                }
                self.scenarios.push(file);
            }
            Err(error) => self.findings.push(of_error(Some(file), &error)),
        }
    }
}

fn lints(skill: &Skill) -> Vec<Finding> {
    let findings = lint(&skill.draft).into_iter();
    findings
        .map(|finding| Finding::of(&skill.path, finding))
        .collect()
}

fn compiled_finding(skill: &Skill) -> Option<Finding> {
    match Compiled::beside(skill) {
        Compiled::Absent | Compiled::Fresh { .. } => None,
        Compiled::Stale { path, reason } => {
            let source = skill.path.display();
            let message = format!("the compiled file of `{source}` is stale: {reason}");
            Some(Finding {
                hints: vec![format!("compile again with `retap compile {source}`")],
                ..Finding::new(Some(path), Level::Warning, message)
            })
        }
        Compiled::Broken { path, reason } => {
            let error = broken(&path, &reason, &skill.path);
            Some(of_error(Some(path), &error))
        }
    }
}

fn of_error(file: Option<PathBuf>, error: &AppError) -> Finding {
    Finding {
        hints: error.hints().to_vec(),
        ..Finding::new(file, Level::Error, error.to_string())
    }
}

fn as_text(checked: &Checked, paint: Paint) -> String {
    let mut text = String::new();
    for (file, Mended { rule, place, what }) in &checked.mended {
        let word = paint.word(Tone::Good, "fixed:");
        let (file, line, column) = (file.display(), place.line, place.column);
        text.push_str(&format!("{file}:{line}:{column}: {word} {rule} {what}\n"));
    }
    for finding in &checked.findings {
        text.push_str(&finding_line(finding, paint));
        if let Some(excerpt) = &finding.excerpt {
            text.push_str(&format!("{excerpt}\n"));
        }
        if let Some(accepted) = &finding.accepted {
            text.push_str(&format!("  accepted: {accepted}\n"));
        }
        for hint in &finding.hints {
            text.push_str(&format!("  {} {hint}\n", paint.word(Tone::Title, "hint:")));
        }
    }
    text + &summary(checked)
}

fn summary(checked: &Checked) -> String {
    let of = |level: Level| {
        let findings = checked.findings.iter();
        findings.filter(|finding| finding.level == level).count()
    };
    let (skills, scenarios) = (checked.skills.len(), checked.scenarios.len());
    let read = match (skills, scenarios) {
        (_, 0) => count(skills, "skill"),
        (0, _) => count(scenarios, "scenario"),
        (_, _) => format!(
            "{} and {}",
            count(skills, "skill"),
            count(scenarios, "scenario")
        ),
    };
    let errors = count(of(Level::Error), "error");
    let warnings = count(of(Level::Warning), "warning");
    format!("{read} read, {errors}, {warnings}\n")
}

/// Errors of a source bring their own file, line and excerpt; other findings get them here.
fn finding_line(finding: &Finding, paint: Paint) -> String {
    let rule = finding
        .rule
        .map_or(String::new(), |rule| format!("{rule} "));
    let word = paint.word(
        finding.level.tone(),
        &format!("{}:", finding.level.as_str()),
    );
    match (&finding.file, finding.place) {
        (Some(file), Some((line, column))) => {
            format!(
                "{}:{line}:{column}: {word} {rule}{}\n",
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

fn as_json(checked: &Checked, args: &CheckArgs, exit: Exit) -> Value {
    let files = checked.skills.iter().chain(&checked.scenarios);
    let files: Vec<String> = files.map(|file| file.display().to_string()).collect();
    let findings: Vec<Value> = checked.findings.iter().map(finding_json).collect();
    let mut result =
        json!({ "format": 1, "exit_code": exit.code(), "read": files, "findings": findings });
    if args.fix {
        let mended = checked.mended.iter().map(|(file, mended)| {
            json!({
                "file": file.display().to_string(),
                "line": mended.place.line,
                "column": mended.place.column,
                "rule": mended.rule.code(),
                "message": mended.what,
            })
        });
        result["fixed"] = mended.collect();
    }
    result
}

/// Findings of scenarios have two keys more.
fn finding_json(finding: &Finding) -> Value {
    let mut value = json!({
        "file": finding.file.as_ref().map(|file| file.display().to_string()),
        "line": finding.place.map(|(line, _)| line),
        "column": finding.place.map(|(_, column)| column),
        "level": finding.level.as_str(),
        "message": finding.message,
        "hints": finding.hints,
    });
    if let Some(rule) = finding.rule {
        value["rule"] = json!(rule.code());
        value["accepted"] = json!(finding.accepted);
    }
    value
}
