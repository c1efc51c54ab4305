//! Android phones and emulators, over the adb server's own protocol.
//!
//! No `adb` process is started for a command: each one is a connection to the server's socket.
//!
//! Not here: which element is meant, and whether an act worked.

mod acts;
mod apk;
mod app_names;
mod apps;
mod choice;
mod device;
mod devices;
mod dump;
mod error;
mod input;
mod keys;
mod logs;
mod manage;
mod network;
mod open;
mod openers;
mod presence;
mod radios;
mod server;
mod shell;
mod size;
mod sync;
mod text;
mod tree;
mod wire;

pub use apk::package_of;
pub use app_names::goes_by;
pub use apps::Activity;
pub use choice::{Candidate, ChoiceError, choose, ready_devices};
pub use device::AndroidDevice;
pub use devices::{DeviceState, ListedDevice};
pub use error::AdbError;
pub use logs::{LogFilter, LogLevel, LogLine};
pub use network::{NetworkError, NetworkEvent, NetworkOutcome, network_events};
pub use open::{OpenError, Wanted};
pub use server::{AdbConfig, AdbServer, DEFAULT_PORT};
pub use shell::{ShellKind, ShellOutput};
pub use tree::{Tree, read_tree};
