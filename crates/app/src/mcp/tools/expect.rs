//! `expect`: the only tool whose success is a proof.

use std::sync::Arc;
use std::time::Duration;

use retap_model::program::{Assert, Check, Presence, StateClaim, Target};
use retap_model::reason::Reason;
use retap_model::screen::{Role, Screen};
use retap_model::select::{Evidence, Search, locate};
use retap_model::verify::{
    Expected, FailureCode, Property, StateProperty, matches_state, state_of,
};
use serde_json::Value;

use super::touch::{TouchTarget, target_by_number, target_by_words};
use crate::mcp::act_history::Unkept;
use crate::mcp::args::missing;
use crate::mcp::{AgentStep, Answer, Args, Refusal, ToolCall, envelope};

/// How often a state is read before it counts as not being so. The limit is a number of readings and
/// not a time, so that a slow device is not a wrong one.
const READINGS: u32 = 4;

/// How long is waited between two readings.
const BETWEEN: Duration = Duration::from_millis(250);

/// Proves what the arguments say.
pub(super) fn expect(call: &mut ToolCall<'_>) -> Answer {
    if let Some(property) = call.args.text("property") {
        refuse_unjudged(call.args, "property", &["app", "gone"])?;
        let property = StateProperty::from_word(property)
            .ok_or_else(|| Refusal::input(format!("`{property}` is no property")))?;
        return expect_state(call, property);
    }
    if let Some(target) = target_by_words(call.args) {
        let others = ["app", "element", "equals"];
        refuse_unjudged(call.args, "text or id", &others)?;
        let presence = match call.args.is("gone") {
            Some(true) => Presence::NotVisible,
            Some(false) | None => Presence::Visible,
        };
        let acted = call.step(Assert { target, presence });
        return Ok(envelope::proof(call, &acted));
    }
    match call.args.words("app") {
        Some(app) => {
            let others = ["gone", "row", "element", "equals"];
            refuse_unjudged(call.args, "app", &others)?;
            expect_app(call, app)
        }
        None => Err(Refusal::input(
            "say a text, an id, an app, or a property of an element",
        )),
    }
}

/// Refuses arguments that would not be judged: a success would seem to prove them too.
fn refuse_unjudged(args: &Args, judged: &str, others: &[&str]) -> Result<(), Refusal> {
    let says_nothing = |name: &str, value: &Value| match name {
        "gone" => value == false,
        _ => value == "",
    };
    let mut given = args.given();
    let other = given.find(|(name, value)| others.contains(name) && !says_nothing(name, value));
    match other {
        Some((name, _)) => Err(Refusal::input(format!(
            "`{name}` is not judged together with {judged}: expect one thing at a time"
        ))),
        None => Ok(()),
    }
}

fn expect_app(call: &mut ToolCall<'_>, app: &str) -> Answer {
    let screen = call.look()?;
    let is_front = screen.is_in_front(app) == Some(true);
    let reason = match &screen.app {
        Some(front) => format!("`{front}` is in front"),
        None => "no app is in front that could be named".to_owned(),
    };
    let failure = (!is_front).then_some(FailureCode::ExpectationNotMet);
    Ok(envelope::judged(call, &reason, failure))
}

fn expect_state(call: &mut ToolCall<'_>, property: StateProperty) -> Answer {
    let (target, evidence) = match call.args.count("element") {
        Some(number) => match target_by_number(call, number)? {
            TouchTarget::Named(named) => (named.target, named.evidence),
            TouchTarget::Place(_) => return Err(Refusal::input("that element has no words")),
        },
        None => match target_by_words(call.args) {
            Some(target) => (target, None),
            None => return Err(Refusal::input("say which element: text, id, or its number")),
        },
    };
    let wanted = WantedState {
        target,
        evidence,
        property,
        is: expected(call.args.value("equals"))?,
    };
    let (name, is) = (property.as_str(), &wanted.is);
    let (reason, failure) = match wanted.read(call)?.0 {
        StateRead::Is => {
            note_state(call, &wanted);
            (format!("{name} is {is}"), None)
        }
        StateRead::IsNot(seen) => {
            let seen = seen.map_or_else(|| "cannot be read".to_owned(), |it| format!("is {it}"));
            let reason = format!("{name} {seen}, not {is}");
            (reason, Some(FailureCode::ExpectationNotMet))
        }
        StateRead::NoElement(code) => {
            let reason = format!("`{}` cannot be told on the screen", wanted.target.label);
            (reason, Some(code))
        }
    };
    Ok(envelope::judged(call, &reason, failure))
}

/// Puts a state that was proven into the history, where a skill has words for it, by proving it again as a
/// step; a state that a replay would judge otherwise is not kept.
fn note_state(call: &mut ToolCall<'_>, proven: &WantedState) {
    let name = proven.property.as_str();
    let (StateProperty::Is(property), Expected::Is(is)) = (proven.property, &proven.is) else {
        let title = format!("{name} of {} is {}", proven.target.title(), proven.is);
        let number = call.next_action;
        call.history.unwritable.add(Unkept { number, title });
        return;
    };
    let claim = StateClaim {
        target: proven.target.clone(),
        property,
        is: *is,
    };
    call.act(AgentStep {
        timeout: Duration::ZERO,
        ..AgentStep::new(Check::of_state(claim))
    });
}

/// How reading a state ended.
pub(crate) enum StateRead {
    /// As expected.
    Is,
    /// Otherwise, in every reading; what it was last.
    IsNot(Option<Expected>),
    /// The element is not there, or several are.
    NoElement(FailureCode),
}

/// The element a state was read of, on its screen.
pub(crate) type ReadAt = Option<(Arc<Screen>, usize)>;

/// A state that an element should have.
pub(crate) struct WantedState {
    pub(crate) target: Target,
    /// The evidence of it, where it was pointed at.
    pub(crate) evidence: Option<Evidence>,
    pub(crate) property: StateProperty,
    /// The value it should have.
    pub(crate) is: Expected,
}

impl WantedState {
    /// Reads the state until it is as expected, or has not been so often enough.
    pub(crate) fn read(&self, call: &mut ToolCall<'_>) -> Result<(StateRead, ReadAt), Refusal> {
        let mut last = (StateRead::NoElement(FailureCode::ElementNotFound), None);
        for reading in 0..READINGS {
            if reading > 0 {
                call.pause(BETWEEN)?;
            }
            let screen = match call.look() {
                Ok(screen) => screen,
                // A reading that failed says nothing about the state.
                Err(refusal) if refusal.code == FailureCode::Timeout => continue,
                Err(refusal) => return Err(refusal),
            };
            let (read, index) = self.judge(&screen);
            last = (read, index.map(|index| (screen, index)));
            if matches!(last.0, StateRead::Is) {
                break;
            }
        }
        Ok(last)
    }

    fn judge(&self, screen: &Screen) -> (StateRead, Option<usize>) {
        let search = locate(screen, &self.target, self.evidence.as_ref());
        let Search::Found(found) = &search else {
            let why = Reason::not_actionable(&self.target, &search, screen);
            return (StateRead::NoElement(why.failure_code()), None);
        };
        let element = &screen.elements[found.index];
        let seen = match (state_around(screen, found.index, self.property), &self.is) {
            // Which one is selected can be asked for by its name.
            (Some(Expected::Is(true)), Expected::Text(_))
                if self.property == StateProperty::Is(Property::Selected) =>
            {
                Some(Expected::Text(element.label().to_owned()))
            }
            // What has no other value says its text.
            (None, _) if self.property == StateProperty::Value => {
                let is_plain = !element.is_editable && !element.text.is_empty();
                is_plain.then(|| Expected::Text(element.text.clone()))
            }
            (seen, _) => seen,
        };
        let read = match matches_state(seen.as_ref(), &self.is) {
            true => StateRead::Is,
            false => StateRead::IsNot(seen),
        };
        (read, Some(found.index))
    }
}

/// Returns the state of the element, or of the one thing beside it in its row that has such a state:
/// the words of a switch are on a text, and its state on the switch.
fn state_around(screen: &Screen, index: usize, property: StateProperty) -> Option<Expected> {
    let of = |index: usize| state_of(&screen.elements[index], property);
    let of_own_kind = !matches!(
        property,
        StateProperty::Is(Property::Enabled | Property::Focused)
    );
    if let Some(own) = of(index).filter(|_| of_own_kind || screen.elements[index].is_clickable) {
        return Some(own);
    }
    let row = screen.ancestors(index).find(|up| {
        let holder = &screen.elements[*up];
        holder.role == Role::Row || holder.is_clickable
    });
    let Some(row) = row.filter(|_| of_own_kind) else {
        return of(index);
    };
    let mut states = std::iter::once(row)
        .chain(screen.inside(row))
        .filter_map(of);
    let first = states.next();
    // Two that have it could both be meant.
    first.filter(|_| states.next().is_none())
}

/// Reads what is expected; an object names it by `label` or `id`.
pub(crate) fn expected(value: Option<&Value>) -> Result<Expected, Refusal> {
    match value {
        Some(Value::Bool(is)) => Ok(Expected::Is(*is)),
        Some(Value::Number(number)) => Ok(Expected::Number(number.as_f64().unwrap_or(f64::NAN))),
        Some(Value::String(text)) => Ok(Expected::Text(text.clone())),
        Some(Value::Object(named)) => {
            let name = named.get("label").or_else(|| named.get("id"));
            let name = name.and_then(Value::as_str);
            name.map(|name| Expected::Text(name.to_owned()))
                .ok_or_else(|| missing("object", "expected"))
        }
        Some(Value::Array(_) | Value::Null) | None => Err(Refusal::input("say what it must equal")),
    }
}
