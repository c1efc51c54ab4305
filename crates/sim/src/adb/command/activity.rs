//! `am` and `monkey`: opening and stopping apps, and broadcasts.

use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use retap_model::device::{Action, DeviceError, Key, Typed};

use crate::dump::LAUNCHER;

use super::super::state::{ACTIVITY, ADB_KEYBOARD, State, component};
use super::intent::Intent;
use super::{Call, Ended};

const VIEW: &str = "android.intent.action.VIEW";
const HOME: &str = "android.intent.category.HOME";
const SETTINGS: &str = "android.settings.SETTINGS";

/// `am start|force-stop|kill|broadcast ...`.
pub(super) fn am(call: &mut Call<'_>) -> Ended {
    let intent = Intent::parse(call.rest());
    match call.arg(0) {
        "start" | "start-activity" => start(call, &intent),
        "force-stop" | "kill" => match intent.package {
            Some(package) => stop(call, package),
            None => call.fail(255, "Error: Argument expected after \"force-stop\""),
        },
        "broadcast" => broadcast(call, &intent),
        "get-current-user" => call.line("0"),
        "" => {
            let text = "Activity manager (activity) commands: start, force-stop, kill, broadcast";
            call.fail(255, text)
        }
        other => call.fail(255, &format!("Unknown command: {other}")),
    }
}

fn start(call: &Call<'_>, intent: &Intent<'_>) -> Ended {
    if intent.has("-S")
        && let Some(package) = intent.named_package()
    {
        call.line(&format!("Stopping: {package}"))?;
        stop(call, package)?;
    }
    call.line(&format!("Starting: {}", intent.printed()))?;
    let goal = goal(&call.state(), intent);
    let action = match goal {
        Ok(action) => action,
        Err(lines) => return call.fail(1, &lines),
    };
    let before = call.state().front_package();
    let started = call.shell.phone.world_now();
    match call.perform(&action) {
        Ok(()) => {}
        Err(DeviceError::Refused { .. }) => return call.fail(1, &unresolved(intent)),
        Err(error) => return call.fail(1, &format!("Error: {error}")),
    }
    let time = call.shell.phone.world_now().since(started).as_millis();
    let front = call.state().front_package();
    let component = component(&front);
    let was_in_front = before == front && matches!(action, Action::Launch(_));
    if was_in_front {
        let text = "Warning: Activity not started, its current task has been brought to the front";
        call.fail(0, text)?;
    }
    if !intent.has("-W") {
        return Ok(0);
    }
    let kind = if was_in_front { "UNKNOWN (0)" } else { "COLD" };
    call.line(&format!(
        "Status: ok\nLaunchState: {kind}\nActivity: {component}\nTotalTime: {time}\nWaitTime: {}\nComplete",
        time + 3
    ))
}

/// Finds out what opens the goal of an intent; otherwise what the real one prints.
fn goal(state: &State, intent: &Intent<'_>) -> Result<Action, String> {
    if let Some(named) = intent.component {
        return named_goal(state, intent, named);
    }
    if let Some(package) = intent.package
        && state.app(package).is_none()
    {
        return Err(unresolved(intent));
    }
    let action = intent.action;
    if let Some(url) = intent.data
        && action.is_none_or(|action| action == VIEW)
    {
        return Ok(Action::OpenUrl(url.to_owned()));
    }
    if let Some(package) = intent.package {
        return Ok(Action::Launch(package.to_owned()));
    }
    if intent.categories.contains(&HOME) {
        return Ok(Action::Home);
    }
    let mut packages = state.packages().into_iter();
    let settings = packages.find(|package| package.ends_with(".settings"));
    match settings.filter(|_| action == Some(SETTINGS)) {
        Some(package) => Ok(Action::Launch(package)),
        None => Err(unresolved(intent)),
    }
}

/// Finds out what opens `PACKAGE/ACTIVITY`.
fn named_goal(state: &State, intent: &Intent<'_>, named: &str) -> Result<Action, String> {
    let (package, activity) = named.split_once('/').unwrap_or((named, ""));
    if package == LAUNCHER {
        return Ok(Action::Home);
    }
    let short = activity.strip_prefix(package).unwrap_or(activity);
    if state.app(package).is_none() || short != ACTIVITY {
        let full = match activity.starts_with('.') {
            true => format!("{package}{activity}"),
            false => activity.to_owned(),
        };
        return Err(format!(
            "Error type 3\nError: Activity class {{{package}/{full}}} does not exist."
        ));
    }
    Ok(match intent.data {
        Some(url) => Action::OpenUrl(url.to_owned()),
        None => Action::Launch(package.to_owned()),
    })
}

fn unresolved(intent: &Intent<'_>) -> String {
    let printed = intent.printed();
    format!("Error: Activity not started, unable to resolve {printed}")
}

fn stop(call: &Call<'_>, package: &str) -> Ended {
    // Stopping what is not there is no error, as on a real phone.
    if call.state().app(package).is_some()
        && let Err(error) = call.perform(&Action::Stop(package.to_owned()))
    {
        return call.fail(1, &error.to_string());
    }
    Ok(0)
}

fn broadcast(call: &Call<'_>, intent: &Intent<'_>) -> Ended {
    let mut shown = intent.clone();
    shown.flags = Some(intent.flags.unwrap_or_default() | 0x40_0000);
    call.line(&format!("Broadcasting: {}", shown.printed()))?;
    let is_heard = call.state().keyboard() == ADB_KEYBOARD;
    if is_heard && let Some(action) = keyboard_act(intent) {
        // A dead phone has cut the connection; there is nobody to tell.
        let _ = call.perform(&action);
    }
    call.line("Broadcast completed: result=0")
}

/// Returns what the keyboard that listens to broadcasts does with this one.
fn keyboard_act(intent: &Intent<'_>) -> Option<Action> {
    let message = intent.extra("msg").unwrap_or_default();
    let text = match intent.action? {
        "ADB_INPUT_TEXT" => message.to_owned(),
        "ADB_INPUT_B64" => String::from_utf8(BASE64.decode(message).ok()?).ok()?,
        "ADB_CLEAR_TEXT" => return Some(Action::ClearText),
        "ADB_EDITOR_CODE" => {
            let key = Key::from_word("return")?;
            return Some(Action::PressKey(key, Vec::new()));
        }
        _ => return None,
    };
    Some(Action::Type(Typed::Plain(text)))
}

/// Text in base 64 that was cut has padding missing.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// The status of `monkey` when there is nothing to run.
const NO_ACTIVITIES: i32 = 252;

/// `monkey -p PACKAGE -c CATEGORY 1`: the way many tools open an app. It makes no random events.
pub(super) fn monkey(call: &mut Call<'_>) -> Ended {
    let options = call.options(&["p", "c", "s", "throttle"]);
    let Ok(count) = options.last().parse::<u64>() else {
        return call.fail(255, "** Error: Missing count argument");
    };
    if count > 1 {
        let text = "** Error: the simulated phone makes no random events; the count must be 1";
        return call.fail(255, text);
    }
    let mut installed = call.state().packages().into_iter();
    let wanted = options.value("p");
    let Some(package) = installed.find(|known| wanted.is_none_or(|wanted| known == wanted)) else {
        call.line("** No activities found to run, monkey aborted.")?;
        return Ok(NO_ACTIVITIES);
    };
    if let Err(error) = call.perform(&Action::Launch(package)) {
        return call.fail(1, &error.to_string());
    }
    call.line(&format!("Events injected: {count}"))
}
