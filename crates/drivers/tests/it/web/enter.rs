//! A text that is sent together with the touch of its field reaches that field, or nothing.

use retap_drivers::web::{Viewport, WebOptions};
use retap_model::device::{Device, DeviceError, Landed, Typed};
use retap_model::geometry::Point;
use retap_model::screen::Screen;

use super::kit::{Page, deadline, named, open, open_with, opened, shown};
use super::server::Server;

/// Returns a page with two fields; `script` has them as `first` and `second`.
fn two_fields(script: &str) -> String {
    format!(
        "<style>input {{ display: block; width: 200px; height: 40px }}</style>
         <input id=first aria-label=First><input id=second aria-label=Second><p id=log>Nothing</p>
         <script>{script}</script>"
    )
}

/// Returns where a field is, from a reading that stands before everything a test does next.
fn place_of(page: &mut Page, label: &str) -> Point {
    page.wait(|screen| {
        let field = named(screen, label)?;
        screen.loading().is_none().then(|| field.bounds.center())
    })
}

/// Opens a page with two fields and this script, and returns where the first field is; `None` where there
/// is no browser.
fn open_two(script: &str) -> Option<(Page, Point)> {
    let server = Server::page(&two_fields(script));
    let mut page = open(&server.url("/"))?;
    let first = place_of(&mut page, "First");
    Some((page, first))
}

fn type_into(page: &mut Page, field: Point, text: &str) -> Result<Landed, DeviceError> {
    let text = Typed::Plain(text.to_owned());
    page.device.type_into(field, &text, deadline())
}

/// Returns what a field holds.
#[track_caller]
fn value(screen: &Screen, label: &str) -> String {
    named(screen, label).unwrap().state.value.unwrap()
}

#[track_caller]
fn assert_values(page: &mut Page, first: &str, second: &str) {
    let screen = page.read();
    assert_eq!(value(&screen, "First"), first);
    assert_eq!(value(&screen, "Second"), second);
}

#[test]
fn any_empty_field_takes_a_text_with_its_touch() {
    let mut page = shown!(
        "<input aria-label=Line><textarea aria-label=Lines></textarea>
         <div contenteditable role=textbox aria-label=Rich style='width:200px;height:40px'></div>",
    );
    for (label, text) in [
        ("Line", "Ada 日本"),
        ("Lines", "Ünder 7"),
        ("Rich", "bold!"),
    ] {
        let place = place_of(&mut page, label);
        assert_eq!(type_into(&mut page, place, text).unwrap(), Landed::Typed);
        assert_eq!(value(&page.read(), label), text);
    }
}

#[test]
fn a_field_that_takes_the_focus_from_the_touched_one_gets_nothing() {
    let Some((mut page, first)) = open_two("first.onfocus = () => second.focus()") else {
        return;
    };
    let landed = type_into(&mut page, first, "secret").unwrap();
    assert_eq!(landed, Landed::OnlyTouched);
    assert_values(&mut page, "", "");
    // Who has seen where the focus is may type there.
    page.type_text("meant");
    assert_values(&mut page, "", "meant");
}

/// The browser inserts text where the cursor is, even if the focus is elsewhere.
#[test]
fn a_field_that_is_left_with_the_cursor_gets_nothing() {
    for event in ["pointerdown", "mousedown"] {
        let script = format!("first.on{event} = () => {{ first.remove(); second.focus() }}");
        let Some((mut page, first)) = open_two(&script) else {
            return;
        };
        let landed = type_into(&mut page, first, "secret").unwrap();
        assert_eq!(landed, Landed::OnlyTouched);
        assert_eq!(value(&page.read(), "Second"), "");
    }
}

#[test]
fn a_field_that_can_only_be_read_once_it_is_touched_takes_nothing() {
    let Some((mut page, first)) = open_two("first.onfocus = () => { first.readOnly = true }")
    else {
        return;
    };
    let landed = type_into(&mut page, first, "secret").unwrap();
    assert_eq!(landed, Landed::OnlyTouched);
}

#[test]
fn frames_that_a_touch_brings_get_nothing() {
    let fill = "const fill = (frame) => {
            frame.style.display = 'block';
            frame.contentDocument.body.innerHTML = '<input aria-label=Inside>';
            frame.contentDocument.body.firstChild.focus();
        };
        const frame = document.createElement('iframe');";
    let add = "document.body.append(frame);";
    let hide = "frame.style.display = 'none';";
    let comes = format!("{fill} first.onclick = () => {{ {add} fill(frame) }}");
    let was_hidden = format!("{fill} {hide} {add} first.onclick = () => fill(frame)");
    let is_inside = format!(
        "{fill} first.onclick = () => {{ {add} const inner = frame.contentDocument.createElement('iframe');
            frame.contentDocument.body.append(inner); fill(inner) }}"
    );
    for script in [comes, was_hidden, is_inside] {
        let Some((mut page, first)) = open_two(&script) else {
            return;
        };
        let landed = type_into(&mut page, first, "secret").unwrap();
        assert_eq!(landed, Landed::OnlyTouched);
        place_of(&mut page, "Inside");
        assert_eq!(value(&page.read(), "Inside"), "", "{script}");
    }
}

#[test]
fn a_field_that_was_filled_since_it_was_read_is_left_as_it_is() {
    let change =
        "addEventListener('keydown', (e) => { if (e.key === 'Escape') first.value = 'kept' })";
    let Some((mut page, first)) = open_two(change) else {
        return;
    };
    page.press("escape");
    let landed = type_into(&mut page, first, "more").unwrap();
    assert_eq!(landed, Landed::OnlyTouched);
    assert_values(&mut page, "kept", "");
}

#[test]
fn a_field_that_fills_itself_when_touched_is_left_as_it_is() {
    let Some((mut page, first)) = open_two("first.onmousedown = () => { first.value = '+49' }")
    else {
        return;
    };
    let landed = type_into(&mut page, first, "170").unwrap();
    assert_eq!(landed, Landed::OnlyTouched);
    assert_values(&mut page, "+49", "");
}

#[test]
fn a_field_that_moved_away_misses_touch_and_text() {
    let change =
        "addEventListener('keydown', (e) => { if (e.key === 'Escape') second.after(first) });
        addEventListener('mousedown', () => { log.textContent = 'Touched' })";
    let Some((mut page, first)) = open_two(change) else {
        return;
    };
    page.press("escape");
    let missed = type_into(&mut page, first, "text").unwrap_err();
    assert!(
        matches!(&missed, DeviceError::Missed { reason, .. } if reason == "First has moved"),
        "{missed:?}"
    );
    assert_values(&mut page, "", "");
    page.see("Nothing");
}

#[test]
fn a_code_goes_on_in_the_next_box() {
    let script = "first.oninput = () => { first.value = first.value.slice(0, 5); second.focus() }";
    let Some((mut page, first)) = open_two(script) else {
        return;
    };
    assert_eq!(
        type_into(&mut page, first, "123456").unwrap(),
        Landed::Typed
    );
    assert_values(&mut page, "12345", "6");
}

/// Boxes of one letter each; `go_on` says how the focus gets from one to the next.
fn code_boxes(go_on: &str) -> String {
    let boxes: String = (1..=6)
        .map(|number| format!("<input maxlength=1 size=1 aria-label='Digit {number}'>"))
        .collect();
    format!(
        "<style>input {{ width: 30px; height: 30px }}</style>{boxes}
         <script>const all = [...document.querySelectorAll('input')];
         all.forEach((box, at) => {{ box.oninput = () => {{ const next = all[at + 1]; if (next) {{ {go_on} }} }} }})</script>"
    )
}

#[test]
fn a_code_is_typed_key_by_key_into_boxes_that_hold_less() {
    for is_sent_with_touch in [true, false] {
        let mut page = shown!(&code_boxes("next.focus()"));
        let first = place_of(&mut page, "Digit 1");
        match is_sent_with_touch {
            true => assert_eq!(
                type_into(&mut page, first, "12a4B6").unwrap(),
                Landed::Typed
            ),
            false => {
                page.tap("Digit 1");
                page.type_text("12a4B6");
            }
        }
        let screen = page.read();
        let held = (1..=6).map(|number| value(&screen, &format!("Digit {number}")));
        assert_eq!(
            held.collect::<String>(),
            "12a4B6",
            "with the touch: {is_sent_with_touch}"
        );
    }
}

#[test]
fn a_page_that_the_touch_leads_to_gets_nothing() {
    let first = two_fields("first.onmousedown = () => { location = '/next' }");
    let server = Server::start(move |got| match got.path.as_str() {
        "/next" => "<h1>Next</h1><input autofocus aria-label=Other>".into(),
        _ => first.as_str().into(),
    });
    let mut page = opened!(open(&server.url("/")));
    let first = place_of(&mut page, "First");
    type_into(&mut page, first, "secret").unwrap();
    let screen = page.see("Next");
    assert_eq!(value(&screen, "Other"), "");
}

#[test]
fn a_dialog_between_the_touch_and_the_text_sends_it_nowhere_else() {
    let script = "first.onfocus = () => { first.onfocus = null; alert('Careful'); second.focus() }";
    let Some((mut page, first)) = open_two(script) else {
        return;
    };
    type_into(&mut page, first, "secret").unwrap();
    page.see("Careful");
    page.tap("OK");
    page.wait(|screen| {
        named(screen, "Second")
            .filter(|field| field.state.focused)
            .map(|_| ())
    });
    page.press("tab");
    assert_values(&mut page, "", "");
}

#[test]
fn fields_that_cannot_be_watched_over_are_only_touched() {
    let mut page = shown!("<input type=date aria-label=Day>");
    let day = place_of(&mut page, "Day");
    assert_eq!(
        type_into(&mut page, day, "2026").unwrap(),
        Landed::OnlyTouched
    );
    let phone = Server::page(&two_fields(""));
    let options = WebOptions {
        viewport: Viewport::PHONE,
        ..WebOptions::new(phone.url("/"))
    };
    let mut page = opened!(open_with(options));
    let first = place_of(&mut page, "First");
    assert_eq!(
        type_into(&mut page, first, "x").unwrap(),
        Landed::OnlyTouched
    );
    assert_values(&mut page, "", "");
}

/// A frame that is hidden when the page is read may be shown, and take the focus, by the touch.
#[test]
fn fields_beside_a_hidden_frame_of_another_origin_are_only_touched() {
    let frame = "<iframe sandbox srcdoc='<input>' style='display:none'></iframe>";
    let mut page = shown!(&format!("{frame}{}", two_fields("")));
    let first = place_of(&mut page, "First");
    let landed = type_into(&mut page, first, "secret").unwrap();
    assert_eq!(landed, Landed::OnlyTouched);
    assert_values(&mut page, "", "");
}

#[test]
fn fields_in_frames_of_the_same_origin_take_a_text_with_their_touch() {
    let mut page = shown!("<iframe srcdoc='<input aria-label=Inside>'></iframe>");
    let inside = place_of(&mut page, "Inside");
    assert_eq!(type_into(&mut page, inside, "text").unwrap(), Landed::Typed);
    assert_eq!(value(&page.read(), "Inside"), "text");
}
