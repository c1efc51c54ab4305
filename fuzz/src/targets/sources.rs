//! What people write: skills, scenarios, sentences.

use std::path::Path;

use retap_learn::heal::{Relabelling, relabel_source};
use retap_learn::phrase::{self, Clause, Reading};
use retap_learn::source::{
    Finding, Format, check_scenario, expand, fix, is_scenario, is_skill, lint, read_scenario,
    read_skill, read_step, write_skill,
};
use retap_model::phrase::Phrase;
use retap_model::program::{Draft, StepId, outline};

use super::{LineLengths, text};

pub(super) fn skill_yaml(bytes: &[u8]) {
    skill(Path::new("x.yaml"), bytes);
}

pub(super) fn skill_md(bytes: &[u8]) {
    skill(Path::new("x.md"), bytes);
}

fn skill(path: &Path, bytes: &[u8]) {
    is_skill(path, bytes);
    match read_skill(path, bytes) {
        Err(errors) => {
            check_findings(errors.errors(), bytes);
            assert!(!errors.render().is_empty());
        }
        Ok(draft) => {
            check_findings(&lint(&draft), bytes);
            check_written(&draft, Format::Yaml, "x.yaml");
            check_written(&draft, Format::Markdown, "x.md");
        }
    }
}

/// Another label in a source: the number of the step, the old one and the new one in a line each, then the source.
pub(super) fn relabel(bytes: &[u8]) {
    let text = text(bytes);
    let mut parts = text.splitn(4, '\n');
    let mut next = || parts.next().unwrap_or_default().to_owned();
    let label = Relabelling {
        step: StepId(next().parse().unwrap_or_default()),
        from: next(),
        to: next(),
    };
    let source = next();
    for path in ["x.yaml", "x.md"].map(Path::new) {
        let Ok((written, draft)) =
            relabel_source(path, source.as_bytes(), std::slice::from_ref(&label))
        else {
            continue;
        };
        let back = read_skill(path, &written);
        let steps = back.map(|back| outline(&back.steps));
        assert_eq!(steps.ok(), Some(outline(&draft.steps)));
    }
}

/// What is written says the same when it is read, and is written in the same way again.
fn check_written(draft: &Draft, format: Format, path: &str) {
    let Ok(written) = write_skill(draft, format) else {
        return;
    };
    let back = read_skill(Path::new(path), written.as_bytes());
    let back = back.unwrap_or_else(|errors| panic!("{errors}\nin what was written:\n{written}"));
    assert_eq!(
        outline(&back.steps),
        outline(&draft.steps),
        "written:\n{written}"
    );
    assert_eq!(back.header, draft.header, "written:\n{written}");
    assert_eq!(write_skill(&back, format).ok(), Some(written));
}

fn check_findings(findings: &[Finding], bytes: &[u8]) {
    let lines = LineLengths::of(&text(bytes));
    for finding in findings {
        if let Some(place) = finding.place {
            lines.check_place(place.line, place.column);
        }
        assert!(!finding.to_string().is_empty());
    }
}

pub(super) fn scenario(bytes: &[u8]) {
    let path = Path::new("x.yaml");
    is_scenario(path, bytes);
    match read_scenario(path, bytes) {
        Err(errors) => check_findings(errors.errors(), bytes),
        Ok(scenario) => drop(expand(&scenario)),
    }
    match check_scenario(path, bytes) {
        Err(errors) => check_findings(errors.errors(), bytes),
        Ok(findings) => check_findings(&findings, bytes),
    }
    let fixed = fix(bytes);
    assert!(
        !fixed.applied.is_empty() || fixed.bytes == bytes,
        "mended, and not told"
    );
}

pub(super) fn step(bytes: &[u8]) {
    let text = text(bytes);
    match read_step(&text) {
        Err(errors) => check_findings(errors.errors(), text.trim().as_bytes()),
        Ok(step) => assert!(!outline(&[step]).is_empty()),
    }
}

/// The first byte says which kind of sentence and which language.
pub(super) fn sentence(bytes: &[u8]) {
    let (first, rest) = bytes.split_first().unwrap_or((&0, &[]));
    let clause = [Clause::Do, Clause::Then, Clause::Step][usize::from(first % 3)];
    let languages = phrase::languages();
    let locale = languages.get(usize::from(first / 3)).copied();
    let text = text(rest);
    if let Err(not) = phrase::understand(&text, clause, locale) {
        assert!(
            not.at <= text.chars().count(),
            "{} is behind the end",
            not.at
        );
    }
    let reading = Reading {
        locale,
        app: None,
        strict: first & 0x80 != 0,
    };
    phrase::step_of_scenario(&text, clause, &reading);
    phrase::nearest(&text, clause, locale);
    phrase::is_negated(&text);
    phrase::is_otherwise(&text);
    phrase::names_something(&text);
    phrase::unclosed_quote(&text);
    phrase::empty_quote(&text);
    let phrase = Phrase::parse(&text).with_recalls();
    assert_eq!(Phrase::parse(&phrase.source()).with_recalls(), phrase);
}
