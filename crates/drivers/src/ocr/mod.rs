//! Reads text from pixels, for devices that give no tree.
//!
//! Not here: what a text means or where to touch; replay never gets here.

mod flatten;
mod lines;
mod tesseract;

pub use tesseract::Tesseract;

use retap_model::screen::Element;

/// Returns the texts of a table that tesseract prints.
#[doc(hidden)]
pub fn parse_table(table: &str) -> Result<Vec<Element>, String> {
    let lines = lines::parse_tsv(table)?;
    Ok(lines::sort_as_read(lines::stretches_of(&lines)))
}

/// Returns a picture, a PNG, as dark text on white, in the form that tesseract reads.
#[doc(hidden)]
pub fn flatten(picture: &[u8], scale: f64) -> Result<Vec<u8>, String> {
    flatten::flatten(picture, scale).map_err(|error| format!("the picture is no PNG: {error}"))
}
