//! What the program reads of others' bytes, each reader by itself: for `fuzz/`, which says what must hold.

use std::io::{self, Cursor};
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use clap::Parser;
use retap_model::device::Png;
use retap_model::geometry::Rect;
use retap_replay::{Cover, Painter as _};
use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWrite};
use tokio::sync::{Mutex, Notify};
use tokio::time::timeout;

use crate::cli::json_edit;
use crate::cli::mcp::McpArgs;
use crate::cli::sim::http;
use crate::config::Config;
use crate::devices::Address;
use crate::environment::Environment;
use crate::healed_files::hashes_in;
use crate::line_diff::unified_diff;
use crate::mcp::{Host, run, serve_pipes};
use crate::operation::Operation;
use crate::paint_over::GreyBoxes;
use crate::permission_rules::Asked;
use crate::permissions::Policy;

/// A person's home folder, whose settings may say anything.
pub struct Home(Environment);

impl Home {
    /// Returns the home folder at a path, which is made.
    pub fn new(folder: &Path) -> std::io::Result<Self> {
        std::fs::create_dir_all(folder.join(".retap"))?;
        std::fs::create_dir_all(folder.join("project"))?;
        let mut environment = Environment::of_process();
        environment.variables.clear();
        environment.home = Some(folder.to_path_buf());
        environment.project = folder.join("project");
        environment.has_person = false;
        Ok(Self(environment))
    }

    /// Reads a configuration, or says in words what is wrong with it.
    pub fn config(&self, bytes: &[u8]) -> Result<(), String> {
        self.write("config.toml", bytes);
        let read = Config::load(&self.0).map(|_| ());
        read.map_err(|error| error.to_string())
    }

    /// Returns whether a file of permissions lets an agent tap.
    pub fn may_tap(&self, permissions: &[u8]) -> bool {
        self.write("permissions.json", permissions);
        let policy = Policy::load(&self.0);
        let asked = Asked {
            names: &["tap"],
            operations: &[Operation::Touch],
        };
        policy.permission(&asked).is_ok()
    }

    /// Serves a client that sends these lines after its greeting, with a simulated phone and every tool but
    /// those that reach beyond it; returns what is answered.
    pub fn serve(&self, lines: &[u8]) -> Vec<u8> {
        self.write("config.toml", b"");
        self.write(
            "permissions.json",
            br#"{"deny": ["build", "files", "devices"]}"#,
        );
        let wanted = Wanted::parse_from([
            "retap",
            "--device=sim:settings?latency=instant",
            "--profile=full",
            "--dangerously-skip-permissions",
        ]);
        match crate::cli::mcp::host(&wanted.args, &self.0) {
            Ok(host) => serve(host, lines),
            Err(error) => error.to_string().into_bytes(),
        }
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        let place = self
            .0
            .home
            .as_ref()
            .map(|home| home.join(".retap").join(name));
        let written = place.map(|place| std::fs::write(place, bytes));
        assert!(matches!(written, Some(Ok(()))), "`{name}` is not written");
    }
}

#[derive(Debug, Parser)]
struct Wanted {
    #[command(flatten)]
    args: McpArgs,
}

/// What a client says first.
const GREETING: &[u8] = br#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
"#;

/// How long answers are waited for, since some messages get none.
const PATIENCE: Duration = Duration::from_millis(300);

/// What the server has answered, one answer a line.
#[derive(Default)]
struct Answers {
    bytes: Vec<u8>,
    /// How many lines are still to come.
    missing: usize,
    all_there: Arc<Notify>,
}

impl AsyncWrite for Answers {
    fn poll_write(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let lines = bytes.iter().filter(|byte| **byte == b'\n').count();
        self.bytes.extend_from_slice(bytes);
        self.missing = self.missing.saturating_sub(lines);
        if self.missing == 0 {
            self.all_there.notify_one();
        }
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

fn serve(host: Host, lines: &[u8]) -> Vec<u8> {
    let asked = |line: &[u8]| {
        let message = serde_json::from_slice::<Value>(line).unwrap_or_default();
        message.get("id").is_some() && message.get("method").is_some()
    };
    let asked = lines.split(|byte| *byte == b'\n').filter(|it| asked(it));
    let answers = Answers {
        missing: 1 + asked.count(),
        ..Answers::default()
    };
    let all_there = Arc::clone(&answers.all_there);
    let answers = Arc::new(Mutex::new(answers));
    let written = Arc::clone(&answers);
    let (client, open_end) = tokio::io::duplex(1);
    let sent = Cursor::new([GREETING, lines, b"\n"].concat()).chain(open_end);
    let served = run(host, |host| async move {
        tokio::spawn(async move {
            // The client goes when it has its answers, or has waited for them.
            let _ = timeout(PATIENCE, all_there.notified()).await;
            drop(client);
        });
        serve_pipes(host, sent, answers, Arc::new(Notify::new())).await
    });
    // A client that does not greet as it should is told so.
    drop(served);
    std::mem::take(&mut written.blocking_lock().bytes)
}

/// Returns whether bytes are a request to the page of the simulated phone.
pub fn is_request(bytes: &[u8]) -> bool {
    http::parse_request(&mut &*bytes).is_ok()
}

/// Puts a member into a JSON file of an agent's program.
pub fn with_member(text: &str) -> Result<String, String> {
    let value = serde_json::json!({ "command": "retap", "args": ["mcp"] });
    json_edit::with_member(text, "mcpServers", "retap", &value)
}

/// Paints over a part of a picture.
pub fn paint_over(picture: &[u8]) -> Result<Vec<u8>, String> {
    let areas = vec![
        Rect::new(1.0, 1.0, 5.0, 5.0),
        Rect::new(-9.0, 3.0, 1e9, 1.0),
    ];
    let only = vec![areas.clone()];
    let painted = GreyBoxes.paint_over(&Png(picture.to_vec()), &Cover { areas, only });
    painted.map(|picture| picture.0)
}

/// Returns the hashes that the file of a healing names for each part of a skill.
pub fn healed_hashes(manifest: &[u8]) -> Vec<(String, String)> {
    let manifest = serde_json::from_slice(manifest).unwrap_or_default();
    let parts = ["source", "compiled"].into_iter();
    parts
        .filter_map(|part| hashes_in(&manifest, part))
        .collect()
}

/// Returns how a text changes, as people are shown it.
pub fn diff(old: &str, new: &str) -> String {
    unified_diff("x", old, new)
}

/// Returns whether a text is the address of a device; if not, in words.
pub fn check_address(text: &str) -> Result<(), String> {
    let address = Address::parse(text, &Config::default());
    address.map(|_| ()).map_err(|error| error.to_string())
}
