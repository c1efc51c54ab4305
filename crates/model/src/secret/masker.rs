//! The one thing that knows a secret in every form in which something we write may show it.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;

use super::form::{Form, Seen, forms_of};
use super::letters::{self, Letter};
use super::{MASK, markup};

/// Masks secrets, however they are written: as they are, by the escapes of HTML, XML, JSON, scripts and addresses, in
/// layers, in base64, in hex, composed or not, in another case or width, in groups, with signs between, and in pieces side
/// by side.
#[derive(Clone, Default)]
pub struct Masker {
    secrets: BTreeSet<String>,
    /// Those of one view side by side.
    forms: Vec<Form>,
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
        self.forms.sort_by_key(|form| form.view);
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

    /// Returns one that masks all but what the other one does.
    pub fn except(&self, other: &Self) -> Self {
        self.without(&other.secrets)
    }

    /// Returns one that masks only those of its secrets that a text shows.
    pub fn shown_in(&self, text: &str) -> Self {
        if !self.shows(text) {
            return Self::default();
        }
        let secrets = self.secrets.iter();
        let shown = secrets.filter(|secret| Self::from_iter([secret.as_str()]).shows(text));
        shown.cloned().collect()
    }

    pub(super) fn secrets(&self) -> impl Iterator<Item = &str> {
        self.secrets.iter().map(String::as_str)
    }

    /// Returns whether there is nothing to mask.
    pub fn is_empty(&self) -> bool {
        self.secrets.is_empty()
    }

    /// Returns a text with every secret masked, and who signs in by an address.
    ///
    /// All places are found before any is masked, because one secret may be a part of another.
    pub fn mask<'t>(&self, text: &'t str) -> Cow<'t, str> {
        masked(text, self.hidden_places(text))
    }

    /// Returns where a text shows secrets, and who signs in by an address.
    fn hidden_places(&self, text: &str) -> Vec<Range<usize>> {
        let mut found = self.places(text);
        found.extend(sign_ins(text));
        found
    }

    /// Masks every secret in a text that is changed where it shows one.
    pub fn apply(&self, text: &mut String) {
        if let Cow::Owned(masked) = self.mask(text) {
            *text = masked;
        }
    }

    /// Masks every secret in a text but where it repeats all of one of these, which whoever is told it said: that a mask stands
    /// there would tell that it was guessed.
    pub fn apply_but(&self, text: &mut String, said: &[String]) {
        let is_said = |said: &String| {
            let cut = text.strip_suffix('…');
            said == text || cut.is_some_and(|cut| said.starts_with(cut))
        };
        if said.iter().any(is_said) {
            return;
        }
        let repeated = said.iter().filter(|said| !said.is_empty());
        let repeated = repeated.flat_map(|said| text.match_indices(said.as_str()));
        let repeated: Vec<Range<usize>> = repeated.map(|(at, it)| at..at + it.len()).collect();
        let mut found = self.hidden_places(text);
        found.retain(|place| {
            let holds = |said: &Range<usize>| said.start <= place.start && place.end <= said.end;
            !repeated.iter().any(holds)
        });
        if let Cow::Owned(masked) = masked(text, found) {
            *text = masked;
        }
    }

    /// Returns whether a text shows a secret.
    pub fn shows(&self, text: &str) -> bool {
        !self.places(text).is_empty()
    }

    /// Returns a file in markup with every secret masked, also where a secret is spread over several of its tags.
    pub fn mask_file<'t>(&self, file: &'t str) -> Cow<'t, str> {
        let mut found = Vec::new();
        for letters in letters::layers(self.letters_of(file)) {
            self.look(&letters, &mut found);
        }
        found.extend(sign_ins(file));
        for row in markup::rows(file) {
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
        let lengths = self.forms.iter().map(Form::least);
        // Beyond ASCII one character may count as several letters.
        let can_show = |least: usize| !text.is_ascii() || text.len() >= least;
        match lengths.min().is_some_and(can_show) {
            true => letters::of(text, 0).collect(),
            false => Vec::new(),
        }
    }

    /// Returns where secrets are, in bytes of the text, also where the text is markup by itself or once it is decoded.
    fn find(&self, letters: Vec<Letter>) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        for letters in letters::layers(letters) {
            self.look(&letters, &mut found);
            if let Some(bare) = markup::without_tags(&letters) {
                self.look(&bare, &mut found);
            }
        }
        found
    }

    /// Adds where these letters show secrets.
    fn look(&self, letters: &[Letter], found: &mut Vec<Range<usize>>) {
        for forms in self.forms.chunk_by(|one, next| one.view == next.view) {
            let seen = Seen::new(forms[0].view, letters);
            for form in forms {
                form.find(&seen, letters, found);
            }
        }
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
        all.push(Letter::seam(start));
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

    #[test]
    fn a_secret_that_is_shown_shortened_is_masked_and_words_of_it_are_not() {
        let masker = masker(&["Tr0ub4dor&Quartz-9", "lighthouse keeper 42", "password123"]);
        for (text, shown) in [
            ("Tr0ub4dor&Quartz-…", "••••-…"),
            ("see r0ub4dor&Quartz-9!", "see ••••!"),
            ("ROUB4DORK and Tr0ub4do", "ROUB4DORK and Tr0ub4do"),
            ("tr0ub4dor", "••••"),
            ("Quartz-9", "Quartz-9"),
            (
                "The lighthouse keeper sleeps",
                "The lighthouse keeper sleeps",
            ),
            ("Lighthouse", "Lighthouse"),
            ("lighthouse keeper 4…", "••••…"),
            ("a lighthouse keep", "a ••••"),
            ("Type ••• into Password", "Type ••• into Password"),
            ("password12…", "••••…"),
        ] {
            assert_eq!(masker.mask(text), shown, "{text}");
        }
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
                    "%u005a%u0071%u0037%u00e9%u0025%u0022%u003c%u0057%u006d%u0034%u0078%u004b%u0070",
                    "Zq7%E9%25%22%3CWm4xKp",
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
    fn a_secret_in_markup_that_is_shown_as_text_is_masked() {
        let masker = masker(&["Zq7é%\"<Wm4xKp"]);
        for text in [
            "<b>Z</b><b>q</b><b>7é</b>%\"&lt;<i title='a > b'>W</i><b/>m4xKp",
            "&lt;b&gt;Z&lt;/b&gt;&lt;b&gt;q7é%&lt;/b&gt;\"&amp;lt;&lt;b&gt;W&lt;/b&gt;m4xKp",
            "&amp;lt;b&amp;gt;Zq7é%\"&amp;lt;/b&amp;gt;&lt;Wm4&amp;lt;b&amp;gt;xKp",
        ] {
            for file in [text.to_owned(), format!("<p>{text}</p>")] {
                for masked in [masker.mask(&file), masker.mask_file(&file)] {
                    let rest = masked.replace(MASK, "");
                    assert!(!rest.contains(['Z', 'q', '7', 'W', 'x', 'K']), "{masked}");
                }
            }
        }
        let kept = "a <b and c> d: Zq7é < Wm4x";
        assert_eq!(masker.mask_file(kept), kept);
    }

    #[test]
    fn what_was_said_is_told_again_as_it_was_said() {
        let masker = masker(&["4711"]);
        let said = ["q 0815 q 4711 q".to_owned()];
        for (text, told) in [
            (
                "`q 0815 q 4711 q` is not there; PIN 4711",
                "`q 0815 q 4711 q` is not there; PIN ••••",
            ),
            ("q 0815 q 4711…", "q 0815 q 4711…"),
            ("PIN 4711", "PIN ••••"),
        ] {
            let mut masked = text.to_owned();
            masker.apply_but(&mut masked, &said);
            assert_eq!(masked, told);
        }
    }

    #[test]
    fn hostile_texts_take_no_time() {
        let masker = masker(&[&"a".repeat(2000), "%25"]);
        let text = "%2525252525".repeat(4000)
            + &"&#x".repeat(4000)
            + &"\\".repeat(9001)
            + &"<\"".repeat(4000)
            + &"<b".repeat(9001)
            + &"<b '".repeat(9001);
        assert!(!masker.mask_file(&text).is_empty());
    }
}
