//! A reader of the XML that JUnit files are made of, strict enough to catch a bad one.

/// One element.
#[derive(Debug, Default)]
pub(crate) struct Node {
    pub(crate) name: String,
    attributes: Vec<(String, String)>,
    pub(crate) text: String,
    pub(crate) children: Vec<Node>,
}

impl Node {
    pub(crate) fn attribute(&self, name: &str) -> &str {
        let found = self.attributes.iter().find(|(known, _)| known == name);
        found.map_or("", |(_, value)| value)
    }

    pub(crate) fn number(&self, name: &str) -> usize {
        self.attribute(name).parse().expect("a whole number")
    }

    pub(crate) fn time(&self) -> f64 {
        let text = self.attribute("time");
        let decimals = text.split_once('.').map_or(0, |(_, after)| after.len());
        assert_eq!(decimals, 3, "{text}");
        text.parse().expect("seconds")
    }

    pub(crate) fn check_attributes(&self, allowed: &[&str]) {
        for (name, _) in &self.attributes {
            assert!(allowed.contains(&name.as_str()), "{} {name}", self.name);
        }
        assert!(
            !self.attribute("name").is_empty(),
            "{} has a name",
            self.name
        );
    }

    pub(crate) fn find_all(&self, name: &str) -> Vec<&Node> {
        let mut found = Vec::new();
        for child in &self.children {
            if child.name == name {
                found.push(child);
            }
            found.extend(child.find_all(name));
        }
        found
    }
}

/// Reads a whole document or panics where it is wrong.
pub(crate) fn parse(text: &str) -> Node {
    let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    let body = text.strip_prefix(declaration).expect("a declaration");
    let (node, rest) = element(body);
    assert_eq!(rest.trim(), "", "nothing follows the root");
    node
}

fn element(text: &str) -> (Node, &str) {
    let text = text.trim_start().strip_prefix('<').expect("an element");
    let end = text.find(['/', '>', ' ']).expect("a name");
    let mut node = Node {
        name: text[..end].to_owned(),
        ..Node::default()
    };
    let mut rest = &text[end..];
    while let Some(after) = rest.strip_prefix(' ') {
        let (name, after) = after.split_once("=\"").expect("an attribute");
        let (value, after) = after.split_once('"').expect("the end of a value");
        assert_eq!(node.attribute(name), "", "an attribute is given once");
        node.attributes.push((name.to_owned(), unescape(value)));
        rest = after;
    }
    if let Some(after) = rest.strip_prefix("/>") {
        return (node, after);
    }
    let rest = rest.strip_prefix('>').expect("the end of a tag");
    content(node, rest)
}

fn content(mut node: Node, mut rest: &str) -> (Node, &str) {
    loop {
        let (text, _) = rest.split_once('<').expect("an end tag");
        node.text.push_str(&unescape(text));
        rest = &rest[text.len()..];
        if let Some(after) = rest.strip_prefix("</") {
            let after = after.strip_prefix(&*node.name).expect("the right end tag");
            return (node, after.strip_prefix('>').expect("the end of a tag"));
        }
        let (child, after) = element(rest);
        node.children.push(child);
        rest = after;
    }
}

fn unescape(text: &str) -> String {
    assert!(!text.contains(['<', '>', '"', '\'']), "{text}");
    let mut parts = text.split('&');
    let mut plain = parts.next().unwrap_or("").to_owned();
    for part in parts {
        let (entity, after) = part.split_once(';').expect("an entity");
        plain.push(match entity {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            "apos" => '\'',
            "#10" => '\n',
            "#9" => '\t',
            "#13" => '\r',
            other => panic!("unknown entity {other}"),
        });
        plain.push_str(after);
    }
    plain
}
