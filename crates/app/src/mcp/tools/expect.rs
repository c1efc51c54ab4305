//! `expect`: the only tool whose success is a proof.

use std::sync::Arc;
use std::time::Duration;

use retap_model::program::{Assert, Check, Presence, StateClaim, StepKind, Target};
use retap_model::screen::{Role, Screen};
use retap_model::select::{Evidence, Search, locate};
use retap_model::verify::{
    ActionType, Expected, FailureCode, Property, StateProperty, failure_of, matches_state, state_of,
};
use serde_json::Value;

use super::touch_target::{TouchTarget, target_by_number, target_by_words};
use crate::mcp::args::missing;
use crate::mcp::tool_spec::{ToolSpec, Work::OnDevice};
use crate::mcp::{AgentStep, Args, Call, DeviceSession, Refusal, Reply, envelope};
use crate::permissions::Access::Looks;

/// `expect`.
pub(super) const EXPECT: ToolSpec = ToolSpec::new(
    "expect",
    "Proves: a text or id shows (or gone), an app is in front, or a property of an element equals a value. success is the only proof.",
    Looks,
    OnDevice(expect),
)
.takes(
    "text id row gone:boolean app element:integer \
     property:checked|selected|expanded|enabled|focused|value|text_value equals:boolean,number,string",
);

/// How often a state is read before it counts as not being so. The limit is a number of readings and
/// not a time, so that a slow device is not a wrong one.
const READINGS: u32 = 4;

/// How long is waited between two readings.
const BETWEEN: Duration = Duration::from_millis(250);

/// How long an assertion may take to come true.
const PROOF: Duration = Duration::from_secs(5);

/// Proves what the arguments say.
fn expect(session: &mut DeviceSession, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    if let Some(property) = args.text("property") {
        refuse_unjudged(args, "property", &["app", "gone"])?;
        let property = StateProperty::from_word(property)
            .ok_or_else(|| Refusal::input(format!("`{property}` is no property")))?;
        return expect_state(session, args, property, call);
    }
    if let Some(target) = target_by_words(args) {
        let others = ["app", "element", "equals", "expected"];
        refuse_unjudged(args, "text or id", &others)?;
        let presence = match args.is("gone") {
            Some(true) => Presence::NotVisible,
            Some(false) | None => Presence::Visible,
        };
        let step = AgentStep {
            kind: StepKind::Assert(Assert { target, presence }),
            evidence: None,
            action_type: ActionType::LocalState,
            timeout: PROOF,
        };
        let acted = session.act(step, call);
        return Ok(envelope::proof(session, &acted));
    }
    match args.words("app") {
        Some(app) => {
            refuse_unjudged(
                args,
                "app",
                &["gone", "row", "element", "equals", "expected"],
            )?;
            expect_app(session, app, call)
        }
        None => Err(Refusal::input(
            "say a text, an id, an app, or a property of an element",
        )),
    }
}

/// Refuses arguments that would not be judged: a success would seem to prove them too.
fn refuse_unjudged(args: &Args, judged: &str, others: &[&str]) -> Result<(), Refusal> {
    let is_given = |name: &&&str| match args.value(name) {
        None | Some(Value::Null) => false,
        Some(Value::String(text)) => !text.is_empty(),
        Some(Value::Bool(is)) => **name != "gone" || *is,
        Some(Value::Number(_) | Value::Array(_) | Value::Object(_)) => true,
    };
    match others.iter().find(is_given) {
        Some(name) => Err(Refusal::input(format!(
            "`{name}` is not judged together with {judged}: expect one thing at a time"
        ))),
        None => Ok(()),
    }
}

fn expect_app(session: &mut DeviceSession, app: &str, call: &Call) -> Result<Reply, Refusal> {
    let screen = session.look(call)?;
    let is_front = screen.is_in_front(app) == Some(true);
    let reason = match &screen.app {
        Some(front) => format!("`{front}` is in front"),
        None => "no app is in front that could be named".to_owned(),
    };
    let failure = (!is_front).then_some(FailureCode::ExpectationNotMet);
    Ok(envelope::judged(session, &reason, failure))
}

fn expect_state(
    session: &mut DeviceSession,
    args: &Args,
    property: StateProperty,
    call: &Call,
) -> Result<Reply, Refusal> {
    let (target, evidence) = match args.count("element") {
        Some(number) => match target_by_number(session, number)? {
            TouchTarget::Named(named) => (named.target, named.evidence),
            TouchTarget::Place(_) => return Err(Refusal::input("that element has no words")),
        },
        None => match target_by_words(args) {
            Some(target) => (target, None),
            None => return Err(Refusal::input("say which element: text, id, or its number")),
        },
    };
    let wanted = expected(args.value("equals").or_else(|| args.value("expected")))?;
    let (read, _) = read_state(session, &target, evidence.as_ref(), property, &wanted, call)?;
    Ok(match read {
        StateRead::Is => {
            note_state(session, &target, property, &wanted, call);
            let reason = format!("{} is {wanted}", property.as_str());
            envelope::judged(session, &reason, None)
        }
        StateRead::IsNot(seen) => {
            let seen = seen.map_or_else(|| "cannot be read".to_owned(), |it| format!("is {it}"));
            let reason = format!("{} {seen}, not {wanted}", property.as_str());
            envelope::judged(session, &reason, Some(FailureCode::ExpectationNotMet))
        }
        StateRead::NoElement(code) => {
            let reason = format!("`{}` cannot be told on the screen", target.label);
            envelope::judged(session, &reason, Some(code))
        }
    })
}

/// Puts a state that was proven into the history, where a skill has words for it, by proving it again as a
/// step; a state that a replay would judge otherwise is not kept.
fn note_state(
    session: &mut DeviceSession,
    target: &Target,
    property: StateProperty,
    wanted: &Expected,
    call: &Call,
) {
    let (StateProperty::Is(property), Expected::Is(is)) = (property, wanted) else {
        let words = format!("{} of {} is {wanted}", property.as_str(), target.title());
        session.history.add_unwritable(session.next_action, words);
        return;
    };
    let claim = StateClaim {
        target: target.clone(),
        property,
        is: *is,
    };
    session.act(
        AgentStep {
            kind: StepKind::Check(Check::of_state(claim)),
            evidence: None,
            action_type: ActionType::LocalState,
            timeout: Duration::ZERO,
        },
        call,
    );
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

/// Reads a state until it is as expected, or has not been so often enough.
pub(crate) fn read_state(
    session: &mut DeviceSession,
    target: &Target,
    evidence: Option<&Evidence>,
    property: StateProperty,
    wanted: &Expected,
    call: &Call,
) -> Result<(StateRead, ReadAt), Refusal> {
    let mut last = (StateRead::NoElement(FailureCode::ElementNotFound), None);
    for reading in 0..READINGS {
        if reading > 0 {
            session.pause(call, BETWEEN)?;
        }
        let screen = match session.look(call) {
            Ok(screen) => screen,
            // A reading that failed says nothing about the state.
            Err(refusal) if refusal.code == FailureCode::Timeout => continue,
            Err(refusal) => return Err(refusal),
        };
        let (read, index) = judge(&screen, target, evidence, property, wanted);
        last = (read, index.map(|index| (screen, index)));
        if matches!(last.0, StateRead::Is) {
            break;
        }
    }
    Ok(last)
}

fn judge(
    screen: &Screen,
    target: &Target,
    evidence: Option<&Evidence>,
    property: StateProperty,
    wanted: &Expected,
) -> (StateRead, Option<usize>) {
    let search = locate(screen, target, evidence);
    let Search::Found(found) = &search else {
        let code = failure_of(&search, screen).unwrap_or(FailureCode::ElementNotFound);
        return (StateRead::NoElement(code), None);
    };
    let seen = match (state_around(screen, found.index, property), wanted) {
        // Which one is selected can be asked for by its name.
        (Some(Expected::Is(true)), Expected::Text(_))
            if property == StateProperty::Is(Property::Selected) =>
        {
            let name = screen.elements[found.index].label();
            Some(Expected::Text(name.to_owned()))
        }
        // What has no other value says its text.
        (None, _) if property == StateProperty::Value => {
            let element = &screen.elements[found.index];
            let is_plain = !element.is_editable && !element.text.is_empty();
            is_plain.then(|| Expected::Text(element.text.clone()))
        }
        (seen, _) => seen,
    };
    let read = match matches_state(seen.as_ref(), wanted) {
        true => StateRead::Is,
        false => StateRead::IsNot(seen),
    };
    (read, Some(found.index))
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
