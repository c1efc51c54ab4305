//! Says what is wrong with a YAML document in the words of this crate's faults.

use retap_model::yaml::{Keys, Limits, YamlFault, YamlProblem, parse};

use super::Node;
use super::rewrite::Patched;
use crate::source::error::Problem;
use crate::source::fault::{Fault, Span};

/// How deep nodes may be nested. Sixteen nested `repeat`s need 50.
const MAX_DEPTH: usize = 64;

/// Builds the tree of the one document in `patched`.
pub(super) fn build(patched: &Patched<'_>, keys: Keys) -> Result<Node, Fault> {
    let limits = Limits {
        depth: MAX_DEPTH,
        keys,
    };
    let tree = parse(&patched.text, limits, |start, end| patched.span(start, end));
    tree.map_err(fault_of)
}

fn fault_of(fault: YamlFault<Span>) -> Fault {
    let at = |problem| Fault::new(fault.span, problem);
    match fault.problem {
        YamlProblem::Empty => Fault::new(Span::new(1, 1, 1), Problem::Empty),
        YamlProblem::Syntax(message) => syntax_fault(fault.span, message),
        YamlProblem::SeveralDocuments => {
            at(Problem::SeveralDocuments).accepted("one skill in one file")
        }
        YamlProblem::TooDeep => at(Problem::TooDeep { limit: MAX_DEPTH }),
        YamlProblem::Alias => at(Problem::Alias)
            .accepted("values written out in full")
            .hint("put text that starts with `&` or `*` in quotes"),
        YamlProblem::Tag => at(Problem::Tag).accepted("values without `!`"),
        YamlProblem::KeyIsNoText(found) => {
            let owner = "key".to_owned();
            at(Problem::WrongType { owner, found }).accepted("text")
        }
        YamlProblem::DuplicateKey { key, first } => at(Problem::DuplicateKey {
            key,
            first: first.place.line,
        }),
    }
}

fn syntax_fault(span: Span, message: String) -> Fault {
    let has = |words: &str| message.contains(words);
    if has("quoted scalar") && !has("escape") {
        return super::open_quote_fault(span);
    }
    let hint = if has("mapping values") || has("simple key") {
        Some("put text that has `: ` in it in quotes")
    } else if has("indent") || has("did not find expected") {
        Some("give the steps of one list the same indentation")
    } else {
        None
    };
    let fault = Fault::new(span, Problem::Syntax { message });
    match hint {
        Some(hint) => fault.hint(hint),
        None => fault,
    }
}
