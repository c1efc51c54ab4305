//! Links of a project that lead out of it: what they lead to is not read by any way, and nothing else is stopped by them.

use std::os::unix::fs::symlink;

use crate::assert_contains;
use crate::project::{ABOUT, Project};

const SECRET: &str = "CANARY: [\n";

#[test]
fn a_skill_that_leads_out_stops_itself_and_no_other() {
    let project = Project::with(&[(".retap/skills/about.yaml", ABOUT)]);
    project.write_home("notes.yaml", SECRET);
    symlink(
        "../../../home/notes.yaml",
        project.path(".retap/skills/notes.yaml"),
    )
    .unwrap();
    project.passes("test about --device sim:settings");
    project.passes("show about");
    for line in [
        "test --device sim:settings",
        "test .retap/skills/*.yaml --device sim:settings",
    ] {
        let ran = project.run(line).exits(2);
        assert_contains(&ran.text, "1 run: 1 passed");
        assert_contains(&ran.text, "notes.yaml` leads out of the project");
        assert_contains(&ran.text, "hint: if you want that, put `folders = [");
    }
    for line in [
        "list",
        "check",
        "test notes --device sim:settings",
        "show notes",
    ] {
        let ran = project.run(line);
        assert_contains(&ran.text, "leads out of the project");
        assert!(!ran.text.contains("CANARY"), "{}", ran.text);
    }
}

#[test]
fn a_skills_folder_that_leads_out_stops_only_what_asks_for_all() {
    let project = Project::with(&[("about.yaml", ABOUT), (".retap/README", "")]);
    project.write_home("skills/mine.yaml", ABOUT);
    symlink("../../home/skills", project.path(".retap/skills")).unwrap();
    project.passes("test about.yaml --device sim:settings");
    let all = project.run("test --device sim:settings").exits(2);
    assert_contains(&all.text, ".retap/skills` leads out of the project");
    project.write_home(".retap/config.toml", "folders = [\"skills\"]\n");
    project.passes("test mine --device sim:settings");
}

#[test]
fn a_whole_path_leads_out_no_more_than_a_short_one() {
    let project = Project::with(&[("run/README", "")]);
    project.write_home(".ssh/id_rsa", SECRET);
    for link in ["b.md", "log.jsonl", "run/events.jsonl", "app.app.yaml"] {
        let up = "../".repeat(link.split('/').count());
        symlink(format!("{up}home/.ssh/id_rsa"), project.path(link)).unwrap();
    }
    let folder = project.path("run").canonicalize().unwrap();
    let here = folder.parent().unwrap().display().to_string();
    for line in [
        format!("migrate {here}/b.md"),
        format!("migrate {here}/run/../b.md"),
        "migrate b.md".to_owned(),
        format!("report {here}/log.jsonl"),
        format!("report {here}/run"),
        format!("screen --device sim:{here}/app.app.yaml"),
    ] {
        let refused = project.run(&line);
        assert!(matches!(refused.code(), 2 | 3), "{line}: {}", refused.text);
        assert_contains(&refused.text, "leads out of the project");
        assert!(!refused.text.contains("CANARY"), "{line}: {}", refused.text);
    }
}

#[test]
fn nothing_is_written_through_a_link_that_leads_out_however_its_path_is_typed() {
    let skill = "name: x\nsteps:\n  - back\n";
    let project = Project::with(&[("x.yaml", skill)]);
    project.write_home(".ssh/known", "mine");
    symlink("../home/.ssh", project.path(".cursor")).unwrap();
    symlink("../home/.ssh/known", project.path("r.html")).unwrap();
    let here = project.path(".").canonicalize().unwrap();
    for line in [
        "mcp install --client cursor".to_owned(),
        "test x.yaml --device sim:settings --html r.html".to_owned(),
        format!(
            "test x.yaml --device sim:settings --html {}/r.html",
            here.display()
        ),
    ] {
        let refused = project.run(&line);
        assert!(matches!(refused.code(), 2 | 3), "{line}: {}", refused.text);
        assert_contains(&refused.text, "leads out of the project");
    }
    assert!(!project.path("../home/.ssh/mcp.json").exists());
    assert_eq!(project.read("../home/.ssh/known"), "mine");
}

#[test]
fn a_project_that_is_reached_by_a_link_keeps_its_links_too() {
    let project = Project::with(&[("x.yaml", ABOUT)]);
    project.write_home("known.html", "mine");
    project.write_home("deep/b.md", SECRET);
    project.write_home("log.jsonl", SECRET);
    symlink("../home/known.html", project.path("r.html")).unwrap();
    symlink("../home/log.jsonl", project.path("ev.jsonl")).unwrap();
    symlink("../home/deep", project.path("deep")).unwrap();
    symlink("project", project.path("../by-link")).unwrap();
    let logical = project.path("../by-link").display().to_string();
    for here in [&logical, "../project", "../by-link"] {
        for line in [
            format!("test x.yaml --device sim:settings --html {here}/r.html"),
            format!("test x.yaml --device sim:settings --html {here}/deep/../known.html"),
            format!("report {here}/ev.jsonl"),
            format!("migrate {here}/deep/b.md"),
        ] {
            let refused = project.run(&line);
            assert!(matches!(refused.code(), 2 | 3), "{line}: {}", refused.text);
            assert_contains(&refused.text, "leads out of the project");
            assert!(!refused.text.contains("CANARY"), "{line}: {}", refused.text);
        }
    }
    assert_eq!(project.read("../home/known.html"), "mine");
    project.passes(&format!(
        "test {logical}/x.yaml --device sim:settings --html {logical}/../out.html"
    ));
}

#[test]
fn a_skill_that_a_link_leads_out_to_is_not_begun_to_be_compiled() {
    let project = Project::with(&[(".retap/README", "")]);
    project.write_home("skills/mine.yaml", ABOUT);
    project.write_home(".retap/config.toml", "folders = [\"skills\"]\n");
    symlink("../../home/skills", project.path(".retap/skills")).unwrap();
    let refused = project
        .run("compile mine --device sim:settings")
        .exits(2)
        .says("hint: compile the skill where it is: `retap compile <ROOT>/home/skills/mine.yaml`");
    assert!(
        !refused.text.contains("tap \"General\""),
        "{}",
        refused.text
    );
    project.write_home(".retap/config.toml", "trust = [\"../project\"]\n");
    project.passes("compile mine --device sim:settings");
    assert!(project.path("../home/skills/mine.compiled.json").exists());
}
