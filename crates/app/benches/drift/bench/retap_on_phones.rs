//! The chore by retap on the simulated phone. Its judge is a list of the application in which every control writes what
//! it really did.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use retap_model::device::{Action, Clock, Deadline, Device};
use retap_model::program::Program;
use retap_model::screen::{Element, Screen};
use retap_sim::{SimAddress, SimDevice};

use super::application::{Accepted, Application};
use super::catalogue::Change;
use super::judge::{Finding, Said, judge};
use super::lesson::{Skill, replay};

/// The id of the rows that say what was done.
const LEDGER_ROW: &str = "ledger_row";

/// The chore as it was learned.
pub(crate) struct RetapOnPhones {
    application: Arc<Application>,
    program: Program,
}

impl RetapOnPhones {
    /// Learns the chore; `log` is for the events.
    pub(crate) fn learn(application: Arc<Application>, log: &Path) -> Result<Self, String> {
        let name = &application.manifest.chore.skill;
        let skill = Skill {
            name,
            source: application.text_of(name),
        };
        let mut device = open(&application, &Change::none())?;
        let clock: Arc<dyn Clock> = Arc::new(device.clock());
        let program = skill.learn(&mut device, &clock, log)?;
        let accepted = ledger(&application, &mut device);
        let done = &application.manifest.chore.done;
        if accepted != *done {
            return Err(format!("the lesson did {accepted:?} instead of {done:?}"));
        }
        Ok(Self {
            application,
            program,
        })
    }

    /// Replays the chore under a change.
    pub(crate) fn replay(&self, change: &Change, log: &Path) -> (Said, Finding) {
        let mut device = open(&self.application, change)
            .unwrap_or_else(|error| panic!("{}/{}: {error}", self.application.name, change.name));
        let clock: Arc<dyn Clock> = Arc::new(device.clock());
        let said = replay(&self.program, &mut device, &clock, log);
        let accepted = ledger(&self.application, &mut device);
        let finding = judge(
            &self.application,
            change,
            &said,
            &accepted,
            Some(&Vec::new()),
        );
        (said, finding)
    }
}

/// Opens a phone with the application as a change makes it.
fn open(application: &Application, change: &Change) -> Result<SimDevice, String> {
    let file = application.manifest.phone.as_deref().expect("a phone");
    let words = &application.manifest.chore.words;
    let mut text = application.text_of(file);
    for (_, from, to) in &change.patch {
        let (from, to) = (put_in(from, words), put_in(to, words));
        assert!(text.contains(&from), "{file} does not contain `{from}`");
        text = text.replacen(&from, &to, 1);
    }
    let mut options = vec![change.phone.clone()];
    if !change.drift.is_empty() {
        text += &format!("\ndrift:\n  changed: {}\n", put_in(&change.drift, words));
        options.push("drift=changed".to_owned());
    }
    options.retain(|option| !option.is_empty());
    let address = format!("{file}?{}", options.join("&"));
    let setup = SimAddress::parse_reading(&address, &|_| Ok(text.clone()));
    let setup = setup.map_err(|error| error.to_string())?;
    SimDevice::new(&format!("sim:{address}"), setup).map_err(|error| error.to_string())
}

/// Returns a text with `$name` replaced by the words of that name, longer names first.
fn put_in(text: &str, words: &BTreeMap<String, String>) -> String {
    let mut names: Vec<&String> = words.keys().collect();
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    let mut text = text.to_owned();
    for name in names {
        text = text.replace(&format!("${name}"), &words[name]);
    }
    text
}

/// Returns what the application says was done; a phone that cannot be read any more says nothing.
fn ledger(application: &Application, device: &mut SimDevice) -> Vec<Accepted> {
    let package = &application.manifest.chore.words["package"];
    let clock = device.clock();
    let deadline = Deadline::after(clock.now(), Duration::from_secs(60));
    let open = Action::OpenUrl(format!("app://{package}/ledger"));
    if device.perform(&open, deadline).is_err() {
        return Vec::new();
    }
    let Ok(screen) = device.read_screen(deadline) else {
        return Vec::new();
    };
    let rows = screen.elements.iter();
    let rows = rows.filter(|row| row.id.ends_with(LEDGER_ROW));
    rows.map(|row| Accepted(text_in(&screen, row), BTreeMap::new()))
        .collect()
}

fn text_in(screen: &Screen, row: &Element) -> String {
    let inside = |it: &&Element| row.bounds.contains(it.bounds.center()) && !it.text.is_empty();
    let text = screen.elements.iter().find(inside);
    text.map(|element| element.text.clone()).unwrap_or_default()
}
