//! Fields that are typed into: getting one the focus, emptying it, and knowing it again on a later reading.

use retap_model::screen::ScreenSource;
use retap_model::select::Missing;

use super::blind::place;
use super::prelude::*;

/// Where the text will go.
pub(super) enum Focus {
    /// Into this field.
    Field(Box<Element>),
    /// Nobody can tell: the screen is read from pixels.
    Unknown(Arc<Screen>),
}

/// Touches the field and waits until it, and no other, has the focus.
pub(super) fn touch_field(
    context: &mut Context<'_>,
    target: &Target,
    located: &LocatedTarget,
) -> Result<Focus, Stop> {
    let proof = Proof::of(None, TouchEffect::Visible, Some(located.element()));
    let tap = Action::Tap(located.found.point);
    let touched = context.begin_touch(located, &tap, &proof)?;
    focus_after(touched, context, target, located)
}

/// Fails the step where what goes by the name of a field is a button: touching it does something else. One that says that it
/// opens something may open the field, and an author who says `role: button` means one.
pub(super) fn refuse_button(target: &Target, located: &LocatedTarget) -> Result<(), Stop> {
    let element = located.element();
    let opens = element.state.expanded.is_some();
    let is_said = target.role.only() == Some(Role::Button);
    if element.role != Role::Button || element.is_editable || opens || is_said {
        return Ok(());
    }
    let search = Search::Missing(Missing::OtherKind {
        wanted: Role::TextField,
        seen: element.role,
        beside: None,
    });
    let reason = Reason::not_actionable(target, &search, &located.screen);
    Err(Stop::failed(reason))
}

/// Waits until the field that answered a touch, and no other, has the focus.
pub(super) fn focus_after(
    touched: Verdict,
    context: &mut Context<'_>,
    target: &Target,
    located: &LocatedTarget,
) -> Result<Focus, Stop> {
    if touched.is_failed() {
        return Err(Stop::Step(touched));
    }
    let is_meant = |field: &Element| located.found.bounds.intersection(field.bounds).is_some();
    wait_for_focus(context, Freshness::Recent, is_meant)?.map_err(|visible| {
        let name = target.label.to_string();
        Stop::failed(Reason::NotFocused { name, visible })
    })
}

/// Waits until some field has the focus.
pub(super) fn focused_field(context: &mut Context<'_>) -> Result<Focus, Stop> {
    let first = context.first_look();
    let focus = wait_for_focus(context, first, |_| true)?;
    context.picture_step(Purpose::Before, None)?;
    focus.map_err(|visible| Stop::failed(Reason::NoFocus { visible }))
}

/// Waits for the focus; the inner error is what shows instead.
fn wait_for_focus(
    context: &mut Context<'_>,
    first: Freshness,
    is_meant: impl Fn(&Element) -> bool,
) -> Result<Result<Focus, Visible>, Stop> {
    let waited = context.wait_until(context.options.timeout, first, |screen| {
        if screen.source == ScreenSource::Pixels {
            return Some(None);
        }
        let field = focused(screen).filter(|field| is_meant(field))?;
        Some(Some(Box::new(field.clone())))
    })?;
    Ok(match waited {
        Waited::Held(Some(field), _) => Ok(Focus::Field(field)),
        Waited::Held(None, screen) => Ok(Focus::Unknown(screen)),
        Waited::TimedOut(screen) => Err(Visible::of(&screen)),
    })
}

fn focused(screen: &Screen) -> Option<&Element> {
    let is_focused = |element: &&Element| element.state.focused && element.is_editable;
    screen
        .visible()
        .map(|(_, element)| element)
        .find(is_focused)
}

/// Returns what a field holds, as far as the device tells that from a hint.
pub(crate) fn value(field: &Element) -> &str {
    field.state.value.as_deref().unwrap_or(&field.text)
}

/// Returns what a field holds, also where that is masked; only for proving that a text arrived.
pub(super) fn real_value(field: &Element) -> &str {
    let hidden = field.hidden_value.as_ref();
    hidden.map_or_else(|| value(field), Secret::reveal)
}

/// Returns whether a field is known to hold nothing.
pub(super) fn is_empty(field: &Element) -> bool {
    match &field.state.value {
        Some(value) => value.is_empty(),
        // What a password holds is not told; a hint instead of bullets would be a text, too.
        None => field.is_password && field.text.is_empty(),
    }
}

/// Returns the field on a later reading: the one with the same id, of these the one with the same name, of
/// these the one nearest to where it was: forms move when a field is touched. What it shows changes by typing,
/// so its text does not count.
pub(crate) fn same_field<'s>(field: &Element, screen: &'s Screen) -> Option<&'s Element> {
    let is_renamed = |other: &Element| other.description != field.description;
    screen
        .visible()
        .map(|(_, element)| element)
        .filter(|other| other.is_editable && other.id == field.id)
        .min_by(|left, right| {
            let nearer = distance(field, left).total_cmp(&distance(field, right));
            is_renamed(left).cmp(&is_renamed(right)).then(nearer)
        })
}

/// Returns how far apart two elements are.
pub(super) fn distance(one: &Element, other: &Element) -> f64 {
    let (one, other) = (one.bounds.center(), other.bounds.center());
    (one.x - other.x).abs() + (one.y - other.y).abs()
}

impl Perform for ClearField {
    /// Empties the named field, or the one that has the focus. A field that is empty already passes.
    fn perform(&self, context: &mut Context<'_>, at: At<'_>) -> StepResult {
        let focus = match &self.field {
            Some(target) => context.find_and(target, at.evidence(), |context, located| {
                touch_field(context, target, located)
            })?,
            None => focused_field(context)?,
        };
        context.send(&Action::ClearText)?;
        let Focus::Field(field) = focus else {
            return Ok(Verdict::not_judged(Reason::FieldUnknown));
        };
        let waited = context.wait_until(context.options.timeout, Freshness::New, |now| {
            // A field that shows a hint while it holds nothing says so by its value.
            same_field(&field, now).filter(|now| value(now).is_empty())?;
            Some(())
        })?;
        context.picture_step(Purpose::After, None)?;
        let expected = "the field is empty";
        Ok(match waited {
            Waited::Held((), _) => context.pass(expected, "it is", Reason::FieldEmpty),
            Waited::TimedOut(_) => context.fail(expected, "it is not", Reason::FieldNotEmpty),
        })
    }

    fn acts_unseen(&self, _: &mut Context<'_>, at: At<'_>) -> Result<Vec<Action>, Stop> {
        let field = self.field.as_ref().map(|_| place(at.pin)).transpose()?;
        let tap = field.map(Action::Tap).into_iter();
        Ok(tap.chain([Action::ClearText]).collect())
    }
}
