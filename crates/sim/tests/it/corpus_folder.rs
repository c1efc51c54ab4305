//! Where the public samples are that are not part of the project.

use std::path::PathBuf;

/// Returns a file or folder of the samples, or says that the test is skipped: they are no tool, and most machines have none.
/// Where a folder is named they must be in it.
#[expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a test may ask where the samples are and says that it was skipped"
)]
pub(crate) fn in_corpus(path: &str) -> Option<PathBuf> {
    let Some(corpus) = std::env::var_os("RETAP_CORPUS") else {
        println!("skipped: `RETAP_CORPUS` names no folder with {path}");
        return None;
    };
    let found = PathBuf::from(corpus).join(path);
    assert!(found.exists(), "{} is not there", found.display());
    Some(found)
}
