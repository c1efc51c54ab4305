//! What replays rely on: listed, taken out one by one, and only what two lessons of a scenario have in common.

use insta::assert_snapshot;

use crate::project::Project;

const SKILL: &str = "name: About\nsteps:\n  - launch: Settings\n  - tap: General\n  - tap: About\n";

fn compiled() -> Project {
    let project = Project::with(&[("about.yaml", SKILL)]);
    project.passes("compile about.yaml --device sim:settings");
    project
}

#[test]
fn what_replays_rely_on_is_listed() {
    let listed = compiled().passes("show about.yaml --expectations").stdout();
    assert_snapshot!(listed);
    let absent = Project::with(&[("about.yaml", SKILL)]);
    let listed = absent.passes("show about.yaml --expectations").stdout();
    assert_eq!(listed, "nothing: not compiled\n");
}

#[test]
fn an_expectation_is_taken_out_and_replays_go_on() {
    let project = compiled();
    let words = ["compile", "about.yaml", "--forget", "Keyboard"];
    let ran = project.run_words(&[], &words).exits(0);
    ran.says("about.yaml: 1 expectation fewer in about.compiled.json");
    let listed = project.passes("show about.yaml --expectations").stdout();
    assert!(!listed.contains("Keyboard"), "{listed}");
    project.replays("about.yaml --device sim:settings");
}

#[test]
fn what_is_not_expected_or_proves_an_act_alone_is_not_forgotten() {
    let project = compiled();
    let before = project.read("about.compiled.json");
    let ran = project.run("compile about.yaml --forget Nonsense").exits(2);
    ran.says("no replay of `about.yaml` expects Nonsense");
    let expected = project
        .passes("show about.yaml --expectations --json")
        .json();
    let lines = expected["steps"][2]["reliesOn"].as_array().unwrap();
    let lines = lines.iter().filter_map(|line| line.as_str());
    let mut words = vec!["compile", "about.yaml"];
    for line in lines.filter(|line| !line.starts_with("known by")) {
        words.extend(["--forget", line]);
    }
    let ran = project.run_words(&[], &words).exits(2);
    ran.says("without that, nothing proves step 3 of `about.yaml`, tap \"About\"");
    assert_eq!(project.read("about.compiled.json"), before);
}

#[test]
fn a_second_lesson_of_a_scenario_keeps_what_both_saw() {
    let scenario = "name: 困ったとき\napp: com.example.app\nsteps:\n  - id: 案内を開く\n    actions:\n      - do: アプリを起動\n      - do: 「お困りの方はこちら」をタップ\n      - then: 「閉じる」ボタンが表示されていること\n";
    let project = Project::with(&[("help.yaml", scenario)]);
    let first = project.run("compile help.yaml --device sim:login --again");
    first.exits(2).says("has no lesson before this one");
    project.passes("compile help.yaml --device sim:login");
    project.passes("compile help.yaml --device sim:login --again");
    project.replays("help.yaml --device sim:login");
}

#[test]
fn what_is_forgotten_needs_no_values_and_must_be_there() {
    let skill = format!("{SKILL}  - assert_visible: ${{PAGE}}\n");
    let project = Project::with(&[("about.yaml", &skill)]);
    project.passes("compile about.yaml --device sim:settings --set PAGE=About");
    let ran = project.run("compile about.yaml --forget Nonsense").exits(2);
    ran.says("no replay of `about.yaml` expects Nonsense");
    let words = ["compile", "about.yaml", "--forget", "Keyboard"];
    let ran = project.run_words(&[], &words).exits(0);
    ran.says("about.yaml: 1 expectation fewer in about.compiled.json");
}
