//! The services a stream can be opened to.

use std::io::Write;
use std::rc::Rc;
use std::sync::Arc;

use super::phone::AdbPhone;
use super::pipe::{Sink, Source};
use super::shell::{Io, Shell};
use super::shell_v2::{self, Kind};
use super::stream::Stream;
use super::sync;
use super::terminal::{LineWriter, Terminal, run_lines};

/// A service of the phone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Service {
    /// A command, or a shell to type into.
    Shell(ShellRequest),
    /// Copying files.
    Sync,
    /// Something that only says a line.
    Line(String),
}

/// How a command is to be run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ShellRequest {
    /// Empty for a shell to type into.
    command: String,
    protocol: ShellProtocol,
    terminal: Terminal,
}

/// How inputs and outputs share a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ShellProtocol {
    /// Both outputs as they come, and no status.
    Bare,
    /// In packets, with the status at the end.
    V2,
}

/// Returns the service called `name`; `None` for what this phone does not have.
pub(super) fn find(name: &str) -> Option<Service> {
    if let Some(rest) = name.strip_prefix("shell") {
        return shell(rest);
    }
    let (kind, rest) = name.split_once(':')?;
    Some(match kind {
        "exec" => Service::Shell(ShellRequest {
            command: rest.to_owned(),
            protocol: ShellProtocol::Bare,
            terminal: Terminal::Raw,
        }),
        "sync" => Service::Sync,
        "tcpip" => Service::Line(format!("restarting in TCP mode port: {rest}\n")),
        "usb" => Service::Line("restarting in USB mode\n".to_owned()),
        "root" => Service::Line("adbd cannot run as root in production builds\n".to_owned()),
        "unroot" => Service::Line("adbd not running as root\n".to_owned()),
        "remount" => Service::Line("Not running as root. Try \"adb root\" first.\n".to_owned()),
        _ => return None,
    })
}

/// Reads what follows `shell`: `,OPTION...:COMMAND`.
fn shell(rest: &str) -> Option<Service> {
    let (options, command) = rest.split_once(':')?;
    let mut request = ShellRequest {
        command: command.to_owned(),
        protocol: ShellProtocol::Bare,
        terminal: if command.is_empty() {
            Terminal::Pty
        } else {
            Terminal::Raw
        },
    };
    for option in options.split(',').filter(|option| !option.is_empty()) {
        match option {
            "v2" => request.protocol = ShellProtocol::V2,
            "raw" => request.terminal = Terminal::Raw,
            "pty" => request.terminal = Terminal::Pty,
            term if term.starts_with("TERM=") => {}
            _ => return None,
        }
    }
    Some(Service::Shell(request))
}

/// Serves a stream until it ends.
pub(super) fn run(service: Service, stream: &Stream, phone: &Arc<AdbPhone>) {
    // Whoever is at the other end may leave at any time, and that ends the service as well.
    let _ = match service {
        Service::Shell(request) => {
            run_shell(&request, stream, phone);
            Ok(())
        }
        Service::Sync => sync::run(&mut stream.clone(), &mut stream.clone(), phone),
        Service::Line(line) => stream.clone().write_all(line.as_bytes()),
    };
}

fn run_shell(request: &ShellRequest, stream: &Stream, phone: &Arc<AdbPhone>) {
    let terminal = request.terminal;
    let sink = |kind: Kind| {
        let to = stream.clone();
        match request.protocol {
            ShellProtocol::Bare => Sink::new(LineWriter { to, terminal }),
            ShellProtocol::V2 => {
                let to = shell_v2::PacketWriter::new(to, kind);
                Sink::new(LineWriter { to, terminal })
            }
        }
    };
    let io = Io {
        stdin: match request.protocol {
            ShellProtocol::Bare => Source::new(stream.clone()),
            ShellProtocol::V2 => Source::new(shell_v2::StdinReader::new(stream.clone())),
        },
        out: sink(Kind::Stdout),
        // A terminal has one output only.
        err: match terminal {
            Terminal::Raw => sink(Kind::Stderr),
            Terminal::Pty => sink(Kind::Stdout),
        },
    };
    let watched = stream.clone();
    let mut shell = Shell::new(phone, Rc::new(move || watched.is_closed()));
    let status = match request.command.as_str() {
        "" => run_lines(&mut shell, &io, terminal).ok(),
        command => shell.run(command, &io),
    };
    if let (Some(status), ShellProtocol::V2) = (status, request.protocol) {
        // Whoever asked may be gone.
        let _ = shell_v2::write_exit(&mut stream.clone(), status);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shells_are_asked_for_in_three_ways() {
        use ShellProtocol::{Bare, V2};
        for (name, command, protocol, terminal) in [
            ("shell:ls -l: x", "ls -l: x", Bare, Terminal::Raw),
            (
                "shell,v2,TERM=xterm-256color,raw:id",
                "id",
                V2,
                Terminal::Raw,
            ),
            ("shell,v2,pty:", "", V2, Terminal::Pty),
            ("exec:screencap -p", "screencap -p", Bare, Terminal::Raw),
        ] {
            let request = ShellRequest {
                command: command.to_owned(),
                protocol,
                terminal,
            };
            assert_eq!(find(name), Some(Service::Shell(request)), "{name}");
        }
    }

    #[test]
    fn what_the_phone_does_not_have_is_no_service() {
        for name in " reboot: framebuffer: tcp:80 localabstract:x shell,v3:ls jdwp".split(' ') {
            assert_eq!(find(name), None, "{name}");
        }
    }
}
