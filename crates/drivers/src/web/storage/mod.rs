//! The cookies and local storage that sites keep in a browser, as a file that can be kept and exchanged.
//!
//! Not here: files; bytes come in and go out.

mod exchange;
mod wire;

use std::fmt;

pub(super) use exchange::Blank;

/// The cookies and storage sites keep in a browser. Its values are as good as passwords, so they are never printed.
#[derive(Clone, PartialEq, Default)]
pub struct StorageState {
    pub(super) cookies: Vec<Cookie>,
    pub(super) origins: Vec<OriginStorage>,
}

/// One cookie.
#[derive(Clone, PartialEq)]
pub(super) struct Cookie {
    pub(super) name: String,
    pub(super) value: String,
    pub(super) domain: String,
    pub(super) path: String,
    /// Seconds since 1970; `None` for one that ends with the browser.
    pub(super) expires: Option<f64>,
    pub(super) http_only: bool,
    pub(super) secure: bool,
    /// `Strict`, `Lax` or `None`; nothing where the site did not say.
    pub(super) same_site: Option<SameSite>,
    pub(super) partition: Option<Partition>,
}

retap_model::words! {
    /// Which requests from other sites a cookie goes along with.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub(super) enum SameSite {
        Strict = "Strict",
        Lax = "Lax",
        None = "None",
    }
}

/// The page around the frame that a cookie is only for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Partition {
    pub(super) site: String,
    pub(super) has_other_sites_between: bool,
}

/// The local storage of one origin.
#[derive(Clone, PartialEq)]
pub(super) struct OriginStorage {
    /// Scheme, host and port.
    pub(super) origin: String,
    /// Names and values.
    pub(super) entries: Vec<(String, String)>,
}

impl StorageState {
    /// Reads a file; the error says where in it something is wrong, and what would be accepted.
    pub fn parse(bytes: &[u8]) -> Result<Self, String> {
        wire::parse(bytes)
    }

    /// Returns the file: the same for the same state.
    pub fn to_json(&self) -> String {
        wire::write(self)
    }
}

/// Tells how much there is, and nothing of what it says.
impl fmt::Debug for StorageState {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (cookies, origins) = (self.cookies.len(), self.origins.len());
        write!(out, "StorageState({cookies} cookies, {origins} origins)")
    }
}
