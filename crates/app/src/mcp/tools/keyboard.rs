//! `type_text`, `press_key`: what a keyboard does.

use std::time::Duration;

use retap_model::phrase::{Phrase, Variables};
use retap_model::program::{Back, Home, StepKind, Target, TypeText};
use retap_model::screen::{Element, Role};
use retap_model::select::{Evidence, Search, locate};
use retap_model::verify::ActionType;

use super::touch_target::{TouchTarget, target_by_number};
use crate::cli::act::parse_key;
use crate::mcp::tool_spec::{ToolSpec, Work::OnDevice};
use crate::mcp::{ActResult, AgentStep, Args, Call, DeviceSession, Refusal, Reply, envelope};
use crate::permissions::Access::Acts;
use retap_model::verify::ActionType::LocalState;

/// `type_text`.
pub(super) const TYPE_TEXT: ToolSpec = ToolSpec::new(
    "type_text",
    "Types literally, into a field by its label or number, else where the focus is. The field is emptied first. secret: never shown or kept.",
    Acts,
    OnDevice(type_text),
)
.takes("text! into element:integer secret:boolean")
.touching(LocalState);

/// `press_key`.
pub(super) const PRESS_KEY: ToolSpec = ToolSpec::new(
    "press_key",
    "Presses back, home, return, tab, escape, up … or one character; l+command holds a modifier.",
    Acts,
    OnDevice(press_key),
)
.takes("key!")
.touching(LocalState);

/// How long a field is waited for.
const FIND: Duration = Duration::from_secs(5);

/// Types text.
fn type_text(session: &mut DeviceSession, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let acted = do_type(session, args, call)?;
    Ok(envelope::lean(session, &acted))
}

/// Types what the arguments say and returns what came of it.
pub(crate) fn do_type(
    session: &mut DeviceSession,
    args: &Args,
    call: &Call,
) -> Result<ActResult, Refusal> {
    let text = args.need_text("text")?;
    let (into, evidence) = field(session, args)?;
    let text = Phrase::literal(text);
    let mut typed = TypeText { text, into };
    let found = found_field(session, &typed, evidence.as_ref(), call)?;
    if args.is("secret") == Some(true) || is_password(found.as_ref()) {
        hide_text(session, &mut typed, found.as_ref());
    }
    let step = AgentStep {
        kind: StepKind::Type(typed),
        evidence,
        action_type: ActionType::LocalState,
        timeout: FIND,
    };
    Ok(session.act(step, call))
}

/// Returns the field that is meant: by its number, by its label, or none for the focused one.
fn field(
    session: &mut DeviceSession,
    args: &Args,
) -> Result<(Option<Target>, Option<Evidence>), Refusal> {
    if let Some(number) = args.count("element") {
        return match target_by_number(session, number)? {
            TouchTarget::Named(named) => Ok((Some(named.target), named.evidence)),
            TouchTarget::Place(_) => Err(Refusal::input(format!(
                "element {number} has no words; tap it, then type without into"
            ))),
        };
    }
    let into = args.words("into").map(|label| Target {
        role: Some(Role::TextField),
        ..Target::labelled(Phrase::literal(label))
    });
    Ok((into, None))
}

/// Hides the text of a step if it goes into a password field: that is a secret whatever the call says.
pub(super) fn hide_password(
    session: &mut DeviceSession,
    typed: &mut TypeText,
    call: &Call,
) -> Result<(), Refusal> {
    let found = found_field(session, typed, None, call)?;
    if is_password(found.as_ref()) {
        hide_text(session, typed, found.as_ref());
    }
    Ok(())
}

fn is_password(field: Option<&Element>) -> bool {
    field.is_some_and(|field| field.is_password)
}

/// Returns the field that a text goes into, as the screen has it.
fn found_field(
    session: &mut DeviceSession,
    typed: &TypeText,
    evidence: Option<&Evidence>,
    call: &Call,
) -> Result<Option<Element>, Refusal> {
    let screen = session.seen(call)?;
    let index = match &typed.into {
        Some(target) => match locate(&screen, target, evidence) {
            Search::Found(found) => Some(found.index),
            Search::Ambiguous(_) | Search::Missing(_) => None,
        },
        None => {
            let is_focused = |element: &Element| element.state.focused && element.is_editable;
            screen.elements.iter().position(is_focused)
        }
    };
    Ok(index.map(|index| screen.elements[index].clone()))
}

/// Makes a text an input that no event, reply or file shows; it is called as the field is.
fn hide_text(session: &mut DeviceSession, typed: &mut TypeText, field: Option<&Element>) {
    let label = field.map(Element::caption).filter(|it| !it.is_empty());
    let said = typed.into.as_ref().map(|target| target.label.reveal());
    let said = said.as_deref().filter(|it| !it.trim().is_empty());
    let name = variable_name(label.or(said).unwrap_or("secret"));
    let text = typed.text.reveal().to_string();
    typed.text = hidden(&name, &text);
    session.secrets.insert(text);
}

/// Returns a text as the name of a variable: `Card number` as `CARD_NUMBER`.
pub(crate) fn variable_name(text: &str) -> String {
    let upper: String = text
        .chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() {
                c.to_ascii_uppercase()
            } else {
                '_'
            }
        })
        .collect();
    let name = upper
        .split('_')
        .filter(|it| !it.is_empty())
        .collect::<Vec<_>>()
        .join("_");
    match name.chars().next() {
        None => "SECRET".to_owned(),
        Some(first) if first.is_ascii_digit() => format!("INPUT_{name}"),
        Some(_) => name,
    }
}

/// Returns a text that no event, reply or file shows.
fn hidden(name: &str, text: &str) -> Phrase {
    let mut values = Variables::new();
    values.set(name, text);
    values.mark_secret(name);
    let mut phrase = Phrase::parse(&format!("${{{name}}}"));
    phrase.bind(&values, &mut Default::default());
    phrase
}

/// Presses a key.
fn press_key(session: &mut DeviceSession, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let kind = key_step(args.need_text("key")?)?;
    let acted = press(session, kind, call);
    Ok(envelope::lean(session, &acted))
}

/// Returns the step that presses a key.
pub(crate) fn key_step(key: &str) -> Result<StepKind, Refusal> {
    Ok(match key.trim().to_lowercase().as_str() {
        "home" => StepKind::Home(Home),
        "back" => StepKind::Back(Back),
        _ => StepKind::PressKey(parse_key(key)?),
    })
}

/// Does a step that presses something.
pub(crate) fn press(session: &mut DeviceSession, kind: StepKind, call: &Call) -> ActResult {
    let step = AgentStep {
        kind,
        evidence: None,
        action_type: ActionType::LocalState,
        timeout: FIND,
    };
    session.act(step, call)
}
