//! Whether what is on the screen today is what was recorded, told by the whole screen.
//!
//! Not here: points of single signs (`points`), and what an author's words name.

mod details;
mod id_worth;
mod matching;
mod more_words;
mod new_name;
mod proof;
mod section;
mod sketch;
mod ui_words;

pub(super) use details::{compare_details, details, entry_of, is_in_other_details, is_row_shared};
pub(super) use id_worth::{is_counted, spells};
pub(super) use more_words::goes_on;
pub(super) use new_name::{
    Contradiction, contradiction, is_irreversible, is_like, is_same_name, shares_word,
};
pub use proof::is_on_recorded_screen;
pub(super) use proof::{identify, is_as_recorded};
pub(super) use section::is_in_other_section;
pub(super) use sketch::ControlClass;
pub use sketch::{Sketch, SketchEntry, SketchPlace};
