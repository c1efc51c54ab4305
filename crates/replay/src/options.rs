//! How a run should go about it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use retap_model::event::RunMode;
use retap_model::program::InterruptionPolicy;
use retap_model::secret::Masker;
use retap_model::time::Timestamp;

/// Tells a run from outside that it should end; clones share the signal.
#[derive(Debug, Clone, Default)]
pub struct StopSignal(Arc<AtomicBool>);

impl StopSignal {
    /// Asks every run that has this signal to end.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns whether the run should end.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Which pictures a run keeps besides those its `screenshot` steps ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Pictures {
    /// None, and not even those: nothing is kept of the run.
    Nothing,
    /// None.
    Never,
    /// One when a step fails.
    #[default]
    OnFailure,
    /// Before and after every act, and when a step fails; of a scenario, before and after every
    /// sentence, with the tree.
    EveryStep,
}

/// How texts of the screen are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ScreenTexts {
    /// As they are.
    #[default]
    Real,
    /// As they are told, with every secret masked: whoever asks may not find a secret by a part of it.
    Masked,
}

/// How a run should go about it.
#[derive(Debug, Clone)]
pub struct RunOptions {
    /// The name of the run in events.
    pub run: String,
    /// The file the program came from, for events.
    pub file: String,
    /// How the run is labelled in events.
    pub mode: RunMode,
    /// Which try this is, from 1.
    pub attempt: u32,
    /// How long a wait lasts at the most when a step does not say.
    pub timeout: Duration,
    /// How long to wait between looks at a device that must be polled; by and by longer when not said.
    pub poll: Option<Duration>,
    /// Which pictures to keep.
    pub pictures: Pictures,
    /// How texts of the screen are read.
    pub screen_texts: ScreenTexts,
    /// When the run starts, for files and reports; the device's own date when not said.
    pub started_at: Option<Timestamp>,
    /// Whether steps nothing could judge still let the run pass; they are listed all the same.
    pub allow_not_judged: bool,
    /// Whether the steps after one that failed are run too.
    pub keep_going: bool,
    /// Whether whoever sends the program looks at what comes of it and goes on, one program after the other.
    pub is_part: bool,
    /// What is done with something modal that no step speaks of; a program may want it stricter.
    pub interruptions: InterruptionPolicy,
    /// The compiled file the program came from, for events.
    pub compiled_from: Option<String>,
    /// The values that whoever asked for the run gave it as no secrets: they are told again whole as they were given, since
    /// a mask in one would tell that it has a secret in it.
    pub inputs: Vec<String>,
    /// How many rounds all loops of the run have together.
    pub most_rounds: u32,
    /// What is secret in other programs of the command: nothing of this run shows it, and nothing else depends on it.
    pub other_secrets: Masker,
}

impl RunOptions {
    /// How long a wait lasts at the most when nobody says.
    pub const DEFAULT_TIMEOUT: Duration = Duration::from_secs(15);

    /// How many rounds all loops have together when nobody says: loops in loops would fill a disk with what they tell.
    pub const DEFAULT_MOST_ROUNDS: u32 = 100_000;

    /// Returns the usual options for a run of this name.
    pub fn new(run: impl Into<String>, file: impl Into<String>, mode: RunMode) -> Self {
        Self {
            run: run.into(),
            file: file.into(),
            mode,
            ..Self::default()
        }
    }
}

impl Default for RunOptions {
    /// Returns the usual options for a live run that has no name yet.
    fn default() -> Self {
        Self {
            run: String::new(),
            file: String::new(),
            mode: RunMode::Live,
            attempt: 1,
            timeout: Self::DEFAULT_TIMEOUT,
            poll: None,
            pictures: Pictures::default(),
            screen_texts: ScreenTexts::default(),
            started_at: None,
            allow_not_judged: false,
            keep_going: false,
            is_part: false,
            interruptions: InterruptionPolicy::default(),
            compiled_from: None,
            inputs: Vec::new(),
            most_rounds: Self::DEFAULT_MOST_ROUNDS,
            other_secrets: Masker::default(),
        }
    }
}
