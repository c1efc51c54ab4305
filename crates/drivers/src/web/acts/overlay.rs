//! Acts while something of the browser lies over the page.

use std::path::PathBuf;
use std::time::Duration;

use retap_model::device::Action;
use retap_model::geometry::Point;
use serde_json::json;

use super::super::overlay::{Menu, Overlay, OverlayKind, Touched};
use super::super::quiet::AFTER_DIALOG;
use super::super::uploads::files_named;
use super::super::{AskError, Asked, Patience, Session, WebDevice, command};
use super::typing::complaint;

/// How long a page may take to ask for a file after the touch that makes it ask.
const CHOICE: Duration = Duration::from_secs(3);

impl WebDevice {
    pub(super) fn act_on_overlay(&mut self, action: &Action) -> Asked {
        match action {
            Action::Tap(at) => {
                let touched = self.touched(*at);
                self.end_overlay(touched)
            }
            Action::Type(text) => self.type_into_overlay(text.reveal()),
            Action::ClearText => match self.overlay_field() {
                Some(field) => {
                    field.clear();
                    self.changes.everything();
                    Ok(())
                }
                None => Err(AskError::refused("there is no field to empty")),
            },
            Action::PressKey(key, _) => match key.as_str() {
                "return" => self.end_overlay(Touched::Accept),
                "escape" | "back" => self.end_overlay(Touched::Dismiss),
                _ => Err(AskError::refused("a dialog of the browser is open")),
            },
            Action::Back => self.end_overlay(Touched::Dismiss),
            // Who goes elsewhere leaves what is open.
            Action::Launch(_)
            | Action::Stop(_)
            | Action::ClearData(_)
            | Action::OpenUrl(_)
            | Action::Home => {
                self.close_overlay()?;
                self.act_on_page(action)
            }
            Action::SetNetwork(mode) => self.set_network(*mode),
            Action::DoubleTap(_)
            | Action::Special(..)
            | Action::LongPress(..)
            | Action::Swipe(..)
            | Action::Drag(..)
            | Action::Shake => Err(AskError::refused("a dialog of the browser is open")),
        }
    }

    fn touched(&self, at: Point) -> Touched {
        let size = self.seen.as_ref().map_or(self.info.size, |seen| seen.size);
        let overlay = self.overlay.as_ref();
        overlay.map_or(Touched::Nothing, |overlay| overlay.touched(at, size))
    }

    /// Returns the text that is being entered, where there is a field.
    fn overlay_field(&mut self) -> Option<&mut String> {
        self.overlay.as_mut()?.entry.as_mut()
    }

    /// Does what a touch or key on the overlay means.
    fn end_overlay(&mut self, touched: Touched) -> Asked {
        let Some(overlay) = self.overlay.clone() else {
            return Ok(());
        };
        match (&overlay.kind, touched) {
            (_, Touched::Nothing)
            | (OverlayKind::Script | OverlayKind::Files(_), Touched::Entry(_)) => Ok(()),
            (OverlayKind::Script, Touched::Accept | Touched::Dismiss) => {
                self.close_dialog(touched)?;
                // The page goes on from its question only now, and nothing shows what it does next.
                self.within(AFTER_DIALOG, Self::wait_for_quiet).map(drop)
            }
            (OverlayKind::Files(node), Touched::Accept) => {
                let names = overlay.entry.as_deref().unwrap_or_default();
                let files = self.files_to_give(names)?;
                self.give(&overlay.session, *node, &files)
            }
            (OverlayKind::Menu(menu), Touched::Entry(number)) => self.choose(menu, number),
            (OverlayKind::Files(_) | OverlayKind::Menu(_), Touched::Dismiss)
            | (OverlayKind::Menu(_), Touched::Accept) => {
                self.remove_overlay();
                Ok(())
            }
        }
    }

    fn remove_overlay(&mut self) {
        self.overlay = None;
        self.changes.everything();
    }

    /// Gives up the page in front, which does not stop opening dialogs.
    pub(super) fn give_up_page(&mut self) -> Asked {
        self.overlay = None;
        let session = self.front_session()?;
        let Some(target) = self.tabs.give_up_front() else {
            return Ok(());
        };
        // A page that is busy does not close, and others may share its process.
        let crash = command("Page.crash", json!({}));
        self.client.tell(Some(&session), &crash)?;
        let close = command("Target.closeTarget", json!({"targetId": target}));
        Ok(self.client.tell(None, &close)?)
    }

    /// Closes what is open without choosing anything; a message is read that way, and a page that
    /// would rather be kept is left.
    fn close_overlay(&mut self) -> Asked {
        if self.overlay.as_ref().is_some_and(Overlay::is_dialog) {
            return self.close_dialog(Touched::Accept);
        }
        self.overlay = None;
        Ok(())
    }

    /// Answers a dialog of a script as a touch on one of its buttons does.
    pub(super) fn close_dialog(&mut self, touched: Touched) -> Asked {
        let Some(dialog) = self.overlay.take_if(|overlay| overlay.is_dialog()) else {
            return Ok(());
        };
        let accept = touched == Touched::Accept;
        let mut params = json!({"accept": accept});
        if let Some(entry) = dialog.entry.filter(|_| accept) {
            params["promptText"] = json!(entry);
        }
        self.changes.everything();
        let answer = command("Page.handleJavaScriptDialog", params);
        let ticket = self.send(&dialog.session, &answer)?;
        // The page may open the next dialog before it says that this one is closed; and one that was closed
        // meanwhile, by its page or by a person, is closed.
        let answered = self.wait_for_answer(&ticket, Patience::Handled).map(drop);
        answered.or_else(AskError::unless_silent)
    }

    fn type_into_overlay(&mut self, text: &str) -> Asked {
        let (line, is_entered) = match text.split_once('\n') {
            Some((line, _)) => (line, true),
            None => (text, false),
        };
        match self.overlay_field() {
            Some(field) => field.push_str(line),
            None => return Err(AskError::refused("there is no field to type into")),
        }
        self.changes.everything();
        if is_entered {
            return self.end_overlay(Touched::Accept);
        }
        Ok(())
    }

    /// Touches what opens the choice of a file, and chooses these. Without such files nothing is touched.
    pub(super) fn upload_at(&mut self, at: Point, names: &str) -> Asked {
        let files = self.files_to_give(names)?;
        self.tap(at)?;
        let soon = self.soon(CHOICE);
        while self.overlay.is_none() && self.notice_until(soon)? {}
        match self.overlay.clone() {
            Some(Overlay {
                session,
                kind: OverlayKind::Files(node),
                ..
            }) => self.give(&session, node, &files),
            Some(_) | None => Err(AskError::refused("the touch opened no choice of a file")),
        }
    }

    /// Returns copies of the files of these names, if a page may be given them now.
    fn files_to_give(&mut self, names: &str) -> Asked<Vec<PathBuf>> {
        let uploads = self.options.uploads.now();
        if let Some(reason) = &uploads.refusal {
            return Err(AskError::NotPermitted(reason.clone()));
        }
        let chosen = files_named(names, &uploads)?;
        let (clock, deadline) = (self.browser.clock(), self.deadline);
        let is_late = || deadline.has_passed(clock.now());
        self.upload_copies.add(&chosen, &uploads, &is_late)
    }

    fn give(&mut self, session: &Session, node: i64, files: &[PathBuf]) -> Asked {
        let names: Vec<_> = files.iter().map(|path| path.to_string_lossy()).collect();
        let params = json!({"files": names, "backendNodeId": node});
        self.remove_overlay();
        self.ask(session, "DOM.setFileInputFiles", params).map(drop)
    }

    fn choose(&mut self, menu: &Menu, number: usize) -> Asked {
        self.remove_overlay();
        if let Some((value, text)) = menu.choice_of(number) {
            self.signals.chosen(value, text);
        }
        let call = format!("choose({number}, {})", json!(menu.text_of(number)));
        let said = self.call_in(&menu.world, &call)?;
        complaint(&said)
    }
}
