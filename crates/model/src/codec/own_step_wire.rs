//! Steps that no strategy of the scenario form can say, kept as themselves under `retap.step`.

use std::time::Duration;

use serde_json::{Map, Value as Json, json};

use crate::phrase::Phrase;
use crate::program::{
    Claim, Field, FieldVisitor, Place, PressKey, Step, StepKind, Stroke, Target, Unsupported,
    Value, Word,
};

use super::error::CodecError;
use super::json::{Object, wrong};

/// Writes a step, or nothing where it has no form of its own.
pub(super) fn write_own_step(kind: &StepKind) -> Option<Json> {
    kind.has_own_form().then(|| write_step(kind))
}

fn write_step(kind: &StepKind) -> Json {
    let verb = json!(kind.verb());
    write_fields("verb", verb, |writer| kind.clone().fields(writer))
}

fn write_fields(key: &str, value: Json, visit: impl FnOnce(&mut FieldWriter)) -> Json {
    let mut writer = FieldWriter(Map::new());
    visit(&mut writer);
    writer.0.insert(key.to_owned(), value);
    Json::Object(writer.0)
}

/// Reads a step; a verb this code does not know is a step that fails and says so.
pub(super) fn read_own_step(fields: &Object<'_>) -> Result<StepKind, CodecError> {
    let name = fields.required_text("verb")?;
    let blank = StepKind::find_verb(&name).map(|verb| (verb.blank)());
    let Some(mut kind) = blank.filter(|kind| kind.has_own_form()) else {
        let reason = format!("the step `{name}` is unknown");
        return Ok(Unsupported { reason }.into());
    };
    read_fields(fields, |reader| kind.fields(reader))?;
    Ok(kind)
}

fn read_fields(
    fields: &Object<'_>,
    visit: impl FnOnce(&mut FieldReader<'_>),
) -> Result<(), CodecError> {
    let mut reader = FieldReader {
        fields,
        error: None,
    };
    visit(&mut reader);
    reader.error.map_or(Ok(()), Err)
}

/// Collects what a step says, key by key.
struct FieldWriter(Map<String, Json>);

impl FieldVisitor for FieldWriter {
    fn field(&mut self, field: &Field, value: Value<'_>) {
        if let Value::Own(target) = value {
            return target.fields(self);
        }
        if let Some(value) = write_value(value) {
            self.0.insert(field.wire.to_owned(), value);
        }
    }
}

fn write_value(value: Value<'_>) -> Option<Json> {
    let sentence = |phrase: &Phrase| json!(phrase.to_sentence());
    let millis = |duration: &Duration| json!(duration.as_millis() as u64);
    match value {
        Value::Phrase(phrase) | Value::Label(phrase) | Value::Typed(phrase) => {
            Some(sentence(phrase))
        }
        Value::Remark(phrase) => (!phrase.is_empty()).then(|| sentence(phrase)),
        Value::OptionalPhrase(phrase) => phrase.as_ref().map(sentence),
        Value::Name(name) | Value::Caption(name) => name.as_ref().map(|name| json!(name)),
        Value::Count(count) => Some(json!(count)),
        Value::OptionalCount(count) => count.map(|count| json!(count)),
        Value::Duration(duration) => Some(millis(duration)),
        Value::OptionalDuration(duration) => duration.as_ref().map(millis),
        Value::Word(word) => word.word().map(|word| json!(word)),
        Value::Flag(flag) => flag.then(|| json!(true)),
        Value::State(state) => Some(json!(state)),
        Value::Combination(press) | Value::Key(press) => Some(json!(press.combination())),
        Value::Target(target) | Value::Own(target) => Some(write_target(target)),
        Value::OptionalTarget(target) => target.as_mut().map(write_target),
        Value::Stroke(stroke) => stroke.map(write_stroke),
        Value::Steps(steps) | Value::OptionalSteps(steps) => {
            (!steps.is_empty()).then(|| steps.iter().map(|step| write_step(&step.kind)).collect())
        }
        Value::Claims(claims) => Some(claims.iter_mut().map(write_claim).collect()),
        // The combination says what is held.
        Value::Modifiers(_) | Value::Nothing => None,
    }
}

fn write_target(target: &mut Target) -> Json {
    let mut writer = FieldWriter(Map::new());
    target.fields(&mut writer);
    Json::Object(writer.0)
}

fn write_stroke(stroke: Stroke) -> Json {
    json!({ "distance": stroke.distance, "durationMs": stroke.duration.as_millis() as u64 })
}

fn write_claim(claim: &mut Claim) -> Json {
    let kind = json!(claim.word());
    write_fields("claim", kind, |writer| claim.fields(writer))
}

/// Fills each field it is shown; the first error ends it.
struct FieldReader<'a> {
    fields: &'a Object<'a>,
    error: Option<CodecError>,
}

impl FieldVisitor for FieldReader<'_> {
    fn field(&mut self, field: &Field, value: Value<'_>) {
        if self.error.is_none()
            && let Err(error) = self.read(field, value)
        {
            self.error = Some(error);
        }
    }

    fn choose(&mut self, names: &'static [&'static str], current: &'static str) -> &'static str {
        let mut names = names.iter().copied();
        let found = names.find(|name| self.fields.get(name).is_some());
        found.unwrap_or(current)
    }
}

impl FieldReader<'_> {
    fn read(&mut self, field: &Field, value: Value<'_>) -> Result<(), CodecError> {
        let (fields, name) = (self.fields, field.wire);
        match value {
            Value::Phrase(phrase) | Value::Label(phrase) | Value::Typed(phrase) => {
                *phrase = Phrase::of_sentence(&fields.required_text(name)?);
            }
            Value::Remark(phrase) => *phrase = self.phrase(name)?.unwrap_or_default(),
            Value::OptionalPhrase(phrase) => *phrase = self.phrase(name)?,
            Value::Name(text) | Value::Caption(text) => *text = fields.text(name)?,
            Value::Count(count) if field.default.is_some() => {
                *count = fields.count(name)?.unwrap_or(*count);
            }
            Value::Count(count) => *count = fields.required(name, Object::count)?,
            Value::OptionalCount(count) => *count = fields.count(name)?,
            Value::Duration(duration) => *duration = fields.require(name, self.millis(name)?)?,
            Value::OptionalDuration(duration) => *duration = self.millis(name)?,
            Value::Word(word) => self.read_word(name, word)?,
            Value::Flag(flag) => *flag = fields.flag(name)?.unwrap_or(false),
            Value::State(state) => *state = fields.required(name, Object::flag)?,
            Value::Combination(press) | Value::Key(press) => *press = self.combination(name)?,
            Value::Own(target) => target.fields(self),
            Value::Target(target) => {
                let object = fields.required(name, Object::object)?;
                read_fields(&object, |reader| target.fields(reader))?;
            }
            Value::OptionalTarget(target) => {
                if let Some(object) = fields.object(name)? {
                    let target = target.insert(Target::default());
                    read_fields(&object, |reader| target.fields(reader))?;
                }
            }
            Value::Stroke(stroke) => {
                *stroke = fields.read(name, read_stroke)?;
            }
            Value::Steps(steps) | Value::OptionalSteps(steps) => {
                let unplaced = |kind: StepKind| Step::new(kind, Place::default());
                let read = |own: &Object<'_>| read_own_step(own).map(unplaced);
                *steps = fields.read_all(name, read)?;
            }
            Value::Claims(claims) => {
                *claims = fields.read_all(name, read_claim)?;
            }
            Value::Modifiers(_) | Value::Nothing => {}
        }
        Ok(())
    }

    fn phrase(&self, name: &str) -> Result<Option<Phrase>, CodecError> {
        let text = self.fields.text(name)?;
        Ok(text.as_deref().map(Phrase::of_sentence))
    }

    fn millis(&self, name: &str) -> Result<Option<Duration>, CodecError> {
        Ok(self.fields.whole(name)?.map(Duration::from_millis))
    }

    fn read_word(&self, name: &str, word: &mut dyn Word) -> Result<(), CodecError> {
        let may_be_missing = word.word().is_none();
        let Some(text) = self.fields.text(name)? else {
            let text = may_be_missing.then_some(());
            return self.fields.require(name, text);
        };
        word.set_word(&text)
            .ok_or_else(|| wrong(&self.fields.path_of(name), "a known word", &json!(text)))
    }

    fn combination(&self, name: &str) -> Result<PressKey, CodecError> {
        let text = self.fields.required_text(name)?;
        PressKey::parse(&text)
            .ok_or_else(|| wrong(&self.fields.path_of(name), "a key", &json!(text)))
    }
}

fn read_stroke(stroke: &Object<'_>) -> Result<Stroke, CodecError> {
    let duration = stroke.whole("durationMs")?.map(Duration::from_millis);
    Ok(Stroke {
        distance: stroke.required("distance", Object::number)?,
        duration: stroke.require("durationMs", duration)?,
    })
}

fn read_claim(fields: &Object<'_>) -> Result<Claim, CodecError> {
    let mut claim = Claim::blank(&fields.required_text("claim")?);
    read_fields(fields, |reader| claim.fields(reader))?;
    Ok(claim)
}
