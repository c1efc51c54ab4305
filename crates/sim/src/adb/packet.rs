//! The packets of adb's transport: a header of six words and a payload.

use std::io::{Read, Write};

use super::error::{AdbError, ProtocolError};

/// The newest protocol we speak; from it on, sums are neither made nor checked.
pub(super) const VERSION: u32 = 0x0100_0001;
/// The longest payload we take, which is what adb takes too.
pub(super) const MAX_PAYLOAD: u32 = 1024 * 1024;

const HEADER: usize = 24;

/// The purpose of a packet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Command {
    /// Says who is there.
    Connect,
    /// Asks for authentication; we never do.
    Auth,
    /// Opens a stream to a service.
    Open,
    /// Says that a stream is ready for more.
    Okay,
    /// Carries bytes of a stream.
    Write,
    /// Ends a stream.
    Close,
    /// Something newer, with its number.
    Other(u32),
}

impl Command {
    const fn from_word(word: u32) -> Self {
        match &word.to_le_bytes() {
            b"CNXN" => Self::Connect,
            b"AUTH" => Self::Auth,
            b"OPEN" => Self::Open,
            b"OKAY" => Self::Okay,
            b"WRTE" => Self::Write,
            b"CLSE" => Self::Close,
            _ => Self::Other(word),
        }
    }

    const fn word(self) -> u32 {
        match self {
            Self::Connect => u32::from_le_bytes(*b"CNXN"),
            Self::Auth => u32::from_le_bytes(*b"AUTH"),
            Self::Open => u32::from_le_bytes(*b"OPEN"),
            Self::Okay => u32::from_le_bytes(*b"OKAY"),
            Self::Write => u32::from_le_bytes(*b"WRTE"),
            Self::Close => u32::from_le_bytes(*b"CLSE"),
            Self::Other(word) => word,
        }
    }
}

/// One packet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Packet {
    pub(super) command: Command,
    pub(super) arg0: u32,
    pub(super) arg1: u32,
    pub(super) payload: Vec<u8>,
}

/// Whether payloads have sums.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sums {
    Checked,
    Skipped,
}

impl Sums {
    /// Returns what two sides do whose lower version is `version`.
    pub(super) const fn of_version(version: u32) -> Self {
        if version >= VERSION {
            Self::Skipped
        } else {
            Self::Checked
        }
    }
}

impl Packet {
    /// Returns a packet without a payload.
    pub(super) const fn empty(command: Command, arg0: u32, arg1: u32) -> Self {
        Self {
            command,
            arg0,
            arg1,
            payload: Vec::new(),
        }
    }

    /// Reads one packet; `None` when the other side is gone between two packets.
    pub(super) fn read(from: &mut impl Read, sums: Sums) -> Result<Option<Self>, AdbError> {
        let mut header = [0; HEADER];
        if !read_whole(from, &mut header)? {
            return Ok(None);
        }
        let word = |at: usize| {
            let bytes = [
                header[at * 4],
                header[at * 4 + 1],
                header[at * 4 + 2],
                header[at * 4 + 3],
            ];
            u32::from_le_bytes(bytes)
        };
        let (command, magic, length) = (word(0), word(5), word(3));
        if magic != !command {
            return Err(ProtocolError::Magic { command, magic }.into());
        }
        if length > MAX_PAYLOAD {
            return Err(ProtocolError::TooLong { length }.into());
        }
        let mut payload = vec![0; length as usize];
        from.read_exact(&mut payload)?;
        if sums == Sums::Checked && sum(&payload) != word(4) {
            return Err(ProtocolError::Checksum.into());
        }
        Ok(Some(Self {
            command: Command::from_word(command),
            arg0: word(1),
            arg1: word(2),
            payload,
        }))
    }

    /// Writes the packet in one piece, so that it goes out at once.
    pub(super) fn write(&self, to: &mut impl Write, sums: Sums) -> std::io::Result<()> {
        let command = self.command.word();
        let sum = match sums {
            Sums::Checked => sum(&self.payload),
            Sums::Skipped => 0,
        };
        let length = u32::try_from(self.payload.len()).unwrap_or(u32::MAX);
        let mut bytes = Vec::with_capacity(HEADER + self.payload.len());
        for word in [command, self.arg0, self.arg1, length, sum, !command] {
            bytes.extend_from_slice(&word.to_le_bytes());
        }
        bytes.extend_from_slice(&self.payload);
        to.write_all(&bytes)
    }
}

/// Fills `bytes`, or returns false when there is not even one.
fn read_whole(from: &mut impl Read, bytes: &mut [u8]) -> std::io::Result<bool> {
    let mut filled = 0;
    while filled < bytes.len() {
        match from.read(&mut bytes[filled..]) {
            Ok(0) if filled == 0 => return Ok(false),
            Ok(0) => return Err(std::io::ErrorKind::UnexpectedEof.into()),
            Ok(count) => filled += count,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(true)
}

/// Adds up all bytes; adb calls this a checksum.
fn sum(payload: &[u8]) -> u32 {
    let add = |sum: u32, byte: &u8| sum.wrapping_add(u32::from(*byte));
    payload.iter().fold(0, add)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(packet: &Packet, sums: Sums) -> Vec<u8> {
        let mut bytes = Vec::new();
        packet.write(&mut bytes, sums).unwrap();
        bytes
    }

    fn open() -> Packet {
        Packet {
            payload: b"shell:\0".to_vec(),
            ..Packet::empty(Command::Open, 7, 0)
        }
    }

    #[test]
    fn a_packet_is_laid_out_as_adb_lays_it_out() {
        let bytes = written(&open(), Sums::Checked);
        assert_eq!(&bytes[..4], b"OPEN");
        assert_eq!(bytes[4..12], [7, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(bytes[12..20], [7, 0, 0, 0, 0x52, 2, 0, 0]);
        assert_eq!(bytes[20..24], [!b'O', !b'P', !b'E', !b'N']);
        assert_eq!(&bytes[24..], b"shell:\0");
    }

    #[test]
    fn what_is_written_is_read_again() {
        for sums in [Sums::Checked, Sums::Skipped] {
            let bytes = written(&open(), sums);
            let read = Packet::read(&mut bytes.as_slice(), sums).unwrap();
            assert_eq!(read, Some(open()));
        }
        assert!(
            Packet::read(&mut [].as_slice(), Sums::Skipped)
                .unwrap()
                .is_none()
        );
    }

    #[test]
    fn what_breaks_the_protocol_is_an_error() {
        let whole = written(&open(), Sums::Checked);
        let broken = |at: usize| {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x81;
            Packet::read(&mut bytes.as_slice(), Sums::Checked)
                .unwrap_err()
                .to_string()
        };
        assert!(broken(0).contains("not its inverse"), "{}", broken(0));
        assert!(broken(15).contains("too long"), "{}", broken(15));
        assert!(broken(30).contains("sum"), "{}", broken(30));
        assert!(Packet::read(&mut &whole[..26], Sums::Checked).is_err());
    }
}
