//! How a device in a browser is set up.

use std::path::PathBuf;

use retap_model::geometry::Size;

use super::storage::StorageState;

/// The extent of a page and what kind of screen it is on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Viewport {
    /// The extent, in CSS pixels.
    pub size: Size,
    /// How many pixels of a screenshot make one CSS pixel.
    pub scale: f64,
    /// Whether pages are told that they are on a phone, and are touched rather than clicked.
    pub is_mobile: bool,
}

impl Viewport {
    /// A window on a desk.
    pub const DESKTOP: Self = Self {
        size: Size::new(1280.0, 800.0),
        scale: 1.0,
        is_mobile: false,
    };

    /// A phone.
    pub const PHONE: Self = Self {
        size: Size::new(412.0, 915.0),
        scale: 2.0,
        is_mobile: true,
    };
}

/// Whose cookies and storage a device has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Profile {
    /// Its own, empty at first and gone at the end.
    #[default]
    Own,
    /// Those of the browser it is in, as when joining one in which a person is logged in.
    Browser,
}

impl Default for Viewport {
    fn default() -> Self {
        Self::DESKTOP
    }
}

/// How a device in a browser is set up.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct WebOptions {
    /// The address it is known by, such as `web:https://example.com`.
    pub address: String,
    /// The text it shows at first; nothing without one.
    pub url: Option<String>,
    /// Its screen.
    pub viewport: Viewport,
    /// Its language, such as `ja-JP`.
    pub locale: Option<String>,
    /// Its time zone, such as `Asia/Tokyo`.
    pub timezone: Option<String>,
    /// The permissions pages have without asking, by the protocol's names, such as `geolocation`.
    pub permissions: Vec<String>,
    /// Where downloads go, under names of the browser that none has twice; without a folder they are
    /// refused.
    pub downloads: Option<PathBuf>,
    /// Where relative names of files to upload start; without a folder they must be absolute.
    pub uploads: Option<PathBuf>,
    /// Whose cookies and storage it has.
    pub profile: Profile,
    /// The cookies and storage sites kept before, given to the browser before the first page.
    pub storage: Option<StorageState>,
}

impl WebOptions {
    /// Returns the usual set-up for a page.
    pub fn new(url: impl Into<String>) -> Self {
        let url = url.into();
        Self {
            address: format!("web:{url}"),
            url: (!url.is_empty()).then_some(url),
            ..Self::default()
        }
    }
}
