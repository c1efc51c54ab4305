//! Text that must never be printed, logged or written.

use std::fmt;

/// The text that stands in every output where a secret would be.
pub const MASK: &str = "••••";

/// Text that shows as [`MASK`] wherever it is formatted; only [`Secret::reveal`] gives it out.
///
/// It implements neither `Serialize` nor a readable `Debug`, so that a file or a report that
/// tries to hold one does not compile or shows the mask.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Wraps `text`.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// Returns the text itself; call it only where it is handed to a device.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(MASK)
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(MASK)
    }
}

/// A secret with fewer letters and digits than this is masked only where it stands by itself:
/// masking every `1` inside other words would make reports unreadable and hide nothing.
const SHORTEST_INSIDE: usize = 4;

/// Returns the text with every one of the secrets masked.
///
/// Apps show secrets in their own way, so spaces, hyphens and case do not count: a card number is
/// found in groups of four, too. All places are found before any is masked, because one secret may
/// be a part of another.
pub fn mask(text: &str, secrets: &std::collections::BTreeSet<String>) -> String {
    let letters = letters(text);
    let mut hidden = vec![false; text.len()];
    for secret in secrets {
        hide(text, &letters, secret, &mut hidden);
    }
    let mut masked = String::with_capacity(text.len());
    let mut was_hidden = false;
    for (place, character) in text.char_indices() {
        match (hidden[place], was_hidden) {
            (true, false) => masked.push_str(MASK),
            (true, true) => {}
            (false, _) => masked.push(character),
        }
        was_hidden = hidden[place];
    }
    masked
}

/// Returns the characters that count, in lower case, with their places.
fn letters(text: &str) -> Vec<(usize, char)> {
    let counts = |c: &char| !c.is_whitespace() && !matches!(c, '-' | '\u{2010}'..='\u{2015}');
    text.char_indices()
        .filter(|(_, c)| counts(c))
        .map(|(place, c)| (place, c.to_lowercase().next().unwrap_or(c)))
        .collect()
}

fn hide(text: &str, letters: &[(usize, char)], secret: &str, hidden: &mut [bool]) {
    let wanted: Vec<char> = self::letters(secret).into_iter().map(|(_, c)| c).collect();
    if wanted.is_empty() || wanted.len() > letters.len() {
        return;
    }
    for start in 0..=letters.len() - wanted.len() {
        let window = &letters[start..start + wanted.len()];
        if !window
            .iter()
            .zip(&wanted)
            .all(|((_, seen), wanted)| seen == wanted)
        {
            continue;
        }
        let (first, last) = (window[0].0, window[window.len() - 1].0);
        let end = last + text[last..].chars().next().map_or(1, char::len_utf8);
        if wanted.len() >= SHORTEST_INSIDE || stands_alone(text, first, end) {
            hidden[first..end].fill(true);
        }
    }
}

fn stands_alone(text: &str, start: usize, end: usize) -> bool {
    let is_edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    is_edge(text[..start].chars().next_back()) && is_edge(text[end..].chars().next())
}

/// Returns a text in the ways XML and JSON files write it: line breaks and characters beyond 16 bits as
/// they are or by number, apostrophes as they are or by name.
pub fn as_written(text: &str) -> Vec<String> {
    let xml = text
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;");
    let by_number = |text: &str, number: fn(u32) -> String| {
        let is_plain = |c: char| !c.is_control() && u32::from(c) <= u32::from(u16::MAX);
        let letter = |c: char| match is_plain(c) {
            true => c.to_string(),
            false => number(u32::from(c)),
        };
        text.chars().map(letter).collect::<String>()
    };
    let json = serde_json::Value::from(text).to_string();
    let mut all = vec![text.to_owned(), json[1..json.len() - 1].to_owned()];
    for xml in [xml.replace('\'', "&apos;"), xml.replace('\'', "&#39;"), xml] {
        all.push(by_number(&xml, |c| format!("&#{c};")));
        all.push(by_number(&xml, |c| format!("&#x{c:X};")));
        all.push(xml);
    }
    all
}

/// Returns whether a variable of this name holds a secret by the usual naming habits.
pub fn is_secret_name(name: &str) -> bool {
    const MARKS: [&str; 12] = [
        "PASSWORD",
        "PASSWD",
        "PASSPHRASE",
        "SECRET",
        "TOKEN",
        "API_KEY",
        "APIKEY",
        "CREDENTIAL",
        // What a Japanese form calls its secret fields.
        "パスワード",
        "暗証番号",
        "パスコード",
        "秘密",
    ];
    let upper = name.to_ascii_uppercase();
    let is_word = |word: &str| matches!(word, "PIN" | "OTP" | "CVV" | "PWD" | "PASS");
    MARKS.iter().any(|mark| upper.contains(mark)) || upper.split('_').any(is_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_write_a_secret_in_many_ways() {
        let all = as_written("a\n'<👍");
        for form in [
            "a\n'<👍",
            "a\\n'<👍",
            "a\n'&lt;👍",
            "a&#10;&apos;&lt;&#128077;",
            "a&#xA;&#39;&lt;&#x1F44D;",
        ] {
            assert!(all.iter().any(|known| known == form), "{form} {all:?}");
        }
    }

    #[test]
    fn a_secret_never_shows_itself() {
        let secret = Secret::new("hunter2");
        assert_eq!(
            format!("{secret} {secret:?} {:?}", Some(&secret)),
            "•••• •••• Some(••••)"
        );
        assert_eq!(secret.reveal(), "hunter2");
    }

    #[test]
    fn secrets_are_masked_inside_and_short_ones_where_they_stand_alone() {
        let secrets = ["hunter2".to_owned(), "123".to_owned()].into();
        assert_eq!(mask("pw=hunter2!", &secrets), "pw=••••!");
        assert_eq!(
            mask("visible: 123, 1234, A123", &secrets),
            "visible: ••••, 1234, A123"
        );
        assert_eq!(mask("123", &secrets), "••••");
        let longer = ["lantern".to_owned(), "lantern-42@x.org\n".to_owned()].into();
        assert_eq!(mask("as lantern-42@x.org now", &longer), "as •••• now");
        let card = ["4111222233334444".to_owned()].into();
        assert_eq!(mask("Card 4111 2222 3333 4444", &card), "Card ••••");
    }

    #[test]
    fn names_of_secrets_are_told_by_habit() {
        assert!(is_secret_name("TEST_PASSWORD"));
        assert!(is_secret_name("card_pin"));
        assert!(!is_secret_name("SHIPPING_CITY"));
        assert!(!is_secret_name("RECIPIENT"));
    }
}
