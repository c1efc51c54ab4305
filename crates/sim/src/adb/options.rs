//! How a phone is served.

use std::sync::Arc;

use retap_model::device::Clock;

/// How a phone is served over adb.
#[derive(Clone)]
pub struct AdbOptions {
    /// The value of `ro.serialno`.
    pub serial: String,
    /// The value of `ro.product.model`, and `adb devices -l`.
    pub model: String,
    /// The time of the world, which the phone's clock follows and waits are waited on.
    pub world: Arc<dyn Clock>,
}

impl AdbOptions {
    /// Returns the usual options, with the time of `world`.
    pub fn new(world: Arc<dyn Clock>) -> Self {
        Self {
            serial: "RETAPSIM01".to_owned(),
            model: "retap_sim".to_owned(),
            world,
        }
    }
}
