//! `type_text`, `press_key`: what a keyboard does.

use retap_model::phrase::{Phrase, Variables};
use retap_model::program::{Target, TypeText, WantedRole};
use retap_model::screen::{Element, Role};
use retap_model::secret::Masker;
use retap_model::select::{Evidence, Search, locate};

use super::touch::{TouchTarget, target_by_number};
use crate::cli::act::key_step;
use crate::crash;
use crate::mcp::{ActResult, AgentStep, DeviceSession, Refusal, ToolCall};

/// Types what the arguments say and returns what came of it.
pub(crate) fn do_type(call: &mut ToolCall<'_>) -> Result<ActResult, Refusal> {
    let text = call.args.need_text("text")?;
    let (into, evidence) = field(call)?;
    let text = Phrase::literal(text);
    let mut typed = TypeText { text, into };
    let found = found_field(call, &typed, evidence.as_ref())?;
    if call.args.is("secret") == Some(true) || is_password(found.as_ref()) {
        hide_text(call, &mut typed, found.as_ref());
    }
    Ok(call.act(AgentStep {
        evidence,
        ..AgentStep::new(typed)
    }))
}

/// Returns the field that is meant: by its number, by its label, or none for the focused one.
fn field(call: &mut ToolCall<'_>) -> Result<(Option<Target>, Option<Evidence>), Refusal> {
    if let Some(number) = call.args.count("element") {
        return match target_by_number(call, number)? {
            TouchTarget::Named(named) => Ok((Some(named.target), named.evidence)),
            TouchTarget::Place(_) => Err(Refusal::input(format!(
                "element {number} has no words; tap it, then type without into"
            ))),
        };
    }
    let into = call.args.words("into").map(|label| Target {
        role: WantedRole::Only(Role::TextField),
        ..Target::labelled(Phrase::literal(label))
    });
    Ok((into, None))
}

/// Hides the text of a step if it goes into a password field: that is a secret whatever the call says.
pub(super) fn hide_password(call: &mut ToolCall<'_>, typed: &mut TypeText) -> Result<(), Refusal> {
    let found = found_field(call, typed, None)?;
    if is_password(found.as_ref()) {
        hide_text(call, typed, found.as_ref());
    }
    Ok(())
}

fn is_password(field: Option<&Element>) -> bool {
    field.is_some_and(|field| field.is_password)
}

/// Returns the field that a text goes into, as the screen has it.
fn found_field(
    call: &mut ToolCall<'_>,
    typed: &TypeText,
    evidence: Option<&Evidence>,
) -> Result<Option<Element>, Refusal> {
    let screen = call.seen()?;
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
    let text = typed.text.reveal().to_string();
    let name = session.name_input(&variable_name(label.or(said).unwrap_or("secret")), &text);
    typed.text = hidden(&name, &text);
    session.engine.hide(&text);
    crash::hide(Masker::from_iter([text]));
}

/// Returns a text as the name of a variable: `Card number` as `CARD_NUMBER`.
pub(crate) fn variable_name(text: &str) -> String {
    let upper = text.to_ascii_uppercase();
    let words = upper.split(|c: char| !c.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|it| !it.is_empty()).collect();
    let name = words.join("_");
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
pub(super) fn press_key(call: &mut ToolCall<'_>) -> Result<ActResult, Refusal> {
    let kind = key_step(call.args.need_text("key")?)?;
    Ok(call.step(kind))
}
