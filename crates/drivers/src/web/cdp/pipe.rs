//! Chromium's debugging pipe: JSON messages that end with a zero byte.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{ChildStdin, ChildStdout};

use super::{ReceiveMessage, SendMessage, Wire};

/// How much is read at once; a reading of a large page is a few hundred kilobytes.
const BUFFER: usize = 256 * 1024;

/// Returns the connection over the pipes of a browser that was started with them.
pub(in crate::web) fn pipe(to_browser: ChildStdin, from_browser: ChildStdout) -> Wire {
    Wire {
        sender: Box::new(PipeSender(Some(to_browser))),
        receiver: Box::new(PipeReceiver(BufReader::with_capacity(BUFFER, from_browser))),
    }
}

struct PipeSender(Option<ChildStdin>);

impl SendMessage for PipeSender {
    fn send(&mut self, message: &str) -> io::Result<()> {
        let Some(pipe) = &mut self.0 else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        // One write, so that a short message is one system call.
        let mut bytes = Vec::with_capacity(message.len() + 1);
        bytes.extend_from_slice(message.as_bytes());
        bytes.push(0);
        pipe.write_all(&bytes)
    }

    fn close(&mut self) {
        // Chromium ends when its debugging pipe does.
        self.0 = None;
    }
}

struct PipeReceiver(BufReader<ChildStdout>);

impl ReceiveMessage for PipeReceiver {
    fn receive(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut message = Vec::new();
        self.0.read_until(0, &mut message)?;
        // A message without its end is half of one: the browser went away while it wrote.
        Ok((message.pop() == Some(0)).then_some(message))
    }
}
