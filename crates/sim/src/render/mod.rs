//! Draws shapes and text into PNG pictures. Not here: phones and their apps.

mod canvas;
mod color;
mod font;
mod glyph_mask;
mod shape;
mod text;

pub use canvas::Canvas;
pub use color::Color;
pub use text::{Align, TextStyle, Weight, fit_text, text_width, wrap_text};
