//! What a request that changes something carries: its shape, never its values.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::answer_shape::AnswerShape;
use super::field_says::FieldSays;
use super::placed_id::PlacedId;
use crate::screen::sha256_hex;
use crate::secret::{is_secret_name, name_words};

/// What a request carries that changes something, and what its answer said, as far as the device could tell.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Write {
    /// The path, with [`ID`] for each identifier.
    pub shape: String,
    /// The identifiers in the path, in their order. They stay in the process.
    pub ids: Vec<String>,
    /// The operation that the body names, where one path stands for many.
    pub operation: Option<String>,
    /// The fields it carries, each with the mark of the typed text that is its value, if one is. Nothing where the body
    /// is of no kind that has fields.
    pub fields: BTreeMap<String, Option<TextMark>>,
    /// The identifiers that fields hold whose names say so. They stay in the process.
    pub entities: BTreeMap<String, String>,
    /// What fields hold that is a flag or a few words, unless it was typed. It stays in the process.
    pub values: BTreeMap<String, FieldValue>,
    /// The short numbers and codes of other fields, which may stand for a thing. They stay in the process.
    pub numbers: BTreeMap<String, String>,
    /// What fields say about the whole write. It stays in the process.
    pub says: BTreeMap<String, FieldSays>,
    /// The fields that have other words or figures around the typed text that they carry.
    pub around: BTreeSet<String>,
    /// Whether its body says that it only reads.
    pub only_reads: bool,
    /// Whether its body says that what was asked for was not done, whatever the status says.
    pub is_denied: bool,
    /// What its answer is.
    pub answer: AnswerShape,
    /// The shape of the path to which it was redirected.
    pub led_to: Option<String>,
    /// What its answer says, or where it led, of the thing that it made. It stays in the process.
    pub made: BTreeSet<PlacedId>,
    /// Whether all is known of it that will be.
    pub is_answered: bool,
}

/// A value that says what was chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FieldValue {
    /// Yes or no.
    Flag(bool),
    /// A few words, such as `weekly` or `hammer-drill`; of lists all of them.
    Words(BTreeSet<String>),
    /// What the server is asked to do, by the names that it has for that.
    Calls(BTreeSet<String>),
}

/// Words in names of fields that tell where a page runs and not what was chosen.
const SURROUNDINGS: [&str; 12] = [
    "agent", "browser", "lang", "language", "locale", "platform", "referer", "referrer", "source",
    "timezone", "tz", "utm",
];

/// How many words of one list are kept.
const MOST_CHOICES: usize = 50;

/// How long a text is that says what was chosen, in characters.
const LONGEST_CHOICE: usize = 40;

impl FieldValue {
    /// Returns what a field says that was chosen; nothing for figures, long texts and what looks random.
    pub fn of(field: &str, value: &str) -> Option<Self> {
        let value = value.trim();
        let words = words_of_field(field);
        if value.is_empty() || tells_of_sender(&words) {
            return None;
        }
        match value {
            "true" => Some(Self::Flag(true)),
            "false" => Some(Self::Flag(false)),
            _ => is_choice(value).then(|| Self::Words([value.to_owned()].into())),
        }
    }

    /// Adds what another field of the same name says.
    pub fn join(&mut self, other: Self) {
        if let (Self::Words(own), Self::Words(more)) = (self, other)
            && own.len() < MOST_CHOICES
        {
            own.extend(more);
        }
    }

    /// Returns what stands for it in a file, so that it can be known again.
    pub(crate) fn mark(&self, field: &str) -> String {
        match self {
            Self::Flag(is) => is.to_string(),
            Self::Words(words) | Self::Calls(words) => {
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                identifier_hash(&format!("value {field}"), &words.join("\n"))
            }
        }
    }
}

fn is_choice(value: &str) -> bool {
    let mut letters = value.chars();
    letters.next().is_some_and(char::is_alphabetic)
        && value.chars().count() <= LONGEST_CHOICE
        && !value.contains(|c: char| c.is_ascii_digit() || matches!(c, '=' | '+' | '/' | ':' | '@'))
}

/// Words in the path of a request by which somebody signs in.
const SIGNING_IN: [&str; 14] = [
    "auth",
    "authenticate",
    "authentication",
    "authorize",
    "log-in",
    "log_in",
    "login",
    "oauth",
    "session",
    "sessions",
    "sign-in",
    "sign_in",
    "signin",
    "token",
];

/// Words before `id` in names of fields that stand for no thing the request is about, but for its sender or itself.
const NO_ENTITIES: [&str; 17] = [
    "client",
    "correlation",
    "csrf",
    "device",
    "event",
    "message",
    "nonce",
    "request",
    "revision",
    "session",
    "temp",
    "tmp",
    "trace",
    "transaction",
    "version",
    "view",
    "visitor",
];

impl Write {
    /// Returns whether nothing new is there once it is done by this method, so that no identifier comes which another run
    /// does not meet: it changes or removes a thing, or somebody signs in.
    pub(super) fn creates_nothing(&self, method: &str) -> bool {
        let changes = matches!(method, "PUT" | "PATCH" | "DELETE") && self.shape.contains(ID);
        self.signs_in() || changes
    }

    /// Returns whether somebody signs in by it, which is no work and may be done again.
    pub(super) fn signs_in(&self) -> bool {
        let has_secret = self.fields.keys().any(|name| is_secret_name(name));
        let is_sign_in = |part: &str| SIGNING_IN.contains(&part.to_lowercase().as_str());
        has_secret && self.shape.split(['/', '.']).any(is_sign_in)
    }
}

impl Write {
    /// Returns all identifiers it carries.
    pub fn identifiers(&self) -> impl Iterator<Item = &str> {
        let fields = self.entities.values().flat_map(|ids| ids.split(' '));
        self.ids.iter().map(String::as_str).chain(fields)
    }
}

/// Returns whether a field of this name holds the identifier of a thing.
pub fn names_entity(field: &str) -> bool {
    let words = words_of_field(field);
    let is_id = |word: &String| matches!(word.as_str(), "id" | "ids" | "uuid" | "guid");
    words.last().is_some_and(is_id) && !is_of_sender(&words)
}

/// Words in names of fields that page through a list or say when.
const PAGING: [&str; 10] = [
    "page",
    "limit",
    "offset",
    "size",
    "count",
    "start",
    "time",
    "timestamp",
    "ts",
    "v",
];

/// Returns whether a number in a field of this name may stand for a thing.
pub fn may_name_entity(field: &str) -> bool {
    let words = words_of_field(field);
    let is_paging = |word: &String| PAGING.contains(&word.as_str());
    !words.is_empty() && !words.iter().any(is_paging) && !is_of_sender(&words)
}

/// Words in names of fields whose numbers count, measure or order.
const MEASURES: [&str; 30] = [
    "amount", "balance", "build", "cost", "height", "index", "length", "level", "max", "min",
    "number", "pos", "position", "price", "progress", "qty", "quantity", "rank", "rev", "revision",
    "score", "seq", "sequence", "step", "stock", "sum", "total", "unread", "version", "width",
];

/// How many figures a number has at the most that stands for a thing by the name of its field.
const MOST_THING_FIGURES: usize = 9;

/// Returns what kind of thing a field names by a number, where its name and value allow that.
pub fn kind_of_thing(field: &str, value: &str) -> Option<String> {
    let words = words_of_field(field);
    let is_number = (1..=MOST_THING_FIGURES).contains(&value.len())
        && value.bytes().all(|byte| byte.is_ascii_digit());
    let is_measure = |word: &String| MEASURES.contains(&word.as_str());
    let may_be = is_number && may_name_entity(field) && !words.iter().any(is_measure);
    let kind = words
        .iter()
        .rev()
        .find(|word| !matches!(word.as_str(), "id" | "no" | "key"))?;
    may_be.then(|| kind.trim_end_matches('s').to_owned())
}

/// How many letters and figures a word has that codes a thing: `h14`, `INV-7`, `f2`.
const MOST_LETTERS: usize = 4;
const MOST_CODE_FIGURES: usize = 6;

/// Returns whether a field may hold the code of a thing, whatever it is called: a few letters, and a few figures behind them.
pub fn may_be_code(field: &str, value: &str) -> bool {
    let letters = value
        .chars()
        .take_while(|c| c.is_ascii_alphabetic())
        .count();
    let rest = value.get(letters..).unwrap_or_default();
    let figures = rest.strip_prefix(['-', '_']).unwrap_or(rest);
    let is_code = (1..=MOST_LETTERS).contains(&letters)
        && (1..=MOST_CODE_FIGURES).contains(&figures.len())
        && figures.bytes().all(|byte| byte.is_ascii_digit());
    is_code && !is_of_sender(&words_of_field(field))
}

fn words_of_field(field: &str) -> Vec<String> {
    let last = field.rsplit(['.', '[', ']']).find(|part| !part.is_empty());
    name_words(last.unwrap_or_default())
}

/// Returns whether words of a name tell of the sender, or of where a page runs.
pub(super) fn tells_of_sender(words: &[String]) -> bool {
    is_of_sender(words)
        || words
            .iter()
            .any(|word| SURROUNDINGS.contains(&word.as_str()))
}

fn is_of_sender(words: &[String]) -> bool {
    let is_one = |word: &String| NO_ENTITIES.contains(&word.as_str()) || is_secret_name(word);
    words.iter().any(is_one)
}

/// Stands for an identifier in the shape of a path.
pub const ID: &str = "{}";

/// Returns the words of an address, an id or the like that have a figure, and their parts.
pub fn words_with_figures(value: &str) -> impl Iterator<Item = &str> {
    let is_inside = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    let words = value.split(move |c: char| !is_inside(c));
    let all = words.flat_map(|word| std::iter::once(word).chain(word.split(['-', '_'])));
    all.filter(|word| word.contains(|c: char| c.is_ascii_digit()))
}

/// Returns a hash of an identifier that says nothing without the place where it stands: the shape of its path, the name of
/// its field.
pub(crate) fn identifier_hash(place: &str, id: &str) -> String {
    let mut hash = sha256_hex(format!("{place}\n{id}").as_bytes());
    hash.truncate(16);
    hash
}

/// Stands for a text by a hash of it, so that two places can be compared without the text. It stays in the process.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct TextMark(String);

impl TextMark {
    /// Returns the mark of what was chosen by this name; case does not count.
    pub fn of_choice(name: &str) -> Self {
        Self::of(&format!("chosen {}", name.trim().to_lowercase()))
    }

    /// Returns the mark of a text; spaces around it do not count.
    pub fn of(text: &str) -> Self {
        Self(sha256_hex(text.trim().as_bytes()))
    }
}

/// Returns the shape of a path, and the identifiers in it.
pub fn path_shape(path: &str) -> (String, Vec<String>) {
    let mut ids = Vec::new();
    let segments = path.split('/').map(|segment| {
        if is_identifier(segment) {
            ids.push(segment.to_owned());
            ID
        } else {
            segment
        }
    });
    let shape = segments.collect::<Vec<_>>().join("/");
    (shape, ids)
}

/// How many figures in a row no name has.
const MOST_FIGURES: usize = 3;

/// How long a word is that has figures among its letters and yet is a name.
pub(super) const LONGEST_NAME: usize = 15;

/// Returns whether a word stands for one thing among many of its kind: a number, a hash, a long random word.
pub fn is_identifier(word: &str) -> bool {
    let figures = word.chars().filter(char::is_ascii_digit).count();
    if figures == 0 {
        return false;
    }
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    let longest = word
        .split(|c: char| !c.is_ascii_digit())
        .map(str::len)
        .max();
    let is_hash =
        word.len() >= 8 && letters > 0 && word.chars().all(|c| c.is_ascii_hexdigit() || c == '-');
    letters == 0 || is_hash || longest > Some(MOST_FIGURES) || word.len() > LONGEST_NAME
}

impl fmt::Display for Write {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.shape)?;
        match &self.operation {
            Some(operation) => write!(out, " {operation}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_leave_the_shape_of_a_path() {
        for (path, shape) in [
            ("/api/v2/items/57/parts", "/api/v2/items/{}/parts"),
            ("/items/3f2b8c1e-9d4a-4a61-8a57-0c7d2f9b1e11", "/items/{}"),
            (
                "/notes/9fceb02d0ae598e95dc970b74767f19372d61af8",
                "/notes/{}",
            ),
            ("/o/INV-20261117", "/o/{}"),
            ("/orders/57-1", "/orders/{}"),
            ("/oauth2/token", "/oauth2/token"),
            ("/facade", "/facade"),
            ("/", "/"),
        ] {
            assert_eq!(path_shape(path).0, shape);
        }
        assert_eq!(path_shape("/a/1/b/2").1, ["1", "2"]);
    }

    #[test]
    fn fields_of_things_go_by_their_names() {
        for name in [
            "id",
            "order_id",
            "orderId",
            "orderID",
            "variables.input.id",
            "items[].product-id",
            "uuid",
        ] {
            assert!(names_entity(name), "{name}");
        }
        for value in ["h14", "INV-7", "f2", "R_120"] {
            assert!(may_be_code("hour", value), "{value}");
            assert!(!may_be_code("appVersion", value), "{value}");
        }
        for value in [
            "14",
            "h",
            "hello",
            "a1b2",
            "abcde1",
            "x1234567",
            "2026-11-18",
        ] {
            assert!(!may_be_code("hour", value), "{value}");
        }
        for (name, value, kind) in [
            ("account", "7", Some("account")),
            ("order.accounts[]", "12", Some("account")),
            ("from_account", "7", Some("account")),
            ("version", "7", None),
            ("total_count", "7", None),
            ("account", "A7", None),
            ("account", "1766012345678", None),
            ("session", "7", None),
        ] {
            assert_eq!(kind_of_thing(name, value).as_deref(), kind, "{name}");
        }
        for name in [
            "valid",
            "paid",
            "session_id",
            "requestId",
            "name",
            "ids.count",
            "",
        ] {
            assert!(!names_entity(name), "{name}");
        }
    }

    #[test]
    fn who_signs_in_or_changes_a_thing_makes_none() {
        let write = |shape: &str, fields: &[&str]| Write {
            shape: shape.to_owned(),
            fields: fields.iter().map(|&it| (it.to_owned(), None)).collect(),
            ..Write::default()
        };
        for (method, shape, fields, creates) in [
            ("POST", "/login", &["email", "password"][..], false),
            ("POST", "/api/v1/auth/token", &["user", "pwd"], false),
            ("POST", "/login.php", &["user", "passwd"], false),
            ("POST", "/users", &["email", "password"], true),
            ("POST", "/login", &["theme"], true),
            ("POST", "/orders/{}/ship", &[], true),
            ("PUT", "/orders/{}", &[], false),
            ("DELETE", "/orders/{}", &[], false),
            ("PUT", "/orders", &[], true),
        ] {
            let write = write(shape, fields);
            assert_eq!(write.creates_nothing(method), !creates, "{method} {shape}");
        }
    }
}
