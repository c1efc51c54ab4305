//! The programs of the phone: one file for a few that belong together.
//!
//! Not here: how the phone behaves; a program asks it.

mod activity;
mod dumpsys;
mod file;
mod filter;
mod input;
mod intent;
mod keycode;
mod logcat;
mod options;
mod package;
mod process;
mod property;
mod retap;
mod screen;
mod script;

use std::sync::MutexGuard;

use retap_model::device::{Action, DeviceError};

use super::files::full_path;
use super::shell::{Io, Leave, Shell};
use super::state::State;
use options::Options;

pub(super) use process::parse_time;

/// How a program ends: with its status, unless the script is left.
pub(super) type Ended = Result<i32, Leave>;

/// One run of a program.
pub(super) struct Call<'a> {
    pub(super) name: &'a str,
    /// The text after the name.
    pub(super) args: &'a [String],
    pub(super) io: &'a Io,
    /// The shell that runs it.
    pub(super) shell: &'a mut Shell,
}

/// The function of a program.
pub(super) type Program = fn(&mut Call<'_>) -> Ended;

/// The programs by name.
const PROGRAMS: [(&str, Program); 49] = [
    (":", script::nothing),
    ("[", script::bracket),
    ("am", activity::am),
    ("break", script::leave_loop),
    ("cat", file::cat),
    ("cd", script::change_folder),
    ("cmd", package::cmd),
    ("continue", script::next_round),
    ("date", process::date),
    ("dumpsys", dumpsys::run),
    ("echo", script::echo),
    ("exec", script::exec),
    ("exit", script::exit),
    ("export", script::export),
    ("false", script::failure),
    ("getprop", property::getprop),
    ("grep", filter::grep),
    ("head", filter::head),
    ("id", process::id),
    ("ime", property::ime),
    ("input", input::run),
    ("log", logcat::log),
    ("logcat", logcat::run),
    ("ls", file::ls),
    ("mkdir", file::mkdir),
    ("monkey", activity::monkey),
    ("pidof", process::pidof),
    ("pm", package::pm),
    ("ps", process::ps),
    ("pwd", script::print_folder),
    ("retap-drift", retap::drift),
    ("retap-fault", retap::fault),
    ("retap-touches", retap::touches),
    ("retap-unplug", retap::unplug),
    ("rm", file::rm),
    ("screencap", screen::screencap),
    ("service", process::service),
    ("setprop", property::setprop),
    ("settings", property::settings),
    ("sh", script::sh),
    ("sleep", process::sleep),
    ("sort", filter::sort),
    ("svc", property::svc),
    ("tail", filter::tail),
    ("test", script::test),
    ("true", script::nothing),
    ("uiautomator", screen::uiautomator),
    ("wc", filter::wc),
    ("wm", screen::wm),
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

impl<'a> Call<'a> {
    /// Prints text.
    fn out(&self, text: &str) -> Result<(), Leave> {
        Ok(self.io.out.write(text.as_bytes())?)
    }

    /// Prints text and succeeds.
    fn print(&self, text: &str) -> Ended {
        self.out(text)?;
        Ok(0)
    }

    /// Prints a line and succeeds.
    fn line(&self, text: &str) -> Ended {
        self.print(&format!("{text}\n"))
    }

    /// Complains with a line and gives the status that follows from it.
    fn fail(&self, status: i32, text: &str) -> Ended {
        self.io.err.write(format!("{text}\n").as_bytes())?;
        Ok(status)
    }

    /// Returns the full path of a file that is named here.
    fn path(&self, name: &str) -> String {
        full_path(&self.shell.folder, name)
    }

    /// Returns an argument, or nothing.
    fn arg(&self, index: usize) -> &'a str {
        self.args.get(index).map_or("", String::as_str)
    }

    /// Returns the arguments behind the first, which is a command of the program.
    fn rest(&self) -> &'a [String] {
        self.args.get(1..).unwrap_or_default()
    }

    /// Returns the options, of which those in `valued` have a value, and the other arguments.
    fn options(&self, valued: &[&str]) -> Options<'a> {
        Options::parse(self.args, valued)
    }

    /// Returns the phone at this moment. Let go of it before anything is printed.
    fn state(&self) -> MutexGuard<'_, State> {
        self.shell.phone.state()
    }

    /// Performs an act, unless nobody waits for it any more when its time has come.
    fn perform(&self, action: &Action) -> Result<(), DeviceError> {
        let is_over = &*self.shell.is_over;
        self.shell.phone.perform(action, is_over)
    }

    /// Runs another program with these arguments.
    fn hand_on(&mut self, name: &str, args: &[String]) -> Ended {
        let words = [&[name.to_owned()], args].concat();
        self.shell.run_arguments(&words, self.io)
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
