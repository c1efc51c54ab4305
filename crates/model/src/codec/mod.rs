//! Reading and writing compiled files.

mod check_wire;
mod checksum;
mod error;
mod event_log;
mod form;
mod json;
mod own_step_wire;
mod pin_wire;
mod scenario;
mod scenario_wire;
mod skill;
mod skill_wire;
mod strategy_wire;

pub use crate::screen::sha256_hex;
pub use error::CodecError;
pub use event_log::{EventLogError, decode_record, encode_record};
pub use form::{Form, form_of};
pub use scenario::{SCENARIO_VERSION, decode_scenario, encode_scenario};
pub use skill::{SKILL_VERSION, decode_skill, encode_skill, program_of};
