//! The engine: look, locate, act, verify.
//!
//! One executor runs drafts and compiled programs alike; they differ by their pins. It drives a
//! [`Device`](retap_model::device::Device) and speaks through events. Not here: platforms,
//! files, AI, reports.

mod act;
mod after_answer;
mod answer;
mod beyond;
mod context;
mod device_link;
mod dismissal_writes;
mod effects;
mod engine;
mod field_place;
mod find;
mod held_secrets;
mod interruption;
mod kept_text;
mod layer_answer;
mod led_to_next;
mod messages;
mod options;
mod own_texts;
mod parts;
mod picture;
mod reading_order;
mod recall;
mod row_gain;
mod run;
mod safe_name;
mod same_thing;
mod screen_cache;
mod signals;
mod step;
mod stop;
mod unlearned_writes;
mod wait;

pub use engine::{Engine, NotSeen, WatchResult, run};
pub use held_secrets::HeldSecrets;
pub use options::{Pictures, RunOptions, ScreenTexts, StopSignal};
pub use parts::{Cover, DeviceSource, Fact, NamedDevice, Observer, OpenDevice, Painter, Parts};
pub use run::RunReport;
