//! A connection that sends nonsense harms nobody but itself.

use std::io::Write;

use super::client::Client;
use super::phone::Served;

/// Numbers that look random and are the same every time.
struct Noise(u64);

impl Noise {
    fn next(&mut self, below: u32) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        u32::try_from(self.0 >> 33).unwrap() % below
    }
}

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
        let mut noise = Noise(seed);
        let mut client = Client::connect(&phone);
        for _ in 0..60 {
            let command = u32::from_le_bytes(*COMMANDS[noise.next(9) as usize]);
            let payload = match noise.next(3) {
                0 => Vec::new(),
                1 => SERVICES[noise.next(8) as usize].as_bytes().to_vec(),
                _ => (0..noise.next(80)).map(|_| noise.next(256) as u8).collect(),
            };
            let length = u32::try_from(payload.len()).unwrap();
            let mut bytes = Vec::new();
            for word in [command, noise.next(6), noise.next(6), length, 0, !command] {
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
