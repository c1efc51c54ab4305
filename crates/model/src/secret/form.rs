//! The forms in which a secret is looked for, and how a text is seen for each.

use std::collections::BTreeSet;
use std::ops::Range;

use unicode_normalization::UnicodeNormalization as _;

use super::letters::{self, Folded, Letter, SEAM, fold};
use super::part::Parts;

/// A secret with fewer letters and digits than this is masked only where it stands by itself:
/// masking every `1` inside other words would make reports unreadable and hide nothing.
const SHORTEST_INSIDE: usize = 4;

/// The least of a secret in base64 or hex that is not found by chance.
const SHORTEST_CODED: usize = 6;

/// A secret with fewer letters and digits than this is not looked for in groups with other signs than blanks, hyphens and
/// commas between them: `12:34` is a time.
const SHORTEST_IN_GROUPS: usize = 6;

/// One way in which a secret is looked for.
#[derive(Clone, PartialEq)]
pub(super) struct Form {
    pub(super) view: View,
    pub(super) letters: Vec<char>,
    counts: Counts,
    /// The letters before and behind those that are compared; in base64, as many as may belong to it.
    edges: [Vec<char>; 2],
    /// What of it is as good as all of it.
    parts: Option<Parts>,
}

/// Where a form counts.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Counts {
    /// Wherever it stands.
    Anywhere,
    /// Only where it stands by itself and in one piece, since it is short.
    Alone,
    /// Only where something stands between any two of its letters.
    Apart,
}

/// How a text is seen when a form is looked for in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum View {
    /// Without case, accents, width, blanks and hyphens.
    Folded,
    /// Without case, for what has nothing but blanks and hyphens.
    Exact,
    /// As base64, of either alphabet.
    Coded,
    /// As digits of bytes, whatever stands between them.
    Hex,
    /// By letters and digits alone.
    Apart,
}

/// What of a text counts, and where it stands.
#[derive(Default)]
pub(super) struct Seen {
    letters: Vec<char>,
    /// The number of the letter it came from.
    from: Vec<usize>,
    /// Whether something was left out before it that a person sees.
    is_behind_gap: Vec<bool>,
}

impl View {
    /// Adds what of a letter counts.
    fn fold(self, letter: char, all: &mut Vec<char>) -> Folded {
        match self {
            Self::Folded => return fold(letter, all),
            Self::Exact if letter == SEAM => return Folded::Gap,
            Self::Exact => all.extend(letter.to_lowercase()),
            Self::Coded => match letter {
                '-' => all.push('+'),
                '_' => all.push('/'),
                c if c.is_whitespace() || c.is_control() => return Folded::Gap,
                c => all.push(c),
            },
            Self::Hex => match letter {
                // As in `0x4a`, whose first digit `Seen::new` leaves out.
                'x' | 'X' => return Folded::Gap,
                c if c.is_alphanumeric() => all.push(c.to_ascii_lowercase()),
                _ => return Folded::Gap,
            },
            Self::Apart if letter.is_alphanumeric() => return fold(letter, all),
            Self::Apart => return Folded::Gap,
        }
        Folded::Letters
    }
}

impl Seen {
    pub(super) fn new(view: View, letters: &[Letter]) -> Self {
        let mut seen = Self::default();
        let mut is_behind_gap = false;
        for (number, letter) in letters.iter().enumerate() {
            let next = letters.get(number + 1).map(|next| next.letter);
            let is_prefix = letter.letter == '0' && matches!(next, Some('x' | 'X'));
            let folded = match view == View::Hex && is_prefix {
                true => Folded::Gap,
                false => view.fold(letter.letter, &mut seen.letters),
            };
            seen.from.resize(seen.letters.len(), number);
            if folded == Folded::Letters {
                seen.is_behind_gap.push(std::mem::take(&mut is_behind_gap));
                seen.is_behind_gap.resize(seen.letters.len(), false);
            }
            is_behind_gap |= folded == Folded::Gap;
        }
        seen
    }
}

impl Form {
    /// Returns how many letters a text must have at the least to show it.
    pub(super) fn least(&self) -> usize {
        let least = self.parts.as_ref().map(Parts::least);
        least.unwrap_or(self.letters.len())
    }

    /// Adds the places where a text shows it, or enough of it.
    pub(super) fn find(&self, seen: &Seen, letters: &[Letter], found: &mut Vec<Range<usize>>) {
        self.find_whole(seen, letters, found);
        let Some(parts) = &self.parts else {
            return;
        };
        let from = |run: &Range<usize>| (seen.from[run.start], seen.from[run.end - 1]);
        let is_word = |run: &Range<usize>| {
            let (first, last) = from(run);
            self.stands_alone(letters, first, last)
        };
        for run in parts.find(&seen.letters, is_word) {
            let (first, last) = from(&run);
            let places = letters[first..=last].iter().map(|it| it.start..it.end);
            found.extend(places.filter(|place| !place.is_empty()));
        }
    }

    fn find_whole(&self, seen: &Seen, letters: &[Letter], found: &mut Vec<Range<usize>>) {
        let length = self.letters.len();
        for (start, window) in seen.letters.windows(length).enumerate() {
            if window[0] != self.letters[0] || window != self.letters.as_slice() {
                continue;
            }
            let (first, last) = (seen.from[start], seen.from[start + length - 1]);
            let gaps = &seen.is_behind_gap[start + 1..start + length];
            let counts = match self.counts {
                Counts::Anywhere => true,
                Counts::Alone => !gaps.contains(&true) && self.stands_alone(letters, first, last),
                Counts::Apart => !gaps.contains(&false),
            };
            if !counts {
                continue;
            }
            let whole = self.widen(letters, first, last);
            let places = letters[whole].iter().map(|letter| letter.start..letter.end);
            found.extend(places.filter(|place| !place.is_empty()));
        }
    }

    fn stands_alone(&self, letters: &[Letter], first: usize, last: usize) -> bool {
        let is_edge = |letter: Option<&Letter>| match (letter, self.view) {
            (None, _) => true,
            (Some(letter), View::Coded) => !is_code(letter.letter),
            (Some(letter), View::Folded | View::Exact | View::Hex | View::Apart) => {
                !letter.letter.is_alphanumeric()
            }
        };
        let before = first.checked_sub(1).and_then(|before| letters.get(before));
        is_edge(before) && is_edge(letters.get(last + 1))
    }

    /// Returns the letters that belong to it: also those at its ends that are not compared, and, in base64, those
    /// that have a few bits of it.
    fn widen(&self, letters: &[Letter], first: usize, last: usize) -> Range<usize> {
        let [before, behind] = &self.edges;
        let before = letters[..first].iter().rev().zip(before.iter().rev());
        let behind = letters[last + 1..].iter().zip(behind);
        first - self.reach(before)..last + 1 + self.reach(behind)
    }

    /// Returns how many of the letters beside it, each with the one that the secret has there, belong to it.
    fn reach<'a>(&self, beside: impl Iterator<Item = (&'a Letter, &'a char)>) -> usize {
        let belongs = |(letter, own): &(&Letter, &char)| match self.view {
            View::Coded => is_code(letter.letter) || letter.letter == '=',
            View::Hex | View::Apart | View::Exact => false,
            View::Folded => {
                // A backslash may have been read as the escape of what stands behind it.
                let is_escape = **own == '\\' && !is_raw(letter);
                let is_gap = fold(letter.letter, &mut Vec::new()) != Folded::Letters;
                let is_own = letter.letter == **own || !may_end_a_value(letter);
                is_escape || (is_gap && is_own)
            }
        };
        let all = beside.take_while(belongs).enumerate();
        let last = all.filter(|(_, (letter, _))| !may_end_a_value(letter));
        last.last().map_or(0, |(number, _)| number + 1)
    }
}

/// Returns whether a letter is written as it is.
fn is_raw(letter: &Letter) -> bool {
    letter.end - letter.start == letter.letter.len_utf8()
}

/// Returns whether a file may have put a letter behind a value, which goes on without it.
fn may_end_a_value(letter: &Letter) -> bool {
    is_raw(letter) && (matches!(letter.letter, '"' | '\'') || letter.letter.is_whitespace())
}

/// Returns the forms in which a secret is looked for.
pub(super) fn forms_of(secret: &str) -> Vec<Form> {
    let mut forms = Vec::new();
    // A secret may itself look like something escaped, and then is what that stands for once a file is read.
    for letters in letters::layers(letters::of(secret, 0).collect()) {
        forms.extend(forms_of_letters(&letters));
    }
    let composed: String = secret.nfc().collect();
    let decomposed: String = secret.nfd().collect();
    for rewritten in [as_file_name(secret), secret.replace('\\', "/")] {
        if rewritten != secret {
            let letters: Vec<Letter> = letters::of(&rewritten, 0).collect();
            forms.extend(forms_of_letters(&letters));
        }
    }
    let spellings = [secret, &composed, &decomposed].map(|it| it.as_bytes().to_vec());
    let spellings: BTreeSet<Vec<u8>> = spellings.into_iter().chain(latin(&composed)).collect();
    for spelling in &spellings {
        forms.extend(coded(spelling));
        forms.extend(hex(spelling));
    }
    forms
}

/// Signs that no file name has; browsers write something else for each of them.
const NOT_IN_FILE_NAMES: [char; 10] = ['"', '*', '/', ':', '<', '>', '?', '\\', '|', '~'];

/// Returns a secret as browsers write it into the name of a file.
fn as_file_name(secret: &str) -> String {
    let is_unsafe = |c: char| c.is_control() || NOT_IN_FILE_NAMES.contains(&c);
    let safe = |c: char| if is_unsafe(c) { '_' } else { c };
    secret.chars().map(safe).collect()
}

/// Returns the bytes of a text of which each letter is one, as scripts of pages take them.
fn latin(text: &str) -> Option<Vec<u8>> {
    let bytes = text
        .chars()
        .map(|letter| u8::try_from(u32::from(letter)).ok());
    bytes.collect()
}

fn forms_of_letters(letters: &[Letter]) -> Vec<Form> {
    let seen = Seen::new(View::Folded, letters);
    let first = seen.from.first().copied().unwrap_or_default();
    let behind = seen.from.last().map_or(0, |last| last + 1);
    let own = |letters: &[Letter]| letters.iter().map(|it| it.letter).collect();
    let counts_by = |letters: &[char]| match letters.len() < SHORTEST_INSIDE {
        true => Counts::Alone,
        false => Counts::Anywhere,
    };
    let counts = counts_by(&seen.letters);
    let mut forms = Vec::new();
    if counts == Counts::Alone {
        let exact = Seen::new(View::Exact, letters).letters;
        forms.push(Form {
            view: View::Exact,
            counts: counts_by(&exact),
            letters: exact,
            edges: Default::default(),
            parts: None,
        });
    }
    forms.extend(apart(letters));
    forms.push(Form {
        view: View::Folded,
        counts,
        edges: [own(&letters[..first]), own(&letters[behind..])],
        parts: Parts::of(&seen.letters, &seen.is_behind_gap),
        letters: seen.letters,
    });
    forms.retain(|form| !form.letters.is_empty());
    forms
}

/// Returns the form in which other signs than those of the secret stand between its letters; none for a short one.
fn apart(letters: &[Letter]) -> Option<Form> {
    let letters = Seen::new(View::Apart, letters).letters;
    let counts = match letters.len() {
        ..SHORTEST_INSIDE => return None,
        SHORTEST_INSIDE..SHORTEST_IN_GROUPS => Counts::Apart,
        SHORTEST_IN_GROUPS.. => Counts::Anywhere,
    };
    Some(Form {
        view: View::Apart,
        counts,
        letters,
        edges: Default::default(),
        parts: None,
    })
}

/// Returns the digits of a secret's bytes; of a short one, where they stand alone; of a single letter none, since that
/// would be any number.
fn hex(secret: &[u8]) -> Option<Form> {
    let digits = secret.iter().flat_map(|byte| [byte >> 4, byte & 0xf]);
    let letters: Vec<char> = digits
        .filter_map(|digit| char::from_digit(digit.into(), 16))
        .collect();
    let counts = match letters.len() {
        ..3 => return None,
        3..=SHORTEST_CODED => Counts::Alone,
        _ => Counts::Anywhere,
    };
    Some(Form {
        view: View::Hex,
        counts,
        letters,
        edges: Default::default(),
        parts: None,
    })
}

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn is_code(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '+' | '/' | '-' | '_')
}

/// Returns what is the same in base64 whatever stands before and behind, for each of the three places in a group; of
/// a short one, all of it where it stands alone.
fn coded(secret: &[u8]) -> Vec<Form> {
    let bits = |skipped: usize| {
        let bits = secret
            .iter()
            .flat_map(|byte| (0..8).rev().map(move |bit| byte >> bit & 1));
        bits.skip(skipped).collect::<Vec<u8>>()
    };
    let letter = |six: &[u8]| {
        let number = six.iter().fold(0, |sum, bit| sum << 1 | usize::from(*bit));
        char::from(ALPHABET[number << (6 - six.len())])
    };
    // So many bits belong to a letter that also has bits of what stands before.
    let forms = [0, 4, 2].map(|skipped| Form {
        view: View::Coded,
        counts: Counts::Anywhere,
        letters: bits(skipped).chunks_exact(6).map(letter).collect(),
        edges: [vec!['='; usize::from(skipped > 0)], vec!['='; 3]],
        parts: None,
    });
    let mut forms: Vec<Form> = forms.into();
    forms.retain(|form| form.letters.len() >= SHORTEST_CODED);
    forms.push(Form {
        view: View::Coded,
        counts: Counts::Alone,
        letters: bits(0).chunks(6).map(letter).collect(),
        edges: [Vec::new(), vec!['='; 2]],
        parts: None,
    });
    forms
}
