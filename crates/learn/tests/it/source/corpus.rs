//! Skills nobody here wrote; skipped where there are no samples.

use std::fs;
use std::path::{Path, PathBuf};

use retap_learn::source::{is_skill, read_skill};
use retap_model::program::{Draft, StepKind, outline};

use crate::corpus_folder::in_corpus;

fn corpus() -> Option<PathBuf> {
    in_corpus("mirroir-skills")
}

fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|own| own == extension) {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn read(path: &Path) -> Draft {
    read_skill(path, &fs::read(path).expect("a file")).unwrap_or_else(|errors| panic!("{errors}"))
}

#[test]
fn every_sample_is_read_without_a_line_left_for_an_advisor() {
    let Some(corpus) = corpus() else { return };
    let mut paths = files(&corpus.join("legacy"), "yaml");
    paths.extend(files(&corpus.join("skills"), "md"));
    assert!(!paths.is_empty());
    for path in paths {
        for (_, step) in read(&path).flat() {
            assert!(
                !matches!(step.kind, StepKind::Ask(_)),
                "{}: {step:?}",
                path.display()
            );
        }
    }
}

#[test]
fn twins_have_equal_outlines_and_headers() {
    let Some(corpus) = corpus() else { return };
    for prose in files(&corpus.join("skills"), "md") {
        let twin = prose
            .strip_prefix(corpus.join("skills"))
            .unwrap()
            .with_extension("yaml");
        let twin = corpus.join("legacy").join(twin);
        if !twin.exists() {
            continue;
        }
        let (prose, yaml) = (read(&prose), read(&twin));
        assert_eq!(
            outline(&prose.steps),
            outline(&yaml.steps),
            "{}",
            twin.display()
        );
        assert_eq!(prose.header.name, yaml.header.name);
        assert_eq!(prose.header.apps, yaml.header.apps);
        assert_eq!(prose.header.tags, yaml.header.tags);
        assert_eq!(prose.header.ios_min, yaml.header.ios_min);
        assert_eq!(prose.header.locale, yaml.header.locale);
    }
}

/// Every line of a list after `steps:` is one step, whatever its depth; the same for numbers.
#[test]
fn no_step_is_lost_or_added() {
    let Some(corpus) = corpus() else { return };
    for path in files(&corpus.join("legacy"), "yaml") {
        let text = fs::read_to_string(&path).unwrap();
        let steps = text.lines().skip_while(|line| *line != "steps:");
        let count = steps
            .filter(|line| line.trim_start().starts_with("- "))
            .count();
        assert_eq!(read(&path).flat().len(), count, "{}", path.display());
    }
    for path in files(&corpus.join("skills"), "md") {
        let text = fs::read_to_string(&path).unwrap();
        let steps = text.lines().skip_while(|line| *line != "## Steps");
        let is_numbered = |line: &&str| line.trim_start().starts_with(|c: char| c.is_ascii_digit());
        assert_eq!(
            read(&path).flat().len(),
            steps.filter(is_numbered).count(),
            "{}",
            path.display()
        );
    }
}

#[test]
fn samples_survive_migration_both_ways() {
    let Some(corpus) = corpus() else { return };
    let samples = files(&corpus.join("legacy"), "yaml")
        .into_iter()
        .chain(files(&corpus.join("skills"), "md"));
    for path in samples {
        let draft = read(&path);
        super::round_trip::assert_round_trip(&draft);
    }
}

#[test]
fn only_skills_are_taken_for_skills() {
    let Some(corpus) = corpus() else { return };
    let all = files(&corpus, "md")
        .into_iter()
        .chain(files(&corpus, "yaml"));
    for path in all {
        let is_in_skills =
            path.starts_with(corpus.join("skills")) || path.starts_with(corpus.join("legacy"));
        assert_eq!(
            is_skill(&path, &fs::read(&path).unwrap()),
            is_in_skills,
            "{}",
            path.display()
        );
    }
}
