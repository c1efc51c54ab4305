//! Pages of many kinds: frames, shadow trees, routes, scripts of the world, large ones.

use retap_model::device::Action;
use retap_model::geometry::Point;
use retap_model::program::Target;
use retap_model::screen::{Element, Role};

use super::kit::{open, opened, outline, shown};
use super::server::Server;

#[test]
fn frames_of_the_same_and_of_another_origin_are_read_and_used() {
    let inner = "<label>Card <input id=card></label><button onclick=\"this.textContent='paid'\">Pay</button>";
    let server = Server::start(move |got| match got.path.as_str() {
        "/inner" => inner.into(),
        "/outer" => {
            "<p>Outer</p><iframe src=/inner style='width:400px;height:100px'></iframe>".into()
        }
        path if path.starts_with("/page?") => {
            let other = &path["/page?".len()..];
            format!(
                "<h1>Shop</h1><iframe src=/inner title=Same style='width:500px;height:120px'></iframe>
                 <iframe src={other} title=Other style='width:500px;height:220px'></iframe>"
            )
            .as_str()
            .into()
        }
        _ => "".into(),
    });
    let url = server.url(&format!("/page?{}", server.other_url("/outer")));
    let mut page = opened!(open(&url));
    let screen = page.wait(|screen| {
        let cards = screen
            .visible()
            .filter(|(_, element)| element.id == "card")
            .count();
        (cards == 2 && screen.loading().is_none()).then(|| screen.clone())
    });
    assert_eq!(
        outline(&screen),
        "heading Shop
container ~Same
  text Card
  text_field#card ~Card [=]
  button Pay
container ~Other
  text Outer
  container
    text Card
    text_field#card ~Card [=]
    button Pay
"
    );
    let centers = |fits: fn(&Element) -> bool| -> Vec<Point> {
        let fitting = screen.visible().filter(|(_, element)| fits(element));
        fitting
            .map(|(_, element)| element.bounds.center())
            .collect()
    };
    let pays = centers(|element| element.text == "Pay");
    page.act(Action::Tap(pays[1]));
    page.wait(|screen| {
        (screen.visible().filter(|(_, e)| e.text == "paid").count() == 1).then_some(())
    });
    page.act(Action::Tap(pays[0]));
    page.wait(|screen| {
        (screen.visible().filter(|(_, e)| e.text == "paid").count() == 2).then_some(())
    });
    let fields = centers(|element| element.id == "card");
    page.act(Action::Tap(fields[1]));
    page.wait(|screen| {
        screen
            .visible()
            .filter(|(_, e)| e.id == "card")
            .nth(1)
            .filter(|(_, e)| e.state.focused)
            .map(|_| ())
    });
    page.type_text("4111 日本 x");
    page.wait(|screen| {
        screen
            .visible()
            .filter(|(_, e)| e.id == "card")
            .nth(1)
            .filter(|(_, e)| e.text == "4111 日本 x")
            .map(|_| ())
    });
    page.act(Action::ClearText);
    page.wait(|screen| {
        screen
            .visible()
            .filter(|(_, e)| e.id == "card")
            .nth(1)
            .filter(|(_, e)| e.text.is_empty())
            .map(|_| ())
    });
}

#[test]
fn open_shadow_trees_are_part_of_the_page() {
    let mut page = shown!(
        "<my-card><span slot=title>Lamp</span></my-card><script>
         customElements.define('my-card', class extends HTMLElement { constructor() { super();
           const root = this.attachShadow({mode: 'open'});
           root.innerHTML = '<h2><slot name=title></slot></h2><label>Count <input id=n></label><button>Buy</button>';
           root.querySelector('button').onclick = () => setTimeout(() => root.querySelector('button').textContent = 'Bought', 50);
         } })</script>",
    );
    page.see("Lamp");
    page.fill("Count", "3");
    page.wait_for("n", |field| field.text == "3" && field.state.focused);
    page.tap("Buy");
    page.see("Bought");
}

#[test]
fn routes_of_a_single_page_app_are_names_of_screens() {
    let server = Server::page(
        "<a href=/settings onclick=\"event.preventDefault(); history.pushState(0, '', '/settings'); main.innerHTML='<h1>Settings</h1>'\">Go</a>
         <div id=main><h1>Home</h1></div>
         <script>onpopstate = () => main.innerHTML = '<h1>Home</h1>'</script>",
    );
    let mut page = opened!(open(&server.url("/")));
    page.tap("Go");
    let screen = page.see("Settings");
    assert_eq!(screen.name, Some(server.url("/settings")));
    page.act(Action::Back);
    let screen = page.see("Home");
    assert_eq!(screen.name, Some(server.url("/")));
}

#[test]
fn right_to_left_emoji_and_editable_pages_are_read_and_typed_into() {
    let mut page = shown!(
        "<div dir=rtl><label>שם <input id=r></label><button>שלח 🚀</button></div>
         <div id=ed contenteditable aria-label=Editor>Hello</div>",
    );
    page.fill("שם", "דוד");
    page.wait_for("r", |field| field.text == "דוד");
    page.see("שלח 🚀");
    page.tap("Editor");
    page.wait_for("ed", |field| field.state.focused);
    page.act(Action::ClearText);
    page.type_text("one 🎉\ntwo");
    page.wait_for("ed", |field| {
        field.text.replace("\n\n", "\n") == "one 🎉\ntwo"
    });
}

#[test]
fn of_a_page_of_ten_thousand_nodes_what_is_in_view_is_read_and_touched() {
    let rows: String = (0..2500)
        .map(|n| {
            format!("<li><b>Name {n}</b> <span>Detail {n}</span> <button onclick=\"p.textContent='took {n}'\">Open</button></li>")
        })
        .collect();
    let mut page = shown!(&format!("<p id=p>Nothing</p><ul>{rows}</ul>"));
    let screen = page.see("Name 3 Detail 3");
    let rows = screen.elements.iter().filter(|it| it.role == Role::Row);
    let count = rows.count();
    assert!(
        (10..100).contains(&count),
        "{count} rows of 2500 are in view"
    );
    let mut target = Target::labelled("Open");
    target.row = Some("Name 3 Detail 3".into());
    page.tap_target(&target);
    page.see("took 3");
}

#[test]
fn closed_shadow_trees_are_part_of_the_page() {
    let server = Server::page(
        "<h1>Shop</h1><my-card><span slot=title>Lamp</span></my-card><div id=late></div>
         <section><template shadowrootmode=closed><p>Declared</p><button onclick=\"fetch('/clicked?declared')\">Take</button></template></section><script>
         customElements.define('my-card', class extends HTMLElement { constructor() { super();
           const root = this.attachShadow({mode: 'closed'});
           root.innerHTML = '<h2><slot name=title></slot></h2><label>Count <input id=n></label><select aria-label=Size><option>S<option>L</select><my-inner></my-inner>';
           root.querySelector('select').onchange = (e) => fetch('/chosen?' + e.target.value);
           root.querySelector('input').onchange = (e) => fetch('/typed?' + e.target.value);
         } });
         customElements.define('my-inner', class extends HTMLElement { constructor() { super();
           const root = this.attachShadow({mode: 'closed'});
           root.innerHTML = '<button>Buy</button>';
           root.querySelector('button').onclick = () => { fetch('/clicked?buy'); late.attachShadow({mode: 'closed'}).innerHTML = '<button>Later</button>' };
         } })</script>",
    );
    let mut page = opened!(open(&server.url("/")));
    page.see("Lamp");
    page.fill("Count", "3");
    page.wait_for("n", |field| field.text == "3" && field.state.focused);
    page.tap("Size");
    page.tap("L");
    server.wait_for("/chosen?L");
    page.tap("Buy");
    server.wait_for("/clicked?buy");
    server.wait_for("/typed?3");
    page.tap("Take");
    server.wait_for("/clicked?declared");
    page.tap("Later");
}
