//! Reads what a skill says about itself; the front matter of prose has the same keys.

use retap_model::program::{Header, InterruptionPolicy, Obstacle};

use super::fields::{bad_value, read_text, wrong_type};
use crate::source::fault::Fault;
use crate::source::scalar::{flow, plain_or_quoted};
use crate::source::yaml::{self, Content, Node};

/// Reads the keys of a header; `steps` is not one of them, and unknown ones are kept.
pub(in crate::source) fn read_header(entries: &[(Node, Node)], faults: &mut Vec<Fault>) -> Header {
    let mut header = Header::default();
    for (key, value) in entries {
        let Content::Scalar { text: name, .. } = &key.content else {
            continue;
        };
        if name == "steps" {
            continue;
        }
        if let Err(fault) = read_key(&mut header, name, value) {
            faults.push(fault);
        }
    }
    header
}

fn read_key(header: &mut Header, name: &str, value: &Node) -> Result<(), Fault> {
    match name {
        "version" => header.version = read_version(value)?,
        "name" => header.name = read_trimmed(name, value)?,
        "app" => header.apps = read_list(name, value)?,
        "description" => header.description = read_trimmed(name, value)?,
        "ios_min" => header.ios_min = read_optional(name, value)?,
        "locale" => header.locale = read_optional(name, value)?,
        "device" => header.device = read_optional(name, value)?,
        "tags" => header.tags = read_list(name, value)?,
        "targets" => header.targets = read_list(name, value)?,
        "variables" => header.variables = read_names(name, value)?,
        "secrets" | "not_secret" => read_secrecy(header, name, value)?,
        "expose" => header.expose = read_list(name, value)?,
        "obstacles" => header.obstacles = read_obstacles(value)?,
        "interruptions" => header.interruptions = read_policy(value)?,
        _ => header.extra.push(read_other(name, value)?),
    }
    Ok(())
}

/// Reads a key that means nothing here and is kept. YAML allows longer keys than it can have once all of it is escaped.
fn read_other(name: &str, value: &Node) -> Result<(String, String), Fault> {
    let kept = flow(value);
    match yaml::parse(&format!("{}: {kept}", plain_or_quoted(name))) {
        Ok(_) => Ok((name.to_owned(), kept)),
        Err(_) => Err(Fault::new(
            value.span,
            "this cannot be kept: it has a key that is too long",
        )),
    }
}

/// Reads which variables are secret, or are not; none can be both.
fn read_secrecy(header: &mut Header, name: &str, node: &Node) -> Result<(), Fault> {
    let names = read_list(name, node)?;
    match name {
        "secrets" => header.secrets = names,
        _ => header.not_secret = names,
    }
    let mut secrets = header.secrets.iter();
    match secrets.find(|name| header.not_secret.contains(name)) {
        Some(both) => {
            let message = format!("`{both}` is listed under both `secrets` and `not_secret`");
            Err(Fault::new(node.span, message))
        }
        None => Ok(()),
    }
}

/// What is accepted as one rule.
const RULE: &str = "`{when: TEXT, tap: NAME}`, or `TEXT → tap \"NAME\"`";

/// Reads what is to be touched on things that come up uninvited.
pub(in crate::source) fn read_obstacles(node: &Node) -> Result<Vec<Obstacle>, Fault> {
    match &node.content {
        Content::Sequence(items) => items.iter().map(read_obstacle).collect(),
        Content::Scalar { .. } if node.is_null() => Ok(Vec::new()),
        Content::Scalar { .. } | Content::Mapping(_) => {
            Err(wrong_type("obstacles", node).accepted(format!("a list, each {RULE}")))
        }
    }
}

fn read_obstacle(node: &Node) -> Result<Obstacle, Fault> {
    let Content::Mapping(entries) = &node.content else {
        let line = read_text("obstacles", node)?;
        return Obstacle::parse(line).ok_or_else(|| bad_value("obstacles", node, RULE));
    };
    let mut rule = Obstacle::default();
    for (key, value) in entries {
        let text = read_text("obstacles", value)?.trim().to_owned();
        match key.text() {
            Some("when") => rule.when = text,
            Some("tap") => rule.tap = text,
            Some(_) | None => return Err(bad_value("obstacles", key, RULE)),
        }
    }
    let missing = [("when", &rule.when), ("tap", &rule.tap)];
    match missing.iter().find(|(_, text)| text.is_empty()) {
        Some((key, _)) => Err(Fault::missing_key(node.span, "obstacles", key).accepted(RULE)),
        None => Ok(rule),
    }
}

/// Reads what is done with whatever else comes up uninvited.
pub(in crate::source) fn read_policy(node: &Node) -> Result<InterruptionPolicy, Fault> {
    let policy = node.text().and_then(InterruptionPolicy::from_word);
    policy.ok_or_else(|| bad_value("interruptions", node, "`close` or `stop`"))
}

fn read_version(node: &Node) -> Result<Option<u32>, Fault> {
    if node.is_null() {
        return Ok(None);
    }
    let version = node.text().and_then(|text| text.parse().ok());
    version
        .map(Some)
        .ok_or_else(|| bad_value("version", node, "a whole number"))
}

fn read_trimmed(name: &str, node: &Node) -> Result<String, Fault> {
    let text = read_optional(name, node)?;
    Ok(text.unwrap_or_default().trim().to_owned())
}

fn read_optional(name: &str, node: &Node) -> Result<Option<String>, Fault> {
    let given = (!node.is_null()).then(|| read_text(name, node).map(str::to_owned));
    given.transpose()
}

/// Reads names: a list, or a mapping whose values say something about each.
fn read_names(name: &str, node: &Node) -> Result<Vec<String>, Fault> {
    let Content::Mapping(entries) = &node.content else {
        return read_list(name, node);
    };
    let names = entries.iter().map(|(key, _)| read_text(name, key));
    names.map(|name| name.map(str::to_owned)).collect()
}

/// Reads a list, or one text in which commas separate.
fn read_list(name: &str, node: &Node) -> Result<Vec<String>, Fault> {
    match &node.content {
        Content::Sequence(items) => {
            let items = items
                .iter()
                .map(|item| read_text(name, item).map(str::to_owned));
            items.collect()
        }
        Content::Scalar { .. } => {
            let text = node.text().unwrap_or_default();
            let words = text
                .split(',')
                .map(str::trim)
                .filter(|word| !word.is_empty());
            Ok(words.map(str::to_owned).collect())
        }
        Content::Mapping(_) => Err(wrong_type(name, node).accepted("a list, or `A, B`")),
    }
}
