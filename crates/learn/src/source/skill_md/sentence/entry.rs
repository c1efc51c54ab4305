//! Reads the sentences that enter text and press keys.

use retap_model::phrase::Phrase;
use retap_model::program::{Back, Home, PressKey, StepKind, Target, TypeText};

use super::Sentence;
use super::cursor::{Cursor, Miss};
use super::target::read_target;

pub(super) fn read_type(cursor: &mut Cursor<'_>) -> Result<Sentence, Miss> {
    let text = Phrase::parse(&cursor.quoted()?);
    let into = cursor
        .eat("into")
        .then(|| read_target(cursor))
        .transpose()?
        .map(|field| Target {
            takes_text: true,
            ..field
        });
    Ok(Sentence::Step(StepKind::Type(TypeText { text, into })))
}

pub(super) fn read_press(cursor: &mut Cursor<'_>) -> Result<Sentence, Miss> {
    let start = cursor.clone();
    for (words, kind) in [
        ("Home", StepKind::Home(Home)),
        ("Back", StepKind::Back(Back)),
    ] {
        if cursor.eat(words) && cursor.finish().is_ok() {
            return Ok(Sentence::Step(kind));
        }
        *cursor = start.clone();
    }
    read_press_key(cursor).map(|key| Sentence::Step(StepKind::PressKey(key)))
}

/// Reads `**Return**`, `**Cmd+L**`, `Return`, or `the key "home"`.
pub(super) fn read_press_key(cursor: &mut Cursor<'_>) -> Result<PressKey, Miss> {
    let start = cursor.clone();
    let is_spelled_out = cursor.eat("the key");
    let key = if is_spelled_out {
        PressKey::parse(&cursor.quoted()?)
    } else if let Some(name) = cursor.bold() {
        PressKey::parse(name)
    } else {
        PressKey::parse(cursor.word())
    };
    // The keys `home` and `back` of a keyboard are not the phone's buttons, so a sentence that
    // could mean either is refused.
    let is_button =
        |key: &PressKey| matches!(key.key.as_str(), "home" | "back") && key.modifiers.is_empty();
    key.filter(|key| is_spelled_out || !is_button(key))
        .ok_or_else(|| {
            *cursor = start;
            cursor.miss()
        })
}
