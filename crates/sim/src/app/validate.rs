//! Checks that what an app file refers to is there.

use std::collections::BTreeSet;

use super::App;
use super::error::{FileProblem, Place};

/// Values every app can show: the radios of the phone.
pub(crate) const RADIO_VALUES: [&str; 3] = ["net.airplane", "net.wifi", "net.cellular"];

/// The names a file refers to, with the places, until everything is read and can be checked.
#[derive(Debug, Default)]
pub(super) struct References {
    scenes: Vec<(String, Place)>,
    popups: Vec<(String, Place)>,
    lists: Vec<(String, Place)>,
    values: Vec<(String, Place)>,
    ids: Vec<(String, Place)>,
}

impl References {
    /// Notes that a screen is named at `place`.
    pub(super) fn scene(&mut self, id: &str, place: Place) {
        self.scenes.push((id.to_owned(), place));
    }

    /// Notes that a popup is named at `place`.
    pub(super) fn popup(&mut self, id: &str, place: Place) {
        self.popups.push((id.to_owned(), place));
    }

    /// Notes that a list is named at `place`.
    pub(super) fn list(&mut self, name: &str, place: Place) {
        self.lists.push((name.to_owned(), place));
    }

    /// Notes that a value is named at `place`.
    pub(super) fn value(&mut self, name: &str, place: Place) {
        self.values.push((name.to_owned(), place));
    }

    /// Notes that an id is given at `place`.
    pub(super) fn id(&mut self, id: &str, place: Place) {
        self.ids.push((id.to_owned(), place));
    }

    /// Complains about the first name that nothing has.
    pub(super) fn check(&self, app: &App) -> Result<(), FileProblem> {
        let scenes = app.scenes.iter().map(|scene| scene.id.as_str()).collect();
        check_names("screen", &self.scenes, &scenes)?;
        let popups = app.popups.iter().map(|popup| popup.id.as_str()).collect();
        check_names("popup", &self.popups, &popups)?;
        let lists = app.lists.keys().map(String::as_str).collect();
        check_names("list", &self.lists, &lists)?;
        check_names("value", &self.values, &values_of(app))?;
        self.check_ids(app)
    }

    fn check_ids(&self, app: &App) -> Result<(), FileProblem> {
        for scene in &app.scenes {
            let mut seen = BTreeSet::new();
            let Some(twice) = scene.items.iter().find(|item| !seen.insert(&item.id)) else {
                continue;
            };
            let given = self.ids.iter().rev().find(|(id, _)| *id == twice.id);
            let message = format!(
                "screen `{}` has two items with the id `{}`",
                scene.id, twice.id
            );
            let place = given.map_or(Place { line: 1, column: 1 }, |(_, place)| *place);
            return Err(FileProblem::new(place, message).accepting("an `id` of its own for each"));
        }
        Ok(())
    }
}

fn check_names(
    what: &str,
    used: &[(String, Place)],
    known: &BTreeSet<&str>,
) -> Result<(), FileProblem> {
    let Some((name, place)) = used.iter().find(|(name, _)| !known.contains(name.as_str())) else {
        return Ok(());
    };
    let names: Vec<&str> = known.iter().copied().collect();
    let problem = FileProblem::new(*place, format!("there is no {what} `{name}`"));
    Err(problem.accepting(names.join(", ")))
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
