//! What mirroir's tools look at: texts with places, how the device is, which devices there are.

use std::sync::Arc;

use retap_model::device::Action;
use retap_model::geometry::Point;
use retap_model::program::Swipe;
use retap_model::screen::{Element, Role, Screen};
use retap_model::verify::ActionType::LocalState;
use retap_model::verify::{FailureCode, changed};
use schemars::JsonSchema;
use serde::Serialize;

use super::mirror_tool;
use crate::mcp::tool_spec::ToolSpec;
use crate::mcp::tool_spec::Work::{Aside, OnDevice, WithClient};
use crate::mcp::tools::look::{screenshot, take_picture};
use crate::mcp::{Args, Call, Client, DeviceSession, Refusal, Reply};
use crate::permissions::Access::{self, Acts, Looks};

pub(super) const SCREENSHOT: ToolSpec = mirror_tool(
    "screenshot",
    "Takes a picture.",
    Looks,
    OnDevice(screenshot),
)
.takes("target")
.gives::<Shot>();

pub(super) const DESCRIBE_SCREEN: ToolSpec = mirror_tool(
    "describe_screen",
    "Lists texts with the places to tap them at, from top to bottom, then a picture. scroll: the whole page.",
    Looks,
    WithClient(describe_screen),
)
.takes("scroll:boolean target")
.gives::<Described>();

pub(super) const GET_ORIENTATION: ToolSpec = mirror_tool(
    "get_orientation",
    "Says how the device is held.",
    Looks,
    OnDevice(get_orientation),
)
.takes("target")
.gives::<Held>();

pub(super) const STATUS: ToolSpec = mirror_tool(
    "status",
    "Says whether the device answers.",
    Looks,
    OnDevice(status),
)
.takes("target")
.gives::<Connected>();

pub(super) const CHECK_HEALTH: ToolSpec = mirror_tool(
    "check_health",
    "Checks connection, screen and pictures.",
    Looks,
    OnDevice(check_health),
)
.takes("target")
.gives::<Health>();

pub(super) const LIST_TARGETS: ToolSpec = mirror_tool(
    "list_targets",
    "Lists the devices of the configuration.",
    Looks,
    Aside(list_targets),
)
.gives::<Targets>();

pub(super) const SWITCH_TARGET: ToolSpec = mirror_tool(
    "switch_target",
    "Goes on with another device.",
    Acts,
    OnDevice(switch_target),
)
.takes("target!")
.gives::<Connected>()
.touching(LocalState);

/// The schema of what the lean tool answers.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
#[serde(rename_all = "camelCase")]
struct Shot {
    width: u64,
    height: u64,
    mime_type: String,
}

/// How often a page is swiped to see all of it.
const MOST_SWIPES: u32 = 20;

/// How much of the height of the screen one swipe goes: what it moves by must still be told.
const STROKE: f64 = 0.4;

/// A text and where to tap it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Text {
    /// What it says.
    pub(super) text: String,
    /// Its middle; on a whole page, counted from the top of the page.
    pub(super) at: Point,
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
    Text {
        text: element.caption().to_owned(),
        at: element.bounds.center(),
        height: element.bounds.height,
        confidence: element.confidence.unwrap_or(1.0),
    }
}

fn sort(texts: &mut [Text]) {
    texts.sort_by(|a, b| a.at.y.total_cmp(&b.at.y).then(a.at.x.total_cmp(&b.at.x)));
}

/// Returns a line for each text.
pub(super) fn lines_of(texts: &[Text]) -> Vec<String> {
    let line = |text: &Text| {
        let Point { x, y } = text.at;
        format!("- \"{}\" at ({}, {})", text.text, x as i64, y as i64)
    };
    texts.iter().map(line).collect()
}

/// Returns a line for each thing that takes touches and has no words, on it or in it.
fn icons_of(screen: &Screen) -> Vec<String> {
    let says = |index: usize| !screen.elements[index].caption().is_empty();
    let is_control = |element: &Element| {
        element.is_editable
            || matches!(
                element.role,
                Role::Switch | Role::Checkbox | Role::Radio | Role::Slider | Role::TextField
            )
    };
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

#[derive(Serialize, JsonSchema)]
struct Described {
    elements: Vec<ShownText>,
    revision: u64,
}

#[derive(Serialize, JsonSchema)]
struct ShownText {
    text: String,
    x: f64,
    y: f64,
    confidence: f64,
}

/// Lists the texts of the screen or the page from top to bottom, then how many there are.
fn describe_screen(
    session: &mut DeviceSession,
    client: &Client,
    args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let screen = session.look(call)?;
    session.shown.note(&screen);
    let (texts, meta) = if args.is("scroll") == Some(true) {
        let page = whole_page(session, client, &screen, call)?;
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
    let shown = texts.into_iter().map(|it| ShownText {
        text: it.text,
        x: it.at.x,
        y: it.at.y,
        confidence: it.confidence,
    });
    let answer = Described {
        elements: shown.collect(),
        revision: screen.revision,
    };
    Ok(illustrated(session, Reply::new(answer, lines.join("\n"))))
}

/// Returns the answer with a picture of the screen; it is worth something without one, too.
pub(super) fn illustrated(session: &mut DeviceSession, reply: Reply) -> Reply {
    match take_picture(session) {
        Ok(picture) => reply.with_picture(picture),
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
pub(super) fn whole_page(
    session: &mut DeviceSession,
    client: &Client,
    first: &Arc<Screen>,
    call: &Call,
) -> Result<Page, Refusal> {
    // Looking may not touch anything; whoever may not swipe may not do it by looking either.
    if let Err(reason) = client.host.policy.now().permission("swipe", Access::Acts) {
        let message = format!("`scroll` needs `swipe`, which is not permitted: {reason}");
        return Err(Refusal::new(FailureCode::NotPermitted, message));
    }
    let mut page = Page {
        texts: texts_of(first),
        swipes: 0,
        offset: 0.0,
    };
    let mut last = Arc::clone(first);
    while page.swipes < MOST_SWIPES {
        swipe(session, -STROKE, call)?;
        let before = Arc::clone(&last);
        let watched = session.watch(call, Swipe::DURATION, |now| {
            changed(&before, now).then_some(())
        });
        if watched.ended.is_err() {
            break;
        }
        page.swipes += 1;
        let now = session.look(call)?;
        let Some(moved) = moved_by(&last, &now) else {
            break;
        };
        page.offset += moved;
        for mut text in texts_of(&now) {
            text.at.y += page.offset;
            let is_known = page.texts.iter().any(|known| is_same(known, &text));
            if !is_known {
                page.texts.push(text);
            }
        }
        last = now;
    }
    for _ in 0..page.swipes {
        swipe(session, STROKE, call)?;
    }
    sort(&mut page.texts);
    Ok(page)
}

fn swipe(session: &mut DeviceSession, share: f64, call: &Call) -> Result<(), Refusal> {
    let size = session.info().size;
    let (x, reach) = (size.width / 2.0, size.height * share / 2.0);
    let middle = size.height / 2.0;
    let from = Point::new(x, middle - reach);
    let to = Point::new(x, middle + reach);
    let action = Action::Swipe(from, to, Swipe::DURATION);
    session.send(&action, call).map(drop)
}

/// Returns how far a page moved up, by what both readings show once; nothing where nothing tells.
fn moved_by(before: &Screen, after: &Screen) -> Option<f64> {
    let (old, new) = (texts_of(before), texts_of(after));
    let only = |texts: &[Text], text: &str| {
        let mut found = texts.iter().filter(|it| it.text == text);
        let first = found.next().map(|it| it.at.y);
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
        && (known.at.y - text.at.y).abs() < known.height.max(8.0)
        && (known.at.x - text.at.x).abs() < 8.0
}

#[derive(Serialize, JsonSchema)]
struct Held {
    orientation: &'static str,
    width: f64,
    height: f64,
}

/// Says how the device is held.
fn get_orientation(session: &mut DeviceSession, _: &Args, _: &Call) -> Result<Reply, Refusal> {
    let size = session.info().size;
    let (width, height) = (size.width, size.height);
    let orientation = size.orientation().as_str();
    let text = format!("Orientation: {orientation} (window: {width}x{height})");
    let answer = Held {
        orientation,
        width,
        height,
    };
    Ok(Reply::new(answer, text))
}

#[derive(Serialize, JsonSchema)]
struct Connected {
    connected: bool,
    device: String,
    app: Option<String>,
}

/// Says whether the device answers.
fn status(session: &mut DeviceSession, _: &Args, call: &Call) -> Result<Reply, Refusal> {
    connected(session, "Connected", call)
}

/// Says that calls go to this device from now on; which one is told by the arguments, as always.
fn switch_target(session: &mut DeviceSession, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let target = args.need_text("target")?;
    connected(session, &format!("Switched to '{target}'"), call)
}

fn connected(session: &mut DeviceSession, what: &str, call: &Call) -> Result<Reply, Refusal> {
    let screen = session.look(call)?;
    let (size, device) = (session.info().size, session.address());
    let text = format!(
        "{what} — {device} (window: {}x{}, {}), {}",
        size.width,
        size.height,
        size.orientation().as_str(),
        screen.app.as_deref().unwrap_or("home screen")
    );
    let answer = Connected {
        connected: true,
        device,
        app: screen.app.clone(),
    };
    Ok(Reply::new(answer, text))
}

#[derive(Serialize, JsonSchema)]
struct Health {
    healthy: bool,
    checks: Vec<String>,
}

/// Checks connection, screen and pictures.
fn check_health(session: &mut DeviceSession, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let screen = session
        .look(call)
        .map(|screen| format!("{} elements", screen.elements.len()));
    let picture = screenshot(session, args, call).map(|reply| reply.texts.join(" "));
    let healthy = screen.is_ok() && picture.is_ok();
    let mut checks = vec![format!("[ok] device: {}", session.address())];
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

#[derive(Serialize, JsonSchema)]
struct Targets {
    targets: Vec<ListedTarget>,
    active: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct ListedTarget {
    name: String,
    address: String,
    active: bool,
}

/// Lists the devices of the configuration, and the one in use.
fn list_targets(client: &Client, _: &Args, _: &Call) -> Result<Reply, Refusal> {
    let active = client.current_device();
    let is_active = |it: &str| active.as_deref() == Some(it);
    let listed = |name: &String, address: &String| ListedTarget {
        active: is_active(name) || is_active(address),
        name: name.clone(),
        address: address.clone(),
    };
    let configured = client.host.config.devices.iter();
    let mut targets: Vec<_> = configured.map(|(name, it)| listed(name, it)).collect();
    if let Some(current) = &active
        && !targets.iter().any(|target| target.active)
    {
        targets.push(listed(current, current));
    }
    let line = |target: &ListedTarget| {
        let mark = if target.active { " (active)" } else { "" };
        format!("- {}: {}{mark}", target.name, target.address)
    };
    let text = if targets.is_empty() {
        "no targets are configured; name one by its address, such as sim:settings".to_owned()
    } else {
        targets.iter().map(line).collect::<Vec<_>>().join("\n")
    };
    Ok(Reply::new(Targets { targets, active }, text))
}
