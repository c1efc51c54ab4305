//! What is known of a device before anything is asked of it.

use crate::geometry::Size;

/// The family of systems a device belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Platform {
    /// The built-in phone made of data.
    Simulated,
    /// Android over adb.
    Android,
    /// iOS over WebDriver.
    Ios,
    /// A browser.
    Web,
    /// A Linux desktop.
    Desktop,
}

impl Platform {
    /// Returns the word used in files and reports.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Simulated => "simulated",
            Self::Android => "android",
            Self::Ios => "ios",
            Self::Web => "web",
            Self::Desktop => "desktop",
        }
    }
}

/// Something a device may or may not be able to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ability {
    /// Gives its elements as a tree; without it, text is read from pixels.
    Tree,
    /// Signals changes, so that waits need not poll.
    SignalsChange,
    /// Gives pictures of its screen.
    Screenshot,
    /// Takes touches.
    Touch,
    /// Has a pointer that can rest on something without touching it.
    Hover,
    /// Takes text.
    Type,
    /// Takes keys.
    Keys,
    /// Opens and stops apps.
    Apps,
    /// Says which app is in front; without one, its home screen is.
    NamesApps,
    /// Erases an app's data.
    ClearData,
    /// Installs apps from files of this machine.
    Install,
    /// Opens URLs.
    OpenUrl,
    /// Goes back.
    Back,
    /// Has a home screen.
    Home,
    /// Can be shaken.
    Shake,
    /// Switches its radios.
    Network,
    /// Gives its logs.
    Logs,
    /// Gives what sites keep on it.
    Storage,
    /// Tells which requests were made.
    Requests,
}

impl Ability {
    /// Returns the ability in words, as errors say it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Tree => "read its elements",
            Self::SignalsChange => "signal changes",
            Self::Screenshot => "take a screenshot",
            Self::Touch => "be touched",
            Self::Hover => "rest a pointer on anything",
            Self::Type => "type text",
            Self::Keys => "press keys",
            Self::Apps => "open and stop apps",
            Self::NamesApps => "say which app is in front",
            Self::ClearData => "clear an app's data",
            Self::Install => "install apps",
            Self::OpenUrl => "open a URL",
            Self::Back => "go back",
            Self::Home => "go to a home screen",
            Self::Shake => "be shaken",
            Self::Network => "switch its radios",
            Self::Logs => "give its logs",
            Self::Storage => "give what sites keep on it",
            Self::Requests => "tell which requests were made",
        }
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
