//! Programs that say who and what runs here, and what time it is.

use std::io;

use retap_model::device::{Action, Clock};
use retap_model::time::Timestamp;

use crate::dump::LAUNCHER;

use super::super::log_buffer::SYSTEM_PID;
use super::super::shell::parse_time;
use super::Call;

/// Processes that run on every phone: pid, user and name.
const ALWAYS: [(u32, &str, &str); 4] = [
    (1, "root", "init"),
    (SYSTEM_PID, "system", "system_server"),
    (1730, "u0_a90", LAUNCHER),
    (5149, "shell", "adbd"),
];

/// Waits, in the time of the world.
pub(super) fn sleep(call: &mut Call<'_>) -> io::Result<i32> {
    let Some(time) = parse_time(call.arg(0)) else {
        return call.fail(1, &format!("sleep: bad time '{}'", call.arg(0)));
    };
    call.phone.wait(time, call.is_over);
    Ok(0)
}

/// Says who we are.
pub(super) fn id(call: &mut Call<'_>) -> io::Result<i32> {
    call.line(match call.arg(0) {
        "-u" | "-g" => "2000",
        "-un" | "-nu" => "shell",
        _ => {
            "uid=2000(shell) gid=2000(shell) groups=2000(shell),1004(input),1007(log),1011(adb),\
             1015(sdcard_rw),1028(sdcard_r),3001(net_bt_admin),3002(net_bt),3003(inet),\
             3006(net_bw_stats),3009(readproc),3011(uhid) context=u:r:shell:s0"
        }
    })?;
    Ok(0)
}

/// Says our name.
pub(super) fn whoami(call: &mut Call<'_>) -> io::Result<i32> {
    call.line("shell")?;
    Ok(0)
}

/// Says the phone's name.
pub(super) fn hostname(call: &mut Call<'_>) -> io::Result<i32> {
    call.line("sim")?;
    Ok(0)
}

/// Says how strict the system is.
pub(super) fn getenforce(call: &mut Call<'_>) -> io::Result<i32> {
    call.line("Enforcing")?;
    Ok(0)
}

/// Says which kernel this is.
pub(super) fn uname(call: &mut Call<'_>) -> io::Result<i32> {
    let (letters, _) = call.letters();
    let parts = [
        ('s', "Linux"),
        ('n', "sim"),
        ('r', "6.1.0-retap"),
        ('v', "#1 SMP PREEMPT"),
        ('m', "aarch64"),
        ('o', "Toybox"),
    ];
    let letters = match letters.as_str() {
        "" => "s",
        all if all.contains('a') => "snrvmo",
        some => some,
    };
    let shown = parts.iter().filter(|(letter, _)| letters.contains(*letter));
    let shown: Vec<&str> = shown.map(|(_, part)| *part).collect();
    call.line(&shown.join(" "))?;
    Ok(0)
}

/// Says the phone's date and time, by a format if one is given.
pub(super) fn date(call: &mut Call<'_>) -> io::Result<i32> {
    let now = call.phone.state().device.clock().timestamp();
    let format = call.args.iter().find_map(|arg| arg.strip_prefix('+'));
    call.line(&formatted(
        format.unwrap_or("%a %b %e %H:%M:%S GMT %Y"),
        now,
    ))?;
    Ok(0)
}

fn formatted(format: &str, now: Timestamp) -> String {
    const DAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
    const MONTHS: [&str; 12] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ];
    let text = now.to_rfc3339();
    let part = |from: usize, to: usize| text.get(from..to).unwrap_or_default();
    let month = part(5, 7).parse::<usize>().unwrap_or(1).saturating_sub(1);
    let day = (now.0 / 86_400_000 % 7) as usize;
    let mut words = String::new();
    let mut characters = format.chars();
    while let Some(c) = characters.next() {
        if c != '%' {
            words.push(c);
            continue;
        }
        match characters.next() {
            Some('Y') => words.push_str(part(0, 4)),
            Some('m') => words.push_str(part(5, 7)),
            Some('d') => words.push_str(part(8, 10)),
            Some('e') => words.push_str(&format!("{:>2}", part(8, 10).trim_start_matches('0'))),
            Some('H') => words.push_str(part(11, 13)),
            Some('M') => words.push_str(part(14, 16)),
            Some('S') => words.push_str(part(17, 19)),
            Some('F') => words.push_str(part(0, 10)),
            Some('T') => words.push_str(part(11, 19)),
            Some('s') => words.push_str(&(now.0 / 1000).to_string()),
            Some('N') => words.push_str(&format!("{:09}", now.0 % 1000 * 1_000_000)),
            Some('a') => words.push_str(DAYS[day]),
            Some('b') => words.push_str(MONTHS[month.min(11)]),
            Some('Z') => words.push_str("GMT"),
            Some('z') => words.push_str("+0000"),
            Some(other) => words.push(other),
            None => words.push('%'),
        }
    }
    words
}

/// Says how long the phone is on.
pub(super) fn uptime(call: &mut Call<'_>) -> io::Result<i32> {
    let state = call.phone.state();
    let minutes = state.device.clock().millis() / 60_000;
    let time = formatted("%T", state.device.clock().timestamp());
    drop(state);
    call.line(&format!(
        " {time} up {minutes} min,  0 users,  load average: 0.00, 0.00, 0.00"
    ))?;
    Ok(0)
}

/// Says how much memory there is.
pub(super) fn free(call: &mut Call<'_>) -> io::Result<i32> {
    call.line("\t\ttotal        used        free      shared     buffers")?;
    call.line("Mem:       4135333888  2287513600  1847820288     5242880     8388608")?;
    Ok(0)
}

/// Returns what runs: pid, user and name.
fn running(call: &Call<'_>) -> Vec<(u32, String, String)> {
    let always = ALWAYS.iter();
    let always = always.map(|(pid, user, name)| (*pid, (*user).to_owned(), (*name).to_owned()));
    let state = call.phone.state();
    let apps = state.processes.iter();
    let apps = apps.map(|(name, pid)| (*pid, "u0_a100".to_owned(), name.clone()));
    let mut all: Vec<(u32, String, String)> = always.chain(apps).collect();
    all.sort();
    all
}

/// Lists processes.
pub(super) fn ps(call: &mut Call<'_>) -> io::Result<i32> {
    let wanted = call
        .args
        .iter()
        .position(|arg| arg == "-p")
        .and_then(|at| call.args.get(at + 1));
    let fields = call
        .args
        .iter()
        .position(|arg| arg == "-o")
        .and_then(|at| call.args.get(at + 1));
    let shows = |pid: u32| wanted.is_none_or(|wanted| *wanted == pid.to_string());
    if let Some(fields) = fields {
        let names: Vec<String> = fields.split(',').map(str::to_uppercase).collect();
        call.line(&names.join(" "))?;
        for (pid, user, name) in running(call).into_iter().filter(|(pid, ..)| shows(*pid)) {
            let value = |field: &String| match field.as_str() {
                "PID" => pid.to_string(),
                "USER" => user.clone(),
                _ => name.clone(),
            };
            let row: Vec<String> = names.iter().map(value).collect();
            call.line(&row.join(" "))?;
        }
        return Ok(0);
    }
    call.line("USER           PID  PPID     VSZ    RSS WCHAN            ADDR S NAME")?;
    for (pid, user, name) in running(call).into_iter().filter(|(pid, ..)| shows(*pid)) {
        call.line(&format!(
            "{user:<12} {pid:>5}     1  123456  65536 0                   0 S {name}"
        ))?;
    }
    Ok(0)
}

/// Prints the numbers of the processes with exactly these names.
pub(super) fn pidof(call: &mut Call<'_>) -> io::Result<i32> {
    let (_, names) = call.letters();
    let found = running(call)
        .into_iter()
        .filter(|(_, _, name)| names.contains(&name.as_str()));
    let found: Vec<String> = found.map(|(pid, ..)| pid.to_string()).collect();
    if found.is_empty() {
        return Ok(1);
    }
    call.line(&found.join(" "))?;
    Ok(0)
}

/// Prints the numbers of the processes whose names hold a text.
pub(super) fn pgrep(call: &mut Call<'_>) -> io::Result<i32> {
    let (_, names) = call.letters();
    let wanted = names.first().copied().unwrap_or_default();
    let found = running(call)
        .into_iter()
        .filter(|(_, _, name)| name.contains(wanted));
    let found: Vec<String> = found.map(|(pid, ..)| pid.to_string()).collect();
    found.iter().try_for_each(|pid| call.line(pid))?;
    Ok(i32::from(found.is_empty()))
}

/// Ends the processes of apps; those of the system are not ours to end.
pub(super) fn kill(call: &mut Call<'_>) -> io::Result<i32> {
    let mut status = 0;
    for pid in call.args.iter().filter(|arg| !arg.starts_with('-')) {
        let state = call.phone.state();
        let mut apps = state.processes.iter();
        let package = apps.find(|(_, known)| known.to_string() == *pid);
        let package = package.map(|(package, _)| package.clone());
        drop(state);
        match package {
            Some(package) => {
                // It runs, so it can be stopped; a phone that is dead has cut the connection.
                let _ = call.phone.perform(&Action::Stop(package));
            }
            None => {
                let text = format!("/system/bin/sh: kill: {pid}: Operation not permitted");
                status = call.fail(1, &text)?;
            }
        }
    }
    Ok(status)
}

/// Says no: the phone's services are simulated by their commands only.
pub(super) fn service(call: &mut Call<'_>) -> io::Result<i32> {
    match call.arg(0) {
        "check" => {
            call.line(&format!("Service {}: not found", call.arg(1)))?;
            Ok(0)
        }
        "list" => {
            call.line("Found 0 services:")?;
            Ok(0)
        }
        _ => call.fail(
            10,
            &format!("service: Service {} does not exist", call.arg(1)),
        ),
    }
}

/// Runs another program.
pub(super) fn toybox(call: &mut Call<'_>) -> io::Result<i32> {
    let Some((name, args)) = call.args.split_first() else {
        return call.fail(
            0,
            "cat chmod cp cut date echo find grep head id kill ls mkdir mv ps rm tail wc",
        );
    };
    match super::find(name).filter(|_| name != "toybox") {
        Some(run) => call.hand_on(run, name, args),
        None => call.fail(127, &format!("toybox: Unknown command {name}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_written_as_asked() {
        let now = Timestamp(1_768_470_060_123);
        assert_eq!(
            formatted("%a %b %e %H:%M:%S GMT %Y", now),
            "Thu Jan 15 09:41:00 GMT 2026"
        );
        assert_eq!(formatted("%s.%N", now), "1768470060.123000000");
        assert_eq!(formatted("%F_%T%%", now), "2026-01-15_09:41:00%");
    }
}
