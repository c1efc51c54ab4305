//! Reads the YAML of an app file, and the keys of its maps by name, with errors that say what would be accepted.

use retap_model::yaml::{Keys, Limits, YamlFault, YamlProblem};

use super::super::error::{FileProblem, Place};

/// A node of an app file.
pub(super) type Node = retap_model::yaml::Node<Place>;

/// The content of a node of an app file holds.
pub(super) type Content = retap_model::yaml::Content<Place>;

/// Deeper files are refused before they can exhaust the stack.
const LIMITS: Limits = Limits {
    depth: 24,
    keys: Keys::Once,
};

/// A key with what stands under it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pair<'a> {
    pub(super) key: &'a str,
    pub(super) place: Place,
    pub(super) node: &'a Node,
}

/// Reads `text` into a tree.
pub(super) fn parse(text: &str) -> Result<Node, FileProblem> {
    let tree = retap_model::yaml::parse(text, LIMITS, |start, _| Place {
        line: start.line().max(1),
        column: start.col() + 1,
    });
    tree.map_err(problem_of)
}

/// Returns the keys of a mapping with what stands under them.
pub(super) fn pairs_of(entries: &[(Node, Node)]) -> impl Iterator<Item = Pair<'_>> {
    entries.iter().filter_map(|(key, node)| match &key.content {
        Content::Scalar { text, .. } => Some(Pair {
            key: text,
            place: key.span,
            node,
        }),
        Content::Sequence(_) | Content::Mapping(_) => None,
    })
}

fn problem_of(fault: YamlFault<Place>) -> FileProblem {
    let message = match fault.problem {
        YamlProblem::Empty => "the file is empty".to_owned(),
        YamlProblem::Syntax(message) => format!("this is not YAML: {message}"),
        YamlProblem::SeveralDocuments => "one app file holds one document".to_owned(),
        YamlProblem::TooDeep => "this is nested too deeply".to_owned(),
        YamlProblem::Alias => "anchors and aliases are not accepted in app files".to_owned(),
        YamlProblem::Tag => "tags are not accepted in app files".to_owned(),
        YamlProblem::KeyIsNoText(_) => "a key must be plain text".to_owned(),
        YamlProblem::DuplicateKey { key, first } => {
            let line = first.line;
            format!("`{key}` is here twice; the first is on line {line}")
        }
    };
    FileProblem::new(fault.span, message)
}

/// The keys of one map.
#[derive(Clone, Copy)]
pub(super) struct Fields<'a> {
    /// Names the thing the map describes, for errors.
    what: &'a str,
    pub(super) node: &'a Node,
    pairs: &'a [(Node, Node)],
}

impl<'a> Fields<'a> {
    /// Returns the keys of `node`, which must be a map with no other keys than the words of `accepted`.
    pub(super) fn of(node: &'a Node, what: &'a str, accepted: &str) -> Result<Self, FileProblem> {
        let keys: Vec<&str> = accepted.split_whitespace().collect();
        let Content::Mapping(pairs) = &node.content else {
            let message = format!("{what} must be a map");
            return Err(FileProblem::new(node.span, message).accepting(keys.join(", ")));
        };
        if let Some(unknown) = pairs_of(pairs).find(|p| !keys.contains(&p.key)) {
            let message = format!("{what} has no key `{}`", unknown.key);
            return Err(FileProblem::new(unknown.place, message).accepting(keys.join(", ")));
        }
        Ok(Self { what, node, pairs })
    }

    /// Returns what stands under `key`.
    pub(super) fn get(&self, key: &str) -> Option<&'a Node> {
        let pair = pairs_of(self.pairs).find(|pair| pair.key == key)?;
        Some(pair.node)
    }

    /// Returns what stands under `key`, or the problem that it is missing.
    pub(super) fn needed(&self, key: &str) -> Result<&'a Node, FileProblem> {
        let problem = || FileProblem::new(self.node.span, format!("{} needs `{key}`", self.what));
        self.get(key).ok_or_else(problem)
    }

    /// Returns the text under `key`.
    pub(super) fn text(&self, key: &str) -> Result<Option<&'a str>, FileProblem> {
        self.get(key).map(text).transpose()
    }

    /// Returns the text under `key`, or another when it is missing.
    pub(super) fn text_or(&self, key: &str, usual: &str) -> Result<String, FileProblem> {
        Ok(self.text(key)?.unwrap_or(usual).to_owned())
    }

    /// Returns what the word under `key` stands for; the first of `words` when it is missing.
    pub(super) fn word<T: Copy>(
        &self,
        key: &str,
        words: &[(&str, T)],
        complaint: impl FnOnce(&str) -> String,
    ) -> Result<T, FileProblem> {
        let Some(node) = self.get(key) else {
            return Ok(words[0].1);
        };
        let word = text(node)?;
        let found = words.iter().find(|(known, _)| *known == word);
        found.map(|(_, value)| *value).ok_or_else(|| {
            let known: Vec<&str> = words.iter().map(|(known, _)| *known).collect();
            FileProblem::new(node.span, complaint(word)).accepting(known.join(", "))
        })
    }

    /// Returns whether the yes-or-no under `key` is yes; no when it is missing.
    pub(super) fn flag(&self, key: &str) -> Result<bool, FileProblem> {
        if self.get(key).is_none() {
            return Ok(false);
        }
        self.word(key, &[("true", true), ("false", false)], |other| {
            format!("`{key}` cannot be `{other}`")
        })
    }

    /// Returns the whole number under `key`; zero when it is missing.
    pub(super) fn number(&self, key: &str) -> Result<u64, FileProblem> {
        let Some(node) = self.get(key) else {
            return Ok(0);
        };
        let text = text(node)?;
        text.parse().map_err(|_| {
            FileProblem::new(node.span, format!("`{key}` cannot be `{text}`"))
                .accepting("a whole number")
        })
    }
}

/// Returns the text that `node` is.
pub(super) fn text(node: &Node) -> Result<&str, FileProblem> {
    let found = match &node.content {
        Content::Scalar { text, .. } => return Ok(text),
        Content::Sequence(_) => "a list",
        Content::Mapping(_) => "a map",
    };
    let message = format!("a text is expected here, not {found}");
    Err(FileProblem::new(node.span, message))
}

/// Returns the list that `node` is.
pub(super) fn list(node: &Node) -> Result<&[Node], FileProblem> {
    match &node.content {
        Content::Sequence(nodes) => Ok(nodes),
        Content::Scalar { .. } | Content::Mapping(_) => {
            Err(FileProblem::new(node.span, "a list is expected here"))
        }
    }
}

/// Returns the keys of `node`, whatever they are called.
pub(super) fn pairs(node: &Node) -> Result<Vec<Pair<'_>>, FileProblem> {
    match &node.content {
        Content::Mapping(entries) => Ok(pairs_of(entries).collect()),
        Content::Scalar { .. } | Content::Sequence(_) => {
            Err(FileProblem::new(node.span, "a map is expected here"))
        }
    }
}
