//! Browsers, their pages, and pictures of text.

use retap_drivers::ocr::parse_table;
use retap_drivers::web::{is_message, parse_reading, read_bodies, sites_of};

use super::{check_parents, text};

pub(super) fn message(bytes: &[u8]) {
    is_message(bytes);
}

/// The script in a page is ours, but the page is around it.
pub(super) fn reading(bytes: &[u8]) {
    check_parents(&parse_reading(&text(bytes)).unwrap_or_default());
}

/// What a request sends and is answered with: the type in the first line, then the body.
pub(super) fn bodies(bytes: &[u8]) {
    let text = text(bytes);
    let (kind, body) = text.split_once('\n').unwrap_or(("", &text));
    read_bodies(body, kind);
}

pub(super) fn address(bytes: &[u8]) {
    for site in sites_of(&text(bytes)).unwrap_or_default() {
        let host = site.split_once("://").map_or(&*site, |(_, host)| host);
        let is_host = !host.is_empty() && !host.contains(['/', '?', '#', '@', '\\']);
        assert!(is_host, "`{site}` is no site");
    }
}

pub(super) fn ocr_table(bytes: &[u8]) {
    for element in parse_table(&text(bytes)).unwrap_or_default() {
        assert!(!element.text.is_empty());
    }
}
