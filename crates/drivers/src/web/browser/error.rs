//! Why there is no browser.

use std::fmt;
use std::io;
use std::path::PathBuf;

/// Why there is no browser.
#[derive(Debug)]
pub enum BrowserError {
    /// None is installed where browsers usually are.
    Missing {
        /// The command to type to get one.
        remedy: String,
    },
    /// The program could not be started.
    Start {
        /// The program.
        program: PathBuf,
        /// The error.
        source: io::Error,
    },
    /// It started, and ended or said nothing before it could be used.
    Silent {
        /// The program or address.
        browser: String,
        /// Its last message.
        output: String,
    },
    /// No running browser could be joined.
    Attach {
        /// Where it should be.
        address: String,
        /// The error.
        source: io::Error,
    },
    /// The browser's own folder could not be made.
    Profile {
        /// The folder.
        folder: PathBuf,
        /// The error.
        source: io::Error,
    },
}

impl fmt::Display for BrowserError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { remedy } => write!(out, "no Chromium was found; {remedy}"),
            Self::Start { program, source } => {
                write!(
                    out,
                    "`{}` could not be started: {source}",
                    program.display()
                )
            }
            Self::Silent { browser, output } if output.is_empty() => {
                write!(out, "`{browser}` did not answer")
            }
            Self::Silent { browser, output } => {
                write!(out, "`{browser}` did not answer; it said: {output}")
            }
            Self::Attach { address, source } => {
                write!(out, "no browser could be joined at `{address}`: {source}")
            }
            Self::Profile { folder, source } => {
                write!(out, "`{}` could not be made: {source}", folder.display())
            }
        }
    }
}

impl std::error::Error for BrowserError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Start { source, .. }
            | Self::Attach { source, .. }
            | Self::Profile { source, .. } => Some(source),
            Self::Missing { .. } | Self::Silent { .. } => None,
        }
    }
}
