//! Reads `*.app.yaml` files; `docs/formats/app-yaml.md` is the page for people who write them.
//!
//! Not here: running anything; a text comes in, an app goes out.

mod act;
mod drift;
mod field;
mod fields;
mod item;

use std::collections::BTreeMap;
use std::sync::Arc;

use super::error::{FileProblem, Place};
use super::popup::{Popup, Trigger};
use super::scene::{Back, Scene};
use super::template::Expression;
use super::validate::References;
use super::yaml::{self, Node};
use super::{App, AppError, Condition, Icon, IdForm, Item, TAB_BAR_ID, Template, Values};
use fields::{Fields, list, pairs, text};

const APP_KEYS: [&str; 15] = [
    "app",
    "package",
    "spotlight_name",
    "about",
    "icon",
    "hosts",
    "root",
    "ids",
    "tab_bar_id",
    "state",
    "lists",
    "shake",
    "tabs",
    "screens",
    "popups",
];

/// Reads an app; `path` is only used in errors.
pub(super) fn parse(path: &str, text: &str) -> Result<App, AppError> {
    let read = yaml::parse(text).and_then(|root| Reader::default().app(&root));
    read.map_err(|problem| problem.in_file(path, text))
}

/// Reads the parts of a file and remembers what they refer to, to be checked when all is read.
#[derive(Default)]
struct Reader {
    references: References,
    /// Values that fields and sliders bring along.
    defaults: BTreeMap<String, String>,
}

impl Reader {
    fn app(mut self, root: &Node) -> Result<App, FileProblem> {
        let accepted: Vec<&str> = APP_KEYS.into_iter().chain(["drift"]).collect();
        let fields = Fields::of(root, "an app", &accepted)?;
        let name = text(fields.needed("app", "an app")?)?.to_owned();
        let root_scene = fields.needed("root", "an app")?;
        self.references.scene(text(root_scene)?, root_scene.span);
        let mut app = App {
            package: fields
                .text("package")?
                .map_or_else(|| made_up_package(&name), str::to_owned),
            spotlight_name: fields.text("spotlight_name")?.map(str::to_owned),
            about: fields.text("about")?.unwrap_or_default().to_owned(),
            icon: self.icon(fields.get("icon"), &name)?,
            hosts: texts(fields.get("hosts"))?,
            root: text(root_scene)?.to_owned(),
            id_form: id_form(fields.get("ids"))?,
            tab_bar_id: fields.text("tab_bar_id")?.unwrap_or(TAB_BAR_ID).to_owned(),
            scenes: self.scenes(&fields)?,
            popups: self.popups(fields.get("popups"))?,
            state: self.state(fields.get("state"))?,
            lists: self.lists(fields.get("lists"))?,
            on_shake: self.acts(fields.get("shake"))?,
            drifts: Vec::new(),
            name,
        };
        for (key, value) in std::mem::take(&mut self.defaults) {
            app.state.entry(key).or_insert(value);
        }
        app.drifts = self.drifts(fields.get("drift"), &app)?;
        self.references.check(&app)?;
        Ok(app)
    }

    fn icon(&self, node: Option<&Node>, name: &str) -> Result<Icon, FileProblem> {
        let fallback = Icon {
            glyph: name.chars().take(1).collect(),
            color: 0x5B_6C_7D,
        };
        let Some(node) = node else {
            return Ok(fallback);
        };
        let fields = Fields::of(node, "an icon", &["glyph", "color"])?;
        let color = match fields.get("color") {
            None => fallback.color,
            Some(node) => {
                let digits = text(node)?.strip_prefix('#').filter(|hex| hex.len() == 6);
                digits
                    .and_then(|hex| u32::from_str_radix(hex, 16).ok())
                    .ok_or_else(|| {
                        FileProblem::new(node.span, "this is not a colour").accepting("\"#rrggbb\"")
                    })?
            }
        };
        let glyph = fields.text("glyph")?.map_or(fallback.glyph, str::to_owned);
        Ok(Icon { glyph, color })
    }

    fn state(&self, node: Option<&Node>) -> Result<BTreeMap<String, String>, FileProblem> {
        node.map_or(Ok(BTreeMap::new()), values)
    }

    fn lists(&self, node: Option<&Node>) -> Result<BTreeMap<String, Vec<Values>>, FileProblem> {
        let mut lists = BTreeMap::new();
        for pair in node.map(pairs).transpose()?.unwrap_or_default() {
            let entries: Result<Vec<Values>, FileProblem> =
                list(pair.node)?.iter().map(values).collect();
            lists.insert(pair.key.to_owned(), entries?);
        }
        Ok(lists)
    }

    fn scenes(&mut self, app: &Fields<'_>) -> Result<Vec<Scene>, FileProblem> {
        let tabs = self.items_of(app.get("tabs"), item::TAB_KINDS)?;
        let node = app.needed("screens", "an app")?;
        let mut scenes = Vec::new();
        for pair in pairs(node)? {
            scenes.push(self.scene(pair.key, pair.node, &tabs)?);
        }
        if scenes.is_empty() {
            return Err(FileProblem::new(
                node.span,
                "an app needs at least one screen",
            ));
        }
        Ok(scenes)
    }

    fn scene(&mut self, id: &str, node: &Node, tabs: &[Item]) -> Result<Scene, FileProblem> {
        let accepted = ["title", "back", "tab_bar", "load", "items", "pull"];
        let fields = Fields::of(node, "a screen", &accepted)?;
        let mut items = self.items_of(fields.get("items"), item::KINDS)?;
        let has_tab_bar = fields.flag("tab_bar")?;
        if has_tab_bar {
            items.extend(tabs.iter().cloned());
        }
        let back = match fields.get("back") {
            None => Back::None,
            Some(node) => match text(node)? {
                "none" | "null" | "~" => Back::None,
                "history" => Back::History,
                target => {
                    self.references.scene(target, node.span);
                    Back::To(target.to_owned())
                }
            },
        };
        Ok(Scene {
            id: id.to_owned(),
            title: fields.text("title")?.unwrap_or_default().to_owned(),
            back,
            has_tab_bar,
            load_millis: fields.number("load")?,
            items,
            on_pull: self.acts(fields.get("pull"))?,
        })
    }

    fn popups(&mut self, node: Option<&Node>) -> Result<Vec<Popup>, FileProblem> {
        let mut popups = Vec::new();
        for pair in node.map(pairs).transpose()?.unwrap_or_default() {
            popups.push(self.popup(pair.key, pair.node)?);
        }
        Ok(popups)
    }

    fn popup(&mut self, id: &str, node: &Node) -> Result<Popup, FileProblem> {
        let accepted = ["title", "body", "buttons", "trigger", "delay"];
        let fields = Fields::of(node, "a popup", &accepted)?;
        let mut buttons = Vec::new();
        for node in list(fields.needed("buttons", "a popup")?)? {
            buttons.push(Arc::new(self.inner_button(node)?));
        }
        if buttons.is_empty() {
            let message = "a popup without buttons could never be closed";
            return Err(FileProblem::new(node.span, message));
        }
        Ok(Popup {
            id: id.to_owned(),
            title: self.template(fields.needed("title", "a popup")?)?,
            body: self.optional_template(fields.get("body"))?,
            buttons,
            trigger: self.trigger(fields.get("trigger"))?,
            delay_millis: fields.number("delay")?,
        })
    }

    fn trigger(&mut self, node: Option<&Node>) -> Result<Trigger, FileProblem> {
        let Some(node) = node else {
            return Ok(Trigger::Never);
        };
        let word = text(node)?;
        let trigger = Trigger::parse(word).ok_or_else(|| {
            FileProblem::new(node.span, format!("`{word}` is not a trigger"))
                .accepting(Trigger::WORDS)
        })?;
        if let Trigger::OnEnter(scene) = &trigger {
            self.references.scene(scene, node.span);
        }
        Ok(trigger)
    }

    fn template(&mut self, node: &Node) -> Result<Template, FileProblem> {
        let template =
            Template::parse(text(node)?).map_err(|message| FileProblem::new(node.span, message))?;
        template.visit(&mut |expression| self.refer(expression, node.span));
        Ok(template)
    }

    fn optional_template(&mut self, node: Option<&Node>) -> Result<Option<Template>, FileProblem> {
        node.map(|node| self.template(node)).transpose()
    }

    fn condition(&mut self, node: &Node) -> Result<Condition, FileProblem> {
        let condition = Condition::parse(text(node)?)
            .map_err(|message| FileProblem::new(node.span, message))?;
        condition.visit(&mut |expression| self.refer(expression, node.span));
        Ok(condition)
    }

    fn refer(&mut self, expression: &Expression, place: Place) {
        match expression {
            Expression::Name(name) => self.references.value(name, place),
            Expression::Count(list, only) => {
                self.references.list(list, place);
                if let Some(only) = only {
                    only.visit(&mut |inner| self.refer(inner, place));
                }
            }
            Expression::Sum(list, value) => {
                self.references.list(list, place);
                self.references.value(value, place);
            }
        }
    }
}

/// Reads how the tree writes ids.
fn id_form(node: Option<&Node>) -> Result<IdForm, FileProblem> {
    let Some(node) = node else {
        return Ok(IdForm::Plain);
    };
    match text(node)? {
        "plain" => Ok(IdForm::Plain),
        "package" => Ok(IdForm::Package),
        other => Err(
            FileProblem::new(node.span, format!("ids cannot be written `{other}`"))
                .accepting("plain, package"),
        ),
    }
}

/// Returns the plain values of a map, such as an entry's.
fn values(node: &Node) -> Result<Values, FileProblem> {
    pairs(node)?
        .iter()
        .map(|pair| Ok((pair.key.to_owned(), text(pair.node)?.to_owned())))
        .collect()
}

fn texts(node: Option<&Node>) -> Result<Vec<String>, FileProblem> {
    let nodes = node.map(list).transpose()?.unwrap_or_default();
    nodes
        .iter()
        .map(|node| Ok(text(node)?.to_owned()))
        .collect()
}

/// Returns a package for an app that does not give one.
pub(super) fn made_up_package(name: &str) -> String {
    format!("app.{}", super::item::slug(name))
}
