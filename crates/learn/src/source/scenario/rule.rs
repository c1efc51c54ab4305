//! The rules a scenario is checked by: code, weight, and what each is about.

use std::fmt;

use crate::source::finding::Severity;

/// A rule; codes below `E040` and `W007` are those of the format's first validator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(
    missing_docs,
    reason = "`Rule::about` says it, in one place for people and for the page"
)]
pub enum Rule {
    MissingName,
    MissingApp,
    MissingSteps,
    NoSections,
    MissingId,
    MissingActions,
    AppForm,
    DuplicateId,
    DoAndThen,
    WaitType,
    StrictType,
    ReplayFrom,
    ReplayTo,
    ReplayBackwards,
    ReplayCycle,
    ReplayTooLong,
    UndefinedVariable,
    VariableName,
    DuplicateVariable,
    UnknownKey,
    WrongValue,
    NoSentence,
    DuplicateKey,
    EmptyActions,
    NoThen,
    ThenAfterThen,
    UnknownConfigKey,
    UnusedVariable,
    PlaceholderVariable,
    VerifyOnDo,
    NotUnderstood,
    LiteralSecret,
}

/// Code and meaning of every rule, in the order of the codes.
#[rustfmt::skip]
const RULES: [(Rule, &str, &str); 32] = [
    (Rule::MissingName, "E001", "the scenario has no `name`"),
    (Rule::MissingApp, "E002", "the scenario has no `app`"),
    (Rule::MissingSteps, "E003", "the scenario has no `steps`"),
    (Rule::NoSections, "E004", "`steps` is not a list with at least one section"),
    (Rule::MissingId, "E005", "a section has no `id`"),
    (Rule::MissingActions, "E006", "a section has neither `actions` nor `replay`"),
    (Rule::AppForm, "E010", "`app` is not a package, bundle id or URL"),
    (Rule::DuplicateId, "E011", "two sections have one `id`"),
    (Rule::DoAndThen, "E012", "one item has both `do` and `then`"),
    (Rule::WaitType, "E013", "`wait` is not a number of seconds"),
    (Rule::StrictType, "E014", "`strict` is neither `true` nor `false`"),
    (Rule::ReplayFrom, "E020", "`replay.from` names no section"),
    (Rule::ReplayTo, "E021", "`replay.to` names no section"),
    (Rule::ReplayBackwards, "E022", "`replay.to` stands before `replay.from`"),
    (Rule::ReplayCycle, "E023", "a section replays itself"),
    (Rule::ReplayTooLong, "E024", "replays of replays grow beyond all measure"),
    (Rule::UndefinedVariable, "E030", "a sentence names a variable that is not defined"),
    (Rule::VariableName, "E031", "the name of a variable is not a letter or `_`, then letters, digits and `_`"),
    (Rule::DuplicateVariable, "E032", "a variable is defined twice"),
    (Rule::UnknownKey, "E040", "a key means nothing where it stands"),
    (Rule::WrongValue, "E041", "a value has the wrong type or is not one of those possible"),
    (Rule::NoSentence, "E042", "an item has neither `do` nor `then`"),
    (Rule::DuplicateKey, "E043", "a key stands twice in one mapping"),
    (Rule::EmptyActions, "W001", "a section has no actions"),
    (Rule::NoThen, "W002", "a section proves nothing: it has no `then`"),
    (Rule::ThenAfterThen, "W003", "a `then` follows a `then`"),
    (Rule::UnknownConfigKey, "W004", "`config` has a key that means nothing"),
    (Rule::UnusedVariable, "W005", "a variable is not used"),
    (Rule::PlaceholderVariable, "W006", "a variable has no value and must be asked for"),
    (Rule::VerifyOnDo, "W007", "`verify` stands on a `do`, where it does nothing"),
    (Rule::NotUnderstood, "W008", "a sentence matches no phrase, so that only a model could decide it"),
    (Rule::LiteralSecret, "W009", "a sentence types a secret that stands in the file"),
];

impl Rule {
    /// Returns every rule in the order of the codes.
    pub fn all() -> impl Iterator<Item = Self> {
        RULES.iter().map(|(rule, ..)| *rule)
    }

    /// Returns its code, such as `E030`.
    pub const fn code(self) -> &'static str {
        RULES[self as usize].1
    }

    /// Returns what it is about.
    pub const fn about(self) -> &'static str {
        RULES[self as usize].2
    }

    /// Returns how much it matters, as the first letter of its code says.
    pub fn severity(self) -> Severity {
        if self.code().starts_with('E') {
            Severity::Error
        } else {
            Severity::Warning
        }
    }

    /// Returns whether [`fix`](super::fix) can mend it where the layout allows.
    pub const fn is_fixable(self) -> bool {
        matches!(
            self,
            Self::MissingId
                | Self::DuplicateId
                | Self::DoAndThen
                | Self::WaitType
                | Self::StrictType
                | Self::DuplicateVariable
                | Self::UnknownConfigKey
        )
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_every_rule_at_its_own_place() {
        for (index, (rule, ..)) in RULES.iter().enumerate() {
            assert_eq!(*rule as usize, index);
        }
        assert!(RULES.windows(2).all(|pair| pair[0].1 < pair[1].1));
    }
}
