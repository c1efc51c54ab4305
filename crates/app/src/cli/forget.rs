//! `retap compile --forget`: takes single expectations out of a compiled file, so that replays no longer rely on them.

use retap_learn::compile::unproven_steps;
use retap_model::codec::encode;
use retap_model::program::CompiledProgram;
use retap_model::verify::Expectation;

use crate::compiled_file::Compiled;
use crate::error::{AppError, Exit};
use crate::files::write_beside;
use crate::skill::Skill;
use crate::terminal::{count, out};

/// Takes these expectations out of the compiled file of each skill. Nothing is written unless all of them are there and
/// every act is still proven by something.
pub(super) fn run(skills: &[Skill], forgotten: &[String]) -> Result<Exit, AppError> {
    for skill in skills {
        forget(skill, forgotten)?;
    }
    Ok(Exit::Passed)
}

fn forget(skill: &Skill, forgotten: &[String]) -> Result<(), AppError> {
    let name = skill.path.display();
    let Compiled::Fresh { path, mut program } = Compiled::beside(skill) else {
        return Err(
            AppError::input(format!("`{name}` has no compiled file that is fresh"))
                .hint(format!("`retap compile {name}` first")),
        );
    };
    let proven = unproven(skill, &program);
    let mut removed = 0;
    for wanted in forgotten {
        let before = removed;
        for step in &mut program.steps {
            let Some(pin) = &mut step.pin else { continue };
            let all = pin.expect.len();
            pin.expect.retain(|check| !is_meant(check, wanted));
            removed += all - pin.expect.len();
        }
        if removed == before {
            return Err(
                AppError::input(format!("no replay of `{name}` expects {wanted}")).hint(format!(
                    "`retap show {name} --expectations` lists what they expect"
                )),
            );
        }
    }
    let mut bare = unproven(skill, &program).into_iter();
    if let Some((number, title)) = bare.find(|step| !proven.contains(step)) {
        return Err(AppError::input(format!(
            "without that, nothing proves step {number} of `{name}`, {title}"
        ))
        .hint("add `assert_visible` with what must show after it, and compile again"));
    }
    write_beside(&path, &encode(&program))?;
    out!(
        "{name}: {} fewer in {}\n",
        count(removed, "expectation"),
        path.display()
    );
    Ok(())
}

/// Returns whether an expectation is the one that was typed: as it is listed, or the text it is about.
fn is_meant(check: &Expectation, typed: &str) -> bool {
    let text = match check {
        Expectation::Shows(text) | Expectation::Offers(text) | Expectation::Hides(text) => text,
        Expectation::App(app) => app,
        Expectation::State(_)
        | Expectation::OpensWindow
        | Expectation::ClosesWindow
        | Expectation::MoreRows
        | Expectation::FewerRows
        | Expectation::Changed => "",
    };
    check.to_string() == typed || text == typed
}

/// Returns the acts that nothing proves but that the screen changes.
fn unproven(skill: &Skill, program: &CompiledProgram) -> Vec<(usize, String)> {
    let steps = unproven_steps(&skill.draft, program, &[]).into_iter();
    steps
        .map(|(step, written)| (step.index + 1, written.kind.title()))
        .collect()
}
