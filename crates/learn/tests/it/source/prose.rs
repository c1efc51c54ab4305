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

/// What one language can say the other can, and a step of a skill is the same in both.
#[test]
fn japanese_and_english_say_the_same() {
    let pairs = [
        ("**設定**を起動", "Launch **設定**"),
        ("「一般」をタップ", "Tap \"一般\""),
        (
            "「保存」ボタンをタップ（変化なし）",
            "Tap \"保存\" as a button (no visible effect)",
        ),
        (
            "「東京」の行の「削除」をタップ",
            "Tap \"削除\" in the row \"東京\"",
        ),
        (
            "2番目の「削除」をダブルタップ",
            "Double-tap the second \"削除\"",
        ),
        (
            "「写真」を長押し（1000ms）",
            "Long-press \"写真\" (1000 ms)",
        ),
        (
            "「牛乳」を「完了」までドラッグ",
            "Drag \"牛乳\" to \"完了\"",
        ),
        ("「商品」にマウスを重ねる", "Hover over \"商品\""),
        (
            "「メール」欄に「a\\\"b」を入力",
            "Type \"a\\\"b\" into \"メール\"",
        ),
        ("「東京」と入力", "Type \"東京\""),
        ("「検索」欄をクリア", "Clear the field \"検索\""),
        ("入力欄をクリア", "Clear the field"),
        ("**Cmd+L**を押す", "Press **Cmd+L**"),
        ("キー「home」を押す", "Press the key \"home\""),
        ("ホームに戻る", "Press Home"),
        ("戻る", "Go back"),
        ("キーボードを閉じる", "Hide the keyboard"),
        ("左にスワイプ", "Swipe left"),
        ("引っ張って更新", "Pull to refresh"),
        (
            "「情報」が表示されるまで上にスクロール（最大5回）",
            "Scroll up until \"情報\" is visible (max 5)",
        ),
        (
            "「情報」が表示されるまで待つ（最大30秒）",
            "Wait for \"情報\" to appear (timeout 30s)",
        ),
        ("「情報」が表示されていること", "Verify \"情報\" is visible"),
        (
            "「情報」が表示されていないこと",
            "Verify \"情報\" is NOT visible",
        ),
        ("スクリーンショット：「結果」", "Screenshot: \"結果\""),
        ("端末を振る", "Shake the device"),
        (
            "URLを開く：https://example.com",
            "Open URL: https://example.com",
        ),
        ("**メール**を強制終了", "Force-quit **メール**"),
        ("機内モードをオフにする", "Turn off Airplane Mode"),
        (
            "対象を「tablet」に切り替える",
            "Switch to target \"tablet\"",
        ),
        ("記憶：注文番号", "Remember: 注文番号"),
        (
            "「合計」の値を{total}として記憶",
            "Remember the value of \"合計\" as {total}",
        ),
        (
            "計測（go）：「購入」をタップして「完了」を待つ（最大5秒）",
            "Measure (go): tap \"購入\" and wait for \"完了\" (max 5s)",
        ),
        ("確認：猫が写っていない", "Verify: 猫が写っていない"),
        ("要約：メール", "Summarize: メール"),
        ("質問：閉じる", "Ask: 閉じる"),
        ("3秒待つ", "Wait 3 seconds"),
        ("一番上までスクロール", "Scroll to the top"),
        (
            "「送信」ボタンが有効であること",
            "The \"送信\" button is enabled",
        ),
        (
            "「A」と「B」が表示されていること",
            "\"A\" and \"B\" are shown",
        ),
        (
            "「A」が表示されている場合：\n   1. 戻る\n   それ以外：\n   1. 戻る",
            "If \"A\" is visible:\n   1. Go back\n   Otherwise:\n   1. Go back",
        ),
        (
            "「A」が表示されている間繰り返す（最大20回）：\n   1. 戻る",
            "Repeat while \"A\" is visible (max 20):\n   1. Go back",
        ),
        (
            "3回繰り返す（最大3回）：\n   1. 戻る",
            "Repeat 3 times (max 3):\n   1. Go back",
        ),
    ];
    for (japanese, english) in pairs {
        let outline = prose_outline(&format!("1. {japanese}\n"));
        assert!(
            !outline.starts_with("ask \"") || english.starts_with("Ask"),
            "{japanese}: {outline}"
        );
        assert_eq!(
            outline,
            prose_outline(&format!("1. {english}\n")),
            "{japanese}"
        );
    }
}

/// A skill says what a scenario can, with what it names in quotes.
#[test]
fn sentences_of_scenarios_are_steps_of_a_skill() {
    for (scenario, plain) in [
        ("Click the 'Save' button", "Tap \"Save\" as a button"),
        ("Please tap on 'General'.", "Tap \"General\""),
        ("Tap \"A\" twice", "Double-tap \"A\""),
        ("Select 'Tokyo' from the list", "Tap \"Tokyo\""),
        (
            "Enter 'x' into the 'Email' field",
            "Type \"x\" into \"Email\"",
        ),
        ("Return to the previous screen", "Go back"),
        ("'Tokyo' is shown", "Verify \"Tokyo\" is visible"),
        ("I do not see 'Error'", "Verify \"Error\" is not visible"),
    ] {
        let outline = prose_outline(&format!("1. {scenario}\n"));
        assert_eq!(
            outline,
            prose_outline(&format!("1. {plain}\n")),
            "{scenario}"
        );
    }
    for question in [
        "Open the menu",
        "The home screen is shown",
        "メニューを開く",
    ] {
        let outline = prose_outline(&format!("1. {question}\n"));
        assert_eq!(outline, format!("ask \"{question}\"\n"));
    }
}

#[test]
fn the_app_of_a_skill_is_the_one_its_header_names() {
    let verb_with = |apps: &str| {
        let skill = format!("---\nname: X\napp: {apps}\n---\n## Steps\n1. アプリを再起動\n");
        draft("x.md", &skill).steps[0].kind.verb()
    };
    assert_ne!(verb_with("Mail"), "ask");
    assert_eq!(verb_with("\"Mail, Maps\""), "ask");
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
