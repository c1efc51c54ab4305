//! The cookies and local storage that sites keep in a browser, as a file that can be kept and exchanged: the
//! shape that Playwright calls `storageState`. Described in `docs/formats/storage-state.md`.
//!
//! Not here: files; bytes come in and go out.

mod exchange;

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::url;

/// Which requests from other sites a cookie may go along with.
const SAME_SITE: [&str; 3] = ["Strict", "Lax", "None"];

/// The cookies and storage sites keep in a browser. Its values are as good as passwords, so they are never printed.
///
/// Keys that other tools may add to the file are passed over.
#[derive(Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct StorageState {
    cookies: Vec<Cookie>,
    origins: Vec<OriginStorage>,
}

#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Cookie {
    name: String,
    value: String,
    domain: String,
    path: String,
    /// Seconds since 1970; negative for one that ends with the browser.
    #[serde(default = "never")]
    expires: f64,
    #[serde(default)]
    http_only: bool,
    #[serde(default)]
    secure: bool,
    /// One of [`SAME_SITE`]; nothing or empty where the site did not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    same_site: Option<String>,
    /// The site of the page around the frame that the cookie is only for.
    #[serde(skip_serializing_if = "Option::is_none")]
    partition_key: Option<String>,
    #[serde(rename = "_crHasCrossSiteAncestor")]
    #[serde(skip_serializing_if = "Option::is_none")]
    has_other_sites_between: Option<bool>,
}

/// Returns the end of a cookie that ends with the browser.
const fn never() -> f64 {
    -1.0
}

#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct OriginStorage {
    /// Scheme, host and port.
    origin: String,
    #[serde(default)]
    local_storage: Vec<Entry>,
    #[serde(default, rename = "indexedDB", skip_serializing)]
    databases: Vec<Value>,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Entry {
    name: String,
    value: String,
}

impl StorageState {
    /// Reads a file; the error says where in it something is wrong, and what would be accepted, never what is there.
    pub fn parse(bytes: &[u8]) -> Result<Self, String> {
        let state: Self = serde_json::from_slice(bytes).map_err(|error| without_value(&error))?;
        for (number, cookie) in state.cookies.iter().enumerate() {
            let checked = cookie.check();
            checked.map_err(|why| format!("cookies[{number}]: {why}"))?;
        }
        for (number, origin) in state.origins.iter().enumerate() {
            let checked = origin.check();
            checked.map_err(|why| format!("origins[{number}]: {why}"))?;
        }
        Ok(state)
    }

    /// Returns the file: the same for the same state.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

impl Cookie {
    fn check(&self) -> Result<(), String> {
        let word = self.same_site.as_deref().unwrap_or_default();
        if !word.is_empty() && !SAME_SITE.contains(&word) {
            return Err("`sameSite` must be `Strict`, `Lax` or `None`".to_owned());
        }
        if self.name.is_empty() && self.value.is_empty() {
            return Err("it has neither a name nor a value".to_owned());
        }
        if self.domain.is_empty() {
            return Err("`domain` is empty, but must be a host such as `.example.com`".to_owned());
        }
        Ok(())
    }
}

impl OriginStorage {
    fn check(&self) -> Result<(), String> {
        let origin = &self.origin;
        let is_site = origin.starts_with("http://") || origin.starts_with("https://");
        if !is_site || url::origin(origin).as_ref() != Some(origin) {
            let why = "`origin` must be scheme, host and port such as `https://example.com`";
            return Err(why.to_owned());
        }
        if !self.databases.is_empty() {
            let why = "`indexedDB` cannot be restored; keep the state without its databases";
            return Err(why.to_owned());
        }
        Ok(())
    }
}

/// Returns what is wrong with a file, and where. What stands there instead of what was expected is left out: it may be a
/// value in the wrong place.
fn without_value(error: &serde_json::Error) -> String {
    let told = error.to_string();
    match told.rsplit_once(", expected ") {
        Some((_, expected)) => format!("expected {expected}"),
        None => told,
    }
}

/// Tells how much there is, and nothing of what it says.
impl fmt::Debug for StorageState {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (cookies, origins) = (self.cookies.len(), self.origins.len());
        write!(out, "StorageState({cookies} cookies, {origins} origins)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As Playwright writes it.
    const FOREIGN: &str = r#"{
  "cookies": [
    {"name": "sid", "value": "s3cret", "domain": "shop.example", "path": "/", "expires": -1,
     "httpOnly": true, "secure": true, "sameSite": "Lax"}
  ],
  "origins": [
    {"origin": "https://shop.example", "localStorage": [{"name": "token", "value": "s3cret"}]}
  ]
}"#;

    #[test]
    fn a_file_of_playwright_is_read_and_written_again_and_nothing_of_it_is_printed() {
        let state = StorageState::parse(FOREIGN.as_bytes()).unwrap();
        let again = StorageState::parse(state.to_json().as_bytes()).unwrap();
        assert_eq!(state, again);
        let ours: Value = serde_json::from_str(&state.to_json()).unwrap();
        let theirs: Value = serde_json::from_str(FOREIGN).unwrap();
        assert_eq!(ours["origins"], theirs["origins"]);
        assert_eq!(ours["cookies"][0]["sameSite"], "Lax");
        assert_eq!(format!("{state:?}"), "StorageState(1 cookies, 1 origins)");
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        let wrong = |from: &str, to: &str| {
            StorageState::parse(FOREIGN.replace(from, to).as_bytes()).unwrap_err()
        };
        insta::assert_snapshot!(wrong("\"Lax\"", "\"lax\""), @"cookies[0]: `sameSite` must be `Strict`, `Lax` or `None`");
        insta::assert_snapshot!(wrong("https://shop.example", "shop"), @"origins[0]: `origin` must be scheme, host and port such as `https://example.com`");
        insta::assert_snapshot!(wrong("\"name\": \"sid\", ", ""), @"missing field `name` at line 4 column 57");
        insta::assert_snapshot!(wrong("\"localStorage\"", "\"indexedDB\""), @"origins[0]: `indexedDB` cannot be restored; keep the state without its databases");
        insta::assert_snapshot!(wrong("\"s3cret\", \"domain\"", "77, \"domain\""), @"expected a string at line 3 column 31");
        insta::assert_snapshot!(StorageState::parse(b"").unwrap_err(), @"EOF while parsing a value at line 1 column 0");
    }

    /// Everything in a file is put in the place of everything else, and as a number, a list and half of itself.
    #[test]
    fn no_error_quotes_what_the_file_has() {
        let marks = [
            "\"PLANTED, expected PLANTED\"",
            "70771337",
            "[\"PLANTED\"]",
            "{\"PLANTED\": 1}",
            "\"PLANTED",
        ];
        let whole: Vec<&str> = FOREIGN.split_inclusive([':', ',']).collect();
        for number in 0..whole.len() {
            for mark in marks {
                let mut parts: Vec<String> = whole.iter().map(|it| (*it).to_owned()).collect();
                let end = parts[number].chars().last().filter(|it| ":,".contains(*it));
                parts[number] = format!("{mark}{}", end.map(String::from).unwrap_or_default());
                let error = StorageState::parse(parts.concat().as_bytes()).err();
                let error = error.unwrap_or_default();
                assert!(
                    !error.contains("PLANTED") && !error.contains("70771337"),
                    "{error}"
                );
            }
        }
    }
}
