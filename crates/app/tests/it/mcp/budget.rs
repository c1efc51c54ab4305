//! What a model pays: bytes of the list of tools, tokens of a screen, bytes of answers.

use serde_json::json;

use super::kit::{Client, open_project};

/// The most bytes the list of tools may have.
const TOOLS_LIST: usize = 8 * 1024;

/// The most bytes the list of all tools of all servers may have.
const FULL_LIST: usize = 64 * 1024;

/// The most tokens an ordinary screen may have.
const SCREEN: usize = 300;

/// Tokens of a text as models count them, on the safe side: one for every three bytes.
fn tokens(text: &str) -> usize {
    text.len().div_ceil(3)
}

#[test]
fn the_lean_tools_fit_eight_kilobytes_and_have_schemas_and_hints() {
    let project = open_project();
    let mut client = Client::start(&project, "");
    let answer = client.request("tools/list", json!({}));
    let bytes = answer["result"].to_string().len();
    assert!(bytes <= TOOLS_LIST, "{bytes} bytes");
    let tools = answer["result"]["tools"].as_array().unwrap();
    assert_eq!(tools.len(), 17);
    for tool in tools {
        assert_eq!(tool["inputSchema"]["type"], "object", "{tool}");
        assert_eq!(tool["outputSchema"]["type"], "object", "{tool}");
        let hints = &tool["annotations"];
        let says = !hints["readOnlyHint"].is_null() || !hints["destructiveHint"].is_null();
        assert!(says, "{tool}");
    }
    let typed = tools
        .iter()
        .find(|tool| tool["name"] == "type_text")
        .unwrap();
    assert_eq!(typed["inputSchema"]["action_type"], "local_state");
}

#[test]
fn all_tools_of_all_servers_fit_sixty_four_kilobytes() {
    let project = open_project();
    let mut client = Client::start(&project, "--profile full");
    let answer = client.request("tools/list", json!({}));
    let bytes = answer["result"].to_string().len();
    assert!(bytes <= FULL_LIST, "{bytes} bytes");
}

#[test]
fn every_screen_of_the_simulated_apps_fits_three_hundred_tokens() {
    let project = open_project();
    for (app, pages) in [
        (
            "shop",
            &["login", "products", "cart", "checkout", "account"][..],
        ),
        (
            "settings",
            &["main", "general", "legal", "language", "wifi"][..],
        ),
        ("mail", &[][..]),
    ] {
        for page in pages
            .iter()
            .map(|page| format!("?open={page}"))
            .chain([String::new()])
        {
            let mut client = Client::start(&project, &format!("--device sim:{app}{page}"));
            let screen = client.works("screen", json!({}));
            let text = screen.text();
            assert!(
                tokens(text) <= SCREEN,
                "{app}{page}: {} tokens\n{text}",
                tokens(text)
            );
        }
    }
}
