//! `retap list`: the skills of the skills folders, by the names other commands take.

use clap::Args;
use serde_json::{Value, json};

use crate::compiled_file::Compiled;
use crate::config::Config;
use crate::discovery::{Discovery, Found};
use crate::environment::Environment;
use crate::error::{AppError, Exit};
use crate::skill::Skill;
use crate::terminal::{Paint, Tone, outln, talkln};
use crate::values::Values;

#[derive(Debug, Args)]
pub(crate) struct ListArgs {
    /// Write the result as JSON to standard output
    #[arg(long)]
    json: bool,
}

/// One skill of the listing.
struct Entry<'a> {
    found: &'a Found,
    skill: Result<Skill, AppError>,
}

impl<'a> Entry<'a> {
    fn read(found: &'a Found, values: &Values<'_>) -> Self {
        let mut skill = Skill::read(&found.path);
        if let Ok(skill) = &mut skill {
            // A variable without a value is no reason not to be listed.
            skill.bind_known(values);
        }
        Self { found, skill }
    }
}

pub(super) fn run(args: &ListArgs, environment: &Environment) -> Result<Exit, AppError> {
    let config = Config::load(environment)?;
    let discovery = Discovery::search(environment)?;
    let values = Values::new(&[], environment, &config);
    let entries: Vec<Entry<'_>> = discovery
        .skills()
        .iter()
        .map(|found| Entry::read(found, &values))
        .collect();
    if args.json {
        let skills: Vec<Value> = entries.iter().map(as_json).collect();
        outln!("{}", json!({ "format": 1, "skills": skills }));
        return Ok(Exit::Passed);
    }
    for line in as_table(&entries, environment.stdout.paint) {
        outln!("{line}");
    }
    if entries.is_empty() {
        let folders: Vec<String> = discovery
            .folders()
            .iter()
            .map(|folder| folder.display().to_string())
            .collect();
        talkln!("no skills were found in {}", folders.join(", "));
    }
    Ok(Exit::Passed)
}

fn as_json(entry: &Entry<'_>) -> Value {
    let mut value = json!({
        "name": entry.found.name,
        "file": entry.found.path.display().to_string(),
        "scope": entry.found.scope.as_str(),
        "twins": entry.found.twins.iter().map(|twin| twin.display().to_string()).collect::<Vec<_>>(),
    });
    match &entry.skill {
        Ok(skill) => {
            value["title"] = json!(skill.draft.header.name);
            value["kind"] = json!(skill.kind());
            value["tags"] = json!(skill.draft.header.tags);
            value["compiled"] = json!(Compiled::beside(skill).as_str());
        }
        Err(error) => value["error"] = json!(error.to_string()),
    }
    value
}

fn as_table(entries: &[Entry<'_>], paint: Paint) -> Vec<String> {
    let widths = entries.iter().map(|entry| entry.found.name.chars().count());
    let width = widths.max().unwrap_or(0);
    let line = |entry: &Entry<'_>| {
        let name = format!("{:width$}", entry.found.name);
        let rest = match &entry.skill {
            Ok(skill) => about(skill),
            Err(error) => paint.word(Tone::Bad, &format!("cannot be read: {}", first_line(error))),
        };
        let mut lines = vec![format!("{}  {rest}", paint.word(Tone::Title, &name))];
        for twin in &entry.found.twins {
            lines.push(format!(
                "{:width$}  twin passed over: {}",
                "",
                twin.display()
            ));
        }
        lines
    };
    entries.iter().flat_map(line).collect()
}

fn about(skill: &Skill) -> String {
    let kind = match skill.is_scenario() {
        true => "scenario, ",
        false => "",
    };
    let mut text = format!(
        "{} ({kind}{})",
        skill.draft.header.name,
        Compiled::beside(skill).as_str()
    );
    if !skill.draft.header.tags.is_empty() {
        text.push_str(&format!(" [{}]", skill.draft.header.tags.join(", ")));
    }
    text
}

fn first_line(error: &AppError) -> String {
    error
        .to_string()
        .lines()
        .next()
        .unwrap_or_default()
        .to_owned()
}
