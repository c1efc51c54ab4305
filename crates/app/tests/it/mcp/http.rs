//! The door of the HTTP server: a token, no page from elsewhere, this machine only.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use super::kit::open_project;
use crate::assert_contains;
use crate::http_server::{HttpServer, TOKEN};

/// Sends a request and returns the first line of the answer and the rest.
fn ask(server: &HttpServer, path: &str, headers: &str, body: &str) -> (String, String) {
    let host = server.host();
    let mut stream = TcpStream::connect(host).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(10)))
        .unwrap();
    let length = body.len();
    write!(
        stream,
        "POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n\
         Accept: application/json, text/event-stream\r\nContent-Length: {length}\r\n\
         Connection: close\r\n{headers}\r\n{body}"
    )
    .unwrap();
    let mut text = String::new();
    let _ = stream.read_to_string(&mut text);
    let (first, rest) = text.split_once("\r\n").unwrap_or((&text, ""));
    (first.to_owned(), rest.to_owned())
}

const HELLO: &str = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}"#;

#[test]
fn nobody_without_the_token_and_no_page_from_elsewhere_is_let_in() {
    let project = open_project();
    let server = HttpServer::start(&project, "");
    let token = format!("Authorization: Bearer {TOKEN}\r\n");
    let status = |path: &str, headers: &str| ask(&server, path, headers, HELLO).0;
    assert!(status("/mcp", "").contains("401"));
    assert!(status("/mcp", "Authorization: Bearer wrong\r\n").contains("401"));
    assert!(status("/other", &token).contains("404"));
    let evil = format!("{token}Origin: https://evil.example\r\n");
    assert!(status("/mcp", &evil).contains("403"));
    let two = format!("{token}Origin: http://localhost:3000\r\nOrigin: https://evil.example\r\n");
    assert!(status("/mcp", &two).contains("403"));
    let local = format!("{token}Origin: http://localhost:3000\r\n");
    assert!(status("/mcp", &local).contains("200"));
    let (_, answer) = ask(&server, "/mcp", &token, HELLO);
    assert!(answer.to_lowercase().contains("mcp-session-id"), "{answer}");
    assert!(answer.contains("\"name\":\"retap\""), "{answer}");
}

#[test]
fn connections_that_say_nothing_keep_nobody_out() {
    let project = open_project();
    let server = HttpServer::start(&project, "");
    let mut silent: Vec<TcpStream> = Vec::new();
    for _ in 0..100 {
        silent.push(TcpStream::connect(server.host()).unwrap());
    }
    let token = format!("Authorization: Bearer {TOKEN}\r\n");
    assert!(ask(&server, "/mcp", &token, HELLO).0.contains("200"));
    // The oldest were told to leave.
    let patience = Some(Duration::from_secs(10));
    silent[0].set_read_timeout(patience).unwrap();
    assert_eq!(silent[0].read(&mut [0]).unwrap(), 0);
}

#[test]
fn sessions_do_not_grow_without_bound() {
    let project = open_project();
    let server = HttpServer::start(&project, "");
    let token = format!("Authorization: Bearer {TOKEN}\r\n");
    let mut answers = (0..=100).map(|_| ask(&server, "/mcp", &token, HELLO));
    assert!(
        answers
            .by_ref()
            .take(100)
            .all(|(status, _)| status.contains("200"))
    );
    let (status, words) = answers.next().unwrap();
    assert!(
        status.contains("503") && words.contains("too many sessions"),
        "{status} {words}"
    );
}

#[test]
fn other_machines_are_let_in_only_when_somebody_says_so() {
    let project = open_project();
    let refused = project.run("mcp --http 0.0.0.0:0").exits(2);
    assert_contains(&refused.text, "--allow-remote");
}
