//! Acts: each one command for the device, most in one round trip.

use retap_model::device::{Action, Deadline, DeviceError, NetworkMode, Typed};
use retap_model::secret::mask;

use super::app_names::{find_package, is_package};
use super::apps::{self, parse_activities};
use super::device::{AndroidDevice, refused};
use super::text::{KEYBOARD, Needs};
use super::{input, keys, radios, text};

impl AndroidDevice {
    /// Sends one act.
    pub(super) fn act(&mut self, action: &Action, deadline: Deadline) -> Result<(), DeviceError> {
        let sdk = self.facts.sdk;
        // Never the command: it may hold a password, and these words go into reports.
        let asked = &action.to_string();
        match action {
            Action::Tap(at) => self.send(&input::tap(*at), asked, deadline),
            Action::DoubleTap(at) => self.send(&input::double_tap(*at), asked, deadline),
            Action::LongPress(at, time) => {
                self.send(&input::swipe(*at, *at, *time), asked, deadline)
            }
            Action::Swipe(from, to, time) => {
                self.send(&input::swipe(*from, *to, *time), asked, deadline)
            }
            Action::Drag(from, to, time) => {
                self.send(&input::drag(*from, *to, *time, sdk), asked, deadline)
            }
            Action::Type(typed) => self.type_text(typed, asked, deadline),
            Action::ClearText => self.clear_text(asked, deadline),
            Action::PressKey(key, modifiers) => {
                let command = input::press_key(key, modifiers, sdk);
                let command = command.map_err(|reason| refused(asked, reason))?;
                self.send(&command, asked, deadline)
            }
            Action::Launch(app) => self.launch(app, asked, deadline),
            Action::Stop(app) => {
                let package = self.package_of(app, asked, deadline)?;
                self.send(&apps::stop(&package), asked, deadline)
            }
            Action::ClearData(app) => {
                let package = self.package_of(app, asked, deadline)?;
                self.send(&apps::clear(&package), asked, deadline)
            }
            Action::OpenUrl(url) => self.send(&apps::open_url(url), asked, deadline),
            Action::Back => self.send(&input::press(&[keys::BACK]), asked, deadline),
            Action::Home => self.send(&input::press(&[keys::HOME]), asked, deadline),
            Action::Special(..) | Action::Shake => Err(DeviceError::Unsupported {
                device: self.info.address.clone(),
                ability: action.ability(),
            }),
            Action::SetNetwork(mode) => self.set_network(*mode, asked, deadline),
        }
    }

    /// Runs a command that must not complain, for its effect.
    pub(super) fn send(
        &self,
        command: &str,
        asked: &str,
        deadline: Deadline,
    ) -> Result<(), DeviceError> {
        self.must_run(command, asked, deadline).map(drop)
    }

    fn type_text(
        &mut self,
        typed: &Typed,
        asked: &str,
        deadline: Deadline,
    ) -> Result<(), DeviceError> {
        let commands = match text::needs_of(typed.reveal()) {
            Needs::Keys => text::by_keys(typed.reveal()),
            Needs::Keyboard(character) => {
                self.must_have_keyboard(typed, character, asked, deadline)?;
                text::by_keyboard(typed.reveal())
            }
            Needs::Impossible(character) => {
                let shown = shown(typed, character);
                let reason = format!("no key and no keyboard types {shown}; nothing was typed");
                return Err(refused(asked, reason));
            }
        };
        self.remember(typed);
        for command in commands {
            let sent = self.send(&command, asked, deadline);
            sent.map_err(|error| without_secret(error, typed))?;
        }
        Ok(())
    }

    /// Looks whether the keyboard app that takes any text is in use. Switching to it is left to the
    /// person: the field would lose its keyboard, and it is not known when the new one is ready.
    fn must_have_keyboard(
        &self,
        typed: &Typed,
        character: char,
        asked: &str,
        deadline: Deadline,
    ) -> Result<(), DeviceError> {
        let question = "settings get secure default_input_method; ime list -a -s";
        let output = self.run(question, asked, deadline)?;
        let text = output.text();
        let mut lines = text.lines().map(str::trim);
        if lines.next() == Some(KEYBOARD) {
            return Ok(());
        }
        let use_it = format!(
            "run `adb -s {serial} shell ime enable {KEYBOARD}` and `adb -s {serial} shell ime set {KEYBOARD}`",
            serial = self.serial
        );
        let remedy = if lines.any(|line| line == KEYBOARD) {
            use_it
        } else {
            format!("install https://github.com/senzhk/ADBKeyBoard, then {use_it}")
        };
        let reason = format!(
            "Android's own `input` types ASCII only, and not {}; nothing was typed; {remedy}",
            shown(typed, character)
        );
        Err(refused(asked, reason))
    }

    fn clear_text(&mut self, asked: &str, deadline: Deadline) -> Result<(), DeviceError> {
        if self.facts.sdk >= input::KEYS_TOGETHER && self.selects_all {
            let output = self.run(&input::clear_at_once(), asked, deadline)?;
            if !output.one_line().contains("Unknown command") {
                let error = apps::error_message(&output);
                return error.map_or(Ok(()), |reason| Err(refused(asked, reason)));
            }
            self.selects_all = false;
        }
        let command = input::clear_one_by_one(self.focused_length);
        self.send(&command, asked, deadline)
    }

    fn launch(&mut self, app: &str, asked: &str, deadline: Deadline) -> Result<(), DeviceError> {
        let package = self.package_of(app, asked, deadline)?;
        let output = self.run(&apps::resolve(&package), asked, deadline)?;
        let activities = parse_activities(&output.text());
        // A chooser belongs to the system, and opening it would not open the app.
        let own = activities.iter().find(|one| one.package == package);
        let command = match own {
            Some(activity) => apps::start(activity),
            None => apps::start_by_monkey(&package),
        };
        let sent = self.send(&command, asked, deadline);
        if sent.is_ok() {
            self.called.insert(package, app.to_owned());
        }
        sent
    }

    /// Returns the package of the app that a person calls so.
    pub(super) fn package_of(
        &self,
        app: &str,
        asked: &str,
        deadline: Deadline,
    ) -> Result<String, DeviceError> {
        if is_package(app) {
            return Ok(app.to_owned());
        }
        let known = self.called.iter().find(|(_, called)| *called == app);
        if let Some((package, _)) = known {
            return Ok(package.clone());
        }
        let output = self.must_run(apps::LIST, asked, deadline)?;
        let installed = parse_activities(&output.text());
        find_package(app, &installed).map_err(|reason| refused(asked, reason))
    }

    fn set_network(
        &self,
        mode: NetworkMode,
        asked: &str,
        deadline: Deadline,
    ) -> Result<(), DeviceError> {
        let command = radios::switch(mode, self.facts.sdk);
        let command = command.map_err(|reason| refused(asked, reason))?;
        self.send(&command, asked, deadline)
    }
}

/// A device may quote the command it complains about.
fn without_secret(error: DeviceError, typed: &Typed) -> DeviceError {
    match (error, typed) {
        (DeviceError::Refused { asked, reason }, Typed::Hidden(secret)) => DeviceError::Refused {
            asked,
            reason: mask(&reason, &[secret.reveal().to_owned()].into()),
        },
        (other, Typed::Plain(_) | Typed::Hidden(_)) => other,
    }
}

/// Names a character of a text, unless the text is secret.
fn shown(typed: &Typed, character: char) -> String {
    match typed {
        Typed::Plain(_) if character.is_control() => format!("U+{:04X}", u32::from(character)),
        Typed::Plain(_) => format!("`{character}`"),
        Typed::Hidden(_) => "a character of the secret text".to_owned(),
    }
}
