//! Acts, and their effect on a page.

use std::time::Duration;

use retap_model::device::{Action, DeviceError, Key, Modifier};
use retap_model::geometry::{Point, Rect};
use retap_model::program::Target;

use super::kit::{named, open, opened, shown};
use super::server::Server;

const TIME: Duration = Duration::from_millis(200);

#[test]
fn a_button_is_touched_and_the_page_answers() {
    let mut page = shown!("<button onclick=\"this.textContent='Done'\">Go</button>");
    page.tap("Go");
    page.see("Done");
}

#[test]
fn text_of_any_script_is_typed_and_cleared() {
    let mut page = shown!(
        "<label>Name <input id=n></label><label>Note <textarea id=t></textarea></label>
         <p id=k></p><script>n.onkeyup = (e) => k.textContent = 'key ' + e.key</script>",
    );
    page.fill("Name", "東京 🗼 ${x} Ab");
    page.see("key b");
    page.wait_for("n", |field| {
        field.state.value.as_deref() == Some("東京 🗼 ${x} Ab")
    });
    page.act(Action::ClearText);
    page.wait_for("n", |field| field.state.value.as_deref() == Some(""));
    page.fill("Note", "one\ntwo\t3");
    page.wait_for("t", |field| {
        field.state.value.as_deref() == Some("one\ntwo\t3")
    });
}

#[test]
fn a_form_arrives_as_it_was_filled_in() {
    let server = Server::start(|got| {
        match got.method.as_str() {
        "POST" => "<h1>Thanks</h1>".into(),
        _ => r#"<form method=post><label>User <input name=u></label>
            <label>Password <input type=password name=p></label>
            <label><input type=checkbox name=c> Remember me</label>
            <label for=s>Country</label><select id=s name=s><option>France<option>Japan<option>Peru</select>
            <label>Day <input type=date name=d></label><button>Send</button></form>"#
            .into(),
    }
    });
    let mut page = opened!(open(&server.url("/")));
    page.fill("User", "ann");
    page.fill("Password", "s3cret");
    page.wait_for("p", |field| {
        field.hidden_length == Some(6) && field.state.value.is_none()
    });
    page.tap("Remember me");
    page.wait_for("Remember me", |element| element.state.checked == Some(true));
    page.tap("Country");
    page.tap("Japan");
    page.wait_for("s", |list| list.text == "Japan");
    page.fill("Day", "2026-02-19");
    page.wait_for("d", |field| {
        field.state.value.as_deref() == Some("2026-02-19")
    });
    page.tap("Send");
    page.see("Thanks");
    let sent = server.got().last().unwrap().body.clone();
    assert_eq!(sent, "u=ann&p=s3cret&c=on&s=Japan&d=2026-02-19");
}

#[test]
fn a_date_that_is_none_is_refused() {
    let mut page = shown!("<label>Day <input type=date id=d></label>");
    page.tap("Day");
    page.wait_for("d", |field| field.state.focused);
    let typed = Action::Type(retap_model::device::Typed::Plain("tomorrow".to_owned()));
    let refused = page.try_act(typed).unwrap_err();
    assert!(matches!(refused, DeviceError::Refused { .. }), "{refused}");
}

#[test]
fn enter_sends_a_form_and_keys_reach_the_page() {
    let server = Server::start(|got| match got.path.as_str() {
        "/" => "<form action=/found><input name=q aria-label=Search autofocus></form>".into(),
        _ => "<p>Found</p><p id=k></p><script>onkeydown = (e) => k.textContent = \
              `${e.ctrlKey} ${e.shiftKey} ${e.key}`</script>"
            .into(),
    });
    let mut page = opened!(open(&server.url("/")));
    page.fill("Search", "lamp\n");
    page.see("Found");
    assert_eq!(server.got().last().unwrap().path, "/found?q=lamp");
    page.press("escape");
    page.see("false false Escape");
    let held = vec![Modifier::Control, Modifier::Shift];
    page.act(Action::PressKey(Key::from_word("k").unwrap(), held));
    page.see("true true K");
    let refused = page.try_act(Action::PressKey(
        Key::from_word("volume_up").unwrap(),
        vec![],
    ));
    assert!(matches!(refused, Err(DeviceError::Unsupported { .. })));
}

#[test]
fn double_taps_and_long_presses_are_what_they_are() {
    let mut page = shown!(
        "<button ondblclick=\"p.textContent='twice'\">Dbl</button>
         <button onmousedown=\"t = Date.now()\" onmouseup=\"p.textContent = Date.now() - t > 150 ? 'long' : 'short'\">Hold</button>
         <p id=p>-</p>",
    );
    let screen = page.see("-");
    let center = |name: &str| named(&screen, name).unwrap().bounds.center();
    page.act(Action::DoubleTap(center("Dbl")));
    page.see("twice");
    page.act(Action::LongPress(center("Hold"), TIME));
    page.see("long");
}

#[test]
fn a_swipe_scrolls_what_is_under_it() {
    let row = |n| format!("<p style='height:18px;margin:16px 0'>Row {n}</p>");
    let rows: String = (0..100).map(row).collect();
    let mut page = shown!(&format!(
        "<div id=box style='height:300px;overflow:auto'>{rows}</div><div>{rows}</div>"
    ));
    let screen = page.see("Row 0");
    assert!(named(&screen, "box").unwrap().is_scrollable);
    let (from, to) = (Point::new(100.0, 250.0), Point::new(100.0, 50.0));
    page.act(Action::Swipe(from, to, TIME));
    page.wait(|screen| {
        let top = screen
            .visible()
            .find(|(_, element)| element.text == "Row 6");
        top.filter(|(_, element)| element.bounds.y < 100.0)
            .map(|_| ())
    });
    // The page itself did not move.
    let screen = page.read();
    let boxed = named(&screen, "box").unwrap();
    assert_eq!(boxed.bounds.y.round(), 8.0);
}

#[test]
fn a_draggable_thing_is_dragged_and_so_is_one_that_follows_the_mouse() {
    let server = Server::page(
        "<div id=a draggable=true style='width:80px;height:40px;background:#cce'>Card</div>
         <div id=b style='position:absolute;left:300px;top:200px;width:200px;height:100px;background:#eee'>Target</div>
         <div id=s style='position:absolute;left:10px;top:300px;width:40px;height:40px;background:#ecc'>Knob</div>
         <script>
         b.ondragover = (e) => e.preventDefault();
         b.ondrop = (e) => { e.preventDefault(); b.textContent = 'dropped ' + e.dataTransfer.getData('text') };
         a.ondragstart = (e) => e.dataTransfer.setData('text', 'card');
         let held = false;
         s.onmousedown = () => held = true;
         onmousemove = (e) => { if (held) { s.style.left = e.clientX - 20 + 'px'; s.style.top = e.clientY - 20 + 'px' } };
         onmouseup = () => held = false;
         </script>",
    );
    let mut page = opened!(open(&server.url("/")));
    let screen = page.see("Knob");
    let center = |name: &str| named(&screen, name).unwrap().bounds.center();
    page.act(Action::Drag(center("Card"), center("Target"), TIME));
    page.see("dropped card");
    page.act(Action::Drag(center("Knob"), Point::new(600.0, 400.0), TIME));
    page.wait_for("Knob", |knob| (knob.bounds.center().x - 600.0).abs() < 12.0);
}

#[test]
fn a_row_tells_which_of_equal_buttons_is_meant() {
    let row = |name: &str| {
        format!(
            "<div class=item><span>{name}</span> <button onclick=\"p.textContent='took {name}'\">Take</button></div>"
        )
    };
    let mut page = shown!(&format!(
        "{}{}{}<p id=p>-</p>",
        row("Ash"),
        row("Oak"),
        row("Elm")
    ));
    let mut target = Target::labelled("Take");
    target.row = Some("Oak".into());
    page.tap_target(&target);
    page.see("took Oak");
    let screen = page.read();
    assert!(
        named(&screen, "Oak")
            .unwrap()
            .bounds
            .intersection(Rect::new(0.0, 0.0, 500.0, 500.0))
            .is_some()
    );
}
