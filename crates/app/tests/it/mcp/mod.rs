//! The MCP server from outside: by hand-written messages, and by the official clients.

mod budget;
mod clients;
mod full;
mod fuzz;
mod http;
mod install;
mod keep;
mod kit;
mod permissions;
mod protocol;
mod tools;
mod web;
