//! Android phones and emulators, over the adb server's own protocol.
//!
//! No `adb` process is started for a command: each one is a connection to the server's socket.
//!
//! Not here: which element is meant, and whether an act worked.

mod acts;
mod apk;
mod apps;
mod device;
mod devices;
mod dump;
mod error;
mod input;
mod logs;
mod names;
mod network;
mod open;
mod radios;
mod server;
mod shell;
mod text;
mod tree;
mod wire;

pub use apk::package_of;
pub use device::AndroidDevice;
pub use devices::{ChoiceError, DeviceState, ListedDevice};
pub use error::{AdbError, Asked};
pub use logs::{LogFilter, LogLevel, LogLine};
pub use names::goes_by;
pub use network::{NetworkError, NetworkEvent, network_events};
pub use open::{OpenError, Wanted};
pub use server::{AdbConfig, AdbServer};
pub use shell::{ShellKind, ShellOutput};
pub use tree::{Tree, read_tree};
