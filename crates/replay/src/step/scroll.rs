//! Scrolls until an element is in view, or as far as the page goes.

use super::blind::unpinned;
use super::prelude::*;
use super::swipe;

/// How long a page may take to come to rest after a swipe; some never do.
pub(super) const REST: Duration = Duration::from_secs(2);

/// How a search by scrolling ended.
enum Scrolled {
    Found {
        swipes: u32,
    },
    Exhausted {
        swipes: u32,
        screen: Arc<Screen>,
        /// Whether the last swipe moved nothing.
        is_end: bool,
    },
}

impl Perform for ScrollTo {
    /// Scrolls no further than needed, and stops when the page no longer moves.
    ///
    /// A replay first swipes as often as was learned without looking in between. If the page has
    /// grown shorter since, the target may have gone past, so it then searches back before going on.
    fn perform(&self, context: &mut Context<'_>, at: At<'_>) -> StepResult {
        let target = context.recall(&self.target)?;
        swipe::refuse_touch(self.stroke)?;
        let learned = at.pin.and_then(|pin| pin.scroll.as_ref());
        let learned = learned.filter(|_| context.is_replay());
        let jump = learned.map_or(0, |learned| learned.count.min(self.max));
        let mut scrolled = search(context, &target, self.direction, jump, self)?;
        if jump > 0 && matches!(scrolled, Scrolled::Exhausted { .. }) {
            scrolled = search(context, &target, self.direction.opposite(), 0, self)?;
        }
        Ok(report(context, &target, scrolled))
    }

    fn acts_unseen(&self, context: &mut Context<'_>, at: At<'_>) -> Result<Vec<Action>, Stop> {
        let scroll = at.pin.and_then(|pin| pin.scroll.as_ref());
        let scroll = scroll.ok_or_else(unpinned)?;
        let size = context.device().info().size;
        let swipe = swipe::action(size, scroll.direction, self.stroke);
        Ok(vec![swipe; scroll.count as usize])
    }
}

/// Swipes `jump` times without looking, then looks after each swipe, as many in all as allowed.
fn search(
    context: &mut Context<'_>,
    target: &Target,
    direction: Direction,
    jump: u32,
    scroll: &ScrollTo,
) -> Result<Scrolled, Stop> {
    let size = context.device().info().size;
    let mut swipe = swipe::action(size, direction, scroll.stroke);
    let mut tried: Vec<Rect> = Vec::new();
    for _ in 0..jump {
        context.perform(&swipe)?;
    }
    let mut swipes = jump;
    let mut last: Option<(Arc<Screen>, u64)> = None;
    let mut patience = Deadline::after(context.now(), context.options.timeout);
    loop {
        let first = if swipes == 0 {
            context.first_look()
        } else {
            Freshness::New
        };
        let screen = settled(context, target, first)?;
        if is_shown(&screen, target).is_some() {
            return Ok(Scrolled::Found { swipes });
        }
        let since = last
            .as_ref()
            .filter(|(last, _)| is_same_page(last, &screen))
            .map(|(_, newest)| *newest);
        let is_end = match since {
            None => {
                patience = Deadline::after(context.now(), context.options.timeout);
                false
            }
            // A page that asks for more at its end goes on when it has got it, though nothing shows that yet.
            Some(since) => {
                patience.has_passed(context.now()) || !context.wait_for_answers(since, patience)
            }
        };
        let aside = list_aside(&screen, &swipe, &tried).filter(|_| is_end);
        if (is_end && aside.is_none()) || swipes >= scroll.max {
            return Ok(Scrolled::Exhausted {
                swipes,
                screen,
                is_end,
            });
        }
        if let Some(list) = aside {
            swipe = swipe::action_in(list, direction, scroll.stroke);
            tried.push(list);
        }
        last = Some((screen, context.newest_signal()));
        context.perform(&swipe)?;
        swipes += 1;
    }
}

/// Returns the next part of the screen that scrolls by itself and is not where the finger of a swipe goes down:
/// when everything tried so far is at its end, what is looked for can only be there.
fn list_aside(screen: &Screen, swipe: &Action, tried: &[Rect]) -> Option<Rect> {
    let is_aside = |bounds: Rect| swipe.point().is_none_or(|down| !bounds.contains(down));
    screen
        .visible()
        .filter(|(_, element)| element.is_scrollable && is_aside(element.bounds))
        .filter_map(|(_, element)| screen.visible_bounds(element))
        .find(|bounds| !tried.contains(bounds))
}

/// Returns the screen at once if it shows the target, and otherwise once it has come to rest.
fn settled(
    context: &mut Context<'_>,
    target: &Target,
    first: Freshness,
) -> Result<Arc<Screen>, Stop> {
    if let Ok(screen) = context.look(first)?
        && is_shown(&screen, target).is_some()
    {
        return Ok(screen);
    }
    let patience = REST.min(context.options.timeout);
    let screen = context.settle(patience, Freshness::Recent)?.into_screen();
    context.cleared(screen)
}

fn report(context: &mut Context<'_>, target: &Target, scrolled: Scrolled) -> Verdict {
    let title = target.title();
    let expected = format!("{title} is visible");
    match scrolled {
        Scrolled::Found { swipes } => {
            context.pass(expected, "it is", Reason::ScrolledTo { title, swipes })
        }
        Scrolled::Exhausted {
            swipes,
            screen,
            is_end,
        } => {
            let visible = Visible::of(&screen);
            context.fail(
                expected,
                visible.to_string(),
                Reason::NotScrolledTo {
                    name: target.label.to_string(),
                    swipes,
                    is_end,
                    visible,
                },
            )
        }
    }
}

/// Returns whether a swipe moved nothing: the same texts show, and the page is as far down as before.
fn is_same_page(last: &Screen, now: &Screen) -> bool {
    last.scrolled == now.scrolled && sorted_texts(last) == sorted_texts(now)
}

fn sorted_texts(screen: &Screen) -> Vec<&str> {
    let mut texts = screen.texts();
    texts.sort_unstable();
    texts
}

impl Perform for ScrollToEdge {
    /// Swipes until the page no longer moves. A page that is at its edge already passes; one that goes
    /// on for ever fails.
    fn perform(&self, context: &mut Context<'_>, _: At<'_>) -> StepResult {
        let finger = match self.edge {
            Edge::Top => Direction::Down,
            Edge::Bottom => Direction::Up,
        };
        let action = swipe::action(context.device().info().size, finger, None);
        let mut last: Option<Arc<Screen>> = None;
        for swipes in 0..=Self::MAX {
            let patience = REST.min(context.options.timeout);
            let screen = context.settle(patience, Freshness::New)?.into_screen();
            if last.is_some_and(|last| is_same_page(&last, &screen)) {
                let edge = self.edge.as_str().to_owned();
                return Ok(context.pass(
                    format!("the page is at its {edge}"),
                    "it is",
                    Reason::AtEdge { edge, swipes },
                ));
            }
            last = Some(screen);
            context.send(&action)?;
        }
        Ok(Verdict::failed(Reason::EndlessPage { swipes: Self::MAX }))
    }
}
