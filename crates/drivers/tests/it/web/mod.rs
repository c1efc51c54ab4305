//! The web driver against a real Chromium and pages served here.

mod actionable;
mod acts;
mod aim;
mod blocked;
mod broken;
mod browsers;
mod enter;
mod fonts;
mod frames;
mod kit;
mod overlays;
mod pages;
mod passwords;
mod reading;
mod records;
mod restless;
mod server;
mod signals;
mod sites;
mod storage;
mod uploads;
mod waits;
