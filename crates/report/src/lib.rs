//! Events to console, JUnit, JSON lines, HTML and the results of scenarios.
//!
//! Everything here sees events only, so an old log can be reported again and a remote run reports
//! like a local one. Not here: printing, opening files, reading the environment or a clock. Sinks
//! write to the `Write` they are given, and reports are returned as text.

mod console;
mod html;
mod json_lines;
mod junit;
mod results;
mod run;
mod text;

pub use console::{Console, Paint, Style, Tone};
pub use html::{HtmlOptions, html};
pub use json_lines::{EventLog, JsonLines, LogError, read_log};
pub use junit::{JunitOptions, junit};
pub use results::{RESULT_FORMAT, SummaryRow, report_md, result_json, summary_md};
pub use run::{Act, Case, Check, RunSummary, Runs, Status, StepRun};
pub use text::clean;
