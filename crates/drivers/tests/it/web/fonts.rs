//! Pages of tests are laid out alike on every machine.

use super::kit::open;
use super::server::Server;

const PAGE: &str = include_str!("fonts.html");

#[test]
fn the_browser_knows_only_the_fonts_of_this_repository() {
    let server = Server::page(PAGE);
    let Some(mut page) = open(&server.url("/")) else {
        return;
    };
    let screen = page.wait(|screen| (!screen.texts().is_empty()).then(|| screen.clone()));
    assert_eq!(
        screen.texts()[0],
        "One family",
        "cargo sets `FONTCONFIG_FILE`: see .cargo/config.toml"
    );
}
