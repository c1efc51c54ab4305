//! A compiled scenario as the program the engine runs.

use std::collections::BTreeMap;

use crate::event::SentenceMark;
use crate::phrase::Phrase;
use crate::program::{
    Check, CompiledAction, Draft, Frame, Header, Mode, Pin, PinnedScroll, Place, Program, Sentence,
    Step, StepId, StepKind,
};
use crate::screen::Role;
use crate::select::Evidence;

use super::element_metadata::ElementMetadata;
use super::of_kind::strategy_of;
use super::scenario::{CompiledScenario, ScenarioPin, ScenarioStep};
use super::strategy::{MatchType, Strategy};
use super::to_kind::kind_of;

impl CompiledScenario {
    /// Returns the program it stands for, called `name` where the file has no name. Variables have no
    /// values yet.
    pub fn program(&self, name: &str) -> Program {
        let secrets = self.variables.iter();
        let secrets = secrets.filter(|(_, variable)| variable.is_secret());
        let header = Header {
            name: self.name.clone().unwrap_or_else(|| name.to_owned()),
            secrets: secrets.map(|(name, _)| name.clone()).collect(),
            frame: Some(Frame {
                app: Phrase::of_sentence(self.app_id().unwrap_or_default()),
                ..self.frame.clone()
            }),
            ..Header::default()
        };
        let steps = self.steps.iter().map(step_of).collect();
        let draft = Draft::new(header, steps);
        let mut pins = BTreeMap::new();
        pin_all(&draft.steps, &self.steps, &mut pins);
        Program {
            draft,
            pins,
            mode: Mode::Compiled,
            learned: self.learned,
        }
    }

    /// Returns the id of the app on the platform it was compiled on.
    pub fn app_id(&self) -> Option<&str> {
        self.app.get(&self.platform).map(String::as_str)
    }
}

impl Program {
    /// Returns what events say about the sentence a step stands for.
    pub fn mark_of(&self, step: &Step) -> Option<SentenceMark> {
        let sentence = step.sentence.as_ref()?;
        let original = sentence.text.to_sentence();
        let is_fingerprint = match &step.kind {
            StepKind::Check(Check { is_fingerprint, .. }) => *is_fingerprint,
            _ => false,
        };
        Some(SentenceMark {
            section: sentence.section.clone(),
            kind: sentence.kind.as_str().to_owned(),
            strict: sentence.strict,
            strategy: how(&step.kind, &original),
            original,
            is_fingerprint,
        })
    }
}

/// Returns the name of the strategy, or the verb of a step that retap itself carries out where another
/// reader of the compiled file would have to ask a model.
fn how(kind: &StepKind, original: &str) -> String {
    match (strategy_of(kind, original), kind) {
        (Strategy::AiCheckpoint(_), StepKind::Ask(_)) => "ai_checkpoint".to_owned(),
        (Strategy::AiCheckpoint(_), own) => own.verb().to_owned(),
        (strategy, _) => strategy.name().to_owned(),
    }
}

fn step_of(step: &ScenarioStep) -> Step {
    let replayed = match &step.compiled {
        Strategy::Replay(replay) => replay.expanded_steps.iter().map(step_of).collect(),
        _ => Vec::new(),
    };
    let kind = match &step.own {
        Some(own) => (**own).clone(),
        None => kind_of(&step.compiled, step.kind, replayed),
    };
    Step {
        id: StepId::default(),
        place: Place::default(),
        notes: Vec::new(),
        kind,
        sentence: Some(Box::new(Sentence {
            section: step.section.clone(),
            kind: step.kind,
            text: Phrase::of_sentence(&step.original),
            wait: step.wait,
            strict: step.strict,
        })),
    }
}

fn pin_all(steps: &[Step], recorded: &[ScenarioStep], pins: &mut BTreeMap<StepId, Pin>) {
    for (step, recorded) in steps.iter().zip(recorded) {
        if let Some(pin) = pin_of(recorded) {
            pins.insert(step.id, pin);
        }
        if let (StepKind::Group(group), Strategy::Replay(replay)) = (&step.kind, &recorded.compiled)
        {
            pin_all(&group.steps, &replay.expanded_steps, pins);
        }
    }
}

/// Returns what is known of a step's element: what retap recorded, else what the file's own hints say.
fn pin_of(step: &ScenarioStep) -> Option<Pin> {
    let ScenarioPin {
        place,
        evidence,
        strategy,
        observed_delay,
        scroll_count,
        expect,
    } = step.pin.clone();
    let evidence = evidence.or_else(|| hinted(&step.compiled));
    let scroll = match (&step.compiled, scroll_count) {
        (Strategy::ScrollToFind(scroll), Some(count)) => Some(PinnedScroll {
            count,
            direction: scroll.direction.opposite(),
        }),
        (_, _) => None,
    };
    let pin = Pin {
        place,
        evidence,
        strategy,
        observed_delay,
        scroll,
        expect,
        ..Pin::new(CompiledAction::Passthrough)
    };
    (pin != Pin::new(CompiledAction::Passthrough)).then_some(pin)
}

/// Returns the hints of a file that has nothing else as evidence.
///
/// A text with variables in it is no evidence: it has another value in every run; and the id of what
/// it meant in one run does not tell what it means in the next. The class and the classes of what held
/// the element are none either: they never tell one element from another.
fn hinted(strategy: &Strategy) -> Option<Evidence> {
    match strategy {
        Strategy::TapByText(tap) => {
            let hints = Hints {
                words: &tap.search_text,
                is_whole: tap.match_type == MatchType::Exact,
                role: Role::Unknown,
            };
            evidence(tap.element_metadata.as_ref(), None, &hints)
        }
        Strategy::TapByResourceId(tap) => {
            let hints = Hints {
                words: tap.fallback_text.as_deref().unwrap_or_default(),
                is_whole: true,
                role: Role::Unknown,
            };
            let id = Some(tap.resource_id.as_str()).filter(|_| !hints.words.is_empty());
            evidence(tap.element_metadata.as_ref(), id, &hints)
        }
        Strategy::TextInput(input) => {
            let hints = Hints {
                words: input.field_hint.as_deref().unwrap_or_default(),
                is_whole: false,
                role: Role::TextField,
            };
            let seen = input.element_metadata.as_ref();
            evidence(seen.filter(|_| !hints.words.is_empty()), None, &hints)
        }
        _ => None,
    }
}

/// What a strategy itself says of its element.
struct Hints<'a> {
    /// The words that name it.
    words: &'a str,
    /// Whether they are the whole of its text.
    is_whole: bool,
    /// What kind it is.
    role: Role,
}

fn evidence(
    seen: Option<&ElementMetadata>,
    id: Option<&str>,
    hints: &Hints<'_>,
) -> Option<Evidence> {
    let unknown = ElementMetadata::default();
    let seen = seen.unwrap_or(&unknown);
    let own = |text: &Option<String>| text.clone().unwrap_or_default();
    let words = Phrase::of_sentence(hints.words);
    let text = match hints.is_whole && words.is_fixed() {
        true => words.reveal(),
        false => String::new(),
    };
    let found = Evidence {
        text,
        description: own(&seen.content_desc),
        id: id.map_or_else(|| own(&seen.resource_id), str::to_owned),
        is_id_unique: words.is_fixed(),
        role: hints.role,
        ancestry: Vec::new(),
        row: None,
        neighbours: Default::default(),
        bounds: seen.bounds.map(super::Bounds::to_rect).unwrap_or_default(),
    };
    // Without an id or a description there is nothing the words of the step do not say themselves.
    let says_more = !found.id.is_empty() || !found.description.is_empty();
    says_more.then_some(found)
}
