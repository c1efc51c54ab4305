//! Reads the pattern language of the tables into a tree.
//!
//! `word` stands for itself, a space for the edge of a word, `[a|b]` for one of them or nothing,
//! `(a|b)` for one of them, `{name}` for a slot, a word list or a part of the table.

use std::collections::BTreeMap;

use super::sentence::fold;
use super::slot::{Slot, Value};

/// How deep parts may use parts; a part that uses itself ends here.
const MAX_DEPTH: usize = 8;

/// A piece of a pattern.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Node {
    /// This character.
    Char(char),
    /// The edge of a word, and the spaces there.
    Edge,
    /// The first of these that leads to a match.
    Choice(Vec<Vec<Node>>),
    /// One quoted text.
    Quoted(Slot),
    /// Quoted texts with the nodes between them.
    QuotedList(Slot, Vec<Node>),
    /// One or more characters outside quotes, as few as possible.
    Words(Slot),
    /// A number in digits or numerals.
    Number(Slot),
    /// Takes nothing and gives a slot its value.
    Give(Slot, Value),
}

/// Why a pattern cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PatternError {
    /// A bracket is not closed, or closes nothing.
    Bracket(char),
    /// A name in braces that is no slot, word list or part.
    UnknownName(String),
    /// Parts use each other without end.
    TooDeep,
}

/// The names a table gives to pieces of patterns.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// Word lists, ready to use.
    pub(super) lists: BTreeMap<String, Vec<Node>>,
    /// Parts, as patterns still to be read.
    pub(super) parts: BTreeMap<String, String>,
}

/// Reads one pattern.
pub(super) fn parse_pattern(text: &str, names: &Names) -> Result<Vec<Node>, PatternError> {
    parse_at_depth(text, names, 0)
}

fn parse_at_depth(text: &str, names: &Names, depth: usize) -> Result<Vec<Node>, PatternError> {
    if depth > MAX_DEPTH {
        return Err(PatternError::TooDeep);
    }
    let mut parser = Parser {
        rest: text.chars().collect::<Vec<char>>().into_iter(),
        names,
        depth,
    };
    let branches = parser.branches(None)?;
    Ok(one_or_choice(branches))
}

struct Parser<'a> {
    rest: std::vec::IntoIter<char>,
    names: &'a Names,
    depth: usize,
}

impl Parser<'_> {
    /// Reads `a|b|c` up to the bracket that closes it, or to the end.
    fn branches(&mut self, closing: Option<char>) -> Result<Vec<Vec<Node>>, PatternError> {
        let mut branches = vec![Vec::new()];
        let mut nodes = Vec::new();
        loop {
            match self.rest.next() {
                None if closing.is_none() => break,
                None => return Err(PatternError::Bracket(closing.unwrap_or(' '))),
                Some(c) if Some(c) == closing => break,
                Some('|') => {
                    push_branch(&mut branches, &mut nodes);
                    branches.push(Vec::new());
                }
                Some(c) => nodes.extend(self.node(c)?),
            }
        }
        push_branch(&mut branches, &mut nodes);
        Ok(branches)
    }

    fn node(&mut self, c: char) -> Result<Vec<Node>, PatternError> {
        match c {
            '(' => Ok(one_or_choice(self.branches(Some(')'))?)),
            '[' => {
                let mut branches = self.branches(Some(']'))?;
                branches.push(Vec::new());
                Ok(vec![Node::Choice(branches)])
            }
            '{' => self.named(),
            ')' | ']' | '}' => Err(PatternError::Bracket(c)),
            ' ' => Ok(vec![Node::Edge]),
            c => Ok(vec![Node::Char(fold(c))]),
        }
    }

    fn named(&mut self) -> Result<Vec<Node>, PatternError> {
        let mut name = String::new();
        loop {
            match self.rest.next() {
                Some('}') => break,
                Some(c) => name.push(c),
                None => return Err(PatternError::Bracket('}')),
            }
        }
        match name.as_str() {
            "text" => Ok(vec![Node::Quoted(Slot::Text)]),
            "texts" => self.list_of(Slot::Text),
            "absent" => self.list_of(Slot::Absent),
            "what" => Ok(vec![Node::Words(Slot::What)]),
            "field" => Ok(quoted_or_words(Slot::Field)),
            "name" => Ok(quoted_or_words(Slot::Name)),
            "within" => Ok(quoted_or_words(Slot::Within)),
            "area" => Ok(quoted_or_words(Slot::Area)),
            "owner" => Ok(vec![Node::Quoted(Slot::Within)]),
            "n" => Ok(self.number()),
            "nth" => Ok(vec![Node::Number(Slot::Ordinal)]),
            _ => self.part(name),
        }
    }

    fn list_of(&self, slot: Slot) -> Result<Vec<Node>, PatternError> {
        let between = self.part("separator".to_owned())?;
        Ok(vec![Node::QuotedList(slot, between)])
    }

    fn number(&self) -> Vec<Node> {
        let in_words = self.names.lists.get("number").cloned().unwrap_or_default();
        let digits = vec![Node::Number(Slot::Number)];
        vec![Node::Choice(vec![digits, in_words])]
    }

    fn part(&self, name: String) -> Result<Vec<Node>, PatternError> {
        if let Some(list) = self.names.lists.get(&name) {
            return Ok(list.clone());
        }
        match self.names.parts.get(&name) {
            Some(pattern) => parse_at_depth(pattern, self.names, self.depth + 1),
            None => Err(PatternError::UnknownName(name)),
        }
    }
}

fn push_branch(branches: &mut [Vec<Node>], nodes: &mut Vec<Node>) {
    if let Some(branch) = branches.last_mut() {
        *branch = std::mem::take(nodes);
    }
}

fn one_or_choice(mut branches: Vec<Vec<Node>>) -> Vec<Node> {
    match branches.len() {
        1 => branches.pop().unwrap_or_default(),
        _ => vec![Node::Choice(branches)],
    }
}

fn quoted_or_words(slot: Slot) -> Vec<Node> {
    let branches = vec![vec![Node::Quoted(slot)], vec![Node::Words(slot)]];
    vec![Node::Choice(branches)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_in_patterns_are_named() {
        let mut names = Names::default();
        names.parts.insert("loop".to_owned(), "x{loop}".to_owned());
        let error = |text: &str| parse_pattern(text, &names).unwrap_err();
        assert_eq!(error("a(b"), PatternError::Bracket(')'));
        assert_eq!(error("a]"), PatternError::Bracket(']'));
        assert_eq!(error("{text"), PatternError::Bracket('}'));
        assert_eq!(
            error("{verb}"),
            PatternError::UnknownName("verb".to_owned())
        );
        assert_eq!(error("{loop}"), PatternError::TooDeep);
    }
}
