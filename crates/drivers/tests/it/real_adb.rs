//! The client against the adb server that Debian ships; `apt-get install adb` puts it there.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use retap_drivers::SystemClock;
use retap_drivers::android::{
    AdbConfig, AdbError, AdbServer, AndroidDevice, Asked, ChoiceError, OpenError, Wanted,
};
use retap_model::device::{Clock, Deadline};

use crate::free_port::free_port;
use crate::missing_tool::skip_without;

/// A real server on a port of its own, which is stopped when the test ends.
struct RealAdb {
    program: PathBuf,
    port: u16,
    clock: Arc<dyn Clock>,
}

impl RealAdb {
    fn new() -> Option<Self> {
        let program = Path::new("/usr/bin/adb");
        if !program.exists() {
            skip_without("adb");
            return None;
        }
        Some(Self {
            program: program.to_owned(),
            port: free_port(),
            clock: Arc::new(SystemClock::new()),
        })
    }

    fn server(&self) -> AdbServer {
        let config = AdbConfig {
            port: self.port,
            program: Some(self.program.clone()),
            ..AdbConfig::default()
        };
        AdbServer::new(config, Arc::clone(&self.clock))
    }

    fn deadline(&self) -> Deadline {
        Deadline::after(self.clock.now(), Duration::from_secs(30))
    }
}

impl Drop for RealAdb {
    fn drop(&mut self) {
        let port = self.port.to_string();
        let _ = Command::new(&self.program)
            .args(["-P", &port, "kill-server"])
            .output();
    }
}

#[test]
fn a_server_that_is_not_running_is_started_and_answers() {
    let Some(adb) = RealAdb::new() else {
        return;
    };
    let server = adb.server();
    let version = server.ensure_running(adb.deadline()).unwrap();
    assert!(version >= 40, "{version}");
    assert_eq!(
        server.program_version(adb.deadline()).unwrap(),
        Some(version)
    );
    assert_eq!(server.version(adb.deadline()), Ok(version));
    // Emulators of this machine, if any, are found by every server; none goes by this name.
    let wanted = Wanted {
        serial: "no-such-phone",
        app: None,
    };
    let error = AndroidDevice::open(server.clone(), wanted, adb.deadline())
        .err()
        .unwrap();
    assert!(
        matches!(error, OpenError::Choice(ChoiceError::Unknown { .. })),
        "{error}"
    );
    let error = server
        .exec("no-such-phone", "id", Asked::new("ask", adb.deadline()))
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "could not ask: device 'no-such-phone' not found"
    );
    let error = server
        .features("no-such-phone", adb.deadline())
        .unwrap_err();
    assert!(error.to_string().contains("not found"), "{error}");
}

#[test]
fn a_device_that_does_not_come_is_waited_for_until_the_deadline() {
    let Some(adb) = RealAdb::new() else {
        return;
    };
    let server = adb.server();
    server.ensure_running(adb.deadline()).unwrap();
    let soon = Deadline::after(adb.clock.now(), Duration::from_millis(50));
    let error = server.wait_for_device("no-such-phone", soon).unwrap_err();
    assert_eq!(
        error.to_string(),
        "no answer in time: wait for `no-such-phone`"
    );
    // Nobody listens on port 1.
    let error = server.attach("127.0.0.1:1", adb.deadline()).unwrap_err();
    assert!(
        matches!(&error, AdbError::Refused { reason, .. } if reason.contains("127.0.0.1:1")),
        "{error}"
    );
}
