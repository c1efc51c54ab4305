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

crate::words! {
    /// Something a device may or may not be able to do.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Ability {
        /// Gives its elements as a tree; without it, text is read from pixels.
        Tree = "read its elements",
        /// Signals changes, so that waits need not poll.
        SignalsChange = "signal changes",
        /// Gives pictures of its screen.
        Screenshot = "take a screenshot",
        /// Takes touches.
        Touch = "be touched",
        /// Has a pointer that can rest on something without touching it.
        Hover = "rest a pointer on anything",
        /// Takes text.
        Type = "type text",
        /// Has a keyboard on its screen that comes and goes, and tells whether it shows.
        ScreenKeyboard = "say whether a keyboard shows",
        /// Takes keys.
        Keys = "press keys",
        /// Opens and stops apps.
        Apps = "open and stop apps",
        /// Says which app is in front; without one, its home screen is.
        NamesApps = "say which app is in front",
        /// Erases an app's data.
        ClearData = "clear an app's data",
        /// Installs apps from files of this machine.
        Install = "install apps",
        /// Opens URLs.
        OpenUrl = "open a URL",
        /// Goes back.
        Back = "go back",
        /// Has a home screen.
        Home = "go to a home screen",
        /// Can be shaken.
        Shake = "be shaken",
        /// Switches its radios.
        Network = "switch its radios",
        /// Gives its logs.
        Logs = "give its logs",
        /// Gives what sites keep on it.
        Storage = "give what sites keep on it",
        /// Tells which requests were made.
        Requests = "tell which requests were made",
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
