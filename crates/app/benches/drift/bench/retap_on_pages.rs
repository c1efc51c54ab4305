//! The chore by retap in a browser: learned once on the unchanged application, replayed on every change.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use retap_drivers::SystemClock;
use retap_drivers::web::{Browser, BrowserConfig, WebDevice, WebOptions};
use retap_model::device::{Action, Clock, Deadline, Device};
use retap_model::program::Program;

use super::application::Application;
use super::catalogue::Change;
use super::judge::{Finding, Said, judge};
use super::lesson::{Skill, replay};
use super::serving::Service;
use super::site::{ADDRESS, Site};

/// A browser, the server, and the chore as it was learned.
pub(crate) struct RetapOnPages {
    browser: Browser,
    clock: Arc<dyn Clock>,
    site: Site,
    application: Arc<Application>,
    program: Program,
}

impl RetapOnPages {
    /// Learns the chore; `root` is the folder `benches/drift`, `scratch` is for the browser, `log` for the events.
    pub(crate) fn learn(
        root: &Path,
        application: Arc<Application>,
        scratch: &Path,
        log: &Path,
    ) -> Result<Self, String> {
        let clock: Arc<dyn Clock> = Arc::new(SystemClock::new());
        let config = BrowserConfig {
            scratch: scratch.to_owned(),
            ..BrowserConfig::default()
        };
        let browser = Browser::launch(&config, Arc::clone(&clock)).map_err(|it| it.to_string())?;
        let site = Site::serve(root, Arc::clone(&application));
        let name = &application.manifest.chore.skill;
        let skill = Skill {
            name,
            source: application.text_of(name).replace(ADDRESS, &site.url),
        };
        let mut device = open(&browser, &clock);
        let program = skill.learn(&mut device, &clock, log)?;
        let learned = Self {
            browser,
            clock,
            site,
            application,
            program,
        };
        learned.check_lesson(&mut device)?;
        Ok(learned)
    }

    /// Checks that the lesson did the work: a chore that was learned wrong says nothing about replays.
    fn check_lesson(&self, device: &mut WebDevice) -> Result<(), String> {
        let said = Said::passed();
        match self.judge(&Change::none(), &said, device) {
            finding if finding.outcome.is_ideal() && finding.wrong.is_empty() => Ok(()),
            finding => Err(format!("the lesson was wrong: {}", finding.wrong)),
        }
    }

    /// Replays the chore under a change.
    pub(crate) fn replay(&self, change: &Change, log: &Path) -> (Said, Finding) {
        self.site.load(change, Service::Quiet);
        let mut device = open(&self.browser, &self.clock);
        let said = replay(&self.program, &mut device, &self.clock, log);
        let finding = self.judge(change, &said, &mut device);
        (said, finding)
    }

    fn judge(&self, change: &Change, said: &Said, device: &mut WebDevice) -> Finding {
        let accepted = self.site.accepted();
        let deadline = Deadline::after(self.clock.now(), Duration::from_secs(5));
        // A page that cannot be left any more does not tell; that is said below.
        let _ = device.perform(&Action::OpenUrl(self.site.end()), deadline);
        let touches = self.site.touches();
        judge(&self.application, change, said, &accepted, touches.as_ref())
    }
}

fn open(browser: &Browser, clock: &Arc<dyn Clock>) -> WebDevice {
    let deadline = Deadline::after(clock.now(), Duration::from_secs(20));
    WebDevice::open(browser, WebOptions::new(""), deadline).unwrap()
}
