//! The MCP server: async towards clients, blocking towards devices, one thread a device.
//!
//! Not here: how to find, act, wait or judge, which is the engine; and async is nowhere else.

mod act_history;
mod active_work;
mod agent_step;
mod answer;
mod args;
mod call;
mod client;
mod compat;
mod device_locks;
mod device_session;
mod device_thread;
mod envelope;
mod field_list;
mod http;
mod http_presence;
mod http_strangers;
mod log_text;
mod notifications;
mod outline;
mod panic_guard;
mod prompts;
mod registry;
mod reply;
mod resources;
#[cfg(test)]
mod round_trips;
mod run_notes;
mod schema;
mod server;
mod skill_tool;
mod stdio;
mod tool_spec;
mod tools;

pub(crate) use active_work::ActiveWork;
pub(crate) use client::Host;
pub(crate) use device_locks::DeviceLocks;
pub(crate) use http::{HttpOptions, serve_http};
pub(crate) use notifications::Notifier;
pub(crate) use registry::{Profile, operations_of_tools, tools_of};
pub(crate) use skill_tool::{SKILL_TOOL, tool_name};
pub(crate) use stdio::{run, serve_pipes, serve_stdio};
pub(crate) use tool_spec::{ToolSpec, denial_of_step};

// What nearly every tool is written with.
use agent_step::{ActResult, AgentStep};
use args::Args;
use call::{Call, ToolCall};
use client::Client;
use device_session::DeviceSession;
use reply::{Answer, Refusal, Reply};
