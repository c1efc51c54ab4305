//! Takes adb servers in, one thread each, until told to stop.

use std::fmt;
use std::io;
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use retap_model::device::{Clock, Moment};

use crate::device::SimDevice;
use crate::lock;

use super::phone::AdbPhone;
use super::transport;

/// Ends [`serve`] from another thread; clones end the same one.
#[derive(Clone, Default)]
pub struct Stop {
    inner: Arc<Mutex<Stopping>>,
}

#[derive(Default)]
struct Stopping {
    is_asked: bool,
    /// The phone served at the moment, and where.
    served: Option<(SocketAddr, Arc<AdbPhone>)>,
}

impl Stop {
    /// Returns a handle that stops nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends serving: all connections are cut and no new one is taken.
    pub fn stop(&self) {
        let mut inner = lock(&self.inner);
        inner.is_asked = true;
        if let Some((address, phone)) = inner.served.take() {
            phone.links().end();
            // Wakes the thread that waits for connections; that is all it is for.
            let _ = TcpStream::connect(address);
        }
    }

    fn is_asked(&self) -> bool {
        lock(&self.inner).is_asked
    }

    fn watch(&self, address: SocketAddr, phone: &Arc<AdbPhone>) {
        let mut inner = lock(&self.inner);
        inner.served = Some((address, Arc::clone(phone)));
    }
}

/// Serves `device` to every adb server that connects to `listener`, until `stop` is used.
///
/// `world` has the time of the world, which the phone's clock follows and waits are waited on.
///
/// Blocks. Several servers can be connected at once and see the same phone. A connection that
/// breaks the protocol is closed; the others go on.
pub fn serve(
    listener: &TcpListener,
    device: SimDevice,
    world: Arc<dyn Clock>,
    stop: &Stop,
) -> Result<(), AdbError> {
    let phone = Arc::new(AdbPhone::new(device, world));
    stop.watch(listener.local_addr()?, &phone);
    std::thread::scope(|scope| {
        while !stop.is_asked() {
            let accepted = listener.accept();
            if stop.is_asked() {
                break;
            }
            let socket = match accepted {
                Ok((socket, _)) => socket,
                // One that left before it was taken in is no reason to stop.
                Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => continue,
                Err(error) => return Err(error.into()),
            };
            let phone = &phone;
            scope.spawn(move || serve_one(socket, phone));
        }
        Ok(())
    })
}

fn serve_one(socket: TcpStream, phone: &Arc<AdbPhone>) {
    let Some(number) = phone.links().add(&socket, phone.world_now()) else {
        return;
    };
    if let Err(error) = transport::run(socket, phone) {
        phone.state().log.warn("adbd", &error.to_string());
    }
    phone.links().remove(number);
}

/// The connections of a phone and whether it takes new ones.
#[derive(Default)]
pub(super) struct Links {
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    open: Vec<(u64, TcpStream)>,
    next: u64,
    /// No connection is taken before this moment, since the cable is out.
    back: Moment,
}

/// When the cable is back that is out for good.
const NEVER: Moment = Moment(Duration::MAX);

impl Links {
    /// Notes a new connection, or refuses it while the cable is out.
    pub(super) fn add(&self, socket: &TcpStream, now: Moment) -> Option<u64> {
        let mut inner = lock(&self.inner);
        if now < inner.back {
            return None;
        }
        let number = inner.next;
        inner.next += 1;
        let socket = socket.try_clone().ok()?;
        inner.open.push((number, socket));
        Some(number)
    }

    /// Forgets a connection that has ended.
    pub(super) fn remove(&self, number: u64) {
        lock(&self.inner).open.retain(|(known, _)| *known != number);
    }

    /// Takes the cable out for good.
    pub(super) fn end(&self) {
        self.cut(NEVER);
    }

    /// Returns whether the cable is out for good.
    pub(super) fn is_ended(&self) -> bool {
        lock(&self.inner).back == NEVER
    }

    /// Takes the cable out until `back`.
    pub(super) fn cut(&self, back: Moment) {
        let mut inner = lock(&self.inner);
        inner.back = back;
        for (_, socket) in inner.open.drain(..) {
            // One that is closed already is as good as cut.
            let _ = socket.shutdown(Shutdown::Both);
        }
    }
}

/// Why serving ended, or one connection did.
#[derive(Debug)]
pub enum AdbError {
    /// The socket failed.
    Socket(io::Error),
    /// The bytes that came in are not adb's protocol; the text says what breaks it.
    Protocol(String),
}

impl fmt::Display for AdbError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Socket(error) => write!(out, "the adb connection failed: {error}"),
            Self::Protocol(fault) => write!(out, "this is not adb's protocol: {fault}"),
        }
    }
}

impl std::error::Error for AdbError {}

impl From<io::Error> for AdbError {
    fn from(error: io::Error) -> Self {
        Self::Socket(error)
    }
}
