//! Devices that exist once, each held by one client at a time: of this server, or of another one of the
//! same person. What is made for a client alone, a simulated phone or a page, needs no holding.

use std::collections::BTreeMap;
use std::fs::{File, TryLockError};
use std::io::{Read as _, Write as _};
use std::path::PathBuf;

use retap_model::verify::FailureCode;

use crate::environment::Environment;
use crate::mcp::Refusal;
use crate::open_folder::OpenFolder;
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
        let folder = match &environment.home {
            Some(home) => home.join(".retap").join("in-use"),
            None => std::env::temp_dir().join(shared_name()),
        };
        let held = Shared::default();
        Self { folder, held }
    }

    /// Takes a device, or says who has it.
    pub(crate) fn take(&self, address: &str, who: &str) -> Result<(), Refusal> {
        let mut held = self.held.lock();
        if held.contains_key(address) {
            return Ok(());
        }
        let name = format!("{}.lock", safe_name(address));
        let path = self.folder.join(&name);
        let cannot = |error: std::io::Error| {
            let path = path.display();
            let message = format!("`{address}` cannot be held by `{path}`: {error}");
            Refusal::new(FailureCode::DeviceError, message)
        };
        let folder = OpenFolder::open_own(&self.folder).map_err(cannot)?;
        let mut file = folder.open_own_file(&name).map_err(cannot)?;
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

/// Returns the name of the folder of a person who has no home, in one that all may write to.
fn shared_name() -> String {
    format!("retap-in-use-{}", rustix::process::geteuid().as_raw())
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
    use std::fs;
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use super::*;

    /// Returns a place that is not there yet.
    fn place(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("retap-locks-{name}-{}", std::process::id()))
    }

    fn locks(folder: &std::path::Path) -> DeviceLocks {
        DeviceLocks {
            folder: folder.to_path_buf(),
            held: Shared::default(),
        }
    }

    #[test]
    fn a_device_is_held_by_one_client_until_it_goes() {
        let folder = place("held");
        let (first, second) = (locks(&folder), locks(&folder));
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

    #[test]
    fn a_name_that_is_another_file_is_never_written_to() {
        let (root, name) = (place("links"), "android-x-1.lock");
        let (folder, victim) = (root.join("in-use"), root.join("victim"));
        fs::create_dir_all(&folder).unwrap();
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o777)).unwrap();
        fs::write(&victim, "the person's own").unwrap();
        let refuse = |folder: &std::path::Path, why: &str| {
            let refused = locks(folder).take("android:x:1", "ada").unwrap_err();
            assert_eq!(refused.code, FailureCode::DeviceError);
            assert!(refused.message.contains(why), "{}", refused.message);
            assert_eq!(fs::read(&victim).unwrap(), b"the person's own");
        };
        symlink(&victim, folder.join(name)).unwrap();
        refuse(&folder, "it is a link");
        fs::remove_file(folder.join(name)).unwrap();
        fs::hard_link(&victim, folder.join(name)).unwrap();
        refuse(&folder, "no plain file with one name");
        // Nobody else makes names in it from now on.
        let mode = fs::metadata(&folder).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700);
        let link = root.join("elsewhere");
        symlink(&folder, &link).unwrap();
        refuse(&link, "cannot be held");
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn who_has_no_home_has_a_folder_that_is_another_one_for_each_user() {
        let mut environment = Environment::of_process();
        environment.home = None;
        let folder = DeviceLocks::of(&environment).folder;
        let user = rustix::process::geteuid().as_raw().to_string();
        assert!(folder.ends_with(format!("retap-in-use-{user}")));
    }
}
