//! One node of a dump, with every attribute that uiautomator and its relatives write.

use std::borrow::Cow;

use retap_model::geometry::Rect;

use super::reference::decode;

/// One node of a dump.
#[derive(Debug, Default, Clone)]
pub(super) struct Node<'x> {
    pub(super) text: Cow<'x, str>,
    pub(super) description: Cow<'x, str>,
    pub(super) id: Cow<'x, str>,
    pub(super) class: &'x str,
    pub(super) package: &'x str,
    pub(super) bounds: Rect,
    /// The hint of an empty field; only newer systems tell.
    pub(super) hint: Option<Cow<'x, str>>,
    pub(super) is_checkable: bool,
    pub(super) is_checked: bool,
    pub(super) is_clickable: bool,
    pub(super) is_long_clickable: bool,
    pub(super) is_disabled: bool,
    pub(super) is_focusable: bool,
    pub(super) is_focused: bool,
    pub(super) is_scrollable: bool,
    pub(super) is_password: bool,
    pub(super) is_heading: bool,
    /// Whether the dump itself says that it cannot be seen.
    pub(super) is_hidden: bool,
    pub(super) selected: Option<bool>,
    pub(super) expanded: Option<bool>,
    /// How far a slider or a progress bar is.
    pub(super) progress: Option<f64>,
    /// How far it can go.
    pub(super) max: Option<f64>,
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
            "selected" => self.selected = parse_bool(value),
            "expanded" => self.expanded = parse_bool(value),
            "progress" | "value" => self.progress = value.parse().ok(),
            "max" => self.max = value.parse().ok(),
            // `index`, `NAF`, `drawing-order`, `display-id` and what others add.
            _ => {}
        }
    }
}

fn parse_bool(value: &str) -> Option<bool> {
    match value {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}

/// Reads `[left,top][right,bottom]`; any of them may be negative.
pub(super) fn parse_bounds(text: &str) -> Option<Rect> {
    let (corner, other) = text
        .strip_prefix('[')?
        .strip_suffix(']')?
        .split_once("][")?;
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
        for bad in [
            "",
            "[1,2]",
            "[1,2][3]",
            "[a,2][3,4]",
            "[1,2][3,99999999999]",
            "1,2,3,4",
        ] {
            assert_eq!(parse_bounds(bad), None, "{bad}");
        }
    }
}
