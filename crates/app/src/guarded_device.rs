//! A device that refuses what the policy forbids; every path to a device goes through it.

use std::sync::Arc;

use retap_model::device::{
    Ability, Action, Change, Deadline, Device, DeviceError, DeviceInfo, NetworkMode, Png, Signal,
    TreeDump,
};
use retap_model::geometry::Point;
use retap_model::screen::Screen;

use crate::permissions::Guard;

/// A device that refuses to touch blocked apps and skipped elements.
pub(crate) struct GuardedDevice {
    inner: Box<dyn Device>,
    guard: Guard,
    /// What was read last: what an act would touch.
    last: Option<Arc<Screen>>,
}

impl GuardedDevice {
    /// Returns the device with a guard; the device itself where there is nothing to guard.
    pub(crate) fn around(inner: Box<dyn Device>, guard: &Guard) -> Box<dyn Device> {
        if *guard == Guard::default() {
            return inner;
        }
        Box::new(Self {
            inner,
            guard: guard.clone(),
            last: None,
        })
    }

    fn refuse(&self, action: &Action) -> Option<DeviceError> {
        let reason = self
            .guard
            .closed
            .clone()
            .or_else(|| self.forbidden(action))?;
        Some(DeviceError::Refused {
            asked: action.to_string(),
            reason,
        })
    }

    fn forbidden(&self, action: &Action) -> Option<String> {
        match action {
            Action::Launch(app) | Action::Stop(app) | Action::ClearData(app) => self
                .guard
                .blocks(app)
                .then(|| format!("`blockedApps` names `{app}`")),
            // These lead out of a blocked app.
            Action::Back | Action::Home => None,
            Action::Tap(at)
            | Action::DoubleTap(at)
            | Action::LongPress(at, _)
            | Action::Swipe(at, _, _)
            | Action::Drag(at, _, _) => self.front_is_blocked().or_else(|| self.skipped(*at)),
            Action::Type(_)
            | Action::ClearText
            | Action::PressKey(..)
            | Action::OpenUrl(_)
            | Action::Shake
            | Action::SetNetwork(_) => self.front_is_blocked(),
        }
    }

    fn front_is_blocked(&self) -> Option<String> {
        let screen = self.last.as_ref()?;
        let names = [screen.app.as_deref(), screen.app_id.as_deref()];
        let blocked = names
            .into_iter()
            .flatten()
            .find(|app| self.guard.blocks(app))?;
        Some(format!(
            "`{blocked}` is in front, and `blockedApps` names it"
        ))
    }

    fn skipped(&self, at: Point) -> Option<String> {
        let screen = self.last.as_ref()?;
        let index = screen.element_at(at)?;
        let touched = std::iter::once(index).chain(screen.ancestors(index));
        for element in touched.map(|index| &screen.elements[index]) {
            // What opens a blocked app is not touched either.
            if element.is_clickable && self.guard.blocks(element.caption()) && screen.app.is_none()
            {
                return Some(format!("`blockedApps` names `{}`", element.caption()));
            }
            if let Some(pattern) = self.guard.skips(element.caption()) {
                let caption = element.caption();
                return Some(format!(
                    "`skipElements` has `{pattern}`, which `{caption}` contains"
                ));
            }
        }
        None
    }
}

impl Device for GuardedDevice {
    fn info(&self) -> &DeviceInfo {
        self.inner.info()
    }

    fn can(&self, ability: Ability) -> bool {
        self.inner.can(ability)
    }

    fn read_screen(&mut self, deadline: Deadline) -> Result<Screen, DeviceError> {
        let screen = self.inner.read_screen(deadline)?;
        self.last = Some(Arc::new(screen.clone()));
        Ok(screen)
    }

    fn dump_tree(&mut self, deadline: Deadline) -> Result<TreeDump, DeviceError> {
        self.inner.dump_tree(deadline)
    }

    fn reconnect(&mut self, deadline: Deadline) -> Result<(), DeviceError> {
        self.inner.reconnect(deadline)
    }

    fn screenshot(&mut self, deadline: Deadline) -> Result<Png, DeviceError> {
        self.inner.screenshot(deadline)
    }

    fn perform(&mut self, action: &Action, deadline: Deadline) -> Result<(), DeviceError> {
        // What is in front is unknown before the first reading, and nothing unknown is touched.
        if self.last.is_none() && self.inner.can(Ability::Tree) {
            self.read_screen(deadline)?;
        }
        match self.refuse(action) {
            Some(refused) => Err(refused),
            None => self.inner.perform(action, deadline),
        }
    }

    fn wait_for_change(&mut self, deadline: Deadline) -> Result<Change, DeviceError> {
        self.inner.wait_for_change(deadline)
    }

    fn is_network_in(
        &mut self,
        mode: NetworkMode,
        deadline: Deadline,
    ) -> Result<bool, DeviceError> {
        self.inner.is_network_in(mode, deadline)
    }

    fn process_of(&mut self, app: &str, deadline: Deadline) -> Result<Option<u32>, DeviceError> {
        self.inner.process_of(app, deadline)
    }

    fn dump_storage(&mut self, deadline: Deadline) -> Result<Vec<u8>, DeviceError> {
        self.inner.dump_storage(deadline)
    }

    fn signals_after(&mut self, number: u64) -> Result<Vec<Signal>, DeviceError> {
        self.inner.signals_after(number)
    }

    fn read_logs(&mut self, deadline: Deadline) -> Result<Vec<String>, DeviceError> {
        self.inner.read_logs(deadline)
    }
}
