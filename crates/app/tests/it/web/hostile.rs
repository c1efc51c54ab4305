//! Pages that hang, mislead or lead astray: what a run does about them.

use retap_model::codec::decode_record;
use retap_model::event::Event;

use super::{project_on, shared_browser};
use crate::project::Project;
use crate::site::{Answer, Site};

/// Runs a skill of these steps in a browser of its own.
fn run(site: &Site, steps: &str, more: &str) -> (Project, crate::project::Ran) {
    let skill = format!("name: Skill\nsteps:\n  - open_url: SITE\n{steps}");
    let project = project_on(site, "skill.yaml", &skill);
    let ran = project.run(&format!("test skill.yaml --device web: {more}"));
    (project, ran)
}

/// Runs a skill of these steps in a browser that tests share.
fn run_shared(site: &Site, steps: &str) -> crate::project::Ran {
    let skill = format!("name: Skill\nsteps:\n  - open_url: SITE\n{steps}");
    let project = project_on(site, "skill.yaml", &skill);
    let device = shared_browser();
    project.run(&format!("test skill.yaml --device {device} --timeout 1"))
}

/// How long a command to the browser is waited for where no step limits it. Half of it is far from both that and the
/// seconds that the step has, however busy the machine is.
const OWN_WAIT_MS: u64 = 30_000;

#[test]
fn a_page_that_never_answers_holds_a_step_no_longer_than_a_wait() {
    for hang in ["while (1) {}", "setTimeout(() => { while (1) {} })"] {
        let site = Site::page(&format!("<button onclick=\"{hang}\">Go</button>"));
        let (project, ran) = run(
            &site,
            "  - tap: Go\n  - assert_visible: Done\n",
            "--timeout 3",
        );
        let ran = ran.exits(3).says("did not answer in time");
        let files = project.files().into_iter();
        let mut log = files
            .filter(|(path, _)| path.ends_with("events.jsonl"))
            .map(|(_, log)| log);
        let log = String::from_utf8(log.next_back().unwrap()).unwrap();
        let took = log.lines().filter_map(|line| decode_record(line).ok());
        let took = took.filter_map(|record| match record.event {
            Event::StepFinished(step) => Some(step.took_ms),
            _ => None,
        });
        let longest = took.max().unwrap();
        assert!(longest < OWN_WAIT_MS / 2, "{longest} ms; {}", ran.stdout());
    }
}

/// Buttons that say one thing to those who see them and another to those who do not.
const TWO_FACED: &str = "<!doctype html><title>Files</title><p id=p>-</p><span id=name hidden>Cancel</span>
<script>onclick = (event) => { if (event.target.closest('button,input,a')) fetch('/touched') }</script>";

#[test]
fn names_that_contradict_each_other_in_a_dangerous_way_are_not_touched() {
    for button in [
        "<button aria-label=Cancel>Delete all</button>",
        "<button aria-label='Delete all'>Cancel</button>",
        "<button aria-labelledby=name>Delete all</button>",
        "<button title=Cancel>Delete all</button>",
        "<button title=Cancel aria-label='Delete all'>×</button>",
        "<button title=Cancel><img alt='Delete all' width=20 height=20></button>",
        "<button><img alt='Delete all' width=20 height=20>Cancel</button>",
        "<input type=button value='Delete all' aria-label=Cancel>",
        "<a href=# aria-label=Cancel><b>Delete</b><div>all files</div><div>now</div></a>",
        "<button>Cancel<span style='position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)'>Delete all</span></button>",
        "<style>button::before { content: 'Delete ' } button::after { content: attr(data-x) }</style><button aria-label=Cancel data-x=all></button>",
        "<style>b::after { content: 'Delete all' }</style><button aria-label=Cancel><span><b></b></span></button>",
        "<style>button { color: transparent } button::after { content: 'Delete all'; color: red }</style><button>Cancel</button>",
        "<style>button { color: transparent } button span { color: red; position: absolute }</style><button>Cancel<span>Delete all</span></button>",
        "<button aria-label=Cancel><svg width=99 height=20><text y=15>Delete all</text></svg></button>",
        "<button aria-label=Cancel><svg width=99 height=20><defs><text id=t y=15>Delete all</text></defs><use href=#t /></svg></button>",
        "<button><span role=img aria-label=Cancel>Delete all</span></button>",
        "<button aria-label=Cancel>Del&#8203;ete</button>",
        "<button aria-label=Cancel>Del&shy;ete</button>",
        "<button aria-label=Cancel>Ｄｅｌｅｔｅ</button>",
        "<button aria-label=Cancel><span style=display:inline-block>Del</span><span style=display:inline-block>ete</span></button>",
        "<button aria-label=Cancel>모두 삭제</button>",
        "<button aria-label=Cancel>ᴅᴇʟᴇᴛᴇ</button>",
        "<style>button::before { content: 'De' }</style><button aria-label=Cancel>lete</button>",
        "<style>button::before { content: 'De' } button::after { content: 'te' }</style><button aria-label=Cancel>le</button>",
        "<style>i::before { content: 'De' }</style><button aria-label=Cancel><i></i><b>lete</b></button>",
    ] {
        let site = Site::page(&format!("{TWO_FACED}{button}"));
        let ran = run_shared(&site, "  - tap: Cancel\n");
        let said = ran.stdout() + &ran.stderr();
        assert_eq!(ran.code(), 1, "{button}: {said}");
        let is_clear =
            said.contains("because of the word") || said.contains("is not on the screen");
        assert!(is_clear, "{button}: {said}");
        assert_eq!(site.lines("GET /touched"), [""; 0], "{button}");
    }
}

#[test]
fn who_gives_the_id_too_has_said_which_one_is_meant() {
    let button = "<button id=all aria-label=Cancel>Delete all</button>";
    let site = Site::page(&format!("{TWO_FACED}{button}"));
    let ran = run_shared(&site, "  - tap: { label: Cancel }\n");
    ran.exits(1).says("if it is meant, write its id");
    run_shared(&site, "  - tap: { label: Cancel, id: all, effect: none }\n").exits(0);
    assert_eq!(site.lines("GET /touched").len(), 1);
}

#[test]
fn a_dangerous_text_is_touched_by_all_of_it_or_by_its_id() {
    let button = "<button id=leave>logout Sign out</button>";
    let site = Site::page(&format!("{TWO_FACED}{button}"));
    let ran = run_shared(&site, "  - tap: Sign out\n");
    ran.exits(1)
        .says("because of the word `logout`; if it is meant, write all of that text, or its id");
    assert_eq!(site.lines("GET /touched").len(), 0);
    run_shared(&site, "  - tap: { label: logout Sign out, effect: none }\n").exits(0);
    run_shared(
        &site,
        "  - tap: { label: Sign out, id: leave, effect: none }\n",
    )
    .exits(0);
    assert_eq!(site.lines("GET /touched").len(), 2);
}

#[test]
fn two_names_of_one_meaning_are_no_contradiction() {
    let button = "<button aria-label='Cancel your Pro subscription'>Cancel subscription</button>";
    let site = Site::page(&format!("{TWO_FACED}{button}"));
    run_shared(
        &site,
        "  - tap: { label: Cancel subscription, effect: none }\n",
    )
    .exits(0);
    run_shared(&site, "  - tap: Cancel\n").exits(1);
    assert_eq!(site.lines("GET /touched").len(), 1);
}

#[test]
fn an_element_that_says_the_opposite_to_others_is_not_touched() {
    for (words, button) in [
        (
            "Do not delete",
            "<button aria-label='Do not delete'>Delete</button>",
        ),
        ("Delete", "<button aria-label=Delete>Do not delete</button>"),
        (
            "削除しない",
            "<button aria-label=削除しない>削除する</button>",
        ),
        ("Yes", "<button aria-label=Yes>No</button>"),
        ("Deny", "<button aria-label=Deny>Allow</button>"),
        ("Stay", "<button aria-label=Stay>Leave</button>"),
        (
            "Undo delete",
            "<button aria-label='Undo delete'>Delete</button>",
        ),
        (
            "Okay",
            "<label for=d>Okay</label> <button id=d>Delete</button>",
        ),
        (
            "Okay",
            "<input type=image width=90 height=20 alt=Delete aria-label=Okay>",
        ),
    ] {
        let site = Site::page(&format!("{TWO_FACED}{button}"));
        let ran = run_shared(&site, &format!("  - tap: \"{words}\"\n"));
        ran.exits(1).says("because of the word");
        assert_eq!(site.lines("GET /touched"), [""; 0], "{button}");
    }
}

#[test]
fn names_that_say_the_same_in_other_words_are_no_contradiction() {
    let buttons = "<button aria-label='Don&apos;t allow cookies'>Reject all</button> <button aria-label='Accept all cookies'>OK</button>
<button aria-label='Show all results'>Show more</button> <button aria-label='Confirm deletion'>Delete</button>
<button aria-label='Reset password'>Forgot password?</button>
<button>Open<span style='position:absolute;width:1px;height:1px;overflow:hidden'> Anna Smith</span></button>";
    let site = Site::page(&format!("{TWO_FACED}{buttons}"));
    let names = [
        "Reject all",
        "OK",
        "Show more",
        "Confirm deletion",
        "Forgot password?",
        "Open Anna Smith",
    ];
    let taps = names.map(|name| format!("  - tap: {{ label: \"{name}\", effect: none }}\n"));
    run_shared(&site, &taps.concat()).exits(0);
    assert_eq!(site.lines("GET /touched").len(), names.len());
}

#[test]
fn a_tooltip_of_what_shows_words_is_no_second_name() {
    let buttons = "<style>b::before { content: '\\2605' } u::after { content: 'New' }</style>
<a href=# title='Quarterly report'>Q3</a> <button title='Discard changes'>Cancel</button> <button title=Discard aria-label=Close>✕</button>
<button title='Format text' aria-label=Bold>B</button> <a href=# title=すべての商品を見る>商品一覧</a> <input type=submit value=Go title='Delete all'>
<button title='You can delete this later'><b></b><u>Save</u></button>";
    let site = Site::page(&format!("{TWO_FACED}{buttons}"));
    let names = ["Q3", "Cancel", "Close", "Bold", "商品一覧", "Go", "Save"];
    let taps = names.map(|name| format!("  - tap: {{ label: {name}, effect: none }}\n"));
    run_shared(&site, &taps.concat()).exits(0);
    assert_eq!(site.lines("GET /touched").len(), names.len());
}

#[test]
fn elements_are_skipped_however_their_words_are_shown() {
    for button in [
        "<button aria-label=Go>Del&#8203;ete</button>",
        "<button>Ｄｅｌ&shy;ｅｔｅ</button>",
        "<style>button::before { content: 'Delete' }</style><button>Go</button>",
        "<style>button::after { content: 'ete' }</style><button aria-label=Go>Del</button>",
        "<style>i::before { content: 'De' }</style><button aria-label=Go><i></i><b>lete</b></button>",
        "<button aria-label=Go><svg width=99 height=20><text y=15>Delete</text></svg></button>",
        "<button aria-label=Go><img alt=Delete width=20 height=20></button>",
        "<label id=it for=d>Go</label> <button id=d>Delete</button>",
        "<button aria-label=Go><span style=display:inline-block>Del</span><span style=display:inline-block>ete</span></button>",
    ] {
        let button = button.replace("<button", "<button id=it");
        let site = Site::page(&format!("{TWO_FACED}{button}"));
        let skill = "name: Skill\nsteps:\n  - open_url: SITE\n  - tap: { id: it }\n";
        let project = project_on(&site, "skill.yaml", skill);
        project.write_home(".retap/permissions.json", r#"{"skipElements": ["delete"]}"#);
        let ran = project.run(&format!("test skill.yaml --device {}", shared_browser()));
        ran.exits(1).says("skipElements");
        assert_eq!(site.lines("GET /touched"), [""; 0], "{button}");
    }
}

#[test]
fn a_label_that_shows_nothing_is_refused() {
    let site = Site::page(&format!("{TWO_FACED}<button>One</button>"));
    for blank in ["\\u200b", "\\ufeff", "\\u00ad", "\\u2060 ", "\\u3164"] {
        for step in [
            "tap",
            "wait_for",
            "assert_visible",
            "scroll_to",
            "assert_not_visible",
        ] {
            let skill =
                format!("name: Skill\nsteps:\n  - open_url: SITE\n  - {step}: \"{blank}\"\n");
            let project = project_on(&site, "skill.yaml", &skill);
            project
                .run("check skill.yaml")
                .exits(2)
                .says("has no value");
        }
    }
    let skill = "name: Skill\nvariables: [WHO]\nsteps:\n  - open_url: SITE\n  - tap: \"${WHO}\"\n";
    let project = project_on(&site, "skill.yaml", skill);
    let line = format!("test skill.yaml --device {} --timeout 1", shared_browser());
    let ran = project.run_in(&[("WHO", "\u{200b}")], &line);
    ran.exits(1).says("is empty");
    assert_eq!(site.lines("GET /touched"), [""; 0]);
}

#[test]
fn a_page_that_leads_to_a_blocked_site_does_not_get_there() {
    let bank = Site::page("<h1>Bank</h1>");
    let to = bank.url.clone();
    let shop = Site::serve(move |got| match got.line.as_str() {
        "GET /away" => Answer::status("302 Found").with(&format!("Location: {to}moved")),
        "GET /later" => Answer::page(format!(
            "<meta http-equiv=refresh content='0; url={to}later'>"
        )),
        _ => Answer::page("<p>Shop</p><a href=/away>Away</a> <a href=/later>Later</a>"),
    });
    let host = bank.url.trim_start_matches("http://").trim_end_matches('/');
    for link in ["Away", "Later"] {
        let skill = format!(
            "name: Skill\nsteps:\n  - open_url: SITE\n  - tap: {link}\n  - assert_visible: Bank\n"
        );
        let project = project_on(&shop, "skill.yaml", &skill);
        let policy = format!("{{\"allow\": [\"*\"], \"blockedApps\": [\"{host}\"]}}");
        project.write_home(".retap/permissions.json", &policy);
        let ran = project.run("test skill.yaml --device web: --timeout 30");
        ran.exits(1).says("could not go on to");
        assert_eq!(bank.lines(""), [""; 0]);
    }
}

#[test]
fn a_part_of_a_page_that_is_of_a_blocked_site_is_told_by_its_step_and_by_one_that_fails() {
    let bank = Site::page("<p>Period</p>");
    let host = bank.url.trim_start_matches("http://").trim_end_matches('/');
    for part in [
        format!("<iframe src=http://{host}/></iframe>"),
        format!("<script>fetch('http://{host}/x').catch(() => 0)</script>"),
        format!("<script>new WebSocket('ws://{host}/x')</script>"),
    ] {
        let shop = Site::page(&format!("<p>Shop</p>{part}"));
        let skill = "name: Skill\nsteps:\n  - open_url: SITE\n  - assert_visible: Shop\n  - assert_visible: Period\n";
        let project = project_on(&shop, "skill.yaml", skill);
        let policy = format!("{{\"allow\": [\"*\"], \"blockedApps\": [\"{host}\"]}}");
        project.write_home(".retap/permissions.json", &policy);
        let told = format!("what the page wanted of `{host}` was stopped");
        let ran = project.run("test skill.yaml --device web: --timeout 2 --html report.html");
        ran.exits(1).says(&format!("warning: {told}"));
        let report = project.read("report.html");
        assert!(report.matches("blockedApps").count() >= 2, "{report}");
        assert_eq!(bank.lines(""), [""; 0]);
    }
}

#[test]
fn a_blocked_site_that_no_browser_knows_by_that_name_is_refused() {
    let site = Site::page("<h1>Shop</h1>");
    let skill = "name: Skill\nsteps:\n  - open_url: SITE\n  - assert_visible: Shop\n";
    let project = project_on(&site, "skill.yaml", skill);
    for (name, code) in [
        ("b%61nk.example", 2),
        ("http://2130706433", 2),
        ("My Bank", 0),
        ("bänk.example", 0),
    ] {
        let policy = format!("{{\"blockedApps\": [\"{name}\"]}}");
        project.write_home(".retap/permissions.json", &policy);
        let ran = project.run("test skill.yaml --device web: --timeout 2");
        assert_eq!(ran.code(), code, "{name}: {}", ran.stderr());
        assert_eq!(
            code == 0,
            !ran.stderr().contains("cannot be told"),
            "{name}"
        );
    }
}

#[test]
fn an_app_of_a_browser_is_no_file_and_no_code() {
    let site = Site::page("<p>Shop</p>");
    for address in [
        "file:///etc/passwd",
        "javascript:alert(1)",
        "view-source:SITE",
        "chrome://version",
    ] {
        let steps = format!("  - launch: \"{address}\"\n");
        let (_, ran) = run(&site, &steps, "--timeout 2");
        ran.exits(1).says("openSchemes");
    }
}

/// What buttons of a hostile page send: names of a megabyte for many items, a body that nests without end, bytes that are no
/// text, addresses and methods of a megabyte.
const SENDS: [&str; 4] = [
    "fetch('/a', {method: 'POST', body: `{\"${'k'.repeat(1e6)}\": [${Array(3e5).fill(0)}]}`})",
    "fetch('/a', {method: 'POST', body: '['.repeat(3e5)})",
    "fetch('/a', {method: 'POST', body: new Uint8Array([255, 254, 0, 200])})",
    "fetch('/' + 'p'.repeat(1e6) + '?' + 'q'.repeat(1e5), {method: 'M'.repeat(1e5)})",
];

/// Issue 13.7, 13.8: a page makes neither a run last nor a file grow by what it sends.
#[test]
fn what_a_page_sends_holds_no_run_up_and_fills_no_file() {
    for sent in SENDS {
        let page = format!(
            "<h1>Start</h1><button onclick=\"document.querySelector('h1').textContent = 'Done'; \
             go()\">Go</button><script>const go = () => {sent}</script>"
        );
        let deep = "[".repeat(100_000);
        let site =
            Site::serve(
                move |got| match got.line.starts_with("GET / ") || got.line == "GET /" {
                    true => Answer::page(page.clone()),
                    false => Answer::page(deep.clone()).with("Content-Type: application/json"),
                },
            );
        let skill =
            "name: Skill\nsteps:\n  - open_url: SITE\n  - tap: Go\n  - assert_visible: Done\n";
        let project = project_on(&site, "skill.yaml", skill);
        project.passes("compile skill.yaml --device web:");
        project.passes("test skill.yaml --device web:");
        let compiled = project.read("skill.compiled.json");
        assert!(compiled.len() < 20_000, "{} bytes", compiled.len());
    }
}
