//! A program on this machine that answers: JSON on its standard input, JSON on its standard output.
//!
//! `docs/guide/ai.md` describes the exchange.

use std::sync::Arc;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use retap_model::device::{ExternalProgram, ProgramEnd, ProgramError, RunProgram};
use serde_json::json;

use super::channel::{Channel, Failure, LARGEST_ANSWER, one_line};
use super::config::AdvisorConfig;
use super::prompt::Prompt;

/// The version of the request; the first one.
const FORMAT: u32 = 1;

/// How much of the end of the standard error is shown; less than a message quotes.
const SHOWN_STDERR: usize = 280;

/// A program that answers.
pub(super) struct CommandChannel {
    program: String,
    arguments: Vec<String>,
    name: String,
    model: String,
    programs: Arc<dyn RunProgram>,
}

impl CommandChannel {
    pub(super) fn new(
        program: &str,
        arguments: &[String],
        config: &AdvisorConfig,
        programs: Arc<dyn RunProgram>,
    ) -> Self {
        let name = program.rsplit('/').next().unwrap_or(program);
        Self {
            name: name.to_owned(),
            program: program.to_owned(),
            arguments: arguments.to_vec(),
            model: config.model.clone(),
            programs,
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
        let program = ExternalProgram {
            input: body.to_vec(),
            largest_output: LARGEST_ANSWER as usize,
            ..ExternalProgram::new(&self.program, self.arguments.clone(), within)
        };
        match self.programs.run(&program) {
            Ok(end) => self.text_of(end),
            Err(ProgramError::TimedOut { stderr }) => Err(Failure::TimedOut {
                message: ending(&stderr),
            }),
            Err(ProgramError::Stopped) => Err(Failure::TimedOut {
                message: String::new(),
            }),
            Err(ProgramError::CannotRun(error)) => Err(Failure::lasting(format!(
                "cannot run `{}`, the program in `command`: {error}",
                self.program
            ))),
        }
    }
}

impl CommandChannel {
    fn text_of(&self, end: ProgramEnd) -> Result<String, Failure> {
        let name = &self.name;
        // First, because a pipe that is closed on a program makes it fail.
        if end.stdout.len() as u64 > LARGEST_ANSWER {
            return Err(Failure::lasting(format!(
                "`{name}` answered with more than {LARGEST_ANSWER} bytes"
            )));
        }
        if !end.is_success {
            return Err(Failure::lasting(format!(
                "`{name}` ended with {}{}",
                end.status,
                ending(&end.stderr)
            )));
        }
        String::from_utf8(end.stdout)
            .map_err(|_| Failure::lasting(format!("`{name}` answered with bytes that are no text")))
    }
}

/// Returns the end of a program's standard error, ready to follow a reason.
fn ending(stderr: &[u8]) -> String {
    let end = &stderr[stderr.len().saturating_sub(SHOWN_STDERR)..];
    let text = one_line(&String::from_utf8_lossy(end));
    if text.is_empty() {
        text
    } else {
        format!(": {text}")
    }
}
