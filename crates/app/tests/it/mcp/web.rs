//! An agent and pages in a real browser.

use serde_json::{Value, json};

use super::kit::{Client, open_project};
use crate::assert_contains;
use crate::site::{Answer, Got, Site};
use crate::web::{bought, shop};

const PAGE: &str = "<title>Shop</title><button onclick=\"buy('/API/Buy')\">Buy</button> <button onclick=\"buy('/gone')\">Sell</button>
<p id=p></p><script>let n = 0;
async function buy(path) {
  const answer = await fetch(path + '?token=s3cret', {method: 'POST'}); p.textContent = (++n) + ': ' + answer.status;
}
</script>";

#[test]
fn requests_are_told_as_the_browser_saw_them_since_the_last_act_and_once() {
    let site = Site::serve(|got: &Got| match got.line.split('?').next() {
        Some("POST /API/Buy") => Answer::status("204 No Content"),
        Some("POST /gone") => Answer::status("410 Gone"),
        _ => Answer::page(PAGE),
    });
    let project = open_project();
    let line = format!("--device web:{} --profile full", site.url);
    let mut client = Client::start(&project, &line);
    client.works("tap", json!({ "text": "Buy" }));
    client.works("wait_for_ui", json!({ "selector": { "text": "1: 204" } }));
    let told = client.works("get_network_activity", json!({ "platform": "android" }));
    let data = told.data();
    assert_eq!(data["count"], 1, "{data}");
    let request = &data["requests"][0];
    assert_eq!(request["endpoint"], "/api/buy");
    assert_eq!(
        (
            &request["method"],
            &request["statusCode"],
            &request["status"]
        ),
        (&json!("POST"), &json!(204), &json!("success"))
    );
    assert_eq!(request["initiator"], "script");
    assert!(request["durationMs"].is_u64(), "{data}");
    assert!(!data.to_string().contains("s3cret"), "{data}");
    let again = client.works("get_network_activity", json!({ "platform": "android" }));
    assert_eq!(again.data()["count"], 0, "each is told once");
    client.works("tap", json!({ "text": "Sell" }));
    client.works("wait_for_ui", json!({ "selector": { "text": "2: 410" } }));
    let told = client.works("get_network_activity", json!({ "platform": "android" }));
    assert_eq!(told.data()["requests"][0]["status"], "failure");
}

const PASSWORD: &str = "lantern-42";

#[test]
fn a_task_in_chromium_is_kept_and_replays_through_both_doors() {
    let site = shop();
    let project = open_project();
    // The run with the wrong password waits that long for what does not come.
    project.write(".retap/config.toml", "timeout = 5\n");
    let mut client = Client::start(&project, "--device web:");
    let mut call = |tool: &str, arguments: Value| client.works(tool, arguments);
    call("open", json!({ "url": site.url }));
    call("wait_for", json!({ "text": "Sign in" }));
    call(
        "type_text",
        json!({ "text": "ada@example.org", "into": "Email" }),
    );
    call("type_text", json!({ "text": PASSWORD, "into": "Password" }));
    call("tap", json!({ "text": "Log in" }));
    call("expect", json!({ "text": "Home" }));
    call("tap", json!({ "text": "Buy", "row": "Milk" }));
    call("expect", json!({ "text": "Milk is in the cart" }));
    let inputs = json!({ "EMAIL": "ada@example.org" });
    call(
        "keep_skill",
        json!({ "name": "Buy milk", "inputs": inputs }),
    );
    let skill = project.read(".retap/skills/buy-milk.yaml");
    insta::assert_snapshot!(skill.replace(&site.url, "URL"), @r#"
    name: Buy milk
    device: "web:"
    tags: ["kept"]

    steps:
      - open_url: "URL"
      - wait_for: { label: "Sign in", timeout: 15 }
      - type: { text: "${EMAIL:-ada@example.org}", into: { label: "Email", role: text_field } }
      - type: { text: "${PASSWORD}", into: { label: "Password", role: text_field } }
      - tap: "Log in"
      - assert_visible: "Home"
      - tap: { label: "Buy", row: "Milk" }
      - assert_visible: "Milk is in the cart"
    "#);
    let ran = client.works(
        "skill_buy_milk",
        json!({ "PASSWORD": PASSWORD, "EMAIL": "ben@example.org" }),
    );
    assert_eq!(ran.data()["mode"], "compiled");
    assert_eq!(ran.data()["ai_calls"], 0);
    let line = format!("test buy-milk --set PASSWORD={PASSWORD}");
    project.run(&line).exits(0);
    assert_eq!(bought(&site), ["Milk", "Milk", "Milk"]);
    // The wrong password stops it where it was typed, and buys nothing.
    let wrong = client.call("skill_buy_milk", json!({ "PASSWORD": "wrong-horse" }));
    assert!(wrong.is_error());
    assert_eq!(bought(&site).len(), 3);
    for (path, bytes) in project.files() {
        let text = String::from_utf8_lossy(&bytes);
        let is_told = text.contains(PASSWORD) || text.contains("wrong-horse");
        assert!(!is_told, "{} holds the secret", path.display());
    }
    assert!(!wrong.0.to_string().contains("wrong-horse"), "{}", wrong.0);
}

const MENU: &str =
    "<title>Menu</title><style>#menu {display: none} #products:hover #menu {display: block}</style>
<div id=products><button>Products</button><ul id=menu><li><a href=/mugs>Mugs</a></ul></div>";

/// Pointing is no touch: it shows a menu, and a phone has no pointer.
#[test]
fn a_pointer_rests_on_something_without_pressing_it() {
    let site = Site::serve(|_: &Got| Answer::page(MENU));
    let project = open_project();
    let mut client = Client::start(&project, &format!("--device web:{}", site.url));
    let products = json!({ "text": "Products", "hover": true });
    let pointed = client.works("tap", products.clone());
    pointed.says("Mugs");
    assert_eq!(pointed.data()["action_type"], "local_state");
    let mut phone = Client::start(&project, "--device sim:settings");
    phone.call("open", json!({ "app": "Settings" })).works();
    let refused = phone.call("tap", json!({ "text": "General", "hover": true }));
    refused.fails("PLATFORM_NOT_SUPPORTED");
}

#[test]
fn what_is_not_to_be_touched_is_known_by_every_name_it_has() {
    let page = "<button aria-label='Delete all' onclick=\"p.textContent='gone'\">×</button><p id=p>here</p>";
    let site = Site::serve(move |_| Answer::page(page));
    let project = open_project();
    let file = r#"{"allow": ["*"], "skipElements": ["delete"]}"#;
    project.write("../home/.retap/permissions.json", file);
    let mut client = Client::start(&project, &format!("--device web:{}", site.url));
    for text in ["Delete all", "×"] {
        let refused = client.call("tap", json!({ "text": text }));
        assert_contains(refused.text(), "skipElements");
    }
    client.call("expect", json!({ "text": "here" })).works();
}

#[test]
fn a_page_that_is_opened_begins_the_task_that_is_kept() {
    let site = Site::page("<button onclick=\"this.textContent='Done'\">Go</button>");
    let project = open_project();
    for fresh in [true, false] {
        let mut client = Client::start(&project, "--device web:");
        for page in ["first", "second"] {
            let url = format!("{}?{page}", site.url);
            client.works("open", json!({ "url": url, "fresh": fresh }));
            client.works("tap", json!({ "text": "Go" }));
        }
        client.works("keep_skill", json!({ "name": "task" }));
        let skill = project.read(".retap/skills/task.yaml");
        assert!(
            skill.contains("?second") && !skill.contains("?first"),
            "{skill}"
        );
    }
}

#[test]
fn a_picture_that_cannot_be_taken_is_no_missing_permission() {
    let site =
        Site::page("<label>Word <input></label><button onclick=\"alert('Sure?')\">Ask</button>");
    let project = open_project();
    let mut client = Client::start(&project, &format!("--device web:{}", site.url));
    let typed = json!({ "text": "kP7xQz92vLmT", "into": "Word", "secret": true });
    client.works("type_text", typed);
    client.works("tap", json!({ "text": "Ask" }));
    client.call("screenshot", json!({})).fails("UNKNOWN");
}
