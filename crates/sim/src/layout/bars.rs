//! Places the strips at the top and the bottom, and the icons of the home screen.

use retap_model::device::Moment;
use retap_model::geometry::Rect;
use retap_model::screen::Role;

use crate::app::{Back, Item, ItemKind, Scene, Tab};
use crate::clock::SWITCHED_ON_AT;
use crate::phone::{FrontApp, Phone};

use super::style::{
    self, LONGEST_WORDS, MARGIN, MOST_ALIKE, NAV_BAR, SCREEN, STATUS_BAR, TAB_BAR, TITLE_BAR,
};
use super::{Look, Piece, Touch};

/// Adds the clock.
pub(super) fn add_status_bar(pieces: &mut Vec<Piece>, now: Moment) {
    let minutes = (SWITCHED_ON_AT.0 / 1000 + now.0.as_secs()) / 60;
    let text = format!("{}:{:02}", minutes / 60 % 24, minutes % 60);
    let bounds = style::CLOCK.line_box(&text, 28.0, 24.0, 80.0);
    pieces.push(Piece::text(text, style::CLOCK, bounds).id("clock"));
}

/// Adds the back button and the title.
pub(super) fn add_nav_bar(pieces: &mut Vec<Piece>, scene: &Scene) {
    let bar = Rect::new(0.0, STATUS_BAR, SCREEN.width, NAV_BAR + TITLE_BAR);
    let parent = pieces.len();
    pieces.push(Piece::new(Role::Container, bar).id("nav_bar").blocks());
    if scene.back != Back::None {
        let bounds = Rect::new(4.0, STATUS_BAR, 48.0, NAV_BAR);
        let back = Piece::new(Role::Button, bounds)
            .id("back")
            .labeled("<")
            .described("Back")
            .parent(Some(parent))
            .look(Look::Text(style::BACK))
            .reacts(Touch::Back);
        pieces.push(back);
    }
    if !scene.title.is_empty() {
        let room = SCREEN.width - 2.0 * MARGIN;
        let middle = STATUS_BAR + NAV_BAR + TITLE_BAR / 2.0;
        let bounds = style::TITLE.line_box(&scene.title, MARGIN + 4.0, middle, room);
        let title = Piece::new(Role::Heading, bounds)
            .id("title")
            .labeled(&scene.title)
            .parent(Some(parent))
            .look(Look::Text(style::TITLE));
        pieces.push(title);
    }
}

/// Returns whether the screen has a tab bar.
pub(super) fn has_tabs(scene: &Scene) -> bool {
    tabs(&scene.items).next().is_some()
}

/// Adds the tab bar when the screen has tabs.
pub(super) fn add_tab_bar(pieces: &mut Vec<Piece>, phone: &Phone, front: FrontApp<'_>) {
    let scope = phone.scope(front);
    let shown: Vec<(&Item, &Tab)> = tabs(&front.scene.items)
        .filter(|(item, _)| item.when.as_ref().is_none_or(|when| when.holds(&scope)))
        .collect();
    if shown.is_empty() {
        return;
    }
    let top = SCREEN.height - TAB_BAR;
    let is_covered = front.session.focus.is_some();
    let parent = pieces.len();
    let bar = Rect::new(0.0, top, SCREEN.width, TAB_BAR);
    let mut strip = Piece::new(Role::Container, bar)
        .id(&front.app.tab_bar_id)
        .look(Look::TabBar)
        .blocks();
    strip.element.is_covered = is_covered;
    pieces.push(strip);
    let width = SCREEN.width / shown.len() as f64;
    for (number, (item, tab)) in shown.into_iter().take(MOST_ALIKE).enumerate() {
        let bounds = Rect::new(width * number as f64, top, width, TAB_BAR);
        let mut piece = Piece::new(Role::Tab, bounds)
            .id(&item.id)
            .labeled(tab.label.render_up_to(LONGEST_WORDS, &scope))
            .parent(Some(parent))
            .look(Look::Tab)
            .reacts(Touch::Tab(tab.target.clone()));
        piece.element.state.selected = Some(tab.target == front.scene.id);
        piece.element.is_covered = is_covered;
        pieces.push(piece);
    }
}

fn tabs(items: &[Item]) -> impl Iterator<Item = (&Item, &Tab)> {
    items.iter().filter_map(|item| {
        let ItemKind::Tab(tab) = &item.kind else {
            return None;
        };
        Some((item, tab.as_ref()))
    })
}

/// How many icons stand beside each other on the home screen.
const ICONS: usize = 4;
const ICONS_TOP: f64 = 96.0;
const ICON_HEIGHT: f64 = 112.0;

/// Adds the home screen: one icon for each app.
pub(super) fn add_icons(pieces: &mut Vec<Piece>, phone: &Phone) {
    let side = 8.0;
    let width = (SCREEN.width - 2.0 * side) / ICONS as f64;
    for (index, installed) in phone.apps.iter().enumerate() {
        let (row, column) = (index / ICONS, index % ICONS);
        let x = side + width * column as f64;
        let y = ICONS_TOP + ICON_HEIGHT * row as f64;
        let app = &installed.app;
        let icon = Piece::new(Role::Button, Rect::new(x, y, width, ICON_HEIGHT - 8.0))
            .id(&format!("icon_{}", app.package))
            .labeled(&app.name)
            .look(Look::AppIcon {
                glyph: app.icon.glyph.clone(),
                color: app.icon.color,
            })
            .reacts(Touch::AppIcon(index));
        pieces.push(icon);
    }
}
