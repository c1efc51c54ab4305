//! The one thing that knows a secret in every form in which something we write may show it.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;

use unicode_normalization::UnicodeNormalization as _;

use super::letters::{self, Folded, Letter, SEAM, fold};
use super::{MASK, markup};

/// A secret with fewer letters and digits than this is masked only where it stands by itself:
/// masking every `1` inside other words would make reports unreadable and hide nothing.
const SHORTEST_INSIDE: usize = 4;

/// The least of a secret in base64 or hex that is not found by chance.
const SHORTEST_CODED: usize = 6;

/// A secret with fewer letters and digits than this is not looked for in groups with other signs than blanks, hyphens and
/// commas between them: `12:34` is a time.
const SHORTEST_IN_GROUPS: usize = 6;

/// How many layers of escapes are read: an address in JSON in an attribute has three.
const MOST_LAYERS: usize = 6;

/// Masks secrets, however they are written: as they are, by the escapes of HTML, XML, JSON, scripts and addresses, in
/// layers, in base64, in hex, composed or not, in another case or width, in groups, with signs between, and in pieces side
/// by side.
#[derive(Clone, Default)]
pub struct Masker {
    secrets: BTreeSet<String>,
    forms: Vec<Form>,
}

/// One way in which a secret is looked for.
#[derive(Clone, PartialEq)]
struct Form {
    view: View,
    letters: Vec<char>,
    counts: Counts,
    /// How many letters before and behind those that are compared belong to it.
    edges: [usize; 2],
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
#[derive(Debug, Clone, Copy, PartialEq)]
enum View {
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

const VIEWS: [View; 5] = [
    View::Folded,
    View::Exact,
    View::Coded,
    View::Hex,
    View::Apart,
];

/// What of a text counts, and where it stands.
#[derive(Default)]
struct Seen {
    letters: Vec<char>,
    /// The number of the letter it came from.
    from: Vec<usize>,
    /// Whether something was left out before it that a person sees.
    is_behind_gap: Vec<bool>,
}

impl fmt::Debug for Masker {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} secrets", self.secrets.len())
    }
}

impl<T: Into<String>> FromIterator<T> for Masker {
    fn from_iter<I: IntoIterator<Item = T>>(secrets: I) -> Self {
        let mut masker = Self::default();
        masker.extend(secrets);
        masker
    }
}

impl<T: Into<String>> Extend<T> for Masker {
    fn extend<I: IntoIterator<Item = T>>(&mut self, secrets: I) {
        for secret in secrets {
            self.add(secret);
        }
    }
}

impl Masker {
    /// Masks this too from now on. What is nothing but blanks is no secret.
    pub fn add(&mut self, secret: impl Into<String>) {
        let secret = secret.into();
        if secret.trim().is_empty() || self.secrets.contains(&secret) {
            return;
        }
        for form in forms_of(&secret) {
            if !self.forms.contains(&form) {
                self.forms.push(form);
            }
        }
        self.secrets.insert(secret);
    }

    /// Masks everything the other one does, too.
    pub fn join(&mut self, other: Self) {
        self.extend(other.secrets);
    }

    /// Returns one that masks all but these.
    pub fn without(&self, secrets: &BTreeSet<String>) -> Self {
        self.secrets.difference(secrets).cloned().collect()
    }

    /// Returns whether there is nothing to mask.
    pub fn is_empty(&self) -> bool {
        self.secrets.is_empty()
    }

    /// Returns a text with every secret masked, and who signs in by an address.
    ///
    /// All places are found before any is masked, because one secret may be a part of another.
    pub fn mask<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let mut found = self.find(self.letters_of(text));
        found.extend(sign_ins(text));
        masked(text, found)
    }

    /// Masks every secret in a text that is changed where it shows one.
    pub fn apply(&self, text: &mut String) {
        if let Cow::Owned(masked) = self.mask(text) {
            *text = masked;
        }
    }

    /// Returns whether a text shows a secret.
    pub fn shows(&self, text: &str) -> bool {
        !self.places(text).is_empty()
    }

    /// Returns a file in markup with every secret masked, also where a secret is spread over several of its tags.
    pub fn mask_file<'t>(&self, file: &'t str) -> Cow<'t, str> {
        let mut found = self.find(self.letters_of(file));
        found.extend(sign_ins(file));
        for row in markup::rows(file).iter().filter(|row| row.len() > 1) {
            let pieces = row.iter().map(|piece| (&file[piece.clone()], piece.start));
            found.extend(self.find(side_by_side(pieces)));
        }
        masked(file, found)
    }

    /// Returns which of these texts, which a person sees side by side, show a secret or a piece of one.
    pub fn which_show(&self, texts: &[&str]) -> Vec<bool> {
        let mut shows = vec![false; texts.len()];
        if self.is_empty() {
            return shows;
        }
        let starts = texts.iter().scan(0, |at, text| {
            let start = *at;
            *at += text.len();
            Some(start)
        });
        let starts: Vec<usize> = starts.collect();
        let pieces = texts.iter().copied().zip(starts.iter().copied());
        for place in self.find(side_by_side(pieces)) {
            // Empty texts begin where the next one does.
            let number = starts.partition_point(|start| *start <= place.start);
            shows[number.saturating_sub(1)] = true;
        }
        shows
    }

    /// Returns where a text shows secrets, in bytes.
    pub fn places(&self, text: &str) -> Vec<Range<usize>> {
        self.find(self.letters_of(text))
    }

    /// Returns the letters of a text; none where it is too short to show anything.
    fn letters_of(&self, text: &str) -> Vec<Letter> {
        let lengths = self.forms.iter().map(|form| form.letters.len());
        // Beyond ASCII one character may count as several letters.
        let can_show = |least: usize| !text.is_ascii() || text.len() >= least;
        match lengths.min().is_some_and(can_show) {
            true => letters::of(text, 0).collect(),
            false => Vec::new(),
        }
    }

    /// Returns where secrets are, in bytes of the text.
    fn find(&self, mut letters: Vec<Letter>) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        for _ in 0..=MOST_LAYERS {
            for view in VIEWS {
                let mut forms = self
                    .forms
                    .iter()
                    .filter(|form| form.view == view)
                    .peekable();
                if forms.peek().is_some() {
                    let seen = Seen::new(view, &letters);
                    forms.for_each(|form| form.find(&seen, &letters, &mut found));
                }
            }
            match letters::decoded(&letters) {
                Some(decoded) => letters = decoded,
                None => break,
            }
        }
        found
    }
}

/// Returns where addresses have a name and a password, as in `https://ada:pw@example.org`.
fn sign_ins(text: &str) -> Vec<Range<usize>> {
    if !text.contains('@') {
        return Vec::new();
    }
    let starts = text.match_indices("://").map(|(at, mark)| at + mark.len());
    let places = starts.filter_map(|start| {
        let is_end = |c: char| c.is_whitespace() || "/?#\"'`<>\\".contains(c);
        let host = &text[start..];
        let host = &host[..host.find(is_end).unwrap_or(host.len())];
        Some(start..start + host.rfind('@')?)
    });
    places
        .filter(|place| &text[place.clone()] != MASK)
        .collect()
}

/// Returns the letters of pieces that follow each other, a seam between them.
fn side_by_side<'t>(pieces: impl Iterator<Item = (&'t str, usize)>) -> Vec<Letter> {
    let mut all = Vec::new();
    for (piece, start) in pieces {
        let seam = Letter {
            letter: SEAM,
            start,
            end: start,
        };
        all.push(seam);
        all.extend(letters::of(piece, start));
    }
    all
}

/// Returns the text with one mask for all places that adjoin each other.
fn masked(text: &str, mut places: Vec<Range<usize>>) -> Cow<'_, str> {
    if places.is_empty() {
        return Cow::Borrowed(text);
    }
    places.sort_by_key(|place| place.start);
    let mut masked = String::with_capacity(text.len());
    let mut end = None;
    for place in places {
        match end {
            Some(end) if place.start <= end => {}
            Some(_) | None => {
                masked.push_str(&text[end.unwrap_or(0)..place.start]);
                masked.push_str(MASK);
            }
        }
        end = Some(end.unwrap_or(0).max(place.end));
    }
    masked.push_str(&text[end.unwrap_or(0)..]);
    Cow::Owned(masked)
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
    fn new(view: View, letters: &[Letter]) -> Self {
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
    /// Adds the places where a text shows it.
    fn find(&self, seen: &Seen, letters: &[Letter], found: &mut Vec<Range<usize>>) {
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
        let belongs = |letter: &Letter| match self.view {
            View::Coded => is_code(letter.letter) || letter.letter == '=',
            View::Hex | View::Apart => false,
            View::Folded | View::Exact => {
                let is_raw = letter.end - letter.start == letter.letter.len_utf8();
                let ends_a_value = is_raw
                    && (matches!(letter.letter, '"' | '\'') || letter.letter.is_whitespace());
                !ends_a_value && fold(letter.letter, &mut Vec::new()) != Folded::Letters
            }
        };
        let before = letters[..first].iter().rev().take(self.edges[0]);
        let behind = letters[last + 1..].iter().take(self.edges[1]);
        let before = before.take_while(|it| belongs(it)).count();
        let behind = behind.take_while(|it| belongs(it)).count();
        first - before..last + 1 + behind
    }
}

/// Returns the forms in which a secret is looked for.
fn forms_of(secret: &str) -> Vec<Form> {
    let mut forms = Vec::new();
    let mut letters: Vec<Letter> = letters::of(secret, 0).collect();
    // A secret may itself look like something escaped, and then is what that stands for once a file is read.
    for _ in 0..=MOST_LAYERS {
        forms.extend(forms_of_letters(&letters));
        match letters::decoded(&letters) {
            Some(decoded) => letters = decoded,
            None => break,
        }
    }
    let composed: String = secret.nfc().collect();
    let decomposed: String = secret.nfd().collect();
    let spellings = BTreeSet::from([secret, &composed, &decomposed]);
    for spelling in spellings {
        forms.extend(coded(spelling));
        forms.extend(hex(spelling));
    }
    forms
}

fn forms_of_letters(letters: &[Letter]) -> Vec<Form> {
    let seen = Seen::new(View::Folded, letters);
    let first = seen.from.first().copied().unwrap_or_default();
    let last = seen.from.last().copied().unwrap_or_default();
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
            edges: [0, 0],
        });
    }
    forms.extend(apart(letters));
    forms.push(Form {
        view: View::Folded,
        counts,
        edges: [first, letters.len().saturating_sub(last + 1)],
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
        edges: [0, 0],
    })
}

/// Returns the digits of a secret's bytes; of a short one, where they stand alone; of a single letter none, since that
/// would be any number.
fn hex(secret: &str) -> Option<Form> {
    let digits = secret.bytes().flat_map(|byte| [byte >> 4, byte & 0xf]);
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
        edges: [0, 0],
    })
}

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn is_code(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '+' | '/' | '-' | '_')
}

/// Returns what is the same in base64 whatever stands before and behind, for each of the three places in a group; of
/// a short one, all of it where it stands alone.
fn coded(secret: &str) -> Vec<Form> {
    let bits = |skipped: usize| {
        let bits = secret
            .bytes()
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
        edges: [usize::from(skipped > 0), 3],
    });
    let mut forms: Vec<Form> = forms.into();
    forms.retain(|form| form.letters.len() >= SHORTEST_CODED);
    forms.push(Form {
        view: View::Coded,
        counts: Counts::Alone,
        letters: bits(0).chunks(6).map(letter).collect(),
        edges: [0, 2],
    });
    forms
}

#[cfg(test)]
mod tests {
    use super::*;

    fn masker(secrets: &[&str]) -> Masker {
        secrets.iter().copied().collect()
    }

    #[test]
    fn secrets_are_masked_inside_and_short_ones_where_they_stand_alone() {
        let both = masker(&["hunter2", "123"]);
        assert_eq!(both.mask("pw=hunter2!"), "pw=••••!");
        assert_eq!(
            both.mask("visible: 123, 1234, A123, 12 3"),
            "visible: ••••, 1234, A123, 12 3"
        );
        assert_eq!(both.mask("123"), "••••");
        let longer = masker(&["lantern", "lantern-42@x.org\n"]);
        assert_eq!(longer.mask("as lantern-42@x.org now"), "as •••• now");
        assert_eq!(
            masker(&["4111222233334444"]).mask("Card 4111 2222 3333 4444"),
            "Card ••••"
        );
        assert_eq!(masker(&["", "  \n"]).mask("a  \n b"), "a  \n b");
    }

    /// Each row: a secret, and ways in which something we write may show it.
    #[test]
    fn a_secret_is_known_in_every_form() {
        let rows: [(&str, &[&str]); 13] = [
            (
                "a\n'<👍b",
                &[
                    "a\\n'<👍b",
                    "a\n'&lt;👍b",
                    "a&#10;&apos;&lt;&#128077;b",
                    "a&#xA;&#39;&lt;&#x1F44D;b",
                    "a\\n\\u0027\\u003c\\ud83d\\udc4db",
                    "a%0A%27%3C%F0%9F%91%8Db",
                ],
            ),
            (
                "päss wörd+1",
                &[
                    "pa\u{308}ss wo\u{308}rd+1",
                    "P\u{c4}SS W\u{d6}RD+1",
                    "p%C3%A4ss%20w%C3%B6rd%2B1",
                    "p%c3%a4ss+w%c3%b6rd%2b1",
                    "p%25C3%25A4ss%2520w%25C3%25B6rd%252B1",
                    "p&auml;ss&nbsp;w&ouml;rd&plus;1",
                    "päss\u{ad}wö\u{200b}rd+1",
                    "ｐäss\nwörd＋1",
                ],
            ),
            (
                "p/a\"s\\s",
                &[
                    "p\\/a\\\"s\\\\s",
                    "p/a&quot;s\\s",
                    "p%2Fa%22s%5Cs",
                    "\"p\\\\/a\\\\\\\"s\\\\\\\\s\"",
                ],
            ),
            (
                "C:\\new%41dir",
                &[
                    "C:\\\\new%41dir",
                    "C:%5Cnew%2541dir",
                    "C%3A%5Cnew%2541dir",
                    "C:\\new&#37;41dir",
                ],
            ),
            (
                "hunter2hunter",
                &[
                    "aHVudGVyMmh1bnRlcg==",
                    "Basic dXNlcjpodW50ZXIyaHVudGVy",
                    "eHh1c2VyOmh1bnRlcjJodW50ZXI6eA",
                    "aHVu\ndGVyMmh1bnRlcg",
                    "http://u:hunter2hunter@h/",
                    "HUNTER2-hunter",
                ],
            ),
            (
                "1234",
                &[
                    "MTIzNA==",
                    "MTIzNA",
                    "1 2 3 4",
                    "１２３４",
                    "\\u0031\\u003234",
                    "1.2.3.4",
                    "31323334",
                ],
            ),
            (
                "パスワード９",
                &[
                    "ﾊﾟｽﾜｰﾄﾞ9",
                    "ハ\u{309a}スワート\u{3099}９",
                    "%E3%83%91%E3%82%B9%E3%83%AF%E3%83%BC%E3%83%89%EF%BC%99",
                    "44OR44K544Ov44O844OJ77yZ",
                ],
            ),
            (
                "سرّ-العبور",
                &[
                    "\u{202b}سرّ-العبور\u{202c}",
                    "سر\u{651}-العبور",
                    "\\u0633\\u0631\\u0651-\\u0627\\u0644\\u0639\\u0628\\u0648\\u0631",
                ],
            ),
            ("Straße7", &["STRASSE7", "Stra&szlig;e7", "stra%C3%9Fe7"]),
            (
                "$(x)>>?",
                &[
                    "$(x)&gt;&gt;?",
                    "%24%28x%29%3E%3E%3F",
                    "JCh4KT4-Pw",
                    "JCh4KT4+Pw==",
                ],
            ),
            (
                "Zq7é%\"<Wm4xKp",
                &[
                    "5a7137c3a925223c576d34784b70",
                    "5A7137C3A925223C576D34784B70",
                    "5a 71 37 c3 a9 25 22 3c 57 6d 34 78 4b 70",
                    "5A:71:37:C3:A9:25:22:3C:57:6D:34:78:4B:70",
                    "0x5a, 0x71, 0x37, 0xc3, 0xa9, 0x25, 0x22, 0x3c, 0x57, 0x6d, 0x34, 0x78, 0x4b, 0x70",
                    "%5a7137c3 a925223c_576d3478.4b70",
                    "5a713765cc8125223c576d34784b70",
                    "Z.q.7.é.%.\".<.W.m.4.x.K.p",
                    "Z|q|7|é|%|\"|<|W|m|4|x|K|p",
                    "Zq·7é·%\"·<W·m4·xK·p",
                    "Z / q / 7 / é / % / \" / < / W / m / 4 / x / K / p",
                ],
            ),
            ("++--", &["++--", "%2B%2B--", "&plus;+--"]),
            ("é", &["é", "e\u{301}", "É", "%C3%A9", "w6k="]),
        ];
        for (secret, forms) in rows {
            let masker = masker(&[secret]);
            for form in forms.iter().chain([&secret]) {
                let text = format!("x: {form} ;");
                let masked = masker.mask(&text);
                assert!(masked.contains(MASK), "{secret} in {form}");
                assert!(!masker.shows(&masked), "{secret} in {masked}");
                assert!(
                    masked.len() <= "x: Basic  http://u: ".len() + MASK.len() + 12,
                    "{secret}: {masked}"
                );
            }
        }
    }

    #[test]
    fn who_signs_in_by_an_address_is_masked() {
        let none = Masker::default();
        let told = none.mask("open https://ada:p%40w@a.example:8443/x@y, mail a@b.c");
        assert_eq!(told, "open https://••••@a.example:8443/x@y, mail a@b.c");
        assert_eq!(none.mask(&told), told);
    }

    #[test]
    fn what_is_no_secret_stays() {
        let masker = masker(&["pin", "hunter2", "it", "++--", "1234", "7"]);
        for text in [
            "spinning",
            "hunter 1",
            "hunt er",
            "its",
            "50 % off & more",
            "\\alpha",
            "+-",
            "at 12:34 on 1/2/34, 37 of 3132 items, #69740a",
            "aHVudGVyMg",
        ] {
            let expected = text != "aHVudGVyMg";
            assert_eq!(masker.mask(text) == text, expected, "{text}");
        }
    }

    #[test]
    fn a_secret_in_pieces_is_masked_in_each() {
        let masker = masker(&["hunter2", "482913"]);
        let html = "<p>hu<b>nt</b><!-- -->er2 ok</p>";
        assert_eq!(
            masker.mask_file(html),
            "<p>••••<b>••••</b><!-- -->•••• ok</p>"
        );
        let xml =
            "<a index=\"4\" text=\"48\"/><a index=\"8\" text='29' /><a text=\"13\" hint=\"x\">";
        let expected = "<a index=\"4\" text=\"••••\"/><a index=\"8\" text='••••' /><a text=\"••••\" hint=\"x\">";
        assert_eq!(masker.mask_file(xml), expected);
        let texts = ["Code", "4", "8", "2", "9", "1", "3", "", "Hunter", "no"];
        let shows = masker.which_show(&texts);
        let shown: Vec<&str> = texts
            .iter()
            .zip(shows)
            .filter(|(_, it)| *it)
            .map(|it| *it.0)
            .collect();
        assert_eq!(shown, ["4", "8", "2", "9", "1", "3"]);
    }

    #[test]
    fn hostile_texts_take_no_time() {
        let masker = masker(&[&"a".repeat(2000), "%25"]);
        let text = "%2525252525".repeat(4000)
            + &"&#x".repeat(4000)
            + &"\\".repeat(9001)
            + &"<\"".repeat(4000);
        assert!(!masker.mask_file(&text).is_empty());
    }
}
