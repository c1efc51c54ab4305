//! A text as letters that know where they stand, taken out of the ways files and addresses write them.

use unicode_normalization::char::{decompose_compatible, is_combining_mark};

use crate::seen::is_unseen;

/// How many layers of escapes are read: an address in JSON in an attribute has three.
const MOST_LAYERS: usize = 6;

/// One character and the bytes of the text it was written with.
#[derive(Debug, Clone, Copy)]
pub(super) struct Letter {
    pub(super) letter: char,
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Letter {
    /// Returns what stands between two pieces of text, at this byte.
    pub(super) const fn seam(start: usize) -> Self {
        Self {
            letter: SEAM,
            start,
            end: start,
        }
    }
}

/// Stands between two pieces of text that a person sees side by side.
pub(crate) const SEAM: char = '\u{1e}';

/// Returns the letters of a piece of a text that begins at `start`.
pub(super) fn of(piece: &str, start: usize) -> impl Iterator<Item = Letter> {
    piece.char_indices().map(move |(at, letter)| Letter {
        letter,
        start: start + at,
        end: start + at + letter.len_utf8(),
    })
}

/// Returns the letters as they are written, and once more for each layer of escapes that is read.
pub(super) fn layers(written: Vec<Letter>) -> impl Iterator<Item = Vec<Letter>> {
    std::iter::successors(Some(written), |letters| decoded(letters)).take(1 + MOST_LAYERS)
}

/// Returns the letters with one layer of escapes read, of HTML, XML, JSON, scripts and addresses; `None` where
/// there are no escapes.
fn decoded(letters: &[Letter]) -> Option<Vec<Letter>> {
    let mut all = Vec::with_capacity(letters.len());
    let mut at = 0;
    while let Some(letter) = letters.get(at) {
        let read = match letter.letter {
            '%' => percent(&letters[at..]),
            '&' => entity(&letters[at..]),
            '\\' => escape(&letters[at..]),
            _ => None,
        };
        let (letter, taken) = match read {
            Some((read, taken)) => {
                let end = letters[at + taken - 1].end;
                let start = letter.start;
                (
                    Letter {
                        letter: read,
                        start,
                        end,
                    },
                    taken,
                )
            }
            None => (*letter, 1),
        };
        all.push(letter);
        at += taken;
    }
    (all.len() < letters.len()).then_some(all)
}

/// Returns the number that this many digits from `at` on are.
fn number(letters: &[Letter], at: usize, digits: usize, radix: u32) -> Option<u32> {
    let digits = letters.get(at..at + digits)?.iter();
    let mut digits = digits.map(|it| it.letter.to_digit(radix));
    digits.try_fold(0, |sum: u32, digit| {
        sum.checked_mul(radix)?.checked_add(digit?)
    })
}

/// Reads the bytes of one character: `%E3%81%82`; as scripts once wrote them, `%u3042` and `%E9`.
fn percent(letters: &[Letter]) -> Option<(char, usize)> {
    let latin = || Some((char::from_u32(number(letters, 1, 2, 16)?)?, 3));
    utf8(letters).or_else(|| utf16(letters, '%')).or_else(latin)
}

fn utf8(letters: &[Letter]) -> Option<(char, usize)> {
    let byte = |at: usize| {
        let is_escape = letters.get(at * 3)?.letter == '%';
        let byte = number(letters, at * 3 + 1, 2, 16).filter(|_| is_escape)?;
        u8::try_from(byte).ok()
    };
    let length = match byte(0)? {
        0..=0x7f => 1,
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => return None,
    };
    let bytes: Option<Vec<u8>> = (0..length).map(byte).collect();
    let letter = std::str::from_utf8(&bytes?).ok()?.chars().next()?;
    Some((letter, length * 3))
}

/// The longest name between `&` and `;` that is looked for.
const LONGEST_ENTITY: usize = 10;

/// Reads `&lt;`, `&#60;` or `&#x3C;`.
fn entity(letters: &[Letter]) -> Option<(char, usize)> {
    let near = letters.iter().take(LONGEST_ENTITY + 2);
    let end = near.clone().position(|it| it.letter == ';')?;
    let name: String = near.take(end).skip(1).map(|it| it.letter).collect();
    let letter = match name.strip_prefix('#') {
        Some(number) => {
            let hex = number.strip_prefix(['x', 'X']);
            let code = match hex {
                Some(hex) => u32::from_str_radix(hex, 16),
                None => number.parse(),
            };
            char::from_u32(code.ok()?)?
        }
        None => named(&name)?,
    };
    Some((letter, end + 1))
}

/// The characters that HTML names, as far as a keyboard has them.
const NAMED: &str = "amp& lt< gt> quot\" apos' num# dollar$ percnt% plus+ bsol\\ sol/ commat@ excl! quest? equals= colon: \
    lpar( rpar) lsqb[ rsqb] lbrack[ rbrack] lcub{ rcub} lbrace{ rbrace} verbar| vert| lowbar_ grave` ast* period. comma, \
    hyphen- dash- Hat^ szlig\u{df} aeligæ AEligÆ oslashø OslashØ euro€ pound£ yen¥ sect§ deg° para¶";

/// The ends of names of letters with an accent, which counts for nothing here.
const ACCENTS: [&str; 8] = [
    "acute", "grave", "circ", "uml", "tilde", "ring", "cedil", "caron",
];

fn named(name: &str) -> Option<char> {
    if matches!(name, "nbsp" | "NewLine" | "Tab" | "shy" | "zwj" | "zwnj") {
        return Some(SEAM);
    }
    let mut all = NAMED.split(' ');
    let found = all.find_map(|entry| {
        let letter = entry.strip_prefix(name)?;
        letter
            .chars()
            .next()
            .filter(|_| letter.chars().count() == 1)
    });
    found.or_else(|| {
        let base = ACCENTS
            .iter()
            .find_map(|accent| name.strip_suffix(accent))?;
        base.chars().next().filter(|_| base.chars().count() == 1)
    })
}

/// Reads `\n`, `\"`, `\x41`, `\u0041`, `\u{41}` and the two halves of a character beyond 16 bits.
fn escape(letters: &[Letter]) -> Option<(char, usize)> {
    let kind = letters.get(1)?.letter;
    if kind == 'u' && letters.get(2).is_some_and(|it| it.letter == '{') {
        let digits = letters
            .iter()
            .skip(3)
            .take(7)
            .position(|it| it.letter == '}')?;
        let letter = char::from_u32(number(letters, 3, digits, 16)?)?;
        return Some((letter, digits + 4));
    }
    if kind == 'u' && number(letters, 2, 4, 16).is_some() {
        return utf16(letters, '\\');
    }
    match kind {
        'x' if number(letters, 2, 2, 16).is_some() => {
            Some((char::from_u32(number(letters, 2, 2, 16)?)?, 4))
        }
        'n' | 'r' | 't' | 'b' | 'f' | 'v' => Some((SEAM, 2)),
        other => Some((other, 2)),
    }
}

/// Reads `\u0041` or `%u0041`, and the two halves of a character beyond 16 bits.
fn utf16(letters: &[Letter], mark: char) -> Option<(char, usize)> {
    let half = |at: usize| {
        let is_escape = letters.get(at)?.letter == mark && letters.get(at + 1)?.letter == 'u';
        number(letters, at + 2, 4, 16).filter(|_| is_escape)
    };
    let high = half(0)?;
    let low = || half(6).filter(|low| (0xdc00..0xe000).contains(low));
    match char::from_u32(high) {
        Some(letter) => Some((letter, 6)),
        None => {
            let code = 0x1_0000 + ((high & 0x3ff) << 10) + (low()? & 0x3ff);
            Some((char::from_u32(code)?, 12))
        }
    }
}

/// How a letter counts when texts are compared.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Folded {
    /// By what it is without case, accent and width.
    Letters,
    /// Not at all, and a person sees none.
    Unseen,
    /// Not at all, because apps and files put such between letters: blanks, hyphens, quotes, commas.
    Gap,
}

/// Adds a letter as it is compared: without case, accent and width.
pub(super) fn fold(letter: char, all: &mut Vec<char>) -> Folded {
    if is_gap(letter) {
        return Folded::Gap;
    }
    if letter.is_ascii() {
        all.push(letter.to_ascii_lowercase());
        return Folded::Letters;
    }
    let before = all.len();
    let lower = letter.to_uppercase().flat_map(char::to_lowercase);
    for lower in lower.filter(|c| !is_unseen(*c)) {
        decompose_compatible(lower, |part| {
            if !is_combining_mark(part) && !is_gap(part) {
                all.extend(part.to_lowercase());
            }
        });
    }
    match all.len() == before {
        true => Folded::Unseen,
        false => Folded::Letters,
    }
}

fn is_gap(letter: char) -> bool {
    letter.is_whitespace()
        || letter.is_control()
        || matches!(
            letter,
            '-' | '+' | '"' | '\'' | '`' | ',' | '\\' | '\u{2010}'..='\u{2015}' | '\u{2018}'..='\u{201f}' | '\u{2028}' | '\u{2029}'
        )
}
