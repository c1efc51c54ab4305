//! Acts beyond a click, each learned and replayed through the binary.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::{fails_on, learn_and_replay, learn_and_replay_in, project_on, shared_browser};
use crate::project::Project;
use crate::site::{Answer, Got, Site};

/// A menu that only a pointer opens, without a script: nothing in the page's tree changes.
const MENU: &str =
    "<title>Shop</title><style>nav ul { display: none } nav:hover ul { display: block }</style>
<nav><a href=#>Products</a><ul><li><a href=/tea>Tea</a></li></ul></nav><p>Plain</p>";

fn shop() -> Site {
    Site::serve(|got: &Got| match got.line.as_str() {
        "GET /tea" => Answer::page("<h1>All teas</h1>"),
        _ => Answer::page(MENU),
    })
}

#[test]
fn a_menu_that_opens_under_the_pointer_is_used() {
    let site = shop();
    let skill = "name: Teas\nsteps:\n  - open_url: SITE\n  - hover: Products\n  - tap: Tea\n  - assert_visible: All teas\n";
    let project = learn_and_replay(&site, "teas.yaml", skill);
    assert_eq!(site.lines("GET /tea").len(), 2);
    let sim = project.run("test teas.yaml --device sim:shop --no-compiled --timeout 2");
    assert_ne!(sim.code(), 0, "{}", sim.text);
    let prose = "---\nname: Teas\n---\n\n1. Open URL: SITE\n2. Hover over \"Products\"\n3. Tap \"Tea\"\n4. Verify \"All teas\" is visible\n";
    learn_and_replay(&site, "SKILL.md", prose);
}

#[test]
fn an_address_that_is_opened_again_brings_its_page_again() {
    let site = shop();
    let again =
        "name: Again\nsteps:\n  - open_url: SITE\n  - open_url: SITE\n  - assert_visible: Plain\n";
    let project = learn_and_replay(&site, "again.yaml", again);
    let begun = format!("test again.yaml --device web:{} --no-compiled", site.url);
    project.passes(&begun);
}

/// The page loads itself again and again and looks as it did; the button does nothing.
const RESTLESS: &str = "<h1>Clock</h1><button>Idle</button>
<script>setTimeout(() => location.reload(), 300)</script>";

#[test]
fn a_page_that_loads_itself_again_answers_no_touch() {
    let site = Site::page(RESTLESS);
    fails_on(&site, "  - tap: Idle\n", "nothing changed");
}

#[test]
fn a_pointer_is_rested_from_the_command_line() {
    let site = shop();
    let project = Project::new();
    let device = format!("--device web:{} --timeout 2", site.url);
    project
        .passes(&format!("hover Products {device}"))
        .says("hover \"Products\"");
    project.run(&format!("hover Plain {device}")).exits(1);
}

#[test]
fn scenarios_in_both_languages_hover() {
    let site = shop();
    let english = "name: Teas\napp: { web: \"SITE\" }\nsteps:\n  - id: Find tea\n    actions:\n      - do: Launch the app\n      - do: Hover over 'Products'\n      - do: Tap 'Tea'\n      - then: \"'All teas' is shown\"\n";
    learn_and_replay(&site, "teas.yaml", english);
    let japanese = "name: お茶\napp: { web: \"SITE\" }\nsteps:\n  - id: お茶を探す\n    actions:\n      - do: アプリを起動\n      - do: 「Products」にマウスを重ねる\n      - do: 「Tea」をタップ\n      - then: 「All teas」が表示される\n";
    learn_and_replay(&site, "ocha.yaml", japanese);
    assert_eq!(site.lines("GET /tea").len(), 4);
}

#[test]
fn a_hover_that_shows_nothing_fails_unless_its_author_says_so_and_fingers_have_none() {
    let site = shop();
    fails_on(&site, "  - hover: Plain\n", "nothing changed");
    let skill =
        "name: Rest\nsteps:\n  - open_url: SITE\n  - hover: { label: Plain, effect: none }\n";
    let project = project_on(&site, "quiet.yaml", skill);
    project.passes("test quiet.yaml --device web:");
    let settings = "name: Rest\nsteps:\n  - launch: Settings\n  - hover: General\n";
    project.write("phone.yaml", settings);
    project.write(".retap/config.toml", "[web]\nmobile = true\n");
    for (file, device) in [("quiet.yaml", "web:"), ("phone.yaml", "sim:settings")] {
        let ran = project.run(&format!("test {file} --device {device}"));
        let words = format!("`{device}` cannot rest a pointer on anything");
        ran.exits(3).says(&words);
    }
}

/// A list whose rows have a context menu of their own; what the menu does is told to the server.
const PHOTOS: &str = "<title>Photos</title><p id=photo>Cat</p><ul id=menu hidden><li><button onclick=\"fetch('/removed/' + menu.dataset.buttons).then(() => photo.textContent = 'No photos')\">Remove</button></li></ul>
<script>let buttons = 0; photo.onmousedown = event => buttons = event.button + '-' + event.buttons;
photo.oncontextmenu = event => { event.preventDefault(); menu.dataset.buttons = buttons; menu.hidden = false }</script>";

#[test]
fn a_context_menu_is_opened_in_skills_and_scenarios() {
    let site = Site::page(PHOTOS);
    let skill = "name: Photos\nsteps:\n  - open_url: SITE\n  - right_click: Cat\n  - tap: Remove\n  - assert_visible: No photos\n";
    learn_and_replay(&site, "photos.yaml", skill);
    let prose = "---\nname: Photos\n---\n\n1. Open URL: SITE\n2. 「Cat」を右クリック\n3. Tap \"Remove\"\n4. Verify \"No photos\" is visible\n";
    learn_and_replay(&site, "SKILL.md", prose);
    let scenario = "name: Photos\napp: { web: \"SITE\" }\nsteps:\n  - id: Remove it\n    actions:\n      - do: Launch the app\n      - do: Right-click 'Cat'\n      - do: Tap 'Remove'\n      - then: \"'No photos' is shown\"\n";
    learn_and_replay(&site, "scenario.yaml", scenario);
    assert_eq!(site.lines("GET /removed/2-2").len(), 6);
}

#[test]
fn a_right_click_without_a_menu_fails_and_fingers_have_none() {
    let site = shop();
    let skill = "name: Menu\nsteps:\n  - open_url: SITE\n  - right_click: Plain\n";
    fails_on(&site, "  - right_click: Plain\n", "nothing changed");
    let project = project_on(&site, "menu.yaml", skill);
    project.write(".retap/config.toml", "[web]\nmobile = true\n");
    project
        .run("test menu.yaml --device web:")
        .exits(3)
        .says("`web:` cannot open context menus");
}

#[test]
fn a_page_is_cut_off_from_the_network_and_joined_again_by_what_page_and_server_see() {
    let page = "<title>News</title><p id=p>-</p><button onclick=\"ask()\">Ask</button><script>let n = 0;
        onoffline = () => p.textContent = 'the page is offline'; ononline = () => p.textContent = 'the page is online';
        function ask() { n++; fetch('/news?' + n).then(() => p.textContent = 'answer ' + n, () => p.textContent = 'no answer ' + n) }</script>";
    let site = Site::page(page);
    let skill = "name: News
steps:
  - open_url: SITE
  - tap: Ask
  - wait_for: answer 1
  - set_network: airplane_on
  - wait_for: the page is offline
  - tap: Ask
  - wait_for: no answer 2
  - set_network: airplane_off
  - wait_for: the page is online
  - tap: Ask
  - wait_for: answer 3
";
    learn_and_replay_in("web:", &site, "news.yaml", skill);
    let asked = site.lines("GET /news");
    assert_eq!(
        asked,
        ["GET /news?1", "GET /news?3", "GET /news?1", "GET /news?3"]
    );
    let radio = "name: Radio\nsteps:\n  - open_url: SITE\n  - set_network: cellular_off\n";
    let ran = project_on(&site, "radio.yaml", radio).run("test radio.yaml --device web:");
    ran.exits(3).says("`web:` cannot switch its radios");
}

/// Fields that make something of what is typed; `how` is what becomes of the value.
fn formatting(how: &str) -> Site {
    Site::page(&format!(
        "<label>Amount <input oninput=\"const digits = this.value.replace(/[^0-9a-z]/g, ''); this.value = {how}\"></label>"
    ))
}

#[test]
fn a_field_that_makes_another_value_of_what_is_typed_does_not_hold_it() {
    for how in [
        "'-' + digits",
        "'(' + digits + ')'",
        "digits.replace(/00$/, '.00')",
        "digits + '!'",
    ] {
        let steps = "  - type: { text: '100', into: Amount }\n";
        fails_on(
            &formatting(how),
            steps,
            "typed \"100\", but the field holds",
        );
    }
}

#[test]
fn a_field_that_groups_what_is_typed_holds_it() {
    for how in [
        "'$' + Number(digits).toLocaleString('en')",
        "digits.replace(/(...)(.*)/, '$1-$2')",
    ] {
        let skill = "name: Skill\nsteps:\n  - open_url: SITE\n  - type: { text: '1234567', into: Amount }\n";
        learn_and_replay(&formatting(how), "skill.yaml", skill);
    }
}

#[test]
fn a_text_that_denies_what_is_asked_for_does_not_show_it() {
    for text in ["Could not be saved", "Isn’t saved", "Nothing was saved"] {
        let site = Site::page(&format!("<p>{text}</p>"));
        fails_on(&site, "  - assert_visible: Saved\n", "Saved");
    }
}

#[test]
fn another_value_of_a_list_is_no_drift() {
    let list = |chosen: &str| {
        let option = |it: &str| match it == chosen {
            true => format!("<option selected>{it}"),
            false => format!("<option>{it}"),
        };
        let options = ["English", "Deutsch"].map(option).concat();
        format!("<h1>Settings</h1><label for=l>Language</label><select id=l>{options}</select>")
    };
    let count = AtomicUsize::new(0);
    let site = Site::serve(move |got: &Got| match got.line.as_str() {
        "GET /" => match count.fetch_add(1, Ordering::Relaxed) {
            0 => Answer::page(list("English")),
            _ => Answer::page(list("Deutsch")),
        },
        _ => Answer::page(""),
    });
    let skill = "name: Skill\nsteps:\n  - open_url: SITE\n  - select: { label: Language, option: Deutsch }\n";
    let project = project_on(&site, "skill.yaml", skill);
    let device = shared_browser();
    project.passes(&format!("compile skill.yaml --device {device}"));
    let ran = project.passes(&format!("test skill.yaml --device {device}"));
    assert!(!ran.text.contains("renamed"), "{}", ran.text);
}

/// A page that answers with what it was given and a number that is another each time.
const ANSWERS: &str = "<h1>Shop</h1><label>Item <input id=n></label><button onclick=\"o.textContent = 'Saved ' + n.value\">Save</button><p id=o></p>";

#[test]
fn lessons_that_leave_an_act_without_a_check_say_so() {
    let site = Site::page(ANSWERS);
    let skill = "name: Skill\nsteps:\n  - open_url: SITE\n  - type: { text: \"${ITEM}\", into: Item }\n  - tap: Save\n";
    let project = project_on(&site, "skill.yaml", skill);
    let device = shared_browser();
    let compile =
        |more: &str| project.passes(&format!("compile skill.yaml --device {device} {more}"));
    compile("--set ITEM=Tea");
    let again = compile("--set ITEM=Coffee --again");
    let again = again.says("hardly checked: step 3, tap \"Save\": only that the screen changes");
    again.says("hint: add `assert_visible`");
}

#[test]
fn a_check_that_held_before_the_act_does_not_prove_it() {
    let site = Site::page(ANSWERS);
    let skill = |check: &str| {
        format!(
            "name: Skill\nsteps:\n  - open_url: SITE\n  - type: {{ text: \"${{ITEM}}\", into: Item }}\n  - tap: Save\n  - assert_visible: {check}\n"
        )
    };
    let device = shared_browser();
    for (check, is_hardly_checked) in [("Shop", true), ("Saved ${ITEM}", false)] {
        let project = project_on(&site, "skill.yaml", &skill(check));
        let compile =
            |more: &str| project.passes(&format!("compile skill.yaml --device {device} {more}"));
        compile("--set ITEM=Tea");
        let again = compile("--set ITEM=Coffee --again");
        let is_told = again.text.contains("hardly checked: step 3");
        assert_eq!(is_told, is_hardly_checked, "{check}: {}", again.text);
    }
}

/// Boxes for a code, each with room for one letter.
fn code_boxes(go_on: &str) -> String {
    let boxes = "<input maxlength=1 size=1>".repeat(6);
    format!(
        "<style>input {{ width: 30px; height: 30px }}</style><h1>Code</h1>{boxes}<p id=log>Waiting</p>
         <script>const all = [...document.querySelectorAll('input')]; all[0].ariaLabel = 'Digit 1';
         all.forEach((box, at) => box.oninput = () => {{ const next = all[at + 1]; {go_on};
           if (!next) log.textContent = 'Done' }})</script>"
    )
}

const TYPE_CODE: &str = "name: Code\nsteps:\n  - open_url: SITE\n  - type: { text: \"123456\", into: \"Digit 1\" }\n  - assert_visible: Done\n";

#[test]
fn a_code_goes_into_boxes_and_is_proven_by_all_of_them() {
    let site = Site::page(&code_boxes("if (next) next.focus()"));
    learn_and_replay(&site, "code.yaml", TYPE_CODE);
}

#[test]
fn a_code_whose_boxes_hold_another_one_fails_and_says_which() {
    let site = Site::page(&code_boxes(
        "if (next) { next.focus(); if (at === 2) box.value = '9' }",
    ));
    fails_on(
        &site,
        "  - type: { text: \"123456\", into: \"Digit 1\" }\n",
        "1 2 9 4 5 6",
    );
}

#[test]
fn a_password_field_that_makes_something_else_of_the_text_fails_the_step() {
    let step = "  - type: { text: \"s3cret-Word\", into: Secret }\n";
    for (change, why) in [
        (
            "this.value.toUpperCase()",
            "holds something else than was typed",
        ),
        (
            "this.value.replace('-', '')",
            "holds something else than was typed",
        ),
    ] {
        let page = format!(
            "<h1>In</h1><label>Secret <input type=password oninput=\"this.value = {change}\"></label>"
        );
        fails_on(&Site::page(&page), step, why);
    }
    let plain = Site::page("<h1>In</h1><label>Secret <input type=password></label>");
    let skill = format!("name: In\nsteps:\n  - open_url: SITE\n{step}");
    learn_and_replay(&plain, "in.yaml", &skill);
}
