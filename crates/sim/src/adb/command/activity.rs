//! `am`: opening and stopping apps, and broadcasts.

use std::io;

use retap_model::device::{Action, DeviceError, Typed};

use crate::dump::LAUNCHER;

use super::super::state::{ACTIVITY, ADB_KEYBOARD, State, component};
use super::Call;
use super::base64::decode;
use super::intent::Intent;

const VIEW: &str = "android.intent.action.VIEW";
const HOME: &str = "android.intent.category.HOME";
const SETTINGS: &str = "android.settings.SETTINGS";

/// `am start|force-stop|kill|broadcast ...`.
pub(super) fn run(call: &mut Call<'_>) -> io::Result<i32> {
    let rest = call.args.get(1..).unwrap_or_default();
    match call.arg(0) {
        "start" | "start-activity" => start(call, &Intent::parse(rest)),
        "force-stop" | "kill" | "stop-app" => stop(call, rest),
        "kill-all" => Ok(0),
        "broadcast" => broadcast(call, &Intent::parse(rest)),
        "get-current-user" => {
            call.line("0")?;
            Ok(0)
        }
        "startservice" | "start-service" | "start-foreground-service" => {
            let intent = Intent::parse(rest);
            call.line(&format!("Starting service: {}", intent.printed()))?;
            call.fail(1, "Error: Not found; no service started.")
        }
        "instrument" => {
            let name = rest.last().cloned().unwrap_or_default();
            call.line(&format!("INSTRUMENTATION_STATUS: Error=Unable to find instrumentation info for: ComponentInfo{{{name}}}"))?;
            call.line("INSTRUMENTATION_STATUS_CODE: -1")?;
            call.fail(
                1,
                &format!("android.util.AndroidException: INSTRUMENTATION_FAILED: {name}"),
            )
        }
        "" => call.fail(
            255,
            "Activity manager (activity) commands: start, force-stop, kill, broadcast",
        ),
        other => call.fail(255, &format!("Unknown command: {other}")),
    }
}

/// The activities an intent leads to.
enum Goal {
    Open(String),
    Url(String),
    Home,
}

fn start(call: &Call<'_>, intent: &Intent) -> io::Result<i32> {
    if intent.has("-S")
        && let Some(package) = intent.named_package()
    {
        call.line(&format!("Stopping: {package}"))?;
        stop(call, &[package.to_owned()])?;
    }
    let mut shown = intent.clone();
    if shown.component.is_none()
        && shown.package.is_some()
        && shown.data.is_none()
        && shown.action.is_none()
    {
        shown.action = Some("android.intent.action.MAIN".to_owned());
        shown.categories = vec!["android.intent.category.LAUNCHER".to_owned()];
    }
    call.line(&format!("Starting: {}", shown.printed()))?;
    let goal = match goal(&call.phone.state(), intent) {
        Ok(goal) => goal,
        Err(lines) => return call.fail(1, &lines),
    };
    let before = call.phone.state().front_package();
    let action = match &goal {
        Goal::Open(package) => Action::Launch(package.clone()),
        Goal::Url(url) => Action::OpenUrl(url.clone()),
        Goal::Home => Action::Home,
    };
    let started = call.phone.world_now();
    match call.phone.perform(&action) {
        Ok(()) => {}
        Err(DeviceError::Refused { .. }) => return call.fail(1, &unresolved(intent)),
        Err(error) => return call.fail(1, &format!("Error: {error}")),
    }
    let time = call.phone.world_now().since(started).as_millis();
    let mut state = call.phone.state();
    let front = state.front_package();
    let words = format!(
        "START u0 {{{} cmp={}}} with LAUNCH_SINGLE_TASK from uid 2000 result code=0",
        intent.action.as_deref().unwrap_or_default(),
        component(&front)
    );
    state.log.info("ActivityTaskManager", &words);
    let words = format!("Displayed {} for user 0: +{time}ms", component(&front));
    state.log.info("ActivityTaskManager", &words);
    drop(state);
    let was_in_front = before == front && matches!(goal, Goal::Open(_));
    if was_in_front {
        call.err("Warning: Activity not started, its current task has been brought to the front")?;
    }
    if intent.has("-W") {
        let kind = if was_in_front { "UNKNOWN (0)" } else { "COLD" };
        call.line(&format!(
            "Status: ok\nLaunchState: {kind}\nActivity: {}\nTotalTime: {time}\nWaitTime: {}\nComplete",
            component(&front),
            time + 3
        ))?;
    }
    Ok(0)
}

/// Finds out what to open; otherwise what the real one prints.
fn goal(state: &State, intent: &Intent) -> Result<Goal, String> {
    if let Some(named) = &intent.component {
        let (package, activity) = named.split_once('/').unwrap_or((named, ""));
        let short = activity.strip_prefix(package).unwrap_or(activity);
        let is_home = package == LAUNCHER;
        let is_known = state.app(package).is_some() && short == ACTIVITY;
        if !is_known && !is_home {
            let full = if activity.starts_with('.') {
                format!("{package}{activity}")
            } else {
                activity.to_owned()
            };
            return Err(format!(
                "Error type 3\nError: Activity class {{{package}/{full}}} does not exist."
            ));
        }
        return Ok(match &intent.data {
            _ if is_home => Goal::Home,
            Some(url) => Goal::Url(url.clone()),
            None => Goal::Open(package.to_owned()),
        });
    }
    if let Some(package) = intent.package.as_deref()
        && state.app(package).is_none()
    {
        return Err(unresolved(intent));
    }
    if let Some(url) = intent
        .data
        .as_ref()
        .filter(|_| intent.action.as_deref().is_none_or(|action| action == VIEW))
    {
        return Ok(Goal::Url(url.clone()));
    }
    if let Some(package) = &intent.package {
        return Ok(Goal::Open(package.clone()));
    }
    if intent.categories.iter().any(|category| category == HOME) {
        return Ok(Goal::Home);
    }
    let mut packages = state.packages().into_iter();
    let settings = packages.find(|package| package.ends_with(".settings"));
    match settings.filter(|_| intent.action.as_deref() == Some(SETTINGS)) {
        Some(package) => Ok(Goal::Open(package)),
        None => Err(unresolved(intent)),
    }
}

fn unresolved(intent: &Intent) -> String {
    format!(
        "Error: Activity not started, unable to resolve {}",
        intent.printed()
    )
}

fn stop(call: &Call<'_>, args: &[String]) -> io::Result<i32> {
    let intent = Intent::parse(args);
    let Some(package) = intent.package else {
        return call.fail(255, "Error: Argument expected after \"force-stop\"");
    };
    // Stopping what is not there is no error, as on a real phone.
    if call.phone.state().app(&package).is_some()
        && let Err(error) = call.phone.perform(&Action::Stop(package.clone()))
    {
        return call.fail(1, &error.to_string());
    }
    let words = format!("Force stopping {package} appid=10100 user=0: from pid 5149");
    call.phone.state().log.info("ActivityManager", &words);
    Ok(0)
}

fn broadcast(call: &Call<'_>, intent: &Intent) -> io::Result<i32> {
    let mut shown = intent.clone();
    shown.flags = Some(shown.flags.unwrap_or_default() | 0x40_0000);
    call.line(&format!("Broadcasting: {}", shown.printed()))?;
    let is_heard = call.phone.state().keyboard() == ADB_KEYBOARD;
    if is_heard && let Some(action) = keyboard_act(intent) {
        // A dead phone has cut the connection; there is nobody to tell.
        let _ = call.phone.perform(&action);
    }
    call.line("Broadcast completed: result=0")?;
    Ok(0)
}

/// Returns what the keyboard that listens to broadcasts does with this one.
fn keyboard_act(intent: &Intent) -> Option<Action> {
    let message = intent.extra("msg").unwrap_or_default();
    let text = match intent.action.as_deref()? {
        "ADB_INPUT_TEXT" => message.to_owned(),
        "ADB_INPUT_B64" => String::from_utf8(decode(message.as_bytes())?).ok()?,
        "ADB_CLEAR_TEXT" => return Some(Action::ClearText),
        "ADB_EDITOR_CODE" => {
            let key = retap_model::device::Key::from_word("return")?;
            return Some(Action::PressKey(key, Vec::new()));
        }
        _ => return None,
    };
    Some(Action::Type(Typed::Plain(text)))
}
