//! The requests only an Android device takes: installing, the process of an app, its keyboard.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

use retap_model::device::{Deadline, DeviceError};

use super::apps;
use super::device::{AndroidDevice, refused};

/// How many apps were installed, so that two at once have files of their own.
static INSTALLED: AtomicU32 = AtomicU32::new(0);

impl AndroidDevice {
    /// Installs an app from its APK, over an older version of it if there is one, and returns the
    /// device's answer.
    fn install_apk(&self, apk: &mut dyn Read, deadline: Deadline) -> Result<String, DeviceError> {
        let number = INSTALLED.fetch_add(1, Ordering::Relaxed);
        let path = format!("/data/local/tmp/retap-{}-{number}.apk", std::process::id());
        self.server
            .push(&self.serial, apk, &path, deadline)
            .map_err(|error| error.of_device(&self.info.address))?;
        let output = self.must_run(&apps::install(&path), "install the app", deadline)?;
        Ok(output.one_line())
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
}
