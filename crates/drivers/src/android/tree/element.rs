//! One node of a dump, with every attribute that uiautomator and its relatives write, and the element it becomes.

use retap_model::geometry::Rect;
use retap_model::screen::{Element, RawValue, Role};

use super::role::Kind;
use super::xml::decode;

#[derive(Debug, Default, Clone)]
pub(super) struct Node<'x> {
    /// The element that it is, as far as its attributes alone tell.
    pub element: Element,
    pub class: &'x str,
    pub package: &'x str,
    /// The hint of an empty field; only newer systems tell.
    pub hint: Option<String>,
    pub is_checkable: bool,
    pub is_checked: bool,
    pub is_long_clickable: bool,
    pub is_disabled: bool,
    pub is_focusable: bool,
    pub is_heading: bool,
    /// How far a slider or a progress bar is, and how far it can go.
    pub progress: Option<f64>,
    pub max: Option<f64>,
}

impl<'x> Node<'x> {
    /// Takes over one attribute; those that are unknown are left out.
    pub(super) fn set(&mut self, name: &str, value: &'x str) {
        let is_true = value == "true";
        let element = &mut self.element;
        match name {
            "text" => element.text = decode(value).into_owned(),
            "content-desc" => element.description = decode(value).into_owned(),
            "resource-id" => element.id = decode(value).into_owned(),
            "class" => self.class = value,
            "package" => self.package = value,
            "bounds" => element.bounds = parse_bounds(value).unwrap_or_default(),
            "hint" => self.hint = Some(decode(value).into_owned()),
            "checkable" => self.is_checkable = is_true,
            "checked" => self.is_checked = is_true,
            "clickable" => element.is_clickable = is_true,
            "long-clickable" => self.is_long_clickable = is_true,
            "enabled" => self.is_disabled = value == "false",
            "focusable" => self.is_focusable = is_true,
            "focused" => element.state.focused = is_true,
            "scrollable" => element.is_scrollable = is_true,
            "password" => element.is_password = is_true,
            "heading" => self.is_heading = is_true,
            "visible-to-user" => element.is_covered = value == "false",
            "selected" => element.state.selected = value.parse().ok(),
            "expanded" => element.state.expanded = value.parse().ok(),
            "progress" | "value" => self.progress = value.parse().ok(),
            "max" => self.max = value.parse().ok(),
            // `index`, `NAF`, `drawing-order`, `display-id` and what others add.
            _ => {}
        }
    }
}

/// Reads `[left,top][right,bottom]`; any of them may be negative.
pub(super) fn parse_bounds(text: &str) -> Option<Rect> {
    let inner = text.strip_prefix('[')?.strip_suffix(']')?;
    let (corner, other) = inner.split_once("][")?;
    let (left, top) = parse_corner(corner)?;
    let (right, bottom) = parse_corner(other)?;
    Some(Rect::new(left, top, right - left, bottom - top))
}

fn parse_corner(text: &str) -> Option<(f64, f64)> {
    let (x, y) = text.split_once(',')?;
    let number = |text: &str| text.parse::<i32>().ok().map(f64::from);
    Some((number(x)?, number(y)?))
}

/// The stand-in for each character of a password.
const BULLET: char = '•';

/// Returns whether a node says, holds or does anything; pure layout is left out.
pub(super) fn is_kept(node: &Node<'_>, role: Role) -> bool {
    let element = &node.element;
    let says = [&element.text, &element.description, &element.id];
    let does = element.is_clickable
        || node.is_long_clickable
        || node.is_checkable
        || node.is_focusable
        || element.is_scrollable;
    let is_something = !matches!(role, Role::Container | Role::Text | Role::Unknown);
    does || is_something || says.iter().any(|words| !words.is_empty())
}

/// Widgets that say what kind of screen it is.
const LANDMARKS: [&str; 7] = [
    "RecyclerView",
    "ViewPager2",
    "TabLayout",
    "BottomNavigationView",
    "NavigationView",
    "DrawerLayout",
    "AppBarLayout",
];

fn is_landmark(class: &str) -> bool {
    let name = class.rsplit('.').next().unwrap_or(class);
    LANDMARKS.contains(&name)
}

/// Returns the element of a node of which it is known what it is and in which one it lies.
pub(super) fn element_of(
    mut node: Node<'_>,
    kind: Kind,
    role: Role,
    parent: Option<usize>,
) -> Element {
    let mut element = std::mem::take(&mut node.element);
    element.has_platform_id = element.id.starts_with("android:");
    element.role = role;
    element.class = node.class.to_owned();
    element.is_landmark = is_landmark(node.class);
    element.state.enabled = !node.is_disabled;
    element.state.checked = (node.is_checkable || node.is_checked).then_some(node.is_checked);
    element.is_clickable |= node.is_long_clickable;
    element.is_editable = kind == Kind::Field;
    element.parent = parent;
    if element.is_password {
        say_password(&mut element, node.hint);
    } else if element.is_editable {
        say_field(&mut element, node.hint);
    } else if matches!(role, Role::Slider | Role::Progress) {
        let raw_value = raw_value(node.progress, node.max);
        let value = raw_value.as_deref().map(percentage);
        let value = value.or_else(|| figure(&element.text));
        element.state.value = value.or_else(|| figure(&element.description));
        element.state.raw_value = raw_value;
    }
    element
}

/// Android shows bullets for what is in the field and, for a moment, the letter typed last. Without
/// any bullet the text is what the empty field shows.
fn say_password(element: &mut Element, hint: Option<String>) {
    let text = std::mem::take(&mut element.text);
    let length = text.chars().count();
    let is_hint = hint.as_ref() == Some(&text);
    let holds_something = shows_password(&text);
    if element.description.is_empty() {
        element.description = hint.unwrap_or_default();
    }
    if holds_something && !is_hint {
        element.hide_password(length);
    } else if element.description.is_empty() {
        element.description = text;
    }
}

/// Returns whether the text of a password field stands for what it holds, and is not its hint.
pub(super) fn shows_password(text: &str) -> bool {
    text.contains([BULLET, '*', '●']) || text.chars().count() == 1
}

/// An empty field shows its hint as its text. Newer systems tell the hint, so that the two can be told
/// apart; otherwise it is not known whether the text is a value, and none is claimed.
fn say_field(element: &mut Element, hint: Option<String>) {
    if hint.as_ref() == Some(&element.text) {
        element.text.clear();
    }
    if hint.is_some() || element.text.is_empty() {
        element.state.value = Some(element.text.clone());
    }
    if element.description.is_empty() {
        element.description = hint.unwrap_or_default();
    }
}

fn raw_value(progress: Option<f64>, max: Option<f64>) -> Option<Box<RawValue>> {
    let at = progress.filter(|value| value.is_finite())?;
    let end = max.filter(|max| max.is_finite() && *max > 0.0);
    Some(Box::new(RawValue { at, end }))
}

/// Returns how far something is, in percent of how far it can go where it has an end.
fn percentage(raw_value: &RawValue) -> String {
    match raw_value.end {
        Some(end) => (raw_value.at / end * 100.0).round().to_string(),
        None => raw_value.at.to_string(),
    }
}

/// Returns the text when it is a number, with or without a percent sign.
fn figure(text: &str) -> Option<String> {
    let digits = text.trim().trim_end_matches('%').trim_end();
    let number: f64 = digits.parse().ok()?;
    number.is_finite().then(|| digits.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn element(node: Node<'_>, role: Role) -> Element {
        let kind = match role {
            Role::TextField => Kind::Field,
            role => Kind::Known(role),
        };
        element_of(node, kind, role, None)
    }

    fn saying(text: &str) -> Node<'static> {
        let mut node = Node::default();
        text.clone_into(&mut node.element.text);
        node
    }

    /// M18 of the spec.
    #[test]
    fn a_slider_at_7_of_14_is_at_50() {
        let node = Node {
            progress: Some(7.0),
            max: Some(14.0),
            ..Node::default()
        };
        let state = element(node, Role::Slider).state;
        assert_eq!(state.value.as_deref(), Some("50"));
        let end = Some(14.0);
        assert_eq!(state.raw_value.as_deref(), Some(&RawValue { at: 7.0, end }));
        for (text, value) in [("40%", Some("40")), ("3.5", Some("3.5")), ("Volume", None)] {
            let slider = element(saying(text), Role::Slider);
            assert_eq!(slider.state.value.as_deref(), value);
        }
    }

    #[test]
    fn a_password_is_bullets_and_its_hint_a_name() {
        for (text, shown, name) in [
            ("•••••••", "••••", ""),
            ("•••x", "••••", ""),
            ("x", "••••", ""),
            ("Password", "", "Password"),
            ("", "", ""),
        ] {
            let mut node = saying(text);
            node.element.is_password = true;
            let field = element(node, Role::TextField);
            assert_eq!((&*field.text, &*field.description), (shown, name), "{text}");
            assert_eq!(field.state.value, None);
        }
    }

    #[test]
    fn a_hint_is_a_name_and_never_a_value() {
        for (text, hint, expected) in [
            ("Email", Some("Email"), ("", "Email", Some(""))),
            ("a@b", Some("Email"), ("a@b", "Email", Some("a@b"))),
            // Not told: it may be either.
            ("Email", None, ("Email", "", None)),
            ("", None, ("", "", Some(""))),
        ] {
            let mut node = saying(text);
            node.hint = hint.map(str::to_owned);
            let field = element(node, Role::TextField);
            let value = field.state.value.as_deref();
            assert_eq!(
                (&*field.text, &*field.description, value),
                expected,
                "{text}"
            );
        }
    }

    #[test]
    fn bounds_may_be_negative_and_must_be_whole() {
        let rect = Rect::new(-20.0, -5.0, 120.0, 65.0);
        assert_eq!(parse_bounds("[-20,-5][100,60]"), Some(rect));
        let large = "[1,2][3,99999999999]";
        for bad in ["", "[1,2]", "[1,2][3]", "[a,2][3,4]", large, "1,2,3,4"] {
            assert_eq!(parse_bounds(bad), None, "{bad}");
        }
    }
}
