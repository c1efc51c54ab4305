//! Text that must never be printed, logged or written.

use std::fmt;

/// What stands in every output where a secret would be.
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

/// A secret shorter than this is masked only where it stands by itself: masking every `1` inside
/// other words would make reports unreadable and hide nothing.
const SHORTEST_INSIDE: usize = 4;

/// Returns the text with every one of the secrets masked.
pub fn mask(text: &str, secrets: &std::collections::BTreeSet<String>) -> String {
    let mut masked = text.to_owned();
    for secret in secrets.iter().filter(|secret| !secret.is_empty()) {
        if !masked.contains(secret.as_str()) {
            continue;
        }
        masked = if secret.chars().count() >= SHORTEST_INSIDE {
            masked.replace(secret.as_str(), MASK)
        } else {
            mask_alone(&masked, secret)
        };
    }
    masked
}

fn mask_alone(text: &str, secret: &str) -> String {
    let mut masked = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(secret) {
        let (before, found) = rest.split_at(start);
        let after = &found[secret.len()..];
        let is_edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
        let left = before
            .chars()
            .next_back()
            .or_else(|| masked.chars().next_back());
        let is_alone = is_edge(left) && is_edge(after.chars().next());
        masked.push_str(before);
        masked.push_str(if is_alone { MASK } else { secret });
        rest = after;
    }
    masked + rest
}

/// Returns whether a variable of this name holds a secret by the usual naming habits.
pub fn is_secret_name(name: &str) -> bool {
    const MARKS: [&str; 8] = [
        "PASSWORD",
        "PASSWD",
        "PASSPHRASE",
        "SECRET",
        "TOKEN",
        "API_KEY",
        "APIKEY",
        "CREDENTIAL",
    ];
    let upper = name.to_ascii_uppercase();
    MARKS.iter().any(|mark| upper.contains(mark))
        || upper
            .split('_')
            .any(|word| matches!(word, "PIN" | "OTP" | "CVV" | "PWD" | "PASS"))
}

#[cfg(test)]
mod tests {
    use super::*;

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
    }

    #[test]
    fn names_of_secrets_are_told_by_habit() {
        assert!(is_secret_name("TEST_PASSWORD"));
        assert!(is_secret_name("card_pin"));
        assert!(!is_secret_name("SHIPPING_CITY"));
        assert!(!is_secret_name("RECIPIENT"));
    }
}
