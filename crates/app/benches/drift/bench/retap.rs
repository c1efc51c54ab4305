//! The chore by retap, in a browser or on the simulated phone.

use std::path::Path;
use std::sync::Arc;

use super::application::Application;
use super::catalogue::Change;
use super::judge::{Finding, Said};
use super::retap_on_pages::RetapOnPages;
use super::retap_on_phones::RetapOnPhones;

/// The chore as retap learned it.
pub(crate) enum Retap {
    Pages(Box<RetapOnPages>),
    Phones(Box<RetapOnPhones>),
}

impl Retap {
    /// Learns the chore; `root` is the folder `benches/drift`, `scratch` is for a browser, `log` for the events.
    pub(crate) fn learn(
        root: &Path,
        application: Arc<Application>,
        scratch: &Path,
        log: &Path,
    ) -> Result<Self, String> {
        match application.manifest.phone {
            Some(_) => RetapOnPhones::learn(application, log).map(|it| Self::Phones(Box::new(it))),
            None => RetapOnPages::learn(root, application, scratch, log)
                .map(|it| Self::Pages(Box::new(it))),
        }
    }

    /// Replays the chore under a change.
    pub(crate) fn replay(&self, change: &Change, log: &Path) -> (Said, Finding) {
        match self {
            Self::Pages(retap) => retap.replay(change, log),
            Self::Phones(retap) => retap.replay(change, log),
        }
    }
}
