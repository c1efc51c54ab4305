//! The rules of one file of permissions: which words it allows and denies, on which lines, and what they decide.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use retap_model::program::StepKind;
use serde::Deserialize;

use crate::mcp::{SKILL_TOOL, operations_of_tools};
use crate::operation::{AgentAbility, Operation};
use crate::permissions::Guard;

/// The word for everything.
const EVERYTHING: &str = "*";

/// How many words a list may have.
const MOST_WORDS: usize = 1_000;

/// Something that is to be done, by the names it goes by and what it does.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asked<'a> {
    /// The tool, and what else it is called: the tool of a skill, the verbs of a step.
    pub(crate) names: &'a [&'a str],
    pub(crate) operations: &'a [Operation],
}

impl Asked<'_> {
    fn is_named(&self, word: &str) -> bool {
        self.names
            .iter()
            .any(|name| name.eq_ignore_ascii_case(word))
    }

    fn takes(&self, ability: AgentAbility) -> bool {
        let mut operations = self.operations.iter();
        operations.any(|operation| operation.abilities().contains(&ability))
    }
}

/// The rules of one file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Rules {
    /// The file, if there is one.
    pub(crate) source: Option<PathBuf>,
    /// Why nobody can go by that file, which allows nothing then.
    pub(crate) problem: Option<String>,
    allow: Vec<Entry>,
    deny: Vec<Entry>,
    /// The devices that may be opened, with `*` for any characters.
    devices: Vec<String>,
}

/// One word of `allow` or `deny`.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Entry {
    word: String,
    /// Its line in the file; none where it does not come from one.
    line: Option<usize>,
    meaning: Meaning,
}

/// What a word stands for. The words of abilities are never names of tools that do anything else.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Meaning {
    Everything,
    Ability(AgentAbility),
    /// A tool of some profile, by what it does.
    Tool(Vec<Operation>),
    /// A verb of skills, or the tool of a skill.
    Name,
    /// The tool of a skill of the person, whose name a skill of a project has that is not trusted.
    TakenName,
    Unknown,
}

impl Entry {
    fn new(word: String, line: Option<usize>) -> Self {
        let meaning = match AgentAbility::from_word(&word) {
            _ if word == EVERYTHING => Meaning::Everything,
            Some(ability) => Meaning::Ability(ability),
            None => match operations_of_tools(&word) {
                Some(operations) => Meaning::Tool(operations.to_vec()),
                None if is_name(&word) => Meaning::Name,
                None => Meaning::Unknown,
            },
        };
        Self {
            word,
            line,
            meaning,
        }
    }

    /// Returns how it denies what is asked for; nothing where it does not.
    fn denies(&self, asked: &Asked<'_>) -> Option<String> {
        let word = &self.word;
        match &self.meaning {
            Meaning::Everything => Some("`deny` has `*`".to_owned()),
            Meaning::Ability(ability) if asked.takes(*ability) => {
                Some(format!("`deny` has the ability `{word}`"))
            }
            Meaning::Tool(_) | Meaning::Name | Meaning::TakenName if asked.is_named(word) => {
                Some(format!("`deny` names `{word}`"))
            }
            // Whoever does all that a denied tool does is that tool by another name.
            Meaning::Tool(operations) if is_within(operations, asked.operations) => {
                Some(format!("`deny` names `{word}`, which does the same"))
            }
            Meaning::Ability(_)
            | Meaning::Tool(_)
            | Meaning::Name
            | Meaning::TakenName
            | Meaning::Unknown => None,
        }
    }

    fn allows(&self, asked: &Asked<'_>) -> bool {
        match self.meaning {
            Meaning::Everything => true,
            Meaning::Ability(_) | Meaning::TakenName => false,
            Meaning::Tool(_) | Meaning::Name | Meaning::Unknown => asked.is_named(&self.word),
        }
    }
}

/// Returns whether a word is the name of a skill's tool.
fn is_skill_name(word: &str) -> bool {
    word.to_ascii_lowercase().starts_with(SKILL_TOOL)
}

fn is_name(word: &str) -> bool {
    let mut verbs = StepKind::verbs();
    is_skill_name(word) || verbs.any(|verb| verb.name.eq_ignore_ascii_case(word))
}

fn is_within(part: &[Operation], whole: &[Operation]) -> bool {
    !part.is_empty() && part.iter().all(|operation| whole.contains(operation))
}

impl Rules {
    /// Returns the rules of a file that nobody can go by, for this reason.
    pub(crate) fn broken(reason: &str) -> Self {
        Self {
            problem: Some(reason.to_owned()),
            ..Self::default()
        }
    }

    /// Returns the same rules, of this file.
    pub(crate) fn of_file(self, path: &Path) -> Self {
        Self {
            source: Some(path.to_path_buf()),
            ..self
        }
    }

    /// Returns why something may not be done whatever is allowed: it is denied, or nobody can go by the file.
    pub(crate) fn denial(&self, asked: &Asked<'_>) -> Option<String> {
        if let Some(problem) = &self.problem {
            return Some(format!("{} is broken: {problem}", self.named()));
        }
        let mut denied = self.deny.iter();
        let (entry, why) = denied.find_map(|it| Some((it, it.denies(asked)?)))?;
        Some(format!("{}: {why}", self.place(entry)))
    }

    /// Returns why something is allowed that is not denied, or what is missing for that.
    pub(crate) fn allowance(&self, asked: &Asked<'_>) -> Result<String, String> {
        let operations = asked.operations.iter();
        let acting: Vec<&Operation> = operations.filter(|it| it.needs_permission()).collect();
        if acting.is_empty() {
            return Ok("it only looks".to_owned());
        }
        if let Some(entry) = self.allow.iter().find(|entry| entry.allows(asked)) {
            let (place, word) = (self.place(entry), &entry.word);
            return Ok(format!("{place}: `allow` names `{word}`"));
        }
        let needed = acting.iter().flat_map(|operation| operation.abilities());
        let (mut given, mut missing) = (Vec::new(), Vec::new());
        for ability in needed {
            let word = format!("`{}`", ability.as_str());
            match self
                .allow
                .iter()
                .find(|it| it.meaning == Meaning::Ability(*ability))
            {
                Some(entry) => given.push(format!("{}: `allow` has {word}", self.place(entry))),
                None if missing.contains(&word) => {}
                None => missing.push(word),
            }
        }
        given.dedup();
        match missing.is_empty() {
            true => Ok(given.join("; ")),
            false => Err(self.without(asked, &missing)),
        }
    }

    /// Returns what is missing in `allow` for what is asked for.
    fn without(&self, asked: &Asked<'_>, missing: &[String]) -> String {
        let (file, missing) = (self.named(), missing.join(" and "));
        let is_taken = |it: &&Entry| it.meaning == Meaning::TakenName && asked.is_named(&it.word);
        if let Some(taken) = self.allow.iter().find(is_taken) {
            let (place, word) = (self.place(taken), &taken.word);
            return format!(
                "{place}: `allow` names `{word}`, which stands for a skill of your own, and the project has one of that name; to run \
                 it takes {missing}, or `trust = [\"FOLDER\"]` in `~/.retap/config.toml`"
            );
        }
        let name = asked.names.first().copied().unwrap_or(EVERYTHING);
        match missing == format!("`{name}`") {
            true => format!("`allow` of {file} does not have {missing}"),
            false => format!("`allow` of {file} has neither the ability {missing} nor `{name}`"),
        }
    }

    /// Returns whether a skill is allowed by the name of its tool.
    pub(crate) fn names_skills(&self) -> bool {
        let mut allowed = self.allow.iter();
        allowed.any(|entry| is_skill_name(&entry.word))
    }

    /// Lets the names of such tools of skills allow nothing: a stranger's skill has taken them.
    pub(crate) fn take_names(&mut self, is_taken: impl Fn(&str) -> bool) {
        let named = self.allow.iter_mut();
        let named = named.filter(|it| is_skill_name(&it.word));
        for entry in named.filter(|it| is_taken(&it.word)) {
            entry.meaning = Meaning::TakenName;
        }
    }

    /// Allows everything that is not denied.
    pub(crate) fn allow_all(&mut self) {
        self.allow.push(Entry::new(EVERYTHING.to_owned(), None));
    }

    /// Returns whether a pattern of the file's devices fits an address.
    pub(crate) fn names_device(&self, address: &str) -> bool {
        let mut patterns = self.devices.iter();
        patterns.any(|pattern| matches_pattern(pattern, address))
    }

    /// Returns the words of `allow` that stand for nothing.
    pub(crate) fn unknown(&self) -> impl Iterator<Item = String> {
        let unknown = |entry: &&Entry| entry.meaning == Meaning::Unknown;
        let words = self.allow.iter().filter(unknown);
        words.map(|entry| format!("{}: `{}`", self.place(entry), entry.word))
    }

    /// Returns the file as messages name it.
    pub(crate) fn named(&self) -> String {
        match &self.source {
            None => "the policy".to_owned(),
            Some(path) => format!("`{}`", path.display()),
        }
    }

    fn place(&self, entry: &Entry) -> String {
        match (&self.source, entry.line) {
            (Some(path), Some(line)) => format!("`{}:{line}`", path.display()),
            (_, _) => "`--dangerously-skip-permissions`".to_owned(),
        }
    }
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

impl Wire {
    /// Refuses lists that nobody writes by hand: every word is compared with every tool and every element.
    fn check_lengths(&self) -> Result<(), String> {
        let lists = [
            ("allow", &self.allow),
            ("deny", &self.deny),
            ("devices", &self.devices),
            ("openSchemes", &self.open_schemes),
            ("blockedApps", &self.blocked_apps),
            ("skipElements", &self.skip_elements),
        ];
        let long = lists.iter().find(|(_, words)| words.len() > MOST_WORDS);
        long.map_or(Ok(()), |(key, words)| {
            let words = words.len();
            Err(format!(
                "`{key}` has {words} words, and {MOST_WORDS} are the most"
            ))
        })
    }
}

/// Reads the text of a file: its rules, and what nobody may touch. What nobody can go by is an error, in words.
pub(crate) fn parse(text: &str) -> Result<(Rules, Guard), String> {
    // A list would be read as the values of the keys, in their order.
    let object = serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(text);
    let wire = object.and_then(|object| Wire::deserialize(serde_json::Value::Object(object)));
    let wire = wire.map_err(|error| error.to_string())?;
    wire.check_lengths()?;
    let lines = Lines::of(text)?;
    let mut rules = Rules {
        source: None,
        problem: None,
        allow: lines.entries("allow", wire.allow),
        deny: lines.entries("deny", wire.deny),
        devices: wire.devices,
    };
    let mut unknown = rules.deny.iter();
    rules.problem = unknown
        .find(|entry| entry.meaning == Meaning::Unknown)
        .map(|entry| {
            let line = entry.line.unwrap_or_default();
            let word = &entry.word;
            format!("line {line}: `deny` has `{word}`, which is no ability, no tool and no verb of skills")
        });
    let guard = Guard {
        blocked_apps: wire.blocked_apps,
        skip_elements: wire.skip_elements,
        open_schemes: wire.open_schemes,
        closed: None,
    };
    Ok((rules, guard))
}

/// Where the words of each list stand.
struct Lines(Vec<(String, Vec<usize>)>);

impl Lines {
    /// Returns the lines of the words of every list; a key that is there twice is an error: one of the
    /// two would be passed over.
    fn of(text: &str) -> Result<Self, String> {
        let parsed = parse_to_ast(text, &CollectOptions::default(), &ParseOptions::default());
        let parsed = parsed.map_err(|error| error.to_string())?;
        let properties = parsed.value.as_ref().and_then(|value| value.as_object());
        let (mut seen, mut lines) = (BTreeSet::new(), Vec::new());
        let mut line = LineCount::of(text);
        for property in properties.iter().flat_map(|object| &object.properties) {
            let key = property.name.as_str();
            if !seen.insert(key) {
                let line = line.at(property.range.start);
                return Err(format!("line {line}: the key `{key}` is there twice"));
            }
            let words = property.value.as_array().into_iter();
            let words = words.flat_map(|list| &list.elements);
            let starts = words.filter_map(|word| Some(word.as_string_lit()?.range.start));
            let starts = starts.map(|start| line.at(start));
            lines.push((key.to_owned(), starts.collect()));
        }
        Ok(Self(lines))
    }

    fn entries(&self, key: &str, words: Vec<String>) -> Vec<Entry> {
        let lines = self.0.iter().find(|(known, _)| known == key);
        let lines = lines.map_or(&[][..], |(_, lines)| lines);
        let line = |at: usize| lines.get(at).copied();
        let words = words.into_iter().enumerate();
        words.map(|(at, word)| Entry::new(word, line(at))).collect()
    }
}

/// The lines of a text, counted on from the place before.
struct LineCount<'a> {
    text: &'a str,
    place: usize,
    line: usize,
}

impl<'a> LineCount<'a> {
    const fn of(text: &'a str) -> Self {
        let (place, line) = (0, 1);
        Self { text, place, line }
    }

    /// Returns the line of a place that is not before the last one asked for.
    fn at(&mut self, place: usize) -> usize {
        let between = self.text.as_bytes().get(self.place..place);
        let between = between.unwrap_or_default().iter();
        self.line += between.filter(|byte| **byte == b'\n').count();
        self.place = place;
        self.line
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

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(text: &str) -> Rules {
        parse(text).unwrap().0.of_file(Path::new("p.json"))
    }

    fn may(rules: &Rules, names: &[&str], operations: &[Operation]) -> Result<String, String> {
        let asked = Asked { names, operations };
        let denied = rules.denial(&asked);
        denied.map_or_else(|| rules.allowance(&asked), Err)
    }

    #[test]
    fn the_line_that_decides_is_told() {
        let rules =
            rules("{\n  \"allow\": [\"act\",\n    \"type_text\"],\n  \"deny\": [\"swipe\"]\n}");
        let tap = may(&rules, &["tap"], &[Operation::Touch]).unwrap();
        assert_eq!(tap, "`p.json:2`: `allow` has `act`");
        let typed = may(&rules, &["type_text"], &[Operation::TypeText]).unwrap();
        assert_eq!(typed, "`p.json:3`: `allow` names `type_text`");
        let drag = may(&rules, &["drag"], &[Operation::Swipe]).unwrap_err();
        assert_eq!(
            drag,
            "`p.json:4`: `deny` names `swipe`, which does the same"
        );
        let open = may(&rules, &["open"], &[Operation::Open]).unwrap_err();
        assert_eq!(open, "`allow` of `p.json` does not have `open`");
    }

    #[test]
    fn an_ability_allows_only_what_takes_nothing_else() {
        let rules = rules(r#"{"allow": ["open", "skills"]}"#);
        assert!(may(&rules, &["start_app"], &[Operation::OpenApp]).is_ok());
        assert!(may(&rules, &["reset_app_data"], &[Operation::EraseApp]).is_err());
        assert!(may(&rules, &["run_skill"], &[Operation::RunSkill]).is_ok());
        assert!(may(&rules, &["run_skill", "tap"], &[Operation::Touch]).is_err());
    }

    #[test]
    fn what_a_file_cannot_mean_closes_it() {
        for text in [
            r#"{"allow": ["*"], "deny": ["screenshots"]}"#,
            r#"{"deny": [" tap"]}"#,
        ] {
            let rules = rules(text);
            let refused = may(&rules, &["screen"], &[Operation::ReadScreen]).unwrap_err();
            assert!(refused.contains("no ability, no tool"), "{refused}");
        }
        let twice = parse("{\"deny\": [\"tap\"],\n\"deny\": []}").unwrap_err();
        assert_eq!(twice, "line 2: the key `deny` is there twice");
    }
}
