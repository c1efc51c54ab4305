//! Reports are written from small hand-written runs and compared word for word.

mod console;
mod docs;
mod hostile_logs;
mod html;
mod in_memory;
mod json_lines;
mod junit;
mod long_runs;
#[path = "../../../sim/tests/it/missing_tool.rs"]
mod missing_tool;
mod results;
mod run;
mod scenario_story;
mod story;
mod xml;
