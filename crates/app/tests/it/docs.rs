//! The documentation tells the truth: every `console` block is run and must print what it shows.
//!
//! A line `$ words` is given to a shell in a project that lasts for the whole page; the lines
//! below it are what must be printed. A line `...` stands for any number of lines.

mod phrases;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::project::Project;

const PAGES: [&str; 6] = [
    "README.md",
    "docs/guide/getting-started.md",
    "docs/guide/ci.md",
    "docs/guide/scenarios.md",
    "docs/guide/ai.md",
    "docs/guide/trust.md",
];

/// A command of a page, and what it must print.
struct Example {
    command: String,
    expected: Vec<String>,
}

#[test]
fn the_examples_of_the_documentation_print_what_they_show() {
    let is_update = std::env::var_os("RETAP_UPDATE_DOCS").is_some();
    for page in PAGES {
        let path = path_of(page);
        let mut text = fs::read_to_string(&path).unwrap();
        let project = Project::new();
        let examples = examples(&text);
        assert!(!examples.is_empty(), "{page} has no examples");
        for example in examples {
            let printed = run(&project, &example.command);
            let normal = |text: &str| {
                project
                    .normal(text)
                    .lines()
                    .map(|line| line.trim_end().to_owned())
                    .collect::<Vec<_>>()
            };
            let expected = normal(&example.expected.join("\n"));
            if is_shown(&expected, &normal(&printed)) {
                continue;
            }
            assert!(is_update, "{page}: $ {}\n{printed}", example.command);
            text = text.replacen(&example.expected.join("\n"), printed.trim_end(), 1);
        }
        if is_update {
            fs::write(path, text).unwrap();
        }
    }
}

/// Returns the blocks of a page in this language.
fn blocks(page: &str, language: &str) -> Vec<String> {
    let text = fs::read_to_string(path_of(page)).unwrap();
    let fence = format!("```{language}\n");
    let blocks = text.split(&fence).skip(1);
    let blocks = blocks.filter_map(|rest| rest.split("```").next());
    blocks.map(str::to_owned).collect()
}

#[test]
fn the_configuration_of_the_documentation_is_accepted() {
    for page in ["docs/guide/ai.md", "docs/formats/config.md"] {
        let blocks = blocks(page, "toml");
        assert!(!blocks.is_empty(), "{page}");
        for block in blocks {
            let project = Project::new();
            project.write_home(".retap/config.toml", &block);
            project.passes("devices");
        }
    }
}

#[test]
fn the_scenarios_of_the_guide_are_read() {
    let blocks = blocks("docs/guide/scenarios.md", "yaml");
    assert!(blocks.len() >= 2);
    for block in blocks {
        let steps = "steps: [{ id: a, actions: [do: アプリを起動] }]\n";
        let end = if block.starts_with("steps:") {
            ""
        } else {
            steps
        };
        let text = format!("name: X\napp: com.example.app\n{block}{end}");
        let project = Project::with(&[("x.yaml", &text)]);
        project.passes("check x.yaml");
    }
}

fn path_of(page: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(page)
}

fn run(project: &Project, command: &str) -> String {
    let binary = Path::new(env!("CARGO_BIN_EXE_retap")).parent().unwrap();
    let path = format!(
        "{}:{}",
        binary.display(),
        std::env::var("PATH").unwrap_or_default()
    );
    let mut shell = Command::new("sh");
    project.place(&mut shell);
    let script = format!("exec 2>&1; {command}");
    let output = shell
        .env("PATH", path)
        .args(["-c", &script])
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

fn examples(page: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut is_console = false;
    for line in page.lines() {
        if line.starts_with("```") {
            is_console = line == "```console";
        } else if !is_console {
        } else if let Some(command) = line.strip_prefix("$ ") {
            examples.push(Example {
                command: command.to_owned(),
                expected: Vec::new(),
            });
        } else if let Some(example) = examples.last_mut() {
            match line
                .strip_prefix('>')
                .map(|more| more.strip_prefix(' ').unwrap_or(more))
            {
                Some(more) if example.expected.is_empty() => {
                    example.command += &format!("\n{more}")
                }
                Some(_) | None => example.expected.push(line.to_owned()),
            }
        }
    }
    examples
}

/// Compares line by line; `...` stands for any number of lines.
fn is_shown(expected: &[String], printed: &[String]) -> bool {
    match expected.split_first() {
        None => printed.is_empty(),
        Some((line, rest)) if line == "..." => {
            (0..=printed.len()).any(|skipped| is_shown(rest, &printed[skipped..]))
        }
        Some((line, rest)) => printed.first() == Some(line) && is_shown(rest, &printed[1..]),
    }
}
