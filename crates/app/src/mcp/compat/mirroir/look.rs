//! The tools of mirroir that look: texts with places, how the device is, which devices there are.

use std::sync::Arc;

use retap_model::device::Action;
use retap_model::geometry::Point;
use retap_model::program::Swipe;
use retap_model::screen::{Element, Role, Screen};
use retap_model::verify::{FailureCode, changed};

use crate::mcp::answer::answer;
use crate::mcp::tools::look::{screenshot, take_picture};
use crate::mcp::{Answer, Args, Call, Client, Refusal, Reply, ToolCall};
use crate::operation::Operation;

answer! {
    /// The texts of a screen or a page.
    pub(super) struct DescribedScreen { elements: Vec<SeenText>, revision: u64 }
    /// A text, and how sure its reading is.
    pub(super) struct SeenText { ..spot: Spot, confidence: f64 }
    /// A text and where to tap it.
    pub(super) struct Spot { text: String, x: f64, y: f64 }
    /// How the device is held.
    pub(super) struct HeldAs { orientation: &'static str, width: f64, height: f64 }
    /// The device that answers.
    pub(super) struct Connected { connected: bool, device: String, app: Option<String> }
    /// Whether all checks passed, and each of them.
    pub(super) struct Health { healthy: bool, checks: Vec<String> }
    /// The devices of the configuration.
    pub(super) struct Targets { targets: Vec<ListedTarget>, active: Option<String> }
    /// One of them.
    pub(super) struct ListedTarget { name: String, address: String, active: bool }
}

impl Spot {
    /// Returns where to tap a text.
    pub(super) fn of(text: &Text) -> Self {
        Self {
            text: text.text.clone(),
            x: text.x,
            y: text.y,
        }
    }
}

/// How often a page is swiped to see all of it.
const MOST_SWIPES: u32 = 20;

/// How much of the height of the screen one swipe goes: what it moves by must still be told.
const STROKE: f64 = 0.4;

/// A text and where to tap it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Text {
    /// Its words.
    pub(super) text: String,
    /// Its middle; on a whole page, counted from the top of the page.
    pub(super) x: f64,
    pub(super) y: f64,
    /// How high it is.
    pub(super) height: f64,
    /// How sure the reading is.
    pub(super) confidence: f64,
}

/// Returns the texts of a screen from top to bottom, without its clock.
pub(super) fn texts_of(screen: &Screen) -> Vec<Text> {
    let mut texts: Vec<Text> = screen
        .visible()
        .filter(|(_, element)| !element.caption().is_empty() && !screen.is_status(element))
        .map(|(_, element)| text_of(element))
        .collect();
    sort(&mut texts);
    texts
}

fn text_of(element: &Element) -> Text {
    let Point { x, y } = element.bounds.center();
    Text {
        text: element.caption().to_owned(),
        x,
        y,
        height: element.bounds.height,
        confidence: element.confidence.unwrap_or(1.0),
    }
}

fn sort(texts: &mut [Text]) {
    texts.sort_by(|a, b| a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x)));
}

/// Returns a line for each text.
pub(super) fn lines_of(texts: &[Text]) -> Vec<String> {
    let line = |text: &Text| {
        let (x, y) = (text.x as i64, text.y as i64);
        format!("- \"{}\" at ({x}, {y})", text.text)
    };
    texts.iter().map(line).collect()
}

/// Returns whether it is a field, or something that is set by touching it.
pub(super) fn is_control(element: &Element) -> bool {
    element.is_editable
        || matches!(
            element.role,
            Role::Switch | Role::Checkbox | Role::Radio | Role::Slider | Role::TextField
        )
}

/// Returns a line for each thing that takes touches and has no words, on it or in it.
fn icons_of(screen: &Screen) -> Vec<String> {
    let says = |index: usize| !screen.elements[index].caption().is_empty();
    let is_icon = |index: usize, element: &Element| {
        let has_words = says(index) || screen.inside(index).any(says);
        element.is_clickable && !has_words && !is_control(element)
    };
    let icons = screen.visible().filter(|(index, it)| is_icon(*index, it));
    icons
        .map(|(_, element)| {
            let (at, area) = (element.bounds.center(), element.bounds);
            format!(
                "- Icon at ({}, {}), ~{}x{}pt",
                at.x as i64, at.y as i64, area.width as i64, area.height as i64
            )
        })
        .collect()
}

/// Lists the texts of the screen or the page from top to bottom, then how many there are.
pub(super) fn describe_screen(call: &mut ToolCall<'_>) -> Answer {
    let screen = call.look()?;
    call.shown.note(&screen);
    let (texts, meta) = if call.args.is("scroll") == Some(true) {
        let page = whole_page(call, &screen)?;
        let meta = format!(
            "scroll_count={} total_offset={}",
            page.swipes, page.offset as i64
        );
        (page.texts, meta)
    } else {
        let meta = "ocr_time_ms=0 recognition_level=tree".to_owned();
        (texts_of(&screen), meta)
    };
    let mut lines = vec!["Screen elements (tap coordinates in points):".to_owned()];
    lines.extend(lines_of(&texts));
    let icons = icons_of(&screen);
    if !icons.is_empty() {
        lines.extend([String::new(), "Unlabeled icons:".to_owned()]);
        lines.extend(icons);
    }
    lines.push(format!("_meta: {meta} element_count={}", texts.len()));
    let seen = |text: &Text| SeenText {
        spot: Spot::of(text),
        confidence: text.confidence,
    };
    let answer = DescribedScreen {
        elements: texts.iter().map(seen).collect(),
        revision: screen.revision,
    };
    Ok(illustrated(call, Reply::new(answer, lines.join("\n"))))
}

/// Returns the answer with a picture of the screen; it is worth something without one, too.
pub(super) fn illustrated(call: &mut ToolCall<'_>, mut reply: Reply) -> Reply {
    match take_picture(call) {
        Ok(picture) => reply.with_picture(picture),
        Err(refusal) if refusal.code == FailureCode::NotPermitted => {
            let note = format!("No picture: {}", refusal.message);
            reply.texts.push(note);
            reply
        }
        Err(_) => reply,
    }
}

/// All texts of a page, however long.
pub(super) struct Page {
    /// The texts, counted from the top of the page.
    pub(super) texts: Vec<Text>,
    swipes: u32,
    offset: f64,
}

/// Swipes through a page from where it stands, and back to where it stood.
pub(super) fn whole_page(call: &mut ToolCall<'_>, first: &Arc<Screen>) -> Result<Page, Refusal> {
    // Nothing of the page is told where its first swipe would be refused.
    call.permit(&[Operation::Swipe])?;
    let mut page = Page {
        texts: texts_of(first),
        swipes: 0,
        offset: 0.0,
    };
    let mut last = Arc::clone(first);
    while page.swipes < MOST_SWIPES {
        swipe(call, -STROKE)?;
        let before = Arc::clone(&last);
        let watched = call.watch(Swipe::DURATION, |now| changed(&before, now).then_some(()));
        if watched.ended.is_err() {
            break;
        }
        page.swipes += 1;
        let now = call.look()?;
        let Some(moved) = moved_by(&last, &now) else {
            break;
        };
        page.offset += moved;
        for mut text in texts_of(&now) {
            text.y += page.offset;
            let is_known = page.texts.iter().any(|known| is_same(known, &text));
            if !is_known {
                page.texts.push(text);
            }
        }
        last = now;
    }
    for _ in 0..page.swipes {
        swipe(call, STROKE)?;
    }
    sort(&mut page.texts);
    Ok(page)
}

fn swipe(call: &mut ToolCall<'_>, share: f64) -> Result<(), Refusal> {
    let size = call.info().size;
    let (x, reach) = (size.width / 2.0, size.height * share / 2.0);
    let middle = size.height / 2.0;
    let from = Point::new(x, middle - reach);
    let to = Point::new(x, middle + reach);
    let action = Action::Swipe(from, to, Swipe::DURATION);
    call.send(&action).map(drop)
}

/// Returns how far a page moved up, by what both readings show once; nothing where nothing tells.
fn moved_by(before: &Screen, after: &Screen) -> Option<f64> {
    let (old, new) = (texts_of(before), texts_of(after));
    let only = |texts: &[Text], text: &str| {
        let mut found = texts.iter().filter(|it| it.text == text);
        let first = found.next().map(|it| it.y);
        first.filter(|_| found.next().is_none())
    };
    let mut moves: Vec<f64> = old
        .iter()
        .filter_map(|text| Some(only(&old, &text.text)? - only(&new, &text.text)?))
        .filter(|moved| *moved > 1.0)
        .collect();
    moves.sort_by(f64::total_cmp);
    moves.get(moves.len() / 2).copied()
}

/// A text met again on the next reading of a page, where it may be off by what swipes are off by.
fn is_same(known: &Text, text: &Text) -> bool {
    known.text == text.text
        && (known.y - text.y).abs() < known.height.max(8.0)
        && (known.x - text.x).abs() < 8.0
}

/// Says how the device is held.
pub(super) fn get_orientation(call: &mut ToolCall<'_>) -> Answer {
    let size = call.info().size;
    let (width, height) = (size.width, size.height);
    let orientation = size.orientation();
    let text = format!("Orientation: {orientation} (window: {width}x{height})");
    let answer = HeldAs {
        orientation,
        width,
        height,
    };
    Ok(Reply::new(answer, text))
}

/// Says whether the device answers.
pub(super) fn status(call: &mut ToolCall<'_>) -> Answer {
    connected(call, "Connected")
}

/// Says that calls go to this device from now on; which one is told by the arguments, as always.
pub(super) fn switch_target(call: &mut ToolCall<'_>) -> Answer {
    let target = call.args.need_text("target")?;
    connected(call, &format!("Switched to '{target}'"))
}

fn connected(call: &mut ToolCall<'_>, what: &str) -> Answer {
    let screen = call.look()?;
    let (size, device) = (call.info().size, call.address());
    let text = format!(
        "{what} — {device} (window: {}x{}, {}), {}",
        size.width,
        size.height,
        size.orientation(),
        screen.app.as_deref().unwrap_or("home screen")
    );
    let answer = Connected {
        connected: true,
        device,
        app: screen.app.clone(),
    };
    Ok(Reply::new(answer, text))
}

/// Checks connection, screen and pictures.
pub(super) fn check_health(call: &mut ToolCall<'_>) -> Answer {
    let screen = call
        .look()
        .map(|screen| format!("{} elements", screen.elements.len()));
    let picture = screenshot(call).map(|reply| reply.texts.join(" "));
    let healthy = screen.is_ok() && picture.is_ok();
    let mut checks = vec![format!("[ok] device: {}", call.address())];
    for (name, found) in [("screen", screen), ("capture", picture)] {
        checks.push(match found {
            Ok(words) => format!("[ok] {name}: {words}"),
            Err(refusal) => format!("[FAIL] {name}: {}", refusal.message),
        });
    }
    let summary = match healthy {
        true => "All checks passed",
        false => "Issues detected",
    };
    let text = format!("{summary}\n\n{}", checks.join("\n"));
    Ok(Reply::new(Health { healthy, checks }, text))
}

/// Lists the devices of the configuration, and the one in use.
pub(super) fn list_targets(client: &Client, _: &Args, _: &Call) -> Answer {
    let active = client.current_device();
    let is_active = |it: &String| active.as_ref() == Some(it);
    let mut listed: Vec<(&String, &String)> = client.host.config.devices.iter().collect();
    if let Some(current) = &active
        && !listed
            .iter()
            .any(|(name, it)| is_active(name) || is_active(it))
    {
        listed.push((current, current));
    }
    let mut targets = Vec::new();
    let mut lines = Vec::new();
    for (name, address) in listed {
        let is_active = is_active(name) || is_active(address);
        let mark = if is_active { " (active)" } else { "" };
        lines.push(format!("- {name}: {address}{mark}"));
        targets.push(ListedTarget {
            name: name.clone(),
            address: address.clone(),
            active: is_active,
        });
    }
    if lines.is_empty() {
        let words = "no targets are configured; name one by its address, such as sim:settings";
        lines.push(words.to_owned());
    }
    Ok(Reply::new(Targets { targets, active }, lines.join("\n")))
}
