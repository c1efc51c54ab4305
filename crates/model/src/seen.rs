//! Text as a person sees it: without characters that nobody sees, and with equal letters for what looks the same.
//!
//! Not here: how a label is matched; this is for what must hold however something is written.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Returns whether nothing is drawn for a character: joiners, soft hyphens, marks of direction, fillers, selectors.
pub fn is_unseen(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    ) || (c.is_control() && !c.is_whitespace())
}

/// Returns the text without characters that nobody sees.
pub fn seen(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unseen) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().filter(|c| !is_unseen(*c)).collect())
}

/// Returns whether a text shows nothing at all.
pub fn is_blank(text: &str) -> bool {
    // The Braille pattern without dots is a letter that is drawn as a space.
    text.chars()
        .all(|c| c.is_whitespace() || is_unseen(c) || c == '\u{2800}')
}

/// Returns whether a character is put on a letter that stays the same without it. Japanese voicing marks are no such: か
/// and が are different letters.
pub(crate) fn is_accent(c: char) -> bool {
    is_combining_mark(c) && !matches!(c, '\u{3099}' | '\u{309A}')
}

/// Returns the text in small letters without accents, width and style, and with the letters that it looks like.
pub fn plain(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let letters = text.chars().filter(|c| !is_unseen(*c));
    let letters = letters.map(without_style).nfkd();
    let letters = letters.filter(|c| !is_accent(*c));
    let folded: String = letters.nfc().flat_map(char::to_lowercase).collect();
    let words = folded.split_inclusive(|c: char| !c.is_alphanumeric());
    words.map(latin_if_mixed).collect()
}

/// Latin letters that are drawn as small capitals, from `a` on; a space for those that there are none of.
const SMALL_CAPITALS: &str = "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘ ʀꜱᴛᴜᴠᴡ ʏᴢ";

/// Returns the letter that is drawn as a sign of its own, such as 🅳, or with a stroke; others as they are.
fn without_style(c: char) -> char {
    let stroked = match c {
        'Đ' | 'đ' | 'Ð' | 'ð' => Some('d'),
        'Ł' | 'ł' => Some('l'),
        'Ø' | 'ø' => Some('o'),
        'Ħ' | 'ħ' => Some('h'),
        'Ŧ' | 'ŧ' => Some('t'),
        _ => None,
    };
    let alphabets = ['\u{1F150}', '\u{1F170}', '\u{1F1E6}'].map(u32::from);
    let number = |start: u32| u32::from(c).checked_sub(start).filter(|at| *at < 26);
    let signed = alphabets.into_iter().find_map(number);
    let small = SMALL_CAPITALS.chars().position(|it| it == c && c != ' ');
    let number = signed.or(small.and_then(|at| u32::try_from(at).ok()));
    let plain = number.and_then(|at| char::from_u32(u32::from('a') + at));
    stroked.or(plain).unwrap_or(c)
}

/// A word of Latin letters and others is one in which some only look like Latin ones.
fn latin_if_mixed(word: &str) -> Cow<'_, str> {
    let is_mixed = !word.is_ascii() && word.contains(|c: char| c.is_ascii_alphabetic());
    if !is_mixed {
        return Cow::Borrowed(word);
    }
    Cow::Owned(word.chars().map(latin_like).collect())
}

/// Letters of other scripts that are drawn like a Latin one, in small letters.
#[rustfmt::skip]
static LOOK_ALIKES: [(char, char); 31] = [
    ('а', 'a'), ('в', 'b'), ('с', 'c'), ('ԁ', 'd'), ('е', 'e'), ('һ', 'h'), ('і', 'i'), ('ј', 'j'), ('к', 'k'), ('ӏ', 'l'),
    ('м', 'm'), ('о', 'o'), ('р', 'p'), ('ԛ', 'q'), ('ѕ', 's'), ('т', 't'), ('у', 'y'), ('ԝ', 'w'), ('х', 'x'),
    ('α', 'a'), ('ε', 'e'), ('ι', 'i'), ('κ', 'k'), ('ν', 'v'), ('ο', 'o'), ('ρ', 'p'), ('τ', 't'), ('υ', 'u'),
    ('ı', 'i'), ('ɑ', 'a'), ('ɡ', 'g'),
];

fn latin_like(c: char) -> char {
    let like = LOOK_ALIKES.iter().find(|(other, _)| *other == c);
    like.map_or(c, |(_, latin)| *latin)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_the_same_is_the_same() {
        for written in [
            "Delete",
            "DELETE",
            "Del\u{200b}ete",
            "Del\u{ad}ete",
            "Del\u{200d}ete",
            "Ｄｅｌｅｔｅ",
            "𝐃𝐞𝐥𝐞𝐭𝐞",
            "Dеlеtе",
            "Délete",
            "ᴅᴇʟᴇᴛᴇ",
            "🅳🅴🅻🅴🆃🅴",
            "Ðelete",
            "\u{202e}\u{2066}Delete\u{e0041}",
        ] {
            assert_eq!(plain(written), "delete", "{written:?}");
        }
        assert_eq!(plain("удалить が"), "удалить が");
        assert_eq!(plain("Löschen"), "loschen");
    }

    #[test]
    fn a_text_that_shows_nothing_is_blank() {
        for blank in [
            "",
            " \t",
            "\u{200b}",
            "\u{feff} \u{ad}",
            "\u{2800}",
            "\u{3164}",
            "\u{1}",
        ] {
            assert!(is_blank(blank), "{blank:?}");
        }
        assert!(!is_blank("\u{200b}a"));
        assert_eq!(seen("a\u{2060}b"), "ab");
    }
}
