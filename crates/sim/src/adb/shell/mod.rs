//! The phone's shell: as much of a POSIX shell as tools use over adb.
//!
//! Text becomes a tree (`parse`), words arguments (`expand`), and the tree is run (`run`). Pipes run
//! one command after the other, so what never ends cannot be piped on.
//!
//! Not here: single programs (`command`).

mod expand;
mod parse;
mod run;
mod tree;

pub(super) use run::{Io, Leave, Shell};
