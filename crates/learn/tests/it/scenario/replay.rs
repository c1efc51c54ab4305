//! `replay`: what is done again, and what cannot be.

use retap_learn::source::{Scenario, expand};

use super::{read, sample};

fn outline(scenario: &Scenario) -> String {
    let mut lines = String::new();
    for expanded in expand(scenario) {
        lines.push_str(&format!("{}\n", expanded.section.id));
        for replayed in expanded.replayed {
            let wait = replayed.action.wait.as_millis();
            lines.push_str(&format!(
                "  {}: {} +{wait}\n",
                replayed.section.id, replayed.action.sentence
            ));
        }
        lines.push_str(&format!("  {} own\n", expanded.section.actions.len()));
    }
    lines
}

#[test]
fn the_range_is_inclusive_recursive_and_keeps_its_waits() {
    let scenario = read("settings-replay.yaml", &sample("settings-replay.yaml"));
    insta::assert_snapshot!(outline(&scenario), @r#"
    open
      2 own
    about
      3 own
    again
      open: Launch the app +2000
      about: Tap "General" +0
      about: Tap "About" +250
      1 own
    again-and-back
      about: Tap "General" +0
      about: Tap "About" +250
      open: Launch the app +2000
      about: Tap "General" +0
      about: Tap "About" +250
      2 own
    "#);
}

#[test]
fn replays_that_double_at_every_level_end() {
    let mut text =
        "name: X\napp: a.b\nsteps:\n  - {id: s0, actions: [{do: a}, {then: b}]}\n".to_owned();
    for number in 1..200 {
        let last = number - 1;
        text.push_str(&format!(
            "  - {{id: s{number}, replay: {{from: s0, to: s{last}}}}}\n"
        ));
    }
    let errors = super::findings(&text);
    assert!(
        errors.contains("E024 replays nest deeper than 16 levels"),
        "{errors}"
    );
}
