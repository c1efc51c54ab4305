//! A client that writes lines of JSON-RPC and reads what comes back.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use serde_json::{Value, json};

use crate::assert_contains;
use crate::project::Project;
pub(super) use crate::project::{ALLOW_ALL, open_project};

/// How long an answer may take before a test gives up.
const PATIENCE: Duration = Duration::from_secs(30);

/// A server and the client that talks to it.
pub(super) struct Client {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    next: u64,
    /// Messages that were no answer to what was asked last.
    pub(super) aside: Vec<Value>,
}

impl Client {
    /// Starts the server with the words of `line` after `mcp`, and introduces itself.
    pub(super) fn start(project: &Project, line: &str) -> Self {
        Self::start_in(project, line, &[])
    }

    /// Starts the server with these variables in its environment, and introduces itself.
    pub(super) fn start_in(project: &Project, line: &str, variables: &[(&str, &Path)]) -> Self {
        let mut client = Self::start_silent_in(project, line, variables);
        let answer = client.request(
            "initialize",
            json!({
                "protocolVersion": "2025-11-25",
                "capabilities": {},
                "clientInfo": { "name": "test", "version": "1" },
            }),
        );
        assert_eq!(answer["result"]["serverInfo"]["name"], "retap", "{answer}");
        client.notify("notifications/initialized", json!({}));
        client
    }

    /// Starts the server and says nothing.
    pub(super) fn start_silent(project: &Project, line: &str) -> Self {
        Self::start_silent_in(project, line, &[])
    }

    fn start_silent_in(project: &Project, line: &str, variables: &[(&str, &Path)]) -> Self {
        let mut child = project
            .command()
            .envs(variables.iter().copied())
            .arg("mcp")
            .args(line.split_whitespace())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let output = child.stdout.take().unwrap();
        let (told, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if told.send(line).is_err() {
                    return;
                }
            }
        });
        Self {
            input: child.stdin.take(),
            child,
            lines,
            next: 1,
            aside: Vec::new(),
        }
    }

    /// Sends bytes as they are.
    pub(super) fn send_raw(&mut self, bytes: &[u8]) {
        self.input.as_mut().unwrap().write_all(bytes).unwrap();
    }

    /// Sends a message.
    pub(super) fn send(&mut self, message: &Value) {
        self.send_raw(format!("{message}\n").as_bytes());
    }

    /// Sends a notification.
    pub(super) fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Sends a request and returns its number.
    pub(super) fn ask(&mut self, method: &str, params: Value) -> u64 {
        let id = self.next;
        self.next += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    /// Reads the next message. Everything on standard output must be one.
    pub(super) fn read(&mut self) -> Value {
        let line = self.lines.recv_timeout(PATIENCE).expect("an answer");
        serde_json::from_str(&line).unwrap_or_else(|_| panic!("no JSON-RPC: {line}"))
    }

    /// Reads until a notification of this method.
    pub(super) fn read_notice(&mut self, method: &str) -> Value {
        loop {
            let message = self.read();
            if message["method"] == method {
                return message;
            }
            self.aside.push(message);
        }
    }

    /// Reads until the answer of this number.
    pub(super) fn answer(&mut self, id: u64) -> Value {
        loop {
            let message = self.read();
            if message["id"] == id {
                return message;
            }
            self.aside.push(message);
        }
    }

    /// Sends a request and waits for its answer.
    pub(super) fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.ask(method, params);
        self.answer(id)
    }

    /// Calls a tool and returns its result.
    pub(super) fn call(&mut self, tool: &str, arguments: Value) -> Called {
        let answer = self.request(
            "tools/call",
            json!({ "name": tool, "arguments": arguments }),
        );
        Called::of(tool, &answer)
    }

    /// Calls a tool, which must do what is asked, and returns its result.
    pub(super) fn works(&mut self, tool: &str, arguments: Value) -> Called {
        self.call(tool, arguments).works()
    }

    /// Returns the tools that are listed.
    pub(super) fn tools(&mut self) -> Vec<String> {
        let answer = self.request("tools/list", json!({}));
        let tools = answer["result"]["tools"].as_array().unwrap();
        let name = |tool: &Value| tool["name"].as_str().unwrap().to_owned();
        tools.iter().map(name).collect()
    }

    /// Returns the number of the server's process.
    pub(super) fn process(&self) -> u32 {
        self.child.id()
    }

    /// Closes its end, as a client that has gone does.
    pub(super) fn leave(&mut self) {
        self.input = None;
    }

    /// Returns whether the server ends within this time.
    pub(super) fn ends_within(&mut self, time: Duration) -> bool {
        loop {
            match self.lines.recv_timeout(time) {
                Ok(_) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return self.child.wait().unwrap().success();
                }
                Err(RecvTimeoutError::Timeout) => return false,
            }
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.input = None;
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a tool answered.
pub(super) struct Called(pub(super) Value);

impl Called {
    /// Returns the result in the answer to a call of a tool.
    pub(super) fn of(tool: &str, answer: &Value) -> Self {
        assert!(answer["result"].is_object(), "{tool}: {answer}");
        Self(answer["result"].clone())
    }

    /// Returns the data.
    pub(super) fn data(&self) -> &Value {
        &self.0["structuredContent"]
    }

    /// Returns the words.
    pub(super) fn text(&self) -> &str {
        self.0["content"][0]["text"].as_str().unwrap_or_default()
    }

    /// Returns whether it did not come true.
    pub(super) fn is_error(&self) -> bool {
        self.0["isError"] == true
    }

    /// Checks that its words contain these.
    pub(super) fn says(&self, words: &str) {
        assert_contains(self.text(), words);
    }

    /// Checks that it came true and returns itself.
    pub(super) fn works(self) -> Self {
        assert!(!self.is_error(), "{}", self.0);
        self
    }

    /// Checks that it failed with this code and returns itself.
    pub(super) fn fails(self, code: &str) -> Self {
        assert!(self.is_error(), "{}", self.0);
        assert_eq!(self.data()["failure_code"], code, "{}", self.0);
        self
    }
}
