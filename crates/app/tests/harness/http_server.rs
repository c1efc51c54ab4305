//! The MCP server over HTTP.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Stdio};

use crate::project::Project;

/// The token of the tests.
pub(crate) const TOKEN: &str = "correct-horse";

/// A server over HTTP.
pub(crate) struct HttpServer {
    child: Child,
    /// Where it is, such as `http://127.0.0.1:1234/mcp`.
    pub(crate) url: String,
}

impl HttpServer {
    /// Starts it with the words of `line`.
    pub(crate) fn start(project: &Project, line: &str) -> Self {
        let mut child = project
            .command()
            .args(["mcp", "--http", "127.0.0.1:0"])
            .args(line.split_whitespace())
            .env("RETAP_MCP_TOKEN", TOKEN)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut first = String::new();
        let talk = child.stderr.take().unwrap();
        BufReader::new(talk).read_line(&mut first).unwrap();
        let url = first
            .trim()
            .strip_prefix("listening on ")
            .unwrap()
            .to_owned();
        Self { child, url }
    }

    /// Returns where it listens, such as `127.0.0.1:1234`.
    pub(crate) fn host(&self) -> &str {
        let rest = self.url.trim_start_matches("http://");
        rest.trim_end_matches("/mcp")
    }
}

impl Drop for HttpServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
