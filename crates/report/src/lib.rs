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
mod run_files;
mod text;
mod visible;

pub use console::{Console, Paint, Style, Tone};
pub use html::{HtmlOptions, HtmlPages, WritePage, html, html_pages};
pub use json_lines::{JsonLines, LogError, LogReader};
pub use junit::junit;
pub use results::{RESULT_FORMAT, SummaryRow, report_md, result_json, step_totals, summary_md};
pub use run::{Act, Case, Check, LeftOut, RunSummary, Runs, Status, StepRun};
pub use run_files::RunFiles;
pub use text::clean;
pub use visible::{for_terminal, visible};
