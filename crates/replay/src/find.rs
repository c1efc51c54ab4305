//! Finding a step's target on the device, or why it cannot be found.

use std::sync::Arc;
use std::time::Duration;

use retap_model::device::{Deadline, DeviceError};
use retap_model::event::{Event, EvidenceLine, Located, RunMode};
use retap_model::geometry::Rect;
use retap_model::program::{StepId, Target};
use retap_model::reason::{Reason, Visible};
use retap_model::screen::{Element, Screen};
use retap_model::select::{
    By, Evidence, Found, LabelMatch, Missing, Search, Sign, locate, switched_state,
};
use retap_model::verdict::Verdict;

use crate::beyond::{Beyond, FoundBeyond};
use crate::context::Context;
use crate::parts::Fact;
use crate::screen_cache::Freshness;
use crate::stop::{Stop, or_unseen};
use crate::wait::{Patience, Waited};

/// How long an act waits for a loading screen: what loads next could be mistaken for its effect.
/// Some screens have a spinner that never ends, so this is not for ever.
pub(crate) const LOADING_PATIENCE: Duration = Duration::from_secs(5);

/// How often what is out of view is brought there instead of what was found in view.
const MOST_PREFERRED: u32 = 2;

/// How long to let a target that was missed come to rest.
const MISSED_PAUSE: Duration = Duration::from_millis(50);

/// A target and the reading it was found on.
pub(crate) struct LocatedTarget {
    pub(crate) found: Found,
    pub(crate) screen: Arc<Screen>,
    /// Whether a secret names it, so that nothing may tell which one it is.
    pub(crate) is_secret: bool,
}

impl LocatedTarget {
    /// Returns the element as it was read.
    pub(crate) fn element(&self) -> &Element {
        &self.screen.elements[self.found.index]
    }
}

/// A target with what was remembered filled in, and what it was recognised by when it was learned.
type Wanted<'e> = (Target, Option<&'e Evidence>);

/// Several targets and the one reading they were found on.
type AllFound = (Vec<Found>, Arc<Screen>);

impl Context<'_> {
    /// Waits until the target can be told from everything else, takes input and does not move, and
    /// lets `touch` touch it. One that was not there any more when the touch arrived, so that nothing
    /// was touched, is looked for again.
    pub(crate) fn find_and<T>(
        &mut self,
        target: &Target,
        evidence: Option<&Evidence>,
        mut touch: impl FnMut(&mut Self, &LocatedTarget) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        self.find_all_and(&[(target, evidence)], |context, located| {
            touch(context, &located[0])
        })
    }

    /// Does the same with targets that are told on one and the same reading.
    pub(crate) fn find_all_and<T>(
        &mut self,
        targets: &[(&Target, Option<&Evidence>)],
        touch: impl FnMut(&mut Self, &[LocatedTarget]) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        let end = Deadline::after(self.now(), self.options.timeout);
        self.find_each_by(end, targets, touch)
    }

    /// Does the same as a part of a step that ends then.
    pub(crate) fn find_each_by<T>(
        &mut self,
        end: Deadline,
        targets: &[(&Target, Option<&Evidence>)],
        mut touch: impl FnMut(&mut Self, &[LocatedTarget]) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        let mut has_missed = false;
        loop {
            let located = self.find_all(targets, end)?;
            match touch(self, &located) {
                Err(Stop::Device(missed @ DeviceError::Missed { .. })) => {
                    if end.has_passed(self.now()) {
                        return Err(Stop::failed(Reason::device(&missed)));
                    }
                    if !std::mem::replace(&mut has_missed, true) {
                        self.warn(format!("{missed}; looking for it again"));
                    }
                    self.pause(MISSED_PAUSE)?;
                }
                touched => return touched,
            }
        }
    }

    /// Waits until all targets can be told on one and the same reading.
    fn find_all(
        &mut self,
        targets: &[(&Target, Option<&Evidence>)],
        end: Deadline,
    ) -> Result<Vec<LocatedTarget>, Stop> {
        let recall =
            |(target, evidence): &(&Target, Option<_>)| Ok((self.recall(target)?, *evidence));
        let wanted = targets
            .iter()
            .map(recall)
            .collect::<Result<Vec<Wanted<'_>>, Stop>>()?;
        let (found, screen) = self.wait_for_all(&wanted, end)?;
        let mut all = Vec::new();
        for ((target, _), found) in wanted.iter().zip(found) {
            let is_secret = target.label.is_secret();
            let located = LocatedTarget {
                found,
                screen: Arc::clone(&screen),
                is_secret,
            };
            self.tell(Fact::Found {
                target,
                found: &located.found,
                screen: &screen,
            });
            if !is_secret {
                self.note_located(target, &located.found);
            }
            all.push(located);
        }
        Ok(all)
    }

    fn wait_for_all(&mut self, wanted: &[Wanted<'_>], end: Deadline) -> Result<AllFound, Stop> {
        let mut first = self.first_look();
        let mut preferred = 0;
        loop {
            let (found, screen) = self.look_for_all(wanted, end, first)?;
            let is_where_recorded = found.iter().all(|found| found.by == By::PinnedPlace);
            let is_as_recorded = is_where_recorded && found.iter().all(|it| it.drift.is_empty());
            if !is_as_recorded && self.prefer_out_of_view(wanted, &found, &screen)? {
                preferred += 1;
                if preferred > MOST_PREFERRED {
                    let text = found[0].text.clone();
                    let search = Search::Missing(Missing::AnotherOne { text });
                    let reason = Reason::not_actionable(&wanted[0].0, &search, &screen);
                    return Err(Stop::failed(reason));
                }
                first = Freshness::New;
                continue;
            }
            if is_where_recorded || self.is_still()? {
                return Ok((found, screen));
            }
            // Something that moves is touched where it no longer is, so it must be seen twice in
            // the same place.
            if let Ok(again) = self.look(Freshness::New)?
                && is_same_place(wanted, &found, &again)
            {
                return Ok((found, again));
            }
            if end.has_passed(self.now()) {
                let name = wanted[0].0.label.to_string();
                return Err(Stop::failed(Reason::Moving { name }));
            }
            first = Freshness::Recent;
        }
    }

    /// Looks whether the recorded element is out of view and what was found in view another one of its name; then brings that into
    /// view and returns that it did. Where nobody can tell the two apart, nothing is touched.
    fn prefer_out_of_view(
        &mut self,
        wanted: &[Wanted<'_>],
        found: &[Found],
        screen: &Screen,
    ) -> Result<bool, Stop> {
        let ([(target, Some(evidence))], [found]) = (wanted, found) else {
            return Ok(false);
        };
        if self.options.mode != RunMode::Compiled {
            return Ok(false);
        }
        let Some(Some(whole)) = or_unseen(self.look_beyond(screen))? else {
            return Ok(false);
        };
        match locate(&whole, target, Some(evidence)) {
            Search::Found(other) if is_same_element(found, &other, &whole) => Ok(false),
            // One that has gone meanwhile is looked for again as well.
            Search::Found(other) => self.scroll_into_view(other.index).map(|_| true),
            Search::Missing(_) => Ok(false),
            search @ Search::Ambiguous(_) => {
                let reason = Reason::not_actionable(target, &search, &whole);
                Err(Stop::failed(reason))
            }
        }
    }

    fn look_for_all(
        &mut self,
        wanted: &[Wanted<'_>],
        end: Deadline,
        first: Freshness,
    ) -> Result<AllFound, Stop> {
        let clock = Arc::clone(&self.parts.clock);
        let loading_end = Deadline::after(clock.now(), LOADING_PATIENCE);
        let mut last = None;
        let pin = self.program.pin(StepId(self.progress.current));
        let rest = self.rest_patience(pin);
        let timeout = end.left(clock.now());
        let patience = Patience {
            within: timeout,
            rest,
        };
        let mut missing = |whole: &Screen| missing_from_view(wanted, whole);
        let beyond = Beyond::IsBrought(&mut missing);
        let waited = self.wait_on_page(patience, first, beyond, |screen| {
            if screen.loading().is_some() && !loading_end.has_passed(clock.now()) {
                return None;
            }
            let mut all = Vec::new();
            for (target, evidence) in wanted {
                match locate(screen, target, *evidence) {
                    Search::Found(found) if is_ready(screen, &found, *evidence) => {
                        all.push(found);
                    }
                    search => {
                        last = Some((target, search));
                        return None;
                    }
                }
            }
            Some(all)
        })?;
        match waited {
            Waited::Held(found, screen) => Ok((found, screen)),
            Waited::TimedOut(screen) => Err(Stop::failed(match last {
                Some((target, Search::Found(found))) if is_enabled(&screen, &found) => {
                    let name = target.label.to_string();
                    Reason::OtherState {
                        name,
                        found: found.title,
                    }
                }
                Some((target, search)) => Reason::not_actionable(target, &search, &screen),
                None => Reason::KeptLoading {
                    visible: Visible::of(&screen),
                },
            })),
        }
    }

    /// Notes that the target shows, and returns the pass.
    pub(crate) fn pass_shown(
        &mut self,
        target: &Target,
        found: LabelMatch,
        screen: &Screen,
    ) -> Verdict {
        let title = target.title();
        let seen = screen.elements[found.index].caption();
        self.note_held(format!("{title} is visible"), seen);
        let strategy = found.strategy.as_str().to_owned();
        Verdict::passed(Reason::Shown { title, strategy })
    }

    pub(crate) fn note_located(&mut self, target: &Target, found: &Found) {
        if !found.drift.is_empty() {
            self.progress.tally.drifted += 1;
        }
        let line = |sign: &Sign| EvidenceLine {
            kind: sign.kind.as_str().to_owned(),
            wanted: sign.wanted.clone(),
            seen: sign.seen.clone(),
            points: sign.points,
            rule: sign.rule.to_owned(),
        };
        let bounds = found.bounds;
        self.emit(Event::Located(Located {
            target: target.title(),
            by: found.by.as_str().to_owned(),
            strategy: found.strategy.as_str().to_owned(),
            found: found.title.clone(),
            text: found.text.clone(),
            id: found.id.clone(),
            bounds: [bounds.x, bounds.y, bounds.width, bounds.height],
            point: [found.point.x, found.point.y],
            evidence: found.signs.iter().map(line).collect(),
            exclusions: found.exclusions.clone(),
            drift: found.drift.clone(),
        }));
    }
}

/// Returns whether what was found in view is what was found on all of the page.
fn is_same_element(in_view: &Found, on_page: &Found, whole: &Screen) -> bool {
    let at = whole.view_at.unwrap_or_default();
    let Rect {
        x,
        y,
        width,
        height,
    } = in_view.bounds;
    let there = Rect::new(x + at.x, y + at.y, width, height);
    in_view.text == on_page.text && on_page.bounds.intersection(there).is_some()
}

/// Returns the one wanted element on all of a page. Of several, some may be in view, and which are not to be scrolled out of it is
/// not known.
fn missing_from_view(wanted: &[Wanted<'_>], whole: &Screen) -> Option<FoundBeyond> {
    let [(target, evidence)] = wanted else {
        return None;
    };
    let Search::Found(found) = locate(whole, target, *evidence) else {
        return None;
    };
    is_ready(whole, &found, *evidence).then(|| FoundBeyond {
        element: found.index,
        is_as_recorded: evidence.is_some() && found.drift.is_empty(),
    })
}

/// Returns whether what was found takes input, and is in the state it was recorded in where touching it switches it.
fn is_ready(screen: &Screen, found: &Found, evidence: Option<&Evidence>) -> bool {
    let then = evidence.and_then(|evidence| evidence.checked);
    let now = switched_state(&screen.elements[found.index]);
    let is_switched = then.is_some() && now.is_some() && then != now;
    is_enabled(screen, found) && !is_switched
}

fn is_enabled(screen: &Screen, found: &Found) -> bool {
    screen.elements[found.index].state.enabled
}

fn is_same_place(wanted: &[Wanted<'_>], found: &[Found], again: &Screen) -> bool {
    wanted.iter().zip(found).all(|((target, evidence), found)| {
        matches!(locate(again, target, *evidence), Search::Found(now) if now.bounds == found.bounds && now.index == found.index)
    })
}
