//! From the arguments of a call to the one thing that is meant.

use std::sync::Arc;

use retap_model::geometry::Point;
use retap_model::phrase::Phrase;
use retap_model::program::Target;
use retap_model::screen::{Role, Screen};
use retap_model::select::{Evidence, name_element};
use retap_model::verify::FailureCode;

use super::super::args::Args;
use super::super::call::Call;
use super::super::desk::Desk;
use super::super::reply::Refusal;

/// What is meant.
pub(super) enum Aim {
    /// Something that has words.
    Named(Box<Named>),
    /// A place where nothing has words.
    Place(Point),
}

/// Something that has words.
pub(super) struct Named {
    /// The words.
    pub(super) target: Target,
    /// What it was recognised by, where it was pointed at.
    pub(super) evidence: Option<Evidence>,
}

impl Aim {
    fn named(target: Target, evidence: Option<Evidence>) -> Self {
        Self::Named(Box::new(Named { target, evidence }))
    }
}

/// Returns what `element`, `text` with `row` and `index`, `id`, or `x` and `y` mean.
pub(super) fn aim(desk: &mut Desk, args: &Args, call: &Call) -> Result<Aim, Refusal> {
    if let Some(number) = args.count("element") {
        return by_number(desk, number);
    }
    if let Some(target) = by_words(args) {
        return Ok(Aim::named(target, None));
    }
    match (args.number("x"), args.number("y")) {
        (Some(x), Some(y)) => by_place(desk, Point::new(x, y), call),
        (_, _) => Err(Refusal::input(
            "say what is meant: element, text, id, or x and y",
        )),
    }
}

/// Returns the target that words name; nothing where there are none.
pub(super) fn by_words(args: &Args) -> Option<Target> {
    let label = args.words("text").or_else(|| args.words("label"));
    let id = args.words("id");
    if label.is_none() && id.is_none() {
        return None;
    }
    Some(Target {
        label: Phrase::literal(label.unwrap_or_default()),
        row: args.words("row").map(Phrase::literal),
        index: args.count("index").and_then(|it| u32::try_from(it).ok()),
        id: id.map(Phrase::literal),
        ..Target::default()
    })
}

/// Returns the element of a number on the screen the client saw last.
pub(super) fn by_number(desk: &mut Desk, number: u64) -> Result<Aim, Refusal> {
    let (screen, index) = numbered(desk, number)?;
    let evidence = Some(Evidence::of(&screen, index));
    Ok(match name_element(&screen, index) {
        Some(target) => Aim::named(target, evidence),
        None => Aim::Place(screen.elements[index].bounds.center()),
    })
}

/// Returns the screen the client saw last and the place of an element in it.
pub(super) fn numbered(desk: &Desk, number: u64) -> Result<(Arc<Screen>, usize), Refusal> {
    let stale = |words: String| Refusal::new(FailureCode::StaleReference, words);
    let screen = desk
        .shown
        .last()
        .ok_or_else(|| stale("no screen was shown yet; call screen first".to_owned()))?;
    let index = usize::try_from(number).unwrap_or(usize::MAX);
    if index >= screen.elements.len() {
        return Err(stale(format!(
            "there is no element {number} on the screen of revision {}",
            screen.revision
        )));
    }
    Ok((screen, index))
}

/// Returns what a place stands for: the control under it, or the place itself where the exact spot
/// matters or nothing has words.
fn by_place(desk: &mut Desk, at: Point, call: &Call) -> Result<Aim, Refusal> {
    let screen = desk.seen(call)?;
    let Some(front) = screen.element_at(at) else {
        return Ok(Aim::Place(at));
    };
    let holder = std::iter::once(front)
        .chain(screen.ancestors(front))
        .find(|index| screen.elements[*index].is_clickable || screen.elements[*index].is_editable);
    let Some(index) = holder.filter(|index| screen.elements[*index].role != Role::Slider) else {
        return Ok(Aim::Place(at));
    };
    let evidence = Some(Evidence::of(&screen, index));
    Ok(match name_element(&screen, index) {
        Some(target) => Aim::named(target, evidence),
        None => Aim::Place(at),
    })
}
