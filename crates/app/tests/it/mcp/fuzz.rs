//! Ten thousand broken messages: the server neither dies nor stops answering.

use serde_json::{Value, json};

use super::http_client::HttpClient;
use super::kit::{Client, open_project};
use crate::http_server::{HttpServer, TOKEN};
use crate::seeded_random::SeededRandom;

/// How many messages are sent over pipes.
const OVER_PIPES: u32 = 7_000;

/// How many are sent over HTTP, each in a request of its own.
const OVER_HTTP: u32 = 3_000;

fn pick<'a, T>(random: &mut SeededRandom, from: &'a [T]) -> &'a T {
    &from[random.below(from.len())]
}

const METHODS: [&str; 16] = [
    "resources/subscribe",
    "resources/templates/list",
    "server/discover",
    "completion/complete",
    "tools/call",
    "tools/call",
    "tools/call",
    "tools/list",
    "ping",
    "initialize",
    "resources/list",
    "resources/read",
    "prompts/get",
    "notifications/cancelled",
    "notifications/initialized",
    "nothing/known",
];

const TOOLS: [&str; 17] = [
    "screen",
    "tap",
    "type_text",
    "press_key",
    "swipe",
    "scroll_to",
    "open",
    "do",
    "expect",
    "wait_for",
    "wait_for_change",
    "get_skill",
    "run_skill",
    "keep_skill",
    "list_skills",
    "list_devices",
    "burn",
];

const NAMES: [&str; 14] = [
    "text",
    "id",
    "element",
    "x",
    "y",
    "direction",
    "key",
    "app",
    "name",
    "inputs",
    "device",
    "since_revision",
    "property",
    "equals",
];

fn value(random: &mut SeededRandom, depth: usize) -> Value {
    match random.below(9) {
        0 => json!(null),
        1 => json!(random.below(2) == 0),
        2 => json!(random.below(1_000_000) as i64 - 500_000),
        3 => json!(f64::from(u32::try_from(random.below(1000)).unwrap()) * 1e300),
        4 => json!("General"),
        5 => json!("\u{0}\u{202e}東京 ${HOME} ../../etc"),
        6 => json!("x".repeat(random.below(5000))),
        7 if depth < 4 => json!([value(random, depth + 1), value(random, depth + 1)]),
        8 if depth < 4 => {
            json!({ "text": value(random, depth + 1), "a": value(random, depth + 1) })
        }
        _ => json!(-1),
    }
}

fn message(random: &mut SeededRandom, number: u32) -> Vec<u8> {
    let mut arguments = serde_json::Map::new();
    for _ in 0..random.below(4) {
        // A wait that is meant to last would only test patience.
        arguments.insert((*pick(random, &NAMES)).to_owned(), value(random, 0));
    }
    arguments.insert("timeout_ms".to_owned(), json!(1));
    let params = match random.below(12) {
        0 => value(random, 0),
        1 => json!({ "name": value(random, 0), "arguments": value(random, 0) }),
        _ => {
            json!({ "name": pick(random, &TOOLS), "arguments": arguments, "uri": value(random, 1) })
        }
    };
    let id = match random.below(8) {
        0 => value(random, 0),
        _ => json!(number + 1_000_000),
    };
    let whole =
        json!({ "jsonrpc": "2.0", "id": id, "method": pick(random, &METHODS), "params": params });
    let mut bytes = whole.to_string().into_bytes();
    match random.below(10) {
        0 => bytes.truncate(random.below(bytes.len().max(1))),
        1 => {
            let at = random.below(bytes.len());
            bytes[at] = u8::try_from(random.below(256)).unwrap();
        }
        2 => bytes = vec![b'['; random.below(3000)],
        3 => bytes.retain(|byte| *byte != b'"'),
        // Several at once, as old clients sent them.
        4 => bytes = [b"[".as_slice(), &bytes, b",", &bytes, b"]"].concat(),
        // The same number twice, and one without any.
        5 => bytes = whole.to_string().replace("1000", "7").into_bytes(),
        6 => {
            bytes =
                json!({ "jsonrpc": "2.0", "method": whole["method"], "params": whole["params"] })
                    .to_string()
                    .into_bytes();
        }
        _ => {}
    }
    bytes.retain(|byte| *byte != b'\n');
    bytes.push(b'\n');
    bytes
}

#[test]
fn thousands_of_broken_messages_over_pipes_do_no_harm() {
    let project = open_project();
    let mut client = Client::start(&project, "--device sim:settings");
    let mut random = SeededRandom(42);
    for number in 0..OVER_PIPES {
        let message = message(&mut random, number);
        client.send_raw(&message);
    }
    // One that is too long is skipped, and what follows it is read.
    let huge = vec![b'x'; 5 << 20];
    client.send_raw(&huge);
    client.send_raw(b"\n");
    let id = client.ask("ping", json!({}));
    assert!(client.answer(id)["result"].is_object());
    // Only what is JSON-RPC was written: the client has read every line of it.
    client.works("open", json!({ "app": "Settings" }));
}

/// Headers that are wrong in one way, and the status each must have; none where it depends on the body.
fn wrong_headers(random: &mut SeededRandom, client: &HttpClient) -> (String, Option<u16>) {
    let good = client.headers();
    let without = |name: &str| {
        let lines = good.lines().filter(|line| !line.starts_with(name));
        lines.map(|line| format!("{line}\r\n")).collect::<String>()
    };
    let forged = format!(
        "{}Mcp-Session-Id: {}\r\n",
        without("Mcp-Session-Id"),
        random.below(1_000_000)
    );
    match random.below(12) {
        0 => (without("Authorization"), Some(401)),
        1 => (good.replace(TOKEN, "correct-hors"), Some(401)),
        2 => (good.replace("Bearer", "Basic"), Some(401)),
        3 => (format!("{good}Origin: https://evil.example\r\n"), Some(403)),
        4 => (format!("{good}Origin: null\r\n"), Some(403)),
        5 => (
            good.replace("application/json\r", "text/plain\r"),
            Some(415),
        ),
        6 => (without("Accept"), Some(406)),
        7 => (forged, None),
        8 => (without("Mcp-Session-Id"), None),
        9 => (format!("{good}MCP-Protocol-Version: 1999-01-01\r\n"), None),
        _ => (good, None),
    }
}

#[test]
fn thousands_of_broken_requests_over_http_do_no_harm() {
    let project = open_project();
    let server = HttpServer::start(&project, "--device sim:settings");
    let mut client = HttpClient::start(&server);
    let mut random = SeededRandom(7);
    for number in 0..OVER_HTTP {
        let body = message(&mut random, number);
        let (headers, expected) = wrong_headers(&mut random, &client);
        if number % 50 == 0 {
            client.post_half(&headers, &body);
            continue;
        }
        let answer = client.post_raw(&headers, &body);
        let is_told = (200..500).contains(&answer.status);
        let words = String::from_utf8_lossy(&body);
        assert!(is_told, "{}: {headers}{words}", answer.status);
        if let Some(expected) = expected {
            assert_eq!(answer.status, expected, "{headers}{words}");
        }
    }
    let huge = vec![b' '; 5 << 20];
    assert_eq!(client.post_raw(&client.headers(), &huge).status, 413);
    client.works("open", json!({ "app": "Settings" }));
    HttpClient::start(&server).call("screen", json!({})).works();
}
