//! Reading and writing compiled files and event logs; programs outside know neither form of files.
//!
//! Not here: what a program means; and no wire type is seen outside.

mod error;
mod event_log;
mod form;
mod json;
mod own_step_wire;
mod pin;
mod scenario;
mod screens;
mod skill;

pub use crate::screen::sha256_hex;
pub use error::CodecError;
pub use event_log::{EventLogError, decode_record, encode_record};
pub use form::{CompiledForm, decode, encode, form_of};
