//! Lists that are long, are not all there, scroll by themselves or are put in order, each learned and replayed as a
//! skill, by what the server got.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use super::windows::{replayed, site};
use super::{fails_on, project_on, shared_browser};
use crate::project::Ran;
use crate::site::{Answer, Got, Site};

/// Rows that are only in the page while they are in view.
const VIRTUAL: &str = "<h1>People</h1><div id=list style='height:300px;overflow:auto;position:relative'><div style='height:40000px'></div></div>
<script>const draw = () => {
  list.querySelectorAll('.row').forEach((row) => row.remove());
  const first = Math.floor(list.scrollTop / 40);
  for (let n = first; n < first + 9; n++) {
    const row = document.createElement('div');
    row.className = 'row'; row.role = 'listitem';
    row.style = `position:absolute;height:40px;top:${n * 40}px`;
    row.innerHTML = `<span>Person ${n}.</span> <button>Greet</button>`;
    row.querySelector('button').onclick = () => said('greet ' + n);
    list.append(row);
  }
};
list.onscroll = draw; draw()</script>";

#[test]
fn a_row_that_is_not_in_the_page_yet_is_scrolled_to() {
    let steps = "  - scroll_to: { label: Person 60., max: 60 }
  - tap: { label: Greet, row: Person 60. }
  - wait_for: said greet 60
";
    assert_eq!(replayed(&site(VIRTUAL), steps), ["greet 60"]);
}

#[test]
fn a_page_that_loads_more_at_its_end_is_scrolled_to_what_it_loads() {
    let site = Site::serve(|got: &Got| {
        match got.line.strip_prefix("GET /more?") {
        Some(from) => {
            let from: u32 = from.parse().unwrap();
            let rows = (from..from + 20).map(|n| {
                format!("<li><span>Post {n}.</span> <button onclick=\"said('like {n}')\">Like</button></li>")
            });
            Answer::page(rows.collect::<String>())
        }
        None => Answer::page(
            "<!doctype html><title>Posts</title><p id=p style='position:fixed;top:0;right:0'>-</p><ul id=list></ul><div id=end>…</div><script>
             let next = 0;
             function said(what) { fetch('/said?' + encodeURIComponent(what)).then(() => p.textContent = 'said ' + what) }
             const more = () => fetch('/more?' + next).then((r) => r.text()).then((rows) => {
               next += 20; list.insertAdjacentHTML('beforeend', rows); watch.unobserve(end); watch.observe(end); });
             const watch = new IntersectionObserver((seen) => { if (seen[0].isIntersecting && next < 200) more() });
             watch.observe(end)</script>",
        ),
    }
    });
    let steps = "  - scroll_to: { label: Post 77., max: 60 }
  - tap: { label: Like, row: Post 77. }
  - wait_for: said like 77
";
    assert_eq!(replayed(&site, steps), ["like 77"]);
}

/// A page with two parts that scroll by themselves, beside one that is under a finger in the middle.
const PANES: &str = "<style>body { margin: 0; display: flex; height: 100vh } div { overflow: auto } aside { display: flex; flex-direction: column; width: 200px }
  aside div { height: 200px } main { flex: 1; overflow: auto }</style>
<aside><div id=a></div><div id=b></div></aside><main id=m></main>
<script>const fill = (into, what, many) => { for (let n = 1; n <= many; n++)
  into.insertAdjacentHTML('beforeend', `<p><button onclick=\"said('${what} ${n}')\">${what} ${n}.</button></p>`) };
fill(a, 'Folder', 20); fill(b, 'Label', 20); fill(m, 'Mail', 30)</script>";

#[test]
fn every_part_that_scrolls_by_itself_is_looked_through() {
    let steps = "  - scroll_to: { label: Label 18., max: 60 }
  - tap: Label 18.
  - wait_for: said Label 18
";
    assert_eq!(replayed(&site(PANES), steps), ["Label 18"]);
    let nowhere = "  - scroll_to: { label: Label 99., max: 60 }\n";
    fails_on(&site(PANES), nowhere, "`Label 99.` was not found");
}

/// A page, and a part of one, with a long stretch in which there is nothing to read.
const DRAWINGS: [&str; 2] = [
    "<header style='position:fixed;top:0'>Report</header><div style='height:2600px'></div><button onclick=\"said('end')\">Print</button>",
    "<h1>Report</h1><div style='height:400px;overflow:auto'><div style='height:1500px'></div><button onclick=\"said('end')\">Print</button></div>",
];

#[test]
fn where_nothing_is_to_be_read_is_not_the_end_of_a_page() {
    for page in DRAWINGS {
        let steps =
            "  - scroll_to: { label: Print, max: 40 }\n  - tap: Print\n  - wait_for: said end\n";
        assert_eq!(replayed(&site(page), steps), ["end"]);
    }
}

/// A list that is put in order by dragging, as browsers have it.
const DRAGGED: &str = "<ol>
  <li draggable=true>Wash</li><li draggable=true>Rinse</li><li draggable=true>Dry</li></ol>
<script>let held; document.querySelectorAll('li').forEach((item) => {
  item.ondragstart = () => held = item;
  item.ondragover = (e) => e.preventDefault();
  item.ondrop = (e) => { e.preventDefault(); item.before(held);
    said([...document.querySelectorAll('li')].map((it) => it.textContent).join(' ')) } })</script>";

/// The same with a pointer alone.
const PULLED: &str = "<style>li { touch-action: none; user-select: none; padding: 10px }</style><ol><li>Wash</li><li>Rinse</li><li>Dry</li></ol>
<script>let held; const items = () => [...document.querySelectorAll('li')];
items().forEach((item) => item.onpointerdown = () => held = item);
onpointerup = (e) => { const under = document.elementFromPoint(e.clientX, e.clientY);
  if (held && under.tagName === 'LI' && under !== held) { under.before(held); said(items().map((it) => it.textContent).join(' ')) } held = null }</script>";

#[test]
fn a_list_is_put_in_order_by_dragging() {
    let steps = "  - drag: { from: Dry, to: Wash }
  - wait_for: said Dry Wash Rinse
";
    for page in [DRAGGED, PULLED] {
        assert_eq!(replayed(&site(page), steps), ["Dry Wash Rinse"]);
    }
}

/// A list whose rows are read as one text with their price.
fn prices(rows: &[&str]) -> String {
    let rows = rows.iter().map(|row| {
        format!("<li>{row} <button onclick=\"fetch('/said?{row}').then(() => p.textContent = 'It is open')\">Open</button></li>")
    });
    format!(
        "<!doctype html><title>Prices</title><ul>{}</ul><p id=p>-</p>",
        rows.collect::<String>()
    )
}

#[test]
fn a_row_is_named_without_its_price_and_look_alikes_stop_the_run() {
    let rows = Arc::new(Mutex::new(prices(&["Bread 3.00", "Milk 6.50"])));
    let shown = Arc::clone(&rows);
    let site = Site::serve(move |_| Answer::page(shown.lock().unwrap().clone()));
    let skill = "name: Open\nsteps:\n  - open_url: SITE\n  - tap: { label: Open, row: Milk }\n  - wait_for: It is open\n";
    let project = project_on(&site, "open.yaml", skill);
    project.passes("compile open.yaml --device web:");
    *rows.lock().unwrap() = prices(&["Milk 7.20", "Bread 3.00"]);
    project.passes("test open.yaml --device web:");
    for (shown, reason) in [
        (
            ["Milk 6.50", "Oat Milk 7.00"],
            "the row `Milk` could be any of 2: `Milk 6.50`, `Oat Milk 7.00`",
        ),
        (
            ["Oat Milk 7.00", "Bread 3.00"],
            "no row is called `Milk`; `Oat Milk 7.00` has it among other words",
        ),
        (
            ["Tea 2.00", "Bread 3.00"],
            "`Open` is there, but in no row `Milk`; its rows: `Tea 2.00`, `Bread 3.00`",
        ),
    ] {
        *rows.lock().unwrap() = prices(&shown);
        let ran = project.run("test open.yaml --device web: --timeout 2");
        ran.exits(1).says(reason);
    }
    let opened = ["GET /said?Milk%206.50", "GET /said?Milk%207.20"];
    assert_eq!(site.lines("GET /said?"), opened);
}

/// A menu of dishes to choose from, and what becomes of the order, all of one kind.
fn dishes(names: &[&str], answer: &str) -> String {
    let names = names.iter().map(|name| {
        format!("<p onclick=\"ordered = '{name}'; order.hidden = false\" style=cursor:pointer>{name}</p>")
    });
    format!(
        "<!doctype html><title>Menu</title><h1>Menu</h1><button onclick=\"dishes.hidden = false\">Show</button>
         <div id=dishes hidden>{}<p id=p></p></div><button id=order hidden
         onclick=\"fetch('/said?' + ordered).then(() => p.textContent = '{answer}')\">Order</button>",
        names.collect::<String>()
    )
}

#[test]
fn what_an_input_chooses_among_may_be_others_but_what_comes_of_it_may_not() {
    let page = Arc::new(Mutex::new(dishes(
        &["Soup", "Stew", "Rice"],
        "It is cooked",
    )));
    let shown = Arc::clone(&page);
    let site = Site::serve(move |_| Answer::page(shown.lock().unwrap().clone()));
    let skill = "name: Order\nsteps:\n  - open_url: SITE\n  - tap: Show\n  - tap: \"${dish}\"\n  - tap: Order\n";
    let project = project_on(&site, "order.yaml", skill);
    project.passes("compile order.yaml --device web: --set dish=Soup");
    *page.lock().unwrap() = dishes(&["Curry", "Pie"], "It is cooked");
    project.passes("test order.yaml --device web: --set dish=Pie");
    *page.lock().unwrap() = dishes(&["Roast", "Soup"], "There is none left");
    project
        .run("test order.yaml --device web: --set dish=Soup --timeout 2")
        .exits(1)
        .says("expected that `It is cooked` shows");
    let said = ["GET /said?Soup", "GET /said?Pie", "GET /said?Soup"];
    assert_eq!(site.lines("GET /said?"), said);
}

/// A form whose button is a screen and a half below, under a header that sticks, and a list that scrolls by itself.
const LONG_FORM: &str = "<style>body { margin: 0 } header { position: sticky; top: 0; height: 90px; background: #ccc } .box { height: 120px; overflow: auto }</style>
<header><h1>Long form</h1></header><label>Name <input id=who></label><div class=box id=box></div><div style='height:1400px'></div>
<label>Colour <select id=colour><option>Red<option>Blue</select></label> <button onclick=\"said('saved ' + who.value + ' ' + colour.value + ' ' + (window.chosen || 'none'))\">Save</button>
<script>for (let n = 1; n <= 30; n++) box.insertAdjacentHTML('beforeend', `<p><button onclick=\"chosen = ${n}\">Part ${n}.</button></p>`);
box.onclick = (event) => { event.target.textContent = 'Chosen'; }</script>";

#[test]
fn what_is_below_is_scrolled_to_and_counts_as_there() {
    let steps = "  - assert_visible: Save
  - type: { into: Name, text: Ada }
  - tap: Part 22.
  - select: { label: Colour, option: Blue }
  - tap: Save
  - wait_for: said saved Ada Blue 22
";
    assert_eq!(replayed(&site(LONG_FORM), steps), ["saved Ada Blue 22"]);
    let in_view = "  - assert_visible: { label: Save, in_view: true }\n";
    fails_on(&site(LONG_FORM), in_view, "`Save` is not on the screen");
}

/// What came of a replay on a page that had changed.
struct OnChangedPage {
    ran: Ran,
    /// What the server was told.
    said: Vec<String>,
    /// The events of the run.
    log: String,
}

/// Learns steps on a page of one form and replays them on it in another.
fn on_changed_page(then: &str, now: &str, steps: &str) -> OnChangedPage {
    let is_learned = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&is_learned);
    let pages = [then, now].map(str::to_owned);
    let site = Site::serve(move |_: &Got| {
        let page = &pages[usize::from(asked.load(Ordering::Relaxed))];
        Answer::page(format!("<!doctype html><title>Page</title><style>.tall {{ height: 900px }}</style>{page}<p id=p>-</p>
             <script>function said(what) {{ fetch('/said?' + what, {{ method: 'POST' }}).then(() => p.textContent = 'said ' + what) }}</script>"))
    });
    let skill = format!("name: Skill\nsteps:\n  - open_url: SITE\n{steps}");
    let project = project_on(&site, "skill.yaml", &skill);
    let device = shared_browser();
    project.passes(&format!("compile skill.yaml --device {device}"));
    is_learned.store(true, Ordering::Relaxed);
    let before = site.lines("POST /said?").len();
    let known = project.files().len();
    let ran = project.run(&format!("test skill.yaml --device {device} --timeout 6"));
    assert!(project.files().len() > known, "the run is kept");
    let mut logs = project.files();
    logs.retain(|(path, _)| path.ends_with("events.jsonl"));
    let log = logs.into_iter().max_by_key(|(path, _)| path.clone());
    OnChangedPage {
        ran,
        said: site.lines("POST /said?").split_off(before),
        log: log.map_or_else(String::new, |(_, bytes)| String::from_utf8(bytes).unwrap()),
    }
}

#[test]
fn what_an_act_brings_out_of_view_proves_it_and_what_it_does_not_bring_does_not() {
    const STEPS: &str = "  - tap: Open order\n  - tap: Ship order\n  - wait_for: said shipped\n";
    const ORDER: &str = "<h1>Orders</h1><button onclick=open_it()>Open order</button><div id=order></div>
<script>function open_it() { order.innerHTML = '<h2>Order details</h2><button onclick=said(`shipped`)>Ship order</button>' }</script>";
    let far = ORDER.replace(
        "<div id=order>",
        "<div style='height:3000px'></div><div id=order>",
    );
    let replayed = on_changed_page(ORDER, &far, STEPS);
    replayed.ran.exits(0);
    assert_eq!(replayed.said, ["POST /said?shipped"]);
    // The heading says something else, and nothing is brought; or it stood there from the start.
    let brings = |what: &str| far.replace("order.innerHTML = ", what);
    let dead = brings("document.querySelector('h1').textContent = 'Orders of today'; void ");
    let told = dead.replace(
        "<div id=order>",
        "<h2>Order details</h2><button>Ship order</button><div id=order>",
    );
    for page in [dead, told] {
        let replayed = on_changed_page(ORDER, &page, STEPS);
        replayed.ran.exits(1).says("Open order");
        assert!(replayed.said.is_empty());
    }
}

#[test]
fn what_was_recorded_below_is_meant_and_not_its_namesake_in_view() {
    let (then, now) = (
        "<h2>Water bill</h2><button id=pay-water onclick=said('water')>Settle</button>",
        "<h2>Gas bill</h2><button id=pay-gas onclick=said('gas')>Settle</button><div class=tall></div>
         <h2>Water bill</h2><button id=pay-water onclick=said('water')>Settle</button>",
    );
    let replayed = on_changed_page(then, now, "  - tap: Settle\n");
    let text = &replayed.ran.text;
    assert!(replayed.said != ["POST /said?gas"], "{text}");
    assert_eq!(
        (replayed.ran.code(), replayed.said),
        (0, vec!["POST /said?water".to_owned()]),
        "{text}"
    );
    assert!(
        replayed.log.contains("scroll until it is in view"),
        "{}",
        replayed.log
    );
}

#[test]
fn a_control_without_an_id_is_scrolled_to_again() {
    let page = "<h1>New post</h1><form onsubmit=\"event.preventDefault(); said('posted')\"><div class=tall></div><button>Publish</button></form>";
    let replayed = on_changed_page(page, page, "  - tap: Publish\n");
    let text = &replayed.ran.text;
    assert_eq!((replayed.ran.code(), replayed.said.len()), (0, 1), "{text}");
}

#[test]
fn a_field_is_meant_by_type_and_no_button_that_does_something() {
    let page =
        "<h1>Notes</h1><button onclick=\"said('made')\">New note</button><input value='New note'>";
    let site = site(page);
    fails_on(
        &site,
        "  - type: { text: Hello, into: New note }\n",
        "no field is called `New note`: a button is",
    );
    assert!(site.lines("GET /said?").is_empty());
}
