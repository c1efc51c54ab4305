//! What an answer to a write is, without its values: whether another one says as much.

use std::collections::BTreeMap;

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
    /// What a part of an answer holds.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum AnswerPart {
        /// Nothing, zero or no.
        Nothing = "nothing",
        /// Yes.
        Yes = "yes",
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

impl AnswerShape {
    /// Returns why another answer does not say as much as this one, which came in a lesson.
    pub fn fault_of(&self, now: &Self) -> Option<AnswerFault> {
        match (self.kind, now.kind) {
            (AnswerKind::Json, AnswerKind::Page | AnswerKind::Broken | AnswerKind::Other) => {
                return Some(AnswerFault::NoData);
            }
            (AnswerKind::Json, AnswerKind::Json) => {}
            (_, _) => return None,
        }
        if now.is_doubtful && !self.is_doubtful {
            return Some(AnswerFault::Doubtful);
        }
        let is_there = |name: &String| matches!(now.parts.get(name), Some(part) if *part != AnswerPart::Nothing);
        let held = self.parts.iter();
        let held = held.filter(|(_, part)| **part != AnswerPart::Nothing);
        let is_lost = |(name, part): (&String, &AnswerPart)| {
            let is_telling =
                names_entity(name) || (*part == AnswerPart::Yes && self.parts.len() <= SHORT);
            is_telling && now.parts.contains_key(name) && !is_there(name)
        };
        let mut names = held.clone().map(|(name, _)| name).peekable();
        let is_all_lost = names.peek().is_some() && !names.any(is_there);
        (is_all_lost || held.into_iter().any(is_lost)).then_some(AnswerFault::Empty)
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
    fn in_a_long_answer_a_no_is_data() {
        use AnswerPart::{Nothing, Something, Yes};
        let names = ["a", "b", "c", "d"].map(|name| (name, Something));
        let long = |flag: AnswerPart| json(&[&names[..], &[("starred", flag)]].concat());
        assert_eq!(long(Yes).fault_of(&long(Nothing)), None);
    }
}
