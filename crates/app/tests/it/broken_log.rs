//! Logs that were cut, merged or edited: one that does not bear out the pass it tells is told as broken by every report.

use serde_json::{Value, json};

use crate::assert_contains;
use crate::project::{ABOUT, Project};

/// Changes the events of a log.
type Change = fn(&mut Vec<Value>);

const CHANGES: [(&str, Change); 14] = [
    ("the beginning of this run is missing from the log", |log| {
        log.remove(0);
    }),
    ("and that a step of it failed", |log| {
        let place = finished(log)[0];
        log[place]["event"]["outcome"] = json!("failed");
    }),
    ("but not how every step ended", |log| {
        let place = *finished(log).last().unwrap();
        log.remove(place);
    }),
    (
        "does not have the steps that this run had by its end",
        |log| {
            log.retain(|record| record["event"]["step"] != json!(1));
        },
    ),
    (
        "does not have the steps that this run had by its end",
        |log| {
            let last = log.last_mut().unwrap();
            last["event"]["tally"]["passed"] = json!(99);
        },
    ),
    (
        "the last steps of this run are missing from the log",
        |log| {
            log[0]["event"]["steps"] = json!(99);
        },
    ),
    ("the log goes on after the end of this run", |log| {
        let place = finished(log)[0];
        let (begin, mut end) = (log[place - 1].clone(), log[place].clone());
        end["event"]["outcome"] = json!("failed");
        log.extend([begin, end]);
    }),
    ("and that a step of it was skipped", |log| {
        end_all(log, "skipped");
    }),
    ("and no step of it did", |log| {
        log[0]["event"]["steps"] = json!(0);
        log.retain(|record| record["event"]["step"].is_null());
        for outcome in ["passed", "failed", "not_judged", "skipped"] {
            let last = log.last_mut().unwrap();
            last["event"]["tally"][outcome] = json!(0);
        }
    }),
    ("and that a step of it was not judged", |log| {
        let place = finished(log)[0];
        log[place]["event"]["outcome"] = json!("not_judged");
    }),
    ("what a step of it proves did not hold", |log| {
        let is_check = |record: &&mut Value| record["event"]["kind"] == "checked";
        let last = log.iter_mut().rfind(is_check).unwrap();
        last["event"]["held"] = json!(false);
    }),
    ("and no step of it did", |log| {
        end_all(log, "not_judged");
        for place in finished(log) {
            log[place]["event"]["is_allowed"] = json!(true);
        }
    }),
    ("ends a step of this run that had not begun", |log| {
        let place = finished(log)[0];
        log.insert(place, log[place].clone());
    }),
    ("the log ends this run twice", |log| {
        let last = log.last().unwrap().clone();
        log.push(last);
    }),
];

/// Lets every step end in one way, with figures that say the same.
fn end_all(log: &mut [Value], outcome: &str) {
    let ends = finished(log);
    for &place in &ends {
        log[place]["event"]["outcome"] = json!(outcome);
    }
    let last = log.last_mut().unwrap();
    last["event"]["tally"]["passed"] = json!(0);
    last["event"]["tally"][outcome] = json!(ends.len());
}

/// Returns the places of the ends of steps.
fn finished(log: &[Value]) -> Vec<usize> {
    let is_end = |record: &Value| record["event"]["kind"] == "step_finished";
    (0..log.len())
        .filter(|&place| is_end(&log[place]))
        .collect()
}

fn report(project: &Project, log: &[Value]) -> [String; 3] {
    let lines: Vec<String> = log.iter().map(Value::to_string).collect();
    project.write("log/events.jsonl", &(lines.join("\n") + "\n"));
    let told = project.passes("report log --html out.html --junit out.xml");
    [told.text, project.read("out.html"), project.read("out.xml")]
}

#[test]
fn a_log_that_does_not_bear_out_its_pass_is_told_as_broken() {
    let project = Project::with(&[("about.yaml", ABOUT)]);
    project.passes("test about.yaml --device sim:settings");
    let kept = project.files();
    let (_, bytes) = kept
        .iter()
        .find(|(path, _)| path.ends_with("events.jsonl"))
        .unwrap();
    let text = String::from_utf8(bytes.clone()).unwrap();
    let log: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let [console, html, junit] = report(&project, &log);
    assert_contains(&console, "1 run: 1 passed");
    assert_contains(&html, "<strong>Passed</strong>");
    assert_contains(&junit, "failures=\"0\" errors=\"0\"");
    for (why, change) in CHANGES {
        let mut changed = log.clone();
        change(&mut changed);
        let [console, html, junit] = report(&project, &changed);
        assert_contains(&console, "1 run: 1 broken log");
        assert_contains(&html, "<strong>Broken log</strong>");
        assert_contains(&junit, "type=\"broken log\"");
        for told in [console, html, junit] {
            assert_contains(&told, why);
        }
    }
}
