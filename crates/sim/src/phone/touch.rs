//! Touches: what lies under the finger decides what happens.

use std::sync::Arc;

use retap_model::geometry::Point;
use retap_model::screen::Role;

use crate::app::{Act, Row, Trigger};
use crate::layout::{Layout, Touch, lay_out};

use super::{Outcome, Phone};

/// Shorter moves are taps that slipped.
const SLIP: f64 = 8.0;
/// A swipe over a row must be this long to count as one.
const ROW_SWIPE: f64 = 60.0;
/// How far content must be pulled down to count as pulled.
const PULL: f64 = 100.0;
/// A finger that comes in from the left edge within this many points goes back.
const EDGE: f64 = 16.0;

impl Phone {
    /// Touches a point once.
    pub(crate) fn tap(&mut self, point: Point) -> Outcome {
        let layout = lay_out(self);
        let tapped = self.front;
        let outcome = self.touch_at(&layout, point, |phone, touch| phone.tap_on(touch, point));
        self.count_tap(tapped);
        outcome
    }

    /// Holds a point; without a meaning of its own this is a tap.
    pub(crate) fn hold(&mut self, point: Point) -> Outcome {
        let layout = lay_out(self);
        let tapped = self.front;
        let outcome = self.touch_at(&layout, point, |phone, touch| match touch {
            Touch::Row(row, made) if !row.on_hold.is_empty() => {
                phone.run(&row.on_hold, made.map(|made| made.entry))
            }
            other => phone.tap_on(other, point),
        });
        self.count_tap(tapped);
        outcome
    }

    /// Moves a finger quickly.
    pub(crate) fn swipe(&mut self, from: Point, to: Point) -> Outcome {
        let (across, along) = (to.x - from.x, to.y - from.y);
        if !across.is_finite() || !along.is_finite() {
            return Outcome::default();
        }
        let layout = lay_out(self);
        let is_sideways = across.abs() > along.abs();
        self.touch_at(&layout, from, |phone, touch| match touch {
            _ if across.abs() < SLIP && along.abs() < SLIP => phone.tap_on(touch, from),
            Touch::Slider(_) => phone.slide(&layout, from, to),
            Touch::Row(row, made) if is_sideways && across <= -ROW_SWIPE => {
                phone.run(&row.on_swipe, made.map(|made| made.entry))
            }
            _ if is_sideways && across > ROW_SWIPE && from.x < EDGE => {
                phone.go_back().into_iter().collect()
            }
            _ if is_sideways => Vec::new(),
            _ => phone.scroll_under(&layout, from, -along),
        })
    }

    /// Picks up what is under the first point and lets go at the second.
    pub(crate) fn drag(&mut self, from: Point, to: Point) -> Outcome {
        let layout = lay_out(self);
        let entry_at = |point| match &layout.hit(point)?.touch {
            Touch::Row(_, Some(made)) if made.can_move => Some(made.entry),
            _ => None,
        };
        match (entry_at(from), entry_at(to)) {
            (Some(one), Some(other)) => {
                self.touch_at(&layout, from, |phone, _| phone.reorder(one, other))
            }
            _ => self.swipe(from, to),
        }
    }

    /// Scrolls the screen, as far as it goes; returns how far that was.
    pub(super) fn scroll_by(&mut self, distance: f64) -> f64 {
        let Some(scroller) = lay_out(self).scroller else {
            return 0.0;
        };
        let Some(session) = self.session_mut() else {
            return 0.0;
        };
        let frame = session.top_mut();
        let before = frame.scroll.clamp(0.0, scroller.limit);
        frame.scroll = (before + distance).clamp(0.0, scroller.limit);
        let moved = frame.scroll - before;
        self.is_changed |= moved != 0.0;
        moved
    }

    /// Lets `act` deal with what takes a touch at `point`, and says what that was.
    fn touch_at(
        &mut self,
        layout: &Layout,
        point: Point,
        act: impl FnOnce(&mut Self, &Touch) -> Vec<String>,
    ) -> Outcome {
        let hit = layout.hit(point);
        let element = hit.map(|piece| layout.describe(piece));
        let touch = hit.map_or(&Touch::Through, |piece| &piece.touch);
        let effects = act(self, touch);
        Outcome { element, effects }
    }

    fn tap_on(&mut self, touch: &Touch, point: Point) -> Vec<String> {
        if !matches!(touch, Touch::Field(_) | Touch::Blocks) {
            self.unfocus();
        }
        match touch {
            Touch::Through | Touch::Blocks => Vec::new(),
            Touch::Back => self.go_back().into_iter().collect(),
            Touch::Row(row, made) => self.tap_row(row, made.map(|made| made.entry)),
            Touch::Button(button, entry) => self.run(&button.acts, *entry),
            Touch::Image(image, entry) => self.run(&image.acts, *entry),
            Touch::Tab(scene) => self.switch_tab(scene).into_iter().collect(),
            Touch::Field(field) => self.focus(&field.id).into_iter().collect(),
            Touch::Slider(_) => {
                let layout = lay_out(self);
                self.slide(&layout, point, point)
            }
            Touch::PopupButton(button) => self.close_popup(&button.acts),
            Touch::AppIcon(index) => {
                self.bring_to_front(*index);
                vec![format!("opened {}", self.apps[*index].app.name)]
            }
        }
    }

    fn tap_row(&mut self, row: &Arc<Row>, entry: Option<u64>) -> Vec<String> {
        let mut effects = Vec::new();
        if let Some(name) = &row.toggle {
            effects.extend(self.toggle(name, entry));
            self.is_changed = true;
        }
        effects.extend(self.run(&row.on_tap, entry));
        effects
    }

    fn close_popup(&mut self, acts: &[Act]) -> Vec<String> {
        let closed = self.session_mut().and_then(|session| session.popups.pop());
        let Some(closed) = closed else {
            return Vec::new();
        };
        self.is_changed = true;
        let mut effects = vec![format!("closed popup {}", closed.id)];
        effects.extend(self.run(acts, closed.entry));
        effects
    }

    /// Sets the slider under `from` to where `to` is.
    fn slide(&mut self, layout: &Layout, from: Point, to: Point) -> Vec<String> {
        let Some(piece) = layout.hit(from) else {
            return Vec::new();
        };
        let Touch::Slider(slider) = &piece.touch else {
            return Vec::new();
        };
        let at = ((to.x - piece.frame.x) / piece.frame.width).clamp(0.0, 1.0);
        let value = format!("{at:.2}");
        let effect = format!("set {} to {value}", slider.id);
        self.set_value(&slider.id.clone(), value);
        self.is_changed = true;
        vec![effect]
    }

    fn reorder(&mut self, one: u64, other: u64) -> Vec<String> {
        let Some((_, data, _)) = self.running() else {
            return Vec::new();
        };
        let place = |number| move |entry: &super::Entry| entry.number == number;
        for entries in data.lists.values_mut() {
            let from = entries.iter().position(place(one));
            let to = entries.iter().position(place(other));
            if let (Some(from), Some(to)) = (from, to)
                && from != to
            {
                let entry = entries.remove(from);
                entries.insert(to, entry);
                self.is_changed = true;
                return vec!["moved the entry to another place".to_owned()];
            }
        }
        Vec::new()
    }

    fn scroll_under(&mut self, layout: &Layout, from: Point, distance: f64) -> Vec<String> {
        let has_popup = layout.pieces.iter().any(|p| p.element.role == Role::Dialog);
        let is_inside = layout
            .scroller
            .is_some_and(|scroller| scroller.viewport.contains(from));
        if has_popup || !is_inside {
            return Vec::new();
        }
        let moved = self.scroll_by(distance);
        if moved == 0.0 && distance <= -PULL {
            return self.pull();
        }
        if moved == 0.0 {
            return Vec::new();
        }
        vec![format!("scrolled by {moved:.0}")]
    }

    /// Does what the screen binds to pulling it down at its top, if anything.
    fn pull(&mut self) -> Vec<String> {
        let acts = self
            .front_app()
            .map_or_else(Vec::new, |front| front.scene.on_pull.clone());
        self.run(&acts, None)
    }

    /// Counts a tap for the app it was made on; the tap on an icon is none on the app it opens.
    fn count_tap(&mut self, tapped: Option<usize>) {
        if self.front != tapped {
            return;
        }
        if let Some(session) = self.session_mut() {
            session.taps = session.taps.saturating_add(1);
        }
        self.fire(|trigger, session| match trigger {
            Trigger::AfterTaps(count) => session.taps >= *count,
            Trigger::Never | Trigger::OnFirstDescribe | Trigger::OnEnter(_) => false,
        });
    }
}
