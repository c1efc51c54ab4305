//! Finding the one element that is meant: by an author's words, or by recorded evidence.
//!
//! One pipeline for both: `query` gathers the candidates, the rules of the table in `rule` speak, and `locate`
//! takes a unique winner by a margin. Never "the first match": a search finds one element, several, or
//! none, and says which. Not here: what a platform calls its elements.

mod contradiction;
mod denial;
mod evidence;
mod exclusion;
mod joint;
mod label;
mod locate;
mod missing;
mod name;
mod points;
mod query;
mod risk_words;
mod row;
mod rule;
mod said;
mod search;
mod touch;
mod words;

pub use evidence::{Evidence, Neighbours, SIDES};
pub(crate) use evidence::{ancestry, effective_id};
pub use joint::joints_with_drawn;
pub use label::{LabelMatch, MatchQuality, Part, is_same_text, match_label};
pub use locate::locate;
pub use missing::{missing_place, why_not_in_row};
pub use name::name_element;
pub(crate) use row::row_members;
pub use said::danger_in;
pub(crate) use said::promises_effect;
pub use search::{By, Candidate, Found, Missing, Search, Sign, SignKind};
pub use words::{all_shown, is_seen, is_shown, unclear_rows};
pub(crate) use words::{is_held_by, is_in_front, named_for_certain, position};
