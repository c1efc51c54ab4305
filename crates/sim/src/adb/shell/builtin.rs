//! Commands that are the shell's own, because they change it or run others.

use std::time::Duration;

use super::super::command;
use super::super::files::full_path;
use super::run::{Io, Leave, Shell};

impl Shell {
    /// Runs a command of the shell itself; `None` when `name` is none.
    pub(super) fn run_builtin(
        &mut self,
        name: &str,
        args: &[String],
        io: &Io,
    ) -> Option<Result<i32, Leave>> {
        Some(match name {
            ":" => Ok(0),
            "cd" => self.change_folder(args, io),
            "pwd" => say(io, &self.folder),
            "exit" | "return" => Err(Leave::Exit(self.status_of(args))),
            "break" => Err(Leave::Break),
            "continue" => Err(Leave::Continue),
            "export" | "set" | "local" | "readonly" | "typeset" => self.export(args, io),
            "unset" => {
                args.iter().for_each(|name| self.unset_variable(name));
                Ok(0)
            }
            "shift" => {
                self.parameters = self.parameters.split_off(self.parameters.len().min(1));
                Ok(0)
            }
            "eval" => self.run_text(&args.join(" "), io),
            "sh" | "/system/bin/sh" => self.shell(args, io),
            "exec" | "nohup" | "time" | "builtin" => self.run_arguments(args, io),
            "env" => self.env(args, io),
            "timeout" => self.run_arguments(args.get(1..).unwrap_or_default(), io),
            "command" | "type" | "which" | "whence" => self.which(name, args, io),
            "xargs" => self.xargs(args, io),
            "read" => self.read(args, io),
            "wait" | "trap" | "umask" | "ulimit" | "alias" => Ok(0),
            _ => return None,
        })
    }

    fn change_folder(&mut self, args: &[String], io: &Io) -> Result<i32, Leave> {
        let name = args.first().map_or("/", String::as_str);
        let path = full_path(&self.folder, name);
        let is_folder = self.phone.state().files.list(&path).map(|_| ());
        match is_folder {
            Ok(()) => {
                self.folder = path;
                Ok(0)
            }
            Err(error) => {
                self.print_error(&format!("cd: {name}: {error}"), io)?;
                Ok(2)
            }
        }
    }

    fn status_of(&self, args: &[String]) -> i32 {
        let text = args.first().cloned().unwrap_or_else(|| self.variable("?"));
        text.parse().unwrap_or(1)
    }

    fn export(&mut self, args: &[String], io: &Io) -> Result<i32, Leave> {
        if args.is_empty() {
            return self.env(args, io);
        }
        for (name, value) in args.iter().filter_map(|arg| arg.split_once('=')) {
            self.set_variable(name, value.to_owned());
        }
        Ok(0)
    }

    fn env(&mut self, args: &[String], io: &Io) -> Result<i32, Leave> {
        let command = args.iter().position(|arg| !arg.contains('='));
        let (values, words) = args.split_at(command.unwrap_or(args.len()));
        for (name, value) in values.iter().filter_map(|arg| arg.split_once('=')) {
            self.set_variable(name, value.to_owned());
        }
        if !words.is_empty() {
            return self.run_arguments(words, io);
        }
        let lines: Vec<String> = self.variables().map(|(k, v)| format!("{k}={v}")).collect();
        say(io, &lines.join("\n"))
    }

    fn shell(&mut self, args: &[String], io: &Io) -> Result<i32, Leave> {
        let script = match args {
            [flag, script, rest @ ..] if flag == "-c" => {
                self.parameters = rest.get(1..).unwrap_or_default().to_vec();
                script.clone()
            }
            [file, rest @ ..] => {
                let path = full_path(&self.folder, file);
                let text = self.phone.state().files.read(&path).map(<[u8]>::to_vec);
                let Ok(text) = text else {
                    self.print_error(
                        &format!("can't open '{file}': No such file or directory"),
                        io,
                    )?;
                    return Ok(127);
                };
                self.parameters = rest.to_vec();
                String::from_utf8_lossy(&text).into_owned()
            }
            [] => String::from_utf8_lossy(&io.stdin.read_all()?).into_owned(),
        };
        match self.run_text(&script, io) {
            Err(Leave::Exit(status)) => Ok(status),
            other => other,
        }
    }

    fn which(&mut self, name: &str, args: &[String], io: &Io) -> Result<i32, Leave> {
        let wants_path = name == "which" || args.iter().any(|arg| arg == "-v");
        let words: Vec<String> = args.iter().filter(|arg| *arg != "-v").cloned().collect();
        if name == "command" && !wants_path {
            return self.run_arguments(&words, io);
        }
        let mut status = 0;
        for word in &words {
            if command::find(word).is_some() || word == "sh" {
                say(io, &format!("/system/bin/{word}"))?;
            } else {
                status = 1;
            }
        }
        Ok(status)
    }

    fn xargs(&mut self, args: &[String], io: &Io) -> Result<i32, Leave> {
        let input = String::from_utf8_lossy(&io.stdin.read_all()?).into_owned();
        let mut words: Vec<String> = args.to_vec();
        if words.is_empty() {
            words.push("echo".to_owned());
        }
        words.extend(input.split_whitespace().map(str::to_owned));
        self.run_arguments(&words, io)
    }

    /// Reads a line into variables; the last one takes all that is left.
    fn read(&mut self, args: &[String], io: &Io) -> Result<i32, Leave> {
        let mut line = Vec::new();
        let is_whole = loop {
            match io.stdin.read_count(1)?.as_slice() {
                [b'\n'] => break true,
                [byte] => line.push(*byte),
                _ => break false,
            }
        };
        let text = String::from_utf8_lossy(&line).into_owned();
        let names = args.iter().filter(|arg| !arg.starts_with('-'));
        let names: Vec<&str> = names.map(String::as_str).collect();
        let names = if names.is_empty() {
            vec!["REPLY"]
        } else {
            names
        };
        let mut words = text.trim().splitn(names.len(), char::is_whitespace);
        for name in names {
            let word = words.next().unwrap_or_default().trim();
            self.set_variable(name, word.to_owned());
        }
        Ok(i32::from(!is_whole))
    }
}

fn say(io: &Io, text: &str) -> Result<i32, Leave> {
    io.out.write(format!("{text}\n").as_bytes())?;
    Ok(0)
}

/// Reads a time as `sleep` and `timeout` take it: seconds, with parts, and `s`, `m` or `h`.
pub(in super::super) fn parse_time(text: &str) -> Option<Duration> {
    let unit = match text.chars().last()? {
        'm' => 60.0,
        'h' => 3600.0,
        'd' => 86_400.0,
        _ => 1.0,
    };
    let number: f64 = text.trim_end_matches(['s', 'm', 'h', 'd']).parse().ok()?;
    Duration::try_from_secs_f64(number * unit).ok()
}
