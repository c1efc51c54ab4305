//! The catalogue of changes: one line each in `benches/drift/changes.json`, with what the server does for it.

use std::path::Path;

use serde::Deserialize;

use super::application::{Accepted, Application};

/// What a replay may do on a changed application.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Class {
    /// A person would not notice, or go on without a thought: the work must be done.
    Survivable,
    /// The work cannot be done right: whoever passes is wrong.
    MustStop,
    /// Doing the work right and stopping are both right.
    Either,
    /// Nothing outside of the server can tell that the work is not done: told apart, and judged as `must_stop`.
    Unknowable,
}

impl Class {
    /// All of them, in the order of tables.
    pub(crate) const ALL: [Self; 4] = [
        Self::Survivable,
        Self::MustStop,
        Self::Either,
        Self::Unknowable,
    ];

    /// Returns the word for tables.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Survivable => "survivable",
            Self::MustStop => "must stop",
            Self::Either => "either",
            Self::Unknowable => "unknowable",
        }
    }
}

/// One change. What it does in the page is the function of its name in `benches/drift/page`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Change {
    pub(crate) name: String,
    pub(crate) class: Class,
    /// What is changed, for people.
    pub(crate) says: String,
    /// Whether the control is called otherwise. Where touching it cannot be taken back (`irreversible`), stopping is right
    /// then, and the class becomes `either`.
    #[serde(default)]
    pub(crate) renames: bool,
    /// What an application must have for it; see `Application::has`.
    #[serde(default)]
    pub(crate) needs: Vec<String>,
    /// How the write that does the work is answered.
    #[serde(default)]
    pub(crate) answer: Option<Answer>,
    /// Which other data there is.
    #[serde(default)]
    pub(crate) data: Option<DataChange>,
    /// How many milliseconds every answer takes.
    #[serde(default)]
    pub(crate) delay: u64,
    /// Whether only reading of data takes that long.
    #[serde(default)]
    pub(crate) delay_data_only: bool,
    /// Whether the page itself sends what is wrong: the server then has it although no control was mistaken.
    #[serde(default)]
    pub(crate) page_at_fault: bool,
    /// Whether even what looks like the right work is wrong: the page means something else by it.
    #[serde(default)]
    pub(crate) never_passes: bool,
    /// Replacements in the files of the application: file, text, other text.
    #[serde(default)]
    pub(crate) patch: Vec<(String, String, String)>,
    /// What must have been accepted instead.
    #[serde(default)]
    pub(crate) done: Option<Vec<Accepted>>,
    /// The change of a simulated phone, as its files write drift.
    #[serde(default)]
    pub(crate) drift: String,
    /// Options of the simulated phone's address.
    #[serde(default)]
    pub(crate) phone: String,
}

/// How the write that does the work is answered.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Answer {
    /// The status.
    pub(crate) status: u16,
    /// Whether the server really does it.
    #[serde(default)]
    pub(crate) keeps: bool,
    /// Whether pages show it as if it were done.
    #[serde(default)]
    pub(crate) shows: bool,
    /// How many milliseconds the answer takes.
    #[serde(default)]
    pub(crate) delay: u64,
    /// After how many milliseconds pages no longer show it.
    #[serde(default)]
    pub(crate) reverts: u64,
    /// What the answer says instead of the object.
    #[serde(default)]
    pub(crate) body: Option<String>,
    /// Where it leads instead.
    #[serde(default)]
    pub(crate) redirect: Option<String>,
    /// Whether a field of the request is left out of what is kept.
    #[serde(default)]
    pub(crate) drops_field: bool,
    /// What the next page says in a message that goes away.
    #[serde(default)]
    pub(crate) toast: Option<String>,
    /// Whether the connection is cut without any answer.
    #[serde(default)]
    pub(crate) cuts: bool,
}

/// Other data than the chore was learned with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DataChange {
    Extra,
    Reversed,
    Today,
    Others,
    OnlyLookalike,
    Twin,
    Near,
    Gone,
}

impl Change {
    /// Returns the application as it was learned.
    pub(crate) fn none() -> Self {
        serde_json::from_str(r#"{"name": "unchanged", "class": "survivable", "says": "nothing"}"#)
            .unwrap()
    }
}

/// Returns the changes an application can have: those of the catalogue whose needs it meets, and its own.
pub(crate) fn changes_for(root: &Path, application: &Application) -> Vec<Change> {
    let file = match application.manifest.phone {
        Some(_) => root.join("phone-changes.json"),
        None => root.join("changes.json"),
    };
    let text = std::fs::read_to_string(&file).unwrap();
    let all: Vec<Change> =
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let mut changes: Vec<Change> = all
        .into_iter()
        .filter(|change| change.needs.iter().all(|need| application.has(need)))
        .chain(application.manifest.changes.iter().cloned())
        .collect();
    if application.has("irreversible") {
        let renamed = changes.iter_mut().filter(|change| change.renames);
        renamed.for_each(|change| change.class = Class::Either);
    }
    changes
}
