//! A secret is in no file that was written, and in nothing that was printed.

use super::{LOGIN_EN, LOGIN_JA, PASSWORD};
use crate::project::{Project, Ran};

/// Compiles and tests the scenario in every way that writes something, and looks for the secret.
fn look_for(secret: &str, source: &str, device: &str, more: (&[(&str, &str)], &str)) {
    let (variables, flags) = more;
    let project = Project::with(&[("login.yaml", source)]);
    let run = |line: &str| project.run_in(variables, &format!("{line} --device {device} {flags}"));
    let all = "--verbose --evidence all --junit j.xml --html r.html --screenshot-dir shots";
    let mut said = vec![
        run(&format!("test login.yaml {all}")).exits(0),
        run("compile login.yaml --verbose").exits(0),
        run(&format!("test login.yaml {all} --json")).exits(0),
        // The report of a failure tells most.
        run("test login.yaml --keep-going --timeout 1 --set email=nobody").exits(1),
    ];
    for line in [
        "show login.yaml",
        "show login.yaml --json",
        "check login.yaml",
        "check login.yaml --json",
    ] {
        said.push(project.run_in(variables, line));
    }
    said.push(run("test login.yaml --dry-run"));
    assert_absent(&project, secret, &said);
}

fn assert_absent(project: &Project, secret: &str, said: &[Ran]) {
    for ran in said {
        assert!(!ran.stdout().contains(secret), "{}", ran.text);
        assert!(!ran.stderr().contains(secret), "{}", ran.text);
    }
    let files = project.files();
    assert!(files.len() > 100, "only {} files", files.len());
    for (path, bytes) in files {
        let is_there = bytes
            .windows(secret.len())
            .any(|window| window == secret.as_bytes());
        let is_source = path.ends_with("login.yaml");
        assert!(!is_there || is_source, "{}", path.display());
    }
}

#[test]
fn a_password_that_stands_in_the_source_stays_there() {
    look_for(PASSWORD, LOGIN_JA, "sim:login", (&[], ""));
}

#[test]
fn a_password_of_the_environment_stays_there() {
    let source = LOGIN_EN.replace("password: password123", "password: { env: THE_WORD }");
    assert!(!source.contains(PASSWORD));
    look_for(
        PASSWORD,
        &source,
        "sim:login-en",
        (&[("THE_WORD", PASSWORD)], ""),
    );
}

#[test]
fn a_password_that_was_typed_stays_with_who_typed_it() {
    let source = LOGIN_JA.replace("password: password123", "password:");
    let flag = format!("--set password={PASSWORD}");
    look_for(PASSWORD, &source, "sim:login", (&[], &flag));
}

/// A text typed into a plain field is shown by the app, in pictures, trees and lists of what is visible.
#[test]
fn a_secret_the_app_shows_is_masked_in_whatever_form_it_is_written() {
    let source = LOGIN_JA.replace(
        "email: test@example.com",
        "email: { env: ADDRESS, secret: true }",
    ) + "      - do: 「プロフィール」をタップ\n      - then: 「どこにもない」が表示されていること\n";
    let secret = "k\"7<z>&'@example.com";
    let project = Project::with(&[("login.yaml", &source)]);
    let line =
        "test login.yaml --device sim:login --timeout 1 -v --junit j.xml --html r.html --json";
    let ran = project.run_in(&[("ADDRESS", secret)], line).exits(1);
    assert!(
        ran.stderr()
            .contains("visible: <, プロフィール, ユーザー名, 山田 太郎, 連絡先, ••••"),
        "{}",
        ran.text
    );
    // As it is, as JSON, and as XML and HTML write it.
    for form in [secret, "k\\\"7<z>", "7&lt;z", "7\\u003cz"] {
        assert!(!ran.text.contains(form), "{}", ran.text);
        for (path, bytes) in project.files() {
            let mut windows = bytes.windows(form.len());
            assert!(
                !windows.any(|window| window == form.as_bytes()),
                "{form}: {}",
                path.display()
            );
        }
    }
}
