//! The fuzzer: the target that `RETAP_FUZZ_TARGET` names, or a list of all.

#![no_main]

mod large;
mod targets;

use std::sync::OnceLock;

use targets::{TARGETS, Target};

static CHOSEN: OnceLock<&'static Target> = OnceLock::new();

libfuzzer_sys::fuzz_target!(
    init: CHOSEN.get_or_init(choose),
    |bytes: &[u8]| (CHOSEN.get_or_init(choose).run)(bytes)
);

/// Returns the target that was asked for; without one, lists all and ends.
fn choose() -> &'static Target {
    let name = std::env::var("RETAP_FUZZ_TARGET").unwrap_or_default();
    let Some(target) = TARGETS.iter().find(|target| target.name == name) else {
        TARGETS
            .iter()
            .for_each(|target| println!("{}", target.name));
        std::process::exit(2);
    };
    if let Some(folder) = std::env::var_os("RETAP_FUZZ_LARGE") {
        std::process::exit(large::run(target, folder.as_ref()));
    }
    target
}
