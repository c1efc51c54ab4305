//! A folder of inputs, each with a file that says what must come of it.

use std::fs;
use std::path::Path;

/// Checks that what `render` returns of every file of the folder is exactly the text of the file of the same name
/// with `.expected` behind it, and returns how many there are. With `UPDATE_EXPECTED` set, those files are written
/// instead; read the diff.
#[expect(
    clippy::disallowed_methods,
    reason = "a test may ask whether to write its files"
)]
pub(crate) fn check_expected(folder: &Path, render: impl Fn(&str, &[u8]) -> String) -> usize {
    let update = std::env::var_os("UPDATE_EXPECTED").is_some();
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if name.ends_with(".expected") {
            continue;
        }
        count += 1;
        let rendered = render(name, &fs::read(&path).unwrap());
        let expected = folder.join(format!("{name}.expected"));
        if update {
            fs::write(&expected, &rendered).unwrap();
        }
        let expected =
            fs::read_to_string(&expected).unwrap_or_else(|_| panic!("no {}", expected.display()));
        assert_eq!(rendered, expected, "{name}");
    }
    count
}
