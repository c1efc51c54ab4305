//! What a scenario leaves in its results folder, word for word.

use retap_model::event::{Event, Record};
use retap_model::verdict::Outcome;
use retap_report::{
    Case, RunSummary, Runs, SummaryRow, report_md, result_json, step_totals, summary_md,
};
use serde_json::Value;

use crate::scenario_story::{self, scenario};

fn run_of(records: &[Record]) -> RunSummary {
    Runs::from_records(records).all()[0].clone()
}

fn value_of(records: &[Record]) -> Value {
    serde_json::from_str(&result_json(&run_of(records))).expect("a result is JSON")
}

#[test]
fn a_result_has_every_field_for_machines() {
    insta::assert_snapshot!(result_json(&run_of(&scenario_story::order("a"))));
}

#[test]
fn the_same_run_gives_the_same_bytes() {
    let write = || result_json(&run_of(&scenario_story::login("a")));
    assert_eq!(write(), write());
}

#[test]
fn steps_are_numbered_as_evidence_files_are() {
    let value = value_of(&scenario_story::order("a"));
    let steps = value["steps"].as_array().unwrap();
    let numbers: Vec<u64> = steps
        .iter()
        .map(|step| step["index"].as_u64().unwrap())
        .collect();
    assert_eq!(numbers, [1, 2, 3, 4, 5]);
    assert_eq!(steps[1]["evidence"]["uitree"], "step_02_uitree.xml");
    assert_eq!(
        steps[3]["evidence"]["screenshot_before"],
        "step_04_before.png"
    );
}

#[test]
fn every_step_is_counted_once() {
    for records in [
        scenario_story::order("a"),
        scenario_story::login("a"),
        scenario_story::unjudged("a", Outcome::NotJudged),
        scenario_story::broken_replay("a"),
        scenario_story::interrupted("a"),
    ] {
        let summary = value_of(&records)["summary"].clone();
        let of = |key: &str| summary[key].as_u64().unwrap();
        let parts = [
            "passed",
            "failed",
            "skipped",
            "ai_required",
            "not_judged_allowed",
        ];
        assert_eq!(
            of("total_steps"),
            parts.iter().map(|key| of(key)).sum::<u64>()
        );
    }
}

#[test]
fn an_open_sentence_and_kept_evidence_are_told_apart() {
    let value = value_of(&scenario_story::unjudged("a", Outcome::NotJudged));
    assert_eq!(value["outcome"], "not_judged");
    let words: Vec<&Value> = (0..3)
        .map(|index| &value["steps"][index]["status"])
        .collect();
    assert_eq!(words, ["passed", "ai_required", "not_judged"]);
    assert_eq!(value["summary"]["pass_rate"], 33.3);
}

#[test]
fn a_failure_inside_a_replay_is_told_where_it_happened() {
    let value = value_of(&scenario_story::broken_replay("a"));
    let replay = &value["steps"][0];
    assert_eq!(
        replay["execution"]["error"],
        "step 2: `Shop` is not on the screen"
    );
    insta::assert_snapshot!(replay["replayed_steps"], @r#"[{"do":"open the app","section":"One","status":"passed"},{"do":"tap \"Shop\"","error":"`Shop` is not on the screen","section":"One","status":"failed"}]"#);
}

#[test]
fn a_run_cut_short_has_not_passed() {
    let value = value_of(&scenario_story::interrupted("a"));
    assert_eq!(value["outcome"], "interrupted");
    let step = &value["steps"][1];
    assert_eq!(step["status"], "failed");
    assert_eq!(
        step["execution"]["error"],
        "the run was interrupted before this step ended"
    );
}

#[test]
fn what_is_sent_before_any_step_is_listed_too() {
    let records = scenario("a", "Look", "look.yaml", 1)
        .begin()
        .sent("What does \"tidy up\" mean?")
        .run_ends(Outcome::Failed, "no step was executed");
    let value = value_of(&records);
    assert_eq!(
        value["sent_to_ai"][0]["question"],
        "What does \"tidy up\" mean?"
    );
    assert_eq!(value["sent_to_ai"][0]["step"], Value::Null);
    assert!(report_md(&run_of(&records)).contains("What does \"tidy up\" mean?"));
}

#[test]
fn a_passed_report_tells_what_is_a_fingerprint() {
    insta::assert_snapshot!(report_md(&run_of(&scenario_story::login("a"))));
}

#[test]
fn a_failed_report_begins_with_why() {
    insta::assert_snapshot!(report_md(&run_of(&scenario_story::order("a"))));
}

#[test]
fn every_row_of_a_table_has_as_many_cells_as_its_head() {
    let mut records = scenario_story::order("a");
    for record in &mut records {
        record
            .event
            .for_each_text(&mut |text| text.push_str("|\n| `x|y` \\"));
        if let Event::StepStarted(step) = &mut record.event
            && let Some(sentence) = &mut step.sentence
        {
            sentence.section.push_str("|\n#");
        }
    }
    let report = report_md(&run_of(&records));
    let mut width = 0;
    for line in report.lines() {
        let cells = cells(line);
        match line.starts_with('|') {
            true if width > 0 => assert_eq!(cells, width, "{line}"),
            true => width = cells,
            false => {
                assert_eq!(cells, 1, "a pipe outside of a table: {line}");
                width = 0;
            }
        }
    }
    assert_eq!(report.matches("\n## ").count(), 6, "{report}");
}

/// Returns how many cells a line has: a pipe ends one unless a backslash is before it.
fn cells(line: &str) -> usize {
    let mut is_escaped = false;
    let mut cells = 1;
    for character in line.chars() {
        match character {
            '\\' => is_escaped = !is_escaped,
            '|' if !is_escaped => cells += 1,
            _ => is_escaped = false,
        }
    }
    cells
}

#[test]
fn a_summary_has_a_row_and_a_link_for_each_scenario() {
    let records = [
        scenario_story::login("a"),
        scenario_story::order("b"),
        scenario_story::unjudged("c", Outcome::NotJudged),
        scenario_story::interrupted("d"),
    ]
    .concat();
    let runs = Runs::from_records(&records);
    let folders = ["ログイン", "order two", "look/", "look_2"];
    let rows: Vec<SummaryRow<'_>> = runs
        .cases()
        .into_iter()
        .zip(folders)
        .map(|(case, folder)| SummaryRow {
            steps: step_totals(case.last),
            case,
            folder: folder.to_owned(),
        })
        .collect();
    insta::assert_snapshot!(summary_md(&rows), @r"
    # Scenarios

    **4 scenarios**: 1 passed, 1 failed, 1 not judged, 1 interrupted; 11.95 s on the device

    | Scenario | Outcome | Steps | Device | Time |
    |---|---|---|---|--:|
    | [ログイン](ログイン/report.md) | **passed** | 4 (4 passed) | sim:login | 0.56 s |
    | [Order \*two\* bags](order%20two/report.md) | **failed**: step 2: text \`Total \| 3\` is not on the screen | 5 (1 passed, 1 failed, 2 not judged, 1 skipped) | sim:login | 10.74 s |
    | [Look](look/report.md) | **not judged**: 1 of its steps could not be judged | 3 (1 passed, 2 not judged) | sim:login | 0.31 s |
    | [Look](look_2/report.md) | **interrupted**: the run was interrupted | 2 (1 passed, 1 interrupted) | sim:login | 0.34 s |
    ");
}

#[test]
fn a_summary_of_nothing_says_so() {
    assert_eq!(summary_md(&[]), "# Scenarios\n\n**0 scenarios**\n");
}

#[test]
fn a_pass_after_a_retry_is_flaky() {
    let (first, last) = (
        run_of(&scenario_story::interrupted("a")),
        run_of(&scenario_story::login("b")),
    );
    let case = Case {
        last: &last,
        earlier: vec![&first],
    };
    let summary = summary_md(&[SummaryRow {
        steps: step_totals(case.last),
        case,
        folder: "x".to_owned(),
    }]);
    assert!(
        summary.contains("**1 scenario**: 1 flaky; 0.90 s"),
        "{summary}"
    );
}
