//! Real Chromium: skills and scenarios on pages that the test serves.

mod acts;
mod attach;
mod files;
mod lists;
mod parts;
mod signals;
mod storage;
mod surroundings;
mod windows;

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
app: { web: \"URL\" }
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
  - open_url: URL
  - type: { text: ada@example.org, into: Email }
  - type: { text: lantern-42, into: Password }
  - tap: Log in
  - wait_for: Home
  - tap: { label: Buy, row: Milk }
  - assert_visible: Milk is in the cart
";

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
    let site = shop();
    let project = Project::with(&[("buy.yaml", &SCENARIO.replace("URL", &site.url))]);
    project.run("compile buy.yaml --device web:").exits(0);
    let replayed = project.run("test buy.yaml --device web: --json").exits(0);
    let result: serde_json::Value = serde_json::from_str(&replayed.stdout()).unwrap();
    assert_eq!(result["skills"][0]["mode"], "compiled");
    for (file, bytes) in project.files() {
        let is_source = file.ends_with("buy.yaml");
        let has_secret = bytes.windows(10).any(|part| part == b"lantern-42");
        assert!(is_source || !has_secret, "{}", file.display());
    }
}

#[test]
fn of_look_alike_rows_the_named_one_is_touched_by_what_the_server_got() {
    let site = shop();
    let project = Project::with(&[("buy.yaml", &SKILL.replace("URL", &site.url))]);
    project.run("test buy.yaml --device web:").exits(0);
    project.run("compile buy.yaml --device web:").exits(0);
    project.run("test buy.yaml --device web:").exits(0);
    assert_eq!(bought(&site), ["Milk", "Milk", "Milk"]);
}

#[test]
fn a_page_is_looked_at_and_a_browser_that_is_not_there_is_said_so() {
    let site = shop();
    let project = Project::new();
    let shown = project
        .run(&format!("screen --device web:{}", site.url))
        .exits(0);
    assert!(shown.text.contains("button \"Log in\""), "{}", shown.text);
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
    let skill = format!(
        "name: Choose\nsteps:\n  - open_url: {}\n  - scroll_to: Country 12.\n  - tap: Country 12.\n  - assert_visible: Country 12. it is\n",
        site.url
    );
    let project = Project::with(&[("choose.yaml", &skill)]);
    project.run("compile choose.yaml --device web:").exits(0);
    project.run("test choose.yaml --device web:").exits(0);
}
