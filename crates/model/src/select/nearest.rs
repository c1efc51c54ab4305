//! What comes nearest to a recorded element that is not there: for a person to look at, never to be touched unasked.

use crate::screen::{Element, Screen};

use super::evidence::{Evidence, effective_id, naming_text, row_key};
use super::identity::{ControlClass, contradiction, is_irreversible, is_like, shares_word};

/// The most that are told.
const MOST: usize = 3;

/// The least points of something that is told at all.
const LEAST: u32 = 2;

/// How far apart two places may be that are the same.
const SAME_PLACE: f64 = 8.0;

/// Something that may have taken the place of a recorded element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Nearest {
    /// The name by which an author would call it.
    pub name: String,
    /// How much speaks for it; of use only to compare.
    pub points: u32,
}

/// Returns what comes nearest, best first. What says the opposite or cannot be taken back is not among it.
pub fn nearest(screen: &Screen, then: &Evidence) -> Vec<Nearest> {
    let mut all: Vec<Nearest> = Vec::new();
    for (index, element) in screen.visible() {
        let Some(name) = name_of(screen, index, element) else {
            continue;
        };
        let is_same_class = ControlClass::of(element.role) == ControlClass::of(then.role);
        let is_excluded = contradiction(then.name(), &name).is_some() || is_irreversible(&name);
        let points = points(screen, index, &name, then);
        if !is_same_class || is_excluded || points < LEAST {
            continue;
        }
        match all.iter_mut().find(|it| it.name == name) {
            Some(known) => known.points = known.points.max(points),
            None => all.push(Nearest { name, points }),
        }
    }
    all.sort_by_key(|it| std::cmp::Reverse(it.points));
    all.truncate(MOST);
    all
}

/// Returns what a control is called; nothing for what does not react to touches.
fn name_of(screen: &Screen, index: usize, element: &Element) -> Option<String> {
    if !element.reacts_to_touches() {
        return None;
    }
    let own = element.caption();
    let name = match own.is_empty() {
        true => screen.elements[naming_text(screen, index)?].caption(),
        false => own,
    };
    (!name.is_empty()).then(|| name.to_owned())
}

fn points(screen: &Screen, index: usize, name: &str, then: &Evidence) -> u32 {
    let has_id = !then.id.is_empty()
        && !then.is_id_counted
        && effective_id(screen, index) == then.id.as_str();
    let (was, is) = (then.bounds.center(), screen.elements[index].bounds.center());
    let is_there = (was.x - is.x).abs() <= SAME_PLACE && (was.y - is.y).abs() <= SAME_PLACE;
    let is_in_row = then.row.is_some() && row_key(screen, index) == then.row;
    4 * u32::from(has_id)
        + 3 * u32::from(is_like(then.name(), name))
        + 2 * u32::from(shares_word(then.name(), name))
        + u32::from(is_in_row)
        + u32::from(is_there)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::Role;
    use crate::screen::sample::{element, screen};

    #[test]
    fn what_shares_a_word_comes_first_and_what_destroys_is_left_out() {
        let then = screen(vec![element(Role::Button, "Save draft", 10.0)]);
        let then = Evidence::of(&then, 0);
        let now = screen(vec![
            element(Role::Button, "Print", 50.0),
            element(Role::Button, "Keep draft", 90.0),
            element(Role::Button, "Delete draft", 130.0),
            element(Role::Text, "Save draft", 170.0),
        ]);
        let names: Vec<String> = nearest(&now, &then).into_iter().map(|it| it.name).collect();
        assert_eq!(names, ["Keep draft"]);
    }
}
