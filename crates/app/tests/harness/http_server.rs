//! The MCP server over HTTP.

use crate::project::Project;
use crate::served::Served;

/// The token of the tests.
pub(crate) const TOKEN: &str = "correct-horse";

/// A server over HTTP.
pub(crate) struct HttpServer {
    _served: Served,
    /// Where it is, such as `http://127.0.0.1:1234/mcp`.
    pub(crate) url: String,
}

impl HttpServer {
    /// Starts it with the words of `line`.
    pub(crate) fn start(project: &Project, line: &str) -> Self {
        let mut command = project.command();
        command
            .args(["mcp", "--http", "127.0.0.1:0"])
            .args(line.split_whitespace())
            .env("RETAP_MCP_TOKEN", TOKEN);
        let served = Served::start_talking(&mut command, "");
        let url = served.line.strip_prefix("listening on ").unwrap();
        Self {
            url: url.to_owned(),
            _served: served,
        }
    }

    /// Returns where it listens, such as `127.0.0.1:1234`.
    pub(crate) fn host(&self) -> &str {
        let rest = self.url.trim_start_matches("http://");
        rest.trim_end_matches("/mcp")
    }
}
