//! The recorded screens that pins refer to, each written once: a line for each control or heading, its kind, name, id and row
//! with tabs between them.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::program::CompiledProgram;
use crate::screen::Role;
use crate::select::{Evidence, Sketch, SketchEntry, SketchPlace};

use super::error::CodecError;
use super::json::{Object, wrong};

/// The word for a field that holds a password.
const PASSWORD: &str = "password";

/// More entries than this are none of a screen, and would take long to compare.
const MOST_ENTRIES: usize = 200;

/// The recorded screens of a file.
#[derive(Default)]
pub(super) struct Screens(Vec<Arc<Sketch>>);

impl Screens {
    /// Returns the screens that pins of a program refer to, each once.
    pub(super) fn of(program: &CompiledProgram) -> Self {
        let pins = program.steps.iter().filter_map(|step| step.pin.as_ref());
        let all = pins.flat_map(|pin| [&pin.evidence, &pin.destination_evidence]);
        let places = all.flatten().filter_map(|it| it.place.as_ref());
        let mut screens = Self::default();
        for place in places {
            if !screens.0.contains(&place.sketch) {
                screens.0.push(Arc::clone(&place.sketch));
            }
        }
        screens
    }

    /// Writes all of them, where there are any.
    pub(super) fn write(&self) -> Option<Value> {
        let screen = |sketch: &Arc<Sketch>| sketch.entries.iter().map(write_entry).collect();
        let all = self.0.iter().map(screen).collect::<Vec<Value>>();
        (!all.is_empty()).then_some(Value::Array(all))
    }

    /// Writes which of them an element is on, and which entry of it it is.
    pub(super) fn write_place(&self, place: &SketchPlace) -> Option<Value> {
        let screen = self.0.iter().position(|it| *it == place.sketch)?;
        Some(json!([screen, place.at]))
    }

    /// Reads the screens of a file.
    pub(super) fn read(own: &Object<'_>) -> Result<Self, CodecError> {
        let screens = own.list("screens")?.unwrap_or_default();
        let path = own.path_of("screens");
        let read =
            |screen: &Value| read_screen(screen).ok_or_else(|| wrong(&path, EXPECTED, screen));
        let all = screens.iter().map(read).collect::<Result<_, _>>()?;
        Ok(Self(all))
    }

    /// Reads which of them an element is on.
    pub(super) fn read_place(
        &self,
        fields: &Object<'_>,
    ) -> Result<Option<SketchPlace>, CodecError> {
        let Some(numbers) = fields.list("screen")? else {
            return Ok(None);
        };
        let number = |at: usize| numbers.get(at).and_then(Value::as_u64);
        let place = || {
            let (screen, at) = (number(0)? as usize, number(1)? as usize);
            let sketch = Arc::clone(self.0.get(screen)?);
            (at < sketch.entries.len()).then_some(SketchPlace { sketch, at })
        };
        let expected = "the numbers of a screen of the file and of an entry of it";
        let wrong = || wrong(&fields.path_of("screen"), expected, &json!(numbers));
        place().map(Some).ok_or_else(wrong)
    }
}

/// Reads what identifies an element, and the screen it was on.
pub(super) fn read_evidence(
    fields: &Object<'_>,
    screens: &Screens,
) -> Result<Evidence, CodecError> {
    Ok(Evidence {
        place: screens.read_place(fields)?,
        ..super::pin::read_marks(fields)?
    })
}

/// Writes what identifies an element, and the screen it was on.
pub(super) fn write_evidence(evidence: &Evidence, screens: &Screens) -> Value {
    let mut fields = super::pin::write_marks(evidence);
    let place = evidence.place.as_ref();
    let place = place.and_then(|place| screens.write_place(place));
    fields.extend(place.map(|place| ("screen".to_owned(), place)));
    Value::Object(fields)
}

const EXPECTED: &str = "a list of at most 200 lines of kind, name, id and row";

fn write_entry(entry: &SketchEntry) -> Value {
    let kind = match entry.is_password {
        true => PASSWORD,
        false => entry.role.as_str(),
    };
    let row = entry.row.as_deref().unwrap_or_default();
    let line = [kind, &entry.name, &entry.id, row].map(|part| part.replace(['\t', '\n'], " "));
    json!(line.join("\t").trim_end_matches('\t'))
}

fn read_screen(screen: &Value) -> Option<Arc<Sketch>> {
    let lines = screen.as_array().filter(|it| it.len() <= MOST_ENTRIES)?;
    let entries = lines.iter().map(|line| line.as_str().map(read_entry));
    let entries = entries.collect::<Option<Vec<_>>>()?;
    Some(Arc::new(Sketch { entries }))
}

/// Reads a line; a kind of a newer retap is one nobody knows.
fn read_entry(line: &str) -> SketchEntry {
    let mut parts = line.split('\t');
    let mut next = || parts.next().unwrap_or_default().to_owned();
    let kind = next();
    let is_password = kind == PASSWORD;
    let role = match is_password {
        true => Role::TextField,
        false => Role::from_word(&kind).unwrap_or_default(),
    };
    SketchEntry {
        role,
        is_password,
        name: next(),
        id: next(),
        row: Some(next()).filter(|row| !row.is_empty()),
    }
}
