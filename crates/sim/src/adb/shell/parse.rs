//! Makes a tree of a script.

use super::tree::{
    Command, CommandKind, PieceKind, Quoting, Redirect, RedirectMode, Script, Step, SyntaxError,
    When, Word,
};

/// How many commands and brackets can be in each other.
const DEEPEST: usize = 40;

/// The operators, longest first.
const OPERATORS: [&str; 15] = [
    "&&", "||", "&>", ">>", ">&", "<&", ">|", ";", "&", "|", "(", ")", "<", ">", "\n",
];

/// Words that mean something where a command starts.
const RESERVED: [&str; 7] = ["then", "elif", "else", "fi", "do", "done", "}"];

/// Parses a whole script.
pub(super) fn parse(text: &str) -> Result<Script, SyntaxError> {
    Parser::new(text, 0).whole()
}

/// Reads a script character by character.
struct Parser {
    chars: Vec<char>,
    at: usize,
    depth: usize,
}

impl Parser {
    fn new(text: &str, depth: usize) -> Self {
        Self {
            chars: text.chars().collect(),
            at: 0,
            depth,
        }
    }

    fn whole(&mut self) -> Result<Script, SyntaxError> {
        let script = self.script(&[])?;
        self.skip_blanks();
        match self.peek() {
            None => Ok(script),
            Some(_) => Err(self.unexpected()),
        }
    }

    /// Reads steps up to one of the `ends`, or a closing bracket, which stays.
    fn script(&mut self, ends: &[&str]) -> Result<Script, SyntaxError> {
        self.go_deeper()?;
        let mut script = Script::new();
        let mut when = When::Always;
        loop {
            while self.takes("\n") {}
            let is_end = self.peek().is_none()
                || self.is_at(")")
                || ends.iter().any(|end| self.is_at_word(end));
            if is_end && when == When::Always {
                break;
            }
            script.push(self.step(when)?);
            when = if self.takes("&&") {
                When::AfterSuccess
            } else if self.takes("||") {
                When::AfterFailure
            } else if self.takes(";") || self.takes("&") || self.takes("\n") {
                When::Always
            } else {
                break;
            };
        }
        self.depth -= 1;
        Ok(script)
    }

    fn go_deeper(&mut self) -> Result<(), SyntaxError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(SyntaxError::TooDeep);
        }
        Ok(())
    }

    fn step(&mut self, when: When) -> Result<Step, SyntaxError> {
        let mut is_inverted = false;
        while self.takes_word("!") {
            is_inverted = !is_inverted;
        }
        let mut pipeline = vec![self.command()?];
        while self.takes("|") {
            while self.takes("\n") {}
            pipeline.push(self.command()?);
        }
        Ok(Step {
            when,
            is_inverted,
            pipeline,
        })
    }

    fn command(&mut self) -> Result<Command, SyntaxError> {
        let kind = if self.takes("(") {
            let inside = self.script(&[])?;
            self.wants(")")?;
            CommandKind::Subshell(inside)
        } else if self.takes_word("{") {
            CommandKind::Group(self.script_up_to("}")?)
        } else if self.takes_word("if") {
            self.if_command()?
        } else if self.takes_word("while") {
            let condition = self.script_up_to("do")?;
            let body = self.script_up_to("done")?;
            CommandKind::While { condition, body }
        } else if self.takes_word("until") {
            let condition = inverted(self.script_up_to("do")?);
            let body = self.script_up_to("done")?;
            CommandKind::While { condition, body }
        } else if self.takes_word("for") {
            self.for_command()?
        } else {
            return self.simple();
        };
        let mut redirects = Vec::new();
        while self.redirect(&mut redirects)? {}
        Ok(Command { kind, redirects })
    }

    fn script_up_to(&mut self, end: &str) -> Result<Script, SyntaxError> {
        let script = self.script(&[end])?;
        self.wants_word(end)?;
        Ok(script)
    }

    fn if_command(&mut self) -> Result<CommandKind, SyntaxError> {
        self.go_deeper()?;
        let condition = self.script_up_to("then")?;
        let body = self.script(&["elif", "else", "fi"])?;
        let mut otherwise = Script::new();
        if self.takes_word("elif") {
            otherwise.push(step_of(self.if_command()?));
        } else if self.takes_word("else") {
            otherwise = self.script_up_to("fi")?;
        } else {
            self.wants_word("fi")?;
        }
        self.depth -= 1;
        Ok(CommandKind::If {
            condition,
            body,
            otherwise,
        })
    }

    fn for_command(&mut self) -> Result<CommandKind, SyntaxError> {
        self.skip_blanks();
        let name = self.name();
        if name.is_empty() {
            return Err(self.unexpected());
        }
        let mut words = Vec::new();
        if self.takes_word("in") {
            while let Some(word) = self.word()? {
                words.push(word);
            }
        }
        while self.takes(";") || self.takes("\n") {}
        self.wants_word("do")?;
        let body = self.script_up_to("done")?;
        Ok(CommandKind::For { name, words, body })
    }

    fn simple(&mut self) -> Result<Command, SyntaxError> {
        let (mut assignments, mut words, mut redirects) = (Vec::new(), Vec::new(), Vec::new());
        if RESERVED.iter().any(|word| self.is_at_word(word)) {
            return Err(self.unexpected());
        }
        loop {
            if self.redirect(&mut redirects)? {
                continue;
            }
            let Some(word) = self.word()? else {
                break;
            };
            match word.assignment().filter(|_| words.is_empty()) {
                Some(pair) => assignments.push(pair),
                None => words.push(word),
            }
        }
        if words.is_empty() && assignments.is_empty() && redirects.is_empty() {
            return Err(self.unexpected());
        }
        let kind = CommandKind::Simple { assignments, words };
        Ok(Command { kind, redirects })
    }

    /// Reads a redirection, if there is one.
    fn redirect(&mut self, redirects: &mut Vec<Redirect>) -> Result<bool, SyntaxError> {
        self.skip_blanks();
        let start = self.at;
        let number = self.peek().and_then(|c| c.to_digit(10));
        let number = number.filter(|_| matches!(self.peek_at(1), Some('<' | '>')));
        self.at += usize::from(number.is_some());
        let operator = self.operator().unwrap_or_default();
        let (usual, mode) = match operator {
            "<" => (0, RedirectMode::Read),
            ">" | ">|" | "&>" => (1, RedirectMode::Write),
            ">>" => (1, RedirectMode::Append),
            ">&" => (1, RedirectMode::Same),
            "<&" => (0, RedirectMode::Same),
            _ => {
                self.at = start;
                return Ok(false);
            }
        };
        self.at += operator.len();
        let Some(to) = self.word()? else {
            return Err(self.unexpected());
        };
        let number = number.and_then(|number| u8::try_from(number).ok());
        let from = number.unwrap_or(usual);
        redirects.push(Redirect { from, mode, to });
        if operator == "&>" {
            let (from, mode, to) = (2, RedirectMode::Same, Word::of("1"));
            redirects.push(Redirect { from, mode, to });
        }
        Ok(true)
    }

    /// Reads a word up to what cannot be in one; `None` when there is none.
    fn word(&mut self) -> Result<Option<Word>, SyntaxError> {
        self.skip_blanks();
        let mut word = Word::default();
        while let Some(c) = self.peek().filter(|c| !ends_word(*c)) {
            match c {
                '\'' => {
                    self.at += 1;
                    let text = self.text_up_to('\'')?;
                    word.push_text(&text, Quoting::Quoted);
                }
                '"' => {
                    self.at += 1;
                    self.quoted(&mut word, '"')?;
                }
                '\\' => {
                    self.at += 1;
                    match self.next() {
                        Some('\n') => {}
                        escaped => {
                            let escaped = escaped.unwrap_or('\\').to_string();
                            word.push_text(&escaped, Quoting::Quoted);
                        }
                    }
                }
                '$' | '`' => self.value(&mut word, Quoting::Bare)?,
                plain => {
                    self.at += 1;
                    word.push_text(&plain.to_string(), Quoting::Bare);
                }
            }
        }
        Ok((!word.0.is_empty()).then_some(word))
    }

    /// Reads what stands between quotes or brackets up to `end`.
    fn quoted(&mut self, word: &mut Word, end: char) -> Result<(), SyntaxError> {
        word.push_text("", Quoting::Quoted);
        while let Some(c) = self.peek() {
            if matches!(c, '$' | '`') {
                self.value(word, Quoting::Quoted)?;
                continue;
            }
            self.at += 1;
            match c {
                c if c == end => return Ok(()),
                '\\' => match self.next() {
                    Some('\n') => {}
                    Some(c @ ('$' | '`' | '"' | '\\')) => {
                        word.push_text(&c.to_string(), Quoting::Quoted);
                    }
                    Some(c) => word.push_text(&format!("\\{c}"), Quoting::Quoted),
                    None => return Err(SyntaxError::Unclosed),
                },
                // A quote inside brackets is only there to be taken away.
                '"' => {}
                c => word.push_text(&c.to_string(), Quoting::Quoted),
            }
        }
        Err(SyntaxError::Unclosed)
    }

    /// Reads a value, which starts with `$` or a backtick.
    fn value(&mut self, word: &mut Word, quoting: Quoting) -> Result<(), SyntaxError> {
        self.go_deeper()?;
        let kind = if self.next() == Some('`') {
            let inside = self.text_up_to('`')?;
            PieceKind::Output(Self::new(&inside, self.depth).whole()?)
        } else if self.skips("(") {
            let inside = self.script(&[])?;
            self.wants(")")?;
            PieceKind::Output(inside)
        } else {
            let is_bracketed = self.skips("{");
            let (name, mut otherwise) = (self.name(), Word::default());
            if is_bracketed && self.skips(":-") {
                self.quoted(&mut otherwise, '}')?;
            } else if is_bracketed && !self.skips("}") {
                return Err(self.unexpected());
            }
            match name.as_str() {
                "" => PieceKind::Text("$".to_owned()),
                _ => PieceKind::Value { name, otherwise },
            }
        };
        word.push(kind, quoting);
        self.depth -= 1;
        Ok(())
    }

    /// Reads the name of a variable, or one of the signs that are variables too.
    fn name(&mut self) -> String {
        let start = self.at;
        match self.peek() {
            Some(c) if c.is_ascii_digit() || "?$#@*".contains(c) => self.at += 1,
            Some(_) | None => {
                let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
                while self.peek().is_some_and(is_name) {
                    self.at += 1;
                }
            }
        }
        self.chars[start..self.at].iter().collect()
    }

    fn text_up_to(&mut self, end: char) -> Result<String, SyntaxError> {
        let rest = &self.chars[self.at..];
        let length = rest.iter().position(|c| *c == end);
        let length = length.ok_or(SyntaxError::Unclosed)?;
        self.at += length + 1;
        Ok(rest[..length].iter().collect())
    }

    /// Goes on to where a word or operator starts.
    fn skip_blanks(&mut self) {
        loop {
            match self.peek() {
                Some(' ' | '\t' | '\r') => self.at += 1,
                Some('\\') if self.peek_at(1) == Some('\n') => self.at += 2,
                Some('#') => {
                    while self.peek().is_some_and(|c| c != '\n') {
                        self.at += 1;
                    }
                }
                Some(_) | None => return,
            }
        }
    }

    /// Returns the operator that comes next.
    fn operator(&mut self) -> Option<&'static str> {
        self.skip_blanks();
        OPERATORS.into_iter().find(|operator| self.starts(operator))
    }

    fn is_at(&mut self, operator: &str) -> bool {
        self.operator() == Some(operator)
    }

    fn is_at_word(&mut self, word: &str) -> bool {
        self.skip_blanks();
        self.starts(word) && self.peek_at(word.len()).is_none_or(ends_word)
    }

    fn takes(&mut self, operator: &str) -> bool {
        self.is_at(operator) && self.skips(operator)
    }

    fn takes_word(&mut self, word: &str) -> bool {
        self.is_at_word(word) && self.skips(word)
    }

    fn wants(&mut self, operator: &str) -> Result<(), SyntaxError> {
        let is_there = self.takes(operator);
        is_there.then_some(()).ok_or_else(|| self.unexpected())
    }

    fn wants_word(&mut self, word: &str) -> Result<(), SyntaxError> {
        let is_there = self.takes_word(word);
        is_there.then_some(()).ok_or_else(|| self.unexpected())
    }

    fn unexpected(&mut self) -> SyntaxError {
        SyntaxError::Unexpected(match (self.operator(), self.peek()) {
            (_, None) => "EOF".to_owned(),
            (Some("\n"), _) => "newline".to_owned(),
            (Some(operator), _) => operator.to_owned(),
            (None, Some(_)) => {
                let rest = self.chars[self.at..].iter();
                rest.take_while(|c| !ends_word(**c)).collect()
            }
        })
    }

    /// Goes past `text` if it is next.
    fn skips(&mut self, text: &str) -> bool {
        let is_there = self.starts(text);
        self.at += if is_there { text.len() } else { 0 };
        is_there
    }

    /// Returns whether `text`, which is ASCII, comes next.
    fn starts(&self, text: &str) -> bool {
        let mut wanted = text.chars().enumerate();
        wanted.all(|(offset, c)| self.peek_at(offset) == Some(c))
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

fn ends_word(c: char) -> bool {
    " \t\r\n;&|()<>".contains(c)
}

/// Returns a script of one command.
fn step_of(kind: CommandKind) -> Step {
    let redirects = Vec::new();
    Step {
        when: When::Always,
        is_inverted: false,
        pipeline: vec![Command { kind, redirects }],
    }
}

/// Returns a script that succeeds where `script` fails.
fn inverted(script: Script) -> Script {
    vec![Step {
        is_inverted: true,
        ..step_of(CommandKind::Group(script))
    }]
}
