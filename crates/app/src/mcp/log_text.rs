//! The event log of a run as one text: whole while it is short, else how it begins and how it ends.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::ops::Range;

use retap_model::codec::{decode_record, encode_record};
use retap_model::event::{Event, Record};

use crate::files::text;
use crate::run_folder::EVENTS;

/// How many bytes of a log are told: an answer is in memory whole, and so it is for whoever asks.
const MOST_BYTES: u64 = 1 << 20;

/// Returns the lines of a run's log. The middle of a long one is left out, which an event in its place says.
pub(super) fn log_text(run: &str, mut log: File) -> io::Result<String> {
    let length = log.metadata()?.len();
    if length <= MOST_BYTES {
        return text(read_part(&mut log, 0..MOST_BYTES)?);
    }
    let mut first = read_part(&mut log, 0..MOST_BYTES / 2)?;
    first.truncate(first.iter().rposition(is_newline).map_or(0, |at| at + 1));
    // The byte before says whether a line begins there.
    let mut latest = read_part(&mut log, length - MOST_BYTES / 2 - 1..length)?;
    let begins = latest.iter().position(is_newline);
    latest.drain(..begins.map_or(latest.len(), |at| at + 1));
    let told = (first.len() + latest.len()) as u64;
    let (first, latest) = (text(first)?, text(latest)?);
    let left_out = left_out(run, &first, length.saturating_sub(told));
    Ok(format!("{first}{left_out}\n{latest}"))
}

fn is_newline(byte: &u8) -> bool {
    *byte == b'\n'
}

fn read_part(log: &mut File, bytes: Range<u64>) -> io::Result<Vec<u8>> {
    let mut part = Vec::new();
    log.seek(SeekFrom::Start(bytes.start))?;
    log.take(bytes.end - bytes.start).read_to_end(&mut part)?;
    Ok(part)
}

/// Returns the event that stands for what was left out, at the time of the one before it.
fn left_out(run: &str, first: &str, bytes: u64) -> String {
    let before = first.lines().next_back();
    let before = before.and_then(|line| decode_record(line).ok());
    encode_record(&Record {
        run: run.to_owned(),
        at_ms: before.map_or(0, |record| record.at_ms),
        event: Event::Warned {
            message: format!(
                "{bytes} bytes of events are left out here; `.retap/runs/{run}/{EVENTS}` has them all"
            ),
        },
    })
}
