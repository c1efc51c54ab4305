//! Android phones and emulators, over the adb server's own protocol.
//!
//! No `adb` process is started for a command: each one is a connection to the server's socket.

mod devices;
mod error;
mod server;
mod shell;
mod sync;
mod tunnels;
mod wire;

pub use devices::{Candidate, ChoiceError, DeviceState, ListedDevice, choose, ready_devices};
pub use error::AdbError;
pub use server::{AdbConfig, AdbServer, DEFAULT_PORT};
pub use shell::{ShellKind, ShellOutput};
pub use sync::FileInfo;
pub use tunnels::Tunnel;
