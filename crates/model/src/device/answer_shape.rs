//! What an answer to a write is, without its values: whether another one says as much.

use std::collections::BTreeMap;

use crate::secret::name_words;

use super::write::names_entity;

/// What an answer to a write is. Values are not part of it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AnswerShape {
    /// What it is written in.
    pub kind: AnswerKind,
    /// Whether a part of it says that something was not done, or not yet.
    pub is_doubtful: bool,
    /// Its outermost parts by name.
    pub parts: BTreeMap<String, AnswerPart>,
}

crate::words! {
    /// What an answer is written in.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub enum AnswerKind {
        /// Nobody knows, or something else.
        #[default]
        Other = "other",
        /// Nothing: the status says that there is none.
        Nothing = "nothing",
        /// Data.
        Json = "json",
        /// What is called data, and is none: it was cut off, or is something else.
        Broken = "broken",
        /// A page to look at.
        Page = "page",
    }
}

crate::words! {
    /// What a part of an answer holds, or the whole of one that is a few words; its name is empty then.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum AnswerPart {
        /// Nothing, zero or no.
        Nothing = "nothing",
        /// Yes.
        Yes = "yes",
        /// A word that says that it went well.
        Done = "done",
        /// Anything else.
        Something = "something",
    }
}

crate::words! {
    /// Why an answer does not say as much as that of the lesson.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum AnswerFault {
        /// It is a page, was cut off, or nobody could read it.
        NoData = "the answer is no data any more, or could not be read; the session may have expired",
        /// A part of it says that something was not done.
        Doubtful = "a part of the answer says that it was not done, or not yet",
        /// What the answer of the lesson held is not there, or empty.
        Empty = "the answer lacks what it said in the lesson",
    }
}

/// How many parts an answer has that only says how it went. In larger ones, a no may be data.
const SHORT: usize = 4;

/// The name of the part that is a whole answer.
pub const WHOLE: &str = "";

/// Words in the names of parts that say how it went, in answers of any length.
const HOW_IT_WENT: [&str; 12] = [
    "accepted",
    "applied",
    "completed",
    "confirmed",
    "done",
    "ok",
    "saved",
    "sent",
    "stored",
    "succeeded",
    "success",
    "successful",
];

/// Words in the names of parts that hold a number which is zero where all went well.
const CODES: [&str; 6] = ["code", "errcode", "errno", "exitcode", "retcode", "rc"];

fn tells_how_it_went(name: &str) -> bool {
    name_words(name)
        .iter()
        .any(|word| HOW_IT_WENT.contains(&word.as_str()))
}

fn is_code(name: &str) -> bool {
    name_words(name)
        .last()
        .is_some_and(|word| CODES.contains(&word.as_str()))
}

impl AnswerShape {
    /// Returns why another answer does not say as much as this one, which came in a lesson.
    pub fn fault_of(&self, now: &Self) -> Option<AnswerFault> {
        match (self.kind, now.kind) {
            (AnswerKind::Json, AnswerKind::Page | AnswerKind::Broken | AnswerKind::Other) => {
                return Some(AnswerFault::NoData);
            }
            (AnswerKind::Nothing, AnswerKind::Page) => return Some(AnswerFault::NoData),
            (AnswerKind::Other, AnswerKind::Page) if self.is_text() => {
                return Some(AnswerFault::NoData);
            }
            (AnswerKind::Json, AnswerKind::Json) => {}
            (AnswerKind::Other, AnswerKind::Other) if self.is_text() && now.is_text() => {}
            (_, _) => return None,
        }
        if self.says_otherwise(now) {
            return Some(AnswerFault::Doubtful);
        }
        if now.is_doubtful && !self.is_doubtful {
            return Some(AnswerFault::Doubtful);
        }
        let is_there = |name: &String| matches!(now.parts.get(name), Some(part) if *part != AnswerPart::Nothing);
        let held = self.parts.iter();
        let held = held.filter(|(_, part)| **part != AnswerPart::Nothing);
        let is_lost = |(name, part): (&String, &AnswerPart)| {
            let is_yes = matches!(part, AnswerPart::Yes | AnswerPart::Done);
            let is_said = self.parts.len() <= SHORT || tells_how_it_went(name);
            let is_telling = names_entity(name) || (is_yes && is_said);
            is_telling && now.parts.contains_key(name) && !is_there(name)
        };
        let mut names = held.clone().map(|(name, _)| name).peekable();
        let is_all_lost = names.peek().is_some() && !names.any(is_there);
        let is_lost = is_all_lost || held.into_iter().any(is_lost) || self.has_lost_entity(now);
        is_lost.then_some(AnswerFault::Empty)
    }

    /// Returns whether it is a few words.
    fn is_text(&self) -> bool {
        self.parts.contains_key(WHOLE)
    }

    /// Returns whether a part that said how it went says something else, which is no word for well.
    fn says_otherwise(&self, now: &Self) -> bool {
        self.parts
            .iter()
            .any(|(name, then)| match (then, now.parts.get(name)) {
                (AnswerPart::Done, Some(part)) => *part == AnswerPart::Something,
                (AnswerPart::Nothing, Some(part)) => {
                    is_code(name) && *part == AnswerPart::Something
                }
                (_, _) => false,
            })
    }

    /// Returns whether the answer named a thing and now names none, and has nothing new in which it may stand.
    fn has_lost_entity(&self, now: &Self) -> bool {
        let names_one = |shape: &Self| {
            let mut parts = shape.parts.iter();
            parts.any(|(name, part)| names_entity(name) && *part != AnswerPart::Nothing)
        };
        let is_new = |(name, part): (&String, &AnswerPart)| {
            !self.parts.contains_key(name) && *part == AnswerPart::Something
        };
        names_one(self) && !names_one(now) && !now.parts.iter().any(is_new)
    }

    /// Returns what two lessons agree on.
    pub fn agree(&self, other: &Self) -> Self {
        let kind = match self.kind == other.kind {
            true => self.kind,
            false => AnswerKind::Other,
        };
        let parts = self.parts.iter().filter_map(|(name, part)| {
            let theirs = other.parts.get(name)?;
            let is_held = *part != AnswerPart::Nothing && *theirs != AnswerPart::Nothing;
            let part = match (part == theirs, is_held) {
                (true, _) => *part,
                (false, true) => AnswerPart::Something,
                (false, false) => AnswerPart::Nothing,
            };
            Some((name.clone(), part))
        });
        Self {
            kind,
            is_doubtful: self.is_doubtful || other.is_doubtful,
            parts: parts.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(parts: &[(&str, AnswerPart)]) -> AnswerShape {
        let parts = parts.iter().map(|(name, part)| ((*name).to_owned(), *part));
        AnswerShape {
            kind: AnswerKind::Json,
            is_doubtful: false,
            parts: parts.collect(),
        }
    }

    #[test]
    fn an_answer_must_say_as_much_as_in_the_lesson() {
        use AnswerPart::{Nothing, Something, Yes};
        let done = [("done", Yes), ("id", Something), ("note", Something)];
        for (now, fault) in [
            (&done[..], None),
            (&[("done", Yes), ("id", Something), ("note", Nothing)], None),
            (
                &[("done", Yes), ("id", Something), ("tags", Something)],
                None,
            ),
            (&[("id", Something)], None),
            (
                &[("done", Nothing), ("id", Something)],
                Some(AnswerFault::Empty),
            ),
            (&[("done", Yes), ("id", Nothing)], Some(AnswerFault::Empty)),
            (&[("message", Something)], Some(AnswerFault::Empty)),
            (&[], Some(AnswerFault::Empty)),
        ] {
            assert_eq!(json(&done).fault_of(&json(now)), fault, "{now:?}");
        }
        let doubtful = AnswerShape {
            is_doubtful: true,
            ..json(&done)
        };
        assert_eq!(json(&done).fault_of(&doubtful), Some(AnswerFault::Doubtful));
        assert_eq!(doubtful.fault_of(&doubtful), None);
        let page = AnswerShape {
            kind: AnswerKind::Page,
            ..AnswerShape::default()
        };
        assert_eq!(json(&done).fault_of(&page), Some(AnswerFault::NoData));
        assert_eq!(page.fault_of(&json(&[])), None);
        let unread = AnswerShape::default();
        assert_eq!(json(&done).fault_of(&unread), Some(AnswerFault::NoData));
        assert_eq!(unread.fault_of(&json(&done)), None);
        let none = AnswerShape {
            kind: AnswerKind::Nothing,
            ..AnswerShape::default()
        };
        assert_eq!(json(&done).fault_of(&none), None);
    }

    #[test]
    fn a_word_for_well_does_not_become_another() {
        use AnswerPart::{Done, Nothing, Something, Yes};
        let doubtful = Some(AnswerFault::Doubtful);
        let empty = Some(AnswerFault::Empty);
        for (then, now, fault) in [
            (&[("status", Done)][..], &[("status", Done)][..], None),
            (&[("status", Done)], &[("status", Something)], doubtful),
            (&[("status", Something)], &[("status", Something)], None),
            (&[("code", Nothing)], &[("code", Something)], doubtful),
            (
                &[("errorCode", Nothing)],
                &[("errorCode", Something)],
                doubtful,
            ),
            (&[("zip_code", Something)], &[("zip_code", Something)], None),
            (&[("unread", Nothing)], &[("unread", Something)], None),
            (&[("id", Something), ("ok", Yes)], &[("ok", Yes)], empty),
            (
                &[("id", Something), ("ok", Yes)],
                &[("ok", Yes), ("orderId", Something)],
                None,
            ),
            (
                &[("id", Something), ("ok", Yes)],
                &[("ok", Yes), ("order", Something)],
                None,
            ),
            (&[(WHOLE, Done)], &[(WHOLE, Done)], None),
        ] {
            assert_eq!(json(then).fault_of(&json(now)), fault, "{then:?} {now:?}");
        }
        let text = |part: AnswerPart| AnswerShape {
            kind: AnswerKind::Other,
            ..json(&[(WHOLE, part)])
        };
        assert_eq!(text(Done).fault_of(&text(Something)), doubtful);
        assert_eq!(text(Something).fault_of(&text(Something)), None);
        assert_eq!(text(Done).fault_of(&AnswerShape::default()), None);
        let page = AnswerShape {
            kind: AnswerKind::Page,
            ..AnswerShape::default()
        };
        let nothing = AnswerShape {
            kind: AnswerKind::Nothing,
            ..AnswerShape::default()
        };
        for then in [text(Done), nothing] {
            assert_eq!(then.fault_of(&page), Some(AnswerFault::NoData));
        }
        assert_eq!(AnswerShape::default().fault_of(&page), None);
    }

    #[test]
    fn in_a_long_answer_a_no_is_data() {
        use AnswerPart::{Nothing, Something, Yes};
        let names = ["a", "b", "c", "d"].map(|name| (name, Something));
        let long = |flag: AnswerPart| json(&[&names[..], &[("starred", flag)]].concat());
        assert_eq!(long(Yes).fault_of(&long(Nothing)), None);
        let long = |flag: AnswerPart| json(&[&names[..], &[("saved", flag)]].concat());
        assert_eq!(long(Yes).fault_of(&long(Nothing)), Some(AnswerFault::Empty));
    }
}
