//! Learning beside replay: the same steps, the two times, on one scale.

use std::collections::BTreeMap;

use retap_model::event::RunMode;

use crate::run::{RunSummary, Runs, Status, StepRun};
use crate::run_files::RunFiles;
use crate::text::seconds;

use super::{escape, percent};

/// More panels than this nobody reads, and for each one two runs are read again.
const MOST_PANELS: usize = 100;

/// Returns a panel for each skill that was learned and then replayed in this log.
pub(super) fn comparisons(runs: &Runs, files: &dyn RunFiles) -> String {
    let learned = runs.all().iter().enumerate();
    let replays = replays(runs);
    learned
        .filter(|(_, run)| run.header.mode == RunMode::Learning)
        .filter_map(|(index, run)| {
            let replays = replays.get(&skill_of(run))?;
            let first = replays.partition_point(|&place| place <= index);
            let replay = &runs.all()[*replays.get(first)?];
            Some((run, replay))
        })
        .take(MOST_PANELS)
        .map(|(run, replay)| panel(&files.whole(run), &files.whole(replay)))
        .collect()
}

/// Returns the places of the replays that passed, by skill.
fn replays(runs: &Runs) -> BTreeMap<[&str; 2], Vec<usize>> {
    let mut replays: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for (place, run) in runs.all().iter().enumerate() {
        if run.header.mode == RunMode::Compiled && run.status() == Status::Passed {
            replays.entry(skill_of(run)).or_default().push(place);
        }
    }
    replays
}

fn skill_of(run: &RunSummary) -> [&str; 2] {
    [&run.header.file, &run.header.skill]
}

fn panel(learned: &RunSummary, replay: &RunSummary) -> String {
    let pairs = pairs(learned, replay);
    let longest = pairs
        .iter()
        .map(|(one, two)| one.took_ms.max(two.took_ms))
        .max()
        .unwrap_or(1);
    let rows: String = pairs
        .iter()
        .map(|(learned, replay)| row(learned, replay, longest))
        .collect();
    format!(
        "<section class=\"compare\">\n<h2>Learned once, replayed <small>{}</small></h2>\n{}\
         <table>\n<thead><tr><th>Step</th><th class=\"bars\"></th><th class=\"number\">Learning</th>\
         <th class=\"number\">Replay</th></tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n</section>\n",
        escape(&learned.header.skill),
        headline(learned, replay),
    )
}

fn headline(learned: &RunSummary, replay: &RunSummary) -> String {
    let (before, after) = (learned.tally(), replay.tally());
    let figure = |name: &str, one: String, two: String| {
        format!("<div><dt>{name}</dt><dd>{one} → <b>{two}</b></dd></div>\n")
    };
    let figures = [
        figure(
            "Time",
            seconds(learned.took_ms()),
            seconds(replay.took_ms()),
        ),
        figure(
            "Screen reads",
            before.reads.to_string(),
            after.reads.to_string(),
        ),
        figure(
            "Text reads",
            before.text_reads.to_string(),
            after.text_reads.to_string(),
        ),
    ]
    .concat();
    format!(
        "<dl class=\"facts\">\n<div class=\"ratio\"><dt>Replay</dt><dd>{}</dd></div>\n{figures}</dl>\n",
        ratio(learned.took_ms(), replay.took_ms())
    )
}

/// Returns `4.2× faster`, honest in both directions.
fn ratio(learned_ms: u64, replay_ms: u64) -> String {
    let (one, two) = (learned_ms.max(1) as f64, replay_ms.max(1) as f64);
    match one >= two {
        true => format!("{:.1}× faster", one / two),
        false => format!("{:.1}× slower", two / one),
    }
}

/// Returns the steps that both runs have, in the order of learning.
fn pairs<'a>(learned: &'a RunSummary, replay: &'a RunSummary) -> Vec<(&'a StepRun, &'a StepRun)> {
    let steps = learned.steps.iter();
    steps
        .filter_map(|step| {
            let mut later = replay.steps.iter();
            let same = later.find(|other| other.is_same_place(step))?;
            Some((step, same))
        })
        .collect()
}

fn row(learned: &StepRun, replay: &StepRun, longest_ms: u64) -> String {
    let width = |ms: u64| percent(ms as f64, longest_ms as f64);
    format!(
        "<tr><td>{} {}</td><td class=\"bars\"><i class=\"learning\" style=\"width:{}\"></i>\
         <i class=\"replay\" style=\"width:{}\"></i></td><td class=\"number\">{}</td>\
         <td class=\"number\"><b>{}</b></td></tr>\n",
        learned.label(),
        escape(&learned.title()),
        width(learned.took_ms),
        width(replay.took_ms),
        seconds(learned.took_ms),
        seconds(replay.took_ms),
    )
}
