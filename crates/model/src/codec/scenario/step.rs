//! The steps of a compiled scenario, both ways; what a strategy says is `from_strategy.rs`.

use std::time::Duration;

use serde_json::{Value, json};

use crate::codec::error::CodecError;
use crate::codec::json::{Object, said, said_at_all, wrong};
use crate::codec::screens::{Screens, read_evidence, write_evidence};
use crate::codec::{own_step_wire, pin};
use crate::phrase::Phrase;
use crate::program::{
    CompiledStep, Group, Pin, PinnedScroll, Place, Sentence, Step, StepKind, StepType,
};
use crate::select;

use super::from_strategy::{Meaning, from_strategy};
use super::to_strategy::to_strategy;
use super::{read_seconds, write_seconds};

/// Writes steps with their numbers; `recorded` is what is known of each of them, nested ones included.
pub(super) fn write_steps(steps: &[Step], recorded: &[CompiledStep], screens: &Screens) -> Value {
    let write = |step: &Step| {
        let mut fields = write_step(step, recorded, screens);
        fields["index"] = json!(recorded[step.id.0].index);
        fields
    };
    steps.iter().map(write).collect()
}

/// Writes a step without its number, as the steps of a replay are.
fn write_step(step: &Step, recorded: &[CompiledStep], screens: &Screens) -> Value {
    let own = &recorded[step.id.0];
    let sentence = sentence_of(step);
    let original = sentence.text.to_sentence();
    let mut compiled = to_strategy(&step.kind, &original, own.metadata.as_ref());
    let mut range = None;
    if let StepKind::Group(group) = &step.kind {
        let is_named = !group.from.is_empty() || !group.to.is_empty();
        range = is_named.then(|| json!({ "from": group.from, "to": group.to }));
        let steps = group
            .steps
            .iter()
            .map(|step| write_step(step, recorded, screens));
        compiled.insert("expanded_steps".to_owned(), steps.collect());
    }
    let compiled = Value::Object(own.foreign.clone().unwrap_or(compiled));
    let said_by_it = Object::new("", &compiled).and_then(|it| from_strategy(&it, sentence.kind));
    let said_by_it = said_by_it.expect("a strategy that was written or read can be read");
    let has_wait = sentence.wait != Duration::ZERO;
    Value::Object(said(json!({
        "section": sentence.section,
        "type": sentence.kind.as_str(),
        "original": original,
        "wait": has_wait.then(|| write_seconds(sentence.wait)),
        "strict": sentence.strict.then_some(true),
        "replay_source": range,
        "retap": write_own(step, own.pin.as_ref(), &said_by_it, screens),
        "compiled": compiled,
    })))
}

/// Returns what the author wrote; a step that stands for no sentence is one to do what its title says.
fn sentence_of(step: &Step) -> Sentence {
    match &step.sentence {
        Some(sentence) => (**sentence).clone(),
        None => Sentence {
            section: String::new(),
            kind: StepType::Do,
            text: Phrase::literal(step.title()),
            wait: Duration::ZERO,
            strict: false,
        },
    }
}

/// Writes what the strategy does not say: the step itself, variables by name, and what is pinned.
fn write_own(
    step: &Step,
    pin: Option<&Pin>,
    said_by_it: &Meaning,
    screens: &Screens,
) -> Option<Value> {
    let mut plain = step.kind.clone();
    plain.phrases_mut(&mut |phrase| *phrase = Phrase::of_sentence(&phrase.to_sentence()));
    let own_form = (plain != said_by_it.kind).then(|| own_step_wire::write_own_step(&plain));
    let evidence = pin.and_then(|pin| pin.evidence.as_ref());
    let evidence = evidence.filter(|own| Some(*own) != said_by_it.evidence.as_ref());
    let place = pin.and_then(|pin| pin.place.as_ref());
    let delay = pin.and_then(|pin| pin.observed_delay);
    let scroll = pin.and_then(|pin| pin.scroll.as_ref());
    let waited = pin.and_then(|pin| pin.waited);
    let late = pin.and_then(|pin| pin.late);
    said_at_all(json!({
        "step": own_form.flatten(),
        "target": evidence.map(|it| write_evidence(it, screens)),
        "place": place.map(pin::write_place),
        "match": pin.and_then(|pin| pin.strategy).map(select::MatchQuality::as_str),
        "observedDelayMs": delay.map(|delay| delay.as_millis() as u64),
        "scrollCount": scroll.map(|scroll| scroll.count),
        "expect": pin.and_then(|pin| pin::write_expectations(&pin.expect)),
        "newOnPage": pin.and_then(|pin| pin.is_new_on_page.then_some(true)),
        "showsError": pin.and_then(|pin| pin.shows_error.then_some(true)),
        "effects": pin.and_then(|pin| pin::write_effects(&pin.effects)),
        "otherWrites": pin.and_then(|pin| pin::write_besides(pin.besides.as_ref())),
        "entities": pin.and_then(|pin| pin::write_entities(&pin.entities)),
        "otherEntities": pin.and_then(|pin| pin::write_entities(&pin.other_entities)),
        "waitedMs": waited.map(|waited| waited.as_millis() as u64),
        "rows": pin.and_then(|pin| pin.rows.as_ref()).map(pin::write_rows),
        "lateMs": late.map(|late| late.as_millis() as u64),
        "fading": pin.and_then(|pin| pin::write_expectations(&pin.fading)),
    }))
}

/// Steps, and what a file knows of each of them and of those nested in them.
pub(super) struct Recorded<'s> {
    /// The steps.
    pub(super) steps: Vec<Step>,
    /// The records, in the order the steps run.
    pub(super) flat: Vec<CompiledStep>,
    /// The recorded screens of the file.
    screens: &'s Screens,
}

/// Reads the steps of a file. How other programs say that a step is carried out is kept as they said it.
pub(super) fn read_steps<'s>(
    file: &Object<'_>,
    screens: &'s Screens,
) -> Result<Recorded<'s>, CodecError> {
    file.require("steps", file.list("steps")?)?;
    let mut recorded = Recorded::new(screens);
    for fields in file.objects("steps")? {
        let index = fields.required("index", Object::count)?;
        if index == 0 {
            let path = fields.path_of("index");
            return Err(wrong(&path, "a number from 1", &json!(index)));
        }
        recorded.read_step(&fields, index)?;
    }
    Ok(recorded)
}

impl<'s> Recorded<'s> {
    const fn new(screens: &'s Screens) -> Self {
        Self {
            steps: Vec::new(),
            flat: Vec::new(),
            screens,
        }
    }

    /// Reads a step whose number is known.
    fn read_step(&mut self, fields: &Object<'_>, index: u32) -> Result<(), CodecError> {
        let expected = "one of do, then, replay";
        let step_type = fields.word("type", expected, StepType::from_word)?;
        let step_type = fields.require("type", step_type)?;
        let sentence = Sentence {
            section: fields.required_text("section")?,
            kind: step_type,
            text: Phrase::of_sentence(&fields.required_text("original")?),
            wait: read_seconds(fields, "wait")?.unwrap_or_default(),
            strict: fields.flag("strict")?.unwrap_or(false),
        };
        let compiled = fields.required("compiled", Object::object)?;
        let mut nested = Recorded::new(self.screens);
        let Meaning {
            mut kind,
            metadata,
            evidence,
        } = match compiled.required_text("strategy")?.as_str() {
            "replay" => StepKind::Group(nested.read_group(fields, &compiled)?).into(),
            _ => {
                read_range(fields)?;
                from_strategy(&compiled, step_type)?
            }
        };
        let own = fields.object_or_empty("retap")?;
        if let Some(step) = own.object("step")? {
            kind = own_step_wire::read_own_step(&step)?;
            nested.flat.clear();
        }
        self.flat.push(CompiledStep {
            index: index as usize,
            pin: read_pin(&own, &kind, evidence, self.screens)?,
            metadata,
            foreign: Some(compiled.to_map()),
            ..CompiledStep::new(&kind)
        });
        self.flat.extend(nested.flat);
        self.steps.push(Step {
            sentence: Some(Box::new(sentence)),
            ..Step::new(kind, Place::default())
        });
        Ok(())
    }

    /// Reads the steps that are carried out again, numbered from 1 among themselves.
    fn read_group(
        &mut self,
        fields: &Object<'_>,
        compiled: &Object<'_>,
    ) -> Result<Group, CodecError> {
        let range = read_range(fields)?;
        compiled.required("expanded_steps", Object::list)?;
        for (index, step) in (1..).zip(compiled.objects("expanded_steps")?) {
            self.read_step(&step, index)?;
        }
        Ok(Group {
            steps: std::mem::take(&mut self.steps),
            ..range
        })
    }
}

/// Reads which sections the author named; they stand beside the strategy, and only a replay has use
/// for them.
fn read_range(step: &Object<'_>) -> Result<Group, CodecError> {
    let range = step.object("replay_source")?;
    let end = |name: &str| match &range {
        Some(range) => range.required_text(name),
        None => Ok(String::new()),
    };
    Ok(Group {
        from: end("from")?,
        to: end("to")?,
        steps: Vec::new(),
    })
}

/// Reads what is known of a step's element: what retap recorded, else what the strategy itself says.
fn read_pin(
    own: &Object<'_>,
    kind: &StepKind,
    said: Option<select::Evidence>,
    screens: &Screens,
) -> Result<Option<Pin>, CodecError> {
    let pin = Pin {
        evidence: own
            .read("target", |it| read_evidence(it, screens))?
            .or(said),
        place: own.read("place", pin::read_place)?,
        strategy: pin::read_quality(own)?,
        observed_delay: own.whole("observedDelayMs")?.map(Duration::from_millis),
        scroll: match (kind, own.count("scrollCount")?) {
            (StepKind::ScrollTo(scroll), Some(count)) => Some(PinnedScroll {
                count,
                direction: scroll.direction,
            }),
            (_, _) => None,
        },
        expect: pin::read_expectations(own)?,
        is_new_on_page: own.flag("newOnPage")?.unwrap_or(false),
        shows_error: own.flag("showsError")?.unwrap_or(false),
        effects: pin::read_effects(own)?,
        besides: pin::read_besides(own)?,
        entities: pin::read_entities(own, "entities")?,
        other_entities: pin::read_entities(own, "otherEntities")?,
        waited: own.whole("waitedMs")?.map(Duration::from_millis),
        rows: pin::read_rows(own)?,
        late: own.whole("lateMs")?.map(Duration::from_millis),
        fading: pin::read_fading(own)?,
        ..Pin::default()
    };
    Ok((pin != Pin::default()).then_some(pin))
}
