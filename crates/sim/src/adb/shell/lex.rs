//! Cuts a script into words and operators, quoting honoured.

use super::parse::parse_at_depth;
use super::tree::{Piece, PieceKind, Quoting, SyntaxError, Word};

/// How many brackets can be in each other.
const DEEPEST: usize = 24;

/// The operators, longest first.
const OPERATORS: [&str; 14] = [
    "&&", "||", ";;", "&>", ">>", ">&", "<&", ">|", ";", "&", "|", "(", ")", "<",
];

/// The tokens of a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    Word(Word),
    /// An operator, or a line's end as `\n`.
    Operator(&'static str),
    /// A number right before `<` or `>`.
    Descriptor(u8),
}

/// Cuts `text` into tokens.
pub(super) fn lex(text: &str, depth: usize) -> Result<Vec<Token>, SyntaxError> {
    if depth > DEEPEST {
        return Err(SyntaxError::TooDeep);
    }
    let mut lexer = Lexer {
        chars: text.chars().collect(),
        at: 0,
        depth,
    };
    let mut tokens = Vec::new();
    while let Some(token) = lexer.token()? {
        tokens.push(token);
    }
    Ok(tokens)
}

struct Lexer {
    chars: Vec<char>,
    at: usize,
    depth: usize,
}

impl Lexer {
    fn token(&mut self) -> Result<Option<Token>, SyntaxError> {
        loop {
            match self.peek() {
                None => return Ok(None),
                Some('\\') if self.peek_at(1) == Some('\n') => self.at += 2,
                Some(' ' | '\t' | '\r') => self.at += 1,
                Some('#') => {
                    while self.peek().is_some_and(|c| c != '\n') {
                        self.at += 1;
                    }
                }
                Some('\n') => {
                    self.at += 1;
                    return Ok(Some(Token::Operator("\n")));
                }
                Some(_) => break,
            }
        }
        if let Some(number) = self.descriptor() {
            return Ok(Some(Token::Descriptor(number)));
        }
        if let Some(operator) = self.operator() {
            return Ok(Some(Token::Operator(operator)));
        }
        self.word().map(|word| Some(Token::Word(word)))
    }

    fn descriptor(&mut self) -> Option<u8> {
        let digit = self.peek()?.to_digit(10)?;
        if !matches!(self.peek_at(1), Some('<' | '>')) {
            return None;
        }
        self.at += 1;
        u8::try_from(digit).ok()
    }

    fn operator(&mut self) -> Option<&'static str> {
        let starts = |operator: &&&str| {
            let mut wanted = operator.chars().enumerate();
            wanted.all(|(offset, c)| self.peek_at(offset) == Some(c))
        };
        let found = OPERATORS.iter().chain(&[">"]).find(starts)?;
        self.at += found.len();
        Some(found)
    }

    /// Reads a word up to what cannot be in one.
    fn word(&mut self) -> Result<Word, SyntaxError> {
        let mut pieces = Pieces::default();
        while let Some(c) = self.peek() {
            match c {
                ' ' | '\t' | '\r' | '\n' | ';' | '&' | '|' | '(' | ')' | '<' | '>' => break,
                '\'' => {
                    self.at += 1;
                    let text = self.until('\'')?;
                    pieces.text(&text, Quoting::Quoted);
                }
                '"' => {
                    self.at += 1;
                    self.double_quoted(&mut pieces)?;
                }
                '\\' => {
                    self.at += 1;
                    match self.next() {
                        Some('\n') => {}
                        Some(escaped) => pieces.text(&escaped.to_string(), Quoting::Quoted),
                        None => pieces.text("\\", Quoting::Quoted),
                    }
                }
                '$' | '`' => self.value(&mut pieces, Quoting::Bare)?,
                plain => {
                    self.at += 1;
                    pieces.text(&plain.to_string(), Quoting::Bare);
                }
            }
        }
        Ok(Word(pieces.0))
    }

    fn double_quoted(&mut self, pieces: &mut Pieces) -> Result<(), SyntaxError> {
        pieces.text("", Quoting::Quoted);
        loop {
            match self.peek() {
                None => return Err(SyntaxError::Unclosed('"')),
                Some('"') => {
                    self.at += 1;
                    return Ok(());
                }
                Some('\\') => {
                    self.at += 1;
                    match self.next() {
                        Some('\n') => {}
                        Some(c @ ('$' | '`' | '"' | '\\')) => {
                            pieces.text(&c.to_string(), Quoting::Quoted)
                        }
                        Some(c) => pieces.text(&format!("\\{c}"), Quoting::Quoted),
                        None => return Err(SyntaxError::Unclosed('"')),
                    }
                }
                Some('$' | '`') => self.value(pieces, Quoting::Quoted)?,
                Some(c) => {
                    self.at += 1;
                    pieces.text(&c.to_string(), Quoting::Quoted);
                }
            }
        }
    }

    /// Reads a value, which starts with `$` or a backtick.
    fn value(&mut self, pieces: &mut Pieces, quoting: Quoting) -> Result<(), SyntaxError> {
        if self.next() == Some('`') {
            let inside = self.until('`')?;
            let kind = PieceKind::Output(parse_at_depth(&inside, self.depth + 1)?);
            pieces.0.push(Piece { kind, quoting });
            return Ok(());
        }
        let kind = match self.peek() {
            Some('(') if self.peek_at(1) == Some('(') => {
                self.at += 2;
                let inside = self.bracketed('(', ')')?;
                if self.next() != Some(')') {
                    return Err(SyntaxError::Unclosed('('));
                }
                PieceKind::Number(self.inner_word(&inside)?)
            }
            Some('(') => {
                self.at += 1;
                let inside = self.bracketed('(', ')')?;
                PieceKind::Output(parse_at_depth(&inside, self.depth + 1)?)
            }
            Some('{') => {
                self.at += 1;
                let inside = self.bracketed('{', '}')?;
                let (name, otherwise) = inside.split_once(":-").unwrap_or((&inside, ""));
                let (name, otherwise) = (name.to_owned(), self.inner_word(otherwise)?);
                PieceKind::Value { name, otherwise }
            }
            Some(c) if c.is_ascii_alphanumeric() || "_?$#@*!-".contains(c) => PieceKind::Value {
                name: self.name(),
                otherwise: Word::default(),
            },
            Some(_) | None => {
                pieces.text("$", quoting);
                return Ok(());
            }
        };
        pieces.0.push(Piece { kind, quoting });
        Ok(())
    }

    /// Reads `text` as if it stood between double quotes.
    fn inner_word(&self, text: &str) -> Result<Word, SyntaxError> {
        if self.depth >= DEEPEST {
            return Err(SyntaxError::TooDeep);
        }
        let mut inner = Lexer {
            chars: text.chars().filter(|c| *c != '"').chain(['"']).collect(),
            at: 0,
            depth: self.depth + 1,
        };
        let mut pieces = Pieces::default();
        inner.double_quoted(&mut pieces)?;
        Ok(Word(pieces.0))
    }

    fn name(&mut self) -> String {
        let start = self.at;
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let first = self.next();
        if first.is_some_and(|c| c.is_ascii_alphabetic() || c == '_') {
            while self.peek().is_some_and(is_name) {
                self.at += 1;
            }
        }
        self.chars[start..self.at].iter().collect()
    }

    /// Reads up to a closing bracket that matches; quotes inside are skipped over.
    fn bracketed(&mut self, open: char, close: char) -> Result<String, SyntaxError> {
        let (start, mut level) = (self.at, 1);
        while let Some(c) = self.next() {
            match c {
                '\\' => self.at += 1,
                '\'' => {
                    self.until('\'')?;
                }
                '"' => self.skip_double_quoted()?,
                c if c == open => level += 1,
                c if c == close => {
                    level -= 1;
                    if level == 0 {
                        return Ok(self.chars[start..self.at - 1].iter().collect());
                    }
                }
                _ => {}
            }
        }
        Err(SyntaxError::Unclosed(open))
    }

    fn skip_double_quoted(&mut self) -> Result<(), SyntaxError> {
        while let Some(c) = self.next() {
            match c {
                '\\' => self.at += 1,
                '"' => return Ok(()),
                _ => {}
            }
        }
        Err(SyntaxError::Unclosed('"'))
    }

    fn until(&mut self, end: char) -> Result<String, SyntaxError> {
        let start = self.at;
        while let Some(c) = self.next() {
            if c == end {
                return Ok(self.chars[start..self.at - 1].iter().collect());
            }
        }
        Err(SyntaxError::Unclosed(end))
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += 1;
        Some(c)
    }

    fn peek(&self) -> Option<char> {
        self.peek_at(0)
    }

    fn peek_at(&self, offset: usize) -> Option<char> {
        self.chars.get(self.at + offset).copied()
    }
}

/// The parts of a word while it is read; neighbours of one kind become one.
#[derive(Default)]
struct Pieces(Vec<Piece>);

impl Pieces {
    fn text(&mut self, more: &str, quoting: Quoting) {
        if let Some(last) = self.0.last_mut()
            && last.quoting == quoting
            && let PieceKind::Text(text) = &mut last.kind
        {
            text.push_str(more);
            return;
        }
        let kind = PieceKind::Text(more.to_owned());
        self.0.push(Piece { kind, quoting });
    }
}
