//! Errors of a source: where, what was found there, and what would be accepted.

use std::fmt;

use retap_model::program::Place;

use super::excerpt::Excerpt;
use super::fault::Fault;

/// A fault in a source.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// The name of the file does not say which format it is.
    UnknownExtension,
    /// The file is bigger than any skill is.
    TooLarge {
        /// Its size.
        bytes: usize,
    },
    /// The file is not text.
    NotUtf8 {
        /// The first byte that is not.
        offset: usize,
    },
    /// The file has nothing in it.
    Empty,
    /// The file has no steps.
    NoSteps,
    /// Things are nested deeper than the limit.
    TooDeep {
        /// The limit.
        limit: usize,
    },
    /// A line is indented with a tab.
    Tab,
    /// A quote is opened and never closed.
    UnclosedQuote,
    /// Text follows a quoted value.
    TextAfterQuote,
    /// The front matter is opened and never closed.
    UnclosedFrontMatter,
    /// The YAML library cannot read the file.
    Syntax {
        /// Its content.
        message: String,
    },
    /// The file uses YAML anchors or aliases.
    Alias,
    /// The file uses YAML tags.
    Tag,
    /// The file has more than one YAML document.
    SeveralDocuments,
    /// A key stands twice in one mapping.
    DuplicateKey {
        /// The key.
        key: String,
        /// The line it stood on first.
        first: usize,
    },
    /// No step has this verb.
    UnknownVerb {
        /// The word.
        verb: String,
    },
    /// One step has two verbs.
    TwoVerbs {
        /// The verb of the step.
        first: String,
        /// The other one.
        second: String,
    },
    /// A verb does not know this key.
    UnknownKey {
        /// The key.
        key: String,
        /// Whose key it would be.
        owner: String,
    },
    /// A key that must be there is not.
    MissingKey {
        /// The key.
        key: String,
        /// Whose key it is.
        owner: String,
    },
    /// Not exactly one of several keys is there.
    NotExactlyOne {
        /// The keys of which exactly one must be there.
        keys: Vec<String>,
        /// Whose keys they are.
        owner: String,
        /// How many are there.
        found: usize,
    },
    /// A value is empty.
    NoValue {
        /// Whose value.
        owner: String,
    },
    /// A value has the wrong shape.
    WrongType {
        /// Whose value.
        owner: String,
        /// The shape it has.
        found: &'static str,
    },
    /// A value is not one of those that are possible.
    BadValue {
        /// Whose value.
        owner: String,
        /// The value.
        value: String,
    },
    /// A sentence starts with a known verb but cannot be read.
    Sentence {
        /// The verb.
        verb: String,
    },
    /// `Otherwise:` stands where no `If` is open.
    OtherwiseAlone,
    /// A step that needs steps below it has none.
    NoChildren {
        /// The step's first word.
        owner: String,
    },
    /// A step is indented below one that takes none.
    UnexpectedChildren,
    /// A step's indentation fits no open level.
    Indentation {
        /// How many spaces it has.
        found: usize,
    },
    /// A line between the steps is neither a step nor a note.
    StrayText,
    /// A step stands below a heading that is not the steps' heading.
    StepElsewhere,
    /// A rule for scenarios is broken.
    Scenario {
        /// The code of the rule, such as `E030`.
        rule: &'static str,
        /// The fault.
        message: String,
    },
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownExtension => f.write_str("the file name does not say which format it is"),
            Self::TooLarge { bytes } => write!(f, "the file is too large: {bytes} bytes"),
            Self::NotUtf8 { offset } => write!(f, "not UTF-8 text: byte {offset} is invalid"),
            Self::Empty => f.write_str("the file is empty"),
            Self::NoSteps => f.write_str("the skill has no steps"),
            Self::TooDeep { limit } => write!(f, "nested deeper than {limit} levels"),
            Self::Tab => f.write_str("a tab is used for indentation"),
            Self::UnclosedQuote => f.write_str("this quote is never closed"),
            Self::TextAfterQuote => f.write_str("text follows the closing quote"),
            Self::UnclosedFrontMatter => f.write_str("the front matter is never closed"),
            Self::Syntax { message } => write!(f, "not valid YAML: {message}"),
            Self::Alias => f.write_str("YAML anchors and aliases are not allowed"),
            Self::Tag => f.write_str("YAML tags are not allowed"),
            Self::SeveralDocuments => f.write_str("a second YAML document starts here"),
            Self::DuplicateKey { key, first } => {
                write!(f, "the key `{key}` stands twice; first on line {first}")
            }
            Self::UnknownVerb { verb } => write!(f, "unknown verb `{verb}`"),
            Self::TwoVerbs { first, second } => {
                write!(f, "the step has two verbs, `{first}` and `{second}`")
            }
            Self::UnknownKey { key, owner } => write!(f, "`{owner}` has no key `{key}`"),
            Self::MissingKey { key, owner } => write!(f, "`{owner}` has no `{key}`"),
            Self::NotExactlyOne { keys, owner, found } => {
                let keys = listed(keys);
                write!(f, "`{owner}` needs exactly one of {keys}; found {found}")
            }
            Self::NoValue { owner } => write!(f, "`{owner}` has no value"),
            Self::WrongType { owner, found } => write!(f, "`{owner}` cannot be {found}"),
            Self::BadValue { owner, value } => write!(f, "`{owner}` cannot be `{value}`"),
            Self::Sentence { verb } => write!(f, "cannot read this `{verb}` step"),
            Self::OtherwiseAlone => f.write_str("`Otherwise:` without an open `If`"),
            Self::NoChildren { owner } => write!(f, "`{owner}` has no steps below it"),
            Self::UnexpectedChildren => f.write_str("indented below a step that takes no steps"),
            Self::Indentation { found } => {
                let spaces = if *found == 1 { "space" } else { "spaces" };
                write!(f, "an indentation of {found} {spaces} fits no step above")
            }
            Self::StrayText => f.write_str("neither a step nor a note"),
            Self::StepElsewhere => f.write_str("a step below a heading that is not `## Steps`"),
            Self::Scenario { rule, message } => write!(f, "{rule} {message}"),
        }
    }
}

fn listed(keys: &[String]) -> String {
    let keys: Vec<String> = keys.iter().map(|key| format!("`{key}`")).collect();
    keys.join(", ")
}

/// One thing wrong in one file, shown with its line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceError {
    /// The file as it was named.
    pub file: String,
    /// Where in it; `None` when the file as a whole is meant.
    pub place: Option<Place>,
    /// The fault.
    pub problem: Problem,
    /// The forms accepted there.
    pub accepted: Option<String>,
    /// The command to type.
    pub hint: Option<String>,
    /// The line with a caret; `None` when the file as a whole is meant.
    excerpt: Option<Excerpt>,
}

impl SourceError {
    /// Returns an error about the file as a whole.
    pub(crate) fn whole(file: &str, problem: Problem, accepted: &str) -> Self {
        Self {
            file: file.to_owned(),
            place: None,
            problem,
            accepted: Some(accepted.to_owned()),
            hint: None,
            excerpt: None,
        }
    }

    /// Returns the fault as an error of `file`, whose line at the fault's place is `line`.
    pub(crate) fn at(file: &str, fault: Fault, line: &str) -> Self {
        Self {
            file: file.to_owned(),
            place: Some(fault.span.place),
            excerpt: Some(Excerpt::new(fault.span, line)),
            problem: *fault.problem,
            accepted: fault.accepted,
            hint: fault.hint,
        }
    }
}

impl fmt::Display for SourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Some(place) => write!(f, "{}:{}:{}: ", self.file, place.line, place.column)?,
            None => write!(f, "{}: ", self.file)?,
        }
        write!(f, "{}", self.problem)?;
        if let Some(excerpt) = &self.excerpt {
            write!(f, "\n{excerpt}")?;
        }
        if let Some(accepted) = &self.accepted {
            write!(f, "\n  accepted: {accepted}")?;
        }
        if let Some(hint) = &self.hint {
            write!(f, "\n  hint: {hint}")?;
        }
        Ok(())
    }
}

impl std::error::Error for SourceError {}

/// Everything wrong in one file, in source order; never empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceErrors {
    errors: Vec<SourceError>,
    left_out: usize,
}

impl SourceErrors {
    /// Returns these errors, and how many more there were.
    pub(crate) fn new(errors: Vec<SourceError>, left_out: usize) -> Self {
        Self { errors, left_out }
    }

    /// Returns the errors that are kept, in source order.
    pub fn errors(&self) -> &[SourceError] {
        &self.errors
    }

    /// Returns how many more there were.
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// Returns all errors as a person reads them.
    pub fn render(&self) -> String {
        self.to_string()
    }
}

impl fmt::Display for SourceErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.errors.iter().enumerate() {
            if index > 0 {
                f.write_str("\n\n")?;
            }
            write!(f, "{error}")?;
        }
        if self.left_out > 0 {
            write!(f, "\n\n… and {} more", self.left_out)?;
        }
        Ok(())
    }
}

impl std::error::Error for SourceErrors {}
