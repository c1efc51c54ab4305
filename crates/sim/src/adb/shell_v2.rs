//! The packets that share a stream between the input, the two outputs and the status of a command.

use std::io::{self, Read, Write};

use super::stream::Stream;

/// Whose bytes a packet carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Stdin = 0,
    Stdout = 1,
    Stderr = 2,
    Exit = 3,
    CloseStdin = 4,
}

/// The longest payload of one packet that we write.
const LONGEST: usize = 32 * 1024;

/// Writes the packets of one output.
pub(super) struct PacketWriter {
    stream: Stream,
    kind: Kind,
}

impl PacketWriter {
    /// Returns a writer whose bytes go out as packets of `kind`.
    pub(super) const fn new(stream: Stream, kind: Kind) -> Self {
        Self { stream, kind }
    }
}

impl Write for PacketWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = bytes.len().min(LONGEST);
        self.stream.write_all(&packet(self.kind, &bytes[..count]))?;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes the status a command ended with.
pub(super) fn write_exit(to: &mut impl Write, status: i32) -> io::Result<()> {
    // Only the lowest eight bits of a status are ever seen, as of any process.
    let [status, ..] = status.to_le_bytes();
    to.write_all(&packet(Kind::Exit, &[status]))
}

fn packet(kind: Kind, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap_or(u32::MAX);
    let mut bytes = vec![kind as u8];
    bytes.extend_from_slice(&length.to_le_bytes());
    bytes.extend_from_slice(payload);
    bytes
}

/// Reads the bytes of the packets that are input, up to the one that ends it.
pub(super) struct StdinReader<R> {
    from: R,
    /// How many bytes of the packet being read are left.
    left: u32,
    is_input: bool,
    is_ended: bool,
}

impl<R: Read> StdinReader<R> {
    /// Returns a reader of the input in `from`.
    pub(super) const fn new(from: R) -> Self {
        Self {
            from,
            left: 0,
            is_input: false,
            is_ended: false,
        }
    }

    /// Reads the head of the next packet; false at the end.
    fn next_packet(&mut self) -> io::Result<bool> {
        let mut head = [0; 5];
        if let Err(error) = self.from.read_exact(&mut head) {
            let is_end = error.kind() == io::ErrorKind::UnexpectedEof;
            return if is_end { Ok(false) } else { Err(error) };
        }
        let [kind, length @ ..] = head;
        self.left = u32::from_le_bytes(length);
        self.is_input = kind == Kind::Stdin as u8;
        Ok(kind != Kind::CloseStdin as u8)
    }
}

impl<R: Read> Read for StdinReader<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if bytes.is_empty() {
            return Ok(0);
        }
        while !self.is_ended {
            if self.left == 0 {
                self.is_ended = !self.next_packet()?;
                continue;
            }
            let room = bytes.len().min(self.left as usize);
            let count = self.from.read(&mut bytes[..room])?;
            self.left -= u32::try_from(count).unwrap_or(self.left);
            self.is_ended = count == 0;
            // Window sizes and the like are read over.
            if self.is_input {
                return Ok(count);
            }
        }
        Ok(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn input_is_taken_from_its_packets_and_ends_where_they_say() {
        let mut bytes = packet(Kind::Stdin, b"one ");
        bytes.extend([5, 3, 0, 0, 0, b'8', b'x', b'9']);
        bytes.extend(packet(Kind::Stdin, b""));
        bytes.extend(packet(Kind::Stdin, b"two"));
        bytes.extend(packet(Kind::CloseStdin, b""));
        bytes.extend(packet(Kind::Stdin, b"never"));
        let mut input = Vec::new();
        StdinReader::new(bytes.as_slice())
            .read_to_end(&mut input)
            .unwrap();
        assert_eq!(input, b"one two");
    }

    #[test]
    fn a_status_has_eight_bits() {
        let mut bytes = Vec::new();
        write_exit(&mut bytes, -1).unwrap();
        assert_eq!(bytes, [3, 1, 0, 0, 0, 255]);
    }
}
