//! The binary and what other people wrote: their clients drive it, it does tasks on their pages and in their application.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "in a test a panic is the message, and the environment is the one under test"
)]

mod clients;
mod django;
#[path = "../../../sim/tests/it/free_port.rs"]
mod free_port;
#[path = "../harness/http_server.rs"]
#[allow(dead_code, reason = "shared with the other binary of tests")]
mod http_server;
mod miniwob;
#[path = "../../../sim/tests/it/missing_tool.rs"]
mod missing_tool;
#[path = "../harness/project.rs"]
#[allow(dead_code, reason = "shared with the other binary of tests")]
mod project;
#[path = "../harness/served.rs"]
#[allow(dead_code, reason = "shared with the other binary of tests")]
mod served;
#[path = "../harness/site.rs"]
#[allow(dead_code, reason = "shared with the other binary of tests")]
mod site;
