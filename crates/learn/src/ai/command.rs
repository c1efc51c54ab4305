//! A program on this machine that answers: JSON on its standard input, JSON on its standard output.
//!
//! `docs/guide/ai.md` describes the exchange.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;

use super::channel::{Channel, Failure, LARGEST_ANSWER, one_line};
use super::config::{AdvisorConfig, CommandLine};
use super::process::{Finished, RunError, run};
use super::prompt::Prompt;

/// The version of the request; the first one.
const FORMAT: u32 = 1;

/// A program that answers.
pub(super) struct CommandChannel {
    line: CommandLine,
    name: String,
    model: String,
}

impl CommandChannel {
    pub(super) fn new(line: &CommandLine, config: &AdvisorConfig) -> Self {
        let name = line.program.rsplit('/').next().unwrap_or(&line.program);
        Self {
            name: name.to_owned(),
            line: line.clone(),
            model: config.model.clone(),
        }
    }
}

impl Channel for CommandChannel {
    fn provider(&self) -> &'static str {
        "command"
    }

    fn host(&self) -> &str {
        &self.name
    }

    fn encode(&self, prompt: &Prompt) -> Vec<u8> {
        let picture = prompt.picture.as_ref();
        json!({
            "format": FORMAT,
            "task": prompt.task.as_str(),
            "model": self.model,
            "instructions": prompt.instructions(),
            "words": prompt.words,
            "screen": prompt.screen,
            "data": prompt.data(),
            "picture": picture.map(|picture| STANDARD.encode(&picture.0)),
        })
        .to_string()
        .into_bytes()
    }

    fn exchange(&self, body: &[u8], within: Duration) -> Result<String, Failure> {
        match run(&self.line, body, within) {
            Ok(finished) => self.text_of(finished),
            Err(RunError::TimedOut { complaints }) => Err(Failure::TimedOut {
                said: ending(&complaints),
            }),
            Err(RunError::Io(error)) => Err(Failure::lasting(format!(
                "cannot run `{}`, the program in `command`: {error}",
                self.line.program
            ))),
        }
    }
}

impl CommandChannel {
    fn text_of(&self, finished: Finished) -> Result<String, Failure> {
        let name = &self.name;
        // First, because a pipe that is closed on a program makes it fail.
        if finished.output.len() as u64 > LARGEST_ANSWER {
            return Err(Failure::lasting(format!(
                "`{name}` answered with more than {LARGEST_ANSWER} bytes"
            )));
        }
        if !finished.status.success() {
            return Err(Failure::lasting(format!(
                "`{name}` ended with {}{}",
                finished.status,
                ending(&finished.complaints)
            )));
        }
        String::from_utf8(finished.output)
            .map_err(|_| Failure::lasting(format!("`{name}` answered with bytes that are no text")))
    }
}

/// Returns the end of what a program complained of, ready to follow a reason.
fn ending(complaints: &[u8]) -> String {
    let text = one_line(&String::from_utf8_lossy(complaints));
    if text.is_empty() {
        text
    } else {
        format!(": {text}")
    }
}
