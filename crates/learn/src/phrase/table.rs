//! The phrases of one language, read from a data file; `docs/recipes/add-a-language.md` says how such
//! a file is written.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::matcher::{self, Scratch, Subject};
use super::pattern::{Fragment, Instruction, Parts, Pattern, PatternError, choice, parse_pattern};
use super::sentence::{Sentence, Word, Words};
use super::slot::{Slot, WORD_LISTS, preset_of};
use super::step::Verb;
use super::{Clause, negates_at};
use crate::source::fault::{Fault, Span};
use crate::source::yaml::{self, Content};

/// The phrases of one language.
#[derive(Debug, Default)]
pub(super) struct Table {
    /// The language: `ja`.
    pub(super) language: String,
    /// The verbs the phrases ask for, the most specific first.
    pub(super) sections: Vec<Section>,
    /// The names of everything the word lists have words for: `back`, `on`, `2`.
    pub(super) words: Vec<String>,
    /// How steps are written, by the verb of skills.
    pub(super) templates: BTreeMap<String, String>,
    /// The first words for everything the word lists have words for, by list and name.
    pub(super) spoken: BTreeMap<(String, String), String>,
    /// The word that starts the second branch of a condition.
    pub(super) otherwise: Vec<String>,
    /// The verbs that mark a line of a skill as a step.
    step_verbs: Vec<StepWord>,
    ignores_spaces: bool,
    negations: Words,
    /// Words with a negation in them that negate nothing.
    harmless: Vec<Word>,
    stops: Words,
    parts: Parts,
    /// What may stand before every phrase.
    lead: Option<Pattern>,
}

/// A verb that marks a line of a skill as a step.
#[derive(Debug)]
pub(crate) struct StepWord {
    /// The verb as people write it.
    pub(crate) name: String,
    /// How sentences with it look.
    pub(crate) accepted: String,
    word: Word,
}

/// The value that a section gives to a slot.
type Preset = (Slot, String);

/// Phrases that ask for one thing.
#[derive(Debug)]
pub(super) struct Section {
    pub(super) verb: &'static Verb,
    /// The value that the section's name gives: `key back`.
    pub(super) preset: Option<Preset>,
    pub(super) phrases: Vec<Phrase>,
    /// Sentences that people can imitate.
    pub(super) examples: Vec<Example>,
}

/// A sentence that people can imitate.
#[derive(Debug)]
pub(super) struct Example {
    pub(super) line: Line,
    skeleton: OnceLock<String>,
}

impl Example {
    /// Returns what other sentences are compared with.
    pub(super) fn skeleton(&self) -> &str {
        let skeleton = || Sentence::new(&self.line.text, Clause::Step).skeleton();
        self.skeleton.get_or_init(skeleton)
    }
}

#[derive(Debug)]
pub(super) struct Phrase {
    /// Whether it describes a thing in free words; it is tried after all that do not.
    pub(super) is_loose: bool,
    /// The phrase as the file has it.
    pub(super) line: Line,
    pattern: OnceLock<Pattern>,
}

/// A line of a file.
#[derive(Debug, Clone)]
pub(super) struct Line {
    /// Its number, from 1.
    pub(super) number: usize,
    pub(super) text: String,
}

impl Line {
    fn fault(&self, message: String) -> Fault {
        Fault::new(Span::new(self.number, 1, 1), message)
    }
}

impl Table {
    /// Returns whether the sentence negates something at `at`, outside its quotes.
    pub(super) fn negates_at(&self, sentence: &Sentence, at: usize) -> bool {
        self.negations.stand_at(sentence, at) && !self.is_harmless(sentence, at)
    }

    /// Returns whether a word that negates nothing covers `at`.
    fn is_harmless(&self, sentence: &Sentence, at: usize) -> bool {
        let covers = |word: &Word| {
            let first = (at + 1).saturating_sub(word.len());
            (first..=at).any(|start| sentence.has_word_at(word, start))
        };
        self.harmless.iter().any(covers)
    }

    /// Returns the sentence with what this language knows about it; free words, which mean nothing in a
    /// skill, also end at negations.
    pub(super) fn subject<'a>(
        &'a self,
        sentence: &'a Sentence,
        clause: Clause,
        scratch: &mut Scratch,
    ) -> Subject<'a> {
        let stops = |at| self.stops.stand_at(sentence, at) || negates_at(sentence, at);
        let piece = |at: usize| match sentence.char_at(at) {
            Some(' ') if self.ignores_spaces => sentence.piece(at).or(sentence.piece(at + 1)),
            Some(_) | None => sentence.piece(at),
        };
        let mut subject = Subject {
            pieces: (0..=sentence.len()).map(piece).collect(),
            stops: match clause {
                Clause::Do | Clause::Then => (0..sentence.len()).map(stops).collect(),
                Clause::Step => Vec::new(),
            },
            starts: vec![0],
            ..self.matched_subject(sentence, clause)
        };
        if let Some(lead) = &self.lead {
            subject.starts = matcher::starts(lead, &subject, scratch);
        }
        subject
    }

    /// Returns the sentence with what is needed of it once it is known which pieces a phrase took.
    pub(super) fn matched_subject<'a>(
        &'a self,
        sentence: &'a Sentence,
        clause: Clause,
    ) -> Subject<'a> {
        Subject {
            sentence,
            clause,
            ignores_spaces: self.ignores_spaces,
            pieces: Vec::new(),
            stops: Vec::new(),
            starts: Vec::new(),
            names: &self.words,
        }
    }

    /// Returns the sections whose sentences stand in `clause`, in order.
    pub(super) fn sections_of(&self, clause: Clause) -> impl Iterator<Item = &Section> {
        let sections = self.sections.iter();
        sections.filter(move |section| section.verb.stands_in(clause))
    }

    /// Returns the verb that marks the sentence as a step: where words are divided by spaces it comes
    /// first, elsewhere it stands anywhere.
    pub(super) fn verb_of(&self, sentence: &Sentence) -> Option<&StepWord> {
        let places = match self.ignores_spaces {
            true => 0..sentence.len(),
            false => 0..1,
        };
        let stands = |verb: &&StepWord| {
            places
                .clone()
                .any(|at| sentence.has_word_at(&verb.word, at))
        };
        self.step_verbs.iter().find(stands)
    }
}

impl Table {
    /// Returns whether a phrase matches the sentence, and leaves what it took in `scratch`.
    pub(super) fn matches(
        &self,
        phrase: &Phrase,
        subject: &Subject<'_>,
        scratch: &mut Scratch,
    ) -> bool {
        // Reading a pattern costs more than matching it, and most are never tried.
        let pattern = phrase
            .pattern
            .get_or_init(|| self.compile(phrase).expect("a test compiles every phrase"));
        matcher::matches(pattern, subject, scratch)
    }

    /// Returns the pattern of a phrase, with what may stand behind every phrase.
    pub(super) fn compile(&self, phrase: &Phrase) -> Result<Pattern, Fault> {
        let tail = self.parts.get("tail").cloned();
        let pattern = parse_line(&phrase.line, &self.parts)?;
        Ok(Pattern::new([pattern, tail.unwrap_or_default()].concat()))
    }

    /// Returns whether the sentence may be in this language: one whose words are not divided by spaces
    /// has letters of its own.
    pub(super) fn may_read(&self, sentence: &Sentence) -> bool {
        !self.ignores_spaces || sentence.has_wide_letters()
    }
}

fn parse_line(line: &Line, parts: &Parts) -> Result<Fragment, Fault> {
    parse_pattern(&line.text, parts).map_err(|error| {
        line.fault(match error {
            PatternError::Bracket(c) => format!("`{c}` is missing or too many"),
            PatternError::UnknownName(name) => format!("`{{{name}}}` is not known here"),
        })
    })
}

/// The entries of a mapping, each key with its line.
type Entries<'n> = Vec<(Line, &'n yaml::Node)>;

/// Reads a table.
pub(super) fn parse_table(text: &str) -> Result<Table, Fault> {
    let document = yaml::parse(text)?;
    let mut table = Table::default();
    for (key, value) in entries(&document.root)? {
        match key.text.as_str() {
            "language" => table.language = text_of(value)?,
            "spaces" => table.ignores_spaces = text_of(value)? == "ignored",
            "negations" => table.negations = Words::new(words(value)?),
            "harmless" => table.harmless = words(value)?,
            "stops" => table.stops = Words::new(words(value)?),
            "otherwise" => table.otherwise = alternatives(value)?,
            "verbs" => {
                let verbs = texts(value)?.into_iter();
                let verb = |(name, accepted): (String, String)| StepWord {
                    word: Word::parse(&name),
                    name,
                    accepted,
                };
                table.step_verbs = verbs.map(verb).collect();
            }
            "write" => table.templates = texts(value)?.into_iter().collect(),
            "words" => read_lists(value, &mut table)?,
            "parts" => read_parts(value, &mut table.parts)?,
            "phrases" => table.sections = sections(value)?,
            other => return Err(key.fault(format!("unknown key `{other}`"))),
        }
    }
    table.lead = table.parts.get("lead").cloned().map(Pattern::new);
    Ok(table)
}

fn read_lists(node: &yaml::Node, table: &mut Table) -> Result<(), Fault> {
    for (key, list) in entries(node)? {
        let Some(known) = WORD_LISTS.iter().find(|list| list.name == key.text) else {
            return Err(key.fault(format!("unknown word list `{}`", key.text)));
        };
        let mut branches = Vec::new();
        for (name, pattern) in entries(list)? {
            if !(known.knows)(&name.text) {
                let problem = format!("no {} is `{}`", key.text, name.text);
                return Err(name.fault(problem));
            }
            let pattern = line_of(pattern)?;
            let mut branch = parse_line(&pattern, &table.parts)?;
            let number = u16::try_from(table.words.len()).unwrap_or(u16::MAX);
            branch.push(Instruction::Give(known.slot, Some(number)));
            branches.push(branch);
            let first = pattern.text.split('|').next().unwrap_or_default();
            let spoken = (key.text.clone(), name.text.clone());
            table.spoken.insert(spoken, first.replace('\\', ""));
            table.words.push(name.text);
        }
        table.parts.insert(key.text, choice(branches));
    }
    Ok(())
}

fn read_parts(node: &yaml::Node, parts: &mut Parts) -> Result<(), Fault> {
    for (key, pattern) in entries(node)? {
        let part = parse_line(&line_of(pattern)?, parts)?;
        parts.insert(key.text, part);
    }
    Ok(())
}

/// Returns the keys of a mapping with their texts.
fn texts(node: &yaml::Node) -> Result<Vec<(String, String)>, Fault> {
    let entries = entries(node)?.into_iter();
    entries
        .map(|(key, value)| Ok((key.text, text_of(value)?)))
        .collect()
}

fn sections(node: &yaml::Node) -> Result<Vec<Section>, Fault> {
    let Content::Sequence(nodes) = &node.content else {
        return Err(Fault::new(node.span, "not a list"));
    };
    let sections = nodes.iter().map(section);
    sections.collect()
}

fn section(node: &yaml::Node) -> Result<Section, Fault> {
    let (mut title, mut phrases, mut examples) = (None, Vec::new(), Vec::new());
    for (key, value) in entries(node)? {
        match key.text.as_str() {
            "means" => title = Some(line_of(value)?),
            "say" => phrases = read_phrases(value)?,
            "examples" => examples = read_examples(value)?,
            other => return Err(key.fault(format!("unknown key `{other}`"))),
        }
    }
    let title = title.ok_or_else(|| Fault::new(node.span, "`means` is missing"))?;
    if phrases.is_empty() || examples.is_empty() {
        return Err(Fault::new(node.span, "`say` or `examples` is empty"));
    }
    let unknown = || title.fault(format!("nothing means `{}`", title.text));
    let (name, word) = match title.text.split_once(' ') {
        Some((name, word)) => (name, Some(word)),
        None => (title.text.as_str(), None),
    };
    let verb = Verb::from_name(name).ok_or_else(unknown)?;
    let preset = word
        .map(|word| preset_of(word).ok_or_else(unknown))
        .transpose()?;
    Ok(Section {
        verb,
        preset,
        phrases,
        examples,
    })
}

fn read_phrases(node: &yaml::Node) -> Result<Vec<Phrase>, Fault> {
    let phrase = |line: Line| Phrase {
        is_loose: line.text.contains("{what}"),
        line,
        pattern: OnceLock::new(),
    };
    Ok(lines(node)?.into_iter().map(phrase).collect())
}

fn read_examples(node: &yaml::Node) -> Result<Vec<Example>, Fault> {
    let example = |line: Line| Example {
        line,
        skeleton: OnceLock::new(),
    };
    Ok(lines(node)?.into_iter().map(example).collect())
}

fn words(node: &yaml::Node) -> Result<Vec<Word>, Fault> {
    let words = alternatives(node)?;
    Ok(words.iter().map(|word| Word::parse(word)).collect())
}

/// Returns the words of a block that are parted by `|`.
fn alternatives(node: &yaml::Node) -> Result<Vec<String>, Fault> {
    let lines = lines(node)?;
    let words = lines.iter().flat_map(|line| line.text.split('|'));
    Ok(words.map(|word| word.trim().to_owned()).collect())
}

fn entries<'n>(node: &'n yaml::Node) -> Result<Entries<'n>, Fault> {
    let Content::Mapping(entries) = &node.content else {
        return Err(Fault::new(node.span, "not a mapping"));
    };
    let entries = entries
        .iter()
        .map(|(key, value)| Ok((line_of(key)?, value)));
    entries.collect()
}

fn line_of(node: &yaml::Node) -> Result<Line, Fault> {
    let number = node.span.place.line;
    let text = text_of(node)?;
    Ok(Line { number, text })
}

fn text_of(node: &yaml::Node) -> Result<String, Fault> {
    let text = node.text().map(str::to_owned);
    text.ok_or_else(|| Fault::new(node.span, "not a text"))
}

/// Returns the lines of a block that are not empty.
fn lines(node: &yaml::Node) -> Result<Vec<Line>, Fault> {
    let text = node.text();
    let text = text.ok_or_else(|| Fault::new(node.span, "not a text"))?;
    let lines = (node.span.place.line..).zip(text.lines());
    let lines = lines.map(|(number, text)| Line {
        number,
        text: text.trim().to_owned(),
    });
    Ok(lines.filter(|line| !line.text.is_empty()).collect())
}
