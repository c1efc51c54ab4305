//! Reads fields for text and what they must hold.

use std::sync::Arc;

use super::super::error::FileProblem;
use super::super::item::{Demand, Field, FieldRule, ItemKind, Lines};
use super::super::yaml::Node;
use super::Reader;
use super::fields::{Fields, text};
use super::item::ReadItem;

const FIELD_KEYS: &[&str] = &[
    "field",
    "id",
    "class",
    "when",
    "password",
    "multiline",
    "required",
    "min_length",
    "pattern",
    "equals",
    "return",
];

impl Reader {
    /// Reads a field for text.
    pub(super) fn field_item<'a>(&mut self, node: &'a Node) -> Result<ReadItem<'a>, FileProblem> {
        let fields = Fields::of(node, "a field", FIELD_KEYS)?;
        let id = text(fields.needed("id", "a field")?)?.to_owned();
        self.defaults.entry(id.clone()).or_default();
        let field = Field {
            id: id.clone(),
            placeholder: self.template(fields.needed("field", "a field")?)?,
            is_password: fields.flag("password")?,
            lines: if fields.flag("multiline")? {
                Lines::Many
            } else {
                Lines::One
            },
            rules: self.rules(&fields)?,
            on_return: self.acts(fields.get("return"))?,
        };
        Ok((id, ItemKind::Field(Arc::new(field)), fields))
    }

    fn rules(&mut self, fields: &Fields<'_>) -> Result<Vec<FieldRule>, FileProblem> {
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
            let rule = Fields::of(node, "a rule", &["is", "error"])?;
            let is = rule.needed("is", "a rule")?;
            let demand = match key {
                "min_length" => Demand::MinLength(rule.number("is")? as usize),
                "pattern" => Demand::Pattern(text(is)?.to_owned()),
                _ => Demand::Equal(self.template(is)?),
            };
            let error = text(rule.needed("error", "a rule")?)?.to_owned();
            rules.push(FieldRule { demand, error });
        }
        Ok(rules)
    }
}
