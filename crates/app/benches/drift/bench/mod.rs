//! The drift benchmark: applications, changes to them, tools that replay a chore on each, and a judge.
//!
//! Not here: the applications and the catalogue of changes, which are data in `benches/drift`, and the command line.

#![allow(dead_code, reason = "the smoke test of the suite uses a part of it")]

pub(crate) mod application;
pub(crate) mod catalogue;
pub(crate) mod http;
pub(crate) mod judge;
pub(crate) mod lesson;
pub(crate) mod other_tool;
pub(crate) mod retap;
pub(crate) mod retap_on_pages;
pub(crate) mod retap_on_phones;
pub(crate) mod serving;
pub(crate) mod site;
pub(crate) mod state;
pub(crate) mod template;
