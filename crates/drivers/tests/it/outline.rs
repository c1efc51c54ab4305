//! A screen in lines that a person can read, for snapshots.

use std::fmt::Write as _;

use retap_drivers::android::Tree;
use retap_model::screen::{Element, Screen};

/// Returns one line for the tree and one for each of its elements, indented below its parent.
pub(crate) fn outline(tree: &Tree<'_>) -> String {
    let mut text = format!(
        "{}x{} turned {} package {} status bar {}\n",
        tree.size.width,
        tree.size.height,
        tree.rotation,
        tree.package.as_deref().unwrap_or("-"),
        tree.status_bar
    );
    let screen = Screen {
        size: tree.size,
        elements: tree.elements.clone(),
        ..Screen::default()
    };
    for (index, element) in screen.elements.iter().enumerate() {
        let indent = "  ".repeat(screen.ancestors(index).count());
        let _ = writeln!(text, "{indent}{}", line(&screen, element));
    }
    text
}

fn line(screen: &Screen, element: &Element) -> String {
    let mut line = element.role.as_str().to_owned();
    for (mark, words) in [("", &element.text), ("desc ", &element.description)] {
        if !words.is_empty() {
            let _ = write!(line, " {mark}{words:?}");
        }
    }
    if !element.id.is_empty() {
        let _ = write!(line, " #{}", element.id);
    }
    let bounds = element.bounds;
    let _ = write!(
        line,
        " [{},{}][{},{}]",
        bounds.x,
        bounds.y,
        bounds.right(),
        bounds.bottom()
    );
    let state = &element.state;
    let yes = |value: Option<bool>| value == Some(true);
    for (word, holds) in [
        ("clickable", element.is_clickable),
        ("editable", element.is_editable),
        ("scrollable", element.is_scrollable),
        ("password", element.is_password),
        ("disabled", !state.enabled),
        ("focused", state.focused),
        ("checked", yes(state.checked)),
        ("unchecked", state.checked == Some(false)),
        ("selected", yes(state.selected)),
        ("expanded", yes(state.expanded)),
        ("collapsed", state.expanded == Some(false)),
        ("covered", element.is_covered),
        ("off-screen", screen.visible_bounds(element).is_none()),
    ] {
        if holds {
            let _ = write!(line, " {word}");
        }
    }
    if let Some(value) = &state.value {
        let _ = write!(line, " value {value:?}");
    }
    line
}
