//! The adb server's protocol: framing, refusals, deadlines and files.

use std::time::Duration;

use retap_drivers::android::{AdbConfig, AdbError, AdbServer, Asked, ShellKind};

use crate::fake_adb::{Answer, FakeAdb, in_turn};

#[test]
fn a_command_has_its_output_and_its_exit_code() {
    let adb = FakeAdb::start(|_| Answer::Shell("hello\nworld\n".to_owned(), 7));
    let asked = adb.asked("say hello");
    let output = adb
        .server()
        .shell("P1", ShellKind::V2, "echo 'hello'", asked);
    let output = output.unwrap();
    assert_eq!((output.text().as_str(), output.code), ("hello\nworld\n", 7));
    assert_eq!(
        adb.take_asked(),
        ["host:transport:P1", "shell,v2,raw:echo 'hello'"]
    );
}

#[test]
fn old_devices_are_asked_for_the_exit_code() {
    let adb = FakeAdb::start(|_| Answer::Bytes(b"out\nretap-exit:3\n".to_vec()));
    let output = adb
        .server()
        .shell("P1", ShellKind::Plain, "false", adb.asked("fail"))
        .unwrap();
    assert_eq!((output.text().as_str(), output.code), ("out\n", 3));
    assert_eq!(
        adb.take_services(),
        ["exec:(\nfalse\n)\necho retap-exit:$?"]
    );
}

#[test]
fn bytes_come_as_they_are() {
    let bytes: Vec<u8> = (0..=255).cycle().take(200_000).collect();
    let sent = bytes.clone();
    let adb = FakeAdb::start(move |_| Answer::Bytes(sent.clone()));
    let server = adb.server();
    let got = server
        .exec("P1", "screencap -p", adb.asked("look"))
        .unwrap();
    assert_eq!(got, bytes);
}

#[test]
fn an_answer_that_ends_early_is_no_answer() {
    let half = Answer::Bytes(vec![1, 100, 0, 0, 0, b'x']);
    let no_exit = Answer::Bytes(vec![1, 1, 0, 0, 0, b'x']);
    let strange = Answer::Bytes(vec![9, 0, 0, 0, 0]);
    let huge = Answer::Bytes(vec![1, 255, 255, 255, 255]);
    let adb = FakeAdb::start(in_turn(vec![half, no_exit, strange, huge]));
    let run = || {
        adb.server()
            .shell("P1", ShellKind::V2, "x", adb.asked("try"))
    };
    assert!(matches!(run(), Err(AdbError::Cut { .. })));
    assert!(matches!(run(), Err(AdbError::Cut { .. })));
    assert!(matches!(run(), Err(AdbError::Nonsense { .. })));
    assert!(matches!(run(), Err(AdbError::Nonsense { .. })));
}

#[test]
fn refusals_keep_the_words_of_the_server() {
    let adb = FakeAdb::start(|_| Answer::Fail("device offline".to_owned()));
    let server = adb.server();
    let error = server.exec("P1", "x", adb.asked("look")).unwrap_err();
    assert_eq!(error.to_string(), "could not look: device offline");
    assert!(error.remedy().unwrap().contains("adb reconnect offline"));
    let error = server.exec("GONE", "x", adb.asked("look")).unwrap_err();
    assert_eq!(error.to_string(), "could not look: device 'GONE' not found");
}

#[test]
fn silence_ends_at_the_deadline() {
    let adb = FakeAdb::start(|_| Answer::Silence);
    let deadline = adb.within(Duration::from_millis(30));
    let what = "look";
    let asked = Asked::new(what, deadline);
    let error = adb.server().exec("P1", "x", asked).unwrap_err();
    assert_eq!(
        error,
        AdbError::DeadlinePassed {
            asked: "look".to_owned()
        }
    );
}

#[test]
fn a_server_that_is_not_there_is_named() {
    let adb = FakeAdb::start(|_| Answer::Silence);
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    drop(listener);
    let config = AdbConfig {
        port,
        ..AdbConfig::default()
    };
    let server = AdbServer::new(
        config,
        std::sync::Arc::new(retap_drivers::SystemClock::new()),
    );
    let error = server.ensure_running(adb.deadline()).unwrap_err();
    let start = format!("no adb server at `127.0.0.1:{port}`");
    assert!(error.to_string().starts_with(&start), "{error}");
    assert_eq!(error.remedy(), Some("run `adb start-server`"));
}

#[test]
fn a_program_that_cannot_start_the_server_is_told() {
    let adb = FakeAdb::start(|_| Answer::Silence);
    let start = |program: &str| {
        let config = AdbConfig {
            // Nobody listens on port 1.
            port: 1,
            program: Some(program.into()),
            ..AdbConfig::default()
        };
        let clock = std::sync::Arc::new(retap_drivers::SystemClock::new());
        AdbServer::new(config, clock)
            .ensure_running(adb.deadline())
            .unwrap_err()
    };
    assert!(matches!(
        start("/nowhere/adb"),
        AdbError::CannotStart { .. }
    ));
    let error = start("false");
    assert!(
        error.to_string().starts_with("`false start-server` failed"),
        "{error}"
    );
}

fn sync(pieces: &[(&[u8; 4], &[u8])]) -> Answer {
    let frame = |(word, body): &(&[u8; 4], &[u8])| {
        [&word[..], &(body.len() as u32).to_le_bytes(), body].concat()
    };
    Answer::Bytes(pieces.iter().flat_map(frame).collect())
}

#[test]
fn a_file_is_pushed_in_pieces_of_64_kilobytes() {
    let adb = FakeAdb::start(|_| sync(&[(b"OKAY", b"")]));
    let file = vec![b'x'; 70_000];
    let (path, asked) = ("/data/local/tmp/a.apk", adb.asked("copy a file"));
    let pushed = adb.server().push("P1", &mut &file[..], path, asked);
    assert_eq!(pushed, Ok(()));
    // The body is there once the server has seen the end of the connection.
    let body = loop {
        if let Some(body) = adb.take_sent().pop() {
            break body;
        }
        std::thread::yield_now();
    };
    assert!(body.starts_with(b"SEND\x1b\0\0\0/data/local/tmp/a.apk,33188DATA\0\0\x01\0xxx"));
    let second = [&b"DATA"[..], &(70_000_u32 - 65_536).to_le_bytes()].concat();
    assert_eq!(&body[8 + 27 + 8 + 65_536..][..8], &second[..]);
    assert!(body.ends_with(b"xDONE\0\0\0\0QUIT\0\0\0\0"));
}
