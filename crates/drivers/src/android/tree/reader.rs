//! Walks through the tags of a dump, gathers its windows and lays them over each other: their order, and what of them can
//! be seen.

use retap_model::geometry::{Rect, Size};
use retap_model::screen::{Element, Role};

use super::element::{Node, element_of, is_kept, parse_bounds};
use super::role::{Around, Kind, kind_of, role_of};
use super::xml::{Attribute, Tag, Tags, decode};
use super::{Tree, ends_early, no_tree};

/// The display that apps are on unless told otherwise.
const MAIN_DISPLAY: &str = "0";

/// Reads a dump, or says why it cannot be used.
pub(super) fn read(text: &str, natural: Size) -> Result<Tree<'_>, String> {
    let marks = ["<hierarchy", "<displays"].into_iter();
    let start = marks.filter_map(|mark| text.find(mark)).min();
    let start = start.ok_or_else(|| no_tree(text))?;
    let mut tags = Tags::new(&text[start..], text.len());
    let mut reader = Reader::new(natural);
    loop {
        match tags.next_tag()? {
            Some(Tag::Open(name)) => reader.open(name, &tags.attributes),
            Some(Tag::Empty(name)) => {
                reader.open(name, &tags.attributes);
                reader.close(name)?;
            }
            Some(Tag::Close(name)) => reader.close(name)?,
            None => return Err(ends_early(text.len())),
        }
        if reader.open.is_empty() {
            return reader.finish(tags.rest());
        }
    }
}

/// A tag that is not closed yet.
struct Open<'x> {
    name: &'x str,
    /// The nearest element that is kept, itself included.
    element: Option<usize>,
    /// The surroundings of the nodes directly inside.
    around: Around,
    /// Whether a node is among the open tags, itself included.
    is_node: bool,
    /// Whether it is on another display; nothing of that is kept, because touches go to the main one.
    is_elsewhere: bool,
    /// The window that the nodes inside belong to.
    window: Option<usize>,
}

#[derive(Default)]
struct Reader<'x> {
    natural: Size,
    size: Size,
    rotation: u8,
    windows: Vec<Window>,
    open: Vec<Open<'x>>,
    /// A screen has few classes, and telling what one is takes longer than finding it here.
    kinds: Vec<(&'x str, Kind)>,
}

impl<'x> Reader<'x> {
    fn new(natural: Size) -> Self {
        Self {
            natural,
            size: natural,
            ..Self::default()
        }
    }

    fn open(&mut self, name: &'x str, attributes: &[Attribute<'x>]) {
        let outer = self.open.last();
        let mut open = Open {
            name,
            element: outer.and_then(|outer| outer.element),
            around: Around::default(),
            is_node: outer.is_some_and(|outer| outer.is_node),
            is_elsewhere: outer.is_some_and(|outer| outer.is_elsewhere),
            window: outer.and_then(|outer| outer.window),
        };
        match name {
            "node" => self.open_node(&mut open, attributes),
            "hierarchy" => self.open_hierarchy(&mut open, attributes),
            "window" => self.open_window(&mut open, attributes),
            "display" => open.is_elsewhere |= !attributes.contains(&("id", MAIN_DISPLAY)),
            // `displays`, and what others may add.
            _ => {}
        }
        self.open.push(open);
    }

    fn open_hierarchy(&mut self, open: &mut Open<'_>, attributes: &[Attribute<'_>]) {
        let rotation = attributes.iter().find(|(name, _)| *name == "rotation");
        let rotation = rotation.and_then(|(_, value)| value.parse::<u8>().ok());
        if let Some(rotation) = rotation.filter(|_| !open.is_elsewhere) {
            self.rotation = rotation % 4;
            let Size { width, height } = self.natural;
            self.size = match rotation % 2 {
                0 => self.natural,
                _ => Size::new(height, width),
            };
        }
        if open.window.is_none() && !open.is_elsewhere {
            open.window = Some(self.windows.len());
            self.windows.push(Window {
                is_active: true,
                ..Window::default()
            });
        }
    }

    fn open_window(&mut self, open: &mut Open<'x>, attributes: &[Attribute<'x>]) {
        let mut window = Window::default();
        for (name, value) in attributes {
            match *name {
                "type" => window.kind = WindowKind::parse(value),
                "layer" => window.layer = value.parse().unwrap_or_default(),
                "active" => window.is_active = *value == "true",
                "bounds" => window.bounds = parse_bounds(value).unwrap_or_default(),
                "title" => window.title = decode(value).into_owned(),
                _ => {}
            }
        }
        if !open.is_elsewhere {
            open.window = Some(self.windows.len());
            open.element = None;
            self.windows.push(window);
        }
    }

    fn open_node(&mut self, open: &mut Open<'x>, attributes: &[Attribute<'x>]) {
        let mut node = Node::default();
        for (name, value) in attributes {
            node.set(name, value);
        }
        let around = self.open.last().map(|outer| outer.around);
        let around = around.unwrap_or_default();
        let is_root = !open.is_node;
        open.is_node = true;
        let Some(window) = open.window.and_then(|index| self.windows.get_mut(index)) else {
            return;
        };
        if window.package.is_empty() {
            node.package.clone_into(&mut window.package);
        }
        if window.bounds.is_empty() {
            window.bounds = node.element.bounds;
        }
        let kind = remembered(&mut self.kinds, node.class);
        let mut role = role_of(&node, kind, around);
        if is_root && window.kind == WindowKind::App && window.is_active {
            let is_dialog = is_inside(node.element.bounds, self.size) && role == Role::Container;
            role = if is_dialog { Role::Dialog } else { role };
        }
        let is_kept = is_kept(&node, role);
        let is_scroller = kind == Kind::Scroller || role == Role::List && kind == Kind::Plain;
        open.around = Around {
            is_in_list: role == Role::List && kind != Kind::Plain,
            is_in_scroller: is_scroller || !is_kept && around.is_in_scroller,
            is_in_page: around.is_in_page || kind == Kind::WebPage,
            is_in_dialog: around.is_in_dialog || role == Role::Dialog,
        };
        if is_kept {
            let parent = open.element;
            open.element = Some(window.elements.len());
            window.elements.push(element_of(node, kind, role, parent));
        }
    }

    fn close(&mut self, name: &str) -> Result<(), String> {
        match self.open.pop() {
            Some(open) if open.name == name => Ok(()),
            Some(Open { name: open, .. }) => Err(format!(
                "the dump is broken: `{open}` is closed by `{name}`"
            )),
            None => Err(format!("the dump is broken: `{name}` is closed twice")),
        }
    }

    fn finish(mut self, rest: &'x str) -> Result<Tree<'x>, String> {
        for window in &mut self.windows {
            name_dialogs(&mut window.elements, &window.title);
        }
        let tree = Tree {
            rotation: self.rotation,
            rest,
            ..stack(self.windows, self.size)
        };
        if tree.elements.is_empty() {
            return Err("there is nothing in the dump".to_owned());
        }
        Ok(tree)
    }
}

fn remembered<'x>(kinds: &mut Vec<(&'x str, Kind)>, class: &'x str) -> Kind {
    match kinds.iter().find(|(known, _)| *known == class) {
        Some((_, kind)) => *kind,
        None => {
            let kind = kind_of(class);
            kinds.push((class, kind));
            kind
        }
    }
}

/// A window with room on all sides is a dialog; one that leaves room on one side shares the screen.
fn is_inside(bounds: Rect, size: Size) -> bool {
    !bounds.is_empty() && bounds.width < size.width && bounds.height < size.height * 0.95
}

/// Gives dialogs the name of their title, else of the first thing they say.
fn name_dialogs(elements: &mut [Element], title: &str) {
    for index in 0..elements.len() {
        if elements[index].role != Role::Dialog || !elements[index].label().is_empty() {
            continue;
        }
        let inside = |element: &&Element| element.parent.is_some_and(|parent| parent >= index);
        let mut texts = elements[index + 1..].iter().take_while(inside);
        let heading = texts.clone().find(|element| element.role == Role::Heading);
        let named = heading.or_else(|| texts.find(|element| !element.label().is_empty()));
        let name = named.map_or(title, Element::label).to_owned();
        elements[index].description = name;
    }
}

/// The purpose of a window, as far as it matters to what lies under it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum WindowKind {
    /// An app's, or its dialog.
    #[default]
    App,
    Keyboard,
    /// Status bar, navigation bar, notifications.
    System,
    /// A line between two apps, or an overlay of an accessibility tool.
    Other,
    /// A frame around what is enlarged; touches go through it.
    Magnifier,
}

impl WindowKind {
    fn parse(word: &str) -> Self {
        match word {
            "TYPE_APPLICATION" => Self::App,
            "TYPE_INPUT_METHOD" => Self::Keyboard,
            "TYPE_SYSTEM" => Self::System,
            "TYPE_MAGNIFICATION_OVERLAY" => Self::Magnifier,
            _ => Self::Other,
        }
    }
}

/// One window of a dump; its elements have numbers of their own.
#[derive(Debug, Default)]
struct Window {
    kind: WindowKind,
    /// The higher, the nearer to the eye.
    layer: i64,
    /// Whether input goes to it.
    is_active: bool,
    bounds: Rect,
    title: String,
    package: String,
    elements: Vec<Element>,
}

/// Puts windows over each other, the lowest first, and marks what is covered.
fn stack<'x>(mut windows: Vec<Window>, size: Size) -> Tree<'x> {
    windows.sort_by_key(|window| window.layer);
    let status_bar = windows.iter().find(|window| is_status_bar(window, size));
    let status_bar = status_bar.map_or(0.0, |window| window.bounds.bottom());
    let package = front_package(&windows);
    let seen = windows
        .into_iter()
        .filter_map(|window| as_seen(window, size));
    let mut windows: Vec<Window> = seen.collect();
    for index in 0..windows.len() {
        let (below, above) = windows.split_at_mut(index + 1);
        let covered = &mut below[index];
        for over in above.iter() {
            cover(covered, over, size);
        }
    }
    let mut elements = Vec::with_capacity(windows.iter().map(|one| one.elements.len()).sum());
    for window in windows {
        let first = elements.len();
        elements.extend(window.elements.into_iter().map(|mut element| {
            element.parent = element.parent.map(|parent| parent + first);
            element
        }));
    }
    Tree {
        size,
        elements,
        package,
        status_bar,
        ..Tree::default()
    }
}

/// Packages whose windows are questions about the app below: permissions, crashes, choices.
const ASKS_FOR_OTHERS: [&str; 4] = [
    "android",
    "com.android.packageinstaller",
    "com.android.permissioncontroller",
    "com.google.android.permissioncontroller",
];

/// The app that input goes to; the keyboard and the bars are no apps, and a question of the system
/// stands over the app that it is about.
fn front_package(windows: &[Window]) -> Option<String> {
    let is_known = |window: &&Window| !window.package.is_empty();
    let is_keyboard = |window: &&Window| window.kind == WindowKind::Keyboard;
    let apps = windows.iter().rev().filter(is_known);
    let apps = apps.filter(|window| !is_keyboard(window));
    let is_app = |window: &&Window| window.kind == WindowKind::App;
    let asks = |window: &&Window| ASKS_FOR_OTHERS.contains(&window.package.as_str());
    let active = apps.clone().find(|window| window.is_active);
    let front = active.or_else(|| apps.clone().find(is_app))?;
    let about = apps.filter(is_app).find(|window| !asks(window));
    let app = about.filter(|_| asks(&front)).unwrap_or(front);
    Some(app.package.clone())
}

fn is_status_bar(window: &Window, size: Size) -> bool {
    let Rect { y, height, .. } = window.bounds;
    window.kind == WindowKind::System && y <= 0.0 && height > 0.0 && height < size.height / 8.0
}

/// Returns what of a window is of interest: a keyboard is one thing, not forty keys, and bars that
/// are not in use are none of the app's screen.
fn as_seen(mut window: Window, size: Size) -> Option<Window> {
    let seen = window.bounds.intersection(size.as_rect())?;
    match window.kind {
        WindowKind::App => {}
        WindowKind::Keyboard => {
            window.elements = vec![Element {
                description: "Keyboard".to_owned(),
                role: Role::Container,
                class: "android.inputmethodservice.InputMethodService".to_owned(),
                bounds: seen,
                state: retap_model::screen::State {
                    enabled: true,
                    ..Default::default()
                },
                ..Element::default()
            }];
        }
        WindowKind::System if window.is_active || seen.height > size.height / 2.0 => {}
        WindowKind::System | WindowKind::Other => window.elements.clear(),
        WindowKind::Magnifier => return None,
    }
    Some(window)
}

fn cover(below: &mut Window, over: &Window, size: Size) {
    let first = over.elements.first();
    if first.is_some_and(|one| one.role == Role::Toast) {
        return;
    }
    // A dialog takes every touch on its app, also beside it; a list of suggestions does not.
    let is_modal = over.is_active
        && over.kind == WindowKind::App
        && over.package == below.package
        && over.bounds.intersection(below.bounds).is_some();
    for element in &mut below.elements {
        let seen = element.bounds.intersection(size.as_rect());
        let is_under = seen.is_some_and(|seen| over.bounds.contains(seen.center()));
        element.is_covered |= is_modal || is_under;
    }
}
