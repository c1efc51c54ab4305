//! Skills, runs, reports and pictures as resources a client can read.

use std::fs;
use std::path::{Component, Path, PathBuf};

use base64::prelude::{BASE64_STANDARD, Engine as _};
use retap_report::{HtmlOptions, Runs, html, read_log};
use rmcp::model::{Resource, ResourceContents};

use super::client::Host;
use crate::discovery::Discovery;
use crate::run_folder::EVENTS;

/// How the addresses of skills begin.
const SKILLS: &str = "retap://skills/";

/// How the addresses of runs begin.
const RUNS: &str = "retap://runs/";

/// How many runs are listed, the newest first.
const MOST_RUNS: usize = 20;

/// Returns what can be read.
pub(super) fn list(host: &Host) -> Vec<Resource> {
    let mut all = Vec::new();
    if let Ok(discovery) = Discovery::search(&host.environment) {
        for found in discovery.skills() {
            let uri = format!("{SKILLS}{}", found.name);
            all.push(Resource::new(uri, found.name.clone()).with_mime_type("text/plain"));
        }
    }
    for run in runs(host).into_iter().take(MOST_RUNS) {
        let uri = format!("{RUNS}{run}");
        all.push(Resource::new(&uri, run.clone()).with_mime_type("application/jsonl"));
        let report = Resource::new(format!("{uri}/report"), format!("{run} report"));
        all.push(report.with_mime_type("text/html"));
        for picture in pictures(&folder(host).join(&run)) {
            let uri = format!("{uri}/{picture}");
            all.push(Resource::new(uri, picture).with_mime_type("image/png"));
        }
    }
    all
}

/// Returns what an address stands for; nothing where there is no such thing.
pub(super) fn read(host: &Host, uri: &str) -> Option<ResourceContents> {
    if let Some(name) = uri.strip_prefix(SKILLS) {
        let discovery = Discovery::search(&host.environment).ok()?;
        let found = discovery.skills().iter().find(|found| found.name == name)?;
        let text = fs::read_to_string(&found.path).ok()?;
        return Some(ResourceContents::text(text, uri));
    }
    let rest = uri.strip_prefix(RUNS)?;
    let (run, part) = rest.split_once('/').unwrap_or((rest, ""));
    if !is_plain(run) {
        return None;
    }
    let folder = folder(host).join(run);
    match part {
        "" => {
            let text = fs::read_to_string(folder.join(EVENTS)).ok()?;
            Some(ResourceContents::text(text, uri).with_mime_type("application/jsonl"))
        }
        "report" => {
            let report = report(&folder)?;
            Some(ResourceContents::text(report, uri).with_mime_type("text/html"))
        }
        file if is_plain(file) && file.ends_with(".png") => {
            let bytes = fs::read(folder.join(file)).ok()?;
            let blob = BASE64_STANDARD.encode(bytes);
            Some(ResourceContents::blob(blob, uri).with_mime_type("image/png"))
        }
        _ => None,
    }
}

fn report(folder: &Path) -> Option<String> {
    let log = read_log(&fs::read(folder.join(EVENTS)).ok()?).ok()?;
    let pictures = |_: &str, file: &str| {
        let path = is_plain(file).then(|| folder.join(file))?;
        fs::read(path).ok()
    };
    let options = HtmlOptions {
        title: None,
        pictures: &pictures,
    };
    Some(html(&Runs::from_records(&log.records), &options))
}

fn folder(host: &Host) -> PathBuf {
    host.environment.project.join(".retap").join("runs")
}

/// Returns the names of the runs of the project, the newest first.
fn runs(host: &Host) -> Vec<String> {
    let mut names = names_in(&folder(host));
    names.retain(|name| folder(host).join(name).join(EVENTS).is_file());
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

fn names_in(folder: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    names.collect()
}

/// Returns whether a name is a name and leads nowhere else.
fn is_plain(name: &str) -> bool {
    let mut parts = Path::new(name).components();
    matches!(
        (parts.next(), parts.next()),
        (Some(Component::Normal(_)), None)
    )
}

#[cfg(test)]
mod tests {
    use super::is_plain;

    #[test]
    fn an_address_leads_nowhere_but_into_its_folder() {
        for name in ["..", ".", "", "a/b", "/etc", "../x"] {
            assert!(!is_plain(name), "{name}");
        }
        assert!(is_plain("20260101T000000Z-x"));
    }
}
