//! Reading and writing compiled files.

mod event_log;
mod json;
mod skill;
mod skill_wire;

pub use crate::screen::sha256_hex;
pub use event_log::{EventLogError, decode_record, encode_record};
pub use skill::{CodecError, SKILL_VERSION, decode_skill, encode_skill, program_of};
