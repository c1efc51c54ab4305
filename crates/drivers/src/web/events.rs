//! The events the browser tells of by itself, and what each means for the device.

use serde_json::{Value, json};

use super::acts::NOTHING;
use super::device::Connection;
use super::open::{BINDING, Kind, network_conditions, network_enable};
use super::overlay::Overlay;
use super::screen::thrown;
use super::signals::DownloadCourse;
use super::url;
use super::{CdpError, Event, Launched, Session, WebDevice, World, command, text};

/// How many pages a device may have: each is a process of the browser.
const MOST_PAGES: usize = 20;

impl WebDevice {
    pub(super) fn note(&mut self, event: Event) -> Result<(), CdpError> {
        let Event {
            session,
            method,
            params,
        } = event;
        match (method.as_str(), session) {
            ("Target.attachedToTarget", parent) => self.attached(parent.as_ref(), &params)?,
            ("Target.detachedFromTarget", _) => self.detached(&params),
            ("Browser.downloadWillBegin", None) => self.download_began(&params)?,
            ("Browser.downloadProgress", None) => self.download_went_on(&params)?,
            ("Fetch.requestPaused", Some(session)) => self.answer_held(&session, &params)?,
            ("Network.requestWillBeSent", Some(session)) => self.requested(&session, &params)?,
            ("Network.loadingFinished" | "Network.loadingFailed", Some(session)) => {
                self.finished(&session, &params)?;
            }
            ("Network.responseReceived", Some(session)) => self.responded(&session, &params)?,
            ("Network.dataReceived", Some(session)) => self.data_came(&session, &params)?,
            (name, Some(session)) => self.note_of(name, &session, &params),
            (_, None) => {}
        }
        Ok(())
    }

    fn note_of(&mut self, name: &str, session: &Session, params: &Value) {
        match name {
            "Runtime.bindingCalled" => self.signalled(session, params),
            "Runtime.executionContextCreated" => self.world_created(session, params),
            "Runtime.executionContextDestroyed" => {
                self.frames
                    .remove_world(text(&params["executionContextUniqueId"]));
            }
            "Runtime.executionContextsCleared" => self.frames.remove_session(session),
            "Runtime.consoleAPICalled" => match params["type"].as_str() {
                Some("error" | "assert") => self.signals.log_error(&console_line(params)),
                _ => self.signals.log(console_line(params)),
            },
            "Runtime.exceptionThrown" => self.signals.log_error(&exception_line(params)),
            "Log.entryAdded" => {
                let entry = &params["entry"];
                // What went wrong on the network is told by the requests themselves.
                if entry["level"] == "error" && entry["source"] != "network" {
                    self.signals.log_error(&entry_line(entry));
                } else {
                    self.signals.log(entry_line(entry));
                }
            }
            "Page.frameAttached" => {
                self.frames
                    .add(text(&params["frameId"]), text(&params["parentFrameId"]));
                self.changes.page(session);
            }
            // A frame that moves to another process is detached here and goes on there.
            "Page.frameDetached" if params["reason"] == "swap" => {}
            "Page.frameDetached" => {
                self.frames.remove(text(&params["frameId"]));
                self.changes.page(session);
            }
            "Page.frameNavigated" => self.navigated(session, &params["frame"]),
            "Page.frameRequestedNavigation" => self.signals.told_to_leave(params),
            "Page.navigatedWithinDocument" => self.changes.page(session),
            "Page.javascriptDialogOpening" => self.dialog_opened(session, params),
            "Page.javascriptDialogClosed" => self.dialog_closed(session),
            "Page.fileChooserOpened" => {
                self.show_overlay(Overlay::files(session, params));
            }
            "Input.dragIntercepted" => self.dragged = Some(params["data"].clone()),
            "Inspector.targetCrashed" => self.crashed(session),
            "Network.webSocketCreated" => self.note_socket(text(&params["url"])),
            // The protocol has hundreds of events; the others say nothing about the screen.
            _ => {}
        }
    }

    fn attached(&mut self, parent: Option<&Session>, params: &Value) -> Result<(), CdpError> {
        let Some(session) = params["sessionId"].as_str() else {
            return Ok(());
        };
        let session = Session(session.to_owned());
        let info = &params["targetInfo"];
        match (text(&info["type"]), parent) {
            ("page", None) => self.page_attached(&session, &info["targetId"])?,
            ("iframe", Some(parent)) => {
                self.tabs.add_frame(parent, &session);
                for ticket in self.set_up(&session, Kind::Frame)? {
                    self.client.forget(&ticket);
                }
                self.changes.page(&session);
            }
            // Workers have no screen; they only must run, and be offline with their page.
            _ => {
                let mut commands = vec![network_enable()];
                if self.connection == Connection::Offline {
                    commands.push(network_conditions(Connection::Offline));
                }
                commands.extend(self.hold_blocked());
                commands.push(command("Runtime.runIfWaitingForDebugger", json!({})));
                for command in commands {
                    self.client.tell(Some(&session), &command)?;
                }
                self.workers.insert(session);
            }
        }
        Ok(())
    }

    fn page_attached(&mut self, session: &Session, target: &Value) -> Result<(), CdpError> {
        if self.tabs.all().len() >= MOST_PAGES && !self.is_opening {
            let line = "a page opened one window too many, which was closed";
            self.signals.log_error(line);
            let close = command("Target.closeTarget", json!({"targetId": target}));
            return self.client.tell(None, &close);
        }
        if self.tabs.add(text(target), session) {
            if let Some(tab) = self.tabs.page_mut(session) {
                tab.is_empty = !self.is_opening;
            }
            let answers = self.set_up(session, Kind::Page)?;
            self.keep_first_answers(answers);
            self.changes.everything();
        }
        Ok(())
    }

    fn detached(&mut self, params: &Value) {
        let session = Session(text(&params["sessionId"]).to_owned());
        self.workers.remove(&session);
        self.signals.gone(&session);
        if self.tabs.remove(&session) {
            self.frames.remove_session(&session);
            self.changes.everything();
            self.overlay.take_if(|overlay| overlay.session == session);
        }
    }

    fn crashed(&mut self, session: &Session) {
        if let Some(tab) = self.tabs.page_mut(session) {
            tab.is_crashed = true;
        }
        self.signals.log("the page crashed");
        self.frames.remove_session(session);
        self.overlay.take_if(|overlay| overlay.session == *session);
        self.changes.everything();
    }

    fn navigated(&mut self, session: &Session, frame: &Value) {
        let id = text(&frame["id"]);
        let origin = frame["url"].as_str().and_then(url::origin);
        self.visited
            .extend(origin.filter(|origin| origin.starts_with("http")));
        match frame["parentId"].as_str() {
            Some(parent) => self.frames.add(id, parent),
            None => {
                if let Some(tab) = self.tabs.page_mut(session).filter(|tab| tab.target == id) {
                    tab.navigations += 1;
                    tab.is_empty &= frame["url"] == NOTHING;
                    tab.has_asked = false;
                    tab.host = frame["url"]
                        .as_str()
                        .and_then(url::host)
                        .unwrap_or_default()
                        .to_owned();
                    self.overlay.take_if(|overlay| overlay.session == *session);
                    self.arrived(text(&frame["url"]));
                }
            }
        }
        self.changes.page(session);
    }

    /// Notes where a launch led.
    fn arrived(&mut self, address: &str) {
        let arriving = |launched: &&mut Launched| launched.is_arriving;
        let launched = self.launched.as_mut().filter(arriving);
        if let (Some(launched), Some(host)) = (launched, url::host(address)) {
            launched.hosts.push(host.to_owned());
        }
    }

    fn world_created(&mut self, session: &Session, params: &Value) {
        if self.frames.add_world(session, &params["context"]) {
            self.changes.page(session);
        }
    }

    fn signalled(&mut self, session: &Session, params: &Value) {
        if params["name"] != BINDING {
            return;
        }
        let world = params["executionContextId"].as_i64().unwrap_or_default();
        match text(&params["payload"]).split_at_checked(1) {
            Some(("i", _)) => self.changes.inner(session),
            Some(("b", why)) => self.missed = Some(why.to_owned()),
            Some(("k", copied)) => copied.clone_into(&mut self.clipboard),
            Some(("m", menu)) => {
                let world = self.frames.world_by_id(session, world).cloned();
                let place = |world: &World| self.place_of(&world.frame);
                let menu = world.and_then(|world| Overlay::menu(menu, place(&world), world));
                if let Some(menu) = menu {
                    self.show_overlay(menu);
                }
            }
            Some((_, reading)) => {
                let reading = reading.parse().unwrap_or(u64::MAX);
                self.changes.root(session, world, reading);
            }
            None => self.changes.root(session, world, u64::MAX),
        }
    }

    fn dialog_opened(&mut self, session: &Session, params: &Value) {
        let dialog = Overlay::dialog(session, params);
        match self.tabs.page_mut(session) {
            // It was given up, and closes.
            Some(tab) if tab.is_crashed => return,
            // A page that asks whether to leave it lets itself be left.
            Some(tab) => tab.has_asked |= params["type"] != "beforeunload",
            None => {}
        }
        let line = format!("{} opens: {}", dialog.title, dialog.message);
        self.signals.log(line);
        self.show_overlay(dialog);
    }

    fn show_overlay(&mut self, overlay: Overlay) {
        self.overlay = Some(overlay);
        self.changes.everything();
    }

    fn dialog_closed(&mut self, session: &Session) {
        let is_it = |overlay: &mut Overlay| overlay.is_dialog() && overlay.session == *session;
        self.overlay.take_if(is_it);
        self.changes.everything();
    }

    fn download_began(&mut self, params: &Value) -> Result<(), CdpError> {
        // Downloads are told to every device of the browser.
        let frame = text(&params["frameId"]);
        if !self.tabs.has(frame) && self.frames.parent(frame).is_none() {
            return Ok(());
        }
        self.changes.everything();
        self.close_if_empty(frame)?;
        let limits = self.options.download_limits;
        match self.signals.download_began(params, limits) {
            DownloadCourse::GoesOn => Ok(()),
            DownloadCourse::TooMuch => self.break_off(&params["guid"]),
        }
    }

    /// Closes a page that was opened for a download only, as a browser with windows does.
    fn close_if_empty(&mut self, target: &str) -> Result<(), CdpError> {
        if self.tabs.get_mut(target).is_none_or(|tab| !tab.is_empty) {
            return Ok(());
        }
        let close = command("Target.closeTarget", json!({"targetId": target}));
        self.client.tell(None, &close)
    }

    fn download_went_on(&mut self, params: &Value) -> Result<(), CdpError> {
        let limits = self.options.download_limits;
        if self.signals.download_grew(params, limits) == DownloadCourse::TooMuch {
            self.changes.everything();
            return self.break_off(&params["guid"]);
        }
        let folder = self.options.downloads.as_ref();
        if self.signals.download_went_on(params, folder) {
            self.changes.everything();
        }
        Ok(())
    }

    fn break_off(&mut self, guid: &Value) -> Result<(), CdpError> {
        if let Some(folder) = &self.options.downloads {
            // One that is not whole yet has another name, and goes with its end.
            let _ = std::fs::remove_file(folder.join(text(guid)));
        }
        let cancel = self.in_context(json!({"guid": guid}));
        let cancel = command("Browser.cancelDownload", cancel);
        self.client.tell(None, &cancel)
    }
}

fn console_line(params: &Value) -> String {
    let kind = params["type"].as_str().unwrap_or("log");
    let words = params["args"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|argument| {
            let value = &argument["value"];
            match (value.as_str(), argument["description"].as_str()) {
                (Some(text), _) => text.to_owned(),
                (None, Some(description)) => description.to_owned(),
                (None, None) => value.to_string(),
            }
        });
    format!("console.{kind}: {}", words.collect::<Vec<_>>().join(" "))
}

fn exception_line(params: &Value) -> String {
    let thrown = thrown(&params["exceptionDetails"]);
    format!("page error: {}", thrown.unwrap_or("unknown"))
}

fn entry_line(entry: &Value) -> String {
    let [source, level, said] = ["source", "level", "text"].map(|key| text(&entry[key]));
    format!("{source} {level}: {said}")
}
