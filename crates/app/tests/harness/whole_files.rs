//! Whether the files that a run leaves are whole, whenever it was killed.

use std::path::Path;

use retap_model::codec::decode;
use retap_report::LogReader;
use serde_json::{Value, from_slice};

/// Returns whether a path is that of a file that is under way, which the next command removes.
pub(crate) fn is_under_way(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with('.') && (name.ends_with(".tmp") || name.ends_with(".running"))
}

/// Returns why a file is not whole; one that is under way need not be. The log of a run that was killed says so by itself.
pub(crate) fn why_not_whole(path: &Path, bytes: &[u8]) -> Option<String> {
    let name = path.to_string_lossy();
    let is = |end: &str| name.ends_with(end);
    let is_whole = match () {
        () if is_under_way(path) => true,
        () if is(".compiled.json") => decode(bytes).is_ok(),
        () if is(".jsonl") => LogReader::new(bytes).all(|record| record.is_ok()),
        () if is(".json") => from_slice::<Value>(bytes).is_ok(),
        () if is(".html") => bytes.ends_with(b"</html>\n"),
        () if is("j.xml") || is("junit.xml") => bytes.ends_with(b"</testsuites>\n"),
        () if is(".xml") => bytes.trim_ascii_end().ends_with(b"</hierarchy>"),
        () if is(".png") => bytes.ends_with(b"IEND\xaeB`\x82"),
        () if is(".md") => bytes.starts_with(b"# ") && bytes.ends_with(b"\n"),
        () if is(".written") => is_list(path, bytes),
        () => true,
    };
    (!is_whole).then(|| format!("{name} is half there, with {} bytes", bytes.len()))
}

/// Returns whether a list of files is that of its folder, and every file that it gives a size is there with that size.
fn is_list(path: &Path, bytes: &[u8]) -> bool {
    let folder = path.parent().unwrap_or(Path::new(""));
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let text = String::from_utf8_lossy(bytes);
    let mut lines = text.lines();
    let is_own = lines.next() == Some(&*name) && text.ends_with('\n');
    let is_there = |line: &str| {
        let (mark, file) = line.split_once(' ')?;
        let Ok(size) = mark.parse::<u64>() else {
            return Some(());
        };
        let there = folder.join(file).metadata().ok()?;
        (there.len() == size).then_some(())
    };
    is_own && lines.all(|line| is_there(line).is_some())
}
