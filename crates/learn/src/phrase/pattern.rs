//! Reads the pattern language of the tables into instructions that can be matched.
//!
//! `word` stands for itself, a space for the edge of a word, `[a|b]` for one of them or nothing,
//! `[a|b]*` for any number of them, `(a|b)` for one of them, `{name}` for a slot, a word list or a part
//! of the table, `\(` for a parenthesis.

use std::collections::BTreeMap;

use super::sentence::fold;
use super::slot::Slot;

/// One instruction of a pattern; where another one is meant, it says how far on it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Instruction {
    /// This character.
    Char(char),
    /// The edge of a word, and the space there.
    Edge,
    /// Something that is taken at once.
    Take(Slot, Capture),
    /// The start of words outside quotes, as few as possible.
    WordsStart(Slot),
    /// One more character of them.
    WordChar,
    /// Their end.
    WordsEnd,
    /// Takes nothing and gives a slot the table's name of this number, if any.
    Give(Slot, Option<u16>),
    /// Goes on with the next; if that fails, so far on.
    Either(i32),
    /// Goes on so far on.
    Jump(i32),
}

/// Something that is taken at once.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Capture {
    /// One quoted text.
    Quoted,
    /// One bold text.
    Bold,
    /// A key with its modifiers, bold; in a skill also as a word.
    Keys,
    /// A number in digits or numerals.
    Number,
    /// A duration, up to a closing parenthesis.
    Time,
    /// A name in braces.
    Braced,
    /// Everything before a closing parenthesis.
    Inside,
    /// Everything that is left.
    Rest,
}

/// A piece of a pattern, or all of it.
pub(super) type Fragment = Vec<Instruction>;

/// A set of kinds of pieces of a sentence: every letter is one, rarer characters share some.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct PieceSet(u64);

impl PieceSet {
    const ANY: Self = Self(u64::MAX);
    /// Any character.
    const CHARS: Self = Self(u64::MAX >> 2);
    /// What is quoted or bold.
    pub(super) const NAME: Self = Self(1 << 63);
    /// The end of the sentence.
    pub(super) const END: Self = Self(1 << 62);

    pub(super) fn of(c: char) -> Self {
        let bit = match c {
            'a'..='z' => u32::from(c) - u32::from('a'),
            c => 26 + u32::from(c) % 36,
        };
        Self(1 << bit)
    }

    pub(super) fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// A pattern that is ready to be matched.
#[derive(Debug)]
pub(super) struct Pattern {
    pub(super) instructions: Fragment,
    /// The pieces that each instruction, and what follows it, can begin with; of the end, any.
    pub(super) firsts: Vec<PieceSet>,
}

impl Pattern {
    pub(super) fn new(instructions: Fragment) -> Self {
        let mut firsts = vec![PieceSet::ANY; instructions.len() + 1];
        for (at, instruction) in instructions.iter().enumerate().rev() {
            let next = firsts[at + 1];
            // Where a jump goes back, the set is not known yet: it is still any.
            let far = |distance: i32| firsts[at.saturating_add_signed(distance as isize)];
            firsts[at] = match *instruction {
                Instruction::Char(c) => PieceSet::of(c),
                Instruction::Edge => PieceSet::of(' ').or(next),
                Instruction::Take(_, Capture::Quoted | Capture::Bold) => PieceSet::NAME,
                Instruction::Take(_, Capture::Number | Capture::Braced)
                | Instruction::WordsStart(_) => PieceSet::CHARS,
                Instruction::Give(..) => next,
                Instruction::Either(distance) => next.or(far(distance)),
                Instruction::Jump(distance) => far(distance),
                Instruction::Take(..) | Instruction::WordChar | Instruction::WordsEnd => {
                    PieceSet::ANY
                }
            };
        }
        Self {
            instructions,
            firsts,
        }
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
                Some(' ') => branch.push(Instruction::Edge),
                Some('\\') => {
                    let literal = self.rest.next().ok_or(PatternError::Bracket('\\'))?;
                    branch.push(Instruction::Char(literal));
                }
                Some(c @ ('(' | '[' | '{')) => branch.extend(self.group(c)?),
                Some(c @ (')' | ']' | '}')) => return Err(PatternError::Bracket(c)),
                Some(c) => branch.push(Instruction::Char(fold(c))),
            }
        }
        branches.push(branch);
        Ok(branches)
    }

    /// Reads what stands in the brackets that `opening` opens.
    fn group(&mut self, opening: char) -> Result<Fragment, PatternError> {
        match opening {
            '(' => Ok(choice(self.branches(Some(')'))?)),
            '[' => {
                let branches = self.branches(Some(']'))?;
                if self.rest.as_slice().first() == Some(&'*') {
                    self.rest.next();
                    return Ok(repeated(choice(branches)));
                }
                Ok(choice([branches, vec![Fragment::new()]].concat()))
            }
            _ => self.named(),
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
        let take = |slot, capture| vec![Instruction::Take(slot, capture)];
        Ok(match name.as_str() {
            "text" => take(Slot::Text, Capture::Quoted),
            "texts" => self.list_of(Slot::Text)?,
            "absent" => self.list_of(Slot::Absent)?,
            "input" => take(Slot::Input, Capture::Quoted),
            "what" => words(Slot::What),
            "field" => quoted_or(Slot::Field, words(Slot::Field)),
            "name" => quoted_or(Slot::Name, words(Slot::Name)),
            "within" => quoted_or(Slot::Within, words(Slot::Within)),
            "area" => quoted_or(Slot::Area, words(Slot::Area)),
            "owner" => take(Slot::Within, Capture::Quoted),
            "id" => take(Slot::Id, Capture::Quoted),
            "app" => quoted_or(Slot::App, take(Slot::App, Capture::Bold)),
            "keys" => take(Slot::Combination, Capture::Keys),
            "keyname" => take(Slot::Combination, Capture::Quoted),
            "n" => self.number(Slot::Number),
            "count" => self.number(Slot::Count),
            "max" => take(Slot::Max, Capture::Number),
            "nth" => take(Slot::Ordinal, Capture::Number),
            "time" => take(Slot::Time, Capture::Time),
            "variable" => take(Slot::Variable, Capture::Braced),
            "figure" => quoted_or(Slot::Figure, take(Slot::Figure, Capture::Inside)),
            "rest" => take(Slot::Rest, Capture::Rest),
            "next" => vec![Instruction::Give(Slot::Next, None)],
            _ => self.part(&name)?,
        })
    }

    /// Returns the instructions for quoted texts with the part `separator` between them.
    fn list_of(&self, slot: Slot) -> Result<Fragment, PatternError> {
        let quoted = Instruction::Take(slot, Capture::Quoted);
        let more = [self.part("separator")?, vec![quoted]].concat();
        Ok([vec![quoted], repeated(more)].concat())
    }

    /// Returns the instructions for a number in digits or in the table's words.
    fn number(&self, slot: Slot) -> Fragment {
        let words = self.parts.get("number").into_iter().flatten();
        let words = words.copied().map(|instruction| match instruction {
            Instruction::Give(_, value) => Instruction::Give(slot, value),
            other => other,
        });
        choice(vec![
            vec![Instruction::Take(slot, Capture::Number)],
            words.collect(),
        ])
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

fn quoted_or(slot: Slot, other: Fragment) -> Fragment {
    choice(vec![vec![Instruction::Take(slot, Capture::Quoted)], other])
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
