//! The console: lines a person reads while runs go on, and a summary when they are over.
//!
//! Not here: opening a terminal or asking whether there is one; the style says.

mod lines;
mod live;
mod style;
mod summary;

pub use style::{Paint, Style, Tone};

use std::collections::BTreeMap;
use std::io::{self, Write};

use retap_model::event::{Event, EventSink, Record};

use crate::run::Runs;
use crate::visible::for_terminal;
use lines::Lines;
use live::Live;

/// Returns the path of a picture from the name of its run and its file.
type PathOf = dyn Fn(&str, &str) -> String + Send;

/// Writes runs for a person: what did not pass at once, all the rest in the summary.
///
/// While several runs are under way each one's lines are held back until it ends, so that
/// blocks never mix. On a terminal a progress line per run is rewritten in place below them.
pub struct Console {
    out: Box<dyn Write + Send>,
    style: Style,
    evidence_path: Box<PathOf>,
    runs: Runs,
    /// The runs under way by name.
    active: BTreeMap<String, Active>,
    /// How many runs began.
    begun: usize,
    /// The run whose lines were written last; another one's go under a header of their own.
    last_written: Option<String>,
    live: Live,
    error: Option<io::Error>,
}

/// A run under way.
#[derive(Default)]
struct Active {
    run: String,
    /// Its place among all that began.
    begun: usize,
    held_back: Vec<String>,
    has_header: bool,
    /// The section whose heading was written last.
    section: Option<String>,
}

impl Console {
    /// Returns a console that writes there; pictures are named as the events name them.
    pub fn new(out: Box<dyn Write + Send>, style: Style) -> Self {
        Self {
            out,
            style,
            evidence_path: Box::new(|_run, file| file.to_owned()),
            runs: Runs::brief(),
            active: BTreeMap::new(),
            begun: 0,
            last_written: None,
            live: Live::default(),
            error: None,
        }
    }

    /// Names pictures by what `path` returns for a run and a file.
    pub fn with_evidence_path(
        mut self,
        path: impl Fn(&str, &str) -> String + Send + 'static,
    ) -> Self {
        self.evidence_path = Box::new(path);
        self
    }

    /// Writes the summary and returns the first error of writing.
    ///
    /// A run that has not ended by now is shown as interrupted.
    pub fn finish(&mut self) -> io::Result<()> {
        let mut under_way: Vec<Active> = std::mem::take(&mut self.active).into_values().collect();
        under_way.sort_by_key(|active| active.begun);
        for mut active in under_way {
            if let Some(run) = self.runs.find(&active.run) {
                active.held_back.push(self.lines().interrupted(run));
                self.write_held_back(&mut active);
            }
        }
        let summary = summary::summary(&self.runs, self.style);
        self.write(&summary);
        match self.error.take() {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    fn lines(&self) -> Lines<'_> {
        Lines {
            style: self.style,
            evidence_path: &*self.evidence_path,
        }
    }

    fn write_held_back(&mut self, active: &mut Active) {
        let mut block = std::mem::take(&mut active.held_back);
        if block.is_empty() && active.has_header {
            return;
        }
        let is_same = self.last_written.as_ref() == Some(&active.run);
        if let Some(run) = self.runs.find(&active.run).filter(|_| !is_same) {
            // Its lines were cut off by those of another run.
            let again = if active.has_header {
                " (continued)"
            } else {
                ""
            };
            block.insert(0, format!("{}{again}", self.lines().header(run)));
        }
        active.has_header = true;
        self.last_written = Some(active.run.clone());
        self.write(&block);
    }

    /// Writes finished lines above the progress lines, in one piece.
    fn write(&mut self, lines: &[String]) {
        let mut text = self.live.erase();
        for line in lines {
            text.push_str(line.trim_end());
            text.push('\n');
        }
        self.send(&text);
    }

    fn draw_progress(&mut self) {
        if !self.style.terminal {
            return;
        }
        let mut active: Vec<&Active> = self.active.values().collect();
        active.sort_by_key(|active| active.begun);
        let runs = active
            .iter()
            .filter_map(|active| self.runs.find(&active.run));
        let under_way: Vec<_> = runs.collect();
        let text = self.live.draw(&under_way, self.style);
        self.send(&text);
    }

    fn send(&mut self, text: &str) {
        if text.is_empty() || self.error.is_some() {
            return;
        }
        let sent = self.out.write_all(for_terminal(text).as_bytes());
        self.error = sent.and_then(|()| self.out.flush()).err();
    }
}

impl EventSink for Console {
    fn event(&mut self, record: &Record) {
        self.runs.add(record);
        let Some(run) = self.runs.find(&record.run) else {
            return;
        };
        let (place, lines) = self.lines().of(run, &record.event);
        let section = place.and_then(|place| run.outermost(place).section());
        let section = section.map(str::to_owned);
        let known = self.active.remove(&record.run);
        let mut active = known.unwrap_or_else(|| {
            self.begun += 1;
            Active {
                run: record.run.clone(),
                begun: self.begun,
                ..Active::default()
            }
        });
        if !lines.is_empty() && section.is_some() && section != active.section {
            let heading = section.as_deref().map(|name| self.lines().section(name));
            active.held_back.extend(heading);
            active.section = section;
        }
        active.held_back.extend(lines);
        let has_ended = matches!(record.event, Event::RunFinished(_));
        if has_ended || self.active.is_empty() {
            self.write_held_back(&mut active);
        }
        if !has_ended {
            self.active.insert(record.run.clone(), active);
        }
        self.draw_progress();
    }

    fn evidence(&mut self, _run: &str, _file: &str, _bytes: &[u8]) {}
}
