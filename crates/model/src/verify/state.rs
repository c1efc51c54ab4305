//! Whether one property of one element is as expected, by rules that never guess.

use std::fmt;

use crate::screen::Element;

use super::Property;

/// A property of an element that can be expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StateProperty {
    /// One that an element has or has not.
    Is(Property),
    /// The value that a control holds.
    Value,
    /// The value that a control holds, in its own units.
    RawValue,
    /// The text that a field holds.
    TextValue,
}

impl StateProperty {
    /// Returns the word used in tools.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Is(property) => property.as_str(),
            Self::Value => "value",
            Self::RawValue => "raw_value",
            Self::TextValue => "text_value",
        }
    }

    /// Returns the one that `word` names.
    pub fn from_word(word: &str) -> Option<Self> {
        let values = [Self::Value, Self::RawValue, Self::TextValue];
        let mut known = Property::ALL.map(Self::Is).into_iter().chain(values);
        known.find(|known| known.as_str() == word)
    }
}

/// The value a property has, or is expected to have.
#[derive(Debug, Clone, PartialEq)]
pub enum Expected {
    /// On or off.
    Is(bool),
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
}

impl fmt::Display for Expected {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Is(is) => is.fmt(out),
            Self::Number(number) => number.fmt(out),
            Self::Text(text) => write!(out, "`{text}`"),
        }
    }
}

/// Returns what the element says of the property; `None` where it says nothing, which is not `false`.
/// What a password field holds is never said.
pub fn state_of(element: &Element, property: StateProperty) -> Option<Expected> {
    let state = &element.state;
    let value = || state.value.clone().filter(|_| !element.is_password);
    let held = || {
        value().map(|text| match text.parse() {
            Ok(number) => Expected::Number(number),
            Err(_) => Expected::Text(text),
        })
    };
    match property {
        StateProperty::Is(property) => property.of(element).map(Expected::Is),
        StateProperty::Value => held(),
        // What has no units of its own has only the one value.
        StateProperty::RawValue => match &state.raw_value {
            Some(raw_value) => Some(Expected::Number(raw_value.at)),
            None => held(),
        },
        StateProperty::TextValue => value()
            .filter(|text| !text.is_empty() && element.is_editable)
            .map(Expected::Text),
    }
}

/// Returns whether what was read is what was expected: the same kind of thing and equal, a number also
/// to its text. What could not be read never matches.
pub fn matches_state(seen: Option<&Expected>, expected: &Expected) -> bool {
    match (seen, expected) {
        (Some(Expected::Is(seen)), Expected::Is(wanted)) => seen == wanted,
        (Some(Expected::Number(seen)), Expected::Number(wanted)) => seen == wanted,
        (Some(Expected::Text(seen)), Expected::Text(wanted)) => seen == wanted,
        (Some(Expected::Number(seen)), Expected::Text(wanted)) => {
            wanted.parse::<f64>().is_ok_and(|wanted| *seen == wanted)
        }
        (Some(Expected::Is(_) | Expected::Number(_) | Expected::Text(_)), _) | (None, _) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::{RawValue, State};

    fn switch(checked: Option<bool>) -> Element {
        Element {
            state: State {
                checked,
                selected: Some(false),
                value: Some("50".to_owned()),
                ..State::default()
            },
            ..Element::default()
        }
    }

    #[test]
    fn absent_is_not_false() {
        let off = Expected::Is(false);
        let seen = |checked| state_of(&switch(checked), StateProperty::Is(Property::Checked));
        assert!(matches_state(seen(Some(false)).as_ref(), &off));
        assert!(!matches_state(seen(None).as_ref(), &off));
        let selected = state_of(&switch(None), StateProperty::Is(Property::Selected));
        assert!(matches_state(selected.as_ref(), &off));
    }

    #[test]
    fn values_match_as_numbers_and_as_text() {
        let value = state_of(&switch(None), StateProperty::Value);
        assert!(matches_state(value.as_ref(), &Expected::Number(50.0)));
        assert!(matches_state(
            value.as_ref(),
            &Expected::Text("50".to_owned())
        ));
        assert!(!matches_state(value.as_ref(), &Expected::Is(true)));
    }

    #[test]
    fn a_slider_says_where_it_stands_in_percent_and_in_its_own_units() {
        let mut slider = switch(None);
        let raw = |slider: &Element| state_of(slider, StateProperty::RawValue);
        assert_eq!(raw(&slider), Some(Expected::Number(50.0)));
        let end = Some(14.0);
        slider.state.raw_value = Some(Box::new(RawValue { at: 7.0, end }));
        assert_eq!(raw(&slider), Some(Expected::Number(7.0)));
    }

    #[test]
    fn what_a_password_field_holds_is_never_said() {
        let field = Element {
            is_password: true,
            is_editable: true,
            ..switch(None)
        };
        assert_eq!(state_of(&field, StateProperty::TextValue), None);
        assert_eq!(state_of(&field, StateProperty::Value), None);
    }
}
