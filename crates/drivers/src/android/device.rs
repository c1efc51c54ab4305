//! An Android phone or emulator as a device: it translates, and never retries or judges.

use std::collections::HashMap;
use std::path::Path;

use retap_model::device::{
    Ability, Action, Change, Deadline, Device, DeviceError, DeviceInfo, NetworkMode, Png, TreeDump,
    Typed,
};
use retap_model::device_methods;
use retap_model::geometry::Size;
use retap_model::screen::{Element, Screen};

use super::apps::{error_message, parse_resumed};
use super::dump::DumpWay;
use super::logs::LogMark;
use super::shell::ShellOutput;
use super::tree::{Tree, read_tree, xml_of};
use super::{AdbServer, ShellKind, radios};

/// The first and the last bytes of every PNG.
const PNG_START: &[u8] = b"\x89PNG\r\n\x1a\n";
const PNG_END: &[u8] = b"IEND\xaeB`\x82";

/// How many typed texts are remembered.
const MOST_REMEMBERED: usize = 16;

/// The options of a device when it was opened.
#[derive(Debug, Clone)]
pub(super) struct Facts {
    pub(super) shell: ShellKind,
    /// The version of its system, such as 34 for Android 14.
    pub(super) sdk: u32,
    /// The same as people say it, such as `14`; empty when it did not say.
    pub(super) release: String,
    pub(super) model: String,
    /// The extent of its screen when it is not turned.
    pub(super) natural: Size,
    /// Its own time when it was opened.
    pub(super) time: String,
    /// The package of its home screen.
    pub(super) home: Option<String>,
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
    /// What was typed lately, to know that a field holds it: dumps of most systems show the hint of
    /// an empty field in the same place as the text of a full one.
    pub(super) typed: Vec<Typed>,
    /// How long the text of the field with the focus was when last read.
    pub(super) focused_length: Option<usize>,
    /// Whether the device can choose all of a text at once, as far as is known.
    pub(super) selects_all: bool,
}

impl AndroidDevice {
    /// Returns the name adb knows the device by.
    pub fn serial(&self) -> &str {
        &self.serial
    }

    /// Returns the version of its system, such as 34 for Android 14; 0 when it did not say.
    pub fn sdk(&self) -> u32 {
        self.facts.sdk
    }

    /// Runs a command in the device's shell, whatever its exit code.
    pub(super) fn run(
        &self,
        command: &str,
        asked: &str,
        deadline: Deadline,
    ) -> Result<ShellOutput, DeviceError> {
        self.server
            .shell(&self.serial, self.facts.shell, command, asked, deadline)
            .map_err(|error| error.of_device(&self.info.address))
    }

    /// Runs a command that must not complain.
    pub(super) fn must_run(
        &self,
        command: &str,
        asked: &str,
        deadline: Deadline,
    ) -> Result<ShellOutput, DeviceError> {
        let output = self.run(command, asked, deadline)?;
        match error_message(&output) {
            None => Ok(output),
            Some(reason) => Err(refused(asked, reason)),
        }
    }

    fn exec(&self, command: &str, asked: &str, deadline: Deadline) -> Result<Vec<u8>, DeviceError> {
        self.server
            .exec(&self.serial, command, asked, deadline)
            .map_err(|error| error.of_device(&self.info.address))
    }

    /// Returns the bytes of one dump; a way that lets nothing through is tried once and left.
    fn dump(&mut self, deadline: Deadline) -> Result<Vec<u8>, DeviceError> {
        const ASKED: &str = "read the screen";
        let output = self.exec(&self.dump_way.command(), ASKED, deadline)?;
        let Some(next) = self.dump_way.after(&output) else {
            return Ok(output);
        };
        let output = self.exec(&next.command(), ASKED, deadline)?;
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
        let focused = screen
            .elements
            .iter()
            .find(|one| one.state.focused && one.is_editable);
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

    /// Remembers what was typed.
    pub(super) fn remember(&mut self, typed: &Typed) {
        if self.typed.len() == MOST_REMEMBERED {
            self.typed.remove(0);
        }
        self.typed.push(typed.clone());
    }
}

/// Returns the refusal of what was asked.
pub(super) fn refused(asked: &str, reason: String) -> DeviceError {
    DeviceError::Refused {
        asked: asked.to_owned(),
        reason,
    }
}

impl Device for AndroidDevice {
    device_methods!(absent: type_into, dump_storage, signals_after);

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
            bytes: xml_of(&dump, &tree).to_vec(),
        })
    }

    fn screenshot(&mut self, deadline: Deadline) -> Result<Png, DeviceError> {
        const ASKED: &str = "take a screenshot";
        let bytes = self.exec("screencap -p", ASKED, deadline)?;
        cut_png(bytes).map_err(|reason| refused(ASKED, reason))
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
        const ASKED: &str = "read the radios";
        let output = self.must_run(radios::ask(mode), ASKED, deadline)?;
        radios::is_in(mode, &output.text()).ok_or_else(|| refused(ASKED, output.one_line()))
    }

    fn is_keyboard_shown(&mut self, deadline: Deadline) -> Result<bool, DeviceError> {
        const ASKED: &str = "ask for the keyboard";
        let output = self.run("dumpsys input_method | grep mInputShown", ASKED, deadline)?;
        let text = output.text();
        let says = |state: &str| text.contains(&format!("mInputShown={state}"));
        if !says("true") && !says("false") {
            return Err(refused(
                ASKED,
                "it does not say whether one shows".to_owned(),
            ));
        }
        Ok(says("true"))
    }

    fn install(&mut self, package: &Path, deadline: Deadline) -> Result<String, DeviceError> {
        self.install_file(package, deadline)
    }

    fn apps_of(
        &mut self,
        action: &Action,
        deadline: Deadline,
    ) -> Result<Option<Vec<String>>, DeviceError> {
        self.find_apps_of(action, deadline)
    }

    fn process_of(&mut self, app: &str, deadline: Deadline) -> Result<Option<u32>, DeviceError> {
        self.pid_of(app, deadline)
    }

    fn read_logs(&mut self, deadline: Deadline) -> Result<Vec<String>, DeviceError> {
        const ASKED: &str = "read the log";
        let output = self.run(&self.log_mark.command(), ASKED, deadline)?;
        // What is in a log may read like an error; only the exit code is one.
        if output.code != 0 {
            return Err(refused(ASKED, output.one_line()));
        }
        Ok(self.log_mark.take_new(&output.text()))
    }
}

/// Returns the picture alone: phones with several displays print a warning before it.
fn cut_png(mut bytes: Vec<u8>) -> Result<Png, String> {
    let find = |mark: &[u8]| bytes.windows(mark.len()).position(|window| window == mark);
    let start = find(PNG_START).ok_or_else(|| {
        let answer = String::from_utf8_lossy(&bytes[..bytes.len().min(200)]);
        match answer.trim() {
            "" => {
                "the device gave no picture; its app may forbid pictures of this screen".to_owned()
            }
            answer => format!("the device gave no picture, but `{answer}`"),
        }
    })?;
    bytes.drain(..start);
    if !bytes.ends_with(PNG_END) {
        return Err(format!(
            "the picture ends in the middle, after {} bytes",
            bytes.len()
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
        assert_eq!(
            error,
            "the device gave no picture, but `screencap: not found`"
        );
    }
}
