//! The web driver against a real Chromium and pages served here.

mod acts;
mod browsers;
mod kit;
mod overlays;
mod pages;
mod reading;
mod server;
