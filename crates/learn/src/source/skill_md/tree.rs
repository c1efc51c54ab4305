//! Nests the items of a prose skill by their indentation and reads their sentences.

use retap_model::program::{Condition, Presence, Repeat, Step, StepId, StepKind, Target, Test};

use super::item::Item;
use super::sentence;
use crate::phrase::Reading;
use crate::source::fault::{Fault, MAX_STEP_DEPTH, Span};

/// How much further than its parent a nested step is indented at the least.
const LEAST_INDENT: usize = 2;

/// Builds the steps and adds what is wrong to `faults`.
pub(super) fn build(items: Vec<Item>, reading: &Reading<'_>, faults: &mut Vec<Fault>) -> Vec<Step> {
    let Some(first) = items.first() else {
        return Vec::new();
    };
    let indent = first.indent;
    let mut builder = Builder {
        items,
        reading,
        at: 0,
        faults,
    };
    let steps = builder.read_block(Block {
        indent,
        depth: 1,
        is_then: false,
    });
    if let Some(item) = builder.items.get(builder.at) {
        let fault = misplaced(item).accepted(format!("{indent} spaces, as the first step has"));
        builder.faults.push(fault);
    }
    steps
}

/// One level of the list.
#[derive(Clone, Copy)]
struct Block {
    /// The indentation of its steps.
    indent: usize,
    /// How deep it is; the outermost is 1.
    depth: usize,
    /// Whether it is the first branch of an `If`, so that `Otherwise:` may end it.
    is_then: bool,
}

/// The first words of the sentences that have steps below them.
const IF: &str = "If";
const REPEAT: &str = "Repeat";

struct Builder<'f> {
    items: Vec<Item>,
    reading: &'f Reading<'f>,
    at: usize,
    faults: &'f mut Vec<Fault>,
}

impl Builder<'_> {
    fn read_block(&mut self, block: Block) -> Vec<Step> {
        let mut steps: Vec<Step> = Vec::new();
        while let Some(item) = self.items.get(self.at) {
            if item.indent < block.indent {
                break;
            }
            if item.indent > block.indent {
                self.skip_misplaced(block, steps.last());
            } else if item.is_otherwise() {
                if !self.read_otherwise(block, &mut steps) {
                    break;
                }
            } else {
                let step = self.read_item(block);
                steps.extend(step);
            }
        }
        steps
    }

    /// Reads the step at the current place, with everything nested in it.
    fn read_item(&mut self, block: Block) -> Option<Step> {
        let item = &mut self.items[self.at];
        let (place, notes) = (item.place, std::mem::take(&mut item.notes));
        let sentence = sentence::read(&item.text, place, self.reading).map_err(|mut fault| {
            fault.span.place = item.in_file(fault.span.place);
            fault
        });
        self.at += 1;
        let kind = match sentence {
            Ok(StepKind::Condition(condition)) => self.read_condition(block, condition.test),
            Ok(StepKind::Repeat(repeat)) => {
                let steps = self.read_children(block, REPEAT);
                StepKind::Repeat(Repeat { steps, ..repeat })
            }
            Ok(kind) => kind,
            Err(fault) => {
                self.faults.push(fault);
                // The steps below it are read all the same: they may be wrong, too.
                let next = self.items.get(self.at);
                let opens = next.is_some_and(|item| item.indent > block.indent);
                opens.then(|| self.read_condition(block, stand_in()))?
            }
        };
        Some(Step {
            id: StepId(0),
            place,
            notes,
            kind,
            sentence: None,
        })
    }

    fn read_condition(&mut self, block: Block, test: Test) -> StepKind {
        let child_indent = self.items.get(self.at).map_or(0, |item| item.indent);
        let then = self.read_children(block, IF);
        let mut otherwise = Vec::new();
        let follows = self.items.get(self.at);
        if follows.is_some_and(|item| {
            item.is_otherwise() && item.indent == child_indent && item.indent > block.indent
        }) {
            otherwise = self.read_other_branch(block);
        }
        StepKind::Condition(Condition {
            test,
            then,
            otherwise,
        })
    }

    /// Reads `Otherwise:` and its steps.
    fn read_other_branch(&mut self, block: Block) -> Vec<Step> {
        let notes = std::mem::take(&mut self.items[self.at].notes);
        self.at += 1;
        let Some(next) = self.items.get_mut(self.at) else {
            return Vec::new();
        };
        next.notes.splice(0..0, notes);
        let indent = next.indent;
        self.read_nested(Block {
            indent,
            depth: block.depth + 1,
            is_then: false,
        })
    }

    /// Reads the steps nested below `owner`, which was read just before.
    fn read_children(&mut self, block: Block, owner: &str) -> Vec<Step> {
        let next = self.items.get(self.at);
        let Some(child) = next.filter(|item| item.indent > block.indent && !item.is_otherwise())
        else {
            let span = Span::at(self.items[self.at - 1].place, owner.len());
            let fault = Fault::no_children(span, owner);
            self.faults
                .push(fault.accepted("steps on the next lines, indented by 3 spaces"));
            return Vec::new();
        };
        let indent = child.indent;
        if indent < block.indent + LEAST_INDENT {
            let fault = misplaced(child).accepted(format!("{} spaces", block.indent + 3));
            self.faults.push(fault);
        }
        self.read_nested(Block {
            indent,
            depth: block.depth + 1,
            is_then: owner == IF,
        })
    }

    fn read_nested(&mut self, block: Block) -> Vec<Step> {
        if block.depth <= MAX_STEP_DEPTH {
            return self.read_block(block);
        }
        let span = Span::at(self.items[self.at].place, 1);
        self.faults.push(Fault::too_deep(span, MAX_STEP_DEPTH));
        self.at = self.items.len();
        Vec::new()
    }

    /// Reads an `Otherwise:` that stands at the indentation of this block.
    ///
    /// The steps below it tell whose it is: at the same indentation they are the second half of
    /// the block, so it belongs to the `If` around it; further in, it stands below its own `If`.
    /// Returns whether the block goes on.
    fn read_otherwise(&mut self, block: Block, steps: &mut [Step]) -> bool {
        let next = self.items.get(self.at + 1).map(|item| item.indent);
        let Some(next) = next.filter(|next| *next >= block.indent) else {
            self.refuse_otherwise("`Otherwise` has no steps below it");
            return true;
        };
        match steps.last_mut().and_then(open_condition) {
            Some(condition) if next > block.indent => {
                condition.otherwise = self.read_other_branch(block);
                true
            }
            Some(_) | None if block.is_then => false,
            Some(_) | None => {
                self.refuse_otherwise("`Otherwise:` without an open `If`");
                true
            }
        }
    }

    fn refuse_otherwise(&mut self, message: &str) {
        let item = &self.items[self.at];
        let fault = Fault::new(Span::at(item.place, "Otherwise:".len()), message);
        let indent = item.indent;
        self.faults.push(
            fault.accepted(
                "`Otherwise:` below the steps of an `If`, with steps of its own below it",
            ),
        );
        self.at += 1;
        // What is nested below it has no step to belong to; one error is enough.
        let rest = self.items[self.at..].iter();
        self.at += rest.take_while(|item| item.indent > indent).count();
    }

    /// Reports the item at the current place and passes over all that is nested in it.
    fn skip_misplaced(&mut self, block: Block, previous: Option<&Step>) {
        let item = &self.items[self.at];
        let opens = previous.is_some_and(|step| !step.kind.branches().is_empty());
        let fault = if opens {
            misplaced(item).accepted("the indentation of a step above")
        } else {
            let span = Span::new(item.place.line, 1, item.indent);
            Fault::new(span, "indented below a step that takes no steps").accepted(format!(
                "{} spaces; only `If` and `Repeat` have steps below them",
                block.indent
            ))
        };
        self.faults.push(fault);
        let rest = self.items[self.at..].iter();
        self.at += rest.take_while(|item| item.indent > block.indent).count();
    }
}

/// Returns the fault of an item whose indentation is that of no open level.
fn misplaced(item: &Item) -> Fault {
    let found = item.indent;
    let spaces = if found == 1 { "space" } else { "spaces" };
    let message = format!("an indentation of {found} {spaces} fits no step above");
    Fault::new(Span::new(item.place.line, 1, found), message)
}

/// Returns the `If` of a step that has no second branch yet.
fn open_condition(step: &mut Step) -> Option<&mut Condition> {
    let StepKind::Condition(condition) = &mut step.kind else {
        return None;
    };
    condition.otherwise.is_empty().then_some(condition)
}

/// Returns a test in place of one that could not be read; the fault is already reported.
fn stand_in() -> Test {
    Test {
        target: Target::default(),
        presence: Presence::Visible,
    }
}
