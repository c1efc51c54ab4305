//! Reads the things that stand on screens.

use std::sync::Arc;

use super::super::Template;
use super::super::error::FileProblem;
use super::super::item::{
    Button, ButtonLook, Image, Item, ItemKind, ListOf, Row, Slider, Tab, made_up_id,
};
use super::super::yaml::{Content, Node, pairs_of};
use super::Reader;
use super::fields::{Fields, list, text};

/// The things that may stand on a screen.
pub(super) const KINDS: &[&str] = &[
    "row",
    "text",
    "heading",
    "button",
    "field",
    "slider",
    "placeholder",
    "image",
    "list",
    "progress",
    "group",
];

/// The things that may stand in a tab bar.
pub(super) const TAB_KINDS: &[&str] = &["tab"];

const ROW_KEYS: &[&str] = &[
    "row", "label", "id", "when", "detail", "caption", "mark", "toggle", "button", "go", "do",
    "swipe", "hold",
];
/// What a row that is an item takes and the row of a list does not.
const ROW_ITEM_KEYS: &[&str] = &["class"];
const BUTTON_KEYS: &[&str] = &[
    "button", "label", "id", "class", "when", "look", "enabled", "go", "do",
];
impl Reader {
    /// Reads a list of items of the given kinds; nothing when there is none.
    pub(super) fn items_of(
        &mut self,
        node: Option<&Node>,
        kinds: &[&str],
    ) -> Result<Vec<Item>, FileProblem> {
        let nodes = node.map(list).transpose()?.unwrap_or_default();
        nodes.iter().map(|node| self.item(node, kinds)).collect()
    }

    fn item(&mut self, node: &Node, kinds: &[&str]) -> Result<Item, FileProblem> {
        let unknown = || {
            FileProblem::new(node.span, "this is no item of a screen").accepting(kinds.join(", "))
        };
        let Content::Mapping(pairs) = &node.content else {
            return Err(unknown());
        };
        let kind = pairs_of(pairs)
            .find(|pair| kinds.contains(&pair.key))
            .ok_or_else(unknown)?;
        let (id, read, fields) = match kind.key {
            "row" => self.row_item(node)?,
            "text" => self.text_item(node, "text")?,
            "heading" => self.text_item(node, "heading")?,
            "tab" => self.tab_item(node)?,
            "button" => self.button_item(node)?,
            "field" => self.field_item(node)?,
            "slider" => self.slider_item(node)?,
            "placeholder" => self.placeholder_item(node)?,
            "image" => self.image_item(node)?,
            "list" => self.list_item(node)?,
            "progress" => self.progress_item(node)?,
            _ => self.group_item(node)?,
        };
        let when = fields.get("when").map(|n| self.condition(n)).transpose()?;
        if let Some(id) = fields.get("id") {
            self.references.id(text(id)?, id.span);
        }
        Ok(Item {
            id,
            class: fields.text("class")?.map(str::to_owned),
            when,
            kind: read,
        })
    }

    fn row_item<'a>(&mut self, node: &'a Node) -> Result<ReadItem<'a>, FileProblem> {
        let fields = Fields::of(node, "a row", &[ROW_KEYS, ROW_ITEM_KEYS].concat())?;
        let row = self.row(&fields, fields.needed("row", "a row")?)?;
        Ok((row.id.clone(), ItemKind::Row(Arc::new(row)), fields))
    }

    fn row(&mut self, fields: &Fields<'_>, label: &Node) -> Result<Row, FileProblem> {
        let label = self.template(label)?;
        let mark = match fields.get("mark") {
            None => None,
            Some(node) => {
                let mark = Fields::of(node, "a mark", &["text", "when"])?;
                let text = self.template(mark.needed("text", "a mark")?)?;
                Some((text, self.condition(mark.needed("when", "a mark")?)?))
            }
        };
        if let Some(node) = fields.get("toggle") {
            self.references.value(text(node)?, node.span);
        }
        let button = fields.get("button").map(|node| self.inner_button(node));
        Ok(Row {
            id: id_of(fields, "row", &label)?,
            label,
            detail: self.optional_template(fields.get("detail"))?,
            caption: self.optional_template(fields.get("caption"))?,
            mark,
            toggle: fields.text("toggle")?.map(str::to_owned),
            button: button.transpose()?.map(Arc::new),
            on_tap: self.acts_of(fields)?,
            on_swipe: self.acts(fields.get("swipe"))?,
            on_hold: self.acts(fields.get("hold"))?,
        })
    }

    fn text_item<'a>(
        &mut self,
        node: &'a Node,
        kind: &'static str,
    ) -> Result<ReadItem<'a>, FileProblem> {
        let what = if kind == "text" {
            "a text"
        } else {
            "a heading"
        };
        let fields = Fields::of(node, what, &[kind, "id", "class", "when"])?;
        let words = self.template(fields.needed(kind, what)?)?;
        let id = id_of(&fields, kind, &words)?;
        let kind = if kind == "text" {
            ItemKind::Text(words)
        } else {
            ItemKind::Heading(words)
        };
        Ok((id, kind, fields))
    }

    fn tab_item<'a>(&mut self, node: &'a Node) -> Result<ReadItem<'a>, FileProblem> {
        let fields = Fields::of(node, "a tab", &["tab", "id", "when", "go"])?;
        let label = self.template(fields.needed("tab", "a tab")?)?;
        let target = fields.needed("go", "a tab")?;
        self.go(target)?;
        let target = text(target)?.to_owned();
        let id = id_of(&fields, "tab", &label)?;
        Ok((id, ItemKind::Tab(Arc::new(Tab { label, target })), fields))
    }

    fn button_item<'a>(&mut self, node: &'a Node) -> Result<ReadItem<'a>, FileProblem> {
        let fields = Fields::of(node, "a button", BUTTON_KEYS)?;
        let button = self.button(&fields, fields.needed("button", "a button")?)?;
        Ok((
            button.id.clone(),
            ItemKind::Button(Arc::new(button)),
            fields,
        ))
    }

    /// Reads the button of a row or a popup, whose label has its own key.
    pub(super) fn inner_button(&mut self, node: &Node) -> Result<Button, FileProblem> {
        let fields = Fields::of(node, "a button", &["label", "id", "look", "go", "do"])?;
        self.button(&fields, fields.needed("label", "a button")?)
    }

    fn button(&mut self, fields: &Fields<'_>, label: &Node) -> Result<Button, FileProblem> {
        let label = self.template(label)?;
        let look = match fields.get("look") {
            None => ButtonLook::Main,
            Some(node) => match text(node)? {
                "main" => ButtonLook::Main,
                "plain" => ButtonLook::Plain,
                "danger" => ButtonLook::Danger,
                other => {
                    return Err(
                        FileProblem::new(node.span, format!("`{other}` is not a look"))
                            .accepting("main, plain, danger"),
                    );
                }
            },
        };
        let enabled = fields.get("enabled").map(|node| self.condition(node));
        Ok(Button {
            id: id_of(fields, "button", &label)?,
            label,
            look,
            enabled: enabled.transpose()?,
            acts: self.acts_of(fields)?,
        })
    }

    fn slider_item<'a>(&mut self, node: &'a Node) -> Result<ReadItem<'a>, FileProblem> {
        let fields = Fields::of(
            node,
            "a slider",
            &["slider", "id", "class", "when", "value"],
        )?;
        let id = text(fields.needed("id", "a slider")?)?.to_owned();
        let label = self.template(fields.needed("slider", "a slider")?)?;
        let value = fields.text("value")?.unwrap_or("0.5");
        if value.parse::<f64>().is_ok_and(|v| (0.0..=1.0).contains(&v)) {
            self.defaults.insert(id.clone(), value.to_owned());
        } else {
            let place = fields.get("value").map_or(node.span, |node| node.span);
            let message = format!("a slider cannot stand at `{value}`");
            return Err(FileProblem::new(place, message).accepting("a number from 0 to 1"));
        }
        let slider = Slider {
            id: id.clone(),
            label,
        };
        Ok((id, ItemKind::Slider(Arc::new(slider)), fields))
    }

    fn placeholder_item<'a>(&mut self, node: &'a Node) -> Result<ReadItem<'a>, FileProblem> {
        let fields = Fields::of(
            node,
            "a placeholder",
            &["placeholder", "id", "class", "when"],
        )?;
        let node = fields.needed("placeholder", "a placeholder")?;
        let size = super::super::item::parse_extent(text(node)?);
        let (width, height) = size.ok_or_else(|| {
            FileProblem::new(node.span, "this is no size")
                .accepting("WIDTHxHEIGHT, such as 370x120")
        })?;
        let id = id_of(&fields, "placeholder", &Template::literal(""))?;
        Ok((id, ItemKind::Placeholder { width, height }, fields))
    }

    fn image_item<'a>(&mut self, node: &'a Node) -> Result<ReadItem<'a>, FileProblem> {
        let accepted = ["image", "description", "id", "class", "when", "go", "do"];
        let fields = Fields::of(node, "an image", &accepted)?;
        let description = match fields.get("description") {
            Some(node) => self.template(node)?,
            None => Template::literal(""),
        };
        let glyph = text(fields.needed("image", "an image")?)?.to_owned();
        let id = id_of(&fields, "image", &description)?;
        let image = Image {
            glyph,
            description,
            acts: self.acts_of(&fields)?,
        };
        Ok((id, ItemKind::Image(Arc::new(image)), fields))
    }

    fn list_item<'a>(&mut self, node: &'a Node) -> Result<ReadItem<'a>, FileProblem> {
        let accepted = ["list", "id", "class", "when", "only", "row", "reorder"];
        let fields = Fields::of(node, "a list", &accepted)?;
        let name = fields.needed("list", "a list")?;
        self.references.list(text(name)?, name.span);
        let row = fields.needed("row", "a list")?;
        let row_fields = Fields::of(row, "the row of a list", ROW_KEYS)?;
        let label = row_fields.needed("label", "the row of a list")?;
        let list = ListOf {
            list: text(name)?.to_owned(),
            only: fields.get("only").map(|n| self.condition(n)).transpose()?,
            row: Arc::new(self.row(&row_fields, label)?),
            can_reorder: fields.flag("reorder")?,
        };
        let id = id_of(&fields, "list", &Template::literal(list.list.clone()))?;
        Ok((id, ItemKind::List(Arc::new(list)), fields))
    }

    fn progress_item<'a>(&mut self, node: &'a Node) -> Result<ReadItem<'a>, FileProblem> {
        let fields = Fields::of(node, "a progress", &["progress", "id", "class", "when"])?;
        let value = fields.needed("progress", "a progress")?;
        let kind = match text(value)? {
            "spinner" => ItemKind::Progress(None),
            _ => ItemKind::Progress(Some(self.template(value)?)),
        };
        let id = id_of(&fields, "progress", &Template::literal(""))?;
        Ok((id, kind, fields))
    }

    fn group_item<'a>(&mut self, node: &'a Node) -> Result<ReadItem<'a>, FileProblem> {
        let fields = Fields::of(node, "a group", &["group", "id", "class", "when"])?;
        let items = self.items_of(fields.get("group"), KINDS)?;
        let id = id_of(&fields, "group", &Template::literal(""))?;
        Ok((id, ItemKind::Group(items), fields))
    }
}

/// The id, what was read, and the keys that are left to read.
pub(super) type ReadItem<'a> = (String, ItemKind, Fields<'a>);

fn id_of(fields: &Fields<'_>, kind: &str, label: &Template) -> Result<String, FileProblem> {
    let given = fields.text("id")?;
    Ok(given.map_or_else(|| made_up_id(kind, &label.plain()), str::to_owned))
}
