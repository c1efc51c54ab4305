//! Reads text from pixels, for devices that give no tree.
//!
//! Not here: what a text means or where to touch; replay never gets here.

mod flatten;
mod lines;
mod tesseract;

pub use tesseract::Tesseract;
