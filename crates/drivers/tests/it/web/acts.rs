//! What acts do to a page.

use super::kit::open;
use super::server::Server;

#[test]
fn a_button_is_touched_and_the_page_answers() {
    let server = Server::page("<button onclick=\"this.textContent='Done'\">Go</button>");
    let Some(mut page) = open(&server.url("/")) else {
        return;
    };
    page.tap("Go");
    page.see("Done");
}
