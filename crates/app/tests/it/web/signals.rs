//! Requests and errors of a page, where a person or an agent looks for them.

use super::{project_on, shared_browser};
use crate::project::Project;
use crate::site::{Answer, Got, Site};

const PAGE: &str =
    "<title>Shop</title><h1>Shop</h1><button onclick=\"buy()\">Buy</button><p id=p></p><script>
async function buy() {
  const answer = await fetch('/api/Buy?token=s3cret', {method: 'POST'});
  if (!answer.ok) { console.error('cannot buy:', answer.status); undefinedName(); }
}
</script>";

fn shop() -> Site {
    Site::serve(|got: &Got| match got.line.split('?').next() {
        Some("POST /api/Buy") => Answer::status("500 Internal Server Error"),
        _ => Answer::page(PAGE),
    })
}

#[test]
fn a_failed_step_tells_the_request_and_the_errors_that_may_explain_it() {
    let site = shop();
    let skill = "name: Buy\nsteps:\n  - open_url: SITE\n  - tap: Buy\n";
    let project = project_on(&site, "buy.yaml", skill);
    let ran = project
        .run("test buy.yaml --device web: --timeout 2 --junit junit.xml --html report.html")
        .exits(1)
        .says("nothing changed; a request went wrong: POST 127.0.0.1:")
        .says("/api/Buy 500")
        .says("console.error: cannot buy: 500")
        .says("page error: ReferenceError: undefinedName is not defined");
    assert!(!ran.text.contains("s3cret"), "{}", ran.text);
    for report in ["junit.xml", "report.html"] {
        assert!(project.read(report).contains("cannot buy: 500"), "{report}");
    }
}

#[test]
fn the_log_of_a_page_is_told() {
    let site = Site::page("<h1>Here</h1><script>console.log('hello', 42); nowhere()</script>");
    let project = Project::new();
    project
        .passes(&format!("logs --device web:{}", site.url))
        .says("console.log: hello 42")
        .says("page error: ReferenceError: nowhere is not defined");
}

/// A page that asks its server for something again and again, whatever is touched.
const BEATING: &str = "<p id=p>-</p><script>
const beat = () => fetch('/beat', { method: 'POST' }).then(() => { p.textContent = 'Beating'; setTimeout(beat, 20); });
beat();</script>";

#[test]
fn the_server_took_only_what_the_act_sent() {
    for (button, is_sent) in [
        ("<button disabled>Send</button>", false),
        ("<button onclick=\"1\">Send</button>", false),
        ("<button>Write</button>", false),
        (
            "<button onclick=\"fetch('/save', { method: 'POST' })\">Send</button>",
            true,
        ),
    ] {
        let site = Site::page(&format!("{BEATING}{button}"));
        let skill =
            "name: Send\nsteps:\n  - open_url: SITE\n  - wait_for: Beating\n  - tap: Send\n";
        let project = project_on(&site, "send.yaml", skill);
        let device = shared_browser();
        let ran = project.run(&format!("test send.yaml --device {device} --timeout 1"));
        let told = ran.exits(1).text;
        assert_eq!(told.contains("the server took"), is_sent, "{told}");
        assert_eq!(told.contains("took POST"), is_sent, "{told}");
    }
}
