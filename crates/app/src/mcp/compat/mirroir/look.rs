//! What mirroir's tools look at: texts with places, how the device is, which devices there are.

use std::sync::Arc;

use retap_model::device::Action;
use retap_model::geometry::Point;
use retap_model::program::Swipe;
use retap_model::screen::{Element, Role, Screen};
use serde_json::{Value, json};

use crate::discovery::{Discovery, Scope};
pub(super) use crate::mcp::tools::look::screenshot;
use crate::mcp::{Args, Call, Client, DeviceSession, Refusal, Reply};
use crate::permissions::{Access, Permission};
use retap_model::verify::{FailureCode, changed};

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

/// Lists the texts of the screen or the page from top to bottom, then how many there are.
pub(super) fn describe_screen(
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
    let elements: Vec<Value> = texts
        .iter()
        .map(|text| {
            json!({
                "text": text.text, "x": text.at.x, "y": text.at.y, "confidence": text.confidence,
            })
        })
        .collect();
    let data = json!({ "elements": elements, "revision": screen.revision });
    // The list is worth something without the picture, too.
    let picture = screenshot(session, args, call).ok();
    let reply = Reply::new(data, lines.join("\n"));
    Ok(match picture.and_then(|reply| reply.picture) {
        Some(picture) => reply.with_picture(picture),
        None => reply,
    })
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
    if let Permission::Denied(reason) = client.host.policy.now().permission("swipe", Access::Acts) {
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
        let watched = session.watch(call, retap_model::program::Swipe::DURATION, |now| {
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
    let size = session.connection.opened.device.info().size;
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

/// Says how the device is held.
pub(super) fn get_orientation(
    session: &mut DeviceSession,
    _: &Args,
    _: &Call,
) -> Result<Reply, Refusal> {
    let size = session.connection.opened.device.info().size;
    let word = size.orientation().as_str();
    let text = format!(
        "Orientation: {word} (window: {}x{})",
        size.width, size.height
    );
    let data = json!({ "orientation": word, "width": size.width, "height": size.height });
    Ok(Reply::new(data, text))
}

/// Says whether the device answers.
pub(super) fn status(session: &mut DeviceSession, _: &Args, call: &Call) -> Result<Reply, Refusal> {
    let screen = session.look(call)?;
    let text = format!("Connected — {}", standing(session, &screen));
    let data = json!({ "connected": true, "device": session.address(), "app": screen.app });
    Ok(Reply::new(data, text))
}

/// Says that calls go to this device from now on; which one is told by the arguments, as always.
pub(super) fn switch_target(
    session: &mut DeviceSession,
    args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let target = args.need_text("target")?;
    let screen = session.look(call)?;
    let text = format!("Switched to '{target}' — {}", standing(session, &screen));
    let data = json!({ "connected": true, "device": session.address(), "app": screen.app });
    Ok(Reply::new(data, text))
}

fn standing(session: &DeviceSession, screen: &Screen) -> String {
    let size = session.connection.opened.device.info().size;
    format!(
        "{} (window: {}x{}, {}), {}",
        session.address(),
        size.width,
        size.height,
        size.orientation().as_str(),
        screen.app.as_deref().unwrap_or("home screen")
    )
}

/// Checks connection, screen and pictures.
pub(super) fn check_health(
    session: &mut DeviceSession,
    args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let screen = session
        .look(call)
        .map(|screen| format!("{} elements", screen.elements.len()));
    let picture = screenshot(session, args, call).map(|reply| reply.texts.join(" "));
    let is_healthy = screen.is_ok() && picture.is_ok();
    let mut lines = vec![format!("[ok] device: {}", session.address())];
    for (name, found) in [("screen", screen), ("capture", picture)] {
        lines.push(match found {
            Ok(words) => format!("[ok] {name}: {words}"),
            Err(refusal) => format!("[FAIL] {name}: {}", refusal.message),
        });
    }
    let summary = if is_healthy {
        "All checks passed"
    } else {
        "Issues detected"
    };
    let text = format!("{summary}\n\n{}", lines.join("\n"));
    let data = json!({ "healthy": is_healthy, "checks": lines });
    Ok(Reply::new(data, text))
}

/// Lists the devices of the configuration, and the one in use.
pub(super) fn list_targets(client: &Client, _: &Args, _: &Call) -> Result<Reply, Refusal> {
    let current = client.current_device();
    let is_current = |name: &str, address: &str| {
        current
            .as_deref()
            .is_some_and(|it| it == name || it == address)
    };
    let mut targets: Vec<(String, String)> = client
        .host
        .config
        .devices
        .iter()
        .map(|(name, address)| (name.clone(), address.clone()))
        .collect();
    if let Some(current) = &current
        && !targets
            .iter()
            .any(|(name, address)| is_current(name, address))
    {
        targets.push((current.clone(), current.clone()));
    }
    let shown: Vec<Value> = targets
        .iter()
        .map(|(name, address)| {
            json!({ "name": name, "address": address, "active": is_current(name, address) })
        })
        .collect();
    let lines: Vec<String> = targets
        .iter()
        .map(|(name, address)| {
            let mark = if is_current(name, address) {
                " (active)"
            } else {
                ""
            };
            format!("- {name}: {address}{mark}")
        })
        .collect();
    let text = if lines.is_empty() {
        "no targets are configured; name one by its address, such as sim:settings".to_owned()
    } else {
        lines.join("\n")
    };
    Ok(Reply::new(
        json!({ "targets": shown, "active": current }),
        text,
    ))
}

/// Lists the skills of the project and of the person.
pub(super) fn list_skills(client: &Client, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let mut reply = crate::mcp::tools::skills::list_skills(client, args, call)?;
    let lines: Vec<String> = Discovery::search(&client.host.environment)?
        .skills()
        .iter()
        .zip(reply.data["skills"].as_array().into_iter().flatten())
        .map(|(found, skill)| {
            let scope = match found.scope {
                Scope::Project => "local",
                Scope::Home => "global",
            };
            let about = skill["about"].as_str().unwrap_or_default();
            format!("- {}: {about}  [{scope}]", found.name)
        })
        .collect();
    if !lines.is_empty() {
        reply.texts = vec![lines.join("\n")];
    }
    Ok(reply)
}
