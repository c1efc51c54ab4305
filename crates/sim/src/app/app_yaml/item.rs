//! Reads the things that stand on screens.

use std::sync::Arc;

use super::super::Template;
use super::super::error::FileProblem;
use super::super::item::{
    Button, ButtonLook, Demand, Field, FieldRule, Image, Item, ItemKind, Lines, ListOf, Row,
    Slider, Tab, made_up_id, parse_extent,
};
use super::super::validate::Named;
use super::Reader;
use super::yaml::{Content, Fields, Node, list, pairs_of, text};

/// A kind of item: the key that names it, its name in errors, and all its keys.
type Kind = (&'static str, &'static str, &'static str);

/// The things that may stand on a screen.
pub(super) const KINDS: &[Kind] = &[
    (
        "row",
        "a row",
        "row label id when detail caption mark toggle button go do swipe hold class",
    ),
    ("text", "a text", "text id class when"),
    ("heading", "a heading", "heading id class when"),
    (
        "button",
        "a button",
        "button label id class when look enabled go do",
    ),
    (
        "field",
        "a field",
        "field id class when password multiline required min_length pattern equals return",
    ),
    ("slider", "a slider", "slider id class when value"),
    ("placeholder", "a placeholder", "placeholder id class when"),
    ("image", "an image", "image description id class when go do"),
    ("list", "a list", "list id class when only row reorder"),
    ("progress", "a progress", "progress id class when"),
    ("group", "a group", "group id class when"),
];

/// The things that may stand in a tab bar.
pub(super) const TAB_KINDS: &[Kind] = &[("tab", "a tab", "tab id when go")];

/// The keys of the row of a list.
const LIST_ROW_KEYS: &str = "row label id when detail caption mark toggle button go do swipe hold";

impl Reader {
    /// Reads a list of items of the given kinds; nothing when there is none.
    pub(super) fn items_of(
        &mut self,
        node: Option<&Node>,
        kinds: &[Kind],
    ) -> Result<Vec<Item>, FileProblem> {
        let nodes = node.map(list).transpose()?.unwrap_or_default();
        nodes.iter().map(|node| self.item(node, kinds)).collect()
    }

    fn item(&mut self, node: &Node, kinds: &[Kind]) -> Result<Item, FileProblem> {
        let pairs = match &node.content {
            Content::Mapping(pairs) => pairs.as_slice(),
            Content::Scalar { .. } | Content::Sequence(_) => &[],
        };
        let kind = pairs_of(pairs).find_map(|pair| kinds.iter().find(|kind| kind.0 == pair.key));
        let Some((key, what, accepted)) = kind else {
            let known: Vec<&str> = kinds.iter().map(|kind| kind.0).collect();
            let problem = FileProblem::new(node.span, "this is no item of a screen");
            return Err(problem.accepting(known.join(", ")));
        };
        let fields = Fields::of(node, what, accepted)?;
        let (label, kind) = self.kind(key, fields, fields.needed(key)?)?;
        if let Some(id) = fields.get("id") {
            self.name(Named::Id, id)?;
        }
        Ok(Item {
            id: id_of(fields, key, &label)?,
            class: fields.text("class")?.map(str::to_owned),
            when: fields.get("when").map(|n| self.condition(n)).transpose()?,
            kind,
        })
    }

    /// Reads what is particular to a kind of item; returns also the words an id is made from.
    fn kind(
        &mut self,
        key: &str,
        fields: Fields<'_>,
        node: &Node,
    ) -> Result<(Template, ItemKind), FileProblem> {
        let mut kind = match key {
            "row" => ItemKind::Row(Arc::new(self.row(fields, node)?)),
            "text" => ItemKind::Text(self.template(node)?),
            "heading" => ItemKind::Heading(self.template(node)?),
            "tab" => ItemKind::Tab(Arc::new(Tab {
                label: self.template(node)?,
                target: self.name(Named::Screen, fields.needed("go")?)?,
            })),
            "button" => ItemKind::Button(Arc::new(self.button(fields, node)?)),
            "field" => ItemKind::Field(Arc::new(self.field(fields, node)?)),
            "slider" => ItemKind::Slider(Arc::new(self.slider(fields, node)?)),
            "placeholder" => placeholder(node)?,
            "image" => ItemKind::Image(Arc::new(Image {
                glyph: text(node)?.to_owned(),
                description: self
                    .optional_template(fields.get("description"))?
                    .unwrap_or_default(),
                acts: self.acts_of(fields)?,
            })),
            "list" => {
                let list = self.list_of(fields, node)?;
                let label = Template::literal(list.list.clone());
                return Ok((label, ItemKind::List(Arc::new(list))));
            }
            "progress" => ItemKind::Progress(match text(node)? {
                "spinner" => None,
                _ => Some(self.template(node)?),
            }),
            _ => ItemKind::Group(self.items_of(Some(node), KINDS)?),
        };
        let label = kind.label_mut().cloned();
        Ok((label.unwrap_or_default(), kind))
    }

    fn row(&mut self, fields: Fields<'_>, label: &Node) -> Result<Row, FileProblem> {
        let mark = match fields.get("mark") {
            None => None,
            Some(node) => {
                let mark = Fields::of(node, "a mark", "text when")?;
                let text = self.template(mark.needed("text")?)?;
                Some((text, self.condition(mark.needed("when")?)?))
            }
        };
        let toggle = fields
            .get("toggle")
            .map(|node| self.name(Named::Value, node));
        let button = fields.get("button").map(|node| self.inner_button(node));
        Ok(Row {
            label: self.template(label)?,
            detail: self.optional_template(fields.get("detail"))?,
            caption: self.optional_template(fields.get("caption"))?,
            mark,
            toggle: toggle.transpose()?,
            button: button.transpose()?.map(Arc::new),
            on_tap: self.acts_of(fields)?,
            on_swipe: self.acts(fields.get("swipe"))?,
            on_hold: self.acts(fields.get("hold"))?,
        })
    }

    /// Reads the button of a row or a popup, whose label has its own key.
    pub(super) fn inner_button(&mut self, node: &Node) -> Result<Button, FileProblem> {
        let fields = Fields::of(node, "a button", "label id look go do")?;
        self.button(fields, fields.needed("label")?)
    }

    fn button(&mut self, fields: Fields<'_>, label: &Node) -> Result<Button, FileProblem> {
        let label = self.template(label)?;
        let looks = [
            ("main", ButtonLook::Main),
            ("plain", ButtonLook::Plain),
            ("danger", ButtonLook::Danger),
        ];
        let enabled = fields.get("enabled").map(|node| self.condition(node));
        Ok(Button {
            id: id_of(fields, "button", &label)?,
            label,
            look: fields.word("look", &looks, |other| format!("`{other}` is not a look"))?,
            enabled: enabled.transpose()?,
            acts: self.acts_of(fields)?,
        })
    }

    fn field(&mut self, fields: Fields<'_>, placeholder: &Node) -> Result<Field, FileProblem> {
        let id = text(fields.needed("id")?)?.to_owned();
        self.defaults.entry(id.clone()).or_default();
        Ok(Field {
            id,
            placeholder: self.template(placeholder)?,
            is_password: fields.flag("password")?,
            lines: match fields.flag("multiline")? {
                true => Lines::Many,
                false => Lines::One,
            },
            rules: self.rules(fields)?,
            on_return: self.acts(fields.get("return"))?,
        })
    }

    fn rules(&mut self, fields: Fields<'_>) -> Result<Vec<FieldRule>, FileProblem> {
        let mut rules = Vec::new();
        if let Some(error) = fields.text("required")? {
            rules.push(FieldRule {
                demand: Demand::Something,
                error: error.to_owned(),
            });
        }
        for key in ["min_length", "pattern", "equals"] {
            let Some(node) = fields.get(key) else {
                continue;
            };
            let rule = Fields::of(node, "a rule", "is error")?;
            let is = rule.needed("is")?;
            let demand = match key {
                "min_length" => Demand::MinLength(rule.number("is")? as usize),
                "pattern" => Demand::Pattern(text(is)?.to_owned()),
                _ => Demand::Equal(self.template(is)?),
            };
            let error = text(rule.needed("error")?)?.to_owned();
            rules.push(FieldRule { demand, error });
        }
        Ok(rules)
    }

    fn slider(&mut self, fields: Fields<'_>, label: &Node) -> Result<Slider, FileProblem> {
        let id = text(fields.needed("id")?)?.to_owned();
        let label = self.template(label)?;
        let value = fields.text_or("value", "0.5")?;
        if !value.parse::<f64>().is_ok_and(|v| (0.0..=1.0).contains(&v)) {
            let place = fields.get("value").unwrap_or(fields.node).span;
            let message = format!("a slider cannot stand at `{value}`");
            return Err(FileProblem::new(place, message).accepting("a number from 0 to 1"));
        }
        self.defaults.insert(id.clone(), value);
        Ok(Slider { id, label })
    }

    fn list_of(&mut self, fields: Fields<'_>, name: &Node) -> Result<ListOf, FileProblem> {
        let row = fields.needed("row")?;
        let row = Fields::of(row, "the row of a list", LIST_ROW_KEYS)?;
        let label = row.needed("label")?;
        Ok(ListOf {
            list: self.name(Named::List, name)?,
            only: fields.get("only").map(|n| self.condition(n)).transpose()?,
            row_id: id_of(row, "row", &self.template(label)?)?,
            row: Arc::new(self.row(row, label)?),
            can_reorder: fields.flag("reorder")?,
        })
    }
}

fn id_of(fields: Fields<'_>, kind: &str, label: &Template) -> Result<String, FileProblem> {
    let given = fields.text("id")?;
    Ok(given.map_or_else(|| made_up_id(kind, &label.plain()), str::to_owned))
}

fn placeholder(node: &Node) -> Result<ItemKind, FileProblem> {
    let (width, height) = parse_extent(text(node)?).ok_or_else(|| {
        FileProblem::new(node.span, "this is no size").accepting("WIDTHxHEIGHT, such as 370x120")
    })?;
    Ok(ItemKind::Placeholder { width, height })
}
