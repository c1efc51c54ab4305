//! The phone itself: which apps it has, which is in front, and what inputs do to them.
//!
//! Not here: latency, faults, the `Device` trait; the moment of every call is handed in.

mod acts;
mod apps;
mod install;
mod radios;
mod session;
mod touch;
mod typing;

pub(crate) use radios::Radios;
pub(crate) use session::{AppData, Entry, Frame, OpenPopup, Scope, Session, Toast};
pub(crate) use typing::types_into_password;

use std::sync::Arc;

use retap_model::device::Moment;

use crate::app::{App, Scene, Trigger};
use crate::touch_log::TouchedElement;

/// The effect of an input.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Outcome {
    /// The element that took it.
    pub(crate) element: Option<TouchedElement>,
    /// The event, in words; empty when nothing did.
    pub(crate) effects: Vec<String>,
}

impl From<Option<String>> for Outcome {
    /// Returns the outcome of an input that no element takes.
    fn from(effect: Option<String>) -> Self {
        Self {
            element: None,
            effects: effect.into_iter().collect(),
        }
    }
}

/// An app on the phone.
#[derive(Debug, Clone)]
pub(crate) struct Installed {
    pub(crate) app: Arc<App>,
    pub(crate) data: AppData,
    /// `None` while it is not running.
    pub(crate) session: Option<Session>,
}

impl Installed {
    /// Returns the app as it is put on the phone: new and not running.
    fn new(app: Arc<App>) -> Self {
        Self {
            data: AppData::new(&app),
            app,
            session: None,
        }
    }
}

/// A phone made of data.
#[derive(Debug, Clone)]
pub(crate) struct Phone {
    pub(crate) apps: Vec<Installed>,
    /// The app in front; `None` on the home screen.
    pub(crate) front: Option<usize>,
    pub(crate) radios: Radios,
    /// How far the phone has been brought.
    pub(crate) now: Moment,
    /// Whether something may look different since the last reading.
    pub(crate) is_changed: bool,
}

/// The app in front with all that is needed to show it.
#[derive(Clone, Copy)]
pub(crate) struct FrontApp<'a> {
    pub(crate) app: &'a App,
    pub(crate) data: &'a AppData,
    pub(crate) session: &'a Session,
    pub(crate) scene: &'a Scene,
}

impl Phone {
    /// Returns a phone with these apps, on its home screen.
    pub(crate) fn new(apps: Vec<Arc<App>>) -> Self {
        Self {
            apps: apps.into_iter().map(Installed::new).collect(),
            front: None,
            radios: Radios::default(),
            now: Moment::default(),
            is_changed: true,
        }
    }

    /// Brings the phone to `now`: what was due until then has happened.
    pub(crate) fn advance(&mut self, now: Moment) {
        let before = self.now;
        self.now = now.max(before);
        let changes = self.front_app().and_then(|front| {
            front
                .session
                .changes_after(before)
                .find(|moment| *moment <= now)
        });
        self.is_changed |= changes.is_some();
        for session in self.apps.iter_mut().filter_map(|app| app.session.as_mut()) {
            session.toasts.retain(|toast| toast.gone_at > now);
            let due = std::mem::take(&mut session.due);
            let (come, wait): (Vec<_>, Vec<_>) = due.into_iter().partition(|(at, _)| *at <= now);
            session.due = wait;
            session
                .popups
                .extend(come.into_iter().map(|(_, popup)| popup));
        }
    }

    /// Returns the next moment at which something will look different by itself.
    pub(crate) fn next_change(&self) -> Option<Moment> {
        self.front_app()?.session.changes_after(self.now).min()
    }

    /// Lets popups come up that wait for the screen to be read.
    pub(crate) fn note_reading(&mut self) {
        self.fire(|trigger, _| *trigger == Trigger::OnFirstDescribe);
    }

    /// Returns the app in front with its state.
    pub(crate) fn front_app(&self) -> Option<FrontApp<'_>> {
        let installed = self.apps.get(self.front?)?;
        let session = installed.session.as_ref()?;
        Some(FrontApp {
            app: &installed.app,
            data: &installed.data,
            session,
            scene: installed.app.scene(&session.top().scene)?,
        })
    }

    /// Returns the values in reach on the screen of `front`.
    pub(crate) fn scope<'a>(&'a self, front: FrontApp<'a>) -> Scope<'a> {
        let entry = front.session.top().entry;
        Scope {
            entry: entry.and_then(|number| front.data.entry(number)),
            fields: &front.session.fields,
            radios: &self.radios,
            data: front.data,
        }
    }

    fn session_mut(&mut self) -> Option<&mut Session> {
        self.running().map(|(_, _, session)| session)
    }

    fn running(&mut self) -> Option<(&Arc<App>, &mut AppData, &mut Session)> {
        let installed = self.apps.get_mut(self.front?)?;
        let session = installed.session.as_mut()?;
        Some((&installed.app, &mut installed.data, session))
    }

    /// Brings up every popup of the app in front whose trigger `is_met` and that never came up before.
    fn fire(&mut self, is_met: impl Fn(&Trigger, &Session) -> bool) {
        let now = self.now;
        let Some((app, data, session)) = self.running() else {
            return;
        };
        let mut shown = false;
        for popup in &app.popups {
            if !is_met(&popup.trigger, session) || !data.fired.insert(popup.id.clone()) {
                continue;
            }
            let delay = std::time::Duration::from_millis(popup.delay_millis);
            let open = OpenPopup {
                id: popup.id.clone(),
                entry: None,
            };
            if delay.is_zero() {
                session.popups.push(open);
            } else {
                let at = Moment(now.0.saturating_add(delay));
                session.due.push((at, open));
            }
            shown = true;
        }
        self.is_changed |= shown;
    }
}
