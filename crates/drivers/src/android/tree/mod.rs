//! From a dump of uiautomator to the elements of a screen.
//!
//! Whatever the bytes are, the answer is a tree with something in it or a reason why there is none.
//!
//! Not here: asking a device for a dump; bytes come in, elements go out.

mod element;
mod reader;
mod role;
mod xml;

use retap_model::device::DeviceError;
use retap_model::geometry::Size;
use retap_model::screen::Element;
use retap_model::secret::MASK;

use element::shows_password;

/// Longest quotation of what a device printed.
const LONGEST_QUOTE: usize = 120;

/// The content of a dump.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Tree<'x> {
    /// The extent of the screen as it is held.
    pub size: Size,
    /// How it is turned: 0 to 3 quarter turns to the left.
    pub rotation: u8,
    /// The package in front.
    pub package: Option<String>,
    /// The elements, parents before their children, lower windows before higher ones.
    pub elements: Vec<Element>,
    /// The height of the status bar, where the dump shows it.
    pub status_bar: f64,
    /// The device's output after the dump.
    pub rest: &'x str,
}

/// Reads a dump. `natural` is the extent of the screen when it is not turned.
///
/// Anything but a whole tree with at least one element is [`DeviceError::Unreadable`].
pub fn read_tree(dump: &[u8], natural: Size) -> Result<Tree<'_>, DeviceError> {
    let text = std::str::from_utf8(dump).map_err(|error| {
        // A character that was cut off is the end of a dump that was cut off.
        let is_cut = error.error_len().is_none();
        unreadable(if is_cut {
            ends_early(dump.len())
        } else {
            format!("the dump is no text at byte {}", error.valid_up_to())
        })
    })?;
    reader::read(text, natural).map_err(unreadable)
}

/// Returns the part of a dump that is XML, without what was printed around it.
pub(super) fn xml_of<'x>(dump: &'x [u8], tree: &Tree<'_>) -> &'x [u8] {
    let end = dump.len() - tree.rest.len();
    let find = |mark: &[u8]| dump.windows(mark.len()).position(|window| window == mark);
    let marks: [&[u8]; 3] = [b"<?xml", b"<hierarchy", b"<displays"];
    let start = marks.into_iter().find_map(find).unwrap_or_default();
    &dump[start.min(end)..end]
}

/// Returns a dump in which what password fields show is the mask: a bullet for each character tells how many there
/// are, and for a moment Android shows the last one.
pub(super) fn without_lengths(xml: &[u8]) -> Vec<u8> {
    const TEXT: &str = " text=\"";
    let Ok(text) = std::str::from_utf8(xml) else {
        return xml.to_vec();
    };
    let mut kept = String::with_capacity(text.len());
    for tag in text.split_inclusive('>') {
        let value = tag.find(TEXT).map(|start| start + TEXT.len());
        let value = value.filter(|_| tag.contains(" password=\"true\""));
        match value.and_then(|start| Some((start, start + tag[start..].find('"')?))) {
            Some((start, end)) if shows_password(&tag[start..end]) => {
                kept.extend([&tag[..start], MASK, &tag[end..]]);
            }
            Some(_) | None => kept.push_str(tag),
        }
    }
    kept.into_bytes()
}

fn unreadable(reason: String) -> DeviceError {
    DeviceError::Unreadable { reason }
}

/// Returns why `output` holds no tree.
fn no_tree(output: &str) -> String {
    let output = output.trim();
    let mut lines = output.lines().map(str::trim);
    let error = lines.clone().find(|line| line.contains("ERROR"));
    let known = if output.is_empty() {
        "the dump is empty"
    } else if output.contains("null root node") {
        "no window is ready yet (uiautomator: null root node)"
    } else if output.contains("could not get idle state") {
        "the screen does not stop moving (uiautomator: could not get idle state)"
    } else if let Some(line) = error {
        return format!("uiautomator says `{}`", quote(line));
    } else if output == "Killed" {
        "uiautomator was killed; another tool may be using it"
    } else {
        let line = lines.find(|line| !line.is_empty()).unwrap_or_default();
        return format!("there is no tree in the dump, but `{}`", quote(line));
    };
    known.to_owned()
}

/// Returns the reason for a dump that is only half there.
fn ends_early(length: usize) -> String {
    format!("the dump ends in the middle, after {length} bytes")
}

fn quote(line: &str) -> String {
    let short: String = line.chars().take(LONGEST_QUOTE).collect();
    if short.len() < line.len() {
        format!("{short}…")
    } else {
        short
    }
}
