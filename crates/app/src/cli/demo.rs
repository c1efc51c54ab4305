//! `retap demo`: learn, replay and drift on the simulated phone, shown side by side; through the same session as
//! every run.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use retap_drivers::SystemClock;
use retap_learn::compile::Lesson;
use retap_model::codec::{encode, sha256_hex};
use retap_model::device::Clock;
use retap_model::event::{EventSink, Record};
use retap_model::phrase::Variables;
use retap_model::program::CompiledProgram;
use retap_model::verdict::{Outcome, Verdict};
use retap_replay::{Pictures, RunOptions, StopSignal};
use retap_report::{HtmlOptions, RunFiles, RunSummary, Runs, html};
use retap_sim::{SimAddress, SimDevice, Touched, catalog};

use crate::compiled_file::path_to_write;
use crate::config::Config;
use crate::devices::{DeviceOpener, Opened};
use crate::environment::Environment;
use crate::error::{AppError, Exit, cannot_write};
use crate::files::{write_file, write_with};
use crate::plan::Plan;
use crate::session::{Runner, Session};
use crate::shared::Shared;
use crate::skill::Skill;
use crate::terminal::{Paint, Tone, count, out, outln};

#[derive(Debug, Args)]
pub(crate) struct DemoArgs {
    /// Put the skills, their compiled files and the report there instead of a new temporary folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// A skill that comes with retap.
struct Sample {
    file: &'static str,
    app: &'static str,
    text: &'static str,
}

/// The skills: the first is shown step by step, of the others only the totals.
static SAMPLES: [Sample; 3] = [
    Sample {
        file: "check-about.md",
        app: "settings",
        text: include_str!("../../skills/check-about.md"),
    },
    Sample {
        file: "order-a-bag.yaml",
        app: "shop",
        text: include_str!("../../skills/order-a-bag.yaml"),
    },
    Sample {
        file: "archive-a-mail.md",
        app: "mail",
        text: include_str!("../../skills/archive-a-mail.md"),
    },
];

/// The shop's password on the simulated phone, where it protects nothing.
const PASSWORD: (&str, &str) = ("SHOP_PASSWORD", "lantern-42");

pub(super) fn run(args: &DemoArgs, environment: &Environment) -> Result<Exit, AppError> {
    let paint = environment.stdout.paint;
    let folder = args.out.clone().unwrap_or_else(temporary_folder);
    let mut stage = Stage::new(environment);
    let mut acts = Vec::new();
    for sample in &SAMPLES {
        let act = stage.learn_and_replay(&folder, sample)?;
        write_file(&act.skill.path, &act.skill.bytes)?;
        write_file(&path_to_write(&act.skill), &encode(&act.compiled))?;
        acts.push(act);
    }
    let shown = &acts[0];
    stage.picture(shown)?;
    out!("{}", side_by_side(&acts, paint));
    let drifted = stage.drift(shown)?;
    out!("{}", drift_table(&drifted, paint));
    let report = folder.join("report.html");
    let options = HtmlOptions {
        title: Some("retap demo"),
        files: &stage.report,
    };
    write_with(&report, |out| html(&stage.report.runs, &options, out))
        .map_err(|error| cannot_write(&report, error))?;
    outln!("\nreport: {}", report.display());
    // A stop keeps the promise, a wrong touch breaks it.
    Ok(
        match drifted.iter().all(|one| one.wrong_touches.is_empty()) {
            true => Exit::Passed,
            false => Exit::Failed,
        },
    )
}

fn temporary_folder() -> PathBuf {
    let stamp = SystemClock::new().timestamp().to_compact();
    std::env::temp_dir().join(format!("retap-demo-{stamp}-{}", std::process::id()))
}

/// A skill that was learned and replayed.
struct Act {
    sample: &'static Sample,
    skill: Skill,
    compiled: CompiledProgram,
    learned: Watched,
    replayed: Watched,
}

/// One run on a phone of its own.
struct Watched {
    run: RunSummary,
    /// How long the machine worked, engine and simulated phone together.
    real: Duration,
    /// What the phone says was touched.
    touches: Vec<Touched>,
}

/// A replay on a changed app.
struct Drifted {
    /// How the app was changed.
    name: String,
    outcome: Outcome,
    /// Why, or what was noticed.
    words: String,
    /// The elements touched that should not have been.
    wrong_touches: Vec<String>,
}

/// The runs of the report with their pictures, which nothing else keeps.
#[derive(Default)]
struct RunsInMemory {
    runs: Runs,
    /// By run and file.
    pictures: BTreeMap<String, Vec<u8>>,
}

impl EventSink for RunsInMemory {
    fn event(&mut self, record: &Record) {
        self.runs.add(record);
    }

    fn evidence(&mut self, run: &str, file: &str, bytes: &[u8]) {
        self.pictures
            .insert(format!("{run}/{file}"), bytes.to_vec());
    }
}

impl RunFiles for RunsInMemory {
    fn key(&self, run: &str, file: &str) -> Option<String> {
        self.read(run, file).map(|bytes| sha256_hex(&bytes))
    }

    fn read(&self, run: &str, file: &str) -> Option<Vec<u8>> {
        self.pictures.get(&format!("{run}/{file}")).cloned()
    }

    fn path(&self, _run: &str, file: &str) -> String {
        file.to_owned()
    }
}

/// Where the runs take place; keeps what the report shows.
struct Stage {
    report: RunsInMemory,
    config: Config,
    opener: Arc<DeviceOpener>,
    /// How many runs there were.
    runs: u32,
}

impl Stage {
    /// Returns an empty stage; what the policy forbids is forbidden here too.
    fn new(environment: &Environment) -> Self {
        Self {
            report: RunsInMemory::default(),
            config: Config::default(),
            opener: Arc::new(DeviceOpener::of_command(environment)),
            runs: 0,
        }
    }

    fn learn_and_replay(
        &mut self,
        folder: &Path,
        sample: &'static Sample,
    ) -> Result<Act, AppError> {
        let skill = read(&folder.join(sample.file), sample.text)?;
        let (compiled, learned) = self.learn(&skill, sample.app, Pictures::Never)?;
        let (_, replayed) = self.replay(&skill, &compiled, sample.app, Pictures::Never)?;
        Ok(Act {
            sample,
            skill,
            compiled,
            learned,
            replayed,
        })
    }

    /// Learns and replays once more, with pictures for the report.
    fn picture(&mut self, act: &Act) -> Result<(), AppError> {
        let app = act.sample.app;
        self.learn(&act.skill, app, Pictures::EveryStep)?;
        self.replay(&act.skill, &act.compiled, app, Pictures::EveryStep)?;
        Ok(())
    }

    /// Replays what was learned on each changed version of the app.
    fn drift(&mut self, act: &Act) -> Result<Vec<Drifted>, AppError> {
        let app = act.sample.app;
        let known = catalog().into_iter().find(|known| known.key == app);
        let mut all = Vec::new();
        for name in known.map(|known| known.drifts).unwrap_or_default() {
            let address = format!("{app}?drift={name}");
            let (verdict, watched) =
                self.replay(&act.skill, &act.compiled, &address, Pictures::EveryStep)?;
            all.push(Drifted {
                words: drift_words(&verdict, &watched.run),
                name,
                outcome: verdict.outcome,
                wrong_touches: wrong_touches(&watched.touches),
            });
        }
        Ok(all)
    }

    fn learn(
        &mut self,
        skill: &Skill,
        app: &str,
        pictures: Pictures,
    ) -> Result<(CompiledProgram, Watched), AppError> {
        let lesson = Lesson::of_skill(skill.draft.clone(), &skill.bytes);
        let learn = |session: Session<'_>| session.learn(skill, &lesson);
        let (learned, watched) = self.watch(app, pictures, learn)?;
        let compiled = learned.compiled.map_err(|reason| {
            let verdict = learned.report.verdict;
            AppError::failed(format!("the demo did not learn on `{app}`: {verdict}"))
                .because(reason)
        })?;
        Ok((compiled, watched))
    }

    fn replay(
        &mut self,
        skill: &Skill,
        compiled: &CompiledProgram,
        app: &str,
        pictures: Pictures,
    ) -> Result<(Verdict, Watched), AppError> {
        let plan = Plan::compiled(compiled.clone());
        let test = |session: Session<'_>| session.test(skill, &plan).verdict;
        self.watch(app, pictures, test)
    }

    /// Runs something on a new phone. A run with pictures goes into the report, one without is timed.
    fn watch<T>(
        &mut self,
        app: &str,
        pictures: Pictures,
        run: impl FnOnce(Session<'_>) -> T,
    ) -> Result<(T, Watched), AppError> {
        let mut opened = open(app, &self.opener)?;
        let mut own = Runs::default();
        let mut sinks: Vec<&mut dyn EventSink> = vec![&mut own];
        if pictures == Pictures::EveryStep {
            sinks.push(&mut self.report);
        }
        self.runs += 1;
        let started = Instant::now();
        let result = run(Session {
            runner: &Runner {
                config: &self.config,
                opener: &self.opener,
                advisor: None,
                stop: StopSignal::default(),
                secrets: Shared::default(),
            },
            options: RunOptions {
                run: format!("demo-{}", self.runs),
                pictures,
                ..RunOptions::default()
            },
            opened: &mut opened,
            sinks,
        });
        let real = started.elapsed();
        let run = own.all().last().expect("a run begins with an event");
        let log = opened.touch_log.map(|log| log.entries());
        let watched = Watched {
            run: run.clone(),
            real,
            touches: log.unwrap_or_default(),
        };
        Ok((result, watched))
    }
}

fn read(path: &Path, text: &str) -> Result<Skill, AppError> {
    let mut variables = Variables::new();
    variables.set(PASSWORD.0, PASSWORD.1);
    let mut skill = Skill::of_text(path, text)?;
    skill.draft.bind(&variables);
    Ok(skill)
}

/// Opens a phone on which pictures for the report take no time, so that they do not show in timings.
fn open(address: &str, opener: &DeviceOpener) -> Result<Opened, AppError> {
    let refused = |error: retap_sim::OpenError| {
        AppError::device("cannot open the simulated phone").because(error)
    };
    let mut setup = SimAddress::parse(address).map_err(refused)?;
    setup.options.latency.screenshot = Duration::ZERO;
    let device = SimDevice::new(&format!("sim:{address}"), setup).map_err(refused)?;
    Ok(opener.guarded(Opened::of_sim(device)))
}

/// Returns what a run noticed, or why it stopped.
fn drift_words(verdict: &Verdict, run: &RunSummary) -> String {
    if !verdict.is_passed() {
        return verdict.reason.to_string();
    }
    let mut known: Vec<&str> = Vec::new();
    for note in run.steps.iter().flat_map(|step| step.drift()) {
        if !known.contains(&note) {
            known.push(note);
        }
    }
    match known.as_slice() {
        [] => "nothing that identifies its targets had changed".to_owned(),
        [only] => format!("although {only}"),
        [first, others @ ..] => format!("although {first}, and {} more", others.len()),
    }
}

/// The names of the right element of each touch, as label and identifier, under every drift. The phone's own
/// log decides, whatever the app looks like.
const RIGHT: [&[(&str, &str)]; 2] = [
    &[
        ("General", "row_general"),
        ("General", "pref_general"),
        ("System", "row_general"),
    ],
    &[
        ("About", "row_about"),
        ("About", "pref_about"),
        ("About phone", "row_about"),
    ],
];

/// Returns the touches that hit anything else than they should, in words.
fn wrong_touches(log: &[Touched]) -> Vec<String> {
    let touches = log.iter().filter(|touched| touched.point.is_some());
    touches
        .enumerate()
        .filter(|(number, touched)| !is_right(*number, touched))
        .map(|(_, touched)| match &touched.element {
            Some(element) => format!("{} on `{}`", touched.action, element.label),
            None => format!("{} on nothing", touched.action),
        })
        .collect()
}

fn is_right(number: usize, touched: &Touched) -> bool {
    let (Some(names), Some(element)) = (RIGHT.get(number), &touched.element) else {
        return false;
    };
    names.contains(&(element.label.as_str(), element.id.as_str()))
}

/// How wide the first column is.
const TITLE: usize = 36;
/// How wide a column of figures is.
const FIGURE: usize = 12;
/// How much of a reason fits on its line.
const REASON: usize = 72;

/// Returns the learning run and the replay of the first skill step by step, and the totals of all.
fn side_by_side(acts: &[Act], paint: Paint) -> String {
    let Sample { file, app, .. } = acts[0].sample;
    let heading = paint.word(Tone::Title, "retap demo: learn once, replay forever");
    let mut text = format!("{heading}\n\n");
    text += &format!("1. Learn    run {file} once on sim:{app} and watch\n");
    text += "2. Replay   run what was compiled: no AI, no text read from pixels, every step checked\n\n";
    text += &paint.word(Tone::Title, &row("step", "learned", "replayed"));
    let steps = acts[0].learned.run.steps.iter();
    for (learned, replayed) in steps.zip(&acts[0].replayed.run.steps) {
        let (left, right) = (seconds(learned.took_ms), seconds(replayed.took_ms));
        text += &row(&learned.title(), &left, &right);
    }
    text += &paint.word(Tone::Title, &totals(&acts[0]));
    text.extend(acts[1..].iter().map(totals));
    text + &figures(acts)
}

fn totals(act: &Act) -> String {
    let (learned, replayed) = (&act.learned.run, &act.replayed.run);
    let steps = count(learned.steps.len(), "step");
    let title = format!("{}, {steps}", act.sample.file);
    row(
        &title,
        &seconds(learned.took_ms()),
        &seconds(replayed.took_ms()),
    )
}

fn figures(acts: &[Act]) -> String {
    let both = |title: &str, of: fn(&Watched) -> u32| {
        let learned: u32 = acts.iter().map(|act| of(&act.learned)).sum();
        let replayed: u32 = acts.iter().map(|act| of(&act.replayed)).sum();
        row(title, &learned.to_string(), &replayed.to_string())
    };
    let real = |of: fn(&Act) -> &Watched| {
        let all: Duration = acts.iter().map(|act| of(act).real).sum();
        format!("{:.1} ms", all.as_secs_f64() * 1000.0)
    };
    let (learned, replayed) = (real(|act| &act.learned), real(|act| &act.replayed));
    both("screen reads, all three", |it| it.run.tally().reads)
        + &both("text reads (OCR), all three", |it| {
            it.run.tally().text_reads
        })
        + &row("work of this machine, all three", &learned, &replayed)
        + "   seconds are the simulated phone's own; milliseconds are real\n"
}

/// Returns how the same compiled file fares on each changed version of the app.
fn drift_table(drifted: &[Drifted], paint: Paint) -> String {
    let mut text =
        "\n3. Drift    the same compiled file on changed versions of the app\n\n".to_owned();
    for one in drifted {
        let (word, tone) = match one.outcome {
            Outcome::Passed => ("found", Tone::Good),
            Outcome::Failed => ("stopped", Tone::Doubtful),
            Outcome::NotJudged | Outcome::Skipped => ("not judged", Tone::Bad),
        };
        let word = paint.word(tone, &format!("{word:<9}"));
        let line = format!("   {:<22}{word}{}", one.name, shortened(&one.words));
        text += &format!("{}\n", line.trim_end());
        for touch in &one.wrong_touches {
            let words = paint.word(Tone::Bad, &format!("wrong touch: {touch}"));
            text += &format!("   {:<22}{words}\n", "");
        }
    }
    let found = drifted.iter().filter(|one| one.outcome == Outcome::Passed);
    let found = found.count();
    let wrong: usize = drifted.iter().map(|one| one.wrong_touches.len()).sum();
    let verdict = format!(
        "{found} found, {} stopped, {} by the phone's own log",
        drifted.len() - found,
        count(wrong, "wrong touch").replace("touchs", "touches"),
    );
    text + &format!("\n   {}\n", paint.word(Tone::Title, &verdict))
}

fn row(title: &str, left: &str, right: &str) -> String {
    format!("   {title:<TITLE$}{left:>FIGURE$}{right:>FIGURE$}\n")
}

fn seconds(milliseconds: u64) -> String {
    format!("{:.2} s", Duration::from_millis(milliseconds).as_secs_f64())
}

/// Returns the reason up to where it begins to list what was visible.
fn shortened(words: &str) -> String {
    let words = words.lines().next().unwrap_or_default();
    let words = words.split("; visible:").next().unwrap_or(words);
    if words.chars().count() <= REASON {
        return words.to_owned();
    }
    let kept: String = words.chars().take(REASON - 1).collect();
    let whole = kept.rsplit_once(' ').map_or(&*kept, |(whole, _)| whole);
    format!("{whole} …")
}
