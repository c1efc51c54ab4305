//! Several scenarios at once: jobs, retries, fail-fast, equal names, Ctrl-C.

use super::{LOGIN_EN, LOGIN_JA, result, results, scenario};
use crate::interrupt::Standing;
use crate::project::Project;

#[test]
fn scenarios_run_beside_each_other() {
    let project = Project::with(&[
        ("a/login.yaml", LOGIN_JA),
        ("b/login.yaml", LOGIN_JA),
        ("c.yaml", &LOGIN_JA.replace("未選択", "東京本社")),
        ("d.yaml", LOGIN_JA),
    ]);
    let line = "test a/login.yaml b/login.yaml c.yaml d.yaml --device sim:login --jobs 2 --timeout 2 --json";
    let told = project.run(line).exits(1).json();
    let skills = told["skills"].as_array().unwrap();
    let status: Vec<_> = skills
        .iter()
        .map(|one| {
            (
                one["file"].as_str().unwrap(),
                one["status"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        status,
        [
            ("a/login.yaml", "passed"),
            ("b/login.yaml", "passed"),
            ("c.yaml", "failed"),
            ("d.yaml", "passed")
        ]
    );
    for (folder, file) in [
        ("login", "a/login.yaml"),
        ("login-2", "b/login.yaml"),
        ("c", "c.yaml"),
        ("d", "d.yaml"),
    ] {
        assert_eq!(result(&project, folder)["scenario"]["file"], file);
    }
    let summary = std::fs::read_to_string(results(&project).join("summary.md")).unwrap();
    assert!(
        summary.contains("**4 scenarios**: 3 passed, 1 failed"),
        "{summary}"
    );
}

#[test]
fn a_pass_after_a_retry_is_flaky() {
    let source =
        scenario("- do: 「お困りの方はこちら」をタップ\n- then: 「閉じる」が表示されていること");
    let project = Project::with(&[("x.yaml", &source)]);
    let line = "test x.yaml --device sim:login?fault=lost_tap:1 --timeout 2 --json";
    let told = project.run(line).exits(1).json();
    assert_eq!(told["skills"][0]["status"], "failed");
    let told = project.passes(&format!("{line} --retries 1")).json();
    assert_eq!(told["skills"][0]["status"], "flaky");
    assert_eq!(told["skills"][0]["attempts"], 2);
    let summary = std::fs::read_to_string(results(&project).join("summary.md")).unwrap();
    assert!(summary.contains("**flaky**: on attempt 2"), "{summary}");
}

#[test]
fn fail_fast_leaves_the_rest_unrun() {
    let project = Project::with(&[
        ("a.yaml", &LOGIN_JA.replace("未選択", "東京本社")),
        ("b.yaml", LOGIN_JA),
    ]);
    let line =
        "test a.yaml b.yaml --device sim:login --fail-fast --timeout 2 --evidence none --json";
    let told = project.run(line).exits(1).json();
    assert_eq!(told["skills"][1]["status"], "not run");
}

#[test]
fn a_file_that_cannot_be_read_does_not_stop_the_others() {
    let project = Project::with(&[
        ("a.yaml", "name: X\nsteps:\n  - id: a\n    actions: []\n"),
        ("b.yaml", LOGIN_EN),
    ]);
    let line = "test a.yaml b.yaml --device sim:login-en --evidence none --json";
    let told = project.run(line).exits(2).json();
    assert_eq!(told["skills"][0]["status"], "passed");
    assert_eq!(told["errors"][0]["file"], "a.yaml");
}

#[test]
fn tags_select_scenarios() {
    let tagged = LOGIN_JA.replace("app:", "tags: [smoke]\napp:");
    let project = Project::with(&[("s/a.yaml", &tagged), ("s/b.yaml", LOGIN_JA)]);
    let line = "test s --tags smoke --device sim:login --evidence none --json";
    let told = project.passes(line).json();
    assert_eq!(told["skills"].as_array().unwrap().len(), 1);
    assert_eq!(told["skills"][0]["file"], "s/a.yaml");
}

#[test]
fn ctrl_c_leaves_results_that_say_so() {
    let source = "name: X\napp: dev.late\nsteps:\n  - id: a\n    actions:\n      - do: 「Go」をタップ\n      \
                  - then: 「Late」が表示されていること\n";
    for (page, outcome) in [("start", "interrupted"), ("late", "skipped")] {
        let line = format!("test x.yaml --device web:SITE/{page}");
        let mut run = Standing::of(&[("x.yaml", source)], &line);
        run.interrupt();
        let (project, code, talk, _) = run.ends();
        assert_eq!(code, Some(130), "{talk:?}");
        assert_eq!(result(&project, "x")["outcome"], outcome);
    }
}
