//! One node of a dump, with every attribute that uiautomator and its relatives write.

use std::borrow::Cow;

use retap_model::geometry::Rect;

use super::reference::decode;

/// One node of a dump.
#[derive(Debug, Default, Clone)]
pub(super) struct Node<'x> {
    pub text: Cow<'x, str>,
    pub description: Cow<'x, str>,
    pub id: Cow<'x, str>,
    pub class: &'x str,
    pub package: &'x str,
    pub bounds: Rect,
    /// The hint of an empty field; only newer systems tell.
    pub hint: Option<Cow<'x, str>>,
    pub is_checkable: bool,
    pub is_checked: bool,
    pub is_clickable: bool,
    pub is_long_clickable: bool,
    pub is_disabled: bool,
    pub is_focusable: bool,
    pub is_focused: bool,
    pub is_scrollable: bool,
    pub is_password: bool,
    pub is_heading: bool,
    /// Whether the dump itself says that it cannot be seen.
    pub is_hidden: bool,
    pub selected: Option<bool>,
    pub expanded: Option<bool>,
    /// How far a slider or a progress bar is.
    pub progress: Option<f64>,
    /// How far it can go.
    pub max: Option<f64>,
}

impl<'x> Node<'x> {
    /// Takes over one attribute; those that are unknown are left out.
    pub(super) fn set(&mut self, name: &str, value: &'x str) {
        let is_true = value == "true";
        match name {
            "text" => self.text = decode(value),
            "content-desc" => self.description = decode(value),
            "resource-id" => self.id = decode(value),
            "class" => self.class = value,
            "package" => self.package = value,
            "bounds" => self.bounds = parse_bounds(value).unwrap_or_default(),
            "hint" => self.hint = Some(decode(value)),
            "checkable" => self.is_checkable = is_true,
            "checked" => self.is_checked = is_true,
            "clickable" => self.is_clickable = is_true,
            "long-clickable" => self.is_long_clickable = is_true,
            "enabled" => self.is_disabled = value == "false",
            "focusable" => self.is_focusable = is_true,
            "focused" => self.is_focused = is_true,
            "scrollable" => self.is_scrollable = is_true,
            "password" => self.is_password = is_true,
            "heading" => self.is_heading = is_true,
            "visible-to-user" => self.is_hidden = value == "false",
            "selected" => self.selected = value.parse().ok(),
            "expanded" => self.expanded = value.parse().ok(),
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
