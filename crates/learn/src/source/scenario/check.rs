//! Checks a scenario by every rule and reports all findings, not the first.

use std::path::Path;

use retap_model::phrase::Phrase;
use retap_model::secret::is_secret_name;

use super::document::{Action, ActionKind, Scenario, Verify};
use super::read::walk;
use super::rule::Rule;
use crate::phrase::{self, Clause, Intent, NotUnderstood, Slot};
use crate::source::fault::{Fault, MOST_FAULTS, Span};
use crate::source::finding::{Finding, SourceErrors};
use crate::source::text::SourceText;
use crate::source::yaml;

/// Returns what the rules find, in source order; an error when the file is not even YAML.
pub fn check_scenario(path: &Path, bytes: &[u8]) -> Result<Vec<Finding>, SourceErrors> {
    let source = SourceText::new(&path.display().to_string(), bytes)?;
    let document =
        yaml::parse_repeated(source.as_str()).map_err(|fault| source.errors(vec![fault]))?;
    let walked = walk(&document.root, source.as_str());
    let mut faults: Vec<Fault> = walked.found.into_iter().map(|found| found.fault).collect();
    // What a sentence means is of no interest while the file cannot be read.
    if !faults.iter().any(Fault::is_error) {
        faults.extend(unclear(&walked.scenario));
        faults.truncate(MOST_FAULTS);
    }
    faults.sort_by_key(|fault| (fault.span.place.line, fault.span.place.column));
    Ok(source.findings(faults))
}

/// Returns what is to be said about the sentences themselves.
fn unclear(scenario: &Scenario) -> Vec<Fault> {
    let actions = scenario.sections.iter().flat_map(|it| &it.actions);
    let faults = actions.flat_map(|action| {
        let not_understood = not_understood(scenario, action);
        not_understood.or_else(|| literal_secret(scenario, action))
    });
    faults.collect()
}

fn not_understood(scenario: &Scenario, action: &Action) -> Option<Fault> {
    let clause = clause_of(action)?;
    understand(scenario, action)?.err()?;
    let nearest = phrase::nearest(&action.sentence, clause, scenario.config.locale.as_deref());
    let phrases: Vec<String> = nearest.into_iter().map(|near| near.phrase).collect();
    let message = format!("no phrase matches \"{}\"", action.sentence);
    let found = Fault::breaks(Rule::NotUnderstood, span_of(action), message);
    Some(match phrases.is_empty() {
        true => {
            found.hint("docs/guide/scenarios.md lists the phrases; a model may be asked instead")
        }
        false => found
            .accepted(phrases.join(", "))
            .hint("say it like one of these, or have a model asked with `--agent`"),
    })
}

/// Returns what a sentence means to the rules; nothing where its author wants no rule to judge it.
fn understand(scenario: &Scenario, action: &Action) -> Option<Result<Intent, NotUnderstood>> {
    let clause = clause_of(action)?;
    let locale = scenario.config.locale.as_deref();
    Some(phrase::understand(&action.sentence, clause, locale))
}

fn clause_of(action: &Action) -> Option<Clause> {
    match (action.kind, action.verify) {
        (ActionKind::Do, _) => Some(Clause::Do),
        (ActionKind::Then, Verify::UiTree) => Some(Clause::Then),
        (ActionKind::Then, Verify::Ai | Verify::Screenshot) => None,
    }
}

fn literal_secret(scenario: &Scenario, action: &Action) -> Option<Fault> {
    let intent = understand(scenario, action)?.ok()?;
    let (text, field) = (intent.text(Slot::Input)?, intent.text(Slot::Field)?);
    let is_literal = Phrase::of_sentence(text).variable_names().next().is_none();
    (is_literal && !text.is_empty() && is_secret_name(field)).then(|| {
        let message = format!("what is typed into `{field}` stands in the file for all to read");
        Fault::breaks(Rule::LiteralSecret, span_of(action), message)
            .hint("put it into a variable with `secret: true` and `env:`")
    })
}

fn span_of(action: &Action) -> Span {
    Span::at(action.place, action.kind.as_str().len())
}
