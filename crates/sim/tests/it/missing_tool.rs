//! How a test says that it cannot run on this machine.

/// Says that a test is skipped because of what is missing.
///
/// # Panics
///
/// With `CI=true`, where a missing tool is a failure: green must mean that everything was tried.
#[allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a test may ask where it runs and says that it was skipped"
)]
pub(crate) fn skip_without(tool: &str) {
    let is_ci = std::env::var_os("CI").is_some_and(|value| value == "true");
    assert!(
        !is_ci,
        "{tool} is missing; with CI=true a test does not skip itself"
    );
    println!("skipped: {tool} is missing; `./test` installs it");
}
