//! The measures of the phone: what stands where, in points, and how large its texts are.

use retap_model::geometry::{Rect, Size};

use crate::render::{Color, TextStyle, text_width};

/// The extent of the screen.
pub(crate) const SCREEN: Size = Size::new(410.0, 898.0);
/// The strip with the clock.
pub(crate) const STATUS_BAR: f64 = 44.0;
/// The strip with the back button, below the status bar.
pub(crate) const NAV_BAR: f64 = 40.0;
/// The strip with the title, below that.
pub(crate) const TITLE_BAR: f64 = 54.0;
/// Where the content of a screen starts.
pub(crate) const CONTENT_TOP: f64 = STATUS_BAR + NAV_BAR + TITLE_BAR;
/// The strip with the tabs.
pub(crate) const TAB_BAR: f64 = 78.0;
/// The keyboard.
pub(crate) const KEYBOARD: f64 = 300.0;
/// The free space at both sides of a screen.
pub(crate) const MARGIN: f64 = 16.0;
/// The free space at both ends inside a row.
pub(crate) const PADDING: f64 = 16.0;
/// The width of a row.
pub(crate) const ROW_WIDTH: f64 = SCREEN.width - 2.0 * MARGIN;

/// How a text looks; the colour comes from the text's part in the screen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct TextLook {
    pub(crate) style: TextStyle,
}

impl TextLook {
    pub(crate) const TITLE: Self = Self::bold(32.0, INK);
    pub(crate) const CLOCK: Self = Self::bold(17.0, INK);
    pub(crate) const BODY: Self = Self::regular(17.0, INK);
    pub(crate) const DETAIL: Self = Self::regular(17.0, GREY);
    pub(crate) const CAPTION: Self = Self::regular(15.0, GREY);
    pub(crate) const HEADING: Self = Self::bold(16.0, GREY);
    pub(crate) const MARK: Self = Self::bold(15.0, BLUE);
    pub(crate) const ERROR: Self = Self::regular(15.0, RED);
    pub(crate) const BACK: Self = Self::bold(24.0, BLUE);
    pub(crate) const POPUP_TITLE: Self = Self::bold(18.0, INK);
    pub(crate) const POPUP_BODY: Self = Self::regular(16.0, INK);

    const fn regular(size: f64, color: Color) -> Self {
        Self {
            style: TextStyle::regular(size, color),
        }
    }

    const fn bold(size: f64, color: Color) -> Self {
        Self {
            style: TextStyle::bold(size, color),
        }
    }

    /// Returns the height of one line.
    pub(crate) fn line_height(self) -> f64 {
        (self.style.size * 1.35).ceil()
    }

    /// Returns the box of one line that starts at `x` and has its middle at `middle`, no wider than `room`.
    pub(crate) fn line_box(self, text: &str, x: f64, middle: f64, room: f64) -> Rect {
        let width = text_width(&self.style, text).min(room.max(1.0)).max(1.0);
        let height = self.line_height();
        Rect::new(x, middle - height / 2.0, width, height)
    }
}

pub(crate) const INK: Color = Color::rgb(0x11_13_18);
pub(crate) const GREY: Color = Color::rgb(0x5F_65_6E);
pub(crate) const BLUE: Color = Color::rgb(0x1F_5F_E0);
pub(crate) const RED: Color = Color::rgb(0xC9_2A_2A);
