//! The layers of a screen: dialogs, sheets and bars that are drawn in front of the rest, and what they keep from being
//! touched. What one says, and whether it may be closed, is not known here.

use std::collections::BTreeSet;

use super::{Element, Role, Screen};
use crate::geometry::Rect;

/// A layer as a device tells it: something that is drawn at a place of its own in front of what is around it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LayerMark {
    /// The number of the layer it stands in.
    pub outer: Option<usize>,
    /// Where it is, all that it is painted on included.
    pub bounds: Rect,
    /// Whether the platform itself says that nothing behind it can be used.
    pub is_modal: bool,
}

/// A part of a screen that is in front of the rest.
#[derive(Debug, Clone, PartialEq)]
pub struct Layer {
    /// The numbers of its elements.
    pub members: BTreeSet<usize>,
    bounds: Rect,
    /// Whether it is known to take all touches, if nothing else on the screen can be touched.
    is_told_modal: bool,
}

impl Screen {
    /// Returns the layer that keeps everything else from being touched: the smallest if one stands in another.
    pub fn blocking_layer(&self) -> Option<Layer> {
        let blocking = self
            .layers()
            .into_iter()
            .filter(|it| self.is_blocked_by(it));
        blocking.min_by_key(|layer| layer.members.len())
    }

    /// Returns whether a layer that only says something lies over something else: such messages go away by themselves.
    pub fn is_under_message(&self) -> bool {
        let says_only = |layer: &Layer| {
            let mut all = layer.visible(self);
            !layer.is_told_modal && all.all(|(_, element)| !element.reacts_to_touches())
        };
        let covers = |layer: &Layer| {
            let elements = self.elements.iter().enumerate();
            let mut others = elements.filter(|(index, _)| !layer.members.contains(index));
            others.any(|(_, other)| {
                let is_named = other.is_covered && !other.caption().is_empty();
                is_named && other.bounds.intersection(layer.bounds).is_some()
            })
        };
        self.layers().iter().any(|it| says_only(it) && covers(it))
    }

    /// Returns every layer of which something can be seen.
    pub fn layers(&self) -> Vec<Layer> {
        let marked = (0..self.layers.len()).map(|number| self.marked_layer(number));
        let is_unmarked =
            |element: &Element| element.role == Role::Dialog && element.layer.is_none();
        let dialogs = self.visible().filter(|(_, element)| is_unmarked(element));
        let dialogs = dialogs.map(|(index, dialog)| Layer {
            members: self.inside(index).chain([index]).collect(),
            bounds: dialog.bounds,
            is_told_modal: true,
        });
        let all = marked.chain(dialogs);
        all.filter(|layer| layer.visible(self).next().is_some())
            .collect()
    }

    fn marked_layer(&self, number: usize) -> Layer {
        let mark = &self.layers[number];
        let is_in = |(_, element): &(usize, &Element)| self.stands_in(element.layer, number);
        let members = self.elements.iter().enumerate().filter(is_in);
        let members: BTreeSet<usize> = members.map(|(index, _)| index).collect();
        Layer {
            bounds: mark.bounds,
            is_told_modal: mark.is_modal,
            members,
        }
    }

    /// Returns whether a layer is the one of this number or stands in it. Outer ones come first, so that a chain which does
    /// not fall is broken data.
    fn stands_in(&self, layer: Option<usize>, number: usize) -> bool {
        let mut at = layer;
        while let Some(current) = at {
            if current == number {
                return true;
            }
            let outer = self.layers.get(current).and_then(|mark| mark.outer);
            at = outer.filter(|outer| *outer < current);
        }
        false
    }

    /// Returns whether nothing outside the layer can be touched. That nothing else is there at all says so only of what the
    /// platform calls modal: a page may be one layer.
    fn is_blocked_by(&self, layer: &Layer) -> bool {
        let holders: BTreeSet<usize> = layer
            .members
            .iter()
            .flat_map(|index| self.ancestors(*index))
            .collect();
        let outside = |(index, element): &(usize, &Element)| {
            let is_part = layer.members.contains(index) || holders.contains(index);
            !is_part && self.visible_bounds(element).is_some() && !self.is_status(element)
        };
        let mut outside = self.elements.iter().enumerate().filter(outside);
        // What has no name is what lies between the layer and the page.
        let takes_touches = |element: &Element| {
            let reacts = element.reacts_to_touches() && element.state.enabled;
            reacts && !element.is_covered && !element.caption().is_empty()
        };
        let mut hides = layer.is_told_modal;
        let is_free = outside.any(|(_, element)| {
            hides |= element.is_covered && !element.caption().is_empty();
            takes_touches(element)
        });
        hides && !is_free
    }

    /// Returns the screen as it would be without the layer.
    pub fn without_layer(&self, layer: &Layer) -> Self {
        let mut rest = self.clone();
        let reaches = layer.covered_area(self);
        for (index, element) in rest.elements.iter_mut().enumerate() {
            if layer.members.contains(&index) {
                element.is_covered = true;
            } else if reaches.is_none_or(|area| element.bounds.intersection(area).is_some()) {
                element.is_covered = false;
            }
        }
        rest
    }
}

impl Layer {
    /// Returns its elements that a person can see, in reading order of the tree.
    pub fn visible<'s>(&'s self, screen: &'s Screen) -> impl Iterator<Item = (usize, &'s Element)> {
        let members = self.members.iter();
        let elements = members.map(|index| (*index, &screen.elements[*index]));
        elements.filter(|(_, element)| screen.is_in_view(element))
    }

    /// Returns the texts on it, each once and in order.
    pub fn texts<'s>(&'s self, screen: &'s Screen) -> Vec<&'s str> {
        let mut texts: Vec<&str> = Vec::new();
        for (_, element) in self.visible(screen) {
            let text = element.caption();
            if !text.is_empty() && !texts.contains(&text) {
                texts.push(text);
            }
        }
        texts
    }

    /// Returns what people would call it: its name, its heading, else its first words.
    pub fn title(&self, screen: &Screen) -> String {
        let named = |role: Role| {
            let mut elements = self.visible(screen).map(|(_, element)| element);
            let is_it = |element: &&Element| element.role == role && !element.caption().is_empty();
            elements.find(is_it).map(Element::caption)
        };
        let words = || {
            let mut elements = self.visible(screen).map(|(_, element)| element);
            let says =
                |element: &&Element| !element.reacts_to_touches() && !element.caption().is_empty();
            elements.find(says).map(Element::caption)
        };
        let title = named(Role::Dialog)
            .or_else(|| named(Role::Heading))
            .or_else(words);
        let title = title.or_else(|| self.texts(screen).first().copied());
        shortened(title.unwrap_or("a layer without words"))
    }

    /// Returns whether something that it does not hold is covered where it is.
    pub fn covers_something(&self, screen: &Screen) -> bool {
        let is_under = |(index, element): (usize, &Element)| {
            let is_outside = element.is_covered && !self.members.contains(&index);
            is_outside && element.bounds.intersection(self.bounds).is_some()
        };
        screen.elements.iter().enumerate().any(is_under)
    }

    /// Returns the part of the screen that it covers; nothing where it takes all touches.
    fn covered_area(&self, screen: &Screen) -> Option<Rect> {
        (!screen.is_blocked_by(self)).then_some(self.bounds)
    }
}

/// The longest title in a sentence.
const LONGEST_TITLE: usize = 80;

fn shortened(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default().trim();
    match line.char_indices().nth(LONGEST_TITLE) {
        Some((end, _)) => format!("{}…", line[..end].trim_end()),
        None => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::sample::{element, screen};

    fn in_layer(mut element: Element, layer: usize) -> Element {
        element.layer = Some(layer);
        element
    }

    fn covered(mut element: Element) -> Element {
        element.is_covered = true;
        element
    }

    fn page(behind: Element) -> Screen {
        let mut page = screen(vec![
            behind,
            in_layer(element(Role::Text, "We use cookies", 40.0), 0),
            in_layer(element(Role::Button, "Reject all", 80.0), 0),
        ]);
        page.layers = vec![LayerMark {
            bounds: Rect::new(0.0, 30.0, 400.0, 200.0),
            ..LayerMark::default()
        }];
        page
    }

    #[test]
    fn a_layer_blocks_where_nothing_behind_it_can_be_touched() {
        let behind = element(Role::Button, "Buy", 60.0);
        assert!(page(behind.clone()).blocking_layer().is_none());
        let page = page(covered(behind));
        let layer = page.blocking_layer().expect("a layer");
        assert_eq!(layer.title(&page), "We use cookies");
        assert_eq!(page.without_layer(&layer).texts(), ["Buy"]);
    }

    #[test]
    fn a_page_that_is_one_layer_is_in_front_of_nothing() {
        let page = page(in_layer(element(Role::Button, "Buy", 60.0), 0));
        assert!(page.blocking_layer().is_none());
    }

    #[test]
    fn a_dialog_that_is_all_there_is_blocks() {
        let mut dialog = element(Role::Dialog, "", 0.0);
        dialog.description = "Allow access?".to_owned();
        let mut button = element(Role::Button, "Allow", 40.0);
        button.parent = Some(0);
        let page = screen(vec![dialog, button]);
        assert_eq!(
            page.blocking_layer().map(|it| it.title(&page)),
            Some("Allow access?".to_owned())
        );
    }

    #[test]
    fn of_layers_in_each_other_the_smallest_that_blocks_is_in_front() {
        let mut page = page(covered(element(Role::Button, "Buy", 60.0)));
        page.layers.push(LayerMark {
            outer: Some(0),
            ..page.layers[0].clone()
        });
        page.elements[2].layer = Some(1);
        let inner = page.blocking_layer().expect("a layer");
        assert_eq!(inner.members, BTreeSet::from([2]));
        page.elements
            .push(in_layer(element(Role::Button, "✕", 120.0), 0));
        let outer = page.blocking_layer().expect("a layer");
        assert_eq!(outer.members, BTreeSet::from([1, 2, 3]));
    }
}
