//! What one skill of a command types, another may show: everything that the command writes and prints masks it.

use std::fs;

use super::search::{shown, views};
use super::{collect, read_picture};
use crate::project::{Project, Ran};
use crate::site::Site;

/// What a skill types as a secret of its header, what it types into a password field, and what one that cannot run has.
const TOKEN: &str = "dpt-9fK2mQx7";
const TYPED: &str = "lantern-4417";
const UNUSED: &str = "kestrel-8853";

const PAGE: &str = r#"<!doctype html><meta charset=utf-8><title>Depot</title><style>* { font: 24px sans-serif }</style>
<h1>Lighthouse</h1><label>Key <input></label><p><label>Password <input type=password></label>
<table><tr><td>Current<td>dpt-9fK2mQx7</tr><tr><td>Third<td>kestrel-8853</tr></table>
<p><a href="?next">Next</a><p><script>if (location.search) document.write("Other lantern-4417")</script>"#;

/// A project whose skills show, type, and show again.
fn depot(site: &Site) -> Project {
    let skill = |header: &str, steps: &str| {
        let url = &site.url;
        format!("name: Depot\n{header}steps:\n  - open_url: {url}\n{steps}")
    };
    let types = format!(
        "  - type: {{ text: \"${{API_TOKEN}}\", into: Key }}\n  - type: {{ text: {TYPED}, into: Password }}\n  - assert_visible: Lighthouse\n"
    );
    let looks = "  - screenshot: seen\n  - tap: Next\n  - assert_visible: Nowhere\n";
    let recalls = format!(
        "  - remember: {{ name: key, from: Current }}\n  - open_url: \"{}?got={{key}}\"\n  - assert_visible: Lighthouse\n",
        site.url
    );
    let broken = "  - type: { text: \"${OTHER_TOKEN} ${MISSING}\", into: Key }\n";
    let scenario = format!(
        "name: Look\napp: {{ web: \"{}\" }}\nsteps:\n  - id: a\n    actions:\n      - do: Launch the app\n      - then: \"'Nowhere' is shown\"\n",
        site.url
    );
    Project::with(&[
        ("a_looks.yaml", &skill("", looks)),
        ("b_types.yaml", &skill("secrets: [API_TOKEN]\n", &types)),
        ("c_looks.yaml", &skill("", looks)),
        ("d_recalls.yaml", &skill("", &recalls)),
        ("e_scenario.yaml", &scenario),
        ("f_broken.yaml", &skill("secrets: [OTHER_TOKEN]\n", broken)),
    ])
}

fn run(project: &Project, line: &str) -> Ran {
    let values = [("API_TOKEN", TOKEN), ("OTHER_TOKEN", UNUSED)];
    project.run_in(&values, &format!("{line} --device web: --timeout 1"))
}

/// Asserts that neither what was said nor a file shows one of these, and returns what the pictures say.
fn assert_absent(project: &Project, ran: &Ran, secrets: &[&str]) -> String {
    let mut files = Vec::new();
    collect(&project.path(""), &mut files);
    files.retain(|path| path.extension().is_none_or(|ending| ending != "yaml"));
    assert!(files.len() > 10, "{files:?}");
    let mut pictures = String::new();
    for secret in secrets {
        assert_eq!(
            shown(&views(ran.text.as_bytes()), secret),
            None,
            "{}",
            ran.text
        );
    }
    for path in files {
        let bytes = fs::read(&path).unwrap();
        if path.extension().is_some_and(|ending| ending == "png") {
            pictures.push_str(&read_picture(&bytes));
        }
        let views = views(&bytes);
        for secret in secrets {
            assert_eq!(
                shown(&views, secret),
                None,
                "{secret} in {}",
                path.display()
            );
        }
    }
    let read = views(pictures.as_bytes());
    for secret in secrets {
        assert_eq!(shown(&read, &secret[..7]), None, "{secret} in {pictures}");
    }
    pictures
}

#[test]
fn what_is_secret_in_one_skill_is_masked_in_all_of_the_command() {
    let site = Site::page(PAGE);
    let project = depot(&site);
    let all = "--evidence all --verbose --junit j.xml --html r.html --screenshot-dir shots";
    let ran = run(&project, &format!("test . {all}"));
    // The skill before does not know yet what will be typed into a password field.
    let pictures = assert_absent(&project, &ran, &[TOKEN, UNUSED]);
    assert!(pictures.contains("Lighthouse"), "{pictures}");
    fs::remove_file(project.path("a_looks.yaml")).unwrap();
    fs::remove_dir_all(project.path(".retap")).unwrap();
    fs::remove_dir_all(project.path("shots")).unwrap();
    let ran = run(&project, &format!("test . {all} --json"));
    assert_absent(&project, &ran, &[TOKEN, TYPED, UNUSED]);
    // How a run ends does not depend on what is secret elsewhere.
    let result = ran.json();
    let skills = result["skills"].as_array().unwrap().iter();
    let ended: Vec<String> = skills.map(|skill| skill["status"].to_string()).collect();
    assert_eq!(
        ended,
        ["\"passed\"", "\"failed\"", "\"passed\"", "\"failed\""],
        "{}",
        ran.text
    );
    assert_eq!(site.lines(&format!("GET /?got={TOKEN}")).len(), 2);
}

#[test]
fn what_is_secret_in_one_skill_is_in_no_compiled_file_of_the_command() {
    let site = Site::page(PAGE);
    let project = depot(&site);
    let compiled =
        "name: Next\nsteps:\n  - open_url: SITE\n  - tap: Next\n  - assert_visible: Current\n";
    project.write("c_looks.yaml", &compiled.replace("SITE", &site.url));
    let ran = run(&project, "compile b_types.yaml c_looks.yaml --verbose").exits(0);
    // What stands in a source may stand in what was compiled from it.
    for (file, secret) in [
        ("b_types.compiled.json", TOKEN),
        ("c_looks.compiled.json", TOKEN),
        ("c_looks.compiled.json", TYPED),
    ] {
        let views = views(project.read(file).as_bytes());
        assert_eq!(shown(&views, secret), None, "{file}");
    }
    assert!(!ran.text.contains(TOKEN) && !ran.text.contains(TYPED));
}
