//! Feeds changed dumps to the parser: `cargo run --release -p retap-drivers --example fuzz_dumps -- 1000000`.
//!
//! A dump is read with something in it or refused with a reason; anything else panics here.

#![allow(clippy::unwrap_used, reason = "finding a panic is the purpose")]
#![allow(clippy::print_stdout, reason = "this is a program")]

#[path = "../../sim/tests/it/seeded_random.rs"]
mod seeded_random;

use std::path::Path;

use retap_drivers::android::read_tree;
use retap_model::geometry::Size;
use seeded_random::SeededRandom;

/// Pieces that a change puts somewhere.
const PIECES: [&[u8]; 22] = [
    b"<",
    b">",
    b"/>",
    b"</node>",
    b"<node ",
    b"<hierarchy>",
    b"</hierarchy>",
    b"<displays>",
    b"<window ",
    b"<display id=\"0\">",
    b"\"",
    b"'",
    b"=",
    b"&#55357;",
    b"&#56832;",
    b"&",
    b"[-1,2][3,4]",
    b"bounds=\"",
    b"\xf0\x9f",
    b"\xff",
    b"<!--",
    b"rotation=\"3\"",
];

fn main() {
    let wanted = std::env::args().nth(1).and_then(|count| count.parse().ok());
    let count: u64 = wanted.unwrap_or(1_000_000);
    let dumps = dumps();
    let mut random = SeededRandom(0x9e37_79b9_7f4a_7c15);
    let (mut read, mut refused) = (0_u64, 0_u64);
    for _ in 0..count {
        let mut dump = dumps[random.below(dumps.len())].clone();
        for _ in 0..=random.below(6) {
            change(&mut dump, &mut random);
        }
        match read_tree(&dump, Size::new(1080.0, 2400.0)) {
            Ok(tree) => {
                assert!(!tree.elements.is_empty());
                let parents = tree.elements.iter().map(|element| element.parent);
                assert!(
                    parents
                        .enumerate()
                        .all(|(index, parent)| parent.is_none_or(|it| it < index))
                );
                read += 1;
            }
            Err(error) => {
                assert!(error.is_transient(), "{error}");
                refused += 1;
            }
        }
    }
    println!("{count} dumps: {read} read, {refused} refused");
}

fn dumps() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/uiautomator");
    let entries = std::fs::read_dir(folder).unwrap();
    let paths = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file());
    paths.map(|path| std::fs::read(path).unwrap()).collect()
}

fn change(dump: &mut Vec<u8>, random: &mut SeededRandom) {
    if dump.is_empty() {
        return;
    }
    let at = random.below(dump.len());
    let piece = PIECES[random.below(PIECES.len())];
    let end = (at + random.below(300)).min(dump.len());
    match random.below(6) {
        0 => dump[at] = random.below(256) as u8,
        1 => dump.truncate(at),
        2 => drop(dump.splice(at..at, piece.iter().copied())),
        3 => drop(dump.drain(at..end)),
        4 => {
            let copy = dump[at..end].to_vec();
            let to = random.below(dump.len());
            drop(dump.splice(to..to, copy));
        }
        _ => drop(dump.splice(at..end, piece.iter().copied())),
    }
}
