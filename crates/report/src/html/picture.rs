//! Screenshots inside the page, with the touched point and the target marked on them.

use std::collections::BTreeMap;
use std::io::{self, Write};

use base64::prelude::{BASE64_STANDARD, Engine as _};
use retap_model::event::{Pictured, Purpose};

use crate::run::{RunSummary, StepRun};
use crate::run_files::RunFiles;

use super::{escape, percent};

/// How many bytes of pictures one page holds. Pictures of what was done on the way leave half of it to those of
/// failures and those that were asked for.
const MOST_BYTES_IN_PAGE: usize = 16 << 20;

/// Where pictures are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Placement {
    /// In the page, which shows each by `<use>`; that needs no script and is printed like any drawing.
    InPage,
    /// In files beside it.
    Beside,
}

/// The pictures of a report. Each distinct one is in it once, however many steps show it.
pub(super) struct Pictures<'a> {
    pub(super) files: &'a dyn RunFiles,
    placement: Placement,
    /// The pictures so far, by the names equal ones share, each with its number and size.
    known: BTreeMap<String, (usize, (u32, u32))>,
    /// Those that were not placed yet, in order.
    new: Vec<Shown>,
    bytes: usize,
}

/// A picture that a page shows.
pub(super) struct Shown {
    /// The name of its file beside the pages.
    pub(super) name: String,
    pub(super) run: String,
    pub(super) file: String,
}

impl<'a> Pictures<'a> {
    /// Returns none so far.
    pub(super) fn new(files: &'a dyn RunFiles, placement: Placement) -> Self {
        Self {
            files,
            placement,
            known: BTreeMap::new(),
            new: Vec::new(),
            bytes: 0,
        }
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

    /// Returns the pictures shown since it was asked last.
    pub(super) fn take_new(&mut self) -> Vec<Shown> {
        std::mem::take(&mut self.new)
    }

    /// Writes the files of all pictures that were shown, one at a time; the page holds each once.
    pub(super) fn write_store(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let shown = self.take_new();
        if shown.is_empty() {
            return Ok(());
        }
        out.write_all(
            b"<svg class=\"store\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>\n",
        )?;
        for (number, shown) in shown.iter().enumerate() {
            let Some(png) = self.files.read(&shown.run, &shown.file) else {
                continue;
            };
            let (width, height) = size_of(&png);
            writeln!(
                out,
                "<image id=\"picture-{number}\" width=\"{width}\" height=\"{height}\" \
                 href=\"data:image/png;base64,{}\"></image>",
                BASE64_STANDARD.encode(png)
            )?;
        }
        out.write_all(b"</defs></svg>\n")
    }

    fn figure(&mut self, run: &RunSummary, step: &StepRun, picture: &Pictured) -> String {
        let caption = escape(&caption(picture));
        let image = match self.files.key(&run.id, &picture.file) {
            Some(key) => self.shown(run, picture, &key, &caption),
            None => absent(run, "not found:", &picture.file),
        };
        format!(
            "<figure><span class=\"frame\">{image}{}</span><figcaption>{caption}</figcaption></figure>\n",
            marks(run, step, picture)
        )
    }

    fn shown(&mut self, run: &RunSummary, picture: &Pictured, key: &str, caption: &str) -> String {
        if !self.known.contains_key(key)
            && let Err(why) = self.take_in(run, picture, key)
        {
            return absent(run, why, &self.files.path(&run.id, &picture.file));
        }
        let (number, (width, height)) = self.known[key];
        let ratio = f64::from(width) / f64::from(height);
        match self.placement {
            Placement::InPage => format!(
                "<svg viewBox=\"0 0 {width} {height}\" style=\"--ratio:{ratio:.4}\" role=\"img\" \
                 aria-label=\"{caption}\"><use href=\"#picture-{number}\"></use></svg>"
            ),
            Placement::Beside => format!(
                "<img src=\"{key}.png\" width=\"{width}\" height=\"{height}\" loading=\"lazy\" \
                 style=\"--ratio:{ratio:.4}\" alt=\"{caption}\">"
            ),
        }
    }

    /// Makes a picture one of the report's, or says why it is not.
    fn take_in(
        &mut self,
        run: &RunSummary,
        picture: &Pictured,
        key: &str,
    ) -> Result<(), &'static str> {
        let png = self.files.read(&run.id, &picture.file);
        let png = png.ok_or("not found:")?;
        let room = match picture.purpose {
            Purpose::Failure | Purpose::Asked => MOST_BYTES_IN_PAGE,
            Purpose::Before | Purpose::After => MOST_BYTES_IN_PAGE / 2,
        };
        if self.placement == Placement::InPage && self.bytes + png.len() > room {
            return Err("not in this page, but in:");
        }
        self.bytes += png.len();
        self.known
            .insert(key.to_owned(), (self.known.len(), size_of(&png)));
        self.new.push(Shown {
            name: format!("{key}.png"),
            run: run.id.clone(),
            file: picture.file.clone(),
        });
        Ok(())
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

/// Why some of a picture is grey.
const PAINTED_OVER: &str = " (grey: what shows a secret, or may)";

fn caption(picture: &Pictured) -> String {
    let purpose = match picture.purpose {
        Purpose::Before => "Before",
        Purpose::After => "After",
        Purpose::Failure => "At failure",
        Purpose::Asked => "Screenshot",
    };
    let label = picture.label.iter().map(|label| format!(": {label}"));
    let painted = picture.painted_over.then(|| PAINTED_OVER.to_owned());
    let rest: String = label.chain(painted).collect();
    format!("{purpose}{rest}")
}

/// Returns what stands in the place of a picture that the page does not show.
fn absent(run: &RunSummary, why: &str, file: &str) -> String {
    let [width, height] = run.header.size;
    let shape = match width > 0.0 && height > 0.0 {
        true => format!("{width} / {height}"),
        false => "9 / 16".to_owned(),
    };
    let file = escape(file);
    format!("<span class=\"missing\" style=\"aspect-ratio:{shape}\">{why}<br>{file}</span>")
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
