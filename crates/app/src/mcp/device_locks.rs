//! Devices that exist once, each held by one client at a time: of this server, or of another one of the
//! same person. What is made for a client alone, a simulated phone or a page, needs no holding.

use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::io::{Read as _, Write as _};
use std::path::PathBuf;

use retap_drivers::plain_file;
use retap_model::verify::FailureCode;

use crate::environment::Environment;
use crate::mcp::Refusal;
use crate::run_folder::safe_name;
use crate::shared::Shared;
use crate::terminal::talkln;

/// How much of a holder's name is read.
const LONGEST_NAME: u64 = 200;

/// The devices one client or command holds. They are let go when it is dropped, or the process ends.
#[derive(Debug)]
pub(crate) struct DeviceLocks {
    /// Where the devices that are in use are noted; each person has a folder.
    folder: PathBuf,
    /// By address; no file where a command goes on without its device being held.
    held: Shared<BTreeMap<String, Option<File>>>,
}

impl DeviceLocks {
    /// Returns no locks yet.
    pub(crate) fn of(environment: &Environment) -> Self {
        let home = environment.home.clone();
        let place = home.unwrap_or_else(std::env::temp_dir);
        Self {
            folder: place.join(".retap").join("in-use"),
            held: Shared::default(),
        }
    }

    /// Takes a device, or says who has it.
    pub(crate) fn take(&self, address: &str, who: &str) -> Result<(), Refusal> {
        let mut held = self.held.lock();
        if held.contains_key(address) {
            return Ok(());
        }
        let path = self.folder.join(format!("{}.lock", safe_name(address)));
        let cannot = |error: std::io::Error| {
            let path = path.display();
            let message = format!("`{address}` cannot be held by `{path}`: {error}");
            Refusal::new(FailureCode::DeviceError, message)
        };
        fs::create_dir_all(&self.folder).map_err(cannot)?;
        let mut file = plain_file::open_or_create(&path).map_err(cannot)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(busy(address, file)),
            Err(TryLockError::Error(error)) => return Err(cannot(error)),
        }
        file.set_len(0).map_err(cannot)?;
        write!(file, "{who}").map_err(cannot)?;
        held.insert(address.to_owned(), Some(file));
        Ok(())
    }

    /// Takes a device for a person's command. Who types one is not held up by an agent, and is told once.
    pub(crate) fn take_for_person(&self, address: &str) {
        let who = format!("retap, process {}", std::process::id());
        // Where nothing can be noted, nobody noted anything either.
        if let Err(Refusal { code, message }) = self.take(address, &who)
            && code == FailureCode::DeviceBusy
        {
            self.held.lock().insert(address.to_owned(), None);
            talkln!("warning: {message}; this command goes on all the same");
        }
    }
}

fn busy(address: &str, file: File) -> Refusal {
    let mut who = String::new();
    // Whoever device_locks it is written there; a name that cannot be read is only a name.
    let _ = file.take(LONGEST_NAME).read_to_string(&mut who);
    let who = match who.trim() {
        "" => "another client".to_owned(),
        who => format!("another client ({who})"),
    };
    let message = format!(
        "`{address}` is in use by {who}; it is free once that client leaves. Name another `device`, \
         or try again then"
    );
    Refusal::new(FailureCode::DeviceBusy, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_is_held_by_one_client_until_it_goes() {
        let folder =
            std::env::temp_dir().join(format!("retap-device_locks-{}", std::process::id()));
        let nobody = || DeviceLocks {
            folder: folder.clone(),
            held: Shared::default(),
        };
        let (first, second) = (nobody(), nobody());
        let take = |locks: &DeviceLocks, who: &str| locks.take("android:x:1", who);
        take(&first, "ada").unwrap();
        take(&first, "ada").unwrap();
        let refused = take(&second, "ben").unwrap_err();
        assert_eq!(refused.code, FailureCode::DeviceBusy);
        assert!(refused.message.contains("(ada)"), "{}", refused.message);
        drop(first);
        take(&second, "ben").unwrap();
        fs::remove_dir_all(folder).unwrap();
    }
}
