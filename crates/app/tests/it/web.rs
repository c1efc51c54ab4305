//! Real Chromium: skills and scenarios on pages that the test serves.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use crate::project::Project;

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

/// A server of the page that keeps what was bought.
pub(crate) struct Site {
    pub(crate) url: String,
    pub(crate) bought: Arc<Mutex<Vec<String>>>,
}

impl Site {
    pub(crate) fn serve() -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let url = format!("http://{}/", listener.local_addr().unwrap());
        let bought = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&bought);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let kept = Arc::clone(&kept);
                std::thread::spawn(move || answer(stream, &kept));
            }
        });
        Self { url, bought }
    }

    fn bought(&self) -> Vec<String> {
        self.bought.lock().unwrap().clone()
    }
}

fn answer(mut stream: TcpStream, bought: &Mutex<Vec<String>>) {
    let mut request = String::new();
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    if reader.read_line(&mut request).is_err() {
        return;
    }
    let mut line = String::new();
    while reader.read_line(&mut line).is_ok_and(|read| read > 2) {
        line.clear();
    }
    if let Some((_, what)) = request.split_once("/buy?what=") {
        let what = what.split(' ').next().unwrap_or_default();
        bought.lock().unwrap().push(what.to_owned());
    }
    let _ = write!(
        stream,
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{PAGE}",
        PAGE.len()
    );
}

#[test]
fn a_scenario_is_learned_and_replayed_in_a_browser() {
    let site = Site::serve();
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
    let site = Site::serve();
    let project = Project::with(&[("buy.yaml", &SKILL.replace("URL", &site.url))]);
    project.run("test buy.yaml --device web:").exits(0);
    project.run("compile buy.yaml --device web:").exits(0);
    project.run("test buy.yaml --device web:").exits(0);
    assert_eq!(site.bought(), ["Milk", "Milk", "Milk"]);
}

#[test]
fn a_page_is_looked_at_and_a_browser_that_is_not_there_is_said_so() {
    let site = Site::serve();
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
