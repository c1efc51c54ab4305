//! Pages made of parts, and of other scripts: each learned and replayed as a skill, by what the server got.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::windows::{replayed, site};
use crate::project::Project;
use crate::site::{Answer, Got, Site};

/// A form in a frame, which tells the server itself.
const FORM: &str = "<!doctype html><meta charset=utf-8><label>NAME <input></label> <button onclick=\"fetch('/said?WHERE ' + document.querySelector('input').value)
  .then(() => document.querySelector('p').textContent = 'WHERE has it')\">Send to WHERE</button><p>-</p>";

#[test]
fn forms_in_frames_of_this_and_of_another_site_are_filled() {
    let site = Site::serve(|got: &Got| {
        let form = |place: &str, name: &str| {
            Answer::page(FORM.replace("WHERE", place).replace("NAME", name))
        };
        match got.line.as_str() {
            "GET /near" => form("near", "Street"),
            "GET /far" => form("far", "Card"),
            _ => Answer::page(
                "<!doctype html><title>Order</title><h1>Order</h1><iframe src=/near></iframe><div id=d></div>
                 <script>d.innerHTML = `<iframe src='http://localhost:${location.port}/far'></iframe>`</script>",
            ),
        }
    });
    let steps = "  - type: { text: Elm 1, into: Street }
  - tap: Send to near
  - wait_for: near has it
  - type: { text: 4711, into: Card }
  - tap: Send to far
  - wait_for: far has it
";
    assert_eq!(replayed(&site, steps), ["near Elm 1", "far 4711"]);
}

/// Controls behind shadow roots, one in another, the inner one closed.
const SHADOW: &str = "<x-outer></x-outer><script>
customElements.define('x-inner', class extends HTMLElement { constructor() { super();
  const root = this.attachShadow({ mode: 'closed' });
  root.innerHTML = '<label>Colour <input></label><button>Paint</button>';
  root.querySelector('button').onclick = () => said('paint ' + root.querySelector('input').value) } });
customElements.define('x-outer', class extends HTMLElement { constructor() { super();
  this.attachShadow({ mode: 'open' }).innerHTML = '<button>Mix</button><x-inner></x-inner>';
  this.shadowRoot.querySelector('button').onclick = () => said('mix') } })</script>";

#[test]
fn controls_behind_shadow_roots_are_used() {
    let steps = "  - tap: Mix
  - wait_for: said mix
  - type: { text: red, into: Colour }
  - tap: Paint
  - wait_for: said paint red
";
    assert_eq!(replayed(&site(SHADOW), steps), ["mix", "paint red"]);
}

/// A page that is read from right to left, with figures and Latin words in it.
const RIGHT_TO_LEFT: &str = "<meta charset=utf-8><div dir=rtl lang=ar><ul>
  <li>حليب <b>6.50</b> <button onclick=\"said('milk')\">شراء</button></li>
  <li>خبز <b>3.00</b> <button onclick=\"said('bread')\">شراء</button></li></ul>
  <label>الاسم <input id=who></label><button onclick=\"said('name ' + who.value)\">إرسال</button></div>";

#[test]
fn a_page_that_is_read_from_right_to_left_is_used() {
    let steps = "  - tap: { label: شراء, row: خبز }
  - wait_for: said bread
  - type: { text: ليلى, into: الاسم }
  - tap: إرسال
  - wait_for: said name ليلى
";
    let name = "name %D9%84%D9%8A%D9%84%D9%89";
    assert_eq!(replayed(&site(RIGHT_TO_LEFT), steps), ["bread", name]);
}

/// Names that are pictures, of one sign and of several joined to one.
const EMOJI: &str = "<meta charset=utf-8><button onclick=\"said('thumb')\">👍</button> <button onclick=\"said('dark thumb')\">👍🏿</button>
  <button onclick=\"said('family')\">👨‍👩‍👧 Family</button> <label>Mood <input id=mood></label>
  <button onclick=\"said([...mood.value].length + ' signs')\">Send 🚀</button>";

#[test]
fn names_and_texts_of_emoji_are_told_apart_and_typed_whole() {
    let steps = "  - tap: 👍🏿
  - wait_for: said dark thumb
  - tap: 👍
  - wait_for: said thumb
  - tap: 👨‍👩‍👧 Family
  - wait_for: said family
  - type: { text: 👩🏽‍🚀🇯🇵, into: Mood }
  - tap: Send 🚀
  - wait_for: said 6 signs
";
    assert_eq!(
        replayed(&site(EMOJI), steps),
        ["dark thumb", "thumb", "family", "6 signs"]
    );
}

/// A page that asks for consent on some visits only.
fn asking(asks: &Arc<AtomicBool>) -> Site {
    let asks = Arc::clone(asks);
    Site::serve(move |_| {
        let question =
            "<dialog id=d><p>Use cookies?</p><button onclick=\"d.close()\">No</button></dialog>";
        let then = match asks.load(Ordering::SeqCst) {
            true => "d.showModal()",
            false => "h.textContent = 'Your account'",
        };
        Answer::page(format!(
            "<!doctype html><title>Shop</title>{question}<h1 id=h>Shop</h1><button onclick=\"{then}\">Account</button>
             <button onclick=\"fetch('/said?out').then(() => h.textContent = 'Bye')\">Log out</button>"
        ))
    })
}

#[test]
fn what_the_next_step_asks_for_may_come_up_although_the_lesson_was_without_it() {
    let asks = Arc::<AtomicBool>::default();
    let site = asking(&asks);
    let skill = format!(
        "name: Leave\nsteps:\n  - open_url: {}\n  - tap: Account\n  - condition:\n      if_visible: Use cookies?\n      then:\n        - tap: No\n  - tap: Log out\n  - wait_for: Bye\n",
        site.url
    );
    let without = skill.replace("Use cookies?", "Something else");
    let project = Project::with(&[("leave.yaml", &skill), ("blind.yaml", &without)]);
    project.passes("compile . --device web:");
    asks.store(true, Ordering::SeqCst);
    project.passes("test leave.yaml --device web:");
    assert_eq!(site.lines("GET /said?").len(), 3);
    project
        .run("test blind.yaml --device web: --timeout 2")
        .exits(1)
        .says("expected that `Your account` shows");
    assert_eq!(site.lines("GET /said?").len(), 3);
}

#[test]
fn a_value_is_read_from_its_row_and_not_from_what_stands_beside_the_table() {
    let site = site(
        "<div style='display:flex'><table><tr><td>Country</td><td>Iran</td></tr><tr><td>Colour</td><td>red</td></tr></table>
         <div>Time left: an hour<br>Visits: some</div></div><label>Answer <input id=a></label><button onclick=\"said(a.value)\">Send</button>",
    );
    let steps = "  - remember: { name: value, from: Country }
  - type: { text: \"{value}\", into: Answer }
  - tap: Send
  - wait_for: said Iran
";
    assert_eq!(replayed(&site, steps), ["Iran"]);
}

/// The form moves down by a field when one is touched, so that another stands where it was.
#[test]
fn a_form_that_moves_when_a_field_is_touched_is_filled() {
    let site = site(
        "<style>label, label input { display: block; height: 40px }</style><div id=hint></div><label><input aria-label=City></label><label><input aria-label=Street></label>
         <label><input aria-label=House></label><button onclick=\"said([...document.querySelectorAll('input')].map((it) => it.value).join(' '))\">Send</button>
         <script>document.querySelectorAll('input').forEach((it) => { it.onfocus = () => { hint.style.height = '40px' } })</script>",
    );
    let steps = "  - type: { text: Elm, into: Street }
  - type: { text: 7, into: House }
  - tap: Send
  - wait_for: said Elm 7
";
    assert_eq!(replayed(&site, steps), [" Elm 7"]);
}

/// Frameworks draw a field again when it gets the focus, or focus it by themselves a moment later.
#[test]
fn fields_that_are_drawn_again_or_focused_late_are_filled_once() {
    let site = site(
        "<div id=f><label>Street <input></label></div><label>House <input id=house></label>
         <button onclick=\"said([...document.querySelectorAll('input')].map((it) => it.value).join(' '))\">Send</button><script>
         const draw = () => { const old = f.querySelector('input'); const now = old.cloneNode(); old.onfocus = null; old.replaceWith(now); now.focus() };
         f.querySelector('input').onfocus = draw;
         house.onmousedown = (e) => { e.preventDefault(); setTimeout(() => house.focus()) }</script>",
    );
    let steps = "  - type: { text: Elm, into: Street }
  - type: { text: 12, into: House }
  - tap: Send
  - wait_for: said Elm 12
";
    assert_eq!(replayed(&site, steps), ["Elm 12"]);
}
