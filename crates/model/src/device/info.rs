//! What is known of a device before anything is asked of it.

use crate::geometry::Size;

crate::words! {
    /// The family of systems a device belongs to.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Platform {
        /// The built-in phone made of data.
        Simulated = "simulated",
        /// Android over adb.
        Android = "android",
        /// iOS over WebDriver.
        Ios = "ios",
        /// A browser.
        Web = "web",
        /// A Linux desktop.
        Desktop = "desktop",
    }
}

/// What is known of a device.
#[derive(Debug, Clone, PartialEq)]
pub struct DeviceInfo {
    /// The address it was opened by, such as `sim:settings`.
    pub address: String,
    /// The name people call it by.
    pub name: String,
    /// Its family.
    pub platform: Platform,
    /// The extent of its screen, in the units of touches.
    pub size: Size,
    /// How many pixels of a screenshot make one unit of touches.
    pub scale: f64,
}
