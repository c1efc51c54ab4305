//! The page about the format tells the truth.

use std::fs;
use std::path::Path;

use retap_learn::source::{Rule, Severity, is_scenario, read_scenario};

fn page() -> String {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/formats/scenario.md");
    fs::read_to_string(page).unwrap()
}

#[test]
fn the_examples_of_the_page_are_read() {
    let page = page();
    let blocks: Vec<&str> = page
        .split("```yaml\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .collect();
    assert!(blocks.len() >= 4);
    for block in blocks {
        let mut text = block.to_owned();
        for line in ["app: com.example.app\n", "name: X\n"] {
            let key = line.split(' ').next().unwrap();
            if !format!("\n{text}").contains(&format!("\n{key}")) {
                text.insert_str(0, line);
            }
        }
        let text = match text.contains("\nsteps:") {
            true => text,
            false => format!("{text}steps:\n  - id: a\n    actions: [then: x]\n"),
        };
        assert!(is_scenario(Path::new("x.yaml"), text.as_bytes()), "{text}");
        read_scenario(Path::new("x.yaml"), text.as_bytes())
            .unwrap_or_else(|errors| panic!("{errors}"));
    }
}

#[test]
fn the_page_lists_every_rule() {
    let page = page();
    for rule in Rule::all() {
        let weight = match rule.severity() {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "info",
        };
        let fix = if rule.is_fixable() { "yes" } else { "" };
        let row =
            format!("| {rule} | {weight} | {} | {fix} |", rule.about()).replace("|  |", "| |");
        assert!(page.contains(&row), "missing: {row}");
    }
}
