//! Reads drift sets.

use super::super::drift::{At, Change, DriftSet, Spot, has_element};
use super::super::entry_drift::{EntryChange, EntryDrift, has_values};
use super::super::error::FileProblem;
use super::super::yaml::{Node, Pair};
use super::super::{App, Values};
use super::fields::{Fields, list, pairs, text};
use super::{Reader, item, values};

const WORDS: &str = "rename, re_id, move, reorder, insert, wrap, remove";

impl Reader {
    /// Reads the drift sets of `app`, whose screens are known by now.
    pub(super) fn drifts(
        &mut self,
        node: Option<&Node>,
        app: &App,
    ) -> Result<Vec<DriftSet>, FileProblem> {
        let mut sets = Vec::new();
        for pair in node.map(pairs).transpose()?.unwrap_or_default() {
            let mut changes = Vec::new();
            for node in list(pair.node)? {
                changes.push(self.change(node, app)?);
            }
            let name = pair.key.to_owned();
            sets.push(DriftSet { name, changes });
        }
        Ok(sets)
    }

    fn change(&mut self, node: &Node, app: &App) -> Result<Change, FileProblem> {
        let [pair] = pairs(node)?[..] else {
            return Err(FileProblem::new(node.span, "a change must have one key").accepting(WORDS));
        };
        match pair.key {
            "rename" => {
                let keys = ["element", "to", "list", "entry"];
                let fields = Fields::of(pair.node, "`rename`", &keys)?;
                if fields.get("list").is_some() {
                    let entry = entry(&fields, app)?;
                    let to = values(fields.needed("to", "`rename`")?)?;
                    return self.entries(&fields, EntryChange::Rename { entry, to });
                }
                let to = self.template(fields.needed("to", "`rename`")?)?;
                element(&fields, app).map(|at| Change::Rename { at, to })
            }
            "re_id" => {
                let fields = Fields::of(pair.node, "`re_id`", &["element", "to"])?;
                let to = text(fields.needed("to", "`re_id`")?)?.to_owned();
                element(&fields, app).map(|at| Change::ReId { at, to })
            }
            "move" => {
                let keys = ["element", "to", "before", "after"];
                let fields = Fields::of(pair.node, "`move`", &keys)?;
                let to = spot(&fields)?;
                element(&fields, app).map(|at| Change::Move { at, to })
            }
            "reorder" => self.reorder(pair),
            "insert" => self.insert(pair),
            "wrap" => {
                let fields = Fields::of(pair.node, "`wrap`", &["element"])?;
                element(&fields, app).map(|at| Change::Wrap { at })
            }
            "remove" => {
                let keys = ["element", "list", "entry"];
                let fields = Fields::of(pair.node, "`remove`", &keys)?;
                if fields.get("list").is_some() {
                    return self.entries(&fields, EntryChange::Remove(entry(&fields, app)?));
                }
                element(&fields, app).map(|at| Change::Remove { at })
            }
            other => Err(
                FileProblem::new(pair.place, format!("`{other}` is not a change")).accepting(WORDS),
            ),
        }
    }

    fn reorder(&mut self, pair: Pair<'_>) -> Result<Change, FileProblem> {
        let fields = Fields::of(pair.node, "`reorder`", &["screen", "list"])?;
        if fields.get("list").is_some() {
            return self.entries(&fields, EntryChange::Reverse);
        }
        let node = fields.needed("screen", "`reorder`")?;
        let screen = text(node)?.to_owned();
        self.references.scene(&screen, node.span);
        Ok(Change::Reorder { screen })
    }

    fn insert(&mut self, pair: Pair<'_>) -> Result<Change, FileProblem> {
        let keys = ["screen", "to", "before", "after", "items", "list", "entry"];
        let fields = Fields::of(pair.node, "`insert`", &keys)?;
        if fields.get("list").is_some() {
            let values = values(fields.needed("entry", "`insert`")?)?;
            return self.entries(&fields, EntryChange::Insert(values));
        }
        let node = fields.needed("screen", "`insert`")?;
        let screen = text(node)?.to_owned();
        self.references.scene(&screen, node.span);
        Ok(Change::Insert {
            spot: spot(&fields)?,
            screen,
            items: self.items_of(Some(fields.needed("items", "`insert`")?), item::KINDS)?,
        })
    }

    fn entries(&mut self, fields: &Fields<'_>, change: EntryChange) -> Result<Change, FileProblem> {
        let node = fields.needed("list", "a change of entries")?;
        let list = text(node)?.to_owned();
        self.references.list(&list, node.span);
        Ok(Change::Entries(EntryDrift { list, change }))
    }
}

/// Reads the values that name an entry, which must be there.
fn entry(fields: &Fields<'_>, app: &App) -> Result<Values, FileProblem> {
    let list = fields.text("list")?.unwrap_or_default();
    let node = fields.needed("entry", "a change of entries")?;
    let named = values(node)?;
    let entries = app.lists.get(list).map_or(&[][..], Vec::as_slice);
    if named.is_empty() || !entries.iter().any(|entry| has_values(entry, &named)) {
        let message = format!("no entry of the list `{list}` has these values");
        return Err(FileProblem::new(node.span, message).accepting("values of an entry"));
    }
    Ok(named)
}

fn element(fields: &Fields<'_>, app: &App) -> Result<At, FileProblem> {
    let node = fields.needed("element", "a change")?;
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

fn spot(fields: &Fields<'_>) -> Result<Spot, FileProblem> {
    if let Some(id) = fields.text("before")? {
        return Ok(Spot::Before(id.to_owned()));
    }
    if let Some(id) = fields.text("after")? {
        return Ok(Spot::After(id.to_owned()));
    }
    let node = fields.needed("to", "a move or an insert")?;
    match text(node)? {
        "start" => Ok(Spot::Start),
        "end" => Ok(Spot::End),
        other => Err(
            FileProblem::new(node.span, format!("`{other}` is not a place"))
                .accepting("to: start, to: end, before: ID, after: ID"),
        ),
    }
}
