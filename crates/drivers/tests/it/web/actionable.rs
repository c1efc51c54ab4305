//! Elements that can be touched and those that cannot: covered, dead, moving, hidden, out of view.

use std::time::Duration;

use retap_model::device::Action;
use retap_model::geometry::Point;
use retap_model::program::Target;
use retap_model::screen::{Element, Screen};
use retap_model::select::{Missing, Search, locate};

use super::kit::{Page, named, open, opened};
use super::server::Server;

/// Opens a page that tells the server what is clicked, and waits until it is loaded.
fn page(body: &str) -> Option<(Server, Page, Screen)> {
    let html = format!(
        "<!doctype html><body style='margin:0'>{body}<script>onclick = (e) => fetch('/clicked?' + (e.target.id || e.target.localName))</script>"
    );
    let server = Server::page(&html);
    let mut page = open(&server.url("/"))?;
    let screen = page.wait(|screen| {
        let is_loaded = screen.loading().is_none_or(|sign| sign.class != "browser");
        is_loaded.then(|| screen.clone())
    });
    Some((server, page, screen))
}

fn search(screen: &Screen, label: &str) -> Search {
    locate(screen, &Target::labelled(label), None)
}

fn is_covered(screen: &Screen, label: &str) -> bool {
    matches!(
        search(screen, label),
        Search::Missing(Missing::Covered { .. })
    )
}

fn is_missing(screen: &Screen, label: &str) -> bool {
    matches!(search(screen, label), Search::Missing(_))
}

fn element(screen: &Screen, name: &str) -> Element {
    named(screen, name).unwrap_or_else(|| panic!("no {name} in\n{}", super::kit::outline(screen)))
}

#[test]
fn what_lies_in_front_covers_and_what_takes_no_touches_does_not() {
    let Some((server, mut page, screen)) = page(
        "<header style='position:fixed;top:0;left:0;right:0;height:40px;background:#eee'>Header</header>
         <button id=under>Under</button>
         <div style='position:absolute;top:100px;left:0'><button id=clear>Clear</button>
           <div style='position:absolute;inset:0;background:#f004;pointer-events:none'></div></div>
         <div style='position:absolute;top:150px;left:0'><button id=veiled>Veiled</button>
           <a href=/x id=veil style='position:absolute;inset:0;opacity:0'></a></div>
         <div style='position:absolute;top:200px;left:0'><button id=drawn>Drawn</button>
           <input type=checkbox id=box style='position:absolute;inset:0;opacity:0;width:100%;height:100%;margin:0'></div>",
    ) else {
        return;
    };
    assert!(is_covered(&screen, "Under"));
    assert!(is_covered(&screen, "Veiled"));
    page.tap("Clear");
    server.wait_for("/clicked?clear");
    page.tap("Drawn");
    server.wait_for("/clicked?box");
}

#[test]
fn what_is_dead_is_disabled() {
    let Some((_, _, screen)) = page(
        "<fieldset disabled><legend><button id=legend>In the legend</button></legend><button>In a fieldset</button><input aria-label=Field><label>Tick <input type=checkbox></label></fieldset>
         <div inert><button>In an inert part</button><a href=/x>Inert link</a><input aria-label='Inert field'></div>
         <div aria-disabled=true><button>Said to be disabled</button></div>
         <button style='pointer-events:none'>Takes no touches</button>
         <div style='pointer-events:none'><button>Inherits that</button><button style='pointer-events:auto' id=again>Takes them again</button></div>
         <div aria-hidden=true><button>For eyes only</button></div>",
    ) else {
        return;
    };
    for dead in [
        "In a fieldset",
        "Field",
        "Tick",
        "In an inert part",
        "Inert link",
        "Inert field",
        "Said to be disabled",
        "Takes no touches",
        "Inherits that",
    ] {
        assert!(!element(&screen, dead).state.enabled, "{dead}");
    }
    for alive in ["In the legend", "Takes them again", "For eyes only"] {
        assert!(element(&screen, alive).state.enabled, "{alive}");
    }
}

#[test]
fn what_nobody_sees_is_not_there() {
    let Some((server, mut page, screen)) = page(
        "<div style='visibility:hidden'><button>Hidden</button><button style='visibility:visible' id=shown>Shown</button></div>
         <div style='opacity:0'><button>Clear as air</button></div>
         <button style='width:0;height:0;padding:0;border:0;overflow:hidden'>Of no size</button>
         <button style='position:absolute;left:-500px'>Left of all</button>
         <button style='clip-path:inset(50%);position:absolute;top:300px'>Clipped away</button>
         <details><summary>More</summary><button>Folded in</button></details>
         <div hidden><button>Hidden by name</button></div>
         <div style='content-visibility:hidden'><button>Not rendered</button></div>
         <div style='height:0;overflow:hidden'><button>Cut off</button></div>
         <div style='transform:scale(0)'><button>Shrunk</button></div>",
    ) else {
        return;
    };
    for unseen in [
        "Hidden",
        "Clear as air",
        "Of no size",
        "Left of all",
        "Clipped away",
        "Folded in",
        "Hidden by name",
        "Not rendered",
        "Cut off",
        "Shrunk",
    ] {
        assert!(
            is_missing(&screen, unseen),
            "{unseen}: {:?}",
            search(&screen, unseen)
        );
    }
    page.tap("Shown");
    server.wait_for("/clicked?shown");
}

#[test]
fn boxes_however_they_are_drawn_are_ticked() {
    let Some((server, mut page, _)) = page(
        "<form><label><input type=checkbox name=plain> Plain</label><br>
         <label style='position:relative'><input type=checkbox name=sr style='position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0)'><span style='display:inline-block;width:20px;height:20px;border:1px solid'></span> Drawn</label><br>
         <label><input type=checkbox name=none style='display:none'><i style='display:inline-block;width:20px;height:20px;background:#ccc'></i> Not drawn at all</label><br>
         <input type=checkbox name=far id=far style='opacity:0;position:absolute'><label for=far>By its label</label><br>
         <span role=checkbox aria-checked=false tabindex=0 onclick=\"this.setAttribute('aria-checked', true); fetch('/clicked?role')\">Of a role</span>
         <div style='display:contents'><label><input type=radio name=r value=a> In no box</label></div></form>",
    ) else {
        return;
    };
    for name in [
        "Plain",
        "Drawn",
        "Not drawn at all",
        "By its label",
        "Of a role",
        "In no box",
    ] {
        page.tap(name);
        page.wait_for(name, |element| element.state.checked == Some(true));
    }
    server.wait_for("/clicked?role");
}

#[test]
fn texts_and_controls_in_odd_layouts_are_touched() {
    let Some((server, mut page, screen)) = page(
        "<div style='display:flex' id=flex>Bare words<button id=a>Beside</button></div>
         <ul style='display:grid'><li style='display:contents'><span>Row</span><button id=b>In contents</button></li></ul>
         <p style='width:120px'>A <a href=# id=c>link that is broken over several lines of text</a> here</p>
         <div id=d onclick='1' style='position:relative;width:200px;height:30px'><span style='position:absolute;left:300px;top:0'>Hangs out</span></div>
         <table><tr><td colspan=2><button id=e>In a cell</button></td></tr></table>
         <div style='writing-mode:vertical-rl;height:100px'><button id=f>Upright</button></div>
         <div style='transform:rotate(90deg);width:100px'><button id=g>Turned</button></div>
         <button id=h><svg width=20 height=20 aria-label='Just a picture'><rect width=20 height=20 /></svg></button>",
    ) else {
        return;
    };
    assert!(screen.texts().contains(&"Bare words"));
    for (name, id) in [
        ("Beside", "a"),
        ("In contents", "b"),
        ("link that is broken over several lines of text", "c"),
        ("In a cell", "e"),
        ("Upright", "f"),
        ("Turned", "g"),
    ] {
        page.tap(name);
        server.wait_for(&format!("/clicked?{id}"));
    }
    page.tap("Hangs out");
    server.wait_for("/clicked?d");
    page.tap("Just a picture");
    server.wait_for("/clicked?rect");
}

#[test]
fn the_container_under_the_finger_scrolls_and_what_comes_into_view_is_touched() {
    let rows: String = (0..60)
        .map(|n| {
            format!("<p style='height:40px;margin:0'>Row {n} <button id=b{n}>Open {n}</button></p>")
        })
        .collect();
    let Some((server, mut page, screen)) = page(&format!(
        "<div style='height:200px;overflow:auto' id=outer><div style='height:150px;overflow:auto;width:300px' id=inner>{rows}</div><p style='height:900px'>Tall</p></div>
         <footer style='position:fixed;bottom:0;left:0;right:0;height:60px;background:#eee'>Footer</footer>"
    )) else {
        return;
    };
    assert!(is_missing(&screen, "Open 36"));
    let swipe = |x: f64, y: f64, by: f64| {
        Action::Swipe(Point::new(x, y), Point::new(x, y - by), Duration::ZERO)
    };
    page.act(swipe(100.0, 75.0, 1400.0));
    page.tap("Open 36");
    server.wait_for("/clicked?b36");
    assert_eq!(element(&page.read(), "outer").bounds.y, 0.0);
}

/// A link that a script makes do something else; `begin` says when the script comes to it.
fn link_with_a_script(begin: &str) -> String {
    format!(
        "<a href=/elsewhere>Go</a><p id=said>-</p><script>
         const attach = () => document.querySelector('a').addEventListener('click', (event) => {{
           event.preventDefault(); said.textContent = 'Handled' }});
         const block = () => {{ const end = performance.now() + 60; while (performance.now() < end); }};
         {begin}</script>"
    )
}

#[test]
fn a_page_is_touched_once_the_scripts_that_it_put_off_have_run() {
    let ready = "document.addEventListener('DOMContentLoaded', () => setTimeout(() => { block(); setTimeout(attach) }))";
    let loaded = "addEventListener('load', () => setTimeout(() => { block(); attach() }))";
    for begin in [ready, loaded] {
        let server = Server::page(&link_with_a_script(begin));
        let mut page = opened!(open(&server.url("/")));
        page.act(Action::OpenUrl(server.url("/again")));
        page.tap("Go");
        page.see("Handled");
        assert!(!server.got().iter().any(|got| got.path == "/elsewhere"));
    }
}
