//! Reads the YAML of an app file, with problems in its words.

use retap_model::yaml::{Keys, Limits, YamlFault, YamlProblem};

use super::error::{FileProblem, Place};

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
