//! `.retap/config.toml`: the usual device, the names of others, values of variables.
//!
//! The project's file is read first, then the one in the home folder; what the project says wins,
//! key by key. The format is described in `docs/formats/config.md`.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use retap_drivers::android::AdbConfig;
use retap_replay::RunOptions;
use serde::Deserialize;
use toml::de::{DeTable, DeValue};
use toml::{Table, Value};

use crate::ai_config::AiConfig;
use crate::android::adb_config;
use crate::discovery::OWNERS;
use crate::environment::Environment;
use crate::error::{AppError, cannot};
use crate::files::{self, Content};
use crate::retention::Keep;
use crate::web::WebConfig;

/// The longest timeout that makes sense, in seconds: a day.
const LONGEST_TIMEOUT: f64 = 86_400.0;

/// What a project may let pages do without asking: nothing that reaches the person's devices, files or clipboard.
pub(crate) const HARMLESS: [&str; 6] = [
    "backgroundSync",
    "durableStorage",
    "geolocation",
    "notifications",
    "sensors",
    "wakeLockScreen",
];

/// The settings of the configuration: plain data, nothing that is open or running. A file is read as it is
/// written; version 1 has no version key, a later one will.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Config {
    /// The address or name of the usual device.
    pub(crate) device: Option<String>,
    /// The projects whose own files count as the person's; only the person's file may name them.
    #[serde(default)]
    pub(crate) trust: Vec<PathBuf>,
    /// Folders whose files any skill may read; only the person's file may name them.
    #[serde(default)]
    pub(crate) folders: Vec<PathBuf>,
    /// See [`Config::timeout`]; in seconds.
    pub(crate) timeout: Option<f64>,
    /// How long runs are kept.
    pub(crate) keep: Option<Keep>,
    /// Addresses by the names people gave them.
    #[serde(default)]
    pub(crate) devices: BTreeMap<String, String>,
    /// Values of variables that neither `--set` nor the environment has.
    #[serde(default)]
    pub(crate) variables: BTreeMap<String, String>,
    #[serde(default)]
    pub(crate) ai: AiConfig,
    #[serde(default)]
    pub(crate) web: WebConfig,
    #[serde(skip)]
    pub(crate) adb: AdbConfig,
    /// The addresses of the devices that the person's own file names.
    #[serde(skip)]
    pub(crate) personal_devices: Vec<String>,
    /// Whether it is for a skill of the home folder, for which the project's file does not count.
    #[serde(skip)]
    pub(crate) is_of_home: bool,
    /// The files it was read from.
    #[serde(skip)]
    pub(crate) files: Vec<PathBuf>,
    /// What the person's own file says alone, where a project says something too.
    #[serde(skip)]
    pub(crate) personal: Option<Box<Personal>>,
}

/// The person's own settings, and where the skills are for which they count alone.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Personal {
    folders: Vec<PathBuf>,
    config: Config,
}

impl Config {
    /// Returns the address that a name of a device stands for; any other text is an address already.
    pub(crate) fn address_of<'t>(&'t self, named: &'t str) -> &'t str {
        self.devices.get(named).map_or(named, String::as_str)
    }

    /// Returns whether the person named the device that this text stands for. A name counts only as what it means by
    /// now, since a project may give it another meaning.
    pub(crate) fn is_personal_device(&self, named: &str) -> bool {
        let address = self.address_of(named);
        self.personal_devices.iter().any(|known| known == address)
    }

    /// Reads the configuration of the project and of the home folder; neither must be there.
    pub(crate) fn load(environment: &Environment) -> Result<Self, AppError> {
        let (mut merged, mut own) = (Table::new(), Table::new());
        let mut files = Vec::new();
        let mut personal_devices = Vec::new();
        let is_trusted = trusts(environment);
        for place in environment.places() {
            let is_persons = environment.home.as_deref() == Some(place) || is_trusted;
            let bounds = (!is_persons).then_some(place);
            let Some(text) = read_settings(place, bounds)? else {
                continue;
            };
            let shown = environment.shown(&config_file(place));
            let file = ConfigFile {
                path: &shown,
                text: &text,
            };
            let (read, mut table) = file.parse()?;
            if is_persons {
                let usual = read.device.as_deref().map(|usual| read.address_of(usual));
                personal_devices.extend(usual.map(str::to_owned));
                personal_devices.extend(read.devices.into_values());
            } else {
                read.check_impersonal(place, &file)?;
            }
            let home = environment.home.as_deref().filter(|_| is_persons);
            start_paths_at(place, home, &mut table);
            if is_persons {
                merge(&mut own, table.clone());
            }
            if is_persons && !is_trusted {
                keep_names(&mut merged, &table);
            }
            merge(&mut merged, table);
            files.push(shown);
        }
        let personal = (merged != own).then(|| Personal::new(environment, own));
        let read = Self::deserialize(merged).expect("what each file says can be read");
        Ok(Self {
            personal: personal.map(Box::new),
            adb: adb_config(environment),
            personal_devices,
            files,
            ..read
        })
    }

    /// Returns the settings for a skill. The skills of a person's home folder do not see which devices a project names and
    /// which values it gives to variables: a stranger would choose where the person's passwords are typed.
    pub(crate) fn for_skill(&self, path: &Path) -> Cow<'_, Self> {
        let personal = self.personal.as_deref();
        match personal.filter(|personal| personal.has(path)) {
            None => Cow::Borrowed(self),
            Some(Personal { config, .. }) => Cow::Owned(Self {
                device: config.device.clone(),
                devices: config.devices.clone(),
                variables: config.variables.clone(),
                is_of_home: true,
                ..self.clone()
            }),
        }
    }

    /// Returns how long a wait lasts at the most when a step does not say.
    pub(crate) fn timeout(&self) -> Duration {
        let timeout = self.timeout.and_then(|seconds| parse_timeout(seconds).ok());
        timeout.unwrap_or(RunOptions::DEFAULT_TIMEOUT)
    }
}

impl Personal {
    fn new(environment: &Environment, own: Table) -> Self {
        let home = environment.home.iter();
        let folders = home.flat_map(|home| OWNERS.map(|owner| home.join(owner)));
        Self {
            folders: folders
                .filter_map(|it| std::fs::canonicalize(it).ok())
                .collect(),
            config: Config::deserialize(own).expect("what each file says can be read"),
        }
    }

    fn has(&self, path: &Path) -> bool {
        let real = std::fs::canonicalize(path);
        real.is_ok_and(|real| self.folders.iter().any(|folder| real.starts_with(folder)))
    }
}

/// Returns whether the person trusts the project: what its files say counts as if they had said it.
///
/// A file that cannot be read trusts nobody.
pub(crate) fn trusts(environment: &Environment) -> bool {
    let project = std::fs::canonicalize(&environment.project);
    let is_below = |folder: PathBuf| {
        let folder = std::fs::canonicalize(folder);
        matches!((&folder, &project), (Ok(folder), Ok(project)) if project.starts_with(folder))
    };
    let mut trusted = personal_folders(environment, |config| config.trust).into_iter();
    trusted.any(is_below)
}

/// Returns the folders whose files any skill may read besides its own; `None` where the person trusts the
/// project with all files.
pub(crate) fn readable_folders(environment: &Environment) -> Option<Vec<PathBuf>> {
    (!trusts(environment)).then(|| named_folders(environment))
}

/// Returns the folders that the person named, whose files any skill may read.
pub(crate) fn named_folders(environment: &Environment) -> Vec<PathBuf> {
    personal_folders(environment, |config| config.folders)
}

/// Returns folders that the person's own file names, from the home folder on; none where it cannot be read.
fn personal_folders(
    environment: &Environment,
    choose: impl FnOnce(Config) -> Vec<PathBuf>,
) -> Vec<PathBuf> {
    let Some(home) = &environment.home else {
        return Vec::new();
    };
    let text = files::read_text(&config_file(home), Content::Settings).unwrap_or_default();
    let folders = toml::from_str(&text).map_or_else(|_| Vec::new(), choose);
    let folders = folders
        .iter()
        .map(|folder| from_place(home, Some(home), folder));
    folders.collect()
}

/// Reads the file of a folder, if it is there; with bounds, no link leads out of them.
fn read_settings(place: &Path, bounds: Option<&Path>) -> Result<Option<String>, AppError> {
    let path = config_file(place);
    let read = match bounds {
        None => files::read_text(&path, Content::Settings),
        Some(folder) => files::read_text_inside(folder, &path, Content::Settings),
    };
    match read {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) if bounds.is_some() && files::stays_inside(place, &path).is_err() => {
            let project = place.display();
            Err(cannot("read", &path, error).hint(format!(
                "to let it count, put `trust = [\"{project}\"]` into `.retap/config.toml` of your home folder"
            )))
        }
        Err(error) => Err(cannot("read", &path, error)),
    }
}

fn config_file(place: &Path) -> PathBuf {
    place.join(".retap").join("config.toml")
}

/// Returns whether a path of a project leads into a hidden folder of it. A folder of retap's own is none, unless retap itself
/// trusts what is in it.
pub(crate) fn is_hidden(project: &Path, path: &Path) -> bool {
    let (Ok(project), Ok(real)) = (std::fs::canonicalize(project), files::real_place(path)) else {
        return true;
    };
    let below = real.strip_prefix(project).unwrap_or(&real);
    let mut below = below
        .iter()
        .map(std::ffi::OsStr::to_string_lossy)
        .peekable();
    if below.next_if(|part| OWNERS.contains(&&**part)).is_some()
        && below.next_if(|part| part != "skills").is_none()
    {
        return true;
    }
    below.any(|part| part.starts_with('.'))
}

/// Returns the path that a file of a folder means; in the person's own file `~` is the home folder.
fn from_place(place: &Path, home: Option<&Path>, path: &Path) -> PathBuf {
    match (home, path.strip_prefix("~")) {
        (Some(home), Ok(rest)) => home.join(rest),
        (_, Err(_)) | (None, Ok(_)) => place.join(path),
    }
}

/// Lets paths that stand in a file start where the file is.
fn start_paths_at(place: &Path, home: Option<&Path>, table: &mut Table) {
    let Some(web) = table.get_mut("web").and_then(Value::as_table_mut) else {
        return;
    };
    for key in ["storage", "downloads"] {
        if let Some(Value::String(path)) = web.get_mut(key) {
            *path = from_place(place, home, Path::new(path))
                .display()
                .to_string();
        }
    }
}

/// Lets the person's names of devices mean what the person says, whatever a project calls so.
fn keep_names(said: &mut Table, persons: &Table) {
    let names = persons.get("devices").and_then(Value::as_table);
    let taken = said.get_mut("devices").and_then(Value::as_table_mut);
    if let (Some(names), Some(taken)) = (names, taken) {
        taken.extend(names.clone());
    }
}

/// Adds what a file of lower rank says where nothing was said yet; an empty list says nothing.
fn merge(said: &mut Table, lower: Table) {
    for (key, value) in lower {
        match (said.get_mut(&key), value) {
            (Some(Value::Table(said)), Value::Table(lower)) => merge(said, lower),
            (Some(Value::Array(list)), value) if list.is_empty() => {
                said.insert(key, value);
            }
            (Some(_), _) => {}
            (None, value) => {
                said.insert(key, value);
            }
        }
    }
}

/// A file of the configuration, for errors that say where.
pub(crate) struct ConfigFile<'a> {
    path: &'a Path,
    text: &'a str,
}

impl ConfigFile<'_> {
    fn parse(&self) -> Result<(Config, Table), AppError> {
        let config: Config = toml::from_str(self.text).map_err(|error| self.broken(&error))?;
        let timeouts: [(&[&str], _); 2] = [
            (&["timeout"], config.timeout),
            (&["ai", "timeout"], config.ai.timeout),
        ];
        for (keys, timeout) in timeouts {
            if let Some(Err(message)) = timeout.map(parse_timeout) {
                return Err(self.error_at(keys, &message));
            }
        }
        if let Some(name) = config.devices.keys().find(|name| name.contains(':')) {
            let message = format!("`{name}` is an address, and no name for another one");
            return Err(self.error_at(&["devices", name], &message));
        }
        let table = self.text.parse().map_err(|error| self.broken(&error))?;
        Ok((config, table))
    }

    fn broken(&self, error: &toml::de::Error) -> AppError {
        let span = error.span();
        let (line, column) = span.map_or((1, 1), |span| place(self.text, span.start));
        let (path, message) = (self.path.display(), in_plain_words(error.message()));
        let error = AppError::input(format!("{path}:{line}:{column}: {message}"));
        let line = self.text.lines().nth(line - 1).unwrap_or_default();
        let key = line.split('=').next().unwrap_or_default().trim();
        match EXAMPLES.iter().find(|(known, _)| *known == key) {
            Some((_, example)) => error.hint(format!("write it like `{key} = {example}`")),
            None => error,
        }
    }

    /// Returns an error at a key, which those of the tables around it stand before.
    pub(crate) fn error_at(&self, keys: &[&str], message: &str) -> AppError {
        let (line, column) = self.place_of(keys).unwrap_or((1, 1));
        let path = self.path.display();
        AppError::input(format!("{path}:{line}:{column}: {message}"))
    }

    fn place_of(&self, keys: &[&str]) -> Option<(usize, usize)> {
        let file = DeTable::parse(self.text).ok()?;
        let (last, around) = keys.split_last()?;
        let mut table = file.get_ref();
        for key in around {
            let (_, value) = table.iter().find(|(name, _)| name.get_ref() == key)?;
            let DeValue::Table(inner) = value.get_ref() else {
                return None;
            };
            table = inner;
        }
        let (key, _) = table.iter().find(|(name, _)| name.get_ref() == last)?;
        Some(place(self.text, key.span().start))
    }
}

/// How the keys are written whose values people get wrong.
const EXAMPLES: [(&str, &str); 10] = [
    ("device", "\"sim:settings\""),
    ("timeout", "20"),
    ("keep", "\"20 runs or 7 days\""),
    ("trust", "[\"work\"]"),
    ("folders", "[\"Pictures\"]"),
    ("headed", "true"),
    ("mobile", "true"),
    ("viewport", "[1280, 800]"),
    ("permissions", "[\"geolocation\"]"),
    ("largest_download", "512"),
];

/// Returns what the reader of the format says, in words of people who do not program.
fn in_plain_words(message: &str) -> String {
    let mut message = message.to_owned();
    for number in ["f64", "u64", "u32", "usize"] {
        message = message.replace(&format!("expected {number}"), "expected a number");
    }
    message.replace("a sequence", "a list in brackets")
}

/// Reads a number of seconds.
pub(crate) fn parse_timeout(seconds: f64) -> Result<Duration, String> {
    if seconds.is_finite() && seconds > 0.0 && seconds <= LONGEST_TIMEOUT {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err(format!(
            "`timeout` is `{seconds}`, but must be a number of seconds above 0 and up to {LONGEST_TIMEOUT}"
        ))
    }
}

/// Returns the line and column, from 1, of a byte of the text; all ways to end a line count alike.
fn place(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let before = before.replace("\r\n", "\n").replace('\r', "\n");
    let line = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |index| index + 1);
    (line, before[start..].chars().count() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Config, String> {
        let path = Path::new(".retap/config.toml");
        let read = ConfigFile { path, text }.parse();
        read.map(|(config, _)| config)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn everything_that_may_be_said_is_read() {
        let config = read(
            "device = \"desk\"\ntimeout = 2.5\n[devices]\ndesk = \"sim:settings\"\n[variables]\nCITY = \"Paris\"\n",
        )
        .unwrap();
        assert_eq!(config.device.as_deref(), Some("desk"));
        assert_eq!(config.timeout(), Duration::from_millis(2500));
        assert_eq!(config.devices["desk"], "sim:settings");
        assert_eq!(config.variables["CITY"], "Paris");
    }

    #[test]
    fn mistakes_are_errors_with_their_line() {
        let limits = "but must be a number of seconds above 0 and up to 86400";
        for (text, place, message) in [
            (
                "timeout = 3\ndevcie = \"sim:\"\n",
                "2:1",
                "unknown field `devcie`, expected one of `device`, `trust`, `folders`, `timeout`, `keep`, `devices`, `variables`, `ai`, `web`",
            ),
            (
                "\ndevice = 3\n",
                "2:10",
                "invalid type: integer `3`, expected a string",
            ),
            ("timeout = -1\n", "1:1", "`timeout` is `-1`, LIMITS"),
            (
                "keep = \"2 weeks\"\n",
                "1:8",
                "`keep` is `2 weeks`, but must be like `20 runs or 7 days`, `20 runs`, `7 days` or `all`",
            ),
            (
                "[devices]\n\"sim:shop\" = \"sim:mail\"\n",
                "2:1",
                "`sim:shop` is an address, and no name for another one",
            ),
            // The line is that of the model's own time, not that of the waits.
            (
                "timeout = 4\n[ai]\ntimeout = 0\n",
                "3:1",
                "`timeout` is `0`, LIMITS",
            ),
        ] {
            let message = message.replace("LIMITS", limits);
            let expected = format!(".retap/config.toml:{place}: {message}");
            assert_eq!(read(text).unwrap_err(), expected);
        }
    }

    #[test]
    fn the_project_wins_key_by_key() {
        let mut merged = Table::new();
        for text in [
            "device = \"sim:\"\n[variables]\nA = \"1\"",
            "device = \"x\"\ntimeout = 4\n[variables]\nA = \"2\"\nB = \"2\"",
        ] {
            merge(&mut merged, text.parse().unwrap());
        }
        let config = Config::deserialize(merged).unwrap();
        assert_eq!(config.device.as_deref(), Some("sim:"));
        assert_eq!(config.timeout(), Duration::from_secs(4));
        assert_eq!(
            (&*config.variables["A"], &*config.variables["B"]),
            ("1", "2")
        );
    }
}
