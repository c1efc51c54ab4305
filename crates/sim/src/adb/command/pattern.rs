//! Reads the patterns of `grep`.

/// How a pattern is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Syntax {
    /// As it stands.
    Literal,
    /// `\|`, `\(`, `\+` have a meaning; without the backslash they are characters.
    Basic,
    /// `|`, `(`, `+` have a meaning.
    Extended,
}

/// How many brackets can be in each other.
const DEEPEST: usize = 50;

/// A part of a pattern.
#[derive(Debug, Clone)]
pub(super) enum Node {
    /// Any of these.
    Either(Vec<Node>),
    /// All of these, one after the other.
    Row(Vec<Node>),
    /// One, this many times.
    Repeat(Box<Node>, usize, usize),
    Character(char),
    Any,
    /// One of these ranges, or none.
    Set(Vec<(char, char)>, bool),
    Start,
    End,
}

/// Reads a pattern; `None` when it makes no sense.
pub(super) fn parse(text: &str, syntax: Syntax) -> Option<Node> {
    let mut parser = Parser {
        chars: text.chars().collect(),
        at: 0,
        syntax,
        depth: 0,
    };
    let root = parser.either()?;
    (parser.at == parser.chars.len()).then_some(root)
}

struct Parser {
    chars: Vec<char>,
    at: usize,
    syntax: Syntax,
    depth: usize,
}

impl Parser {
    fn either(&mut self) -> Option<Node> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        let mut nodes = vec![self.row()?];
        while self.takes_special('|') {
            nodes.push(self.row()?);
        }
        self.depth -= 1;
        Some(Node::Either(nodes))
    }

    fn row(&mut self) -> Option<Node> {
        let mut nodes = Vec::new();
        while self.at < self.chars.len() && !self.is_special('|') && !self.is_special(')') {
            let node = self.atom(nodes.is_empty())?;
            nodes.push(self.repeated(node));
        }
        Some(Node::Row(nodes))
    }

    fn atom(&mut self, is_first: bool) -> Option<Node> {
        if self.takes_special('(') {
            let inside = self.either()?;
            return self.takes_special(')').then_some(inside);
        }
        let c = *self.chars.get(self.at)?;
        self.at += 1;
        Some(match c {
            '^' if is_first => Node::Start,
            '$' if self.at == self.chars.len() || self.is_special('|') || self.is_special(')') => {
                Node::End
            }
            '.' => Node::Any,
            '[' => return self.set(),
            '\\' => {
                let escaped = *self.chars.get(self.at)?;
                self.at += 1;
                match escaped {
                    'd' => Node::Set(vec![('0', '9')], false),
                    's' => Node::Set(vec![(' ', ' '), ('\t', '\r')], false),
                    'w' => Node::Set(vec![('a', 'z'), ('A', 'Z'), ('0', '9'), ('_', '_')], false),
                    other => Node::Character(other),
                }
            }
            other => Node::Character(other),
        })
    }

    fn repeated(&mut self, node: Node) -> Node {
        let (least, most) = if self.chars.get(self.at) == Some(&'*') {
            self.at += 1;
            (0, usize::MAX)
        } else if self.takes_special('+') {
            (1, usize::MAX)
        } else if self.takes_special('?') {
            (0, 1)
        } else {
            return node;
        };
        Node::Repeat(Box::new(node), least, most)
    }

    fn set(&mut self) -> Option<Node> {
        let is_inverted = self.chars.get(self.at) == Some(&'^');
        self.at += usize::from(is_inverted);
        let mut ranges = Vec::new();
        loop {
            let from = *self.chars.get(self.at)?;
            self.at += 1;
            if from == ']' && !ranges.is_empty() {
                return Some(Node::Set(ranges, is_inverted));
            }
            let has_range = self.chars.get(self.at) == Some(&'-')
                && self.chars.get(self.at + 1).is_some_and(|to| *to != ']');
            let to = if has_range {
                self.chars[self.at + 1]
            } else {
                from
            };
            self.at += if has_range { 2 } else { 0 };
            ranges.push((from, to));
        }
    }

    /// Returns whether the operator `c` is next, written as the syntax writes it.
    fn is_special(&self, c: char) -> bool {
        match self.syntax {
            Syntax::Extended => self.chars.get(self.at) == Some(&c),
            Syntax::Basic | Syntax::Literal => {
                self.chars.get(self.at) == Some(&'\\') && self.chars.get(self.at + 1) == Some(&c)
            }
        }
    }

    fn takes_special(&mut self, c: char) -> bool {
        let is_there = self.is_special(c);
        if is_there {
            self.at += if self.syntax == Syntax::Extended {
                1
            } else {
                2
            };
        }
        is_there
    }
}
