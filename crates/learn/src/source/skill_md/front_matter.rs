//! The header of a prose skill: YAML between two lines of dashes.

use retap_model::program::Header;

use crate::source::fault::{Fault, Span};
use crate::source::skill_yaml::read_header;
use crate::source::yaml::{self, Content};

/// The header, and the line at which the body starts.
pub(super) struct FrontMatter {
    pub(super) header: Header,
    /// The first line of the body, from 1.
    pub(super) body_line: usize,
}

/// Reads the front matter; a file without has an empty header.
pub(super) fn read(text: &str, faults: &mut Vec<Fault>) -> Result<FrontMatter, Fault> {
    let mut lines = text.split('\n');
    if lines.next().map(str::trim_end) != Some("---") {
        return Ok(FrontMatter {
            header: Header::default(),
            body_line: 1,
        });
    }
    let inner: Vec<&str> = lines.take_while(|line| line.trim_end() != "---").collect();
    let closing_line = inner.len() + 2;
    if closing_line > text.split('\n').count() {
        let fault = Fault::new(Span::new(1, 1, 3), "the front matter is never closed");
        return Err(fault.accepted("a second line `---` after the keys"));
    }
    let says_nothing = |line: &&str| line.trim().is_empty() || line.trim_start().starts_with('#');
    let header = if inner.iter().all(says_nothing) {
        Header::default()
    } else {
        // An empty first line in place of the dashes keeps the line numbers.
        read_keys(&format!("\n{}", inner.join("\n")), faults)?
    };
    Ok(FrontMatter {
        header,
        body_line: closing_line + 1,
    })
}

fn read_keys(text: &str, faults: &mut Vec<Fault>) -> Result<Header, Fault> {
    let document = yaml::parse(text)?;
    let Content::Mapping(entries) = &document.root.content else {
        let message = format!("`front matter` cannot be {}", document.root.kind());
        return Err(Fault::new(document.root.span, message).accepted("lines such as name: Login"));
    };
    if let Some((key, _)) = entries.iter().find(|(key, _)| key.text() == Some("steps")) {
        let fault = Fault::unknown_key(key.span, "front matter", "steps");
        return Err(fault.accepted("numbered lines below a heading `## Steps`"));
    }
    let mut header = read_header(entries, faults);
    header
        .notes
        .extend(document.comments.into_iter().map(|comment| comment.text));
    Ok(header)
}
