//! Text of strangers made visible: what would move a cursor, colour, hide or turn text is shown as an escape.
//!
//! Everything that is written to a terminal passes [`for_terminal`], so no writer has to remember it.

use std::borrow::Cow;
use std::hash::{BuildHasher as _, RandomState};
use std::sync::LazyLock;

use retap_model::seen::is_unseen;

/// The mark of control sequences of our own. It is new in every process, so no file or page can know it and have a
/// sequence of its own taken for one of ours.
static MARK: LazyLock<String> =
    LazyLock::new(|| format!("\x1b{:016x}", RandomState::new().hash_one("mark")));

/// Returns a control sequence of ours, without its escape character, for a text that [`for_terminal`] will see.
pub(crate) fn control(sequence: &str) -> String {
    format!("{}{sequence}", *MARK)
}

/// Returns a text as a terminal may have it: our own control sequences as they are, all others visible.
pub fn for_terminal(text: &str) -> String {
    let mut parts = text.split(MARK.as_str());
    let mut shown = visible(parts.next().unwrap_or_default()).into_owned();
    for part in parts {
        let (control, rest) = match part.strip_prefix('\r') {
            Some(rest) => ('\r', rest),
            None => ('\x1b', part),
        };
        shown.push(control);
        shown += &visible(rest);
    }
    shown
}

/// Returns a text with every character that acts instead of showing written as JSON writes it, such as `\u001b`.
/// New lines and tabs stay. In a JSON text that changes the form only, not what it says.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if !is_hidden(character) {
            shown.push(character);
            continue;
        }
        for unit in character.encode_utf16(&mut [0; 2]) {
            shown += &format!("\\u{unit:04x}");
        }
    }
    Cow::Owned(shown)
}

/// Returns whether a character acts on what shows it, or shows nothing at all. What words and pictures of many languages are
/// made of stays: the joiners, and the selectors of how a letter is drawn.
fn is_hidden(character: char) -> bool {
    match character {
        '\n' | '\t' => false,
        '\u{34f}' | '\u{180b}'..='\u{180d}' | '\u{180f}' | '\u{200c}' | '\u{200d}' => false,
        '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}' => false,
        '\u{2028}' | '\u{2029}' | '\u{fffe}' | '\u{ffff}' => true,
        other => other.is_control() || is_unseen(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_acts_is_shown_and_what_shows_is_left() {
        let hostile = "a\x1b[2J\u{9b}2J\r\x07\u{202e}b\u{2028}\u{e0041}\n\tc\u{200d}設";
        assert_eq!(
            visible(hostile),
            "a\\u001b[2J\\u009b2J\\u000d\\u0007\\u202eb\\u2028\\udb40\\udc41\n\tc\u{200d}設"
        );
    }

    #[test]
    fn what_shows_nothing_is_shown_and_what_words_are_made_of_is_left() {
        for hidden in
            "\u{ad}\u{61c}\u{115f}\u{180e}\u{200b}\u{200e}\u{200f}\u{3164}\u{ffa0}".chars()
        {
            assert!(visible(&format!("a{hidden}b")).is_ascii(), "{hidden:?}");
        }
        for text in ["می\u{200c}خواهم", "क्\u{200d}ष", "❤\u{fe0f}", "葛\u{e0100}"] {
            assert_eq!(visible(text), text);
        }
    }

    #[test]
    fn a_json_text_says_the_same_afterwards() {
        let said = "\u{9b}\u{202e}\u{e0041}\x1b\r\n";
        let json = serde_json::to_string(said).unwrap();
        let shown = visible(&json);
        assert!(shown.is_ascii());
        assert_eq!(serde_json::from_str::<String>(&shown).unwrap(), said);
    }

    #[test]
    fn only_our_own_sequences_reach_a_terminal() {
        let text = format!("{}ok{} \x1b[32mforged", control("[32m"), control("[0m"));
        assert_eq!(for_terminal(&text), "\x1b[32mok\x1b[0m \\u001b[32mforged");
        assert_eq!(for_terminal(&control("\r")), "\r");
    }
}
