//! `permissions.json`: what agents may do, and which apps and elements nobody may touch.
//!
//! The first file counts whole: the project's, then the one of the home folder. Without one only tools
//! that look are allowed. The format is described in `docs/formats/permissions.md`.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use retap_drivers::android::goes_by;
use serde::Deserialize;

use crate::environment::Environment;
use crate::shared::Shared;
use crate::terminal::talkln;

/// Where a permission file may be, in a project or a home folder; the first that is there counts.
const FILES: [&str; 2] = [".retap/permissions.json", ".mirroir-mcp/permissions.json"];

/// The acts agents are allowed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Policy {
    /// The file it comes from.
    pub(crate) source: Option<PathBuf>,
    /// Why nobody can read that file, which allows nothing then.
    pub(crate) problem: Option<String>,
    allow: Vec<String>,
    deny: Vec<String>,
    /// The elements and apps nobody may touch, whatever the tool or command.
    pub(crate) guard: Guard,
}

/// The elements and apps nobody may touch.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Guard {
    /// Names and identifiers of apps.
    pub(crate) blocked_apps: Vec<String>,
    /// Parts of the texts of elements.
    pub(crate) skip_elements: Vec<String>,
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
        for path in policy_files(environment) {
            match fs::read_to_string(&path) {
                Ok(text) => return Self::parse(&environment.shown(&path), &text),
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => return Self::broken(&environment.shown(&path), &error.to_string()),
            }
        }
        Self::default()
    }

    fn parse(path: &Path, text: &str) -> Self {
        match serde_json::from_str::<Wire>(text) {
            Ok(wire) => Self {
                source: Some(path.to_path_buf()),
                problem: None,
                allow: wire.allow,
                deny: wire.deny,
                guard: Guard {
                    blocked_apps: wire.blocked_apps,
                    skip_elements: wire.skip_elements,
                    closed: None,
                },
            },
            Err(error) => Self::broken(path, &error.to_string()),
        }
    }

    fn broken(path: &Path, reason: &str) -> Self {
        Self {
            source: Some(path.to_path_buf()),
            problem: Some(reason.to_owned()),
            guard: Guard {
                closed: Some(format!("`{}` is broken: {reason}", path.display())),
                ..Guard::default()
            },
            ..Self::default()
        }
    }

    /// Returns why a tool may be used, or why not.
    pub(crate) fn permission(&self, tool: &str, access: Access) -> Result<&'static str, String> {
        let names = |list: &[String]| {
            list.iter()
                .any(|name| name == "*" || name.eq_ignore_ascii_case(tool))
        };
        if self.denies(tool) {
            return Err(format!("`deny` of {} names it", self.named()));
        }
        match access {
            Access::Looks => Ok("it only looks"),
            Access::Acts | Access::Destroys if names(&self.deny) => {
                Err(format!("`deny` of {} has `*`", self.named()))
            }
            Access::Acts | Access::Destroys if names(&self.allow) => Ok("`allow` names it"),
            Access::Acts | Access::Destroys => Err(match (&self.source, &self.problem) {
                (None, _) => {
                    "there is no `.retap/permissions.json`, so only tools that look may be used"
                        .to_owned()
                }
                (Some(_), None) => format!("`allow` of {} does not name it", self.named()),
                (Some(_), Some(problem)) => format!("{} is broken: {problem}", self.named()),
            }),
        }
    }

    /// Returns whether `deny` names a tool.
    pub(crate) fn denies(&self, tool: &str) -> bool {
        self.deny.iter().any(|name| name.eq_ignore_ascii_case(tool))
    }

    /// Returns what a reader should know before anything is done.
    pub(crate) fn warning(&self) -> Option<String> {
        let problem = self.problem.as_ref()?;
        let file = self.named();
        Some(format!(
            "{file} is broken, so nothing may be touched: {problem}"
        ))
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
        let mut policy = Policy::load(&self.environment);
        self.guard.replace(&policy.guard);
        let mut warned = self.warned.lock();
        let warning = policy.warning();
        if let Some(warning) = warning.as_ref().filter(|it| warned.as_ref() != Some(*it)) {
            talkln!("warning: {warning}");
        }
        *warned = warning;
        if self.allows_all {
            policy.allow.push("*".to_owned());
        }
        policy
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
