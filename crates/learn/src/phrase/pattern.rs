//! Reads the pattern language of the tables into instructions that can be matched.
//!
//! `word` stands for itself, a space for the edge of a word, `[a|b]` for one of them or nothing,
//! `[a|b]*` for any number of them, `(a|b)` for one of them, `{name}` for a slot, a word list or a part
//! of the table, `\(` for a parenthesis.

use std::collections::{BTreeMap, BTreeSet};

use super::sentence::fold;
use super::slot::Slot;

/// One instruction of a pattern; where another one is meant, it says how far on it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Instruction {
    /// This character.
    Char(char),
    /// The edge of a word, and the space there.
    Edge,
    /// One quoted text.
    Quoted(Slot),
    /// One bold text.
    Bold(Slot),
    /// A key with its modifiers, bold; in a skill also as a word.
    Keys(Slot),
    /// The start of words outside quotes, as few as possible.
    WordsStart(Slot),
    /// One more character of them.
    WordChar,
    /// Their end.
    WordsEnd,
    /// A number in digits or numerals.
    Number(Slot),
    /// A duration, up to a closing parenthesis.
    Time(Slot),
    /// A name in braces.
    Braced(Slot),
    /// Everything before a closing parenthesis.
    Inside(Slot),
    /// Everything that is left.
    Rest(Slot),
    /// Takes nothing and gives a slot the table's name of this number.
    Give(Slot, u16),
    /// Takes nothing; what follows is about a second element.
    Next,
    /// Goes on with the next; if that fails, so far on.
    Either(i32),
    /// Goes on so far on.
    Jump(i32),
}

/// A piece of a pattern, or all of it.
pub(super) type Fragment = Vec<Instruction>;

/// The characters that a pattern can begin with, or end with.
#[derive(Debug, Default)]
pub(super) struct Border {
    pub(super) chars: BTreeSet<char>,
    /// Whether any other can stand there.
    pub(super) is_open: bool,
}

/// What is passed between two places of a pattern.
#[derive(Clone, Copy)]
enum Passed {
    Nothing,
    Char(char),
    /// What is quoted or bold; no character.
    Mark,
    Anything,
}

impl Border {
    /// Returns what a pattern can begin with, and what it can end with.
    pub(super) fn both(pattern: &[Instruction]) -> [Self; 2] {
        let mut onwards: Vec<Vec<(Passed, usize)>> = vec![Vec::new(); pattern.len() + 1];
        let mut back = onwards.clone();
        for (at, instruction) in pattern.iter().enumerate() {
            for (passed, next) in ways_on(*instruction, at) {
                onwards[at].push((passed, next));
                back[next].push((passed, at));
            }
        }
        [
            Self::reached(0, &onwards),
            Self::reached(pattern.len(), &back),
        ]
    }

    /// Goes through everything that can come first on the ways from `start`.
    fn reached(start: usize, ways: &[Vec<(Passed, usize)>]) -> Self {
        let mut border = Self::default();
        let mut tried = vec![false; ways.len()];
        let mut waiting = vec![start];
        while let Some(at) = waiting.pop() {
            if std::mem::replace(&mut tried[at], true) {
                continue;
            }
            border.is_open |= ways[at].is_empty();
            for (passed, next) in &ways[at] {
                match passed {
                    Passed::Nothing => waiting.push(*next),
                    Passed::Mark => {}
                    Passed::Anything => border.is_open = true,
                    Passed::Char(c) => {
                        border.chars.insert(*c);
                    }
                }
            }
        }
        border
    }
}

/// Returns what an instruction passes, and where it leads.
fn ways_on(instruction: Instruction, at: usize) -> Vec<(Passed, usize)> {
    let next = at + 1;
    let far = |distance: i32| at.saturating_add_signed(distance as isize);
    match instruction {
        Instruction::Char(c) => vec![(Passed::Char(c), next)],
        Instruction::Edge => vec![(Passed::Char(' '), next), (Passed::Nothing, next)],
        Instruction::Give(..) | Instruction::Next => vec![(Passed::Nothing, next)],
        Instruction::Quoted(_) | Instruction::Bold(_) => vec![(Passed::Mark, next)],
        Instruction::Either(distance) => {
            vec![(Passed::Nothing, next), (Passed::Nothing, far(distance))]
        }
        Instruction::Jump(distance) => vec![(Passed::Nothing, far(distance))],
        Instruction::Keys(_)
        | Instruction::WordsStart(_)
        | Instruction::WordChar
        | Instruction::WordsEnd
        | Instruction::Number(_)
        | Instruction::Time(_)
        | Instruction::Braced(_)
        | Instruction::Inside(_)
        | Instruction::Rest(_) => vec![(Passed::Anything, next)],
    }
}

/// Why a pattern cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PatternError {
    /// A bracket is not closed, or closes nothing.
    Bracket(char),
    /// A name in braces that is no slot, word list or part.
    UnknownName(String),
}

/// The word lists and parts that a table names, as far as they are read.
pub(super) type Parts = BTreeMap<String, Fragment>;

/// Reads one pattern.
pub(super) fn parse_pattern(text: &str, parts: &Parts) -> Result<Fragment, PatternError> {
    let mut parser = Parser {
        rest: text.chars().collect::<Vec<char>>().into_iter(),
        parts,
    };
    Ok(choice(parser.branches(None)?))
}

struct Parser<'a> {
    rest: std::vec::IntoIter<char>,
    parts: &'a Parts,
}

impl Parser<'_> {
    /// Reads `a|b|c` up to the bracket that closes it, or to the end.
    fn branches(&mut self, closing: Option<char>) -> Result<Vec<Fragment>, PatternError> {
        let mut branches = Vec::new();
        let mut branch = Fragment::new();
        loop {
            match self.rest.next() {
                None if closing.is_none() => break,
                None => return Err(PatternError::Bracket(closing.unwrap_or(' '))),
                Some(c) if Some(c) == closing => break,
                Some('|') => branches.push(std::mem::take(&mut branch)),
                Some(c) => branch.extend(self.fragment(c)?),
            }
        }
        branches.push(branch);
        Ok(branches)
    }

    fn fragment(&mut self, c: char) -> Result<Fragment, PatternError> {
        match c {
            '(' => Ok(choice(self.branches(Some(')'))?)),
            '[' => {
                let branches = self.branches(Some(']'))?;
                if self.rest.as_slice().first() == Some(&'*') {
                    self.rest.next();
                    return Ok(repeated(choice(branches)));
                }
                Ok(choice([branches, vec![Fragment::new()]].concat()))
            }
            '{' => self.named(),
            ')' | ']' | '}' => Err(PatternError::Bracket(c)),
            ' ' => Ok(vec![Instruction::Edge]),
            '\\' => {
                let literal = self.rest.next().ok_or(PatternError::Bracket(c))?;
                Ok(vec![Instruction::Char(literal)])
            }
            c => Ok(vec![Instruction::Char(fold(c))]),
        }
    }

    fn named(&mut self) -> Result<Fragment, PatternError> {
        let mut name = String::new();
        loop {
            match self.rest.next() {
                Some('}') => break,
                Some(c) => name.push(c),
                None => return Err(PatternError::Bracket('}')),
            }
        }
        Ok(match name.as_str() {
            "text" => vec![Instruction::Quoted(Slot::Text)],
            "texts" => self.list_of(Slot::Text)?,
            "absent" => self.list_of(Slot::Absent)?,
            "input" => vec![Instruction::Quoted(Slot::Input)],
            "what" => words(Slot::What),
            "field" => quoted_or_words(Slot::Field),
            "name" => quoted_or_words(Slot::Name),
            "within" => quoted_or_words(Slot::Within),
            "area" => quoted_or_words(Slot::Area),
            "owner" => vec![Instruction::Quoted(Slot::Within)],
            "id" => vec![Instruction::Quoted(Slot::Id)],
            "app" => quoted_or(Slot::App, Instruction::Bold(Slot::App)),
            "keys" => vec![Instruction::Keys(Slot::Combination)],
            "keyname" => vec![Instruction::Quoted(Slot::Combination)],
            "n" => self.number(Slot::Number),
            "count" => self.number(Slot::Count),
            "max" => vec![Instruction::Number(Slot::Max)],
            "nth" => vec![Instruction::Number(Slot::Ordinal)],
            "time" => vec![Instruction::Time(Slot::Time)],
            "variable" => vec![Instruction::Braced(Slot::Variable)],
            "figure" => quoted_or(Slot::Figure, Instruction::Inside(Slot::Figure)),
            "rest" => vec![Instruction::Rest(Slot::Rest)],
            "next" => vec![Instruction::Next],
            _ => self.part(&name)?,
        })
    }

    /// Returns the instructions for quoted texts with the part `separator` between them.
    fn list_of(&self, slot: Slot) -> Result<Fragment, PatternError> {
        let mut more = self.part("separator")?;
        more.push(Instruction::Quoted(slot));
        Ok([vec![Instruction::Quoted(slot)], repeated(more)].concat())
    }

    /// Returns the instructions for a number in digits or in the table's words.
    fn number(&self, slot: Slot) -> Fragment {
        let words = self.parts.get("number").into_iter().flatten();
        let words = words.copied().map(|instruction| match instruction {
            Instruction::Give(_, value) => Instruction::Give(slot, value),
            other => other,
        });
        choice(vec![vec![Instruction::Number(slot)], words.collect()])
    }

    fn part(&self, name: &str) -> Result<Fragment, PatternError> {
        let part = self.parts.get(name).cloned();
        part.ok_or_else(|| PatternError::UnknownName(name.to_owned()))
    }
}

/// Returns instructions that match the first of the branches that leads to a match.
pub(super) fn choice(branches: Vec<Fragment>) -> Fragment {
    let total: usize = branches.iter().map(|branch| branch.len() + 2).sum();
    let end = total.saturating_sub(2);
    let mut fragment = Fragment::with_capacity(total);
    let last = branches.len().saturating_sub(1);
    for (index, branch) in branches.into_iter().enumerate() {
        if index == last {
            fragment.extend(branch);
        } else {
            fragment.push(Instruction::Either(distance(branch.len()) + 2));
            fragment.extend(branch);
            fragment.push(Instruction::Jump(distance(end - fragment.len())));
        }
    }
    fragment
}

/// Returns instructions that match `fragment` any number of times.
fn repeated(fragment: Fragment) -> Fragment {
    let length = distance(fragment.len());
    let mut repeated = vec![Instruction::Either(length + 2)];
    repeated.extend(fragment);
    repeated.push(Instruction::Jump(-length - 1));
    repeated
}

fn words(slot: Slot) -> Fragment {
    vec![
        Instruction::WordsStart(slot),
        Instruction::WordChar,
        // As few as possible: whether they end here is tried first.
        Instruction::Either(2),
        Instruction::Jump(2),
        Instruction::Jump(-3),
        Instruction::WordsEnd,
    ]
}

fn quoted_or(slot: Slot, other: Instruction) -> Fragment {
    choice(vec![vec![Instruction::Quoted(slot)], vec![other]])
}

fn quoted_or_words(slot: Slot) -> Fragment {
    choice(vec![vec![Instruction::Quoted(slot)], words(slot)])
}

fn distance(length: usize) -> i32 {
    i32::try_from(length).unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_in_patterns_are_named() {
        let error = |text: &str| parse_pattern(text, &Parts::new()).unwrap_err();
        assert_eq!(error("a(b"), PatternError::Bracket(')'));
        assert_eq!(error("a]"), PatternError::Bracket(']'));
        assert_eq!(error("{text"), PatternError::Bracket('}'));
        assert_eq!(
            error("{verb}"),
            PatternError::UnknownName("verb".to_owned())
        );
    }
}
