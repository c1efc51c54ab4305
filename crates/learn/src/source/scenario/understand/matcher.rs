//! Matches one pattern against a whole sentence in time proportional to the product of their
//! lengths: no state is tried twice.

use super::number::read_number;
use super::pattern::Node;
use super::sentence::Sentence;
use super::slot::{Slot, Taken, Value};

/// What one pattern took from a sentence, in order.
pub(super) type Captures = Vec<(Slot, Taken)>;

/// One instruction of a compiled pattern.
#[derive(Debug, Clone, PartialEq)]
enum Instruction {
    Char(char),
    Edge,
    Quoted(Slot),
    WordsStart(Slot),
    WordChar,
    WordsEnd(Slot),
    Number(Slot),
    Give(Slot, Value),
    /// Goes on at the first; if that fails, at the second.
    Either(usize, usize),
    Jump(usize),
    End,
}

/// A pattern that can be matched.
#[derive(Debug)]
pub(super) struct Matcher {
    instructions: Vec<Instruction>,
}

/// Memory that matching uses again and again, and what it cost so far.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// How many instructions were tried.
    pub(super) steps: usize,
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

    /// Returns whether this search is in this state for the first time.
    fn is_new(&mut self, state: usize) -> bool {
        self.steps += 1;
        std::mem::replace(&mut self.tried[state], self.search) != self.search
    }
}

/// What is known about a sentence before any pattern is tried.
#[derive(Debug)]
pub(super) struct Subject<'a> {
    /// The sentence.
    pub(super) sentence: &'a Sentence,
    /// Whether spaces outside quotes say nothing.
    pub(super) ignores_spaces: bool,
    /// The places where free words must end.
    pub(super) stops: Vec<bool>,
}

impl Matcher {
    /// Compiles a pattern.
    pub(super) fn new(nodes: &[Node]) -> Self {
        let mut matcher = Self {
            instructions: Vec::new(),
        };
        matcher.add_all(nodes);
        matcher.instructions.push(Instruction::End);
        matcher
    }

    fn add_all(&mut self, nodes: &[Node]) {
        for node in nodes {
            self.add(node);
        }
    }

    fn add(&mut self, node: &Node) {
        match node {
            Node::Char(c) => self.instructions.push(Instruction::Char(*c)),
            Node::Edge => self.instructions.push(Instruction::Edge),
            Node::Choice(branches) => self.add_choice(branches),
            Node::Quoted(slot) => self.instructions.push(Instruction::Quoted(*slot)),
            Node::QuotedList(slot, between) => self.add_list(*slot, between),
            Node::Words(slot) => self.add_words(*slot),
            Node::Number(slot) => self.instructions.push(Instruction::Number(*slot)),
            Node::Give(slot, value) => self.instructions.push(Instruction::Give(*slot, *value)),
        }
    }

    fn add_choice(&mut self, branches: &[Vec<Node>]) {
        let mut jumps = Vec::new();
        for (index, branch) in branches.iter().enumerate() {
            if index + 1 == branches.len() {
                self.add_all(branch);
                continue;
            }
            let either = self.reserve();
            self.add_all(branch);
            jumps.push(self.reserve());
            self.instructions[either] = Instruction::Either(either + 1, self.instructions.len());
        }
        for jump in jumps {
            self.instructions[jump] = Instruction::Jump(self.instructions.len());
        }
    }

    fn add_list(&mut self, slot: Slot, between: &[Node]) {
        self.instructions.push(Instruction::Quoted(slot));
        let either = self.reserve();
        self.add_all(between);
        self.instructions.push(Instruction::Quoted(slot));
        self.instructions.push(Instruction::Jump(either));
        self.instructions[either] = Instruction::Either(either + 1, self.instructions.len());
    }

    fn add_words(&mut self, slot: Slot) {
        self.instructions.push(Instruction::WordsStart(slot));
        let start = self.instructions.len();
        self.instructions.push(Instruction::WordChar);
        self.instructions
            .push(Instruction::Either(start + 2, start));
        self.instructions.push(Instruction::WordsEnd(slot));
    }

    /// Adds an instruction that is filled in when its target is known.
    fn reserve(&mut self) -> usize {
        self.instructions.push(Instruction::End);
        self.instructions.len() - 1
    }

    /// Returns what the pattern takes from the sentence if it matches all of it.
    pub(super) fn find(&self, subject: &Subject<'_>, scratch: &mut Scratch) -> Option<Captures> {
        let width = subject.sentence.len() + 1;
        scratch.start_search(self.instructions.len() * width);
        let mut taken: Captures = Vec::new();
        let mut waiting = vec![(0, 0, 0)];
        while let Some((mut next, mut at, kept)) = waiting.pop() {
            taken.truncate(kept);
            while scratch.is_new(next * width + at) {
                match &self.instructions[next] {
                    Instruction::End if subject.skip_spaces(at) + 1 == width => {
                        return Some(taken);
                    }
                    Instruction::Jump(target) => next = *target,
                    Instruction::Either(first, second) => {
                        waiting.push((*second, at, taken.len()));
                        next = *first;
                    }
                    instruction => match subject.take(instruction, at, &mut taken) {
                        Some(after) => (next, at) = (next + 1, after),
                        None => break,
                    },
                }
            }
        }
        None
    }
}

impl Subject<'_> {
    /// Performs an instruction that does not branch; returns the place after what it took.
    fn take(&self, instruction: &Instruction, at: usize, taken: &mut Captures) -> Option<usize> {
        let here = self.skip_spaces(at);
        match instruction {
            Instruction::Char(c) => (self.sentence.char_at(here) == Some(*c)).then_some(here + 1),
            Instruction::Edge => self.pass_edge(at),
            Instruction::Quoted(slot) => {
                self.sentence.quoted_at(here)?;
                taken.push((*slot, Taken::Quoted(here)));
                Some(here + 1)
            }
            Instruction::WordsStart(slot) => {
                taken.push((*slot, Taken::WordsFrom(here)));
                (self.sentence.char_at(here) != Some(' ')).then_some(here)
            }
            Instruction::WordChar => {
                self.sentence.char_at(at)?;
                (!self.stops[at]).then_some(at + 1)
            }
            Instruction::WordsEnd(slot) => {
                taken.push((*slot, Taken::WordsTo(at)));
                (!self.sentence.joins(at)).then_some(at)
            }
            Instruction::Number(slot) => {
                let (number, after) = read_number(self.sentence, here)?;
                taken.push((*slot, Taken::Value(Value::Number(number))));
                Some(after)
            }
            Instruction::Give(slot, value) => {
                taken.push((*slot, Taken::Value(*value)));
                Some(at)
            }
            Instruction::Either(..) | Instruction::Jump(_) | Instruction::End => None,
        }
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
