//! The colours of the phone.
//!
//! Text is dark on light everywhere, also on buttons and messages: engines that read text from
//! pixels lose light text on dark ground and text inside strong frames.

use crate::render::Color;

pub(super) const GROUND: Color = Color::rgb(0xF1_F2_F6);
pub(super) const CARD: Color = Color::WHITE;
pub(super) const LINE: Color = Color::rgb(0xDF_E1_E7);
pub(super) const FAINT: Color = Color::rgb(0xA6_AB_B5);
pub(super) const ON: Color = Color::rgb(0x2F_B3_5C);
pub(super) const OFF: Color = Color::rgb(0xD5_D8_DF);
pub(super) const TINT: Color = Color::rgb(0xE6_EE_FE);
pub(super) const STRONG_TINT: Color = Color::rgb(0xC4_D8_FD);
pub(super) const STRONG_INK: Color = Color::rgb(0x0B_32_86);
pub(super) const FOCUS_EDGE: Color = Color::rgb(0x9C_BC_F8);
pub(super) const ERROR_EDGE: Color = Color::rgb(0xEF_B0_B0);
pub(super) const PLACEHOLDER: Color = Color::rgb(0x6E_75_80);
pub(super) const DANGER_TINT: Color = Color::rgb(0xFD_E8_E8);
pub(super) const KEYS: Color = Color::rgb(0xD3_D6_DE);
