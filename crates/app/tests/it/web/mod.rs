//! Real Chromium: skills and scenarios on pages that the test serves.

mod acts;
mod after_answer;
mod answers;
mod attach;
mod dialogs_after;
mod effects;
mod files;
mod guide;
mod heal;
mod hostile;
mod interruptions;
mod lists;
mod more_than_learned;
mod parts;
mod restless;
mod restructured;
mod signals;
mod storage;
pub(crate) mod surroundings;
mod things;
mod windows;

use std::fs;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use retap_drivers::SystemClock;
use retap_drivers::web::{Browser, BrowserConfig};

use crate::project::Project;
use crate::site::Site;

/// A sign-in, a list of look-alike rows, and a form that is sent to the server.
const PAGE: &str = r#"<!doctype html><meta charset=utf-8><title>Shop</title>
<main></main>
<script>
const main = document.querySelector('main');
function login() {
  main.innerHTML = '<h1>Sign in</h1><form><label>Email <input name=email></label>' +
    '<label>Password <input type=password name=password></label><button>Log in</button><p role=alert></p></form>';
  main.querySelector('form').onsubmit = event => {
    event.preventDefault();
    const sent = Object.fromEntries(new FormData(event.target));
    if (sent.password !== 'lantern-42') { main.querySelector('p').textContent = 'Wrong password'; return; }
    setTimeout(home, 150);
  };
}
function home() {
  const rows = ['Tea', 'Milk', 'Coffee'].map(name =>
    `<li><span>${name}</span> <button data-name="${name}">Buy</button></li>`).join('');
  main.innerHTML = '<h1>Home</h1><ul>' + rows + '</ul><p role=status></p>';
  main.querySelectorAll('button').forEach(button => button.onclick = () => {
    fetch('/buy?what=' + button.dataset.name, {method: 'POST'}).then(() => {
      main.querySelector('p').textContent = button.dataset.name + ' is in the cart';
    });
  });
}
login();
</script>"#;

const SCENARIO: &str = "name: Buy milk
app: { web: \"SITE\" }
variables: { password: lantern-42 }
steps:
  - id: Sign in
    actions:
      - do: Launch the app
      - then: '\"Sign in\" is shown'
      - do: Type \"ada@example.org\" into the Email field
      - do: Type \"(password)\" into the Password field
      - do: Tap the \"Log in\" button
      - then: The Home screen is shown
";

const SKILL: &str = "name: Buy milk
steps:
  - open_url: SITE
  - type: { text: ada@example.org, into: Email }
  - type: { text: lantern-42, into: Password }
  - tap: Log in
  - wait_for: Home
  - tap: { label: Buy, row: Milk }
  - assert_visible: Milk is in the cart
";

/// Returns a project with this file; `SITE` in it is where the site is.
fn project_on(site: &Site, file: &str, text: &str) -> Project {
    Project::with(&[(file, &text.replace("SITE", &site.url))])
}

/// Returns the address of the browser that tests share, where a run has a tab of its own. It ends with the tests:
/// it was started with a pipe to them, besides the port that runs join it by.
fn shared_browser() -> &'static str {
    static SHARED: OnceLock<(Browser, String)> = OnceLock::new();
    let (_, address) = SHARED.get_or_init(|| {
        let config = BrowserConfig {
            folders: vec!["/usr/bin".into()],
            scratch: Path::new(env!("CARGO_TARGET_TMPDIR")).to_owned(),
            arguments: vec!["--remote-debugging-port=0".to_owned()],
            ..BrowserConfig::default()
        };
        let browser = Browser::launch(&config, Arc::new(SystemClock::new())).unwrap();
        let file = browser
            .downloads()
            .unwrap()
            .with_file_name("DevToolsActivePort");
        let mut looks = std::iter::repeat_with(|| fs::read_to_string(&file).ok());
        let written = looks.find_map(|text| text.filter(|text| text.contains('\n')));
        let port = written.unwrap().lines().next().unwrap().to_owned();
        (browser, format!("web+attach:127.0.0.1:{port}"))
    });
    address
}

/// Compiles and replays a skill on a site, and checks that the replay was one.
fn learn_and_replay(site: &Site, file: &str, text: &str) -> Project {
    learn_and_replay_in(shared_browser(), site, file, text)
}

/// The same in a browser of its own with `web:`, for what cannot be done in one that others use too.
fn learn_and_replay_in(device: &str, site: &Site, file: &str, text: &str) -> Project {
    let project = project_on(site, file, text);
    project.passes(&format!("compile {file} --device {device}"));
    project.replays(&format!("{file} --device {device}"));
    project
}

/// Runs a skill of these steps on a site, which must fail and say these words.
fn fails_on(site: &Site, steps: &str, words: &str) {
    let skill = format!("name: Skill\nsteps:\n  - open_url: SITE\n{steps}");
    let project = project_on(site, "skill.yaml", &skill);
    let device = shared_browser();
    let ran = project.run(&format!("test skill.yaml --device {device} --timeout 2"));
    ran.exits(1).says(words);
}

/// Returns a server of the page.
pub(crate) fn shop() -> Site {
    Site::page(PAGE)
}

/// Returns what was bought.
pub(crate) fn bought(site: &Site) -> Vec<String> {
    let begin = "POST /buy?what=";
    let lines = site.lines(begin).into_iter();
    lines.map(|line| line[begin.len()..].to_owned()).collect()
}

#[test]
fn a_scenario_is_learned_and_replayed_in_a_browser() {
    let project = learn_and_replay(&shop(), "buy.yaml", SCENARIO);
    for (file, bytes) in project.files() {
        let is_source = file.ends_with("buy.yaml");
        let has_secret = bytes.windows(10).any(|part| part == b"lantern-42");
        assert!(is_source || !has_secret, "{}", file.display());
    }
}

#[test]
fn of_look_alike_rows_the_named_one_is_touched_by_what_the_server_got() {
    let site = shop();
    project_on(&site, "buy.yaml", SKILL).passes("test buy.yaml --device web:");
    learn_and_replay(&site, "buy.yaml", SKILL);
    assert_eq!(bought(&site), ["Milk", "Milk", "Milk"]);
}

#[test]
fn a_page_is_looked_at_and_a_browser_that_is_not_there_is_said_so() {
    let site = shop();
    let project = Project::new();
    project
        .passes(&format!("screen --device web:{}", site.url))
        .says("button \"Log in\"");
    let missing = format!(
        "tap X --device web:{} --browser /nowhere/chromium",
        site.url
    );
    project.run(&missing).exits(3);
}

/// A page whose middle does not scroll, with a list in a corner that does.
const CORNER: &str = "<!doctype html><title>Countries</title><h1>Countries</h1>
<select multiple size=4 style=width:150px>LIST</select><p role=status></p>
<script>document.querySelector('select').onchange = event =>
  document.querySelector('p').textContent = event.target.value + ' it is';</script>";

#[test]
fn a_list_in_a_corner_is_scrolled_when_nothing_else_scrolls() {
    let list: String = (1..=30)
        .map(|number| format!("<option>Country {number}."))
        .collect();
    let site = Site::page(&CORNER.replace("LIST", &list));
    let skill = "name: Choose\nsteps:\n  - open_url: SITE\n  - scroll_to: Country 12.\n  - tap: Country 12.\n  - assert_visible: Country 12. it is\n";
    learn_and_replay(&site, "choose.yaml", skill);
}

/// A form whose texts stand beside controls that have other names.
const BESIDE: &str = "<!doctype html><title>Profile</title><style>td { padding: 8px 20px }</style><h1>Profile</h1><table>
<tr><td>Password<td>set<td><input aria-label='Public nickname' oninput=\"fetch('/hit?nick')\">
<tr><td>Pause account<td><button onclick=\"fetch('/hit?delete')\">Delete account</button>
<tr><td>Camera<td><input type=checkbox aria-label=Microphone onchange=\"fetch('/hit?mic')\">
<tr><td>Invoice 12<td>Travel<td><a href='/hit?pay'>Pay</a></table>
<div style='display:flex;gap:40px'><h2>Save</h2><button onclick=\"fetch('/hit?reset')\">Reset</button></div>
<p>City</p><input placeholder='Your town' id=city>";

#[test]
fn a_text_beside_a_control_of_another_name_is_not_that_control() {
    let site = Site::page(BESIDE);
    for (step, own) in [
        (
            "type: { text: x, into: { label: Password, role: text_field } }",
            "Public nickname",
        ),
        (
            "tap: { label: Pause account, role: button }",
            "Delete account",
        ),
        ("check: { label: Camera, role: checkbox }", "Microphone"),
        ("tap: { label: Save, role: button }", "Reset"),
        ("assert_visible: { label: Travel, role: link }", "Pay"),
    ] {
        fails_on(
            &site,
            &format!("  - {step}\n"),
            &format!("beside it is called `{own}`"),
        );
    }
    assert!(site.lines("GET /hit").is_empty(), "{:?}", site.got());
    let skill = "name: Type\nsteps:\n  - open_url: SITE\n  - type: { text: Rome, into: { label: City, role: text_field } }\n";
    learn_and_replay(&site, "type.yaml", skill);
}

/// A list that is longer than the window.
const LONG: &str = "<!doctype html><title>Things</title><h1>Things</h1><ul id=list></ul><script>
for (let n = 1; n <= 90; n++) list.insertAdjacentHTML('beforeend', `<li>Thing ${n}.</li>`)</script>";

#[test]
fn what_is_only_out_of_view_is_not_absent() {
    let site = Site::page(LONG);
    let gone = "  - assert_not_visible: Thing 90.\n";
    fails_on(&site, gone, "`Thing 90.` is on the page, out of view");
    let scrolled =
        "  - scroll_to: { label: Thing 90., max: 60 }\n  - assert_not_visible: Thing 1.\n";
    fails_on(&site, scrolled, "`Thing 1.` is on the page, out of view");
    let skill = "name: Look\nsteps:\n  - open_url: SITE\n  - assert_not_visible: Thing 91.\n  - assert_not_visible: { label: Thing 90., in_view: true }\n";
    learn_and_replay(&site, "look.yaml", skill);
    let scenario = "name: Look\napp: { web: \"SITE\" }\nsteps:\n  - id: Look\n    actions:\n      - do: Launch the app\n      - then: \"'Thing 90.' is not in view\"\n      - then: \"'Thing 91.' is not shown\"\n";
    learn_and_replay(&site, "look.yaml", scenario);
    let project = project_on(&site, "look.yaml", &scenario.replace("91", "90"));
    let ran = project.run(&format!(
        "test look.yaml --device {} --timeout 2",
        shared_browser()
    ));
    ran.exits(1).says("`Thing 90.` is on the page, out of view");
}

#[test]
fn a_given_value_is_looked_for_as_a_whole_name() {
    let site = Site::page("<!doctype html><title>Claims</title><h1>Claims</h1><p>Hotel Berlin</p>");
    let value = "${CLAIM:-Hotel}";
    for verb in ["assert_visible", "wait_for"] {
        fails_on(&site, &format!("  - {verb}: {value}\n"), "`Hotel`");
    }
    let skill =
        format!("name: Look\nsteps:\n  - open_url: SITE\n  - assert_not_visible: {value}\n");
    learn_and_replay(&site, "look.yaml", &skill);
}
