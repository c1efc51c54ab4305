//! The data of an application: as it is, as its pages show it, and how requests and changes alter it.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::application::{Data, Manifest, Object, Write};
use super::catalogue::DataChange;

/// Returns the data an application starts with under a change of its data.
pub(crate) fn seed(manifest: &Manifest, change: Option<DataChange>) -> Value {
    let mut seed = Value::Object(manifest.seed.clone());
    let data = &manifest.data;
    if let (Some(change), Some(list)) = (change, seed.get_mut(&data.list)) {
        alter(list.as_array_mut().expect("a list"), data, change);
    }
    seed
}

fn alter(list: &mut Vec<Value>, data: &Data, change: DataChange) {
    let place = list.iter().position(|entry| is_called(entry, &data.entity));
    let place = place.expect("the entity of the chore");
    match change {
        DataChange::Extra => {
            let extra: Vec<Value> = data.extra.iter().cloned().map(Value::Object).collect();
            list.splice(0..0, extra);
        }
        DataChange::Reversed => list.reverse(),
        DataChange::Today => go_round(list.iter_mut(), &data.today),
        DataChange::Others => {
            let others = list.iter_mut().enumerate();
            let others = others.filter(|(at, _)| *at != place).map(|(_, it)| it);
            go_round(others, &data.others);
        }
        DataChange::OnlyLookalike => list[place] = merged(&list[place], &data.lookalike),
        DataChange::Twin => list.insert(place, merged(&list[place], &data.lookalike)),
        DataChange::Near => list[place] = merged(&list[place], &data.near),
        DataChange::Gone => drop(list.remove(place)),
    }
}

fn go_round<'v>(
    entries: impl Iterator<Item = &'v mut Value>,
    fields: &BTreeMap<String, Vec<Value>>,
) {
    for (number, entry) in entries.enumerate() {
        for (field, values) in fields {
            entry[field] = values[number % values.len()].clone();
        }
    }
}

fn merged(entry: &Value, with: &Object) -> Value {
    let mut entry = entry.clone();
    for (name, value) in with {
        entry[name] = value.clone();
    }
    entry
}

/// Returns the segments that placeholders of a pattern stand for, if the path is like it.
pub(crate) fn matches(pattern: &str, path: &str) -> Option<BTreeMap<String, String>> {
    let (pattern, path): (Vec<&str>, Vec<&str>) =
        (pattern.split('/').collect(), path.split('/').collect());
    if pattern.len() != path.len() {
        return None;
    }
    let mut found = BTreeMap::new();
    for (part, segment) in pattern.into_iter().zip(path) {
        match part
            .strip_prefix('{')
            .and_then(|part| part.strip_suffix('}'))
        {
            Some(name) => drop(found.insert(name.to_owned(), segment.to_owned())),
            None if part == segment => {}
            None => return None,
        }
    }
    Some(found)
}

/// Returns a pattern with the segments put in.
pub(crate) fn put_in(pattern: &str, segments: &BTreeMap<String, String>) -> String {
    let mut text = pattern.to_owned();
    for (name, segment) in segments {
        text = text.replace(&format!("{{{name}}}"), segment);
    }
    text
}

/// Returns the object at `orders/7` or `profile`.
pub(crate) fn object_at<'v>(state: &'v Value, path: &str) -> Option<&'v Value> {
    match path.split_once('/') {
        None => state.get(path),
        Some((list, id)) => state
            .get(list)?
            .as_array()?
            .iter()
            .find(|it| is_called(it, id)),
    }
}

fn object_at_mut<'v>(state: &'v mut Value, path: &str) -> Option<&'v mut Value> {
    match path.split_once('/') {
        None => state.get_mut(path),
        Some((list, id)) => {
            let mut entries = state.get_mut(list)?.as_array_mut()?.iter_mut();
            entries.find(|it| is_called(it, id))
        }
    }
}

fn is_called(entry: &Value, id: &str) -> bool {
    entry["id"].as_str() == Some(id)
}

/// Carries a write out; returns the object it was about, `None` where there is none.
pub(crate) fn carry_out(
    state: &mut Value,
    write: &Write,
    segments: &BTreeMap<String, String>,
    fields: &BTreeMap<String, String>,
) -> Option<Value> {
    let mut values = Object::new();
    for (name, value) in &write.set {
        let value = value.as_str().map(|text| json!(put_in(text, segments)));
        values.insert(
            name.clone(),
            value.unwrap_or_else(|| write.set[name].clone()),
        );
    }
    for name in &write.take {
        let value = fields.get(name).cloned().unwrap_or_default();
        values.insert(name.clone(), Value::String(value));
    }
    if let Some(list) = &write.add {
        let entries = state.get_mut(list)?.as_array_mut()?;
        values.insert("id".to_owned(), json!(next_id(entries)));
        entries.push(Value::Object(values.clone()));
        return Some(Value::Object(values));
    }
    let path = put_in(write.at.as_deref()?, segments);
    let object = object_at_mut(state, &path)?;
    *object = merged(object, &values);
    let after = object.clone();
    if write.remove
        && let Some((list, id)) = path.split_once('/')
    {
        let entries = state.get_mut(list)?.as_array_mut()?;
        entries.retain(|entry| !is_called(entry, id));
    }
    Some(after)
}

fn next_id(entries: &[Value]) -> String {
    let numbers = entries
        .iter()
        .filter_map(|entry| entry["id"].as_str()?.parse::<u64>().ok());
    (numbers.max().unwrap_or(0) + 1).to_string()
}
