//! An adb client of our own: one connection, packets by hand.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use super::phone::Served;

/// How long an answer may take before a test gives up on it.
const PATIENCE: Duration = Duration::from_secs(30);

/// One packet: command, two arguments, payload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Packet(
    pub(super) String,
    pub(super) u32,
    pub(super) u32,
    pub(super) Vec<u8>,
);

/// A connection to a served phone.
pub(super) struct Client {
    pub(super) socket: TcpStream,
    next_id: u32,
    /// The phone's greeting.
    pub(super) banner: String,
}

/// The outputs of a command, and its status.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Ran {
    pub(super) out: Vec<u8>,
    pub(super) err: String,
    pub(super) status: u8,
}

impl Ran {
    /// Returns what was printed, as text.
    pub(super) fn text(&self) -> String {
        String::from_utf8_lossy(&self.out).into_owned()
    }
}

impl Client {
    /// Connects as a new adb does.
    pub(super) fn connect(phone: &Served) -> Self {
        Self::connect_as(phone, 0x0100_0001, 1024 * 1024)
    }

    /// Connects with this version of the protocol and this longest payload.
    pub(super) fn connect_as(phone: &Served, version: u32, longest: u32) -> Self {
        let socket = TcpStream::connect(phone.address).unwrap();
        socket.set_read_timeout(Some(PATIENCE)).unwrap();
        let mut client = Self {
            socket,
            next_id: 1,
            banner: String::new(),
        };
        client.send("CNXN", version, longest, b"host::features=shell_v2\0");
        let Packet(command, _, _, banner) = client.read().unwrap();
        assert_eq!(command, "CNXN");
        client.banner = String::from_utf8(banner).unwrap();
        client
    }

    /// Sends a packet with its sum, as old adbs do.
    pub(super) fn send(&mut self, command: &str, arg0: u32, arg1: u32, payload: &[u8]) {
        let word = u32::from_le_bytes(command.as_bytes().try_into().unwrap());
        let sum: u32 = payload.iter().map(|byte| u32::from(*byte)).sum();
        let length = u32::try_from(payload.len()).unwrap();
        let mut bytes = Vec::new();
        for word in [word, arg0, arg1, length, sum, !word] {
            bytes.extend(word.to_le_bytes());
        }
        bytes.extend(payload);
        self.socket.write_all(&bytes).unwrap();
    }

    /// Reads a packet; `None` when the phone has hung up.
    pub(super) fn read(&mut self) -> Option<Packet> {
        let mut head = [0; 24];
        self.socket.read_exact(&mut head).ok()?;
        let word = |at: usize| u32::from_le_bytes(head[at * 4..at * 4 + 4].try_into().unwrap());
        let mut payload = vec![0; word(3) as usize];
        self.socket.read_exact(&mut payload).ok()?;
        let command = String::from_utf8_lossy(&head[..4]).into_owned();
        Some(Packet(command, word(1), word(2), payload))
    }

    /// Opens a stream; returns our number and the phone's, or `None` when it is refused.
    pub(super) fn open(&mut self, service: &str) -> Option<(u32, u32)> {
        let ours = self.next_id;
        self.next_id += 1;
        self.send("OPEN", ours, 0, format!("{service}\0").as_bytes());
        match self.read().unwrap() {
            Packet(command, theirs, id, _) if command == "OKAY" && id == ours => {
                Some((ours, theirs))
            }
            Packet(command, 0, id, _) if command == "CLSE" && id == ours => None,
            other => panic!("{other:?}"),
        }
    }

    /// Opens a stream and reads all of it.
    pub(super) fn read_all(&mut self, service: &str) -> Option<Vec<u8>> {
        let (ours, theirs) = self.open(service)?;
        Some(self.drain(ours, theirs))
    }

    /// Reads a stream to its end.
    pub(super) fn drain(&mut self, ours: u32, theirs: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        loop {
            let Packet(command, from, to, payload) = self.read().unwrap();
            assert_eq!((from, to), (theirs, ours));
            match command.as_str() {
                "WRTE" => {
                    bytes.extend(payload);
                    self.send("OKAY", ours, theirs, &[]);
                }
                "OKAY" => {}
                "CLSE" => return bytes,
                other => panic!("{other}"),
            }
        }
    }

    /// Runs a command with this input and tells its outputs apart.
    pub(super) fn run_with(&mut self, command: &str, input: &[u8]) -> Ran {
        let (ours, theirs) = self
            .open(&format!("shell,v2,TERM=xterm,raw:{command}"))
            .unwrap();
        if !input.is_empty() {
            let length = u32::try_from(input.len()).unwrap();
            let packet = [
                &[0],
                length.to_le_bytes().as_slice(),
                input,
                &[4, 0, 0, 0, 0],
            ]
            .concat();
            self.send("WRTE", ours, theirs, &packet);
        }
        parts(&self.drain(ours, theirs))
    }

    /// Runs a command.
    pub(super) fn run(&mut self, command: &str) -> Ran {
        self.run_with(command, &[])
    }

    /// Runs a command that must succeed and print exactly this.
    pub(super) fn prints(&mut self, command: &str, expected: &str) {
        assert_eq!(self.ok(command), expected, "{command}");
    }

    /// Runs a command that must succeed and print this among other things.
    pub(super) fn mentions(&mut self, command: &str, part: &str) {
        let printed = self.ok(command);
        assert!(printed.contains(part), "{command}: {printed}");
    }

    /// Runs a command that must succeed; returns what it printed.
    pub(super) fn ok(&mut self, command: &str) -> String {
        let ran = self.run(command);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{command}");
        ran.text()
    }
}

fn parts(mut bytes: &[u8]) -> Ran {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    while let Some((head, rest)) = bytes.split_at_checked(5) {
        let length = u32::from_le_bytes(head[1..].try_into().unwrap()) as usize;
        let (payload, rest) = rest.split_at(length);
        bytes = rest;
        match head[0] {
            1 => out.extend(payload),
            2 => err.extend(payload),
            3 => {
                let err = String::from_utf8(err).unwrap();
                return Ran {
                    out,
                    err,
                    status: payload[0],
                };
            }
            other => panic!("{other}"),
        }
    }
    panic!("no status came")
}
