//! Opening, stopping and leaving apps, and moving between their screens.

use std::time::Duration;

use retap_model::device::{Action, Moment, NetworkMode};

use crate::app::{App, Back, Trigger};

use super::{AppData, Frame, Outcome, Phone, Session};

/// More screens than this are forgotten, oldest first.
const LONGEST_HISTORY: usize = 64;

/// Why the phone does not do what it is asked; becomes a `Refused`.
pub(crate) type Refusal = String;

impl Phone {
    /// Opens the app that `name` names, where it was left.
    pub(crate) fn launch(&mut self, name: &str) -> Result<Outcome, Refusal> {
        let index = self.find(name)?;
        self.bring_to_front(index);
        Ok(self.did("opened", index))
    }

    /// Stops an app; it starts from its first screen when it is opened again.
    pub(crate) fn stop(&mut self, name: &str) -> Result<Outcome, Refusal> {
        let index = self.find(name)?;
        self.apps[index].session = None;
        self.front.take_if(|front| *front == index);
        self.is_changed = true;
        Ok(self.did("stopped", index))
    }

    /// Stops an app and makes it as new.
    pub(crate) fn clear_data(&mut self, name: &str) -> Result<Outcome, Refusal> {
        self.stop(name)?;
        let index = self.find(name)?;
        let installed = &mut self.apps[index];
        installed.data = AppData::new(&installed.app);
        Ok(self.did("erased the data of", index))
    }

    fn did(&self, verb: &str, index: usize) -> Outcome {
        Some(format!("{verb} {}", self.apps[index].app.name)).into()
    }

    /// Opens `app://APP/SCREEN`, or a web address whose host an app claims.
    pub(crate) fn open_url(&mut self, url: &str) -> Result<Outcome, Refusal> {
        let Link { scheme, host, path } = Link::parse(url);
        let index = match (scheme, self.openers(url).first()) {
            (_, Some(index)) => *index,
            ("app", None) => self.find(host)?,
            ("http" | "https", None) => {
                return Err(format!("no app opens addresses of `{host}`"));
            }
            (_, None) => {
                return Err("no app opens this kind of address; try app://APP/SCREEN".to_owned());
            }
        };
        let app = self.apps[index].app.clone();
        let screen = path
            .trim_matches('/')
            .rsplit('/')
            .next()
            .unwrap_or_default();
        if scheme == "app" && !screen.is_empty() && app.scene(screen).is_none() {
            let known = app.screen_ids().join(", ");
            return Err(format!(
                "{} has no screen `{screen}`; it has {known}",
                app.name
            ));
        }
        self.bring_to_front(index);
        if app.scene(screen).is_some() {
            self.go(screen, None);
        }
        Ok(self.did("opened", index))
    }

    /// Returns the numbers of the apps that open an address; the first one does.
    pub(crate) fn openers(&self, url: &str) -> Vec<usize> {
        let Link { scheme, host, .. } = Link::parse(url);
        let opens = |app: &App| match scheme {
            "app" => app.is_called(host),
            "http" | "https" => app.hosts.iter().any(|own| own.eq_ignore_ascii_case(host)),
            _ => false,
        };
        let all = self.apps.iter().enumerate();
        all.filter(|(_, one)| opens(&one.app))
            .map(|(index, _)| index)
            .collect()
    }

    /// Returns every name of the app that an act opens, stops or erases; none where no app does.
    pub(crate) fn app_of(&self, action: &Action) -> Vec<String> {
        let index = if let Action::OpenUrl(url) = action {
            self.openers(url).first().copied()
        } else if let Action::Launch(app) | Action::Stop(app) | Action::ClearData(app) = action {
            self.find(app).ok()
        } else {
            None
        };
        index.map_or_else(Vec::new, |index| self.apps[index].app.names())
    }

    /// Goes to the home screen; the app in front stays where it is.
    pub(crate) fn go_home(&mut self) -> Option<String> {
        self.is_changed |= self.front.is_some();
        self.front = None;
        Some("went to the home screen".to_owned())
    }

    /// Goes one step back: the keyboard first, then the screen, then the app. A popup stays.
    pub(crate) fn go_back(&mut self) -> Option<String> {
        let front = self.front_app()?;
        if !front.session.popups.is_empty() {
            return None;
        }
        let back = front.scene.back.clone();
        let has_history = front.session.stack.len() > 1;
        match back {
            _ if self.is_typing() => {
                self.unfocus();
                Some("hid the keyboard".to_owned())
            }
            Back::To(scene) => self.go_back_to(&scene),
            Back::None | Back::History if has_history => self.pop(),
            Back::None | Back::History => self.go_home(),
        }
    }

    /// Opens a screen of the app in front.
    pub(crate) fn go(&mut self, scene: &str, entry: Option<u64>) {
        let now = self.now;
        let Some((app, _, session)) = self.running() else {
            return;
        };
        let Some(frame) = frame(app, scene, entry, now) else {
            return;
        };
        session.stack.push(frame);
        if session.stack.len() > LONGEST_HISTORY {
            session.stack.remove(0);
        }
        self.entered();
    }

    /// Opens the screen of a tab, which has no way back.
    pub(crate) fn switch_tab(&mut self, scene: &str) -> Option<String> {
        let now = self.now;
        let (app, _, session) = self.running()?;
        if session.top().scene == scene {
            return None;
        }
        if let Some(frame) = frame(app, scene, None, now) {
            session.stack = vec![frame];
        }
        self.entered();
        Some(format!("opened screen {scene}"))
    }

    /// Switches a radio.
    pub(crate) fn set_network(&mut self, mode: NetworkMode) -> Option<String> {
        self.radios.set(mode);
        self.is_changed = true;
        Some(format!("set {}", mode.as_str()))
    }

    /// Brings the app with this number to the front, starting it if need be.
    pub(super) fn bring_to_front(&mut self, index: usize) {
        let now = self.now;
        self.front = Some(index);
        self.is_changed = true;
        let installed = &mut self.apps[index];
        if installed.session.is_none() {
            let root = frame(&installed.app, &installed.app.root, None, now);
            installed.session = root.map(Session::new);
            self.entered();
        }
    }

    fn go_back_to(&mut self, scene: &str) -> Option<String> {
        let now = self.now;
        let (app, _, session) = self.running()?;
        let visited = session.stack.iter().rposition(|frame| frame.scene == scene);
        if let Some(index) = visited {
            session.stack.truncate(index + 1);
        } else if let Some(frame) = frame(app, scene, None, now) {
            *session.top_mut() = frame;
        }
        self.entered();
        Some(format!("went back to screen {scene}"))
    }

    fn pop(&mut self) -> Option<String> {
        let session = self.session_mut()?;
        session.stack.pop();
        let scene = session.top().scene.clone();
        self.entered();
        Some(format!("went back to screen {scene}"))
    }

    /// Does what every change of screen brings: no focus, no old errors, popups that wait for it.
    fn entered(&mut self) {
        self.is_changed = true;
        if let Some(session) = self.session_mut() {
            session.focus = None;
            session.errors.clear();
        }
        self.fire(|trigger, session| match trigger {
            Trigger::OnEnter(scene) => session.top().scene == *scene,
            Trigger::Never | Trigger::OnFirstDescribe | Trigger::AfterTaps(_) => false,
        });
    }

    fn find(&self, name: &str) -> Result<usize, Refusal> {
        let found = self.apps.iter().position(|one| one.app.is_called(name));
        found.ok_or_else(|| {
            let names: Vec<&str> = self.apps.iter().map(|one| one.app.name()).collect();
            format!("no app is called `{name}`; installed: {}", names.join(", "))
        })
    }
}

/// The parts of an address.
struct Link<'u> {
    scheme: &'u str,
    host: &'u str,
    path: &'u str,
}

impl<'u> Link<'u> {
    fn parse(url: &'u str) -> Self {
        let (scheme, rest) = url.split_once("://").unwrap_or(("", url));
        let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
        let path = path.split(['?', '#']).next().unwrap_or_default();
        Self { scheme, host, path }
    }
}

fn frame(app: &App, scene: &str, entry: Option<u64>, now: Moment) -> Option<Frame> {
    let scene = app.scene(scene)?;
    let load = Duration::from_millis(scene.load_millis);
    Some(Frame {
        scene: scene.id.clone(),
        entry,
        ready_at: Moment(now.0.saturating_add(load)),
        scroll: 0.0,
    })
}
