//! Prose skills, sentence by sentence.

use retap_model::program::{Draft, Step, StepKind};

use super::{draft, prose_outline, yaml_outline};

#[test]
fn every_sentence_is_read() {
    let steps = r#"
1. Launch **Settings**
2. Tap "General"
3. Tap "Delete" in the row "Tokyo"
4. Tap the second "Delete"
5. Tap "Delete" (number 2)
6. Tap "Save" with id "save" as a text field (no visible effect)
7. Tap the element with id "submit"
8. Double-tap "Photo"
9. Long-press "Photo" (1000 ms)
10. Drag "A" to "B"
11. Type "hello"
12. Type "me@example.com" into "Email"
13. Press **Return**
14. Press **Cmd+Shift+L**
15. Press Escape
16. Press Home
17. Go back
18. Shake the device
19. Swipe left
20. swipe: "up"
21. Scroll until "About" is visible
22. Scroll up until "Top" is visible (max 5)
23. Wait for "General" to appear (timeout 30s)
24. Verify "Done" is visible
25. Verify "Error" is NOT visible
26. Verify "Error" is not visible.
27. Screenshot: "result"
28. Open URL: https://example.com/?a=b#c
29. Force-quit **Mail**
30. Turn off Wi-Fi
31. Set network: airplane_on
32. Switch to target "tablet"
33. Remember: Read the "total" (in euro).
34. Remember the value of "Total" as {total}
35. Measure (go): tap "Go" and wait for "Done" (max 5s)
36. Measure: press **Return** and wait for "Done"
37. Verify: the picture shows a cat
38. Summarize: the mail
39. Choose the cheapest flight
40. drag: { from: "A", to: "B" }
41. long_press: "X" duration: 1000
42. Tap “General”
"#;
    insta::assert_snapshot!(prose_outline(steps));
}

#[test]
fn children_are_found_by_indentation_below_any_number() {
    for (indent, marker) in [("   ", "1."), ("    ", "-"), ("      ", "*"), ("  ", "1)")] {
        let steps = format!(
            "10. If \"X\" is visible:\n{indent}{marker} Tap \"A\"\n{indent}{marker} Go back\n11. Press Home\n"
        );
        assert_eq!(
            prose_outline(&steps),
            "if \"X\" is visible\n  tap \"A\"\n  back\nhome\n",
            "{steps}"
        );
    }
}

const EITHER: &str = "if \"X\" is visible\n  tap \"A\"\notherwise\n  tap \"B\"\nhome\n";

#[test]
fn otherwise_is_read_wherever_people_put_it() {
    for steps in [
        "1. If \"X\" is visible:\n   1. Tap \"A\"\n   Otherwise:\n   1. Tap \"B\"\n2. Press Home",
        "1. If \"X\" is visible:\n   1. Tap \"A\"\nOtherwise:\n   1. Tap \"B\"\n2. Press Home",
        "10. If \"X\" is visible:\n    - Tap \"A\"\n11. Otherwise:\n    - Tap \"B\"\n12. Press Home",
        "1. If \"X\" is visible:\n   1. Tap \"A\"\n   Otherwise:\n      1. Tap \"B\"\n2. Press Home",
        "1. If \"X\" is visible:\n   1. Tap \"A\"\n   2. Otherwise:\n   3. Tap \"B\"\n2. Press Home",
    ] {
        assert_eq!(prose_outline(steps), EITHER, "{steps}");
    }
}

/// Both `If`s are open and both could own it; the steps below it tell.
#[test]
fn otherwise_between_two_open_ifs_belongs_to_the_one_its_steps_fit() {
    let lead =
        "1. If \"X\" is visible:\n   1. If \"Y\" is visible:\n      1. Tap \"A\"\n   Otherwise:\n";
    assert_eq!(
        prose_outline(&format!("{lead}   1. Tap \"B\"")),
        "if \"X\" is visible\n  if \"Y\" is visible\n    tap \"A\"\notherwise\n  tap \"B\"\n"
    );
    assert_eq!(
        prose_outline(&format!("{lead}      1. Tap \"B\"")),
        "if \"X\" is visible\n  if \"Y\" is visible\n    tap \"A\"\n  otherwise\n    tap \"B\"\n"
    );
}

#[test]
fn loops_are_read_in_all_their_forms() {
    let steps = "1. Repeat while \"X\" is visible (max 20):\n   1. Go back\n\
        2. Repeat until \"X\" is visible (max 5 iterations):\n   1. Go back\n\
        3. Repeat 3 times (max 3):\n   1. Repeat while \"Y\" is not visible (max 2):\n      1. Go back\n";
    let yaml = "  - repeat: { while_visible: X, max: 20, steps: [back] }\n\
        \x20 - repeat: { until_visible: X, max: 5, steps: [back] }\n\
        \x20 - repeat: { times: 3, max: 3, steps: [{ repeat: { until_visible: Y, max: 2, steps: [back] } }] }\n";
    assert_eq!(prose_outline(steps), yaml_outline(yaml));
}

#[test]
fn unknown_sentences_become_questions_with_their_text_kept() {
    let draft = draft(
        "x.md",
        "1. Pick a seat: window, if there is one\n2. Press Home\n",
    );
    assert_eq!(draft.steps[0].kind.verb(), "ask");
    let StepKind::Ask(ask) = &draft.steps[0].kind else {
        panic!("{:?}", draft.steps[0])
    };
    assert_eq!(ask.text.source(), "Pick a seat: window, if there is one");
}

fn notes(draft: &Draft) -> Vec<String> {
    draft
        .flat()
        .into_iter()
        .map(|(_, step): (usize, &Step)| step.notes.join(", "))
        .collect()
}

#[test]
fn front_matter_description_and_notes_are_read() {
    let text = "---\nname: Login # short\napp: \"A, B\"\nowner: QA\n---\n\n# Login\n\nFirst line\nsecond line.\n\nMore.\n\n> Note: top\n\n## Steps\n\n> Note: one\n1. Press Home\n\n   > Note: two\n2. If \"X\" is visible:\n   > three\n   1. Go back\n\n### Part two\n\n3. Press Home\n\n## Remarks\n\nThe end.\n";
    let draft = draft("x.md", text);
    assert_eq!(draft.header.name, "Login");
    assert_eq!(draft.header.apps, ["A", "B"]);
    assert_eq!(draft.header.description, "First line second line.");
    assert_eq!(draft.header.extra, [("owner".to_owned(), "QA".to_owned())]);
    assert_eq!(
        draft.header.notes,
        ["short", "More.", "top", "## Remarks", "The end."]
    );
    assert_eq!(notes(&draft), ["one", "two", "three", "### Part two"]);
}

#[test]
fn files_without_front_matter_or_heading_are_read() {
    let draft = draft("go-home.md", "Goes home.\n\n1. Press Home\n");
    assert_eq!(
        (
            draft.header.name.as_str(),
            draft.header.description.as_str()
        ),
        ("go-home", "Goes home.")
    );
    assert_eq!(draft.steps.len(), 1);
}

#[test]
fn long_sentences_may_go_on_in_the_next_line() {
    let steps = "1. Remember: the total\n   and the tax\n2. Press Home\n";
    assert_eq!(
        prose_outline(steps),
        "remember \"the total and the tax\"\nhome\n"
    );
}

#[test]
fn windows_line_ends_and_a_byte_order_mark_are_accepted() {
    let draft = draft(
        "x.md",
        "\u{feff}---\r\nname: X\r\n---\r\n\r\n## Steps\r\n\r\n1. Press Home\r\n",
    );
    assert_eq!((draft.header.name.as_str(), draft.steps.len()), ("X", 1));
}

#[test]
fn the_format_pages_are_right() {
    for (file, page) in [
        (
            "x.yaml",
            include_str!("../../../../../docs/formats/skill-yaml.md"),
        ),
        (
            "x.md",
            include_str!("../../../../../docs/formats/skill-md.md"),
        ),
    ] {
        let fence = if file == "x.md" {
            "~~~markdown\n"
        } else {
            "```yaml\n"
        };
        let examples: Vec<&str> = page.split(fence).skip(1).collect();
        assert!(!examples.is_empty());
        for example in examples {
            let text = example.split(&fence[..3]).next().unwrap();
            draft(file, text);
        }
    }
}

#[test]
fn front_matter_text_may_have_colons() {
    let draft = draft(
        "x.md",
        "---\nname: Rain: check\ndescription: Use when: it rains\n---\n1. Press Home\n",
    );
    assert_eq!(draft.header.name, "Rain: check");
    assert_eq!(draft.header.description, "Use when: it rains");
}
