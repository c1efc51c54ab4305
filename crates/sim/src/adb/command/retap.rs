//! The extras of a simulated phone: faults, drift and a cable that can be taken out at will.

use std::sync::Arc;
use std::time::Duration;

use crate::app::{App, drift_all};
use crate::fault::{Fault, FaultKind};
use crate::phone::AppData;
use crate::touch_log::Touched;

use super::super::state::{Refusal, State};
use super::{Call, Ended, parse_time};

/// `retap-fault lost_tap:1 half_dump:2@3 not_idle:2 ...`, `clear` or `list`.
pub(super) fn fault(call: &mut Call<'_>) -> Ended {
    if call.args.is_empty() {
        return call.fail(
            2,
            "usage: retap-fault KIND[:COUNT[@FIRST]]... | clear | list",
        );
    }
    for word in call.args {
        let done = match word.as_str() {
            "clear" | "none" => {
                let mut state = call.state();
                state.device.faults().clear();
                state.refusals.clear();
                Ok(())
            }
            "list" => {
                let refusals = Refusal::ALL.map(Refusal::as_str);
                let kinds: Vec<&str> =
                    [&FaultKind::ALL.map(FaultKind::as_str)[..], &refusals].concat();
                call.line(&kinds.join("\n"))?;
                Ok(())
            }
            other => inject(&mut call.state(), other),
        };
        if let Err(error) = done {
            return call.fail(2, &format!("retap-fault: {error}"));
        }
    }
    Ok(0)
}

/// Plans a fault: one of the phone's own, or a dump that is refused.
fn inject(state: &mut State, word: &str) -> Result<(), String> {
    let (kind, count) = word.split_once(':').unwrap_or((word, "1"));
    if let Some(refusal) = Refusal::from_word(kind) {
        let count = count.parse();
        let count = count.map_err(|_| format!("`{word}` has no count"))?;
        state.refusals.insert(refusal, count);
        return Ok(());
    }
    let fault = Fault::parse(word);
    let fault = fault.map_err(|error| format!("{error}, not_idle, null_root"))?;
    state.device.faults().inject(fault);
    Ok(())
}

/// `retap-drift NAME...`, `none` or `list`: puts later versions of the apps on the phone.
///
/// An app that changes is stopped and as new, as after `?drift=NAME` in an address.
pub(super) fn drift(call: &mut Call<'_>) -> Ended {
    let mut state = call.state();
    if matches!(call.arg(0), "" | "list") {
        let lines = state.originals.iter().flat_map(|app| {
            let names = app.drift_names().into_iter();
            names.map(|name| format!("{} {name}\n", app.package()))
        });
        let lines: String = lines.collect();
        drop(state);
        return call.print(&lines);
    }
    let mut apps = state.originals.clone();
    for name in call.args.iter().filter(|name| *name != "none") {
        if !drift_all(&mut apps, name) {
            drop(state);
            let text = format!("no app has the drift `{name}`; see `retap-drift list`");
            return call.fail(2, &format!("retap-drift: {text}"));
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
pub(super) fn unplug(call: &mut Call<'_>) -> Ended {
    let Some(time) = parse_time(call.arg(0)).filter(|time| *time <= Duration::from_secs(3600))
    else {
        return call.fail(2, "usage: retap-unplug SECONDS");
    };
    call.shell.phone.unplug(time);
    Ok(0)
}

/// `retap-touches`: what the phone was touched at, one line an input, or `retap-touches clear`.
pub(super) fn touches(call: &mut Call<'_>) -> Ended {
    let log = call.state().device.touch_log();
    match call.arg(0) {
        "" => call.print(&log.entries().iter().map(touch_line).collect::<String>()),
        "clear" => {
            log.clear();
            Ok(0)
        }
        _ => call.fail(2, "usage: retap-touches [clear]"),
    }
}

/// Returns the screen, what took the input there, the input, and what it did, with tabs between.
fn touch_line(touched: &Touched) -> String {
    let (screen, label) = match &touched.element {
        Some(element) => (element.screen.as_str(), element.label.as_str()),
        None => ("", ""),
    };
    let effect = touched.effect.as_deref().unwrap_or_default();
    format!("{screen}\t{label}\t{}\t{effect}\n", touched.action)
}
