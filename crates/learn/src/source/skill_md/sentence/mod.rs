//! Sentences of prose: which verb starts one, and what it says.
//!
//! A sentence that starts with no known verb is a question to an advisor. One that does, but
//! cannot be read, is an error: guessing would make a typo an AI step.

mod cursor;
mod device;
mod entry;
mod flow;
mod look;
mod memory;
mod target;
mod touch;

use retap_model::phrase::Phrase;
use retap_model::program::{Ask, Place, Question, Rounds, StepKind, Test};

use crate::source::error::Problem;
use crate::source::fault::{Fault, Span};
use crate::source::skill_yaml::StepReader;
use crate::source::yaml;
use cursor::{Cursor, Miss};

/// What a sentence says.
#[derive(Debug)]
pub(super) enum Sentence {
    /// A step that is complete.
    Step(StepKind),
    /// The start of a condition; its steps are below it.
    If(Test),
    /// The start of a loop with its most rounds; its steps are below it.
    Repeat(Rounds, u32),
}

/// A verb of prose.
struct Verb {
    /// The words a sentence starts with; any of them.
    words: &'static [&'static str],
    /// How sentences with it look, for error messages.
    accepted: &'static str,
    /// Whether steps stand below it.
    opens: bool,
    /// Reads what follows the words.
    read: fn(&mut Cursor<'_>) -> Result<Sentence, Miss>,
}

const fn verb(
    words: &'static [&'static str],
    accepted: &'static str,
    read: fn(&mut Cursor<'_>) -> Result<Sentence, Miss>,
) -> Verb {
    Verb {
        words,
        accepted,
        opens: false,
        read,
    }
}

const fn opener(
    words: &'static [&'static str],
    accepted: &'static str,
    read: fn(&mut Cursor<'_>) -> Result<Sentence, Miss>,
) -> Verb {
    Verb {
        words,
        accepted,
        opens: true,
        read,
    }
}

/// Every verb of prose.
#[rustfmt::skip]
const VERBS: [Verb; 29] = [
    verb(&["Launch"], "Launch **App**", device::read_launch),
    verb(&["Tap"], "Tap \"label\"; also in the row \"row\", (number 2), (no visible effect)", touch::read_tap),
    verb(&["Double-tap", "Double tap"], "Double-tap \"label\"", touch::read_double_tap),
    verb(&["Hover"], "Hover over \"label\"; also (no visible effect)", touch::read_hover),
    verb(&["Long-press", "Long press"], "Long-press \"label\" (1000 ms)", touch::read_long_press),
    verb(&["Drag"], "Drag \"label\" to \"label\"", touch::read_drag),
    verb(&["Type"], "Type \"text\"; also into \"field\"", entry::read_type),
    verb(&["Press"], "Press **Return**, Press **Cmd+L**, Press the key \"home\", Press Home, Press Back", entry::read_press),
    verb(&["Swipe"], "Swipe up, down, left or right; also until \"label\" is visible (max 5)", look::read_swipe),
    verb(&["Scroll"], "Scroll until \"label\" is visible (max 5); also Scroll down until …", look::read_scroll),
    verb(&["Wait"], "Wait for \"label\" to appear (timeout 30s)", look::read_wait),
    verb(&["Verify"], "Verify \"label\" is visible, Verify \"label\" is NOT visible, or Verify: a question for an advisor", look::read_verify),
    verb(&["Screenshot"], "Screenshot: \"name\"", look::read_screenshot),
    verb(&["Go back"], "Go back", device::read_back),
    verb(&["Shake"], "Shake the device", device::read_shake),
    verb(&["Open URL"], "Open URL: https://example.com", device::read_open_url),
    verb(&["Force-quit", "Force quit"], "Force-quit **App**", device::read_reset_app),
    verb(&["Turn on"], "Turn on Airplane Mode, Wi-Fi or Cellular", device::read_turn_on),
    verb(&["Turn off"], "Turn off Airplane Mode, Wi-Fi or Cellular", device::read_turn_off),
    verb(&["Set network"], "Set network: airplane_on", device::read_set_network),
    verb(&["Switch to target"], "Switch to target \"name\"", device::read_switch),
    verb(&["Remember"], "Remember: what to keep, or Remember the value of \"label\" as {name}", memory::read_remember),
    verb(&["Measure"], "Measure (name): tap \"label\" and wait for \"label\" (max 5s)", memory::read_measure),
    verb(&["Summarize"], "Summarize: what to put in words", memory::read_summarize),
    verb(&["Ask"], "Ask: a question for an advisor", memory::read_ask),
    opener(&["If"], "If \"label\" is visible: or If \"label\" is not visible:", flow::read_if),
    opener(&["Repeat"], "Repeat while \"label\" is visible (max 20):, Repeat until \"label\" is visible (max 20):, Repeat 3 times (max 3):", flow::read_repeat),
    verb(&["Otherwise"], "Otherwise: alone on its line, its steps below it", flow::read_otherwise),
    verb(&["Else"], "Otherwise: alone on its line, its steps below it", flow::read_otherwise),
];

/// Returns whether a sentence starts with a verb, so that it is meant as a step.
pub(in crate::source) fn starts_with_verb(text: &str) -> bool {
    raw_verb(text).is_some() || find(text).is_some()
}

/// Returns whether a sentence of prose would be read as these words for an advisor.
pub(in crate::source) fn is_plain_sentence(text: &str) -> bool {
    !starts_with_verb(text)
}

/// Reads a sentence that starts at `place`.
///
/// On failure, also tells whether steps stand below the sentence.
pub(super) fn read(text: &str, place: Place) -> Result<Sentence, (Fault, bool)> {
    if raw_verb(text).is_some() {
        return read_raw(text, place)
            .map(Sentence::Step)
            .map_err(|fault| (fault, false));
    }
    let Some((verb, words)) = find(text) else {
        let ask = Ask::new(Question::Sentence, Phrase::parse(text));
        return Ok(Sentence::Step(StepKind::Ask(ask)));
    };
    let mut cursor = Cursor::new(text, words.len());
    let read = (verb.read)(&mut cursor);
    let read = read.and_then(|sentence| cursor.finish().map(|()| sentence));
    read.map_err(|miss| (fault_of(verb, words, text, place, miss), verb.opens))
}

fn find(text: &str) -> Option<(&'static Verb, &'static str)> {
    VERBS.iter().find_map(|verb| {
        let words = verb
            .words
            .iter()
            .find(|words| Cursor::new(text, 0).eat(words))?;
        Some((verb, *words))
    })
}

fn fault_of(verb: &Verb, words: &str, text: &str, place: Place, miss: Miss) -> Fault {
    let before = text.get(..miss.at).unwrap_or(text).chars().count();
    let rest = text.get(miss.at..).unwrap_or_default();
    let width = rest.split(' ').next().unwrap_or_default().chars().count();
    let span = Span::new(place.line, place.column + before, width);
    let problem = miss.problem.unwrap_or(Problem::Sentence {
        verb: words.to_owned(),
    });
    Fault::new(span, problem).accepted(verb.accepted)
}

/// Returns the verb of a sentence that is a step of skill YAML, such as `swipe: "up"`.
fn raw_verb(text: &str) -> Option<&str> {
    let (word, _) = text.split_once(": ")?;
    StepKind::find_skill_verb(word).map(|verb| verb.name)
}

fn read_raw(text: &str, place: Place) -> Result<StepKind, Fault> {
    let mut reader = StepReader::default();
    let document = yaml::parse(text);
    let step = document.and_then(|document| reader.read_step(&document.root));
    let step = step.and_then(|step| match reader.faults.pop() {
        Some(fault) => Err(fault),
        None => Ok(step.kind),
    });
    step.map_err(|mut fault| {
        fault.span.place.line = place.line;
        fault.span.place.column += place.column - 1;
        fault
    })
}
