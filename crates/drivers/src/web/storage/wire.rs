//! The file: the shape that Playwright calls `storageState`. Described in `docs/formats/storage-state.md`.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::super::url;
use super::{Cookie, OriginStorage, Partition, SameSite, StorageState};

/// What a cookie that ends with the browser has for its end.
const NEVER: f64 = -1.0;

/// Keys that other tools may add are passed over.
#[derive(Serialize, Deserialize)]
struct FileWire {
    cookies: Vec<CookieWire>,
    origins: Vec<OriginWire>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct CookieWire {
    name: String,
    value: String,
    domain: String,
    path: String,
    #[serde(default = "never")]
    expires: f64,
    #[serde(default)]
    http_only: bool,
    #[serde(default)]
    secure: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    same_site: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    partition_key: Option<String>,
    #[serde(
        default,
        rename = "_crHasCrossSiteAncestor",
        skip_serializing_if = "Option::is_none"
    )]
    has_other_sites_between: Option<bool>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct OriginWire {
    origin: String,
    #[serde(default)]
    local_storage: Vec<EntryWire>,
    #[serde(default, rename = "indexedDB", skip_serializing)]
    databases: Vec<Value>,
}

#[derive(Serialize, Deserialize)]
struct EntryWire {
    name: String,
    value: String,
}

const fn never() -> f64 {
    NEVER
}

/// Reads the file.
pub(super) fn parse(bytes: &[u8]) -> Result<StorageState, String> {
    let wire: FileWire = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
    let cookies = wire.cookies.into_iter().enumerate();
    let origins = wire.origins.into_iter().enumerate();
    Ok(StorageState {
        cookies: cookies
            .map(|(number, cookie)| {
                read_cookie(cookie).map_err(|why| format!("cookies[{number}]: {why}"))
            })
            .collect::<Result<_, _>>()?,
        origins: origins
            .map(|(number, origin)| {
                read_origin(origin).map_err(|why| format!("origins[{number}]: {why}"))
            })
            .collect::<Result<_, _>>()?,
    })
}

fn read_cookie(wire: CookieWire) -> Result<Cookie, String> {
    let same_site = match wire.same_site.as_deref() {
        None | Some("") => None,
        Some(word) => Some(SameSite::from_word(word).ok_or_else(|| {
            format!("`sameSite` is `{word}`, but must be `Strict`, `Lax` or `None`")
        })?),
    };
    if wire.name.is_empty() && wire.value.is_empty() {
        return Err("it has neither a name nor a value".to_owned());
    }
    if wire.domain.is_empty() {
        return Err("`domain` is empty, but must be a host such as `.example.com`".to_owned());
    }
    Ok(Cookie {
        name: wire.name,
        value: wire.value,
        domain: wire.domain,
        path: wire.path,
        expires: (wire.expires >= 0.0).then_some(wire.expires),
        http_only: wire.http_only,
        secure: wire.secure,
        same_site,
        partition: wire.partition_key.map(|site| Partition {
            site,
            has_other_sites_between: wire.has_other_sites_between.unwrap_or_default(),
        }),
    })
}

fn read_origin(wire: OriginWire) -> Result<OriginStorage, String> {
    let is_site = wire.origin.starts_with("http://") || wire.origin.starts_with("https://");
    if !is_site || url::origin(&wire.origin).as_ref() != Some(&wire.origin) {
        return Err(format!(
            "`origin` is `{}`, but must be scheme, host and port such as `https://example.com`",
            wire.origin
        ));
    }
    if !wire.databases.is_empty() {
        return Err(
            "`indexedDB` cannot be restored; keep the state without its databases".to_owned(),
        );
    }
    let entries = wire.local_storage.into_iter();
    Ok(OriginStorage {
        origin: wire.origin,
        entries: entries.map(|entry| (entry.name, entry.value)).collect(),
    })
}

/// Returns the file.
pub(super) fn write(state: &StorageState) -> String {
    let cookies = state.cookies.iter().map(|cookie| CookieWire {
        name: cookie.name.clone(),
        value: cookie.value.clone(),
        domain: cookie.domain.clone(),
        path: cookie.path.clone(),
        expires: cookie.expires.unwrap_or(NEVER),
        http_only: cookie.http_only,
        secure: cookie.secure,
        same_site: Some(
            cookie
                .same_site
                .unwrap_or(SameSite::Lax)
                .as_str()
                .to_owned(),
        ),
        partition_key: cookie.partition.as_ref().map(|it| it.site.clone()),
        has_other_sites_between: cookie
            .partition
            .as_ref()
            .map(|it| it.has_other_sites_between),
    });
    let origins = state.origins.iter().map(|origin| OriginWire {
        origin: origin.origin.clone(),
        local_storage: origin.entries.iter().map(entry).collect(),
        databases: Vec::new(),
    });
    let wire = FileWire {
        cookies: cookies.collect(),
        origins: origins.collect(),
    };
    let text = serde_json::to_string_pretty(&wire).unwrap_or_default();
    text + "\n"
}

fn entry((name, value): &(String, String)) -> EntryWire {
    EntryWire {
        name: name.clone(),
        value: value.clone(),
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
        insta::assert_snapshot!(wrong("\"Lax\"", "\"lax\""), @"cookies[0]: `sameSite` is `lax`, but must be `Strict`, `Lax` or `None`");
        insta::assert_snapshot!(wrong("https://shop.example", "shop"), @"origins[0]: `origin` is `shop`, but must be scheme, host and port such as `https://example.com`");
        insta::assert_snapshot!(wrong("\"name\": \"sid\", ", ""), @"missing field `name` at line 4 column 57");
        insta::assert_snapshot!(wrong("\"localStorage\"", "\"indexedDB\""), @"origins[0]: `indexedDB` cannot be restored; keep the state without its databases");
        insta::assert_snapshot!(StorageState::parse(b"").unwrap_err(), @"EOF while parsing a value at line 1 column 0");
    }
}
