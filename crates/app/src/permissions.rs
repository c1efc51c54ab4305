//! `permissions.json`: what agents may do, and which apps and elements nobody may touch.
//!
//! The person's file says what is allowed; a project's can only take away from that, unless the person
//! trusts the project. Without a file only tools that look are allowed. The format is described in
//! `docs/formats/permissions.md`.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use retap_drivers::android::goes_by;
use retap_model::device::Platform;
use serde::Deserialize;

use crate::config::trusts;
use crate::environment::Environment;
use crate::files::{self, Content};
use crate::reach::{Reach, special_scheme};
use crate::shared::Shared;
use crate::terminal::talkln;

/// Where a permission file may be, in a project or a home folder; the first that is there counts.
const FILES: [&str; 2] = [".retap/permissions.json", ".mirroir-mcp/permissions.json"];

/// The ability to open devices that the person did not name.
const DEVICES: &str = "devices";

/// The acts agents are allowed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Policy {
    /// The person's rules, or those of a project the person trusts.
    rules: Rules,
    /// The rules of a project, which can only take away.
    narrowing: Option<Rules>,
    /// The elements and apps nobody may touch, whatever the tool or command.
    pub(crate) guard: Guard,
}

/// The rules of one file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Rules {
    /// The file, if there is one.
    source: Option<PathBuf>,
    /// Why nobody can read that file, which allows nothing then.
    problem: Option<String>,
    allow: Vec<String>,
    deny: Vec<String>,
    /// The devices that may be opened, with `*` for any characters.
    devices: Vec<String>,
}

/// The elements and apps nobody may touch.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Guard {
    /// Names and identifiers of apps.
    pub(crate) blocked_apps: Vec<String>,
    /// Parts of the texts of elements.
    pub(crate) skip_elements: Vec<String>,
    /// Schemes of addresses that may be opened although they stand for files or code.
    pub(crate) open_schemes: Vec<String>,
    /// Why nothing may be touched at all.
    pub(crate) closed: Option<String>,
}

/// The effect of a tool on the world.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    Looks,
    Acts,
    /// It acts, and what it does cannot be taken back.
    Destroys,
}

/// The file as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Wire {
    #[serde(default)]
    allow: Vec<String>,
    #[serde(default)]
    deny: Vec<String>,
    #[serde(default)]
    devices: Vec<String>,
    #[serde(default)]
    open_schemes: Vec<String>,
    #[serde(default)]
    blocked_apps: Vec<String>,
    #[serde(default)]
    skip_elements: Vec<String>,
}

/// Returns where a permission file may be, in the order in which they count.
pub(crate) fn policy_files(environment: &Environment) -> Vec<PathBuf> {
    let places = environment.places().into_iter();
    places
        .flat_map(|place| FILES.map(|file| place.join(file)))
        .collect()
}

impl Policy {
    /// Reads the policy of a project and its person. A file that cannot be read closes everything.
    pub(crate) fn load(environment: &Environment) -> Self {
        let project = Self::of_folder(environment, &environment.project);
        let home = environment.home.as_deref();
        let Some(home) = home.filter(|home| *home != environment.project) else {
            return project.unwrap_or_default();
        };
        let person = Self::of_folder(environment, home);
        match (person, project) {
            (person, None) => person.unwrap_or_default(),
            (_, Some(project)) if trusts(environment) => project,
            (person, Some(project)) => person.unwrap_or_default().narrowed_by(project),
        }
    }

    /// Reads the first file of a folder that is there.
    fn of_folder(environment: &Environment, folder: &Path) -> Option<Self> {
        for path in FILES.map(|file| folder.join(file)) {
            let shown = environment.shown(&path);
            let read = match environment.home.as_deref() == Some(folder) {
                true => files::read_text(&path, Content::Settings),
                false => files::read_text_inside(folder, &path, Content::Settings),
            };
            match read {
                Ok(text) => return Some(Self::parse(&shown, &text)),
                // A link that leads nowhere is a file that somebody meant to be there.
                Err(error) if error.kind() == ErrorKind::NotFound && !path.is_symlink() => {}
                Err(error) => return Some(Self::broken(&shown, &error.to_string())),
            }
        }
        None
    }

    fn parse(path: &Path, text: &str) -> Self {
        // A list would be read as the values of the keys, in their order.
        let object = serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(text);
        let wire = object.and_then(|object| Wire::deserialize(serde_json::Value::Object(object)));
        match wire {
            Ok(wire) => Self {
                rules: Rules {
                    source: Some(path.to_path_buf()),
                    problem: None,
                    allow: wire.allow,
                    deny: wire.deny,
                    devices: wire.devices,
                },
                narrowing: None,
                guard: Guard {
                    blocked_apps: wire.blocked_apps,
                    skip_elements: wire.skip_elements,
                    open_schemes: wire.open_schemes,
                    closed: None,
                },
            },
            Err(error) => Self::broken(path, &error.to_string()),
        }
    }

    fn broken(path: &Path, reason: &str) -> Self {
        Self {
            rules: Rules {
                source: Some(path.to_path_buf()),
                problem: Some(reason.to_owned()),
                ..Rules::default()
            },
            narrowing: None,
            guard: Guard {
                closed: Some(format!("`{}` is broken: {reason}", path.display())),
                ..Guard::default()
            },
        }
    }

    fn narrowed_by(mut self, other: Self) -> Self {
        self.narrowing = Some(other.rules);
        self.guard.blocked_apps.extend(other.guard.blocked_apps);
        self.guard.skip_elements.extend(other.guard.skip_elements);
        self.guard.closed = self.guard.closed.or(other.guard.closed);
        self
    }

    /// Returns the same policy with every tool allowed that is not denied; apps stay blocked.
    pub(crate) fn allowing_all(mut self) -> Self {
        for rules in std::iter::once(&mut self.rules).chain(&mut self.narrowing) {
            rules.allow.push("*".to_owned());
        }
        self
    }

    /// Returns why a tool may be used, or why not.
    pub(crate) fn permission(&self, tool: &str, access: Access) -> Result<&'static str, String> {
        for rules in self.all_rules() {
            match rules.permission(tool, access) {
                Err(_) if rules.source.is_none() && !rules.denies(tool) => {
                    return Err(self.nothing_allows());
                }
                judged => judged?,
            }
        }
        Ok(match access {
            Access::Looks => "it only looks",
            Access::Acts | Access::Destroys => "`allow` names it",
        })
    }

    fn all_rules(&self) -> impl Iterator<Item = &Rules> {
        std::iter::once(&self.rules).chain(&self.narrowing)
    }

    fn nothing_allows(&self) -> String {
        let theirs = self.narrowing.as_ref().map(Rules::named);
        match theirs {
            None => "there is no `.retap/permissions.json` in your home folder, so only tools that look may be used"
                .to_owned(),
            Some(theirs) => format!(
                "a project cannot allow anything by {theirs} of its own; allow it in `.retap/permissions.json` of \
                 your home folder, or trust the project there: `trust = [\"FOLDER\"]` in `.retap/config.toml`"
            ),
        }
    }

    /// Returns whether `deny` names a tool.
    pub(crate) fn denies(&self, tool: &str) -> bool {
        self.all_rules().any(|rules| rules.denies(tool))
    }

    /// Returns why a device that its person did not name may be opened by an agent, or why not.
    pub(crate) fn device(&self, address: &str, reach: Reach) -> Result<(), String> {
        if self.rules.names_device(address) {
            return Ok(());
        }
        let theirs = self.rules.source.as_deref();
        let file = theirs.unwrap_or(Path::new("~/.retap/permissions.json"));
        let needed = format!("`\"devices\": [\"{address}\"]` in `{}`", file.display());
        match reach {
            Reach::Nothing => Ok(()),
            Reach::Ordinary if self.permission(DEVICES, Access::Acts).is_ok() => Ok(()),
            Reach::Ordinary => Err(format!(
                "nobody named this device to retap; that takes {needed}"
            )),
            Reach::AppFile | Reach::Special => Err(format!(
                "it stands for a file, for code or for a person's own browser; that takes {needed}"
            )),
        }
    }

    /// Returns the files that count.
    pub(crate) fn sources(&self) -> impl Iterator<Item = &Path> {
        self.all_rules().filter_map(|rules| rules.source.as_deref())
    }

    /// Returns what a reader should know before anything is done.
    pub(crate) fn warning(&self) -> Option<String> {
        let problem = self.guard.closed.as_ref()?;
        Some(format!("nothing may be touched: {problem}"))
    }
}

impl Rules {
    fn permission(&self, tool: &str, access: Access) -> Result<(), String> {
        let names = |list: &[String]| {
            list.iter()
                .any(|name| name == "*" || name.eq_ignore_ascii_case(tool))
        };
        if self.denies(tool) {
            return Err(format!("`deny` of {} names it", self.named()));
        }
        match access {
            Access::Looks => Ok(()),
            Access::Acts | Access::Destroys if names(&self.deny) => {
                Err(format!("`deny` of {} has `*`", self.named()))
            }
            Access::Acts | Access::Destroys if names(&self.allow) => Ok(()),
            Access::Acts | Access::Destroys => Err(match &self.problem {
                None => format!("`allow` of {} does not name it", self.named()),
                Some(problem) => format!("{} is broken: {problem}", self.named()),
            }),
        }
    }

    fn names_device(&self, address: &str) -> bool {
        let mut patterns = self.devices.iter();
        patterns.any(|pattern| matches_pattern(pattern, address))
    }

    fn denies(&self, tool: &str) -> bool {
        self.deny.iter().any(|name| name.eq_ignore_ascii_case(tool))
    }

    fn named(&self) -> String {
        match &self.source {
            None => "the policy".to_owned(),
            Some(path) => format!("`{}`", path.display()),
        }
    }
}

/// The policy of a server, read again for every call: a permission that was taken away counts at once.
#[derive(Debug)]
pub(crate) struct LivePolicy {
    pub(crate) environment: Environment,
    /// Whether every tool is allowed that is not denied; blocked apps stay blocked.
    pub(crate) allows_all: bool,
    /// The guard of the devices that are open.
    pub(crate) guard: SharedGuard,
    /// The last warning, so that it is said once.
    pub(crate) warned: Shared<Option<String>>,
}

impl LivePolicy {
    /// Reads the policy and lets it hold from now on. A file that became unreadable closes everything.
    pub(crate) fn now(&self) -> Policy {
        let policy = Policy::load(&self.environment);
        self.guard.replace(&policy.guard);
        let mut warned = self.warned.lock();
        let warning = policy.warning();
        if let Some(warning) = warning.as_ref().filter(|it| warned.as_ref() != Some(*it)) {
            talkln!("warning: {warning}");
        }
        *warned = warning;
        match self.allows_all {
            true => policy.allowing_all(),
            false => policy,
        }
    }
}

impl Guard {
    /// Returns whether the app of this name or identifier is blocked. An app has both, and either may be
    /// blocked and the other one asked for.
    pub(crate) fn blocks(&self, app: &str) -> bool {
        let app = app.trim().to_lowercase();
        self.blocks_name(&app) || site_of(&app).is_some_and(|site| self.blocks_name(site))
    }

    fn blocks_name(&self, app: &str) -> bool {
        let mut blocked = self.blocked_apps.iter().map(|it| it.trim().to_lowercase());
        blocked.any(|blocked| blocked == app || goes_by(app, &blocked) || goes_by(&blocked, app))
    }

    /// Returns why an address is not opened: a skill or a page that names a file or code wants more than
    /// a page.
    pub(crate) fn refuses_scheme(&self, url: &str, platform: Platform) -> Option<String> {
        let scheme = special_scheme(url, platform)?;
        let mut allowed = self.open_schemes.iter();
        if allowed.any(|it| it.trim_end_matches(':').eq_ignore_ascii_case(&scheme)) {
            return None;
        }
        Some(format!(
            "`{scheme}:` stands for a file or for code, not for a page; who wants that puts `\"openSchemes\": [\"{scheme}\"]` \
             into `.retap/permissions.json` of the home folder"
        ))
    }

    /// Returns the pattern by which an element of this text is skipped.
    pub(crate) fn skips(&self, text: &str) -> Option<&str> {
        let text = text.to_lowercase();
        let mut patterns = self.skip_elements.iter().filter(|it| !it.trim().is_empty());
        patterns
            .find(|pattern| text.contains(&pattern.to_lowercase()))
            .map(String::as_str)
    }
}

/// The elements and apps nobody may touch, as it stands now: devices that are open and whoever reads the file
/// share one.
#[derive(Debug, Clone, Default)]
pub(crate) struct SharedGuard(Shared<Arc<Guard>>);

impl SharedGuard {
    /// Returns a guard that can be changed later.
    pub(crate) fn new(guard: Guard) -> Self {
        Self(Shared::new(Arc::new(guard)))
    }

    /// Returns what holds now.
    pub(crate) fn now(&self) -> Arc<Guard> {
        Arc::clone(&self.0.lock())
    }

    /// Lets this hold from now on, for devices that are open too.
    fn replace(&self, guard: &Guard) {
        let mut now = self.0.lock();
        if **now != *guard {
            *now = Arc::new(guard.clone());
        }
    }
}

/// Returns whether a text is as a pattern says, whose `*` stand for any characters.
fn matches_pattern(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else {
        return false;
    };
    let Some(last) = parts.next_back() else {
        return rest.is_empty();
    };
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// Returns a site without its port and the dot that a name may end with: it is the same one.
fn site_of(app: &str) -> Option<&str> {
    let is_port = |port: &str| !port.is_empty() && port.bytes().all(|b| b.is_ascii_digit());
    let host = match app.rsplit_once(':') {
        Some((host, port)) if is_port(port) => host,
        Some(_) | None => app,
    };
    let site = host.trim_end_matches('.');
    (site != app && !site.is_empty()).then_some(site)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy(text: &str) -> Policy {
        Policy::parse(Path::new("permissions.json"), text)
    }

    fn may(policy: &Policy, tool: &str) -> bool {
        policy.permission(tool, Access::Acts).is_ok()
    }

    #[test]
    fn without_a_file_only_looking_is_allowed() {
        let none = Policy::default();
        assert!(!may(&none, "tap"));
        assert!(none.permission("screen", Access::Looks).is_ok());
    }

    #[test]
    fn deny_beats_allow_and_names_have_no_case() {
        let policy = policy(r#"{"allow": ["*", "TAP"], "deny": ["Swipe"]}"#);
        assert!(may(&policy, "tap"));
        assert!(may(&policy, "anything"));
        assert!(!may(&policy, "swipe"));
        assert!(policy.permission("swipe", Access::Looks).is_err());
    }

    #[test]
    fn a_broken_file_closes_everything_and_says_so() {
        for text in ["{", r#"{"alow": ["*"]}"#, r#"{"allow": "*"}"#] {
            let policy = policy(text);
            assert!(!may(&policy, "tap"), "{text}");
            assert!(policy.warning().is_some_and(|it| it.contains("broken")));
            assert!(policy.guard.closed.is_some());
        }
    }

    #[test]
    fn apps_are_blocked_by_their_whole_name_and_elements_by_a_part() {
        let guard = policy(r#"{"blockedApps": ["Bank"], "skipElements": ["delete"]}"#).guard;
        assert!(guard.blocks(" bank "));
        assert!(!guard.blocks("Bank of Mugs"));
        assert!(guard.blocks("com.example.Bank"));
        assert!(!guard.blocks("com.example.bakery"));
        let wallet = policy(r#"{"blockedApps": ["com.example.wallet"]}"#).guard;
        assert!(wallet.blocks("Wallet") && wallet.blocks("com.example.wallet"));
        assert!(!wallet.blocks("org.example.purse"));
        assert_eq!(guard.skips("Delete Account"), Some("delete"));
        let site = policy(r#"{"blockedApps": ["pay.example", "localhost:3000"]}"#).guard;
        assert!(site.blocks("pay.example:8443") && site.blocks("Pay.example."));
        assert!(site.blocks("localhost:3000") && !site.blocks("localhost:4000"));
        assert!(!site.blocks("pay.example.org"));
    }
}
