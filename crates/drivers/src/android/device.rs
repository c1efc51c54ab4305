//! An Android phone or emulator as a device: it translates, and never retries or judges.

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

use retap_model::device::{
    Ability, Action, Change, Deadline, Device, DeviceError, DeviceInfo, NetworkMode, Png, TreeDump,
    Typed,
};
use retap_model::device_methods;
use retap_model::geometry::Size;
use retap_model::screen::{Element, Screen};

use crate::plain_file;

use super::acts::{ask_radio, is_radio_in};
use super::apps::{self, RESUMED, about, error_message, parse_openers, parse_resumed};
use super::logs::LogMark;
use super::shell::ShellOutput;
use super::tree::{Tree, read_tree, without_lengths, xml_of};
use super::{AdbServer, Asked, ShellKind};

/// The first and the last bytes of every PNG.
const PNG_START: &[u8] = b"\x89PNG\r\n\x1a\n";
const PNG_END: &[u8] = b"IEND\xaeB`\x82";

const MOST_REMEMBERED: usize = 16;

/// How many apps were installed, so that two at once have files of their own.
static INSTALLED: AtomicU32 = AtomicU32::new(0);

/// Facts of a device, as it told them when it was opened.
#[derive(Debug, Clone)]
pub(super) struct Facts {
    pub shell: ShellKind,
    /// The version of its system, such as 34 for Android 14.
    pub sdk: u32,
    /// The same as people say it, such as `14`; empty when it did not say.
    pub release: String,
    pub model: String,
    /// The extent of its screen when it is not turned.
    pub natural: Size,
    /// Its own time when it was opened.
    pub time: String,
    /// The package of its home screen.
    pub home: Option<String>,
}

/// An Android phone or emulator.
pub struct AndroidDevice {
    pub(super) info: DeviceInfo,
    pub(super) serial: String,
    pub(super) server: AdbServer,
    pub(super) facts: Facts,
    pub(super) dump_way: DumpWay,
    pub(super) log_mark: LogMark,
    /// Packages with the names they were opened by; adb does not tell what an app calls itself.
    pub(super) called: HashMap<String, String>,
    /// Texts that were typed lately, to know that a field holds it: dumps of most systems show the hint of
    /// an empty field in the same place as the text of a full one.
    pub(super) typed: Vec<Typed>,
    /// How long the text of the field with the focus was when last read.
    pub(super) focused_length: Option<usize>,
    /// Whether the device can choose all of a text at once, as far as is known.
    pub(super) selects_all: bool,
}

impl AndroidDevice {
    /// Runs a command in the device's shell, whatever its exit code.
    pub(super) fn run(&self, command: &str, asked: Asked<'_>) -> Result<ShellOutput, DeviceError> {
        let shell = self.facts.shell;
        let output = self.server.shell(&self.serial, shell, command, asked);
        output.map_err(|error| error.of_device(&self.info.address))
    }

    /// Runs a command that must not complain.
    pub(super) fn must_run(
        &self,
        command: &str,
        asked: Asked<'_>,
    ) -> Result<ShellOutput, DeviceError> {
        let output = self.run(command, asked)?;
        match error_message(&output) {
            None => Ok(output),
            Some(reason) => Err(asked.refused(reason)),
        }
    }

    fn exec(&self, command: &str, asked: Asked<'_>) -> Result<Vec<u8>, DeviceError> {
        let output = self.server.exec(&self.serial, command, asked);
        output.map_err(|error| error.of_device(&self.info.address))
    }

    /// Returns the bytes of one dump; a way that lets nothing through is tried once and left.
    fn dump(&mut self, deadline: Deadline) -> Result<Vec<u8>, DeviceError> {
        let asked = Asked::new("read the screen", deadline);
        let output = self.exec(&self.dump_way.command(), asked)?;
        let Some(next) = self.dump_way.after(&output) else {
            return Ok(output);
        };
        let output = self.exec(&next.command(), asked)?;
        self.dump_way = next.after(&output).unwrap_or(next);
        Ok(output)
    }

    fn screen_of(&mut self, tree: Tree<'_>) -> Screen {
        let activity = parse_resumed(tree.rest);
        let is_home = tree.package.is_some() && tree.package == self.facts.home;
        let app_id = tree.package.filter(|_| !is_home);
        let called = |package: &String| self.called.get(package).unwrap_or(package).clone();
        let mut screen = Screen {
            size: tree.size,
            app: app_id.as_ref().map(called),
            app_id,
            name: activity.map(|activity| activity.name),
            elements: tree.elements,
            status_bar: tree.status_bar,
            ..Screen::default()
        };
        self.claim_typed(&mut screen.elements);
        self.info.size = screen.size;
        let mut fields = screen.elements.iter().filter(|one| one.is_editable);
        let focused = fields.find(|field| field.state.focused);
        self.focused_length = focused.map(|field| field.text.chars().count());
        screen
    }

    /// A field of which it is not told whether it shows a hint holds what was typed into it.
    fn claim_typed(&self, elements: &mut [Element]) {
        let is_unsure = |one: &&mut Element| {
            one.is_editable && !one.is_password && one.state.value.is_none() && !one.text.is_empty()
        };
        for field in elements.iter_mut().filter(is_unsure) {
            let holds = |typed: &Typed| {
                let text = typed.reveal().trim_end_matches('\n');
                !text.is_empty()
                    && (field.text == text || field.state.focused && field.text.ends_with(text))
            };
            if self.typed.iter().any(holds) {
                field.state.value = Some(field.text.clone());
            }
        }
    }

    pub(super) fn remember(&mut self, typed: &Typed) {
        if self.typed.len() == MOST_REMEMBERED {
            self.typed.remove(0);
        }
        self.typed.push(typed.clone());
    }
}

impl Device for AndroidDevice {
    device_methods!(absent: drawn, read_whole, bring_into_view, type_into, field_ends_with, identifiers_at, dump_storage, signals_after, wait_until_quiet);

    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn os_version(&self) -> Option<&str> {
        Some(self.facts.release.as_str()).filter(|release| !release.is_empty())
    }

    fn can(&self, ability: Ability) -> bool {
        match ability {
            // Nothing of a phone can be shaken from outside, and adb has no word for "changed".
            Ability::SignalsChange
            | Ability::Hover
            | Ability::RightClick
            | Ability::Upload
            | Ability::Shake
            | Ability::Storage
            | Ability::Requests => false,
            Ability::Tree
            | Ability::Screenshot
            | Ability::Touch
            | Ability::Type
            | Ability::ScreenKeyboard
            | Ability::Keys
            | Ability::Apps
            | Ability::NamesApps
            | Ability::ClearData
            | Ability::Install
            | Ability::OpenUrl
            | Ability::Back
            | Ability::Home
            | Ability::Network
            | Ability::Logs => true,
        }
    }

    fn read_screen(&mut self, deadline: Deadline) -> Result<Screen, DeviceError> {
        let dump = self.dump(deadline)?;
        let tree = read_tree(&dump, self.facts.natural)?;
        Ok(self.screen_of(tree))
    }

    fn reconnect(&mut self, deadline: Deadline) -> Result<(), DeviceError> {
        self.reach_again(deadline)
    }

    fn dump_tree(&mut self, deadline: Deadline) -> Result<TreeDump, DeviceError> {
        let dump = self.dump(deadline)?;
        let tree = read_tree(&dump, self.facts.natural)?;
        Ok(TreeDump {
            extension: "xml",
            bytes: without_lengths(xml_of(&dump, &tree)),
        })
    }

    fn screenshot(&mut self, deadline: Deadline) -> Result<Png, DeviceError> {
        let asked = Asked::new("take a screenshot", deadline);
        let bytes = self.exec("screencap -p", asked)?;
        cut_png(bytes).map_err(|reason| asked.refused(reason))
    }

    fn perform(&mut self, action: &Action, deadline: Deadline) -> Result<(), DeviceError> {
        self.act(action, deadline)
    }

    fn wait_for_change(&mut self, _deadline: Deadline) -> Result<Change, DeviceError> {
        Ok(Change::CannotTell)
    }

    fn is_network_in(
        &mut self,
        mode: NetworkMode,
        deadline: Deadline,
    ) -> Result<bool, DeviceError> {
        let asked = Asked::new("read the radios", deadline);
        let output = self.must_run(&ask_radio(mode), asked)?;
        is_radio_in(mode, &output.text()).ok_or_else(|| asked.refused(output.one_line()))
    }

    fn is_keyboard_shown(&mut self, deadline: Deadline) -> Result<bool, DeviceError> {
        let asked = Asked::new("ask for the keyboard", deadline);
        let output = self.run("dumpsys input_method | grep mInputShown", asked)?;
        let text = output.text();
        let says = |state: &str| text.contains(&format!("mInputShown={state}"));
        match (says("true"), says("false")) {
            (true, _) => Ok(true),
            (false, true) => Ok(false),
            (false, false) => Err(asked.refused("it does not say whether one shows")),
        }
    }

    fn install(&mut self, package: &Path, deadline: Deadline) -> Result<String, DeviceError> {
        let what = &format!("open {}", package.display());
        let opened = plain_file::open(package);
        let mut file =
            opened.map_err(|error| Asked::new(what, deadline).refused(error.to_string()))?;
        let number = INSTALLED.fetch_add(1, Ordering::Relaxed);
        let path = format!("/data/local/tmp/retap-{}-{number}.apk", std::process::id());
        let what = format!("copy a file to `{path}`");
        let asked = Asked::new(&what, deadline);
        let pushed = self.server.push(&self.serial, &mut file, &path, asked);
        pushed.map_err(|error| error.of_device(&self.info.address))?;
        let what = "install the app";
        let output = self.must_run(&apps::install(&path), Asked::new(what, deadline))?;
        Ok(output.one_line())
    }

    fn apps_of(
        &mut self,
        action: &Action,
        deadline: Deadline,
    ) -> Result<Option<Vec<String>>, DeviceError> {
        // Never the command: see `act`.
        let what = action.to_string();
        let asked = Asked::new(&what, deadline);
        let packages = if let Action::OpenUrl(url) = action {
            parse_openers(&self.run(&about(apps::QUERY_URL, url), asked)?.text())
        } else if let Action::Launch(app) | Action::Stop(app) | Action::ClearData(app) = action {
            Some(vec![self.package_of(app, asked)?])
        } else {
            Some(Vec::new())
        };
        Ok(packages.map(|packages| {
            let called = packages.iter().filter_map(|it| self.called.get(it));
            let called: Vec<String> = called.cloned().collect();
            [packages, called].concat()
        }))
    }

    fn process_of(&mut self, app: &str, deadline: Deadline) -> Result<Option<u32>, DeviceError> {
        let what = &format!("find {app}");
        let asked = Asked::new(what, deadline);
        let text = self.run(&about("pidof", app), asked)?.text();
        let first = text.split_whitespace().next();
        Ok(first.and_then(|pid| pid.parse().ok()))
    }

    fn read_logs(&mut self, deadline: Deadline) -> Result<Vec<String>, DeviceError> {
        let asked = Asked::new("read the log", deadline);
        let output = self.run(&self.log_mark.command(), asked)?;
        // What is in a log may read like an error; only the exit code is one.
        if output.code != 0 {
            return Err(asked.refused(output.one_line()));
        }
        Ok(self.log_mark.take_new(&output.text()))
    }
}

/// How a dump is had from a device. Each system lets at least one of them through; which one is
/// found out by the first readings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum DumpWay {
    /// All windows, straight into the connection. Older systems ignore the wish and give the window
    /// in front; some newer ones give nothing, because their list of windows is late.
    #[default]
    AllWindows,
    /// The window in front, straight into the connection.
    FrontWindow,
    /// Through a file, where nothing may be written to `/dev/tty`.
    File,
}

impl DumpWay {
    /// Returns the way to try after `output`, or nothing when this way is not to blame.
    fn after(self, output: &[u8]) -> Option<Self> {
        let text = String::from_utf8_lossy(output);
        let has = |mark: &str| text.contains(mark);
        let is_blocked = !has("<hierarchy") && !has("<displays") && has("dumped to");
        match self {
            Self::AllWindows => is_blocked.then_some(Self::FrontWindow),
            Self::FrontWindow => is_blocked.then_some(Self::File),
            Self::File => None,
        }
    }

    /// Returns the command: the dump, and the activity in front behind it.
    fn command(self) -> String {
        match self {
            Self::AllWindows => format!("uiautomator dump --windows /dev/tty; echo; {RESUMED}"),
            Self::FrontWindow => format!("uiautomator dump /dev/tty; echo; {RESUMED}"),
            Self::File => {
                // Two tools at the same device must not share a file, and the file of another reading must
                // never be taken for the one of this.
                let file = format!("/data/local/tmp/retap-{}.xml", std::process::id());
                format!(
                    "rm -f {file}; uiautomator dump {file} && cat {file}; rm -f {file}; echo; {RESUMED}"
                )
            }
        }
    }
}

/// Returns the picture alone: phones with several displays print a warning before it.
fn cut_png(mut bytes: Vec<u8>) -> Result<Png, String> {
    let find = |mark: &[u8]| bytes.windows(mark.len()).position(|window| window == mark);
    let start = find(PNG_START).ok_or_else(|| {
        let answer = String::from_utf8_lossy(&bytes[..bytes.len().min(200)]);
        let why = match answer.trim() {
            "" => "; its app may forbid pictures of this screen".to_owned(),
            answer => format!(", but `{answer}`"),
        };
        format!("the device gave no picture{why}")
    })?;
    bytes.drain(..start);
    if !bytes.ends_with(PNG_END) {
        let length = bytes.len();
        return Err(format!(
            "the picture ends in the middle, after {length} bytes"
        ));
    }
    Ok(Png(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_whole_and_alone() {
        let picture = [PNG_START, b"...", PNG_END].concat();
        let warned = [b"[Warning] Multiple displays were found\n", &picture[..]].concat();
        assert_eq!(cut_png(warned), Ok(Png(picture.clone())));
        let half = picture[..picture.len() - 1].to_vec();
        assert!(cut_png(half).unwrap_err().contains("ends in the middle"));
        assert!(cut_png(Vec::new()).unwrap_err().contains("no picture"));
        let error = cut_png(b"screencap: not found\n".to_vec()).unwrap_err();
        let said = "the device gave no picture, but `screencap: not found`";
        assert_eq!(error, said);
    }

    #[test]
    fn the_next_way_is_tried_only_when_nothing_came_through() {
        let nothing = "UI hierchary dumped to: /dev/tty\n";
        let whole = "<hierarchy/>UI hierchary dumped to: /dev/tty";
        for (way, output, next) in [
            (DumpWay::AllWindows, nothing, Some(DumpWay::FrontWindow)),
            (DumpWay::FrontWindow, nothing, Some(DumpWay::File)),
            (DumpWay::File, nothing, None),
            (DumpWay::AllWindows, "ERROR: null root node", None),
            (DumpWay::AllWindows, whole, None),
            (DumpWay::AllWindows, "", None),
        ] {
            assert_eq!(way.after(output.as_bytes()), next, "{way:?} {output}");
        }
    }
}
