//! The checksum by which a compiled file shows that nobody edited it.

use serde_json::Value;

use crate::screen::sha256_hex;

use super::error::CodecError;

/// Adds the checksum, under `retap`, to a file that is otherwise complete.
///
/// `time` is the path to the time of compiling, which is no part of the sum: compiling again
/// later gives the same one.
pub(super) fn seal(file: &mut Value, time: &[&str]) {
    let sum = sum_of(file, time);
    file["retap"]["checksum"] = Value::String(sum);
}

/// Returns an error when the file is not the one that had this checksum.
pub(super) fn check(file: &Value, time: &[&str], expected: &str) -> Result<(), CodecError> {
    if sum_of(file, time) == expected {
        Ok(())
    } else {
        Err(CodecError::Edited)
    }
}

fn sum_of(file: &Value, time: &[&str]) -> String {
    let mut file = file.clone();
    remove(&mut file, &["retap", "checksum"]);
    remove(&mut file, time);
    sha256_hex(file.to_string().as_bytes())
}

fn remove(value: &mut Value, path: &[&str]) {
    let Some(fields) = value.as_object_mut() else {
        return;
    };
    match path {
        [] => {}
        [name] => {
            fields.remove(*name);
        }
        [name, rest @ ..] => {
            if let Some(inner) = fields.get_mut(*name) {
                remove(inner, rest);
            }
        }
    }
}
