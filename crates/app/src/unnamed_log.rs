//! The events of runs that nobody keeps, for the reports of their command: in a file without a name, since a suite of
//! any size does not fit into memory, and which the system removes however the process ends.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write as _};
use std::ops::Range;
use std::os::unix::fs::OpenOptionsExt as _;
use std::sync::atomic::{AtomicU32, Ordering};

use retap_model::codec::encode_record;
use retap_model::event::{EventSink, Record};

use crate::kept_runs::LogPart;
use crate::terminal::talkln;
use crate::writing::LOG;

/// The events of all runs of a command, and where those of each are.
#[derive(Debug, Default)]
pub(crate) struct UnnamedLog {
    /// Opened by the first event.
    out: Option<BufWriter<File>>,
    length: u64,
    /// From the first event of each run to its last; others may be in between.
    parts: BTreeMap<String, Range<u64>>,
    is_broken: bool,
}

impl UnnamedLog {
    /// Returns the part that has the events of a run; nothing where there are none.
    pub(crate) fn part_of(&mut self, run: &str) -> Option<LogPart> {
        let bytes = self.parts.get(run)?.clone();
        let out = self.out.as_mut()?;
        out.flush().ok()?;
        Some(LogPart::unnamed(out.get_ref().try_clone().ok()?, bytes))
    }

    fn write(&mut self, record: &Record) -> io::Result<()> {
        let out = match &mut self.out {
            Some(out) => out,
            none => none.insert(BufWriter::new(create()?)),
        };
        let line = encode_record(record) + "\n";
        out.write_all(line.as_bytes())?;
        let begins = self.length;
        self.length += line.len() as u64;
        let part = self.parts.entry(record.run.clone());
        part.or_insert(begins..begins).end = self.length;
        Ok(())
    }
}

impl EventSink for UnnamedLog {
    fn event(&mut self, record: &Record) {
        if self.is_broken {
            return;
        }
        if let Err(error) = self.write(record) {
            self.is_broken = true;
            let folder = std::env::temp_dir();
            let folder = folder.display();
            talkln!(
                "warning: reports will not show every step: cannot write in `{folder}`: {error}"
            );
        }
    }

    fn evidence(&mut self, _run: &str, _file: &str, _bytes: &[u8]) {}
}

/// Makes a file that only its owner may read and takes its name away again.
fn create() -> io::Result<File> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    loop {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!(".{LOG}.{}.{number}.tmp", std::process::id());
        let path = std::env::temp_dir().join(name);
        // Whoever reads has a place of its own in it; what is written goes to the end all the same.
        let mut options = OpenOptions::new();
        match options
            .read(true)
            .append(true)
            .create_new(true)
            .mode(0o600)
            .open(&path)
        {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
            Ok(file) => return fs::remove_file(&path).map(|()| file),
        }
    }
}
