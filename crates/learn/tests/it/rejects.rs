//! Input that is refused, each with its exact error. A new case is a new file in `rejects/`.

use std::path::Path;

use retap_learn::source::{SourceErrors, read_skill};

use crate::expected_files::check_expected;

fn refuse(file: &str, bytes: &[u8]) -> SourceErrors {
    match read_skill(Path::new(file), bytes) {
        Ok(draft) => panic!("{file} was read: {draft:?}"),
        Err(errors) => errors,
    }
}

/// Every `x.yaml` and `x.md` must give exactly the text of `x.yaml.expected`, `x.md.expected`.
#[test]
fn every_file_in_the_folder_is_refused_with_its_error() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/rejects");
    let count = check_expected(&folder, |name, bytes| {
        format!("{}\n", refuse(name, bytes).render())
    });
    assert!(count > 30, "only {count} cases found");
}

#[test]
fn files_that_are_not_text_are_refused_with_the_offset() {
    let error = refuse("x.yaml", b"name: X\nsteps:\n  - tap: \"\xff\"\n").render();
    insta::assert_snapshot!(error, @r"
    x.yaml: not UTF-8 text: byte 25 is invalid
      accepted: UTF-8 text (see line 3)
    ");
}

#[test]
fn ten_megabytes_are_refused() {
    let text = format!(
        "name: X\nsteps:\n{}",
        "  - home\n".repeat(10 * 1024 * 1024 / 9)
    );
    for file in ["x.yaml", "x.md"] {
        insta::allow_duplicates! {
            insta::assert_snapshot!(refuse(file, text.as_bytes()).render().replace(file, "x"), @r"
            x: the file is too large: 10485771 bytes
              accepted: files of up to 1048576 bytes
            ");
        }
    }
}

#[test]
fn ten_thousand_nested_lines_are_refused() {
    let flow = format!("steps:\n{}", " [\n".repeat(10_000));
    let dashes = format!("steps:\n  {}", "- ".repeat(10_000));
    let mappings = format!("a: {}", "{a: ".repeat(10_000));
    let mut block = "steps:\n".to_owned();
    for depth in 0..1_400 {
        block.push_str(&format!("{:depth$}a:\n", ""));
    }
    for text in [flow, dashes, mappings, block] {
        let errors = refuse("x.yaml", text.as_bytes());
        let [error] = errors.errors() else {
            panic!("{errors}")
        };
        assert_eq!(error.message, "nested deeper than 64 levels");
    }
}

#[test]
fn ten_thousand_nested_sentences_are_refused() {
    let mut text = "## Steps\n".to_owned();
    for depth in 0..10_000 {
        text.push_str(&format!(
            "{:1$}1. If \"X\" is visible:\n",
            "",
            (depth * 2).min(60)
        ));
    }
    refuse("x.md", text.as_bytes());
    let mut nested = "## Steps\n".to_owned();
    for depth in 0..800 {
        nested.push_str(&format!("{:1$}- If \"X\" is visible:\n", "", depth * 2));
    }
    let errors = refuse("x.md", nested.as_bytes());
    assert_eq!(errors.errors()[0].message, "nested deeper than 16 levels");
}

#[test]
fn nested_steps_are_refused_below_the_limit() {
    let mut text = "steps:\n".to_owned();
    for depth in 0..17 {
        let indent = depth * 6;
        text.push_str(&format!("{:indent$}  - repeat:\n{:indent$}      times: 1\n{:indent$}      max: 1\n{:indent$}      steps:\n", "", "", "", ""));
    }
    text.push_str(&format!("{:104}- home\n", ""));
    let errors = refuse("x.yaml", text.as_bytes());
    assert_eq!(errors.errors()[0].message, "nested deeper than 16 levels");
}

#[test]
fn many_errors_are_cut_to_twenty() {
    let errors = refuse(
        "x.yaml",
        format!("steps:\n{}", "  - tpa: A\n".repeat(50)).as_bytes(),
    );
    assert_eq!((errors.errors().len(), errors.left_out()), (20, 30));
    assert!(errors.render().ends_with("\n\n… and 30 more"));
}

#[test]
fn unknown_extensions_are_refused() {
    insta::assert_snapshot!(refuse("notes.txt", b"steps: [home]").render(), @r"
    notes.txt: the file name does not say which format it is
      accepted: .md, .yaml, .yml
    ");
}
