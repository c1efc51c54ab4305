//! `retap test`: passes, failures, stale and broken compiled files, flags, and exit codes.

use std::fs;

use insta::assert_snapshot;

use crate::assert_contains;
use crate::missing_tool::skip_without;
use crate::project::{ABOUT, Project, QUESTION, WRONG};

#[test]
fn a_skill_passes_on_the_simulated_phone() {
    let project = Project::with(&[("about.yaml", ABOUT)]);
    assert_snapshot!(
        project
            .run("test about.yaml --device sim:settings --verbose")
            .text
    );
}

#[test]
fn a_failure_says_what_was_seen_and_where_the_run_is_kept() {
    let project = Project::with(&[("wrong.yaml", WRONG)]);
    assert_snapshot!(
        project
            .run("test wrong.yaml --device sim:settings")
            .exits(1)
            .text
    );
    let kept = project.files();
    assert!(
        kept.iter()
            .any(|(path, _)| path.ends_with("Wrong_Model_failure_step3.png"))
    );
    assert!(kept.iter().any(|(path, _)| path.ends_with("events.jsonl")));
}

#[test]
fn a_compiled_skill_is_replayed_and_an_edited_source_is_run_live_with_a_warning() {
    let project = Project::with(&[("about.yaml", ABOUT)]);
    project.passes("compile about.yaml --device sim:settings");
    let compiled = project.passes("test about.yaml --device sim:settings");
    assert!(compiled.stdout().contains("compiled"), "{}", compiled.text);
    project.write(
        "about.yaml",
        &format!("{ABOUT}  - assert_visible: Version\n"),
    );
    assert_snapshot!(project.passes("test about.yaml --device sim:settings").text);
    let live = project.passes("test about.yaml --device sim:settings --no-compiled");
    assert!(!live.text.contains("warning"), "{}", live.text);
}

#[test]
fn a_broken_compiled_file_is_an_input_error_and_never_a_pass() {
    let project = Project::with(&[("about.yaml", ABOUT)]);
    project.passes("compile about.yaml --device sim:settings");
    let whole = project.read("about.compiled.json");
    let half = whole.find("\"steps\"").unwrap();
    for (name, text, code) in [
        ("truncated", whole[..half].to_owned(), 2),
        ("edited", whole.replace("\"tapX\": ", "\"tapX\": 1"), 2),
        (
            "future_version",
            whole.replace("\"version\": 1", "\"version\": 99"),
            0,
        ),
    ] {
        project.write("about.compiled.json", &text);
        let ran = project.run("test about.yaml --device sim:settings");
        assert_snapshot!(name, ran.exits(code).text);
    }
    project.passes("test about.yaml --device sim:settings --no-compiled");
}

#[test]
fn the_compiled_file_of_another_skill_is_not_used() {
    let other = ABOUT.replace("name: Check About", "name: Another One");
    let project = Project::with(&[("about.yaml", ABOUT), ("other.yaml", &other)]);
    project.passes("compile other.yaml --device sim:settings");
    project.write("about.compiled.json", &project.read("other.compiled.json"));
    assert_snapshot!(project.passes("test about.yaml --device sim:settings").text);
}

#[test]
fn a_value_with_newlines_and_quotes_adds_no_steps() {
    let skill = "name: Said\nsteps:\n  - launch: Settings\n  - tap: \"${ROW}\"\n";
    let project = Project::with(&[("said.yaml", skill)]);
    let mut command = project.command();
    command.args([
        "test",
        "said.yaml",
        "--device",
        "sim:settings",
        "--timeout",
        "1",
    ]);
    command.arg("--set").arg("ROW=General\"\n  - tap: \"About");
    let output = command.output().unwrap();
    let said = project.normal(&String::from_utf8_lossy(&output.stdout));
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert_snapshot!(said);
}

#[test]
fn a_dry_run_opens_sends_and_writes_nothing_with_or_without_a_compiled_file() {
    let project = Project::with(&[("about.yaml", ABOUT)]);
    let before = project.files();
    // A device that is dead from its first call would fail if it were opened and asked.
    assert_snapshot!(
        project
            .passes("test about.yaml --dry-run --device sim:settings?fault=dead:1")
            .text
    );
    assert_eq!(project.files(), before);
    project.passes("compile about.yaml --device sim:settings");
    let before = project.files();
    let planned = project.passes("test about.yaml --dry-run --device sim:settings?fault=dead:1");
    assert!(planned.stdout().contains("compiled"), "{}", planned.text);
    assert_eq!(project.files(), before);
}

#[test]
fn an_unset_variable_is_reported_before_anything_is_touched() {
    let skill = "name: V\nsteps:\n  - launch: Settings\n  - tap: ${WHERE}\n";
    let project = Project::with(&[("v.yaml", skill)]);
    assert_snapshot!(
        project
            .run("test v.yaml --device sim:settings")
            .exits(2)
            .text
    );
    assert!(!project.path(".retap").exists());
    project.passes("test v.yaml --device sim:settings --set WHERE=General");
    project.write(
        ".retap/config.toml",
        "device = \"sim:settings\"\n[variables]\nWHERE = \"General\"\n",
    );
    project.passes("test v.yaml");
}

#[test]
fn usage_errors_exit_with_2() {
    let project = Project::with(&[("about.yaml", ABOUT)]);
    for line in [
        "test --bogus",
        "test about.yaml --timeout 0",
        "test about.yaml --set x",
        "nonsense",
    ] {
        project.run(line).exits(2);
    }
    assert_snapshot!(
        project
            .run("test about.yaml --device desktop:")
            .exits(2)
            .text
    );
}

#[test]
fn without_a_device_the_simulated_phone_is_offered() {
    let project = Project::with(&[("about.yaml", ABOUT)]);
    assert_snapshot!(project.run("test about.yaml").exits(3).text);
}

#[test]
fn a_dead_device_exits_with_3() {
    let project = Project::with(&[("about.yaml", ABOUT)]);
    assert_snapshot!(
        project
            .run("test about.yaml --device sim:settings?fault=dead:3")
            .exits(3)
            .text
    );
}

#[test]
fn what_nothing_could_judge_exits_with_4_unless_allowed() {
    let project = Project::with(&[("question.yaml", QUESTION)]);
    assert_snapshot!(
        project
            .run("test question.yaml --device sim:settings")
            .exits(4)
            .text
    );
    project.passes("test question.yaml --device sim:settings --skip-ai");
}

#[test]
fn a_bad_file_is_reported_and_does_not_stop_the_suite() {
    let bad = "name: Bad\nsteps:\n  - tpa: General\n";
    let project = Project::with(&[("a.yaml", bad), ("b.yaml", ABOUT)]);
    assert_snapshot!(
        project
            .run("test a.yaml b.yaml --device sim:settings --junit out/junit.xml")
            .exits(2)
            .text
    );
    let xml = project.read("out/junit.xml");
    assert!(
        xml.contains("name=\"Check About\"") && xml.contains("unknown verb `tpa`"),
        "{xml}"
    );
}

#[test]
fn junit_and_html_hold_every_run() {
    let project = Project::with(&[("about.yaml", ABOUT), ("wrong.yaml", WRONG)]);
    project
        .run("test . --device sim:settings --junit junit.xml --html report.html")
        .exits(1);
    let xml = project.read("junit.xml");
    assert!(xml.contains("tests=\"8\" failures=\"1\""), "{xml}");
    assert!(xml.contains("[[ATTACHMENT|.retap/runs/"), "{xml}");
    let html = project.read("report.html");
    assert!(html.contains("Wrong Model") && html.contains("data:image/png;base64,"));
}

#[test]
fn a_pass_after_a_retry_is_flaky_and_still_exits_with_0() {
    let project = Project::with(&[("about.yaml", ABOUT)]);
    let line = "test about.yaml --device sim:settings?fault=lost_tap:1";
    Project::with(&[("about.yaml", ABOUT)]).run(line).exits(1);
    assert_snapshot!(project.passes(&format!("{line} --retries 2")).text);
}

#[test]
fn tags_patterns_folders_and_names_select_skills() {
    let project = Project::with(&[
        ("suite/about.yaml", ABOUT),
        ("suite/wrong.yaml", WRONG),
        ("suite/README.md", "# Not a skill\n"),
        (".retap/skills/deep/about.yaml", ABOUT),
    ]);
    let ran = |words: &str| {
        project.run(&format!(
            "test {words} --device sim:settings --evidence none"
        ))
    };
    ran("suite").exits(1);
    ran("suite --tags smoke,other").exits(0);
    ran("suite/ab*.yaml").exits(0);
    ran("about").exits(0);
    ran("deep/about").exits(0);
    ran("").exits(0);
    assert_snapshot!(
        ran("suite --tags none").exits(2).text
            + &ran("missing").exits(2).text
            + &ran("x/*.yaml").exits(2).text
    );
    assert!(!project.path(".retap/runs").exists());
}

#[test]
fn skills_run_in_parallel_and_are_reported_in_whole_blocks() {
    let project = Project::new();
    for number in 0..12 {
        project.write(
            &format!("s/{number:02}.yaml"),
            &ABOUT.replace("Check About", &format!("Skill {number:02}")),
        );
    }
    let result = project
        .passes("test s --device sim:settings --device sim:settings --jobs 4 --json")
        .json();
    let skills = result["skills"].as_array().unwrap();
    assert_eq!(skills.len(), 12);
    assert!(skills.iter().all(|skill| skill["status"] == "passed"));
    assert_eq!(
        fs::read_dir(project.path(".retap/runs")).unwrap().count(),
        13
    );
}

#[test]
fn fail_fast_starts_nothing_after_a_failure() {
    let project = Project::with(&[("a.yaml", WRONG), ("b.yaml", ABOUT)]);
    let ran = project
        .run("test a.yaml b.yaml --device sim:settings --fail-fast")
        .exits(1);
    assert!(ran.stderr().contains("1 skill did not run"), "{}", ran.text);
}

#[test]
fn json_goes_to_standard_output_alone() {
    let project = Project::with(&[("about.yaml", ABOUT), ("wrong.yaml", WRONG)]);
    let ran = project
        .run("test about.yaml wrong.yaml missing --device sim:settings --json")
        .exits(2);
    let result = ran.json();
    assert_eq!(result["exit_code"], 2);
    assert_eq!(result["skills"][0]["status"], "passed");
    assert_eq!(result["skills"][1]["status"], "failed");
    assert_eq!(result["skills"][1]["steps"][2]["status"], "failed");
    assert_eq!(result["errors"][0]["kind"], "input");
    assert!(ran.stderr().contains("Wrong Model"), "{}", ran.text);
}

#[test]
fn screenshots_go_to_their_folder_under_safe_names() {
    let skill = format!("{WRONG}  - screenshot: a/b\n").replace("  - assert_visible: Modem\n", "");
    let project = Project::with(&[("shot.yaml", &skill), ("wrong.yaml", WRONG)]);
    project.run("test shot.yaml wrong.yaml --device sim:settings --screenshot-dir shots --evidence none").exits(1);
    assert!(project.path("shots/Wrong_Model_a_b.png").exists());
    assert!(project.path("shots/Wrong_Model_failure_step3.png").exists());
    assert!(!project.path(".retap").exists());
}

#[test]
fn text_is_read_from_pixels_where_there_is_no_tree() {
    let skill = "name: Pixels\nsteps:\n  - tap: General\n  - wait_for: Storage\n";
    let project = Project::with(&[("pixels.yaml", skill)]);
    let ran = project.run("test pixels.yaml --device sim:settings?tree=off&open=main");
    if ran.text.contains("not installed") {
        return skip_without("tesseract");
    }
    assert_eq!(ran.code(), 0, "{}", ran.text);
    assert!(!ran.stdout().contains("0 text reads"), "{}", ran.text);
}

#[test]
fn secrets_stay_out_of_everything_that_is_written() {
    let skill = "name: Sign In\nsteps:\n  - launch: Shop\n  - type: { text: ada@example.org, into: Email }\n  - type: { text: \"${SHOP_PASSWORD}\", into: Password }\n  - tap: Sign In\n  - wait_for: Products\n";
    let project = Project::with(&[("sign-in.yaml", skill)]);
    let line = "sign-in.yaml --device sim:shop --set SHOP_PASSWORD=lantern-42";
    project.passes(&format!("compile {line}"));
    project.passes(&format!(
        "test {line} --verbose --evidence all --junit j.xml --html r.html --json"
    ));
    for (path, bytes) in project.files() {
        let has_secret = bytes.windows(10).any(|window| window == b"lantern-42");
        assert!(!has_secret, "{}", path.display());
    }
}

#[test]
fn a_skill_goes_on_with_another_device_of_the_configuration() {
    let skill =
        "name: Two Phones\nsteps:\n  - launch: Settings\n  - target: other\n  - launch: Mail\n";
    let config = "device = \"sim:settings\"\n[devices]\nother = \"sim:mail\"\n";
    let project = Project::with(&[("two.yaml", skill), (".retap/config.toml", config)]);
    project.passes("test two.yaml");
    project.write("two.yaml", &skill.replace("other", "nobody"));
    let ran = project.run("test two.yaml");
    assert_contains(&ran.text, "neither the address of a device nor a name");
    assert_ne!(ran.code(), 0);
}

#[test]
fn a_skill_goes_back_to_a_device_as_it_left_it() {
    let skill = "name: Two Phones\ntargets: [phone, tablet, spare]\nsteps:\n  - launch: Settings\n  - tap: General\n  - target: tablet\n  - launch: Shop\n  - target: phone\n  - assert_visible: About\n  - target: spare\n  - assert_not_visible: About\n  - target: tablet\n  - assert_visible: Sign In\n";
    let config =
        "[devices]\nphone = \"sim:settings\"\nspare = \"sim:settings\"\ntablet = \"sim:shop\"\n";
    let project = Project::with(&[("two.yaml", skill), (".retap/config.toml", config)]);
    project.passes("test two.yaml --device sim:settings");
    // The author's name for the device of the run stands for whichever it runs on.
    let named = skill.replace("targets:", "device: phone\ntargets:");
    project.write("two.yaml", &named);
    project.passes("test two.yaml");
    project.passes("test two.yaml --device sim:settings?signals=off");
}

#[test]
fn prose_of_a_folder_is_tested_by_either_of_its_extensions() {
    let prose = |label: &str| {
        format!("# X\n\n## Steps\n\n1. Launch **Settings**\n2. Verify \"{label}\" is visible\n")
    };
    let project = Project::with(&[
        ("s/a.md", &prose("General")),
        ("s/b.markdown", &prose("Nowhere")),
    ]);
    let ran = project.run("test s --device sim:settings --timeout 2");
    ran.exits(1).says("2 runs: 1 passed, 1 failed");
}

#[test]
fn a_reader_that_goes_away_is_no_reason_to_panic() {
    let project = Project::with(&[("about.yaml", ABOUT)]);
    for line in [
        "--help",
        "sim list",
        "test about.yaml --device sim:settings -v",
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut child = project.command();
        let child = child
            .args(line.split_whitespace())
            .stdout(writer)
            .stderr(std::process::Stdio::piped());
        let output = child.spawn().unwrap().wait_with_output().unwrap();
        let talk = String::from_utf8_lossy(&output.stderr);
        assert!(!talk.contains("panicked"), "{line}: {talk}");
    }
}

/// The grey that secrets are painted over with.
const GREY: [u8; 3] = [0x70; 3];

fn has_grey_box(path: &std::path::Path) -> bool {
    let decoder = png::Decoder::new(std::io::BufReader::new(fs::File::open(path).unwrap()));
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    let greys = pixels
        .chunks_exact(3)
        .filter(|pixel| *pixel == GREY)
        .count();
    greys > 1000
}

#[test]
fn a_secret_an_app_shows_is_painted_over_in_every_picture() {
    let skill = "name: Sec\nsecrets: [CODE]\nsteps:\n  - launch: Settings\n  - tap: General\n  - tap: About\n  - tap: Name\n  - type: { text: \"${CODE}\", into: Name of this phone }\n  - tap: Save\n  - tap: Nowhere\n";
    let project = Project::with(&[("sec.yaml", skill)]);
    project
        .run("test sec.yaml --device sim:settings --set CODE=zz9secret --evidence all --html r.html --timeout 2")
        .exits(1);
    let kept: Vec<_> = project.files().into_iter().map(|(path, _)| path).collect();
    let picture = |end: &str| kept.iter().find(|path| path.ends_with(end)).unwrap();
    let page = project.read("r.html");
    assert_contains(
        &page,
        "<figcaption>At failure (grey: what shows a secret, or may)",
    );
    assert_contains(&page, "<figcaption>Before</figcaption>");
    assert!(!has_grey_box(picture("Sec_step4_before.png")));
    assert!(has_grey_box(picture("Sec_step5_after.png")));
    assert!(has_grey_box(picture("Sec_failure_step7.png")));
}

#[test]
fn broken_files_of_a_skills_folder_are_reported() {
    let project = Project::with(&[
        (".retap/skills/good.yaml", ABOUT),
        (".retap/skills/empty.yaml", ""),
        (".retap/skills/typo.yaml", "name: X\nstep:\n  - tap: A\n"),
        (
            ".retap/skills/open.md",
            "---\nname: X\n\n## Steps\n\n1. Tap \"A\"\n",
        ),
        (
            ".retap/skills/README.md",
            "# Our skills\n\nThey are good.\n",
        ),
    ]);
    assert_snapshot!(project.run("check").exits(2).text);
    project.run("test --device sim:settings").exits(2);
}

#[test]
fn no_report_is_written_over_a_skill_or_another_report() {
    let project = Project::with(&[("about.yaml", ABOUT)]);
    for line in [
        "test about.yaml --device sim:settings --junit ./about.yaml",
        "test about.yaml --device sim:settings --junit out.x --html out.x",
    ] {
        project.run(line).exits(2);
        assert_eq!(project.read("about.yaml"), ABOUT);
    }
}

#[test]
fn skills_and_scenarios_of_one_folder_run_together() {
    let scenario = "name: 登録\napp: dev.retap.shop\nsteps:\n  - id: 起動\n    actions:\n      - do: アプリを起動\n      - then: 「Welcome」と表示されていること\n";
    let project = Project::with(&[("skills/about.yaml", ABOUT), ("skills/join.yaml", scenario)]);
    assert_snapshot!(project.passes("test skills --device sim:phone").text);
    project.passes("test skills/join.yaml --device sim:shop");
}
