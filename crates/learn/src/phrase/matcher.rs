//! Matches one pattern against a whole sentence in time proportional to the product of their
//! lengths: no state is tried twice.

use std::ops::Range;

use retap_model::program::PressKey;

use super::Clause;
use super::number::read_number;
use super::pattern::{Border, Fragment, Instruction};
use super::sentence::Sentence;
use super::slot::Slot;
use crate::source::{Unit, is_name, parse_duration};

/// The text a slot took from a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filled {
    /// The slot.
    pub slot: Slot,
    /// The text it took: one without its quotes, words as written, a number in digits, or the name
    /// that the table gives to the words.
    pub text: String,
    /// Whether the author quoted it, or made it bold.
    pub is_quoted: bool,
    /// Where it stands in the sentence, in characters.
    pub span: Range<usize>,
}

/// Memory that matching uses again and again, and what it cost so far.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// How many instructions were tried.
    pub(super) steps: usize,
    /// The furthest piece that some pattern did not go past.
    pub(super) furthest: usize,
    /// For every instruction and place the last search that tried it.
    tried: Vec<u32>,
    search: u32,
}

impl Scratch {
    fn start_search(&mut self, states: usize) {
        self.search += 1;
        if self.tried.len() < states {
            self.tried.resize(states, 0);
        }
    }

    /// Notes how far a phrase gets that does not even begin as the sentence does.
    pub(super) fn reach(&mut self, subject: &Subject<'_>) {
        let start = subject.starts.iter().copied().max().unwrap_or_default();
        self.furthest = self.furthest.max(start);
    }

    /// Returns whether this search is in this state for the first time.
    fn is_new(&mut self, state: usize) -> bool {
        self.steps += 1;
        std::mem::replace(&mut self.tried[state], self.search) != self.search
    }
}

/// The facts known about a sentence before any pattern is tried.
#[derive(Debug)]
pub(super) struct Subject<'a> {
    pub(super) sentence: &'a Sentence,
    /// Where it stands.
    pub(super) clause: Clause,
    /// Whether spaces outside quotes say nothing.
    pub(super) ignores_spaces: bool,
    /// The places where free words must end.
    pub(super) stops: Vec<bool>,
    /// The places where a phrase may start, behind what may stand before every phrase, the likeliest first.
    pub(super) starts: Vec<usize>,
    /// The names that the table gives to words.
    pub(super) names: &'a [String],
}

/// Returns what the pattern takes from the sentence, in order, if it matches all that is left of it.
pub(super) fn find(
    pattern: &Fragment,
    subject: &Subject<'_>,
    scratch: &mut Scratch,
) -> Option<Vec<Filled>> {
    let end = subject.sentence.len();
    let is_end = |at: usize| subject.skip_spaces(at) == end;
    let mut taken = search(pattern, subject, scratch, is_end)?;
    taken.iter_mut().for_each(|taken| subject.read_words(taken));
    Some(taken)
}

/// Returns the places behind each way in which `lead` matches the start of the sentence, in order.
pub(super) fn starts(lead: &Fragment, subject: &Subject<'_>) -> Vec<usize> {
    let mut places = Vec::new();
    let keep = |at: usize| {
        places.push(at);
        false
    };
    search(lead, subject, &mut Scratch::default(), keep);
    places
}

/// Follows a pattern from where phrases start until `is_end` takes a place behind all of it.
fn search(
    pattern: &Fragment,
    subject: &Subject<'_>,
    scratch: &mut Scratch,
    mut is_end: impl FnMut(usize) -> bool,
) -> Option<Vec<Filled>> {
    let width = subject.sentence.len() + 1;
    scratch.start_search((pattern.len() + 1) * width);
    let mut taken: Vec<Filled> = Vec::new();
    let starts = subject.starts.iter().rev();
    let mut waiting: Vec<(usize, usize, usize)> = starts.map(|at| (0, *at, 0)).collect();
    while let Some((mut next, mut at, kept)) = waiting.pop() {
        taken.truncate(kept);
        while scratch.is_new(next * width + at) {
            let Some(instruction) = pattern.get(next) else {
                if is_end(at) {
                    return Some(taken);
                }
                break;
            };
            match instruction {
                Instruction::Jump(distance) => {
                    next = next.saturating_add_signed(*distance as isize)
                }
                Instruction::Either(distance) => {
                    let other = next.saturating_add_signed(*distance as isize);
                    if subject.may_take(pattern.get(next + 1), at) {
                        waiting.push((other, at, taken.len()));
                        next += 1;
                    } else {
                        next = other;
                    }
                }
                instruction => match subject.take(instruction, at, &mut taken) {
                    Some(after) => (next, at) = (next + 1, after),
                    None => break,
                },
            }
        }
        scratch.furthest = scratch.furthest.max(at);
    }
    None
}

impl Subject<'_> {
    /// Returns whether a pattern that begins and ends so can match at all; most phrases are told apart by
    /// this.
    pub(super) fn may_match(&self, [first, last]: &[Border; 2]) -> bool {
        let fits = |border: &Border, c: Option<char>| {
            border.is_open || c.is_none_or(|c| border.chars.contains(&c))
        };
        let begins_at = |at: &usize| fits(first, self.sentence.char_at(self.skip_spaces(*at)));
        let end = self.sentence.len().checked_sub(1);
        let end = end.and_then(|end| self.sentence.char_at(end));
        let end = end.filter(|c| *c != ' ');
        fits(last, end) && self.starts.iter().any(begins_at)
    }

    /// Returns whether an instruction can take what stands at `at`, as far as one look tells.
    fn may_take(&self, instruction: Option<&Instruction>, at: usize) -> bool {
        match instruction {
            Some(Instruction::Char(c)) => self.sentence.char_at(self.skip_spaces(at)) == Some(*c),
            Some(_) | None => true,
        }
    }

    /// Performs an instruction that does not branch; returns the place after what it took.
    fn take(&self, instruction: &Instruction, at: usize, taken: &mut Vec<Filled>) -> Option<usize> {
        let here = self.skip_spaces(at);
        let sentence = self.sentence;
        let mut fill = |slot: Slot, text: String, end: usize| {
            taken.push(Filled {
                slot,
                text,
                is_quoted: sentence.char_at(here).is_none(),
                span: sentence.span(here..end),
            });
            Some(end)
        };
        match instruction {
            Instruction::Char(c) => (sentence.char_at(here) == Some(*c)).then_some(here + 1),
            Instruction::Edge => self.pass_edge(at),
            Instruction::Quoted(slot) => {
                fill(*slot, sentence.quoted_at(here)?.to_owned(), here + 1)
            }
            Instruction::Bold(slot) => fill(*slot, sentence.bold_at(here)?.to_owned(), here + 1),
            Instruction::Keys(slot) => {
                let (keys, end) = self.read_keys(here)?;
                fill(*slot, keys, end)
            }
            // In a skill, what is not quoted names nothing.
            Instruction::WordsStart(_) if self.clause == Clause::Step => None,
            Instruction::WordsStart(slot) => {
                fill(*slot, String::new(), here);
                (sentence.char_at(here) != Some(' ')).then_some(here)
            }
            Instruction::WordChar => {
                sentence.char_at(at)?;
                (!self.stops[at]).then_some(at + 1)
            }
            Instruction::WordsEnd => {
                let words = taken.last_mut()?;
                words.span.end = sentence.span(at - 1..at).end;
                (!sentence.joins(at)).then_some(at)
            }
            Instruction::Number(slot) => {
                let (number, after) = read_number(sentence, here)?;
                fill(*slot, number.to_string(), after)
            }
            Instruction::Time(slot) => {
                let (text, end) = self.inside(here, ')')?;
                parse_duration(&text, Unit::Seconds)?;
                fill(*slot, text, end)
            }
            Instruction::Inside(slot) => {
                let (text, end) = self.inside(here, ')')?;
                fill(*slot, text, end)
            }
            Instruction::Braced(slot) => {
                let start = (sentence.char_at(here) == Some('{')).then_some(here + 1)?;
                let (text, end) = self.inside(start, '}').filter(|(name, _)| is_name(name))?;
                fill(*slot, text, end + 1)
            }
            Instruction::Rest(slot) => {
                let rest = Some(sentence.rest(here)).filter(|rest| !rest.is_empty())?;
                fill(*slot, rest, sentence.len())
            }
            Instruction::Give(slot, value) => {
                let name = self.names.get(usize::from(*value));
                fill(*slot, name.cloned().unwrap_or_default(), here);
                Some(at)
            }
            Instruction::Next => {
                fill(Slot::Next, String::new(), here);
                Some(at)
            }
            Instruction::Either(_) | Instruction::Jump(_) => None,
        }
    }

    /// Reads the free words that a slot took, now that it is known where they end.
    fn read_words(&self, taken: &mut Filled) {
        if taken.text.is_empty() && !taken.is_quoted {
            let written = self.sentence.raw(taken.span.clone());
            taken.text = written.split_whitespace().collect::<Vec<_>>().join(" ");
        }
    }

    /// Returns the key with its modifiers that starts at `at`, and the place after it.
    ///
    /// The keys `home` and `back` of a keyboard are not the phone's buttons, so what could mean either
    /// is refused.
    fn read_keys(&self, at: usize) -> Option<(String, usize)> {
        let (keys, end) = match self.sentence.bold_at(at) {
            Some(bold) => (bold.to_owned(), at + 1),
            None if self.clause == Clause::Step => {
                let is_word = |at: &usize| self.sentence.char_at(*at).is_some_and(|c| c != ' ');
                let end = (at..).take_while(is_word).last()? + 1;
                (self.sentence.words(at..end), end)
            }
            None => return None,
        };
        let press = PressKey::parse(&keys)?;
        let is_button = matches!(press.key.as_str(), "home" | "back") && press.modifiers.is_empty();
        (!is_button).then_some((keys, end))
    }

    /// Returns what was written from `start` to before the next `close`, if it is something, and the
    /// place of that mark.
    fn inside(&self, start: usize, close: char) -> Option<(String, usize)> {
        let mut places = start..self.sentence.len();
        let end = places.find(|at| self.sentence.char_at(*at) == Some(close))?;
        let text = self.sentence.raw(self.sentence.span(start..end));
        (!text.is_empty()).then_some((text, end))
    }

    /// Returns `at`, or the place after the spaces there if they say nothing.
    fn skip_spaces(&self, at: usize) -> usize {
        let is_space = self.sentence.char_at(at) == Some(' ');
        at + usize::from(self.ignores_spaces && is_space)
    }

    fn pass_edge(&self, at: usize) -> Option<usize> {
        if self.sentence.char_at(at) == Some(' ') {
            return Some(at + 1);
        }
        let before = at.checked_sub(1).and_then(|at| self.sentence.char_at(at));
        let after_digit = before.is_some_and(|c| c.is_ascii_digit());
        (after_digit || !self.sentence.joins(at)).then_some(at)
    }
}
