//! Which touches are right in the demo, whatever the app looks like: the phone's own log decides.

use retap_sim::Touched;

/// The names of the right element of each touch, as label and identifier, under every drift.
const RIGHT: [&[(&str, &str)]; 2] = [
    &[
        ("General", "row_general"),
        ("General", "pref_general"),
        ("System", "row_general"),
    ],
    &[
        ("About", "row_about"),
        ("About", "pref_about"),
        ("About phone", "row_about"),
    ],
];

/// Returns the touches that hit anything else than they should, in words.
pub(super) fn wrong_touches(log: &[Touched]) -> Vec<String> {
    let touches = log.iter().filter(|touched| touched.point.is_some());
    touches
        .enumerate()
        .filter(|(number, touched)| !is_right(*number, touched))
        .map(|(_, touched)| match &touched.element {
            Some(element) => format!("{} on `{}`", touched.action, element.label),
            None => format!("{} on nothing", touched.action),
        })
        .collect()
}

fn is_right(number: usize, touched: &Touched) -> bool {
    let (Some(names), Some(element)) = (RIGHT.get(number), &touched.element) else {
        return false;
    };
    names
        .iter()
        .any(|(label, id)| element.label == *label && element.id == *id)
}
