//! Installing apps. An app of the phone is a text, `.app.yaml` or `APP.md`, whatever its file is called.
//!
//! A real APK is refused, since there is nothing here that could run it.

use std::sync::Arc;

use crate::app::App;

use super::{AppData, Installed, Phone};

impl Phone {
    /// Installs an app from a file's bytes; an older version keeps its data.
    ///
    /// The reason why not is worded as Android words it.
    pub(crate) fn install(&mut self, bytes: &[u8]) -> Result<Arc<App>, String> {
        let app = Arc::new(parse(bytes)?);
        let package = app.package();
        let known = self
            .apps
            .iter()
            .position(|one| one.app.package() == package);
        match known {
            Some(index) => {
                let mut data = self.apps[index].data.clone();
                for (name, value) in &app.state {
                    let known = data.values.entry(name.clone());
                    known.or_insert_with(|| value.clone());
                }
                self.replace(index, &app, data);
            }
            None => {
                self.apps.push(Installed::new(Arc::clone(&app)));
                self.is_changed = true;
            }
        }
        Ok(app)
    }

    /// Puts an app at a place of the home screen, stopped.
    pub(crate) fn replace(&mut self, index: usize, app: &Arc<App>, data: AppData) {
        if let Some(place) = self.apps.get_mut(index) {
            *place = Installed {
                app: Arc::clone(app),
                data,
                session: None,
            };
        }
        if self.front == Some(index) {
            self.front = None;
        }
        self.is_changed = true;
    }
}

fn parse(bytes: &[u8]) -> Result<App, String> {
    if bytes.starts_with(b"PK\x03\x04") {
        return Err("INSTALL_FAILED_INVALID_APK: the simulated phone runs .app.yaml and APP.md files, not compiled code".to_owned());
    }
    let not_apk = |reason: &str| {
        let reason = reason.lines().next().unwrap_or_default();
        format!("INSTALL_PARSE_FAILED_NOT_APK: {reason}")
    };
    let text = std::str::from_utf8(bytes).map_err(|_| not_apk("neither an app file nor an APK"))?;
    let is_yaml = text.lines().any(|line| line.starts_with("app:"));
    let parsed = if is_yaml {
        App::parse_yaml("base.apk", text)
    } else {
        App::parse_md("base.apk", text)
    };
    parsed.map_err(|error| not_apk(&error.to_string()))
}
