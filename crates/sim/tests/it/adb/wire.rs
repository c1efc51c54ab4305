//! Packets, streams and files, without adb.

use std::io::Write;

use super::client::{Client, Packet};
use super::phone::Served;

#[test]
fn the_phone_says_who_it_is_and_what_it_can() {
    let phone = Served::open("settings");
    let client = Client::connect(&phone);
    assert_eq!(
        client.banner,
        "device::ro.product.name=sim;ro.product.model=retap_sim;ro.product.device=sim;\
         features=shell_v2,cmd,fixed_push_mkdir"
    );
}

#[test]
fn what_is_no_adb_is_hung_up_on_and_the_next_is_served() {
    let phone = Served::open("settings");
    for bytes in [
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n".as_slice(),
        &[0; 24],
        b"CNXN",
    ] {
        let mut stranger = std::net::TcpStream::connect(phone.address).unwrap();
        stranger.write_all(bytes).unwrap();
        // The phone may have hung up already.
        let _ = stranger.shutdown(std::net::Shutdown::Write);
        assert_eq!(
            std::io::copy(&mut stranger, &mut std::io::sink()).unwrap_or(0),
            0
        );
    }
    assert_eq!(Client::connect(&phone).ok("echo hi"), "hi\n");
}

#[test]
fn no_payload_is_longer_than_the_other_side_takes() {
    let phone = Served::open("settings");
    let mut client = Client::connect_as(&phone, 0x0100_0000, 4096);
    let (ours, theirs) = client.open("exec:screencap -p").unwrap();
    let Packet(command, _, _, first) = client.read().unwrap();
    assert_eq!((command.as_str(), first.len()), ("WRTE", 4096));
    client.send("OKAY", ours, theirs, &[]);
    let rest = client.drain(ours, theirs);
    assert!(first.starts_with(b"\x89PNG") && rest.ends_with(b"IEND\xaeB`\x82"));
}

#[test]
fn streams_go_on_side_by_side() {
    let phone = Served::open("settings");
    let mut client = Client::connect(&phone);
    let (one, their_one) = client.open("shell:cat").unwrap();
    let (two, their_two) = client.open("exec:cat").unwrap();
    client.send("WRTE", two, their_two, b"second");
    client.send("WRTE", one, their_one, b"first");
    let mut seen = Vec::new();
    while seen.len() < 2 {
        let Packet(command, theirs, ours, payload) = client.read().unwrap();
        if command == "WRTE" {
            client.send("OKAY", ours, theirs, &[]);
            seen.push((ours, String::from_utf8(payload).unwrap()));
        }
    }
    seen.sort();
    assert_eq!(
        seen,
        [(one, "first".to_owned()), (two, "second".to_owned())]
    );
}

#[test]
fn a_stream_that_is_closed_is_said_to_be_closed() {
    let phone = Served::open("settings");
    let mut client = Client::connect(&phone);
    let (ours, theirs) = client.open("shell:cat").unwrap();
    client.send("CLSE", ours, theirs, &[]);
    assert_eq!(
        client.read().unwrap(),
        Packet("CLSE".to_owned(), theirs, ours, Vec::new())
    );
    assert_eq!(client.ok("echo on"), "on\n");
}

#[test]
fn more_before_the_first_is_taken_breaks_the_protocol() {
    let phone = Served::open("settings");
    let mut client = Client::connect(&phone);
    // It never reads its input.
    let (ours, theirs) = client.open("shell:while true; do sleep 1; done").unwrap();
    client.send("WRTE", ours, theirs, b"one");
    client.send("WRTE", ours, theirs, b"two");
    assert_eq!(client.read(), None);
}

#[test]
fn what_the_phone_does_not_have_is_refused() {
    let phone = Served::open("settings");
    let mut client = Client::connect(&phone);
    for service in [
        "reboot:",
        "framebuffer:",
        "tcp:80",
        "localabstract:x",
        "reverse:forward:tcp:1;tcp:2",
        "nonsense",
        "",
    ] {
        assert_eq!(client.open(service), None, "{service}");
    }
}

#[test]
fn small_services_say_their_line() {
    let phone = Served::open("settings");
    let mut client = Client::connect(&phone);
    let mut say = |service: &str| String::from_utf8(client.read_all(service).unwrap()).unwrap();
    assert_eq!(say("tcpip:5555"), "restarting in TCP mode port: 5555\n");
    assert_eq!(
        say("root:"),
        "adbd cannot run as root in production builds\n"
    );
}

#[test]
fn files_go_over_and_come_back() {
    let phone = Served::open("settings");
    let mut client = Client::connect(&phone);
    let (ours, theirs) = client.open("sync:").unwrap();
    let message =
        |id: &str, value: u32, more: &[u8]| [id.as_bytes(), &value.to_le_bytes(), more].concat();
    let bytes: Vec<u8> = (0..=255).collect();
    let mut push = message("SEND", 25, b"/data/local/tmp/a,b,33188");
    push.extend(message("DATA", 256, &bytes));
    push.extend(message("DONE", 1_700_000_000, b""));
    push.extend(message("RECV", 19, b"/data/local/tmp/a,b"));
    push.extend(message("STAT", 5, b"/nope"));
    push.extend(message("QUIT", 0, b""));
    client.send("WRTE", ours, theirs, &push);
    let got = client.drain(ours, theirs);
    let mut wanted = message("OKAY", 0, b"");
    wanted.extend(message("DATA", 256, &bytes));
    wanted.extend(message("DONE", 0, b""));
    wanted.extend(message("STAT", 0, &[0; 8]));
    assert_eq!(got, wanted);
}
