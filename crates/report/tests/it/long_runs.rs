//! Runs of many steps and suites of many runs take little memory, make small pages, and say what they leave out.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io;

use retap_model::event::{Purpose, Record};
use retap_model::verdict::Outcome;
use retap_report::{
    HtmlOptions, HtmlPages, RunFiles, RunSummary, Runs, Style, WritePage, html, html_pages, junit,
};

use crate::console::{TERMINAL, shown};
use crate::in_memory::one_picture;
use crate::story;

/// A loop of many rounds of which two fail, one early in the middle.
fn many_rounds(rounds: u32) -> Vec<Record> {
    let mut told = story::story("a", "Many", 2).begin().step("repeat");
    for round in 1..=rounds {
        told = told.round(round, 1).step("tap \"More\"");
        told = told
            .checked("`More` is visible", "Less", false)
            .checked("`More` is visible", "More", true)
            .pictured(Purpose::After, "a.png", None);
        told = match round == 5_000 || round == rounds {
            true => told.ends(1, Outcome::Failed, "`More` is gone"),
            false => told.passed(1),
        };
    }
    told.rounds_end()
        .ends(7, Outcome::Failed, "a round failed")
        .run_ends(Outcome::Failed, "step 2 failed")
}

#[test]
fn the_middle_of_a_long_run_is_left_out_and_what_failed_in_it_stays() {
    let runs = Runs::from_records(&many_rounds(10_000));
    let run = &runs.all()[0];
    assert!(run.steps.len() < 2_000, "{}", run.steps.len());
    assert_eq!(run.steps.len() as u64 + run.left_out().steps, 10_001);
    assert_eq!(run.left_out().not_passed, 0);
    let broken: Vec<String> = run.broken_steps().map(|step| step.title()).collect();
    assert_eq!(
        broken,
        ["tap \"More\" (round 5000)", "tap \"More\" (round 10000)"]
    );
    // The loop itself took what its rounds did not, those that are left out among them.
    assert_eq!((run.steps[0].took_ms, run.own_ms(0)), (10_007, 7));
    assert_eq!(run.tally().passed, 9_998);
}

#[test]
fn a_page_of_a_long_run_is_small_and_says_what_it_leaves_out() {
    let runs = Runs::from_records(&many_rounds(10_000));
    let files = one_picture();
    let mut page = Vec::new();
    let options = HtmlOptions {
        title: None,
        files: &files,
    };
    html(&runs, &options, &mut page).unwrap();
    let page = String::from_utf8(page).unwrap();
    assert!(page.len() < 3 << 20, "{}", page.len());
    assert!(
        page.contains("steps are not shown, all passed or were skipped; events.jsonl has them all, if the run is kept")
    );
    assert!(page.contains("<dd>10001</dd>"), "all steps are counted");
    let mut xml = Vec::new();
    junit(&runs, "retap", &files, &mut xml).unwrap();
    let xml = String::from_utf8(xml).unwrap();
    assert!(xml.contains("name=\"left_out\""));
}

/// Runs whose steps are read again from their records, as from a disk.
struct Kept<'a>(&'a [Record]);

impl RunFiles for Kept<'_> {
    fn whole<'a>(&self, run: &'a RunSummary) -> Cow<'a, RunSummary> {
        let records: Vec<Record> = self
            .0
            .iter()
            .filter(|it| it.run == run.id)
            .cloned()
            .collect();
        Cow::Owned(Runs::from_records(&records).all()[0].clone())
    }
    fn key(&self, _run: &str, file: &str) -> Option<String> {
        Some(file.replace('.', "-"))
    }
    fn read(&self, _run: &str, _file: &str) -> Option<Vec<u8>> {
        Some(b"png".to_vec())
    }
    fn path(&self, _run: &str, file: &str) -> String {
        format!("out/{file}")
    }
}

#[test]
fn reports_of_runs_kept_briefly_say_all_that_is_on_disk() {
    let records = [
        story::several(),
        story::looping("i"),
        story::unjudged("h", Outcome::Passed),
    ]
    .concat();
    let mut brief = Runs::brief();
    for record in &records {
        brief.add(record);
    }
    assert!(
        brief.find("a").unwrap().steps.is_empty(),
        "nothing to say of it"
    );
    let files = Kept(&records);
    let write = |runs: &Runs| {
        let (mut xml, mut page) = (Vec::new(), Vec::new());
        junit(runs, "retap", &files, &mut xml).unwrap();
        let options = HtmlOptions {
            title: None,
            files: &files,
        };
        html(runs, &options, &mut page).unwrap();
        (
            String::from_utf8(xml).unwrap(),
            String::from_utf8(page).unwrap(),
        )
    };
    assert_eq!(write(&brief), write(&Runs::from_records(&records)));
}

/// Pages in memory, and the names of the pictures beside them.
#[derive(Default)]
struct Pages {
    pages: BTreeMap<String, String>,
    pictures: Vec<String>,
}

impl HtmlPages for Pages {
    fn index_name(&self) -> String {
        "report #1.html".to_owned()
    }
    fn folder_name(&self) -> String {
        "report #1.files".to_owned()
    }
    fn index(&mut self, write: &mut WritePage<'_>) -> io::Result<()> {
        self.page("", write)
    }
    fn page(&mut self, name: &str, write: &mut WritePage<'_>) -> io::Result<()> {
        let mut page = Vec::new();
        write(&mut page)?;
        let page = String::from_utf8(page).expect("a page is text");
        self.pages.insert(name.to_owned(), page);
        Ok(())
    }
    fn picture(&mut self, name: &str, _run: &str, _file: &str) -> io::Result<()> {
        self.pictures.push(name.to_owned());
        Ok(())
    }
}

#[test]
fn many_runs_are_pages_of_which_the_first_lists_all_and_equal_pictures_are_one_file() {
    let records: Vec<Record> = (0..120)
        .flat_map(|run| story::failing(&format!("run-{run}")))
        .collect();
    let runs = Runs::from_records(&records);
    let (mut pages, files) = (Pages::default(), one_picture());
    let options = HtmlOptions {
        title: None,
        files: &files,
    };
    html_pages(&runs, &options, &mut pages).unwrap();
    let names: Vec<&str> = pages.pages.keys().map(String::as_str).collect();
    assert_eq!(names, ["", "page-1.html", "page-2.html", "page-3.html"]);
    let index = &pages.pages[""];
    assert!(index.contains("<a href=\"report%20%231.files/page-3.html#run-119\">"));
    assert!(!index.contains("<details"));
    // Nothing on it can be opened or closed.
    assert!(index.contains("data-do=\"filter\"") && !index.contains("data-do=\"open\""));
    assert!(index.contains("<a href=\"report%20%231.files/page-2.html\">51–100</a>"));
    let last = &pages.pages["page-3.html"];
    assert!(last.contains("id=\"run-119\"") && !last.contains("id=\"run-99\""));
    assert!(last.contains("<a href=\"../report%20%231.html\">"));
    assert!(last.contains("data-do=\"open\""));
    assert_eq!(pages.pictures.len(), 1, "{:?}", pages.pictures);
    assert!(last.contains(&format!("<img src=\"{}\"", pages.pictures[0])));
    assert!(last.contains("img-src 'self' file:\">") && index.contains("img-src data:\">"));
}

#[test]
fn the_console_follows_a_long_run() {
    let style = Style {
        verbose: true,
        ..TERMINAL
    };
    let told = shown(style, &many_rounds(10_000));
    let passed = told
        .lines()
        .filter(|line| line.ends_with("passed\u{1b}[0m 0.001 s"));
    assert_eq!(passed.count(), 9_998);
    let last: Vec<&str> = told.lines().rev().take(2).collect();
    assert!(last[1].contains("(round 5000): `More` is gone"), "{last:?}");
    assert!(
        last[0].contains("(round 10000): `More` is gone"),
        "{last:?}"
    );
}
