//! What is said when retap has a bug: where it is and why, and nothing that is secret.
//!
//! A panic quotes the values at hand. What masks them is kept here for the whole process, because whoever panics
//! cannot be asked any more.

use std::panic::{self, PanicHookInfo};
use std::sync::{LazyLock, Mutex, PoisonError};

use retap_model::secret::Masker;

use crate::terminal::talkln;

static HIDDEN: LazyLock<Mutex<Masker>> = LazyLock::new(Mutex::default);

/// Keeps these secrets out of what is said of a bug.
pub(crate) fn hide(secrets: Masker) {
    let mut hidden = HIDDEN.lock().unwrap_or_else(PoisonError::into_inner);
    hidden.join(secrets);
}

/// Says what is known of a bug on standard error, from now on.
pub(crate) fn tell_bugs() {
    panic::set_hook(Box::new(|bug| {
        talkln!("error: retap has a bug: {}", told(bug))
    }));
}

fn told(bug: &PanicHookInfo<'_>) -> String {
    // The thread that panics may be the one that holds the lock; then nothing may be quoted.
    match HIDDEN.try_lock() {
        Ok(hidden) => hidden.mask(&bug.to_string()).into_owned(),
        Err(_) => bug.location().map_or_else(String::new, ToString::to_string),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bug_quotes_no_secret() {
        hide(Masker::from_iter(["lantern-42"]));
        let hidden = HIDDEN.lock().unwrap();
        let said = "byte index 1 is not a char boundary of `Lantern-42é`";
        assert!(!hidden.mask(said).contains("antern"));
    }
}
