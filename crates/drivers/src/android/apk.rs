//! Which app a package file is: the `package` of the manifest inside of an APK.
//!
//! Whoever must not touch an app asks before installing, so what is doubtful is not guessed at: a file that
//! two readers could read differently has no known package.

use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

use flate2::read::DeflateDecoder;

use crate::plain_file;

/// Where an APK says what it is.
const MANIFEST: &str = "AndroidManifest.xml";

/// Kinds of chunks: the file itself, its texts, and the start of an element.
const FILE: u16 = 0x0003;
const TEXTS: u16 = 0x0001;
const ELEMENT: u16 = 0x0102;

/// The kind of a value that is a text, and a text that is none.
const IS_TEXT: u8 = 0x03;
const NO_TEXT: u32 = u32::MAX;

/// In the head of the texts: they are UTF-8.
const UTF8: u32 = 1 << 8;

/// Returns the package that an APK would be installed as; nothing where that cannot be told.
pub fn package_of(apk: &Path) -> Option<String> {
    package_in_archive(&mut plain_file::open(apk).ok()?)
}

/// Returns the same of an APK that is open already.
#[doc(hidden)]
pub fn package_in_archive(archive: &mut (impl Read + Seek)) -> Option<String> {
    package_in(&read_only(archive, MANIFEST)?)
}

fn package_in(manifest: &[u8]) -> Option<String> {
    if u16_at(manifest, 0)? != FILE {
        return None;
    }
    let mut rest = manifest.get(usize::from(u16_at(manifest, 2)?)..)?;
    let mut texts = None;
    loop {
        let (kind, size) = (u16_at(rest, 0)?, u32_at(rest, 4)? as usize);
        let chunk = rest.get(..size).filter(|chunk| chunk.len() >= 8)?;
        match kind {
            TEXTS if texts.is_none() => texts = Some(Texts(chunk)),
            // The first element is the manifest itself, and no other one counts.
            ELEMENT => return package_named(chunk, &texts?),
            _ => {}
        }
        rest = &rest[size..];
    }
}

/// Returns what the `package` of an element is.
fn package_named(chunk: &[u8], texts: &Texts<'_>) -> Option<String> {
    let body = chunk.get(usize::from(u16_at(chunk, 2)?)..)?;
    if texts.get(u32_at(body, 4)?)? != "manifest" {
        return None;
    }
    let (start, size) = (u16_at(body, 8)?, u16_at(body, 10)?);
    let count = u16_at(body, 12)?;
    let mut found = None;
    for number in 0..usize::from(count) {
        let attribute = body.get(usize::from(start) + number * usize::from(size)..)?;
        let is_package = texts.get(u32_at(attribute, 4)?)? == "package";
        let has_namespace = u32_at(attribute, 0)? != NO_TEXT;
        if !is_package || has_namespace {
            continue;
        }
        let is_text = *attribute.get(15)? == IS_TEXT;
        let value = texts.get(u32_at(attribute, 16)?).filter(|_| is_text)?;
        if found.replace(value).is_some() {
            return None;
        }
    }
    found.filter(|package| !package.is_empty())
}

/// The texts of a file, by their numbers.
struct Texts<'m>(&'m [u8]);

impl Texts<'_> {
    fn get(&self, number: u32) -> Option<String> {
        let head = usize::from(u16_at(self.0, 2)?);
        let (count, flags, start) = (u32_at(self.0, 8)?, u32_at(self.0, 16)?, u32_at(self.0, 20)?);
        if number >= count {
            return None;
        }
        let place = u32_at(self.0, head + number as usize * 4)?;
        let text = self.0.get(start as usize..)?.get(place as usize..)?;
        match flags & UTF8 {
            0 => utf16(text),
            _ => utf8(text),
        }
    }
}

/// Reads a text behind its length: one unit, or two where the first says so by its highest bit.
fn utf16(text: &[u8]) -> Option<String> {
    let first = usize::from(u16_at(text, 0)?);
    let (length, start): (usize, usize) = match first & 0x8000 {
        0 => (first, 2),
        _ => ((first & 0x7fff) << 16 | usize::from(u16_at(text, 2)?), 4),
    };
    let bytes = text.get(start..start.checked_add(length.checked_mul(2)?)?)?;
    let units = bytes
        .chunks_exact(2)
        .map(|unit| u16::from_le_bytes([unit[0], unit[1]]));
    String::from_utf16(&units.collect::<Vec<_>>()).ok()
}

/// Reads a text behind its two lengths, in characters and in bytes, each of one or two bytes.
fn utf8(text: &[u8]) -> Option<String> {
    let wide = |at: usize| Some(*text.get(at)? & 0x80 != 0);
    let at = if wide(0)? { 2 } else { 1 };
    let first = usize::from(*text.get(at)?);
    let (length, start) = match wide(at)? {
        false => (first, at + 1),
        true => {
            let second = usize::from(*text.get(at + 1)?);
            ((first & 0x7f) << 8 | second, at + 2)
        }
    };
    String::from_utf8(text.get(start..start.checked_add(length)?)?.to_vec()).ok()
}

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
fn read_only(archive: &mut (impl Read + Seek), name: &str) -> Option<Vec<u8>> {
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

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    let bytes = bytes.get(at..at.checked_add(2)?)?;
    Some(u16::from_le_bytes(bytes.try_into().ok()?))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    let bytes = bytes.get(at..at.checked_add(4)?)?;
    Some(u32::from_le_bytes(bytes.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write as _};

    use flate2::Compression;
    use flate2::write::DeflateEncoder;

    use super::*;

    /// The other way to write the texts of a manifest.
    const UTF16: u32 = 0;

    fn chunk(kind: u16, head: &[u8], body: &[u8]) -> Vec<u8> {
        let mut chunk = kind.to_le_bytes().to_vec();
        chunk.extend((8 + head.len() as u16).to_le_bytes());
        chunk.extend((8 + head.len() as u32 + body.len() as u32).to_le_bytes());
        chunk.extend(head);
        chunk.extend(body);
        chunk
    }

    fn numbers(all: &[u32]) -> Vec<u8> {
        all.iter().flat_map(|one| one.to_le_bytes()).collect()
    }

    fn texts(all: &[&str], flags: u32) -> Vec<u8> {
        let (mut places, mut bytes) = (Vec::new(), Vec::new());
        for text in all {
            places.push(bytes.len() as u32);
            if flags == UTF8 {
                bytes.extend([text.len() as u8, text.len() as u8]);
                bytes.extend(text.as_bytes());
                bytes.push(0);
            } else {
                bytes.extend((text.len() as u16).to_le_bytes());
                bytes.extend(text.encode_utf16().flat_map(u16::to_le_bytes));
                bytes.extend([0, 0]);
            }
        }
        bytes.resize(bytes.len().next_multiple_of(4), 0);
        let start = 28 + 4 * all.len() as u32;
        let head = numbers(&[all.len() as u32, 0, flags, start, 0]);
        chunk(TEXTS, &head, &[numbers(&places), bytes].concat())
    }

    /// Returns an attribute: namespace, name, raw value, then a typed value that is a text.
    fn attribute(namespace: u32, name: u32, value: u32) -> Vec<u8> {
        numbers(&[namespace, name, value, 0x0300_0008, value])
    }

    fn element(name: u32, attributes: &[Vec<u8>]) -> Vec<u8> {
        let mut body = numbers(&[NO_TEXT, name, 0x0014_0014, attributes.len() as u32, 0]);
        body.extend(attributes.concat());
        chunk(ELEMENT, &numbers(&[1, NO_TEXT]), &body)
    }

    /// Returns a manifest of this package, with an attribute of another namespace before it.
    fn manifest(package: &str, flags: u32) -> Vec<u8> {
        let decoy = "org.example.decoy";
        let all = ["android", "package", "manifest", package, decoy];
        let decoy = attribute(0, 1, 4);
        let chunks = [
            texts(&all, flags),
            chunk(0x0180, &[], &numbers(&[0x0101_021b])),
            chunk(0x0100, &numbers(&[1, NO_TEXT]), &numbers(&[0, 0])),
            element(2, &[decoy, attribute(NO_TEXT, 1, 3)]),
        ];
        chunk(FILE, &[], &chunks.concat())
    }

    #[test]
    fn the_package_is_read_from_either_kind_of_text() {
        for flags in [UTF8, UTF16] {
            let bytes = manifest("org.example.bank", flags);
            let read = package_in(&bytes);
            assert_eq!(read.as_deref(), Some("org.example.bank"), "{flags}");
        }
        assert_eq!(package_in(b"<manifest package='a.b'/>"), None);
        assert_eq!(package_in(&[]), None);
    }

    #[test]
    fn two_packages_are_none() {
        let named = texts(&["package", "manifest", "a.b", "c.d"], UTF8);
        let twice = [attribute(NO_TEXT, 0, 2), attribute(NO_TEXT, 0, 3)];
        let bytes = chunk(FILE, &[], &[named, element(1, &twice)].concat());
        assert_eq!(package_in(&bytes), None);
    }

    fn package(name: &str, bytes: &[u8]) -> Option<String> {
        let path = std::env::temp_dir().join(format!("retap-{}-{name}.apk", std::process::id()));
        std::fs::write(&path, bytes).unwrap();
        let package = package_of(&path);
        std::fs::remove_file(path).unwrap();
        package
    }

    #[test]
    fn an_apk_says_its_package_and_what_is_none_does_not() {
        let bytes = manifest("org.example.bank", UTF16);
        let apk = zip(&[("classes.dex", b"dex"), (MANIFEST, &bytes)]);
        assert_eq!(package("right", &apk).as_deref(), Some("org.example.bank"));
        let other = zip(&[("classes.dex", b"dex")]);
        assert_eq!(package("without", &other), None);
        assert_eq!(package("text", b"app: Notes"), None);
        assert_eq!(package_of(Path::new("/nowhere.apk")), None);
    }

    /// Which of two manifests counts is up to who reads them.
    #[test]
    fn two_manifests_are_none() {
        let one = manifest("org.example.one", UTF8);
        let two = manifest("org.example.two", UTF8);
        let apk = zip(&[(MANIFEST, &one), (MANIFEST, &two)]);
        assert_eq!(package("two", &apk), None);
    }

    #[test]
    fn no_bytes_bring_the_reader_down() {
        let bytes = manifest("org.example.bank", UTF8);
        let apk = zip(&[(MANIFEST, &bytes)]);
        for place in 0..apk.len() {
            for byte in [0, 1, 0x7f, 0xff] {
                let mut broken = apk.clone();
                broken[place] = byte;
                let mut read = Cursor::new(&broken);
                let _ = read_only(&mut read, MANIFEST).map(|bytes| package_in(&bytes));
            }
            let mut read = Cursor::new(&apk[..place]);
            assert_eq!(read_only(&mut read, MANIFEST), None, "{place}");
        }
    }

    /// Returns an archive of these files, every other one packed.
    fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
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
