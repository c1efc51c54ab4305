//! The MCP server: async towards clients, blocking towards devices, one thread a device.

mod args;
mod at_work;
mod call;
mod client;
mod compiling;
mod deed;
mod desk;
mod device_thread;
mod element_ids;
mod envelope;
mod film;
mod holds;
mod http;
mod http_presence;
mod keep;
mod kept_skill;
mod live_policy;
mod log_book;
mod notices;
mod outline;
mod paced_clock;
mod prompts;
mod reply;
mod resources;
mod ring;
#[cfg(test)]
mod round_trips;
mod server;
mod skill_tool;
mod stamps;
mod stdio;
mod table;
mod tools;
mod uri;

pub(crate) use at_work::AtWork;
pub(crate) use client::Host;
pub(crate) use holds::{Holds, holds_folder};
pub(crate) use http::{HttpOptions, serve_http};
pub(crate) use live_policy::LivePolicy;
pub(crate) use notices::Notices;
pub(crate) use stdio::serve_stdio;
pub(crate) use table::{Profile, tools_of};
