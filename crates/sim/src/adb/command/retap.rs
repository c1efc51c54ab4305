//! The extras of a simulated phone: faults, drift and a cable that can be taken out at will.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use crate::app::App;
use crate::fault::{Fault, FaultKind};
use crate::phone::AppData;

use super::super::shell::parse_time;
use super::super::state::{Refusals, State};
use super::Call;

const FAULT_USAGE: &str = "usage: retap-fault KIND[:COUNT[@FIRST]]... | clear | list";

/// `retap-fault lost_tap:1 half_dump:2@3 not_idle:2 ...`, `clear` or `list`.
pub(super) fn fault(call: &mut Call<'_>) -> io::Result<i32> {
    if call.args.is_empty() {
        return call.fail(2, FAULT_USAGE);
    }
    for word in call.args {
        let mut state = call.phone.state();
        let done = match word.as_str() {
            "clear" | "none" => {
                state.device.faults().clear();
                state.refusals = Refusals::default();
                Ok(())
            }
            "list" => {
                drop(state);
                list_faults(call)?;
                continue;
            }
            other => inject(&mut state, other),
        };
        drop(state);
        if let Err(error) = done {
            return call.fail(2, &format!("retap-fault: {error}"));
        }
    }
    Ok(0)
}

/// Plans a fault: one of the phone's own, or a dump that is refused.
fn inject(state: &mut State, word: &str) -> Result<(), String> {
    let (kind, count) = word.split_once(':').unwrap_or((word, "1"));
    let refused = match kind {
        "not_idle" => Some(&mut state.refusals.not_idle),
        "null_root" => Some(&mut state.refusals.null_root),
        _ => None,
    };
    if let Some(refused) = refused {
        *refused = count
            .parse()
            .map_err(|_| format!("`{word}` has no count"))?;
        return Ok(());
    }
    let fault = Fault::parse(word);
    let fault = fault.map_err(|error| format!("{error}, not_idle, null_root"))?;
    state.device.faults().inject(fault);
    Ok(())
}

fn list_faults(call: &Call<'_>) -> io::Result<()> {
    FaultKind::ALL
        .iter()
        .try_for_each(|kind| call.line(kind.as_str()))?;
    call.line("not_idle")?;
    call.line("null_root")
}

/// `retap-drift NAME...`, `none` or `list`: puts later versions of the apps on the phone.
///
/// An app that changes is stopped and as new, as after `?drift=NAME` in an address.
pub(super) fn drift(call: &mut Call<'_>) -> io::Result<i32> {
    let mut state = call.phone.state();
    if call.arg(0) == "list" || call.args.is_empty() {
        let originals = state.originals.iter();
        let lines: String = originals
            .flat_map(|app| {
                app.drift_names()
                    .into_iter()
                    .map(|name| format!("{} {name}\n", app.package()))
            })
            .collect();
        drop(state);
        call.out(&lines)?;
        return Ok(0);
    }
    let mut apps = state.originals.clone();
    for name in call.args.iter().filter(|name| *name != "none") {
        let mut is_known = false;
        for app in &mut apps {
            if let Some(drifted) = app.drifted(name) {
                *app = Arc::new(drifted);
                is_known = true;
            }
        }
        if !is_known {
            drop(state);
            return call.fail(
                2,
                &format!("retap-drift: no app has the drift `{name}`; see `retap-drift list`"),
            );
        }
    }
    for app in apps {
        update(&mut state, &app);
    }
    state.settle();
    Ok(0)
}

/// Puts another version of an app where the old one was; nothing happens to one that is the same.
fn update(state: &mut State, app: &Arc<App>) {
    let installed = state.device.phone().apps.iter();
    let mut installed = installed.map(|one| (one.app.package() == app.package(), one.app == *app));
    let Some(index) = installed.position(|(is_it, is_same)| is_it && !is_same) else {
        return;
    };
    let phone = state.device.phone_mut();
    phone.replace(index, app, AppData::new(app));
}

/// `retap-unplug SECONDS`: all connections are cut, and none is taken until the time is over.
pub(super) fn unplug(call: &mut Call<'_>) -> io::Result<i32> {
    let Some(time) = parse_time(call.arg(0)).filter(|time| *time <= Duration::from_secs(3600))
    else {
        return call.fail(2, "usage: retap-unplug SECONDS");
    };
    call.phone.unplug(time);
    Ok(0)
}
