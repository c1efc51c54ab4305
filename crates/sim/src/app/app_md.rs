//! Reads `APP.md` packs; `docs/formats/app-md.md` is the page for people who write them.

use std::collections::BTreeMap;
use std::sync::Arc;

use retap_model::secret::is_secret_name;

use super::act::Act;
use super::app_yaml::made_up_package;
use super::error::{FileProblem, Place};
use super::item::{
    Button, ButtonLook, Field, ItemKind, Lines, Row, Slider, Tab, made_up_id, parse_extent,
};
use super::popup::{Popup, Trigger};
use super::scene::{Back, Scene};
use super::validate::References;
use super::{App, AppError, Icon, IdForm, Item, TAB_BAR_ID, Template};

const FRONT_MATTER: [&str; 8] = [
    "version",
    "app",
    "spotlight_name",
    "icon",
    "locale",
    "archetype",
    "obstacle_mode",
    "reset_before_explore",
];
const ELEMENT_KINDS: &str = "row, text, tab, button, placeholder, textfield, slider";
const ICON_COLORS: [u32; 6] = [
    0x4C_6E_F5, 0x12_B8_86, 0xF7_67_07, 0xE6_49_80, 0x74_48_E8, 0x22_8B_E6,
];

/// Reads a pack; `path` is only used in errors.
pub(super) fn parse(path: &str, text: &str) -> Result<App, AppError> {
    let read = Pack::default().read(text);
    read.map_err(|problem| problem.in_file(path, text))
}

/// The bytes read so far.
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

/// What the lines at hand are about.
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
        if !FRONT_MATTER.contains(&key) {
            let message = format!("the front matter has no key `{key}`");
            return Err(line.problem(message).accepting(FRONT_MATTER.join(", ")));
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
        let Some(entry) = line.text.strip_prefix("- ") else {
            return Err(line.problem("a `- key: value` line is expected here"));
        };
        let Some((key, _)) = entry.split_once(':') else {
            return Err(line.problem("a `- key: value` line is expected here"));
        };
        let value = line.after("- ".len() + key.len() + 1);
        match self.section {
            Section::Prose => Ok(()),
            Section::Simulator => self.simulator_key(key, line, value),
            Section::Screen => self.screen_key(key, line, value),
            Section::Obstacle => self.obstacle_key(key, line, value),
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
            self.scenes.push(empty_scene(id.trim()));
        } else if let Some(id) = rest.strip_prefix("Obstacle ") {
            self.section = Section::Obstacle;
            self.popups.push(empty_popup(id.trim()));
        } else {
            return Err(line
                .problem("this section is not known")
                .accepting("Simulator, Simulator Screen ID, Simulator Obstacle ID"));
        }
        Ok(())
    }

    fn simulator_key(
        &mut self,
        key: &str,
        line: Piece<'_>,
        value: Piece<'_>,
    ) -> Result<(), FileProblem> {
        if key != "root" {
            let message = format!("the simulator has no key `{key}`");
            return Err(line.problem(message).accepting("root"));
        }
        self.references.scene(value.text, value.place);
        self.root = Some(value.text.to_owned());
        Ok(())
    }

    fn screen_key(
        &mut self,
        key: &str,
        line: Piece<'_>,
        value: Piece<'_>,
    ) -> Result<(), FileProblem> {
        let references = &mut self.references;
        let Some(scene) = self.scenes.last_mut() else {
            return Ok(());
        };
        match key {
            "title" => scene.title = unquoted(value.text).to_owned(),
            "back" if value.text == "null" => scene.back = Back::None,
            "back" => {
                references.scene(value.text, value.place);
                scene.back = Back::To(value.text.to_owned());
            }
            "tab_bar" if matches!(value.text, "true" | "false") => {
                scene.has_tab_bar = value.text == "true";
            }
            "tab_bar" => {
                let message = format!("`tab_bar` cannot be `{}`", value.text);
                return Err(value.problem(message).accepting("true, false"));
            }
            _ => {
                let Some(kind) = key.strip_prefix("element ") else {
                    let message = format!("a screen has no key `{key}`");
                    let accepted = "title, back, tab_bar, element KIND";
                    return Err(line.problem(message).accepting(accepted));
                };
                let item = element(kind.trim(), line, value, references, &mut self.state)?;
                let item = with_unused_id(item, &scene.items);
                scene.items.push(item);
            }
        }
        Ok(())
    }

    fn obstacle_key(
        &mut self,
        key: &str,
        line: Piece<'_>,
        value: Piece<'_>,
    ) -> Result<(), FileProblem> {
        let Some(popup) = self.popups.last_mut() else {
            return Ok(());
        };
        match key {
            "title" => popup.title = Template::literal(unquoted(value.text)),
            "body" => popup.body = Some(Template::literal(unquoted(value.text))),
            "buttons" => popup.buttons = buttons(value.text),
            "trigger" => {
                popup.trigger = Trigger::parse(value.text).ok_or_else(|| {
                    let message = format!("`{}` is not a trigger", value.text);
                    value.problem(message).accepting(Trigger::WORDS)
                })?;
            }
            _ => {
                let message = format!("an obstacle has no key `{key}`");
                let accepted = "title, body, buttons, trigger";
                return Err(line.problem(message).accepting(accepted));
            }
        }
        Ok(())
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
            about: String::new(),
            icon: Icon {
                glyph: glyph.unwrap_or_else(|| name.chars().take(1).collect()),
                color: ICON_COLORS[color],
            },
            hosts: Vec::new(),
            root: self.root.unwrap_or_else(|| first.id.clone()),
            id_form: IdForm::Plain,
            tab_bar_id: TAB_BAR_ID.to_owned(),
            scenes: self.scenes,
            popups: self.popups,
            state: self.state,
            lists: BTreeMap::new(),
            on_shake: Vec::new(),
            drifts: Vec::new(),
            name,
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

fn empty_scene(id: &str) -> Scene {
    Scene {
        id: id.to_owned(),
        title: String::new(),
        back: Back::None,
        has_tab_bar: false,
        load_millis: 0,
        items: Vec::new(),
        on_pull: Vec::new(),
    }
}

fn empty_popup(id: &str) -> Popup {
    Popup {
        id: id.to_owned(),
        title: Template::literal(""),
        body: None,
        buttons: Vec::new(),
        trigger: Trigger::Never,
        delay_millis: 0,
    }
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

/// Reads one element line: a label or size, then `#id`, `= value` and `→ target` where they apply.
fn element(
    kind: &str,
    line: Piece<'_>,
    value: Piece<'_>,
    references: &mut References,
    state: &mut BTreeMap<String, String>,
) -> Result<Item, FileProblem> {
    let target = target(value);
    if let Some(target) = target {
        references.scene(target.text, target.place);
    }
    let target = target.map(|piece| piece.text.to_owned());
    let label = label(value)?;
    let text = || Template::literal(label);
    let made_up = made_up_id(kind, label);
    let (id, kind) = match kind {
        "row" => {
            let mut row = Row::inert(made_up.clone(), text());
            row.on_tap.extend(target.map(Act::Go));
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
        "textfield" => field(value, label, state)?,
        "slider" => slider(value, label, state)?,
        other => {
            let message = format!("`{other}` is not a kind of element");
            return Err(line.problem(message).accepting(ELEMENT_KINDS));
        }
    };
    Ok(Item {
        id,
        class: None,
        when: None,
        kind,
    })
}

fn field(
    value: Piece<'_>,
    label: &str,
    state: &mut BTreeMap<String, String>,
) -> Result<(String, ItemKind), FileProblem> {
    let id = hash_id(value)?;
    state.insert(id.clone(), String::new());
    let field = Field {
        // Packs cannot say that a field is secret, so habit decides: better one mask too many.
        is_password: is_secret_name(&id) || is_secret_name(label),
        id: id.clone(),
        placeholder: Template::literal(label),
        lines: Lines::One,
        rules: Vec::new(),
        on_return: Vec::new(),
    };
    Ok((id, ItemKind::Field(Arc::new(field))))
}

fn slider(
    value: Piece<'_>,
    label: &str,
    state: &mut BTreeMap<String, String>,
) -> Result<(String, ItemKind), FileProblem> {
    let id = hash_id(value)?;
    let stand = value
        .text
        .rsplit_once('=')
        .map_or("0.5", |(_, at)| at.trim());
    if !stand.parse::<f64>().is_ok_and(|v| (0.0..=1.0).contains(&v)) {
        let message = format!("a slider cannot stand at `{stand}`");
        return Err(value.problem(message).accepting("a number from 0 to 1"));
    }
    state.insert(id.clone(), stand.to_owned());
    let slider = Slider {
        id: id.clone(),
        label: Template::literal(label),
    };
    Ok((id, ItemKind::Slider(Arc::new(slider))))
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
    let is_used = |id: &str| earlier.iter().any(|other| other.id == id);
    if !is_used(&item.id) {
        return item;
    }
    let fresh = (2..).map(|number| format!("{}_{number}", item.id));
    let Some(id) = fresh.into_iter().find(|id| !is_used(id)) else {
        return item;
    };
    item.set_id(&id);
    item
}
