//! Where a touch reaches an element and nothing else.

use crate::geometry::Point;
use crate::screen::{Element, Screen};

/// Returns where a touch reaches the element and nothing else: the middle of what can be seen of
/// it, or another place if something lies over the middle; else what lies over it.
pub(super) fn touch_point(screen: &Screen, index: usize) -> Result<Point, String> {
    let element = &screen.elements[index];
    let seen = screen.visible_bounds(element).unwrap_or(element.bounds);
    let at = |x: f64, y: f64| Point::new(seen.x + seen.width * x, seen.y + seen.height * y);
    let middle = at(0.5, 0.5);
    let places = [
        middle,
        at(0.15, 0.5),
        at(0.85, 0.5),
        at(0.5, 0.15),
        at(0.5, 0.85),
    ];
    if let Some(place) = places
        .into_iter()
        .find(|place| is_reached(screen, index, *place))
    {
        return Ok(place);
    }
    match front_at(screen, middle) {
        Some(front) if stands_for(screen, front, index) => Ok(middle),
        Some(front) => Err(screen.elements[front].caption().to_owned()),
        None => Ok(middle),
    }
}

/// Returns whether touching `front` is touching the element: it is the only control inside it and
/// has no other name, or it is a nameless layer over the whole of it, as cards have.
fn stands_for(screen: &Screen, front: usize, index: usize) -> bool {
    let (layer, element) = (&screen.elements[front], &screen.elements[index]);
    let has_no_other_name = layer.caption().is_empty() || layer.caption() == element.caption();
    if screen.is_inside(front, index) {
        let reacts = |inner: &usize| screen.elements[*inner].reacts_to_touches();
        let controls = screen.inside(index).filter(reacts).count();
        return controls == 1 && has_no_other_name;
    }
    let covers = element.bounds.intersection(layer.bounds) == Some(element.bounds);
    let is_sibling = screen
        .ancestors(index)
        .any(|ancestor| layer.parent == Some(ancestor))
        || layer.parent == element.parent;
    layer.caption().is_empty() && covers && is_sibling && !element.reacts_to_touches()
}

fn is_reached(screen: &Screen, index: usize, place: Point) -> bool {
    front_at(screen, place).is_none_or(|front| screen.lineage(index).any(|it| it == front))
}

/// Returns the front-most element at this place that reacts to touches.
fn front_at(screen: &Screen, place: Point) -> Option<usize> {
    let here = |(_, element): &(usize, &Element)| {
        element.reacts_to_touches() && element.bounds.contains(place)
    };
    screen.visible().filter(here).map(|(index, _)| index).last()
}
