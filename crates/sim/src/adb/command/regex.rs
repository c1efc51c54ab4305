//! The patterns of `grep`: enough for what tools look for in dumps and logs.

use std::cell::Cell;

pub(super) use super::pattern::Syntax;
use super::pattern::{self, Node};

/// A pattern.
#[derive(Debug, Clone)]
pub(super) struct Regex {
    root: Node,
    ignores_case: bool,
}

/// How many steps finding may take on one line, so that no pattern takes forever.
const MOST_STEPS: usize = 200_000;
/// How many steps can be in each other, so that no pattern takes the whole stack.
const DEEPEST_STEP: usize = 1000;

impl Regex {
    /// Reads a pattern; `None` when it makes no sense.
    pub(super) fn parse(text: &str, syntax: Syntax, ignores_case: bool) -> Option<Self> {
        let text = if ignores_case {
            text.to_lowercase()
        } else {
            text.to_owned()
        };
        let root = if syntax == Syntax::Literal {
            Node::Row(text.chars().map(Node::Character).collect())
        } else {
            pattern::parse(&text, syntax)?
        };
        Some(Self { root, ignores_case })
    }

    /// Returns where in `text` the pattern is first found, in bytes; as a whole word if asked.
    pub(super) fn find(&self, text: &str, as_word: bool) -> Option<(usize, usize)> {
        let fold = |c: char| c.to_lowercase().next().unwrap_or(c);
        let places: Vec<(usize, char)> = text.char_indices().collect();
        let chars = places
            .iter()
            .map(|(_, c)| if self.ignores_case { fold(*c) } else { *c });
        let chars: Vec<char> = chars.collect();
        let byte = |at: usize| places.get(at).map_or(text.len(), |(byte, _)| *byte);
        let is_word = |at: Option<usize>| {
            let c = at.and_then(|at| chars.get(at));
            c.is_some_and(|c| c.is_alphanumeric() || *c == '_')
        };
        let budget = Budget::default();
        for start in 0..=chars.len() {
            let mut found = None;
            let mut accept = |end: usize| {
                let fits = !as_word || (!is_word(start.checked_sub(1)) && !is_word(Some(end)));
                if fits {
                    found = Some(end);
                }
                fits
            };
            run(&self.root, &chars, start, &budget, &mut accept);
            if let Some(end) = found {
                return Some((byte(start), byte(end)));
            }
        }
        None
    }
}

/// What finding may still use.
#[derive(Default)]
struct Budget {
    steps: Cell<usize>,
    depth: Cell<usize>,
}

impl Budget {
    fn is_used_up(&self) -> bool {
        self.steps.set(self.steps.get() + 1);
        self.steps.get() > MOST_STEPS || self.depth.get() > DEEPEST_STEP
    }
}

/// Calls `then` with each place where `node` can end, until it is content.
fn run(
    node: &Node,
    chars: &[char],
    at: usize,
    budget: &Budget,
    then: &mut dyn FnMut(usize) -> bool,
) -> bool {
    if budget.is_used_up() {
        return false;
    }
    budget.depth.set(budget.depth.get() + 1);
    let is_content = match node {
        Node::Either(nodes) => nodes.iter().any(|node| run(node, chars, at, budget, then)),
        Node::Row(nodes) => run_row(nodes, chars, at, budget, then),
        Node::Repeat(node, least, most) => {
            run_repeat((node, *least, *most), chars, at, budget, then)
        }
        Node::Character(c) => chars.get(at) == Some(c) && then(at + 1),
        Node::Any => at < chars.len() && then(at + 1),
        Node::Set(ranges, is_inverted) => {
            let is_in = |c: &char| ranges.iter().any(|(from, to)| (from..=to).contains(&c));
            chars.get(at).is_some_and(|c| is_in(c) != *is_inverted) && then(at + 1)
        }
        Node::Start => at == 0 && then(at),
        Node::End => at == chars.len() && then(at),
    };
    budget.depth.set(budget.depth.get() - 1);
    is_content
}

fn run_row(
    nodes: &[Node],
    chars: &[char],
    at: usize,
    budget: &Budget,
    then: &mut dyn FnMut(usize) -> bool,
) -> bool {
    let Some((first, rest)) = nodes.split_first() else {
        return then(at);
    };
    run(first, chars, at, budget, &mut |end| {
        run_row(rest, chars, end, budget, then)
    })
}

fn run_repeat(
    (node, least, most): (&Node, usize, usize),
    chars: &[char],
    at: usize,
    budget: &Budget,
    then: &mut dyn FnMut(usize) -> bool,
) -> bool {
    // Patterns repeat single characters nearly always; then no recursion is needed.
    let is_single = matches!(node, Node::Character(_) | Node::Any | Node::Set(..));
    if !is_single {
        let went_on = most > 0
            && run(node, chars, at, budget, &mut |end| {
                let repeat = (node, least.saturating_sub(1), most.saturating_sub(1));
                end > at && run_repeat(repeat, chars, end, budget, then)
            });
        return went_on || (least == 0 && then(at));
    }
    let mut ends = vec![at];
    while ends.len() <= most {
        let last = ends.last().copied().unwrap_or(at);
        if !run(node, chars, last, budget, &mut |_| true) {
            break;
        }
        ends.push(last + 1);
    }
    let mut ends = ends.into_iter().skip(least).rev();
    ends.any(|end| !budget.is_used_up() && then(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_find_what_grep_finds() {
        use Syntax::{Basic, Extended, Literal};
        for (pattern, syntax, text, found) in [
            ("a.c", Basic, "xabcx", Some("abc")),
            ("a.c", Literal, "xabcx", None),
            (
                "mCurrentFocus|mFocusedApp",
                Extended,
                "  mFocusedApp=x",
                Some("mFocusedApp"),
            ),
            ("a|b", Basic, "a|b", Some("a|b")),
            (r"a\|b", Basic, "xb", Some("b")),
            ("^pid=[0-9]+$", Extended, "pid=42", Some("pid=42")),
            ("^id", Basic, "pid", None),
            ("(ab)+c", Extended, "xababc", Some("ababc")),
            ("[^ ]*/[^ }]*", Basic, "u0 a.b/.C}", Some("a.b/.C")),
            ("colou?r", Extended, "color", Some("color")),
            ("", Basic, "x", Some("")),
        ] {
            let regex = Regex::parse(pattern, syntax, false).unwrap();
            let at = regex.find(text, false);
            assert_eq!(
                at.map(|(from, to)| &text[from..to]),
                found,
                "{pattern} in {text}"
            );
        }
    }

    #[test]
    fn words_and_cases_can_be_asked_for() {
        let regex = Regex::parse("Wifi", Syntax::Basic, true).unwrap();
        assert!(regex.find("the WIFI is on", true).is_some());
        assert!(regex.find("the wifis", true).is_none());
    }

    #[test]
    fn a_hard_pattern_gives_up_instead_of_taking_forever() {
        let regex = Regex::parse("(a*)*(a*)*(a*)*b", Syntax::Extended, false).unwrap();
        assert!(regex.find(&"a".repeat(200), false).is_none());
        assert!(Regex::parse("(", Syntax::Extended, false).is_none());
        assert!(Regex::parse("[", Syntax::Basic, false).is_none());
    }
}
