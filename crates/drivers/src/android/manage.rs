//! What only an Android device can be asked for: installing, permissions, its power and keyboard.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

use retap_model::device::{Deadline, DeviceError};

use super::apps::{self, Activity, parse_resumed};
use super::device::{AndroidDevice, refused};
use super::{AdbServer, input, keys};

/// How many apps were installed, so that two at once have files of their own.
static INSTALLED: AtomicU32 = AtomicU32::new(0);

/// Whether a person would see anything on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PowerState {
    /// Whether the screen is on.
    pub is_awake: bool,
    /// Whether the lock screen is in front.
    pub is_locked: bool,
}

impl AndroidDevice {
    /// Returns the server, for files and tunnels.
    pub fn server(&self) -> &AdbServer {
        &self.server
    }

    /// Installs an app from its APK, over an older version of it if there is one, and returns what the
    /// device said.
    pub fn install_apk(
        &self,
        apk: &mut dyn Read,
        deadline: Deadline,
    ) -> Result<String, DeviceError> {
        let number = INSTALLED.fetch_add(1, Ordering::Relaxed);
        let path = format!("/data/local/tmp/retap-{}-{number}.apk", std::process::id());
        self.server
            .push(&self.serial, apk, &path, deadline)
            .map_err(|error| error.of_device(&self.info.address))?;
        let output = self.must_run(&apps::install(&path), "install the app", deadline)?;
        Ok(output.said())
    }

    pub(super) fn install_file(
        &self,
        package: &Path,
        deadline: Deadline,
    ) -> Result<String, DeviceError> {
        let mut file = File::open(package)
            .map_err(|error| refused(&format!("open {}", package.display()), error.to_string()))?;
        self.install_apk(&mut file, deadline)
    }

    /// Removes an app.
    pub fn uninstall(&self, package: &str, deadline: Deadline) -> Result<(), DeviceError> {
        let asked = format!("uninstall {package}");
        self.send(&apps::uninstall(package), &asked, deadline)
    }

    /// Gives an app a permission, such as `android.permission.CAMERA`.
    pub fn grant(
        &self,
        package: &str,
        permission: &str,
        deadline: Deadline,
    ) -> Result<(), DeviceError> {
        let asked = format!("grant {permission} to {package}");
        self.send(&apps::grant(package, permission), &asked, deadline)
    }

    /// Presses a key by Android's own code; see [`key_code`](super::key_code).
    pub fn press_code(&self, code: u16, deadline: Deadline) -> Result<(), DeviceError> {
        self.send(
            &input::press(&[code]),
            &format!("press key {code}"),
            deadline,
        )
    }

    /// Returns the activity in front.
    pub fn current_activity(&self, deadline: Deadline) -> Result<Option<Activity>, DeviceError> {
        let output = self.run(apps::RESUMED, "ask what is in front", deadline)?;
        Ok(parse_resumed(&output.text()))
    }

    /// Returns the process of an app, to choose its lines of the log; nothing when it is not running.
    pub fn pid_of(&self, package: &str, deadline: Deadline) -> Result<Option<u32>, DeviceError> {
        let command = format!("pidof {}", super::shell::quote(package));
        let output = self.run(&command, &format!("find {package}"), deadline)?;
        Ok(output
            .text()
            .split_whitespace()
            .next()
            .and_then(|pid| pid.parse().ok()))
    }

    /// Returns whether the screen is on and unlocked.
    pub fn power_state(&self, deadline: Deadline) -> Result<PowerState, DeviceError> {
        let command = "dumpsys power | grep mWakefulness=; \
            dumpsys window | grep -E 'mDreamingLockscreen|mShowingLockscreen|KeyguardShowing'";
        let output = self.run(command, "ask for the lock screen", deadline)?;
        Ok(parse_power(&output.text()))
    }

    /// Turns the screen on, and away the lock screen where it needs no secret.
    pub fn wake(&self, deadline: Deadline) -> Result<(), DeviceError> {
        let command = format!("{} && wm dismiss-keyguard", input::press(&[keys::WAKE_UP]));
        self.send(&command, "wake the device", deadline)
    }
}

fn parse_power(text: &str) -> PowerState {
    let signs = [
        "mDreamingLockscreen=true",
        "mShowingLockscreen=true",
        "KeyguardShowing=true",
    ];
    PowerState {
        is_awake: text.contains("mWakefulness=Awake"),
        is_locked: signs.iter().any(|sign| text.contains(sign)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lock_screen_is_told_by_any_of_its_names() {
        let state = |text| {
            let state = parse_power(text);
            (state.is_awake, state.is_locked)
        };
        assert_eq!(
            state("  mWakefulness=Awake\n  mDreamingLockscreen=false"),
            (true, false)
        );
        assert_eq!(
            state("  mWakefulness=Dozing\n  isKeyguardShowing=true"),
            (false, true)
        );
        assert_eq!(state(""), (false, false));
    }
}
