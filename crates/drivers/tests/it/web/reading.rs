//! Pages, and the screens they are read as.

use std::time::Duration;

use retap_drivers::web::{Viewport, WebOptions};
use retap_model::device::{Action, Device as _, DeviceError};
use retap_model::geometry::{Point, Rect};

use super::kit::{deadline, named, open, open_with, opened, outline, shown};
use super::server::Server;

/// Reads a page and returns its outline.
fn read(body: &str) -> Option<String> {
    let server = Server::page(&format!("<!doctype html><title>T</title><body>{body}"));
    let mut page = open(&server.url("/"))?;
    let screen = page.wait(|screen| {
        screen
            .elements
            .iter()
            .all(|element| element.class != "browser")
            .then(|| screen.clone())
    });
    Some(outline(&screen))
}

#[test]
fn a_form_is_read_with_names_values_and_states() {
    let Some(seen) = read(
        r#"<h1>Sign <em>up</em></h1>
        <form>
        <label for=e>Email</label> <input id=e type=email value="a@b.c" placeholder="you@example.com"><br>
        <label>Password <input type=password name=pw value=secret></label><br>
        <input aria-label="Search" placeholder="Find"><br>
        <label><input type=checkbox checked> I agree to the <a href=/t>Terms</a> and so on</label><br>
        <input type=radio name=r id=r1><label for=r1>One</label>
        <select id=c><option>France<option selected>Japan</select>
        <textarea aria-label=Note>two
lines</textarea>
        <button type=submit id=go>Create <b>account</b></button>
        <button disabled><svg width=10 height=10><title>Trash</title></svg></button>
        <input type=range min=0 max=10 value=3 aria-label=Volume>
        <progress></progress>
        </form>"#,
    ) else {
        return;
    };
    assert_eq!(
        seen,
        "heading Sign up
text Email
text_field#e a@b.c ~Email [=a@b.c]
text Password
text_field#pw •••• ~Password [password]
text_field Find ~Search [=]
checkbox I agree to the Terms and so on [clickable checked]
link Terms [clickable]
radio#r1 One [clickable unchecked]
button#c Japan [collapsed =Japan]
text_field two\nlines ~Note [=two\nlines]
button#go Create account
button ~Trash [disabled]
slider ~Volume [clickable =3]
progress
"
    );
}

#[test]
fn letters_without_a_colour_are_not_read_and_drawn_ones_are() {
    let Some(seen) = read(
        r#"<style>.g{background:linear-gradient(red,blue);background-clip:text;color:transparent}</style>
        <p style="color:transparent">Receipt one</p><p style="color:#fff0">Receipt two</p>
        <p style="-webkit-text-fill-color:transparent">Receipt three</p>
        <p style="color:color(srgb 0 0 0 / 0.001)">Receipt four</p>
        <p style="color:transparent">Unseen <b style="color:red">Seen</b></p>
        <p class=g>Gradient <b>title</b></p>
        <p style="color:transparent;text-shadow:0 0 3px red">Blurred</p>
        <p style="color:transparent;-webkit-text-stroke:1px red">Outlined</p>
        <p style="color:rgb(0,0,0)">Black</p><p style="color:rgba(0,0,0,.5)">Grey</p>
        <button style="color:transparent">Close</button>
        <button title="Order was paid">Pay</button>
        <input placeholder="Your refund was sent" value="no">"#,
    ) else {
        return;
    };
    assert_eq!(
        seen,
        "text Seen
text Gradient title
text Blurred
text Outlined
text Black
text Grey
button ~Close
button Pay ~Order was paid
text_field no ~Your refund was sent [=no]
"
    );
}

#[test]
fn a_text_is_read_once_and_a_sentence_whole() {
    let Some(seen) = read(
        r#"<div><div><section><p>Hello <b>big</b> <i>world</i></p></section></div></div>
        <p>By going on you accept the <a href=/t>Terms</a> and the <a href=/p>Policy</a>.</p>
        <p>No account? <a href=/s>Sign up</a></p>
        <p>Total: <span id=sum>$5</span></p>
        <div id=status><span>Saved</span></div>
        <div style="display:flex"><span>Name</span><span>Ann</span></div>
        <a href=/card style="display:block"><h3>Lamp</h3><p>A good lamp</p></a>
        <button><span style="position:absolute;width:1px;height:1px;overflow:hidden">Close</span>×</button>
        <p style="visibility:hidden">unseen</p><p style="display:none">gone</p>
        <p style="opacity:0">clear</p><p style="position:absolute;left:-9999px">away</p>
        <p style="opacity:0.0001">faint</p><p style="filter:opacity(0)">filtered</p>
        <div style="content-visibility:hidden"><p>skipped</p></div><div hidden=until-found>to be found</div>
        <p style="clip-path:circle(0)">clipped</p><p style="clip-path:inset(50%)">clipped too</p>
        <details><summary>More</summary><p>folded</p></details>
        <div style="height:20px;overflow:hidden"><p style="margin:0">in</p><p>cut off</p></div>"#,
    ) else {
        return;
    };
    assert_eq!(
        seen,
        "text Hello big world
text By going on you accept the Terms and the Policy.
  link Terms [clickable]
  link Policy [clickable]
text No account?
  link Sign up [clickable]
text Total: $5
  text#sum $5
text#status Saved
text Name
text Ann
link [clickable]
  heading Lamp
  text A good lamp
button × ~Close
button More [collapsed]
text in
"
    );
}

#[test]
fn rows_are_told_apart_with_and_without_list_markup() {
    let Some(seen) = read(
        r#"<ul><li>Apple <button>Add</button></li><li>Pear <button>Add</button></li></ul>
        <table><tr><td>1</td><td>Ann</td><td><a href=/1>Edit</a></td></tr></table>
        <div class=card><b>Mail</b><button>Open</button></div>
        <div class=card><b>Maps</b><button>Open</button></div>
        <div class=group><label for=a>First</label><input id=a></div>
        <div class=group><label for=b>Last</label><input id=b></div>"#,
    ) else {
        return;
    };
    assert_eq!(
        seen,
        "list
  row
    text Apple
    button Add
  row
    text Pear
    button Add
list
  row
    text 1
    text Ann
    link Edit [clickable]
row
  text Mail
  button Open
row
  text Maps
  button Open
text First
text_field#a ~First [=]
text Last
text_field#b ~Last [=]
"
    );
}

#[test]
fn what_lies_under_something_is_covered() {
    let Some(seen) = read(
        r#"<p>Behind</p><button>Under</button>
        <div style="position:absolute;top:200px"><p id=t>Card text</p><a href=/x style="position:absolute;inset:0" aria-label="Open card"></a></div>
        <div style="position:fixed;left:0;top:0;width:100%;height:150px;background:rgba(0,0,0,.4)"></div>
        <div role=dialog style="position:fixed;left:300px;top:20px;background:#fff"><h2>Sure?</h2><button>Yes</button></div>"#,
    ) else {
        return;
    };
    assert_eq!(
        seen,
        "text Behind [covered]
button Under [covered]
text#t Card text
link ~Open card [clickable]
dialog ~Sure?
  heading Sure?
  button Yes
"
    );
}

#[test]
fn words_beside_a_field_name_it_where_nothing_connects_them() {
    let Some(seen) = read(
        "<p><label>Username</label><input id=u></p>
        <table><tr><th>Genre</th><td><input></td></tr><tr><th>Year</th><td><input></td></tr></table>
        <p>Two of them <input> <input></p>
        <div><span>Search for</span><input id=s><button>Go</button></div>
        <p>These are more words than anybody calls one field by <input></p>",
    ) else {
        return;
    };
    assert_eq!(
        seen,
        "text Username
text_field#u ~Username [=]
list
  row
    text Genre
    text_field ~Genre [=]
  row
    text Year
    text_field ~Year [=]
text Two of them
text_field [=]
text_field [=]
text Search for
text_field#s [=]
button Go
text These are more words than anybody calls one field by
text_field [=]
"
    );
}

#[test]
fn a_picture_or_a_tip_names_what_has_no_words_of_its_own() {
    let Some(seen) = read(
        r#"<style>i, span { display: inline-block; width: 16px; height: 16px; background: teal }</style>
        <label for=q><img alt="Find a product" width=16 height=16></label> <input id=q><br>
        <label for=z><i aria-label="Where to"></i></label> <input id=z><br>
        <label for=e>Email <i title="Nobody else gets it"></i></label> <input id=e><br>
        <a href=#day><span title="Choose a date"></span></a>
        <button><i aria-label=Close></i></button>
        <button><i title="A disk"></i> Save</button>
        <div style="cursor:pointer; height:20px"><i aria-label=Edit></i><i aria-label=Delete></i></div>"#,
    ) else {
        return;
    };
    assert_eq!(
        seen,
        "image ~Find a product
text_field#q ~Find a product [=]
container ~Where to
text_field#z ~Where to [=]
text Email
text_field#e ~Email [=]
link ~Choose a date [clickable]
button ~Close
button Save
container [clickable]
  container ~Edit
  container ~Delete
"
    );
}

#[test]
fn what_is_placed_by_itself_is_not_clipped_by_what_it_does_not_stand_in() {
    let box_with = |around: &str, inside: &str| {
        format!(
            "<div style='height:50px;overflow:auto;{around}'>Box<div style='top:200px;left:10px;{inside}'><button>Way out</button></div></div>"
        )
    };
    for (around, inside, is_shown) in [
        ("", "position:fixed", true),
        ("", "position:absolute", true),
        ("overflow:hidden", "position:fixed", true),
        ("position:relative", "position:fixed", true),
        ("position:relative", "position:absolute", false),
        ("transform:scale(1)", "position:fixed", false),
        ("", "position:relative", false),
    ] {
        let Some(seen) = read(&box_with(around, inside)) else {
            return;
        };
        assert_eq!(
            seen.contains("Way out"),
            is_shown,
            "{around}; {inside}: {seen}"
        );
    }
}

#[test]
fn half_an_emoji_and_a_list_of_nobody_are_read() {
    let Some(seen) = read(
        "<p id=p>Words</p><button>Go</button><script>p.textContent = 'Great \u{1f44d}\u{1f44d} work'.slice(0, 9); p.title = p.textContent;
         document.body.append(document.createElementNS('urn:x', 'select'))</script>",
    ) else {
        return;
    };
    assert!(
        seen.contains("button Go") && seen.contains("Great"),
        "{seen}"
    );
}

#[test]
fn a_page_tells_whether_it_goes_on_below() {
    let mut page =
        shown!("<!doctype html><p>Top</p><div style='height:3000px'></div><p>Bottom</p>");
    page.see("Top");
    assert!(page.device.read_screen(deadline()).unwrap().has_more_below);
    let up = Action::Swipe(
        Point::new(640.0, 700.0),
        Point::new(640.0, -9000.0),
        Duration::from_millis(100),
    );
    page.act(up);
    page.see("Bottom");
    assert!(!page.device.read_screen(deadline()).unwrap().has_more_below);
}

#[test]
fn the_whole_page_has_what_can_be_scrolled_to_and_nothing_else() {
    let mut page = shown!(
        "<!doctype html><p>Top</p><div style='height:100px;overflow:auto'><div style='height:900px'></div><p>Inner</p></div>
         <div style='height:0;overflow:hidden'><p>Collapsed</p></div><p style='position:absolute;left:-9999px'>For ears</p>
         <p style='position:fixed;left:-400px'>Drawer</p><div style='height:3000px'></div><p>Bottom</p>"
    );
    page.see("Top");
    let whole = page.device.read_whole(deadline()).unwrap().unwrap();
    assert_eq!(whole.texts(), ["Top", "Inner", "Bottom"]);
    let up = Action::Swipe(
        Point::new(640.0, 700.0),
        Point::new(640.0, -9000.0),
        Duration::from_millis(100),
    );
    page.act(up);
    page.see("Bottom");
    let whole = page.device.read_whole(deadline()).unwrap().unwrap();
    assert_eq!(whole.texts(), ["Top", "Inner", "Bottom"]);
}

#[test]
fn a_whole_reading_is_in_the_units_of_what_shows() {
    let page = "<!doctype html><p>Top</p><button>Here</button><div style='width:1400px;height:9000px'></div><p>Bottom</p>";
    let server = Server::page(page);
    let options = WebOptions {
        viewport: Viewport::PHONE,
        ..WebOptions::new(server.url("/"))
    };
    let mut page = opened!(open_with(options));
    let screen = page.see("Here");
    let whole = page.device.read_whole(deadline()).unwrap().unwrap();
    let at = whole.view_at.unwrap();
    let [shown, there] = [&screen, &whole].map(|screen| named(screen, "Here").unwrap().bounds);
    let moved = Rect::new(shown.x + at.x, shown.y + at.y, shown.width, shown.height);
    assert_eq!(there, moved);
}

#[test]
fn what_a_whole_reading_has_is_brought_into_view_wherever_it_scrolls() {
    const TALL: &str = "<div style='height:2000px'></div>";
    let inner = |name: &str| {
        format!(
            "<style>html {{ scroll-behavior: smooth }}</style>{TALL}<button>{name}</button>{TALL}"
        )
    };
    let frame = inner("In a frame");
    let page_of = move |port: &str| {
        format!(
            "<!doctype html><header style='position:sticky;top:0;height:200px;background:#eee'>Header</header>{}
             <div style='height:150px;overflow:auto'>{TALL}<button>In a box</button></div>{TALL}
             <iframe src='http://localhost:{port}/frame' height=200></iframe>{TALL}",
            inner("On the page")
        )
    };
    let port = std::sync::Arc::new(std::sync::Mutex::new(String::new()));
    let known = std::sync::Arc::clone(&port);
    let server = Server::start(move |got| match got.path.as_str() {
        "/frame" => frame.as_str().into(),
        "/" => page_of(&known.lock().unwrap()).as_str().into(),
        _ => "".into(),
    });
    let other = server.other_url("/frame");
    let number = other.split([':', '/']).find(|it| it.parse::<u16>().is_ok());
    number.unwrap().clone_into(&mut port.lock().unwrap());
    let mut page = opened!(open(&server.url("/")));
    page.see("Header");
    for name in ["In a frame", "In a box", "On the page", "In a frame"] {
        // A frame of another origin comes later than the page.
        page.wait(|screen| {
            screen
                .elements
                .iter()
                .all(|it| it.class != "browser")
                .then_some(())
        });
        let whole = page.device.read_whole(deadline()).unwrap().unwrap();
        let place = whole.elements.iter().position(|it| it.caption() == name);
        page.device
            .bring_into_view(place.unwrap(), deadline())
            .unwrap();
        let screen = page.device.read_screen(deadline()).unwrap();
        let seen = named(&screen, name).unwrap();
        assert!(!seen.is_covered && screen.is_in_view(&seen), "{name}");
        let others = ["In a frame", "In a box", "On the page"];
        let others = others.iter().filter(|other| **other != name);
        assert!(
            others
                .into_iter()
                .all(|other| named(&screen, other).is_none())
        );
    }
    let gone = page.device.bring_into_view(9999, deadline());
    assert!(matches!(gone, Err(DeviceError::Missed { .. })), "{gone:?}");
}

#[test]
fn a_hint_in_a_field_is_told_from_a_name() {
    let mut page = shown!(
        "<!doctype html><input placeholder='you@example.org'><label>Name <input placeholder='Ada'></label>"
    );
    page.see("Name");
    let screen = page.device.read_screen(deadline()).unwrap();
    let fields = screen.elements.iter().filter(|it| it.is_editable);
    let told: Vec<(&str, bool)> = fields
        .map(|it| (it.description.as_str(), it.is_described_by_tip))
        .collect();
    assert_eq!(told, [("you@example.org", true), ("Name", false)]);
}

#[test]
fn identifiers_that_a_page_makes_up_for_every_visit_identify_nothing() {
    let made_up = [
        "mantine-menqbevyu-target",
        "a-8qtw6leqw",
        "radix-:r1:",
        "«r3»",
        "field-:r2:-label",
        "__BVID__12",
        "x81234",
        "deadbeef01",
    ];
    let chosen = ["step2", "id_is_sold", "h264-video", "col-md-6", "nav2level"];
    let buttons = made_up.iter().chain(&chosen);
    let buttons = buttons.map(|id| format!("<button id='{id}'>{id}.</button><br>"));
    let Some(seen) = read(&buttons.collect::<String>()) else {
        return;
    };
    let known = made_up.map(|id| format!("button {id}.\n"));
    let named = chosen.map(|id| format!("button#{id} {id}.\n"));
    assert_eq!(seen, known.concat() + &named.concat());
}

#[test]
fn how_words_are_read_aloud_is_not_in_their_names() {
    let Some(seen) = read(
        "<label for=n>お<ruby>名<rp>(</rp><rt>な</rt>前<rt>まえ</rt><rp>)</rp></ruby></label> <input id=n><br>
         <label for=p>Postal</label> <input id=p placeholder='123-4567'><br>
         <input placeholder='Search here'><br>
         <button><ruby>保存<rt>ほぞん</rt></ruby>する</button> <p>請<ruby>求<rt>きゅう</rt></ruby>書</p>",
    ) else {
        return;
    };
    assert_eq!(
        seen,
        "text な
text まえ
text お名前
text_field#n ~お名前 [=]
text Postal
text_field#p 123-4567 ~Postal [=]
text_field Search here ~Search here [=]
button 保存する
text きゅう
text 請求書
"
    );
}
