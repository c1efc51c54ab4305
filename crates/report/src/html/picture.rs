//! Screenshots inside the page, with the touched point and the target marked on them.

use std::collections::BTreeMap;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use retap_model::event::{Pictured, Purpose};

use crate::run::{RunSummary, StepRun};

use super::{escape, percent};

/// The pictures of the page. Each distinct one is in it once, however many steps show it.
///
/// A step shows a picture by `<use>`, which needs no script and is printed like any drawing.
pub(super) struct Pictures<'a> {
    load: &'a dyn Fn(&str, &str) -> Option<Vec<u8>>,
    /// The files so far, each with its place in the store.
    places: BTreeMap<Vec<u8>, usize>,
}

impl<'a> Pictures<'a> {
    /// Returns none so far; files come from `load`.
    pub(super) fn new(load: &'a dyn Fn(&str, &str) -> Option<Vec<u8>>) -> Self {
        let places = BTreeMap::new();
        Self { load, places }
    }

    /// Returns the pictures of a step side by side.
    pub(super) fn gallery(&mut self, run: &RunSummary, step: &StepRun) -> String {
        let figures: String = step
            .pictures()
            .map(|picture| self.figure(run, step, picture))
            .collect();
        if figures.is_empty() {
            return figures;
        }
        let [width, height] = run.header.size;
        let shape = if width > height { " wide" } else { "" };
        format!("<div class=\"gallery{shape}\">\n{figures}</div>\n")
    }

    /// Returns the files of all pictures that were shown; the page holds it once.
    pub(super) fn store(&self) -> String {
        if self.places.is_empty() {
            return String::new();
        }
        let mut files: Vec<(&usize, &Vec<u8>)> = self
            .places
            .iter()
            .map(|(png, place)| (place, png))
            .collect();
        files.sort_unstable();
        let images: String = files
            .iter()
            .map(|(place, png)| {
                let (width, height) = size_of(png);
                format!(
                    "<image id=\"picture-{place}\" width=\"{width}\" height=\"{height}\" \
                     href=\"data:image/png;base64,{}\"></image>\n",
                    BASE64_STANDARD.encode(png)
                )
            })
            .collect();
        format!(
            "<svg class=\"store\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>\n{images}</defs></svg>\n"
        )
    }

    fn figure(&mut self, run: &RunSummary, step: &StepRun, picture: &Pictured) -> String {
        let caption = escape(&caption(picture));
        let image = match (self.load)(&run.id, &picture.file) {
            Some(png) => self.shown(png, &caption),
            None => missing(run, picture),
        };
        format!(
            "<figure><span class=\"frame\">{image}{}</span><figcaption>{caption}</figcaption></figure>\n",
            marks(run, step, picture)
        )
    }

    fn shown(&mut self, png: Vec<u8>, caption: &str) -> String {
        let (width, height) = size_of(&png);
        let next = self.places.len();
        let place = *self.places.entry(png).or_insert(next);
        let ratio = f64::from(width) / f64::from(height);
        format!(
            "<svg viewBox=\"0 0 {width} {height}\" style=\"--ratio:{ratio:.4}\" role=\"img\" \
             aria-label=\"{caption}\"><use href=\"#picture-{place}\"></use></svg>"
        )
    }
}

/// The shape of a file that does not say how large it is, as a phone's screen.
const UNKNOWN_SIZE: (u32, u32) = (9, 16);

/// Returns width and height from the head of a PNG file.
fn size_of(png: &[u8]) -> (u32, u32) {
    let number = |at: usize| {
        let bytes = png.get(at..at + 4)?;
        Some(u32::from_be_bytes(bytes.try_into().ok()?)).filter(|&length| length > 0)
    };
    let is_png = png.starts_with(b"\x89PNG\r\n\x1a\n");
    match (number(16), number(20)) {
        (Some(width), Some(height)) if is_png => (width, height),
        (_, _) => UNKNOWN_SIZE,
    }
}

fn caption(picture: &Pictured) -> String {
    let purpose = match picture.purpose {
        Purpose::Before => "Before",
        Purpose::After => "After",
        Purpose::Failure => "At failure",
        Purpose::Asked => "Screenshot",
    };
    match &picture.label {
        Some(label) => format!("{purpose}: {label}"),
        None => purpose.to_owned(),
    }
}

fn missing(run: &RunSummary, picture: &Pictured) -> String {
    let [width, height] = run.header.size;
    let shape = match width > 0.0 && height > 0.0 {
        true => format!("{width} / {height}"),
        false => "9 / 16".to_owned(),
    };
    let file = escape(&picture.file);
    format!("<span class=\"missing\" style=\"aspect-ratio:{shape}\">not found:<br>{file}</span>")
}

/// Returns a box around the target and a ring where it was touched.
///
/// Places are parts of the screen's size, so they fit a picture of any scale.
fn marks(run: &RunSummary, step: &StepRun, picture: &Pictured) -> String {
    let [width, height] = run.header.size;
    if width <= 0.0 || height <= 0.0 {
        return String::new();
    }
    let mut marks = String::new();
    if let (Purpose::Before, Some(located)) = (picture.purpose, step.located().last()) {
        let [left, top, wide, high] = located.bounds;
        marks += &format!(
            "<i class=\"box\" style=\"left:{};top:{};width:{};height:{}\"></i>",
            percent(left, width),
            percent(top, height),
            percent(wide, width),
            percent(high, height)
        );
    }
    if let Some([x, y]) = touched(step, picture) {
        let (left, top) = (percent(x, width), percent(y, height));
        marks += &format!("<i class=\"ring\" style=\"left:{left};top:{top}\"></i>");
    }
    marks
}

/// Returns the point to ring: what the picture says, or before an act what was touched next.
fn touched(step: &StepRun, picture: &Pictured) -> Option<[f64; 2]> {
    let next_act = || step.acts().find_map(|act| act.point);
    match picture.purpose {
        Purpose::Before => picture.point.or_else(next_act),
        Purpose::After | Purpose::Failure | Purpose::Asked => picture.point,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_is_in_the_head_of_the_file() {
        let head = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\x04\x38\0\0\x09\x60";
        assert_eq!(size_of(head), (1080, 2400));
        assert_eq!(size_of(&head[..20]), UNKNOWN_SIZE);
        assert_eq!(size_of(b"no picture at all, but long enough"), UNKNOWN_SIZE);
    }
}
