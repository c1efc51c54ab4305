//! What a page did besides what can be seen, where a person or an agent looks for it.

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
    let skill = "name: Buy\nsteps:\n  - open_url: URL\n  - tap: Buy\n";
    let project = Project::with(&[("buy.yaml", &skill.replace("URL", &site.url))]);
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
        .run(&format!("logs --device web:{}", site.url))
        .exits(0)
        .says("console.log: hello 42")
        .says("page error: ReferenceError: nowhere is not defined");
}
