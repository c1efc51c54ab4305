//! Reads what parts of an app do.

use super::super::error::{FileProblem, Place};
use super::super::validate::Named;
use super::super::{Act, Template};
use super::Reader;
use super::yaml::{Content, Fields, Node, Pair, list, pairs, pairs_of};

/// How long a toast stays when the file does not say.
const TOAST_MILLIS: u64 = 2500;

impl Reader {
    /// Reads a list of acts; nothing when there is none.
    pub(super) fn acts(&mut self, node: Option<&Node>) -> Result<Vec<Act>, FileProblem> {
        let nodes = node.map(list).transpose()?.unwrap_or_default();
        nodes.iter().map(|node| self.act(node)).collect()
    }

    /// Reads `do:` and the shorthand `go:` of an item.
    pub(super) fn acts_of(&mut self, fields: Fields<'_>) -> Result<Vec<Act>, FileProblem> {
        let mut acts = self.acts(fields.get("do"))?;
        if let Some(node) = fields.get("go") {
            acts.push(Act::Go(self.name(Named::Screen, node)?));
        }
        Ok(acts)
    }

    fn act(&mut self, node: &Node) -> Result<Act, FileProblem> {
        match &node.content {
            Content::Scalar { text: word, .. } => bare_act(word, node.span),
            Content::Mapping(entries) => match pairs_of(entries).collect::<Vec<_>>()[..] {
                [pair] => self.act_with(pair),
                _ => Err(no_act(node.span, "an act must have one key")),
            },
            Content::Sequence(_) => Err(no_act(node.span, "an act must be a word or a map")),
        }
    }

    fn act_with(&mut self, pair: Pair<'_>) -> Result<Act, FileProblem> {
        let node = pair.node;
        Ok(match pair.key {
            "go" => Act::Go(self.name(Named::Screen, node)?),
            "set" => Act::Set(self.assignments(node)?),
            "toggle" => Act::Toggle(self.name(Named::Value, node)?),
            "mark" => Act::Mark(self.assignments(node)?),
            "move_to" => Act::MoveTo(self.name(Named::List, node)?),
            "add" => self.add(node)?,
            "empty" => Act::Empty(self.name(Named::List, node)?),
            "toast" => self.toast(node)?,
            "popup" => Act::ShowPopup(self.name(Named::Popup, node)?),
            other => return Err(no_act(pair.place, &format!("`{other}` is not an act"))),
        })
    }

    fn add(&mut self, node: &Node) -> Result<Act, FileProblem> {
        let fields = Fields::of(node, "`add`", "to entry")?;
        let list = self.name(Named::List, fields.needed("to")?)?;
        let values = fields.get("entry").map(|entry| self.assignments(entry));
        let values = values.transpose()?.unwrap_or_default();
        Ok(Act::Add { list, values })
    }

    fn toast(&mut self, node: &Node) -> Result<Act, FileProblem> {
        if matches!(node.content, Content::Scalar { .. }) {
            let text = self.template(node)?;
            let millis = TOAST_MILLIS;
            return Ok(Act::Toast { text, millis });
        }
        let fields = Fields::of(node, "`toast`", "text for")?;
        let text = self.template(fields.needed("text")?)?;
        let millis = match fields.number("for")? {
            0 => TOAST_MILLIS,
            given => given,
        };
        Ok(Act::Toast { text, millis })
    }

    fn assignments(&mut self, node: &Node) -> Result<Vec<(String, Template)>, FileProblem> {
        let mut assignments = Vec::new();
        for pair in pairs(node)? {
            self.references.note(Named::Value, pair.key, pair.place);
            assignments.push((pair.key.to_owned(), self.template(pair.node)?));
        }
        Ok(assignments)
    }
}

fn bare_act(word: &str, place: Place) -> Result<Act, FileProblem> {
    match word {
        "back" => Ok(Act::Back),
        "remove" => Ok(Act::Remove),
        "undo" => Ok(Act::Undo),
        "submit" => Ok(Act::Submit),
        "clear_fields" => Ok(Act::ClearFields),
        other if Act::WORDS.split(", ").any(|word| word == other) => {
            Err(FileProblem::new(place, format!("`{other}` needs a value")))
        }
        other => Err(no_act(place, &format!("`{other}` is not an act"))),
    }
}

fn no_act(place: Place, message: &str) -> FileProblem {
    FileProblem::new(place, message).accepting(Act::WORDS)
}
