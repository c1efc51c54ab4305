//! `dumpsys`: the lines that tools look for, and not much more.

use crate::dump::LAUNCHER;

use super::super::state::{DENSITY, PixelSize, State, component};
use super::{Call, Ended};

/// `dumpsys SERVICE [ARGUMENT...]`.
pub(super) fn run(call: &mut Call<'_>) -> Ended {
    let state = call.state();
    let what = call.arg(1);
    let text = match call.arg(0) {
        "window" => window(&state),
        "activity" if what == "top" => activity_top(&state),
        "activity" => activities(&state),
        "input_method" => input_method(&state),
        "package" => package(&state, what),
        "power" => power(&state),
        "display" => display(&state),
        "input" => input(&state),
        "battery" => BATTERY.to_owned(),
        "SurfaceFlinger" if what == "--display-id" => {
            "Display 0 (HWC display 0): port=0 pnpId=SIM displayName=\"\"\n".to_owned()
        }
        "" => [window(&state), activities(&state), input_method(&state)].concat(),
        other => {
            drop(state);
            return call.fail(0, &format!("Can't find service: {other}"));
        }
    };
    drop(state);
    call.print(&text)
}

const BATTERY: &str = "Current Battery Service state:\n  AC powered: false\n  USB powered: true\n  \
     status: 5\n  health: 2\n  present: true\n  level: 100\n  scale: 100\n  temperature: 250\n";

/// Returns `PACKAGE/PACKAGE.Activity`.
fn full(package: &str) -> String {
    let short = component(package);
    match short.split_once('/') {
        Some((package, activity)) => format!("{package}/{package}{activity}"),
        None => short,
    }
}

/// Returns a number that stays with a package, as the address of an object would.
fn hash(package: &str) -> String {
    let add = |hash: u32, byte: u8| hash.wrapping_mul(31).wrapping_add(u32::from(byte));
    format!("{:x}", package.bytes().fold(7, add) & 0xfff_ffff)
}

/// Returns the number of the task of what is in front.
fn task(state: &State) -> usize {
    state.device.phone().front.map_or(1, |index| index + 2)
}

fn record(state: &State) -> String {
    let package = state.front_package();
    let (hash, component, task) = (hash(&package), component(&package), task(state));
    format!("ActivityRecord{{{hash} u0 {component} t{task}}}")
}

fn window(state: &State) -> String {
    let package = state.front_package();
    let (hash, full) = (hash(&package), full(&package));
    let (physical, size) = (state.physical_size(), state.size_in_use());
    let density = state.density.unwrap_or(DENSITY);
    let (is_awake, keyboard) = (state.is_awake, state.is_typing());
    let (focus, screen) = match is_awake {
        true => (format!("Window{{{hash} u0 {full}}}"), "SCREEN_STATE_ON"),
        false => ("null".to_owned(), "SCREEN_STATE_OFF"),
    };
    let record = record(state);
    format!(
        "WINDOW MANAGER POLICY STATE (dumpsys window policy)\n\
         \x20   mShowingLockscreen=false mShowingDream=false mDreamingLockscreen=false\n\
         \x20   mAwake={is_awake} mScreenOnEarly={is_awake} mScreenOnFully={is_awake}\n\
         \x20   screenState={screen}\n\
         \x20   KeyguardServiceDelegate\n      showing=false\n      inputRestricted=false\n\
         \x20   isKeyguardShowing=false\n\
         WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)\n\
         \x20 Display: mDisplayId=0\n\
         \x20   init={physical} {DENSITY}dpi cur={size} {density}dpi app={size}\n\
         \x20 mCurrentRotation=ROTATION_0\n  mRotation=0\n\
         WINDOW MANAGER WINDOWS (dumpsys window windows)\n\
         \x20 Window #0 Window{{{hash} u0 {full}}}:\n    mHasSurface=true isReadyForDisplay()=true\n\
         \x20   isOnScreen=true\n    isVisible=true\n\
         \x20 Window #1 Window{{a1b2c3d u0 InputMethod}}:\n    mHasSurface={keyboard} isVisible={keyboard}\n\
         \x20 mInputMethodTarget=null\n\
         \x20 mCurrentFocus={focus}\n\
         \x20 mFocusedApp={record}\n\
         \x20 mHoldScreenWindow=null\n"
    )
}

fn activities(state: &State) -> String {
    let package = state.front_package();
    let (hash, record, task) = (hash(&package), record(state), task(state));
    format!(
        "ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)\n\
         Display #0 (activities from top to bottom):\n\
         \x20 * Task{{{hash} #{task} type=standard A=10100:{package}}}\n\
         \x20   topResumedActivity={record}\n\
         \x20   * Hist  #0: {record}\n      packageName={package} processName={package}\n\
         \x20   mResumedActivity: {record}\n\
         \x20 ResumedActivity: {record}\n\
         \x20 topResumedActivity={record}\n\
         \x20 mFocusedApp={record}\n"
    )
}

fn activity_top(state: &State) -> String {
    let package = state.front_package();
    let pid = state.processes.get(&package).copied().unwrap_or(1730);
    format!(
        "TASK {package} id={} userId=0\n  ACTIVITY {} {} pid={pid}\n    mResumed=true mStopped=false mFinished=false\n",
        task(state),
        component(&package),
        hash(&package),
    )
}

fn input_method(state: &State) -> String {
    let is_shown = state.is_typing();
    let keyboard = state.keyboard();
    format!(
        "Current Input Method Manager state:\n  Input Methods: mMethodMapUpdateCount=1\n\
         \x20 mCurMethodId={keyboard}\n  mCurId={keyboard} mHaveConnection=true mBoundToMethod=true\n\
         \x20 mCurFocusedWindowSoftInputMode=ADJUST_RESIZE\n\
         \x20 mShowRequested={is_shown} mShowExplicitlyRequested={is_shown} mShowForced=false mInputShown={is_shown}\n\
         \x20 mSystemReady=true mInteractive={}\n\
         Input method service state for InputMethodService:\n\
         \x20 mWindowVisible={is_shown} mIsInputViewShown={is_shown}\n",
        state.is_awake,
    )
}

fn package(state: &State, name: &str) -> String {
    let is_known = name == LAUNCHER || state.app(name).is_some();
    if !is_known {
        return format!("Unable to find package: {name}\n");
    }
    let permissions: String = state
        .granted
        .get(name)
        .into_iter()
        .flatten()
        .map(|permission| format!("        {permission}: granted=true, flags=[ USER_SET ]\n"))
        .collect();
    let hash = hash(name);
    format!(
        "Activity Resolver Table:\n  Non-Data Actions:\n      android.intent.action.MAIN:\n\
         \x20       {hash} {} filter {hash}\n          Action: \"android.intent.action.MAIN\"\n\
         \x20         Category: \"android.intent.category.LAUNCHER\"\n\n\
         Packages:\n  Package [{name}] ({hash}):\n    userId=10100\n    pkg=Package{{{hash} {name}}}\n\
         \x20   codePath=/data/app/{name}-1\n    versionCode=1 minSdk=24 targetSdk=34\n    versionName=1.0\n\
         \x20   flags=[ HAS_CODE ALLOW_CLEAR_USER_DATA ]\n    firstInstallTime=2026-01-15 09:41:00\n\
         \x20   lastUpdateTime=2026-01-15 09:41:00\n    User 0: ceDataInode=1 installed=true hidden=false stopped=false enabled=0\n\
         \x20     runtime permissions:\n{permissions}",
        component(name),
    )
}

fn power(state: &State) -> String {
    let (word, screen) = if state.is_awake {
        ("Awake", "ON")
    } else {
        ("Asleep", "OFF")
    };
    format!(
        "POWER MANAGER (dumpsys power)\n\nPower Manager State:\n  mWakefulness={word}\n  mWakefulnessChanging=false\n\
         \x20 mIsPowered=true\n  mStayOn=false\n  mHoldingDisplaySuspendBlocker={}\nDisplay Power: state={screen}\n",
        state.is_awake,
    )
}

fn display(state: &State) -> String {
    let PixelSize { width, height } = state.size_in_use();
    let density = state.density.unwrap_or(DENSITY);
    let screen = if state.is_awake { "ON" } else { "OFF" };
    format!(
        "DISPLAY MANAGER (dumpsys display)\n  mScreenState={screen}\n\
         \x20 mViewports=[DisplayViewport{{type=INTERNAL, valid=true, isActive=true, displayId=0, uniqueId='local:0', physicalPort=0, \
         orientation=0, logicalFrame=Rect(0, 0 - {width}, {height}), physicalFrame=Rect(0, 0 - {width}, {height}), \
         deviceWidth={width}, deviceHeight={height}}}]\n\
         \x20 mBaseDisplayInfo=DisplayInfo{{\"Built-in Screen\", displayId 0, real {width} x {height}, rotation 0, density {density}, state {screen}}}\n"
    )
}

fn input(state: &State) -> String {
    let PixelSize { width, height } = state.size_in_use();
    format!(
        "INPUT MANAGER (dumpsys input)\n  Viewport INTERNAL: displayId=0, orientation=0, logicalFrame=[0, 0, {width}, {height}]\n\
         \x20     SurfaceWidth: {width}px\n      SurfaceHeight: {height}px\n      SurfaceOrientation: 0\n\
         \x20 FocusedApplication: name='{}'\n",
        record(state),
    )
}
