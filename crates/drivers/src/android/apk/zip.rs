//! One file out of a zip archive.

use std::io::{Read, Seek, SeekFrom};

use flate2::read::DeflateDecoder;

/// The most bytes that the list of files may have.
const LARGEST_LIST: u64 = 64 * 1024 * 1024;

/// The most bytes that the file may have.
const LARGEST_FILE: u64 = 16 * 1024 * 1024;

/// Length of the record at the end, and of the longest comment behind it.
const END: usize = 22;
const LONGEST_COMMENT: u64 = 65_535;

/// Lengths of the heads of files, in the list and before the file itself.
const LISTED: usize = 46;
const LOCAL: usize = 30;

/// Returns the bytes of the one file of this name; nothing where there is none, or several, or it cannot be
/// read.
pub(super) fn read_only(archive: &mut (impl Read + Seek), name: &str) -> Option<Vec<u8>> {
    let list = read_list(archive)?;
    let mut found = None;
    let mut rest = list.as_slice();
    while !rest.is_empty() {
        let (listed, behind) = Listed::parse(rest)?;
        if listed.name == name.as_bytes() && found.replace(listed).is_some() {
            return None;
        }
        rest = behind;
    }
    read_file(archive, &found?)
}

/// Reads the list of files, which stands at the end.
fn read_list(archive: &mut (impl Read + Seek)) -> Option<Vec<u8>> {
    let length = archive.seek(SeekFrom::End(0)).ok()?;
    let start = length.saturating_sub(END as u64 + LONGEST_COMMENT);
    let tail = read_at(archive, start, length - start)?;
    let mut places = (0..=tail.len().checked_sub(END)?).rev();
    let is_end = |at: &usize| {
        let comment = u16_at(&tail, at + 20).map(usize::from);
        tail[*at..].starts_with(b"PK\x05\x06") && comment == Some(tail.len() - at - END)
    };
    let end = &tail[places.find(is_end)?..];
    let (size, offset) = (u32_at(end, 12)?, u32_at(end, 16)?);
    let is_whole = u64::from(size) <= LARGEST_LIST && u64::from(offset) + u64::from(size) <= length;
    is_whole.then(|| read_at(archive, offset.into(), size.into()))?
}

/// A file as the list has it.
struct Listed<'l> {
    name: &'l [u8],
    method: u16,
    packed: u32,
    offset: u32,
}

impl<'l> Listed<'l> {
    /// Reads the first entry of a list, and returns what stands behind it.
    fn parse(list: &'l [u8]) -> Option<(Self, &'l [u8])> {
        if !list.starts_with(b"PK\x01\x02") {
            return None;
        }
        let long = |at: usize| u16_at(list, at).map(usize::from);
        let (name, extra, comment) = (long(28)?, long(30)?, long(32)?);
        let listed = Self {
            name: list.get(LISTED..LISTED + name)?,
            method: u16_at(list, 10)?,
            packed: u32_at(list, 20)?,
            offset: u32_at(list, 42)?,
        };
        Some((listed, list.get(LISTED + name + extra + comment..)?))
    }
}

fn read_file(archive: &mut (impl Read + Seek), listed: &Listed<'_>) -> Option<Vec<u8>> {
    let offset = u64::from(listed.offset);
    let head = read_at(archive, offset, LOCAL as u64)?;
    // The two heads of a file say the same, or nobody knows which of them is believed.
    let is_same = head.starts_with(b"PK\x03\x04")
        && u16_at(&head, 8)? == listed.method
        && usize::from(u16_at(&head, 26)?) == listed.name.len();
    let ahead = u64::from(u16_at(&head, 26)?) + u64::from(u16_at(&head, 28)?);
    let packed = u64::from(listed.packed);
    if !is_same || packed > LARGEST_FILE {
        return None;
    }
    let bytes = read_at(archive, offset + LOCAL as u64 + ahead, packed)?;
    match listed.method {
        0 => Some(bytes),
        8 => inflate(&bytes),
        _ => None,
    }
}

fn inflate(packed: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut unpacked = DeflateDecoder::new(packed).take(LARGEST_FILE + 1);
    unpacked.read_to_end(&mut bytes).ok()?;
    (bytes.len() as u64 <= LARGEST_FILE).then_some(bytes)
}

fn read_at(archive: &mut (impl Read + Seek), at: u64, length: u64) -> Option<Vec<u8>> {
    archive.seek(SeekFrom::Start(at)).ok()?;
    let mut bytes = Vec::new();
    archive.take(length).read_to_end(&mut bytes).ok()?;
    (bytes.len() as u64 == length).then_some(bytes)
}

pub(super) fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    let bytes = bytes.get(at..at.checked_add(2)?)?;
    Some(u16::from_le_bytes(bytes.try_into().ok()?))
}

pub(super) fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    let bytes = bytes.get(at..at.checked_add(4)?)?;
    Some(u32::from_le_bytes(bytes.try_into().ok()?))
}

#[cfg(test)]
pub(super) mod tests {
    use std::io::{Cursor, Write as _};

    use flate2::Compression;
    use flate2::write::DeflateEncoder;

    use super::*;

    /// Returns an archive of these files, every other one packed.
    pub(in super::super) fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
        let (mut archive, mut list) = (Vec::new(), Vec::new());
        for (number, (name, bytes)) in files.iter().enumerate() {
            let method: u16 = if number % 2 == 1 { 8 } else { 0 };
            let mut packer = DeflateEncoder::new(Vec::new(), Compression::default());
            packer.write_all(bytes).unwrap();
            let packed = match method {
                8 => packer.finish().unwrap(),
                _ => bytes.to_vec(),
            };
            // Version, flags, method, time, then the lengths: packed, whole, of the name and of what follows it.
            let mut head = vec![20, 0, 0, 0, method as u8, 0, 0, 0, 0, 0, 0, 0, 0, 0];
            let lengths = [packed.len(), bytes.len(), name.len()];
            head.extend(lengths.map(|length| (length as u32).to_le_bytes()).concat());
            let offset = (archive.len() as u32).to_le_bytes();
            archive.extend([b"PK\x03\x04", &head[..], name.as_bytes(), &packed].concat());
            list.extend([b"PK\x01\x02\x14\0", &head[..], &[0; 10], &offset].concat());
            list.extend(name.as_bytes());
        }
        let count = files.len() as u32;
        let end = [count << 16 | count, list.len() as u32, archive.len() as u32];
        let end = end.map(u32::to_le_bytes).concat();
        [
            archive,
            list,
            b"PK\x05\x06\0\0\0\0".to_vec(),
            end,
            vec![0, 0],
        ]
        .concat()
    }

    #[test]
    fn a_file_is_read_packed_or_not() {
        let archive = zip(&[("a", b"plain"), ("b", b"packed packed packed")]);
        let read = |name: &str| read_only(&mut Cursor::new(&archive), name);
        assert_eq!(read("a").unwrap(), b"plain");
        assert_eq!(read("b").unwrap(), b"packed packed packed");
        assert_eq!(read("c"), None);
    }

    #[test]
    fn a_file_whose_two_heads_differ_is_not_read() {
        let mut archive = zip(&[("a", b"plain")]);
        archive[8] = 8;
        assert_eq!(read_only(&mut Cursor::new(&archive), "a"), None);
    }
}
