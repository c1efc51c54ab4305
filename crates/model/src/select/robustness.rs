//! How robust the finding of one target is: one change at a time is made to a copy of the screen, and the same search is
//! asked again.
//!
//! Nothing here decides what is found; that is [`locate`] alone.

use crate::program::Target;
use crate::screen::Screen;

use super::changed_screen::ChangedScreen;
use super::evidence::Evidence;
use super::label::MatchQuality;
use super::locate::{locate, locate_renamed};
use super::search::{Found, Search, Sign, SignKind};
use super::words::is_shown;

crate::words! {
    /// A kind of evidence that does not follow from the others.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum EvidenceKind {
        /// The platform's identifier.
        Id = "id",
        /// Its text, its description, or the author's label.
        Name = "name",
        /// The kind of element.
        Role = "kind",
        /// The row it is in, by name or by details.
        Row = "row",
        /// What holds it.
        Ancestry = "ancestry",
        /// The texts next to it.
        Neighbours = "neighbours",
        /// Where it is.
        Place = "place",
    }
}

impl EvidenceKind {
    const fn of(kind: SignKind) -> Self {
        match kind {
            SignKind::Id => Self::Id,
            SignKind::Text | SignKind::Label | SignKind::Description => Self::Name,
            SignKind::Role => Self::Role,
            SignKind::Row | SignKind::Details => Self::Row,
            SignKind::Ancestry => Self::Ancestry,
            SignKind::Neighbours => Self::Neighbours,
            SignKind::Place => Self::Place,
        }
    }
}

crate::words! {
    /// One change that an app may undergo.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Change {
        /// It gets a name that has nothing to do with the one it has.
        Renamed = "another name",
        /// Its id is another one.
        OtherId = "another id",
        /// It has no id any more.
        NoId = "no id",
        /// It stands elsewhere, away from all that is next to it.
        Moved = "another place",
        /// It is another kind of element.
        OtherRole = "another kind",
        /// All other texts of its row are others.
        OtherRow = "other texts in its row",
        /// All texts next to it are others.
        OtherNeighbours = "other texts beside it",
        /// The heading above it is another one.
        OtherHeading = "another heading above it",
        /// A second one of the same name comes up.
        Twin = "a second one of its name",
        /// It is gone.
        Gone = "it is gone",
    }
}

/// How the search ends after a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TrialEnding {
    /// It is found all the same.
    Found,
    /// Nothing is found: the run stops.
    Stopped,
    /// Something else is taken for it.
    OtherFound {
        /// What, in words.
        title: String,
    },
}

/// One change, and how the search ends after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trial {
    /// The change.
    pub change: Change,
    /// How the search ends.
    pub ending: TrialEnding,
}

/// How robust the finding of one target is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Robustness {
    /// The kinds of evidence that still agree with what was recorded.
    pub agreeing: Vec<EvidenceKind>,
    /// Those that no longer do.
    pub changed: Vec<EvidenceKind>,
    /// The changes that can be made to this screen; that it is gone is among them only where something else is found then.
    pub trials: Vec<Trial>,
}

impl Robustness {
    /// Returns the changes after which the run stops.
    pub fn stops(&self) -> impl Iterator<Item = Change> {
        let stopped = |it: &&Trial| it.ending == TrialEnding::Stopped;
        self.trials.iter().filter(stopped).map(|it| it.change)
    }

    /// Returns the changes after which something else is taken for the target, with what that is.
    pub fn mistakes(&self) -> impl Iterator<Item = (Change, &str)> {
        self.trials.iter().filter_map(|it| match &it.ending {
            TrialEnding::OtherFound { title } => Some((it.change, title.as_str())),
            TrialEnding::Found | TrialEnding::Stopped => None,
        })
    }

    /// Returns how many of the changes it survives.
    pub fn survived(&self) -> usize {
        let is_found = |it: &&Trial| it.ending == TrialEnding::Found;
        self.trials.iter().filter(is_found).count()
    }
}

/// Returns how robust it is that this target was found on this screen; nothing where the search does not find it there, as
/// with words that are only known while a program runs.
pub fn robustness(
    screen: &Screen,
    target: &Target,
    evidence: Option<&Evidence>,
    found: &Found,
) -> Option<Robustness> {
    judge(screen, found, &|changed| {
        let search = locate(&changed.screen, target, evidence);
        match search {
            Search::Found(found) => changed.ending(found),
            Search::Ambiguous(_) | Search::Missing(_) => TrialEnding::Stopped,
        }
    })
}

/// Returns the same of a target that is only waited for: by its words, as loosely as recorded, and then by what was recorded.
pub fn robustness_of_wait(
    screen: &Screen,
    target: &Target,
    evidence: &Evidence,
    found: &Found,
    loosest: MatchQuality,
) -> Option<Robustness> {
    judge(screen, found, &|changed| {
        let shown = is_shown(&changed.screen, target);
        if shown.is_some_and(|shown| shown.strategy <= loosest) {
            return TrialEnding::Found;
        }
        let renamed = locate_renamed(&changed.screen, target, evidence);
        renamed.map_or(TrialEnding::Stopped, |found| changed.ending(found))
    })
}

/// Makes one change at a time and searches again.
fn judge(
    screen: &Screen,
    found: &Found,
    search: &dyn Fn(&ChangedScreen) -> TrialEnding,
) -> Option<Robustness> {
    let unchanged = ChangedScreen::new(screen, found.index);
    if search(&unchanged) != TrialEnding::Found {
        return None;
    }
    let (agreeing, changed) = compared(&found.signs);
    let trials = Change::ALL.into_iter().filter_map(|change| {
        let ending = search(&unchanged.clone().with(change)?);
        let is_wrong = matches!(ending, TrialEnding::OtherFound { .. });
        let is_news = change != Change::Gone || is_wrong;
        is_news.then_some(Trial { change, ending })
    });
    Some(Robustness {
        agreeing,
        changed,
        trials: trials.collect(),
    })
}

impl ChangedScreen {
    /// Returns how a search ended that found this.
    fn ending(&self, found: Found) -> TrialEnding {
        match self.is_target(found.index) {
            true => TrialEnding::Found,
            false => TrialEnding::OtherFound { title: found.title },
        }
    }
}

/// Returns the kinds of evidence of which something agrees, and those of which nothing does.
fn compared(signs: &[Sign]) -> (Vec<EvidenceKind>, Vec<EvidenceKind>) {
    let of_kind = |kind: EvidenceKind| {
        let own = signs
            .iter()
            .filter(move |sign| EvidenceKind::of(sign.kind) == kind);
        own.map(|sign| sign.points > 0)
    };
    let compared = EvidenceKind::ALL.into_iter();
    let compared = compared.filter(|kind| of_kind(*kind).next().is_some());
    compared.partition(|kind| of_kind(*kind).any(|agrees| agrees))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::sample::{element, screen};
    use crate::screen::{Element, Role};

    fn button(text: &str, id: &str, top: f64) -> Element {
        Element {
            id: id.to_owned(),
            ..element(Role::Button, text, top)
        }
    }

    fn form() -> Screen {
        screen(vec![
            element(Role::Heading, "Profile", 0.0),
            button("Archive", "archive", 50.0),
            button("Save", "save-btn", 100.0),
            button("Print", "print", 150.0),
        ])
    }

    fn judged(screen: &Screen, recorded: Option<&Evidence>) -> Robustness {
        let target = Target::labelled("Save");
        let Search::Found(found) = locate(screen, &target, recorded) else {
            panic!("not found");
        };
        robustness(screen, &target, recorded, &found).unwrap()
    }

    #[test]
    fn what_is_known_by_all_of_its_marks_survives_each_single_change_but_quite_another_name() {
        let form = form();
        let judged = judged(&form, Some(&Evidence::recorded(&form, 2)));
        assert_eq!(judged.changed, []);
        assert!(judged.agreeing.contains(&EvidenceKind::Id));
        assert!(judged.agreeing.contains(&EvidenceKind::Name));
        assert_eq!(judged.stops().collect::<Vec<_>>(), [Change::Renamed]);
        assert_eq!(judged.mistakes().next(), None);
        assert!(judged.trials.len() >= 6, "{judged:?}");
    }

    #[test]
    fn what_has_no_id_left_stops_at_another_name() {
        let form = form();
        let recorded = Evidence::recorded(&form, 2);
        let mut today = form;
        for element in &mut today.elements {
            element.id.clear();
        }
        let judged = judged(&today, Some(&recorded));
        assert_eq!(judged.changed, [EvidenceKind::Id]);
        assert!(judged.stops().any(|it| it == Change::Renamed));
        assert_eq!(judged.mistakes().next(), None);
    }

    #[test]
    fn words_alone_stop_at_another_name_and_at_a_second_one() {
        let judged = judged(&form(), None);
        let stops: Vec<Change> = judged.stops().collect();
        assert_eq!(stops, [Change::Renamed, Change::Twin]);
        assert_eq!(judged.agreeing, [EvidenceKind::Name]);
    }

    #[test]
    fn what_takes_the_place_of_something_that_is_gone_is_told() {
        let mut two = form();
        two.elements.push(element(Role::Text, "Save it now", 300.0));
        two.elements.push(button("Save now", "", 340.0));
        let target = Target::labelled("Save");
        let Search::Found(found) = locate(&two, &target, None) else {
            panic!("not found");
        };
        let judged = robustness(&two, &target, None, &found).unwrap();
        let (change, title) = judged.mistakes().next().unwrap();
        assert_eq!(change, Change::Renamed);
        assert!(title.contains("Save now"), "{title}");
        assert!(judged.mistakes().any(|(change, _)| change == Change::Gone));
    }

    #[test]
    fn a_wait_goes_by_its_words_so_that_a_second_one_does_not_matter() {
        let mut page = form();
        page.elements
            .push(element(Role::Text, "All is well", 300.0));
        let target = Target::labelled("All is well");
        let recorded = Evidence::recorded(&page, 4);
        let Search::Found(found) = locate(&page, &target, Some(&recorded)) else {
            panic!("not found");
        };
        let exact = MatchQuality::Exact;
        let judged = robustness_of_wait(&page, &target, &recorded, &found, exact).unwrap();
        assert_eq!(judged.stops().collect::<Vec<_>>(), [Change::Renamed]);
        assert!(judged.trials.iter().any(|it| it.change == Change::Twin));
    }

    #[test]
    fn words_that_find_nothing_are_not_judged() {
        let form = form();
        let Search::Found(found) = locate(&form, &Target::labelled("Save"), None) else {
            panic!("not found");
        };
        assert_eq!(
            robustness(&form, &Target::labelled("Nowhere"), None, &found),
            None
        );
    }
}
