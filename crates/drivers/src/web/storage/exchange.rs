//! Giving a browser what sites kept before, and asking it for what they keep now.

use std::collections::BTreeMap;

use retap_model::device::Deadline;
use serde_json::{Value, json};

use super::super::acts::NOTHING;
use super::super::ask::AskError;
use super::super::cdp::{CdpError, Refusal, Session};
use super::super::device::WebDevice;
use super::super::options::Profile;
use super::super::signals::Signals;
use super::super::url;
use super::{Cookie, OriginStorage, Partition, SameSite, StorageState};

/// A page that stands for any site without asking it: what an origin keeps can only be reached from
/// a document of that origin, and the real one would run its scripts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::web) enum Blank {
    /// Requests go where they go.
    #[default]
    No,
    /// Requests that are held back are answered with an empty page.
    Yes,
}

/// Returns the storage of a document's origin; nothing where it has none, as in a sandbox.
const ENTRIES: &str = "(() => { try { return [location.origin, Object.entries(localStorage)] } catch { return null } })()";

impl WebDevice {
    /// Gives the browser what sites kept before; to be called before the first of their pages.
    pub(in crate::web) fn restore(&mut self, deadline: Deadline) -> Result<(), AskError> {
        let Some(state) = self.options.storage.take() else {
            return Ok(());
        };
        self.restore_cookies(&state.cookies, deadline)?;
        self.visited
            .extend(state.origins.iter().map(|origin| origin.origin.clone()));
        if state.origins.is_empty() {
            return Ok(());
        }
        let session = self.begin_blank(deadline)?;
        for origin in &state.origins {
            self.restore_origin(&session, origin, deadline)?;
        }
        self.end_blank(&session, deadline)?;
        // Nothing of this was anybody's act, and nothing to go back to.
        self.load(&session, NOTHING, deadline)?;
        self.forget_history(&session, deadline)?;
        self.signals = Signals::default();
        Ok(())
    }

    /// Forgets the pages before the empty one. The page knows of that one a moment before the browser does.
    fn forget_history(&mut self, session: &Session, deadline: Deadline) -> Result<(), AskError> {
        loop {
            let history = self.ask(session, "Page.getNavigationHistory", &json!({}), deadline)?;
            let current = history["currentIndex"].as_u64().unwrap_or_default() as usize;
            if history["entries"][current]["url"] == NOTHING {
                break;
            }
            if deadline.has_passed(self.client.clock().now()) {
                return Err(refused("the empty page did not come".to_owned()));
            }
        }
        let reset = "Page.resetNavigationHistory";
        self.ask(session, reset, &json!({}), deadline).map(|_| ())
    }

    fn restore_cookies(&mut self, cookies: &[Cookie], deadline: Deadline) -> Result<(), AskError> {
        // Each by itself: of several the browser does not say which one it refuses.
        for (number, cookie) in cookies.iter().enumerate() {
            let params = self.in_context(json!({"cookies": [cookie_params(cookie)]}));
            self.ask_browser("Storage.setCookies", &params, deadline)
                .map_err(|error| about(error, &format!("cookies[{number}] `{}`", cookie.name)))?;
        }
        self.check_cookies(cookies, deadline)
    }

    /// The browser passes over some cookies without a word, such as one for a host that cannot be.
    fn check_cookies(&mut self, cookies: &[Cookie], deadline: Deadline) -> Result<(), AskError> {
        let now = self.client.clock().timestamp().0 as f64 / 1000.0;
        let taken = self.cookies(deadline)?;
        let is_missing = |cookie: &Cookie| {
            let is_over = cookie.expires.is_some_and(|end| end <= now);
            let is_same = |other: &Cookie| other.name == cookie.name && other.value == cookie.value;
            !is_over && !taken.iter().any(is_same)
        };
        match cookies.iter().position(is_missing) {
            None => Ok(()),
            Some(number) => Err(refused(format!(
                "cookies[{number}] `{}`: the browser did not take it for `{}`",
                cookies[number].name, cookies[number].domain
            ))),
        }
    }

    fn cookies(&mut self, deadline: Deadline) -> Result<Vec<Cookie>, AskError> {
        let asked = self.in_context(json!({}));
        let answer = self.ask_browser("Storage.getCookies", &asked, deadline)?;
        let all = answer["cookies"].as_array().into_iter().flatten();
        Ok(all.map(read_cookie).collect())
    }

    fn restore_origin(
        &mut self,
        session: &Session,
        origin: &OriginStorage,
        deadline: Deadline,
    ) -> Result<(), AskError> {
        self.go_blank(session, &origin.origin, deadline)?;
        let entries = json!(origin.entries);
        let expression =
            format!("for (const [name, value] of {entries}) localStorage.setItem(name, value)");
        let asked = self.evaluate(session, &expression, deadline);
        asked.map_err(|error| about(error, &format!("the storage of `{}`", origin.origin)))?;
        Ok(())
    }

    /// Returns what the sites of this device's pages keep now.
    pub(in crate::web) fn collect(&mut self, deadline: Deadline) -> Result<StorageState, AskError> {
        let mut found = self.collect_open(deadline)?;
        let rest: Vec<String> = self
            .visited
            .iter()
            .filter(|origin| !found.contains_key(*origin))
            .cloned()
            .collect();
        if !rest.is_empty() {
            found.extend(self.collect_elsewhere(&rest, deadline)?);
        }
        let mut cookies = self.cookies(deadline)?;
        if self.options.profile == Profile::Browser {
            // The rest is that person's affair.
            cookies.retain(|cookie| self.has_visited(&cookie.domain));
        }
        let key = |cookie: &Cookie| {
            (
                cookie.domain.clone(),
                cookie.path.clone(),
                cookie.name.clone(),
            )
        };
        cookies.sort_by_key(key);
        let origins = found.into_iter().filter(|(_, entries)| !entries.is_empty());
        Ok(StorageState {
            cookies,
            origins: origins
                .map(|(origin, entries)| OriginStorage { origin, entries })
                .collect(),
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
    fn collect_open(
        &mut self,
        deadline: Deadline,
    ) -> Result<BTreeMap<String, Vec<(String, String)>>, AskError> {
        let mut found = BTreeMap::new();
        for world in self.frames.all() {
            let params = json!({
                "expression": ENTRIES, "uniqueContextId": world.unique, "returnByValue": true,
            });
            match self.ask(&world.session, "Runtime.evaluate", &params, deadline) {
                Ok(answer) => found.extend(read_entries(&answer["result"]["value"])),
                // A frame that has gone meanwhile is asked for below.
                Err(AskError::Gone { .. } | AskError::Cdp(CdpError::Refused { .. })) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(found)
    }

    fn collect_elsewhere(
        &mut self,
        origins: &[String],
        deadline: Deadline,
    ) -> Result<BTreeMap<String, Vec<(String, String)>>, AskError> {
        self.open_tab(deadline)?;
        let session = self.begin_blank(deadline)?;
        let mut found = BTreeMap::new();
        for origin in origins {
            self.go_blank(&session, origin, deadline)?;
            let value = self.evaluate(&session, ENTRIES, deadline)?;
            found.extend(read_entries(&value));
        }
        self.end_blank(&session, deadline)?;
        self.close_front(deadline)?;
        Ok(found)
    }

    fn begin_blank(&mut self, deadline: Deadline) -> Result<Session, AskError> {
        let Some(session) = self.tabs.front().map(|tab| tab.session.clone()) else {
            let reason = "the page was closed";
            return Err(AskError::Gone { reason });
        };
        self.blank = Blank::Yes;
        let every = json!({"patterns": [{"urlPattern": "*"}]});
        self.ask(&session, "Fetch.enable", &every, deadline)?;
        Ok(session)
    }

    fn end_blank(&mut self, session: &Session, deadline: Deadline) -> Result<(), AskError> {
        self.blank = Blank::No;
        self.ask(session, "Fetch.disable", &json!({}), deadline)?;
        Ok(())
    }

    fn go_blank(
        &mut self,
        session: &Session,
        origin: &str,
        deadline: Deadline,
    ) -> Result<(), AskError> {
        match self.load(session, &format!("{origin}/"), deadline)? {
            None => Ok(()),
            Some(reason) => Err(refused(format!("`{origin}`: {reason}"))),
        }
    }

    /// Answers a request that is held back with an empty page.
    pub(in crate::web) fn answer_blank(
        &mut self,
        session: &Session,
        params: &Value,
    ) -> Result<(), CdpError> {
        let request = &params["requestId"];
        let (method, params) = match self.blank {
            Blank::Yes => (
                "Fetch.fulfillRequest",
                json!({
                    "requestId": request,
                    "responseCode": 200,
                    "responseHeaders": [{"name": "Content-Type", "value": "text/html"}],
                    "body": "",
                }),
            ),
            Blank::No => ("Fetch.continueRequest", json!({"requestId": request})),
        };
        self.client.tell(Some(session), method, &params).map(|_| ())
    }

    fn evaluate(
        &mut self,
        session: &Session,
        expression: &str,
        deadline: Deadline,
    ) -> Result<Value, AskError> {
        let params = json!({"expression": expression, "returnByValue": true});
        let answer = self.ask(session, "Runtime.evaluate", &params, deadline)?;
        let thrown = &answer["exceptionDetails"]["exception"]["description"];
        match thrown.as_str() {
            Some(thrown) => Err(refused(thrown.to_owned())),
            None => Ok(answer["result"]["value"].clone()),
        }
    }
}

fn refused(message: String) -> AskError {
    let refusal = Refusal { code: 0, message };
    let method = "Runtime.evaluate".to_owned();
    CdpError::Refused { method, refusal }.into()
}

/// Returns the error with what it is about.
fn about(error: AskError, what: &str) -> AskError {
    match error {
        AskError::Cdp(CdpError::Refused { refusal, .. }) => {
            refused(format!("{what}: {}", refusal.message))
        }
        other @ (AskError::Cdp(CdpError::Closed { .. } | CdpError::DeadlinePassed { .. })
        | AskError::Dialog
        | AskError::Gone { .. }) => other,
    }
}

fn read_entries(value: &Value) -> Option<(String, Vec<(String, String)>)> {
    let origin = value[0]
        .as_str()
        .filter(|origin| origin.starts_with("http"))?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let entries = value[1].as_array()?.iter();
    let mut entries: Vec<(String, String)> = entries
        .map(|entry| (text(&entry[0]), text(&entry[1])))
        .collect();
    entries.sort();
    Some((origin.to_owned(), entries))
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
    if let Some(expires) = cookie.expires {
        params["expires"] = json!(expires);
    }
    if let Some(same_site) = cookie.same_site {
        params["sameSite"] = json!(same_site.as_str());
    }
    if let Some(partition) = &cookie.partition {
        params["partitionKey"] = json!({
            "topLevelSite": partition.site,
            "hasCrossSiteAncestor": partition.has_other_sites_between,
        });
    }
    params
}

fn read_cookie(told: &Value) -> Cookie {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let partition = &told["partitionKey"];
    Cookie {
        name: text(&told["name"]),
        value: text(&told["value"]),
        domain: text(&told["domain"]),
        path: text(&told["path"]),
        expires: told["expires"].as_f64().filter(|at| *at >= 0.0),
        http_only: told["httpOnly"].as_bool().unwrap_or_default(),
        secure: told["secure"].as_bool().unwrap_or_default(),
        same_site: told["sameSite"].as_str().and_then(SameSite::from_word),
        partition: partition["topLevelSite"].as_str().map(|site| Partition {
            site: site.to_owned(),
            has_other_sites_between: partition["hasCrossSiteAncestor"]
                .as_bool()
                .unwrap_or_default(),
        }),
    }
}
