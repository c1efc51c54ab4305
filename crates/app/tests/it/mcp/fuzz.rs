//! Ten thousand broken messages: the server neither dies nor stops answering.

use serde_json::{Value, json};

use super::http_client::HttpClient;
use super::kit::{Client, open_project};
use crate::http_server::{HttpServer, TOKEN};

/// How many messages are sent over pipes.
const OVER_PIPES: u32 = 7_000;

/// How many are sent over HTTP, each in a request of its own.
const OVER_HTTP: u32 = 3_000;

/// Numbers that look random and are the same every time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % sides
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.roll(from.len())]
    }
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

fn value(dice: &mut Dice, depth: usize) -> Value {
    match dice.roll(9) {
        0 => json!(null),
        1 => json!(dice.roll(2) == 0),
        2 => json!(dice.roll(1_000_000) as i64 - 500_000),
        3 => json!(f64::from(u32::try_from(dice.roll(1000)).unwrap()) * 1e300),
        4 => json!("General"),
        5 => json!("\u{0}\u{202e}東京 ${HOME} ../../etc"),
        6 => json!("x".repeat(dice.roll(5000))),
        7 if depth < 4 => json!([value(dice, depth + 1), value(dice, depth + 1)]),
        8 if depth < 4 => json!({ "text": value(dice, depth + 1), "a": value(dice, depth + 1) }),
        _ => json!(-1),
    }
}

fn message(dice: &mut Dice, number: u32) -> Vec<u8> {
    let mut arguments = serde_json::Map::new();
    for _ in 0..dice.roll(4) {
        // A wait that is meant to last would only test patience.
        arguments.insert((*dice.pick(&NAMES)).to_owned(), value(dice, 0));
    }
    arguments.insert("timeout_ms".to_owned(), json!(1));
    let params = match dice.roll(12) {
        0 => value(dice, 0),
        1 => json!({ "name": value(dice, 0), "arguments": value(dice, 0) }),
        _ => json!({ "name": dice.pick(&TOOLS), "arguments": arguments, "uri": value(dice, 1) }),
    };
    let id = match dice.roll(8) {
        0 => value(dice, 0),
        _ => json!(number + 1_000_000),
    };
    let whole =
        json!({ "jsonrpc": "2.0", "id": id, "method": dice.pick(&METHODS), "params": params });
    let mut bytes = whole.to_string().into_bytes();
    match dice.roll(10) {
        0 => bytes.truncate(dice.roll(bytes.len().max(1))),
        1 => {
            let at = dice.roll(bytes.len());
            bytes[at] = u8::try_from(dice.roll(256)).unwrap();
        }
        2 => bytes = vec![b'['; dice.roll(3000)],
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
    let mut dice = Dice(42);
    for number in 0..OVER_PIPES {
        let message = message(&mut dice, number);
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
fn wrong_headers(dice: &mut Dice, client: &HttpClient) -> (String, Option<u16>) {
    let good = client.headers();
    let without = |name: &str| {
        let lines = good.lines().filter(|line| !line.starts_with(name));
        lines.map(|line| format!("{line}\r\n")).collect::<String>()
    };
    let forged = format!(
        "{}Mcp-Session-Id: {}\r\n",
        without("Mcp-Session-Id"),
        dice.roll(1_000_000)
    );
    match dice.roll(12) {
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
    let mut dice = Dice(7);
    for number in 0..OVER_HTTP {
        let body = message(&mut dice, number);
        let (headers, expected) = wrong_headers(&mut dice, &client);
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
