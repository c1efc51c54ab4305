//! Reads `app`: one id for all platforms, or one for each.

use retap_model::device::Platform;
use retap_model::phrase::Phrase;

use super::super::document::{AppIds, PLATFORMS};
use super::super::rule::Rule;
use super::value::{get, wrong};
use super::walk::Walk;
use crate::source::fault::{Fault, Span};
use crate::source::yaml::{Content, Node};

/// The keys of `app`: those of [`PLATFORMS`], and the one for all others.
const NAMES: [&str; 4] = ["android", "ios", "web", "any"];

/// Returns the form of ids on a platform, in words and as a test; without one, of those for all.
const fn form_of(platform: Option<Platform>) -> (&'static str, fn(&str) -> bool) {
    match platform {
        Some(Platform::Android) => ("a package such as com.example.app", is_package),
        Some(Platform::Ios) => ("a bundle id such as com.example.app", is_bundle_id),
        Some(Platform::Web) => ("a URL such as https://example.com", is_url),
        Some(Platform::Simulated | Platform::Desktop) | None => (
            "a package or bundle id such as com.example.app, or a URL",
            |text| is_package(text) || is_bundle_id(text) || is_url(text),
        ),
    }
}

impl<'a> Walk<'a> {
    /// Reads the ids of the app.
    pub(super) fn read_app(&mut self, node: Option<&'a Node>) -> AppIds {
        let mut ids = AppIds::default();
        let Some(node) = node else {
            self.push(missing(Span::new(1, 1, 1)));
            return ids;
        };
        match &node.content {
            Content::Mapping(entries) => {
                self.check_keys("app", node, &NAMES);
                let mut read = |name: &str, platform| {
                    let node = get(entries, name)?;
                    self.read_id(&format!("app.{name}"), node, platform)
                };
                for platform in PLATFORMS {
                    let name = platform.as_str();
                    let id = read(name, Some(platform)).map(|id| (name, id));
                    ids.own.extend(id);
                }
                ids.any = read("any", None);
                let is_given = |name| get(entries, name).is_some_and(|node| !node.is_null());
                if !NAMES.into_iter().any(is_given) {
                    self.push(missing(node.span));
                }
            }
            Content::Scalar { .. } if node.text().is_none_or(|text| text.trim().is_empty()) => {
                self.push(missing(node.span));
            }
            Content::Scalar { .. } => ids.any = self.read_id("app", node, None),
            Content::Sequence(_) => self.push(wrong(
                Rule::AppForm,
                "app",
                node,
                "one id, or a mapping with android, ios, web",
            )),
        }
        ids
    }

    fn read_id(
        &mut self,
        owner: &str,
        node: &'a Node,
        platform: Option<Platform>,
    ) -> Option<String> {
        if node.is_null() {
            return None;
        }
        let (accepted, fits) = form_of(platform);
        let text = node.text().map(str::trim);
        let has_variable = |text: &str| Phrase::of_sentence(text).variable_names().next().is_some();
        if !text.is_some_and(|text| fits(text) || has_variable(text)) {
            self.push(wrong(Rule::AppForm, owner, node, accepted));
        }
        text.map(str::to_owned)
    }
}

fn missing(span: Span) -> Fault {
    let found = Fault::breaks(Rule::MissingApp, span, "the scenario has no `app`");
    found.accepted("app: com.example.app, or app: with android, ios, web below it")
}

/// Returns whether `text` is two or more words of letters, digits and `_` with dots between them.
fn is_package(text: &str) -> bool {
    let is_word = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_alphabetic())
            && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    text.contains('.') && text.split('.').all(is_word)
}

/// Returns whether `text` is two or more words of letters, digits and `-` with dots between them.
fn is_bundle_id(text: &str) -> bool {
    let is_word = |word: &str| {
        !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
    };
    text.contains('.') && text.split('.').all(is_word)
}

fn is_url(text: &str) -> bool {
    let rest = ["http://", "https://", "file://"]
        .iter()
        .find_map(|scheme| text.strip_prefix(scheme));
    rest.is_some_and(|rest| !rest.is_empty() && !rest.contains(char::is_whitespace))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_parts_are_enough_and_one_is_not() {
        for good in ["com.example", "com.example.app", "jp.co.x_y.z2"] {
            assert!(is_package(good), "{good}");
        }
        for bad in [
            "Settings",
            "com.",
            ".com",
            "com..x",
            "com.2x",
            "com.ex ample",
            "com.日本",
        ] {
            assert!(!is_package(bad), "{bad}");
        }
        assert!(is_bundle_id("com.example.my-app") && !is_bundle_id("com.my_app"));
        assert!(is_url("http://localhost:3000") && !is_url("https://") && !is_url("ftp://x"));
    }
}
