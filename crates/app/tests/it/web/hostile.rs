//! Pages that hang, mislead or lead astray: what a run does about them.

use retap_model::codec::decode_record;
use retap_model::event::Event;

use super::project_on;
use crate::project::Project;
use crate::site::{Answer, Site};

/// Runs a skill of these steps in a browser of its own.
fn run(site: &Site, steps: &str, more: &str) -> (Project, crate::project::Ran) {
    let skill = format!("name: Skill\nsteps:\n  - open_url: SITE\n{steps}");
    let project = project_on(site, "skill.yaml", &skill);
    let ran = project.run(&format!("test skill.yaml --device web: {more}"));
    (project, ran)
}

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
        assert!(longest < 7000, "{longest} ms; {}", ran.stdout());
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
        "<button title='Delete all'>Cancel</button>",
        "<button title=Cancel aria-label='Delete all'>×</button>",
        "<button title=Cancel><img alt='Delete all' width=20 height=20></button>",
        "<button><img alt='Delete all' width=20 height=20>Cancel</button>",
        "<input type=button value='Delete all' aria-label=Cancel>",
        "<input type=submit value=Cancel title='Delete all'>",
        "<a href=# aria-label=Cancel><b>Delete</b><div>all files</div><div>now</div></a>",
        "<button>Cancel<span style='position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)'>Delete all</span></button>",
    ] {
        let site = Site::page(&format!("{TWO_FACED}{button}"));
        let (_, ran) = run(&site, "  - tap: Cancel\n", "--timeout 1");
        let said = ran.stdout() + &ran.stderr();
        assert_eq!(ran.code(), 1, "{button}: {said}");
        let is_clear =
            said.contains("because of the word") || said.contains("is not on the screen");
        assert!(is_clear, "{button}: {said}");
        assert_eq!(site.lines("GET /touched"), [""; 0], "{button}");
    }
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
        let ran = project.run("test skill.yaml --device web: --timeout 2");
        ran.exits(1).says("stopped: the site is blocked");
        assert_eq!(bank.lines(""), [""; 0]);
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
