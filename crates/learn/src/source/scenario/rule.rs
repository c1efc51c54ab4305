//! The rules a scenario is checked by: code, weight, and what each is about.

use std::fmt;

use crate::source::finding::Severity;

/// Declares the rules: name, code and what each is about, in the order of the codes.
macro_rules! rules {
    ($($name:ident = $code:literal: $about:literal,)+) => {
        /// A rule; codes below `E040` and `W007` are those of the format's first validator.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Rule {
            $(#[doc = $about] $name,)+
        }

        impl Rule {
            /// Returns every rule in the order of the codes.
            pub fn all() -> impl Iterator<Item = Self> {
                [$(Self::$name),+].into_iter()
            }

            /// Returns its code, such as `E030`.
            pub const fn code(self) -> &'static str {
                match self {
                    $(Self::$name => $code,)+
                }
            }

            /// Returns what it is about.
            pub const fn about(self) -> &'static str {
                match self {
                    $(Self::$name => $about,)+
                }
            }
        }
    };
}

rules! {
    MissingName = "E001": "the scenario has no `name`",
    MissingApp = "E002": "the scenario has no `app`",
    MissingSteps = "E003": "the scenario has no `steps`",
    NoSections = "E004": "`steps` is not a list with at least one section",
    MissingId = "E005": "a section has no `id`",
    MissingActions = "E006": "a section has neither `actions` nor `replay`",
    AppForm = "E010": "`app` is not a package, bundle id or URL",
    DuplicateId = "E011": "two sections have one `id`",
    DoAndThen = "E012": "one item has both `do` and `then`",
    WaitType = "E013": "`wait` is not a number of seconds",
    StrictType = "E014": "`strict` is neither `true` nor `false`",
    ReplayFrom = "E020": "`replay.from` names no section",
    ReplayTo = "E021": "`replay.to` names no section",
    ReplayBackwards = "E022": "`replay.to` stands before `replay.from`",
    ReplayCycle = "E023": "a section replays itself",
    ReplayTooLong = "E024": "replays of replays grow beyond all measure",
    UndefinedVariable = "E030": "a sentence names a variable that is not defined",
    VariableName = "E031": "the name of a variable is not a letter or `_`, then letters, digits and `_`",
    DuplicateVariable = "E032": "a variable is defined twice",
    UnknownKey = "E040": "a key means nothing where it stands",
    WrongValue = "E041": "a value has the wrong type or is not one of those possible",
    NoSentence = "E042": "an item has neither `do` nor `then`",
    DuplicateKey = "E043": "a key stands twice in one mapping",
    EmptyActions = "W001": "a section has no actions",
    NoThen = "W002": "a section proves nothing: it has no `then`",
    ThenAfterThen = "W003": "a `then` follows a `then`",
    UnknownConfigKey = "W004": "`config` has a key that means nothing",
    UnusedVariable = "W005": "a variable is not used",
    PlaceholderVariable = "W006": "a variable has no value and must be asked for",
    VerifyOnDo = "W007": "`verify` stands on a `do`, where it does nothing",
    NotUnderstood = "W008": "a sentence matches no phrase, so that only a model could decide it",
    LiteralSecret = "W009": "a sentence types a secret that stands in the file",
}

impl Rule {
    /// Returns how much it matters, as the first letter of its code says. Several claims about one screen are as good as
    /// one, so their rule only informs.
    pub fn severity(self) -> Severity {
        match self {
            Self::ThenAfterThen => Severity::Info,
            rule if rule.code().starts_with('E') => Severity::Error,
            _ => Severity::Warning,
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
    fn the_list_is_in_the_order_of_the_codes() {
        let codes: Vec<&str> = Rule::all().map(Rule::code).collect();
        assert!(codes.is_sorted());
    }
}
