//! One model for one run: asks within the budget and the deadline, lists what it sent.

use std::sync::Arc;
use std::time::Duration;

use retap_model::device::{
    Advice, Advisor, AdvisorError, Clock, Deadline, Png, Proposal, RunProgram,
};
use retap_model::event::Sent;
use retap_model::screen::Screen;
use retap_model::secret::Masker;

use super::answer::parse_advice;
use super::channel::{Channel, Failure};
use super::command::CommandChannel;
use super::config::{AdvisorConfig, Limits, Provider};
use super::outline::outline;
use super::prompt::{Prompt, Task};
use super::proposal::parse_proposal;
use super::server::Server;

/// The time of the run, and the time that goes by for a server.
///
/// They differ when a simulated phone has a clock of its own: deadlines are read on the run's, and
/// pauses are made on the machine's, since a server does not live in simulated time.
#[derive(Clone)]
pub struct Clocks {
    /// The clock of the run, on which deadlines are given.
    pub run: Arc<dyn Clock>,
    /// The clock on which answers and pauses take their time.
    pub machine: Arc<dyn Clock>,
}

impl Clocks {
    /// Returns clocks that are the same, as on every real device.
    pub fn same(clock: Arc<dyn Clock>) -> Self {
        Self {
            run: Arc::clone(&clock),
            machine: clock,
        }
    }
}

/// A model that judges and interprets for one run.
pub struct Agent {
    name: String,
    config: AdvisorConfig,
    channel: Box<dyn Channel>,
    /// The texts masked in everything that is sent and in everything that comes back.
    secrets: Masker,
    clocks: Clocks,
    sent: Vec<Sent>,
    /// How many of them were reported already.
    reported: usize,
}

impl Agent {
    /// Returns the agent; nothing is sent yet. The secrets are masked in all it sends and says; a provider
    /// that is a program is run by `programs`.
    pub fn new(
        config: AdvisorConfig,
        mut secrets: Masker,
        clocks: Clocks,
        programs: Arc<dyn RunProgram>,
    ) -> Self {
        let channel: Box<dyn Channel> = match &config.provider {
            Provider::Server(endpoint) => {
                secrets.extend(endpoint.key.iter().map(|key| key.reveal().to_owned()));
                Box::new(Server::new(endpoint, &config))
            }
            Provider::Command { program, arguments } => {
                Box::new(CommandChannel::new(program, arguments, &config, programs))
            }
        };
        let name = if config.model.is_empty() {
            channel.host().to_owned()
        } else {
            config.model.clone()
        };
        Self {
            name,
            config,
            channel,
            secrets,
            clocks,
            sent: Vec::new(),
            reported: 0,
        }
    }

    /// Returns everything that was sent so far, in order.
    pub fn sent(&self) -> &[Sent] {
        &self.sent
    }

    fn prompt(&self, task: Task, words: &str, screen: &Screen, picture: Option<&Png>) -> Prompt {
        let outline = outline(screen, &self.secrets);
        // Nothing can be masked in a picture, so one that shows a secret stays here.
        let picture = picture.filter(|_| self.config.limits.send_pictures && !outline.has_secrets);
        Prompt {
            task,
            words: self.secrets.mask(words).into_owned(),
            screen: outline.text,
            picture: picture.cloned(),
        }
    }

    fn ask(&mut self, prompt: &Prompt, deadline: Deadline) -> Result<String, AdvisorError> {
        let body = self.channel.encode(prompt);
        let left = deadline.left(self.clocks.run.now());
        let patience = left.min(self.config.limits.timeout);
        let deadline = Deadline::after(self.clocks.machine.now(), patience);
        let mut failures = 0;
        loop {
            let left = deadline.left(self.clocks.machine.now());
            if left.is_zero() {
                return Err(self.error("the deadline has passed"));
            }
            self.spend(prompt, body.len() as u64)?;
            let failure = match self.channel.exchange(&body, left) {
                Ok(text) => return Ok(self.secrets.mask(&text).into_owned()),
                Err(failure) => failure,
            };
            let (reason, wait) = match failure {
                Failure::Passing { reason, wait } => (reason, wait),
                Failure::Final { reason } => return Err(self.error(&reason)),
                Failure::TimedOut { message } => {
                    let host = self.channel.host();
                    return Err(self.error(&format!("no answer from `{host}` in time{message}")));
                }
            };
            if failures == self.config.limits.retries {
                let times = failures + 1;
                return Err(self.error(&format!("{reason}; tried {times} times")));
            }
            let pause = pause(failures, wait);
            let left = deadline.left(self.clocks.machine.now());
            if pause >= left {
                return Err(self.error(&format!(
                    "{reason}; the next try would be in {pause:?}, but only {left:?} are left"
                )));
            }
            self.clocks.machine.sleep(pause);
            failures += 1;
        }
    }

    /// Takes one request from the budget and lists it, before it is sent.
    fn spend(&mut self, prompt: &Prompt, bytes: u64) -> Result<(), AdvisorError> {
        let Limits {
            max_calls,
            max_bytes,
            ..
        } = self.config.limits;
        if self.sent.len() as u64 >= u64::from(max_calls) {
            return Err(self.error(&format!(
                "the budget of one run is used up: `max_calls` is {max_calls}"
            )));
        }
        let before: u64 = self.sent.iter().map(|sent| sent.bytes).sum();
        if before.saturating_add(bytes) > max_bytes {
            return Err(self.error(&format!(
                "the budget of one run is used up: `max_bytes` is {max_bytes}, \
                 {before} are sent, and {bytes} more were to be"
            )));
        }
        self.sent.push(Sent {
            at: self.clocks.machine.timestamp().to_rfc3339(),
            provider: self.channel.provider().to_owned(),
            model: self.config.model.clone(),
            host: self.channel.host().to_owned(),
            question: prompt.words.clone(),
            bytes,
            had_picture: prompt.picture.is_some(),
        });
        Ok(())
    }

    /// Other sides quote what they got, keys included, so every reason is masked.
    fn error(&self, reason: &str) -> AdvisorError {
        AdvisorError {
            reason: self.secrets.mask(reason).into_owned(),
        }
    }
}

impl Advisor for Agent {
    fn name(&self) -> &str {
        &self.name
    }

    fn judge(
        &mut self,
        question: &str,
        screen: &Screen,
        picture: Option<&Png>,
        deadline: Deadline,
    ) -> Result<Advice, AdvisorError> {
        let prompt = self.prompt(Task::Judge, question, screen, picture);
        Ok(parse_advice(&self.ask(&prompt, deadline)?))
    }

    fn propose(
        &mut self,
        sentence: &str,
        screen: &Screen,
        deadline: Deadline,
    ) -> Result<Proposal, AdvisorError> {
        let prompt = self.prompt(Task::Resolve, sentence, screen, None);
        let answer = self.ask(&prompt, deadline)?;
        // The model saw the masked words, and what it may repeat are those.
        Ok(parse_proposal(&answer, &prompt.words, screen))
    }

    fn take_sent(&mut self) -> Vec<Sent> {
        let new = self.sent[self.reported..].to_vec();
        self.reported = self.sent.len();
        new
    }
}

const FIRST_PAUSE: Duration = Duration::from_millis(500);
const LONGEST_PAUSE: Duration = Duration::from_secs(8);

/// Returns the pause after the failure with this number, counted from 0, given what the server asked
/// for: doubling, without chance, so that tests and reports can name the times.
fn pause(failure: u32, asked: Option<Duration>) -> Duration {
    let own = FIRST_PAUSE.saturating_mul(1 << failure.min(16));
    let own = own.min(LONGEST_PAUSE);
    asked.map_or(own, |asked| asked.max(own))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_a_limit_and_never_undercut_the_server() {
        let millis = [0, 1, 2, 3, 4, 5, 40].map(|failure| pause(failure, None).as_millis());
        assert_eq!(millis, [500, 1000, 2000, 4000, 8000, 8000, 8000]);
        let seconds = Duration::from_secs;
        assert_eq!(pause(0, Some(seconds(7))), seconds(7));
        assert_eq!(pause(2, Some(Duration::ZERO)), seconds(2));
    }
}
