//! Places everything on the screen once; the tree, the picture and the touches all use the result.
//!
//! Not here: colours and letters (`draw`) and what a touch does (`phone`).

mod bars;
mod column;
mod item;
mod overlay;
mod piece;
mod row;
pub(crate) mod style;

pub(crate) use overlay::KEYBOARD_ID;
pub(crate) use piece::{Look, Made, Piece, RowCard, Touch};

use retap_model::geometry::{Point, Rect};
use retap_model::screen::{Element, Role, Screen};

use crate::app::IdForm;
use crate::phone::{FrontApp, Phone};
use crate::touch_log::TouchedElement;
use column::Column;
use style::{CONTENT_TOP, KEYBOARD, SCREEN, STATUS_BAR, TAB_BAR};

/// Everything on the screen, back to front.
#[derive(Debug, Clone, Default)]
pub(crate) struct Layout {
    pub(crate) pieces: Vec<Piece>,
    pub(crate) scroller: Option<Scroller>,
    app: Option<String>,
    app_id: Option<String>,
    scene: Option<String>,
}

/// The part of the screen that scrolls.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scroller {
    pub(crate) viewport: Rect,
    /// How far it can be scrolled.
    pub(crate) limit: f64,
}

/// Places what `phone` shows now.
pub(crate) fn lay_out(phone: &Phone) -> Layout {
    let mut layout = Layout {
        pieces: Vec::with_capacity(64),
        ..Layout::default()
    };
    bars::add_status_bar(&mut layout.pieces, phone.now);
    match phone.front_app() {
        None => bars::add_icons(&mut layout.pieces, phone),
        Some(front) => layout.add_app(phone, front),
    }
    layout
}

impl Layout {
    fn add_app(&mut self, phone: &Phone, front: FrontApp<'_>) {
        front.data.lookups.begin();
        self.app = Some(front.app.name.clone());
        self.app_id = Some(front.app.package.clone());
        self.scene = Some(front.scene.id.clone());
        let start = self.pieces.len();
        bars::add_nav_bar(&mut self.pieces, front.scene);
        self.add_content(phone, front);
        bars::add_tab_bar(&mut self.pieces, phone, front);
        if front.session.focus.is_some() {
            overlay::add_keyboard(&mut self.pieces);
        }
        overlay::add_popups(&mut self.pieces, phone, front);
        overlay::add_toasts(&mut self.pieces, front);
        if front.app.id_form == IdForm::Package {
            self.add_package_to_ids(start, &front.app.package);
        }
    }

    /// Writes the ids of the app's pieces, which start at a number, as Android does.
    fn add_package_to_ids(&mut self, start: usize, package: &str) {
        for piece in &mut self.pieces[start..] {
            // The keyboard is none of the app's.
            let is_own = piece.look != Look::Keyboard && !piece.element.id.is_empty();
            if is_own {
                piece.element.id = format!("{package}:id/{}", piece.element.id);
            }
        }
    }

    fn add_content(&mut self, phone: &Phone, front: FrontApp<'_>) {
        let viewport = viewport(front);
        if front.session.top().ready_at > phone.now {
            let middle = viewport.center();
            let bounds = Rect::new(middle.x - 20.0, middle.y - 20.0, 40.0, 40.0);
            let spinner = Piece::new(Role::Progress, bounds).look(Look::Spinner);
            self.pieces.push(spinner.id("loading"));
            return;
        }
        let mut list = Piece::new(Role::List, viewport).id("content");
        "android.widget.ScrollView".clone_into(&mut list.element.class);
        let start = self.pieces.len();
        list.clip = Some(viewport);
        self.pieces.push(list);
        let mut column = Column::new(&mut self.pieces, phone.scope(front), front.session, start);
        column.add_items(&front.scene.items);
        let limit = (column.height() - viewport.height).max(0.0);
        let offset = front.session.top().scroll.clamp(0.0, limit);
        self.pieces[start].element.is_scrollable = limit > 0.0;
        for piece in &mut self.pieces[start + 1..] {
            place_in(piece, viewport, offset);
        }
        self.scroller = Some(Scroller { viewport, limit });
    }

    /// Returns what a touch at `point` meets, front-most first; what only shows through is left out.
    pub(crate) fn hit(&self, point: Point) -> Option<&Piece> {
        let is_at =
            |piece: &&Piece| !piece.element.is_covered && piece.element.bounds.contains(point);
        self.pieces
            .iter()
            .rev()
            .filter(is_at)
            .find(|piece| !matches!(piece.touch, Touch::Through))
    }

    /// Returns a piece as the touch log names it.
    pub(crate) fn describe(&self, piece: &Piece) -> TouchedElement {
        let element = &piece.element;
        let own = element.label();
        let label = if own.is_empty() {
            self.inner_text(piece)
        } else {
            own
        };
        TouchedElement {
            app: self.app.clone().unwrap_or_default(),
            screen: self.scene.clone().unwrap_or_default(),
            id: element.id.clone(),
            label: label.to_owned(),
            role: element.role,
        }
    }

    /// Returns the first text inside of a piece.
    fn inner_text(&self, piece: &Piece) -> &str {
        let index = self.pieces.iter().position(|one| std::ptr::eq(one, piece));
        let inner = self.pieces.iter().find(|one| {
            index.is_some() && one.element.parent == index && !one.element.text.is_empty()
        });
        inner.map_or("", |one| &one.element.text)
    }

    /// Returns the reading of the screen that this is.
    pub(crate) fn into_screen(self) -> Screen {
        let element = |piece: Piece| Element {
            has_platform_id: piece.element.id.starts_with("android:"),
            is_landmark: piece.element.class.ends_with("RecyclerView"),
            ..piece.element
        };
        Screen {
            size: SCREEN,
            app: self.app,
            app_id: self.app_id,
            status_bar: STATUS_BAR,
            name: self.scene,
            elements: self.pieces.into_iter().map(element).collect(),
            ..Screen::default()
        }
    }
}

fn viewport(front: FrontApp<'_>) -> Rect {
    let below = if front.session.focus.is_some() {
        KEYBOARD
    } else if bars::has_tabs(front.scene) {
        TAB_BAR
    } else {
        0.0
    };
    let height = SCREEN.height - CONTENT_TOP - below;
    Rect::new(0.0, CONTENT_TOP, SCREEN.width, height)
}

/// Moves a piece from its place in the content to its place on the screen and cuts it there.
fn place_in(piece: &mut Piece, viewport: Rect, offset: f64) {
    piece.frame.y += viewport.y - offset;
    piece.clip = Some(viewport);
    piece.element.bounds = piece.frame;
    match piece.frame.intersection(viewport) {
        Some(seen) => piece.element.bounds = seen,
        // Behind a bar or the keyboard; what lies off the screen says so by its bounds.
        None => piece.element.is_covered = piece.frame.intersection(SCREEN.as_rect()).is_some(),
    }
}
