//! The table of sentences in the guide is made of the examples of the phrase tables.

use std::fs;

use retap_learn::phrase::{Part, part_of};

use super::path_of;

const GUIDE: &str = "docs/guide/scenarios.md";
const TABLES: &str = "crates/learn/src/phrase/tables";

/// The meaning of a section of a phrase table, and its examples.
type Section = (String, Vec<String>);

/// Reads the sections of a language's table; `docs/recipes/add-a-language.md` says how it is written.
fn sections(language: &str) -> Vec<Section> {
    let text = fs::read_to_string(path_of(&format!("{TABLES}/{language}.yaml"))).unwrap();
    let mut sections: Vec<Section> = Vec::new();
    let mut is_example = false;
    for line in text.lines() {
        if let Some(means) = line.trim_start().strip_prefix("- means: ") {
            sections.push((means.to_owned(), Vec::new()));
            is_example = false;
        } else if line.trim() == "examples: |" {
            is_example = true;
        } else if let (true, Some(section)) =
            (is_example && !line.trim().is_empty(), sections.last_mut())
        {
            section.1.push(line.trim().to_owned());
        }
    }
    sections
}

/// Returns whether the sentences of a section stand in `part`.
fn stands_in(section: &Section, part: Part) -> bool {
    let verb = section.0.split(' ').next().unwrap_or_default();
    part_of(verb) == Some(part)
}

fn table(title: &str, part: Part) -> String {
    let (english, japanese) = (sections("en"), sections("ja"));
    let mut text = format!("| {title} | English | 日本語 |\n|---|---|---|\n");
    let of = |sections: &[Section], means: &str| {
        let section = sections.iter().find(|(known, _)| known == means);
        section.map_or(String::new(), |(_, examples)| examples.join("<br>"))
    };
    let only_japanese = japanese
        .iter()
        .filter(|(means, _)| !english.iter().any(|(known, _)| known == means));
    for section in english
        .iter()
        .chain(only_japanese)
        .filter(|section| stands_in(section, part))
    {
        let means = &section.0;
        let cells = [
            means.replace('-', " "),
            of(&english, means),
            of(&japanese, means),
        ];
        text += &format!("| {} |\n", cells.join(" | ")).replace("|  |", "| |");
    }
    text
}

#[test]
fn the_guide_lists_every_phrase() {
    let tables = [table("`do`", Part::Act), table("`then`", Part::Expectation)];
    let tables = format!("\n{}\n", tables.join("\n"));
    let page = fs::read_to_string(path_of(GUIDE)).unwrap();
    let (head, rest) = page.split_once("<!-- phrases:").unwrap();
    let (mark, rest) = rest.split_once("-->\n").unwrap();
    let (listed, tail) = rest.split_once("<!-- /phrases -->").unwrap();
    if std::env::var_os("RETAP_UPDATE_DOCS").is_some() {
        let text = format!("{head}<!-- phrases:{mark}-->\n{tables}<!-- /phrases -->{tail}");
        fs::write(path_of(GUIDE), text).unwrap();
        return;
    }
    assert_eq!(listed, tables);
}
