//! Looks for planted values in bytes, in every form they may have there; it shares nothing with what masks them.

use base64::Engine as _;
use base64::engine::general_purpose::GeneralPurpose;
use base64::engine::{DecodePaddingMode, general_purpose::NO_PAD};
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// How many decoders are put one after the other.
const DEPTH: usize = 2;

/// A secret with fewer letters is looked for only where it stands by itself.
const SHORTEST_INSIDE: usize = 4;

/// What is longer and has no blank is coded.
const LONGEST_WORD: usize = 200;

/// A way to decode, and its name.
type Decoder = (&'static str, fn(&str) -> String);

/// Text that was found in bytes, and how it was decoded.
pub(crate) struct View {
    how: String,
    text: String,
    plain: String,
    /// The words of it without what is coded: anything short stands there by chance.
    words: String,
    /// Whether it is said in one piece and not coded.
    is_said: bool,
}

/// Returns everything that bytes can be read as.
pub(crate) fn views(bytes: &[u8]) -> Vec<View> {
    assert!(
        !bytes.starts_with(b"\x1f\x8b") && !bytes.starts_with(b"PK"),
        "what is packed is not searched"
    );
    let mut views = Vec::new();
    read("", without_pictures(&texts(bytes)), DEPTH, &mut views);
    views
}

/// Returns how one of the views shows the secret.
pub(crate) fn shown<'v>(views: &'v [View], secret: &str) -> Option<&'v str> {
    let wanted = plain(secret);
    let found = views.iter().find(|view| match wanted.chars().count() {
        0 => view.text.contains(secret),
        short if short < SHORTEST_INSIDE => view.is_said && stands_alone(&view.words, secret),
        _ => view.plain.contains(&wanted),
    });
    found.map(|view| view.how.as_str())
}

fn stands_alone(text: &str, secret: &str) -> bool {
    text.match_indices(secret).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let behind = text[at + secret.len()..].chars().next();
        [before, behind]
            .iter()
            .flatten()
            .all(|c| !c.is_alphanumeric())
    })
}

/// Returns a text without case, width, accents, blanks and what nobody sees.
fn plain(text: &str) -> String {
    let is_seen = |c: &char| {
        let unseen = matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
        !(is_combining_mark(*c) || c.is_whitespace() || c.is_control() || unseen)
    };
    let letters = text.nfkd().filter(is_seen);
    letters.flat_map(char::to_lowercase).collect()
}

/// Returns the texts of a file: itself, or what a picture says besides its pixels.
fn texts(bytes: &[u8]) -> String {
    if !bytes.starts_with(b"\x89PNG") {
        return String::from_utf8_lossy(bytes).into_owned();
    }
    let reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info();
    let Ok(reader) = reader else {
        return String::new();
    };
    let info = reader.info();
    let latin = info
        .uncompressed_latin1_text
        .iter()
        .map(|chunk| chunk.text.clone());
    let packed = info
        .compressed_latin1_text
        .iter()
        .filter_map(|chunk| chunk.get_text().ok());
    let utf8 = info
        .utf8_text
        .iter()
        .filter_map(|chunk| chunk.get_text().ok());
    latin
        .chain(packed)
        .chain(utf8)
        .collect::<Vec<String>>()
        .join("\n")
}

/// Returns a text with the pictures in it replaced by what they say besides their pixels.
fn without_pictures(text: &str) -> String {
    let mut all = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("iVBORw0KGgo") {
        all.push_str(&rest[..at]);
        rest = &rest[at..];
        let is_code = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '=');
        let end = rest.find(|c| !is_code(c)).unwrap_or(rest.len());
        let picture = base64::engine::general_purpose::STANDARD.decode(&rest[..end]);
        all.push_str(&texts(&picture.unwrap_or_default()));
        rest = &rest[end..];
    }
    all + rest
}

fn read(how: &str, text: String, depth: usize, views: &mut Vec<View>) {
    if depth > 0 {
        let decoders: [Decoder; 5] = [
            ("percent", percent),
            ("entities", entities),
            ("escapes", escapes),
            ("without tags", without_tags),
            ("base64", coded),
        ];
        for (name, decode) in decoders {
            let decoded = decode(&text);
            if decoded != text && !decoded.is_empty() {
                read(&format!("{how} {name}"), decoded, depth - 1, views);
            }
        }
    }
    let plain = plain(&text);
    let is_long = |word: &&str| word.len() < LONGEST_WORD;
    let words: Vec<&str> = text.split([' ', '"', '\n']).filter(is_long).collect();
    views.push(View {
        is_said: !how.contains("base64") && !how.contains("tags"),
        words: words.join(" ").to_lowercase(),
        how: format!("as it is{how}"),
        text,
        plain,
    });
}

fn percent(text: &str) -> String {
    // In what is coded `+` is a letter.
    let blank = |word: &str| match word.len() < LONGEST_WORD {
        true => word.replace('+', " "),
        false => word.to_owned(),
    };
    let text: String = text.split_inclusive(['"', ' ', '\n']).map(blank).collect();
    percent_encoding::percent_decode_str(&text)
        .decode_utf8_lossy()
        .into_owned()
}

fn entities(text: &str) -> String {
    let mut all = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        all.push_str(&rest[..at]);
        rest = &rest[at..];
        let name = rest[1..].split_once(';').map_or("", |(name, _)| name);
        let code = name
            .strip_prefix('#')
            .map(|code| match code.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16),
                None => code.parse(),
            });
        let letter = match name {
            "amp" => Some('&'),
            "lt" => Some('<'),
            "gt" => Some('>'),
            "quot" => Some('"'),
            "apos" => Some('\''),
            "nbsp" => Some(' '),
            _ => code.and_then(Result::ok).and_then(char::from_u32),
        };
        let taken = if letter.is_some() { name.len() + 2 } else { 1 };
        all.push(letter.unwrap_or('&'));
        rest = &rest[taken..];
    }
    all + rest
}

/// Reads the escapes of JSON; what is none stays.
fn escapes(text: &str) -> String {
    let units: Vec<u16> = text.encode_utf16().collect();
    let mut all: Vec<u16> = Vec::new();
    let mut at = 0;
    while at < units.len() {
        let next = units
            .get(at + 1)
            .and_then(|unit| char::from_u32(u32::from(*unit)));
        let (unit, taken) = match (char::from_u32(u32::from(units[at])), next) {
            (Some('\\'), Some('u')) => {
                let digits = units.get(at + 2..at + 6).map(String::from_utf16_lossy);
                let code = digits.and_then(|digits| u16::from_str_radix(&digits, 16).ok());
                code.map_or((units[at], 1), |code| (code, 6))
            }
            (Some('\\'), Some('n' | 'r' | 't')) => (u16::from(b'\n'), 2),
            (Some('\\'), Some('"' | '\\' | '/')) => (units[at + 1], 2),
            _ => (units[at], 1),
        };
        all.push(unit);
        at += taken;
    }
    String::from_utf16_lossy(&all)
}

fn without_tags(text: &str) -> String {
    let mut is_tag = false;
    let letters = text.chars().filter(|c| {
        let was_tag = is_tag;
        is_tag = (is_tag || *c == '<') && *c != '>';
        !was_tag && *c != '<'
    });
    letters.collect()
}

/// Returns all that base64 of either alphabet hides, from each of the places where a group may begin.
fn coded(text: &str) -> String {
    let config = NO_PAD
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true);
    let engine = GeneralPurpose::new(&base64::alphabet::STANDARD, config);
    let standard = text.replace('-', "+").replace('_', "/");
    let is_code = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/');
    let runs = standard.split(|c| !is_code(c)).filter(|run| run.len() >= 6);
    let mut all = String::new();
    for run in runs {
        for start in 0..4 {
            let run = &run[start..];
            // One letter too many is no byte.
            let run = &run[..run.len() - usize::from(run.len() % 4 == 1)];
            let bytes = engine.decode(run).unwrap_or_default();
            all.push_str(&texts(&bytes));
            all.push('\n');
        }
    }
    all
}

/// The search finds a leak in each of the forms it looks for.
#[test]
fn a_leak_is_found_in_every_form() {
    let secret = "k3y \"<Ä>&%+\\👍";
    let json = serde_json::json!({ "a": [secret] }).to_string();
    let html = secret
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;");
    let url: String =
        percent_encoding::utf8_percent_encode(secret, percent_encoding::NON_ALPHANUMERIC)
            .to_string();
    let escaped: String = secret
        .encode_utf16()
        .map(|unit| format!("\\u{unit:04x}"))
        .collect();
    let by_number: String = secret
        .chars()
        .map(|c| format!("&#x{:x};", u32::from(c)))
        .collect();
    let nodes: String = secret
        .chars()
        .filter(|c| *c != '<')
        .map(|c| format!("<b>{c}</b>"))
        .collect();
    let coded = base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(format!("user:{secret}"));
    let leaks = [
        secret.to_owned(),
        json.clone(),
        html.clone(),
        url.clone(),
        url.to_lowercase(),
        url.replace('%', "%25"),
        escaped,
        by_number,
        coded.clone(),
        secret.to_uppercase(),
        secret.nfd().collect(),
        secret.replace(' ', "\n"),
        serde_json::json!(html).to_string(),
        format!("data:text/plain;base64,{coded}"),
        secret.replace('3', "3\u{200b}"),
    ];
    for leak in leaks {
        let bytes = format!("before {leak} behind");
        assert!(shown(&views(bytes.as_bytes()), secret).is_some(), "{leak}");
    }
    assert!(shown(&views(nodes.as_bytes()), "k3y \"Ä>&%+\\👍").is_some());
    assert!(shown(&views(b"type \"x9\" now"), "x9").is_some());
    assert!(shown(&views(b"0x9f x99 \xe2\x80\xa2\xe2\x80\xa2"), "x9").is_none());
    let mut picture = Vec::new();
    let mut encoder = png::Encoder::new(&mut picture, 1, 1);
    encoder
        .add_itxt_chunk("Comment".to_owned(), secret.to_owned())
        .unwrap();
    encoder
        .write_header()
        .unwrap()
        .write_image_data(&[0])
        .unwrap();
    assert!(shown(&views(&picture), secret).is_some());
    assert!(shown(&views(b"nothing to see"), secret).is_none());
}
