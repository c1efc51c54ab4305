//! The seams between the engine and the world: devices, clocks, text readers, advisors.

mod action;
mod advisor;
mod clock;
mod error;
mod info;
mod key;
mod signal;
mod text_reader;

pub use action::{Action, Typed};
pub use advisor::{Advice, Advisor, AdvisorError, Proposal};
pub use clock::{Clock, Deadline, Moment};
pub use error::DeviceError;
pub use info::{Ability, DeviceInfo, Platform};
pub use key::{Key, Modifier, NetworkMode};
pub use signal::{
    Download, DownloadEnd, Happening, Initiator, Request, RequestEnd, RequestOutcome, Signal,
};
pub use text_reader::{TextReader, TextReaderError};

use std::path::Path;

use crate::geometry::Point;
use crate::screen::Screen;

/// A PNG file's bytes, exactly as the device gave them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Png(pub Vec<u8>);

/// The platform's own tree of the screen: a file's bytes, exactly as the device gave them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeDump {
    /// How the name of such a file ends: `xml`, `json` or `html`.
    pub extension: &'static str,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// How a wait for a change ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// The screen may look different now; read it.
    Happened,
    /// The deadline passed and nothing changed.
    None,
    /// This device cannot signal; the caller must read again after a while.
    CannotTell,
}

/// What came of a text that was sent together with the touch of its field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Landed {
    /// It was typed, as far as can be told; a reading shows what the field holds.
    Typed,
    /// The field was touched and nothing was typed.
    OnlyTouched,
}

/// Anything with a screen.
///
/// A device translates and never decides: no retry, no settling, no judging. One thread uses it
/// at a time. Every call returns by its deadline, with [`DeviceError::DeadlinePassed`] if need be.
pub trait Device: Send {
    /// Returns what is known of the device; cheap, no round trip.
    fn info(&self) -> &DeviceInfo;

    /// Returns whether the device can do something; cheap, no round trip.
    fn can(&self, ability: Ability) -> bool;

    /// Returns the version of its system as people say it, where it has one that is known; cheap, no
    /// round trip.
    fn os_version(&self) -> Option<&str> {
        None
    }

    /// Reads the screen once.
    ///
    /// A reading that is broken, empty for technical reasons, or half written is
    /// [`DeviceError::Unreadable`], never an empty screen. Guaranteed: elements are in the
    /// platform's order, each directly followed by what is inside it. Not guaranteed: that
    /// the screen is settled, or newer than the last act.
    fn read_screen(&mut self, deadline: Deadline) -> Result<Screen, DeviceError>;

    /// Returns the platform's own tree, byte for byte as the device gave it.
    ///
    /// It is evidence for people and other tools; what is decided is decided on
    /// [`Device::read_screen`].
    fn dump_tree(&mut self, _deadline: Deadline) -> Result<TreeDump, DeviceError> {
        Err(DeviceError::Unsupported {
            device: self.info().address.clone(),
            ability: Ability::Tree,
        })
    }

    /// Takes a picture of the screen.
    fn screenshot(&mut self, deadline: Deadline) -> Result<Png, DeviceError>;

    /// Sends one act. Success means it was sent, not that it had an effect.
    fn perform(&mut self, action: &Action, deadline: Deadline) -> Result<(), DeviceError>;

    /// Touches a field that was read as empty, and types into it at once where the device can make sure
    /// that the text reaches that field, still empty, or none.
    ///
    /// Success means it was sent, not that it had an effect.
    fn type_into(
        &mut self,
        field: Point,
        _text: &Typed,
        deadline: Deadline,
    ) -> Result<Landed, DeviceError> {
        self.perform(&Action::Tap(field), deadline)?;
        Ok(Landed::OnlyTouched)
    }

    /// Returns the apps that an act opens, stops or erases, or may: by every name the device knows them by.
    /// Several where it is not known which of them it will be; `None` where it cannot be told. Nothing is
    /// done.
    fn apps_of(
        &mut self,
        _action: &Action,
        _deadline: Deadline,
    ) -> Result<Option<Vec<String>>, DeviceError> {
        Ok(None)
    }

    /// Waits until the screen may differ from the last reading, or the deadline passes.
    ///
    /// A change that happened since that reading ends the wait at once.
    fn wait_for_change(&mut self, deadline: Deadline) -> Result<Change, DeviceError>;

    /// Waits until the device is there again after it was lost.
    ///
    /// Not guaranteed: that it is in the state it was left in.
    fn reconnect(&mut self, _deadline: Deadline) -> Result<(), DeviceError> {
        Err(DeviceError::Disconnected {
            device: self.info().address.clone(),
            reason: "it cannot be reached again".to_owned(),
        })
    }

    /// Returns whether the radio that `mode` names is in that state, where the device can tell.
    fn is_network_in(
        &mut self,
        _mode: NetworkMode,
        _deadline: Deadline,
    ) -> Result<bool, DeviceError> {
        Err(DeviceError::Unsupported {
            device: self.info().address.clone(),
            ability: Ability::Network,
        })
    }

    /// Installs an app from a file of this machine, over an older version of it if there is one, and
    /// returns what the device said.
    fn install(&mut self, _package: &Path, _deadline: Deadline) -> Result<String, DeviceError> {
        Err(DeviceError::Unsupported {
            device: self.info().address.clone(),
            ability: Ability::Install,
        })
    }

    /// Returns the number of the process an app runs in, where the platform has processes and tells.
    fn process_of(&mut self, _app: &str, _deadline: Deadline) -> Result<Option<u32>, DeviceError> {
        Ok(None)
    }

    /// Returns what sites keep on the device, as a file it can be opened with again. It may hold what
    /// is as good as a password.
    fn dump_storage(&mut self, _deadline: Deadline) -> Result<Vec<u8>, DeviceError> {
        Err(DeviceError::Unsupported {
            device: self.info().address.clone(),
            ability: Ability::Storage,
        })
    }

    /// Returns what happened besides what can be seen after the signal of this number, the oldest
    /// first, as far as it is remembered; cheap, no round trip. Nothing where the device cannot tell.
    fn signals_after(&mut self, _number: u64) -> Result<Vec<Signal>, DeviceError> {
        Ok(Vec::new())
    }

    /// Returns log lines written since the last call, where the platform has logs.
    fn read_logs(&mut self, _deadline: Deadline) -> Result<Vec<String>, DeviceError> {
        Err(DeviceError::Unsupported {
            device: self.info().address.clone(),
            ability: Ability::Logs,
        })
    }
}
