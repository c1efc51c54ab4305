//! Reads `steps`: sections, their replays and their actions.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use retap_model::program::Place;

use super::super::document::{Action, ActionKind, Replay, Section};
use super::super::fix::Remedy;
use super::super::rule::Rule;
use super::value::{entries_of, entry, get, given, wrong};
use super::walk::Walk;
use crate::source::fault::{Fault, Span};
use crate::source::yaml::{Content, Node};

/// The keys of a section.
const SECTION_KEYS: [&str; 3] = ["id", "replay", "actions"];

/// The keys of an action.
const ACTION_KEYS: [&str; 5] = ["do", "then", "wait", "strict", "verify"];

/// The ids of a scenario: those written, and those a fix would give.
struct Ids<'a> {
    /// Every id that is written somewhere or was given.
    taken: HashSet<String>,
    /// Where each stands first.
    first: HashMap<&'a str, Place>,
    /// The number that the next section of each name is given.
    next: HashMap<&'a str, usize>,
}

impl<'a> Ids<'a> {
    fn new(items: &'a [Node]) -> Self {
        let ids = items.iter().filter_map(|item| id_node(item)?.text());
        Self {
            taken: ids.map(str::to_owned).collect(),
            first: HashMap::new(),
            next: HashMap::new(),
        }
    }

    /// Returns the first of `step_N`, `step_N+1` … that is free, and takes it.
    fn give(&mut self, number: usize) -> String {
        let mut names = (number..).map(|number| format!("step_{number}"));
        let free = names.find(|name| self.taken.insert(name.clone()));
        free.unwrap_or_default()
    }

    /// Returns the first of `_2`, `_3` … that makes `id` free, and takes the result.
    fn suffix(&mut self, id: &'a str) -> String {
        let next = self.next.entry(id).or_insert(2);
        let mut suffixes = (*next..).map(|number| {
            *next = number + 1;
            format!("_{number}")
        });
        let free = suffixes.find(|suffix| self.taken.insert(format!("{id}{suffix}")));
        free.unwrap_or_default()
    }
}

fn id_node(section: &Node) -> Option<&Node> {
    get(entries_of(section)?, "id")
}

impl<'a> Walk<'a> {
    /// Reads the list of sections.
    pub(super) fn read_sections(&mut self, node: &'a Node) -> Vec<Section> {
        let Content::Sequence(items) = &node.content else {
            self.push(no_sections(node));
            return Vec::new();
        };
        if items.is_empty() {
            self.push(no_sections(node));
        }
        let mut ids = Ids::new(items);
        let mut sections = Vec::new();
        for item in items {
            let Some(entries) = entries_of(item) else {
                let accepted = "a mapping with id and actions";
                self.push(wrong(Rule::WrongValue, "steps", item, accepted));
                continue;
            };
            self.check_keys("section", item, &SECTION_KEYS);
            let number = sections.len();
            let id = self.read_id_of(item, entries, &mut ids, number + 1);
            let replay = self.read_replay(entries);
            let actions = self.read_actions(item, entries, &id);
            sections.push(Section {
                id,
                place: item.span.place,
                replay,
                actions,
            });
        }
        sections
    }

    fn read_id_of(
        &mut self,
        section: &'a Node,
        entries: &'a [(Node, Node)],
        ids: &mut Ids<'a>,
        number: usize,
    ) -> String {
        let missing = |span| {
            let found = Fault::breaks(Rule::MissingId, span, "the section has no `id`");
            found.accepted("id: followed by a name")
        };
        let Some((key, value)) = entry(entries, "id") else {
            let given = ids.give(number);
            let id = given.clone();
            self.push_mendable(missing(section.span), Remedy::AddId { section, id });
            return given;
        };
        let is_blank = |text: &str| text.trim().is_empty();
        if value.is_null() || value.text().is_some_and(is_blank) {
            let given = ids.give(number);
            let id = given.clone();
            self.push_mendable(missing(key.span), Remedy::SetId { key, value, id });
            return given;
        }
        let Some(text) = value.text() else {
            self.push(wrong(Rule::WrongValue, "id", value, "text"));
            return ids.give(number);
        };
        let place = value.span.place;
        let first = *ids.first.entry(text).or_insert(place);
        if first == place {
            return text.to_owned();
        }
        let suffix = ids.suffix(text);
        let message = format!("the id `{text}` stands twice; first on line {}", first.line);
        let found = Fault::breaks(Rule::DuplicateId, value.span, message);
        let id = format!("{text}{suffix}");
        self.push_mendable(found, Remedy::Suffix { value, suffix });
        id
    }

    fn read_replay(&mut self, entries: &'a [(Node, Node)]) -> Option<Replay> {
        const ACCEPTED: &str = "replay: { from: first-id, to: last-id }";
        let (key, value) = entry(entries, "replay")?;
        let Some(ends) = entries_of(value) else {
            self.push(wrong(Rule::WrongValue, "replay", value, ACCEPTED));
            return None;
        };
        self.check_keys("replay", value, &["from", "to"]);
        let mut end = |name: &str, rule| {
            let node = get(ends, name);
            let text = node
                .and_then(Node::text)
                .filter(|text| !text.trim().is_empty());
            if text.is_none() {
                let span = node.map_or(key.span, |node| node.span);
                let message = format!("`replay` has no `{name}`");
                self.push(Fault::breaks(rule, span, message).accepted(ACCEPTED));
            }
            Some((node?.span, text?.to_owned()))
        };
        let from = end("from", Rule::ReplayFrom);
        let to = end("to", Rule::ReplayTo);
        let ((from_span, from), (to_span, to)) = (from?, to?);
        Some(Replay {
            place: key.span.place,
            from,
            to,
            ends: [from_span, to_span],
        })
    }

    fn read_actions(
        &mut self,
        section: &'a Node,
        entries: &'a [(Node, Node)],
        id: &str,
    ) -> Vec<Action> {
        let Some((key, value)) = entry(entries, "actions") else {
            if get(entries, "replay").is_none() {
                let message = format!("the section `{id}` has neither `actions` nor `replay`");
                let found = Fault::breaks(Rule::MissingActions, section.span, message);
                self.push(found.accepted("actions: with a list of do and then below it"));
            }
            return Vec::new();
        };
        let items: &[Node] = match &value.content {
            Content::Sequence(items) => items,
            Content::Scalar { .. } if value.is_null() => &[],
            Content::Scalar { .. } | Content::Mapping(_) => {
                let accepted = "a list with - do: or - then: in every item";
                self.push(wrong(Rule::WrongValue, "actions", value, accepted));
                return Vec::new();
            }
        };
        if items.is_empty() {
            let message = format!("the section `{id}` has no actions");
            self.push(Fault::breaks(Rule::EmptyActions, key.span, message));
            return Vec::new();
        }
        let mut actions = Vec::new();
        for item in items {
            actions.extend(self.read_item(item));
        }
        self.check_thens(section, id, &actions);
        actions
    }

    /// Reads one item: one action, or two where the author wrote both in one.
    fn read_item(&mut self, item: &'a Node) -> Vec<Action> {
        let Some(entries) = entries_of(item) else {
            let accepted = "do: or then: followed by a sentence";
            self.push(wrong(Rule::WrongValue, "actions", item, accepted));
            return Vec::new();
        };
        self.check_keys("action", item, &ACTION_KEYS);
        let strict = given(entries, "strict");
        let strict = strict.and_then(|node| self.read_bool(Rule::StrictType, "strict", node));
        let strict = strict.unwrap_or(self.config.strict);
        let wait = given(entries, "wait").and_then(|node| self.read_wait(node));
        let wait = wait.unwrap_or_default();
        let verify = given(entries, "verify").and_then(|node| self.read_verify("verify", node));
        let verify = verify.unwrap_or(self.config.verify);
        let done = self.read_sentence(entries, ActionKind::Do);
        let then = self.read_sentence(entries, ActionKind::Then);
        self.check_item(item, entries);
        let has_do = done.is_some();
        let done = done.map(|action| Action {
            wait,
            strict,
            ..action
        });
        // Of an item with both, the wait belongs to what is done.
        let then = then.map(|action| Action {
            wait: if has_do { Duration::ZERO } else { wait },
            strict,
            verify,
            ..action
        });
        done.into_iter().chain(then).collect()
    }

    fn check_item(&mut self, item: &'a Node, entries: &'a [(Node, Node)]) {
        let (done, then) = (entry(entries, "do"), entry(entries, "then"));
        match (done, then) {
            (None, None) => {
                let found = Fault::breaks(
                    Rule::NoSentence,
                    item.span,
                    "the action has neither `do` nor `then`",
                );
                self.push(found.accepted("do: or then: followed by a sentence"));
            }
            (Some(_), Some((key, _))) => {
                let message = "the action has both `do` and `then`";
                let found = Fault::breaks(Rule::DoAndThen, key.span, message);
                let found = found.accepted("two items, one with do and one with then");
                self.push_mendable(found, Remedy::Split { item });
            }
            (Some(_), None) => {
                if let Some((key, _)) = entry(entries, "verify") {
                    let message = "`verify` is for `then` and does nothing here";
                    self.push(Fault::breaks(Rule::VerifyOnDo, key.span, message));
                }
            }
            (None, Some(_)) => {}
        }
    }

    fn read_sentence(&mut self, entries: &'a [(Node, Node)], kind: ActionKind) -> Option<Action> {
        let (key, value) = entry(entries, kind.as_str())?;
        let text = value.text().filter(|text| !text.trim().is_empty());
        if text.is_none() {
            self.push(wrong(Rule::WrongValue, kind.as_str(), value, "a sentence"));
        }
        self.check_uses(value);
        Some(Action {
            place: key.span.place,
            kind,
            sentence: text?.to_owned(),
            wait: Duration::ZERO,
            strict: self.config.strict,
            verify: self.config.verify,
        })
    }

    fn check_thens(&mut self, section: &'a Node, id: &str, actions: &[Action]) {
        let is_then = |action: &Action| action.kind == ActionKind::Then;
        if !actions.is_empty() && !actions.iter().any(is_then) {
            let message = format!("the section `{id}` has no `then`");
            self.push(Fault::breaks(Rule::NoThen, section.span, message));
        }
        for pair in actions.windows(2) {
            if is_then(&pair[0]) && is_then(&pair[1]) {
                let span = Span::at(pair[1].place, "then".len());
                let message = "a `then` follows a `then`, and nothing is done in between";
                self.push(Fault::breaks(Rule::ThenAfterThen, span, message));
            }
        }
    }
}

fn no_sections(node: &Node) -> Fault {
    let found = Fault::breaks(Rule::NoSections, node.span, "`steps` has no sections");
    found.accepted("a list of sections, each with id and actions")
}
