//! Prints what was found: a table a tool and half, and what was not ideal: of tuned applications every case, of reported ones
//! how often by kind of change.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use crate::bench::application::{Application, Half};
use crate::bench::catalogue::{Change, Class};
use crate::bench::judge::{Finding, Outcome, Said};

/// One replay and what it was worth.
pub(crate) struct Line {
    pub(crate) tool: String,
    pub(crate) half: Half,
    pub(crate) application: String,
    pub(crate) change: Change,
    pub(crate) said: Said,
    pub(crate) finding: Finding,
    /// Where its events are kept.
    pub(crate) report: Option<PathBuf>,
}

impl Line {
    /// Returns the line of a replay.
    pub(crate) fn new(
        tool: &str,
        application: &Application,
        change: &Change,
        said: Said,
        finding: Finding,
    ) -> Self {
        Self {
            tool: tool.to_owned(),
            half: application.half,
            application: application.name.clone(),
            change: change.clone(),
            said,
            finding,
            report: None,
        }
    }
}

/// Prints tables of both halves, and what was not ideal by retap, or by the only tool.
pub(crate) fn print(lines: &[Line]) {
    let mut tools: Vec<&str> = lines.iter().map(|line| line.tool.as_str()).collect();
    tools.sort_unstable();
    tools.dedup();
    for half in [Half::Tuned, Half::Reported] {
        let of_half = |line: &&Line| line.half == half;
        if lines.iter().any(|line| of_half(&line)) {
            print_half(
                half,
                &tools,
                &lines.iter().filter(of_half).collect::<Vec<_>>(),
            );
        }
    }
    let told = if tools.len() == 1 { tools[0] } else { "retap" };
    let is_told = |line: &&Line| line.tool == told && !is_ideal(line);
    let (reported, tuned): (Vec<&Line>, Vec<&Line>) = lines
        .iter()
        .filter(is_told)
        .partition(|line| line.half == Half::Reported);
    print_cases(tuned);
    print_kinds(&reported);
}

/// Prints how often what went wrong in applications whose cases nobody looks at.
fn print_kinds(bad: &[&Line]) {
    let mut kinds: BTreeMap<(Outcome, &str), usize> = BTreeMap::new();
    for line in bad {
        let kind = (line.finding.outcome, line.change.name.as_str());
        *kinds.entry(kind).or_default() += 1;
    }
    if !kinds.is_empty() {
        println!("\nreported applications, by kind of change");
    }
    for ((outcome, change), count) in kinds.iter().rev() {
        println!("{count:>4} {}: {change}", outcome.as_str());
    }
}

fn print_half(half: Half, tools: &[&str], lines: &[&Line]) {
    println!("\n{} applications", half.as_str());
    print!("{:<22} {:<11} {:>7}", "tool", "class", "replays");
    Outcome::ALL
        .iter()
        .for_each(|outcome| print!(" {:>20}", outcome.as_str()));
    println!(" {:>10}", "mean stop");
    for tool in tools {
        for class in Class::ALL {
            let of_class = |line: &&&Line| line.tool == *tool && line.change.class == class;
            let lines: Vec<&&Line> = lines.iter().filter(of_class).collect();
            if !lines.is_empty() {
                print_class(tool, class, &lines);
            }
        }
    }
}

fn print_class(tool: &str, class: Class, lines: &[&&Line]) {
    print!("{tool:<22} {:<11} {:>7}", class.as_str(), lines.len());
    for outcome in Outcome::ALL {
        let count = lines
            .iter()
            .filter(|line| line.finding.outcome == outcome)
            .count();
        let share = 100.0 * count as f64 / lines.len() as f64;
        print!(" {:>20}", format!("{count} ({share:.1} %)"));
    }
    let stops: Vec<Duration> = lines
        .iter()
        .filter(|line| !line.said.passed)
        .map(|line| line.said.took)
        .collect();
    match stops.len() {
        0 => println!(),
        count => println!(
            " {:>8.1} s",
            stops.iter().sum::<Duration>().as_secs_f64() / count as f64
        ),
    }
}

/// Returns whether nobody need look at it. What should have stopped and was right all the same is worth a look.
fn is_ideal(line: &Line) -> bool {
    line.finding.outcome.is_ideal() && !(line.said.passed && line.change.class == Class::MustStop)
}

fn print_cases(mut bad: Vec<&Line>) {
    bad.sort_by_key(|line| {
        (
            std::cmp::Reverse(line.finding.outcome),
            line.change.name.clone(),
        )
    });
    for line in bad {
        println!(
            "\n{}: {}/{} ({}; {})",
            line.finding.outcome.as_str(),
            line.application,
            line.change.name,
            line.change.class.as_str(),
            line.change.says,
        );
        if !line.finding.wrong.is_empty() {
            println!("  {}", line.finding.wrong);
        }
        println!(
            "  {} after {:.1} s",
            line.said.reason,
            line.said.took.as_secs_f64()
        );
        if let Some(report) = &line.report {
            println!("  {}", report.display());
        }
    }
}
