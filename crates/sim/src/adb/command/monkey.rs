//! `monkey -p PACKAGE -c CATEGORY 1`: the way many tools open an app. It makes no random events.

use std::io;

use retap_model::device::Action;

use super::Call;

/// The status when there is nothing to run.
const NO_ACTIVITIES: i32 = 252;

/// Opens the app and says what the real one says.
pub(super) fn run(call: &mut Call<'_>) -> io::Result<i32> {
    let (packages, values) = parse(call.args);
    let count = call.args.last().and_then(|count| count.parse::<u64>().ok());
    let Some(count) = count else {
        return call.fail(255, "** Error: Missing count argument");
    };
    if count > 1 {
        let text = "** Error: the simulated phone makes no random events; the count must be 1";
        return call.fail(255, text);
    }
    for arg in call.args {
        call.line(&format!("  bash arg: {arg}"))?;
    }
    call.line(&format!("args: [{}]", call.args.join(", ")))?;
    for arg in call.args {
        call.line(&format!(" arg: \"{arg}\""))?;
    }
    for value in &values {
        call.line(&format!("data=\"{value}\""))?;
    }
    let installed = call.phone.state().packages();
    let package = match packages.first() {
        Some(package) => installed.iter().find(|known| *known == package),
        None => installed.first(),
    };
    let Some(package) = package else {
        call.line("** No activities found to run, monkey aborted.")?;
        return Ok(NO_ACTIVITIES);
    };
    if let Err(error) = call.phone.perform(&Action::Launch(package.clone())) {
        return call.fail(1, &error.to_string());
    }
    call.line(&format!("Events injected: {count}"))?;
    call.line("## Network stats: elapsed time=14ms (0ms mobile, 0ms wifi, 14ms not connected)")?;
    Ok(0)
}

/// Returns the packages, and the values of all options that have one.
fn parse(args: &[String]) -> (Vec<String>, Vec<String>) {
    let (mut packages, mut values) = (Vec::new(), Vec::new());
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let has_value =
            matches!(arg.as_str(), "-p" | "-c" | "-s" | "--throttle") || arg.starts_with("--pct-");
        if !has_value {
            continue;
        }
        let value = args.next();
        values.extend(value.cloned());
        if arg == "-p" {
            packages.extend(value.cloned());
        }
    }
    (packages, values)
}
