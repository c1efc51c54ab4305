//! What was asked for: `[APP | APP/CHANGE]... [--tool NAME] [--all-tools] [--folder DIR]`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::bench::application::Application;
use crate::bench::catalogue::{Change, changes_for};
use crate::bench::other_tool::TOOLS;

/// How many changes are replayed after one lesson; small enough that all workers have work until the end.
const CHANGES_A_JOB: usize = 30;

/// The words of the command line.
#[derive(Debug, Default)]
pub(crate) struct Asked {
    /// `APP` or `APP/CHANGE`; all when empty.
    parts: Vec<String>,
    /// Names of tools.
    tools: Vec<String>,
    /// Another folder than `benches/drift`, with applications and changes of its own.
    pub(crate) folder: Option<PathBuf>,
}

/// One tool on one application and some of its changes.
pub(crate) struct Job {
    pub(crate) tool: String,
    pub(crate) application: Arc<Application>,
    pub(crate) changes: Vec<Change>,
}

impl Asked {
    /// Reads the words.
    pub(crate) fn parse(words: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut asked = Self::default();
        let mut words = words;
        while let Some(word) = words.next() {
            match word.as_str() {
                // Cargo says this to every bench.
                "--bench" => {}
                "--all-tools" => asked.tools = all_tools(),
                "--tool" => asked
                    .tools
                    .push(words.next().ok_or("`--tool` needs a name")?),
                "--folder" => {
                    let folder = words.next().ok_or("`--folder` needs a folder")?;
                    asked.folder = Some(folder.into());
                }
                word if word.starts_with("--") => return Err(format!("`{word}` is not known")),
                _ => asked.parts.push(word),
            }
        }
        if asked.tools.is_empty() {
            asked.tools.push("retap".to_owned());
        }
        Ok(asked)
    }

    /// Returns the work to be done; it is taken from the end.
    pub(crate) fn jobs(&self, root: &Path) -> Vec<Job> {
        let mut jobs = Vec::new();
        for application in Application::all(root).into_iter().rev() {
            let changes = self.changes(root, &application);
            if changes.is_empty() {
                continue;
            }
            let application = Arc::new(application);
            for tool in &self.tools {
                jobs.extend(changes.chunks(CHANGES_A_JOB).map(|changes| Job {
                    tool: tool.clone(),
                    application: Arc::clone(&application),
                    changes: changes.to_vec(),
                }));
            }
        }
        jobs
    }

    fn changes(&self, root: &Path, application: &Application) -> Vec<Change> {
        let name = &application.name;
        let is_asked = |part: &str| self.parts.iter().any(|it| it == part);
        let is_whole = self.parts.is_empty() || is_asked(name);
        let mut changes = changes_for(root, application);
        changes.retain(|change| is_whole || is_asked(&format!("{name}/{}", change.name)));
        changes
    }
}

fn all_tools() -> Vec<String> {
    let others = TOOLS.iter().map(|tool| tool.name.to_owned());
    std::iter::once("retap".to_owned()).chain(others).collect()
}
