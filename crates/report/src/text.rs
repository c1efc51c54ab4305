//! Words and figures as every report writes them.

use retap_model::event::Tally;

use crate::visible::visible;

/// Returns a time as people read it: `0.08 s`, `0.004 s`, `12.30 s`, `2 min 05 s`.
pub(crate) fn seconds(ms: u64) -> String {
    let whole = ms / 1000;
    match ms {
        1..10 => format!("0.{ms:03} s"),
        0..60_000 => format!("{whole}.{:02} s", ms % 1000 / 10),
        60_000.. => format!("{} min {:02} s", whole / 60, whole % 60),
    }
}

/// Returns a count with its noun: `1 step`, `2 steps`.
pub(crate) fn count(number: impl Into<u64>, noun: &str) -> String {
    let number = number.into();
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{ending}")
}

/// Returns `12 screen reads, 14 saved; 0 text reads` for figures of one run or several.
pub(crate) fn readings(tallies: impl Iterator<Item = Tally>) -> String {
    let (mut screen, mut text) = ([0_u64; 2], [0_u64; 2]);
    for tally in tallies {
        screen[0] += u64::from(tally.reads);
        screen[1] += u64::from(tally.reads_saved);
        text[0] += u64::from(tally.text_reads);
        text[1] += u64::from(tally.text_reads_saved);
    }
    let words = |[made, saved]: [u64; 2], noun: &str| match saved {
        0 => count(made, noun),
        saved => format!("{}, {saved} saved", count(made, noun)),
    };
    format!(
        "{}; {}",
        words(screen, "screen read"),
        words(text, "text read")
    )
}

/// Returns a word with a capital.
pub(crate) fn capitalised(word: &str) -> String {
    let mut characters = word.chars();
    let first = characters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(characters).collect()
}

/// Escapes what HTML and XML would take for more than a character, and shows what neither should have; they differ
/// in the apostrophe.
pub(crate) fn escape_markup(text: &str, apostrophe: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in visible(text).chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str(apostrophe),
            other => escaped.push(other),
        }
    }
    escaped
}

/// Returns a path as the address of a link; letters of any script stay readable.
pub(crate) fn address(path: &str) -> String {
    let mut address = String::new();
    for character in path.chars() {
        let is_fine = character.is_alphanumeric() || "-._~/".contains(character);
        if is_fine {
            address.push(character);
            continue;
        }
        let mut buffer = [0; 4];
        for byte in character.encode_utf8(&mut buffer).bytes() {
            address += &format!("%{byte:02X}");
        }
    }
    address
}

/// Returns the first line of a text that may have several.
pub(crate) fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or("")
}

/// Returns a text on one line, with what would act on a terminal made visible.
pub fn clean(text: &str) -> String {
    visible(&text.replace(['\n', '\r', '\t'], " ")).into_owned()
}

/// Returns how many columns of a terminal a text takes.
pub(crate) fn width(text: &str) -> usize {
    text.chars().map(columns).sum()
}

/// Returns as much of a text as fits, with `…` when something is left out.
pub(crate) fn fit(text: &str, columns_there: usize) -> String {
    if width(text) <= columns_there {
        return text.to_owned();
    }
    let mut fitted = String::new();
    let mut left = columns_there.saturating_sub(1);
    for character in text.chars() {
        let needed = columns(character);
        if needed > left {
            break;
        }
        left -= needed;
        fitted.push(character);
    }
    fitted.push('…');
    fitted
}

/// Returns a text followed by as many spaces as fill the column.
pub(crate) fn pad(text: &str, columns_there: usize) -> String {
    let missing = columns_there.saturating_sub(width(text));
    format!("{text}{}", " ".repeat(missing))
}

/// East Asian wide characters take two columns; the ranges are the blocks that hold them.
fn columns(character: char) -> usize {
    match u32::from(character) {
        0x0300..=0x036f | 0x200b..=0x200f | 0xfe00..=0xfe0f => 0,
        0x1100..=0x115f | 0x2e80..=0xa4cf | 0xac00..=0xd7a3 | 0xf900..=0xfaff => 2,
        0xfe30..=0xfe6f | 0xff00..=0xff60 | 0xffe0..=0xffe6 => 2,
        0x1f300..=0x1f64f | 0x1f900..=0x1f9ff | 0x20000..=0x3fffd => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_short_at_every_size() {
        let shown: Vec<String> = [0, 4, 80, 1234, 59_999, 125_000].map(seconds).to_vec();
        assert_eq!(
            shown,
            [
                "0.00 s",
                "0.004 s",
                "0.08 s",
                "1.23 s",
                "59.99 s",
                "2 min 05 s"
            ]
        );
    }

    #[test]
    fn wide_characters_take_two_columns() {
        assert_eq!(width("設定 ok"), 7);
        assert_eq!(fit("設定を開く", 7), "設定を…");
        assert_eq!(fit("General", 7), "General");
        assert_eq!(pad("設定", 6), "設定  ");
    }

    #[test]
    fn nothing_can_move_the_cursor() {
        assert_eq!(clean("a\x1b[2Jb\nc"), "a\\u001b[2Jb c");
    }
}
