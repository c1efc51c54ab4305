//! Text and keys, which go to the field that has the focus.

use std::sync::Arc;

use retap_model::device::{Key, Modifier, Typed};
use retap_model::secret::MASK;

use crate::app::{Field, Lines};
use crate::layout::{Touch, lay_out};
use crate::touch_log::TouchedElement;

use super::{Outcome, Phone};

/// Longest text a field takes.
const LONGEST_TEXT: usize = 4096;

impl Phone {
    /// Types text into the field that has the focus; without one it goes nowhere.
    pub(crate) fn type_text(&mut self, typed: &Typed) -> Outcome {
        self.edit(|text, lines| {
            let room = LONGEST_TEXT.saturating_sub(text.chars().count());
            let taken = typed.reveal().chars().filter(|c| lines.take(*c));
            text.extend(taken.take(room));
        })
    }

    /// Empties the field that has the focus.
    pub(crate) fn clear_text(&mut self) -> Outcome {
        self.edit(|text, _| text.clear())
    }

    /// Presses a key.
    pub(crate) fn press(&mut self, key: &Key, modifiers: &[Modifier]) -> Outcome {
        let held = |modifier| modifiers.contains(&modifier);
        if held(Modifier::Command) || held(Modifier::Control) || held(Modifier::Option) {
            return Outcome::default();
        }
        match key.as_str() {
            "return" => self.press_return(),
            "delete" => self.edit(|text, _| {
                text.pop();
            }),
            "tab" => self.focus_next().into(),
            "space" => self.edit(|text, _| text.push(' ')),
            "escape" => {
                self.unfocus();
                Outcome::default()
            }
            "back" => self.go_back().into(),
            character if character.chars().count() == 1 => {
                let typed = if held(Modifier::Shift) {
                    character.to_uppercase()
                } else {
                    character.to_owned()
                };
                self.edit(|text, _| text.push_str(&typed))
            }
            _ => Outcome::default(),
        }
    }

    /// Gives the focus to a field and scrolls it to where the keyboard does not cover it.
    pub(super) fn focus(&mut self, name: &str) -> Option<String> {
        let session = self.session_mut()?;
        if session.focus.as_deref() == Some(name) {
            return None;
        }
        session.focus = Some(name.to_owned());
        self.is_changed = true;
        self.scroll_to_focus();
        Some(format!("focused {name}"))
    }

    /// Returns whether a keyboard shows.
    pub(crate) fn is_typing(&self) -> bool {
        let front = self.front_app();
        front.is_some_and(|front| front.session.focus.is_some())
    }

    /// Takes the focus from whatever has it, which hides the keyboard.
    pub(super) fn unfocus(&mut self) {
        if let Some(session) = self.session_mut()
            && session.focus.take().is_some()
        {
            self.is_changed = true;
        }
    }

    fn scroll_to_focus(&mut self) {
        let layout = lay_out(self);
        let Some(scroller) = layout.scroller else {
            return;
        };
        let focused = layout
            .pieces
            .iter()
            .find(|piece| piece.element.state.focused);
        let hidden = focused.map_or(0.0, |piece| {
            piece.frame.bottom() + FIELD_MARGIN - scroller.viewport.bottom()
        });
        if hidden > 0.0 {
            self.scroll_by(hidden);
        }
    }

    /// Returns the field that has the focus and where it is.
    fn focused(&self) -> Option<(Arc<Field>, TouchedElement)> {
        let layout = lay_out(self);
        let found = layout.pieces.iter().find(|p| p.element.state.focused)?;
        let Touch::Field(field) = &found.touch else {
            return None;
        };
        let touched = layout.describe(found);
        Some((field.clone(), touched))
    }

    fn edit(&mut self, change: impl FnOnce(&mut String, Lines)) -> Outcome {
        let Some((field, element)) = self.focused() else {
            return Outcome::default();
        };
        let Some(session) = self.session_mut() else {
            return Outcome::default();
        };
        let text = session.fields.entry(field.id.clone()).or_default();
        let before = text.clone();
        change(text, field.lines);
        let effect = if field.is_password {
            format!("{} holds {MASK}", field.id)
        } else {
            format!("{} holds `{text}`", field.id)
        };
        let is_same = *text == before;
        session.errors.remove(&field.id);
        self.is_changed |= !is_same;
        Outcome {
            element: Some(element),
            effects: if is_same { Vec::new() } else { vec![effect] },
        }
    }

    fn press_return(&mut self) -> Outcome {
        let Some((field, element)) = self.focused() else {
            return Outcome::default();
        };
        if field.lines == Lines::Many {
            return self.edit(|text, _| text.push('\n'));
        }
        self.unfocus();
        let mut effects = vec!["hid the keyboard".to_owned()];
        effects.extend(self.run(&field.on_return, None));
        Outcome {
            element: Some(element),
            effects,
        }
    }

    fn focus_next(&mut self) -> Option<String> {
        let front = self.front_app()?;
        let focus = front.session.focus.as_deref();
        let fields = super::acts::fields_of(&front.scene.items);
        let names = fields.iter().map(|field| &field.id);
        let mut from_focus = names.skip_while(|name| Some(name.as_str()) != focus);
        let next = from_focus.nth(1)?.clone();
        self.focus(&next)
    }
}

/// Room between a focused field and the keyboard, in points.
const FIELD_MARGIN: f64 = 12.0;

/// Returns whether the text typed at this moment must not be shown.
pub(crate) fn types_into_password(phone: &Phone) -> bool {
    phone.focused().is_some_and(|(field, _)| field.is_password)
}
