//! A screen as the text that `uiautomator dump --windows` prints: each window with its own tree.

use retap_model::geometry::Rect;
use retap_model::screen::Screen;

use crate::dump::{XML_START, pixels, push_escaped, push_hierarchy};
use crate::pane::{Pane, pane_of};

/// The package of the status bar and of toasts.
const SYSTEM_UI: &str = "com.android.systemui";
/// The package of the keyboard.
const KEYBOARD: &str = "com.android.inputmethod.latin";

/// One window: what it is, what it is called and where it lies.
struct Window<'a> {
    pane: Pane,
    title: &'a str,
    package: &'a str,
    bounds: Rect,
}

/// Returns what `uiautomator dump --windows` prints for a screen of the app `package`.
///
/// The windows come from the nearest to the farthest, as Android lists them.
pub(crate) fn windows_dump(screen: &Screen, package: &str, title: &str) -> String {
    let mut dump = String::with_capacity(screen.elements.len() * 400);
    dump.push_str(XML_START);
    dump.push_str("<displays><display id=\"0\">");
    let windows = windows(screen, package, title);
    let count = windows.len();
    for (index, window) in windows.iter().enumerate() {
        push_window(
            &mut dump,
            screen,
            window,
            StackPlace {
                index,
                layer: count - index,
            },
        );
    }
    dump.push_str("</display></displays>");
    dump
}

fn windows<'a>(screen: &Screen, package: &'a str, title: &'a str) -> Vec<Window<'a>> {
    let size = screen.size.as_rect();
    let mut windows = vec![Window {
        pane: Pane::StatusBar,
        title: "",
        package: SYSTEM_UI,
        bounds: Rect::new(0.0, 0.0, size.width, screen.status_bar),
    }];
    let tops = screen
        .elements
        .iter()
        .filter(|element| element.parent.is_none());
    for element in tops.filter(|element| screen.is_in_view(element)) {
        let (title, package) = match pane_of(screen, element) {
            Pane::App | Pane::StatusBar => continue,
            Pane::Keyboard => ("Keyboard", KEYBOARD),
            Pane::Toast => ("Toast", SYSTEM_UI),
        };
        windows.push(Window {
            pane: pane_of(screen, element),
            title,
            package,
            bounds: element.bounds,
        });
    }
    windows.push(Window {
        pane: Pane::App,
        title,
        package,
        bounds: size,
    });
    windows
}

/// The place of a window: its number in the dump, and how high it lies.
#[derive(Clone, Copy)]
struct StackPlace {
    index: usize,
    layer: usize,
}

fn push_window(dump: &mut String, screen: &Screen, window: &Window<'_>, place: StackPlace) {
    let StackPlace { index, layer } = place;
    let is_app = window.pane == Pane::App;
    let kind = match window.pane {
        Pane::App | Pane::Toast => "TYPE_APPLICATION",
        Pane::StatusBar => "TYPE_SYSTEM",
        Pane::Keyboard => "TYPE_INPUT_METHOD",
    };
    dump.push_str(&format!("<window index=\"{index}\" title=\""));
    window.title.chars().for_each(|c| push_escaped(dump, c));
    dump.push_str(&format!(
        "\" bounds=\"{}\" active=\"{is_app}\" focused=\"{is_app}\" accessibility-focused=\"false\" \
         id=\"{}\" layer=\"{layer}\" type=\"{kind}\">",
        pixels(window.bounds),
        layer + 2,
    ));
    push_hierarchy(dump, screen, window.pane, window.bounds, window.package);
    dump.push_str("</window>");
}
