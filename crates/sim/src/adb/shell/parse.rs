//! Makes a tree of a script.

use super::lex::{Token, lex};
use super::tree::{
    Chain, Command, CommandKind, Ending, Link, Pipeline, Redirect, RedirectTo, Script, SyntaxError,
    Word,
};

/// How many commands can be in each other.
const DEEPEST: usize = 60;

/// Words that mean something where a command starts.
const RESERVED: [&str; 11] = [
    "if", "then", "elif", "else", "fi", "while", "until", "for", "do", "done", "}",
];

/// Parses a whole script.
pub(super) fn parse(text: &str) -> Result<Script, SyntaxError> {
    parse_at_depth(text, 0)
}

/// Parses the script in the brackets of another.
pub(super) fn parse_at_depth(text: &str, depth: usize) -> Result<Script, SyntaxError> {
    let mut parser = Parser {
        tokens: lex(text, depth)?,
        at: 0,
        depth: 0,
    };
    let script = parser.script(&[])?;
    match parser.peek() {
        None => Ok(script),
        Some(_) => Err(parser.unexpected()),
    }
}

struct Parser {
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
}

impl Parser {
    /// Reads commands up to one of the `ends`, which stays.
    fn script(&mut self, ends: &[&str]) -> Result<Script, SyntaxError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(SyntaxError::TooDeep);
        }
        let mut chains = Vec::new();
        loop {
            while self.takes(&["\n"]) {}
            if self.peek().is_none()
                || self.is_at(")")
                || ends.iter().any(|end| self.is_at_word(end))
            {
                break;
            }
            chains.push(self.chain()?);
            if !self.takes(&[";", "&", "\n"]) {
                break;
            }
        }
        self.depth -= 1;
        Ok(Script(chains))
    }

    fn chain(&mut self) -> Result<Chain, SyntaxError> {
        let first = self.pipeline()?;
        let mut rest = Vec::new();
        loop {
            let link = if self.takes(&["&&"]) {
                Link::And
            } else if self.takes(&["||"]) {
                Link::Or
            } else {
                return Ok(Chain { first, rest });
            };
            while self.takes(&["\n"]) {}
            rest.push((link, self.pipeline()?));
        }
    }

    fn pipeline(&mut self) -> Result<Pipeline, SyntaxError> {
        let mut is_inverted = false;
        while self.takes_word("!") {
            is_inverted = !is_inverted;
        }
        let mut commands = vec![self.command()?];
        while self.takes(&["|"]) {
            while self.takes(&["\n"]) {}
            commands.push(self.command()?);
        }
        Ok(Pipeline {
            is_inverted,
            commands,
        })
    }

    fn command(&mut self) -> Result<Command, SyntaxError> {
        let kind = if self.takes(&["("]) {
            let inside = self.script(&[])?;
            self.wants(")")?;
            CommandKind::Subshell(inside)
        } else if self.takes_word("{") {
            let inside = self.script(&["}"])?;
            self.wants_word("}")?;
            CommandKind::Group(inside)
        } else if self.takes_word("if") {
            self.if_command()?
        } else if self.takes_word("while") {
            self.loop_command(Ending::Failure)?
        } else if self.takes_word("until") {
            self.loop_command(Ending::Success)?
        } else if self.takes_word("for") {
            self.for_command()?
        } else {
            return self.simple();
        };
        let mut redirects = Vec::new();
        while let Some(redirect) = self.redirect()? {
            redirects.push(redirect);
        }
        Ok(Command { kind, redirects })
    }

    fn if_command(&mut self) -> Result<CommandKind, SyntaxError> {
        let mut arms = Vec::new();
        loop {
            let condition = self.script(&["then"])?;
            self.wants_word("then")?;
            arms.push((condition, self.script(&["elif", "else", "fi"])?));
            if !self.takes_word("elif") {
                break;
            }
        }
        let mut otherwise = Script::default();
        if self.takes_word("else") {
            otherwise = self.script(&["fi"])?;
        }
        self.wants_word("fi")?;
        Ok(CommandKind::If { arms, otherwise })
    }

    fn loop_command(&mut self, ends_on: Ending) -> Result<CommandKind, SyntaxError> {
        let condition = self.script(&["do"])?;
        let body = self.body()?;
        Ok(CommandKind::Loop {
            ends_on,
            condition,
            body,
        })
    }

    fn for_command(&mut self) -> Result<CommandKind, SyntaxError> {
        let Some(Token::Word(word)) = self.peek() else {
            return Err(self.unexpected());
        };
        let Some(name) = word.plain().map(str::to_owned) else {
            return Err(self.unexpected());
        };
        self.at += 1;
        let mut words = Vec::new();
        if self.takes_word("in") {
            while let Some(Token::Word(word)) = self.peek() {
                words.push(word.clone());
                self.at += 1;
            }
        }
        while self.takes(&[";", "\n"]) {}
        let body = self.body()?;
        Ok(CommandKind::For { name, words, body })
    }

    fn body(&mut self) -> Result<Script, SyntaxError> {
        self.wants_word("do")?;
        let body = self.script(&["done"])?;
        self.wants_word("done")?;
        Ok(body)
    }

    fn simple(&mut self) -> Result<Command, SyntaxError> {
        let (mut assignments, mut words, mut redirects) = (Vec::new(), Vec::new(), Vec::new());
        if RESERVED.iter().any(|word| self.is_at_word(word)) {
            return Err(self.unexpected());
        }
        loop {
            if let Some(redirect) = self.redirect()? {
                redirects.push(redirect);
                continue;
            }
            let Some(Token::Word(word)) = self.peek() else {
                break;
            };
            match word.assignment().filter(|_| words.is_empty()) {
                Some(pair) => assignments.push(pair),
                None => words.push(word.clone()),
            }
            self.at += 1;
        }
        if words.is_empty() && assignments.is_empty() && redirects.is_empty() {
            return Err(self.unexpected());
        }
        let kind = CommandKind::Simple { assignments, words };
        Ok(Command { kind, redirects })
    }

    fn redirect(&mut self) -> Result<Option<Redirect>, SyntaxError> {
        let start = self.at;
        let number = match self.peek() {
            Some(Token::Descriptor(number)) => Some(*number),
            Some(Token::Word(_) | Token::Operator(_)) | None => None,
        };
        self.at += usize::from(number.is_some());
        let Some(Token::Operator(operator)) = self.peek() else {
            self.at = start;
            return Ok(None);
        };
        let (usual, kind): (u8, fn(Word) -> RedirectTo) = match *operator {
            "<" => (0, RedirectTo::Read),
            ">" | ">|" => (1, RedirectTo::Write),
            ">>" => (1, RedirectTo::Append),
            "&>" => (1, RedirectTo::WriteBoth),
            ">&" => (1, RedirectTo::Same),
            "<&" => (0, RedirectTo::Same),
            _ => {
                self.at = start;
                return Ok(None);
            }
        };
        self.at += 1;
        let Some(Token::Word(word)) = self.peek() else {
            return Err(self.unexpected());
        };
        let to = kind(word.clone());
        self.at += 1;
        let from = number.unwrap_or(usual);
        Ok(Some(Redirect { from, to }))
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    fn is_at(&self, operator: &str) -> bool {
        matches!(self.peek(), Some(Token::Operator(found)) if *found == operator)
    }

    fn is_at_word(&self, word: &str) -> bool {
        matches!(self.peek(), Some(Token::Word(found)) if found.plain() == Some(word))
    }

    fn takes(&mut self, operators: &[&str]) -> bool {
        let is_there = operators.iter().any(|operator| self.is_at(operator));
        self.at += usize::from(is_there);
        is_there
    }

    fn takes_word(&mut self, word: &str) -> bool {
        let is_there = self.is_at_word(word);
        self.at += usize::from(is_there);
        is_there
    }

    fn wants(&mut self, operator: &str) -> Result<(), SyntaxError> {
        if self.takes(&[operator]) {
            Ok(())
        } else {
            Err(self.unexpected())
        }
    }

    fn wants_word(&mut self, word: &str) -> Result<(), SyntaxError> {
        if self.takes_word(word) {
            Ok(())
        } else {
            Err(self.unexpected())
        }
    }

    fn unexpected(&self) -> SyntaxError {
        SyntaxError::Unexpected(match self.peek() {
            None => "EOF".to_owned(),
            Some(Token::Operator("\n")) => "newline".to_owned(),
            Some(Token::Operator(operator)) => (*operator).to_owned(),
            Some(Token::Descriptor(number)) => number.to_string(),
            Some(Token::Word(word)) => word.plain().unwrap_or("word").to_owned(),
        })
    }
}
