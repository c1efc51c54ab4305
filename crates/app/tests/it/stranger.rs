//! Projects of strangers: what their files are must not take, break or hang anything.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;

use crate::assert_contains;
use crate::project::{ABOUT, Project};
use crate::site::Site;

/// Files that a project brings along, and a command that reads each.
const READ: [(&str, &str); 6] = [
    ("skill.yaml", "test skill.yaml --device sim:settings"),
    (
        "about.compiled.json",
        "test about.yaml --device sim:settings",
    ),
    (".retap/config.toml", "list"),
    ("app.app.yaml", "screen --device sim:app.app.yaml"),
    (
        "state.json",
        "test about.yaml --device web: --storage state.json",
    ),
    ("events.jsonl", "report events.jsonl"),
];

/// Makes something at a path that is no plain file, or too large a one.
type Plant = fn(&Project, &str);

const PLANTS: [(&str, Plant, &str); 3] = [
    ("a pipe", pipe, "it is a pipe or a device, not a file"),
    (
        "an endless device",
        endless,
        "it is a pipe or a device, not a file",
    ),
    ("a huge file", huge, "it is larger than"),
];

fn pipe(project: &Project, file: &str) {
    let made = Command::new("mkfifo").arg(project.path(file)).status();
    assert!(made.unwrap().success());
}

fn endless(project: &Project, file: &str) {
    symlink("/dev/zero", project.path(file)).unwrap();
}

fn huge(project: &Project, file: &str) {
    let file = fs::File::create(project.path(file)).unwrap();
    file.set_len(1 << 40).unwrap();
}

#[test]
fn what_is_no_plain_file_of_a_sensible_size_is_refused_at_once() {
    for (file, line) in READ {
        for (what, plant, reason) in PLANTS {
            let project = Project::with(&[("about.yaml", ABOUT), (".retap/README", "")]);
            plant(&project, file);
            let ran = project.run(line);
            assert!(
                matches!(ran.code(), 2 | 3),
                "{what} as {file}: {}",
                ran.text
            );
            let is_told =
                ran.text.contains(reason) || ran.text.contains("leads out of the project");
            assert!(is_told, "{what} as {file}: {}", ran.text);
        }
    }
}

#[test]
fn a_compiled_file_is_not_written_through_a_link_that_leads_out() {
    let project = Project::with(&[("skills/about.yaml", ABOUT)]);
    project.write_home(".bashrc", "# mine\n");
    symlink(
        "../../home/.bashrc",
        project.path("skills/about.compiled.json"),
    )
    .unwrap();
    let refused = project.run("compile skills/about.yaml --device sim:settings");
    assert_ne!(refused.code(), 0, "{}", refused.text);
    assert_contains(&refused.text, "leads out of the project");
    assert_eq!(project.read("../home/.bashrc"), "# mine\n");
    let refused = project.run("test skills/about.yaml --device sim:settings");
    assert_contains(
        &refused.text,
        "remove the link `skills/about.compiled.json`",
    );
}

#[test]
fn runs_are_not_kept_through_a_link_that_leads_out() {
    let project = Project::with(&[("about.yaml", ABOUT), (".retap/README", "")]);
    symlink("../../home", project.path(".retap/runs")).unwrap();
    let refused = project.run("test about.yaml --device sim:settings");
    assert_ne!(refused.code(), 0, "{}", refused.text);
    assert_contains(&refused.text, "leads out of the project");
    assert_eq!(fs::read_dir(project.path("../home")).unwrap().count(), 0);
}

#[test]
fn settings_of_a_project_do_not_lead_out_of_it() {
    for (key, value) in [
        ("storage", "../home/state.json"),
        ("downloads", "/tmp"),
        ("downloads", "not/../../x"),
    ] {
        let config = format!("[web]\n{key} = \"{value}\"\n");
        let project = Project::with(&[("about.yaml", ABOUT), (".retap/config.toml", &config)]);
        let refused = project.run("list").exits(2);
        let expected =
            format!(".retap/config.toml:2:1: `{key}` must be inside of the project's folder");
        assert_contains(&refused.text, &expected);
    }
}

#[test]
fn what_looks_like_a_variable_and_is_none_is_told_by_every_command() {
    let skill = "name: Who\nsteps:\n  - launch: Settings\n  - assert_not_visible: \"${user.pin}\"\n  - assert_visible: General\n";
    let project = Project::with(&[("who.yaml", skill)]);
    let told =
        "`${user.pin}` is taken letter for letter: it is no `${NAME}`; if that is meant, write";
    for line in ["check who.yaml", "test who.yaml --device sim:settings"] {
        project.run(line).exits(0).says(told);
    }
    project.write("who.yaml", &skill.replace("${user", "${$}{user"));
    for line in ["check who.yaml", "test who.yaml --device sim:settings"] {
        let ran = project.run(line).exits(0);
        assert!(!ran.text.contains("letter for letter"), "{}", ran.text);
    }
}

#[test]
fn a_project_does_not_have_pages_write_into_hidden_folders() {
    let link = |project: &Project| {
        std::os::unix::fs::symlink(".git", project.path("link")).unwrap();
    };
    let refused = [
        ".git",
        ".git/hooks",
        "sub/../.github/workflows",
        "link/info",
        ".retap",
        ".retap/skills",
        ".retap/out/.git",
    ];
    for (folders, exit) in [(&refused[..], 2), (&["out", ".", ".retap/downloads"], 0)] {
        for folder in folders {
            let config = format!("[web]\ndownloads = \"{folder}\"\n");
            let project = Project::with(&[("about.yaml", ABOUT), (".retap/config.toml", &config)]);
            project.write(".git/HEAD", "x");
            project.write("sub/x", "x");
            link(&project);
            let ran = project.run("list").exits(exit);
            if exit == 2 {
                assert_contains(&ran.text, ".retap/config.toml:2:1: `downloads` must not be");
                assert_contains(&ran.text, "put `trust = [");
                let trust = format!("trust = [\"{}\"]\n", project.path("").display());
                project.write_home(".retap/config.toml", &trust);
                project.passes("list");
            }
        }
    }
}

/// A page that says the name of the file it is given.
const PHOTO: &str = "<title>Shop</title><input type=file aria-label=Photo \
    onchange=\"p.textContent = 'got ' + this.files[0].name\"><p id=p>-</p>";

#[test]
fn files_are_given_from_the_skill_s_folder_from_folders_the_person_named_and_by_typing_them() {
    let site = Site::page(PHOTO);
    let skill = "name: Give\nsteps:\n  - upload: { label: Photo, file: \"${FILE:-FILE}\" }\n  - assert_visible: got cat.png\n";
    let line = format!(
        "test skills/give.yaml --device web:{} --timeout 3",
        site.url
    );
    let given = |file: &str| {
        let project = Project::with(&[(
            "skills/give.yaml",
            &skill.replace("-FILE", &format!("-{file}")),
        )]);
        project.write("cat.png", "cat");
        project.write("skills/deep/cat.png", "cat");
        project.write_home("Pictures/cat.png", "cat");
        project
    };
    given("deep/cat.png").passes(&line);
    for file in ["../cat.png", "../../home/Pictures/cat.png"] {
        let project = given(file);
        for line in [line.as_str(), "check skills/give.yaml"] {
            project
                .run(line)
                .exits(2)
                .says("skills/give.yaml:3: ")
                .says("may not be read: it is not in the folder of the skill");
        }
    }
    let project = given("../../home/Pictures/cat.png");
    project.write_home(".retap/config.toml", "folders = [\"Pictures\"]\n");
    project.passes(&line);
    let project = given("nothing");
    let cat = project.path("cat.png").display().to_string();
    project.passes(&format!("{line} --set FILE={cat}"));
    let upload = format!("upload: {{ label: Photo, file: \"{cat}\" }}");
    let device = format!("web:{}", site.url);
    let did = project.run_words(&[], &["do", &upload, "--device", &device]);
    did.exits(0);
}

#[test]
fn links_that_lead_in_a_circle_are_followed_once() {
    let project = Project::with(&[("d/e/one.yaml", ABOUT)]);
    for link in ["d/a", "d/b", "d/e/c"] {
        symlink(project.path("d"), project.path(link)).unwrap();
    }
    symlink(project.path("d/e"), project.path("d/linked")).unwrap();
    for pattern in ["d/**/*.yaml", "**/one.*", "d/li*", "**/e/*", "d/*/*.yaml"] {
        let checked = project.run_words(&[], &["check", pattern]);
        checked.exits(0).says("1 skill read");
    }
    project.write("a-skills/bad.yaml", ABOUT);
    project.write("y/smoke/good.yaml", ABOUT);
    project.write("x/note.txt", "");
    symlink(project.path("a-skills"), project.path("x/smoke")).unwrap();
    for pattern in ["**/smoke/*.yaml", "*/smoke/*.yaml"] {
        let checked = project.run_words(&[], &["check", pattern]);
        checked.exits(0).says("2 skills read");
    }
    let none = project.run_words(&[], &["check", "**/x*/**/*/**/no*.yaml"]);
    none.exits(2).says("no skill matches");
}

#[test]
fn without_a_home_folder_a_project_allows_nothing() {
    let allowing = r#"{"allow": ["*"], "devices": ["*"]}"#;
    let project = Project::with(&[(".retap/permissions.json", allowing)]);
    for home in ["", ".", "../project"] {
        let told = project.run_in(&[("HOME", home)], "permissions --explain tap");
        assert_contains(&told.text, "refused  tap");
    }
}

#[test]
fn what_every_shell_sets_by_itself_is_no_value_for_a_variable() {
    let skill = "name: Who\nsteps:\n  - launch: Settings\n  - assert_visible: \"${USER:-Ada}\"\n";
    let project = Project::with(&[("who.yaml", skill)]);
    let line = "test who.yaml --device sim:settings --timeout 1";
    let ran = project.run_in(&[("USER", "General")], line).exits(1);
    assert_contains(&ran.text, "Ada");
    let told = "`USER` of the environment was not used; `--set USER` takes it";
    assert_eq!(ran.text.matches(told).count(), 1, "{}", ran.text);
    let taken = format!("{line} --set USER");
    let ran = project.run_in(&[("USER", "General")], &taken).exits(0);
    assert!(!ran.text.contains(told), "{}", ran.text);
    let config = "[variables]\nUSER = \"General\"\n";
    project.write(".retap/config.toml", config);
    project.run_in(&[("USER", "root")], line).exits(0);
}

#[test]
fn the_environment_gives_what_the_header_names_and_what_goes_into_an_address_is_told() {
    let site = Site::page("<h1>Shop</h1>");
    let open = "steps:\n  - open_url: \"SITE?c=${CITY:-Rome}&t=${API_TOKEN:-none}\"\n  - assert_visible: Shop\n";
    let open = open.replace("SITE", &site.url);
    let project = Project::with(&[("open.yaml", &open)]);
    let line = format!("test open.yaml --device web:{}", site.url);
    let variables = [("CITY", "Paris"), ("API_TOKEN", "t0ken-value")];
    project
        .run_in(&variables, &line)
        .exits(2)
        .says("open.yaml:2: `CITY` is set in the environment, and the skill does not declare it")
        .says("put `variables: [CITY, API_TOKEN]` into its header");
    project
        .passes("check --fix open.yaml")
        .says("fixed: variables: [CITY, API_TOKEN]");
    assert_eq!(
        project.read("open.yaml"),
        format!("variables: [CITY, API_TOKEN]\n{open}")
    );
    project
        .run_in(&variables, &line)
        .exits(2)
        .says("open.yaml:3: the secret `API_TOKEN` stands in `open_url`");
    project.write(
        "open.yaml",
        &format!("variables: [CITY]\nexpose: [API_TOKEN]\n{open}"),
    );
    let ran = project.run_in(&variables, &line).exits(0);
    assert_contains(
        &ran.text,
        "line 4: the value of `CITY` in the environment becomes part of what is opened",
    );
    assert_contains(
        &ran.text,
        "line 4: the value of `API_TOKEN` in the environment",
    );
    assert!(!ran.text.contains("t0ken-value"), "{}", ran.text);
    assert_eq!(site.lines("GET /?c=Paris&t=t0ken-value").len(), 1);
}

#[test]
fn links_inside_of_a_project_are_followed_and_those_the_person_named() {
    let project = Project::with(&[
        ("shared/about.yaml", ABOUT),
        (".retap/skills/README.md", "# About\n"),
    ]);
    symlink(
        "../../shared/about.yaml",
        project.path(".retap/skills/about.yaml"),
    )
    .unwrap();
    project.passes("test about --device sim:settings");
    project.write_home("skills/more.yaml", ABOUT);
    symlink("../../../home/skills", project.path(".retap/skills/mine")).unwrap();
    project
        .passes("test --device sim:settings")
        .says("mine` leads out of the project");
    project.write_home(".retap/config.toml", "folders = [\"skills\"]\n");
    project.passes("test mine/more --device sim:settings");
}

#[test]
fn pipes_in_the_places_of_files_that_retap_writes_stop_no_run() {
    let project = Project::with(&[("about.yaml", ABOUT), (".retap/README", "")]);
    for folder in [".retap/runs", ".retap/results"] {
        fs::create_dir_all(project.path(folder)).unwrap();
        pipe(&project, &format!("{folder}/.20260101T000000Z-1.running"));
    }
    symlink(
        ".20260101T000000Z-1.running",
        project.path(".retap/runs/.20260101T000000Z-2.running"),
    )
    .unwrap();
    project.passes("test about.yaml --device sim:settings");
    pipe(&project, "r.html");
    project
        .run("test about.yaml --device sim:settings --html r.html")
        .exits(3)
        .says("it is a pipe that nobody reads");
    pipe(&project, "about.compiled.json");
    let refused = project
        .run("compile about.yaml --device sim:settings")
        .exits(2);
    assert_contains(&refused.text, "it is a pipe or a device, not a file");
    assert!(!refused.text.contains("launch"), "{}", refused.text);
}

#[test]
fn a_permission_file_of_very_many_words_allows_nothing() {
    let words = vec!["\"tap\""; 170_000].join(",");
    let project = Project::with(&[(
        ".retap/permissions.json",
        &format!("{{\"deny\":[{words}]}}"),
    )]);
    let shown = project.passes("permissions");
    let shown = shown.says("`deny` has 170000 words, and 1000 are the most");
    assert!(!shown.text.contains("  allowed"), "{}", shown.text);
}

#[test]
fn a_value_that_is_used_so_often_that_texts_become_too_long_is_an_error_with_its_place() {
    let config = format!("[variables]\nA = \"{}\"\n", "x".repeat(900_000));
    let in_one = format!(
        "steps:\n  - tap: General\n  - type: \"{}\"\n",
        "${A}".repeat(2000)
    );
    let in_many = format!("steps:\n{}", "  - type: \"${A}\"\n".repeat(2000));
    let scenario = format!(
        "name: Long\napp: com.example.app\nvariables:\n  a: \"{}\"\nsteps:\n  - id: one\n    actions:\n      - do: Type '{}' into 'Search'\n",
        "x".repeat(400_000),
        "(a)".repeat(2000)
    );
    let project = Project::with(&[
        (".retap/config.toml", &config),
        ("skills/one.yaml", &in_one),
        ("skills/many.yaml", &in_many),
        ("long.yaml", &scenario),
    ]);
    let said = "makes a text longer than 1 MB, or all texts of the file longer than 8 MB";
    for (file, place) in [
        ("skills/one.yaml", "skills/one.yaml:3:5: the value of `A`"),
        (
            "skills/many.yaml",
            "skills/many.yaml:11:5: the value of `A`",
        ),
    ] {
        for command in ["check", "show", "test --device sim:settings"] {
            let ran = project.run(&format!("{command} {file}")).exits(2);
            assert_contains(&ran.text, &format!("{place} {said}"));
            assert!(ran.text.len() < 10_000, "{}", ran.text.len());
        }
    }
    project.write(".retap/skills/one.yaml", &in_one);
    let ran = project.run("list");
    assert_contains(&ran.text, said);
    for command in ["check", "test --device sim:settings"] {
        let ran = project.run(&format!("{command} long.yaml")).exits(2);
        assert_contains(&ran.text, said);
    }
}

#[test]
fn what_is_remembered_does_not_become_a_text_without_bound() {
    let app = format!(
        "app: Long\nroot: start\nstate: {{note: \"{}\"}}\nscreens:\n  start:\n    title: Long\n    items:\n      - row: Note\n        detail: \"{{note}}\"\n",
        "x".repeat(16_000)
    );
    let skill = format!(
        "steps:\n  - launch: Long\n  - remember: {{ name: x, from: Note }}\n  - type: \"{}\"\n",
        "{x}".repeat(8000)
    );
    let project = Project::with(&[("long.app.yaml", &app), ("a.yaml", &skill)]);
    let ran = project
        .run("test a.yaml --device sim:long.app.yaml")
        .exits(1);
    assert_contains(
        &ran.text,
        "{x} would make a text longer than 1 MB, so nothing was done",
    );
}

#[test]
fn a_screen_of_many_long_texts_costs_no_more_than_a_screen() {
    let item = |number| {
        format!("      - text: \"{{note}}{{note}}{{note}}{{note}}\"\n        id: n{number}\n")
    };
    let items: String = (0..800).map(item).collect();
    let app = format!(
        "app: Long\nroot: start\nstate: {{note: \"{}\"}}\nscreens:\n  start:\n    title: Long\n    items:\n{items}",
        "x".repeat(16_000)
    );
    let skill = "steps:\n  - launch: Long\n  - tap: Nowhere\n";
    let project = Project::with(&[("long.app.yaml", &app), ("a.yaml", skill)]);
    let ran = project.run("test a.yaml --device sim:long.app.yaml --timeout 2");
    assert_contains(&ran.exits(1).text, "`Nowhere` is not on the screen");
}
