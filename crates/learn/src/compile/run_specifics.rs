//! The parts that belong to one learning run only: what was typed, captured and given, and what inputs chose among.

use retap_model::device::Action;
use retap_model::phrase::Phrase;
use retap_model::program::{Draft, Step, StepId, StepKind, Target};
use retap_model::screen::Screen;
use retap_model::secret::{MASK, Masker};
use retap_model::select::{Search, SpokenOf, locate};
use retap_model::verify::{Choice, RunSpecifics};

use super::observation::Observation;

/// The parts that belong to one lesson only, by step.
pub(super) struct SpecificsByStep {
    texts: Vec<String>,
    fixed: Vec<String>,
    choices: Vec<(StepId, Choice)>,
    ids: Vec<(StepId, String)>,
    spoken: SpokenOf,
}

impl SpecificsByStep {
    /// Returns what belongs to this lesson only.
    pub(super) fn of(draft: &Draft, observations: &[Observation], secrets: &Masker) -> Self {
        let mut specifics = Self {
            texts: personal_texts(draft, observations),
            fixed: Vec::new(),
            choices: Vec::new(),
            ids: Vec::new(),
            spoken: SpokenOf::of(draft),
        };
        if !secrets.is_empty() {
            // The screen may have been read with its secrets masked.
            specifics.texts.push(MASK.to_owned());
        }
        for (_, step) in draft.flat() {
            specifics.fixed.extend(fixed_words(&step.kind));
            for target in step.kind.chosen_targets() {
                let id = only_id(target).map(|id| (step.id, id));
                specifics.ids.extend(id);
                let choice = choice(step, target, observations);
                specifics.choices.extend(choice.map(|it| (step.id, it)));
            }
        }
        specifics
    }

    /// Returns what of it a step may have seen, and what was there by chance when it ran.
    pub(super) fn seen_by(&self, seen: &Observation) -> RunSpecifics {
        let screens = seen.before.as_ref().zip(seen.after.as_ref());
        let passing = screens.map(|(before, after)| self.spoken.passing_texts(before, after));
        RunSpecifics {
            passing: passing.unwrap_or_default(),
            restless: seen.restless.clone(),
            ..self.at(seen.step)
        }
    }

    /// Returns what of it a step may have seen: what is chosen from later is there by chance. What a step
    /// brings after the choice is not.
    fn at(&self, step: StepId) -> RunSpecifics {
        let later = |(chooser, _): &&(StepId, Choice)| *chooser > step;
        let not_before = |(user, _): &&(StepId, String)| *user >= step;
        let choices = self.choices.iter().filter(later);
        let ids = self.ids.iter().filter(not_before);
        RunSpecifics {
            texts: self.texts.clone(),
            passing: Vec::new(),
            fixed: self.fixed.clone(),
            choices: choices.map(|(_, choice)| choice.clone()).collect(),
            ids: ids.map(|(_, id)| id.clone()).collect(),
            ..RunSpecifics::default()
        }
    }
}

/// Returns the texts that belong to this run only: values of variables, what is typed, and what
/// was captured from one element. A capture of a whole screen is not personal but everything.
pub(crate) fn personal_texts(draft: &Draft, observations: &[Observation]) -> Vec<String> {
    let captured = observations.iter().filter_map(|seen| seen.captured.clone());
    let mut texts: Vec<String> = captured.filter(|text| !text.contains('\n')).collect();
    for act in observations.iter().flat_map(|seen| &seen.acts) {
        if let Action::Type(typed) = act {
            texts.push(typed.reveal().to_owned());
        }
    }
    for (_, step) in draft.flat() {
        let mut kind = step.kind.clone();
        texts.extend(kind.typed_text().map(Phrase::reveal));
        kind.phrases_mut(&mut |phrase| {
            texts.extend(phrase.values().map(|(_, value)| value.reveal().to_owned()));
        });
    }
    texts
}

/// Returns the words of a step that are the same in every run. What is typed names nothing.
pub(super) fn fixed_words(kind: &StepKind) -> Vec<String> {
    let mut words = Vec::new();
    kind.clone().naming_phrases_mut(&mut |phrase| {
        if phrase.is_fixed() && !phrase.is_empty() {
            words.push(phrase.reveal());
        }
    });
    words
}

/// Returns the id of a target that has no other name.
fn only_id(target: &Target) -> Option<String> {
    let id = target.id.as_ref()?;
    (target.label.is_empty() && !id.is_secret()).then(|| id.reveal())
}

/// Returns what the inputs in a target's words chose among.
fn choice(step: &Step, target: &Target, observations: &[Observation]) -> Option<Choice> {
    let is_given = |phrase: &Phrase| phrase.plain_values().next().is_some();
    let is_row_given = target.row.as_ref().is_some_and(is_given);
    if !is_given(&target.label) && !is_row_given {
        return None;
    }
    let of = |screen: &Screen| match locate(screen, target, None) {
        Search::Found(found) if is_row_given => Choice::of_row(screen, found.index),
        Search::Found(found) => Choice::of(screen, found.index),
        Search::Ambiguous(_) | Search::Missing(_) => None,
    };
    let seen = observations.iter().find(|seen| seen.step == step.id)?;
    [&seen.before, &seen.after]
        .into_iter()
        .flatten()
        .find_map(|screen| of(screen))
}
