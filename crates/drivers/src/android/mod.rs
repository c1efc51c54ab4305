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
mod error;
mod input;
mod logs;
mod network;
mod open;
mod server;
mod shell;
mod tree;

pub use apk::{package_in_archive, package_of};
pub use apps::goes_by;
pub use device::AndroidDevice;
pub use devices::{ChoiceError, ListedDevice};
pub use error::{AdbError, Asked};
pub use logs::{LogFilter, LogLevel, LogLine};
pub use network::{NetworkError, NetworkEvent, network_events};
pub use open::{OpenError, Wanted};
pub use server::{AdbConfig, AdbServer};
pub use shell::{ShellKind, ShellOutput};
pub use tree::{Tree, read_tree};
