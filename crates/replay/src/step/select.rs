//! Chooses an option of a list that opens, and reads back that the field holds it.

use super::prelude::*;
use super::presence::ASSERT_TIMEOUT;

/// How long a list that scrolls is given to show the option by itself.
const LIST_PATIENCE: Duration = Duration::from_secs(2);

/// A field that is to hold an option.
struct Chosen<'a> {
    field: Target,
    evidence: Option<&'a Evidence>,
    option: Phrase,
}

/// The field as it was when it was touched.
struct Opener {
    screen: Arc<Screen>,
    /// The element that the author's words name.
    named: usize,
}

impl Opener {
    /// Returns the element that reacts to the touch.
    fn holder(&self) -> &Element {
        &self.screen.elements[holder_of(&self.screen, self.named)]
    }
}

impl Perform for Select {
    /// Touches the field, then the option, and proves that the field holds it.
    fn perform(&self, context: &mut Context<'_>, at: At<'_>) -> StepResult {
        let target = Target {
            role: self.target.role.for_choosing(),
            ..self.target.clone()
        };
        let chosen = Chosen {
            field: context.recall(&target)?,
            evidence: at.evidence(),
            option: context.recall_phrase(&self.option)?,
        };
        // What holds the option already is not touched.
        let opened = context.find_and(&target, at.evidence(), |context, located| {
            let held = value_at(&located.screen, located.found.index);
            match held.is_some_and(|held| held == chosen.option.reveal()) {
                true => Ok(None),
                false => open(context, located).map(Some),
            }
        })?;
        let Some(opener) = opened else {
            let state = chosen.claim();
            return Ok(context.pass(chosen.claim(), "it does", Reason::AlreadySo { state }));
        };
        let option = chosen.option_target();
        // All that comes now is one wait: for the field to hold the option.
        let end = Deadline::after(context.now(), context.options.timeout);
        let at = At { pin: None, ..at };
        let list = List {
            chosen: &chosen,
            before: &opener.screen,
            end,
        };
        list.bring_into_view(context, at)?;
        let touched = context.find_each_by(end, &[(&option, None)], |context, located| {
            let tap = Action::Tap(located[0].found.point);
            context.touch(&located[0], &tap, &Proof::NotNeeded)
        })?;
        match touched.is_failed() {
            true => Ok(touched),
            false => read_back(context, &chosen, &opener, end),
        }
    }
}

impl Chosen<'_> {
    /// Returns what must hold, in words.
    fn claim(&self) -> String {
        format!("{} holds \"{}\"", self.field.title(), self.option)
    }

    fn option_target(&self) -> Target {
        Target::matching(self.option.clone(), Matching::Exact)
    }

    /// Returns what the field holds on a later screen. One without an id or a name of its own is found by the
    /// author's words: another thing may stand where it stood, such as the option itself.
    fn value_on(&self, screen: &Screen, then: &Opener) -> Option<String> {
        let mut visible = screen.visible();
        let same = visible.find(|(_, element)| is_same(element, then.holder()));
        let index = same.map(|(index, _)| index).or_else(|| {
            match locate(screen, &self.field, self.evidence) {
                Search::Found(found) => Some(found.index),
                Search::Ambiguous(_) | Search::Missing(_) => None,
            }
            .filter(|index| screen.elements[*index].role == then.screen.elements[then.named].role)
        })?;
        value_at(screen, index)
    }
}

fn is_same(element: &Element, then: &Element) -> bool {
    let has_own_id = !then.id.is_empty() && !then.has_platform_id;
    let is_known = has_own_id || !then.description.is_empty();
    let is_there = element.bounds.intersection(then.bounds).is_some();
    is_known
        && is_there
        && element.id == then.id
        && element.role == then.role
        && element.description == then.description
}

fn open(context: &mut Context<'_>, located: &LocatedTarget) -> Result<Opener, Stop> {
    let proof = Proof::of(None, TouchEffect::Visible, None);
    let tap = Action::Tap(located.found.point);
    let touched = context.begin_touch(located, &tap, &proof)?;
    if touched.is_failed() {
        return Err(Stop::Step(touched));
    }
    Ok(Opener {
        screen: Arc::clone(&located.screen),
        named: located.found.index,
    })
}

/// The list that opened, which is to show the option before the wait is over.
struct List<'a> {
    chosen: &'a Chosen<'a>,
    /// The screen before it opened.
    before: &'a Screen,
    end: Deadline,
}

impl List<'_> {
    /// Waits until the list shows the option, and scrolls a list that is longer than it shows.
    fn bring_into_view(&self, context: &mut Context<'_>, at: At<'_>) -> Result<(), Stop> {
        let waited = self.wait(context, LIST_PATIENCE, Freshness::Recent)?;
        let Waited::TimedOut(screen) = waited else {
            return Ok(());
        };
        if new_elements(&screen, self.before).any(|element| element.is_scrollable) {
            return self.scroll_to(context, at);
        }
        match self.wait(context, ASSERT_TIMEOUT, Freshness::New)? {
            Waited::Held((), _) => Ok(()),
            Waited::TimedOut(screen) => Err(not_offered(self.chosen, &screen, self.before)),
        }
    }

    /// Waits until the option shows.
    fn wait(
        &self,
        context: &mut Context<'_>,
        patience: Duration,
        first: Freshness,
    ) -> Result<Waited<()>, Stop> {
        let patience = patience.min(self.end.left(context.now()));
        let option = self.chosen.option_target();
        let is_offered = |screen: &Screen| match locate(screen, &option, None) {
            Search::Found(found) => {
                is_new(&screen.elements[found.index], self.before).then_some(())
            }
            Search::Ambiguous(_) | Search::Missing(_) => None,
        };
        context.wait_until(patience, first, is_offered)
    }

    /// Searches the list towards its end, then towards its beginning: some open where their choice is.
    fn scroll_to(&self, context: &mut Context<'_>, at: At<'_>) -> Result<(), Stop> {
        for direction in [Direction::Up, Direction::Down] {
            let search = ScrollTo {
                direction,
                ..ScrollTo::new(self.chosen.option_target())
            };
            if !search.perform(context, at)?.is_failed() {
                return Ok(());
            }
            if self.end.has_passed(context.now()) {
                break;
            }
        }
        let screen = context.screen_before()?;
        Err(not_offered(self.chosen, &screen, self.before))
    }
}

/// Returns the failure of a list that does not have the option, or has it more than once.
fn not_offered(chosen: &Chosen<'_>, screen: &Screen, before: &Screen) -> Stop {
    let option = chosen.option_target();
    let search = locate(screen, &option, None);
    if let Search::Ambiguous(_) = search {
        return Stop::failed(Reason::not_actionable(&option, &search, screen));
    }
    let mut options: Vec<String> = Vec::new();
    for element in new_elements(screen, before) {
        let text = element.text.trim();
        if !text.is_empty() && !options.iter().any(|known| known == text) {
            options.push(text.to_owned());
        }
    }
    Stop::failed(Reason::NoOption {
        name: chosen.field.label.to_string(),
        option: chosen.option.to_string(),
        options,
    })
}

/// Returns what came up since `before`.
fn new_elements<'s>(screen: &'s Screen, before: &'s Screen) -> impl Iterator<Item = &'s Element> {
    let visible = screen.visible().map(|(_, element)| element);
    visible.filter(|element| is_new(element, before))
}

fn is_new(element: &Element, before: &Screen) -> bool {
    let is_same =
        |old: &Element| old.bounds == element.bounds && old.caption() == element.caption();
    !before.visible().any(|(_, old)| is_same(old))
}

/// Waits until the field holds the option; `then` is the field as it was.
fn read_back(
    context: &mut Context<'_>,
    chosen: &Chosen<'_>,
    then: &Opener,
    end: Deadline,
) -> StepResult {
    let wanted = chosen.option.reveal();
    let mut held = None;
    let timeout = ASSERT_TIMEOUT.min(end.left(context.now()));
    let waited = context.wait_until(timeout, Freshness::Recent, |now| {
        held = chosen.value_on(now, then);
        held.as_ref().filter(|held| **held == wanted)?;
        Some(())
    })?;
    let claim = chosen.claim();
    let name = chosen.field.label.to_string();
    let option = chosen.option.to_string();
    Ok(match (waited, held) {
        (Waited::Held((), _), _) => context.pass_claim(claim, "it does"),
        (Waited::TimedOut(_), Some(holds)) => context.fail(
            claim,
            holds.clone(),
            Reason::ChoseOther {
                name,
                option,
                holds,
            },
        ),
        (Waited::TimedOut(_), None) => {
            context.note_unmet(claim, "it cannot be read");
            Verdict::not_judged(Reason::ChoiceUnknown { name, option })
        }
    })
}

/// Returns what the field at `index` holds: its value, or the one text besides its name in what reacts to a touch
/// of it.
fn value_at(screen: &Screen, index: usize) -> Option<String> {
    let field = &screen.elements[index];
    if let Some(value) = &field.state.value {
        return Some(value.trim().to_owned());
    }
    let holder = holder_of(screen, index);
    let is_part = |part: usize| part == holder || screen.is_inside(part, holder);
    let parts = screen.visible().filter(|(part, _)| is_part(*part));
    let texts = parts.map(|(_, part)| part.text.trim());
    let mut texts: Vec<&str> = texts.filter(|text| !text.is_empty()).collect();
    texts.dedup();
    if texts.len() > 1 {
        texts.retain(|text| *text != field.caption());
    }
    match texts.as_slice() {
        [only] => Some((*only).to_owned()),
        [] | [..] => None,
    }
}

/// Returns what reacts to a touch of the element at `index`.
fn holder_of(screen: &Screen, index: usize) -> usize {
    let reacts = |holder: &usize| screen.elements[*holder].is_clickable;
    screen.lineage(index).take(3).find(reacts).unwrap_or(index)
}
