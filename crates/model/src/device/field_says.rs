//! Fields that change what a whole write does: those that say yes to something, and those that say that it is no real work.

use crate::secret::name_words;

use super::write::tells_of_sender;

/// What a field says about the whole write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldSays {
    /// Yes to what its name says.
    Yes,
    /// That nothing is to be done in earnest.
    NoRealWork,
}

/// Words for what is not done in earnest, as names of fields and as their values.
const NO_REAL_WORK: [&str; 13] = [
    "draft",
    "dry",
    "dryrun",
    "dummy",
    "fake",
    "mock",
    "noop",
    "preview",
    "rehearsal",
    "sandbox",
    "simulate",
    "simulation",
    "test",
];

/// Words that stand beside them in a name and change nothing about that.
const BESIDE: [&str; 7] = ["as", "is", "mode", "only", "run", "save", "validate"];

/// Names under which a word says in which way something is done.
const WAYS: [&str; 7] = ["action", "intent", "mode", "op", "stage", "state", "status"];

/// Words in the names of fields that tell what a browser or script can do.
const TECHNICAL: [&str; 15] = [
    "ajax",
    "async",
    "cached",
    "cookies",
    "enabled",
    "has",
    "javascript",
    "js",
    "keepalive",
    "mobile",
    "online",
    "supports",
    "touch",
    "tracked",
    "trusted",
];

impl FieldSays {
    /// Returns what a field says about the whole write, if anything.
    pub fn of(field: &str, value: &str) -> Option<Self> {
        let value = value.trim().to_lowercase();
        let words: Vec<String> = field.split(['.', '[', ']']).flat_map(name_words).collect();
        let last = field.rsplit(['.', '[', ']']).find(|part| !part.is_empty());
        let name = name_words(last.unwrap_or_default());
        let says_no = matches!(
            value.as_str(),
            "" | "0" | "false" | "no" | "none" | "null" | "off"
        );
        let is_way = name.iter().any(|word| WAYS.contains(&word.as_str()));
        if (!says_no && is_rehearsal(&name)) || (is_way && is_rehearsal(&name_words(&value))) {
            return Some(Self::NoRealWork);
        }
        let is_technical = |word: &String| TECHNICAL.contains(&word.as_str());
        let says_yes = matches!(value.as_str(), "true" | "on" | "yes");
        let tells_more = !tells_of_sender(&words) && !words.iter().any(is_technical);
        (says_yes && tells_more).then_some(Self::Yes)
    }
}

/// Returns whether words say that something is not done in earnest, and nothing else: `ab_test` is another thing.
fn is_rehearsal(words: &[String]) -> bool {
    let is_it = |word: &String| NO_REAL_WORK.contains(&word.as_str());
    let may_stand = |word: &String| is_it(word) || BESIDE.contains(&word.as_str());
    words.iter().any(is_it) && words.iter().all(may_stand)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_say_yes_or_that_nothing_is_done_in_earnest() {
        use FieldSays::{NoRealWork, Yes};
        for (field, value, says) in [
            ("notify_all", "true", Some(Yes)),
            ("urgent", "on", Some(Yes)),
            ("options.force", "yes", Some(Yes)),
            ("urgent", "false", None),
            ("version", "3", None),
            ("csrf_token", "true", None),
            ("client.touch", "true", None),
            ("browser.online", "true", None),
            ("dry_run", "1", Some(NoRealWork)),
            ("dryRun", "true", Some(NoRealWork)),
            ("options.preview", "full", Some(NoRealWork)),
            ("saveAsDraft", "on", Some(NoRealWork)),
            ("mode", "preview", Some(NoRealWork)),
            ("mode", "dry-run", Some(NoRealWork)),
            ("status", "draft", Some(NoRealWork)),
            ("mode", "live", None),
            ("draft", "false", None),
            ("preview", "", None),
            ("ab_test", "B", None),
            ("title", "test", None),
        ] {
            assert_eq!(FieldSays::of(field, value), says, "{field} {value}");
        }
    }
}
