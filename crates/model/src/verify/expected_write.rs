//! The writes that an act caused in a lesson, and whether a request of a replay is such a write and went as well.
//!
//! Not here: values and bodies, which no device tells.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::device::{
    AnswerFault, AnswerShape, FieldSays, FieldValue, ID, Request, RequestEnd, RequestOutcome,
    TextMark, Write, identifier_hash, kind_of_thing,
};
use crate::program::{Nature, StepId, StepKind};

use super::kept_text::ShownIn;

/// A request that changed something in the lesson, and must be made and taken again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpectedWrite {
    /// The method.
    pub method: String,
    /// The site it goes to; nothing for that of the page itself, wherever that is.
    pub site: Option<String>,
    /// The path, with a placeholder for each identifier.
    pub shape: String,
    /// The operation that its body names.
    pub operation: Option<String>,
    /// The fields it carries, each with the step whose text is its value, if one is.
    pub fields: BTreeMap<String, Option<StepId>>,
    /// Those fields whose value was nothing but the text of the step.
    pub exact: BTreeSet<String>,
    /// The fields it had in some lessons and not in others.
    pub optional: BTreeSet<String>,
    /// For each identifier in the path its hash, or nothing where the run itself made it.
    pub ids: Vec<Option<String>>,
    /// For each field that holds an identifier which was there before the run its hash.
    pub entities: BTreeMap<String, String>,
    /// For each field that says what was chosen what stands for that.
    pub values: BTreeMap<String, String>,
    /// How it was answered.
    pub answer: WriteAnswer,
    /// What its answer was.
    pub answered: AnswerShape,
    /// The shape of the path to which it was redirected.
    pub led_to: Option<String>,
    /// The steps whose text it carries and that showed once it was taken, and where.
    pub shown: BTreeMap<StepId, ShownIn>,
    /// Whether it was made once, so that twice is too often.
    pub is_once: bool,
}

crate::words! {
    /// How a write was answered.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum WriteAnswer {
        /// It was taken.
        Taken = "taken",
        /// The status says that it was, the answer itself that it was not.
        Denied = "denied",
        /// The status says that it was not.
        Refused = "refused",
    }
}

/// What a lesson knew when a write was made.
#[derive(Clone, Copy)]
pub struct WriteContext<'a> {
    /// The texts that steps typed.
    pub typed: &'a [(StepId, TextMark)],
    /// Whether an identifier, in a place that says these kinds of things, was there before the run changed anything.
    pub is_known: &'a dyn Fn(&str, &BTreeSet<String>) -> bool,
    /// The numbers that the page had then, each with the kind of thing that it names.
    pub known_things: &'a BTreeSet<(String, String)>,
}

/// Why a write is not as the lesson had it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WriteFault {
    /// Whoever is signed in may not do it any more.
    SignedOut,
    /// It was refused, or not answered.
    Refused,
    /// The status is good, and the answer says that it was not done.
    Denied,
    /// The answer does not say as much as in the lesson.
    SaysLess(AnswerFault),
    /// It was taken, and in the lesson it was not.
    Taken,
    /// It led to another page.
    LedElsewhere(String),
    /// It is about another thing.
    OtherEntity,
    /// It lacks these fields.
    Lacks(Vec<String>),
    /// A field says that something else was chosen.
    OtherChoice(String),
    /// A field that the lesson did not have says yes, or that nothing is done in earnest.
    NewField(String),
    /// A field does not hold what the step typed.
    OtherValue(String, StepId),
}

impl fmt::Display for WriteFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SignedOut => out.write_str("it was not taken; the session may have expired"),
            Self::Refused => out.write_str("it was not taken"),
            Self::Denied => out.write_str("the answer says that it was not done"),
            Self::SaysLess(fault) => out.write_str(fault.as_str()),
            Self::Taken => out.write_str("it was taken, and in the lesson it was refused"),
            Self::LedElsewhere(path) => write!(
                out,
                "it led to `{path}`, and elsewhere in the lesson; the session may have expired"
            ),
            Self::OtherEntity => out.write_str(
                "it is about another thing than in the lesson; `retap compile --again` learns that it may be any",
            ),
            Self::Lacks(fields) => write!(out, "it lacks `{}`", fields.join("`, `")),
            Self::OtherChoice(field) => write!(
                out,
                "its `{field}` is another than in the lesson; `retap compile --again` learns that it may be any"
            ),
            Self::NewField(field) => write!(
                out,
                "its `{field}` changes what it does, and was not in the lesson; `retap compile --again` learns that it may be"
            ),
            Self::OtherValue(field, step) => {
                write!(out, "its `{field}` is not what step {} typed or chose", step.0 + 1)
            }
        }
    }
}

/// How many fields a write has whose boxes were all set by somebody.
const MOST_BOXES: usize = 12;

impl ExpectedWrite {
    /// Returns what is expected of a write that a lesson saw; nothing for requests that change nothing.
    pub fn of(request: &Request, context: WriteContext<'_>) -> Option<Self> {
        let write = request.write.as_ref()?;
        let step_of = |mark: &TextMark| {
            let mut typed = context.typed.iter().rev();
            typed
                .find(|(_, known)| known == mark)
                .map(|(step, _)| *step)
        };
        let fields = write.fields.iter();
        let fields = fields.map(|(name, mark)| (name.clone(), mark.as_ref().and_then(step_of)));
        let fields: BTreeMap<String, Option<StepId>> = fields.collect();
        let exact = fields
            .iter()
            .filter(|(name, step)| step.is_some() && !write.around.contains(*name));
        let exact = exact.map(|(name, _)| name.clone()).collect();
        let ids = write.ids.iter().enumerate().map(|(place, id)| {
            let is_known = (context.is_known)(id, &write.kinds_in_path(place));
            is_known.then(|| identifier_hash(&write.shape, id))
        });
        let entities = write.entities.iter().filter(|(name, id)| {
            let is_typed = write.fields.get(*name).is_some_and(Option::is_some);
            let kinds = write.kinds_in_field(name);
            let mut all = id.split(' ');
            all.all(|id| (context.is_known)(id, &kinds)) && !is_typed
        });
        let is_thing = |(name, number): &(&String, &String)| {
            let kind = kind_of_thing(name, number);
            kind.is_some_and(|kind| context.known_things.contains(&(kind, (*number).clone())))
        };
        let entities = entities.chain(write.numbers.iter().filter(is_thing));
        let entities = entities.map(|(name, id)| (name.clone(), identifier_hash(name, id)));
        Some(Self {
            method: request.method.clone(),
            site: (!request.is_own_site).then(|| request.host.clone()),
            shape: write.shape.clone(),
            operation: write.operation.clone(),
            fields,
            exact,
            optional: BTreeSet::new(),
            ids: ids.collect(),
            entities: entities.collect(),
            values: BTreeMap::new(),
            answer: answer_of(request, write),
            answered: write.answer.clone(),
            led_to: write.led_to.clone(),
            shown: BTreeMap::new(),
            is_once: true,
        })
    }

    /// Requires that the fields of some values say the same as in the lesson.
    pub fn requiring(mut self, write: &Write, is_required: impl Fn(&FieldValue) -> bool) -> Self {
        let values = write.values.iter();
        let values = values.filter(|(_, value)| is_required(value));
        self.values = values
            .map(|(name, value)| (name.clone(), value.mark(name)))
            .collect();
        self
    }

    /// Returns the same of any thing.
    pub fn about_anything(&self) -> Self {
        Self {
            ids: Vec::new(),
            entities: BTreeMap::new(),
            ..self.clone()
        }
    }

    /// Returns whether the other one is the same request, whatever it carries.
    pub fn is_like(&self, other: &Self) -> bool {
        let place = |it: &Self| (it.method.clone(), it.site.clone(), it.shape.clone());
        place(self) == place(other) && self.operation == other.operation
    }

    /// Returns whether a request is this one, whatever it carries and however it went.
    pub fn is_made_by(&self, request: &Request) -> bool {
        let Some(write) = &request.write else {
            return false;
        };
        let is_site = match &self.site {
            Some(site) => *site == request.host,
            None => request.is_own_site,
        };
        is_site
            && self.method == request.method
            && self.shape == write.shape
            && self.operation == write.operation
    }

    /// Returns what is wrong with a request that is this one; `typed` is what the steps typed in this run.
    pub fn fault_of(&self, request: &Request, typed: &[(StepId, TextMark)]) -> Option<WriteFault> {
        let write = request.write.as_ref()?;
        self.content_fault(write, typed)
            .or_else(|| self.answer_fault(request, write))
    }

    fn content_fault(&self, write: &Write, typed: &[(StepId, TextMark)]) -> Option<WriteFault> {
        let pairs = self.ids.iter().zip(&write.ids);
        let is_other = |(wanted, id): (&Option<String>, &String)| {
            let wanted = wanted.as_ref();
            wanted.is_some_and(|wanted| *wanted != identifier_hash(&write.shape, id))
        };
        let is_other_in = |(name, wanted): (&String, &String)| {
            let id = write.entities.get(name).or_else(|| write.numbers.get(name));
            id.is_some_and(|id| *wanted != identifier_hash(name, id))
        };
        if pairs.into_iter().any(is_other) || self.entities.iter().any(is_other_in) {
            return Some(WriteFault::OtherEntity);
        }
        let missing = self
            .fields
            .keys()
            .filter(|name| !write.fields.contains_key(*name));
        let missing: Vec<String> = missing.cloned().collect();
        if !missing.is_empty() {
            return Some(WriteFault::Lacks(missing));
        }
        let other = self.fields.iter().find_map(|(name, step)| {
            let step = (*step)?;
            let mut texts = typed.iter().filter(|(typer, _)| *typer == step).peekable();
            texts.peek()?;
            let carried = write.fields.get(name)?.as_ref();
            let has_more = self.exact.contains(name) && write.around.contains(name);
            let is_it = !has_more && texts.any(|(_, text)| Some(text) == carried);
            (!is_it).then(|| (name.clone(), step))
        });
        let other = other.map(|(name, step)| WriteFault::OtherValue(name, step));
        other
            .or_else(|| {
                let mut values = self.values.iter();
                let other = values.find(|(name, mark)| {
                    let value = write.values.get(*name);
                    value.is_none_or(|value| value.mark(name) != **mark)
                });
                other.map(|(name, _)| WriteFault::OtherChoice(name.clone()))
            })
            .or_else(|| self.new_field(write).map(WriteFault::NewField))
    }

    /// Returns a field that the lesson did not have and that changes what the write does. In a large one, and in its lists, a
    /// yes is data; what stands in a part that is new altogether is told by the part.
    fn new_field(&self, write: &Write) -> Option<String> {
        let is_known =
            |name: &String| self.fields.contains_key(name) || self.optional.contains(name);
        let mut new = write.says.iter().filter(|(name, _)| !is_known(name));
        let changes_it = |(name, says): &(&String, &FieldSays)| match says {
            FieldSays::NoRealWork => true,
            // What changes a thing sends back how it is, box by box, and another thing is otherwise.
            FieldSays::Yes => {
                let is_small = write.fields.len() <= MOST_BOXES && !name.contains("[]");
                is_small && !self.shape.contains(ID)
            }
        };
        new.find(changes_it).map(|(name, _)| name.clone())
    }

    fn answer_fault(&self, request: &Request, write: &Write) -> Option<WriteFault> {
        match (self.answer, answer_of(request, write)) {
            (WriteAnswer::Refused, WriteAnswer::Refused)
            | (WriteAnswer::Denied, WriteAnswer::Denied) => None,
            (_, WriteAnswer::Refused) if is_signed_out(request) => Some(WriteFault::SignedOut),
            (_, WriteAnswer::Refused) => Some(WriteFault::Refused),
            (WriteAnswer::Taken, WriteAnswer::Denied) => Some(WriteFault::Denied),
            (WriteAnswer::Refused | WriteAnswer::Denied, _) => Some(WriteFault::Taken),
            (WriteAnswer::Taken, WriteAnswer::Taken) if self.led_to != write.led_to => {
                let path = write.led_to.clone().unwrap_or_else(|| write.shape.clone());
                Some(WriteFault::LedElsewhere(path))
            }
            (WriteAnswer::Taken, WriteAnswer::Taken) => {
                let fault = self.answered.fault_of(&write.answer);
                fault.map(WriteFault::SaysLess)
            }
        }
    }

    /// Returns what two lessons agree on of the same request.
    pub fn agree(&self, other: &Self) -> Self {
        let fields = self.fields.iter().filter_map(|(name, step)| {
            let theirs = other.fields.get(name)?;
            Some((name.clone(), step.filter(|_| step == theirs)))
        });
        let ids = self.ids.iter().zip(&other.ids);
        let shown = self.shown.iter().filter_map(|(step, place)| {
            let theirs = other.shown.get(step)?;
            let place = if place == theirs {
                *place
            } else {
                ShownIn::Anything
            };
            Some((*step, place))
        });
        let same = |own: &BTreeMap<String, String>, theirs: &BTreeMap<String, String>| {
            let own = own.iter();
            let own = own.filter(|(name, mark)| theirs.get(*name) == Some(mark));
            own.map(|(name, mark)| (name.clone(), mark.clone()))
                .collect()
        };
        let names = |it: &Self| -> BTreeSet<String> {
            it.fields.keys().chain(&it.optional).cloned().collect()
        };
        let fields: BTreeMap<String, Option<StepId>> = fields.collect();
        let mut optional = &names(self) | &names(other);
        optional.retain(|name| !fields.contains_key(name));
        Self {
            fields,
            optional,
            exact: &self.exact & &other.exact,
            ids: ids
                .map(|(own, theirs)| own.clone().filter(|_| own == theirs))
                .collect(),
            entities: same(&self.entities, &other.entities),
            values: same(&self.values, &other.values),
            answered: self.answered.agree(&other.answered),
            shown: shown.collect(),
            is_once: self.is_once && other.is_once,
            ..self.clone()
        }
    }
}

/// Returns the mark of what a step chooses in a list.
pub fn chosen_mark(kind: &StepKind) -> Option<TextMark> {
    let StepKind::Select(select) = kind else {
        return None;
    };
    Some(TextMark::of_choice(&select.option.reveal()))
}

/// Returns whether a step is one by which people make an app do something. What typing, scrolling and opening a page send
/// depends on their timing.
pub fn is_meant(kind: &StepKind) -> bool {
    match kind.nature() {
        Nature::Touch => !matches!(kind, StepKind::Hover(_)),
        Nature::Act => matches!(
            kind,
            StepKind::PressKey(_)
                | StepKind::SetChecked(_)
                | StepKind::Select(_)
                | StepKind::Upload(_)
                | StepKind::Drag(_)
        ),
        Nature::Scroll | Nature::Proof | Nature::Record | Nature::Block | Nature::Question => false,
    }
}

/// Returns how a write was answered. One that the page gave up because it goes elsewhere was sent.
fn answer_of(request: &Request, write: &Write) -> WriteAnswer {
    match request.outcome() {
        Some(RequestOutcome::Success) if write.is_denied => WriteAnswer::Denied,
        Some(RequestOutcome::Success) => WriteAnswer::Taken,
        None if request.end == RequestEnd::Canceled => WriteAnswer::Taken,
        None | Some(RequestOutcome::Failure | RequestOutcome::Retryable) => WriteAnswer::Refused,
    }
}

/// Returns whether the status says that nobody, or somebody else, is signed in. 419 and 440 are those of two frameworks.
const fn is_signed_out(request: &Request) -> bool {
    matches!(request.end, RequestEnd::Status(401 | 403 | 419 | 440))
}

impl fmt::Display for ExpectedWrite {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let site = self.site.as_deref().unwrap_or_default();
        write!(out, "{} {site}{}", self.method, self.shape)?;
        match &self.operation {
            Some(operation) => write!(out, " {operation}"),
            None => Ok(()),
        }
    }
}
