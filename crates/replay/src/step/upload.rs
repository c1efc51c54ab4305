//! Puts files into a field, and looks that it holds them.

use std::path::Path;

use super::blind::place;
use super::field::distance;
use super::prelude::*;

/// Between the names of several files: as the author writes them, and as a field shows them.
const WRITTEN: char = ';';
const SHOWN: &str = ", ";

impl Perform for Upload {
    /// The device touches the field and gives it the files. A field that says what it holds must hold
    /// them then; what only leads to a hidden field, such as a button, must be answered like a touch.
    fn perform(&self, context: &mut Context<'_>, at: At<'_>) -> StepResult {
        let files = context.recall_phrase(&self.file)?;
        context.find_and(&self.target, at.evidence(), |context, located| {
            let action = Action::Special(giving(&files), located.found.point);
            let field = located.element();
            if field.state.value.is_none() {
                let change = Proof::AnyChange { touched: None };
                return context.touch(located, &action, &change);
            }
            context.begin_touch(located, &action, &Proof::NotNeeded)?;
            let verdict = prove(context, field, &files, self.title())?;
            context.picture_step(Purpose::After, None)?;
            Ok(verdict)
        })
    }

    fn acts_unseen(&self, context: &mut Context<'_>, at: At<'_>) -> Result<Vec<Action>, Stop> {
        let files = context.recall_phrase(&self.file)?;
        Ok(vec![Action::Special(giving(&files), place(at.pin)?)])
    }
}

/// Returns the act; names that are secret are hidden.
fn giving(files: &Phrase) -> SpecialAct {
    SpecialAct::Upload(match files.is_secret() {
        true => Typed::Hidden(Secret::new(files.reveal())),
        false => Typed::Plain(files.reveal()),
    })
}

/// The state of the field afterwards.
enum Ended {
    /// It holds the files.
    Holds,
    /// It is not there any more.
    Gone,
}

/// Waits until the field holds the files. One that is gone was taken away by its page, which is an answer.
fn prove(context: &mut Context<'_>, field: &Element, files: &Phrase, act: String) -> StepResult {
    let wanted = names(&files.reveal());
    let waited = context.wait_until(
        context.options.timeout,
        Freshness::Recent,
        |now| match held_by(field, now) {
            Some(held) => (single_spaced(held) == wanted).then_some(Ended::Holds),
            None => Some(Ended::Gone),
        },
    )?;
    let expected = format!("the field holds \"{files}\"");
    Ok(match waited {
        Waited::Held(Ended::Holds, _) => {
            context.note_held(expected.clone(), "it does");
            let held = vec![expected];
            Verdict::passed(Reason::AsLearned { act, held })
        }
        Waited::Held(Ended::Gone, _) => Verdict::passed(Reason::Changed { act }),
        Waited::TimedOut(screen) => context.fail_act(act, expected, "it does not", &screen),
    })
}

/// Returns the names of the files, without their folders, as a field shows them.
fn names(files: &str) -> String {
    let paths = files.split(WRITTEN).map(str::trim);
    let names = paths.filter_map(|path| Path::new(path).file_name());
    let names: Vec<_> = names.map(|name| name.to_string_lossy()).collect();
    single_spaced(&names.join(SHOWN))
}

/// Returns what the field holds on a later reading. Forms move, so that it is known by what it is and how
/// it is called; of several, the nearest.
fn held_by<'s>(field: &Element, screen: &'s Screen) -> Option<&'s str> {
    let is_same = |other: &&Element| {
        (&other.class, &other.id, &other.description)
            == (&field.class, &field.id, &field.description)
    };
    let visible = screen.visible().map(|(_, element)| element);
    let nearest = visible
        .filter(is_same)
        .min_by(|left, right| distance(field, left).total_cmp(&distance(field, right)));
    nearest?.state.value.as_deref()
}

fn single_spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
