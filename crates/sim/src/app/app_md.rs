//! Reads `APP.md` packs; `docs/formats/app-md.md` is the page for people who write them.

use std::collections::BTreeMap;
use std::sync::Arc;

use retap_model::secret::is_secret_label;

use super::app_yaml::made_up_package;
use super::error::{FileProblem, Place};
use super::item::{
    Act, Button, ButtonLook, Field, ItemKind, Lines, Row, Slider, Tab, made_up_id, parse_extent,
};
use super::scene::{Back, Popup, Scene, Trigger};
use super::validate::{Named, References};
use super::{App, AppError, Icon, Item, TAB_BAR_ID, Template};

const FRONT_MATTER: &str = "version, app, spotlight_name, icon, locale, archetype, \
                            obstacle_mode, reset_before_explore";
const ELEMENT_KINDS: &str = "row, text, tab, button, placeholder, textfield, slider";
const ICON_COLORS: [u32; 6] = [
    0x4C_6E_F5, 0x12_B8_86, 0xF7_67_07, 0xE6_49_80, 0x74_48_E8, 0x22_8B_E6,
];

/// Reads a pack; `path` is only used in errors.
pub(super) fn parse(path: &str, text: &str) -> Result<App, AppError> {
    let read = Pack::default().read(text);
    read.map_err(|problem| problem.in_file(path, text))
}

/// The parts of a pack that were read so far.
#[derive(Default)]
struct Pack {
    front: BTreeMap<String, String>,
    root: Option<String>,
    scenes: Vec<Scene>,
    popups: Vec<Popup>,
    state: BTreeMap<String, String>,
    references: References,
    section: Section,
}

/// The subject of the lines at hand.
#[derive(Default, Clone, Copy, PartialEq)]
enum Section {
    #[default]
    Prose,
    Simulator,
    Screen,
    Obstacle,
}

/// The part of a line that is being read, with its place.
#[derive(Clone, Copy)]
struct Piece<'a> {
    text: &'a str,
    place: Place,
}

impl<'a> Piece<'a> {
    /// Returns the text after the first `skip` bytes, without the spaces around it.
    fn after(self, skip: usize) -> Self {
        let rest = self.text.get(skip..).unwrap_or_default();
        let trimmed = rest.trim_start();
        let passed = &self.text[..self.text.len() - trimmed.len()];
        let column = self.place.column + passed.chars().count();
        let line = self.place.line;
        Self {
            text: trimmed.trim_end(),
            place: Place { line, column },
        }
    }

    fn problem(self, message: impl Into<String>) -> FileProblem {
        FileProblem::new(self.place, message)
    }
}

/// One `- key: value` line.
#[derive(Clone, Copy)]
struct Entry<'a> {
    key: &'a str,
    line: Piece<'a>,
    value: Piece<'a>,
}

impl Entry<'_> {
    fn unknown(self, what: &str, accepted: &str) -> FileProblem {
        let message = format!("{what} has no key `{}`", self.key);
        self.line.problem(message).accepting(accepted)
    }
}

impl Pack {
    fn read(mut self, text: &str) -> Result<App, FileProblem> {
        let mut lines = text.lines().enumerate();
        if text.lines().next().map(str::trim_end) == Some("---") {
            lines.next();
            for (index, line) in lines.by_ref() {
                if line.trim_end() == "---" {
                    break;
                }
                self.front_matter(whole(index, line))?;
            }
        }
        for (index, line) in lines {
            self.line(whole(index, line))?;
        }
        self.into_app()
    }

    fn front_matter(&mut self, line: Piece<'_>) -> Result<(), FileProblem> {
        if line.text.is_empty() || line.text.starts_with('#') {
            return Ok(());
        }
        let Some((key, value)) = line.text.split_once(':') else {
            return Err(line.problem("the front matter has lines `key: value`"));
        };
        if !FRONT_MATTER.split(", ").any(|known| known == key) {
            let message = format!("the front matter has no key `{key}`");
            return Err(line.problem(message).accepting(FRONT_MATTER));
        }
        let value = unquoted(value.trim()).to_owned();
        self.front.insert(key.to_owned(), value);
        Ok(())
    }

    fn line(&mut self, line: Piece<'_>) -> Result<(), FileProblem> {
        if let Some(title) = line.text.strip_prefix("## ") {
            return self.heading(title.trim(), line);
        }
        if line.text.starts_with('#') {
            self.section = Section::Prose;
            return Ok(());
        }
        if self.section == Section::Prose || line.text.is_empty() {
            return Ok(());
        }
        let entry = line.text.strip_prefix("- ");
        let Some((key, _)) = entry.and_then(|entry| entry.split_once(':')) else {
            return Err(line.problem("a `- key: value` line is expected here"));
        };
        let value = line.after("- ".len() + key.len() + 1);
        let entry = Entry { key, line, value };
        match self.section {
            Section::Prose => Ok(()),
            Section::Simulator => self.simulator_key(entry),
            Section::Screen => self.screen_key(entry),
            Section::Obstacle => self.obstacle_key(entry),
        }
    }

    fn heading(&mut self, title: &str, line: Piece<'_>) -> Result<(), FileProblem> {
        let Some(rest) = title.strip_prefix("Simulator") else {
            self.section = Section::Prose;
            return Ok(());
        };
        let rest = rest.trim();
        if rest.is_empty() {
            self.section = Section::Simulator;
        } else if let Some(id) = rest.strip_prefix("Screen ") {
            self.section = Section::Screen;
            if self.scenes.iter().any(|scene| scene.id == id.trim()) {
                return Err(line.problem(format!("there are two screens `{}`", id.trim())));
            }
            let id = id.trim().to_owned();
            let scene = Scene {
                id,
                ..Scene::default()
            };
            self.scenes.push(scene);
        } else if let Some(id) = rest.strip_prefix("Obstacle ") {
            self.section = Section::Obstacle;
            let id = id.trim().to_owned();
            let popup = Popup {
                id,
                ..Popup::default()
            };
            self.popups.push(popup);
        } else {
            return Err(line
                .problem("this section is not known")
                .accepting("Simulator, Simulator Screen ID, Simulator Obstacle ID"));
        }
        Ok(())
    }

    fn simulator_key(&mut self, entry: Entry<'_>) -> Result<(), FileProblem> {
        if entry.key != "root" {
            return Err(entry.unknown("the simulator", "root"));
        }
        self.root = Some(self.screen(entry.value));
        Ok(())
    }

    /// Returns the name of a screen, which is noted to be checked.
    fn screen(&mut self, name: Piece<'_>) -> String {
        self.references.note(Named::Screen, name.text, name.place);
        name.text.to_owned()
    }

    fn screen_key(&mut self, entry: Entry<'_>) -> Result<(), FileProblem> {
        let Some(mut scene) = self.scenes.pop() else {
            return Ok(());
        };
        let value = entry.value;
        match (entry.key, value.text) {
            ("title", title) => unquoted(title).clone_into(&mut scene.title),
            ("back", "null") => scene.back = Back::None,
            ("back", _) => scene.back = Back::To(self.screen(value)),
            // Tabs stand on each screen of a pack, so there is nothing to keep.
            ("tab_bar", "true" | "false") => {}
            ("tab_bar", other) => {
                let message = format!("`tab_bar` cannot be `{other}`");
                return Err(value.problem(message).accepting("true, false"));
            }
            (key, _) => {
                let Some(kind) = key.strip_prefix("element ") else {
                    let accepted = "title, back, tab_bar, element KIND";
                    return Err(entry.unknown("a screen", accepted));
                };
                let item = self.element(kind.trim(), entry)?;
                let item = with_unused_id(item, &scene.items);
                scene.items.push(item);
            }
        }
        self.scenes.push(scene);
        Ok(())
    }

    fn obstacle_key(&mut self, entry: Entry<'_>) -> Result<(), FileProblem> {
        let value = entry.value;
        let Some(popup) = self.popups.last_mut() else {
            return Ok(());
        };
        match entry.key {
            "title" => popup.title = Template::literal(unquoted(value.text)),
            "body" => popup.body = Some(Template::literal(unquoted(value.text))),
            "buttons" => popup.buttons = buttons(value.text),
            "trigger" => {
                popup.trigger = Trigger::parse(value.text).ok_or_else(|| {
                    let message = format!("`{}` is not a trigger", value.text);
                    value.problem(message).accepting(Trigger::WORDS)
                })?;
            }
            _ => return Err(entry.unknown("an obstacle", "title, body, buttons, trigger")),
        }
        Ok(())
    }

    /// Reads one element line: a label or size, then `#id`, `= value` and `→ target` where they apply.
    fn element(&mut self, kind: &str, entry: Entry<'_>) -> Result<Item, FileProblem> {
        let value = entry.value;
        let target = target(value).map(|target| self.screen(target));
        let label = label(value)?;
        let text = || Template::literal(label);
        let made_up = made_up_id(kind, label);
        let (id, kind) = match kind {
            "row" => {
                let row = Row {
                    label: text(),
                    on_tap: target.map(Act::Go).into_iter().collect(),
                    ..Row::default()
                };
                (made_up, ItemKind::Row(Arc::new(row)))
            }
            "text" => (made_up, ItemKind::Text(text())),
            "tab" => {
                let target = target.ok_or_else(|| value.problem("a tab needs `→ SCREEN`"))?;
                let label = text();
                (made_up, ItemKind::Tab(Arc::new(Tab { label, target })))
            }
            "button" => {
                let button = button(made_up.clone(), label, target);
                (made_up, ItemKind::Button(Arc::new(button)))
            }
            "placeholder" => {
                let (width, height) = parse_extent(label)
                    .ok_or_else(|| value.problem("this is no size").accepting("WIDTHxHEIGHT"))?;
                let kind = ItemKind::Placeholder { width, height };
                ("placeholder".to_owned(), kind)
            }
            "textfield" => self.field(value, label)?,
            "slider" => self.slider(value, label)?,
            other => {
                let message = format!("`{other}` is not a kind of element");
                return Err(entry.line.problem(message).accepting(ELEMENT_KINDS));
            }
        };
        Ok(Item {
            id,
            class: None,
            when: None,
            kind,
        })
    }

    fn field(&mut self, value: Piece<'_>, label: &str) -> Result<(String, ItemKind), FileProblem> {
        let id = hash_id(value)?;
        self.state.insert(id.clone(), String::new());
        let field = Field {
            // Packs cannot say that a field is secret, so habit decides: better one mask too many.
            is_password: is_secret_label(&id) || is_secret_label(label),
            id: id.clone(),
            placeholder: Template::literal(label),
            lines: Lines::One,
            rules: Vec::new(),
            on_return: Vec::new(),
        };
        Ok((id, ItemKind::Field(Arc::new(field))))
    }

    fn slider(&mut self, value: Piece<'_>, label: &str) -> Result<(String, ItemKind), FileProblem> {
        let id = hash_id(value)?;
        let stand = value.text.rsplit_once('=');
        let stand = stand.map_or("0.5", |(_, at)| at.trim());
        if !stand.parse::<f64>().is_ok_and(|v| (0.0..=1.0).contains(&v)) {
            let message = format!("a slider cannot stand at `{stand}`");
            return Err(value.problem(message).accepting("a number from 0 to 1"));
        }
        self.state.insert(id.clone(), stand.to_owned());
        let slider = Slider {
            id: id.clone(),
            label: Template::literal(label),
        };
        Ok((id, ItemKind::Slider(Arc::new(slider))))
    }

    fn into_app(self) -> Result<App, FileProblem> {
        let start = Place { line: 1, column: 1 };
        let Some(name) = self.front.get("app").cloned() else {
            return Err(FileProblem::new(start, "the front matter needs `app`"));
        };
        let Some(first) = self.scenes.first() else {
            let message = "the pack has no screen";
            return Err(FileProblem::new(start, message).accepting("## Simulator Screen ID"));
        };
        if let Some(popup) = self.popups.iter().find(|popup| popup.buttons.is_empty()) {
            let message = format!("obstacle `{}` has no buttons to close it", popup.id);
            return Err(FileProblem::new(start, message).accepting("- buttons: A, B"));
        }
        let color = name.bytes().map(usize::from).sum::<usize>() % ICON_COLORS.len();
        let glyph = self.front.get("icon").cloned();
        let app = App {
            package: made_up_package(&name),
            spotlight_name: self.front.get("spotlight_name").cloned(),
            icon: Icon {
                glyph: glyph.unwrap_or_else(|| name.chars().take(1).collect()),
                color: ICON_COLORS[color],
            },
            root: self.root.unwrap_or_else(|| first.id.clone()),
            tab_bar_id: TAB_BAR_ID.to_owned(),
            scenes: self.scenes,
            popups: self.popups,
            state: self.state,
            name,
            ..App::default()
        };
        self.references.check(&app)?;
        Ok(app)
    }
}

fn whole(index: usize, line: &str) -> Piece<'_> {
    let piece = Piece {
        text: line,
        place: Place {
            line: index + 1,
            column: 1,
        },
    };
    piece.after(0)
}

fn buttons(text: &str) -> Vec<Arc<Button>> {
    let labels = text.split(',').map(|label| unquoted(label.trim()));
    let labels = labels.filter(|label| !label.is_empty());
    labels
        .map(|label| Arc::new(button(made_up_id("button", label), label, None)))
        .collect()
}

fn button(id: String, label: &str, target: Option<String>) -> Button {
    Button {
        id,
        label: Template::literal(label),
        look: ButtonLook::Main,
        enabled: None,
        acts: target.map(Act::Go).into_iter().collect(),
    }
}

/// Returns the label: what stands in quotes, else the whole value up to `#`, `=` or `→`.
fn label(value: Piece<'_>) -> Result<&str, FileProblem> {
    let Some(quoted) = value.text.strip_prefix('"') else {
        let end = value.text.find(['#', '=', '→']).unwrap_or(value.text.len());
        return Ok(value.text[..end].trim());
    };
    quoted
        .split_once('"')
        .map(|(label, _)| label)
        .ok_or_else(|| value.problem("this label opens a quote and never closes it"))
}

/// Returns what stands after the arrow that follows the label.
fn target(value: Piece<'_>) -> Option<Piece<'_>> {
    let start = value.text.rfind('"').unwrap_or(0);
    let arrow = value.text[start..].find('→')? + start;
    Some(value.after(arrow + '→'.len_utf8()))
}

fn hash_id(value: Piece<'_>) -> Result<String, FileProblem> {
    let start = value.text.rfind('"').unwrap_or(0);
    let after = value.text[start..].split_once('#').map(|(_, rest)| rest);
    let id = after.and_then(|rest| rest.split_whitespace().next());
    id.map(str::to_owned).ok_or_else(|| {
        value
            .problem("this element needs an id")
            .accepting("\"LABEL\" #ID")
    })
}

fn unquoted(text: &str) -> &str {
    text.strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'))
        .unwrap_or(text)
}

/// Returns the item with `_2`, `_3` … added to its id when an earlier one has it.
fn with_unused_id(mut item: Item, earlier: &[Item]) -> Item {
    let wanted = item.id.clone();
    let mut number = 1;
    while earlier.iter().any(|other| other.id == item.id) {
        number += 1;
        item.id = format!("{wanted}_{number}");
    }
    item
}
