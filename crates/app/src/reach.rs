//! Which addresses anybody may open: ordinary ones. Files of this machine, code in place of an address, and a
//! person's own browser are for the person to name.

use std::path::Path;

use retap_model::device::Platform;

use crate::devices::Address;
use crate::files::stays_inside;
use crate::web::Place;

/// Schemes that stand for a file of the device or for code, wherever they are opened.
const SPECIAL: [&str; 15] = [
    "about",
    "blob",
    "chrome",
    "chrome-extension",
    "content",
    "data",
    "devtools",
    "edge",
    "file",
    "filesystem",
    "intent",
    "jar",
    "javascript",
    "vbscript",
    "view-source",
];

/// How much of the person's is reached by an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Nothing: a simulated phone as it is shipped.
    Nothing,
    /// A phone, or a page on the network.
    Ordinary,
    /// A file below the folder retap was started in, which describes a simulated app.
    AppFile,
    /// Another file of this machine, code in place of an address, or the person's own browser.
    Special,
}

impl Reach {
    /// Returns how much is reached by opening a device.
    pub(crate) fn of(address: &Address) -> Self {
        match address {
            Address::Sim(rest) => Self::of_apps(rest.split('?').next().unwrap_or_default()),
            Address::Android { .. } => Self::Ordinary,
            Address::Web { place, .. } => match place {
                Place::Url(url) if is_page(url) => Self::Ordinary,
                Place::Url(_) | Place::Joined(_) => Self::Special,
            },
        }
    }

    fn of_apps(apps: &str) -> Self {
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
        let paths = apps.split(',').map(str::trim);
        let mut reach = Self::Nothing;
        for path in paths.filter(|app| !app.chars().all(is_name)) {
            match stays_inside(Path::new("."), Path::new(path)) {
                Ok(()) => reach = Self::AppFile,
                Err(_) => return Self::Special,
            }
        }
        reach
    }
}

/// Returns whether a browser would load this from the network, or nothing at all.
fn is_page(url: &str) -> bool {
    let url = as_browser_reads(url);
    if url.is_empty() || url == "about:blank" {
        return true;
    }
    match url.split_once(':') {
        None => true,
        Some(("http" | "https", _)) => true,
        // A host and a port, without a scheme.
        Some((host, rest)) => {
            let port = rest.split(['/', '?', '#']).next().unwrap_or_default();
            let is_port = !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit());
            is_port && !SPECIAL.contains(&host)
        }
    }
}

/// Returns the scheme of an address that stands for a file or for code, as a browser would read it. What an
/// app of a phone makes its own, such as `shop:`, is a way into that app; a browser has nothing but pages.
pub(crate) fn special_scheme(url: &str, platform: Platform) -> Option<String> {
    let url = as_browser_reads(url);
    if is_page(&url) {
        return None;
    }
    let scheme = url.split_once(':')?.0;
    let is_special = match platform {
        Platform::Web | Platform::Desktop => true,
        Platform::Android | Platform::Ios | Platform::Simulated => SPECIAL.contains(&scheme),
    };
    is_special.then(|| scheme.to_owned())
}

/// Returns an address without what browsers leave out of it, in small letters.
fn as_browser_reads(url: &str) -> String {
    let trimmed = url.trim_matches(|c: char| c <= ' ' || c.is_whitespace());
    let kept = trimmed.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r'));
    kept.collect::<String>().to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    #[test]
    fn what_is_reached_follows_from_the_address_as_a_browser_reads_it() {
        for (address, reach) in [
            ("sim:", Reach::Nothing),
            ("sim:settings?drift=renamed", Reach::Nothing),
            ("sim:login-en,mail", Reach::Nothing),
            ("sim:/etc/passwd", Reach::Special),
            ("sim:Cargo.toml", Reach::AppFile),
            ("sim:settings,./not-there.app.yaml", Reach::AppFile),
            ("sim:settings,../x.app.yaml", Reach::Special),
            ("sim:src/../../x.app.yaml", Reach::Special),
            ("android:", Reach::Ordinary),
            ("web:", Reach::Ordinary),
            ("web:https://shop.example/", Reach::Ordinary),
            ("web:shop.example/path", Reach::Ordinary),
            ("web:localhost:3000/x", Reach::Ordinary),
            ("web:about:blank", Reach::Ordinary),
            ("web:file:///etc/passwd", Reach::Special),
            ("web: FILE:///etc/passwd", Reach::Special),
            ("web:java\nscript:alert(1)", Reach::Special),
            ("web:data:1,2", Reach::Special),
            ("web:data:80", Reach::Special),
            ("web:view-source:https://x", Reach::Special),
            ("web:chrome://settings", Reach::Special),
            ("web+attach:127.0.0.1:9222", Reach::Special),
        ] {
            let parsed = Address::parse(address, &Config::default()).unwrap();
            assert_eq!(Reach::of(&parsed), reach, "{address:?}");
        }
    }

    #[test]
    fn deep_links_of_apps_are_opened_and_files_and_code_are_not() {
        let android = |url| special_scheme(url, Platform::Android);
        let web = |url| special_scheme(url, Platform::Web);
        for url in ["https://x", "x.example:80", "about:blank", "", "Settings"] {
            assert_eq!((android(url), web(url)), (None, None), "{url}");
        }
        for url in ["shop://basket", "mailto:a@b", "chrome-untrusted://x"] {
            assert!(android(url).is_none() && web(url).is_some(), "{url}");
        }
        for url in [
            "file:///x",
            "\u{1}javascript:1",
            "DATA:,x",
            "content://sms",
            "\u{3000}file:///x",
            "java\nscript:x",
            "intent:#Intent;end",
            "javascript:1",
        ] {
            assert!(android(url).is_some() && web(url).is_some(), "{url:?}");
        }
    }
}
