//! Writes the keys of a header, one line each; both formats have the same.

use retap_model::program::Header;

use crate::source::scalar::{flow, plain_or_quoted, quote};
use crate::source::yaml;

/// Returns the keys in a fixed order; the description is left to the caller.
pub(super) fn write_keys(header: &Header) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(version) = header.version {
        lines.push(format!("version: {version}"));
    }
    lines.push(format!("name: {}", plain_or_quoted(&header.name)));
    if !header.apps.is_empty() {
        lines.push(format!("app: {}", write_apps(&header.apps)));
    }
    for (key, value) in [
        ("ios_min", &header.ios_min),
        ("locale", &header.locale),
        ("device", &header.device),
    ] {
        lines.extend(
            value
                .as_ref()
                .map(|value| format!("{key}: {}", quote(value))),
        );
    }
    for (key, list) in [
        ("tags", &header.tags),
        ("targets", &header.targets),
        ("secrets", &header.secrets),
    ] {
        if !list.is_empty() {
            lines.push(format!("{key}: {}", write_list(list)));
        }
    }
    for (key, value) in &header.extra {
        lines.push(format!("{}: {}", plain_or_quoted(key), write_extra(value)));
    }
    lines
}

/// Returns the line that holds the description.
pub(super) fn write_description(description: &str) -> String {
    format!("description: {}", plain_or_quoted(description))
}

/// Writes `A, B` as people do, or a list when a name would be cut or taken for something else.
fn write_apps(apps: &[String]) -> String {
    let is_plain = |app: &String| plain_or_quoted(app) == *app;
    match apps.iter().all(is_plain) {
        true => apps.join(", "),
        false => write_list(apps),
    }
}

fn write_list(list: &[String]) -> String {
    let items: Vec<String> = list.iter().map(|item| quote(item)).collect();
    format!("[{}]", items.join(", "))
}

/// Writes a value that was kept as YAML; whatever is not is written as text.
fn write_extra(value: &str) -> String {
    let is_kept =
        yaml::parse(&format!("key: {value}")).is_ok_and(|document| match document.root.content {
            yaml::Content::Mapping(entries) => {
                matches!(entries.as_slice(), [(_, node)] if flow(node) == value)
            }
            yaml::Content::Scalar { .. } | yaml::Content::Sequence(_) => false,
        });
    if is_kept {
        value.to_owned()
    } else {
        quote(value)
    }
}
