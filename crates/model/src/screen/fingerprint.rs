//! A short proof of what a screen says, made to ignore what changes by itself.

use std::collections::BTreeSet;

use sha2::{Digest, Sha256};

use super::{Role, Screen};

/// The height of the strip with clock and battery on screens that are read from pixels, where no
/// device says it.
pub const PIXEL_STATUS_BAR: f64 = 80.0;

/// How alike two fingerprints must be to count as the same screen.
pub const SAME_SCREEN: f64 = 0.8;

/// Longer texts are content, not structure.
const LONGEST_STRUCTURAL_TEXT: usize = 50;

/// A short proof of what a screen says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fingerprint {
    /// SHA-256 of the texts and the number of icons, in lower-case hex.
    pub hash: String,
    /// The texts that count, sorted.
    pub texts: BTreeSet<String>,
    /// How many pictures without text there are.
    pub icons: usize,
}

impl Fingerprint {
    /// Returns the fingerprint of `screen`.
    pub fn of(screen: &Screen) -> Self {
        let mut texts = BTreeSet::new();
        let mut icons = 0;
        for (_, element) in screen.visible() {
            let label = element.caption();
            if label.is_empty() {
                icons += usize::from(element.role == Role::Image);
            } else if element.bounds.center().y >= screen.status_bar && is_structural(label) {
                texts.insert(label.to_owned());
            }
        }
        Self::from_parts(texts, icons)
    }

    /// Returns the fingerprint of the given texts and number of icons.
    pub fn from_parts(texts: BTreeSet<String>, icons: usize) -> Self {
        let joined: Vec<&str> = texts.iter().map(String::as_str).collect();
        let plain = format!("{}|icons:{icons}", joined.join("|"));
        Self {
            hash: sha256_hex(plain.as_bytes()),
            texts,
            icons,
        }
    }

    /// Returns how alike the two are: 1 when equal, else common texts over all texts.
    pub fn similarity(&self, other: &Self) -> f64 {
        if self.hash == other.hash {
            return 1.0;
        }
        let all = self.texts.union(&other.texts).count();
        let common = self.texts.intersection(&other.texts).count();
        if all == 0 {
            0.0
        } else {
            common as f64 / all as f64
        }
    }

    /// Returns whether the two are the same screen.
    pub fn is_same_screen(&self, other: &Self) -> bool {
        self.similarity(other) >= SAME_SCREEN
    }
}

/// Returns the SHA-256 of `bytes` in lower-case hex.
pub fn sha256_hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    Sha256::digest(bytes)
        .iter()
        .fold(String::new(), |mut hex, byte| {
            let _ = write!(hex, "{byte:02x}");
            hex
        })
}

/// Returns whether a text says what the screen is rather than what it shows at the moment:
/// not a clock, not a bare number, not a date, not long.
pub(crate) fn is_structural(text: &str) -> bool {
    text.chars().count() <= LONGEST_STRUCTURAL_TEXT
        && !is_clock(text)
        && !is_bare_number(text)
        && !is_date_word(text)
}

/// `9:41` or `12:05`; a third digit after the colon is read errors' doing.
fn is_clock(text: &str) -> bool {
    let Some((hours, minutes)) = text.split_once(':') else {
        return false;
    };
    let digits = |text: &str| text.chars().all(|c| c.is_ascii_digit());
    (1..=2).contains(&hours.len())
        && (2..=3).contains(&minutes.len())
        && digits(hours)
        && digits(minutes)
}

/// Returns whether a text is a clock, a stopwatch of any precision, or counts seconds, as `59 s left` does.
pub(crate) fn is_ticking(text: &str) -> bool {
    is_stopwatch(text) || counts_seconds(text)
}

/// Figures of seconds, and no other words than those that countdowns have.
fn counts_seconds(text: &str) -> bool {
    const SECONDS: [&str; 6] = ["s", "sec", "secs", "second", "seconds", "秒"];
    const BESIDE: [&str; 16] = [
        "m",
        "min",
        "mins",
        "minute",
        "minutes",
        "h",
        "hour",
        "hours",
        "分",
        "時間",
        "残り",
        "time",
        "left",
        "remaining",
        "and",
        "in",
    ];
    let lower = text.to_lowercase();
    let is_unit = |unit: &&str| {
        lower.match_indices(*unit).any(|(start, _)| {
            let (ahead, behind) = (&lower[..start], &lower[start + unit.len()..]);
            ahead.trim_end().ends_with(|c: char| c.is_ascii_digit())
                && !behind.starts_with(char::is_alphabetic)
        })
    };
    let mut words = lower.split(|c: char| !c.is_alphabetic());
    SECONDS.iter().any(is_unit)
        && words.all(|word| word.is_empty() || SECONDS.contains(&word) || BESIDE.contains(&word))
}

fn is_stopwatch(text: &str) -> bool {
    let mut groups = text.split([':', '.']);
    text.contains(':')
        && groups.all(|group| {
            (1..=3).contains(&group.len()) && group.bytes().all(|b| b.is_ascii_digit())
        })
}

fn is_bare_number(text: &str) -> bool {
    (1..=3).contains(&text.len()) && text.chars().all(|c| c.is_ascii_digit())
}

/// A weekday, a month, or a month with a day, in English.
fn is_date_word(text: &str) -> bool {
    const WORDS: [&str; 19] = [
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ];
    let is_name = |word: &str| {
        let word = word.trim_end_matches(['.', ',']).to_lowercase();
        word.len() >= 3 && WORDS.iter().any(|full| *full == word || full[..3] == word)
    };
    match text.split_once(' ') {
        None => is_name(text),
        Some((month, day)) => is_name(month) && day.len() <= 2 && is_bare_number(day),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(texts: &[&str]) -> Fingerprint {
        Fingerprint::from_parts(texts.iter().map(|text| (*text).to_owned()).collect(), 0)
    }

    #[test]
    fn clocks_and_countdowns_tick() {
        for text in [
            "9:41",
            "00:12.345",
            "3595 / 3600sec",
            "59 s left",
            "Time left: 1 min 5 sec",
            "残り30秒",
        ] {
            assert!(is_ticking(text), "{text}");
        }
        for text in [
            "12",
            "5 min",
            "Second 2",
            "2 items",
            "seconds",
            "30 s exposure",
        ] {
            assert!(!is_ticking(text), "{text}");
        }
    }

    #[test]
    fn what_changes_by_itself_is_not_structural() {
        for text in [
            "9:41", "12:05", "12:051", "7", "100", "Monday", "Feb 3", "March", "Sept",
        ] {
            let expected = text == "Sept";
            assert_eq!(is_structural(text), expected, "{text}");
        }
        for text in ["General", "1000", "9:4", "Maybe", "May I", "設定", "Wi-Fi"] {
            assert!(is_structural(text), "{text}");
        }
        assert!(!is_structural(&"x".repeat(51)));
    }

    #[test]
    fn the_same_texts_give_the_same_hash_in_any_order() {
        assert_eq!(of(&["General", "About"]), of(&["About", "General"]));
        assert_eq!(
            of(&["About", "General"]).hash,
            sha256_hex(b"About|General|icons:0"),
        );
    }

    #[test]
    fn four_of_five_texts_in_common_is_the_same_screen() {
        let five = of(&["a1", "b1", "c1", "d1", "e1"]);
        assert!(five.is_same_screen(&of(&["a1", "b1", "c1", "d1"])));
        assert!(!five.is_same_screen(&of(&["a1", "b1", "c1"])));
        assert!(!of(&[]).is_same_screen(&five));
    }
}
