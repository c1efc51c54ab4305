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

impl Radios {
    /// Brings a radio to a state; airplane mode takes the others with it.
    pub(crate) fn set(&mut self, mode: NetworkMode) {
        match mode {
            NetworkMode::AirplaneOn | NetworkMode::AirplaneOff => {
                self.airplane = mode == NetworkMode::AirplaneOn;
                self.wifi = !self.airplane;
                self.cellular = !self.airplane;
            }
            NetworkMode::WifiOn | NetworkMode::WifiOff => self.wifi = mode == NetworkMode::WifiOn,
            NetworkMode::CellularOn | NetworkMode::CellularOff => {
                self.cellular = mode == NetworkMode::CellularOn;
            }
        }
    }

    /// Returns whether the radio that `mode` names is in that state.
    pub(crate) const fn is_in(&self, mode: NetworkMode) -> bool {
        match mode {
            NetworkMode::AirplaneOn => self.airplane,
            NetworkMode::AirplaneOff => !self.airplane,
            NetworkMode::WifiOn => self.wifi,
            NetworkMode::WifiOff => !self.wifi,
            NetworkMode::CellularOn => self.cellular,
            NetworkMode::CellularOff => !self.cellular,
        }
    }

    /// Returns `on` or `off` for the value an app calls `name`.
    pub(crate) fn value(&self, name: &str) -> Option<&'static str> {
        let is_on = match name {
            "net.airplane" => self.airplane,
            "net.wifi" => self.wifi,
            "net.cellular" => self.cellular,
            _ => return None,
        };
        Some(if is_on { "on" } else { "off" })
    }

    /// Sets the radio an app calls `name`; returns whether there is one.
    pub(crate) fn set_value(&mut self, name: &str, value: &str) -> bool {
        let is_on = value == "on";
        let mode = match name {
            "net.airplane" if is_on => NetworkMode::AirplaneOn,
            "net.airplane" => NetworkMode::AirplaneOff,
            "net.wifi" if is_on => NetworkMode::WifiOn,
            "net.wifi" => NetworkMode::WifiOff,
            "net.cellular" if is_on => NetworkMode::CellularOn,
            "net.cellular" => NetworkMode::CellularOff,
            _ => return false,
        };
        self.set(mode);
        true
    }
}
