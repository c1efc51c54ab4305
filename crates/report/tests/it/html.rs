//! The page says what happened, opens what went wrong, and lets nothing in.

use retap_model::event::{Event, Purpose, Record, RunMode};
use retap_model::verdict::Outcome;
use retap_report::{HtmlOptions, Runs, html};

use crate::in_memory::one_picture;
use crate::{scenario_story, story};

fn page(records: &[Record]) -> String {
    let options = HtmlOptions {
        title: None,
        files: &one_picture(),
    };
    let mut page = Vec::new();
    html(&Runs::from_records(records), &options, &mut page).expect("memory takes every write");
    String::from_utf8(page).expect("a page is text")
}

/// Returns the part of the page from one text up to the end of another.
fn part<'a>(page: &'a str, from: &str, to: &str) -> &'a str {
    let start = page.find(from).expect("the part begins");
    let length = page[start..].find(to).expect("the part ends");
    &page[start..start + length + to.len()]
}

fn tap_with_pictures() -> Vec<Record> {
    let point = [195.0, 211.0];
    story::story("a", "Check About", 1)
        .begin()
        .step("tap \"General\"")
        .located_with("General", point, |located| {
            located
                .evidence
                .push(story::evidence("position", "5th row", "6th row", -4));
            located.exclusions = vec![story::exclusion("another row", 2)];
            located.drift = vec!["moved down by 44 points".to_owned()];
        })
        .pictured(Purpose::Before, "before.png", Some(point))
        .acted("tap at (195, 211)", Some(point))
        .checked("the title `General`", "`General`", true)
        .captured("version", "18.2")
        .measured("open", 84)
        .pictured(Purpose::After, "missing.png", None)
        .ends(80, Outcome::Passed, "the screen changed")
        .run_passed()
}

#[test]
fn a_step_shows_all_that_is_known_about_it() {
    let page = page(&tap_with_pictures());
    insta::assert_snapshot!(part(&page, "<details", "</details>"));
}

#[test]
fn a_failed_step_is_open_and_says_why() {
    let page = page(&story::failing("a"));
    insta::assert_snapshot!(part(&page, "<section class=\"run", "</section>"));
}

#[test]
fn the_top_tells_verdict_skill_device_mode_time_and_date() {
    let page = page(&story::failing("a"));
    insta::assert_snapshot!(part(&page, "<p class=\"brand\"", "</dl>"));
}

#[test]
fn several_runs_have_an_overview() {
    let page = page(&story::several());
    insta::assert_snapshot!(part(&page, "<p class=\"verdict\"", "</p>"), @r#"<p class="verdict"><strong class="passed">2 passed</strong> <strong class="flaky">1 flaky</strong> <strong class="device-error">1 device error</strong> <strong class="not-judged">1 not judged</strong> <strong class="interrupted">1 interrupted</strong></p>"#);
    insta::assert_snapshot!(part(&page, "<section class=\"overview\"", "</section>"));
}

#[test]
fn a_pass_with_open_questions_is_noted_in_the_overview() {
    let records = [
        scenario_story::login("a"),
        scenario_story::unjudged("b", Outcome::Passed),
        scenario_story::broken_replay("c"),
    ];
    let page = page(&records.concat());
    let overview = part(&page, "<section class=\"overview\"", "</section>");
    assert!(overview.contains("<th>Scenario</th>"), "{overview}");
    insta::assert_snapshot!(part(overview, "<span class=\"note\"", "</span>"), @r#"<span class="note">passed with 2 steps that nobody judged</span>"#);
    let replayed = part(&page, ">1.1<", "</summary>");
    assert!(
        replayed.contains("<span class=\"quiet\">One / </span>open the app"),
        "{replayed}"
    );
}

#[test]
fn learning_and_replay_stand_side_by_side() {
    let mut learned = story::passing("learn");
    for record in &mut learned {
        if let Event::RunStarted(started) = &mut record.event {
            started.mode = RunMode::Learning;
        }
        if let Event::StepFinished(finished) = &mut record.event {
            finished.took_ms *= 4;
        }
        if let Event::RunFinished(finished) = &mut record.event {
            finished.took_ms *= 4;
        }
    }
    let page = page(&[learned, story::passing("replay")].concat());
    insta::assert_snapshot!(part(&page, "<section class=\"compare\"", "</section>"));
}

#[test]
fn a_scenario_has_its_sections_as_headings() {
    let page = page(&scenario_story::login("a"));
    insta::assert_snapshot!(part(&page, "<section class=\"run", "</section>"));
    assert_balanced(&page);
}

#[test]
fn what_was_sent_to_a_model_is_listed_with_its_step() {
    let page = page(&scenario_story::order("a"));
    insta::assert_snapshot!(part(&page, "<div class=\"sent\"", "</div>"));
    assert!(part(&page, "looks tidy", "</span>").contains("sent to a model"));
    assert!(part(&page, "the banner", "</span>").contains("evidence only"));
    assert_balanced(&page);
}

#[test]
fn text_of_the_app_stays_text() {
    let nasty = "<script>alert(1)</script><img src=x onerror=alert(1)>\"'`";
    let records = story::story("a", nasty, 1)
        .header(|header| {
            header.device = nasty.to_owned();
            header.device_name = nasty.to_owned();
            header.file = nasty.to_owned();
            header.started_at = nasty.to_owned();
        })
        .begin()
        .warn(nasty)
        .step(nasty)
        .warn(nasty)
        .located_with(nasty, [1.0, 1.0], |located| {
            located.by = nasty.to_owned();
            located.strategy = nasty.to_owned();
            located.evidence = vec![story::evidence(nasty, nasty, nasty, 1)];
            located.drift = vec![nasty.to_owned()];
        })
        .acted(nasty, None)
        .checked(nasty, nasty, false)
        .pictured(Purpose::Failure, nasty, None)
        .captured(nasty, nasty)
        .measured(nasty, 1)
        .signalled(nasty)
        .downloaded(nasty, None)
        .downloaded(nasty, Some(nasty))
        .ends(1, Outcome::Failed, nasty)
        .sentence_with([nasty, nasty], nasty, nasty, |mark| mark.original += nasty)
        .sent(nasty)
        .ends(1, Outcome::Failed, nasty)
        .run_ends(Outcome::Failed, nasty);
    let page = page(&[records.clone(), records].concat());
    assert_eq!(page.matches("<script").count(), 1, "only our own");
    assert!(!page.contains("<img src=x"));
    assert_balanced(&page);
}

#[test]
fn the_page_needs_nothing_besides_itself() {
    let page = page(&[tap_with_pictures(), story::looping("b")].concat());
    for outside in ["http://", "https://", "@import", "url(", "<link", "src=\"/"] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(page.contains("href=\"data:image/png;base64,cG5n\""));
    assert_balanced(&page);
}

#[test]
fn equal_pictures_are_in_the_page_once() {
    let page = page(&[tap_with_pictures(), tap_with_pictures()].concat());
    assert_eq!(page.matches("data:image/png").count(), 1);
    assert_eq!(page.matches("<use href=\"#picture-0\">").count(), 2);
    insta::assert_snapshot!(part(&page, "<svg class=\"store\"", "</defs></svg>"), @r##"
    <svg class="store" width="0" height="0" aria-hidden="true"><defs>
    <image id="picture-0" width="9" height="16" href="data:image/png;base64,cG5n"></image>
    </defs></svg>
    "##);
}

#[test]
fn nothing_to_report_is_still_a_page() {
    let page = page(&[]);
    insta::assert_snapshot!(part(&page, "<h1>", "</p>"), @r#"
    <h1>0 runs</h1>
    <p class="verdict">Nothing ran</p>
    "#);
    assert_balanced(&page);
}

/// Walks the tags of the body: each one that is opened is closed, in order.
fn assert_balanced(page: &str) {
    let body = part(page, "<body>", "<script>").trim_end_matches("<script>");
    let mut open: Vec<&str> = Vec::new();
    for tag in body.split('<').skip(1) {
        let tag = &tag[..tag.find('>').expect("a tag ends")];
        let name = tag.split(' ').next().unwrap_or(tag);
        match name.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name), "{tag}"),
            None if ["img", "br"].contains(&name) => {}
            None => open.push(name),
        }
    }
    assert_eq!(open, ["body"]);
}
