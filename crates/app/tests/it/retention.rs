//! What is kept of runs: for as long as `keep` says, never what is in use or not ours; equal pictures once; and what a
//! killed command left is removed by the next.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::{MetadataExt as _, symlink};
use std::time::{Duration, SystemTime};

use retap_model::codec::{encode_record, sha256_hex};
use retap_model::event::{Event, Record, RunFinished, Tally};
use retap_model::verdict::Outcome;
use serde_json::Value;

use crate::assert_contains;
use crate::project::{ABOUT, Project, WRONG};

const LINE: &str = "test a.yaml --device sim:settings";

/// A project with runs of these times, each with its results.
fn with_runs(config: &str, stamps: &[&str]) -> Project {
    let project = Project::with(&[("a.yaml", ABOUT), (".retap/config.toml", config)]);
    for stamp in stamps {
        for run in ["a", "b"] {
            let name = format!("{stamp}-{run}");
            project.write(&format!(".retap/runs/{name}/events.jsonl"), &log_of(&name));
        }
        let results = format!(".retap/results/{stamp}");
        project.write(&format!("{results}/summary.md"), "# x\n");
        let list = format!("{stamp}\n4 summary.md\n");
        project.write(&format!("{results}/.written"), &list);
    }
    project
}

/// The log of a run that warned and ended.
fn log_of(run: &str) -> String {
    let message = "x".to_owned();
    let finished = RunFinished {
        outcome: Outcome::Passed,
        reason: String::new(),
        why: None,
        took_ms: 1,
        tally: Tally::default(),
        is_device_error: false,
        is_stopped: false,
    };
    let events = [Event::Warned { message }, Event::RunFinished(finished)];
    let line = |event| {
        let run = run.to_owned();
        encode_record(&Record {
            run,
            at_ms: 1,
            event,
        }) + "\n"
    };
    events.map(line).concat()
}

fn names(project: &Project, folder: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(project.path(folder)).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.collect()
}

/// Returns the names of what is left of the runs that were there before.
fn left(project: &Project) -> Vec<String> {
    let names = names(project, ".retap/runs").into_iter();
    let is_old = |name: &String| name.starts_with('2') && name.as_str() < "2021";
    names.filter(is_old).collect()
}

#[test]
fn runs_that_are_neither_new_nor_young_are_removed_and_that_is_said() {
    let stamps = ["20200101T000000Z", "20200102T000000Z", "20200103T000000Z"];
    let project = with_runs("keep = \"3 runs or 2 days\"\n", &stamps);
    let ran = project.passes(LINE);
    // The command itself is the newest.
    let expected = [
        "20200102T000000Z-a",
        "20200102T000000Z-b",
        "20200103T000000Z-a",
        "20200103T000000Z-b",
    ];
    assert_eq!(left(&project), expected);
    assert!(!names(&project, ".retap/results").contains(stamps[0]));
    assert_contains(
        &ran.text,
        "removed 3 folders of old runs below `.retap`: `keep` is `3 runs or 2 days`",
    );
    assert!(
        !project
            .passes(&format!("{LINE} --evidence none"))
            .text
            .contains("removed")
    );
}

#[test]
fn everything_is_kept_where_that_is_wanted_and_nothing_is_removed_by_looking() {
    let project = with_runs(
        "keep = \"all\"\n",
        &["20000101T000000Z", "20200101T000000Z"],
    );
    project.passes(LINE);
    let kept = [
        "20000101T000000Z-a",
        "20000101T000000Z-b",
        "20200101T000000Z-a",
        "20200101T000000Z-b",
    ];
    assert_eq!(left(&project), kept);
    let project = with_runs("keep = \"1 run\"\n", &["20200101T000000Z"]);
    for line in ["list", "check a.yaml", "test a.yaml --dry-run", "doctor"] {
        project.run(line);
    }
    assert_eq!(left(&project), kept[2..]);
}

#[test]
fn what_is_not_ours_is_never_removed_nor_a_link_followed() {
    let project = with_runs("keep = \"1 run\"\n", &["20200101T000000Z"]);
    project.write(".retap/runs/20200101T000000Z-mine/notes.txt", "mine");
    project.write(".retap/runs/2020-notes/events.jsonl", "mine");
    project.write("elsewhere/events.jsonl", "mine");
    symlink(
        project.path("elsewhere"),
        project.path(".retap/runs/20200101T000000Z-link"),
    )
    .unwrap();
    symlink(
        project.path("elsewhere"),
        project.path(".retap/runs/20200101T000000Z-a/link"),
    )
    .unwrap();
    project.passes(LINE);
    assert_eq!(
        left(&project),
        [
            "2020-notes",
            "20200101T000000Z-a",
            "20200101T000000Z-link",
            "20200101T000000Z-mine"
        ]
    );
    assert_eq!(project.read("elsewhere/events.jsonl"), "mine");
}

#[test]
fn nothing_is_removed_through_a_link_that_leads_out_of_the_project() {
    let project = with_runs("keep = \"1 run\"\n", &["20200101T000000Z"]);
    project.write_home("p/.retap/results/20200101T000000Z/summary.md", "# x\n");
    project.write_home("p/.retap/results/.20200101T000000Z-a.removed/x", "mine");
    let results = project.path(".retap/results");
    fs::remove_dir_all(&results).unwrap();
    symlink("../../home/p/.retap/results", &results).unwrap();
    project.write(".retap/runs/.mine.removed/notes.txt", "mine");
    project.passes(LINE);
    assert_eq!(left(&project), [] as [&str; 0]);
    for kept in [
        "20200101T000000Z/summary.md",
        ".20200101T000000Z-a.removed/x",
    ] {
        assert!(results.join(kept).exists(), "{kept}");
    }
    assert_eq!(project.read(".retap/runs/.mine.removed/notes.txt"), "mine");
}

#[test]
fn a_folder_that_a_link_leads_to_or_that_has_a_file_of_the_person_in_it_stays() {
    let stamps = [1, 2, 3, 4, 5, 6].map(|day| format!("2020010{day}T000000Z"));
    let project = with_runs("keep = \"1 run\"\n", &stamps.each_ref().map(String::as_str));
    let run = |day: usize| format!(".retap/runs/{}-a", stamps[day]);
    symlink(
        format!("{}-a", stamps[0]),
        project.path(".retap/runs/golden"),
    )
    .unwrap();
    symlink(run(1), project.path("latest")).unwrap();
    symlink(
        format!("../{}/events.jsonl", run(2)),
        project.path(".retap/log"),
    )
    .unwrap();
    project.write(&format!("{}/mynote.md", run(3)), "mine");
    project.write(&format!("{}/downloads/mine.csv", run(4)), "mine");
    project.write(&format!(".retap/results/{}/a/why.txt", stamps[5]), "mine");
    project.passes(LINE);
    let expected = [0, 1, 2, 3, 4].map(|day| format!("{}-a", stamps[day]));
    assert_eq!(left(&project), expected);
    assert_eq!(
        project.read(&format!(".retap/results/{}/a/why.txt", stamps[5])),
        "mine"
    );
}

#[test]
fn what_the_person_copied_or_put_there_under_any_name_stays() {
    let stamps = [1, 2, 3, 4, 5, 6].map(|day| format!("2020010{day}T000000Z"));
    let project = with_runs("keep = \"1 run\"\n", &stamps.each_ref().map(String::as_str));
    let run = |day: usize| format!(".retap/runs/{}-a", stamps[day]);
    let results = |day: usize| format!(".retap/results/{}", stamps[day]);
    let copy = |from: &str, to: &str, files: &[&str]| {
        for file in files {
            project.write(
                &format!("{to}/{file}"),
                &project.read(&format!("{from}/{file}")),
            );
        }
    };
    for (day, name) in ["summary.md", "report.html", "junit.xml", "a/result.json"]
        .iter()
        .enumerate()
    {
        project.write(&format!("{}/{name}", run(day)), "mine");
    }
    project.write(&format!("{}/summary.md", results(0)), "mine");
    project.write(&format!("{}/junit.xml", results(1)), "mine");
    project.write(&format!("{}/a/report.md", results(2)), "mine");
    let backups = [format!("{}-backup", run(4)), format!("{}-2", results(4))];
    copy(&run(4), &backups[0], &["events.jsonl"]);
    copy(&results(4), &backups[1], &["summary.md", ".written"]);
    // A run that was killed.
    let cut = log_of(&format!("{}-a", stamps[5]));
    let cut = &cut[..cut.find('\n').unwrap() + 1];
    project.write(&format!("{}/events.jsonl", run(5)), cut);
    project.write(&format!("{}/report.html", run(5)), "mine");
    project.passes(LINE);
    let mut expected = [0, 1, 2, 3, 5]
        .map(|day| format!("{}-a", stamps[day]))
        .to_vec();
    expected.insert(4, format!("{}-a-backup", stamps[4]));
    assert_eq!(left(&project), expected);
    let kept = names(&project, ".retap/results").into_iter();
    let kept: Vec<String> = kept.filter(|name| name.starts_with("2020")).collect();
    let backup = format!("{}-2", stamps[4]);
    assert_eq!(kept, [&*stamps[0], &*stamps[1], &*stamps[2], &*backup]);
}

#[test]
fn what_the_person_changed_or_put_into_the_folder_of_a_killed_run_stays_and_is_told() {
    let stamps = [1, 2, 3, 4].map(|day| format!("2020010{day}T000000Z"));
    let project = with_runs("keep = \"1 run\"\n", &stamps.each_ref().map(String::as_str));
    let run = |day: usize| format!(".retap/runs/{}-a", stamps[day]);
    for (day, stamp) in stamps.iter().enumerate() {
        let name = format!("{stamp}-a");
        let log = log_of(&name);
        let cut = &log[..log.find('\n').unwrap() + 1];
        project.write(&format!("{}/events.jsonl", run(day)), cut);
        project.write(&format!("{}/step_1_after.png", run(day)), "drawn");
        let list = format!("{name}\n{} step_1_after.png\n", sha256_hex(b"drawn"));
        project.write(&format!("{}/.written", run(day)), &list);
    }
    project.write(&format!("{}/step_1_after.png", run(1)), "moved");
    project.write(&format!("{}/step_2_after.png", run(2)), "mine!");
    fs::remove_file(project.path(&format!("{}/.written", run(3)))).unwrap();
    let ran = project.passes(LINE);
    let expected = [1, 2, 3].map(|day| format!("{}-a", stamps[day]));
    assert_eq!(left(&project), expected);
    assert_contains(&ran.text, "kept 3 folders of old runs: `");
}

#[test]
fn a_log_that_the_person_edited_or_added_to_stays() {
    let stamps = [1, 2, 3, 4].map(|day| format!("2020010{day}T000000Z"));
    let project = with_runs("keep = \"1 run\"\n", &stamps.each_ref().map(String::as_str));
    let log = |day: usize| format!(".retap/runs/{}-a/events.jsonl", stamps[day]);
    for (day, stamp) in stamps.iter().enumerate() {
        let hash = sha256_hex(project.read(&log(day)).as_bytes());
        let list = format!("{stamp}-a\n{hash} events.jsonl\n");
        project.write(&format!(".retap/runs/{stamp}-a/.written"), &list);
    }
    let whole = project.read(&log(1));
    project.write(&log(1), &whole.replace("passed", "failed"));
    project.write(&log(2), &format!("{whole}# seen by me\n"));
    symlink(
        "../../../a.yaml",
        project.path(&log(3)).with_file_name("skill"),
    )
    .unwrap();
    let ran = project.passes(LINE);
    let expected = [1, 2, 3].map(|day| format!("{}-a", stamps[day]));
    assert_eq!(left(&project), expected);
    assert_contains(&ran.text, "kept 3 folders of old runs: `");
    // A run of now has such a list.
    let mut runs = names(&project, ".retap/runs").into_iter();
    let own = runs
        .rfind(|name| name.ends_with("-a") && name.as_str() > "2021")
        .unwrap();
    let list = project.read(&format!(".retap/runs/{own}/.written"));
    let hash = sha256_hex(
        project
            .read(&format!(".retap/runs/{own}/events.jsonl"))
            .as_bytes(),
    );
    assert_contains(&list, &format!("{hash} events.jsonl\n"));
}

/// Gives a run another name, as if it had been made with it.
fn rename_run(project: &Project, from: &str, to: &str) {
    let [old, new] = [from, to].map(|name| project.path(&format!(".retap/runs/{name}")));
    fs::rename(old, new).unwrap();
    let [log, list] = ["events.jsonl", ".written"].map(|file| format!(".retap/runs/{to}/{file}"));
    let text = project.read(&log);
    let renamed = text.replace(from, to);
    let hashes = [&text, &renamed].map(|text| sha256_hex(text.as_bytes()));
    let listed = project.read(&list).replace(from, to);
    assert_contains(&listed, &hashes[0]);
    project.write(&log, &renamed);
    project.write(&list, &listed.replace(&hashes[0], &hashes[1]));
}

#[test]
fn what_was_changed_since_the_run_is_the_persons() {
    let project = Project::with(&[("a.yaml", ABOUT)]);
    project.passes(&format!("{LINE} --evidence all"));
    let mut runs = names(&project, ".retap/runs").into_iter();
    let run = runs.find(|it| it.starts_with("20")).unwrap();
    let old = "20200101T000000Z-a";
    rename_run(&project, &run, old);
    let files = names(&project, &format!(".retap/runs/{old}"));
    let picture = files.iter().find(|it| it.ends_with(".png")).unwrap();
    let picture = project.path(&format!(".retap/runs/{old}/{picture}"));
    let drawn = fs::read(&picture).unwrap();
    // Equal pictures of a command are one file with several names.
    fs::remove_file(&picture).unwrap();
    fs::write(&picture, "drawn over").unwrap();
    project.write(".retap/config.toml", "keep = \"1 run\"\n");
    project.passes(LINE);
    assert_eq!(left(&project), [old]);
    fs::write(&picture, drawn).unwrap();
    project.passes(LINE);
    assert_eq!(left(&project), [] as [&str; 0]);
}

#[test]
fn what_retap_itself_writes_into_a_folder_does_not_keep_it() {
    let scenario = "name: About\napp: com.example.settings\nsteps:\n  - id: a\n    actions:\n      - do: Tap \"General\"\n      - then: \"'About' is shown\"\n";
    let project = Project::with(&[("a.yaml", ABOUT), ("s.yaml", scenario)]);
    project.run("test a.yaml s.yaml --device sim:settings --evidence all");
    let mut renamed = 0;
    for folder in ["runs", "results"] {
        let folder = format!(".retap/{folder}");
        for name in names(&project, &folder)
            .into_iter()
            .filter(|it| it.starts_with("20"))
        {
            let old = format!("20200101T000000Z{}", &name[16..]);
            renamed += 1;
            // A folder that has another name now than it was made with is the person's.
            if folder.ends_with("runs") {
                rename_run(&project, &name, &old);
                continue;
            }
            let [from, to] = [&name, &old].map(|name| project.path(&format!("{folder}/{name}")));
            fs::rename(from, to).unwrap();
            let list = format!("{folder}/{old}/.written");
            let listed = project.read(&list);
            assert_contains(&listed, &name);
            project.write(&list, &listed.replace(&name, &old));
        }
    }
    assert_eq!(renamed, 3);
    project.write(".retap/config.toml", "keep = \"1 run\"\n");
    project.passes(LINE);
    assert_eq!(left(&project), [] as [&str; 0]);
    assert_eq!(
        names(&project, ".retap/results")
            .into_iter()
            .collect::<Vec<_>>(),
        [".gitignore"]
    );
}

#[test]
fn runs_of_a_command_that_is_under_way_stay() {
    let project = with_runs(
        "keep = \"1 run\"\n",
        &["20200101T000000Z", "20200102T000000Z"],
    );
    let marker = project.path(".retap/runs/.20200102T000000Z-1.running");
    fs::write(&marker, "").unwrap();
    let held = fs::File::open(&marker).unwrap();
    held.try_lock().unwrap();
    project.passes(LINE);
    assert_eq!(left(&project), ["20200102T000000Z-a", "20200102T000000Z-b"]);
    drop(held);
    project.passes(LINE);
    assert_eq!(left(&project), [] as [&str; 0]);
    assert!(!marker.exists(), "nobody holds it");
}

#[test]
fn what_a_killed_command_left_is_removed_by_the_next() {
    let project = with_runs("", &["20200101T000000Z"]);
    // No process has this number.
    let left_behind = [
        ".a.compiled.json.4194999.0.tmp",
        ".retap/runs/.x.4194999.3.tmp",
        ".retap/runs/20200101T000000Z-a/.shot.png.4194999.1.tmp",
        ".retap/results/20200101T000000Z/.summary.md.4194999.7.tmp",
        ".retap/results/20200101T000000Z/login/.result.json.4194999.8.tmp",
        "out/.report.html.4194999.2.tmp",
    ];
    for file in left_behind {
        project.write(file, "half");
    }
    project.write(".retap/runs/.20200101T000000Z-4194999.running", "");
    project.write(".retap/runs/.20200101T000000Z-b.removed/events.jsonl", "{}");
    let stays = [".a.compiled.json.tmp", ".notes.1.tmp", "x.4194999.0.tmp"];
    for file in stays {
        project.write(file, "mine");
    }
    let writing = project.path(".b.json.4194998.0.tmp");
    fs::write(&writing, "").unwrap();
    let held = fs::File::open(&writing).unwrap();
    held.try_lock().unwrap();
    project.passes(&format!("{LINE} --html out/report.html"));
    let there: Vec<&str> = left_behind
        .into_iter()
        .filter(|file| project.path(file).exists())
        .collect();
    assert_eq!(there, [] as [&str; 0]);
    assert!(
        !project
            .path(".retap/runs/.20200101T000000Z-b.removed")
            .exists()
    );
    assert!(stays.iter().all(|file| project.path(file).exists()));
    assert!(writing.exists(), "somebody is writing it");
    let hidden = names(&project, ".retap/runs")
        .into_iter()
        .filter(|name| name.starts_with('.'));
    assert_eq!(hidden.collect::<Vec<_>>(), [".gitignore"]);
}

#[test]
fn equal_pictures_of_a_command_are_one_file() {
    let project = Project::with(&[("a.yaml", ABOUT), ("b.yaml", ABOUT)]);
    project.passes("test a.yaml b.yaml --device sim:settings --evidence all");
    let files = project
        .files()
        .into_iter()
        .filter(|(path, _)| path.extension().is_some_and(|end| end == "png"));
    let (mut distinct, mut stored, mut count) = (BTreeSet::new(), BTreeSet::new(), 0);
    for (path, bytes) in files {
        stored.insert(fs::metadata(&path).unwrap().ino());
        distinct.insert(bytes);
        count += 1;
    }
    assert!(count > distinct.len(), "{count} pictures");
    assert_eq!(stored.len(), distinct.len());
}

#[test]
fn a_suite_of_many_is_pages_and_a_folder_that_the_next_report_does_not_let_grow() {
    let project = Project::new();
    for number in 0..60 {
        project.write(&format!("s/{number}.yaml"), ABOUT);
    }
    let line = "test s --device sim:settings --html out/report.html";
    project.passes(line);
    let first = names(&project, "out/report.files");
    assert!(
        first.contains("page-1.html") && first.contains("page-2.html"),
        "{first:?}"
    );
    assert_contains(
        project.read("out/report.html"),
        "report.files/page-2.html#run-59",
    );
    project.write("out/report.files/mine.txt", "mine");
    project.write(&format!("out/report.files/{}.png", "0".repeat(64)), "old");
    project.passes("test s/1.yaml s/2.yaml --device sim:settings --html out/report.html");
    assert_eq!(
        names(&project, "out/report.files")
            .into_iter()
            .collect::<Vec<_>>(),
        ["mine.txt"]
    );
    fs::remove_dir_all(project.path("out/report.files")).unwrap();
    symlink(project.path("s"), project.path("out/report.files")).unwrap();
    let refused = project.run(line).exits(3);
    assert_contains(&refused.text, "`out/report.files` is not a folder");
}

#[test]
fn runs_that_are_not_kept_are_reported_whole_and_leave_nothing() {
    let project = Project::with(&[("s/c.yaml", WRONG), ("s/d.yaml", "name: Broken\n")]);
    for number in 0..6 {
        project.write(&format!("s/{number}.yaml"), ABOUT);
    }
    fs::create_dir(project.path("tmp")).unwrap();
    let scratch = project.path("tmp").display().to_string();
    let steps = |evidence: &str| {
        let line = format!(
            "test s --jobs 3 --device sim:settings --json --junit {evidence}.xml --html {evidence}.html --evidence {evidence}"
        );
        let ran = project.run_in(&[("TMPDIR", &scratch)], &line);
        let result = ran.json();
        // Taking a picture of a failure takes time.
        let told = |step: &Value| ["title", "status", "reason"].map(|it| step[it].clone());
        let of_skill = |skill: &Value| {
            let steps = skill["steps"].as_array().unwrap().iter();
            let steps: Vec<_> = steps.map(told).collect();
            (skill["file"].clone(), steps, skill["warnings"].clone())
        };
        let skills = result["skills"].as_array().unwrap().iter();
        skills.map(of_skill).collect::<Vec<_>>()
    };
    assert_eq!(steps("none"), steps("failures"));
    assert_eq!(steps("none")[0].1.len(), 5);
    for report in ["none.xml", "none.html"] {
        assert_contains(project.read(report), "Model Name");
    }
    assert_eq!(names(&project, "tmp"), BTreeSet::new());
}

#[test]
fn a_log_that_is_dated_later_than_now_or_is_no_log_proves_nothing() {
    let stamps = [1, 2, 3, 4].map(|day| format!("2020010{day}T000000Z"));
    let project = with_runs("keep = \"1 run\"\n", &stamps.each_ref().map(String::as_str));
    let run = |day: usize| format!(".retap/runs/{}-a", stamps[day]);
    for (day, stamp) in stamps.iter().enumerate() {
        let log = log_with_picture(&format!("{stamp}-a"), day);
        project.write(&format!("{}/budget.png", run(day)), "mine");
        project.write(&format!("{}/events.jsonl", run(day)), &log);
    }
    let later = SystemTime::now() + Duration::from_secs(86_400);
    let log = fs::File::open(project.path(&format!("{}/events.jsonl", run(1)))).unwrap();
    log.set_modified(later).unwrap();
    let results = format!(".retap/results/{}/.written", stamps[0]);
    let list = fs::File::open(project.path(&results)).unwrap();
    list.set_modified(later).unwrap();
    project.passes(LINE);
    // Only of the first run the log says that retap wrote the picture; the third has a line that no event is as long as, and
    // the last one that is no event.
    let expected = [1, 2, 3].map(|day| format!("{}-a", stamps[day]));
    assert_eq!(left(&project), expected);
    assert!(project.path(&results).exists());
}

/// The log of a run with a picture, and before it what makes it no log of that number.
fn log_with_picture(run: &str, number: usize) -> String {
    let before = match number {
        2 => " ".repeat(17 << 20) + "\n",
        3 => "x\n".to_owned(),
        _ => String::new(),
    };
    let picture = r#"{"run":"RUN","at_ms":0,"event":{"kind":"pictured","purpose":"failure","file":"budget.png","label":"x","point":null}}"#;
    format!("{before}{}\n{}", picture.replace("RUN", run), log_of(run))
}
