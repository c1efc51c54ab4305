//! `retap heal`: replays compiled skills and proposes what to write where targets changed, and writes it on request.

use std::path::Path;
use std::sync::Arc;

use clap::Args;
use retap_learn::heal::{
    Healing, Relearned, Retry, healed_program, propose, relabel_source, retry_without,
};
use retap_model::codec::encode;
use retap_model::device::Platform;
use retap_model::program::{CompiledProgram, Program};
use retap_model::select::{Nearest, Weight};
use retap_replay::Pictures;

use super::Selected;
use super::heal_output::{Decision, Failure, Proposal, SkillHeal, as_json, as_text};
use super::run_args::{OutputArgs, RunArgs};
use crate::compiled_file::{Compiled, path_to_write};
use crate::devices::DeviceOpener;
use crate::discovery::Discovery;
use crate::environment::Environment;
use crate::error::{AppError, Exit, cannot};
use crate::files::{Content, may_write_beside, read_named};
use crate::healed_files::{HealedFile, LastHealing, last_healing, write_healed};
use crate::interrupt;
use crate::line_diff::unified_diff;
use crate::question::{Echo, ask_person};
use crate::run_folder::RunFolders;
use crate::session::Runner;
use crate::shared::Shared;
use crate::skill::{Form, Skill};
use crate::suite::exit_of;
use crate::terminal::{outln, talk};
use crate::values::Values;
use crate::watched_run::{Watched, Watcher, fresh, harm_done, program_on, why_not_again};

#[derive(Debug, Args)]
pub(crate) struct HealArgs {
    /// Files, folders, patterns or names of skills
    #[arg(required = true)]
    skills: Vec<String>,

    #[command(flatten)]
    run: RunArgs,

    /// Write what is cosmetic; whoever is at the terminal is asked about the rest
    #[arg(long)]
    apply: bool,

    /// With `--apply`, write also what has another meaning, but nothing that cannot be taken back
    #[arg(long, requires = "apply")]
    yes: bool,

    /// Accept this step whatever its change means; one that failed is learned anew
    #[arg(long, value_name = "STEP", value_parser = clap::value_parser!(u32).range(1..))]
    accept: Vec<u32>,

    /// Run nothing; show and put back the files that the last `--apply` replaced
    #[arg(long, conflicts_with_all = ["apply", "accept"])]
    undo: bool,

    #[command(flatten)]
    output: OutputArgs,
}

pub(super) fn run(args: &HealArgs, environment: &Environment) -> Result<Exit, AppError> {
    let config = args.run.config(environment)?;
    let discovery = Discovery::search(environment)?;
    let mut selected = Selected::read(&discovery, &args.skills, &[])?;
    if args.undo {
        let exit = selected.print_left_out(environment);
        let mut skills = selected.skills.iter();
        return skills
            .try_for_each(|skill| undo(skill, environment))
            .map(|()| exit);
    }
    if !args.accept.is_empty() && selected.skills.len() > 1 {
        let message = "`--accept` names a step of one skill, and several would be healed";
        return Err(AppError::input(message));
    }
    let advisor = args.run.advisor(&config, environment)?;
    selected.bind(&Values::new(&args.run.settings, environment, &config));
    let stop = interrupt::listen();
    let healer = Healer {
        args,
        environment,
        watcher: Watcher {
            runner: Runner {
                config: &config,
                opener: &Arc::new(DeviceOpener::of_command(environment)),
                advisor,
                stop: stop.clone(),
                secrets: Shared::new(selected.secrets.clone()),
            },
            folders: RunFolders::in_project(environment, &config),
            device: args.run.devices.first().map(String::as_str),
            timeout: args.run.timeout(&config),
            pictures: Pictures::EveryStep,
        },
    };
    let mut exit = Exit::Passed;
    let mut all = Vec::new();
    for skill in &selected.skills {
        if stop.is_stopped() {
            break;
        }
        match healer.heal(skill) {
            Ok(own) => all.push(own),
            Err(error) => {
                let told = healer.watcher.runner.secrets.lock();
                talk!("{}", told.mask(&error.render(environment.stderr.paint)));
                exit = exit.max(error.exit);
            }
        }
    }
    healer.watcher.runner.opener.browsers.close();
    exit = all.iter().map(SkillHeal::exit).fold(exit, Exit::max);
    exit = exit.max(selected.print_left_out(environment));
    if !all.is_empty() {
        let secrets = healer.watcher.runner.secrets.lock().clone();
        let text = || secrets.mask(&as_text(&all, args.apply)).into_owned();
        args.output.print(|| as_json(&all, &secrets), text);
    }
    Ok(match stop.is_stopped() {
        true => Exit::Interrupted,
        false => exit,
    })
}

/// Shows what the files of a skill were before they were healed, and puts that back.
fn undo(skill: &Skill, environment: &Environment) -> Result<(), AppError> {
    let beside = Compiled::beside(skill);
    let compiled = beside.path().map(Path::to_path_buf);
    let compiled = compiled.unwrap_or_else(|| path_to_write(skill));
    let healing = last_healing(environment, &skill.path, &compiled)?;
    for file in &healing.files {
        outln!("{}", diff_of(file));
    }
    if !healing.is_own {
        agree_to_foreign(&healing, environment)?;
    }
    let kept = healing.put_back()?;
    for file in &healing.files {
        outln!("{}: as it was before it was healed", file.path.display());
    }
    outln!("  both versions: {}", kept.display());
    Ok(())
}

/// Lets the person decide about a healing that this person's retap did not write: it may have come with the project, and
/// with it whatever a stranger wants to be in these files.
fn agree_to_foreign(healing: &LastHealing, environment: &Environment) -> Result<(), AppError> {
    let folder = healing.folder.display();
    let foreign = format!(
        "`{folder}` was not written by your retap here, and may have come with the project"
    );
    let refused = || AppError::input(format!("{foreign}: nothing was put back"));
    if !environment.has_person {
        return Err(refused().hint(
            "at a terminal you are asked whether to put back what is shown; both versions are in that folder",
        ));
    }
    let answer = ask_person(&format!("{foreign}. Put it back? [y/N] "), Echo::Shown);
    let answer = answer.map_err(|error| AppError::input("nobody answered").because(error))?;
    match is_yes(&answer) {
        true => Ok(()),
        false => Err(refused()),
    }
}

fn is_yes(answer: &str) -> bool {
    matches!(answer.trim(), "y" | "Y" | "yes")
}

/// The parts healing every skill shares.
struct Healer<'a> {
    args: &'a HealArgs,
    environment: &'a Environment,
    watcher: Watcher<'a>,
}

/// A replay that passed.
struct Replayed {
    program: Program,
    watched: Watched,
    relearned: Vec<Relearned>,
    device: String,
    platform: Platform,
}

/// What is to be written.
struct Written {
    skill: Skill,
    program: CompiledProgram,
    files: Vec<HealedFile>,
}

impl Healer<'_> {
    fn heal(&self, skill: &Skill) -> Result<SkillHeal, AppError> {
        if !matches!(skill.form, Form::Skill) {
            let name = skill.path.display();
            return Err(
                AppError::input(format!("`{name}` is a scenario, and skills are healed"))
                    .hint(format!("`retap compile {name}` learns it anew")),
            );
        }
        let (path, compiled) = fresh(skill)?;
        self.check_accepted(skill)?;
        if self.args.apply {
            for path in [&skill.path, &path] {
                may_write_beside(path).map_err(|error| cannot("write", path, error))?;
            }
        }
        let replayed = match self.replay(skill, &compiled)? {
            Ok(replayed) => replayed,
            Err(failed) => return Ok(failed),
        };
        let proposals = self.propose(skill, &compiled, &replayed)?;
        let written = written(skill, &path, &compiled, &proposals)?;
        let mut healed = SkillHeal {
            device: replayed.device.clone(),
            diffs: written.files.iter().map(diff_of).collect(),
            proposals,
            ..SkillHeal::new(skill)
        };
        if self.args.apply && !written.files.is_empty() {
            healed.proof = Some(self.prove(&written, &compiled, &replayed)?);
            let kept = write_healed(self.environment, &skill.path, &written.files)?;
            healed.kept = Some(kept.display().to_string());
            let files = written.files.iter();
            healed.written = files.map(|file| file.path.display().to_string()).collect();
        }
        healed.is_applied = self.args.apply;
        Ok(healed)
    }

    /// Refuses numbers of steps that are none.
    fn check_accepted(&self, skill: &Skill) -> Result<(), AppError> {
        let steps = skill.draft.flat().len();
        let mut accepted = self.args.accept.iter();
        match accepted.find(|number| **number as usize > steps) {
            Some(number) => Err(AppError::input(format!(
                "`{}` has {steps} steps, and no step {number}",
                skill.path.display()
            ))),
            None => Ok(()),
        }
    }

    /// Replays until it passes. A step that fails is learned anew if the person accepts that; otherwise that is the end.
    fn replay(
        &self,
        skill: &Skill,
        compiled: &CompiledProgram,
    ) -> Result<Result<Replayed, SkillHeal>, AppError> {
        let mut relearned: Vec<Relearned> = Vec::new();
        let mut changed = None;
        loop {
            let mut opened = self.watcher.open(skill)?;
            let program = match changed.take() {
                Some(program) => program,
                None => program_on(skill, compiled, &opened)?,
            };
            let watched = self.watcher.watch(skill, &program, &mut opened)?;
            let info = opened.device.info();
            let (device, platform) = (info.address.clone(), info.platform);
            if watched.observed.report.verdict.is_passed() {
                return Ok(Ok(Replayed {
                    program,
                    watched,
                    relearned,
                    device,
                    platform,
                }));
            }
            let failed = watched.observed.seen.failed.as_ref();
            let mut retry = failed.map_or_else(Retry::default, |failed| {
                retry_without(compiled, &program, failed)
            });
            let harm = harm_done(platform, compiled, &watched.observed);
            match retry.proposal.take() {
                Some((program, learned))
                    if harm.is_none() && self.may_learn(&learned, &relearned) =>
                {
                    note_learned(&mut relearned, learned);
                    changed = Some(program);
                }
                proposal => {
                    let learned = proposal.map(|(_, learned)| learned);
                    let learned = learned.filter(|_| harm.is_none());
                    let failed = Self::failed(skill, &watched, retry.nearest, learned, harm);
                    return Ok(Err(SkillHeal { device, ..failed }));
                }
            }
        }
    }

    /// Returns whether a step is learned anew: a person says so, and it was not tried in the same way.
    fn may_learn(&self, learned: &Relearned, before: &[Relearned]) -> bool {
        let is_tried = |it: &Relearned| {
            let has_label = it.label.is_some() && learned.label.is_some();
            it.step == learned.step && (has_label || it.is_effect_new && learned.is_effect_new)
        };
        self.is_accepted(learned.step.0) && !before.iter().any(is_tried)
    }

    fn is_accepted(&self, step: usize) -> bool {
        self.args.accept.iter().any(|it| *it as usize == step + 1)
    }

    fn failed(
        skill: &Skill,
        watched: &Watched,
        nearest: Vec<Nearest>,
        learned: Option<Relearned>,
        harm: Option<&'static str>,
    ) -> SkillHeal {
        let report = &watched.observed.report;
        let step = watched.observed.seen.failed.as_ref().map(|it| it.step.0);
        let pictures = step.map(|step| watched.pictures.of_step(step));
        SkillHeal {
            failure: Some(Failure {
                exit: exit_of(report),
                reason: report.verdict.reason.to_string(),
                step,
                nearest: nearest.into_iter().map(|it| it.name).collect(),
                learned,
                harm,
                pictures: pictures.unwrap_or_default(),
            }),
            ..SkillHeal::new(skill)
        }
    }

    fn propose(
        &self,
        skill: &Skill,
        compiled: &CompiledProgram,
        replayed: &Replayed,
    ) -> Result<Vec<Proposal>, AppError> {
        let Replayed {
            program,
            watched,
            relearned,
            ..
        } = replayed;
        let secrets = self.watcher.runner.secrets.lock().clone();
        let seen = &watched.observed.seen.observations;
        let healings = propose(compiled, program, seen, &secrets, relearned);
        let mut proposals = Vec::new();
        for healing in healings {
            let decision = self.decide(skill, &healing)?;
            proposals.push(Proposal {
                pictures: watched.pictures.of_step(healing.step.0),
                decision,
                healing,
            });
        }
        Ok(proposals)
    }

    /// Decides about one step. Without `--apply` everything that can be written is shown.
    fn decide(&self, skill: &Skill, healing: &Healing) -> Result<Decision, AppError> {
        if let Some(obstacle) = healing.obstacle {
            return Ok(Decision::Leave(obstacle.to_owned()));
        }
        if let Some(label) = &healing.label {
            let edited = relabel_source(&skill.path, &skill.bytes, std::slice::from_ref(label));
            if let Err(error) = edited {
                return Ok(Decision::Leave(error.to_string()));
            }
        }
        let number = healing.step.0 + 1;
        let is_allowed = match healing.weight {
            Weight::Cosmetic => true,
            Weight::Meaning => self.args.yes || self.is_accepted(healing.step.0),
            Weight::Irreversible => self.is_accepted(healing.step.0),
        };
        if is_allowed || !self.args.apply || self.ask(healing)? {
            return Ok(Decision::Take);
        }
        Ok(Decision::Leave(format!(
            "{}: not written without a person; `--accept {number}` takes it",
            healing.weight.as_str()
        )))
    }

    fn ask(&self, healing: &Healing) -> Result<bool, AppError> {
        if !self.environment.has_person {
            return Ok(false);
        }
        let secrets = self.watcher.runner.secrets.lock().clone();
        let prompt = format!(
            "step {} {}: {} ({}). Write it? [y/N] ",
            healing.step.0 + 1,
            healing.title,
            healing.changes.join("; "),
            healing.weight.as_str()
        );
        let answer = ask_person(&secrets.mask(&prompt), Echo::Shown);
        let answer = answer.map_err(|error| AppError::input("nobody answered").because(error))?;
        Ok(is_yes(&answer))
    }

    /// Proves what is to be written, before it is: by a replay, or, where doing it twice may do harm, by what the replay
    /// that it comes from saw.
    fn prove(
        &self,
        written: &Written,
        compiled: &CompiledProgram,
        replayed: &Replayed,
    ) -> Result<String, AppError> {
        let observed = &replayed.watched.observed;
        if let Some(why) = why_not_again(replayed.platform, compiled, observed) {
            return Ok(format!(
                "each new target was found again on the screen of this run; not replayed once more: {why}"
            ));
        }
        let skill = &written.skill;
        let mut opened = self.watcher.open(skill)?;
        let program = program_on(skill, &written.program, &opened)?;
        let proof = self.watcher.watch(skill, &program, &mut opened)?;
        let report = &proof.observed.report;
        match report.verdict.is_passed() {
            true => Ok("the healed file was replayed and passed".to_owned()),
            false => Err(AppError::failed(format!(
                "nothing was written: a replay of the healed file did not pass: {}",
                report.verdict.reason
            ))),
        }
    }
}

/// Adds a step that is learned anew.
fn note_learned(relearned: &mut Vec<Relearned>, learned: Relearned) {
    match relearned.iter_mut().find(|it| it.step == learned.step) {
        Some(known) => known.join(learned),
        None => relearned.push(learned),
    }
}

/// Returns the files with all that is to be taken in them; none where that is nothing.
fn written(
    skill: &Skill,
    path: &Path,
    compiled: &CompiledProgram,
    proposals: &[Proposal],
) -> Result<Written, AppError> {
    let taken = proposals.iter().filter(|it| it.decision == Decision::Take);
    let taken: Vec<&Healing> = taken.map(|it| &it.healing).collect();
    let labels = taken.iter().filter_map(|it| it.label.clone());
    let labels: Vec<_> = labels.collect();
    let (source, _) = relabel_source(&skill.path, &skill.bytes, &labels)
        .map_err(|error| AppError::failed(format!("`{}`, {error}", skill.path.display())))?;
    let edited = skill.with_source(&source)?;
    let program = healed_program(compiled, &taken, &edited.draft, &source);
    program
        .check_source(&edited.draft, &edited.sha256)
        .map_err(|stale| AppError::failed(format!("the healed file would be stale: {stale}")))?;
    let before =
        read_named(path, Content::Compiled).map_err(|error| cannot("read", path, error))?;
    let files = [
        HealedFile {
            part: "source",
            path: skill.path.clone(),
            before: skill.bytes.clone(),
            after: source,
        },
        HealedFile {
            part: "compiled",
            path: path.to_path_buf(),
            before,
            after: encode(&program),
        },
    ];
    let is_changed = |file: &HealedFile| !taken.is_empty() && file.before != file.after;
    Ok(Written {
        skill: edited,
        program,
        files: files.into_iter().filter(is_changed).collect(),
    })
}

fn diff_of(file: &HealedFile) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let path = file.path.display().to_string();
    unified_diff(&path, &text(&file.before), &text(&file.after))
}
