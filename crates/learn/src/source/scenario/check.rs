//! Checks a scenario by every rule and reports all findings, not the first.

use std::path::Path;

use retap_model::phrase::Phrase;
use retap_model::secret::is_secret_label;

use super::document::{Action, ActionKind, Scenario, Verify};
use super::read::walk;
use super::rule::Rule;
use crate::phrase::{self, Clause, Intent, Slot};
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

/// Returns what is to be said about the sentences themselves; nothing where an author wants no rule to judge.
fn unclear(scenario: &Scenario) -> Vec<Fault> {
    let locale = scenario.config.locale.as_deref();
    let actions = scenario.sections.iter().flat_map(|it| &it.actions);
    let faults = actions.filter_map(|action| {
        let clause = clause_of(action)?;
        match phrase::understand(&action.sentence, clause, locale) {
            Ok(intent) => literal_secret(action, &intent),
            Err(_) => Some(not_understood(action, clause, locale)),
        }
    });
    faults.collect()
}

fn not_understood(action: &Action, clause: Clause, locale: Option<&str>) -> Fault {
    let nearest = phrase::nearest(&action.sentence, clause, locale);
    let phrases: Vec<String> = nearest.into_iter().map(|near| near.phrase).collect();
    let message = format!("no phrase matches \"{}\"", action.sentence);
    let found = Fault::breaks(Rule::NotUnderstood, span_of(action), message);
    match phrases.is_empty() {
        true => {
            found.hint("docs/guide/scenarios.md lists the phrases; a model may be asked instead")
        }
        false => found
            .accepted(phrases.join(", "))
            .hint("say it like one of these, or have a model asked with `--agent`"),
    }
}

fn clause_of(action: &Action) -> Option<Clause> {
    match (action.kind, action.verify) {
        (ActionKind::Do, _) => Some(Clause::Do),
        (ActionKind::Then, Verify::UiTree) => Some(Clause::Then),
        (ActionKind::Then, Verify::Ai | Verify::Screenshot) => None,
    }
}

fn literal_secret(action: &Action, intent: &Intent) -> Option<Fault> {
    let (text, field) = (intent.text(Slot::Input)?, intent.text(Slot::Field)?);
    let is_literal = Phrase::of_sentence(text).variable_names().next().is_none();
    (is_literal && !text.is_empty() && is_secret_label(field)).then(|| {
        let message = format!("what is typed into `{field}` stands in the file for all to read");
        Fault::breaks(Rule::LiteralSecret, span_of(action), message)
            .hint("put it into a variable with `secret: true` and `env:`")
    })
}

fn span_of(action: &Action) -> Span {
    Span::at(action.place, action.kind.as_str().len())
}
