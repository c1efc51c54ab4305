//! Pages of tests are laid out alike on every machine.

use super::kit::shown;

const PAGE: &str = include_str!("fonts.html");

#[test]
fn the_browser_knows_only_the_fonts_of_this_repository() {
    let mut page = shown!(PAGE);
    let screen = page.wait(|screen| (!screen.texts().is_empty()).then(|| screen.clone()));
    assert_eq!(
        screen.texts()[0],
        "One family",
        "cargo sets `FONTCONFIG_FILE`: see .cargo/config.toml"
    );
}
