//! The elements of the screen, and which screen it is.

use retap_model::screen::{Element, Screen, ScreenSource};
use retap_model::verify::FailureCode;
use schemars::JsonSchema;
use serde::Serialize;

use super::element::{Identity, ShownDevice, shown_state, sides, words};
use crate::mcp::compat::screen_mark;
use crate::mcp::reply::Failure;
use crate::mcp::schema::AnyObject;
use crate::mcp::{Answer, DeviceSession, Reply, ToolCall};

/// The elements of a screen.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct UiTree {
    device: ShownDevice,
    screen: String,
    resolution: Resolution,
    elements: Vec<Node>,
    snapshot_revision: u64,
    captured_at_ms: u64,
    loading_state: Option<Loading>,
    #[serde(flatten)]
    failure: Option<Failure>,
    #[schemars(skip)]
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Resolution {
    width: f64,
    height: f64,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Node {
    text: Option<String>,
    content_description: Option<String>,
    #[serde(rename = "type")]
    class: Option<String>,
    resource_id: Option<String>,
    clickable: bool,
    enabled: bool,
    visible: bool,
    bounds: [i64; 4],
    center: WholePoint,
    depth: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    parent_id: Option<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    children: Vec<usize>,
    state: AnyObject,
    #[serde(flatten)]
    identity: Identity,
}

/// A place in whole units.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct WholePoint {
    x: i64,
    y: i64,
}

impl WholePoint {
    /// Returns the middle of an element.
    pub(super) fn middle_of(element: &Element) -> Self {
        let center = element.bounds.center();
        Self {
            x: center.x.floor() as i64,
            y: center.y.floor() as i64,
        }
    }
}

/// The sign that something is loading.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(super) struct Loading {
    active: bool,
    signal: LoadingSignal,
    source: LoadingSource,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum LoadingSignal {
    ProgressIndicator,
    Spinner,
    BusyIndicator,
    Skeleton,
    LoadingIndicator,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum LoadingSource {
    UiTree,
    Snapshot,
}

/// The signals that names of a sign of loading stand for; the first that fits counts.
const LOADING: [(&str, LoadingSignal); 4] = [
    ("progress", LoadingSignal::ProgressIndicator),
    ("spinner", LoadingSignal::Spinner),
    ("busy", LoadingSignal::BusyIndicator),
    ("skeleton", LoadingSignal::Skeleton),
];

impl Loading {
    /// Returns what shows that something is loading; nothing where nothing does. Its word comes from what
    /// the sign is and is called, never from what an app says to its readers.
    pub(super) fn of(screen: &Screen) -> Option<Self> {
        let sign = screen.loading()?;
        let called = format!("{} {}", sign.class, sign.id).to_lowercase();
        let known = LOADING.iter().find(|(part, _)| called.contains(part));
        Some(Self {
            active: true,
            signal: known.map_or(LoadingSignal::LoadingIndicator, |(_, signal)| *signal),
            source: match screen.source {
                ScreenSource::Tree => LoadingSource::UiTree,
                ScreenSource::Pixels => LoadingSource::Snapshot,
            },
        })
    }
}

pub(super) fn get_ui_tree(call: &mut ToolCall<'_>) -> Answer {
    match call.look() {
        Ok(screen) => {
            call.shown.note(&screen);
            Ok(Reply::json(UiTree::of(call, &screen)))
        }
        Err(refusal) if refusal.code == FailureCode::Timeout => {
            // A screen without elements and one that cannot be read are told apart by the error alone.
            let unread = UiTree {
                failure: Some(refusal.code.into()),
                error: Some(refusal.message),
                ..UiTree::of(call, &Screen::default())
            };
            Ok(Reply::json(unread).failed())
        }
        Err(refusal) => Err(refusal),
    }
}

impl UiTree {
    /// Returns the elements of a screen.
    pub(super) fn of(session: &DeviceSession, screen: &Screen) -> Self {
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); screen.elements.len()];
        for (index, element) in screen.elements.iter().enumerate() {
            if let Some(children) = element.parent.and_then(|parent| children.get_mut(parent)) {
                children.push(index);
            }
        }
        let nodes = children.into_iter().enumerate();
        Self {
            device: ShownDevice::of(session),
            screen: screen.name.clone().unwrap_or_default(),
            resolution: Resolution {
                width: screen.size.width,
                height: screen.size.height,
            },
            elements: nodes
                .map(|(index, children)| Node::of(screen, index, children))
                .collect(),
            snapshot_revision: screen.revision,
            captured_at_ms: screen.captured_at.0,
            loading_state: Loading::of(screen),
            failure: None,
            error: None,
        }
    }
}

impl Node {
    fn of(screen: &Screen, index: usize, children: Vec<usize>) -> Self {
        let element = &screen.elements[index];
        Self {
            text: words(&element.text),
            content_description: words(&element.description),
            class: words(&element.class),
            resource_id: words(&element.id),
            clickable: element.is_clickable,
            enabled: element.state.enabled,
            visible: screen.is_in_view(element),
            bounds: sides(element),
            center: WholePoint::middle_of(element),
            depth: screen.ancestors(index).count(),
            parent_id: element.parent,
            children,
            state: shown_state(element),
            identity: Identity::of(element),
        }
    }
}

/// Returns the last part of the name of a screen.
pub(super) fn short_name(name: &str) -> String {
    name.rsplit(['.', '/']).next().unwrap_or(name).to_owned()
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CurrentScreen {
    device: ShownDevice,
    package: Option<String>,
    app: Option<String>,
    short_activity: String,
    activity: String,
}

pub(super) fn get_current_screen(call: &mut ToolCall<'_>) -> Answer {
    let screen = call.look()?;
    let activity = screen.name.clone().unwrap_or_default();
    Ok(Reply::json(CurrentScreen {
        device: ShownDevice::of(call),
        package: screen.app_id.clone(),
        app: screen.app.clone(),
        short_activity: short_name(&activity),
        activity,
    }))
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Fingerprint {
    fingerprint: Option<String>,
    activity: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    snapshot_revision: Option<u64>,
    #[schemars(skip)]
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// Returns the fingerprint; a screen that cannot be read has none.
pub(super) fn get_screen_fingerprint(call: &mut ToolCall<'_>) -> Answer {
    let seen = call.look();
    let screen = seen.as_ref().ok();
    let answer = Fingerprint {
        fingerprint: screen.map(|screen| screen_mark(screen)),
        activity: screen.map(|screen| screen.name.clone().unwrap_or_default()),
        snapshot_revision: screen.map(|screen| screen.revision),
        error: seen.as_ref().err().map(|refusal| refusal.message.clone()),
    };
    Ok(match seen {
        Ok(_) => Reply::json(answer),
        Err(_) => Reply::json(answer).failed(),
    })
}
