//! Programs that print who and what runs here, and what time it is.

use std::time::Duration;

use retap_model::device::Clock;
use retap_model::time::Timestamp;

use crate::dump::LAUNCHER;

use super::super::log_buffer::SYSTEM_PID;
use super::dumpsys::LAUNCHER_PID;
use super::{Call, Ended};

/// Waits, in the time of the world.
pub(super) fn sleep(call: &mut Call<'_>) -> Ended {
    let Some(time) = parse_time(call.arg(0)) else {
        return call.fail(1, &format!("sleep: bad time '{}'", call.arg(0)));
    };
    call.shell.phone.wait(time, &*call.shell.is_over);
    Ok(0)
}

/// Reads a time as `sleep` takes it: seconds, with parts.
pub(in super::super) fn parse_time(text: &str) -> Option<Duration> {
    let seconds: f64 = text.trim_end_matches('s').parse().ok()?;
    Duration::try_from_secs_f64(seconds).ok()
}

/// Prints who we are.
pub(super) fn id(call: &mut Call<'_>) -> Ended {
    let options = call.options(&[]);
    call.line(match (options.has(&["n"]), options.has(&["u", "g"])) {
        (true, _) => "shell",
        (false, true) => "2000",
        (false, false) => {
            "uid=2000(shell) gid=2000(shell) groups=2000(shell),1004(input),1007(log),1011(adb),\
             1015(sdcard_rw),1028(sdcard_r),3001(net_bt_admin),3002(net_bt),3003(inet),\
             3006(net_bw_stats),3009(readproc),3011(uhid) context=u:r:shell:s0"
        }
    })
}

/// Prints the phone's date and time, by a format if one is given.
pub(super) fn date(call: &mut Call<'_>) -> Ended {
    let now = call.state().device.clock().timestamp();
    let format = call.args.iter().find_map(|arg| arg.strip_prefix('+'));
    call.line(&formatted(
        format.unwrap_or("%a %b %e %H:%M:%S GMT %Y"),
        now,
    ))
}

fn formatted(format: &str, now: Timestamp) -> String {
    const DAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
    const MONTHS: [&str; 12] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ];
    let text = now.to_rfc3339();
    let part = |from: usize, to: usize| text.get(from..to).unwrap_or_default().to_owned();
    fill_in(format, |letter| {
        Some(match letter {
            'Y' => part(0, 4),
            'm' => part(5, 7),
            'd' => part(8, 10),
            'e' => format!("{:>2}", part(8, 10).trim_start_matches('0')),
            'H' => part(11, 13),
            'M' => part(14, 16),
            'S' => part(17, 19),
            'F' => part(0, 10),
            'T' => part(11, 19),
            's' => (now.0 / 1000).to_string(),
            'N' => format!("{:09}", now.0 % 1000 * 1_000_000),
            'a' => DAYS[(now.0 / 86_400_000 % 7) as usize].to_owned(),
            'b' => {
                let month = part(5, 7).parse::<usize>().unwrap_or(1);
                MONTHS[month.clamp(1, 12) - 1].to_owned()
            }
            _ => return None,
        })
    })
}

/// Returns `format` with the value of each letter that follows a `%`; `None` leaves the letter.
fn fill_in(format: &str, value: impl Fn(char) -> Option<String>) -> String {
    let mut text = String::new();
    let mut characters = format.chars();
    while let Some(c) = characters.next() {
        match characters.clone().next() {
            Some(letter) if c == '%' => {
                text.push_str(&value(letter).unwrap_or_else(|| letter.to_string()));
                characters.next();
            }
            Some(_) | None => text.push(c),
        }
    }
    text
}

/// A process of the phone.
struct Process {
    pid: u32,
    user: &'static str,
    name: String,
}

/// Returns what runs: what does so on every phone, and the apps.
fn running(call: &Call<'_>) -> Vec<Process> {
    let always = [
        (1, "root", "init"),
        (SYSTEM_PID, "system", "system_server"),
        (LAUNCHER_PID, "u0_a90", LAUNCHER),
        (5149, "shell", "adbd"),
    ];
    let process = |pid: u32, user: &'static str, name: &str| Process {
        pid,
        user,
        name: name.to_owned(),
    };
    let always = always.map(|(pid, user, name)| process(pid, user, name));
    let state = call.state();
    let apps = state.processes.iter();
    let apps = apps.map(|(name, pid)| process(*pid, "u0_a100", name));
    let mut all: Vec<Process> = always.into_iter().chain(apps).collect();
    all.sort_by_key(|process| process.pid);
    all
}

/// Lists processes.
pub(super) fn ps(call: &mut Call<'_>) -> Ended {
    call.line("USER           PID  PPID     VSZ    RSS WCHAN            ADDR S NAME")?;
    for Process { pid, user, name } in running(call) {
        let row =
            format!("{user:<12} {pid:>5}     1  123456  65536 0                   0 S {name}");
        call.line(&row)?;
    }
    Ok(0)
}

/// Prints the numbers of the processes with exactly these names.
pub(super) fn pidof(call: &mut Call<'_>) -> Ended {
    let names = call.options(&[]).rest;
    let running = running(call);
    let found = running
        .iter()
        .filter(|process| names.contains(&process.name.as_str()));
    let found: Vec<String> = found.map(|process| process.pid.to_string()).collect();
    if found.is_empty() {
        return Ok(1);
    }
    call.line(&found.join(" "))
}

/// Refuses: the phone's services are simulated by their commands only.
pub(super) fn service(call: &mut Call<'_>) -> Ended {
    call.fail(
        10,
        &format!("service: Service {} does not exist", call.arg(1)),
    )
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
