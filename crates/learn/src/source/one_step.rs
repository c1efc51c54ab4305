//! One step that stands by itself: as in skill YAML, or as a sentence of a skill in prose.

use retap_model::program::{Nature, Place, Question, Step, StepKind};

use crate::phrase::Reading;

use super::fault::{Fault, Span};
use super::finding::SourceErrors;
use super::skill_md::read_sentence;
use super::skill_yaml::{StepReader, unknown_verb};
use super::text::SourceText;
use super::yaml;

/// Reads one step, such as `tap: "General"` or `Tap "General"`.
///
/// Words that no phrase understands are refused: nobody is there to be asked what they mean.
pub fn read_step(text: &str) -> Result<Step, SourceErrors> {
    let source = SourceText::new("step", text.trim().as_bytes())?;
    let read = match is_yaml(source.as_str()) {
        true => read_yaml(source.as_str()),
        false => read_words(source.as_str()).map_err(|fault| vec![fault]),
    };
    read.map_err(|faults| source.errors(faults))
}

/// Returns whether a text is meant as YAML: a mapping in braces, or a word that could be a verb.
fn is_yaml(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_lowercase() || c == '_';
    let word = text.split(':').next().unwrap_or_default();
    text.starts_with('{') || (!word.is_empty() && word.chars().all(is_part))
}

fn read_yaml(text: &str) -> Result<Step, Vec<Fault>> {
    let mut reader = StepReader::default();
    let document = yaml::parse(text);
    let step = document.and_then(|document| reader.read_step(&document.root));
    match step {
        Err(fault) => Err(vec![fault]),
        Ok(_) if !reader.faults.is_empty() => Err(reader.faults),
        Ok(step) => Ok(step),
    }
}

fn read_words(text: &str) -> Result<Step, Fault> {
    let place = Place { line: 1, column: 1 };
    let reading = Reading {
        locale: None,
        app: None,
        strict: false,
    };
    let kind = read_sentence(text, place, &reading)?;
    if matches!(&kind, StepKind::Ask(ask) if ask.question == Question::Sentence) {
        let word = text.split_whitespace().next().unwrap_or(text);
        return Err(unknown_verb(word, Span::new(1, 1, word.chars().count())));
    }
    if kind.nature() == Nature::Block {
        let fault = Fault::no_children(Span::new(1, 1, 1), kind.verb());
        return Err(fault.accepted("its steps, as in skill YAML"));
    }
    Ok(Step::new(kind, place))
}
