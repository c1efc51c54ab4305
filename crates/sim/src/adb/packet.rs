//! The packets of adb's transport: a header of six words and a payload.

use std::io::{Read, Write};

use super::serve::AdbError;

/// The newest protocol we speak; from it on, clients make no sums, so none is checked here.
pub(super) const VERSION: u32 = 0x0100_0001;
/// The longest payload we take, which is what adb takes too.
pub(super) const MAX_PAYLOAD: u32 = 1024 * 1024;

const HEADER: usize = 24;

/// The purpose of a packet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Command(u32);

impl Command {
    /// Says who is there.
    pub(super) const CONNECT: Self = Self::of(*b"CNXN");
    /// Opens a stream to a service.
    pub(super) const OPEN: Self = Self::of(*b"OPEN");
    /// Says that a stream is ready for more.
    pub(super) const OKAY: Self = Self::of(*b"OKAY");
    /// Carries bytes of a stream.
    pub(super) const WRITE: Self = Self::of(*b"WRTE");
    /// Ends a stream.
    pub(super) const CLOSE: Self = Self::of(*b"CLSE");

    const fn of(word: [u8; 4]) -> Self {
        Self(u32::from_le_bytes(word))
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
    pub(super) fn read(from: &mut impl Read) -> Result<Option<Self>, AdbError> {
        let mut header = [0; HEADER];
        if !read_whole(from, &mut header)? {
            return Ok(None);
        }
        let words = header.chunks_exact(4).map(word_of);
        let words: Vec<u32> = words.collect();
        let [command, arg0, arg1, length, _sum, magic] = words[..] else {
            return Ok(None);
        };
        if magic != !command {
            return Err(AdbError::Protocol(format!(
                "`{command:08x}` is followed by the magic `{magic:08x}`, which is not its inverse"
            )));
        }
        if length > MAX_PAYLOAD {
            let fault = format!("a payload of {length} bytes is too long");
            return Err(AdbError::Protocol(fault));
        }
        let mut payload = vec![0; length as usize];
        from.read_exact(&mut payload)?;
        Ok(Some(Self {
            command: Command(command),
            arg0,
            arg1,
            payload,
        }))
    }

    /// Writes the packet in one piece, so that it goes out at once, with the sum that old clients check.
    pub(super) fn write(&self, to: &mut impl Write) -> std::io::Result<()> {
        let (command, sum) = (self.command.0, sum(&self.payload));
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
    let (first, rest) = bytes.split_at_mut(1);
    if from.read(first)? == 0 {
        return Ok(false);
    }
    from.read_exact(rest)?;
    Ok(true)
}

/// Returns the little-endian word that four bytes are.
fn word_of(bytes: &[u8]) -> u32 {
    bytes
        .iter()
        .rev()
        .fold(0, |word, byte| word << 8 | u32::from(*byte))
}

/// Adds up all bytes; adb calls this a checksum.
fn sum(payload: &[u8]) -> u32 {
    let add = |sum: u32, byte: &u8| sum.wrapping_add(u32::from(*byte));
    payload.iter().fold(0, add)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(packet: &Packet) -> Vec<u8> {
        let mut bytes = Vec::new();
        packet.write(&mut bytes).unwrap();
        bytes
    }

    fn open() -> Packet {
        Packet {
            payload: b"shell:\0".to_vec(),
            ..Packet::empty(Command::OPEN, 7, 0)
        }
    }

    #[test]
    fn a_packet_is_laid_out_as_adb_lays_it_out() {
        let bytes = written(&open());
        assert_eq!(&bytes[..4], b"OPEN");
        assert_eq!(bytes[4..12], [7, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(bytes[12..20], [7, 0, 0, 0, 0x52, 2, 0, 0]);
        assert_eq!(bytes[20..24], [!b'O', !b'P', !b'E', !b'N']);
        assert_eq!(&bytes[24..], b"shell:\0");
    }

    #[test]
    fn what_is_written_is_read_again() {
        let read = Packet::read(&mut written(&open()).as_slice()).unwrap();
        assert_eq!(read, Some(open()));
        assert!(Packet::read(&mut [].as_slice()).unwrap().is_none());
    }

    #[test]
    fn what_breaks_the_protocol_is_an_error() {
        let whole = written(&open());
        let broken = |at: usize| {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x81;
            let read = Packet::read(&mut bytes.as_slice());
            read.unwrap_err().to_string()
        };
        assert!(broken(0).contains("not its inverse"), "{}", broken(0));
        assert!(broken(15).contains("too long"), "{}", broken(15));
        assert!(Packet::read(&mut &whole[..26]).is_err());
    }
}
