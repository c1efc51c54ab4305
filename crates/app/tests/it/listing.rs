//! Commands that only look: `check`, `list`, `show`, `migrate`, `report`, `devices`, `doctor`.

use insta::assert_snapshot;

use crate::assert_contains;
use crate::corpus_folder::in_corpus;
use crate::project::{ABOUT, Project, QUESTION, WRONG};

#[test]
fn check_reports_errors_findings_and_compiled_files() {
    let project = Project::with(&[
        ("about.yaml", ABOUT),
        ("question.yaml", QUESTION),
        ("bad.yaml", "name: B\nsteps:\n  - tpa: x\n"),
    ]);
    project.passes("compile about.yaml --device sim:settings");
    project.write("about.yaml", &format!("# edited\n{ABOUT}"));
    assert_snapshot!(
        project
            .run("check about.yaml question.yaml bad.yaml")
            .exits(2)
            .text
    );
    project.passes("check about.yaml");
    project.run("check about.yaml --strict").exits(2);
    let result = project.passes("check about.yaml --json").json();
    assert_eq!(result["findings"][0]["level"], "warning");
}

#[test]
fn every_name_that_list_prints_can_be_shown() {
    let project = Project::with(&[
        (".retap/skills/apps/about.yaml", ABOUT),
        (".retap/skills/wrong.yaml", WRONG),
        (
            ".retap/skills/wrong.md",
            "---\nname: Wrong\n---\n\n## Steps\n\n1. Launch **Settings**\n",
        ),
        (".retap/skills/bad.yaml", "name: B\nsteps:\n  - tpa: x\n"),
        (".retap/skills/README.md", "# Read me\n"),
    ]);
    let list = project.passes("list");
    assert_snapshot!(list.text);
    let result = project.passes("list --json").json();
    for skill in result["skills"].as_array().unwrap() {
        let name = skill["name"].as_str().unwrap();
        let expected = if skill["error"].is_null() { 0 } else { 2 };
        project.run(&format!("show {name}")).exits(expected);
    }
}

#[test]
fn show_says_why_a_compiled_file_is_stale() {
    let project = Project::with(&[("about.yaml", ABOUT)]);
    project.passes("compile about.yaml --device sim:settings");
    project.write("about.yaml", &ABOUT.replace("Model Name", "Version"));
    assert_snapshot!(project.passes("show about.yaml").text);
    let result = project.passes("show about.yaml --json").json();
    assert_eq!(result["compiled"]["status"], "stale");
    assert_eq!(result["steps"].as_array().unwrap().len(), 5);
}

#[test]
fn migrate_goes_there_and_back_without_loss() {
    let project = Project::with(&[("about.yaml", ABOUT)]);
    project.passes("migrate about.yaml --output-dir prose");
    project.passes("migrate prose/about.md --output-dir back");
    let outline = |file: &str| {
        let result = project.passes(&format!("show {file} --json")).json();
        let steps = result["steps"].as_array().unwrap();
        steps
            .iter()
            .map(|step| step["title"].to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(outline("about.yaml"), outline("back/about.yaml"));
    assert_snapshot!(
        project
            .run("migrate about.yaml --output-dir prose")
            .exits(2)
            .text
    );
    project.passes("migrate about.yaml --output-dir prose --force");
    let before = project.files();
    assert_snapshot!("dry", project.passes("migrate about.yaml --dry-run").text);
    assert_eq!(project.files(), before);
}

#[test]
fn old_runs_are_reported_again() {
    let project = Project::with(&[("wrong.yaml", WRONG)]);
    let first = project
        .run("test wrong.yaml --device sim:settings")
        .exits(1);
    let runs = std::fs::read_dir(project.path(".retap/runs")).unwrap();
    let folder = runs
        .map(|entry| entry.unwrap().path())
        .find(|path| path.is_dir())
        .unwrap();
    let again = project
        .run(&format!(
            "report {} --html r.html --junit j.xml",
            folder.display()
        ))
        .exits(0);
    assert!(
        first
            .stdout()
            .lines()
            .all(|line| again.stdout().contains(line.trim()) || line.contains("evidence"))
    );
    assert!(project.read("r.html").contains("data:image/png;base64,"));
    assert!(project.read("j.xml").contains("<failure"));
    project.run("report wrong.yaml").exits(2);
    project.run("report /dev/null").exits(2);
}

#[test]
fn devices_and_their_configured_names_are_listed() {
    let config =
        "device = \"desk\"\n[devices]\ndesk = \"sim:settings\"\nphone = \"android:1234\"\n";
    let project = Project::with(&[(".retap/config.toml", config), ("about.yaml", ABOUT)]);
    assert_snapshot!(project.passes("devices").text);
    project.passes("test about.yaml");
    let json = project.passes("devices --json");
    assert!(serde_json::from_str::<serde_json::Value>(&json.stdout()).is_ok());
}

#[test]
fn a_wrong_configuration_is_an_error_with_its_line() {
    let project = Project::with(&[
        (".retap/config.toml", "device = \"sim:\"\nbogus = 1\n"),
        ("about.yaml", ABOUT),
    ]);
    assert_snapshot!(project.run("test about.yaml").exits(2).text);
    assert_eq!(project.run("doctor").code(), 3);
}

#[test]
fn doctor_speaks_to_people_and_machines() {
    let project = Project::with(&[(".retap/skills/about.yaml", ABOUT)]);
    let text = project.passes("doctor").text;
    assert!(text.contains("passed  skills           1 skill"), "{text}");
    let result = project.passes("doctor --json").json();
    for check in result["checks"].as_array().unwrap() {
        assert!(
            check["status"] != "warned" || check["fix_hint"].is_string(),
            "{check}"
        );
    }
}

#[test]
fn completions_and_help_are_printed() {
    let project = Project::new();
    assert!(
        project
            .passes("completions bash")
            .stdout()
            .contains("_retap()")
    );
    assert_snapshot!(project.passes("--help").text);
    assert_snapshot!("test_help", project.passes("test --help").text);
}

/// A collection of skills as people clone it: each is listed once, and nothing else is.
#[test]
fn a_public_collection_is_listed_skill_by_skill() {
    let Some(collection) = in_corpus("mirroir-skills") else {
        return;
    };
    let project = Project::with(&[(".mirroir-mcp/empty", "")]);
    std::fs::create_dir_all(project.path(".mirroir-mcp/skills")).unwrap();
    std::os::unix::fs::symlink(&collection, project.path(".mirroir-mcp/skills/collection"))
        .unwrap();
    let refused = project.passes("list");
    assert_contains(&refused.text, "leads out of the project");
    assert_contains(&refused.text, "put `folders = [");
    let folders = format!("folders = [{collection:?}]\n");
    project.write_home(".retap/config.toml", &folders);
    let result = project.passes("list --json").json();
    let names: Vec<&str> = result["skills"]
        .as_array()
        .unwrap()
        .iter()
        .map(|skill| skill["name"].as_str().unwrap())
        .collect();
    assert!(
        !names.is_empty() && names.iter().all(|name| name.contains("/skills/")),
        "{names:?}"
    );
    assert!(
        project
            .passes("show check-about")
            .stdout()
            .contains("check-about.md")
    );
}
