//! Layers that pages put in front of themselves: closed where that agrees to nothing, else left alone and named. What
//! was touched is judged by what the server got.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{project_on, shared_browser};
use crate::project::{Project, Ran};
use crate::site::{Answer, Site};

/// A shop with a button that matters, and a layer in front of it.
const SHOP: &str = r#"<!doctype html><meta charset=utf-8><title>Shop</title>
<style>body { margin: 0; font: 16px sans-serif } button { font: inherit }
.front { position: fixed; inset: 0; background: #000c; z-index: 9 } .box { margin: 120px auto; width: 320px; background: #fff; padding: 20px }</style>
<h1>Tea shop</h1><p id=state>Nothing ordered</p><button id=order>Order tea</button>
<script>
const say = what => fetch('/said?' + encodeURIComponent(what), {method: 'POST'});
order.onclick = () => say('Order tea').then(() => state.textContent = 'Tea is ordered');
const shut = (layer, what) => say(what).then(() => layer.remove());
</script>
LAYER"#;

const COOKIES: &str = r#"<div class=front id=wall><div class=box role=dialog aria-modal=true aria-label="Cookie settings">
<p>We and our 214 partners use cookies to measure and personalise.</p>
<button onclick="shut(wall, 'Accept all')">Accept all</button> <button onclick="shut(wall, 'Reject all')">Reject all</button>
<button onclick="say('Settings')">Settings</button></div></div>"#;

const NATIVE: &str = r#"<dialog id=news><h2>What's new</h2><p>Faster pages.</p><button onclick="say('Got it').then(() => news.close())">Got it</button></dialog>
<script>news.showModal()</script>"#;

/// A layer that says nothing of itself: no role, no name, and a picture of a cross to close it.
const PLAIN: &str = r#"<div class=front id=wall><div class=box><b>Get our app</b><p>It is faster.</p>
<button onclick="shut(wall, 'Install')">Install</button> <span style="cursor:pointer" onclick="shut(wall, 'cross')">✕</span></div></div>"#;

const COACH: &str = r#"<div class=front id=mark onclick="event.stopPropagation()"><div class=box>
<p>Here you find everything that you ordered.</p><button onclick="shut(mark, 'Skip')">Skip</button> <button onclick="say('Next')">Next</button></div></div>"#;

/// A sheet that comes half a second after the page, and before something that is waited for.
const SHEET: &str = r#"<script>setTimeout(() => state.textContent = 'Teas are loaded', 700); setTimeout(() => document.body.insertAdjacentHTML('beforeend', `<div class=front id=sheet><div class=box>
<h3>Ten percent for you</h3><input placeholder="Your email"><button onclick="shut(sheet, 'Sign up')">Sign up</button>
<a href=/there onclick="shut(sheet, 'No, thanks'); return false">No, thanks</a></div></div>`), 500)</script>"#;

const JAPANESE: &str = r#"<div class=front id=wall><div class=box role=dialog aria-modal=true><h2>クッキーの使用について</h2>
<button onclick="shut(wall, '許可')">すべて許可</button> <button onclick="shut(wall, '拒否')">すべて拒否</button></div></div>"#;

/// A bar at the bottom that takes the touches meant for what is under it, and nothing else.
const BAR: &str = r#"<style>#order { position: absolute; bottom: 10px }</style>
<div id=bar style="position:fixed;bottom:0;left:0;right:0;height:80px;background:#fff">We use cookies
<button onclick="shut(bar, 'Accept')">Accept</button> <button onclick="shut(bar, 'Only necessary cookies')">Only necessary cookies</button></div>"#;

const SKILL: &str = "name: Order
steps:
  - open_url: SITE
  - tap: Order tea
  - assert_visible: Tea is ordered
";

fn shop(layer: &str) -> Site {
    Site::page(&SHOP.replace("LAYER", layer))
}

/// Returns what the page told its server, in order.
fn said(site: &Site) -> Vec<String> {
    let begin = "POST /said?";
    let lines = site.lines(begin).into_iter();
    let words = |line: String| {
        line[begin.len()..]
            .replace("%20", " ")
            .replace("%2C", ",")
            .replace("%E2%9C%95", "✕")
    };
    lines.map(words).collect()
}

/// Runs the skill live, learns it and replays it, on a page with this layer.
fn passes_past(layer: &str, closes: &str) -> (Project, String) {
    let site = shop(layer);
    let project = project_on(&site, "order.yaml", SKILL);
    let device = format!("order.yaml --device {}", shared_browser());
    let live = project.passes(&format!("test {device} --no-compiled")).text;
    project.passes(&format!("compile {device}"));
    project.replays(&device);
    let round = [closes, "Order tea"];
    assert_eq!(said(&site), [round, round, round].concat(), "{live}");
    (project, live)
}

/// Runs steps on a page with this layer, which must stop without anything being touched.
fn stops_at(layer: &str, skill: &str) -> (Vec<String>, Ran) {
    let site = shop(layer);
    let project = project_on(&site, "order.yaml", skill);
    let ran = project.run(&format!(
        "test order.yaml --device {} --timeout 2",
        shared_browser()
    ));
    (said(&site), ran.exits(1))
}

#[test]
fn a_cookie_wall_is_rejected_and_the_report_says_so() {
    let (_, live) = passes_past(COOKIES, "Reject all");
    assert!(
        live.contains("interruption: closed `Cookie settings` by touching `Reject all`"),
        "{live}"
    );
}

#[test]
fn a_dialog_of_the_page_that_only_informs_is_read() {
    passes_past(NATIVE, "Got it");
}

#[test]
fn a_layer_without_any_role_is_closed_by_its_cross() {
    passes_past(PLAIN, "cross");
}

#[test]
fn a_coach_mark_is_skipped() {
    passes_past(COACH, "Skip");
}

#[test]
fn a_wall_in_japanese_is_rejected() {
    let site = shop(JAPANESE);
    let project = project_on(&site, "order.yaml", SKILL);
    project.passes(&format!("test order.yaml --device {}", shared_browser()));
    assert_eq!(said(&site).len(), 2);
    assert!(
        said(&site)[0].contains("%E6%8B%92%E5%90%A6"),
        "{:?}",
        said(&site)
    );
}

#[test]
fn a_bar_over_the_target_is_closed_with_what_is_necessary_only() {
    passes_past(BAR, "Only necessary cookies");
}

#[test]
fn a_sheet_that_comes_later_is_turned_down() {
    let site = shop(SHEET);
    let skill = SKILL.replace("  - tap:", "  - wait_for: Teas are loaded\n  - tap:");
    let skill = skill.as_str();
    let project = project_on(&site, "order.yaml", skill);
    project.passes(&format!("test order.yaml --device {}", shared_browser()));
    assert_eq!(said(&site), ["No, thanks", "Order tea"]);
}

#[test]
fn a_wall_with_nothing_but_a_yes_stops_the_run_and_is_named() {
    let wall = r#"<div class=front id=wall><div class=box role=dialog aria-modal=true><h2>We value your privacy</h2>
<button onclick="shut(wall, 'Accept')">Accept</button></div></div>"#;
    let (said, ran) = stops_at(wall, SKILL);
    assert!(said.is_empty(), "{said:?}");
    ran.says("`We value your privacy` is in front and was left alone");
    let wall = wall.replace("Accept", "Continue to payment");
    let (said, _) = stops_at(&wall, SKILL);
    assert!(said.is_empty(), "{said:?}");
}

/// The layer is the page's answer to a touch: closing it would undo what was asked for.
#[test]
fn an_answer_of_the_page_to_an_act_is_not_touched() {
    let asks = r#"<button onclick="document.body.insertAdjacentHTML('beforeend', `<div class=front id=wall><div class=box role=dialog aria-modal=true>
<h2>QUESTION</h2><button onclick=&quot;shut(wall, 'Close')&quot;>Close</button><button onclick=&quot;shut(wall, 'Yes')&quot;>Yes</button></div></div>`)">Leave</button>"#;
    let skill = "name: Leave\nsteps:\n  - open_url: SITE\n  - tap: Leave\n  - tap: Order tea\n";
    for question in ["Discard changes?", "One more thing", "Leave now"] {
        let (said, ran) = stops_at(&asks.replace("QUESTION", question), skill);
        assert!(said.is_empty(), "{question}: {said:?}");
        ran.says(&format!("`{question}` is in front and was left alone"));
    }
}

/// Closing something is a change, and must not be taken for the answer of a button that does nothing.
#[test]
fn a_dead_button_is_not_proven_by_closing_a_bar() {
    let dead = BAR.replace("</style>", "</style><button>Dead</button>");
    let skill = "name: Dead\nsteps:\n  - open_url: SITE\n  - tap: Dead\n";
    let (said, ran) = stops_at(&dead, skill);
    assert!(said.is_empty(), "{said:?}");
    ran.says("nothing changed");
}

#[test]
fn a_layer_that_speaks_of_deleting_is_not_touched() {
    let wall = r#"<div class=front id=wall><div class=box role=dialog aria-modal=true><h2>Cookies</h2><p>If you reject, we delete your saved baskets.</p>
<button onclick="shut(wall, 'Accept')">Accept</button><button onclick="shut(wall, 'Reject')">Reject</button></div></div>"#;
    let (said, ran) = stops_at(wall, SKILL);
    assert!(said.is_empty(), "{said:?}");
    ran.says("it says `delete`");
}

#[test]
fn a_layer_that_does_not_go_away_ends_the_run() {
    let stuck = PLAIN.replace("shut(wall, 'cross')", "say('cross')");
    let (said, ran) = stops_at(&stuck, SKILL);
    assert_eq!(said, ["cross"]);
    ran.says("did not go away when `✕` was touched");
}

#[test]
fn a_banner_of_the_lesson_is_not_expected_again() {
    let banner = r#"<div style="position:fixed;bottom:0;left:0;right:0;background:#eee">We use cookies to measure <button onclick="this.parentNode.remove()">Reject all</button></div>"#;
    let site = Site::serve({
        let visits = std::sync::atomic::AtomicUsize::new(0);
        let page = SHOP.to_owned();
        move |_| {
            let first = visits.fetch_add(1, std::sync::atomic::Ordering::Relaxed) == 0;
            crate::site::Answer::page(page.replace("LAYER", if first { banner } else { "" }))
        }
    });
    let project = project_on(&site, "order.yaml", SKILL);
    let device = format!("order.yaml --device {}", shared_browser());
    project.passes(&format!("compile {device}"));
    project.replays(&device);
}

#[test]
fn a_close_that_the_lesson_saw_elsewhere_does_not_make_a_dialog_part_of_the_work() {
    let page = |news: &str| {
        format!(
            "<!doctype html><title>Board</title><button onclick=\"p.hidden = false\">Show</button>
            <section id=p hidden><h2>Issue</h2><button onclick=\"q.textContent = 'Updated'\">Update</button><button>Close</button><p id=q></p></section>{news}"
        )
    };
    let news = "<dialog id=news><h2>What is new</h2><p>Faster pages.</p><button aria-label=Close onclick=news.close()>×</button>
        <button>Take the tour</button></dialog><script>news.showModal()</script>";
    let is_new = Arc::new(AtomicBool::new(false));
    let now = Arc::clone(&is_new);
    let site = Site::serve(move |_| match now.load(Ordering::SeqCst) {
        true => Answer::page(page(news)),
        false => Answer::page(page("")),
    });
    let skill = "name: Update\nsteps:\n  - open_url: SITE\n  - tap: Show\n  - tap: Update\n  - assert_visible: Updated\n";
    let project = project_on(&site, "update.yaml", skill);
    let device = format!("update.yaml --device {}", shared_browser());
    project.passes(&format!("compile {device}"));
    assert!(project.read("update.compiled.json").contains("\"Close\""));
    is_new.store(true, Ordering::SeqCst);
    project.replays(&device);
}

#[test]
fn a_message_that_lies_over_the_target_and_goes_by_itself_is_waited_out() {
    const TOAST: &str = r#"<p id=toast role=status style="position:fixed;left:0;right:0;top:0;height:400px;margin:0;background:#fff">Your weekly mail is ready</p>
<script>setTimeout(() => toast.remove(), 3500)</script>"#;
    let has_toast = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&has_toast);
    let site = Site::serve(move |_| {
        let page = SHOP.replace("<p id=state>", "<p id=state style='margin-top:500px'>");
        let page = page.replace(
            "<button id=order>",
            "<button id=order style='position:absolute;top:200px'>",
        );
        let layer = match asked.load(Ordering::Relaxed) {
            true => TOAST,
            false => "",
        };
        Answer::page(page.replace("LAYER", layer))
    });
    let project = project_on(&site, "order.yaml", SKILL);
    let device = format!("order.yaml --device {}", shared_browser());
    project.passes(&format!("compile {device}"));
    has_toast.store(true, Ordering::Relaxed);
    project.replays(&device);
    assert_eq!(said(&site), ["Order tea", "Order tea"]);
}
