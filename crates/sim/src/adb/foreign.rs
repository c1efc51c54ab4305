//! What a client of adb may send, without a socket between: for `fuzz/` and tests.

use std::cell::Cell;
use std::io::{self, Read as _};
use std::rc::Rc;
use std::sync::Arc;

use super::packet::Packet;
use super::phone::AdbPhone;
use super::pipe::{Gathered, Source};
use super::shell::{Io, Shell};
use super::shell_v2::StdinReader;
use super::{service, sync};
use crate::clock::SimClock;
use crate::device::SimDevice;

/// After how many questions whether to go on a script is left alone.
const PATIENCE: u32 = 200;

/// A phone behind adb.
#[derive(Clone)]
pub struct Phone(Arc<AdbPhone>);

impl Phone {
    /// Returns a phone with time of its own.
    pub fn new(device: SimDevice) -> Self {
        Self(Arc::new(AdbPhone::new(device, Arc::new(SimClock::new()))))
    }

    /// Runs a script with some input until it ends or has had its time; returns its status and what it printed.
    pub fn run(&self, script: &str, input: &[u8]) -> (Option<i32>, Vec<u8>) {
        let asked = Cell::new(0);
        let is_over = move || {
            asked.set(asked.get() + 1);
            asked.get() > PATIENCE
        };
        let out = Gathered::default();
        let io = Io {
            stdin: Source::of(input.to_vec()),
            out: out.sink(),
            err: Gathered::default().sink(),
        };
        let status = Shell::new(&self.0, Rc::new(is_over)).run(script, &io);
        (status, out.take())
    }

    /// Answers requests of the service that copies files; returns the answers.
    pub fn sync(&self, requests: &[u8]) -> Vec<u8> {
        let mut answers = Vec::new();
        // It ends with an error when the requests do.
        let _: io::Result<()> = sync::run(&mut &*requests, &mut answers, &self.0);
        answers
    }
}

/// Takes bytes apart as packets, as the input of a command and as the name of a service.
pub fn take_apart(bytes: &[u8]) {
    let mut from = bytes;
    while let Ok(Some(_)) = Packet::read(&mut from) {}
    let mut input = Vec::new();
    // Input that breaks off has an end all the same.
    let _: io::Result<usize> = StdinReader::new(bytes).read_to_end(&mut input);
    service::find(&String::from_utf8_lossy(bytes));
}
