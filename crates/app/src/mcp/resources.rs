//! Skills, runs, reports and pictures as resources a client can read.

use std::fs;
use std::path::{Path, PathBuf};

use base64::prelude::{BASE64_STANDARD, Engine as _};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use rmcp::model::{ListResourcesResult, Resource, ResourceContents, ResourceTemplate};

use crate::discovery::Discovery;
use crate::files::{self, Content};
use crate::html_files::html_text;
use crate::kept_runs::Logs;
use crate::mcp::Refusal;
use crate::mcp::client::Host;
use crate::mcp::log_text::log_text;
use crate::mcp::notifications::FileStamp;
use crate::mcp::tool_spec::Operations;
use crate::operation::Operation;
use crate::permission_rules::Asked;
use crate::permissions::Policy;
use crate::retention::names_in;
use crate::run_folder::{EVENTS, is_plain};
use crate::skill::Skill;

/// How the addresses of skills begin.
const SKILLS: &str = "retap://skills/";

/// How the addresses of runs begin.
const RUNS: &str = "retap://runs/";

/// The characters that an address encodes; folders stay folders.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'/');

/// How many skills and runs are listed at once.
const PAGE: usize = 50;

/// The longest log that a report is made of while a client waits, in bytes.
const LONGEST_REPORTED: u64 = 16 << 20;

/// How many of the newest runs are watched for what is added to them.
const WATCHED: usize = 20;

/// The resource an address stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Thing {
    /// The text of a skill.
    Skill(String),
    /// The events of a run.
    Run(String),
    /// The report of a run.
    Report(String),
    /// A picture of a run.
    Picture(String, String),
}

impl Thing {
    /// Reads an address; nothing that leads out of its folder is one.
    fn parse(uri: &str) -> Option<Self> {
        if let Some(name) = uri.strip_prefix(SKILLS) {
            return Some(Self::Skill(decoded(name)));
        }
        let rest = uri.strip_prefix(RUNS)?;
        let (run, part) = match rest.split_once('/') {
            Some((run, part)) => (decoded(run), Some(decoded(part))),
            None => (decoded(rest), None),
        };
        let is_sound = is_plain(&run) && part.as_deref().is_none_or(is_plain);
        match part {
            _ if !is_sound => None,
            None => Some(Self::Run(run)),
            Some(part) if part == "report" => Some(Self::Report(run)),
            Some(part) if part.ends_with(".png") => Some(Self::Picture(run, part)),
            Some(_) => None,
        }
    }

    /// Returns what a tool does that tells the same.
    const fn operations(&self) -> Operations {
        match self {
            Self::Skill(_) => &[Operation::ReadSkill],
            Self::Run(_) => &[Operation::TellScreen],
            Self::Report(_) => &[Operation::TellScreen, Operation::TakePicture],
            Self::Picture(..) => &[Operation::TakePicture],
        }
    }

    /// Returns why it may be seen, or why not.
    fn permission(&self, policy: &Policy) -> Result<String, String> {
        policy.permission(&Asked {
            names: &[],
            operations: self.operations(),
        })
    }

    const fn mime_type(&self) -> &'static str {
        match self {
            Self::Skill(_) => "text/plain",
            Self::Run(_) => "application/jsonl",
            Self::Report(_) => "text/html",
            Self::Picture(..) => "image/png",
        }
    }

    /// Returns the file it is made of.
    fn file(&self, host: &Host) -> Option<PathBuf> {
        Some(match self {
            Self::Skill(name) => {
                let discovery = Discovery::search(&host.environment).ok()?;
                let mut skills = discovery.skills.iter();
                skills.find(|found| found.name == *name)?.path.clone()
            }
            Self::Run(run) | Self::Report(run) => runs_inside(host)?.join(run).join(EVENTS),
            Self::Picture(run, file) => runs_inside(host)?.join(run).join(file),
        })
    }
}

/// Returns what an address stands for, where it may be seen.
fn permitted(policy: &Policy, uri: &str) -> Option<Thing> {
    Thing::parse(uri).filter(|thing| thing.permission(policy).is_ok())
}

/// Returns what can be read, from where `cursor` says; nothing where that is no such place.
pub(super) fn list(
    host: &Host,
    policy: &Policy,
    cursor: Option<&str>,
) -> Option<ListResourcesResult> {
    let all = addresses(host);
    let start = match cursor {
        None => 0,
        Some(cursor) => all.iter().position(|uri| uri == cursor)?,
    };
    let mut resources = Vec::new();
    for uri in all.iter().skip(start).take(PAGE) {
        add(host, policy, uri, &mut resources);
    }
    let mut page = ListResourcesResult::with_all_items(resources);
    page.next_cursor = all.get(start + PAGE).cloned();
    Some(page)
}

/// Returns the addresses a client knows if it has listed what there is.
pub(super) fn known(host: &Host, policy: &Policy) -> Vec<String> {
    let first = list(host, policy, None).unwrap_or_default().resources;
    let mut all: Vec<String> = first.into_iter().map(|it| it.uri.clone()).collect();
    all.extend(addresses(host));
    all
}

/// Returns the addresses of the skills, then of the runs, the newest first.
fn addresses(host: &Host) -> Vec<String> {
    let mut all = Vec::new();
    if let Ok(discovery) = Discovery::search(&host.environment) {
        let names = discovery.skills.iter().map(|found| &found.name);
        all.extend(names.map(|name| format!("{SKILLS}{}", encoded(name))));
    }
    let runs = runs(host).into_iter();
    all.extend(runs.map(|run| format!("{RUNS}{}", encoded(&run))));
    all
}

/// Adds a skill, or a run with its report and its pictures.
fn add(host: &Host, policy: &Policy, uri: &str, all: &mut Vec<Resource>) {
    let mut offer = |uri: String, name: String| {
        if let Some(thing) = permitted(policy, &uri) {
            all.push(Resource::new(uri, name).with_mime_type(thing.mime_type()));
        }
    };
    match Thing::parse(uri) {
        Some(Thing::Skill(name)) => offer(uri.to_owned(), name),
        Some(Thing::Run(run)) => {
            offer(uri.to_owned(), run.clone());
            offer(format!("{uri}/report"), format!("{run} report"));
            for picture in pictures(&runs_folder(host).join(&run)) {
                offer(format!("{uri}/{}", encoded(&picture)), picture);
            }
        }
        Some(Thing::Report(_) | Thing::Picture(..)) | None => {}
    }
}

/// How addresses are made, and what each stands for.
const TEMPLATES: [(&str, &str, &str, &str); 4] = [
    (
        "retap://skills/{+name}",
        "skill",
        "The text of a skill",
        "text/plain",
    ),
    (
        "retap://runs/{run}",
        "run",
        "The events of a run, one JSON object a line; of a long run the first and the latest",
        "application/jsonl",
    ),
    (
        "retap://runs/{run}/report",
        "report",
        "The report of a run with its pictures",
        "text/html",
    ),
    (
        "retap://runs/{run}/{picture}",
        "picture",
        "A picture taken during a run",
        "image/png",
    ),
];

/// Returns how addresses are made.
pub(super) fn templates() -> Vec<ResourceTemplate> {
    let template = |(uri, name, about, kind): (&str, &str, &str, &str)| {
        ResourceTemplate::new(uri, name)
            .with_description(about)
            .with_mime_type(kind)
    };
    TEMPLATES.map(template).to_vec()
}

/// Returns what an address stands for, nothing where there is no such thing, or why it may not be seen.
pub(super) fn read(
    host: &Host,
    policy: &Policy,
    uri: &str,
) -> Result<Option<ResourceContents>, Refusal> {
    let Some(thing) = Thing::parse(uri) else {
        return Ok(None);
    };
    let permitted = thing.permission(policy);
    permitted.map_err(Refusal::not_permitted)?;
    if let Thing::Report(_) = &thing {
        check_length(host, &thing)?;
    }
    Ok(contents(host, thing, uri))
}

/// Refuses the report of a log that would take too long: nobody can end the reading of a resource.
fn check_length(host: &Host, thing: &Thing) -> Result<(), Refusal> {
    let there = thing.file(host).and_then(|file| fs::metadata(file).ok());
    match there.is_some_and(|there| there.len() > LONGEST_REPORTED) {
        false => Ok(()),
        true => Err(Refusal::input(format!(
            "the log of this run is longer than {} MB; `retap report` in a terminal tells it",
            LONGEST_REPORTED >> 20
        ))),
    }
}

fn contents(host: &Host, thing: Thing, uri: &str) -> Option<ResourceContents> {
    let file = thing.file(host)?;
    let contents = match thing {
        Thing::Skill(_) => {
            let text = files::read_text(&file, Content::Source).ok()?;
            let secrets = Skill::read(&file).map(|skill| skill.own_secrets());
            let text = secrets.unwrap_or_default().mask(&text).into_owned();
            ResourceContents::text(text, uri)
        }
        Thing::Run(ref run) => {
            let log = files::open_inside(&runs_folder(host), &file, Content::EventLog);
            ResourceContents::text(log_text(run, log.ok()?).ok()?, uri)
        }
        Thing::Report(_) => ResourceContents::text(report(host, file.parent()?)?, uri),
        Thing::Picture(..) => {
            let picture = files::read_inside(&runs_folder(host), &file, Content::Evidence);
            ResourceContents::blob(BASE64_STANDARD.encode(picture.ok()?), uri)
        }
    };
    Some(contents.with_mime_type(thing.mime_type()))
}

/// Returns whether an address stands for something that may be seen.
pub(super) fn is_there(host: &Host, policy: &Policy, uri: &str) -> bool {
    let file = permitted(policy, uri).and_then(|thing| thing.file(host));
    file.is_some_and(|file| file.is_file())
}

/// Returns how what an address stands for lies on disk; nothing where there is no such thing.
pub(super) fn stamp_of(host: &Host, uri: &str) -> Option<FileStamp> {
    FileStamp::of(&Thing::parse(uri)?.file(host)?)
}

fn report(host: &Host, folder: &Path) -> Option<String> {
    files::stays_inside(&runs_folder(host), &folder.join(EVENTS)).ok()?;
    let mut logs = Logs::brief();
    logs.read(folder).ok()?;
    html_text(&logs.runs, &logs.kept())
}

/// Returns where the runs of the project are.
fn runs_folder(host: &Host) -> PathBuf {
    host.environment.project.join(".retap").join("runs")
}

/// Returns the same; nothing where a link leads out of the project.
fn runs_inside(host: &Host) -> Option<PathBuf> {
    let folder = runs_folder(host);
    let is_inside = files::stays_inside(&host.environment.project, &folder).is_ok();
    is_inside.then_some(folder)
}

/// Returns the folder of the runs and those of the newest; writing into one changes it.
pub(super) fn run_folders(host: &Host) -> Vec<PathBuf> {
    let Some(folder) = runs_inside(host) else {
        return Vec::new();
    };
    let mut names = names_in(&folder);
    names.sort();
    let newest = names.iter().rev().take(WATCHED);
    let mut folders: Vec<PathBuf> = newest.map(|name| folder.join(name)).collect();
    folders.push(folder);
    folders
}

/// Returns the names of the runs of the project, the newest first.
fn runs(host: &Host) -> Vec<String> {
    let Some(folder) = runs_inside(host) else {
        return Vec::new();
    };
    let mut names = names_in(&folder);
    names.retain(|name| folder.join(name).join(EVENTS).is_file());
    names.sort();
    names.reverse();
    names
}

fn pictures(run: &Path) -> Vec<String> {
    let mut names = names_in(run);
    names.retain(|name| name.ends_with(".png"));
    names.sort();
    names
}

/// Returns a name as an address has it.
fn encoded(name: &str) -> String {
    utf8_percent_encode(name, ENCODED).to_string()
}

/// Returns the name an address stands for; a `%` that stands for nothing stays as it is.
fn decoded(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_leads_nowhere_but_into_its_folder() {
        for name in ["..", ".", "", "a/b", "/etc", "../x", "a/"] {
            assert!(!is_plain(name), "{name}");
        }
        assert!(is_plain("20260101T000000Z-x"));
        for uri in [
            "retap://runs/..",
            "retap://runs/%2e%2e",
            "retap://runs/a/..%2f..%2fx.png",
            "retap://runs/a/b.txt",
            "file:///etc/passwd",
        ] {
            assert_eq!(Thing::parse(uri), None, "{uri}");
        }
    }

    #[test]
    fn a_name_comes_back_as_it_was() {
        for name in ["buy-a-mug", "a b/c", "東京", "100%", "%zz", ""] {
            assert_eq!(decoded(&encoded(name)), name);
        }
        assert_eq!(encoded("a b/東"), "a%20b/%E6%9D%B1");
        assert_eq!(decoded("100%"), "100%");
    }

    #[test]
    fn names_may_have_blanks_and_folders() {
        let skill = Thing::Skill("shop/buy a mug".to_owned());
        assert_eq!(
            Thing::parse("retap://skills/shop/buy%20a%20mug"),
            Some(skill)
        );
        let picture = Thing::Picture("r".to_owned(), "1 x.png".to_owned());
        assert_eq!(Thing::parse("retap://runs/r/1%20x.png"), Some(picture));
    }
}
