//! The official clients of MCP drive the built server over both transports.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::http_server::{HttpServer, TOKEN};
use crate::missing_tool::skip_without;
use crate::project::{Project, open_project};

/// Where `./test` puts the clients.
fn tools() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.tools")
}

/// Returns a program of a client, or says that it is not there.
fn program(path: &str) -> Option<PathBuf> {
    let path = tools().join(path);
    if path.exists() {
        return Some(path);
    }
    skip_without(&path.display().to_string());
    None
}

fn run(project: &Project, mut command: Command) -> String {
    project.place(&mut command);
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let talk = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}\n{text}\n{talk}");
    text
}

const REAL: &str = "--device sim:shop?signals=off --real-time";

/// How a client introduces itself, over what, and the version that comes of it.
///
/// The newest version has no sessions over HTTP, where a client falls back to the one before.
const WAYS: [(&str, &str, &str); 4] = [
    ("legacy", "2025-11-25", "stdio"),
    ("auto", "2026-07-28", "stdio"),
    ("legacy", "2025-11-25", "http"),
    ("auto", "2025-11-25", "http"),
];

/// Runs a client in every way; `start` returns the command without the way.
fn does_everything(start: impl Fn() -> Command) {
    for (mode, version, transport) in WAYS {
        let project = open_project();
        let mut command = start();
        command.args([mode, version, transport]);
        let _server = match transport {
            "stdio" => {
                command.arg(env!("CARGO_BIN_EXE_retap")).arg("mcp");
                command.args(REAL.split_whitespace());
                None
            }
            _ => {
                let server = HttpServer::start(&project, REAL);
                command.arg(&server.url).arg(TOKEN);
                Some(server)
            }
        };
        let said = run(&project, command);
        assert!(said.contains("all done"), "{mode} {transport}: {said}");
    }
}

fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/clients")
        .join(name)
}

#[test]
fn the_python_client_accepts_every_schema_of_the_reference_profiles() {
    let Some(python) = program("mcp-venv/bin/python") else {
        return;
    };
    let mut command = Command::new(&python);
    command
        .arg(script("full_client.py"))
        .arg(env!("CARGO_BIN_EXE_retap"));
    let said = run(&open_project(), command);
    assert!(said.contains("all done"), "{said}");
}

#[test]
fn the_python_client_does_everything_over_both_transports_old_and_new() {
    let Some(python) = program("mcp-venv/bin/python") else {
        return;
    };
    does_everything(|| {
        let mut command = Command::new(&python);
        command.arg(script("mcp_client.py"));
        command
    });
}

#[test]
fn the_typescript_client_does_everything_over_both_transports_old_and_new() {
    let Some(home) = program("inspector/node_modules/@modelcontextprotocol/client") else {
        return;
    };
    let home = home.canonicalize().unwrap();
    does_everything(|| {
        let mut command = Command::new("node");
        command.arg(script("mcp_client.mjs")).arg(&home);
        command
    });
}

/// The inspector on a server, over pipes or HTTP.
struct Inspector<'a> {
    project: &'a Project,
    program: PathBuf,
    target: Vec<String>,
}

impl Inspector<'_> {
    /// Runs one method and returns the exit code, what was answered, and what was said.
    fn ask(&self, line: &str) -> (i32, String, String) {
        let mut command = Command::new(&self.program);
        command.arg("--cli").args(&self.target);
        command.args(line.split_whitespace());
        if self.target[0].starts_with("http") {
            let token = format!("Authorization: Bearer {TOKEN}");
            command.args(["--header", &token]);
        }
        self.project.place(&mut command);
        let output = command.output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let code = output.status.code().unwrap_or(-1);
        (code, text(&output.stdout), text(&output.stderr))
    }

    /// Runs one method, which must end with this code and answer or say this.
    fn finds(&self, line: &str, code: i32, words: &str) {
        let (ended, answer, said) = self.ask(line);
        assert_eq!(ended, code, "{line}: {answer}{said}");
        let is_told = answer.contains(words) || said.contains(words);
        assert!(is_told, "{line}: {answer}{said}");
    }
}

#[test]
fn the_inspector_lists_calls_errs_and_comes_back_over_both_transports() {
    let Some(program) = program("inspector/node_modules/.bin/mcp-inspector") else {
        return;
    };
    let project = open_project();
    project.write(".retap/skills/about.yaml", crate::project::ABOUT);
    let server = HttpServer::start(&project, "--device sim:shop");
    let binary = env!("CARGO_BIN_EXE_retap");
    let stdio = [binary, "mcp", "--device", "sim:shop"].map(str::to_owned);
    for target in [stdio.to_vec(), vec![server.url.clone()]] {
        let inspector = Inspector {
            project: &project,
            program: program.clone(),
            target,
        };
        // Strictly: no schema that a client could refuse. Every line is a client that comes anew.
        let strict = "--method tools/list --strict";
        let (code, tools, said) = inspector.ask(strict);
        assert_eq!(code, 0, "{said}");
        assert!(
            tools.contains("\"keep_skill\"") && !said.contains("Issue"),
            "{said}"
        );
        let call = |rest: &str| format!("--method tools/call --tool-name {rest}");
        inspector.finds(&call("open --tool-arg app=Shop"), 0, "button Sign In");
        let wrong = call("tap --tool-arg text=Refund timeout_ms=10");
        inspector.finds(&wrong, 5, "ELEMENT_NOT_FOUND");
        inspector.finds(&call("burn"), 5, "burn");
        inspector.finds("--method resources/list", 0, "retap://skills/about");
        let read = "--method resources/read --uri retap://skills/";
        inspector.finds(&format!("{read}about"), 0, "Check About");
        inspector.finds(&format!("{read}nobody"), 1, "there is no");
        inspector.finds("--method resources/templates/list", 0, "retap://runs/{run}");
        inspector.finds("--method prompts/list", 0, "review_failed_run");
        let many = call("screen --load --load-requests 40 --load-concurrency 8");
        inspector.finds(&many, 0, "40");
        let newest = format!("{} --protocol-era auto", call("screen"));
        inspector.finds(&newest, 0, "rev 1");
    }
}
