//! Measures what an agent pays: the round trip of a call, tokens of a screen, bytes of the list of tools,
//! and round trips to a phone.
//!
//! Run it with `./bench mcp`. Nothing here is a test: a figure over its budget is marked, not failed.

#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "a harness prints, reads the clock, and may panic"
)]

mod measure;
mod phone;

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use measure::{line, p50_of};
use phone::World;
use serde_json::{Value, json};

const ROUNDS: usize = 500;

struct Client {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Client {
    fn start(device: &str, adb_port: u16) -> Self {
        Self::start_with(device, adb_port, &[])
    }

    fn start_with(device: &str, adb_port: u16, more: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_retap"))
            .args(["mcp", "--dangerously-skip-permissions", "--device", device])
            .args(more)
            .env("ANDROID_ADB_SERVER_PORT", adb_port.to_string())
            .current_dir(std::env::temp_dir())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let mut client = Self {
            child,
            input,
            output,
        };
        let hello = json!({ "protocolVersion": "2025-11-25", "capabilities": {},
            "clientInfo": { "name": "bench", "version": "1" } });
        client.request("initialize", &hello);
        let ready = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
        writeln!(client.input, "{ready}").unwrap();
        client
    }

    fn request(&mut self, method: &str, params: &Value) -> Value {
        let message = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        writeln!(self.input, "{message}").unwrap();
        loop {
            let mut line = String::new();
            self.output.read_line(&mut line).unwrap();
            let answer: Value = serde_json::from_str(&line).unwrap();
            if answer["id"] == 1 {
                return answer["result"].clone();
            }
        }
    }

    fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.request(
            "tools/call",
            &json!({ "name": tool, "arguments": arguments }),
        )
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn main() {
    let mut client = Client::start("sim:shop", 0);
    let tools = client.request("tools/list", &json!({})).to_string();
    at_most("bytes of tools/list, lean", tools.len(), 8192, "");
    client.call("open", json!({ "app": "Shop", "fresh": true }));
    for (text, into) in [("ada@example.org", "Email"), ("lantern-42", "Password")] {
        client.call("type_text", json!({ "text": text, "into": into }));
    }
    client.call("tap", json!({ "text": "Sign In" }));
    let screen = client.call("screen", json!({}));
    let text = screen["content"][0]["text"].as_str().unwrap();
    // On the safe side: models count a token for every three to four bytes.
    let tokens = text.len().div_ceil(3);
    at_most("tokens of a list of ten products", tokens, 300, "");
    let ping = p50_of(ROUNDS, || drop(client.request("ping", &json!({}))));
    micros_at_most("round trip of a ping over stdio, p50", ping, 1000);
    let trivial = p50_of(ROUNDS, || drop(client.call("list_skills", json!({}))));
    micros_at_most("round trip of a trivial call, p50", trivial, 2000);
    let look = p50_of(ROUNDS, || drop(client.call("screen", json!({}))));
    let what = "round trip of screen on the simulated phone, p50";
    micros_at_most(what, look, 5000);
    let mut full = Client::start_with("sim:shop", 0, &["--profile", "full"]);
    let tools = full.request("tools/list", &json!({})).to_string();
    at_most("bytes of tools/list, full", tools.len(), 65536, "");
    round_trips();
}

/// Counts what the canonical step costs a phone behind the real adb: wait, tap, wait, expect.
fn round_trips() {
    if Command::new("adb").arg("version").output().is_err() {
        println!("adb is not installed; round trips were not counted");
        return;
    }
    let world = World::start("settings?latency=instant");
    let mut client = Client::start(&format!("android:{}", world.serial), world.counted_port);
    let mut count = |tool: &str, arguments: Value| {
        world.round_trips();
        let answer = client.call(tool, arguments);
        assert_eq!(answer["isError"], false, "{tool}: {answer}");
        world.round_trips()
    };
    count("open", json!({ "app": "Settings", "fresh": true }));
    let read = count("screen", json!({}));
    at_most("round trips of screen", read as usize, 2, "");
    let steps = [
        count("wait_for", json!({ "text": "General" })),
        count("tap", json!({ "text": "General" })),
        count("wait_for", json!({ "text": "About" })),
        count("expect", json!({ "text": "About" })),
    ];
    let all: u32 = steps.iter().sum();
    let what = "round trips of wait, tap, wait, expect";
    at_most(what, all as usize, 10, "");
}

fn at_most(what: &str, figure: usize, most: usize, unit: &str) {
    let budget = format!("<= {most}{unit}");
    line(
        what,
        &format!("{figure}{unit}"),
        &budget,
        Some(figure <= most),
    );
}

fn micros_at_most(what: &str, time: Duration, most: usize) {
    at_most(what, time.as_micros() as usize, most, " us");
}
