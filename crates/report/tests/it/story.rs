//! A builder of event streams that reads like the run it stands for.
#![allow(dead_code, reason = "each user of this file tells other stories")]

use retap_model::event::{
    Downloaded, Event, EvidenceLine, ExclusionLine, FORMAT, Located, Pictured, Purpose, Record,
    RunFinished, RunMode, RunStarted, Sent, SentenceMark, StepFinished, StepStarted, Tally,
    TreeKept,
};
use retap_model::reason::{Reason, Visible};
use retap_model::verdict::Outcome;

/// One run being told; each call adds events.
pub(crate) struct Story {
    records: Vec<Record>,
    run: String,
    header: RunStarted,
    tally: Tally,
    open: Vec<(usize, u64)>,
    rounds: Vec<u32>,
    next_step: usize,
    now: u64,
}

/// Begins a compiled run of a skill on the settings app.
pub(crate) fn story(run: &str, skill: &str, steps: usize) -> Story {
    let slug = skill.to_lowercase().replace(' ', "-");
    Story {
        records: Vec::new(),
        run: run.to_owned(),
        header: RunStarted {
            format: FORMAT,
            skill: skill.to_owned(),
            file: format!("skills/{slug}.yaml"),
            mode: RunMode::Compiled,
            device: "sim:settings".to_owned(),
            device_name: "Simulated phone".to_owned(),
            size: [390.0, 844.0],
            steps,
            attempt: 1,
            started_at: "2026-02-19T14:30:00Z".to_owned(),
            is_scenario: false,
            compiled_from: None,
        },
        tally: Tally::default(),
        open: Vec::new(),
        rounds: Vec::new(),
        next_step: 0,
        now: 0,
    }
}

impl Story {
    /// Changes what the run says of itself; call it before anything else.
    pub(crate) fn header(mut self, change: impl FnOnce(&mut RunStarted)) -> Self {
        change(&mut self.header);
        self
    }

    pub(crate) fn begin(mut self) -> Self {
        let event = Event::RunStarted(self.header.clone());
        self.push(event);
        self
    }

    pub(crate) fn warn(mut self, message: &str) -> Self {
        let message = message.to_owned();
        self.push(Event::Warned { message });
        self
    }

    /// Begins the next step of the source; its first word is the verb.
    pub(crate) fn step(self, title: &str) -> Self {
        let verb = title.split(' ').next().unwrap_or(title);
        self.step_of(verb, title, None)
    }

    /// Begins the next sentence of a scenario; `place` is its section and its kind.
    pub(crate) fn sentence(self, place: [&str; 2], title: &str, strategy: &str) -> Self {
        self.sentence_with(place, title, strategy, |_| {})
    }

    /// Begins the next sentence of a scenario, with more to say of it.
    pub(crate) fn sentence_with(
        self,
        [section, kind]: [&str; 2],
        title: &str,
        strategy: &str,
        change: impl FnOnce(&mut SentenceMark),
    ) -> Self {
        let mut mark = SentenceMark {
            section: section.to_owned(),
            kind: kind.to_owned(),
            original: title.to_owned(),
            strict: false,
            strategy: strategy.to_owned(),
            is_fingerprint: false,
        };
        change(&mut mark);
        self.step_of(strategy, title, Some(mark))
    }

    fn step_of(mut self, verb: &str, title: &str, sentence: Option<SentenceMark>) -> Self {
        let step = self.next_step;
        self.next_step += 1;
        // Compiled scenarios know no lines.
        let line = match sentence.is_some() && self.header.mode == RunMode::Compiled {
            true => 0,
            false => step + 5,
        };
        let event = Event::StepStarted(StepStarted {
            step,
            depth: self.open.len(),
            rounds: self.rounds.clone(),
            verb: verb.to_owned(),
            title: title.to_owned(),
            line,
            sentence,
        });
        self.open.push((step, self.now));
        self.push(event);
        self
    }

    /// Begins a round of the loop that is open, whose first nested step is number `first`.
    pub(crate) fn round(mut self, number: u32, first: usize) -> Self {
        self.rounds = vec![number];
        self.next_step = first;
        self
    }

    /// Leaves the loop.
    pub(crate) fn rounds_end(mut self) -> Self {
        self.rounds.clear();
        self
    }

    pub(crate) fn located(self, target: &str, point: [f64; 2]) -> Self {
        self.located_with(target, point, |_| {})
    }

    pub(crate) fn located_with(
        mut self,
        target: &str,
        point: [f64; 2],
        change: impl FnOnce(&mut Located),
    ) -> Self {
        let mut located = Located {
            target: target.to_owned(),
            by: "pinned place".to_owned(),
            strategy: "exact".to_owned(),
            found: format!("{target} (cell)"),
            text: target.to_owned(),
            id: "row.general".to_owned(),
            bounds: [point[0] - 179.0, point[1] - 22.0, 358.0, 44.0],
            point,
            evidence: vec![
                evidence("id", "row.general", "row.general", 40),
                evidence("text", target, target, 30),
            ],
            exclusions: Vec::new(),
            drift: Vec::new(),
        };
        change(&mut located);
        if !located.drift.is_empty() {
            self.tally.drifted += 1;
        }
        self.push(Event::Located(located));
        self
    }

    pub(crate) fn acted(mut self, action: &str, point: Option<[f64; 2]>) -> Self {
        self.tally.acts += 1;
        let action = action.to_owned();
        self.push(Event::Acted { action, point });
        self
    }

    pub(crate) fn checked(mut self, expected: &str, seen: &str, held: bool) -> Self {
        self.push(Event::Checked {
            expected: expected.to_owned(),
            seen: seen.to_owned(),
            held,
        });
        self
    }

    pub(crate) fn pictured(
        mut self,
        purpose: Purpose,
        file: &str,
        point: Option<[f64; 2]>,
    ) -> Self {
        self.push(Event::Pictured(Pictured {
            purpose,
            file: file.to_owned(),
            label: None,
            point,
            painted_over: false,
        }));
        self
    }

    pub(crate) fn tree_kept(mut self, file: &str) -> Self {
        let file = file.to_owned();
        self.push(Event::TreeKept(TreeKept { file }));
        self
    }

    /// Sends a question with a picture to a model.
    pub(crate) fn sent(mut self, question: &str) -> Self {
        self.push(Event::Sent(Sent {
            at: "2026-02-19T14:30:02Z".to_owned(),
            provider: "openai".to_owned(),
            model: "llava:13b".to_owned(),
            host: "localhost:11434".to_owned(),
            question: question.to_owned(),
            bytes: 48_213,
            had_picture: true,
        }));
        self
    }

    pub(crate) fn captured(mut self, name: &str, text: &str) -> Self {
        let (name, text) = (name.to_owned(), text.to_owned());
        self.push(Event::Captured { name, text });
        self
    }

    pub(crate) fn measured(mut self, name: &str, took_ms: u64) -> Self {
        let name = name.to_owned();
        self.push(Event::Measured { name, took_ms });
        self
    }

    pub(crate) fn signalled(mut self, message: &str) -> Self {
        let message = message.to_owned();
        self.push(Event::Signalled { message });
        self
    }

    pub(crate) fn downloaded(mut self, name: &str, failure: Option<&str>) -> Self {
        let file = failure.is_none().then(|| format!("downloads/{name}"));
        self.push(Event::Downloaded(Downloaded {
            name: name.to_owned(),
            file,
            failure: failure.map(str::to_owned),
        }));
        self
    }

    /// Lets time pass inside the step.
    pub(crate) fn after(mut self, took_ms: u64) -> Self {
        self.now += took_ms;
        self
    }

    pub(crate) fn passed(self, took_ms: u64) -> Self {
        self.ends(took_ms, Outcome::Passed, "")
    }

    /// Ends the step after that much more time.
    pub(crate) fn ends(self, took_ms: u64, outcome: Outcome, reason: &str) -> Self {
        self.ends_as(took_ms, outcome, reason, false)
    }

    /// Ends the step after that much more time, as logs with typed reasons tell it.
    pub(crate) fn fails(self, took_ms: u64, why: Reason) -> Self {
        let mut story = self.ends(took_ms, Outcome::Failed, &why.to_string());
        if let Some(Event::StepFinished(finished)) =
            story.records.last_mut().map(|record| &mut record.event)
        {
            finished.why = Some(why);
        }
        story
    }

    /// Ends a step that nobody judged and whose author wanted it so.
    pub(crate) fn kept_as_evidence(self, took_ms: u64, reason: &str) -> Self {
        self.ends_as(took_ms, Outcome::NotJudged, reason, true)
    }

    fn ends_as(mut self, took_ms: u64, outcome: Outcome, reason: &str, is_allowed: bool) -> Self {
        self.now += took_ms;
        let (step, since) = self.open.pop().expect("a step is open");
        let reads = u32::from(outcome != Outcome::Skipped);
        self.tally.reads += reads;
        match outcome {
            Outcome::Passed => self.tally.passed += 1,
            Outcome::Failed => self.tally.failed += 1,
            Outcome::NotJudged => self.tally.not_judged += 1,
            Outcome::Skipped => self.tally.skipped += 1,
        }
        let event = Event::StepFinished(StepFinished {
            step,
            outcome,
            reason: reason.to_owned(),
            why: None,
            took_ms: self.now - since,
            reads,
            is_allowed,
        });
        self.push(event);
        self
    }

    pub(crate) fn run_passed(self) -> Vec<Record> {
        self.run_ends(Outcome::Passed, "every step passed")
    }

    pub(crate) fn run_ends(self, outcome: Outcome, reason: &str) -> Vec<Record> {
        self.finish(outcome, reason, false)
    }

    pub(crate) fn device_failed(self, reason: &str) -> Vec<Record> {
        self.finish(Outcome::Failed, reason, true)
    }

    /// Returns the events so far, as a crash or Ctrl-C leaves them.
    pub(crate) fn interrupted(self) -> Vec<Record> {
        self.records
    }

    fn finish(mut self, outcome: Outcome, reason: &str, is_device_error: bool) -> Vec<Record> {
        if self.header.mode == RunMode::Compiled {
            self.tally.reads_saved = self.tally.reads * 2;
        }
        let event = Event::RunFinished(RunFinished {
            outcome,
            reason: reason.to_owned(),
            why: None,
            took_ms: self.now,
            tally: self.tally,
            is_device_error,
            is_stopped: false,
        });
        self.push(event);
        self.records
    }

    fn push(&mut self, event: Event) {
        self.records.push(Record {
            run: self.run.clone(),
            at_ms: self.now,
            event,
        });
    }
}

pub(crate) fn evidence(kind: &str, wanted: &str, seen: &str, points: i32) -> EvidenceLine {
    EvidenceLine {
        kind: kind.to_owned(),
        wanted: wanted.to_owned(),
        seen: seen.to_owned(),
        points,
        rule: format!("same {kind}"),
    }
}

pub(crate) fn exclusion(rule: &str, count: usize) -> ExclusionLine {
    ExclusionLine {
        rule: rule.to_owned(),
        reason: "the same control in another row acts on something else".to_owned(),
        count,
    }
}

/// Begins a run that has opened the settings app.
fn launched(run: &str, skill: &str, steps: usize) -> Story {
    let told = story(run, skill, steps).begin();
    told.step("launch \"Settings\"").passed(300)
}

/// One run of every ending.
pub(crate) fn several() -> Vec<Record> {
    let runs = [
        passing("a"),
        failing("b"),
        passing_retry("c"),
        drifted("d"),
        device_error("e"),
        unjudged("f", Outcome::NotJudged),
        interrupted("g"),
    ];
    runs.concat()
}

/// A run of three steps that passes.
pub(crate) fn passing(run: &str) -> Vec<Record> {
    story(run, "Check About", 3)
        .begin()
        .step("launch \"Settings\"")
        .acted("launch Settings", None)
        .passed(310)
        .step("tap \"General\"")
        .located("General", [195.0, 260.0])
        .acted("tap at (195, 260)", Some([195.0, 260.0]))
        .checked("the title `General`", "`General`", true)
        .passed(80)
        .step("assert_visible \"About\"")
        .checked("`About` is visible", "visible", true)
        .passed(20)
        .run_passed()
}

/// A run whose second step does not find its target.
pub(crate) fn failing(run: &str) -> Vec<Record> {
    failing_attempt(run, 1)
}

/// The same, as a try with that number.
pub(crate) fn failing_attempt(run: &str, attempt: u32) -> Vec<Record> {
    story(run, "Open Wi-Fi", 3)
        .header(|header| header.attempt = attempt)
        .begin()
        .step("launch \"Settings\"")
        .passed(300)
        .step("tap \"Wi-Fi\"")
        .checked("`Wi-Fi` is visible", "General, Privacy", false)
        .pictured(Purpose::Failure, "Open_Wi-Fi_failure_step2.png", None)
        .fails(
            1500,
            Reason::Absent {
                name: "Wi-Fi".to_owned(),
                visible: Visible {
                    texts: vec!["General".to_owned(), "Privacy".to_owned()],
                    more: 0,
                    goes_on: false,
                },
            },
        )
        .step("assert_visible \"Networks\"")
        .ends(0, Outcome::Skipped, "an earlier step failed")
        .run_ends(
            Outcome::Failed,
            "step 2 failed: `Wi-Fi` is not on the screen",
        )
}

/// A second attempt that passes.
pub(crate) fn passing_retry(run: &str) -> Vec<Record> {
    story(run, "Open Wi-Fi", 3)
        .header(|header| header.attempt = 2)
        .begin()
        .step("launch \"Settings\"")
        .passed(300)
        .step("tap \"Wi-Fi\"")
        .passed(90)
        .step("assert_visible \"Networks\"")
        .passed(15)
        .run_passed()
}

/// A run with a checkpoint that only an AI could judge.
pub(crate) fn unjudged(run: &str, outcome: Outcome) -> Vec<Record> {
    launched(run, "Look Around", 2)
        .step("check \"the list looks tidy\"")
        .ends(5, Outcome::NotJudged, "no AI is configured")
        .run_ends(outcome, "1 step was not judged")
}

/// A run that stops in its second step with no word.
pub(crate) fn interrupted(run: &str) -> Vec<Record> {
    launched(run, "Check About", 3)
        .step("tap \"General\"")
        .after(40)
        .acted("tap at (195, 260)", Some([195.0, 260.0]))
        .interrupted()
}

/// A run whose device goes away.
pub(crate) fn device_error(run: &str) -> Vec<Record> {
    launched(run, "Check About", 3)
        .step("tap \"General\"")
        .ends(2000, Outcome::Failed, "the connection was closed")
        .device_failed("sim:settings: the connection was closed")
}

/// A run that finds its target although the app changed.
pub(crate) fn drifted(run: &str) -> Vec<Record> {
    story(run, "Check About", 1)
        .begin()
        .step("tap \"General\"")
        .located_with("General", [195.0, 304.0], |located| {
            located.by = "evidence".to_owned();
            located.found = "General settings (cell)".to_owned();
            located.drift = vec!["text was `General`, is `General settings`".to_owned()];
        })
        .passed(120)
        .run_passed()
}

/// A run that goes round a loop twice.
pub(crate) fn looping(run: &str) -> Vec<Record> {
    story(run, "Clear Mail", 3)
        .begin()
        .step("repeat until_visible \"No mail\"")
        .round(1, 1)
        .step("tap \"Delete\"")
        .passed(60)
        .step("wait_for \"Inbox\"")
        .passed(40)
        .round(2, 1)
        .step("tap \"Delete\"")
        .passed(50)
        .step("wait_for \"Inbox\"")
        .passed(30)
        .rounds_end()
        .passed(10)
        .run_passed()
}
