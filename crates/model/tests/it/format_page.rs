//! The examples of format pages.

use std::fs;

/// Returns the first JSON example of a page in `docs/formats`.
pub(crate) fn example_of(page: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/formats/");
    let text = fs::read_to_string(format!("{folder}{page}")).unwrap();
    let example = text.split("```json\n").nth(1);
    example.unwrap().split("```").next().unwrap().to_owned()
}

/// Returns the example without its checksum.
pub(crate) fn unchecked(example: &str) -> String {
    let lines = example.lines();
    let lines: Vec<&str> = lines
        .filter(|line| !line.contains("\"checksum\""))
        .collect();
    lines.join("\n")
}
