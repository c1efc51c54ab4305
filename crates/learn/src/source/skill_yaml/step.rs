//! Reads one step, and lists of steps, whatever verbs they have.

use retap_model::program::{Step, StepKind, Verb};

use super::field_reader::FieldReader;
use super::fields::{Fields, wrong_type};
use crate::source::fault::{Fault, MAX_STEP_DEPTH, MOST_FAULTS, Span};
use crate::source::yaml::{Content, Node};

/// Reads steps and collects what is wrong with them, so that one bad step does not hide another.
#[derive(Debug, Default)]
pub(in crate::source) struct StepReader {
    pub(in crate::source) faults: Vec<Fault>,
    depth: usize,
}

impl StepReader {
    /// Reads the list of steps that stands behind `owner`; a list without any is refused.
    pub(super) fn read_steps(&mut self, owner: &str, node: &Node) -> Result<Vec<Step>, Fault> {
        let Content::Sequence(items) = &node.content else {
            return Err(
                wrong_type(owner, node).accepted("a list of steps, each with `- ` before it")
            );
        };
        if items.is_empty() {
            return Err(Fault::no_children(node.span, owner).accepted("at least one step"));
        }
        if self.depth == MAX_STEP_DEPTH {
            return Err(Fault::too_deep(node.span, MAX_STEP_DEPTH));
        }
        self.depth += 1;
        let mut steps = Vec::with_capacity(items.len());
        for item in items {
            if self.faults.len() >= MOST_FAULTS {
                break;
            }
            match self.read_step(item) {
                Ok(step) => steps.push(step),
                Err(fault) => self.faults.push(fault),
            }
        }
        self.depth -= 1;
        Ok(steps)
    }

    /// Reads one step.
    pub(in crate::source) fn read_step(&mut self, node: &Node) -> Result<Step, Fault> {
        match &node.content {
            Content::Scalar { .. } => self.read_bare(node),
            Content::Mapping(entries) => self.read_entries(node, entries),
            Content::Sequence(_) => Err(wrong_type("step", node).accepted("tap: \"General\"")),
        }
    }

    /// Reads a step that is only a verb, such as `home`.
    fn read_bare(&mut self, node: &Node) -> Result<Step, Fault> {
        let Some(word) = node.text() else {
            return Err(wrong_type("step", node).accepted("tap: \"General\""));
        };
        let verb = find_verb(word, node.span)?;
        self.read_fields(verb, &Fields::none(verb.name, node.span, verb.main))
    }

    fn read_entries(&mut self, node: &Node, entries: &[(Node, Node)]) -> Result<Step, Fault> {
        let Some(((key, value), rest)) = entries.split_first() else {
            return Err(wrong_type("step", node).accepted("tap: \"General\""));
        };
        let Content::Scalar { text, .. } = &key.content else {
            return Err(wrong_type("step", key));
        };
        let verb = find_verb(text, key.span)?;
        let mut fields = Fields::new(verb.name, key.span, verb.main, value)
            .map_err(|fault| fault.accepted(example_of(verb)))?;
        for (key, value) in rest {
            check_neighbour(verb, key)?;
            fields.add(key, value);
        }
        if let (Content::Mapping(_), Some((key, _))) = (&value.content, rest.first()) {
            return Err(outside_fault(verb, key));
        }
        self.read_fields(verb, &fields)
    }

    fn read_fields(&mut self, verb: &'static Verb, fields: &Fields<'_>) -> Result<Step, Fault> {
        fields.check_keys(|| verb.skill_keys())?;
        if fields.is_empty() && !verb.may_be_bare {
            return Err(Fault::no_value(fields.span, verb.name).accepted(example_of(verb)));
        }
        let mut kind = (verb.blank)();
        let mut reader = FieldReader {
            steps: self,
            fields,
            example: example_of(verb),
            fault: None,
        };
        kind.fields(&mut reader);
        if let Some(fault) = reader.fault {
            return Err(fault);
        }
        match kind.missing_words() {
            Some(example) => Err(Fault::no_value(fields.span, verb.name).accepted(example)),
            None => Ok(Step::new(kind, fields.span.place)),
        }
    }
}

fn example_of(verb: &Verb) -> &'static str {
    verb.example.unwrap_or(verb.name)
}

fn find_verb(word: &str, span: Span) -> Result<&'static Verb, Fault> {
    StepKind::find_skill_verb(word).ok_or_else(|| unknown_verb(word, span))
}

/// Returns the fault of a word that is no verb of skills.
pub(in crate::source) fn unknown_verb(word: &str, span: Span) -> Fault {
    let names: Vec<&str> = StepKind::skill_verbs().map(|verb| verb.name).collect();
    let fault = Fault::new(span, format!("unknown verb `{word}`")).accepted(names.join(", "));
    match word {
        "id" | "actions" => fault.hint("a list with `id` and `actions` is a scenario, not a skill"),
        _ => fault.suggest(word, &names),
    }
}

/// Refuses a second verb in one step: its author forgot the dash.
fn check_neighbour(verb: &Verb, key: &Node) -> Result<(), Fault> {
    let word = key.text().unwrap_or_default();
    if verb.skill_keys().contains(&word) || StepKind::find_skill_verb(word).is_none() {
        return Ok(());
    }
    let message = format!("the step has two verbs, `{}` and `{word}`", verb.name);
    let fault = Fault::new(key.span, message);
    Err(fault.hint(format!("start it as a step of its own: `- {word}: …`")))
}

/// Returns the fault of a key beside a verb that already has a mapping.
fn outside_fault(verb: &Verb, key: &Node) -> Fault {
    let hint = format!("indent it as the other keys of `{}`", verb.name);
    Fault::unknown_key(key.span, "step", key.text().unwrap_or_default()).hint(hint)
}
