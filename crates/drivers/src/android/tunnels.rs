//! Ports of this machine that lead to a device, and ports of a device that lead here.

use retap_model::device::Deadline;

use super::{AdbError, AdbServer};

/// Where a connection goes in and where it comes out, as adb names places: `tcp:8080`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tunnel {
    /// Where it listens.
    pub from: String,
    /// Where it leads.
    pub to: String,
}

impl AdbServer {
    /// Lets `local` on this machine lead to `remote` on the device. For `tcp:0` a free port is
    /// chosen and returned.
    pub fn forward(
        &self,
        serial: &str,
        local: &str,
        remote: &str,
        deadline: Deadline,
    ) -> Result<Option<u16>, AdbError> {
        let request = format!("host-serial:{serial}:forward:{local};{remote}");
        let mut wire = self.connect(&format!("forward {local} to {remote}"), deadline)?;
        wire.request(&request)?;
        // The first `OKAY` is for the request, the second for what became of it.
        wire.read_okay()?;
        Ok(wire.read_block_or_end()?.and_then(|port| port.parse().ok()))
    }

    /// Takes back what [`Self::forward`] did.
    pub fn stop_forward(
        &self,
        serial: &str,
        local: &str,
        deadline: Deadline,
    ) -> Result<(), AdbError> {
        let request = format!("host-serial:{serial}:killforward:{local}");
        let mut wire = self.connect(&format!("stop forwarding {local}"), deadline)?;
        wire.request(&request)?;
        wire.read_okay()
    }

    /// Returns the ports of this machine that lead to the device.
    pub fn forwards(&self, serial: &str, deadline: Deadline) -> Result<Vec<Tunnel>, AdbError> {
        let answer = self.query("host:list-forward", deadline)?;
        Ok(parse_tunnels(&answer, Some(serial)))
    }

    /// Lets `remote` on the device lead to `local` on this machine. For `tcp:0` a free port is
    /// chosen and returned.
    pub fn reverse(
        &self,
        serial: &str,
        remote: &str,
        local: &str,
        deadline: Deadline,
    ) -> Result<Option<u16>, AdbError> {
        let service = format!("reverse:forward:{remote};{local}");
        let asked = format!("lead {remote} of the device to {local}");
        let mut wire = self.open_service(serial, &service, &asked, deadline)?;
        wire.read_okay()?;
        Ok(wire.read_block_or_end()?.and_then(|port| port.parse().ok()))
    }

    /// Takes back what [`Self::reverse`] did.
    pub fn stop_reverse(
        &self,
        serial: &str,
        remote: &str,
        deadline: Deadline,
    ) -> Result<(), AdbError> {
        let service = format!("reverse:killforward:{remote}");
        let asked = format!("stop {remote} of the device");
        self.open_service(serial, &service, &asked, deadline)?
            .read_okay()
    }

    /// Returns the ports of the device that lead to this machine.
    pub fn reverses(&self, serial: &str, deadline: Deadline) -> Result<Vec<Tunnel>, AdbError> {
        let service = "reverse:list-forward";
        let mut wire = self.open_service(serial, service, "list reversed ports", deadline)?;
        Ok(parse_tunnels(&wire.read_block()?, None))
    }
}

/// Reads lines of `SERIAL FROM TO`; a device's own list has another word for itself.
fn parse_tunnels(text: &str, serial: Option<&str>) -> Vec<Tunnel> {
    text.lines()
        .filter_map(|line| {
            let mut words = line.split_whitespace();
            let (owner, from, to) = (words.next()?, words.next()?, words.next()?);
            serial.is_none_or(|serial| serial == owner).then(|| Tunnel {
                from: from.to_owned(),
                to: to.to_owned(),
            })
        })
        .collect()
}
