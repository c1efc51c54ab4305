//! Where a write goes. A lesson keeps where all writes went that it saw, required or not, so that a replay can tell which are
//! new, and whether a new one works on what the learned ones work on.

use crate::device::{ID, Request};
use crate::secret::name_words;

use super::expected_write::ExpectedWrite;

/// Where a write of the page's own site goes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct WritePlace {
    /// The method.
    pub method: String,
    /// The path, with a placeholder for each identifier, and for what may be another word in another run.
    pub shape: String,
    /// The operation that its body names.
    pub operation: Option<String>,
}

/// Parts at the beginning of a path that name nothing that is worked on.
const GENERAL: [&str; 23] = [
    "admin", "ajax", "api", "app", "apps", "auth", "backend", "data", "do", "gateway", "graphql",
    "internal", "json", "oauth", "oauth2", "public", "rest", "rpc", "server", "service",
    "services", "web", "wp-json",
];

/// Words of requests that only look something up, tell that somebody looks at something, or keep a page going by the clock.
const LOOKING: [&str; 49] = [
    "analytics",
    "autocomplete",
    "autosave",
    "check",
    "count",
    "csrf",
    "cursor",
    "draft",
    "drafts",
    "event",
    "events",
    "export",
    "fetch",
    "filter",
    "find",
    "get",
    "heartbeat",
    "impression",
    "impressions",
    "keepalive",
    "list",
    "load",
    "lock",
    "log",
    "logs",
    "lookup",
    "metrics",
    "ping",
    "presence",
    "preview",
    "query",
    "read",
    "refresh",
    "renew",
    "search",
    "seen",
    "suggest",
    "suggestions",
    "telemetry",
    "token",
    "track",
    "tracking",
    "typing",
    "unlock",
    "validate",
    "view",
    "viewed",
    "views",
    "visits",
];

/// Words of operations that say what is done, and not to what.
const VERBS: [&str; 17] = [
    "add", "change", "create", "delete", "do", "edit", "insert", "make", "mutation", "new", "post",
    "put", "remove", "save", "set", "submit", "update",
];

impl WritePlace {
    /// Returns where a write goes; nothing for other requests, and those of other sites.
    pub fn of(request: &Request) -> Option<Self> {
        let write = request.write.as_ref().filter(|_| request.is_own_site)?;
        Some(Self {
            method: request.method.clone(),
            shape: write.shape.clone(),
            operation: write.operation.clone(),
        })
    }

    /// Returns where a learned write goes.
    pub fn of_expected(write: &ExpectedWrite) -> Option<Self> {
        write.site.is_none().then(|| Self {
            method: write.method.clone(),
            shape: write.shape.clone(),
            operation: write.operation.clone(),
        })
    }

    /// Returns the same with a placeholder for each part of the path that is not the same in every run.
    pub fn with_any(mut self, is_variable: impl Fn(&str) -> bool) -> Self {
        let parts = self.shape.split('/');
        let parts = parts.map(|part| if is_variable(part) { ID } else { part });
        self.shape = parts.collect::<Vec<_>>().join("/");
        self
    }

    /// Returns whether another write goes there. A placeholder stands for any part.
    pub fn covers(&self, other: &Self) -> bool {
        let (own, theirs) = (self.shape.split('/'), other.shape.split('/'));
        let is_part = |(own, theirs): (&str, &str)| own == ID || own == theirs;
        self.method == other.method
            && self.operation == other.operation
            && own.clone().count() == theirs.clone().count()
            && own.zip(theirs).all(is_part)
    }

    /// Returns whether it works on the thing or in the collection that a learned write works on: what it does there is more than
    /// the work. What only looks or counts works on nothing, unless it removes.
    pub fn is_of_the_work_of(&self, learned: &Self) -> bool {
        let (own, theirs) = (parts(&self.shape), parts(&learned.shape));
        if self.method != "DELETE" && self.only_looks(&theirs) {
            return false;
        }
        if self.shape == learned.shape {
            return match (&self.operation, &learned.operation) {
                (None, None) => true,
                (Some(own), Some(theirs)) => share_object(own, theirs),
                (_, _) => false,
            };
        }
        let is_below = |root: &[&str]| !root.is_empty() && own.starts_with(root);
        let root = collection(&theirs);
        let has_inner = || own[root.len()..].iter().any(|part| is_collection(part));
        is_below(&theirs) || (is_below(root) && !has_inner())
    }

    /// Returns whether it says that it only looks, by a word that is none of what is worked on.
    fn only_looks(&self, worked_on: &[&str]) -> bool {
        let own = parts(&self.shape);
        let last = own.iter().rev().find(|part| **part != ID);
        let last = last.filter(|part| !worked_on.contains(part));
        let said = last.into_iter().copied().chain(self.operation.as_deref());
        let mut words = said.flat_map(name_words);
        words.any(|word| LOOKING.contains(&word.as_str()))
    }
}

/// Returns the parts of a path that say what is worked on.
fn parts(shape: &str) -> Vec<&str> {
    let is_version = |part: &str| {
        let figures = part.strip_prefix('v').unwrap_or_default();
        !figures.is_empty() && figures.bytes().all(|byte| byte.is_ascii_digit())
    };
    let parts = shape.split('/').filter(|part| !part.is_empty());
    let is_general =
        |part: &&str| GENERAL.contains(&part.to_lowercase().as_str()) || is_version(part);
    parts.skip_while(is_general).collect()
}

/// Returns the collection that a path leads into: up to the last word that is one, or that has an identifier behind it.
fn collection<'a, 'b>(parts: &'b [&'a str]) -> &'b [&'a str] {
    let last_id = parts.iter().rposition(|part| *part == ID);
    let last_collection = parts.iter().rposition(|part| is_collection(part));
    let end = match (last_id, last_collection) {
        (id, Some(last)) if id.is_none_or(|id| id < last) => last + 1,
        (Some(id), _) => id,
        (None, _) if parts.len() > 1 => parts.len() - 1,
        (None, _) => parts.len(),
    };
    &parts[..end]
}

/// Returns whether a part of a path names many things.
fn is_collection(part: &str) -> bool {
    part.ends_with('s') && !part.ends_with("ss") && !part.ends_with("us")
}

/// Returns whether two operations are done to the same kind of thing by their names: `addItem` and `remove_items`.
fn share_object(own: &str, theirs: &str) -> bool {
    let objects = |name: &str| -> Vec<String> {
        let words = name_words(name).into_iter();
        let words = words.filter(|word| !VERBS.contains(&word.as_str()));
        words
            .map(|word| word.trim_end_matches('s').to_owned())
            .collect()
    };
    let theirs = objects(theirs);
    objects(own).iter().any(|word| theirs.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(method: &str, shape: &str, operation: &str) -> WritePlace {
        WritePlace {
            method: method.to_owned(),
            shape: shape.to_owned(),
            operation: Some(operation.to_owned()).filter(|name| !name.is_empty()),
        }
    }

    #[test]
    fn what_goes_to_the_thing_or_collection_of_a_learned_write_is_of_the_work() {
        for (learned, new, is) in [
            ("/api/notes", "/api/notes/archive", true),
            ("/api/notes", "/api/notes/{}", true),
            ("/api/notes", "/api/notes/{}/views", false),
            ("/api/notes", "/api/notes/search", false),
            ("/api/notes", "/api/presence", false),
            ("/api/notes", "/api/metrics", false),
            ("/orders/{}/ship", "/orders/{}/cancel", true),
            ("/orders/{}/ship", "/orders/{}", true),
            ("/orders/{}/ship", "/orders", true),
            ("/orders/{}/ship", "/visits", false),
            ("/orders/{}", "/orders/{}/ship", true),
            ("/orders/confirm", "/orders/cancel", true),
            ("/api/v1/cart/add", "/api/v1/cart/empty", true),
            ("/api/save", "/api/profile", false),
            ("/api/save", "/api/save/all", true),
            ("/spaces/{}/tasks", "/spaces/{}/members", false),
            ("/spaces/{}/tasks", "/spaces/{}/tasks/{}/close", true),
            ("/spaces/{}/tasks/{}", "/spaces/{}", false),
            ("/", "/track", false),
            ("/save", "/remove", false),
            ("/drafts/{}/publish", "/drafts/{}", true),
            ("/api/auth/login", "/api/auth/refresh", false),
            ("/notes/{}", "/notes/{}/autosave", false),
        ] {
            let new = place("POST", new, "");
            let learned = place("PUT", learned, "");
            assert_eq!(new.is_of_the_work_of(&learned), is, "{new:?} {learned:?}");
        }
    }

    #[test]
    fn another_operation_is_of_the_work_where_it_is_done_to_the_same_kind_of_thing() {
        for (learned, new, is) in [
            ("addItem", "removeItems", true),
            ("items.add", "items.remove", true),
            ("addItem", "GetItem", false),
            ("addItem", "AddVisitor", false),
            ("SaveNote", "trackEvent", false),
            ("", "addItem", false),
        ] {
            let [new, learned] = [new, learned].map(|name| place("POST", "/graphql", name));
            assert_eq!(new.is_of_the_work_of(&learned), is, "{new:?} {learned:?}");
        }
    }

    #[test]
    fn a_placeholder_stands_for_any_part() {
        let seen = place("POST", "/users/ann/notes", "").with_any(|part| part == "ann");
        assert_eq!(seen.shape, "/users/{}/notes");
        for (method, shape, covers) in [
            ("POST", "/users/bob/notes", true),
            ("POST", "/users/bob/files", false),
            ("POST", "/users/bob", false),
            ("PUT", "/users/bob/notes", false),
        ] {
            assert_eq!(seen.covers(&place(method, shape, "")), covers, "{shape}");
        }
    }
}
