//! The colours of the phone.

use crate::render::Color;

pub(super) const GROUND: Color = Color::rgb(0xF1_F2_F6);
pub(super) const CARD: Color = Color::WHITE;
pub(super) const LINE: Color = Color::rgb(0xDF_E1_E7);
pub(super) const FAINT: Color = Color::rgb(0xA6_AB_B5);
pub(super) const ON: Color = Color::rgb(0x2F_B3_5C);
pub(super) const OFF: Color = Color::rgb(0xD5_D8_DF);
pub(super) const TINT: Color = Color::rgb(0xE3_EC_FE);
pub(super) const PLACEHOLDER: Color = Color::rgb(0x6E_75_80);
pub(super) const DANGER_TINT: Color = Color::rgb(0xFD_E8_E8);
pub(super) const TOAST: Color = Color::rgb(0x2B_2F_36);
pub(super) const KEYS: Color = Color::rgb(0xD3_D6_DE);
