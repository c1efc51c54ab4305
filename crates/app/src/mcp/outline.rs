//! A screen in few words: one numbered line for each thing that can be touched or read.

use std::collections::BTreeMap;
use std::sync::Arc;

use retap_model::screen::{Element, Role, Screen};
use retap_report::clean;

/// How many lines an outline has unless more is asked for.
const MOST_LINES: usize = 36;

/// How many characters of a text an outline shows unless more is asked for.
const LONGEST_TEXT: usize = 60;

/// How much of a screen is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Detail {
    /// As much as an ordinary step needs.
    Short,
    /// Everything, with identifiers.
    All,
}

/// One line: the number of its element, and its words without any number.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Line {
    index: usize,
    words: String,
    /// The things inside it that can be touched by themselves.
    inner: Vec<(usize, String)>,
}

impl Line {
    fn text(&self) -> String {
        let mut text = format!("{} {}", self.index, self.words);
        for (index, words) in &self.inner {
            text.push_str(&format!(" [{index} {words}]"));
        }
        text
    }

    /// Returns what the line says apart from numbers, which shift when something is put in above.
    fn key(&self) -> String {
        let inner: Vec<&str> = self.inner.iter().map(|(_, words)| words.as_str()).collect();
        format!("{}|{}", self.words, inner.join("|"))
    }
}

/// Returns the screen as a heading and numbered lines.
pub(crate) fn outline(screen: &Screen, detail: Detail) -> String {
    let lines = lines(screen, detail);
    let most = match detail {
        Detail::Short => MOST_LINES,
        Detail::All => usize::MAX,
    };
    let mut text = heading(screen);
    for line in lines.iter().take(most) {
        text.push('\n');
        text.push_str(&line.text());
    }
    if lines.len() > most {
        let more = lines.len() - most;
        text.push_str(&format!(
            "\n… {more} more lines; screen with all:true shows them"
        ));
    }
    text
}

/// Returns what differs between two screens; the whole of the later one where that is shorter.
pub(crate) fn difference(before: &Screen, after: &Screen) -> String {
    let whole = outline(after, Detail::Short);
    let (old, new) = (lines(before, Detail::Short), lines(after, Detail::Short));
    let mut left: BTreeMap<String, usize> = BTreeMap::new();
    for line in &old {
        *left.entry(line.key()).or_default() += 1;
    }
    let mut text = heading(after);
    for line in &new {
        match left.get_mut(&line.key()) {
            Some(count) if *count > 0 => *count -= 1,
            Some(_) | None => text.push_str(&format!("\n+ {}", line.text())),
        }
    }
    for line in &old {
        if let Some(count) = left.get_mut(&line.key()).filter(|count| **count > 0) {
            *count -= 1;
            text.push_str(&format!("\n- {}", line.words));
        }
    }
    if text.len() < whole.len() {
        text
    } else {
        whole
    }
}

/// Returns what the heading says: app, page, revision, and whether something is loading.
pub(crate) fn heading(screen: &Screen) -> String {
    let app = screen.app.as_deref().unwrap_or("home screen");
    let page = screen.name.as_deref().filter(|name| !name.is_empty());
    let mut text = clean(app);
    if let Some(page) = page {
        text.push_str(&format!(" · {}", shortened(&clean(page), LONGEST_TEXT)));
    }
    text.push_str(&format!(" · rev {}", screen.revision));
    if screen.loading().is_some() {
        text.push_str(" · loading");
    }
    text
}

fn lines(screen: &Screen, detail: Detail) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut at: BTreeMap<usize, usize> = BTreeMap::new();
    for (index, element) in screen.visible() {
        let is_row = element.role == Role::Row;
        if screen.is_status(element) || !(is_row || says_something(element, detail)) {
            continue;
        }
        let holder = screen.ancestors(index).find_map(|up| at.get(&up).copied());
        match holder.filter(|_| !element.is_editable) {
            Some(line) if element.reacts_to_touches() => {
                let words = words(element, detail);
                lines[line].inner.push((index, words));
            }
            Some(line) => {
                let caption = caption(element, detail);
                if !lines[line].words.contains(&caption) {
                    let known = &mut lines[line].words;
                    let gap = if known.is_empty() { "" } else { " · " };
                    known.push_str(&format!("{gap}{caption}{}", states(element)));
                }
            }
            None => {
                if element.reacts_to_touches() || element.role == Role::Row {
                    at.insert(index, lines.len());
                }
                lines.push(Line {
                    index,
                    words: words(element, detail),
                    inner: Vec::new(),
                });
            }
        }
    }
    lines.retain(|line| !line.words.is_empty() || !line.inner.is_empty());
    lines
}

fn says_something(element: &Element, detail: Detail) -> bool {
    let is_named = !element.listed_as().is_empty();
    match detail {
        Detail::Short => is_named || element.reacts_to_touches() || element.is_loading_sign(),
        Detail::All => is_named || element.reacts_to_touches() || !element.id.is_empty(),
    }
}

/// Returns the element in words: its kind where that says something, its caption, what it holds.
fn words(element: &Element, detail: Detail) -> String {
    let kind = match element.role {
        Role::Text | Role::Row | Role::Unknown | Role::Container | Role::List => "",
        Role::Heading => "#",
        Role::TextField => "field",
        Role::Progress => "loading",
        role @ (Role::Button
        | Role::Checkbox
        | Role::Dialog
        | Role::Image
        | Role::Link
        | Role::Radio
        | Role::Slider
        | Role::Switch
        | Role::Tab
        | Role::Toast) => role.as_str(),
    };
    let mut parts: Vec<String> = Vec::new();
    if !kind.is_empty() {
        parts.push(kind.to_owned());
    }
    let caption = caption(element, detail);
    if !caption.is_empty() {
        parts.push(caption);
    }
    let has_id = !element.id.is_empty();
    if has_id
        && (detail == Detail::All
            || (element.listed_as().is_empty() && element.reacts_to_touches()))
    {
        let is_nameless_row = parts.is_empty() && detail == Detail::Short;
        if !is_nameless_row {
            parts.push(format!("#{}", clean(&element.id)));
        }
    }
    let mut text = parts.join(" ");
    text.push_str(&states(element));
    text.trim_start().to_owned()
}

fn caption(element: &Element, detail: Detail) -> String {
    let text = clean(element.listed_as());
    match detail {
        Detail::Short => shortened(&text, LONGEST_TEXT),
        Detail::All => text,
    }
}

fn states(element: &Element) -> String {
    let state = &element.state;
    let mut text = String::new();
    let value = state.value.as_deref().filter(|_| !element.is_password);
    if let Some(value) = value.filter(|it| !it.is_empty() && *it != element.listed_as()) {
        text.push_str(&format!(
            " = \"{}\"",
            shortened(&clean(value), LONGEST_TEXT)
        ));
    }
    let words = [
        (state.checked == Some(true), "on"),
        (state.checked == Some(false), "off"),
        (state.selected == Some(true), "selected"),
        (state.expanded == Some(true), "expanded"),
        (state.focused && element.is_editable, "focused"),
        (!state.enabled, "disabled"),
        (element.is_password, "password"),
    ];
    let known: Vec<&str> = words
        .iter()
        .filter_map(|(is_so, word)| is_so.then_some(*word))
        .collect();
    if !known.is_empty() {
        text.push_str(&format!(" ({})", known.join(", ")));
    }
    text
}

/// Returns the text on one line, cut where it is long.
fn shortened(text: &str, most: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= most {
        return line;
    }
    let start: String = line.chars().take(most - 1).collect();
    format!("{start}…")
}

/// The screens a client was shown lately, by revision.
#[derive(Debug, Default)]
pub(crate) struct ShownScreens {
    screens: Vec<Arc<Screen>>,
}

/// How many screens are remembered for differences.
const MOST_SHOWN: usize = 12;

impl ShownScreens {
    /// Remembers that the client has seen this screen.
    pub(crate) fn note(&mut self, screen: &Arc<Screen>) {
        self.screens
            .retain(|known| known.revision != screen.revision);
        self.screens.push(Arc::clone(screen));
        if self.screens.len() > MOST_SHOWN {
            self.screens.remove(0);
        }
    }

    /// Returns the screen the client saw last: the one its numbers are about.
    pub(crate) fn last(&self) -> Option<Arc<Screen>> {
        self.screens.last().cloned()
    }

    /// Returns the screen of a revision, while it is remembered.
    pub(crate) fn at(&self, revision: u64) -> Option<Arc<Screen>> {
        let mut known = self.screens.iter();
        known.find(|screen| screen.revision == revision).cloned()
    }
}
