//! Whether a screen answers an act.

use crate::screen::{Element, Role, Screen, Signature};

/// Returns whether anything that matters differs, the focus of a field included.
pub fn changed(before: &Screen, after: &Screen) -> bool {
    Signature::of(before) != Signature::of(after) || focus(before) != focus(after)
}

/// Returns whether anything changed that can be an answer to an act. A message that goes away by
/// itself is none.
pub fn answered(before: &Screen, now: &Screen) -> bool {
    let is_still_there = |element: &Element| {
        element.role != Role::Toast
            || now
                .visible()
                .any(|(_, other)| other.role == Role::Toast && other.text == element.text)
    };
    if before.elements.iter().all(is_still_there) {
        return changed(before, now);
    }
    let mut rest = before.clone();
    for element in rest
        .elements
        .iter_mut()
        .filter(|element| !is_still_there(element))
    {
        element.is_covered = true;
    }
    changed(&rest, now)
}

/// Browsers give the focus to whatever is clicked, so only that of a field says anything.
fn focus(screen: &Screen) -> Option<(&str, &str, i64)> {
    let is_focused = |element: &Element| element.state.focused && element.is_editable;
    let (_, element) = screen.visible().find(|(_, element)| is_focused(element))?;
    Some((&element.id, &element.description, element.bounds.y as i64))
}
