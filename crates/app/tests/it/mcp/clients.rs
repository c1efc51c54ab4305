//! The official clients drive the built server over both transports.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::http::{HttpServer, TOKEN};
use super::kit::open_project;
use crate::project::Project;

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
    println!("skipped: `./test` has not installed {}", path.display());
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

/// How the Python client introduces itself, over what, and the version that comes of it.
///
/// The newest version has no sessions over HTTP, where a client falls back to the one before.
const WAYS: [(&str, &str, &str); 4] = [
    ("legacy", "2025-11-25", "stdio"),
    ("auto", "2026-07-28", "stdio"),
    ("legacy", "2025-11-25", "http"),
    ("auto", "2025-11-25", "http"),
];

#[test]
fn the_python_client_does_everything_over_both_transports_old_and_new() {
    let Some(python) = program("mcp-venv/bin/python") else {
        return;
    };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients/mcp_client.py");
    for (mode, version, transport) in WAYS {
        let project = open_project();
        let mut command = Command::new(&python);
        command.arg(&script).args([mode, version, transport]);
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

#[test]
fn the_python_client_accepts_every_schema_of_the_reference_profiles() {
    let Some(python) = program("mcp-venv/bin/python") else {
        return;
    };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients/full_client.py");
    let mut command = Command::new(&python);
    command.arg(&script).arg(env!("CARGO_BIN_EXE_retap"));
    let said = run(&open_project(), command);
    assert!(said.contains("all done"), "{said}");
}

#[test]
fn the_inspector_lists_and_calls_over_both_transports() {
    let Some(inspector) = program("inspector/node_modules/.bin/mcp-inspector") else {
        return;
    };
    let project = open_project();
    let inspect = |target: &[&str], rest: &[&str]| {
        let mut command = Command::new(&inspector);
        command.arg("--cli").args(target).args(rest);
        run(&project, command)
    };
    let binary = env!("CARGO_BIN_EXE_retap");
    let stdio = [binary, "mcp", "--device", "sim:shop"];
    assert!(inspect(&stdio, &["--method", "tools/list"]).contains("\"keep_skill\""));
    let server = HttpServer::start(&project, "--device sim:shop");
    let token = format!("Authorization: Bearer {TOKEN}");
    let called = ["--method", "tools/call", "--tool-name", "open"];
    let answer = inspect(
        &[server.url.as_str(), "--transport", "http"],
        &[
            &called[..],
            &["--tool-arg", "app=Shop", "--header", token.as_str()],
        ]
        .concat(),
    );
    assert!(answer.contains("button Sign In"), "{answer}");
}
