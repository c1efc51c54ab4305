//! The radios of the phone, which apps can show and switch.

use retap_model::device::NetworkMode;

/// Which radios are on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Radios {
    pub(crate) airplane: bool,
    pub(crate) wifi: bool,
    pub(crate) cellular: bool,
}

impl Default for Radios {
    fn default() -> Self {
        Self {
            airplane: false,
            wifi: true,
            cellular: true,
        }
    }
}

/// Returns the radio a mode is about, as apps call it, and whether the mode is that it is on.
const fn parts(mode: NetworkMode) -> (&'static str, bool) {
    match mode {
        NetworkMode::AirplaneOn => ("net.airplane", true),
        NetworkMode::AirplaneOff => ("net.airplane", false),
        NetworkMode::WifiOn => ("net.wifi", true),
        NetworkMode::WifiOff => ("net.wifi", false),
        NetworkMode::CellularOn => ("net.cellular", true),
        NetworkMode::CellularOff => ("net.cellular", false),
    }
}

impl Radios {
    /// Brings a radio to a state; airplane mode takes the others with it.
    pub(crate) fn set(&mut self, mode: NetworkMode) {
        let (name, is_on) = parts(mode);
        match name {
            "net.airplane" => {
                self.airplane = is_on;
                self.wifi = !is_on;
                self.cellular = !is_on;
            }
            "net.wifi" => self.wifi = is_on,
            _ => self.cellular = is_on,
        }
    }

    /// Returns whether the radio that `mode` names is in that state.
    pub(crate) fn is_in(&self, mode: NetworkMode) -> bool {
        let (name, is_on) = parts(mode);
        self.is_on(name) == Some(is_on)
    }

    /// Returns `on` or `off` for the value an app calls `name`.
    pub(crate) fn value(&self, name: &str) -> Option<&'static str> {
        let is_on = self.is_on(name)?;
        Some(if is_on { "on" } else { "off" })
    }

    /// Sets the radio an app calls `name`; returns whether there is one.
    pub(crate) fn set_value(&mut self, name: &str, value: &str) -> bool {
        let mut modes = NetworkMode::ALL.into_iter();
        let mode = modes.find(|mode| parts(*mode) == (name, value == "on"));
        mode.into_iter().for_each(|mode| self.set(mode));
        mode.is_some()
    }

    fn is_on(&self, name: &str) -> Option<bool> {
        match name {
            "net.airplane" => Some(self.airplane),
            "net.wifi" => Some(self.wifi),
            "net.cellular" => Some(self.cellular),
            _ => None,
        }
    }
}
