//! How a search for a target ended.

use crate::event::ExclusionLine;
use crate::geometry::{Point, Rect};
use crate::screen::Role;

use super::label::{LabelMatch, MatchQuality};

crate::words! {
    /// The means by which a target was found.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum By {
        /// The author's words.
        Words = "words",
        /// Recorded evidence.
        Evidence = "evidence",
        /// Recorded evidence, exactly where it was recorded.
        PinnedPlace = "pinned place",
    }
}

crate::words! {
    /// A mark of an element that is compared with what was recorded or written.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum SignKind {
        /// The platform's identifier.
        Id = "id",
        /// The text.
        Text = "text",
        /// The author's label.
        Label = "label",
        /// The accessible description.
        Description = "description",
        /// The kind of element.
        Role = "role",
        /// Its ancestors.
        Ancestry = "ancestry",
        /// The row it is in.
        Row = "row",
        /// Where it is.
        Place = "place",
        /// The texts next to it.
        Neighbours = "neighbours",
        /// The texts that tell its row from others.
        Details = "details",
    }
}

crate::words! {
    /// Why something is not what was recorded.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Against {
        /// Its name has nothing to do with the recorded one.
        OtherName = "it has another name, and no id that spells the recorded one",
        /// Its name says the opposite.
        Opposite = "its name says the opposite",
        /// Its name says that it has been done.
        Done = "its name says that this is done already",
        /// Only the very name identifies what cannot be taken back.
        Irreversible = "what cannot be taken back must have the very name that was recorded",
        /// It has the name of another recorded control.
        OtherControl = "it has the name of another control of the recorded screen",
        /// It has an id of its own.
        OtherId = "it has another name and another id",
        /// It is in another row.
        OtherRow = "it is in another row",
        /// Its row has other details.
        OtherDetails = "its row says something else",
        /// It is under the heading of other rows.
        OtherSection = "it is under another heading than the one it was recorded under",
        /// Nothing of the recorded screen is around it.
        OtherScreen = "what is around it is not what was recorded",
        /// It is another kind of control.
        OtherKind = "it is another kind of control",
        /// Others could be meant as well.
        Several = "others could be meant as well",
        /// It cannot be told from others.
        NotTold = "it cannot be told from the other controls of the recorded screen",
    }
}

/// One comparison of a candidate with what was recorded or written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sign {
    /// The comparison.
    pub kind: SignKind,
    /// The name of the rule that compared it.
    pub rule: &'static str,
    /// The mark that was recorded.
    pub wanted: String,
    /// The mark the candidate has.
    pub seen: String,
    /// The points it counted for; zero where the two differ.
    pub points: i32,
}

impl Sign {
    /// Returns the sign of a comparison that counts this many points.
    pub(super) fn new(kind: SignKind, wanted: &str, seen: &str, points: i32) -> Self {
        Self {
            kind,
            rule: "",
            wanted: wanted.to_owned(),
            seen: seen.to_owned(),
            points,
        }
    }
}

/// An element that may be the target.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// Its number.
    pub index: usize,
    /// How its words matched; `None` where something else makes it a candidate.
    pub matched: Option<LabelMatch>,
    /// Its points.
    pub score: i32,
    /// The comparison.
    pub signs: Vec<Sign>,
    /// The candidate in words; empty until a search ends with it.
    pub title: String,
    /// Whether the rest of the screen proves that it is what was recorded.
    pub is_proven: bool,
}

impl Candidate {
    pub(super) const fn new(index: usize, matched: Option<LabelMatch>) -> Self {
        Self {
            index,
            matched,
            score: 0,
            signs: Vec::new(),
            title: String::new(),
            is_proven: false,
        }
    }

    /// Adds what the rule of this name found.
    pub(super) fn add(&mut self, rule: &'static str, sign: Option<Sign>) {
        self.score += sign.as_ref().map_or(0, |sign| sign.points);
        self.signs.extend(sign.map(|sign| Sign { rule, ..sign }));
    }

    /// Returns what a comparison of this kind counted for; `None` where there was nothing to compare.
    pub(super) fn points(&self, kind: SignKind) -> Option<i32> {
        let sign = self.signs.iter().find(|sign| sign.kind == kind);
        sign.map(|sign| sign.points)
    }

    /// Returns whether it still has what was recorded.
    pub(super) fn has_kept(&self, kind: SignKind) -> bool {
        self.points(kind).is_some_and(|points| points > 0)
    }

    /// Returns whether it no longer has what was recorded.
    pub(super) fn has_lost(&self, kind: SignKind) -> bool {
        self.points(kind) == Some(0)
    }
}

/// The target, found.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// The number of the element.
    pub index: usize,
    /// Where to touch it: the middle of what can be seen of it.
    pub point: Point,
    /// Its bounds.
    pub bounds: Rect,
    /// By what.
    pub by: By,
    /// How the words matched.
    pub strategy: MatchQuality,
    /// The comparisons, with what each rule counted.
    pub signs: Vec<Sign>,
    /// The rules that left out other candidates.
    pub exclusions: Vec<ExclusionLine>,
    /// How it differs from the recording, in words; empty without drift.
    pub drift: Vec<String>,
    /// The element in words.
    pub title: String,
    /// The text that names it.
    pub text: String,
    /// The platform's identifier that stands for it; empty when none.
    pub id: String,
}

/// Why a target is not there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Missing {
    /// Nothing on the screen is it.
    Absent,
    /// It is there, but something lies over it.
    Covered {
        /// The title of what lies over it, if it has one.
        by: Option<String>,
    },
    /// Only letters inside other words match.
    OnlyLetters {
        /// The text they are in.
        text: String,
    },
    /// Only a text that has it among other words, and where nothing reacts to touches.
    OnlySpokenOf {
        /// The text.
        text: String,
    },
    /// Only something that has the given value and more words for its name.
    OtherValue {
        /// Its text.
        text: String,
    },
    /// Something of that name is there, but not of the kind the author gives.
    OtherKind {
        /// The kind the author gives.
        wanted: Role,
        /// The kind of what has the name.
        seen: Role,
        /// The name of a control of the wanted kind beside it.
        beside: Option<String>,
    },
    /// Something of that name is there, but it is not what was recorded.
    AnotherOne {
        /// Its text.
        text: String,
    },
    /// What comes nearest is not what was recorded.
    NotTheSame {
        /// Its name.
        text: String,
        /// Why.
        against: Against,
    },
    /// Something of that name is there, but nothing that told its row from others is.
    OtherDetails {
        /// Its name.
        text: String,
        /// The recorded details.
        details: Vec<String>,
    },
    /// The element is there but now says something it would be dangerous to touch unasked.
    Dangerous {
        /// Its text now.
        now: String,
        /// The word that is dangerous.
        word: &'static str,
    },
    /// One of its names says something dangerous, and another does not.
    Contradicting {
        /// The dangerous one.
        says: String,
        /// The other one.
        other: String,
        /// The word that is dangerous.
        word: &'static str,
    },
    /// Fewer equal elements are there than the number asked for.
    TooFew {
        /// How many there are.
        there: usize,
    },
    /// The label is there, but in no row of the name the author gives.
    NoSuchRow {
        /// The names of the rows it is in.
        rows: Vec<String>,
    },
    /// The row the author names is there, but nothing of that label is in it.
    NotInRow,
    /// It is in rows that have the name the author gives among other words, or in several that have it.
    UnclearRow {
        /// The texts of these rows.
        rows: Vec<String>,
    },
    /// The label is there, but in another row than recorded.
    OtherRow {
        /// The recorded row.
        wanted: String,
    },
}

/// How a search ended.
#[derive(Debug, Clone, PartialEq)]
pub enum Search {
    /// Exactly one element is it.
    Found(Found),
    /// Several could be; retap does not guess.
    Ambiguous(Vec<Candidate>),
    /// None is.
    Missing(Missing),
}
