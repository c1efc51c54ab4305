//! The header of a prose skill: YAML between two lines of dashes.

use retap_model::program::Header;

use crate::source::error::Problem;
use crate::source::fault::{Fault, Span};
use crate::source::skill_yaml::read_header;
use crate::source::yaml::{self, Content};

/// The header, and the line at which the body starts.
pub(super) struct FrontMatter {
    /// Its content.
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
        let fault = Fault::new(Span::new(1, 1, 3), Problem::UnclosedFrontMatter);
        return Err(fault.accepted("a second line `---` after the keys"));
    }
    let header = if inner.iter().all(|line| line.trim().is_empty()) {
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
    let document = match yaml::parse(text) {
        Ok(document) => document,
        Err(fault) if *fault.problem == Problem::Empty => return Ok(Header::default()),
        Err(fault) => return Err(fault),
    };
    let Content::Mapping(entries) = &document.root.content else {
        let problem = Problem::WrongType {
            owner: "front matter".to_owned(),
            found: document.root.kind(),
        };
        return Err(Fault::new(document.root.span, problem).accepted("lines such as name: Login"));
    };
    if let Some((key, _)) = entries.iter().find(|(key, _)| key.text() == Some("steps")) {
        let (key_name, owner) = ("steps".to_owned(), "front matter".to_owned());
        let fault = Fault::new(
            key.span,
            Problem::UnknownKey {
                key: key_name,
                owner,
            },
        );
        return Err(fault.accepted("numbered lines below a heading `## Steps`"));
    }
    let mut header = read_header(entries, faults);
    header
        .notes
        .extend(document.comments.into_iter().map(|comment| comment.text));
    Ok(header)
}
