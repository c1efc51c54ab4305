//! Reports are written from small hand-written runs and compared word for word.

mod json_lines;
mod run;
mod story;
