//! Matches one pattern against a whole sentence in time proportional to the product of their
//! lengths: no state is tried twice.

use std::borrow::Cow;

use retap_model::phrase::is_name;
use retap_model::program::PressKey;

use super::Clause;
use super::number::read_number;
use super::pattern::{Capture, Instruction, Pattern, PieceSet};
use super::sentence::Sentence;
use super::slot::Slot;
use crate::source::{Unit, parse_duration};

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
}

/// Memory that matching uses again and again, and what it cost so far.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// How many instructions were tried.
    pub(super) steps: usize,
    /// The furthest piece that some pattern did not go past.
    pub(super) furthest: usize,
    /// A bit for every instruction and place that this search has tried, and which these are.
    tried: Vec<u64>,
    set: Vec<usize>,
    waiting: Vec<State>,
    /// What the last search took that found something.
    pub(super) taken: Vec<Taken>,
}

/// A place of a sentence and the instruction to go on with there.
#[derive(Debug, Clone, Copy)]
struct State {
    next: usize,
    at: usize,
    /// How much of what was taken was taken before.
    kept: usize,
}

/// The pieces that an instruction took for a slot.
#[derive(Debug, Clone, Copy)]
pub(super) struct Taken {
    slot: Slot,
    instruction: Instruction,
    start: usize,
    end: usize,
}

impl Scratch {
    fn start_search(&mut self, states: usize, starts: &[usize]) {
        for state in self.set.drain(..) {
            self.tried[state / BITS] = 0;
        }
        if self.tried.len() * BITS < states {
            self.tried.resize(states.div_ceil(BITS), 0);
        }
        let state = |at: &usize| State {
            next: 0,
            at: *at,
            kept: 0,
        };
        self.waiting.clear();
        self.waiting.extend(starts.iter().rev().map(state));
    }

    /// Returns whether this search is in this state for the first time.
    fn is_new(&mut self, state: usize) -> bool {
        let (bits, bit) = (&mut self.tried[state / BITS], 1 << (state % BITS));
        let is_new = *bits & bit == 0;
        if is_new {
            *bits |= bit;
            self.set.push(state);
        }
        is_new
    }

    /// Returns how many bytes are kept for searches.
    #[cfg(test)]
    pub(super) fn size(&self) -> usize {
        self.tried.capacity() * size_of::<u64>()
            + self.set.capacity() * size_of::<usize>()
            + self.waiting.capacity() * size_of::<State>()
    }
}

/// How many bits are in one number of [`Scratch`].
const BITS: usize = u64::BITS as usize;

/// The facts known about a sentence before any pattern is tried.
#[derive(Debug)]
pub(super) struct Subject<'a> {
    pub(super) sentence: &'a Sentence,
    /// Where it stands.
    pub(super) clause: Clause,
    /// Whether spaces outside quotes say nothing.
    pub(super) ignores_spaces: bool,
    /// What a pattern may see at each place, and at the end.
    pub(super) pieces: Vec<PieceSet>,
    /// The places where free words must end.
    pub(super) stops: Vec<bool>,
    /// The places where a phrase may start, behind what may stand before every phrase, the likeliest first.
    pub(super) starts: Vec<usize>,
    /// The names that the table gives to words.
    pub(super) names: &'a [String],
}

/// Returns whether the pattern matches all that is left of the sentence, and leaves what it took in `scratch`.
pub(super) fn matches(pattern: &Pattern, subject: &Subject<'_>, scratch: &mut Scratch) -> bool {
    let end = subject.sentence.len();
    let is_end = |at: usize| subject.skip_spaces(at) == end;
    search(pattern, subject, scratch, is_end)
}

/// Returns the places behind each way in which `lead` matches the start of the sentence, in order.
pub(super) fn starts(lead: &Pattern, subject: &Subject<'_>, scratch: &mut Scratch) -> Vec<usize> {
    let mut places = Vec::new();
    let keep = |at: usize| {
        places.push(at);
        false
    };
    search(lead, subject, scratch, keep);
    places
}

/// Follows a pattern from where phrases start until `is_end` takes a place behind all of it.
fn search(
    pattern: &Pattern,
    subject: &Subject<'_>,
    scratch: &mut Scratch,
    mut is_end: impl FnMut(usize) -> bool,
) -> bool {
    let width = subject.sentence.len() + 1;
    let may_be = |next: usize, at: usize| pattern.firsts[next].meets(subject.pieces[at]);
    scratch.start_search(pattern.firsts.len() * width, &subject.starts);
    while let Some(State {
        mut next,
        mut at,
        kept,
    }) = scratch.waiting.pop()
    {
        scratch.taken.truncate(kept);
        // Ways meet only where one was put aside and where one jumps, so only there they are compared.
        let mut goes_on = scratch.is_new(next * width + at);
        while goes_on && may_be(next, at) {
            scratch.steps += 1;
            match pattern.instructions.get(next) {
                None if is_end(at) => return true,
                None => goes_on = false,
                Some(Instruction::Jump(distance)) => {
                    next = behind(next, *distance);
                    goes_on = scratch.is_new(next * width + at);
                }
                Some(Instruction::Either(distance)) => {
                    let other = behind(next, *distance);
                    if !may_be(next + 1, at) {
                        next = other;
                        continue;
                    }
                    if may_be(other, at) {
                        scratch.waiting.push(State {
                            next: other,
                            at,
                            kept: scratch.taken.len(),
                        });
                    }
                    next += 1;
                }
                Some(instruction) => match subject.take(instruction, at, &mut scratch.taken) {
                    Some(after) => (next, at) = (next + 1, after),
                    None => goes_on = false,
                },
            }
        }
        scratch.furthest = scratch.furthest.max(at);
    }
    false
}

fn behind(next: usize, distance: i32) -> usize {
    next.saturating_add_signed(distance as isize)
}

impl Subject<'_> {
    /// Performs an instruction that does not branch; returns the place after what it took.
    fn take(&self, instruction: &Instruction, at: usize, taken: &mut Vec<Taken>) -> Option<usize> {
        let here = self.skip_spaces(at);
        let sentence = self.sentence;
        let mut take_to = |slot: Slot, end: usize| {
            taken.push(Taken {
                slot,
                instruction: *instruction,
                start: here,
                end,
            });
        };
        match *instruction {
            Instruction::Char(c) => (sentence.char_at(here) == Some(c)).then_some(here + 1),
            Instruction::Edge => self.pass_edge(at),
            Instruction::Take(slot, capture) => {
                let (_, end) = self.read(capture, here)?;
                take_to(slot, end);
                Some(end)
            }
            // In a skill, what is not quoted names nothing.
            Instruction::WordsStart(_) if self.clause == Clause::Step => None,
            Instruction::WordsStart(slot) => {
                take_to(slot, here);
                (sentence.char_at(here) != Some(' ')).then_some(here)
            }
            Instruction::WordChar => {
                sentence.char_at(at)?;
                (!self.stops[at]).then_some(at + 1)
            }
            Instruction::WordsEnd => {
                taken.last_mut()?.end = at;
                (!sentence.joins(at)).then_some(at)
            }
            Instruction::Give(slot, _) => {
                take_to(slot, here);
                Some(at)
            }
            Instruction::Either(_) | Instruction::Jump(_) => None,
        }
    }

    /// Returns the text that stands at `here`, and the place after it.
    fn read(&self, capture: Capture, here: usize) -> Option<(Cow<'_, str>, usize)> {
        let sentence = self.sentence;
        let (text, end) = match capture {
            Capture::Quoted => return Some((sentence.quoted_at(here)?.into(), here + 1)),
            Capture::Bold => return Some((sentence.bold_at(here)?.into(), here + 1)),
            Capture::Keys => self.read_keys(here)?,
            Capture::Number => {
                let (number, end) = read_number(sentence, here)?;
                (number.to_string(), end)
            }
            Capture::Time => {
                let is_time = |text: &str| parse_duration(text, Unit::Seconds).is_some();
                self.inside(here, ')').filter(|(text, _)| is_time(text))?
            }
            Capture::Inside => self.inside(here, ')')?,
            Capture::Braced => {
                let start = (sentence.char_at(here) == Some('{')).then_some(here + 1)?;
                let (text, end) = self.inside(start, '}').filter(|(name, _)| is_name(name))?;
                (text, end + 1)
            }
            Capture::Rest => {
                let rest = Some(sentence.rest(here)).filter(|rest| !rest.is_empty())?;
                (rest, sentence.len())
            }
        };
        Some((text.into(), end))
    }

    /// Returns what a slot took, now that it is known which pieces these are.
    pub(super) fn fill(&self, taken: &Taken) -> Filled {
        let text = match taken.instruction {
            Instruction::Take(_, capture) => {
                let read = self.read(capture, taken.start);
                read.map(|(text, _)| text.into_owned())
            }
            Instruction::Give(_, name) => {
                let name = name.and_then(|name| self.names.get(usize::from(name)));
                name.cloned()
            }
            Instruction::WordsStart(_)
            | Instruction::WordChar
            | Instruction::WordsEnd
            | Instruction::Char(_)
            | Instruction::Edge
            | Instruction::Either(_)
            | Instruction::Jump(_) => {
                let span = self.sentence.span(taken.start..taken.end);
                let words = self.sentence.raw(span);
                Some(words.split_whitespace().collect::<Vec<_>>().join(" "))
            }
        };
        Filled {
            slot: taken.slot,
            text: text.unwrap_or_default(),
            is_quoted: self.sentence.char_at(taken.start).is_none(),
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
