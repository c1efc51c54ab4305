//! A connection that sends nonsense harms nobody but itself.

use std::io::Write;

use super::client::Client;
use super::phone::Served;
use crate::seeded_random::SeededRandom;

const COMMANDS: [&[u8; 4]; 9] = [
    b"OPEN", b"OPEN", b"OKAY", b"WRTE", b"CLSE", b"CNXN", b"AUTH", b"STLS", b"NOPE",
];
const SERVICES: [&str; 8] = [
    "shell,v2:cat",
    "sync:",
    "exec:logcat -d",
    "shell:",
    "reverse:x",
    "tcpip:",
    "\u{1}",
    "exec:cat | cat",
];

#[test]
fn nonsense_after_the_greeting_leaves_the_phone_as_it_was() {
    let phone = Served::open("settings");
    for seed in 0..30 {
        let mut random = SeededRandom(seed);
        let mut client = Client::connect(&phone);
        for _ in 0..60 {
            let command = u32::from_le_bytes(*COMMANDS[random.below(9)]);
            let payload = match random.below(3) {
                0 => Vec::new(),
                1 => SERVICES[random.below(8)].as_bytes().to_vec(),
                _ => (0..random.below(80))
                    .map(|_| random.below(256) as u8)
                    .collect(),
            };
            let stream = |random: &mut SeededRandom| random.below(6) as u32;
            let length = u32::try_from(payload.len()).unwrap();
            let mut bytes = Vec::new();
            for word in [
                command,
                stream(&mut random),
                stream(&mut random),
                length,
                0,
                !command,
            ] {
                bytes.extend(word.to_le_bytes());
            }
            bytes.extend(payload);
            // It may have hung up on us already.
            if client.socket.write_all(&bytes).is_err() {
                break;
            }
        }
    }
    assert_eq!(
        Client::connect(&phone).ok("echo still here"),
        "still here\n"
    );
}
