//! Which of the writes that a lesson saw are of an act and must come again, and which are a page's own business.
//!
//! Decided by what they do, never by names: what a page sends before anything was done, after most acts, when it is loaded
//! or to other sites is not required, unless it carries what a step typed.

use std::collections::{BTreeMap, BTreeSet};

use retap_model::device::{
    Action, AnswerShape, FieldValue, Identifiers, Request, TextMark, Typed, Write,
    words_with_figures,
};
use retap_model::program::{Draft, Step, StepId};
use retap_model::secret::Masker;
use retap_model::verify::{
    ExpectedWrite, ShownIn, WriteAnswer, WriteContext, WritePlace, chosen_mark, is_meant,
    shows_typed,
};

use super::chosen::Chosen;
use super::known_ids::{KnownIds, before_anything_was_made, place_of};
use super::observation::{FoundTarget, Observation, SeenWrite};
use super::run_specifics::personal_texts;

/// How many steps a write comes with at the least that comes whatever is done.
const EVERYDAY_STEPS: usize = 3;

/// How many identifiers beside a target are kept.
const MOST_BESIDE: usize = 40;

/// How many places of other writes are kept of a step.
const MOST_BESIDES: usize = 100;

/// What a lesson requires of the writes of its steps.
#[derive(Default)]
pub(super) struct Effects {
    /// The writes that must come again.
    pub(super) writes: BTreeMap<StepId, Vec<ExpectedWrite>>,
    /// Where the other writes of its own site went that the lesson saw, by the step that sent them.
    pub(super) besides: BTreeMap<StepId, BTreeSet<WritePlace>>,
    /// The identifiers that the target of a step has and that a write from then on is about, and those beside it: whoever must
    /// write to one thing does not begin with another.
    pub(super) things: BTreeMap<StepId, Identifiers>,
}

/// Returns what is required of the writes of one lesson.
pub(super) fn effects(
    draft: &Draft,
    observations: &[Observation],
    looped: &BTreeSet<StepId>,
    secrets: &Masker,
) -> Effects {
    let lesson = LessonWrites::of(draft, observations, secrets);
    let mut effects = Effects::default();
    let mut things: BTreeMap<StepId, BTreeSet<String>> = BTreeMap::new();
    for (_, step) in draft.flat() {
        let is_looped = looped.contains(&step.id);
        let seen = observations.iter().filter(|seen| seen.step == step.id);
        let all = seen
            .flat_map(|seen| &seen.writes)
            .filter(|write| write.is_of_act);
        for write in all.filter(|_| !is_looped) {
            let Some(expected) = lesson.required(step, &write.request) else {
                continue;
            };
            things
                .entry(step.id)
                .or_default()
                .extend(lesson.things(&write.request));
            let known = effects.writes.entry(step.id).or_default();
            match known.iter_mut().find(|known| known.is_like(&expected)) {
                // How often it comes is a matter of timing.
                Some(known) => {
                    *known = ExpectedWrite {
                        is_once: false,
                        ..known.agree(&expected)
                    }
                }
                None => known.push(expected),
            }
        }
    }
    effects.besides = lesson.besides(&effects.writes);
    for seen in observations
        .iter()
        .filter(|seen| !looped.contains(&seen.step))
    {
        let later = things.range(seen.step..).flat_map(|(_, things)| things);
        let own = later.filter(|id| seen.at_target.own.contains(*id));
        let own: BTreeSet<String> = own.cloned().collect();
        if !own.is_empty() {
            let beside = lesson.beside(&seen.at_target);
            let known = Identifiers { own, beside };
            effects.things.insert(seen.step, known);
        }
    }
    effects
}

/// What is known of the writes of a lesson as a whole.
struct LessonWrites<'a> {
    observations: &'a [Observation],
    typed: Vec<(StepId, TextMark)>,
    known_ids: KnownIds,
    known_things: BTreeSet<(String, String)>,
    personal: Vec<String>,
    hidden: BTreeSet<String>,
    secrets: &'a Masker,
    chosen: Chosen,
}

impl<'a> LessonWrites<'a> {
    fn of(draft: &Draft, observations: &'a [Observation], secrets: &'a Masker) -> Self {
        let acts = observations
            .iter()
            .flat_map(|seen| seen.acts.iter().map(|act| (seen.step, act)));
        let typed = acts.filter_map(|(step, act)| match act {
            Action::Type(text) => Some((step, TextMark::of(text.reveal()))),
            _ => None,
        });
        let flat = draft.flat().into_iter();
        let chosen = flat.filter_map(|(_, step)| Some((step.id, chosen_mark(&step.kind)?)));
        let typed = typed.chain(chosen);
        let before = before_anything_was_made(observations).iter();
        let known_things = before.flat_map(|seen| seen.things.iter().cloned());
        let mut known_things: BTreeSet<(String, String)> = known_things.collect();
        let hidden = hidden_texts(observations);
        known_things.retain(|(_, number)| !tells_hidden(number, &hidden, secrets));
        let known_ids = KnownIds::of(observations, |id| tells_hidden(id, &hidden, secrets));
        let personal = personal_texts(draft, observations).into_iter();
        Self {
            observations,
            typed: typed.collect(),
            known_ids,
            known_things,
            hidden,
            secrets,
            chosen: Chosen::of(draft, observations),
            personal: personal.map(|text| text.trim().to_lowercase()).collect(),
        }
    }

    /// Returns what is required of a write, if anything.
    fn required(&self, step: &Step, request: &Request) -> Option<ExpectedWrite> {
        let write = request.write.as_ref().filter(|write| write.is_answered)?;
        let at = place_of(self.observations, request);
        let context = WriteContext {
            typed: &self.typed,
            is_known: &|id, kinds| self.known_ids.has(id, kinds, at),
            known_things: &self.known_things,
        };
        let expected = ExpectedWrite::of(request, context)?;
        let carries_text = expected.fields.values().any(Option::is_some);
        let is_required = carries_text
            || (request.is_own_site && is_meant(&step.kind) && !self.is_everyday(request));
        // Where it goes must be the same in every run.
        let mut places = write.shape.split('/').map(str::to_lowercase);
        let is_given = places.any(|place| !place.is_empty() && self.personal.contains(&place));
        let is_once = expected.is_once && is_meant(&step.kind) && !self.is_idle(request);
        (is_required && !is_given).then(|| ExpectedWrite {
            is_once,
            shown: self.shown_after(step.id, &expected),
            answered: self.kept_answer(&expected),
            ..expected.requiring(write, |value| self.is_chosen(value, write))
        })
    }

    /// Returns where the writes of a lesson went that are not required of their step.
    fn besides(
        &self,
        required: &BTreeMap<StepId, Vec<ExpectedWrite>>,
    ) -> BTreeMap<StepId, BTreeSet<WritePlace>> {
        let is_variable = |part: &str| {
            let is_given = self.personal.contains(&part.to_lowercase());
            !part.is_empty() && (is_given || tells_hidden(part, &self.hidden, self.secrets))
        };
        let mut besides: BTreeMap<StepId, BTreeSet<WritePlace>> = BTreeMap::new();
        for seen in self.observations {
            let places = seen
                .writes
                .iter()
                .filter_map(|write| WritePlace::of(&write.request));
            let of_step = required.get(&seen.step).into_iter().flatten();
            let of_step: BTreeSet<WritePlace> =
                of_step.filter_map(WritePlace::of_expected).collect();
            let places = places.filter(|place| !of_step.contains(place));
            let places = places.map(|place| place.with_any(is_variable));
            besides
                .entry(seen.step)
                .or_default()
                .extend(places.take(MOST_BESIDES));
        }
        besides
    }

    /// Returns whether a value was chosen in every run alike.
    fn is_chosen(&self, value: &FieldValue, write: &Write) -> bool {
        let is_given = |word: &String| {
            self.personal.contains(&word.trim().to_lowercase())
                || tells_hidden(word, &self.hidden, self.secrets)
        };
        let is_given = match value {
            FieldValue::Flag(_) => false,
            FieldValue::Words(words) | FieldValue::Calls(words) => words.iter().any(is_given),
        };
        !is_given && self.chosen.is_said_by(value, write)
    }

    /// Returns what is kept of an answer: no name in it that tells what was given.
    fn kept_answer(&self, write: &ExpectedWrite) -> AnswerShape {
        let mut answer = write.answered.clone();
        answer.parts.retain(|name, _| {
            let is_given = self.personal.contains(&name.to_lowercase());
            !is_given && !tells_hidden(name, &self.hidden, self.secrets)
        });
        answer
    }

    /// Returns which steps' texts a write carries that show when the next act is about to be sent, and where.
    fn shown_after(&self, act: StepId, write: &ExpectedWrite) -> BTreeMap<StepId, ShownIn> {
        let mut later = self.observations.iter().skip_while(|seen| seen.step != act);
        let own = later.next();
        let after = own.and_then(|seen| seen.after.as_deref());
        let acting = later.find(|seen| !seen.acts.is_empty());
        let next = acting.and_then(|seen| seen.before.as_deref());
        let (Some(screen), WriteAnswer::Taken) = (next.or(after), write.answer) else {
            return BTreeMap::new();
        };
        let shows = |step: StepId| {
            let typing = self.observations.iter().filter(|seen| seen.step == step);
            let mut acts = typing.flat_map(|seen| &seen.acts).rev();
            let text = acts.find_map(Action::typed)?;
            let before = own.and_then(|seen| seen.before.as_deref());
            let was_text = before.is_some_and(|it| shows_typed(it, text, ShownIn::Text));
            let place = match shows_typed(screen, text, ShownIn::Text) && !was_text {
                true => ShownIn::Text,
                false => ShownIn::Anything,
            };
            shows_typed(screen, text, place).then_some((step, place))
        };
        let steps = write.fields.values().flatten().copied();
        steps.filter_map(shows).collect()
    }

    /// Returns the identifiers of what a write is about that were there before the run changed anything. Words of its path
    /// must be the same in every run.
    fn things(&self, request: &Request) -> BTreeSet<String> {
        let Some(write) = &request.write else {
            return BTreeSet::new();
        };
        let at = place_of(self.observations, request);
        let placed = write.ids.iter().enumerate();
        let in_path = placed.map(|(place, id)| (id.as_str(), write.kinds_in_path(place)));
        let in_fields = write.entities.iter().flat_map(|(name, ids)| {
            let kinds = write.kinds_in_field(name);
            ids.split(' ').map(move |id| (id, kinds.clone()))
        });
        let known = in_path.chain(in_fields);
        let known = known.filter(|(id, kinds)| self.known_ids.has(id, kinds, at));
        let known = known.map(|(id, _)| id);
        let shaped = words_with_figures(&write.shape);
        let shaped = shaped.filter(|word| !tells_hidden(word, &self.hidden, self.secrets));
        known.chain(shaped).map(str::to_owned).collect()
    }

    /// Returns the identifiers beside a target that may be told, as many as are needed to know a list again.
    fn beside(&self, at: &Identifiers) -> BTreeSet<String> {
        let beside = at.beside.difference(&at.own);
        let beside = beside.filter(|id| !tells_hidden(id, &self.hidden, self.secrets));
        beside.take(MOST_BESIDE).cloned().collect()
    }

    /// Returns whether a request like it came before anything was done.
    fn is_idle(&self, request: &Request) -> bool {
        let mut all = self.observations.iter().flat_map(|seen| &seen.writes);
        all.any(|write| !write.is_of_act && is_like(write, request))
    }

    /// Returns whether requests like it come whatever is done.
    fn is_everyday(&self, request: &Request) -> bool {
        let acting = self
            .observations
            .iter()
            .filter(|seen| !seen.acts.is_empty());
        let comes = |seen: &&Observation| seen.writes.iter().any(|write| is_like(write, request));
        let acts = acting.clone().count();
        let with = acting.filter(comes).count();
        self.is_idle(request) || (with >= EVERYDAY_STEPS && with * 3 >= acts * 2)
    }
}

/// Returns whether an identifier is a secret or a part of one: a hash of something short can be guessed.
fn tells_hidden(id: &str, hidden: &BTreeSet<String>, secrets: &Masker) -> bool {
    let is_part = |text: &String| text.contains(id) || id.contains(text.as_str());
    secrets.shows(id) || hidden.iter().any(is_part)
}

/// Returns the texts that were typed as secrets, or into fields for passwords.
fn hidden_texts(observations: &[Observation]) -> BTreeSet<String> {
    let mut hidden = BTreeSet::new();
    for seen in observations {
        let is_password = |it: &FoundTarget| it.screen.elements[it.found.index].is_password;
        let is_hidden = seen.found.iter().any(is_password);
        hidden.extend(seen.acts.iter().filter_map(|act| match act {
            Action::Type(Typed::Hidden(secret)) => Some(secret.reveal().to_owned()),
            Action::Type(Typed::Plain(text)) if is_hidden => Some(text.clone()),
            _ => None,
        }));
    }
    hidden.retain(|text| !text.is_empty());
    hidden
}

fn is_like(write: &SeenWrite, request: &Request) -> bool {
    let shape = |request: &Request| {
        let write = request.write.as_ref();
        write.map(|write| (write.shape.clone(), write.operation.clone()))
    };
    let place = |request: &Request| (request.method.clone(), request.host.clone());
    place(&write.request) == place(request) && shape(&write.request) == shape(request)
}
