//! The clipboard of a device in a browser. It is the device's own: that of the machine is its person's, who may have copied
//! a password, and another device of the same browser is somebody else's.

use retap_model::device::ClipboardKey;
use serde_json::{Value, json};

use super::ask::{AskError, Asked};
use super::cdp::{CdpError, Command, command};
use super::device::WebDevice;
use super::pages::World;

/// The permission by which a person lends pages the clipboard of the machine, as browsers name it.
const LENT: &str = "clipboardReadWrite";

/// Why the clipboard of a browser that was joined is left alone.
const REFUSED: &str = "the clipboard of that browser is its person's, who may put `permissions = [\"clipboardReadWrite\"]` under `[web]` \
                       into `.retap/config.toml` of the home folder";

/// What scripts of pages copy goes to the device.
const PAGE_SCRIPT: &str = include_str!("screen/script/page_clipboard.js");

/// Which clipboard keys and pages use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Clipboard {
    /// One that the device has for itself.
    Own,
    /// That of the machine, which its person lends.
    Machine,
    /// None: the browser is its person's.
    Refused,
}

/// Returns the name of the event that pages get.
const fn event_of(key: ClipboardKey) -> &'static str {
    match key {
        ClipboardKey::Copy => "copy",
        ClipboardKey::Cut => "cut",
        ClipboardKey::Paste => "paste",
    }
}

impl WebDevice {
    /// Returns which clipboard is used.
    pub(super) fn clipboard_in_use(&self) -> Clipboard {
        let is_lent = self.options.permissions.iter().any(|it| it == LENT);
        match (is_lent, self.browser.is_joined()) {
            (true, _) => Clipboard::Machine,
            (false, true) => Clipboard::Refused,
            (false, false) => Clipboard::Own,
        }
    }

    /// Keeps pages from reading the clipboard of the machine.
    pub(super) fn deny_clipboard(&mut self) -> Asked {
        if self.clipboard_in_use() != Clipboard::Own {
            return Ok(());
        }
        let denied = json!({"permission": {"name": "clipboard-read"}, "setting": "denied"});
        let params = self.in_context(denied);
        self.ask_browser("Browser.setPermission", params).map(drop)
    }

    /// Returns the command that gives the scripts of every document the clipboard of the device.
    pub(super) fn clipboard_script(&self) -> Option<Command> {
        let is_own = self.clipboard_in_use() == Clipboard::Own;
        let key = self.page_key;
        let source = format!("{PAGE_SCRIPT}('retap:copied{key:016x}');");
        let script = json!({"source": source, "runImmediately": true});
        is_own.then(|| command("Page.addScriptToEvaluateOnNewDocument", script))
    }

    /// Presses a key of the clipboard: the page gets the key, which by itself does nothing, and then what it does is done
    /// with the clipboard of the device.
    pub(super) fn press_clipboard_key(
        &mut self,
        key: ClipboardKey,
        [mut down, up]: [Command; 2],
    ) -> Asked {
        match self.clipboard_in_use() {
            Clipboard::Machine => return self.do_in_front(&[down, up]),
            Clipboard::Refused => return Err(AskError::NotPermitted(REFUSED.to_owned())),
            Clipboard::Own => {}
        }
        // By this number the browser would know what to do.
        down.params["windowsVirtualKeyCode"] = json!(0);
        self.do_in_front(&[down])?;
        self.use_clipboard(key)?;
        self.do_in_front(&[up])
    }

    fn use_clipboard(&mut self, key: ClipboardKey) -> Asked {
        let Some(front) = self.tabs.front().map(|tab| tab.target.clone()) else {
            return Err(AskError::CLOSED);
        };
        let text = match key {
            ClipboardKey::Paste => self.clipboard.as_str(),
            ClipboardKey::Copy | ClipboardKey::Cut => "",
        };
        let call = format!("useClipboard('{}', {})", event_of(key), json!(text));
        let main = self.wait_for_world(&front)?;
        let inner = self.frames.inside(&main.frame).cloned();
        let worlds: Vec<World> = inner.collect();
        let others = worlds.into_iter().filter(|world| world.frame != main.frame);
        for world in std::iter::once(main.clone()).chain(others) {
            match self.call_in(&world, &call) {
                Ok(Value::Bool(true)) => break,
                // It has not the focus, or went away meanwhile.
                Ok(_) | Err(AskError::Gone(_) | AskError::Cdp(CdpError::Refused { .. })) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}
