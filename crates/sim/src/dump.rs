//! A screen as the text that `uiautomator dump` prints.
//!
//! Knows nothing of phones and files: the same screen always gives the same text.

use retap_model::geometry::Rect;
use retap_model::screen::{Element, Role, Screen};

use crate::draw::SCALE;
use crate::pane::{Pane, children};

/// The package a home screen has.
pub const LAUNCHER: &str = "com.android.launcher3";

/// The dumper's stand-in for characters that XML cannot hold.
const REPLACEMENT: char = '.';

/// Returns what `uiautomator dump` prints for a screen of the app `package`.
///
/// Bounds are in physical pixels, which are the units of touches times the scale of the device, as
/// on a real phone, and cut to the screen. As there, the dump is of the window in front: what a
/// person cannot see is left out with all that is in it, and so are the status bar, the keyboard
/// and messages that go away by themselves, which are windows of their own. Password fields show
/// bullets only. Fields can be held, and nothing else says that it can.
pub fn uiautomator_dump(screen: &Screen, package: &str) -> String {
    let mut dump = String::with_capacity(screen.elements.len() * 400);
    dump.push_str(XML_START);
    let bounds = screen.size.as_rect();
    push_hierarchy(&mut dump, screen, Pane::App, bounds, package);
    dump
}

/// How every dump starts.
pub(crate) const XML_START: &str = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>";

/// Adds the tree of one window.
pub(crate) fn push_hierarchy(
    dump: &mut String,
    screen: &Screen,
    pane: Pane,
    bounds: Rect,
    package: &str,
) {
    dump.push_str("<hierarchy rotation=\"0\">");
    let window = Element {
        role: Role::Container,
        class: "android.widget.FrameLayout".to_owned(),
        bounds,
        state: retap_model::screen::State {
            enabled: true,
            ..Default::default()
        },
        ..Element::default()
    };
    let mut writer = Writer {
        screen,
        package,
        children: children(screen, pane),
        dump,
    };
    writer.open(&window, 0);
    writer.add_all(None);
    writer.dump.push_str("</node></hierarchy>");
}

struct Writer<'a> {
    screen: &'a Screen,
    package: &'a str,
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
        self.attribute("text", text_of(element));
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
        self.attribute("bounds", &pixels(seen));
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
fn text_of(element: &Element) -> &str {
    match element.role {
        Role::Slider | Role::Progress => element.state.value.as_deref().unwrap_or_default(),
        Role::Button
        | Role::Checkbox
        | Role::Container
        | Role::Dialog
        | Role::Heading
        | Role::Image
        | Role::Link
        | Role::List
        | Role::Radio
        | Role::Row
        | Role::Switch
        | Role::Tab
        | Role::Text
        | Role::TextField
        | Role::Toast
        | Role::Unknown => &element.text,
    }
}

/// Returns bounds as dumps write them, in pixels.
pub(crate) fn pixels(bounds: Rect) -> String {
    let pixel = |units: f64| (units * SCALE).round() as i64;
    let (left, top) = (pixel(bounds.x), pixel(bounds.y));
    let (right, bottom) = (pixel(bounds.right()), pixel(bounds.bottom()));
    format!("[{left},{top}][{right},{bottom}]")
}

/// Adds a character of an attribute.
pub(crate) fn push_escaped(dump: &mut String, character: char) {
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

#[cfg(test)]
mod tests {
    use retap_model::geometry::Size;
    use retap_model::screen::State;

    use super::*;
    use crate::layout::KEYBOARD_ID;

    fn element(role: Role, bounds: Rect) -> Element {
        Element {
            role,
            class: "android.widget.TextView".to_owned(),
            bounds,
            state: State {
                enabled: true,
                ..State::default()
            },
            ..Element::default()
        }
    }

    fn screen(elements: Vec<Element>) -> Screen {
        Screen {
            size: Size::new(410.0, 898.0),
            status_bar: 44.0,
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
        let switch = Element {
            parent: Some(0),
            description: "Wi-Fi".to_owned(),
            is_clickable: true,
            state: State {
                enabled: true,
                checked: Some(true),
                ..State::default()
            },
            ..element(Role::Switch, Rect::new(10.25, 50.0, 52.0, 32.5))
        };
        assert_eq!(
            uiautomator_dump(&screen(vec![list, switch]), "p"),
            "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\">\
             <node index=\"0\" text=\"\" resource-id=\"\" class=\"android.widget.FrameLayout\" package=\"p\" \
             content-desc=\"\" checkable=\"false\" checked=\"false\" clickable=\"false\" enabled=\"true\" \
             focusable=\"false\" focused=\"false\" scrollable=\"false\" long-clickable=\"false\" \
             password=\"false\" selected=\"false\" bounds=\"[0,0][820,1796]\">\
             <node index=\"0\" text=\"\" resource-id=\"p:id/list\" class=\"android.widget.TextView\" package=\"p\" \
             content-desc=\"\" checkable=\"false\" checked=\"false\" clickable=\"false\" enabled=\"true\" \
             focusable=\"false\" focused=\"false\" scrollable=\"true\" long-clickable=\"false\" \
             password=\"false\" selected=\"false\" bounds=\"[0,88][820,1796]\">\
             <node index=\"0\" text=\"\" resource-id=\"\" class=\"android.widget.TextView\" package=\"p\" \
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
