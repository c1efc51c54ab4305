//! Reads drift sets.

use super::super::drift::{At, Change, DriftSet, EntryChange, Spot, has_element, has_values};
use super::super::error::FileProblem;
use super::super::validate::Named;
use super::super::{App, Values};
use super::yaml::{Fields, Node, Pair, list, pairs, text};
use super::{Reader, item, values};

/// The changes, with the keys of each.
const CHANGES: [(&str, &str); 7] = [
    ("rename", "element to list entry"),
    ("re_id", "element to"),
    ("move", "element to before after"),
    ("reorder", "screen list"),
    ("insert", "screen to before after items list entry"),
    ("wrap", "element"),
    ("remove", "element list entry"),
];

impl Reader {
    /// Reads the drift sets of `app`, whose screens are known by now.
    pub(super) fn drifts(
        &mut self,
        node: Option<&Node>,
        app: &App,
    ) -> Result<Vec<DriftSet>, FileProblem> {
        let mut sets = Vec::new();
        for pair in node.map(pairs).transpose()?.unwrap_or_default() {
            let changes = list(pair.node)?.iter().map(|node| self.change(node, app));
            let changes = changes.collect::<Result<_, _>>()?;
            let name = pair.key.to_owned();
            sets.push(DriftSet { name, changes });
        }
        Ok(sets)
    }

    fn change(&mut self, node: &Node, app: &App) -> Result<Change, FileProblem> {
        let words = CHANGES.map(|(word, _)| word).join(", ");
        let [pair] = pairs(node)?[..] else {
            return Err(FileProblem::new(node.span, "a change must have one key").accepting(words));
        };
        let Some((word, keys)) = CHANGES.iter().find(|(word, _)| *word == pair.key) else {
            let message = format!("`{}` is not a change", pair.key);
            return Err(FileProblem::new(pair.place, message).accepting(words));
        };
        let what = format!("`{word}`");
        let fields = Fields::of(pair.node, &what, keys)?;
        match fields.get("list") {
            Some(list) => Ok(Change::Entries {
                change: entry_change(pair, fields, app)?,
                list: self.name(Named::List, list)?,
            }),
            None => self.element_change(pair, fields, app),
        }
    }

    fn element_change(
        &mut self,
        pair: Pair<'_>,
        fields: Fields<'_>,
        app: &App,
    ) -> Result<Change, FileProblem> {
        Ok(match pair.key {
            "rename" => Change::Rename {
                to: self.template(fields.needed("to")?)?,
                at: element(fields, app)?,
            },
            "re_id" => Change::ReId {
                to: text(fields.needed("to")?)?.to_owned(),
                at: element(fields, app)?,
            },
            "move" => Change::Move {
                to: spot(fields)?,
                at: element(fields, app)?,
            },
            "reorder" => Change::Reorder {
                screen: self.name(Named::Screen, fields.needed("screen")?)?,
            },
            "insert" => Change::Insert {
                screen: self.name(Named::Screen, fields.needed("screen")?)?,
                spot: spot(fields)?,
                items: self.items_of(Some(fields.needed("items")?), item::KINDS)?,
            },
            "wrap" => Change::Wrap {
                at: element(fields, app)?,
            },
            _ => Change::Remove {
                at: element(fields, app)?,
            },
        })
    }
}

fn entry_change(pair: Pair<'_>, fields: Fields<'_>, app: &App) -> Result<EntryChange, FileProblem> {
    Ok(match pair.key {
        "reorder" => EntryChange::Reverse,
        "insert" => EntryChange::Insert(values(fields.needed("entry")?)?),
        "rename" => EntryChange::Rename {
            entry: entry(fields, app)?,
            to: values(fields.needed("to")?)?,
        },
        _ => EntryChange::Remove(entry(fields, app)?),
    })
}

/// Reads the values that name an entry, which must be there.
fn entry(fields: Fields<'_>, app: &App) -> Result<Values, FileProblem> {
    let list = fields.text_or("list", "")?;
    let node = fields.needed("entry")?;
    let named = values(node)?;
    let entries = app.lists.get(&list).map_or(&[][..], Vec::as_slice);
    if named.is_empty() || !entries.iter().any(|entry| has_values(entry, &named)) {
        let message = format!("no entry of the list `{list}` has these values");
        return Err(FileProblem::new(node.span, message).accepting("values of an entry"));
    }
    Ok(named)
}

fn element(fields: Fields<'_>, app: &App) -> Result<At, FileProblem> {
    let node = fields.needed("element")?;
    let Some((screen, id)) = text(node)?.split_once('/') else {
        return Err(FileProblem::new(node.span, "this names no element").accepting("SCREEN/ID"));
    };
    let at = At {
        screen: screen.to_owned(),
        id: id.to_owned(),
    };
    if has_element(app, &at) {
        return Ok(at);
    }
    let message = format!("there is no `{id}` on `{screen}`");
    Err(FileProblem::new(node.span, message)
        .accepting("SCREEN/ID of an element, `*` for any screen"))
}

fn spot(fields: Fields<'_>) -> Result<Spot, FileProblem> {
    if let Some(id) = fields.text("before")? {
        return Ok(Spot::Before(id.to_owned()));
    }
    if let Some(id) = fields.text("after")? {
        return Ok(Spot::After(id.to_owned()));
    }
    let node = fields.needed("to")?;
    match text(node)? {
        "start" => Ok(Spot::Start),
        "end" => Ok(Spot::End),
        other => Err(
            FileProblem::new(node.span, format!("`{other}` is not a place"))
                .accepting("to: start, to: end, before: ID, after: ID"),
        ),
    }
}
