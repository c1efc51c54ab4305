//! The data of a site, and whether there is a network.

use retap_model::device::{Ability, Deadline, NetworkMode};
use serde_json::json;

use super::super::ask::AskError;
use super::super::cdp::Session;
use super::super::device::{Connection, WebDevice};
use super::super::set_up::network_conditions;
use super::super::url;
use super::ActError;

impl WebDevice {
    /// Erases cookies, storage, caches and workers of a site, and leaves it if it is in front.
    pub(super) fn clear_data(&mut self, app: &str, deadline: Deadline) -> Result<(), ActError> {
        let address = url::complete(app).or_else(|| self.url.clone());
        let Some(origin) = address.as_deref().and_then(url::origin) else {
            return Err(ActError::refused("an app of a browser is an address"));
        };
        let session = self.front_session()?;
        let seen = self.seen.as_ref().and_then(|seen| seen.name.as_deref());
        let is_in_front = seen.and_then(url::origin).as_ref() == Some(&origin);
        if is_in_front {
            // What a page keeps for its own tab is in no list of the browser.
            self.call("clearStorage()", deadline)?;
        }
        let params = json!({"origin": origin, "storageTypes": "all"});
        self.ask(&session, "Storage.clearDataForOrigin", &params, deadline)?;
        if is_in_front {
            self.go_home(deadline)?;
        }
        Ok(())
    }

    /// Cuts all pages off from the network, or joins them again. A browser has one network and
    /// no mobile radio.
    pub(super) fn set_network(
        &mut self,
        mode: NetworkMode,
        deadline: Deadline,
    ) -> Result<(), ActError> {
        self.connection = match mode {
            NetworkMode::AirplaneOn | NetworkMode::WifiOff => Connection::Offline,
            NetworkMode::AirplaneOff | NetworkMode::WifiOn => Connection::Online,
            NetworkMode::CellularOn | NetworkMode::CellularOff => {
                return Err(ActError::Unsupported(Ability::Network));
            }
        };
        // A worker that goes meanwhile would never answer.
        for worker in self.workers.clone() {
            let (method, params) = network_conditions(self.connection);
            let told = self.client.tell(Some(&worker), method, &params);
            told.map_err(AskError::from)?;
        }
        let sessions: Vec<Session> = self.tabs.sessions().cloned().collect();
        for session in sessions {
            self.do_all(&session, &[network_conditions(self.connection)], deadline)?;
        }
        Ok(())
    }
}
