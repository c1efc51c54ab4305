//! A screen as the text that `uiautomator dump` prints.
//!
//! Knows nothing of phones and files: the same screen always gives the same text.

use std::borrow::Cow;

use retap_model::geometry::Rect;
use retap_model::screen::{Element, Role, Screen};

use crate::draw::SCALE;
use crate::layout::{KEYBOARD_ID, Piece};

/// The package a home screen has.
pub const LAUNCHER: &str = "com.android.launcher3";
/// The package of the status bar and of toasts.
const SYSTEM_UI: &str = "com.android.systemui";
/// The package of the keyboard.
const KEYBOARD: &str = "com.android.inputmethod.latin";

/// The package that asks for permissions, and the id of its question.
const PERMISSIONS: &str = "com.android.permissioncontroller";
const GRANT_DIALOG: &str = "grant_dialog";

/// How every dump starts.
const XML_START: &str = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>";
/// The dumper's stand-in for characters that XML cannot hold.
const REPLACEMENT: char = '.';

/// How many pixels make one unit of the phone.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Scale {
    pub(crate) across: f64,
    pub(crate) down: f64,
}

/// Returns what `uiautomator dump` prints for a screen of the app `package`.
///
/// Bounds are in physical pixels, which are the units of touches times the scale of the device, as
/// on a real phone, and cut to the screen. As there, the dump is of the window in front: what a
/// person cannot see is left out with all that is in it, and so are the status bar, the keyboard
/// and messages that go away by themselves, which are windows of their own. Password fields show
/// bullets only. Fields can be held, and nothing else says that it can.
pub fn uiautomator_dump(screen: &Screen, package: &str) -> String {
    let scale = Scale {
        across: SCALE,
        down: SCALE,
    };
    front_dump(screen, package, scale)
}

/// Returns what `uiautomator dump` prints on a screen that has other pixels than the usual.
pub(crate) fn front_dump(screen: &Screen, package: &str, scale: Scale) -> String {
    let mut dump = XML_START.to_owned();
    let window = Window {
        pane: Pane::App,
        title: "",
        package: front_package(screen, package),
        bounds: front_bounds(screen),
    };
    push_hierarchy(&mut dump, screen, &window, scale);
    dump
}

/// Returns what `uiautomator dump --windows` prints: each window with its own tree.
///
/// The windows come from the nearest to the farthest, as Android lists them.
pub(crate) fn windows_dump(screen: &Screen, package: &str, title: &str, scale: Scale) -> String {
    let mut dump = format!("{XML_START}<displays><display id=\"0\">");
    let windows = windows(screen, package, title);
    for (index, window) in windows.iter().enumerate() {
        let layer = windows.len() - index;
        let is_app = window.pane == Pane::App;
        let kind = match window.pane {
            Pane::App | Pane::Toast => "TYPE_APPLICATION",
            Pane::StatusBar => "TYPE_SYSTEM",
            Pane::Keyboard => "TYPE_INPUT_METHOD",
        };
        dump.push_str(&format!("<window index=\"{index}\" title=\""));
        window
            .title
            .chars()
            .for_each(|c| push_escaped(&mut dump, c));
        dump.push_str(&format!(
            "\" bounds=\"{}\" active=\"{is_app}\" focused=\"{is_app}\" accessibility-focused=\"false\" \
             id=\"{}\" layer=\"{layer}\" type=\"{kind}\">",
            pixels(window.bounds, scale),
            layer + 2,
        ));
        push_hierarchy(&mut dump, screen, window, scale);
        dump.push_str("</window>");
    }
    dump.push_str("</display></displays>");
    dump
}

/// One window: what it is, what it is called and where it lies.
struct Window<'a> {
    pane: Pane,
    title: &'a str,
    package: &'a str,
    bounds: Rect,
}

fn windows<'a>(screen: &Screen, package: &'a str, title: &'a str) -> Vec<Window<'a>> {
    let size = screen.size.as_rect();
    let mut windows = vec![Window {
        pane: Pane::StatusBar,
        title: "",
        package: SYSTEM_UI,
        bounds: Rect::new(0.0, 0.0, size.width, screen.status_bar),
    }];
    let is_top = |element: &&Element| element.parent.is_none() && screen.is_in_view(element);
    for element in screen.elements.iter().filter(is_top) {
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
        package: front_package(screen, package),
        bounds: front_bounds(screen),
    });
    windows
}

/// Returns the dialog that is in front, which is a window of its own.
fn front_dialog(screen: &Screen) -> Option<&Element> {
    let elements = screen.visible().map(|(_, element)| element);
    elements
        .filter(|element| element.role == Role::Dialog)
        .last()
}

fn front_bounds(screen: &Screen) -> Rect {
    front_dialog(screen).map_or(screen.size.as_rect(), |dialog| dialog.bounds)
}

/// Returns the package of the window in front: the system itself asks for permissions.
fn front_package<'a>(screen: &Screen, package: &'a str) -> &'a str {
    let is_grant = |dialog: &Element| dialog.id.ends_with(GRANT_DIALOG);
    match front_dialog(screen).is_some_and(is_grant) {
        true => PERMISSIONS,
        false => package,
    }
}

/// Adds the tree of one window.
fn push_hierarchy(dump: &mut String, screen: &Screen, window: &Window<'_>, scale: Scale) {
    dump.push_str("<hierarchy rotation=\"0\">");
    let mut writer = Writer {
        screen,
        package: window.package,
        scale,
        children: children(screen, window.pane),
        dump,
    };
    writer.open(&Piece::new(Role::Container, window.bounds).element, 0);
    writer.add_all(None);
    writer.dump.push_str("</node></hierarchy>");
}

struct Writer<'a> {
    screen: &'a Screen,
    package: &'a str,
    scale: Scale,
    /// The numbers of what is in the window itself, then of what is in each element.
    children: Vec<Vec<usize>>,
    dump: &'a mut String,
}

impl Writer<'_> {
    /// Adds what is in an element, or in the window itself.
    fn add_all(&mut self, parent: Option<usize>) {
        let slot = parent.map_or(0, |parent| parent + 1);
        let children = std::mem::take(&mut self.children[slot]);
        for (index, number) in children.into_iter().enumerate() {
            self.add(number, index);
        }
    }

    fn add(&mut self, number: usize, index: usize) {
        let screen = self.screen;
        self.open(&screen.elements[number], index);
        if self.children[number + 1].is_empty() {
            // The serializer closes what is empty at once.
            self.dump.pop();
            self.dump.push_str(" />");
            return;
        }
        self.add_all(Some(number));
        self.dump.push_str("</node>");
    }

    /// Writes the start of a node, with the attributes in Android's order.
    fn open(&mut self, element: &Element, index: usize) {
        let state = &element.state;
        let is_checked = state.checked == Some(true);
        let is_selected = state.selected == Some(true);
        let takes_focus = element.reacts_to_touches();
        self.dump.push_str("<node");
        self.attribute("index", &index.to_string());
        self.attribute("text", &text_of(element));
        self.attribute("resource-id", &element.id);
        self.attribute("class", &element.class);
        self.attribute("package", self.package);
        self.attribute("content-desc", &element.description);
        let flags = [
            ("checkable", state.checked.is_some()),
            ("checked", is_checked),
            ("clickable", element.is_clickable),
            ("enabled", state.enabled),
            ("focusable", takes_focus),
            ("focused", state.focused),
            ("scrollable", element.is_scrollable),
            ("long-clickable", element.is_editable),
            ("password", element.is_password),
            ("selected", is_selected),
        ];
        for (name, is_set) in flags {
            self.attribute(name, if is_set { "true" } else { "false" });
        }
        let seen = self.screen.visible_bounds(element).unwrap_or_default();
        self.attribute("bounds", &pixels(seen, self.scale));
        self.dump.push('>');
    }

    fn attribute(&mut self, name: &str, value: &str) {
        self.dump.push(' ');
        self.dump.push_str(name);
        self.dump.push_str("=\"");
        for character in value.chars() {
            push_escaped(self.dump, character);
        }
        self.dump.push('"');
    }
}

/// Returns what Android has as the text; sliders and bars have their value there.
fn text_of(element: &Element) -> Cow<'_, str> {
    if matches!(element.role, Role::Slider | Role::Progress) {
        return element.state.value.as_deref().unwrap_or_default().into();
    }
    match element.hidden_length {
        Some(length) => "•".repeat(length).into(),
        None => element.text.as_str().into(),
    }
}

/// Returns bounds as dumps write them, in pixels.
fn pixels(bounds: Rect, scale: Scale) -> String {
    let pixel = |units: f64, scale: f64| (units * scale).round() as i64;
    let across = |units: f64| pixel(units, scale.across);
    let down = |units: f64| pixel(units, scale.down);
    let (left, top) = (across(bounds.x), down(bounds.y));
    let (right, bottom) = (across(bounds.right()), down(bounds.bottom()));
    format!("[{left},{top}][{right},{bottom}]")
}

/// Adds a character of an attribute.
fn push_escaped(dump: &mut String, character: char) {
    match character {
        '&' => dump.push_str("&amp;"),
        '<' => dump.push_str("&lt;"),
        '>' => dump.push_str("&gt;"),
        '"' => dump.push_str("&quot;"),
        // A parser turns plain ones into spaces.
        '\n' => dump.push_str("&#10;"),
        '\t' => dump.push_str("&#9;"),
        '\r' => dump.push_str("&#13;"),
        '\u{fffe}' | '\u{ffff}' => dump.push(REPLACEMENT),
        control if control.is_control() => dump.push(REPLACEMENT),
        other => dump.push(other),
    }
}

/// Whose window an element stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pane {
    App,
    StatusBar,
    Keyboard,
    Toast,
}

/// Returns the numbers of what is shown in a window itself, then in each element.
fn children(screen: &Screen, pane: Pane) -> Vec<Vec<usize>> {
    let mut children = vec![Vec::new(); screen.elements.len() + 1];
    for (number, element) in screen.elements.iter().enumerate() {
        let is_inside = element.parent.is_some() || pane_of(screen, element) == pane;
        if screen.is_in_view(element) && is_inside {
            children[element.parent.map_or(0, |parent| parent + 1)].push(number);
        }
    }
    children
}

/// Returns whose window an element stands in that is in no other element.
fn pane_of(screen: &Screen, element: &Element) -> Pane {
    if element.bounds.bottom() <= screen.status_bar {
        Pane::StatusBar
    } else if element.id == KEYBOARD_ID {
        Pane::Keyboard
    } else if element.role == Role::Toast {
        Pane::Toast
    } else {
        Pane::App
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::style::{SCREEN, STATUS_BAR};

    fn element(role: Role, bounds: Rect) -> Element {
        Piece::new(role, bounds).element
    }

    fn screen(elements: Vec<Element>) -> Screen {
        Screen {
            size: SCREEN,
            status_bar: STATUS_BAR,
            elements,
            ..Screen::default()
        }
    }

    fn texts(screen: &Screen) -> Vec<String> {
        let dump = uiautomator_dump(screen, "p");
        let found = dump.split(" text=\"").skip(2);
        found
            .map(|rest| rest.split('"').next().unwrap().to_owned())
            .collect()
    }

    fn shown(text: &str, y: f64) -> Element {
        Element {
            text: text.to_owned(),
            ..element(Role::Text, Rect::new(10.0, y, 50.0, 20.0))
        }
    }

    #[test]
    fn a_small_screen_is_written_as_android_writes_it() {
        let list = Element {
            id: "p:id/list".to_owned(),
            is_scrollable: true,
            ..element(Role::List, Rect::new(0.0, 44.0, 410.0, 854.0))
        };
        let mut switch = Element {
            parent: Some(0),
            description: "Wi-Fi".to_owned(),
            is_clickable: true,
            ..element(Role::Switch, Rect::new(10.25, 50.0, 52.0, 32.5))
        };
        switch.state.checked = Some(true);
        assert_eq!(
            uiautomator_dump(&screen(vec![list, switch]), "p"),
            "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\">\
             <node index=\"0\" text=\"\" resource-id=\"\" class=\"android.widget.FrameLayout\" package=\"p\" \
             content-desc=\"\" checkable=\"false\" checked=\"false\" clickable=\"false\" enabled=\"true\" \
             focusable=\"false\" focused=\"false\" scrollable=\"false\" long-clickable=\"false\" \
             password=\"false\" selected=\"false\" bounds=\"[0,0][820,1796]\">\
             <node index=\"0\" text=\"\" resource-id=\"p:id/list\" class=\"androidx.recyclerview.widget.RecyclerView\" package=\"p\" \
             content-desc=\"\" checkable=\"false\" checked=\"false\" clickable=\"false\" enabled=\"true\" \
             focusable=\"false\" focused=\"false\" scrollable=\"true\" long-clickable=\"false\" \
             password=\"false\" selected=\"false\" bounds=\"[0,88][820,1796]\">\
             <node index=\"0\" text=\"\" resource-id=\"\" class=\"android.widget.Switch\" package=\"p\" \
             content-desc=\"Wi-Fi\" checkable=\"true\" checked=\"true\" clickable=\"true\" enabled=\"true\" \
             focusable=\"true\" focused=\"false\" scrollable=\"false\" long-clickable=\"false\" \
             password=\"false\" selected=\"false\" bounds=\"[21,100][125,165]\" />\
             </node></node></hierarchy>"
        );
    }

    #[test]
    fn what_xml_cannot_hold_is_escaped_or_replaced() {
        let text = "a<b> & \"c\" 'd'\n\te\u{7}\u{ffff} 日本 👍🏽";
        assert_eq!(
            texts(&screen(vec![shown(text, 100.0)])),
            ["a&lt;b&gt; &amp; &quot;c&quot; 'd'&#10;&#9;e.. 日本 👍🏽"]
        );
    }

    #[test]
    fn other_windows_and_what_cannot_be_seen_are_left_out() {
        let mut covered = shown("covered", 200.0);
        covered.is_covered = true;
        let mut keyboard = shown("keys", 300.0);
        keyboard.id = KEYBOARD_ID.to_owned();
        let mut toast = shown("saved", 400.0);
        toast.role = Role::Toast;
        let below = shown("below", 2000.0);
        let clock = shown("9:41", 10.0);
        let all = vec![clock, covered, keyboard, toast, below, shown("seen", 100.0)];
        assert_eq!(texts(&screen(all)), ["seen"]);
    }

    #[test]
    fn a_slider_shows_its_value() {
        let mut slider = element(Role::Slider, Rect::new(10.0, 100.0, 50.0, 20.0));
        slider.state.value = Some("0.40".to_owned());
        assert_eq!(texts(&screen(vec![slider])), ["0.40"]);
    }
}
