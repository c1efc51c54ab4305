//! The progress lines at the bottom of a terminal, rewritten in place.

use crate::run::{RunSummary, StepRun};
use crate::text::{clean, fit, pad};
use crate::visible::control;

use super::style::Tone;
use super::{Style, lines};

/// More lines than this scroll a small terminal, where they could not be erased again.
const MOST_LINES: usize = 8;
const BAR_WIDTH: usize = 20;
const NAME_WIDTH: usize = 24;

/// The lines drawn at the bottom of the terminal now.
#[derive(Debug, Default)]
pub(super) struct Live {
    drawn: Vec<String>,
}

impl Live {
    /// Returns what removes the drawn lines from the terminal.
    pub(super) fn erase(&mut self) -> String {
        let drawn = std::mem::take(&mut self.drawn);
        match drawn.len() {
            0 => String::new(),
            1 => [control("\r"), control("[J")].concat(),
            lines => {
                let up = control(&format!("[{}A", lines - 1));
                [control("\r"), up, control("[J")].concat()
            }
        }
    }

    /// Returns what draws one line per run; nothing when they are there already.
    pub(super) fn draw(&mut self, runs: &[&RunSummary], style: Style) -> String {
        let mut lines: Vec<String> = runs
            .iter()
            .take(MOST_LINES)
            .map(|run| progress(run, style))
            .collect();
        if runs.len() > MOST_LINES {
            lines.push(format!("… and {} more runs", runs.len() - MOST_LINES));
        }
        if lines == self.drawn {
            return String::new();
        }
        let mut text = self.erase();
        text += &lines.join("\n");
        self.drawn = lines;
        text
    }
}

fn progress(run: &RunSummary, style: Style) -> String {
    let total = run.step_count().max(1);
    let current = run.current_step().or(run.steps.last());
    let number = current.map_or(0, StepRun::number).min(total);
    let full = number.saturating_sub(1).saturating_mul(BAR_WIDTH) / total;
    let full = full.min(BAR_WIDTH);
    let bar = format!("{}{}", "█".repeat(full), "░".repeat(BAR_WIDTH - full));
    let name = fit(&clean(&run.header.skill), NAME_WIDTH);
    let place = match current {
        Some(step) => format!("{} {}", lines::progress(run, step), clean(&step.title())),
        None => format!("0/{total} "),
    };
    let line = format!("{}  {bar}  {place}", pad(&name, NAME_WIDTH));
    // One column stays free: some terminals wrap as soon as the last one is written.
    let line = fit(&line, style.width.saturating_sub(1));
    style.paint(Tone::Quiet, &line)
}
