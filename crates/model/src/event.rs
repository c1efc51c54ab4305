//! The events of a run, as an ordered stream: the only thing reports ever see.
//!
//! These types are also the lines of an event log (`docs/formats/events.md`), so a log can be
//! reported again. [`FORMAT`] names the version; a field is added, never renamed.

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Deserializer, Serialize};

use crate::reason::Reason;
use crate::verdict::Outcome;

/// The version of the event log this code writes.
pub const FORMAT: u32 = 1;

/// One line of an event log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Which run it belongs to.
    pub run: String,
    /// Milliseconds since that run started, on the device's clock.
    pub at_ms: u64,
    /// The event itself.
    pub event: Event,
}

/// The event itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    /// A run began.
    RunStarted(RunStarted),
    /// Something the reader should know that is no verdict.
    Warned {
        /// In words.
        message: String,
    },
    /// A step began.
    StepStarted(StepStarted),
    /// A target was looked for.
    Located(Located),
    /// An act was sent to the device.
    Acted {
        /// In words, secrets masked.
        action: String,
        /// Where it touched.
        point: Option<[f64; 2]>,
    },
    /// Something that must hold was checked.
    Checked {
        /// The condition.
        expected: String,
        /// The state that was seen.
        seen: String,
        /// Whether it held.
        held: bool,
    },
    /// A picture was kept.
    Pictured(Pictured),
    /// The tree was kept.
    TreeKept(TreeKept),
    /// Something was sent to a model.
    Sent(Sent),
    /// A `remember` step captured text.
    Captured {
        /// The name later steps recall it by.
        name: String,
        /// The text.
        text: String,
    },
    /// A `measure` step has its figure.
    Measured {
        /// Its name in the source.
        name: String,
        /// The figure.
        took_ms: u64,
    },
    /// Something that no step speaks of was in the way and was closed.
    InterruptionClosed(ClosedInterruption),
    /// Something happened besides what can be seen that may explain why a step failed.
    Signalled {
        /// In words: a request that went wrong, or what a script complained about.
        message: String,
    },
    /// A page gave a file to be kept.
    Downloaded(Downloaded),
    /// A step ended.
    StepFinished(StepFinished),
    /// The run ended.
    RunFinished(RunFinished),
}

crate::words! {
    /// How a run gets its targets.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum RunMode {
        /// From the words of the source.
        Live = "live",
        /// From the words of the source, while being observed.
        Learning = "learning",
        /// From a compiled file.
        Compiled = "compiled",
    }
}

/// A run began.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunStarted {
    /// The version of the event log; see [`FORMAT`].
    pub format: u32,
    /// The name of the skill.
    pub skill: String,
    /// The file it came from.
    pub file: String,
    /// How it gets its targets.
    pub mode: RunMode,
    /// The address of the device.
    pub device: String,
    /// The name people call the device by.
    pub device_name: String,
    /// Width and height of the screen, in the units of touches.
    pub size: [f64; 2],
    /// How many steps the skill has, nested ones included.
    pub steps: usize,
    /// Which try this is, from 1.
    pub attempt: u32,
    /// When, as `2026-02-19T14:30:00Z`.
    pub started_at: String,
    /// Whether it is a scenario.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_scenario: bool,
    /// The compiled file it gets its targets from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compiled_from: Option<String>,
}

/// A step began.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct StepStarted {
    /// Its number in the source, from 0, nested ones counted.
    pub step: usize,
    /// How deep it is nested.
    pub depth: usize,
    /// Which round of each enclosing loop, outermost first, from 1.
    pub rounds: Vec<u32>,
    /// The verb.
    pub verb: String,
    /// The step in one line, secrets masked.
    pub title: String,
    /// Its line in the source.
    pub line: usize,
    /// The sentence of a scenario it stands for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sentence: Option<SentenceMark>,
}

/// The sentence of a scenario that a step stands for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SentenceMark {
    /// The section it is in.
    pub section: String,
    /// `do`, `then` or `replay`.
    pub kind: String,
    /// The sentence as written, variables by name.
    pub original: String,
    /// Whether the author wanted it judged strictly.
    pub strict: bool,
    /// How it is carried out, by the name compiled files use.
    pub strategy: String,
    /// Whether what is checked is a fingerprint of the learning run and not the author's words.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_fingerprint: bool,
}

/// The tree was kept, byte for byte as the device gave it but for masked secrets.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TreeKept {
    /// The file's name, relative to the log.
    pub file: String,
}

/// A page gave a file to be kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Downloaded {
    /// The name the page suggests.
    pub name: String,
    /// The file's name, relative to the log; absent when it did not become whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Why it did not become whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
}

/// Something that no step speaks of was in the way and was closed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ClosedInterruption {
    /// What was in the way, by its title.
    pub by: String,
    /// What was touched, so that it went away; empty where a key was pressed.
    pub touched: String,
    /// Why that: `close`, `later`, `reject`, `necessary_only`, `cancel`, `acknowledge`, `obstacle` or `keyboard`.
    pub how: String,
    /// Where it was touched.
    pub point: Option<[f64; 2]>,
}

impl ClosedInterruption {
    /// Returns what happened in words.
    pub fn render(&self) -> String {
        match self.touched.as_str() {
            "" => format!("closed `{}`", self.by),
            touched => format!("closed `{}` by touching `{touched}`", self.by),
        }
    }
}

/// Something was sent to a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sent {
    /// When, as `2026-02-19T14:30:00Z`.
    pub at: String,
    /// The provider: `anthropic`, `openai` or `command`.
    pub provider: String,
    /// The model; may be empty for a command.
    pub model: String,
    /// The host it went to, or the program.
    pub host: String,
    /// The question or sentence, secrets masked.
    pub question: String,
    /// How many bytes.
    pub bytes: u64,
    /// Whether a picture of the screen was among them.
    pub had_picture: bool,
}

/// One thing that spoke for or against a candidate.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EvidenceLine {
    /// Which kind, such as `id` or `text`.
    pub kind: String,
    /// The mark that was recorded or written.
    pub wanted: String,
    /// The mark the candidate has.
    pub seen: String,
    /// The points it counted for.
    pub points: i32,
    /// The name of the rule that compared it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub rule: String,
}

/// A rule that left out other candidates.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ExclusionLine {
    /// The name of the rule.
    pub rule: String,
    /// Why it leaves candidates out.
    pub reason: String,
    /// How many it left out.
    pub count: usize,
}

/// A target was looked for and found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Located {
    /// The target, in words.
    pub target: String,
    /// By what: `words`, `evidence` or `pinned place`.
    pub by: String,
    /// How the words matched, such as `exact`.
    pub strategy: String,
    /// The element that was found, in words.
    pub found: String,
    /// The text it shows.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// The platform's identifier of it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// Its bounds: left, top, width, height.
    pub bounds: [f64; 4],
    /// Where it will be touched.
    pub point: [f64; 2],
    /// The evidence for it.
    pub evidence: Vec<EvidenceLine>,
    /// The rules that left out other candidates.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exclusions: Vec<ExclusionLine>,
    /// How it differs from what was recorded; empty without drift.
    pub drift: Vec<String>,
}

/// Why a picture was kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// Before an act.
    Before,
    /// After it.
    After,
    /// When a step failed.
    Failure,
    /// Because a `screenshot` step asked.
    Asked,
}

/// A picture was kept.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Pictured {
    /// Why.
    pub purpose: Purpose,
    /// The file's name, relative to the log.
    pub file: String,
    /// Its name in the source.
    pub label: Option<String>,
    /// Where the act touched.
    pub point: Option<[f64; 2]>,
    /// Whether some of it is painted over because it shows a secret, or may.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub painted_over: bool,
}

/// A step ended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StepFinished {
    /// Its number in the source.
    pub step: usize,
    /// How it ended.
    pub outcome: Outcome,
    /// Why, in words.
    pub reason: String,
    /// The same with its kind and fields, for programs; absent in logs from before there was this field, and where
    /// this retap does not know the kind.
    #[serde(
        default,
        deserialize_with = "known_reason",
        skip_serializing_if = "Option::is_none"
    )]
    pub why: Option<Reason>,
    /// How long it took, on the device's clock.
    pub took_ms: u64,
    /// How often the screen was read.
    pub reads: u32,
    /// Whether a step nobody judged is what its author asked for.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_allowed: bool,
}

/// Figures of a whole run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Steps that passed.
    pub passed: u32,
    /// Steps that failed.
    pub failed: u32,
    /// Steps nothing could judge.
    pub not_judged: u32,
    /// Steps not tried.
    pub skipped: u32,
    /// How often the screen was read.
    pub reads: u32,
    /// How often text was read from pixels.
    pub text_reads: u32,
    /// How many acts were sent.
    pub acts: u32,
    /// How many readings the learning run made beyond this one's.
    pub reads_saved: u32,
    /// How many times text was read from pixels in the learning run beyond this one's.
    pub text_reads_saved: u32,
    /// How many targets were found although the app had drifted.
    pub drifted: u32,
    /// How often something that no step speaks of was closed; absent in logs from before there was this field.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub interruptions: u32,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde asks for a reference"
)]
const fn is_zero(count: &u32) -> bool {
    *count == 0
}

/// The run ended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunFinished {
    /// How it ended.
    pub outcome: Outcome,
    /// Why, in words.
    pub reason: String,
    /// The same with its kind and fields, for programs; absent in logs from before there was this field, and where
    /// this retap does not know the kind.
    #[serde(
        default,
        deserialize_with = "known_reason",
        skip_serializing_if = "Option::is_none"
    )]
    pub why: Option<Reason>,
    /// How long it took, on the device's clock.
    pub took_ms: u64,
    /// The figures.
    pub tally: Tally,
    /// Whether the device or the environment was at fault, not the app.
    pub is_device_error: bool,
    /// Whether somebody asked to stop; absent in logs from before there was this field.
    #[serde(default)]
    pub is_stopped: bool,
}

/// Reads a reason; one of a kind that a newer retap writes is passed over.
fn known_reason<'d, D: Deserializer<'d>>(value: D) -> Result<Option<Reason>, D::Error> {
    let value = Option::<serde_json::Value>::deserialize(value)?;
    Ok(value.and_then(|value| serde_json::from_value(value).ok()))
}

impl Event {
    /// Visits every text that may quote what a device shows or an author wrote.
    pub fn for_each_text(&mut self, visit: &mut dyn FnMut(&mut String)) {
        match self {
            Self::RunStarted(run) => {
                visit(&mut run.device);
                visit(&mut run.device_name);
            }
            Self::Pictured(picture) => picture.label.iter_mut().for_each(&mut *visit),
            Self::TreeKept(_) => {}
            Self::Sent(sent) => visit(&mut sent.question),
            Self::Warned { message } => visit(message),
            Self::StepStarted(step) => {
                visit(&mut step.title);
                if let Some(sentence) = &mut step.sentence {
                    visit(&mut sentence.original);
                }
            }
            Self::Located(located) => {
                visit(&mut located.target);
                visit(&mut located.found);
                visit(&mut located.text);
                visit(&mut located.id);
                located.drift.iter_mut().for_each(&mut *visit);
                for line in &mut located.evidence {
                    visit(&mut line.wanted);
                    visit(&mut line.seen);
                }
            }
            Self::Acted { action, .. } => visit(action),
            Self::Checked { expected, seen, .. } => {
                visit(expected);
                visit(seen);
            }
            Self::Captured { text, .. } => visit(text),
            Self::Measured { .. } => {}
            Self::InterruptionClosed(closed) => {
                visit(&mut closed.by);
                visit(&mut closed.touched);
            }
            Self::Signalled { message } => visit(message),
            Self::Downloaded(download) => {
                visit(&mut download.name);
                download.failure.iter_mut().for_each(&mut *visit);
            }
            Self::StepFinished(StepFinished { reason, why, .. })
            | Self::RunFinished(RunFinished { reason, why, .. }) => {
                visit(reason);
                why.iter_mut().for_each(|why| why.for_each_text(visit));
            }
        }
    }
}

/// Where events go. Reports, logs and learning are sinks.
pub trait EventSink {
    /// Takes one event; order matters.
    fn event(&mut self, record: &Record);

    /// Keeps a file under the name that the [`Pictured`] or [`TreeKept`] event after it gives.
    fn evidence(&mut self, run: &str, file: &str, bytes: &[u8]);

    /// Keeps a copy of the file at `from` under the name that the [`Downloaded`] event after it gives. Returns where
    /// another copy lies, which the person asked for; it never takes the place of a file and may have another name.
    fn file(&mut self, _run: &str, _file: &str, _from: &Path) -> io::Result<Option<PathBuf>> {
        Ok(None)
    }
}
