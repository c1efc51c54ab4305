//! Lists: one row for each entry, all from one template.

use retap_model::screen::Role;

use crate::app::ListOf;

use super::super::column::Column;
use super::row::{self, Made};

/// Adds a row for each entry that is to be shown.
pub(in super::super) fn add(column: &mut Column<'_>, id: &str, list: &ListOf) {
    let outer = column.scope;
    let Some(entries) = outer.data.lists.get(&list.list) else {
        return;
    };
    column.inside(id, Role::List, |column| {
        for entry in entries {
            let scope = outer.inside(entry);
            if list.only.as_ref().is_some_and(|only| !only.holds(&scope)) {
                continue;
            }
            column.scope = scope;
            let made = Made {
                entry: entry.number,
                can_move: list.can_reorder,
            };
            row::add(column, &list.row, Some(made));
        }
    });
    column.scope = outer;
}
