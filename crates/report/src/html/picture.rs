//! Screenshots inside the page, with the touched point and the target marked on them.

use retap_model::event::{Pictured, Purpose};

use crate::run::{RunSummary, StepRun};

use super::base64::base64;
use super::escape::escape;
use super::percent;

/// Where pictures come from.
pub(super) struct Pictures<'a> {
    pub(super) load: &'a dyn Fn(&str, &str) -> Option<Vec<u8>>,
}

impl Pictures<'_> {
    /// Returns the pictures of a step side by side.
    pub(super) fn gallery(&self, run: &RunSummary, step: &StepRun) -> String {
        if step.pictures.is_empty() {
            return String::new();
        }
        let figures: String = step
            .pictures
            .iter()
            .map(|picture| self.figure(run, step, picture))
            .collect();
        let [width, height] = run.header.size;
        let shape = if width > height { " wide" } else { "" };
        format!("<div class=\"gallery{shape}\">\n{figures}</div>\n")
    }

    fn figure(&self, run: &RunSummary, step: &StepRun, picture: &Pictured) -> String {
        let caption = escape(&caption(picture));
        let image = match (self.load)(&run.id, &picture.file) {
            Some(png) => format!(
                "<img alt=\"{caption}\" src=\"data:image/png;base64,{}\">",
                base64(&png)
            ),
            None => missing(run, picture),
        };
        format!(
            "<figure><span class=\"frame\">{image}{}</span><figcaption>{caption}</figcaption></figure>\n",
            marks(run, step, picture)
        )
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
    if let (Purpose::Before, Some(located)) = (picture.purpose, step.located.last()) {
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
    let next_act = || step.acts.iter().find_map(|act| act.point);
    match picture.purpose {
        Purpose::Before => picture.point.or_else(next_act),
        Purpose::After | Purpose::Failure | Purpose::Asked => picture.point,
    }
}
