//! `retap list`: the skills of the skills folders, by the names other commands take.

use serde_json::{Value, json};

use super::run_args::OutputArgs;
use crate::compiled_file::Compiled;
use crate::config::Config;
use crate::discovery::{Discovery, Found};
use crate::environment::Environment;
use crate::error::{AppError, Exit};
use crate::skill::Skill;
use crate::terminal::{Paint, Tone, talkln};
use crate::values::Values;

/// One skill of the listing.
struct Entry<'a> {
    found: &'a Found,
    skill: Result<Skill, AppError>,
}

impl<'a> Entry<'a> {
    fn read(found: &'a Found, values: &Values<'_>) -> Self {
        // A variable without a value is no reason not to be listed.
        let skill =
            Skill::read(&found.path).and_then(|mut skill| skill.bind_known(values).map(|()| skill));
        Self { found, skill }
    }
}

pub(super) fn run(args: &OutputArgs, environment: &Environment) -> Result<Exit, AppError> {
    let config = Config::load(environment)?;
    let discovery = Discovery::search(environment)?;
    let values = Values::new(&[], environment, &config);
    let entries: Vec<Entry<'_>> = discovery
        .skills
        .iter()
        .map(|found| Entry::read(found, &values))
        .collect();
    args.print(
        || json!({ "format": 1, "skills": entries.iter().map(as_json).collect::<Vec<_>>() }),
        || as_table(&entries, environment.stdout.paint),
    );
    if entries.is_empty() && !args.json {
        let folders: Vec<String> = discovery
            .folders
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

fn as_table(entries: &[Entry<'_>], paint: Paint) -> String {
    let widths = entries.iter().map(|entry| entry.found.name.chars().count());
    let width = widths.max().unwrap_or(0);
    let line = |entry: &Entry<'_>| {
        let name = format!("{:width$}", entry.found.name);
        let rest = match &entry.skill {
            Ok(skill) => about(skill),
            Err(error) => {
                let error = error.to_string();
                let first = error.lines().next().unwrap_or_default();
                paint.word(Tone::Bad, &format!("cannot be read: {first}"))
            }
        };
        let mut lines = format!("{}  {rest}\n", paint.word(Tone::Title, &name));
        for twin in &entry.found.twins {
            let twin = twin.display();
            lines.push_str(&format!("{:width$}  twin passed over: {twin}\n", ""));
        }
        lines
    };
    entries.iter().map(line).collect()
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
