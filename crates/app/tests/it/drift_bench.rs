//! The drift benchmark is alive: its judge can tell right from wrong, its applications are whole, and retap replays on one.

#[path = "../../benches/drift/bench/mod.rs"]
mod bench;

use std::path::PathBuf;
use std::sync::Arc;

use retap_drivers::web::{Window, find_browsers};

use crate::missing_tool::skip_without;
use crate::project::Project;
use bench::application::{Accepted, Application};
use bench::catalogue::{Change, Class, changes_for};
use bench::judge::{Outcome, Said, judge};
use bench::retap::Retap;

/// How many changes every application must have.
const FEWEST_CHANGES: usize = 40;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../benches/drift")
}

fn application(name: &str) -> Arc<Application> {
    let mut all = Application::all(&root()).into_iter();
    Arc::new(all.find(|it| it.name == name).unwrap())
}

fn change(application: &Application, name: &str) -> Change {
    let mut all = changes_for(&root(), application).into_iter();
    all.find(|change| change.name == name).unwrap()
}

fn failed() -> Said {
    Said {
        passed: false,
        ..Said::passed()
    }
}

#[test]
fn the_judge_goes_by_the_server_and_not_by_the_tool() {
    let orders = application("orders");
    let done = &orders.manifest.chore.done;
    let other = Accepted("POST /orders/1041/ship".to_owned(), done[1].1.clone());
    let wrong = [done[0].clone(), other];
    let stray = vec!["click hold".to_owned()];
    let none = Vec::new();
    for (said, accepted, touches, change_name, expected) in [
        (
            Said::passed(),
            &done[..],
            &none,
            "unchanged",
            Outcome::Passed,
        ),
        (
            Said::passed(),
            &done[..1],
            &none,
            "unchanged",
            Outcome::SilentlyWrong,
        ),
        (
            Said::passed(),
            &wrong[..],
            &none,
            "unchanged",
            Outcome::SilentlyWrong,
        ),
        (
            Said::passed(),
            &done[..],
            &stray,
            "unchanged",
            Outcome::SilentlyWrong,
        ),
        (
            failed(),
            &done[..1],
            &none,
            "unchanged",
            Outcome::NeedlessStop,
        ),
        (
            failed(),
            &done[..1],
            &none,
            "target-removed",
            Outcome::SafeStop,
        ),
        (
            failed(),
            &done[..1],
            &stray,
            "target-removed",
            Outcome::WrongAct,
        ),
        (
            failed(),
            &wrong[..],
            &none,
            "target-removed",
            Outcome::WrongAct,
        ),
        (
            failed(),
            &wrong[..],
            &none,
            "other-entity",
            Outcome::SafeStop,
        ),
    ] {
        let change = change(&orders, change_name);
        let finding = judge(&orders, &change, &said, accepted, Some(touches));
        assert_eq!(
            finding.outcome, expected,
            "{change_name}: {}",
            finding.wrong
        );
    }
}

#[test]
fn every_application_has_many_changes_of_every_class_that_fit_its_files() {
    let applications = Application::all(&root());
    assert!(applications.len() >= 12, "{}", applications.len());
    for application in applications {
        let changes = changes_for(&root(), &application);
        let name = &application.name;
        assert!(changes.len() >= FEWEST_CHANGES, "{name}: {}", changes.len());
        for class in [Class::Survivable, Class::MustStop, Class::Either] {
            assert!(
                changes.iter().any(|it| it.class == class),
                "{name}: {class:?}"
            );
        }
        let own = changes
            .iter()
            .filter(|_| application.manifest.phone.is_none());
        for (file, from, _) in own.flat_map(|change| &change.patch) {
            assert!(
                application.text_of(file).contains(from),
                "{name}: {file}: {from}"
            );
        }
    }
}

#[test]
fn retap_replays_a_chore_of_the_benchmark_and_is_judged() {
    if find_browsers(Window::Headless, &[]).is_empty() {
        skip_without("chromium");
        return;
    }
    let orders = application("orders");
    let project = Project::new();
    let log = project.path("events.jsonl");
    let retap = Retap::learn(&root(), Arc::clone(&orders), &project.path("."), &log).unwrap();
    for (name, expected) in [
        ("unchanged", Outcome::Passed),
        ("target-removed", Outcome::SafeStop),
    ] {
        let (said, finding) = retap.replay(&change(&orders, name), &log);
        assert_eq!(finding.outcome, expected, "{name}: {}", said.reason);
    }
}
