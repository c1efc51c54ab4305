//! Devices that come and go: waiting for one, and reaching one over the network.

use retap_model::device::{Deadline, DeviceError};

use super::device::AndroidDevice;
use super::{AdbError, AdbServer};

impl AdbServer {
    /// Waits until the device can be driven.
    pub fn wait_for_device(&self, serial: &str, deadline: Deadline) -> Result<(), AdbError> {
        let asked = format!("wait for `{serial}`");
        let mut wire = self.connect(&asked, deadline)?;
        wire.request(&format!("host-serial:{serial}:wait-for-any-device"))?;
        // The first `OKAY` is for the request, the second for the device.
        wire.read_okay()
    }

    /// Reaches the device at `HOST:PORT` over the network; from then on that is its name.
    ///
    /// One that was there before is let go first: the server calls it connected even after it was
    /// restarted, and then finds it offline.
    pub fn attach(&self, place: &str, deadline: Deadline) -> Result<(), AdbError> {
        match self.query(&format!("host:disconnect:{place}"), deadline) {
            // It was not there before.
            Ok(_) | Err(AdbError::Refused { .. }) => {}
            Err(error) => return Err(error),
        }
        let answer = self.query(&format!("host:connect:{place}"), deadline)?;
        if answer.starts_with("connected to") || answer.starts_with("already connected") {
            return Ok(());
        }
        Err(AdbError::Refused {
            asked: format!("connect to `{place}`"),
            reason: answer.trim().to_owned(),
        })
    }
}

impl AndroidDevice {
    /// Waits until the device is there again after it was lost; a server that ended is started.
    pub fn reach_again(&self, deadline: Deadline) -> Result<(), DeviceError> {
        let reach = || {
            self.server.ensure_running(deadline)?;
            let is_network = self.serial.contains(':');
            let listed = self.server.devices(deadline)?;
            // A server that was started anew has forgotten the devices of the network.
            if is_network && !listed.iter().any(|one| one.serial == self.serial) {
                self.server.attach(&self.serial, deadline)?;
            }
            self.server.wait_for_device(&self.serial, deadline)
        };
        reach().map_err(|error: AdbError| error.of_device(&self.info.address))
    }
}
