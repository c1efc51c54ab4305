//! Acts while something of the browser lies over the page.

use std::time::Duration;

use retap_model::device::{Action, Deadline};
use retap_model::geometry::Point;
use serde_json::json;

use super::super::ask::{AskError, Patience};
use super::super::cdp::CdpError;
use super::super::device::WebDevice;
use super::super::overlay::{Files, Menu, Overlay, Touched};
use super::ActError;

/// How long a page may take to ask for a file after the touch that makes it ask.
const CHOICE: Duration = Duration::from_secs(3);

/// The answers to a dialog of a script.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DialogAnswer {
    Accept,
    Dismiss,
}

impl WebDevice {
    pub(super) fn act_on_overlay(
        &mut self,
        action: &Action,
        deadline: Deadline,
    ) -> Result<(), ActError> {
        match action {
            Action::Tap(at) => {
                let touched = self.touched(*at);
                self.end_overlay(touched, deadline)
            }
            Action::Type(text) => self.type_into_overlay(text.reveal(), deadline),
            Action::ClearText => match self.overlay.as_mut().and_then(Overlay::field) {
                Some(field) => {
                    field.clear();
                    self.changes.everything();
                    Ok(())
                }
                None => Err(ActError::refused("there is no field to empty")),
            },
            Action::PressKey(key, _) => match key.as_str() {
                "return" => self.end_overlay(Touched::Accept, deadline),
                "escape" | "back" => self.end_overlay(Touched::Dismiss, deadline),
                _ => Err(ActError::refused("a dialog of the browser is open")),
            },
            Action::Back => self.end_overlay(Touched::Dismiss, deadline),
            // Who goes elsewhere leaves what is open.
            Action::Launch(_)
            | Action::Stop(_)
            | Action::ClearData(_)
            | Action::OpenUrl(_)
            | Action::Home => {
                self.close_overlay(deadline)?;
                self.act_on_page(action, deadline)
            }
            Action::SetNetwork(mode) => self.set_network(*mode, deadline),
            Action::DoubleTap(_)
            | Action::Special(..)
            | Action::LongPress(..)
            | Action::Swipe(..)
            | Action::Drag(..)
            | Action::Shake => Err(ActError::refused("a dialog of the browser is open")),
        }
    }

    fn touched(&self, at: Point) -> Touched {
        let size = self.seen.as_ref().map_or(self.info.size, |seen| seen.size);
        let overlay = self.overlay.as_ref();
        overlay.map_or(Touched::Nothing, |overlay| overlay.touched(at, size))
    }

    /// Does what a touch or key on the overlay means.
    fn end_overlay(&mut self, touched: Touched, deadline: Deadline) -> Result<(), ActError> {
        match (self.overlay.clone(), touched) {
            (None, _) | (Some(_), Touched::Nothing) => Ok(()),
            (Some(Overlay::Dialog(_)), Touched::Accept) => {
                self.close_dialog(DialogAnswer::Accept, deadline)
            }
            (Some(Overlay::Dialog(_)), Touched::Dismiss) => {
                self.close_dialog(DialogAnswer::Dismiss, deadline)
            }
            (Some(Overlay::Files(files)), Touched::Accept) => self.upload(&files, deadline),
            (Some(Overlay::Menu(menu)), Touched::Entry(number)) => {
                self.choose(&menu, number, deadline)
            }
            (Some(Overlay::Files(_) | Overlay::Menu(_)), Touched::Dismiss)
            | (Some(Overlay::Menu(_)), Touched::Accept) => {
                self.overlay = None;
                self.changes.everything();
                Ok(())
            }
            (Some(Overlay::Dialog(_) | Overlay::Files(_)), Touched::Entry(_)) => Ok(()),
        }
    }

    /// Gives up the page in front, which does not stop opening dialogs.
    pub(super) fn give_up_page(&mut self) -> Result<(), ActError> {
        self.overlay = None;
        let session = self.front_session()?;
        let Some(target) = self.tabs.give_up_front() else {
            return Ok(());
        };
        // A page that is busy does not close, and others may share its process.
        let crashed = self.client.tell(Some(&session), "Page.crash", &json!({}));
        crashed.map_err(AskError::from)?;
        let params = json!({"targetId": target});
        let closed = self.client.tell(None, "Target.closeTarget", &params);
        closed
            .map(|_| ())
            .map_err(|error| AskError::from(error).into())
    }

    /// Closes what is open without choosing anything; a message is read that way, and a page that
    /// would rather be kept is left.
    fn close_overlay(&mut self, deadline: Deadline) -> Result<(), ActError> {
        match &self.overlay {
            Some(Overlay::Dialog(_)) => self.close_dialog(DialogAnswer::Accept, deadline),
            Some(Overlay::Files(_) | Overlay::Menu(_)) | None => {
                self.overlay = None;
                Ok(())
            }
        }
    }

    /// Answers a dialog of a script.
    pub(super) fn close_dialog(
        &mut self,
        answer: DialogAnswer,
        deadline: Deadline,
    ) -> Result<(), ActError> {
        let Some(Overlay::Dialog(dialog)) = self.overlay.take() else {
            return Ok(());
        };
        let accept = answer == DialogAnswer::Accept;
        let mut params = json!({"accept": accept});
        if let Some(entry) = dialog.entry.filter(|_| accept) {
            params["promptText"] = json!(entry);
        }
        self.changes.everything();
        let session = dialog.session;
        let command = "Page.handleJavaScriptDialog";
        let sent = self.client.send(Some(&session), command, &params);
        let ticket = sent.map_err(AskError::from)?;
        // The page may open the next dialog before it says that this one is closed.
        match self.wait_for_answer(&ticket, Some(&session), Patience::Handled, deadline) {
            Err(AskError::Cdp(
                error @ (CdpError::Closed { .. } | CdpError::DeadlinePassed { .. }),
            )) => Err(AskError::Cdp(error).into()),
            // One that was closed meanwhile, by its page or by a person, is closed.
            Ok(_)
            | Err(
                AskError::Cdp(CdpError::Refused { .. }) | AskError::Dialog | AskError::Gone { .. },
            ) => Ok(()),
        }
    }

    fn type_into_overlay(&mut self, text: &str, deadline: Deadline) -> Result<(), ActError> {
        let (line, is_entered) = match text.split_once('\n') {
            Some((line, _)) => (line, true),
            None => (text, false),
        };
        match self.overlay.as_mut().and_then(Overlay::field) {
            Some(field) => field.push_str(line),
            None => return Err(ActError::refused("there is no field to type into")),
        }
        self.changes.everything();
        if is_entered {
            return self.end_overlay(Touched::Accept, deadline);
        }
        Ok(())
    }

    /// Touches what opens the choice of a file, and chooses these. Without such files nothing is touched.
    pub(super) fn upload_at(
        &mut self,
        at: Point,
        names: &str,
        deadline: Deadline,
    ) -> Result<(), ActError> {
        Files::named(names, self.options.uploads.as_deref()).map_err(ActError::refused)?;
        self.tap(at, deadline)?;
        let soon = Deadline::after(self.client.clock().now(), CHOICE).or_sooner(deadline);
        while self.overlay.is_none() && self.notice(soon)? {}
        let Some(Overlay::Files(files)) = &self.overlay else {
            return Err(ActError::refused("the touch opened no choice of a file"));
        };
        let names = names.to_owned();
        let files = Files {
            names,
            ..files.clone()
        };
        self.upload(&files, deadline)
    }

    fn upload(&mut self, files: &Files, deadline: Deadline) -> Result<(), ActError> {
        let chosen = files.chosen(self.options.uploads.as_deref());
        let chosen = chosen.map_err(ActError::refused)?;
        let names: Vec<_> = chosen.iter().map(|path| path.to_string_lossy()).collect();
        let params = json!({"files": names, "backendNodeId": files.node});
        self.overlay = None;
        self.changes.everything();
        self.ask(&files.session, "DOM.setFileInputFiles", &params, deadline)?;
        Ok(())
    }

    fn choose(&mut self, menu: &Menu, number: usize, deadline: Deadline) -> Result<(), ActError> {
        self.overlay = None;
        self.changes.everything();
        let text = serde_json::to_string(menu.text_of(number)).unwrap_or_default();
        let call = format!("choose({number}, {text})");
        let said = self.call_in(&menu.world, &call, deadline)?;
        match said.as_str() {
            Some("") | None => Ok(()),
            Some(reason) => Err(ActError::refused(reason)),
        }
    }
}
