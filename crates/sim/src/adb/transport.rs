//! One connection: the greeting, and the packets of all its streams.

use std::collections::BTreeMap;
use std::io;
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Mutex};

use crate::lock;

use super::packet::{Command, MAX_PAYLOAD, Packet, VERSION};
use super::phone::AdbPhone;
use super::serve::AdbError;
use super::service;
use super::stream::Stream;

/// More streams than this at once are refused; adb itself has a few.
const MOST_STREAMS: usize = 64;

/// The stack of a service; scripts run in scripts, and patterns in patterns.
const STACK: usize = 8 * 1024 * 1024;

/// The sending half of a connection, which all its streams share.
pub(super) struct Wire {
    socket: Mutex<TcpStream>,
    max_payload: usize,
}

impl Wire {
    /// Sends a packet as a whole.
    pub(super) fn send(&self, packet: &Packet) -> io::Result<()> {
        let mut socket = lock(&self.socket);
        packet.write(&mut *socket)
    }

    /// Returns how long a payload can be.
    pub(super) const fn max_payload(&self) -> usize {
        self.max_payload
    }
}

/// Talks to one adb server until it leaves or breaks the protocol.
pub(super) fn run(mut socket: TcpStream, phone: &Arc<AdbPhone>) -> Result<(), AdbError> {
    socket.set_nodelay(true)?;
    let Some(wire) = greet(&mut socket, phone)? else {
        return Ok(());
    };
    let wire = Arc::new(wire);
    let mut streams = Streams {
        wire,
        phone: Arc::clone(phone),
        open: Arc::default(),
        last_id: 0,
    };
    let ended = streams.take_packets(&mut socket);
    for stream in lock(&streams.open).values() {
        stream.hang_up();
    }
    // The other side may be gone already, and that is all this is to bring about.
    let _ = socket.shutdown(Shutdown::Both);
    ended
}

/// Waits for their greeting and answers it; `None` when they leave without one.
fn greet(socket: &mut TcpStream, phone: &AdbPhone) -> Result<Option<Wire>, AdbError> {
    let Some(hello) = Packet::read(socket)? else {
        return Ok(None);
    };
    if hello.command != Command::CONNECT {
        let fault = "the first packet is no `CNXN`".to_owned();
        return Err(AdbError::Protocol(fault));
    }
    let wire = Wire {
        socket: Mutex::new(socket.try_clone()?),
        max_payload: hello.arg1.clamp(1, MAX_PAYLOAD) as usize,
    };
    let answer = Packet {
        payload: phone.banner().into_bytes(),
        ..Packet::empty(Command::CONNECT, VERSION, MAX_PAYLOAD)
    };
    answer.write(socket)?;
    Ok(Some(wire))
}

struct Streams {
    wire: Arc<Wire>,
    phone: Arc<AdbPhone>,
    /// By our numbers; services take themselves out when they end.
    open: Arc<Mutex<BTreeMap<u32, Stream>>>,
    last_id: u32,
}

impl Streams {
    fn take_packets(&mut self, socket: &mut TcpStream) -> Result<(), AdbError> {
        while let Some(packet) = Packet::read(socket)? {
            self.take(packet)?;
        }
        Ok(())
    }

    fn take(&mut self, packet: Packet) -> Result<(), AdbError> {
        match packet.command {
            Command::OPEN => self.open(&packet)?,
            Command::OKAY => {
                if let Some(stream) = self.find(packet.arg1) {
                    stream.acknowledged();
                }
            }
            Command::WRITE => match self.find(packet.arg1) {
                Some(stream) => stream.deliver(packet.payload)?,
                // The stream ended while this was on its way.
                None => self.refuse(packet.arg0)?,
            },
            Command::CLOSE => {
                if let Some(stream) = self.find(packet.arg1) {
                    stream.closed_by_peer()?;
                }
            }
            // Authentication, which we never ask for, and what is newer than we are.
            _ => {}
        }
        Ok(())
    }

    fn open(&mut self, packet: &Packet) -> Result<(), AdbError> {
        let name = packet.payload.split(|byte| *byte == 0).next();
        let name = String::from_utf8_lossy(name.unwrap_or_default()).into_owned();
        let is_full = lock(&self.open).len() >= MOST_STREAMS;
        let Some(service) = service::find(&name).filter(|_| !is_full && packet.arg0 != 0) else {
            self.refuse(packet.arg0)?;
            return Ok(());
        };
        self.last_id += 1;
        let id = self.last_id;
        let stream = Stream::new(id, packet.arg0, Arc::clone(&self.wire));
        lock(&self.open).insert(id, stream.clone());
        stream.accept()?;
        let (phone, open) = (Arc::clone(&self.phone), Arc::clone(&self.open));
        let serve = move || {
            service::run(service, &stream, &phone);
            stream.close();
            lock(&open).remove(&id);
        };
        let builder = std::thread::Builder::new().stack_size(STACK);
        builder.spawn(serve)?;
        Ok(())
    }

    fn refuse(&self, peer: u32) -> io::Result<()> {
        self.wire.send(&Packet::empty(Command::CLOSE, 0, peer))
    }

    fn find(&self, id: u32) -> Option<Stream> {
        lock(&self.open).get(&id).cloned()
    }
}
