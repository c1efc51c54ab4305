//! Giving a browser what sites kept before, and asking it for what they keep now.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::super::acts::NOTHING;
use super::super::open::Profile;
use super::super::screen::result_of;
use super::super::signals::Signals;
use super::super::url;
use super::super::{AskError, Asked, CdpError, Session, WebDevice, command, text};
use super::{Cookie, Entry, OriginStorage, SAME_SITE, StorageState};

/// Returns the storage of a document's origin; nothing where it has none, as in a sandbox.
const ENTRIES: &str = "(() => { try { return [location.origin, Object.entries(localStorage)
    .map(([name, value]) => ({name, value}))] } catch { return null } })()";

type Found = BTreeMap<String, Vec<Entry>>;

impl WebDevice {
    /// Gives the browser what sites kept before; to be called before the first of their pages.
    pub(crate) fn restore(&mut self) -> Asked {
        let Some(state) = self.options.storage.take() else {
            return Ok(());
        };
        self.restore_cookies(&state.cookies)?;
        self.visited
            .extend(state.origins.iter().map(|origin| origin.origin.clone()));
        if state.origins.is_empty() {
            return Ok(());
        }
        let session = self.begin_blank()?;
        for (number, origin) in state.origins.iter().enumerate() {
            let restored = self.restore_origin(&session, origin);
            restored.map_err(|error| about(error, &format!("origins[{number}]")))?;
        }
        self.end_blank(&session)?;
        // Nothing of this was anybody's act, and nothing to go back to.
        self.load(&session, NOTHING)?;
        self.forget_history(&session)?;
        self.signals = Signals::default();
        Ok(())
    }

    /// Forgets the pages before the empty one. The page knows of that one a moment before the browser does.
    fn forget_history(&mut self, session: &Session) -> Asked {
        loop {
            let history = self.ask(session, "Page.getNavigationHistory", json!({}))?;
            let current = history["currentIndex"].as_u64().unwrap_or_default() as usize;
            if history["entries"][current]["url"] == NOTHING {
                break;
            }
            if self.deadline.has_passed(self.now()) {
                return Err(AskError::thrown("the empty page did not come".to_owned()));
            }
        }
        self.ask(session, "Page.resetNavigationHistory", json!({}))
            .map(drop)
    }

    fn restore_cookies(&mut self, cookies: &[Cookie]) -> Asked {
        // Each by itself: of several the browser does not say which one it refuses.
        for (number, cookie) in cookies.iter().enumerate() {
            let params = self.in_context(json!({"cookies": [cookie_params(cookie)]}));
            let set = self.ask_browser("Storage.setCookies", params);
            set.map_err(|error| about(error, &format!("cookies[{number}]")))?;
        }
        self.check_cookies(cookies)
    }

    /// The browser passes over some cookies without a word, such as one for a host that cannot be.
    fn check_cookies(&mut self, cookies: &[Cookie]) -> Asked {
        let now = self.client.clock().timestamp().0 as f64 / 1000.0;
        let taken = self.cookies()?;
        let is_missing = |cookie: &Cookie| {
            let is_over = (0.0..=now).contains(&cookie.expires);
            let is_same = |other: &Cookie| other.name == cookie.name && other.value == cookie.value;
            !is_over && !taken.iter().any(is_same)
        };
        match cookies.iter().position(is_missing) {
            None => Ok(()),
            Some(number) => Err(AskError::thrown(format!(
                "cookies[{number}]: the browser did not take it for its `domain`"
            ))),
        }
    }

    fn cookies(&mut self) -> Asked<Vec<Cookie>> {
        let asked = self.in_context(json!({}));
        let answer = self.ask_browser("Storage.getCookies", asked)?;
        let all = answer["cookies"].as_array().into_iter().flatten();
        Ok(all.filter_map(read_cookie).collect())
    }

    fn restore_origin(&mut self, session: &Session, origin: &OriginStorage) -> Asked {
        self.go_blank(session, &origin.origin)?;
        let entries = json!(origin.local_storage);
        // What the browser says of an entry that it does not take has the entry in it.
        let expression = format!(
            "{entries}.findIndex(({{name, value}}) => {{
                try {{ localStorage.setItem(name, value) }} catch {{ return true }} }})"
        );
        match self.evaluate(session, &expression)?.as_u64() {
            None => Ok(()),
            Some(number) => Err(AskError::thrown(format!(
                "localStorage[{number}]: the browser did not take it"
            ))),
        }
    }

    /// Returns what the sites of this device's pages keep now.
    pub(crate) fn collect(&mut self) -> Asked<StorageState> {
        let mut found = self.collect_open()?;
        let is_left = |origin: &&String| !found.contains_key(*origin);
        let rest: Vec<String> = self.visited.iter().filter(is_left).cloned().collect();
        if !rest.is_empty() {
            found.extend(self.collect_elsewhere(&rest)?);
        }
        let mut cookies = self.cookies()?;
        if self.options.profile == Profile::Browser {
            // The rest is that person's affair.
            cookies.retain(|cookie| self.has_visited(&cookie.domain));
        }
        cookies.sort_by_key(|it| (it.domain.clone(), it.path.clone(), it.name.clone()));
        let origins = found.into_iter().filter(|(_, entries)| !entries.is_empty());
        let origins = origins.map(|(origin, local_storage)| OriginStorage {
            origin,
            local_storage,
            databases: Vec::new(),
        });
        Ok(StorageState {
            cookies,
            origins: origins.collect(),
        })
    }

    fn has_visited(&self, domain: &str) -> bool {
        let domain = domain.trim_start_matches('.');
        self.visited.iter().any(|origin| {
            let host = url::host(origin).unwrap_or_default();
            let name = host.split(':').next().unwrap_or_default();
            let rest = name.strip_suffix(domain);
            rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
        })
    }

    /// Asks the documents that are open: what they have just written, another process may not see yet.
    fn collect_open(&mut self) -> Asked<Found> {
        let mut found = Found::new();
        for world in self.frames.all() {
            let params = json!({
                "expression": ENTRIES, "uniqueContextId": world.unique, "returnByValue": true,
            });
            match self.ask(&world.session, "Runtime.evaluate", params) {
                Ok(answer) => found.extend(read_entries(&answer["result"]["value"])),
                // A frame that has gone meanwhile is asked for below.
                Err(AskError::Gone(_) | AskError::Cdp(CdpError::Refused { .. })) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(found)
    }

    fn collect_elsewhere(&mut self, origins: &[String]) -> Asked<Found> {
        self.open_tab()?;
        let session = self.begin_blank()?;
        let mut found = Found::new();
        for origin in origins {
            self.go_blank(&session, origin)?;
            let value = self.evaluate(&session, ENTRIES)?;
            found.extend(read_entries(&value));
        }
        self.end_blank(&session)?;
        self.close_front()?;
        Ok(found)
    }

    fn begin_blank(&mut self) -> Asked<Session> {
        let session = self.front_page()?;
        self.stands_in = true;
        let every = json!({"patterns": [{"urlPattern": "*"}]});
        self.ask(&session, "Fetch.enable", every)?;
        Ok(session)
    }

    fn end_blank(&mut self, session: &Session) -> Asked {
        self.stands_in = false;
        self.ask(session, "Fetch.disable", json!({}))?;
        let hold = self.hold_blocked();
        self.do_all(session, hold.as_slice())
    }

    fn go_blank(&mut self, session: &Session, origin: &str) -> Asked {
        match self.load(session, &format!("{origin}/"))? {
            None => Ok(()),
            Some(reason) => Err(AskError::thrown(format!("`{origin}`: {reason}"))),
        }
    }

    /// Answers a request that is held back: with an empty page, or not at all if it is to a blocked host.
    pub(crate) fn answer_held(
        &mut self,
        session: &Session,
        params: &Value,
    ) -> Result<(), CdpError> {
        let request = &params["requestId"];
        let answer = if self.stands_in {
            let empty = json!({
                "requestId": request,
                "responseCode": 200,
                "responseHeaders": [{"name": "Content-Type", "value": "text/html"}],
                "body": "",
            });
            command("Fetch.fulfillRequest", empty)
        } else if url::is_of(text(&params["request"]["url"]), &self.blocked) {
            self.refuse(params)
        } else {
            command("Fetch.continueRequest", json!({"requestId": request}))
        };
        self.client.tell(Some(session), &answer)
    }

    fn evaluate(&mut self, session: &Session, expression: &str) -> Asked<Value> {
        let params = json!({"expression": expression, "returnByValue": true});
        result_of(&self.ask(session, "Runtime.evaluate", params)?)
    }
}

/// Returns the error with the place in the file that it is about.
fn about(error: AskError, place: &str) -> AskError {
    match error {
        AskError::Cdp(CdpError::Refused { refusal, .. }) => {
            AskError::thrown(format!("{place}: {}", refusal.message))
        }
        other => other,
    }
}

fn read_entries(value: &Value) -> Option<(String, Vec<Entry>)> {
    let origin = value[0].as_str()?;
    let mut entries: Vec<Entry> = serde_json::from_value(value[1].clone()).ok()?;
    entries.sort();
    let is_site = origin.starts_with("http");
    is_site.then(|| (origin.to_owned(), entries))
}

fn cookie_params(cookie: &Cookie) -> Value {
    let mut params = json!({
        "name": cookie.name,
        "value": cookie.value,
        "domain": cookie.domain,
        "path": cookie.path,
        "httpOnly": cookie.http_only,
        "secure": cookie.secure,
    });
    if cookie.expires >= 0.0 {
        params["expires"] = json!(cookie.expires);
    }
    if let Some(same_site) = cookie.same_site.as_ref().filter(|it| !it.is_empty()) {
        params["sameSite"] = json!(same_site);
    }
    if let Some(site) = &cookie.partition_key {
        params["partitionKey"] = json!({
            "topLevelSite": site,
            "hasCrossSiteAncestor": cookie.has_other_sites_between.unwrap_or_default(),
        });
    }
    params
}

/// Reads a cookie as the browser tells it, which is as the file has it but for its partition.
fn read_cookie(told: &Value) -> Option<Cookie> {
    let mut told = told.clone();
    let partition = told["partitionKey"].take();
    let mut cookie: Cookie = serde_json::from_value(told).ok()?;
    let said = cookie
        .same_site
        .filter(|it| SAME_SITE.contains(&it.as_str()));
    cookie.same_site = said.or(Some("Lax".to_owned()));
    let is_between = partition["hasCrossSiteAncestor"].as_bool();
    if let Some(site) = partition["topLevelSite"].as_str() {
        cookie.partition_key = Some(site.to_owned());
        cookie.has_other_sites_between = is_between.or(Some(false));
    }
    Some(cookie)
}
