//! Acts have the effect they are for, or fail.

use std::collections::BTreeSet;
use std::time::Duration;

use insta::assert_snapshot;
use retap_model::device::{Action, Key, NetworkMode};
use retap_model::event::Event;
use retap_model::geometry::{Direction, Point};
use retap_model::phrase::{Phrase, Variables};
use retap_model::program::*;
use retap_replay::{Pictures, RunOptions};

use crate::assert_contains;
use crate::kit::*;

const ABOUT: [&str; 2] = ["General", "About"];

fn about() -> Vec<StepKind> {
    let mut steps = vec![launch("Settings")];
    steps.extend(ABOUT.map(tap));
    steps
}

#[test]
fn taps_lead_through_the_app() {
    let story = live("settings", [about(), vec![visible("Model Name")]].concat());
    story.assert_passed();
    assert_eq!(story.labels(), ABOUT);
}

#[test]
fn tap_without_effect_fails_and_touches_once() {
    let story = live(
        "settings",
        [about(), vec![tap("Serial Number"), tap("Name")]].concat(),
    );
    story.assert_failed();
    assert_eq!(story.labels(), ["General", "About", "Serial Number"]);
    assert_snapshot!(story.reason(), @"step 4: after tap on text `Serial Number` at (90, 336), nothing changed");
}

#[test]
fn a_touch_at_a_place_is_proven_like_every_other() {
    let at = |x: f64, y: f64| {
        let action = Action::Tap(Point::new(x, y));
        StepKind::from(Gesture { action })
    };
    let story = live("settings", [about(), vec![at(90.0, 336.0)]].concat());
    story.assert_failed();
    assert_snapshot!(story.reason(), @"step 4: after tap at (90, 336), nothing changed");
    let back = [about(), vec![at(20.0, 50.0), visible("General")]].concat();
    live("settings", back).assert_passed();
}

#[test]
fn a_tap_the_author_declares_silent_passes() {
    let silent = Tap {
        target: Target::labelled("Serial Number"),
        effect: TouchEffect::None,
        ..Tap::default()
    };
    live("settings", [about(), vec![StepKind::Tap(silent)]].concat()).assert_passed();
}

#[test]
fn missing_target_lists_what_is_visible() {
    let story = live("settings", vec![launch("Settings"), tap("Bluetoth")]);
    story.assert_failed();
    assert!(story.labels().is_empty());
    assert_snapshot!(story.reason(), @"step 2: `Bluetoth` is not on the screen; visible: Settings, Airplane Mode, Wi-Fi, on, Bluetooth, Mobile Data, Personal, Notifications, Sounds, Focus, Device, General, Display, 言語と地域, 日本語, Battery, 82 %, Privacy, Help");
}

#[test]
fn letters_inside_a_word_are_not_tapped() {
    let story = live("settings", vec![launch("Settings"), tap("Tooth")]);
    story.assert_failed();
    assert!(story.labels().is_empty());
    assert!(
        story
            .reason()
            .contains("`Bluetooth` only contains its letters"),
        "{}",
        story.reason()
    );
}

#[test]
fn an_app_that_is_not_there_fails_with_the_list() {
    let story = live("settings", vec![launch("Wallet")]);
    story.assert_failed_with("Settings");
}

#[test]
fn typed_text_is_read_back() {
    let name = "Ann's $HOME \"%s\" 東京 \\ é";
    let steps = vec![
        tap("Name"),
        tap("Name of this phone"),
        type_text(name),
        tap("Save"),
        visible(name),
    ];
    live("settings", [about(), steps].concat()).assert_passed();
}

#[test]
fn typing_without_a_field_types_nothing() {
    let story = live("settings", [about(), vec![type_text("hello")]].concat());
    story.assert_failed();
    assert!(
        story
            .reason()
            .starts_with("step 4: no field has the focus, so nothing was typed")
    );
    assert!(
        story
            .touched
            .iter()
            .all(|touched| !touched.action.contains("type"))
    );
}

#[test]
fn typing_into_a_named_field_touches_it_first() {
    let into = Some(Target::labelled("Name of this phone"));
    let text = StepKind::Type(TypeText {
        text: "Desk".into(),
        into,
    });
    let story = live("settings", [about(), vec![tap("Name"), text]].concat());
    story.assert_passed();
    assert_eq!(
        story.labels().last().map(String::as_str),
        Some("Name of this phone")
    );
}

#[test]
fn a_key_that_submits_is_proven_by_what_follows() {
    let enter = PressKey {
        key: Key::from_word("return").unwrap(),
        modifiers: Vec::new(),
    };
    let steps = vec![
        tap("Name"),
        tap("Name of this phone"),
        type_text("Desk Phone"),
        StepKind::PressKey(enter),
        visible("Desk Phone"),
    ];
    live("settings", [about(), steps].concat()).assert_passed();
}

#[test]
fn a_key_without_effect_fails() {
    let escape = PressKey {
        key: Key::from_word("escape").unwrap(),
        modifiers: Vec::new(),
    };
    live(
        "settings",
        vec![launch("Settings"), StepKind::PressKey(escape)],
    )
    .assert_failed();
}

#[test]
fn home_back_and_reset_are_checked() {
    let reset = StepKind::ResetApp(ResetApp {
        app: "Settings".into(),
    });
    let steps = vec![
        StepKind::Back(Back),
        visible("Storage"),
        StepKind::Home(Home),
        not_visible("Storage"),
        launch("Settings"),
        reset,
    ];
    live("settings", [about(), steps].concat()).assert_passed();
}

#[test]
fn back_on_the_home_screen_changes_nothing_and_fails() {
    live("settings", vec![StepKind::Back(Back)]).assert_failed();
}

#[test]
fn a_radio_is_read_back() {
    let off = StepKind::SetNetwork(SetNetwork {
        mode: NetworkMode::WifiOff,
    });
    let story = live(
        "settings",
        vec![
            launch("Settings"),
            off,
            tap("Wi-Fi"),
            visible("Turn Wi-Fi on to see networks near you."),
        ],
    );
    story.assert_passed();
}

#[test]
fn a_drag_moves_a_row_onto_another() {
    let drag = StepKind::Drag(Drag {
        from: Target::labelled("Notes"),
        to: Target::labelled("Photos"),
    });
    let steps = vec![launch("Settings"), tap("General"), tap("Storage"), drag];
    let story = live("settings", steps);
    story.assert_passed();
    assert_eq!(story.labels().last().map(String::as_str), Some("Notes"));
}

#[test]
fn scroll_to_stops_as_soon_as_the_target_shows() {
    let scroll = |label: &str| {
        StepKind::ScrollTo(ScrollTo {
            target: Target::labelled(label),
            direction: Direction::Up,
            max: 10,
            stroke: None,
        })
    };
    let story = live(
        "settings",
        vec![
            launch("Settings"),
            scroll("Legal"),
            tap("Legal"),
            scroll("Fonts"),
            scroll("Printing"),
        ],
    );
    story.assert_passed();
    let swipes = story
        .touched
        .iter()
        .filter(|touched| touched.action.starts_with("swipe"))
        .count();
    assert!((2..=6).contains(&swipes), "{swipes} swipes");
}

#[test]
fn scroll_to_ends_when_the_page_no_longer_moves() {
    let target = Target::labelled("Nowhere");
    let scroll = StepKind::ScrollTo(ScrollTo {
        target,
        direction: Direction::Up,
        max: 10,
        stroke: None,
    });
    let story = live("settings", vec![launch("Settings"), scroll]);
    story.assert_failed();
    let swipes = story
        .touched
        .iter()
        .filter(|touched| touched.action.starts_with("swipe"))
        .count();
    assert!(swipes < 6, "{swipes} swipes on a page of two screens");
    assert_contains(story.reason(), "`Nowhere` was not found");
}

#[test]
fn measure_starts_when_the_act_is_sent() {
    let measure = StepKind::Measure(Measure {
        act: Measured::Tap(Target::labelled("Software Update")),
        until: Target::labelled("Automatic Updates"),
        max: Some(Duration::from_secs(5)),
        name: Some("update check".to_owned()),
    });
    let story = live(
        "settings",
        vec![launch("Settings"), tap("General"), measure],
    );
    story.assert_passed();
    let took = story.events.iter().find_map(|event| match event {
        Event::Measured { took_ms, .. } => Some(*took_ms),
        _ => None,
    });
    assert!(
        took.is_some_and(|took| (1800..2200).contains(&took)),
        "{took:?}"
    );
}

#[test]
fn measure_fails_when_it_takes_too_long() {
    let measure = StepKind::Measure(Measure {
        act: Measured::Tap(Target::labelled("Software Update")),
        until: Target::labelled("Automatic Updates"),
        max: Some(Duration::from_millis(900)),
        name: None,
    });
    live(
        "settings",
        vec![launch("Settings"), tap("General"), measure],
    )
    .assert_failed();
}

#[test]
fn target_goes_on_with_another_phone() {
    let other = StepKind::Target(SwitchTarget {
        name: "mail".into(),
    });
    let story = live("settings", vec![launch("Settings"), other, launch("Mail")]);
    story.assert_passed();
}

#[test]
fn target_goes_back_to_a_phone_as_it_was_left() {
    let target = |name: &str| StepKind::Target(SwitchTarget { name: name.into() });
    let steps = vec![
        launch("Settings"),
        tap("General"),
        target("shop"),
        launch("Shop"),
        target(FIRST),
        visible("About"),
        target("shop"),
        visible("Sign In"),
        target("shop"),
        visible("Sign In"),
        target(FIRST),
        tap("About"),
    ];
    let story = live("settings", steps);
    story.assert_passed();
    assert_eq!(story.labels(), ["General", "About"]);
}

#[test]
fn pictures_are_kept_before_and_after_under_safe_names() {
    let shot = StepKind::Screenshot(Screenshot {
        label: "the end/..".into(),
    });
    let program = Program::live(draft(vec![launch("Settings"), tap("General"), shot]));
    let story = run_program("settings", &program, &options_with_pictures());
    story.assert_passed();
    assert_eq!(
        story.pictures,
        [
            "A_Story_step1_before.png",
            "A_Story_step1_after.png",
            "A_Story_step2_before.png",
            "A_Story_step2_after.png",
            "A_Story_the_end_...png",
        ]
    );
}

#[test]
fn a_picture_that_must_not_be_kept_is_not_said_to_be_kept() {
    let mut variables = Variables::new();
    variables.set("PASSWORD", "General");
    let mut text = Phrase::parse("${PASSWORD}");
    text.bind(&variables, &mut BTreeSet::new());
    let secret = StepKind::Type(TypeText { text, into: None });
    let shot = StepKind::Screenshot(Screenshot {
        label: "home".into(),
    });
    // Nothing can paint here.
    let story = live("settings", vec![launch("Settings"), shot, secret]);
    let reasons = story.events.iter().filter_map(|event| match event {
        Event::StepFinished(step) => Some(step.reason.as_str()),
        _ => None,
    });
    assert_eq!(
        reasons.take(2).last(),
        Some("the picture was not kept: it shows a secret, and nothing can paint over it")
    );
    assert!(story.pictures.iter().all(|file| !file.contains("home")));
}

#[test]
fn a_named_password_field_is_emptied_first() {
    let into = |text: &str, field: &str| {
        let into = Some(Target::labelled(field));
        StepKind::Type(TypeText {
            text: text.into(),
            into,
        })
    };
    let steps = vec![
        launch("Shop"),
        into("ada@example.org", "Email"),
        into("not this one", "Password"),
        into("lantern-42", "Password"),
        tap("Sign In"),
        wait_for("Canvas Bag Small"),
    ];
    live("shop", steps).assert_passed();
}

#[test]
fn a_cleared_field_is_empty_and_what_is_no_field_is_not_cleared() {
    let clear = |field: Option<&str>| {
        let field = field.map(Target::labelled);
        StepKind::Clear(ClearField { field })
    };
    let name = "Name of this phone";
    let form = [about(), vec![tap("Name"), tap(name)]].concat();
    let steps = vec![type_text("X"), clear(None), clear(Some(name))];
    let story = live("settings", [form.clone(), steps].concat());
    story.assert_passed();
    let cleared = |story: &Story| {
        let acts = story.touched.iter();
        acts.filter(|act| act.action == "clear the field").count()
    };
    assert_eq!(cleared(&story), 2);
    let story = live("settings", [form, vec![clear(Some("Save"))]].concat());
    story.assert_failed();
    assert_eq!(cleared(&story), 0);
}

#[test]
fn a_keyboard_is_hidden_once_and_the_screen_stays() {
    let hide = || StepKind::HideKeyboard(HideKeyboard);
    let steps = vec![
        tap("Name"),
        hide(),
        tap("Name of this phone"),
        hide(),
        hide(),
    ];
    let story = live("settings", [about(), steps, vec![visible("Save")]].concat());
    story.assert_passed();
    let back = story.touched.iter().filter(|t| t.action == "go back");
    let effects: Vec<_> = back.map(|t| t.effect.as_deref()).collect();
    assert_eq!(effects, [Some("hid the keyboard")]);
}

#[test]
fn a_page_is_pulled_once_and_must_answer() {
    let inbox = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/inbox.app.yaml");
    let pull = || StepKind::PullToRefresh(PullToRefresh);
    let steps = vec![
        launch("Inbox"),
        not_visible("Tide"),
        pull(),
        visible("Tide"),
    ];
    live(inbox, steps).assert_passed();
    let story = live("settings", vec![launch("Settings"), pull()]);
    story.assert_failed();
    assert!(
        story.reason().ends_with("nothing changed"),
        "{}",
        story.reason()
    );
    let pulls = "a short drag that finds the top, and the pull";
    assert_eq!(
        story.touched.len(),
        3,
        "launch, {pulls}: {:?}",
        story.touched
    );
}

#[test]
fn a_page_that_only_scrolls_when_pulled_is_not_refreshed() {
    let swipe = StepKind::Swipe(Swipe {
        direction: Direction::Up,
        stroke: None,
    });
    let pull = StepKind::PullToRefresh(PullToRefresh);
    let story = live("settings", vec![launch("Settings"), swipe, pull]);
    story.assert_failed();
    assert!(
        story.reason().ends_with("nothing changed"),
        "{}",
        story.reason()
    );
}

#[test]
fn an_empty_label_names_nothing() {
    let story = live("settings", vec![launch("Settings"), not_visible("")]);
    story.assert_failed_with("is empty");
}

#[test]
fn a_phone_has_no_context_menus_and_says_so() {
    let step = StepKind::RightClick(RightClick {
        target: Target::labelled("General"),
        effect: TouchEffect::Visible,
    });
    let story = live("settings", vec![launch("Settings"), step]);
    let reason = story.reason();
    assert!(
        reason.contains("`sim:settings` cannot open context menus"),
        "{reason}"
    );
    assert_eq!(story.labels().len(), 0);
}

#[test]
fn a_phone_takes_no_files_and_says_so() {
    let step = StepKind::Upload(Upload {
        target: Target::labelled("General"),
        file: "cat.png".into(),
    });
    let story = live("settings", vec![launch("Settings"), step]);
    let reason = story.reason();
    assert!(
        reason.contains("`sim:settings` cannot be given files"),
        "{reason}"
    );
    assert_eq!(story.labels().len(), 0);
}

#[test]
fn a_run_of_which_nothing_is_kept_does_not_say_that_something_is() {
    let shot = StepKind::Screenshot(Screenshot {
        label: "the end".into(),
    });
    let evidence = StepKind::KeepEvidence(KeepEvidence {
        assertion: "All is well".into(),
    });
    let program = Program::live(draft(vec![launch("Settings"), shot, evidence]));
    let options = RunOptions {
        pictures: Pictures::Nothing,
        ..options()
    };
    let story = run_program("settings", &program, &options);
    story.assert_passed();
    assert_eq!(story.pictures, [] as [&str; 0]);
    let told: Vec<&str> = story
        .events
        .iter()
        .filter_map(|event| match event {
            Event::StepFinished(step) => Some(step.reason.as_str()),
            _ => None,
        })
        .collect();
    assert_contains(
        told[1],
        "the picture was not kept: nothing is kept of this run",
    );
    assert_contains(told[2], "no picture of it is kept");
}
