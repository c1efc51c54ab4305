//! The content of password fields stays in the page, however the page shows it.

use retap_model::device::{Device, Drawn};

use super::kit::{Page, deadline, open, opened, shown};
use super::server::Server;

/// Returns everything the device tells of a page.
fn told(page: &mut Page) -> String {
    let screen = page.read();
    let tree = page.device.dump_tree(deadline()).unwrap();
    let logs = page.device.read_logs(deadline()).unwrap();
    let requests = page.device.signals_after(0).unwrap();
    let html = String::from_utf8_lossy(&tree.bytes).into_owned();
    format!("{screen:?}{html}{logs:?}{requests:?}")
}

/// Types a secret into `Secret`, does what `then` names, and checks that nothing tells it.
fn keeps(body: &str, then: Option<&str>) {
    let mut page = shown!(&format!("<!doctype html><body>{body}"));
    page.fill("Secret", "s3cret9");
    page.wait(|screen| {
        let field = screen.elements.iter().find(|element| element.is_password)?;
        (field.hidden_length == Some(7) && field.text == "••••").then_some(())
    });
    if let Some(button) = then {
        page.tap(button);
        page.see("Hide");
    }
    let told = told(&mut page);
    assert!(!told.contains("s3cret9"), "{body}: {told}");
    assert!(told.contains("is_password: true"), "{body}");
}

#[test]
fn a_form_that_is_sent_by_its_address_does_not_tell_the_password() {
    let server = Server::start(|got| {
        match got.path.split('?').next() {
        Some("/in") => "<h1>Welcome</h1><input type=password aria-label=Again>".into(),
        _ => "<form action=/in><label>Secret <input type=password name=password></label><button>Go</button></form>".into(),
    }
    });
    let mut page = opened!(open(&server.url("/")));
    page.fill("Secret", "s3cret9");
    page.tap("Go");
    page.see("Welcome");
    assert!(server.got().iter().any(|got| got.path.contains("s3cret9")));
    let told = told(&mut page);
    assert!(!told.contains("s3cret9"), "{told}");
}

#[test]
fn what_a_password_field_holds_is_never_told() {
    keeps("<label>Secret <input type=password></label>", None);
    keeps(
        "<label>Secret <input type=password oninput=\"this.setAttribute('value', this.value)\"></label>",
        None,
    );
    keeps(
        "<label>Secret <input autocomplete=one-time-code></label>",
        None,
    );
    keeps(
        "<label>Secret <input autocomplete='section-a cc-csc'></label>",
        None,
    );
    keeps(
        "<label>Secret <input style='-webkit-text-security:disc'></label>",
        None,
    );
    keeps(
        "<label>Secret <textarea style='-webkit-text-security:circle'></textarea></label>",
        None,
    );
    keeps(
        "<iframe srcdoc='<label>Secret <input type=password></label>'></iframe>",
        None,
    );
    keeps(
        "<x-y></x-y><script>document.querySelector('x-y').attachShadow({mode:'open'}).innerHTML = '<label>Secret <input type=password></label>'</script>",
        None,
    );
}

#[test]
fn an_eye_that_shows_a_password_to_people_shows_it_to_nobody_else() {
    keeps(
        "<label>Secret <input id=f type=password></label><button onclick=\"f.type = 'text'; this.textContent = 'Hide'\">Show</button>",
        Some("Show"),
    );
    keeps(
        "<label>Secret <input id=f type=password></label><button onclick=\"f.type = 'text'; f.setAttribute('value', f.value); this.textContent = 'Hide'\">Show</button>",
        Some("Show"),
    );
    // Frameworks make another field of the same name.
    keeps(
        "<label id=l>Secret <input id=f type=password></label><button onclick=\"const n = document.createElement('input'); n.id = 'f'; n.value = f.value; n.setAttribute('value', f.value); f.replaceWith(n); this.textContent = 'Hide'\">Show</button>",
        Some("Show"),
    );
    keeps(
        "<label id=l>Secret <input name=pw type=password></label><button onclick=\"const f = document.querySelector('input'); l.innerHTML = 'Secret <input name=pw value=' + f.value + '>'; this.textContent = 'Hide'\">Show</button>",
        Some("Show"),
    );
    keeps(
        "<label id=l>Secret <input type=password></label><button onclick=\"const f = document.querySelector('input'); l.innerHTML = 'Secret <input value=' + f.value + '>'; this.textContent = 'Hide'\">Show</button>",
        Some("Show"),
    );
}

#[test]
fn what_a_page_draws_is_told_of_what_is_in_view_and_passwords_are_hidden() {
    let rows: String = (0..3000).map(|row| format!("<tr><td>Row {row}")).collect();
    let mut page = shown!(&format!(
        "<!doctype html><input type=password aria-label=Secret value=s3cret9><table>{rows}</table>
         <p style='position:fixed;top:300px;left:200px'>On top</p>"
    ));
    page.see("On top");
    let drawn = page.device.drawn(deadline()).unwrap().unwrap();
    let hidden = drawn.iter().filter(|it| matches!(it, Drawn::Unreadable(_)));
    assert_eq!(hidden.count(), 1, "{drawn:?}");
    let says = |text: &str| {
        drawn
            .iter()
            .any(|it| matches!(it, Drawn::Text(said, _) if said.contains(text)))
    };
    assert!(says("Row 1") && says("On top") && !says("Row 2000") && !says("s3cret9"));
    assert!(drawn.len() < 200, "{}", drawn.len());
}
