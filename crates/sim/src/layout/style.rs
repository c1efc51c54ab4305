//! The measures of the phone: what stands where, in points, and how large its texts are.

use retap_model::geometry::Size;

use crate::render::{Color, TextStyle};

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

pub(crate) const TITLE: TextStyle = TextStyle::bold(32.0, INK);
pub(crate) const CLOCK: TextStyle = TextStyle::bold(17.0, INK);
pub(crate) const BODY: TextStyle = TextStyle::regular(17.0, INK);
pub(crate) const DETAIL: TextStyle = TextStyle::regular(17.0, GREY);
pub(crate) const CAPTION: TextStyle = TextStyle::regular(15.0, GREY);
pub(crate) const HEADING: TextStyle = TextStyle::bold(16.0, GREY);
pub(crate) const MARK: TextStyle = TextStyle::bold(15.0, BLUE);
pub(crate) const ERROR: TextStyle = TextStyle::regular(15.0, RED);
pub(crate) const BACK: TextStyle = TextStyle::bold(24.0, BLUE);
pub(crate) const POPUP_TITLE: TextStyle = TextStyle::bold(18.0, INK);
pub(crate) const POPUP_BODY: TextStyle = TextStyle::regular(16.0, INK);

pub(crate) const INK: Color = Color::rgb(0x11_13_18);
pub(crate) const GREY: Color = Color::rgb(0x5F_65_6E);
pub(crate) const BLUE: Color = Color::rgb(0x1F_5F_E0);
pub(crate) const RED: Color = Color::rgb(0xC9_2A_2A);
