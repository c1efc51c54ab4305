//! Pressing a key, with modifiers as people write them: `return`, `l+command`, `Cmd+Shift+L`.

use crate::device::{Key, Modifier};

use super::declare::show;
use super::{FieldVisitor, StepDefinition, Value, Verb, answers, step_kind};

/// Presses a key, with modifiers held.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PressKey {
    /// The key.
    pub key: Key,
    /// The keys that are held meanwhile, in the order written.
    pub modifiers: Vec<Modifier>,
}

impl PressKey {
    /// Returns the key and what is held, as `l+command`.
    pub fn combination(&self) -> String {
        let mut words = vec![self.key.as_str().to_owned()];
        words.extend(
            self.modifiers
                .iter()
                .map(|modifier| modifier.as_str().to_owned()),
        );
        words.join("+")
    }

    /// Reads one key and its modifiers in any order; `+` itself may be the key.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let (plus, words) = split_plus_key(text);
        let mut key = plus.then(|| Key::from_word("+")).flatten();
        let mut modifiers = Vec::new();
        for word in words.split('+').filter(|_| !words.is_empty()) {
            if let Some(modifier) = Modifier::from_text(word.trim()) {
                modifiers.push(modifier);
            } else if key.is_none() {
                key = Some(Key::from_word(word.trim())?);
            } else {
                return None;
            }
        }
        Some(Self {
            key: key?,
            modifiers,
        })
    }
}

step_kind! {
    for PressKey;
    // The whole of it is one value, so it is not declared as other kinds are.
    fn fields(&mut self, visitor: &mut dyn FieldVisitor) {
        show(visitor, "key", Value::Combination(self));
        show(visitor, "modifiers", Value::Modifiers(&mut self.modifiers));
    }
    verbs: [
        Verb::new::<Self>("press_key", "Presses a key")
            .in_skills("press_key: \"return\"")
            .main("key"),
    ]
}

impl StepDefinition for PressKey {
    answers! { proven_by: ScreenChange }

    fn label_text(&self) -> Option<String> {
        Some(self.combination())
    }
}

/// Splits off a `+` that is the key: alone, first as in `++command`, or last as in `Cmd++`.
fn split_plus_key(text: &str) -> (bool, &str) {
    if text == "+" {
        return (true, "");
    }
    let rest = text.strip_prefix("++").or_else(|| text.strip_suffix("++"));
    rest.map_or((false, text), |rest| (true, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<String> {
        PressKey::parse(text).map(|press| press.combination())
    }

    #[test]
    fn the_key_may_come_first_or_last() {
        assert_eq!(read("return").unwrap(), "return");
        assert_eq!(read("l+command").unwrap(), "l+command");
        assert_eq!(read("Cmd+Shift+L").unwrap(), "l+command+shift");
        assert_eq!(
            read("Ctrl + Alt + Delete").unwrap(),
            "delete+control+option"
        );
    }

    #[test]
    fn plus_can_be_the_key() {
        assert_eq!(read("+").unwrap(), "+");
        assert_eq!(read("++command").unwrap(), "++command");
        assert_eq!(read("Cmd++").unwrap(), "++command");
    }

    #[test]
    fn no_key_two_keys_and_unknown_keys_are_refused() {
        for bad in ["", "command", "a+b", "retrun", "l+", "+l", "l+hyper"] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }
}
