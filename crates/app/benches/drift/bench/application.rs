//! An application of the benchmark as its folder describes it: pages, data, writes, and the chore to be done.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::{Map, Value};

use super::catalogue::Change;

/// An object of JSON.
pub(crate) type Object = Map<String, Value>;

/// What `app.json` says. Phones have `phone` and `done` of their ledger, pages all the rest.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Manifest {
    /// What it is and how it is written, for people.
    pub(crate) says: String,
    /// What the application has, for changes that need it; `benches/drift/README.md` lists the words.
    #[serde(default)]
    pub(crate) traits: Vec<String>,
    /// The data it starts with.
    #[serde(default)]
    pub(crate) seed: Object,
    /// The pages by path; `{id}` stands for one segment.
    #[serde(default)]
    pub(crate) pages: BTreeMap<String, Page>,
    /// What may be written, by `METHOD /path`.
    #[serde(default)]
    pub(crate) writes: BTreeMap<String, Write>,
    /// Other data of the same application.
    #[serde(default)]
    pub(crate) data: Data,
    /// The chore.
    pub(crate) chore: Chore,
    /// Changes that only this application has.
    #[serde(default)]
    pub(crate) changes: Vec<Change>,
    /// The file of the simulated phone, for an application on it.
    #[serde(default)]
    pub(crate) phone: Option<String>,
}

/// A page and the entity it is about.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Page {
    pub(crate) file: String,
    /// Where the entity stands in the data: `orders/{id}`.
    #[serde(default)]
    pub(crate) at: Option<String>,
}

/// What a request changes in the data.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Write {
    /// The object that is changed: `orders/{id}` or `profile`.
    #[serde(default)]
    pub(crate) at: Option<String>,
    /// The list that gets a new entry.
    #[serde(default)]
    pub(crate) add: Option<String>,
    /// The fields that are taken from the request.
    #[serde(default)]
    pub(crate) take: Vec<String>,
    /// The values that are set; `{id}` is the segment of the path.
    #[serde(default)]
    pub(crate) set: Object,
    /// Whether the object goes.
    #[serde(default)]
    pub(crate) remove: bool,
    /// The page a form leads to; a script is answered with the object.
    #[serde(default)]
    pub(crate) goto: Option<String>,
}

/// Other data: which list and entry the chore is about, and what may stand there instead.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Data {
    /// The list with the entry of the chore.
    pub(crate) list: String,
    /// The id of the entry of the chore.
    pub(crate) entity: String,
    /// The id of an entry beside it.
    pub(crate) neighbour: String,
    /// Fields that are others every day, with values that go round the entries.
    pub(crate) today: BTreeMap<String, Vec<Value>>,
    /// Fields of the other entries, with values that go round them.
    pub(crate) others: BTreeMap<String, Vec<Value>>,
    /// More entries.
    pub(crate) extra: Vec<Object>,
    /// What another entry has that is called like the one of the chore.
    pub(crate) lookalike: Object,
    /// What another entry has that is called nearly like it.
    pub(crate) near: Object,
}

/// What is to be done, by whom it may be told, and which control matters most.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Chore {
    /// The skill, as a user writes it; the application is at `http://app.example/`.
    pub(crate) skill: String,
    /// The same by Playwright's role locators.
    #[serde(default)]
    pub(crate) script: String,
    /// The writes the server must have accepted: these, each once, and no others.
    pub(crate) done: Vec<Accepted>,
    /// The keys of controls that may be touched; `*` stands for any text.
    #[serde(default)]
    pub(crate) touches: Vec<String>,
    /// The key of the control changes are about.
    #[serde(default)]
    pub(crate) target: String,
    /// The key of a control beside it that must not be touched.
    #[serde(default)]
    pub(crate) beside: String,
    /// The key of a field that is typed into.
    #[serde(default)]
    pub(crate) field: String,
    /// The name under which the server is sent what the field holds.
    #[serde(default)]
    pub(crate) sent_as: String,
    /// The write that does the work, as `writes` calls it.
    #[serde(default)]
    pub(crate) r#final: String,
    /// Other words: `more`, `synonym`, `reused`, `opposite`, `danger`, `field`, `heading`.
    #[serde(default)]
    pub(crate) words: BTreeMap<String, String>,
    /// The words of the application in another language.
    #[serde(default)]
    pub(crate) translated: BTreeMap<String, String>,
}

/// A write as the server accepted it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct Accepted(pub(crate) String, pub(crate) BTreeMap<String, String>);

/// Which half of the benchmark an application belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Half {
    /// Faults found here may be looked at while retap is worked on.
    Tuned,
    /// Figures are told from these; nobody looks at single cases of them while working on retap.
    Reported,
}

impl Half {
    /// The fixed rule: an application whose name has an odd number of characters is reported.
    pub(crate) fn of_name(name: &str) -> Self {
        match name.len() % 2 {
            0 => Self::Tuned,
            _ => Self::Reported,
        }
    }

    /// Returns the word for tables.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Tuned => "tuned",
            Self::Reported => "reported",
        }
    }
}

/// An application with its folder.
#[derive(Debug, Clone)]
pub(crate) struct Application {
    pub(crate) name: String,
    pub(crate) half: Half,
    pub(crate) folder: PathBuf,
    pub(crate) manifest: Manifest,
}

impl Application {
    /// Reads all applications, in the order of their names.
    pub(crate) fn all(root: &Path) -> Vec<Self> {
        let entries = std::fs::read_dir(root.join("apps")).unwrap();
        let mut folders: Vec<PathBuf> = entries
            .map(|entry| entry.unwrap().path())
            .filter(|folder| folder.join("app.json").is_file())
            .collect();
        folders.sort();
        folders.into_iter().map(Self::read).collect()
    }

    fn read(folder: PathBuf) -> Self {
        let file = folder.join("app.json");
        let text = std::fs::read_to_string(&file).unwrap();
        let manifest = serde_json::from_str(&text)
            .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        Self {
            half: Half::of_name(&name),
            name,
            folder,
            manifest,
        }
    }

    /// Returns whether it has what a change needs.
    pub(crate) fn has(&self, need: &str) -> bool {
        let chore = &self.manifest.chore;
        let data = &self.manifest.data;
        match need {
            "beside" => !chore.beside.is_empty(),
            "field" => !chore.field.is_empty(),
            "sent_as" => !chore.sent_as.is_empty(),
            "list" => !data.list.is_empty(),
            "neighbour" => !data.neighbour.is_empty(),
            "today" => !data.today.is_empty(),
            "others" => !data.others.is_empty(),
            "extra" => !data.extra.is_empty(),
            "lookalike" => !data.lookalike.is_empty(),
            "near" => !data.near.is_empty(),
            "translated" => !chore.translated.is_empty(),
            "add" => self.final_write().is_some_and(|write| write.add.is_some()),
            word => {
                self.manifest.traits.iter().any(|it| it == word)
                    || chore.words.contains_key(word.trim_start_matches("word:"))
                        && word.starts_with("word:")
            }
        }
    }

    /// Returns the write that does the work.
    pub(crate) fn final_write(&self) -> Option<&Write> {
        self.manifest.writes.get(&self.manifest.chore.r#final)
    }

    /// Returns the text of a file of its folder.
    pub(crate) fn file(&self, name: &str) -> Option<String> {
        std::fs::read_to_string(self.folder.join(name)).ok()
    }

    /// Returns the text of a file that must be there.
    pub(crate) fn text_of(&self, name: &str) -> String {
        self.file(name)
            .unwrap_or_else(|| panic!("{} has no file `{name}`", self.name))
    }
}
