//! Touches on a page that changed since it was read: they reach what they are meant for, or nothing.
//!
//! The pages change at a key, which needs no reading, so that each change stands between the
//! reading and the touch.

use std::time::Duration;

use retap_drivers::web::{Viewport, WebOptions};
use retap_model::device::{Action, Device, DeviceError};
use retap_model::geometry::Point;
use retap_model::program::Target;
use retap_model::select::{Search, locate};

use super::kit::{Page, deadline, named, open, open_with, opened, shown};
use super::server::Server;

/// Returns a page with this body, whose `change` runs at the key; what is clicked is shown by `#log`.
fn page(body: &str, change: &str) -> String {
    format!(
        "<style>button {{ display: block; width: 200px; height: 40px }} #log {{ height: 20px; margin: 16px 0 }}</style><p id=log>Nothing</p>{body}
         <script>document.addEventListener('click', (e) => {{ if (e.target.id) log.textContent = 'Clicked ' + e.target.id }});
         document.addEventListener('keydown', () => {{ {change} }});</script>"
    )
}

fn point_of(page: &mut Page, label: &str) -> Point {
    let target = Target::labelled(label);
    page.wait(|screen| match locate(screen, &target, None) {
        Search::Found(found) if screen.loading().is_none() => Some(found.point),
        Search::Found(_) | Search::Ambiguous(_) | Search::Missing(_) => None,
    })
}

/// Reads, lets the page change, and acts at the place that was read.
fn act_after_change(
    page: &mut Page,
    label: &str,
    action: impl Fn(Point) -> Action,
) -> Result<(), DeviceError> {
    let point = point_of(page, label);
    page.press("escape");
    page.try_act(action(point))
}

#[track_caller]
fn assert_missed(result: Result<(), DeviceError>, why: &str) {
    match result {
        Err(DeviceError::Missed { reason, .. }) => assert_eq!(reason, why),
        other => panic!("expected a touch that missed, got {other:?}"),
    }
}

const TWO: &str =
    "<div id=box><button id=keep>Keep</button><button id=delete>Delete</button></div>";

#[test]
fn a_button_that_moved_away_is_not_mistaken_for_the_one_that_took_its_place() {
    for viewport in [Viewport::DESKTOP, Viewport::PHONE] {
        let server = Server::page(&page(TWO, "box.append(keep)"));
        let options = WebOptions {
            viewport,
            ..WebOptions::new(server.url("/"))
        };
        let mut page = opened!(open_with(options));
        let missed = act_after_change(&mut page, "Keep", Action::Tap);
        assert_missed(missed, "Keep has moved");
        page.see("Nothing");
        page.tap("Keep");
        page.see("Clicked keep");
    }
}

#[test]
fn a_page_cannot_pretend_that_it_was_read_again() {
    let change = "keep.textContent = 'Delete all'; for (const name of ['retap:read', 'retap:read0', 'retap:readundefined'])
        document.dispatchEvent(new CustomEvent(name))";
    let mut page = shown!(&page(TWO, change));
    let missed = act_after_change(&mut page, "Keep", Action::Tap);
    assert_missed(missed, "Keep has changed");
    page.see("Nothing");
}

#[test]
fn what_is_covered_gone_or_renamed_since_is_not_touched() {
    let cover = "<div id=cover style='position:fixed;inset:0;background:#fff' hidden>Sale</div>";
    let cases = [
        ("cover.hidden = false", "Keep is covered by Sale"),
        ("keep.remove()", "Keep is not attached any more"),
        ("keep.disabled = true", "Keep is not enabled any more"),
        ("keep.textContent = 'Delete all'", "Keep has changed"),
        ("keep.firstChild.data = 'Delete all'", "Keep has changed"),
        ("keep.style.marginTop = '60px'", "Keep has moved"),
        (
            "box.prepend(document.createElement('hr'), ...[1, 2, 3].map(() => document.createElement('br')))",
            "Keep has moved",
        ),
    ];
    for (change, why) in cases {
        let server = Server::page(&page(&format!("{TWO}{cover}"), change));
        let mut page = opened!(open(&server.url("/")));
        for action in [
            Action::Tap as fn(Point) -> Action,
            Action::DoubleTap,
            |at| Action::LongPress(at, Duration::from_millis(30)),
            |at| Action::Drag(at, Point::new(at.x, at.y + 90.0), Duration::from_millis(30)),
        ] {
            let missed = act_after_change(&mut page, "Keep", action);
            assert_missed(missed, why);
            let is_untouched = page.read().elements.iter().any(|it| it.text == "Nothing");
            assert!(is_untouched, "{change}");
            page.act(Action::OpenUrl(server.url("/")));
        }
    }
}

#[test]
fn what_changes_elsewhere_or_because_of_the_mouse_does_not_matter() {
    let clock = "<p id=clock>12:00</p>";
    let changes = [
        "clock.textContent = '12:01'",
        "keep.className = 'hot'; box.className = 'hot'",
        "keep.onpointerover = () => keep.append(' now')",
        "box.append(document.createElement('hr'))",
        "keep.innerHTML = 'Keep'",
        "keep.innerHTML = '<b>Keep</b>'; keep.firstChild.id = 'keep'",
        "const b = box; b.remove(); log.after(b)",
        "document.body.append(Object.assign(document.createElement('div'), {style: 'position:fixed;inset:0;pointer-events:none;background:#0003'}))",
    ];
    for change in changes {
        let mut page = shown!(&page(&format!("{TWO}{clock}"), change));
        let touched = act_after_change(&mut page, "Keep", Action::Tap);
        assert!(touched.is_ok(), "{change}: {touched:?}");
        page.see("Clicked keep");
    }
}

#[test]
fn a_button_whose_row_became_another_is_not_touched() {
    let rows = "<ul id=box><li><span id=one>Milk</span> <button id=keep>Buy</button></li>
        <li><span>Tea</span> <button id=delete>Buy</button></li></ul>";
    let mut page = shown!(&page(rows, "one.textContent = 'Poison'"));
    let mut target = Target::labelled("Buy");
    target.row = Some("Milk".into());
    let point = page.wait(|screen| match locate(screen, &target, None) {
        Search::Found(found) if screen.loading().is_none() => Some(found.point),
        Search::Found(_) | Search::Ambiguous(_) | Search::Missing(_) => None,
    });
    page.press("escape");
    assert_missed(
        page.try_act(Action::Tap(point)),
        "the row of Buy has changed",
    );
    page.see("Nothing");
}

#[test]
fn both_halves_of_a_double_click_arrive_though_the_first_changes_the_button() {
    let mut page = shown!(
        "<button id=b>Open</button><p id=log></p><script>b.onclick = () => b.textContent += '!';
         b.ondblclick = () => log.textContent = 'Twice'</script>",
    );
    let at = point_of(&mut page, "Open");
    page.act(Action::DoubleTap(at));
    page.see("Twice");
    page.see("Open!!");
}

#[test]
fn another_page_in_the_same_place_is_not_touched() {
    let server = Server::start(|got| match got.path.as_str() {
        "/" => page(TWO, "location = '/next'").as_str().into(),
        _ => page("<button id=delete>Delete</button>", "")
            .as_str()
            .into(),
    });
    let mut page = opened!(open(&server.url("/")));
    let at = point_of(&mut page, "Keep");
    page.press("escape");
    // Whether the other page has come yet or not: it must not be touched, and the old one may be.
    while server.got().len() < 2 {
        page.device.wait_for_change(deadline()).unwrap();
    }
    let result = page.try_act(Action::Tap(at));
    page.see("Delete");
    page.see("Nothing");
    assert!(
        matches!(result, Ok(()) | Err(DeviceError::Missed { .. })),
        "{result:?}"
    );
}

#[test]
fn a_page_that_wipes_its_listeners_is_guarded_again_once_it_is_read() {
    let again = page(TWO, "box.append(keep)").replace("</script>", "<\\/script>");
    let mut page = shown!(&format!(
        "<button onclick='document.open(); document.write(again); document.close()'>Write</button>
         <script>const again = `{again}`</script>"
    ));
    page.tap("Write");
    page.see("Keep");
    let missed = act_after_change(&mut page, "Keep", Action::Tap);
    assert_missed(missed, "Keep has moved");
    page.see("Nothing");
}

#[test]
fn frames_are_guarded_like_pages() {
    for is_other_origin in [false, true] {
        let server = Server::start(|got| match got.path.as_str() {
            "/frame" => page(TWO, "box.append(keep)").as_str().into(),
            path => {
                let frame = path.trim_start_matches("/?");
                let html =
                    format!("<h1>Outer</h1><iframe src='{frame}' width=400 height=300></iframe>");
                html.as_str().into()
            }
        });
        let frame = if is_other_origin {
            server.other_url("/frame")
        } else {
            server.url("/frame")
        };
        let mut page = opened!(open(&server.url(&format!("/?{frame}"))));
        // Keys go to the frame that was touched.
        page.tap("Keep");
        page.see("Clicked keep");
        let missed = act_after_change(&mut page, "Keep", Action::Tap);
        assert_missed(missed, "Keep has moved");
        page.tap("Delete");
        page.see("Clicked delete");
    }
}

#[test]
fn a_place_nobody_has_read_may_be_touched() {
    let mut page = shown!(&page(TWO, ""));
    let is_whole = |page: &mut Page| {
        let tree = page.device.dump_tree(deadline()).unwrap();
        String::from_utf8(tree.bytes)
            .unwrap()
            .contains("Delete</button>")
    };
    while !is_whole(&mut page) {
        page.device.wait_for_change(deadline()).unwrap();
    }
    page.act(Action::Tap(Point::new(100.0, 75.0)));
    page.see_in_part("Clicked");
}

#[test]
fn of_two_buttons_that_change_places_all_the_time_the_other_one_is_never_touched() {
    let server = Server::page(
        "<div id=box><button id=keep>Keep</button><br><button id=del>Erase</button></div><p id=p>0</p><p id=w></p><script>
         let n = 0; keep.onclick = () => p.textContent = ++n; del.onclick = () => w.textContent = 'wrong';
         const swap = () => { box.append(box.firstElementChild, box.querySelector('br'), box.querySelector('button')); requestAnimationFrame(swap) };
         swap()</script>",
    );
    let mut page = opened!(open(&server.url("/")));
    let (mut hits, mut misses) = (0, 0);
    while hits < 10 || misses < 10 {
        let keep = page.wait_for("keep", |_| true);
        match page.try_act(Action::Tap(keep.bounds.center())) {
            Ok(()) => hits += 1,
            Err(DeviceError::Missed { .. }) => misses += 1,
            Err(error) => panic!("{error}"),
        }
        let screen = page.read();
        assert!(named(&screen, "wrong").is_none(), "after {hits} hits");
        assert!(hits + misses < 2000, "{hits} hits, {misses} misses");
    }
}
