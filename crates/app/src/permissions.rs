//! `permissions.json`: what agents may do, and which apps and elements nobody may touch.
//!
//! The person's file says what is allowed; a project's can only take away from that, unless the person
//! trusts the project. Without a file only tools that look are allowed. The format is described in
//! `docs/formats/permissions.md`.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use retap_drivers::android::goes_by;
use retap_drivers::web::named_host;
use retap_model::device::Platform;
use retap_model::seen::{is_blank, plain};

use crate::config::trusts;
use crate::discovery::{Discovery, Scope};
use crate::environment::Environment;
use crate::files::{self, Content};
use crate::mcp::tool_name;
use crate::operation::Operation;
use crate::permission_rules::{Asked, Rules, parse};
use crate::reach::{Reach, special_scheme};
use crate::shared::Shared;
use crate::terminal::talkln;

/// Where a permission file may be, in a project or a home folder; the first that is there counts.
const FILES: [&str; 2] = [".retap/permissions.json", ".mirroir-mcp/permissions.json"];

/// The hint where a file is broken.
pub(crate) const CORRECT_THE_FILE: &str =
    "correct the file, or remove it; nothing is touched until then";

/// The file of a person, as messages name it where there is none.
const PERSONAL: &str = "~/.retap/permissions.json";

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

/// Returns whether a file, or a folder on the way to it, is a link to nothing.
fn leads_nowhere(folder: &Path, file: &Path) -> bool {
    let mut on_the_way = file.ancestors().take_while(|it| *it != folder);
    on_the_way.any(|it| it.is_symlink() && !it.exists())
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
        if home == Some(&*environment.project) {
            return project.unwrap_or_default();
        }
        // Who has no home folder has said nothing.
        let person = home.and_then(|home| Self::of_folder(environment, home));
        let person = person.map(|person| person.without_taken_names(environment));
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
                Err(error)
                    if error.kind() == ErrorKind::NotFound && !leads_nowhere(folder, &path) => {}
                Err(error) => return Some(Self::broken(&shown, &error.to_string())),
            }
        }
        None
    }

    fn parse(path: &Path, text: &str) -> Self {
        match parse(text) {
            Ok((rules, guard)) => Self {
                rules: rules.of_file(path),
                narrowing: None,
                guard,
            },
            Err(reason) => Self::broken(path, &reason),
        }
    }

    fn broken(path: &Path, reason: &str) -> Self {
        Self {
            rules: Rules::broken(reason).of_file(path),
            narrowing: None,
            guard: Guard {
                closed: Some(format!("`{}` is broken: {reason}", path.display())),
                ..Guard::default()
            },
        }
    }

    /// Returns the same policy in which the name of a skill's tool does not stand for a skill of a project that was cloned.
    fn without_taken_names(mut self, environment: &Environment) -> Self {
        if self.rules.names_skills() && !trusts(environment) {
            let found = Discovery::search(environment).map(|found| {
                let theirs = found.skills.into_iter();
                let theirs = theirs.filter(|it| it.scope == Scope::Project);
                theirs.map(|it| tool_name(&it.name)).collect::<Vec<_>>()
            });
            // Where nobody can tell what the project has, it may have any of them.
            let is_taken = |word: &str| match &found {
                Ok(tools) => tools.iter().any(|tool| tool.eq_ignore_ascii_case(word)),
                Err(_) => true,
            };
            self.rules.take_names(is_taken);
        }
        self
    }

    fn narrowed_by(mut self, other: Self) -> Self {
        self.narrowing = Some(other.rules);
        self.guard.blocked_apps.extend(other.guard.blocked_apps);
        self.guard.skip_elements.extend(other.guard.skip_elements);
        self.guard.closed = self.guard.closed.or(other.guard.closed);
        self
    }

    /// Returns the same policy with everything allowed that is not denied; apps stay blocked.
    pub(crate) fn allowing_all(mut self) -> Self {
        for rules in std::iter::once(&mut self.rules).chain(&mut self.narrowing) {
            rules.allow_all();
        }
        self
    }

    /// Returns why something may be done, or why not: by the person's file, and by the project's.
    pub(crate) fn permission(&self, asked: &Asked<'_>) -> Result<String, String> {
        match self.denial(asked) {
            Some(why) => Err(why),
            None => self.allowance(asked),
        }
    }

    /// Returns why something may not be done whatever is allowed; nothing where it is not denied.
    pub(crate) fn denial(&self, asked: &Asked<'_>) -> Option<String> {
        self.all_rules().find_map(|rules| rules.denial(asked))
    }

    /// Returns why something is allowed that is not denied, or all that is missing for that.
    pub(crate) fn allowance(&self, asked: &Asked<'_>) -> Result<String, String> {
        let mut why = Vec::new();
        for rules in self.all_rules() {
            match rules.allowance(asked) {
                Ok(because) if why.contains(&because) => {}
                Ok(because) => why.push(because),
                Err(_) if rules.source.is_none() => return Err(self.nothing_allows(asked)),
                Err(reason) => return Err(reason),
            }
        }
        Ok(why.join("; "))
    }

    fn all_rules(&self) -> impl Iterator<Item = &Rules> {
        std::iter::once(&self.rules).chain(&self.narrowing)
    }

    /// Returns the refusal of a person who wrote no file.
    fn nothing_allows(&self, asked: &Asked<'_>) -> String {
        let needed = asked.operations.iter().filter(|it| it.needs_permission());
        let words: BTreeSet<String> = needed
            .flat_map(|it| it.abilities())
            .map(|ability| format!("{:?}", ability.as_str()))
            .collect();
        let words: Vec<String> = words.into_iter().collect();
        let line = format!("`{{\"allow\": [{}]}}`", words.join(", "));
        let theirs = self.narrowing.as_ref().map(Rules::named);
        match theirs {
            None => format!(
                "there is no `{PERSONAL}`, so only what looks may be used; that takes {line} there"
            ),
            Some(theirs) => format!(
                "a project cannot allow anything by {theirs} of its own; put {line} into `{PERSONAL}`, or \
                 trust the project: `trust = [\"FOLDER\"]` in `~/.retap/config.toml`"
            ),
        }
    }

    /// Returns why a device that its person did not name may be opened by an agent, or why not.
    pub(crate) fn device(&self, address: &str, reach: Reach) -> Result<(), String> {
        let asked = Asked {
            names: &[],
            operations: &[Operation::SwitchDevice],
        };
        if let Some(problem) = self.all_rules().find_map(|rules| rules.problem.as_ref()) {
            return Err(problem.clone());
        }
        if self.rules.names_device(address) {
            return Ok(());
        }
        let theirs = self.rules.source.as_deref();
        let file = theirs.unwrap_or(Path::new(PERSONAL)).display();
        let needed = format!("`\"devices\": [\"{address}\"]` in `{file}`");
        match reach {
            Reach::Nothing => Ok(()),
            Reach::Ordinary if self.permission(&asked).is_ok() => Ok(()),
            Reach::Ordinary => Err(format!(
                "you named it neither by `retap mcp --device` nor in `.retap/config.toml` of your home folder; that takes {needed}"
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
        let closed = self.guard.closed.as_ref();
        let closed = closed.map(|problem| format!("nothing may be touched: {problem}"));
        closed.or_else(|| {
            let broken = self.all_rules().find(|rules| rules.problem.is_some())?;
            let (file, problem) = (broken.named(), broken.problem.as_ref()?);
            Some(format!("agents may do nothing: {file}: {problem}"))
        })
    }

    /// Returns the words of `allow` that stand for nothing, with their places.
    pub(crate) fn unknown_words(&self) -> Vec<String> {
        self.all_rules().flat_map(Rules::unknown).collect()
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
    /// Returns why nothing is touched of which nobody can tell what it is.
    pub(crate) fn refuses_unseen(&self) -> Option<String> {
        let named = [
            ("skipElements", &self.skip_elements),
            ("blockedApps", &self.blocked_apps),
        ];
        let mut named = named.into_iter().filter(|(_, all)| !all.is_empty());
        let (list, _) = named.next()?;
        Some(format!(
            "`{list}` names what nobody may touch, and this device does not tell what is there"
        ))
    }

    /// Returns whether the app of this name or identifier is blocked. An app has both, and either may be
    /// blocked and the other one asked for.
    pub(crate) fn blocks(&self, app: &str) -> bool {
        let app = app.trim().to_lowercase();
        self.blocks_name(&app) || site_of(&app).is_some_and(|site| self.blocks_name(site))
    }

    fn blocks_name(&self, app: &str) -> bool {
        let named = self.blocked_apps.iter().map(|it| it.trim().to_lowercase());
        // A site in letters of another script is in front by the name that is sent.
        let sites = self.blocked_apps.iter().filter(|it| !it.is_ascii());
        let mut blocked = named.chain(sites.filter_map(|it| named_host(it)));
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

    /// Returns the pattern by which an element of this text is skipped, however the text is written.
    pub(crate) fn skips(&self, text: &str) -> Option<&str> {
        let text = plain(text);
        let mut patterns = self.skip_elements.iter().filter(|it| !is_blank(it));
        patterns
            .find(|pattern| text.contains(&plain(pattern)))
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

    fn may(policy: &Policy, tool: &str, operation: Operation) -> bool {
        let (names, operations) = (&[tool], &[operation]);
        policy.permission(&Asked { names, operations }).is_ok()
    }

    #[test]
    fn without_a_file_only_looking_is_allowed() {
        let none = Policy::default();
        assert!(!may(&none, "tap", Operation::Touch));
        assert!(may(&none, "screen", Operation::ReadScreen));
    }

    #[test]
    fn deny_beats_allow_and_names_have_no_case() {
        let policy = policy(r#"{"allow": ["*", "TAP"], "deny": ["Swipe"]}"#);
        assert!(may(&policy, "tap", Operation::Touch));
        assert!(may(&policy, "anything", Operation::OpenApp));
        assert!(!may(&policy, "swipe", Operation::Swipe));
        assert!(!may(&policy, "swipe", Operation::ReadScreen));
    }

    #[test]
    fn a_broken_file_closes_everything_and_says_so() {
        for text in ["{", r#"{"alow": ["*"]}"#, r#"{"allow": "*"}"#] {
            let policy = policy(text);
            assert!(!may(&policy, "tap", Operation::Touch), "{text}");
            assert!(!may(&policy, "screen", Operation::ReadScreen), "{text}");
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
