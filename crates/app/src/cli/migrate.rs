//! `retap migrate`: a skill from one format into the other, with nothing lost.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use retap_learn::source::{Format, read_skill, write_skill};
use retap_model::program::{Draft, outline};

use crate::bounds::Bounds;
use crate::config::readable_folders;
use crate::environment::Environment;
use crate::error::{AppError, Exit};
use crate::files::write_beside;
use crate::skill::Skill;
use crate::terminal::{out, outln, talk};

#[derive(Debug, Args)]
pub(crate) struct MigrateArgs {
    /// Skill files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The format to write; the other one when not given
    #[arg(long, value_enum)]
    to: Option<To>,

    /// Write there instead of beside the file
    #[arg(long, value_name = "DIR")]
    output_dir: Option<PathBuf>,

    /// Print the text instead of writing it
    #[arg(long)]
    dry_run: bool,

    /// Overwrite files that exist
    #[arg(long)]
    force: bool,
}

/// A format to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum To {
    /// Prose with numbered steps
    Md,
    /// Skill YAML
    Yaml,
}

pub(super) fn run(args: &MigrateArgs, environment: &Environment) -> Result<Exit, AppError> {
    let mut exit = Exit::Passed;
    for file in &args.files {
        if let Err(error) = migrate(args, file, environment) {
            talk!("{}", error.render(environment.stderr.paint));
            exit = exit.max(error.exit);
        }
    }
    Ok(exit)
}

fn migrate(args: &MigrateArgs, file: &Path, environment: &Environment) -> Result<(), AppError> {
    Bounds::of_typed(file, readable_folders(environment).as_deref()).check(file)?;
    let skill = Skill::read(file)?;
    if skill.is_scenario() {
        return Err(AppError::input(format!(
            "`{}` is a scenario; only skills have two formats",
            file.display()
        )));
    }
    let to = args.to.unwrap_or_else(|| other(file));
    let output = output_path(args, file, to);
    if output == file {
        return Err(AppError::input(format!(
            "`{}` is in that format already",
            file.display()
        )));
    }
    let format = match to {
        To::Md => Format::Markdown,
        To::Yaml => Format::Yaml,
    };
    let text = write_skill(&skill.draft, format)
        .map_err(|error| AppError::input(format!("{}: {error}", file.display())))?;
    check_lossless(&skill.draft, &output, &text)?;
    if args.dry_run {
        out!("{text}");
        return Ok(());
    }
    if output.exists() && !args.force {
        return Err(AppError::input(format!("`{}` exists", output.display()))
            .hint("overwrite it with `--force`"));
    }
    write_beside(&output, text.as_bytes())?;
    outln!("{} -> {}", file.display(), output.display());
    Ok(())
}

fn other(file: &Path) -> To {
    match Format::of(file) {
        Some(Format::Markdown) => To::Yaml,
        Some(Format::Yaml) | None => To::Md,
    }
}

fn output_path(args: &MigrateArgs, file: &Path, to: To) -> PathBuf {
    let renamed = file.with_extension(match to {
        To::Md => "md",
        To::Yaml => "yaml",
    });
    match (&args.output_dir, renamed.file_name()) {
        (Some(folder), Some(name)) => folder.join(name),
        (Some(_), None) | (None, _) => renamed,
    }
}

/// Reads the text back before anything is written: a migration that changes a step is refused.
fn check_lossless(draft: &Draft, output: &Path, text: &str) -> Result<(), AppError> {
    let back = read_skill(output, text.as_bytes()).map_err(|errors| {
        AppError::input(format!(
            "the migrated text cannot be read back: {}",
            errors.render()
        ))
    })?;
    if outline(&back.steps) == outline(&draft.steps) && back.header == draft.header {
        return Ok(());
    }
    Err(AppError::input(format!(
        "`{}` would not say the same as its source, so it was not written",
        output.display()
    )))
}
