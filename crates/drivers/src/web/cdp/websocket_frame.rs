//! Frames of RFC 6455, as a client writes and reads them.

use std::io::{self, Read};

/// The largest message that is believed; a screenshot of a large screen is a few megabytes.
pub(super) const LARGEST: u64 = 256 * 1024 * 1024;

/// What a frame is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Opcode {
    /// The next part of a message.
    Continuation,
    /// A text message, or its first part.
    Text,
    /// A message of bytes, or its first part.
    Binary,
    /// The end.
    Close,
    /// A question whether anybody is there.
    Ping,
    /// The answer to it.
    Pong,
}

impl Opcode {
    const fn number(self) -> u8 {
        match self {
            Self::Continuation => 0,
            Self::Text => 1,
            Self::Binary => 2,
            Self::Close => 8,
            Self::Ping => 9,
            Self::Pong => 10,
        }
    }

    fn from_number(number: u8) -> io::Result<Self> {
        const ALL: [Opcode; 6] = [
            Opcode::Continuation,
            Opcode::Text,
            Opcode::Binary,
            Opcode::Close,
            Opcode::Ping,
            Opcode::Pong,
        ];
        let mut all = ALL.into_iter();
        all.find(|opcode| opcode.number() == number)
            .ok_or_else(|| bad("an unknown kind of frame"))
    }
}

/// One frame.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Frame {
    pub(super) opcode: Opcode,
    pub(super) is_last: bool,
    pub(super) payload: Vec<u8>,
}

/// Returns a whole message in one frame, masked as clients must.
pub(super) fn encode(opcode: Opcode, payload: &[u8], mask: [u8; 4]) -> Vec<u8> {
    let mut frame = Vec::with_capacity(payload.len() + 14);
    frame.push(0x80 | opcode.number());
    match payload.len() {
        short @ 0..126 => frame.push(0x80 | short as u8),
        medium @ 126..=0xFFFF => {
            frame.push(0x80 | 126);
            frame.extend_from_slice(&(medium as u16).to_be_bytes());
        }
        long => {
            frame.push(0x80 | 127);
            frame.extend_from_slice(&(long as u64).to_be_bytes());
        }
    }
    frame.extend_from_slice(&mask);
    frame.extend(
        payload
            .iter()
            .zip(mask.iter().cycle())
            .map(|(byte, mask)| byte ^ mask),
    );
    frame
}

/// Reads one frame; `None` at a clean end.
pub(super) fn read(from: &mut impl Read) -> io::Result<Option<Frame>> {
    let mut head = [0; 2];
    match from.read_exact(&mut head) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        Err(error) => return Err(error),
    }
    if head[1] & 0x80 != 0 {
        return Err(bad("a masked frame from a server"));
    }
    let length = match head[1] & 0x7F {
        126 => u64::from(u16::from_be_bytes(read_bytes(from)?)),
        127 => u64::from_be_bytes(read_bytes(from)?),
        short => u64::from(short),
    };
    if length > LARGEST {
        return Err(too_long());
    }
    // Memory is taken as the bytes come: a length alone is only a claim.
    let mut payload = Vec::new();
    if from.take(length).read_to_end(&mut payload)? as u64 != length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(Some(Frame {
        opcode: Opcode::from_number(head[0] & 0x0F)?,
        is_last: head[0] & 0x80 != 0,
        payload,
    }))
}

fn read_bytes<const N: usize>(from: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    from.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// Returns the error for a message nobody sends.
pub(super) fn too_long() -> io::Error {
    bad("a message that is far too long")
}

fn bad(what: &str) -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidData,
        format!("the websocket sent {what}"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Turns a client's frame into a server's: not masked.
    fn as_server(frame: &[u8], header: usize) -> Vec<u8> {
        let mut plain = frame[..header].to_vec();
        plain[1] &= 0x7F;
        let mask = &frame[header..header + 4];
        plain.extend(
            frame[header + 4..]
                .iter()
                .zip(mask.iter().cycle())
                .map(|(b, m)| b ^ m),
        );
        plain
    }

    #[test]
    fn frames_of_every_length_are_read_back() {
        for (length, header) in [(0, 2), (125, 2), (126, 4), (65_535, 4), (65_536, 10)] {
            let payload: Vec<u8> = (0..length).map(|n| n as u8).collect();
            let frame = encode(Opcode::Text, &payload, [1, 2, 3, 4]);
            let read = read(&mut as_server(&frame, header).as_slice())
                .unwrap()
                .unwrap();
            assert_eq!(read.payload, payload);
            assert!(read.is_last);
        }
    }

    #[test]
    fn a_length_beyond_reason_is_refused_before_memory_is_taken() {
        let mut frame = vec![0x81, 127];
        frame.extend_from_slice(&u64::MAX.to_be_bytes());
        assert!(read(&mut frame.as_slice()).is_err());
        assert_eq!(read(&mut [].as_slice()).unwrap(), None);
    }
}
