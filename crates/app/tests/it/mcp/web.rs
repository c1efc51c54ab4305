//! An agent and a page in a real browser.

use serde_json::json;

use super::kit::{Client, open_project};
use crate::web::site::{Answer, Got, Site};

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
    client.call("tap", json!({ "text": "Buy" })).works();
    client
        .call("wait_for_ui", json!({ "selector": { "text": "1: 204" } }))
        .works();
    let told = client.call("get_network_activity", json!({})).works();
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
    let again = client.call("get_network_activity", json!({})).works();
    assert_eq!(again.data()["count"], 0, "each is told once");
    client.call("tap", json!({ "text": "Sell" })).works();
    client
        .call("wait_for_ui", json!({ "selector": { "text": "2: 410" } }))
        .works();
    let told = client.call("get_network_activity", json!({})).works();
    assert_eq!(told.data()["requests"][0]["status"], "failure");
}
