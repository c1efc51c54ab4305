//! Reads `*.app.yaml` files; `docs/formats/app-yaml.md` is the page for people who write them.
//!
//! Not here: running anything; a text comes in, an app goes out.

mod act;
mod drift;
mod item;
mod yaml;

use std::collections::BTreeMap;
use std::sync::Arc;

use super::error::FileProblem;
use super::scene::{Back, Popup, Scene, Trigger};
use super::validate::{Named, References};
use super::{App, AppError, Condition, Icon, IdForm, Item, TAB_BAR_ID, Template, Values};
use yaml::{Fields, Node, Pair, list, pairs, text};

const APP_KEYS: &str = "app package spotlight_name about icon hosts root ids tab_bar_id state \
                        lists shake tabs screens popups drift";

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
        let fields = Fields::of(root, "an app", APP_KEYS)?;
        let name = text(fields.needed("app")?)?.to_owned();
        let id_forms = [("plain", IdForm::Plain), ("package", IdForm::Package)];
        let mut app = App {
            package: fields.text_or("package", &made_up_package(&name))?,
            spotlight_name: fields.text("spotlight_name")?.map(str::to_owned),
            about: fields.text_or("about", "")?,
            icon: self.icon(fields.get("icon"), &name)?,
            hosts: texts(fields.get("hosts"))?,
            root: self.name(Named::Screen, fields.needed("root")?)?,
            id_form: fields.word("ids", &id_forms, |other| {
                format!("ids cannot be written `{other}`")
            })?,
            tab_bar_id: fields.text_or("tab_bar_id", TAB_BAR_ID)?,
            scenes: self.scenes(fields)?,
            popups: self.popups(fields.get("popups"))?,
            state: fields.get("state").map_or(Ok(Values::new()), values)?,
            lists: lists(fields.get("lists"))?,
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
        let fields = Fields::of(node, "an icon", "glyph color")?;
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

    fn scenes(&mut self, app: Fields<'_>) -> Result<Vec<Scene>, FileProblem> {
        let tabs = self.items_of(app.get("tabs"), item::TAB_KINDS)?;
        let node = app.needed("screens")?;
        let scenes = pairs(node)?.into_iter();
        let scenes = scenes.map(|pair| self.scene(pair.key, pair.node, &tabs));
        let scenes = scenes.collect::<Result<Vec<_>, _>>()?;
        if scenes.is_empty() {
            let message = "an app needs at least one screen";
            return Err(FileProblem::new(node.span, message));
        }
        Ok(scenes)
    }

    fn scene(&mut self, id: &str, node: &Node, tabs: &[Item]) -> Result<Scene, FileProblem> {
        let accepted = "title back tab_bar load items pull";
        let fields = Fields::of(node, "a screen", accepted)?;
        let mut items = self.items_of(fields.get("items"), item::KINDS)?;
        if fields.flag("tab_bar")? {
            items.extend(tabs.iter().cloned());
        }
        let back = match fields.get("back") {
            None => Back::None,
            Some(node) => match text(node)? {
                "none" | "null" | "~" => Back::None,
                "history" => Back::History,
                _ => Back::To(self.name(Named::Screen, node)?),
            },
        };
        Ok(Scene {
            id: id.to_owned(),
            title: fields.text_or("title", "")?,
            back,
            load_millis: fields.number("load")?,
            items,
            on_pull: self.acts(fields.get("pull"))?,
        })
    }

    fn popups(&mut self, node: Option<&Node>) -> Result<Vec<Popup>, FileProblem> {
        let popups = node.map(pairs).transpose()?.unwrap_or_default();
        let popups = popups.into_iter();
        popups.map(|pair| self.popup(pair.key, pair.node)).collect()
    }

    fn popup(&mut self, id: &str, node: &Node) -> Result<Popup, FileProblem> {
        let accepted = "title body buttons trigger delay";
        let fields = Fields::of(node, "a popup", accepted)?;
        let buttons = list(fields.needed("buttons")?)?.iter();
        let buttons = buttons.map(|node| self.inner_button(node).map(Arc::new));
        let buttons = buttons.collect::<Result<Vec<_>, _>>()?;
        if buttons.is_empty() {
            let message = "a popup without buttons could never be closed";
            return Err(FileProblem::new(node.span, message));
        }
        Ok(Popup {
            id: id.to_owned(),
            title: self.template(fields.needed("title")?)?,
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
            self.references.note(Named::Screen, scene, node.span);
        }
        Ok(trigger)
    }

    /// Reads a name and notes that it is referred to, or given.
    fn name(&mut self, kind: Named, node: &Node) -> Result<String, FileProblem> {
        let name = text(node)?;
        self.references.note(kind, name, node.span);
        Ok(name.to_owned())
    }

    fn template(&mut self, node: &Node) -> Result<Template, FileProblem> {
        let mut note = |kind, name: &str| self.references.note(kind, name, node.span);
        let template = Template::parse(text(node)?, &mut note);
        template.map_err(|message| FileProblem::new(node.span, message))
    }

    fn optional_template(&mut self, node: Option<&Node>) -> Result<Option<Template>, FileProblem> {
        node.map(|node| self.template(node)).transpose()
    }

    fn condition(&mut self, node: &Node) -> Result<Condition, FileProblem> {
        let mut note = |kind, name: &str| self.references.note(kind, name, node.span);
        let condition = Condition::parse(text(node)?, &mut note);
        condition.map_err(|message| FileProblem::new(node.span, message))
    }
}

fn lists(node: Option<&Node>) -> Result<BTreeMap<String, Vec<Values>>, FileProblem> {
    let lists = node.map(pairs).transpose()?.unwrap_or_default();
    let read = |pair: &Pair<'_>| {
        let entries = list(pair.node)?.iter().map(values);
        Ok((pair.key.to_owned(), entries.collect::<Result<_, _>>()?))
    };
    lists.iter().map(read).collect()
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
