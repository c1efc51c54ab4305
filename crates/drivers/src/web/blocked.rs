//! Sites that are blocked: a browser that is started here finds no address for them, every browser is told to refuse
//! requests to them, and a page that leads there is told of.

use std::ffi::OsString;

use serde_json::{Value, json};

use super::url::{blocked_hosts, host, is_of, with_port};
use super::{AskError, Asked, Command, WebDevice, command, text};

/// The browser's error for a request that was refused here.
pub(super) const REFUSED: &str = "net::ERR_BLOCKED_BY_CLIENT";

/// The flag by which calls use no network but that of requests.
const NO_PACKETS: &str = "--force-webrtc-ip-handling-policy=disable_non_proxied_udp";

/// Returns the flags by which hosts have no address. It holds for everything that opens a connection, also for what the
/// protocol does not tell of: web sockets, calls, what is fetched beforehand, the first request of a worker.
///
/// A call sends packets to addresses without asking for one, so that calls get no packets at all.
pub(super) fn unreachable(sites: &[String]) -> Vec<OsString> {
    let hosts = sites.iter().flat_map(|site| blocked_hosts(site));
    let rules = hosts.flat_map(|host| {
        let (name, port) = with_port(&host);
        // A name may end with a dot and is the same. An address is compared without its brackets where no port is said.
        let bare = name.trim_matches(['[', ']']);
        let names = match port {
            Some(port) => [host.clone(), format!("{name}.:{port}")],
            None => [bare.to_owned(), format!("{bare}.")],
        };
        names.map(|host| format!("MAP {host} ^NOTFOUND"))
    });
    let rules = rules.collect::<Vec<_>>().join(",");
    if rules.is_empty() {
        return Vec::new();
    }
    let rules = format!("--host-resolver-rules={rules}");
    vec![rules.into(), NO_PACKETS.into()]
}

impl WebDevice {
    /// Returns the command by which requests to blocked hosts are held until somebody answers for them; the others are
    /// not.
    pub(super) fn hold_blocked(&self) -> Option<Command> {
        if self.blocked.is_empty() {
            return None;
        }
        let of = |host: &String| {
            let ways = [
                "*://{}/*",
                "*://{}:*",
                "*://{}./*",
                "*://{}.:*",
                "*://*@{}*",
            ];
            ways.map(|way| json!({"urlPattern": way.replace("{}", host)}))
        };
        let patterns: Vec<Value> = self.blocked.iter().flat_map(of).collect();
        Some(command("Fetch.enable", json!({"patterns": patterns})))
    }

    /// Notes a request to a blocked host that is held, and returns the command that refuses it.
    pub(super) fn refuse(&mut self, held: &Value) -> Command {
        let host = host(text(&held["request"]["url"])).unwrap_or_default();
        let line = format!("a request to `{host}` was stopped: the site is blocked");
        self.signals.log(line);
        let is_page = held["resourceType"] == "Document";
        let frame = text(&held["frameId"]);
        if let Some(tab) = self.tabs.get_mut(frame).filter(|_| is_page) {
            tab.led_to = Some(host.to_owned());
            self.changes.everything();
        } else {
            self.signals.note_blocked(host);
        }
        let params = json!({"requestId": held["requestId"], "errorReason": "BlockedByClient"});
        command("Fetch.failRequest", params)
    }

    /// Notes a web socket to a blocked host: it finds no address, and nobody is asked about it before.
    pub(super) fn note_socket(&mut self, address: &str) {
        let address = address.replacen("ws", "http", 1);
        if is_of(&address, &self.blocked) {
            let site = host(&address).unwrap_or_default();
            self.signals.note_blocked(site);
        }
    }

    /// Says, once, if the page in front has led to a blocked site.
    pub(super) fn check_way(&mut self) -> Asked {
        let front = self.tabs.front().map(|tab| tab.target.clone());
        let tab = front.and_then(|target| self.tabs.get_mut(&target));
        match tab.and_then(|tab| tab.led_to.take()) {
            Some(site) => Err(AskError::Blocked(site)),
            None => Ok(()),
        }
    }
}
