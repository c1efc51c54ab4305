//! What a page was told of the things it lists: the identifiers of the record whose texts a row shows, and of those beside it.
//! Many pages keep them in their scripts, where no element has them.

use std::collections::BTreeSet;

use retap_model::device::{Identifiers, is_identifier, may_be_code};
use serde_json::{Map, Value};

/// The names under which a record has its own identifier, the surest first.
const OWN_NAMES: [&str; 8] = ["id", "_id", "uuid", "guid", "key", "code", "number", "slug"];

/// The most records of one list that are looked at.
const MOST_RECORDS: usize = 2000;

/// How deep lists are looked for.
const DEEPEST: usize = 6;

/// Returns the identifiers of the record that says most of what a row shows, and of the others of its list; none where no
/// record or several say as much.
pub(super) fn identifiers_of_row(answers: &[Value], texts: &BTreeSet<String>) -> Identifiers {
    let mut lists = Vec::new();
    for answer in answers {
        collect_lists(answer, 0, &mut lists);
    }
    let best = lists.iter().filter_map(|list| best_of(list, texts));
    let Some((most, _)) = best.clone().max_by_key(|(said, _)| *said) else {
        return Identifiers::default();
    };
    let mut found = Identifiers::default();
    for (_, identifiers) in best.filter(|(said, _)| *said == most) {
        found.own.extend(identifiers.own);
        found.beside.extend(identifiers.beside);
    }
    found
}

type Record = Map<String, Value>;

fn collect_lists<'a>(json: &'a Value, depth: usize, lists: &mut Vec<Vec<&'a Record>>) {
    if depth > DEEPEST {
        return;
    }
    match json {
        Value::Array(items) => {
            let records = items.iter().filter_map(Value::as_object);
            let records: Vec<&Record> = records.take(MOST_RECORDS).collect();
            if !records.is_empty() {
                lists.push(records);
            }
            for item in items.iter().take(MOST_RECORDS) {
                collect_lists(item, depth + 1, lists);
            }
        }
        Value::Object(fields) => {
            for value in fields.values() {
                collect_lists(value, depth + 1, lists);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Returns how much the record of a list says that says most, and its identifiers.
fn best_of(list: &[&Record], texts: &BTreeSet<String>) -> Option<(usize, Identifiers)> {
    let said: Vec<usize> = list.iter().map(|record| said_by(record, texts)).collect();
    let most = *said.iter().max().filter(|most| **most > 0)?;
    let mut best = list.iter().zip(&said).filter(|(_, said)| **said == most);
    let (record, _) = best.next()?;
    if best.next().is_some() {
        return None;
    }
    let own: BTreeSet<String> = own_identifier(record).into_iter().collect();
    let others = list.iter().filter(|other| !std::ptr::eq(**other, *record));
    let beside = others.filter_map(|other| own_identifier(other)).collect();
    (!own.is_empty()).then_some((most, Identifiers { own, beside }))
}

/// Returns how many of the texts a record says itself, or what it holds.
fn said_by(record: &Record, texts: &BTreeSet<String>) -> usize {
    fn words(value: &Value, depth: usize, said: &mut BTreeSet<String>) {
        match value {
            Value::String(text) => drop(said.insert(text.trim().to_owned())),
            Value::Number(number) => drop(said.insert(number.to_string())),
            Value::Object(fields) if depth < 2 => {
                fields.values().for_each(|it| words(it, depth + 1, said));
            }
            _ => {}
        }
    }
    let mut said = BTreeSet::new();
    record.values().for_each(|value| words(value, 0, &mut said));
    said.intersection(texts).count()
}

/// Returns the identifier of a record itself, not of what it refers to.
pub(super) fn own_identifier(record: &Record) -> Option<String> {
    OWN_NAMES.iter().find_map(|name| {
        let id = match record.get(*name)? {
            Value::String(text) => text.trim().to_owned(),
            Value::Number(number) => number.to_string(),
            _ => return None,
        };
        (is_identifier(&id) || may_be_code(name, &id)).then_some(id)
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_row_is_told_by_the_record_that_says_most_of_it() {
        let tasks = json!({"items": [
            {"id": 3, "title": "Roof repair", "place": {"name": "House"}},
            {"id": 12, "title": "Roof repair", "place": {"name": "Cabin"}},
            {"id": 14, "title": "Paint", "place": {"name": "House"}},
        ]});
        let row = |texts: &[&str]| {
            let texts = texts.iter().map(|&text| text.to_owned()).collect();
            let found = identifiers_of_row(std::slice::from_ref(&tasks), &texts);
            let list = |ids: BTreeSet<String>| ids.into_iter().collect::<Vec<_>>();
            (list(found.own), list(found.beside))
        };
        let strings = |ids: &[&str]| ids.iter().map(|&id| id.to_owned()).collect::<Vec<_>>();
        let cabin = row(&["Roof repair", "Cabin", "Done"]);
        assert_eq!(cabin, (strings(&["12"]), strings(&["14", "3"])));
        assert_eq!(row(&["Roof repair", "Done"]), (vec![], vec![]));
        assert_eq!(row(&["Done"]), (vec![], vec![]));
    }
}
