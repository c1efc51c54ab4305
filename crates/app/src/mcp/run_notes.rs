//! What answers say of a run, noted while it goes on: no more than fits into one, however long the run is.

use std::time::Duration;

use retap_model::event::Event;
use serde_json::{Map, Value, json};

/// How many notes about drift are told, and as many about what was closed.
const MOST_NOTES: usize = 4;

/// How much of a value or a remark is kept, in bytes; answers say less.
const LONGEST_TEXT: usize = 300;

/// What answers say of a run.
#[derive(Debug, Default)]
pub(crate) struct RunNotes {
    /// How targets were found.
    pub(crate) mode: Option<&'static str>,
    /// How often a model was asked.
    pub(crate) ai_calls: usize,
    /// What was captured and measured last under each name; names come from the skill.
    pub(crate) outputs: Map<String, Value>,
    /// The first different notes about drift.
    pub(crate) drift: Vec<String>,
    /// The first different things that came up uninvited and were closed.
    pub(crate) interruptions: Vec<String>,
    /// The first warning.
    pub(crate) warning: Option<String>,
    /// What was measured last.
    pub(crate) measured: Option<Duration>,
}

impl RunNotes {
    /// Notes what one more event says.
    pub(crate) fn add(&mut self, event: &Event) {
        match event {
            Event::RunStarted(started) => {
                self.mode.get_or_insert(started.mode.as_str());
            }
            Event::Sent(_) => self.ai_calls += 1,
            Event::Captured { name, text } => {
                let text = shortened(text, LONGEST_TEXT);
                self.outputs.insert(name.clone(), json!(text));
            }
            Event::Measured { name, took_ms } => {
                self.outputs.insert(name.clone(), json!(took_ms));
                self.measured = Some(Duration::from_millis(*took_ms));
            }
            Event::Located(located) => located.drift.iter().for_each(|note| self.add_drift(note)),
            Event::Warned { message } => {
                self.warning
                    .get_or_insert_with(|| shortened(message, LONGEST_TEXT));
            }
            Event::InterruptionClosed(closed) => self.add_interruption(&closed.render()),
            Event::StepStarted(_)
            | Event::StepFinished(_)
            | Event::RunFinished(_)
            | Event::Acted { .. }
            | Event::Checked { .. }
            | Event::Pictured(_)
            | Event::TreeKept(_)
            | Event::Signalled { .. }
            | Event::Downloaded(_) => {}
        }
    }

    fn add_drift(&mut self, note: &str) {
        add_new(&mut self.drift, note);
    }

    fn add_interruption(&mut self, note: &str) {
        add_new(&mut self.interruptions, note);
    }
}

fn add_new(notes: &mut Vec<String>, note: &str) {
    let note = shortened(note, LONGEST_TEXT);
    if notes.len() < MOST_NOTES && !notes.contains(&note) {
        notes.push(note);
    }
}

/// Returns the text in at most so many bytes; what was cut shows.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    let mut end = most.saturating_sub("…".len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    format!("{}…", &text[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_run_of_any_length_no_more_is_noted_than_an_answer_says() {
        let mut notes = RunNotes::default();
        for round in 0..50_000 {
            notes.add(&Event::Captured {
                name: "price".to_owned(),
                text: format!("{round} {}", "x".repeat(2_000)),
            });
            notes.add(&Event::Warned {
                message: format!("warning {round}"),
            });
        }
        assert_eq!(notes.outputs.len(), 1);
        assert!(notes.outputs["price"].to_string().starts_with("\"49999 x"));
        assert!(notes.outputs["price"].to_string().len() < 400);
        assert_eq!(notes.warning.as_deref(), Some("warning 0"));
    }
}
