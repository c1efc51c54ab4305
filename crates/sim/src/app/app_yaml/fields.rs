//! The keys of one YAML map, read by name with errors that say what would be accepted.

use super::super::error::{FileProblem, Place};
use super::super::yaml::{Content, Node, Pair, pairs_of};

/// The keys of one map.
#[derive(Clone, Copy)]
pub(super) struct Fields<'a> {
    pub(super) place: Place,
    pairs: &'a [(Node, Node)],
}

impl<'a> Fields<'a> {
    /// Returns the keys of `node`, which must be a map with no other keys than `accepted`.
    pub(super) fn of(node: &'a Node, what: &str, accepted: &[&str]) -> Result<Self, FileProblem> {
        let Content::Mapping(pairs) = &node.content else {
            let message = format!("{what} must be a map");
            return Err(FileProblem::new(node.span, message).accepting(accepted.join(", ")));
        };
        if let Some(unknown) = pairs_of(pairs).find(|p| !accepted.contains(&p.key)) {
            let message = format!("{what} has no key `{}`", unknown.key);
            return Err(FileProblem::new(unknown.place, message).accepting(accepted.join(", ")));
        }
        let place = node.span;
        Ok(Self { place, pairs })
    }

    /// Returns what stands under `key`.
    pub(super) fn get(&self, key: &str) -> Option<&'a Node> {
        let pair = pairs_of(self.pairs).find(|pair| pair.key == key)?;
        Some(pair.node)
    }

    /// Returns the text under `key`, or the problem that it is missing.
    pub(super) fn needed(&self, key: &str, what: &str) -> Result<&'a Node, FileProblem> {
        self.get(key)
            .ok_or_else(|| FileProblem::new(self.place, format!("{what} needs `{key}`")))
    }

    /// Returns the text under `key`.
    pub(super) fn text(&self, key: &str) -> Result<Option<&'a str>, FileProblem> {
        self.get(key).map(text).transpose()
    }

    /// Returns whether the yes-or-no under `key` is yes; no when it is missing.
    pub(super) fn flag(&self, key: &str) -> Result<bool, FileProblem> {
        let Some(node) = self.get(key) else {
            return Ok(false);
        };
        match text(node)? {
            "true" => Ok(true),
            "false" => Ok(false),
            other => Err(
                FileProblem::new(node.span, format!("`{key}` cannot be `{other}`"))
                    .accepting("true, false"),
            ),
        }
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
    match &node.content {
        Content::Scalar { text, .. } => Ok(text),
        Content::Sequence(_) => Err(FileProblem::new(
            node.span,
            "a text is expected here, not a list",
        )),
        Content::Mapping(_) => Err(FileProblem::new(
            node.span,
            "a text is expected here, not a map",
        )),
    }
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
