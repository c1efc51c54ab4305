//! From the arguments of a call to the one thing that is meant.

use std::sync::Arc;

use retap_model::geometry::Point;
use retap_model::phrase::Phrase;
use retap_model::program::Target;
use retap_model::screen::{Role, Screen};
use retap_model::select::{Evidence, name_element};
use retap_model::verify::FailureCode;

use crate::mcp::{Args, DeviceSession, Refusal, ToolCall};

/// The element or place that is meant.
pub(crate) enum TouchTarget {
    /// Something that has words.
    Named(Box<Named>),
    /// A place where nothing has words.
    Place(Point),
}

/// Something that has words.
pub(crate) struct Named {
    /// The words.
    pub(crate) target: Target,
    /// The evidence of it, where it was pointed at.
    pub(crate) evidence: Option<Evidence>,
}

impl TouchTarget {
    fn named(target: Target, evidence: Option<Evidence>) -> Self {
        Self::Named(Box::new(Named { target, evidence }))
    }
}

/// Returns what `element`, `text` with `row` and `index`, `id`, or `x` and `y` mean.
pub(crate) fn touch_target(call: &mut ToolCall<'_>) -> Result<TouchTarget, Refusal> {
    if let Some(number) = call.args.count("element") {
        return target_by_number(call, number);
    }
    if let Some(target) = target_by_words(call.args) {
        return Ok(TouchTarget::named(target, None));
    }
    match (call.args.number("x"), call.args.number("y")) {
        (Some(x), Some(y)) => by_place(call, Point::new(x, y)),
        (_, _) => Err(Refusal::input(
            "say what is meant: element, text, id, or x and y",
        )),
    }
}

/// Returns the target that words name; nothing where there are none.
pub(crate) fn target_by_words(args: &Args) -> Option<Target> {
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
pub(crate) fn target_by_number(
    session: &mut DeviceSession,
    number: u64,
) -> Result<TouchTarget, Refusal> {
    let (screen, index) = numbered(session, number)?;
    let evidence = Some(Evidence::of(&screen, index));
    Ok(match name_element(&screen, index) {
        Some(target) => TouchTarget::named(target, evidence),
        None => TouchTarget::Place(screen.elements[index].bounds.center()),
    })
}

/// Returns the screen the client saw last and the place of an element in it.
pub(crate) fn numbered(
    session: &DeviceSession,
    number: u64,
) -> Result<(Arc<Screen>, usize), Refusal> {
    let stale = |words: String| Refusal::new(FailureCode::StaleReference, words);
    let screen = session
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
fn by_place(call: &mut ToolCall<'_>, at: Point) -> Result<TouchTarget, Refusal> {
    let screen = call.seen()?;
    let Some(front) = screen.element_at(at) else {
        return Ok(TouchTarget::Place(at));
    };
    let holder = screen.touched_for(front);
    let Some(index) = holder.filter(|index| screen.elements[*index].role != Role::Slider) else {
        return Ok(TouchTarget::Place(at));
    };
    let evidence = Some(Evidence::of(&screen, index));
    Ok(match name_element(&screen, index) {
        Some(target) => TouchTarget::named(target, evidence),
        None => TouchTarget::Place(at),
    })
}
