//! Runs what the parts of an app do.

use std::time::Duration;

use retap_model::device::Moment;

use crate::app::{Act, Field, Item, ItemKind, Template, Values};

use super::{Entry, OpenPopup, Outcome, Phone, Toast};

/// Longest list an app can grow, so that a loop cannot take all memory.
const LONGEST_LIST: usize = 10_000;

/// Longest value an app can keep, in bytes, for the same reason.
const LONGEST_VALUE: usize = 16_384;

/// What an act did, if anything, or why it is refused.
type Effect = Result<Option<String>, String>;

impl Phone {
    /// Runs `acts` with `entry` at hand; returns what happened.
    pub(crate) fn run(&mut self, acts: &[Act], entry: Option<u64>) -> Vec<String> {
        let entry = entry.or_else(|| self.front_app()?.session.top().entry);
        let mut effects = Vec::new();
        for act in acts {
            match self.run_one(act, entry) {
                Ok(effect) => effects.extend(effect),
                Err(refusal) => {
                    effects.push(refusal);
                    break;
                }
            }
        }
        self.is_changed |= !effects.is_empty();
        effects
    }

    /// Does what the app binds to shaking, if anything.
    pub(crate) fn shake(&mut self) -> Outcome {
        let acts = self.front_app().map(|front| front.app.on_shake.clone());
        Outcome {
            element: None,
            effects: self.run(&acts.unwrap_or_default(), None),
        }
    }

    /// Runs one act; returns what happened, or why the acts that follow are left out.
    fn run_one(&mut self, act: &Act, entry: Option<u64>) -> Effect {
        Ok(match act {
            Act::Go(scene) => {
                self.go(scene, entry);
                Some(format!("opened screen {scene}"))
            }
            Act::Back => self.go_back(),
            Act::Set(values) => self.set(values, entry)?,
            Act::Toggle(name) => self.toggle(name, entry),
            Act::Mark(values) => self.mark(values, entry)?,
            Act::Remove => self.remove(entry),
            Act::MoveTo(list) => self.move_to(list, entry),
            Act::Add { list, values } => self.add(list, values, entry)?,
            Act::Empty(list) => self.empty(list),
            Act::Undo => self.undo(),
            Act::Toast { text, millis } => self.toast(text, *millis, entry),
            Act::ShowPopup(id) => self.show_popup(id, entry),
            Act::Submit => {
                self.submit()?;
                None
            }
            Act::ClearFields => self.clear_fields(),
        })
    }

    /// Returns the text of `template` with `entry` at hand.
    fn render(&self, template: &Template, entry: Option<u64>) -> String {
        let Some(front) = self.front_app() else {
            return String::new();
        };
        let mut scope = self.scope(front);
        scope.entry = entry
            .and_then(|number| front.data.entry(number))
            .or(scope.entry);
        template.render(&scope)
    }

    /// Returns the values with `entry` at hand, or which of them is too long to be kept.
    fn render_all(
        &self,
        values: &[(String, Template)],
        entry: Option<u64>,
    ) -> Result<Values, String> {
        let rendered = values.iter().map(|(name, template)| {
            let text = self.render(template, entry);
            match text.len() > LONGEST_VALUE {
                true => Err(format!("{name} would be longer than {LONGEST_VALUE} bytes")),
                false => Ok((name.clone(), text)),
            }
        });
        rendered.collect()
    }

    fn set(&mut self, values: &[(String, Template)], entry: Option<u64>) -> Effect {
        let values = self.render_all(values, entry)?;
        let names: Vec<&str> = values.keys().map(String::as_str).collect();
        let effect = format!("set {}", names.join(", "));
        for (name, value) in values {
            self.set_value(&name, value);
        }
        Ok(Some(effect))
    }

    /// Sets a value of the app, or a radio of the phone.
    pub(super) fn set_value(&mut self, name: &str, value: String) {
        if self.radios.set_value(name, &value) {
            return;
        }
        if let Some((_, data, session)) = self.running() {
            session.fields.remove(name);
            data.values.insert(name.to_owned(), value);
        }
    }

    /// Turns a value from `on` to `off` or back.
    pub(super) fn toggle(&mut self, name: &str, entry: Option<u64>) -> Option<String> {
        let front = self.front_app()?;
        let is_on = crate::app::Lookup::value(&self.scope(front), name) == "on";
        let value = if is_on { "off" } else { "on" };
        let of_entry = entry.and_then(|number| {
            let entry = front.data.entry(number)?;
            entry.values.contains_key(name).then_some(number)
        });
        match of_entry {
            Some(number) => {
                let (_, data, _) = self.running()?;
                let entry = data.entry_mut(number)?;
                entry.values.insert(name.to_owned(), value.to_owned());
            }
            None => self.set_value(name, value.to_owned()),
        }
        Some(format!("turned {name} {value}"))
    }

    fn mark(&mut self, values: &[(String, Template)], entry: Option<u64>) -> Effect {
        let values = self.render_all(values, entry)?;
        let data = self.running().map(|(_, data, _)| data);
        let Some(entry) = data.zip(entry).and_then(|(data, it)| data.entry_mut(it)) else {
            return Ok(None);
        };
        let words: Vec<String> = values.iter().map(|(k, v)| format!("{k} = {v}")).collect();
        entry.values.extend(values);
        Ok(Some(format!("marked the entry {}", words.join(", "))))
    }

    fn remove(&mut self, entry: Option<u64>) -> Option<String> {
        let (_, data, _) = self.running()?;
        let before = data.lists.clone();
        data.take(entry?)?;
        data.undo = Some(before);
        Some("removed the entry".to_owned())
    }

    fn move_to(&mut self, list: &str, entry: Option<u64>) -> Option<String> {
        let (_, data, _) = self.running()?;
        let before = data.lists.clone();
        let entry = data.take(entry?)?;
        data.lists.entry(list.to_owned()).or_default().push(entry);
        data.undo = Some(before);
        Some(format!("moved the entry to {list}"))
    }

    fn add(&mut self, list: &str, values: &[(String, Template)], entry: Option<u64>) -> Effect {
        let values = self.render_all(values, entry)?;
        Ok(self.add_values(list, values, entry))
    }

    /// Adds an entry of these values, or one like the entry at hand where there are none.
    fn add_values(&mut self, list: &str, mut values: Values, entry: Option<u64>) -> Option<String> {
        let (_, data, _) = self.running()?;
        if values.is_empty() {
            values = data.entry(entry?)?.values.clone();
        }
        let number = data.fresh_number();
        let entries = data.lists.entry(list.to_owned()).or_default();
        if entries.len() >= LONGEST_LIST {
            return None;
        }
        entries.push(Entry { number, values });
        Some(format!("added an entry to {list}"))
    }

    fn empty(&mut self, list: &str) -> Option<String> {
        let (_, data, _) = self.running()?;
        let before = data.lists.clone();
        data.lists.get_mut(list)?.clear();
        data.undo = Some(before);
        Some(format!("emptied {list}"))
    }

    fn undo(&mut self) -> Option<String> {
        let (_, data, _) = self.running()?;
        data.lists = data.undo.take()?;
        Some("took the last change back".to_owned())
    }

    fn toast(&mut self, text: &Template, millis: u64, entry: Option<u64>) -> Option<String> {
        let text = self.render(text, entry);
        let gone_at = Moment(self.now.0.saturating_add(Duration::from_millis(millis)));
        let effect = format!("showed `{text}`");
        let session = self.session_mut()?;
        // One at a time, as on a phone: the newer message takes the place of the older.
        session.toasts = vec![Toast { text, gone_at }];
        Some(effect)
    }

    fn show_popup(&mut self, id: &str, entry: Option<u64>) -> Option<String> {
        let session = self.session_mut()?;
        session.focus = None;
        let id = id.to_owned();
        let effect = format!("showed popup {id}");
        session.popups.push(OpenPopup { id, entry });
        Some(effect)
    }

    /// Checks all fields of the screen and shows what is wrong with them.
    fn submit(&mut self) -> Result<(), String> {
        let Some(front) = self.front_app() else {
            return Ok(());
        };
        let scope = self.scope(front);
        let mut errors = std::collections::BTreeMap::new();
        for field in fields_of(&front.scene.items) {
            let text = crate::app::Lookup::value(&scope, &field.id);
            let broken = field.rules.iter().find(|rule| {
                !rule
                    .demand
                    .is_met(&text, |template| template.render(&scope))
            });
            if let Some(rule) = broken {
                errors.insert(field.id.clone(), rule.error.clone());
            }
        }
        let first = errors.values().next().cloned();
        if let Some(session) = self.session_mut() {
            session.errors = errors;
            session.focus = None;
        }
        self.is_changed = true;
        first.map_or(Ok(()), |error| Err(format!("refused the form: {error}")))
    }

    fn clear_fields(&mut self) -> Option<String> {
        let front = self.front_app()?;
        let fields = fields_of(&front.scene.items).into_iter();
        let names: Vec<String> = fields.map(|field| field.id.clone()).collect();
        let session = self.session_mut()?;
        for name in names {
            session.fields.remove(&name);
        }
        Some("emptied the fields".to_owned())
    }
}

/// Returns the fields among `items`, in order, also those in groups.
pub(super) fn fields_of(items: &[Item]) -> Vec<&Field> {
    let mut found = Vec::new();
    for item in items {
        if let ItemKind::Field(field) = &item.kind {
            found.push(field.as_ref());
        } else if let ItemKind::Group(inner) = &item.kind {
            found.extend(fields_of(inner));
        }
    }
    found
}
