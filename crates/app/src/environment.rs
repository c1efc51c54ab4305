//! The surroundings the process was started in, read once: folders, variables, and what the streams can show.

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::terminal::{Paint, Style};

/// How many columns a line has when nobody says.
const USUAL_COLUMNS: usize = 100;

/// Variables that build servers set; nobody sits in front of those.
const UNATTENDED: [&str; 4] = ["CI", "GITHUB_ACTIONS", "JENKINS_URL", "GITLAB_CI"];

/// The surroundings the process was started in.
#[derive(Debug, Clone)]
pub(crate) struct Environment {
    pub(crate) project: PathBuf,
    /// The folder of the person, where there is one.
    pub(crate) home: Option<PathBuf>,
    pub(crate) variables: BTreeMap<String, String>,
    /// Where data goes.
    pub(crate) stdout: Style,
    /// Where talk goes.
    pub(crate) stderr: Style,
    /// Whether somebody is there to answer questions.
    pub(crate) has_person: bool,
}

impl Environment {
    /// Returns the environment of this process.
    pub(crate) fn of_process() -> Self {
        let variables: BTreeMap<String, String> = std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
            .collect();
        let set = |name: &str| variables.get(name).filter(|value| !value.is_empty());
        let wants_colour =
            set("NO_COLOR").is_none() && set("TERM").is_none_or(|term| term != "dumb");
        let columns = set("COLUMNS").and_then(|columns| columns.parse().ok());
        // Whoever wants no colours wants no lines that are drawn again either.
        let style = |terminal: bool| Style {
            paint: match terminal && wants_colour {
                true => Paint::Coloured,
                false => Paint::Plain,
            },
            terminal: terminal && wants_colour,
            width: columns.unwrap_or(USUAL_COLUMNS),
            verbose: false,
        };
        Self {
            project: std::env::current_dir().unwrap_or_else(|_| PathBuf::from(".")),
            // One that depends on where retap was started would be the project's.
            home: set("HOME")
                .map(PathBuf::from)
                .filter(|home| home.is_absolute()),
            stdout: style(std::io::stdout().is_terminal()),
            stderr: style(std::io::stderr().is_terminal()),
            has_person: std::io::stdin().is_terminal()
                && !UNATTENDED.iter().any(|name| set(name).is_some()),
            variables,
        }
    }

    /// Returns the value of a variable that has one.
    pub(crate) fn variable(&self, name: &str) -> Option<&String> {
        self.variables.get(name).filter(|value| !value.is_empty())
    }

    /// Returns where a program is, by the folders of the path.
    pub(crate) fn program(&self, name: &str) -> Option<PathBuf> {
        let folders = self.program_folders().into_iter();
        let mut programs = folders.map(|folder| folder.join(name));
        programs.find(|path| path.is_file())
    }

    /// Returns the folders of the path, but for those that depend on where retap was started: a project must
    /// not bring along the programs that run.
    pub(crate) fn program_folders(&self) -> Vec<PathBuf> {
        let path = self.variables.get("PATH").map_or("", String::as_str);
        let folders = std::env::split_paths(path);
        folders.filter(|folder| folder.is_absolute()).collect()
    }

    /// Starts this program anew with only the absolute folders of the path, where it has others: by a folder such as `.` a
    /// project would bring along the programs that run, those that the browser or adb run too.
    pub(crate) fn leave_relative_path(&self) {
        let path = self.variables.get("PATH").map_or("", String::as_str);
        if std::env::split_paths(path).all(|folder| folder.is_absolute() || path.is_empty()) {
            return;
        }
        let folders = match self.program_folders() {
            none if none.is_empty() => vec![PathBuf::from("/usr/bin"), PathBuf::from("/bin")],
            folders => folders,
        };
        let (program, path) = (std::env::current_exe(), std::env::join_paths(folders));
        if let (Ok(program), Ok(path)) = (program, path) {
            let mut anew = Command::new(program);
            anew.args(std::env::args_os().skip(1)).env("PATH", path);
            // Where that cannot be done, retap itself still looks in absolute folders only.
            let _ = anew.exec();
        }
    }

    /// Returns the path as people read it: relative to the project where it is inside.
    pub(crate) fn shown(&self, path: &Path) -> PathBuf {
        match path.strip_prefix(&self.project) {
            Ok(inside) if !inside.as_os_str().is_empty() => inside.to_path_buf(),
            Ok(_) | Err(_) => path.to_path_buf(),
        }
    }

    /// Returns the folder of the project. Who was started in the home folder or above it is in none: what is inside of
    /// that is everything the person has.
    pub(crate) fn own_project(&self) -> Option<&Path> {
        let real = |path: &Path| std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let project = real(&self.project);
        let is_above = |home: &Path| real(home).starts_with(&project);
        let is_wide = project.parent().is_none() || self.home.as_deref().is_some_and(is_above);
        (!is_wide).then_some(&*self.project)
    }

    /// Returns the folders that can hold a `.retap` folder, the project's first.
    pub(crate) fn places(&self) -> Vec<&Path> {
        let mut places = vec![self.project.as_path()];
        places.extend(self.home.as_deref().filter(|home| *home != self.project));
        places
    }
}
