//! The programs of the phone: one file each, or one for a few that belong together.
//!
//! Not here: how the phone behaves; a program asks it.

mod activity;
mod base64;
mod dumpsys;
mod file;
mod filter;
mod grep;
mod ime;
mod input;
mod install;
mod intent;
mod keycode;
mod list;
mod logcat;
mod monkey;
mod network;
mod package;
mod pattern;
mod process;
mod property;
mod retap;
mod say;
mod screencap;
mod test;
mod touches;
mod typing;
mod uiautomator;
mod window;

use std::io;
use std::sync::Arc;

use super::files::full_path;
use super::phone::AdbPhone;
use super::shell::Io;
use super::state::State;

/// One run of a program.
pub(super) struct Call<'a> {
    pub(super) name: &'a str,
    /// The text after the name.
    pub(super) args: &'a [String],
    pub(super) io: Io,
    pub(super) phone: &'a Arc<AdbPhone>,
    /// The folder it is run in.
    pub(super) folder: &'a str,
    /// Whether nobody waits for it any more.
    pub(super) is_over: &'a dyn Fn() -> bool,
}

/// A program: returns its status, or an error when nobody is there any more.
pub(super) type Program = fn(&mut Call<'_>) -> io::Result<i32>;

/// The programs by name.
const PROGRAMS: [(&str, Program); 74] = [
    ("[", test::bracket),
    ("[[", test::bracket),
    ("am", activity::run),
    ("base64", base64::run),
    ("basename", file::basename),
    ("cat", file::cat),
    ("chmod", file::chmod),
    ("clear", say::nothing),
    ("cmd", package::cmd),
    ("cp", file::cp),
    ("cut", filter::cut),
    ("date", process::date),
    ("df", list::df),
    ("dirname", file::dirname),
    ("du", list::du),
    ("dumpsys", dumpsys::run),
    ("echo", say::echo),
    ("egrep", grep::grep),
    ("false", say::failure),
    ("fgrep", grep::grep),
    ("find", list::find),
    ("free", process::free),
    ("getenforce", process::getenforce),
    ("getprop", property::getprop),
    ("grep", grep::grep),
    ("head", filter::head),
    ("hostname", process::hostname),
    ("id", process::id),
    ("ime", ime::run),
    ("input", input::run),
    ("kill", process::kill),
    ("log", logcat::log),
    ("logcat", logcat::run),
    ("ls", list::ls),
    ("mkdir", file::mkdir),
    ("monkey", monkey::run),
    ("mv", file::mv),
    ("pgrep", process::pgrep),
    ("pidof", process::pidof),
    ("pm", package::pm),
    ("printf", say::printf),
    ("ps", process::ps),
    ("readlink", file::readlink),
    ("realpath", file::readlink),
    ("retap-drift", retap::drift),
    ("retap-fault", retap::fault),
    ("retap-touches", touches::run),
    ("retap-unplug", retap::unplug),
    ("rm", file::rm),
    ("rmdir", file::rmdir),
    ("screencap", screencap::run),
    ("seq", say::seq),
    ("service", process::service),
    ("setprop", property::setprop),
    ("settings", property::settings),
    ("sleep", process::sleep),
    ("sort", filter::sort),
    ("stat", list::stat),
    ("svc", network::svc),
    ("sync", say::nothing),
    ("tail", filter::tail),
    ("tee", file::tee),
    ("test", test::test),
    ("touch", file::touch),
    ("toybox", process::toybox),
    ("tr", filter::tr),
    ("true", say::nothing),
    ("uiautomator", uiautomator::run),
    ("uname", process::uname),
    ("uniq", filter::uniq),
    ("uptime", process::uptime),
    ("wc", filter::wc),
    ("whoami", process::whoami),
    ("wm", window::run),
];

/// Returns the program called `name`, with or without its folder.
pub(super) fn find(name: &str) -> Option<Program> {
    let name = name.strip_prefix("/system/bin/").unwrap_or(name);
    let found = PROGRAMS.iter().find(|(known, _)| *known == name);
    found.map(|(_, run)| *run)
}

/// Returns the names of all programs.
#[cfg(test)]
pub(super) fn names() -> Vec<&'static str> {
    PROGRAMS.iter().map(|(name, _)| *name).collect()
}

/// Puts the programs and the system's files where tools look for them.
pub(super) fn install(state: &mut State) {
    let now = state.seconds();
    for (name, _) in PROGRAMS {
        let path = format!("/system/bin/{name}");
        state.files.install(&path, b"\x7fELF".to_vec(), now);
    }
    state
        .files
        .install("/system/bin/sh", b"\x7fELF".to_vec(), now);
    let properties = state.properties.iter();
    let lines: String = properties
        .map(|(key, value)| format!("{key}={value}\n"))
        .collect();
    state
        .files
        .install("/system/build.prop", lines.into_bytes(), now);
    let version = b"Linux version 6.1.0-retap (retap@sim) #1 SMP PREEMPT\n";
    state.files.install("/proc/version", version.to_vec(), now);
    let memory =
        b"MemTotal:        4038412 kB\nMemFree:         1804512 kB\nMemAvailable:    2904512 kB\n";
    state.files.install("/proc/meminfo", memory.to_vec(), now);
}

impl Call<'_> {
    /// Prints text.
    pub(super) fn out(&self, text: &str) -> io::Result<()> {
        self.io.out.write(text.as_bytes())
    }

    /// Prints a line.
    pub(super) fn line(&self, text: &str) -> io::Result<()> {
        self.out(&format!("{text}\n"))
    }

    /// Complains with a line.
    pub(super) fn err(&self, text: &str) -> io::Result<()> {
        self.io.err.write(format!("{text}\n").as_bytes())
    }

    /// Complains with a line and gives the status that follows from it.
    pub(super) fn fail(&self, status: i32, text: &str) -> io::Result<i32> {
        self.err(text)?;
        Ok(status)
    }

    /// Returns the full path of a file that is named here.
    pub(super) fn path(&self, name: &str) -> String {
        full_path(self.folder, name)
    }

    /// Returns an argument, or nothing.
    pub(super) fn arg(&self, index: usize) -> &str {
        self.args.get(index).map_or("", String::as_str)
    }

    /// Returns the flags (all letters of all arguments that start with `-`) and the other arguments.
    pub(super) fn letters(&self) -> (String, Vec<&str>) {
        let mut letters = String::new();
        let mut rest = Vec::new();
        let mut takes_flags = true;
        for arg in self.args {
            match arg.strip_prefix('-') {
                Some("-") if takes_flags => takes_flags = false,
                Some(flags) if takes_flags && !flags.is_empty() => {
                    letters.push_str(flags.strip_prefix('-').map_or(flags, |_| ""));
                }
                Some(_) | None => rest.push(arg.as_str()),
            }
        }
        (letters, rest)
    }

    /// Runs another program with these arguments.
    pub(super) fn hand_on(&self, run: Program, name: &str, args: &[String]) -> io::Result<i32> {
        run(&mut Call {
            name,
            args,
            io: self.io.clone(),
            phone: self.phone,
            folder: self.folder,
            is_over: self.is_over,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_sorted_and_found() {
        assert!(PROGRAMS.is_sorted_by(|one, other| one.0 < other.0));
        assert!(find("/system/bin/input").is_some());
        assert!(find("su").is_none());
    }
}
