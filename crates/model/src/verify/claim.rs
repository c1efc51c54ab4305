//! Whether what a `then` claims holds on a screen.

use crate::phrase::Phrase;
use crate::program::{Claim, CountClaim, Matching, Presence, StateClaim, Target, TextClaim};
use crate::screen::{Element, Role, Screen};
use crate::select::{
    all_shown, is_held_by, is_in_front, is_seen, is_shown, missing_place, named_for_certain,
    position, row_members, unclear_rows,
};

use super::Property;

/// How a claim stands on one screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judged {
    /// Whether it holds.
    pub holds: bool,
    /// The evidence for or against it, in words.
    pub seen: String,
}

/// The words for a claim that plainly holds.
const DOES: &str = "it does";

/// The words for a claim that plainly does not hold.
const DOES_NOT: &str = "it does not";

/// The words for a text that must not show and does.
const SHOWS: &str = "it shows";

impl Judged {
    fn holds(seen: impl Into<String>) -> Self {
        let seen = seen.into();
        Self { holds: true, seen }
    }

    fn fails(seen: impl Into<String>) -> Self {
        let seen = seen.into();
        Self { holds: false, seen }
    }

    /// Returns whether what was seen says more than that the claim does not hold.
    pub fn says_more(&self) -> bool {
        ![DOES_NOT, SHOWS].contains(&&*self.seen)
    }
}

/// Returns whether the claim holds on this screen, and what was seen.
pub fn judge(claim: &Claim, screen: &Screen) -> Judged {
    if claim.is_vacuous() {
        return Judged::fails("it proves nothing");
    }
    match claim {
        Claim::Text(claim) => judge_text(claim, screen),
        Claim::Screen(claim) => judge_screen(claim, screen),
        Claim::Id(id) => judge_any(screen, |element| element.id == id.reveal()),
        Claim::Class(class) => judge_any(screen, |element| element.class == class.reveal()),
        Claim::Count(claim) => judge_count(claim, screen),
        Claim::State(claim) => judge_state(claim, screen),
        Claim::Unknown(kind) => Judged::fails(format!("the check `{kind}` is unknown")),
    }
}

/// Returns whether the claim means what it says by the letter: it quotes what must show, and what that
/// belongs to stands on the screen. Then its failure proves that it does not hold.
///
/// What must not show is never such a claim: it may show elsewhere than its author means.
pub fn is_literal(claim: &Claim, screen: &Screen) -> bool {
    let target = match claim {
        Claim::Text(claim) if !claim.presence.is_absence() => &claim.target,
        Claim::State(claim) => &claim.target,
        Claim::Text(_)
        | Claim::Screen(_)
        | Claim::Id(_)
        | Claim::Class(_)
        | Claim::Count(_)
        | Claim::Unknown(_) => return false,
    };
    let stands = |name: &Phrase| {
        let named = Target::matching(name.clone(), Matching::Described);
        is_shown(screen, &named).is_some()
    };
    let has_role = |role: Role| screen.visible().any(|(_, element)| element.role == role);
    target.matching != Matching::Described
        && target.row.as_ref().is_none_or(stands)
        && target.area.as_ref().is_none_or(stands)
        && target.role.only().is_none_or(has_role)
}

/// What a field holds shows a text only where the author names that field: a typed query must not be
/// taken for its result. For the absence of a text, what fields hold always counts.
fn judge_text(claim: &TextClaim, screen: &Screen) -> Judged {
    let target = &claim.target;
    match claim.presence {
        Presence::Visible | Presence::InView => judge_visible(target, screen),
        Presence::NotVisible | Presence::NotInView if is_seen(screen, target) => {
            Judged::fails(SHOWS)
        }
        Presence::NotVisible | Presence::NotInView => match missing_place(screen, target) {
            Some(place) => Judged::fails(format!("`{place}` is not on the screen itself")),
            None => Judged::holds("it does not show"),
        },
    }
}

fn judge_visible(target: &Target, screen: &Screen) -> Judged {
    if let Some(found) = is_shown(screen, target) {
        return Judged::holds(screen.elements[found.index].caption());
    }
    let field = target.row.as_ref().map(Phrase::reveal);
    if field.is_some_and(|field| is_held_by(screen, target, &field)) {
        return Judged::holds(DOES);
    }
    if !is_seen(screen, target) {
        return Judged::fails(match all_shown(screen, target).len() {
            0 => DOES_NOT.to_owned(),
            there => format!("there are only {there}"),
        });
    }
    let rows = unclear_rows(screen, target);
    Judged::fails(match rows.is_empty() {
        false => format!("it is in what may be the row: `{}`", rows.join("`, `")),
        true => "it only stands in a field that the sentence does not name".to_owned(),
    })
}

fn judge_screen(claim: &TextClaim, screen: &Screen) -> Judged {
    match (is_in_front(screen, &claim.target), claim.presence) {
        (true, Presence::Visible | Presence::InView) => Judged::holds("it is"),
        (true, Presence::NotVisible | Presence::NotInView) => Judged::fails("it is"),
        (false, Presence::Visible | Presence::InView) => Judged::fails("it is not"),
        (false, Presence::NotVisible | Presence::NotInView) => Judged::holds("it is not"),
    }
}

fn judge_any(screen: &Screen, is_it: impl Fn(&Element) -> bool) -> Judged {
    match screen.visible().any(|(_, element)| is_it(element)) {
        true => Judged::holds(DOES),
        false => Judged::fails(DOES_NOT),
    }
}

fn judge_count(claim: &CountClaim, screen: &Screen) -> Judged {
    let agrees = |wanted: &Option<Phrase>, seen: &str| {
        wanted.as_ref().is_none_or(|wanted| wanted.reveal() == seen)
    };
    let contains = |element: &Element| {
        claim
            .text
            .as_ref()
            .is_none_or(|text| element.caption().contains(&text.reveal()))
    };
    let count = screen
        .visible()
        .map(|(_, element)| element)
        .filter(|element| {
            agrees(&claim.class, &element.class)
                && agrees(&claim.id, &element.id)
                && contains(element)
        })
        .count();
    Judged {
        holds: count >= claim.at_least as usize,
        seen: format!("there are {count}"),
    }
}

/// The control may be what the words name, what holds it, or the only one of its kind beside it in
/// its row. Two controls that say different things prove nothing unless the author's number says which.
fn judge_state(claim: &StateClaim, screen: &Screen) -> Judged {
    let property = claim.property.as_str();
    let named = named_for_certain(screen, &claim.target).into_iter();
    let mut controls: Vec<Control> = named
        .map(|named| control_of(screen, named, claim.property))
        .collect();
    if controls.is_empty() {
        return Judged::fails("it is not on the screen");
    }
    if let Some(number) = claim.target.index {
        match control_number(&controls, number) {
            Ok(meant) => controls.retain(|control| control.index == meant),
            Err(there) => return Judged::fails(format!("there are only {there}")),
        }
    }
    let mut values: Vec<bool> = controls.iter().filter_map(|it| it.value).collect();
    values.dedup();
    match values.as_slice() {
        [only] => {
            let not = if *only { "" } else { "not " };
            Judged {
                holds: *only == claim.is,
                seen: format!("it is {not}{property}"),
            }
        }
        [] => Judged::fails(format!("nothing says whether it is {property}")),
        [..] => Judged::fails("several go by that name and differ"),
    }
}

/// What tells the state of something the words name.
struct Control {
    /// The element that tells it; where none does, what the words name.
    index: usize,
    value: Option<bool>,
}

/// Returns which control has this number, several names of one control being one, or how many there are.
fn control_number(controls: &[Control], number: u32) -> Result<usize, usize> {
    let mut distinct: Vec<usize> = Vec::new();
    for control in controls {
        if !distinct.contains(&control.index) {
            distinct.push(control.index);
        }
    }
    let meant = distinct.get(position(number)).copied();
    meant.ok_or(distinct.len())
}

fn control_of(screen: &Screen, named: usize, property: Property) -> Control {
    if property == Property::Enabled {
        let mut holders = screen.ancestors(named);
        let holder = holders.find(|holder| screen.elements[*holder].is_clickable);
        let is_enabled = |index: usize| screen.elements[index].state.enabled;
        let reacts = screen.elements[named].reacts_to_touches();
        let is = is_enabled(named) && holder.is_none_or(is_enabled);
        return Control {
            index: holder.filter(|_| !reacts).unwrap_or(named),
            value: (reacts || holder.is_some() || !is).then_some(is),
        };
    }
    let teller = property.teller(screen, named);
    Control {
        index: teller.unwrap_or(named),
        value: teller.and_then(|teller| property.read(&screen.elements[teller])),
    }
}

/// Returns whether a control has a name that has nothing to do with the one beside it: it belongs to something
/// else. A switch may show its state as its text.
fn is_named_otherwise(control: &Element, name: &str) -> bool {
    let own = if control.role == Role::Switch {
        control.description.trim()
    } else {
        control.caption()
    };
    let (own, name) = (own.to_lowercase(), name.to_lowercase());
    !own.is_empty() && !own.contains(&name) && !name.contains(&own)
}

impl Property {
    /// Returns the element that tells whether the one at `named` has the property: itself, what holds it, or the only
    /// one in its row that tells it.
    pub fn teller(self, screen: &Screen, named: usize) -> Option<usize> {
        let tells = |index: &usize| self.read(&screen.elements[*index]).is_some();
        if let Some(own) = screen.lineage(named).take(3).find(tells) {
            return Some(own);
        }
        let name = screen.elements[named].caption();
        let may_be_its = |index: &usize| !is_named_otherwise(&screen.elements[*index], name);
        let beside = row_members(screen, named).into_iter();
        let beside = beside.filter(|index| *index != named);
        let mut beside = beside.filter(tells).filter(may_be_its);
        match (beside.next(), beside.next()) {
            (Some(only), None) => Some(only),
            (None, _) | (Some(_), Some(_)) => None,
        }
    }

    /// Returns what a control says of it. A radio button that is on is the chosen one, and platforms say it either
    /// way.
    pub fn read(self, control: &Element) -> Option<bool> {
        let own = self.of(control);
        let is_choice = matches!(control.role, Role::Radio | Role::Tab);
        match self {
            Self::Selected if is_choice => own.or(control.state.checked),
            Self::Checked if is_choice => own.or(control.state.selected),
            Self::Checked | Self::Selected | Self::Expanded | Self::Enabled | Self::Focused => own,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Rect;
    use crate::screen::State;
    use crate::screen::sample::{element, screen};

    /// Returns a line of a page: a name, and what stands beside it.
    fn line(name: &str, control: Element) -> Screen {
        let mut name = element(Role::Text, name, 100.0);
        name.state.enabled = false;
        screen(vec![name, control])
    }

    fn beside(role: Role, description: &str, state: State) -> Element {
        Element {
            description: description.to_owned(),
            is_clickable: true,
            bounds: Rect::new(100.0, 100.0, 20.0, 20.0),
            state,
            ..element(role, "", 0.0)
        }
    }

    fn judged(screen: &Screen, property: Property) -> Judged {
        let target = Target::labelled("Wi-Fi");
        let is = true;
        let claim = StateClaim {
            target,
            property,
            is,
        };
        judge(&Claim::State(claim), screen)
    }

    #[test]
    fn a_box_beside_a_name_belongs_to_it_unless_it_has_another_of_its_own() {
        let checked = || State {
            checked: Some(true),
            ..State::default()
        };
        for (own, holds) in [("", true), ("Turn Wi-Fi on", true), ("Bluetooth", false)] {
            for role in [Role::Checkbox, Role::Switch] {
                let screen = line("Wi-Fi", beside(role, own, checked()));
                let judged = judged(&screen, Property::Checked);
                assert_eq!(judged.holds, holds, "{own}: {}", judged.seen);
            }
        }
    }

    #[test]
    fn the_authors_number_says_which_of_several_is_in_the_state() {
        let boxes = [(100.0, true), (200.0, false)].map(|(y, is)| Element {
            description: "Wi-Fi".to_owned(),
            bounds: Rect::new(0.0, y, 20.0, 20.0),
            state: State {
                checked: Some(is),
                ..State::default()
            },
            ..element(Role::Checkbox, "", y)
        });
        let screen = screen(boxes.to_vec());
        let judged = |number| {
            let target = Target {
                index: number,
                ..Target::labelled("Wi-Fi")
            };
            let (property, is) = (Property::Checked, true);
            let claim = StateClaim {
                target,
                property,
                is,
            };
            judge(&Claim::State(claim), &screen)
        };
        assert!(judged(Some(1)).holds);
        assert_eq!(judged(Some(2)).seen, "it is not checked");
        assert_eq!(judged(Some(3)), Judged::fails("there are only 2"));
        assert_eq!(judged(None).seen, "several go by that name and differ");
    }

    #[test]
    fn plain_text_is_neither_enabled_nor_disabled() {
        let enabled = State {
            enabled: true,
            ..State::default()
        };
        let mut screen = line("Wi-Fi", beside(Role::Button, "Other", enabled.clone()));
        screen.elements[0].state = enabled;
        let told = judged(&screen, Property::Enabled);
        assert!(!told.holds);
        assert_eq!(told.seen, "nothing says whether it is enabled");
        screen.elements[0].is_clickable = true;
        assert!(judged(&screen, Property::Enabled).holds);
    }
}
