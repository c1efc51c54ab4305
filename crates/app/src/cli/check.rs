//! `retap check`: reads skills, their compiled files and scenarios without a device.

use std::path::{Path, PathBuf};

use clap::Args;
use retap_learn::source::{self, Mended, Severity, check_scenario, declare_variables, fix, lint};
use retap_model::program::Place;
use serde_json::{Value, json};

use super::run_args::OutputArgs;
use crate::compiled_file::{Compiled, broken};
use crate::config::Config;
use crate::discovery::{Discovery, is_scenario_file};
use crate::environment::Environment;
use crate::error::{AppError, Exit, cannot};
use crate::files::write_beside;
use crate::files::{self, Content};
use crate::skill::Skill;
use crate::terminal::{Paint, Tone, count};
use crate::values::Values;
use crate::web::Browsers;

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Files, folders, patterns or names of skills and scenarios; all of the skills folders when none is given
    skills: Vec<String>,

    /// Mend what can be mended in scenarios, declare the variables of skills, and list what was done
    #[arg(long)]
    fix: bool,

    /// Treat warnings as errors
    #[arg(long)]
    strict: bool,

    #[command(flatten)]
    output: OutputArgs,
}

/// Returns the word for a severity, and how it is shown.
const fn shown(severity: Severity) -> (&'static str, Tone) {
    match severity {
        Severity::Info => ("info", Tone::Quiet),
        Severity::Warning => ("warning", Tone::Doubtful),
        Severity::Error => ("error", Tone::Bad),
    }
}

/// One thing to say about a file, or about what was asked for.
struct Finding {
    file: Option<PathBuf>,
    found: source::Finding,
}

impl Finding {
    /// Returns a finding about a file as a whole.
    fn new(file: Option<PathBuf>, severity: Severity, message: String) -> Self {
        let found = source::Finding::new(severity, None, message);
        Self { file, found }
    }

    /// Returns what the reader of a source found in a file.
    fn of(file: &Path, found: source::Finding) -> Self {
        let file = Some(file.to_path_buf());
        Self { file, found }
    }

    fn of_error(file: Option<PathBuf>, error: &AppError) -> Self {
        Self::new(file, Severity::Error, error.to_string()).hint(error.hints.first().cloned())
    }

    fn hint(mut self, hint: Option<String>) -> Self {
        self.found.hint = hint;
        self
    }
}

pub(super) fn run(args: &CheckArgs, environment: &Environment) -> Result<Exit, AppError> {
    let config = Config::load(environment)?;
    let discovery = Discovery::search(environment)?;
    let values = Values::new(&[], environment, &config);
    let browsers = Browsers::of(environment);
    let mut checked = Checked::default();
    let selection = discovery.select(&args.skills)?;
    for file in selection.files {
        if is_scenario_file(&file) {
            checked.scenario(file, args, &values);
        } else {
            checked.skill(&file, args, &values, &browsers);
        }
    }
    let errors = selection.errors.iter();
    checked
        .findings
        .extend(errors.map(|error| Finding::of_error(None, error)));
    let is_bad = |finding: &Finding| match finding.found.severity {
        Severity::Error => true,
        Severity::Warning => args.strict,
        Severity::Info => false,
    };
    let exit = if checked.findings.iter().any(is_bad) {
        Exit::Input
    } else {
        Exit::Passed
    };
    args.output.print(
        || as_json(&checked, args, exit),
        || as_text(&checked, environment.stdout.paint),
    );
    Ok(exit)
}

/// The files read, the corrections made, and the findings.
#[derive(Default)]
struct Checked {
    skills: Vec<PathBuf>,
    scenarios: Vec<PathBuf>,
    mended: Vec<(PathBuf, Mended)>,
    /// The skills whose headers declare their variables now, and the line that does.
    declared: Vec<(PathBuf, String)>,
    findings: Vec<Finding>,
}

impl Checked {
    fn skill(&mut self, file: &Path, args: &CheckArgs, values: &Values<'_>, browsers: &Browsers) {
        let read = Skill::read(file);
        let read = match args.fix {
            true => read.and_then(|skill| self.declare(skill)),
            false => read,
        };
        match read {
            Ok(skill) if skill.is_scenario() => self.scenarios.push(skill.path),
            Ok(mut skill) => {
                self.skills.push(skill.path.clone());
                let findings = lint(&skill.draft).into_iter();
                self.findings
                    .extend(findings.map(|found| Finding::of(&skill.path, found)));
                let bound = skill.bind_known(values);
                let given = bound.and_then(|()| skill.check_uploads(browsers)).err();
                let refused =
                    given.map(|error| Finding::of_error(Some(skill.path.clone()), &error));
                self.findings.extend(refused);
                self.findings.extend(compiled_finding(&skill));
            }
            Err(error) => {
                let finding = Finding::of_error(Some(file.to_path_buf()), &error);
                self.findings.push(finding);
            }
        }
    }

    /// Lets the header of a skill declare the variables that its steps name.
    fn declare(&mut self, skill: Skill) -> Result<Skill, AppError> {
        let Some(declared) = declare_variables(&skill.path, &skill.bytes, &skill.draft) else {
            return Ok(skill);
        };
        write_beside(&skill.path, &declared.bytes)?;
        self.declared.push((skill.path.clone(), declared.line));
        Skill::read(&skill.path)
    }

    fn scenario(&mut self, file: PathBuf, args: &CheckArgs, values: &Values<'_>) {
        match self.check_rules(&file, args) {
            Ok(()) => {
                // A file that cannot be read has findings of its rules already.
                if let Ok(mut skill) = Skill::read(&file) {
                    let refused = skill.bind_known(values).err();
                    let refused =
                        refused.map(|error| Finding::of_error(Some(file.clone()), &error));
                    self.findings.extend(refused);
                    self.findings.extend(compiled_finding(&skill));
                }
                self.scenarios.push(file);
            }
            Err(error) => self.findings.push(Finding::of_error(Some(file), &error)),
        }
    }

    /// Checks a file by the rules of scenarios, mended first if that is asked for.
    fn check_rules(&mut self, file: &Path, args: &CheckArgs) -> Result<(), AppError> {
        let mut bytes =
            files::read(file, Content::Source).map_err(|error| cannot("read", file, error))?;
        if args.fix {
            let fixed = fix(&bytes);
            if fixed.bytes != bytes {
                write_beside(file, &fixed.bytes)?;
            }
            bytes = fixed.bytes;
            let mended = fixed.applied.into_iter();
            self.mended
                .extend(mended.map(|one| (file.to_path_buf(), one)));
        }
        let findings = check_scenario(file, &bytes)?.into_iter();
        self.findings
            .extend(findings.map(|it| Finding::of(file, it)));
        Ok(())
    }
}

fn compiled_finding(skill: &Skill) -> Option<Finding> {
    match Compiled::beside(skill) {
        Compiled::Absent | Compiled::Fresh { .. } => None,
        Compiled::Stale { path, reason } => {
            let source = skill.path.display();
            let message = format!("the compiled file of `{source}` is stale: {reason}");
            let hint = format!("compile again with `retap compile {source}`");
            Some(Finding::new(Some(path), Severity::Warning, message).hint(Some(hint)))
        }
        Compiled::Broken { path, reason } => {
            let error = broken(&path, &reason, &skill.path);
            Some(Finding::of_error(Some(path), &error))
        }
    }
}

fn as_text(checked: &Checked, paint: Paint) -> String {
    let mut text = String::new();
    for (file, Mended { rule, place, what }) in &checked.mended {
        let word = paint.word(Tone::Good, "fixed:");
        let (file, line, column) = (file.display(), place.line, place.column);
        text.push_str(&format!("{file}:{line}:{column}: {word} {rule} {what}\n"));
    }
    for (file, line) in &checked.declared {
        let word = paint.word(Tone::Good, "fixed:");
        text.push_str(&format!("{}: {word} {line}\n", file.display()));
    }
    for finding in &checked.findings {
        text.push_str(&finding_line(finding, paint));
        if let Some(excerpt) = &finding.found.excerpt {
            text.push_str(&format!("{excerpt}\n"));
        }
        if let Some(accepted) = &finding.found.accepted {
            text.push_str(&format!("  accepted: {accepted}\n"));
        }
        if let Some(hint) = &finding.found.hint {
            text.push_str(&format!("  {} {hint}\n", paint.word(Tone::Title, "hint:")));
        }
    }
    text + &summary(checked)
}

fn summary(checked: &Checked) -> String {
    let of = |level: Severity| {
        let findings = checked.findings.iter();
        findings.filter(|it| it.found.severity == level).count()
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
    let errors = count(of(Severity::Error), "error");
    let warnings = count(of(Severity::Warning), "warning");
    format!("{read} read, {errors}, {warnings}\n")
}

/// Errors of a source bring their own file, line and excerpt; other findings get them here.
fn finding_line(finding: &Finding, paint: Paint) -> String {
    let found = &finding.found;
    let rule = found.rule.map_or(String::new(), |rule| format!("{rule} "));
    let (word, tone) = shown(found.severity);
    let word = paint.word(tone, &format!("{word}:"));
    let message = &found.message;
    match (&finding.file, found.place) {
        (Some(file), Some(Place { line, column })) => {
            let file = file.display();
            format!("{file}:{line}:{column}: {word} {rule}{message}\n")
        }
        (Some(file), None) if found.severity != Severity::Error => {
            format!("{}: {word} {message}\n", file.display())
        }
        (Some(_) | None, _) => format!("{word} {message}\n"),
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
        let declared = checked.declared.iter();
        let declared = declared
            .map(|(file, line)| json!({ "file": file.display().to_string(), "message": line }));
        result["fixed"] = mended.chain(declared).collect();
    }
    result
}

/// Findings of scenarios have two keys more.
fn finding_json(Finding { file, found }: &Finding) -> Value {
    let mut value = json!({
        "file": file.as_ref().map(|file| file.display().to_string()),
        "line": found.place.map(|place| place.line),
        "column": found.place.map(|place| place.column),
        "level": shown(found.severity).0,
        "message": found.message,
        "hints": found.hint.iter().collect::<Vec<_>>(),
    });
    if let Some(rule) = found.rule {
        value["rule"] = json!(rule.code());
        value["accepted"] = json!(found.accepted);
    }
    value
}
