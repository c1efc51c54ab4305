//! `retap show`: one skill, its steps, and whether its compiled file can be used.

use clap::Args;
use retap_model::program::{CompiledProgram, Header, Pin};
use retap_model::select::Evidence;
use retap_model::verify::ExpectedWrite;
use serde_json::{Value, json};

use super::run_args::OutputArgs;
use super::step_lines::{Wording, step_lines};
use crate::compiled_file::Compiled;
use crate::config::Config;
use crate::discovery::Discovery;
use crate::environment::Environment;
use crate::error::{AppError, Exit};
use crate::skill::Skill;
use crate::terminal::{Paint, Tone, count};
use crate::values::Values;

#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    /// The file or name of a skill or scenario
    skill: String,

    /// List what its replays rely on: how each target is known, and what must hold after each act
    #[arg(long)]
    expectations: bool,

    #[command(flatten)]
    output: OutputArgs,
}

pub(super) fn run(args: &ShowArgs, environment: &Environment) -> Result<Exit, AppError> {
    let config = Config::load(environment)?;
    let discovery = Discovery::search(environment)?;
    let path = discovery.select_one(&args.skill)?;
    let mut skill = Skill::read(&path)?;
    // Steps are shown as they are written; only the judgement of the compiled file needs values.
    let written = skill.draft.clone();
    skill.bind_known(&Values::new(&[], environment, &config))?;
    let compiled = Compiled::beside(&skill);
    skill.draft = written;
    args.output.print(
        || as_json(&skill, &compiled),
        || match args.expectations {
            true => relied_on(&skill, &compiled),
            false => as_text(&skill, &compiled, environment.stdout.paint),
        },
    );
    Ok(Exit::Passed)
}

fn as_text(skill: &Skill, compiled: &Compiled, paint: Paint) -> String {
    let header = &skill.draft.header;
    let mut text = format!("{}\n", paint.word(Tone::Title, &header.name));
    if !header.description.is_empty() {
        text.push_str(&format!("{}\n", header.description));
    }
    text.push('\n');
    for (name, value) in facts(skill, header) {
        text.push_str(&format!("{:<10}{value}\n", format!("{name}:")));
    }
    text.push_str(&format!("compiled: {}\n\n", compiled_line(compiled)));
    text.push_str(&format!("{}\n", count(skill.draft.flat().len(), "step")));
    let program = match compiled {
        Compiled::Fresh { program, .. } => Some(program.as_ref()),
        Compiled::Absent | Compiled::Stale { .. } | Compiled::Broken { .. } => None,
    };
    text.push_str(&step_lines(skill, program, Wording::Names));
    text + &program.map(effect_lines).unwrap_or_default()
}

/// Returns the requests that a replay requires, a line each.
fn effect_lines(program: &CompiledProgram) -> String {
    let mut text = String::new();
    for step in &program.steps {
        let effects = step.pin.iter().flat_map(|pin| &pin.effects);
        for write in effects {
            let fields: Vec<&str> = write.fields.keys().map(String::as_str).collect();
            let with = match fields.is_empty() {
                true => String::new(),
                false => format!(" with {}", fields.join(", ")),
            };
            text.push_str(&format!("  step {}: {write}{with}\n", step.index + 1));
        }
    }
    match text.is_empty() {
        true => text,
        false => format!("\nrequests that a replay requires\n{text}"),
    }
}

/// Returns what replays rely on, step by step.
fn relied_on(skill: &Skill, compiled: &Compiled) -> String {
    let Compiled::Fresh { program, .. } = compiled else {
        return format!("nothing: {}\n", compiled_line(compiled));
    };
    let mut text = String::new();
    for ((_, step), recorded) in skill.draft.flat().into_iter().zip(&program.steps) {
        let lines = recorded.pin.as_ref().map(pin_lines).unwrap_or_default();
        if !lines.is_empty() {
            text.push_str(&format!("{} {}\n", step.id.0 + 1, step.title()));
        }
        for line in lines {
            text.push_str(&format!("    {line}\n"));
        }
    }
    text + "\n`retap compile --forget` takes one of them out\n"
}

const SAME_THING: &str = "it is about the thing of the lesson, by its identifiers";

/// Returns whether a write must be about the thing of the lesson.
fn about(write: &ExpectedWrite) -> &'static str {
    let is_told = write.ids.iter().any(Option::is_some) || !write.entities.is_empty();
    if is_told {
        ", about the thing of the lesson"
    } else {
        ""
    }
}

/// Returns what a pin relies on, a line each.
fn pin_lines(pin: &Pin) -> Vec<String> {
    let known = pin.evidence.as_ref().map(known_by);
    let expected = pin.expect.iter().map(ToString::to_string);
    let effects = pin
        .effects
        .iter()
        .map(|write| format!("the server takes {write}{}", about(write)));
    let things = (!pin.entities.is_empty()).then(|| SAME_THING.to_owned());
    let known = known.into_iter().chain(things);
    known.chain(expected).chain(effects).collect()
}

/// Returns how a target is known again.
fn known_by(evidence: &Evidence) -> String {
    let marks = [
        ("text", evidence.text.as_str()),
        ("description", &evidence.description),
        ("id", &evidence.id),
        ("row", evidence.row.as_deref().unwrap_or_default()),
    ];
    let marks = marks.into_iter().filter(|(_, mark)| !mark.is_empty());
    let marks: Vec<String> = marks
        .map(|(kind, mark)| format!("{kind} `{mark}`"))
        .collect();
    format!("known by: {}", marks.join(", "))
}

fn facts(skill: &Skill, header: &Header) -> Vec<(&'static str, String)> {
    let all = [
        ("file", skill.path.display().to_string()),
        ("app", app_of(header)),
        ("tags", header.tags.join(", ")),
        ("locale", header.locale.clone().unwrap_or_default()),
        ("device", header.device.clone().unwrap_or_default()),
        ("secrets", header.secrets.join(", ")),
        ("not secret", header.not_secret.join(", ")),
    ];
    all.into_iter()
        .filter(|(_, value)| !value.is_empty())
        .collect()
}

fn app_of(header: &Header) -> String {
    match &header.frame {
        Some(frame) => frame.app.to_sentence(),
        None => header.apps.join(", "),
    }
}

fn compiled_line(compiled: &Compiled) -> String {
    let mut line = compiled.as_str().to_owned();
    if let Some(path) = compiled.path() {
        line.push_str(&format!(" ({})", path.display()));
    }
    if let Some(reason) = compiled.reason() {
        line.push_str(&format!(": {reason}"));
    }
    line
}

fn as_json(skill: &Skill, compiled: &Compiled) -> Value {
    let header = &skill.draft.header;
    let pins = match compiled {
        Compiled::Fresh { program, .. } => Some(program),
        Compiled::Absent | Compiled::Stale { .. } | Compiled::Broken { .. } => None,
    };
    let steps: Vec<Value> = skill
        .draft
        .flat()
        .iter()
        .map(|(depth, step)| {
            let pin = pins.and_then(|program| program.steps.get(step.id.0)?.pin.as_ref());
            json!({
                "reliesOn": pin.map(pin_lines),
                "number": step.id.0 + 1,
                "depth": depth,
                "line": step.place.line,
                "verb": step.kind.verb(),
                "title": step.title(),
                "section": step.sentence.as_ref().map(|sentence| sentence.section.clone()),
            })
        })
        .collect();
    json!({
        "format": 1,
        "kind": skill.kind(),
        "title": header.name,
        "description": header.description,
        "file": skill.path.display().to_string(),
        "apps": header.apps,
        "tags": header.tags,
        "device": header.device,
        "steps": steps,
        "compiled": {
            "status": compiled.as_str(),
            "file": compiled.path().map(|path| path.display().to_string()),
            "reason": compiled.reason(),
        },
    })
}
