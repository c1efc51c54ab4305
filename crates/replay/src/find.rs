//! Finding a step's target on the device, or the words that say why not.

use std::sync::Arc;
use std::time::Duration;

use retap_model::device::{Deadline, DeviceError};
use retap_model::event::{Event, EvidenceLine, ExclusionLine, Located};
use retap_model::program::Target;
use retap_model::screen::Screen;
use retap_model::select::{By, Evidence, Exclusion, Found, LabelMatch, Search, Sign, locate};
use retap_model::verdict::Verdict;

use crate::context::{Abort, Context};
use crate::explain::explain;
use crate::eyes::{Look, Need};
use crate::observer::Fact;
use crate::wait::Waited;

/// How long an act waits for a loading screen: what loads next could be mistaken for its effect.
/// Some screens have a spinner that never ends, so this is not for ever.
pub(crate) const LOADING_PATIENCE: Duration = Duration::from_secs(5);

/// How long to let a target that was missed come to rest.
const MISSED_PAUSE: Duration = Duration::from_millis(50);

/// How many texts a failure lists.
const LISTED_TEXTS: usize = 30;

/// A target and the reading it was found on.
pub(crate) struct Sighting {
    pub(crate) found: Found,
    pub(crate) screen: Arc<Screen>,
    /// Whether a secret names it, so that nothing may tell which one it is.
    pub(crate) is_secret: bool,
}

/// Several targets and the one reading they were found on.
type AllFound = (Vec<Found>, Arc<Screen>);

impl Context<'_> {
    /// Returns the target with what was remembered filled in, or the failure to report.
    pub(crate) fn recall(&self, target: &Target) -> Result<Target, Verdict> {
        let mut target = target.clone();
        target.label = self.recall_phrase(&target.label)?;
        if target.label.reveal().trim().is_empty() && target.id.is_none() {
            return Err(Verdict::failed(format!(
                "the label `{}` is empty",
                target.label.source()
            )));
        }
        target.row = target
            .row
            .as_ref()
            .map(|row| self.recall_phrase(row))
            .transpose()?;
        Ok(target)
    }

    /// Returns the words with what was remembered filled in, or the failure to report.
    pub(crate) fn recall_phrase(
        &self,
        phrase: &retap_model::phrase::Phrase,
    ) -> Result<retap_model::phrase::Phrase, Verdict> {
        phrase.recall(&self.memory).map_err(|name| {
            Verdict::failed(format!(
                "nothing was remembered as {{{name}}}, so nothing was done"
            ))
        })
    }

    /// Waits until the target can be told from everything else, takes input and does not move, and
    /// lets `touch` touch it. One that was not there any more when the touch arrived, so that nothing
    /// was touched, is looked for again.
    pub(crate) fn find_and<T>(
        &mut self,
        target: &Target,
        evidence: Option<&Evidence>,
        mut touch: impl FnMut(&mut Self, &Sighting) -> Result<T, Abort>,
    ) -> Result<Result<T, Verdict>, Abort> {
        self.find_all_and(&[(target, evidence)], |context, sightings| {
            touch(context, &sightings[0])
        })
    }

    /// Does the same with targets that are told on one and the same reading.
    pub(crate) fn find_all_and<T>(
        &mut self,
        targets: &[(&Target, Option<&Evidence>)],
        mut touch: impl FnMut(&mut Self, &[Sighting]) -> Result<T, Abort>,
    ) -> Result<Result<T, Verdict>, Abort> {
        let end = Deadline::after(self.now(), self.options.timeout);
        let mut has_missed = false;
        loop {
            let sightings = match self.find_all(targets)? {
                Ok(sightings) => sightings,
                Err(verdict) => return Ok(Err(verdict)),
            };
            match touch(self, &sightings) {
                Err(Abort::Device(missed @ DeviceError::Missed { .. })) => {
                    if end.has_passed(self.now()) {
                        return Ok(Err(Verdict::failed(missed.to_string())));
                    }
                    if !std::mem::replace(&mut has_missed, true) {
                        self.warn(format!("{missed}; looking for it again"));
                    }
                    self.pause(MISSED_PAUSE)?;
                }
                touched => return touched.map(Ok),
            }
        }
    }

    /// Waits until all targets can be told on one and the same reading.
    fn find_all(
        &mut self,
        targets: &[(&Target, Option<&Evidence>)],
    ) -> Result<Result<Vec<Sighting>, Verdict>, Abort> {
        let mut wanted = Vec::new();
        for (target, evidence) in targets {
            match self.recall(target) {
                Ok(target) => wanted.push((target, *evidence)),
                Err(verdict) => return Ok(Err(verdict)),
            }
        }
        let (found, screen) = match self.wait_for_all(&wanted)? {
            Ok(found) => found,
            Err(verdict) => return Ok(Err(verdict)),
        };
        let mut sightings = Vec::new();
        for ((target, _), found) in wanted.iter().zip(found) {
            let is_secret = target.label.is_secret();
            self.tell(Fact::Found {
                target,
                found: &found,
                screen: &screen,
            });
            if !is_secret {
                self.note_located(target, &found);
            }
            sightings.push(Sighting {
                found,
                screen: Arc::clone(&screen),
                is_secret,
            });
        }
        Ok(Ok(sightings))
    }

    fn wait_for_all(
        &mut self,
        wanted: &[(Target, Option<&Evidence>)],
    ) -> Result<Result<AllFound, Verdict>, Abort> {
        let end = Deadline::after(self.now(), self.options.timeout);
        let mut first = self.first_need();
        loop {
            let (found, screen) = match self.look_for_all(wanted, end, first)? {
                Ok(found) => found,
                Err(verdict) => return Ok(Err(verdict)),
            };
            let is_where_recorded = found.iter().all(|found| found.by == By::PinnedPlace);
            if is_where_recorded || self.is_still()? {
                return Ok(Ok((found, screen)));
            }
            // Something that moves is touched where it no longer is, so it must be seen twice in
            // the same place.
            if let Look::Screen(again) = self.look(Need::Fresh)?
                && is_same_place(wanted, &found, &again)
            {
                return Ok(Ok((found, again)));
            }
            if end.has_passed(self.now()) {
                let name = &wanted[0].0.label;
                return Ok(Err(Verdict::failed(format!(
                    "`{name}` does not stop moving"
                ))));
            }
            first = Need::Recent;
        }
    }

    fn look_for_all(
        &mut self,
        wanted: &[(Target, Option<&Evidence>)],
        end: Deadline,
        first: Need,
    ) -> Result<Result<AllFound, Verdict>, Abort> {
        let clock = self.clock_handle();
        let patience = Deadline::after(clock.now(), LOADING_PATIENCE);
        let mut last = None;
        let waited = self.wait_until(end.left(clock.now()), first, |screen| {
            if screen.loading().is_some() && !patience.has_passed(clock.now()) {
                return None;
            }
            let mut all = Vec::new();
            for (target, evidence) in wanted {
                match locate(screen, target, *evidence) {
                    Search::Found(found) if screen.elements[found.index].state.enabled => {
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
        Ok(match waited {
            Waited::Held(found, screen) => Ok((found, screen)),
            Waited::TimedOut(Ok(screen)) => Err(Verdict::failed(match last {
                Some((target, search)) => explain(target, &search, &screen),
                None => format!(
                    "the screen kept loading; visible: {}",
                    visible_texts(&screen)
                ),
            })),
            Waited::TimedOut(Err(reason)) => Err(unreadable(&reason)),
        })
    }

    /// Tells that the target shows, and returns the pass.
    pub(crate) fn pass_shown(
        &mut self,
        target: &Target,
        found: LabelMatch,
        screen: &Screen,
    ) -> Verdict {
        let title = target.title();
        self.note_check(
            format!("{title} is visible"),
            screen.elements[found.index].caption(),
            true,
        );
        Verdict::passed(format!("{title} is visible ({})", found.strategy.as_str()))
    }

    pub(crate) fn note_located(&mut self, target: &Target, found: &Found) {
        if !found.drift.is_empty() {
            self.tally.drifted += 1;
        }
        let line = |sign: &Sign| EvidenceLine {
            kind: sign.kind.as_str().to_owned(),
            wanted: sign.wanted.clone(),
            seen: sign.seen.clone(),
            points: sign.points,
            rule: sign.rule.to_owned(),
        };
        let exclusion = |it: &Exclusion| ExclusionLine {
            rule: it.rule.to_owned(),
            reason: it.reason.to_owned(),
            count: it.count,
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
            exclusions: found.exclusions.iter().map(exclusion).collect(),
            drift: found.drift.clone(),
        }));
    }
}

fn is_same_place(wanted: &[(Target, Option<&Evidence>)], found: &[Found], again: &Screen) -> bool {
    wanted.iter().zip(found).all(|((target, evidence), found)| {
        matches!(locate(again, target, *evidence), Search::Found(now) if now.bounds == found.bounds && now.index == found.index)
    })
}

/// Returns that the screen could not be read.
pub(crate) fn unreadable(reason: &str) -> Verdict {
    Verdict::failed(format!("the screen could not be read: {reason}"))
}

/// Returns the texts on the screen for a message, shortened.
pub(crate) fn visible_texts(screen: &Screen) -> String {
    let texts = screen.texts();
    if texts.is_empty() {
        return "nothing".to_owned();
    }
    let more = texts.len().saturating_sub(LISTED_TEXTS);
    let shown: Vec<String> = texts
        .iter()
        .take(LISTED_TEXTS)
        .map(|text| text.replace('\n', " "))
        .collect();
    let rest = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    let below = if screen.goes_on {
        "; the page goes on below, where `scroll_to` looks"
    } else {
        ""
    };
    format!("{}{rest}{below}", shown.join(", "))
}
