//! The drivers against real programs: one binary, one browser.

mod web;
