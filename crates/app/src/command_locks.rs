//! Phones that a person's command uses: agents are told to wait, and the person is told where one was first.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use retap_model::verify::FailureCode;

use crate::environment::Environment;
use crate::mcp::{DeviceLocks, locks_folder};
use crate::terminal::talkln;

/// The phones that a command uses; nothing where somebody else sees to it.
#[derive(Debug, Default)]
pub(crate) struct CommandLocks(Option<Taken>);

#[derive(Debug)]
struct Taken {
    folder: PathBuf,
    device_locks: DeviceLocks,
    /// Those of which the person was warned.
    warned: Mutex<BTreeSet<String>>,
}

impl CommandLocks {
    /// Returns the locks of a person's command.
    pub(crate) fn of(environment: &Environment) -> Self {
        Self(Some(Taken {
            folder: locks_folder(environment),
            device_locks: DeviceLocks::default(),
            warned: Mutex::default(),
        }))
    }

    /// Takes a device until the command ends. Who types a command is not held up by an agent, and is told.
    pub(crate) fn take(&self, address: &str) {
        let Some(taken) = &self.0 else {
            return;
        };
        let who = format!("retap, process {}", std::process::id());
        let busy = match taken.device_locks.take(&taken.folder, address, &who) {
            Err(busy) if busy.code == FailureCode::DeviceBusy => busy,
            // Where nothing can be noted, nobody noted anything either.
            Err(_) | Ok(()) => return,
        };
        let mut warned = taken.warned.lock().unwrap_or_else(PoisonError::into_inner);
        if warned.insert(address.to_owned()) {
            talkln!(
                "warning: {}; this command goes on all the same",
                busy.message
            );
        }
    }
}
