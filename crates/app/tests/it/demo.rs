//! `retap demo`: what a new user sees first.

use insta::assert_snapshot;

use crate::project::Project;

#[test]
fn the_demo_fits_a_screen_and_touches_nothing_wrong() {
    let project = Project::new();
    let ran = project.passes("demo --out shown");
    assert_snapshot!(ran.text);
    assert!(ran.stdout().lines().count() <= 40);
    assert!(ran.stdout().lines().all(|line| line.chars().count() <= 110));
    assert!(ran.text.contains("0 wrong touches"));
    let html = project.read("shown/report.html");
    assert!(html.contains("retap demo") && !html.contains("lantern-42"));
    // What the demo leaves is ready to use.
    project.passes("test shown/check-about.md --device sim:settings");
}

#[test]
fn the_demo_uses_no_files_of_the_project() {
    let project = Project::new();
    let ran = project.passes("demo");
    assert!(project.files().is_empty());
    let last = ran.stdout();
    let report = last
        .lines()
        .last()
        .and_then(|line| line.strip_prefix("report: "))
        .unwrap()
        .to_owned();
    let folder = std::path::Path::new(&report).parent().unwrap();
    assert!(folder.join("report.html").exists());
    std::fs::remove_dir_all(folder).unwrap();
}
