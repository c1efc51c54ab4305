//! From a node to an element of the model.

use retap_model::screen::{Element, RawValue, Role, State};

use super::node::Node;
use super::role::Kind;

/// The stand-in for each character of a password.
const BULLET: char = '•';

/// Returns whether a node says, holds or does anything; pure layout is left out.
pub(super) fn is_kept(node: &Node<'_>, role: Role) -> bool {
    let says = !node.text.is_empty() || !node.description.is_empty() || !node.id.is_empty();
    let does = node.is_clickable
        || node.is_long_clickable
        || node.is_checkable
        || node.is_focusable
        || node.is_scrollable;
    says || does || !matches!(role, Role::Container | Role::Text | Role::Unknown)
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

/// Returns the element that a node is.
pub(super) fn element_of(
    mut node: Node<'_>,
    kind: Kind,
    role: Role,
    parent: Option<usize>,
) -> Element {
    let is_editable = kind == Kind::Field;
    let mut element = Element {
        has_platform_id: node.id.starts_with("android:"),
        id: std::mem::take(&mut node.id).into_owned(),
        role,
        class: node.class.to_owned(),
        is_landmark: is_landmark(node.class),
        bounds: node.bounds,
        state: State {
            enabled: !node.is_disabled,
            focused: node.is_focused,
            checked: (node.is_checkable || node.is_checked).then_some(node.is_checked),
            selected: node.selected,
            expanded: node.expanded,
            value: None,
            raw_value: None,
        },
        is_clickable: node.is_clickable || node.is_long_clickable,
        is_editable,
        is_scrollable: node.is_scrollable,
        is_password: node.is_password,
        is_covered: node.is_hidden,
        parent,
        ..Element::default()
    };
    if node.is_password {
        say_password(&mut element, node);
    } else if is_editable {
        say_field(&mut element, node);
    } else {
        element.text = node.text.into_owned();
        element.description = node.description.into_owned();
        if matches!(role, Role::Slider | Role::Progress) {
            let raw_value = raw_value(node.progress, node.max);
            let value = raw_value.as_deref().map(percentage);
            let value = value.or_else(|| figure(&element.text));
            element.state.value = value.or_else(|| figure(&element.description));
            element.state.raw_value = raw_value;
        }
    }
    element
}

/// Returns the description of a field, else what it shows while it is empty.
fn name_of<'n>(node: &'n Node<'_>) -> &'n str {
    let hint = node.hint.as_deref().unwrap_or_default();
    if node.description.is_empty() {
        hint
    } else {
        &node.description
    }
}

/// Android shows bullets for what is in the field and, for a moment, the letter typed last. Without
/// any bullet the text is what the empty field shows.
fn say_password(element: &mut Element, node: Node<'_>) {
    let length = node.text.chars().count();
    let is_hint = node.hint.as_ref() == Some(&node.text);
    let holds_something = node.text.contains([BULLET, '*', '●']) || length == 1;
    let name = name_of(&node);
    if holds_something && !is_hint {
        element.text = String::from(BULLET).repeat(length);
        element.description = name.to_owned();
    } else {
        let name = if name.is_empty() { &node.text } else { name };
        element.description = name.to_owned();
    }
}

/// An empty field shows its hint as its text. Newer systems tell the hint, so that the two can be told
/// apart; otherwise it is not known whether the text is a value, and none is claimed.
fn say_field(element: &mut Element, node: Node<'_>) {
    element.description = name_of(&node).to_owned();
    let shows_hint = node.hint.as_ref() == Some(&node.text);
    if !shows_hint {
        element.text = node.text.into_owned();
    }
    if node.hint.is_some() || element.text.is_empty() {
        element.state.value = Some(element.text.clone());
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
            let node = Node {
                text: text.into(),
                ..Node::default()
            };
            assert_eq!(element(node, Role::Slider).state.value.as_deref(), value);
        }
    }

    #[test]
    fn a_password_is_bullets_and_its_hint_a_name() {
        for (text, shown, name) in [
            ("••••", "••••", ""),
            ("•••x", "••••", ""),
            ("x", "•", ""),
            ("Password", "", "Password"),
            ("", "", ""),
        ] {
            let node = Node {
                text: text.into(),
                is_password: true,
                ..Node::default()
            };
            let field = element(node, Role::TextField);
            assert_eq!((&*field.text, &*field.description), (shown, name), "{text}");
            assert_eq!(field.state.value, None);
        }
    }

    #[test]
    fn a_hint_is_a_name_and_never_a_value() {
        let field = |text: &'static str, hint: Option<&'static str>| {
            let node = Node {
                text: text.into(),
                hint: hint.map(Into::into),
                ..Node::default()
            };
            let field = element(node, Role::TextField);
            (field.text, field.description, field.state.value)
        };
        for (text, hint, expected) in [
            ("Email", Some("Email"), ("", "Email", Some(""))),
            ("a@b", Some("Email"), ("a@b", "Email", Some("a@b"))),
            // Not told: it may be either.
            ("Email", None, ("Email", "", None)),
            ("", None, ("", "", Some(""))),
        ] {
            let (shown, name, value) = field(text, hint);
            assert_eq!((&*shown, &*name, value.as_deref()), expected, "{text}");
        }
    }
}
