//! Phones that a person's command uses: agents are told to wait, and the person is told where one was first.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use retap_model::verify::FailureCode;

use crate::environment::Environment;
use crate::mcp::{DeviceLocks, locks_folder};
use crate::terminal::talkln;

/// The phones that a command uses; nothing where somebody else sees to it. Clones share them.
#[derive(Debug, Clone, Default)]
pub(crate) struct CommandLocks(Option<Arc<Taken>>);

#[derive(Debug)]
struct Taken {
    folder: PathBuf,
    device_locks: DeviceLocks,
    /// Those that are told about already.
    told: Mutex<BTreeSet<String>>,
}

impl CommandLocks {
    /// Returns the locks of a person's command.
    pub(crate) fn of(environment: &Environment) -> Self {
        Self(Some(Arc::new(Taken {
            folder: locks_folder(environment),
            device_locks: DeviceLocks::default(),
            told: Mutex::default(),
        })))
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
        let mut told = taken.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.insert(address.to_owned()) {
            talkln!(
                "warning: {}; this command goes on all the same",
                busy.message
            );
        }
    }
}

impl PartialEq for CommandLocks {
    /// What is configured does not differ by what is in use.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
