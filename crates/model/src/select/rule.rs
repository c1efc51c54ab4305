//! The one table of rules that decide which candidate is meant.
//!
//! Rules speak in the order of the table. A target is found when its best candidate reaches [`FOUND`] and
//! leads the next one by [`MARGIN`]. The points are chosen so that:
//! - one strong sign (a unique id, the exact text) is enough when nothing speaks against it;
//! - two strong signs that point to different elements (labels swapped) are a tie, so we stop;
//! - place, kind and neighbours alone never reach [`FOUND`].

use super::contradiction::contradicts_itself;
use super::exclusion::*;
use super::points::{
    ancestry, description, details, label, neighbours, place, role, row, same_text, shared_id,
    similar_text, unique_id,
};
use super::query::Query;
use super::search::{Candidate, Missing, Search, Sign};

/// The points that the best candidate must reach.
pub(super) const FOUND: i32 = 50;
/// By how much the best candidate must lead.
pub(super) const MARGIN: i32 = 20;
/// More equals than this are ambiguous whatever their neighbours say.
pub(super) const MOST_CONTENDERS: usize = 16;
/// The points for all of the recorded neighbours; a part of them counts for that part.
pub(super) const SAME_NEIGHBOURS: i32 = 10;
/// The points for the recorded id where one element has it.
pub(super) const UNIQUE_ID: i32 = 50;

/// One entry of the table.
pub(super) struct Rule {
    pub(super) name: &'static str,
    pub(super) reason: &'static str,
    pub(super) basis: Basis,
    pub(super) effect: RuleEffect,
}

/// Which searches a rule is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Basis {
    /// Those by an author's words.
    Words,
    /// Those by what was recorded.
    Evidence,
    /// All.
    Any,
}

/// The effect of a rule on candidates.
#[derive(Clone, Copy)]
pub(super) enum RuleEffect {
    /// Compares a candidate with what is wanted, and counts so many points where they agree.
    Points(i32, fn(&Query<'_>, &Candidate, i32) -> Option<Sign>),
    /// The same where comparing costs a look at the whole screen: only those it could help are compared.
    ContenderPoints(i32, fn(&Query<'_>, &Candidate, i32) -> Option<Sign>),
    /// Leaves a candidate out, and says what is missing if none remains.
    Veto(fn(&Query<'_>, &Candidate) -> Option<Missing>),
    /// Says which candidates are preferred; the others are left out if there are any such.
    Preference(fn(&Query<'_>, &[Candidate]) -> Vec<bool>),
    /// Ends the search before a winner is chosen, the best candidate being this.
    Refusal(fn(&Query<'_>, &Candidate) -> Option<Search>),
    /// Ends the search although there is a winner.
    Objection(fn(&Query<'_>, &Candidate) -> Option<Search>),
}

impl Rule {
    /// Returns whether the rule speaks in this search.
    pub(super) fn applies_to(&self, query: &Query<'_>) -> bool {
        match self.basis {
            Basis::Words => query.recorded.is_none(),
            Basis::Evidence => query.recorded.is_some(),
            Basis::Any => true,
        }
    }
}

const fn rule(name: &'static str, reason: &'static str, basis: Basis, effect: RuleEffect) -> Rule {
    Rule {
        name,
        reason,
        basis,
        effect,
    }
}

/// Every rule there is.
#[rustfmt::skip]
pub(super) static RULES: [Rule; 34] = [
    rule("mere letters", "the label only stands inside another word", Basis::Words, RuleEffect::Veto(is_mere_letters)),
    rule("other value", "a given value must be the whole name, figures aside", Basis::Words, RuleEffect::Veto(is_other_value)),
    rule("prose", "a text that mentions the label and does not react to touches", Basis::Words, RuleEffect::Veto(is_prose)),
    rule("opposite", "the word beside the label turns it into its opposite", Basis::Words, RuleEffect::Veto(is_opposite)),
    rule("innermost", "of an element and its holder with the same sign the inner one is meant", Basis::Any, RuleEffect::Preference(innermost)),
    rule("reacts to touches", "an act means what reacts to touches", Basis::Words, RuleEffect::Preference(react_to_touches)),
    rule("can be acted on", "text goes into a field, an option into a list, a state into a box", Basis::Words, RuleEffect::Preference(can_be_acted_on)),
    rule("said kind", "what is of the kind the author says, and not what stands in such", Basis::Words, RuleEffect::Preference(are_of_said_kind)),
    rule("unique id", "the recorded id, and no other element has it", Basis::Evidence, RuleEffect::Points(UNIQUE_ID, unique_id)),
    rule("shared id", "the recorded id, but others have it too, as rows of a list do", Basis::Evidence, RuleEffect::Points(10, shared_id)),
    rule("same text", "the recorded text, letter for letter", Basis::Evidence, RuleEffect::Points(50, same_text)),
    rule("similar text", "the recorded text but for case or accents", Basis::Evidence, RuleEffect::Points(40, similar_text)),
    rule("label", "the author's words name it", Basis::Any, RuleEffect::Points(50, label)),
    rule("same description", "the recorded description", Basis::Evidence, RuleEffect::Points(40, description)),
    rule("same role", "the recorded kind of element", Basis::Evidence, RuleEffect::Points(5, role)),
    rule("same ancestry", "the recorded chain of ancestors", Basis::Evidence, RuleEffect::Points(10, ancestry)),
    rule("same row", "the recorded row", Basis::Evidence, RuleEffect::Points(30, row)),
    rule("same place", "the recorded place", Basis::Evidence, RuleEffect::Points(5, place)),
    rule("same neighbours", "the recorded texts next to it", Basis::Evidence, RuleEffect::ContenderPoints(SAME_NEIGHBOURS, neighbours)),
    rule("same details", "the recorded texts that told its row from others", Basis::Evidence, RuleEffect::ContenderPoints(25, details)),
    rule("another kind", "what takes text, switches or slides is no other control", Basis::Evidence, RuleEffect::Veto(is_of_another_kind)),
    rule("another row", "the same control in another row acts on something else", Basis::Evidence, RuleEffect::Veto(is_in_another_row)),
    rule("other details", "nothing that told its row from others is as recorded", Basis::Evidence, RuleEffect::Veto(has_other_details)),
    rule("another section", "the same row under the heading of other rows is another one", Basis::Evidence, RuleEffect::Veto(is_under_other_heading)),
    rule("id and name", "what has both the recorded id and name is meant before what has the name alone", Basis::Evidence, RuleEffect::Preference(have_id_and_name)),
    rule("covered namesake", "something that is covered has the label for its whole name", Basis::Words, RuleEffect::Refusal(is_named_under_cover)),
    rule("namesake", "the recorded name now stands somewhere else", Basis::Evidence, RuleEffect::Objection(is_elsewhere)),
    rule("other words", "the author's words name something else", Basis::Evidence, RuleEffect::Objection(is_named_elsewhere)),
    rule("opposite name", "its new name says the opposite, or that it is done", Basis::Evidence, RuleEffect::Objection(is_undone)),
    rule("irreversible", "what cannot be taken back has the very name that was recorded", Basis::Evidence, RuleEffect::Objection(is_renamed_for_good)),
    rule("unrelated name", "its new name has nothing to do with the recorded one, and nor has its id", Basis::Evidence, RuleEffect::Objection(is_unrelated)),
    rule("other surroundings", "it has another name and nothing around it is as recorded", Basis::Evidence, RuleEffect::Objection(is_in_other_surroundings)),
    rule("dangerous word", "it says something dangerous that nobody asked for", Basis::Any, RuleEffect::Objection(is_dangerous)),
    rule("contradicting names", "one of its names says something dangerous that another does not", Basis::Any, RuleEffect::Objection(contradicts_itself)),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn points_of(name: &str) -> i32 {
        let rule = RULES.iter().find(|rule| rule.name == name).unwrap();
        match rule.effect {
            RuleEffect::Points(points, _) | RuleEffect::ContenderPoints(points, _) => points,
            _ => panic!("{name} counts no points"),
        }
    }

    #[test]
    fn every_rule_has_a_name_of_its_own_and_a_reason() {
        for (position, rule) in RULES.iter().enumerate() {
            let others = &RULES[position + 1..];
            assert!(others.iter().all(|other| other.name != rule.name));
            assert!(!rule.reason.is_empty() && !rule.reason.ends_with('.'));
        }
    }

    #[test]
    fn one_strong_sign_is_enough_and_all_weak_ones_are_not() {
        for strong in ["unique id", "same text", "label"] {
            assert!(points_of(strong) >= FOUND, "{strong}");
        }
        let weak = [
            "same role",
            "same ancestry",
            "same place",
            "same neighbours",
        ];
        assert!(weak.map(points_of).iter().sum::<i32>() < FOUND);
    }
}
