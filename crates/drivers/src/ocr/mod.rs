//! Reads text from pixels, for devices that give no tree.

mod flatten;
mod lines;
mod tesseract;
mod tsv;

pub use tesseract::Tesseract;
