//! Checks that what an app file refers to is there.

use std::collections::BTreeSet;

use super::App;
use super::error::{FileProblem, Place};

/// Values every app can show: the radios of the phone.
pub(crate) const RADIO_VALUES: [&str; 3] = ["net.airplane", "net.wifi", "net.cellular"];

/// The kinds of names a file gives or refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Named {
    Screen,
    Popup,
    List,
    Value,
    /// The id of an item, which is given and not referred to.
    Id,
}

/// Told of every name that a text refers to.
pub(super) type Note<'a> = &'a mut dyn FnMut(Named, &str);

/// The names in a file, with the places, until everything is read and can be checked.
#[derive(Debug, Default)]
pub(super) struct References(Vec<(Named, String, Place)>);

impl References {
    /// Notes that something is named at `place`.
    pub(super) fn note(&mut self, kind: Named, name: &str, place: Place) {
        self.0.push((kind, name.to_owned(), place));
    }

    /// Complains about the first name that nothing has.
    pub(super) fn check(&self, app: &App) -> Result<(), FileProblem> {
        let scenes = app.scenes.iter().map(|scene| scene.id.as_str());
        let popups = app.popups.iter().map(|popup| popup.id.as_str());
        let lists = app.lists.keys().map(String::as_str);
        self.check_names(Named::Screen, "screen", scenes.collect())?;
        self.check_names(Named::Popup, "popup", popups.collect())?;
        self.check_names(Named::List, "list", lists.collect())?;
        self.check_names(Named::Value, "value", values_of(app))?;
        self.check_ids(app)
    }

    fn check_names(
        &self,
        kind: Named,
        word: &str,
        known: BTreeSet<&str>,
    ) -> Result<(), FileProblem> {
        let mut used = self.0.iter().filter(|(named, ..)| *named == kind);
        let Some((_, name, place)) = used.find(|(_, name, _)| !known.contains(name.as_str()))
        else {
            return Ok(());
        };
        let names: Vec<&str> = known.into_iter().collect();
        let problem = FileProblem::new(*place, format!("there is no {word} `{name}`"));
        Err(problem.accepting(names.join(", ")))
    }

    fn check_ids(&self, app: &App) -> Result<(), FileProblem> {
        for scene in &app.scenes {
            let mut seen = BTreeSet::new();
            let Some(twice) = scene.items.iter().find(|item| !seen.insert(&item.id)) else {
                continue;
            };
            let mut given = self.0.iter().rev();
            let given = given.find(|(kind, id, _)| *kind == Named::Id && *id == twice.id);
            let message = format!(
                "screen `{}` has two items with the id `{}`",
                scene.id, twice.id
            );
            let place = given.map_or(Place { line: 1, column: 1 }, |(_, _, place)| *place);
            return Err(FileProblem::new(place, message).accepting("an `id` of its own for each"));
        }
        Ok(())
    }
}

fn values_of(app: &App) -> BTreeSet<&str> {
    let of_entries = app.lists.values().flatten().flat_map(|entry| entry.keys());
    app.state
        .keys()
        .chain(of_entries)
        .map(String::as_str)
        .chain(RADIO_VALUES)
        .collect()
}
