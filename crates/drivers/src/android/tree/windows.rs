//! Windows that lie over each other: their order, and what of them can be seen.

use retap_model::geometry::{Rect, Size};
use retap_model::screen::{Element, Role};

use super::Tree;

/// The purpose of a window, as far as it matters to what lies under it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum WindowKind {
    /// An app's, or its dialog.
    #[default]
    App,
    Keyboard,
    /// Status bar, navigation bar, notifications.
    System,
    /// A line between two apps, or an overlay of an accessibility tool.
    Other,
    /// A frame around what is enlarged; touches go through it.
    Magnifier,
}

impl WindowKind {
    pub(super) fn parse(word: &str) -> Self {
        match word {
            "TYPE_APPLICATION" => Self::App,
            "TYPE_INPUT_METHOD" => Self::Keyboard,
            "TYPE_SYSTEM" => Self::System,
            "TYPE_MAGNIFICATION_OVERLAY" => Self::Magnifier,
            _ => Self::Other,
        }
    }
}

/// One window of a dump; its elements have numbers of their own.
#[derive(Debug, Default)]
pub(super) struct Window {
    pub kind: WindowKind,
    /// The higher, the nearer to the eye.
    pub layer: i64,
    /// Whether input goes to it.
    pub is_active: bool,
    pub bounds: Rect,
    pub title: String,
    pub package: String,
    pub elements: Vec<Element>,
}

/// Puts windows over each other, the lowest first, and marks what is covered.
pub(super) fn stack<'x>(mut windows: Vec<Window>, size: Size) -> Tree<'x> {
    windows.sort_by_key(|window| window.layer);
    let status_bar = windows.iter().find(|window| is_status_bar(window, size));
    let status_bar = status_bar.map_or(0.0, |window| window.bounds.bottom());
    let package = front_package(&windows);
    let seen = windows
        .into_iter()
        .filter_map(|window| as_seen(window, size));
    let mut windows: Vec<Window> = seen.collect();
    for index in 0..windows.len() {
        let (below, above) = windows.split_at_mut(index + 1);
        let covered = &mut below[index];
        for over in above.iter() {
            cover(covered, over, size);
        }
    }
    let mut elements = Vec::with_capacity(windows.iter().map(|one| one.elements.len()).sum());
    for window in windows {
        let first = elements.len();
        elements.extend(window.elements.into_iter().map(|mut element| {
            element.parent = element.parent.map(|parent| parent + first);
            element
        }));
    }
    Tree {
        size,
        elements,
        package,
        status_bar,
        ..Tree::default()
    }
}

/// Packages whose windows are questions about the app below: permissions, crashes, choices.
const ASKS_FOR_OTHERS: [&str; 4] = [
    "android",
    "com.android.packageinstaller",
    "com.android.permissioncontroller",
    "com.google.android.permissioncontroller",
];

/// The app that input goes to; the keyboard and the bars are no apps, and a question of the system
/// stands over the app that it is about.
fn front_package(windows: &[Window]) -> Option<String> {
    let is_known = |window: &&Window| !window.package.is_empty();
    let is_keyboard = |window: &&Window| window.kind == WindowKind::Keyboard;
    let apps = windows.iter().rev().filter(is_known);
    let apps = apps.filter(|window| !is_keyboard(window));
    let is_app = |window: &&Window| window.kind == WindowKind::App;
    let asks = |window: &&Window| ASKS_FOR_OTHERS.contains(&window.package.as_str());
    let active = apps.clone().find(|window| window.is_active);
    let front = active.or_else(|| apps.clone().find(is_app))?;
    let about = apps.filter(is_app).find(|window| !asks(window));
    let app = about.filter(|_| asks(&front)).unwrap_or(front);
    Some(app.package.clone())
}

fn is_status_bar(window: &Window, size: Size) -> bool {
    let Rect { y, height, .. } = window.bounds;
    window.kind == WindowKind::System && y <= 0.0 && height > 0.0 && height < size.height / 8.0
}

/// Returns what of a window is of interest: a keyboard is one thing, not forty keys, and bars that
/// are not in use are none of the app's screen.
fn as_seen(mut window: Window, size: Size) -> Option<Window> {
    let seen = window.bounds.intersection(size.as_rect())?;
    match window.kind {
        WindowKind::App => {}
        WindowKind::Keyboard => {
            window.elements = vec![Element {
                description: "Keyboard".to_owned(),
                role: Role::Container,
                class: "android.inputmethodservice.InputMethodService".to_owned(),
                bounds: seen,
                state: retap_model::screen::State {
                    enabled: true,
                    ..Default::default()
                },
                ..Element::default()
            }];
        }
        WindowKind::System if window.is_active || seen.height > size.height / 2.0 => {}
        WindowKind::System | WindowKind::Other => window.elements.clear(),
        WindowKind::Magnifier => return None,
    }
    Some(window)
}

fn cover(below: &mut Window, over: &Window, size: Size) {
    let first = over.elements.first();
    if first.is_some_and(|one| one.role == Role::Toast) {
        return;
    }
    // A dialog takes every touch on its app, also beside it; a list of suggestions does not.
    let is_modal = over.is_active
        && over.kind == WindowKind::App
        && over.package == below.package
        && over.bounds.intersection(below.bounds).is_some();
    for element in &mut below.elements {
        let seen = element.bounds.intersection(size.as_rect());
        let is_under = seen.is_some_and(|seen| over.bounds.contains(seen.center()));
        element.is_covered |= is_modal || is_under;
    }
}
