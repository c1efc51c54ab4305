//! The MCP server from outside: by hand-written messages.

mod abilities;
mod adb;
mod attack;
mod budget;
mod do_steps;
mod full;
mod fuzz;
mod guesses;
mod held_fields;
mod http;
mod http_client;
mod install;
mod keep;
mod keep_odd;
mod kit;
mod limits;
mod links;
mod notices;
mod permissions;
mod protocol;
mod reach;
mod resources;
mod secrets;
mod signals;
mod tools;
mod web;
