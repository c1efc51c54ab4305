//! The tree as Android prints it, of screens of the shipped apps.

use retap_model::device::{Ability, Device, DeviceError};
use retap_sim::{catalog, shipped};

use crate::driver::Driver;

fn dump(phone: &mut Driver) -> String {
    let deadline = phone.deadline();
    let dump = phone.device.dump_tree(deadline).unwrap();
    assert_eq!(dump.extension, "xml");
    String::from_utf8(dump.bytes).unwrap()
}

/// One node: how deep it lies and its attributes, with the escapes taken back.
struct Node {
    depth: usize,
    attributes: Vec<(String, String)>,
}

impl Node {
    fn get(&self, name: &str) -> &str {
        let found = self.attributes.iter().find(|(known, _)| known == name);
        found.map_or("", |(_, value)| value.as_str())
    }
}

/// Reads the nodes of a dump and checks that every tag that is opened is closed.
fn nodes(dump: &str) -> Vec<Node> {
    let head = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\">";
    let body = dump.strip_prefix(head).unwrap();
    let body = body.strip_suffix("</hierarchy>").unwrap();
    let (mut nodes, mut depth) = (Vec::new(), 0);
    for tag in body.split_inclusive('>') {
        if tag == "</node>" {
            depth -= 1;
            continue;
        }
        let inner = tag.strip_prefix("<node ").unwrap();
        let empty = inner.strip_suffix(" />");
        let attributes = attributes(empty.or_else(|| inner.strip_suffix('>')).unwrap());
        nodes.push(Node { depth, attributes });
        depth += usize::from(empty.is_none());
    }
    assert_eq!(depth, 0);
    nodes
}

fn attributes(text: &str) -> Vec<(String, String)> {
    let mut parts = text.split('"');
    let mut found = Vec::new();
    while let (Some(name), Some(value)) = (parts.next(), parts.next()) {
        let name = name.trim().strip_suffix('=').unwrap();
        found.push((name.to_owned(), unescape(value)));
    }
    found
}

fn unescape(value: &str) -> String {
    let escapes = [
        ("&#10;", "\n"),
        ("&#9;", "\t"),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&amp;", "&"),
    ];
    let undo = |text: String, (from, to): (&str, &str)| text.replace(from, to);
    escapes.into_iter().fold(value.to_owned(), undo)
}

fn of_id<'a>(nodes: &'a [Node], id: &str) -> &'a Node {
    let id = format!("com.example.app:id/{id}");
    nodes.iter().find(|n| n.get("resource-id") == id).unwrap()
}

#[test]
fn every_screen_gives_a_tree_with_what_can_be_seen_in_pixels() {
    for app in catalog() {
        for name in shipped(app.key).unwrap().screen_ids() {
            let mut phone = Driver::open(&format!("{}?open={name}", app.key));
            phone.wait(5000);
            let screen = phone.read();
            let nodes = nodes(&dump(&mut phone));
            // A popup is a window of its own, with room on all sides.
            let is_popup = screen.dialog().is_some();
            assert_eq!(nodes[0].get("bounds") == "[0,0][820,1796]", !is_popup);
            assert_eq!(nodes.iter().filter(|node| node.depth == 0).count(), 1);
            for (_, element) in screen.visible().skip(1) {
                let corner = format!("[{},", (element.bounds.x * 2.0).round());
                let is_it = |node: &&Node| {
                    node.get("resource-id") == element.id
                        && node.get("content-desc") == element.description
                        && node.get("class") == element.class
                        && node.get("bounds").starts_with(&corner)
                };
                assert!(
                    nodes.iter().any(|node| is_it(&node)),
                    "{}/{name}: {element:?}",
                    app.key
                );
            }
        }
    }
}

#[test]
fn the_login_screen_reads_as_on_android() {
    let mut phone = Driver::launch("login", "com.example.app");
    phone.tap("com.example.app:id/password_input");
    phone.type_text("password123");
    let text = dump(&mut phone);
    assert!(!text.contains("password123"));
    let nodes = nodes(&text);
    let button = of_id(&nodes, "login_btn");
    assert_eq!(button.get("text"), "ログイン");
    assert_eq!(button.get("class"), "android.widget.Button");
    assert_eq!(button.get("package"), "com.example.app");
    let password = of_id(&nodes, "password_input");
    // As many for every length.
    assert_eq!(password.get("text"), "••••");
    assert_eq!(password.get("password"), "true");
    assert_eq!(password.get("focused"), "true");
    assert!(!text.contains("keyboard"));
}

#[test]
fn typed_text_comes_back_from_the_dump() {
    let typed = "<a href=\"x\">'&amp;' %s</a>\n日本語 👍🏽";
    let mut phone = Driver::open("login?open=settings");
    phone.tap("com.example.app:id/memo_input");
    phone.type_text(typed);
    let nodes = nodes(&dump(&mut phone));
    assert_eq!(of_id(&nodes, "memo_input").get("text"), typed);
    let switch = of_id(&nodes, "notifications_switch");
    assert_eq!(
        (switch.get("checkable"), switch.get("checked")),
        ("true", "true")
    );
}

#[test]
fn a_popup_hides_what_it_covers_from_the_dump() {
    let mut phone = Driver::launch("login", "com.example.app");
    phone.tap("お困りの方はこちら");
    let text = dump(&mut phone);
    assert!(text.contains("id/close_btn"));
    assert!(!text.contains("id/login_btn"));
}

#[test]
fn the_home_screen_is_the_launchers() {
    let text = dump(&mut Driver::open("settings"));
    assert!(text.contains("package=\"com.android.launcher3\""));
}

#[test]
fn a_dump_takes_the_time_and_the_faults_of_a_reading() {
    let mut phone = Driver::open("login?fault=slow_read:1&fault=half_dump:1@2");
    dump(&mut phone);
    assert_eq!(phone.device.clock().millis(), 10_045);
    let deadline = phone.deadline();
    let broken = phone.device.dump_tree(deadline).unwrap_err();
    assert!(broken.is_transient());
    dump(&mut phone);
    let mut blind = Driver::open("login?tree=off");
    let deadline = blind.deadline();
    let refused = blind.device.dump_tree(deadline).unwrap_err();
    let ability = Ability::Tree;
    assert!(matches!(refused, DeviceError::Unsupported { ability: found, .. } if found == ability));
}
