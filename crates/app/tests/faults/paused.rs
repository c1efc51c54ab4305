//! Devices and browsers that stand still for a while, or for good.

use std::collections::BTreeSet;
use std::fs;
use std::process::Child;
use std::time::Duration;

use crate::link::Phone;
use crate::project::Project;
use crate::row::{End, Outcome, Row, SKILLS, let_part_pass, let_pass, signal, start};
use crate::seeded_random::SeededRandom;
use crate::site::{Answer, Site};

/// How long something stands still that goes on.
const PAUSE: Duration = Duration::from_millis(700);

/// In which part of a run it begins.
const RUN: Duration = Duration::from_millis(1200);

pub(crate) fn rows(rounds: usize, random: &mut SeededRandom) -> Vec<Row> {
    let mut rows = phone(rounds, random);
    rows.extend(browser(rounds, random));
    rows
}

fn phone(rounds: usize, random: &mut SeededRandom) -> Vec<Row> {
    let Some(phone) = Phone::start() else {
        return vec![Row::not_tried(
            "the phone is paused",
            "adb is not installed",
        )];
    };
    let device = BTreeSet::from([phone.served.child.id()]);
    let mut awhile = Row::new(
        "the phone is paused for a while",
        "the wrong skill never passes",
    );
    let mut for_good = Row::new(
        "the phone stops for good",
        "the wrong skill never passes, in time",
    );
    for round in 0..rounds {
        let skill = SKILLS[round % 2];
        let run = start(&mut phone.test(skill));
        let_part_pass(RUN, random);
        signal("STOP", &device);
        if round % 4 < 2 {
            let_pass(PAUSE);
            signal("CONT", &device);
            awhile.add_skill(skill, &End::of_child(run));
        } else {
            let end = End::of_child(run);
            signal("CONT", &device);
            for_good.add_skill(skill, &end);
        }
    }
    vec![phone.without_trouble(SKILLS.len()), awhile, for_good]
}

/// A page that answers a touch by itself, and never says what the wrong skill wants.
const PAGE: &str = "<button onclick=\"document.body.append('Done')\">Go</button>";

fn browser(rounds: usize, random: &mut SeededRandom) -> Vec<Row> {
    let site = Site::serve(|_| Answer::page(PAGE));
    let skill = |last: &str| {
        let url = &site.url;
        format!("name: x\ndevice: web:{url}\nsteps:\n  - tap: Go\n  - assert_visible: {last}\n")
    };
    let project = Project::with(&[(SKILLS[0], &skill("Done")), (SKILLS[1], &skill("Nowhere"))]);
    let first = End::of(project.command().args(["test", SKILLS[0]]));
    if first.outcome == Outcome::Code(3) {
        return vec![Row::not_tried("the browser is paused", &first.text)];
    }
    let mut calm = Row::new("browser: no trouble", "the right skill passes");
    calm.add_passed(&first);
    let mut awhile = Row::new(
        "the browser is paused for a while",
        "the wrong skill never passes",
    );
    let mut for_good = Row::new(
        "the browser stops for good",
        "the wrong skill never passes, none is left",
    );
    for round in 0..rounds {
        let skill = SKILLS[round % 2];
        let run = start(project.command().args(["test", skill, "--timeout", "4"]));
        let_part_pass(RUN, random);
        let browser = below(&run);
        signal("STOP", &browser);
        let row = if round % 4 < 2 {
            let_pass(PAUSE);
            signal("CONT", &browser);
            &mut awhile
        } else {
            &mut for_good
        };
        row.add_skill(skill, &End::of_child(run));
        let left: BTreeSet<u32> = browser.into_iter().filter(|it| is_running(*it)).collect();
        if !left.is_empty() {
            row.check(vec![format!("the browser was left behind: {left:?}")]);
            signal("KILL", &left);
        }
    }
    vec![calm, awhile, for_good]
}

/// Returns the processes that a process started, and those they started.
fn below(child: &Child) -> BTreeSet<u32> {
    let mut found = BTreeSet::from([child.id()]);
    let processes: Vec<(u32, u32)> = fs::read_dir("/proc")
        .unwrap()
        .flatten()
        .filter_map(|entry| parent(&entry))
        .collect();
    while let Some((number, _)) = processes
        .iter()
        .find(|(number, parent)| found.contains(parent) && !found.contains(number))
    {
        found.insert(*number);
    }
    found.remove(&child.id());
    found
}

/// Returns the number of a process and that of its parent.
fn parent(entry: &fs::DirEntry) -> Option<(u32, u32)> {
    let number = entry.file_name().to_str()?.parse().ok()?;
    let status = fs::read_to_string(entry.path().join("stat")).ok()?;
    let (_, rest) = status.rsplit_once(')')?;
    Some((number, rest.split_whitespace().nth(1)?.parse().ok()?))
}

/// Returns whether a process is there and not a mere entry of one that ended.
fn is_running(number: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
    let state = status
        .rsplit_once(')')
        .and_then(|(_, rest)| rest.split_whitespace().next());
    state.is_some_and(|state| state != "Z")
}
