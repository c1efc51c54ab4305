//! What each kind of evidence counts for, in one table.
//!
//! A target is found when its best candidate reaches [`FOUND`] and leads the next one by
//! [`MARGIN`]. The figures are chosen so that:
//! - one strong sign (a unique id, the exact text) is enough when nothing speaks against it;
//! - two strong signs that point to different elements (labels swapped) are a tie, so we stop;
//! - place, kind and neighbours alone never reach [`FOUND`].

/// The recorded id, and no other element has it now.
pub const UNIQUE_ID: i32 = 50;
/// The recorded id, but other elements have it too, as rows of a list do.
pub const SHARED_ID: i32 = 10;
/// The recorded text, letter for letter.
pub const SAME_TEXT: i32 = 50;
/// The recorded text but for case, accents or spaces.
pub const SIMILAR_TEXT: i32 = 40;
/// The recorded description.
pub const SAME_DESCRIPTION: i32 = 40;
/// The recorded kind of element.
pub const SAME_ROLE: i32 = 5;
/// The recorded chain of ancestors.
pub const SAME_ANCESTRY: i32 = 10;
/// The recorded row key; a different row key is not fewer points but a veto.
pub const SAME_ROW: i32 = 30;
/// All of the recorded neighbours; a part of them counts for that part.
pub const SAME_NEIGHBOURS: i32 = 10;
/// The recorded place.
pub const SAME_PLACE: i32 = 5;

/// Reacts to touches; settles which of several equal labels an act means.
pub const ACTIONABLE: i32 = 20;

/// What the best candidate must reach.
pub const FOUND: i32 = 50;
/// By how much the best candidate must lead.
pub const MARGIN: i32 = 20;

/// How far an element may have moved and still be in the same place.
pub const PLACE_TOLERANCE: f64 = 8.0;
