//! The files a scenario leaves in its results folder: for machines and for people.
//!
//! Not here: creating folders or files; texts are returned.

mod markdown;
mod report_md;
mod result_json;
mod summary_md;

pub use report_md::{report_md, step_totals};
pub use result_json::{RESULT_FORMAT, result_json};
pub use summary_md::{SummaryRow, summary_md};
