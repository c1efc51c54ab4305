//! The documentation tells the truth: every `console` block is run and must print what it shows.
//!
//! A line `$ words` is given to a shell in a project that lasts for the whole page; the lines
//! below it are what must be printed. A line `...` stands for any number of lines.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::project::Project;

const PAGES: [&str; 3] = ["README.md", "docs/guide/getting-started.md", "docs/guide/ci.md"];

/// A command of a page, and what it must print.
struct Example {
    command: String,
    expected: Vec<String>,
}

#[test]
fn the_examples_of_the_documentation_print_what_they_show() {
    for page in PAGES {
        let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(page)).unwrap();
        let project = Project::new();
        let examples = examples(&text);
        assert!(!examples.is_empty(), "{page} has no examples");
        for example in examples {
            let printed = run(&project, &example.command);
            let expected: Vec<String> = example.expected.iter().map(|line| project.normal(line).trim_end().to_owned()).collect();
            assert!(is_shown(&expected, &printed), "{page}: $ {}\n{}", example.command, printed.join("\n"));
        }
    }
}

fn run(project: &Project, command: &str) -> Vec<String> {
    let binary = Path::new(env!("CARGO_BIN_EXE_retap")).parent().unwrap();
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap_or_default());
    let mut shell = Command::new("sh");
    project.place(&mut shell);
    let output = shell.env("PATH", path).args(["-c", &format!("exec 2>&1; {command}")]).output().unwrap();
    let text = project.normal(&String::from_utf8(output.stdout).unwrap());
    text.lines().map(|line| line.trim_end().to_owned()).collect()
}

fn examples(page: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut is_console = false;
    for line in page.lines() {
        if line.starts_with("```") {
            is_console = line == "```console";
        } else if !is_console {
        } else if let Some(command) = line.strip_prefix("$ ") {
            examples.push(Example { command: command.to_owned(), expected: Vec::new() });
        } else if let Some(example) = examples.last_mut() {
            match line.strip_prefix("> ") {
                Some(more) if example.expected.is_empty() => example.command += &format!("\n{more}"),
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
        Some((line, rest)) if line == "..." => (0..=printed.len()).any(|skipped| is_shown(rest, &printed[skipped..])),
        Some((line, rest)) => printed.first() == Some(line) && is_shown(rest, &printed[1..]),
    }
}
