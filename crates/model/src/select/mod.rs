//! Finding the one element that is meant: by an author's words, or by recorded evidence.
//!
//! One pipeline for both: `query` gathers the candidates, the rules of the table in `rule` speak, and `locate`
//! takes a unique winner by a margin. Never "the first match": a search finds one element, several, or
//! none, and says which. Not here: what a platform calls its elements.

mod beside;
mod changed_screen;
mod contradiction;
mod denial;
mod denial_words;
mod dismissal;
mod dismissal_words;
mod evidence;
mod exclusion;
mod identity;
mod interruption;
mod joint;
mod label;
mod layer_subject;
mod layer_subject_words;
mod locate;
mod missing;
mod name;
mod nearest;
mod phrase_words;
mod points;
mod query;
mod risk_words;
mod robustness;
mod row;
mod rule;
mod said;
mod search;
mod searched;
mod touch;
mod weight;
mod words;

pub(crate) use denial::negates;
pub use dismissal::{Dismissal, LeftAlone, dismissal, is_dismissing};
pub use dismissal_words::DismissalKind;
pub use evidence::{Evidence, Neighbours, SIDES, switched_state};
pub(crate) use evidence::{ancestry, effective_id};
pub use identity::{Sketch, SketchEntry, SketchPlace, is_on_recorded_screen};
pub use interruption::{Behind, SpokenOf, behind, mentions};
pub use joint::joints_with_drawn;
pub(crate) use label::has_word_edges;
pub use label::{LabelMatch, MatchQuality, Part, is_same_text, match_label};
pub use layer_subject::{
    LayerSubject, WorkWords, layer_subject, leads_in, promises_work, unfinished_dialogs,
};
pub use locate::{locate, locate_renamed};
pub use missing::{missing_place, why_not_in_row};
pub use name::name_element;
pub use nearest::{Nearest, nearest};
pub use robustness::{
    Change, EvidenceKind, Robustness, Trial, TrialEnding, robustness, robustness_of_wait,
};
pub(crate) use row::row_members;
pub use said::danger_in;
pub(crate) use said::promises_effect;
pub use search::{Against, By, Candidate, Found, Missing, Search, Sign, SignKind};
pub use weight::{Weight, differences, weigh};
pub use words::{all_shown, is_seen, is_shown, unclear_rows};
pub(crate) use words::{is_held_by, is_in_front, named_for_certain, position};
