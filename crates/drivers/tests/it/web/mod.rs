//! The web driver against a real Chromium and pages served here.

mod acts;
mod kit;
mod overlays;
mod pages;
mod reading;
mod server;
