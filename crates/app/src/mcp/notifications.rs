//! Telling clients what changed: which tools there are, what can be read, and what they asked to be
//! told of. All clients of a server are told, whoever changed it: one of them, or somebody on disk.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use rmcp::RoleServer;
use rmcp::model::ResourceUpdatedNotificationParam;
use rmcp::service::{Peer, SubscriptionSink};
use tokio::task::JoinSet;
use tokio::time::{interval, timeout};

use crate::discovery::skill_folder_files;
use crate::environment::Environment;
use crate::mcp::client::Host;
use crate::mcp::resources;
use crate::mcp::server::tools_for;
use crate::permissions::policy_files;
use crate::shared::Shared;

/// How often the disk is looked at for what others changed.
const LOOK: Duration = Duration::from_secs(1);

/// How long one client may take to be told; others are not kept waiting.
const PATIENCE: Duration = Duration::from_secs(1);

/// Who is to be told, and what they know.
#[derive(Debug, Default)]
pub(crate) struct Notifier {
    listeners: Shared<Vec<Listener>>,
    /// The lists as everybody was told last; locked for a whole look, so that nothing is told twice.
    told: tokio::sync::Mutex<Option<Announced>>,
}

/// The lists as clients were told last.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Announced {
    stamps: FileStamps,
    tools: String,
    resources: Vec<String>,
}

/// The resources a client wants to hear of, each as it was when last told.
#[derive(Debug, Clone, Default)]
pub(crate) struct Subscriptions(Shared<BTreeMap<String, Option<FileStamp>>>);

#[derive(Debug, Clone)]
struct Listener {
    channel: Channel,
    subscriptions: Subscriptions,
}

/// How a client is told.
#[derive(Debug, Clone)]
pub(crate) enum Channel {
    /// A client that introduced itself hears everything.
    Peer(Peer<RoleServer>),
    /// One that did not hears what it listens for.
    Stream(SubscriptionSink),
}

/// The changes for one client.
#[derive(Debug, Clone, Default)]
struct Changes {
    tools: bool,
    resources: bool,
    updated: Vec<String>,
}

impl Subscriptions {
    /// Adds a resource, as it stands now.
    pub(crate) fn add(&self, host: &Host, uri: &str) {
        let stamp = resources::stamp_of(host, uri);
        self.0.lock().insert(uri.to_owned(), stamp);
    }

    /// Takes a resource away.
    pub(crate) fn remove(&self, uri: &str) {
        self.0.lock().remove(uri);
    }

    /// Returns what was written again since the last time.
    fn updated(&self, host: &Host) -> Vec<String> {
        let mut updated = Vec::new();
        for (uri, known) in self.0.lock().iter_mut() {
            let now = resources::stamp_of(host, uri);
            if now != *known {
                *known = now;
                updated.push(uri.clone());
            }
        }
        updated
    }
}

impl Notifier {
    /// Tells a client from now on.
    pub(crate) fn join(&self, channel: Channel, subscriptions: Subscriptions) {
        self.listeners.lock().push(Listener {
            channel,
            subscriptions,
        });
    }

    /// Stops telling on a stream.
    pub(crate) fn leave_stream(&self, gone: &SubscriptionSink) {
        self.listeners.lock().retain(
            |listener| !matches!(&listener.channel, Channel::Stream(sink) if sink.id() == gone.id()),
        );
    }
}

/// Looks at the disk from time to time for as long as the server runs.
pub(crate) async fn watch(host: Arc<Host>) {
    let mut ticks = interval(LOOK);
    loop {
        ticks.tick().await;
        notify_changes(&host).await;
    }
}

/// Tells every client what is not as it was told last. Returns once all were told, or take too long.
pub(crate) async fn notify_changes(host: &Arc<Host>) {
    let known = &host.notifier.listeners;
    known.lock().retain(|listener| !listener.is_gone());
    let listeners = known.lock().clone();
    let mut told = host.notifier.told.lock().await;
    let (looking, before) = (Arc::clone(host), told.clone());
    let looked = tokio::task::spawn_blocking(move || {
        let now = look(&looking, before.as_ref());
        let news: Vec<(Listener, Changes)> = listeners
            .into_iter()
            .map(|listener| {
                let changes = changes(&looking, before.as_ref(), &now, &listener);
                (listener, changes)
            })
            .collect();
        (now, news)
    });
    // What broke while looking is looked at again the next time.
    let Ok((now, news)) = looked.await else {
        return;
    };
    *told = Some(now);
    let mut telling = JoinSet::new();
    for (listener, changes) in news {
        telling.spawn(timeout(PATIENCE, listener.tell(changes)));
    }
    while telling.join_next().await.is_some() {}
}

/// Returns what the lists are now; they are made anew only if something they are made of differs.
fn look(host: &Host, before: Option<&Announced>) -> Announced {
    let policy = host.policy.now();
    let stamps = stamps(&host.environment, resources::run_folders(host));
    match before {
        Some(before) if before.stamps == stamps => before.clone(),
        Some(_) | None => Announced {
            stamps,
            tools: serde_json::to_string(&tools_for(host, &policy)).unwrap_or_default(),
            resources: resources::known(host, &policy),
        },
    }
}

fn changes(
    host: &Host,
    before: Option<&Announced>,
    now: &Announced,
    listener: &Listener,
) -> Changes {
    Changes {
        tools: before.is_some_and(|before| before.tools != now.tools),
        resources: before.is_some_and(|before| before.resources != now.resources),
        updated: listener.subscriptions.updated(host),
    }
}

impl Listener {
    fn is_gone(&self) -> bool {
        match &self.channel {
            Channel::Peer(peer) => peer.is_transport_closed(),
            Channel::Stream(_) => false,
        }
    }

    /// Tells a client; one that has gone, or does not listen for it, needs no telling.
    async fn tell(self, changes: Changes) {
        match &self.channel {
            Channel::Peer(peer) => {
                if changes.tools {
                    let _ = peer.notify_tool_list_changed().await;
                }
                if changes.resources {
                    let _ = peer.notify_resource_list_changed().await;
                }
                for uri in changes.updated {
                    let updated = ResourceUpdatedNotificationParam::new(uri);
                    let _ = peer.notify_resource_updated(updated).await;
                }
            }
            Channel::Stream(sink) => {
                if changes.tools {
                    let _ = sink.notify_tool_list_changed().await;
                }
                if changes.resources {
                    let _ = sink.notify_resource_list_changed().await;
                }
                for uri in changes.updated {
                    let _ = sink.notify_resource_updated(uri).await;
                }
            }
        }
    }
}

/// A file as it stands: enough to tell that it was written again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FileStamp {
    modified: Option<SystemTime>,
    length: u64,
    /// A file that is written atomically is another one each time.
    node: u64,
}

impl FileStamp {
    /// Returns the stamp of a file or folder; nothing where there is none.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        let known = fs::metadata(path).ok()?;
        Some(Self {
            modified: known.modified().ok(),
            length: known.len(),
            node: known.ino(),
        })
    }
}

/// The files that lists are made from: permissions, skills, runs.
type FileStamps = BTreeMap<PathBuf, FileStamp>;

/// Returns what the lists are made of, with these folders of runs.
fn stamps(environment: &Environment, runs: Vec<PathBuf>) -> FileStamps {
    let files = policy_files(environment)
        .into_iter()
        .chain(skill_folder_files(environment))
        .chain(runs);
    files
        .filter_map(|path| FileStamp::of(&path).map(|stamp| (path, stamp)))
        .collect()
}
