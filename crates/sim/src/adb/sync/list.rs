//! The facts known about files, in both forms of the protocol.

use super::super::files::{FileError, Node, file_name};
use super::super::phone::AdbPhone;

/// The number of the user `shell`.
const SHELL_USER: u32 = 2000;
/// How many bytes an entry of a list has before its name.
const ENTRY_V1: usize = 20;
const ENTRY_V2: usize = 76;

/// Answers `STAT`: zeros for what does not exist.
pub(super) fn stat_v1(path: &str, phone: &AdbPhone) -> Vec<u8> {
    let state = phone.state();
    [b"STAT".to_vec(), words_v1(state.files.get(path).ok())].concat()
}

/// Answers `STA2` and `LST2`: with the number of the error for what does not exist.
pub(super) fn stat_v2(id: &[u8; 4], path: &str, phone: &AdbPhone) -> Vec<u8> {
    let state = phone.state();
    [id.to_vec(), words_v2(path, state.files.get(path))].concat()
}

/// Answers `LIST`.
pub(super) fn list_v1(path: &str, phone: &AdbPhone) -> Vec<u8> {
    let state = phone.state();
    let mut answer = Vec::new();
    for (name, node) in listed(state.files.list(path)) {
        answer.extend_from_slice(b"DENT");
        answer.extend(words_v1(Some(node)));
        add_name(&mut answer, name);
    }
    add_end(&mut answer, ENTRY_V1);
    answer
}

/// Answers `LIS2`.
pub(super) fn list_v2(path: &str, phone: &AdbPhone) -> Vec<u8> {
    let state = phone.state();
    let mut answer = Vec::new();
    for (name, node) in listed(state.files.list(path)) {
        answer.extend_from_slice(b"DNT2");
        answer.extend(words_v2(&format!("{path}/{name}"), Ok(node)));
        add_name(&mut answer, name);
    }
    add_end(&mut answer, ENTRY_V2);
    answer
}

fn listed<'a>(found: Result<Vec<(&'a str, &'a Node)>, FileError>) -> Vec<(&'a str, &'a Node)> {
    found.unwrap_or_default()
}

fn add_name(answer: &mut Vec<u8>, name: &str) {
    let name = file_name(name);
    let length = u32::try_from(name.len()).unwrap_or_default();
    answer.extend_from_slice(&length.to_le_bytes());
    answer.extend_from_slice(name.as_bytes());
}

fn add_end(answer: &mut Vec<u8>, length: usize) {
    let start = answer.len();
    answer.extend_from_slice(b"DONE");
    answer.resize(start + length, 0);
}

fn words_v1(node: Option<&Node>) -> Vec<u8> {
    let words = node.map_or([0; 3], |node| {
        let size = u32::try_from(node.size()).unwrap_or(u32::MAX);
        let changed = u32::try_from(node.changed).unwrap_or(u32::MAX);
        [node.mode(), size, changed]
    });
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn words_v2(path: &str, node: Result<&Node, FileError>) -> Vec<u8> {
    let error = node.err().map_or(0, FileError::number);
    let mut bytes = error.to_le_bytes().to_vec();
    let Ok(node) = node else {
        bytes.resize(68, 0);
        return bytes;
    };
    let add = |hash: u64, byte: u8| hash.wrapping_mul(0x0100_0000_01b3) ^ u64::from(byte);
    let number = path.bytes().fold(0xcbf2_9ce4_8422_2325, add);
    let device = 66u64;
    bytes.extend_from_slice(&device.to_le_bytes());
    bytes.extend_from_slice(&number.to_le_bytes());
    for word in [node.mode(), 1, SHELL_USER, SHELL_USER] {
        bytes.extend_from_slice(&word.to_le_bytes());
    }
    let size = node.size() as u64;
    for word in [size, node.changed, node.changed, node.changed] {
        bytes.extend_from_slice(&word.to_le_bytes());
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_as_long_as_adb_expects() {
        let node = Node {
            bytes: Some(vec![1, 2, 3]),
            permissions: 0o660,
            changed: 7,
        };
        assert_eq!(words_v1(Some(&node)).len(), 12);
        assert_eq!(words_v2("/x", Ok(&node)).len(), 68);
        assert_eq!(words_v2("/x", Err(FileError::NotFound))[..4], [2, 0, 0, 0]);
        assert_eq!(words_v2("/x", Err(FileError::NotFound)).len(), 68);
    }
}
