//! Sends input and output of a command elsewhere.

use super::super::files::full_path;
use super::super::pipe::{FileSink, FileStart, Sink, Source};
use super::run::{Io, Leave, Shell};
use super::tree::{Redirect, RedirectTo, Word};

/// Why a command is not run: a file it needs could not be opened, which was said.
pub(super) struct NotOpened;

impl Shell {
    /// Returns `io` with the redirections of a command made, in order.
    pub(super) fn redirected(
        &mut self,
        redirects: &[Redirect],
        io: &Io,
    ) -> Result<Result<Io, NotOpened>, Leave> {
        let mut changed = io.clone();
        for redirect in redirects {
            let opened = match &redirect.to {
                RedirectTo::Read(word) => self.open_to_read(word, io)?.map(|source| {
                    changed.stdin = source;
                }),
                RedirectTo::Write(word) => {
                    let sink = self.open_to_write(word, FileStart::Empty, io)?;
                    sink.map(|sink| changed.set(redirect.from, sink))
                }
                RedirectTo::Append(word) => {
                    let sink = self.open_to_write(word, FileStart::Append, io)?;
                    sink.map(|sink| changed.set(redirect.from, sink))
                }
                RedirectTo::WriteBoth(word) => {
                    let sink = self.open_to_write(word, FileStart::Empty, io)?;
                    sink.map(|sink| {
                        changed.set(1, sink.clone());
                        changed.set(2, sink);
                    })
                }
                RedirectTo::Same(word) => {
                    let other = self.text(word, io)?;
                    let sink = changed.get(&other);
                    sink.into_iter()
                        .for_each(|sink| changed.set(redirect.from, sink));
                    Some(())
                }
            };
            if opened.is_none() {
                return Ok(Err(NotOpened));
            }
        }
        Ok(Ok(changed))
    }

    fn open_to_read(&mut self, word: &Word, io: &Io) -> Result<Option<Source>, Leave> {
        let name = self.text(word, io)?;
        if name == "/dev/null" {
            return Ok(Some(Source::of(Vec::new())));
        }
        let path = full_path(&self.folder, &name);
        let bytes = self.phone.state().files.read(&path).map(<[u8]>::to_vec);
        match bytes {
            Ok(bytes) => Ok(Some(Source::of(bytes))),
            Err(error) => {
                self.print_error(&format!("can't open {name}: {error}"), io)?;
                Ok(None)
            }
        }
    }

    fn open_to_write(
        &mut self,
        word: &Word,
        start: FileStart,
        io: &Io,
    ) -> Result<Option<Sink>, Leave> {
        let name = self.text(word, io)?;
        match name.as_str() {
            "/dev/null" => return Ok(Some(Sink::null())),
            "/dev/tty" | "/dev/stdout" | "/proc/self/fd/1" => return Ok(Some(io.out.clone())),
            "/dev/stderr" => return Ok(Some(io.err.clone())),
            _ => {}
        }
        let path = full_path(&self.folder, &name);
        match FileSink::open(&self.phone, &path, start) {
            Ok(sink) => Ok(Some(Sink::new(sink))),
            Err(error) => {
                self.print_error(&format!("can't create {name}: {error}"), io)?;
                Ok(None)
            }
        }
    }
}

impl Io {
    fn set(&mut self, number: u8, sink: Sink) {
        match number {
            1 => self.out = sink,
            2 => self.err = sink,
            _ => {}
        }
    }

    fn get(&self, number: &str) -> Option<Sink> {
        match number {
            "1" => Some(self.out.clone()),
            "2" => Some(self.err.clone()),
            "-" => Some(Sink::null()),
            _ => None,
        }
    }
}
