//! Denials of a `{name}` that nobody remembered: braces never show, so they would prove nothing.

use retap_model::phrase::{Part, Phrase};
use retap_model::program::{Draft, Presence, Step, StepKind, Target};

use super::fault::{Fault, Span};
use super::lint::name_in_braces;

/// Returns a fault for every such denial.
pub(super) fn denied_names(draft: &Draft) -> Vec<Fault> {
    let steps = draft.flat().into_iter();
    let faults = steps.filter_map(|(_, step)| {
        let name = unknown_in(denied_target(step)?)?;
        let message = format!(
            "nothing is remembered as `{{{name}}}` before it, so that it is not visible proves nothing"
        );
        let hint = format!(
            "remember it first, as in `remember: {{ name: {name}, from: \"…\" }}`; if the braces themselves are meant, \
             write `${{BRACE:-{{}}{name}}}`"
        );
        Some(Fault::new(Span::at(step.place, 1), message).hint(hint))
    });
    faults.collect()
}

fn denied_target(step: &Step) -> Option<&Target> {
    match &step.kind {
        StepKind::Assert(assert) if assert.presence == Presence::NotVisible => Some(&assert.target),
        _ => None,
    }
}

/// Returns the name in braces of a target that recalls nothing.
fn unknown_in(target: &Target) -> Option<String> {
    let given = [&target.row, &target.id].into_iter().flatten();
    let mut phrases = std::iter::once(&target.label).chain(given);
    phrases.find_map(unknown_name)
}

fn unknown_name(phrase: &Phrase) -> Option<String> {
    phrase.parts().iter().find_map(|part| match part {
        Part::Literal(text) => name_in_braces(text).map(str::to_owned),
        Part::Stray | Part::Variable { .. } | Part::Recall(_) => None,
    })
}
