//! Finding the one element that is meant: by an author's words, or by recorded evidence.
//!
//! Never "the first match": a search finds one element, several, or none, and says which.

mod by_evidence;
mod caution;
mod evidence;
mod figures;
mod locate;
mod matcher;
mod name;
mod row;
mod score;
mod words;

pub use caution::danger_in;
pub use evidence::{Evidence, Neighbours};
pub(crate) use evidence::{ancestry, effective_id};
pub use locate::{By, Candidate, Found, Missing, Search, Sign, locate, why_not_in_row};
pub use matcher::{LabelMatch, Part, Strategy, find_label, is_same_text, match_label};
pub use name::name_element;
pub use score::*;
pub(crate) use words::{is_held_by, is_in_front, named_and_beside};
pub use words::{is_seen, is_shown, unclear_rows};
