//! The measures and colours of the phone: what stands where, in points, and how its texts look.

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

// Text is dark on light everywhere, also on buttons and messages: engines that read text from
// pixels lose light text on dark ground and text inside strong frames.
pub(crate) const INK: Color = Color::rgb(0x11_13_18);
pub(crate) const GREY: Color = Color::rgb(0x5F_65_6E);
pub(crate) const BLUE: Color = Color::rgb(0x1F_5F_E0);
pub(crate) const RED: Color = Color::rgb(0xC9_2A_2A);
pub(crate) const GROUND: Color = Color::rgb(0xF1_F2_F6);
pub(crate) const CARD: Color = Color::WHITE;
pub(crate) const LINE: Color = Color::rgb(0xDF_E1_E7);
pub(crate) const FAINT: Color = Color::rgb(0xA6_AB_B5);
pub(crate) const ON: Color = Color::rgb(0x2F_B3_5C);
pub(crate) const OFF: Color = Color::rgb(0xD5_D8_DF);
pub(crate) const TINT: Color = Color::rgb(0xE6_EE_FE);
pub(crate) const STRONG_TINT: Color = Color::rgb(0xC4_D8_FD);
pub(crate) const STRONG_INK: Color = Color::rgb(0x0B_32_86);
pub(crate) const FOCUS_EDGE: Color = Color::rgb(0x9C_BC_F8);
pub(crate) const ERROR_EDGE: Color = Color::rgb(0xEF_B0_B0);
pub(crate) const PLACEHOLDER: Color = Color::rgb(0x6E_75_80);
pub(crate) const DANGER_TINT: Color = Color::rgb(0xFD_E8_E8);
pub(crate) const KEYS: Color = Color::rgb(0xD3_D6_DE);

/// The longest text of a bar or a popup, in bytes, and how many of one kind there are on one: no more can be seen.
pub(crate) const LONGEST_WORDS: usize = 4_096;
pub(crate) const MOST_ALIKE: usize = 50;
