//! One node of a dump, with every attribute that uiautomator and its relatives write.

use retap_model::geometry::Rect;
use retap_model::screen::Element;

use super::reference::decode;

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

#[cfg(test)]
mod tests {
    use super::*;

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
