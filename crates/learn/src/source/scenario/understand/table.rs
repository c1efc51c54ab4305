//! The phrases of one language, read from a data file; `docs/guide/scenarios-languages.md` says
//! how such a file is written.

use std::fmt;

use super::matcher::{Captures, Matcher, Scratch, Subject};
use super::meaning::{Clause, Meaning};
use super::pattern::{Names, Node, PatternError, parse_pattern};
use super::sentence::{Sentence, Word};
use super::slot::{Slot, Taken, Value, WORD_LISTS, parse_value};
use crate::source::yaml::{self, Content};

/// The phrases of one language.
#[derive(Debug)]
pub(super) struct Table {
    /// The language: `ja`.
    pub(super) language: String,
    /// What the phrases ask for, the most specific first.
    pub(super) sections: Vec<Section>,
    /// The names of everything the word lists have words for: `BACK`, `on`, `2`.
    pub(super) words: Vec<String>,
    ignores_spaces: bool,
    negations: Vec<Word>,
    /// Words with a negation in them that negate nothing.
    harmless: Vec<Word>,
    stops: Vec<Word>,
}

/// Phrases that ask for one thing.
#[derive(Debug)]
pub(super) struct Section {
    /// What they ask for.
    pub(super) meaning: Meaning,
    /// The value that the section's name gives: `key BACK`.
    preset: Option<(Slot, Value)>,
    /// The phrases.
    pub(super) phrases: Vec<Phrase>,
    /// Sentences that people can imitate.
    pub(super) examples: Vec<Example>,
}

/// A sentence that people can imitate.
#[derive(Debug)]
pub(super) struct Example {
    /// The sentence and its line in the file.
    pub(super) line: Line,
    /// What it is compared by.
    pub(super) skeleton: Vec<char>,
}

/// One phrase.
#[derive(Debug)]
pub(super) struct Phrase {
    /// Whether it describes a thing in free words; it is tried after all that do not.
    pub(super) is_loose: bool,
    matcher: Matcher,
}

/// A line of a file.
#[derive(Debug, Clone)]
pub(super) struct Line {
    /// Its number, from 1.
    pub(super) number: usize,
    /// What stands on it.
    pub(super) text: String,
}

/// What is wrong in a table, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TableError {
    file: String,
    line: usize,
    problem: String,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.problem)
    }
}

impl Table {
    /// Returns whether the sentence negates something at `at`, outside its quotes.
    pub(super) fn negates_at(&self, sentence: &Sentence, at: usize) -> bool {
        has_any(&self.negations, sentence, at) && !self.is_harmless(sentence, at)
    }

    /// Returns whether a word that negates nothing covers `at`.
    fn is_harmless(&self, sentence: &Sentence, at: usize) -> bool {
        let covers = |word: &Word| {
            let first = (at + 1).saturating_sub(word.len());
            (first..=at).any(|start| sentence.has_word_at(word, start))
        };
        self.harmless.iter().any(covers)
    }

    /// Returns the sentence with what this language knows about it; free words also end at
    /// negations.
    pub(super) fn subject<'a>(&self, sentence: &'a Sentence, negated: &[bool]) -> Subject<'a> {
        let places = negated.iter().enumerate();
        let stops = places.map(|(at, negated)| *negated || has_any(&self.stops, sentence, at));
        Subject {
            sentence,
            ignores_spaces: self.ignores_spaces,
            stops: stops.collect(),
        }
    }

    /// Returns the sections whose sentences stand in `clause`, in order.
    pub(super) fn sections_of(&self, clause: Clause) -> impl Iterator<Item = &Section> {
        let sections = self.sections.iter();
        sections.filter(move |section| section.meaning.clause() == clause)
    }
}

fn has_any(words: &[Word], sentence: &Sentence, at: usize) -> bool {
    words.iter().any(|word| sentence.has_word_at(word, at))
}

impl Section {
    /// Returns what `phrase`, one of the section's, takes from the sentence.
    pub(super) fn find(
        &self,
        phrase: &Phrase,
        subject: &Subject<'_>,
        scratch: &mut Scratch,
    ) -> Option<Captures> {
        let mut captures = phrase.matcher.find(subject, scratch)?;
        let preset = self.preset.map(|(slot, value)| (slot, Taken::Value(value)));
        captures.extend(preset);
        Some(captures)
    }
}

/// Reads the table in `text`, known to people as `file`.
pub(super) fn parse_table(file: &str, text: &str) -> Result<Table, TableError> {
    Reader { file, text }.table()
}

struct Reader<'a> {
    file: &'a str,
    text: &'a str,
}

/// The entries of a mapping, each key with its line.
type Entries<'n> = Vec<(Line, &'n yaml::Node)>;

impl Reader<'_> {
    fn table(&self) -> Result<Table, TableError> {
        let document = yaml::parse(self.text)
            .map_err(|fault| self.error(fault.span.place.line, format!("{:?}", fault.problem)))?;
        let mut table = Table {
            language: String::new(),
            sections: Vec::new(),
            words: Vec::new(),
            ignores_spaces: false,
            negations: Vec::new(),
            harmless: Vec::new(),
            stops: Vec::new(),
        };
        let mut names = Names::default();
        for (key, value) in self.entries(&document.root)? {
            match key.text.as_str() {
                "language" => table.language = self.text_of(value)?,
                "spaces" => table.ignores_spaces = self.text_of(value)? == "ignored",
                "negations" => table.negations = self.words(value)?,
                "harmless" => table.harmless = self.words(value)?,
                "stops" => table.stops = self.words(value)?,
                "words" => table.words = self.read_lists(value, &mut names)?,
                "parts" => self.read_parts(value, &mut names)?,
                "phrases" => table.sections = self.sections(value, &names)?,
                other => return Err(self.error(key.number, format!("unknown key `{other}`"))),
            }
        }
        Ok(table)
    }

    fn read_lists(&self, node: &yaml::Node, names: &mut Names) -> Result<Vec<String>, TableError> {
        let mut known = Vec::new();
        for (key, list) in self.entries(node)? {
            let slot = WORD_LISTS.iter().find(|(name, _)| *name == key.text);
            let Some((_, slot)) = slot else {
                return Err(self.error(key.number, format!("unknown word list `{}`", key.text)));
            };
            let mut branches = Vec::new();
            for (name, pattern) in self.entries(list)? {
                let value = parse_value(*slot, &name.text).ok_or_else(|| {
                    self.error(name.number, format!("no {} is `{}`", key.text, name.text))
                })?;
                let mut branch = self.pattern(&self.line_of(pattern)?, names)?;
                branch.push(Node::Give(*slot, value));
                branches.push(branch);
                known.push(name.text);
            }
            let choice = vec![Node::Choice(branches)];
            names.lists.insert(key.text, choice);
        }
        Ok(known)
    }

    fn read_parts(&self, node: &yaml::Node, names: &mut Names) -> Result<(), TableError> {
        for (key, pattern) in self.entries(node)? {
            let pattern = self.line_of(pattern)?;
            self.pattern(&pattern, names)?;
            names.parts.insert(key.text, pattern.text);
        }
        Ok(())
    }

    fn sections(&self, node: &yaml::Node, names: &Names) -> Result<Vec<Section>, TableError> {
        let Content::Sequence(nodes) = &node.content else {
            return Err(self.error(node.span.place.line, "not a list".to_owned()));
        };
        let sections = nodes.iter().map(|node| self.section(node, names));
        sections.collect()
    }

    fn section(&self, node: &yaml::Node, names: &Names) -> Result<Section, TableError> {
        let line = node.span.place.line;
        let (mut title, mut phrases, mut examples) = (None, Vec::new(), Vec::new());
        for (key, value) in self.entries(node)? {
            match key.text.as_str() {
                "means" => title = Some(self.line_of(value)?),
                "say" => phrases = self.phrases(value, names)?,
                "examples" => examples = self.examples(value)?,
                other => return Err(self.error(key.number, format!("unknown key `{other}`"))),
            }
        }
        let title = title.ok_or_else(|| self.error(line, "`means` is missing".to_owned()))?;
        if phrases.is_empty() || examples.is_empty() {
            return Err(self.error(line, "`say` or `examples` is empty".to_owned()));
        }
        let (meaning, preset) = self.meaning(&title)?;
        Ok(Section {
            meaning,
            preset,
            phrases,
            examples,
        })
    }

    fn meaning(&self, title: &Line) -> Result<(Meaning, Option<(Slot, Value)>), TableError> {
        let unknown = || self.error(title.number, format!("nothing means `{}`", title.text));
        let Some((name, word)) = title.text.split_once(' ') else {
            let meaning = Meaning::from_name(&title.text).ok_or_else(unknown)?;
            return Ok((meaning, None));
        };
        let meaning = Meaning::from_name(name).ok_or_else(unknown)?;
        let preset = meaning.preset(word).ok_or_else(unknown)?;
        Ok((meaning, Some(preset)))
    }

    fn phrases(&self, node: &yaml::Node, names: &Names) -> Result<Vec<Phrase>, TableError> {
        let part = |name: &str| names.parts.get(name).cloned().unwrap_or_default();
        let (lead, tail) = (part("lead"), part("tail"));
        let phrase = |mut line: Line| {
            line.text = format!("{lead}{}{tail}", line.text);
            Ok(Phrase {
                is_loose: line.text.contains("{what}"),
                matcher: Matcher::new(&self.pattern(&line, names)?),
            })
        };
        self.lines(node)?.into_iter().map(phrase).collect()
    }

    fn examples(&self, node: &yaml::Node) -> Result<Vec<Example>, TableError> {
        let example = |line: Line| Example {
            skeleton: Sentence::new(&line.text).skeleton(),
            line,
        };
        Ok(self.lines(node)?.into_iter().map(example).collect())
    }

    fn pattern(&self, line: &Line, names: &Names) -> Result<Vec<Node>, TableError> {
        parse_pattern(&line.text, names).map_err(|error| {
            let problem = match error {
                PatternError::Bracket(c) => format!("`{c}` is missing or too many"),
                PatternError::UnknownName(name) => format!("`{{{name}}}` is not known here"),
                PatternError::TooDeep => "the parts use each other without end".to_owned(),
            };
            self.error(line.number, problem)
        })
    }

    fn words(&self, node: &yaml::Node) -> Result<Vec<Word>, TableError> {
        let lines = self.lines(node)?;
        let words = lines.iter().flat_map(|line| line.text.split('|'));
        Ok(words.map(|word| Word::parse(word.trim())).collect())
    }

    fn entries<'n>(&self, node: &'n yaml::Node) -> Result<Entries<'n>, TableError> {
        let Content::Mapping(entries) = &node.content else {
            return Err(self.error(node.span.place.line, "not a mapping".to_owned()));
        };
        let entries = entries
            .iter()
            .map(|(key, value)| Ok((self.line_of(key)?, value)));
        entries.collect()
    }

    fn line_of(&self, node: &yaml::Node) -> Result<Line, TableError> {
        let number = node.span.place.line;
        let text = self.text_of(node)?;
        Ok(Line { number, text })
    }

    fn text_of(&self, node: &yaml::Node) -> Result<String, TableError> {
        let text = node.text().map(str::to_owned);
        text.ok_or_else(|| self.error(node.span.place.line, "not a text".to_owned()))
    }

    /// Returns the lines of a block that are not empty.
    fn lines(&self, node: &yaml::Node) -> Result<Vec<Line>, TableError> {
        let text = node.text();
        let text = text.ok_or_else(|| self.error(node.span.place.line, "not a text".to_owned()))?;
        let lines = (node.span.place.line..).zip(text.lines());
        let lines = lines.map(|(number, text)| Line {
            number,
            text: text.trim().to_owned(),
        });
        Ok(lines.filter(|line| !line.text.is_empty()).collect())
    }

    fn error(&self, line: usize, problem: String) -> TableError {
        let file = self.file.to_owned();
        TableError {
            file,
            line,
            problem,
        }
    }
}
