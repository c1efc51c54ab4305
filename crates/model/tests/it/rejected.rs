//! What the reader of a format says of each file of a folder of rejects.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use retap_model::codec::CompiledForm;

/// Returns one line per file, sorted; a file that is accepted fails the test.
pub(crate) fn rejected(folder: &Path, form: CompiledForm) -> String {
    let mut table: BTreeMap<String, String> = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let error = form.decode(&fs::read(&path).unwrap()).expect_err(&name);
        let kind = if error.is_stale() { "stale" } else { "broken" };
        table.insert(name, format!("{kind}: {error}"));
    }
    let line = |(name, error): (String, String)| format!("{name}: {error}");
    table.into_iter().map(line).collect::<Vec<_>>().join("\n")
}
