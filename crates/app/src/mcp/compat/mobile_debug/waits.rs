//! Waits in the shapes of the reference server.

use std::time::Duration;

use retap_model::program::Target;
use retap_model::screen::Screen;
use retap_model::select::{Evidence, Search, locate};
use retap_model::verify::{DeltaKind, FailureCode};
use serde_json::{Value, json};

use super::element::{ShownElement, Touched};
use super::screen::{Loading, loading};
use super::selector::{Condition, FieldMatch, Selected, Selector};
use crate::mcp::answer::{Unlisted, answer};
use crate::mcp::compat::screen_mark;
use crate::mcp::tools::wait::{ChangeWanted, Lasting, LastingWait, seen, wait_for_change};
use crate::mcp::{Answer, Args, Refusal, Reply, ToolCall};

answer! {
    /// How a wait for an element ended.
    pub(super) struct UiAnswer { status: WaitStatus, matched?: usize, element?: ShownElement, error?: WaitError,
        metrics: Metrics, requested: Requested, observed: Observed }
    /// Whether it came true in time.
    pub(super) enum WaitStatus { Success = "success", Timeout = "timeout" }
    /// Why it did not.
    pub(super) struct WaitError { code?: &'static str, message: String }
    /// What the wait took.
    pub(super) struct Metrics { latency_ms: u64, poll_count: u32, attempts: u64 }
    /// The wait as the call asked for it.
    pub(super) struct Requested { selector: Unlisted<Value>, condition: String,
        r#match: Option<Unlisted<MatchIndex>> }
    /// Which of several matches is meant.
    pub(super) struct MatchIndex { index: usize }
    /// The last observation of what was waited for.
    pub(super) struct Observed { status?: WaitStatus, matched_count: usize, condition_satisfied: bool,
        selected_index: Option<usize>, last_matched_element: Option<Touched> }
    /// How a wait for another screen ended.
    pub(super) struct ScreenChange { success: bool, previousFingerprint: String, elapsedMs: u64,
        observed_screen: ObservedScreen, newFingerprint?: String,
        reason?: &'static str, ..last: Option<LastScreen> }
    /// The screen as it was seen last.
    pub(super) struct ObservedScreen { fingerprint: Option<String>, activity: Option<String> }
    /// The screen that was still there in the end.
    pub(super) struct LastScreen { lastFingerprint: Option<String> }
    /// How a wait for a change ended.
    pub(super) struct UiChange { success: bool, observed_change: Option<SeenChange>, timeout: bool, elapsed_ms: u64,
        loading_state: Option<Loading>, reason: &'static str, details: String, snapshot_revision?: u64,
        expected_change?: String }
    /// A kind of change, in the words of [`DeltaKind`].
    pub(super) enum SeenChange { Hierarchy = "hierarchy_diff", Text = "text_change", State = "state_change" }
}

impl From<DeltaKind> for SeenChange {
    fn from(kind: DeltaKind) -> Self {
        match kind {
            DeltaKind::Hierarchy => Self::Hierarchy,
            DeltaKind::Text => Self::Text,
            DeltaKind::State => Self::State,
        }
    }
}

/// The shortest and the longest time between two looks.
const SHORTEST_POLL: Duration = Duration::from_millis(50);
const LONGEST_POLL: Duration = Duration::from_secs(2);

/// The error of a selector that says nothing.
pub(super) const BLANK: &str =
    "Selector must include at least one non-empty field: text, resource_id, or accessibility_id";

/// Reads a selector; `match.index` is said beside it.
pub(super) fn selector_of(args: &Args) -> Selector {
    let fields = args.object("selector").unwrap_or_default();
    let text = |name: &str| fields.words(name).map(str::to_owned);
    let index = args.object("match").and_then(|it| it.count("index"));
    Selector {
        text: text("text"),
        id: text("resource_id").or_else(|| text("resourceId")),
        description: text("accessibility_id").or_else(|| text("contentDesc")),
        by: match fields.is("contains") {
            Some(true) => FieldMatch::Part,
            Some(false) | None => FieldMatch::Whole,
        },
        index,
    }
}

/// Returns how long to wait between looks, within what the reference server allows.
fn poll_of(args: &Args, name: &str) -> Duration {
    args.millis(name, 300).clamp(SHORTEST_POLL, LONGEST_POLL)
}

/// Which element is waited for, and what must hold of it.
pub(super) struct Awaited<'a> {
    pub(super) selector: &'a Selector,
    pub(super) condition: Condition,
    /// The one that an id stands for: no other that the selector fits is meant.
    pub(super) known: Option<&'a (Target, Evidence)>,
}

impl Awaited<'_> {
    /// Returns how it stands on `screen`.
    fn select(&self, screen: &Screen) -> Selected {
        let Some((target, evidence)) = self.known else {
            return self.selector.select(screen, self.condition);
        };
        let found = self.selector.matches(screen);
        let place = match locate(screen, target, Some(evidence)) {
            Search::Found(it) => found.iter().position(|one| is_of(screen, *one, it.index)),
            Search::Ambiguous(_) | Search::Missing(_) => None,
        };
        let one = Selector {
            // Beyond the last match there is none.
            index: Some(place.unwrap_or(usize::MAX)),
            ..self.selector.clone()
        };
        one.select(screen, self.condition)
    }

    /// Returns why it did not come true.
    pub(super) fn complaint(&self, waited: &UiWaited) -> String {
        let matched = waited.matched;
        let seen = match self.selector.index.filter(|index| matched <= *index) {
            Some(index) => {
                format!("requested match.index={index} but observed {matched} match(es)")
            }
            None => format!("observed {matched} match(es)"),
        };
        let condition = self.condition.as_str();
        format!("Condition {condition} not satisfied within timeout; {seen}")
    }
}

/// Returns whether one of two elements is the other, or a part of it.
fn is_of(screen: &Screen, one: usize, other: usize) -> bool {
    let is_in = |inner: usize, outer: usize| screen.ancestors(inner).any(|up| up == outer);
    one == other || is_in(one, other) || is_in(other, one)
}

/// How a wait for an element ended.
#[derive(Default)]
pub(super) struct UiWaited {
    /// Whether what was waited for came true.
    pub(super) holds: bool,
    matched: usize,
    chosen: Option<usize>,
    /// The element that counts, with an id it can be tapped by.
    pub(super) element: Option<ShownElement>,
    took: Duration,
    polls: u32,
    attempts: u64,
}

impl UiWaited {
    /// Returns how it ended.
    pub(super) const fn status(&self) -> WaitStatus {
        match self.holds {
            true => WaitStatus::Success,
            false => WaitStatus::Timeout,
        }
    }

    /// Returns the last observation of what was waited for.
    pub(super) fn observed(&self) -> Observed {
        Observed {
            status: None,
            matched_count: self.matched,
            condition_satisfied: self.holds,
            selected_index: self.chosen,
            last_matched_element: self.element.clone().map(Touched),
        }
    }
}

/// Waits for an element; attempts follow each other after a pause.
pub(super) fn wait_ui(
    call: &mut ToolCall<'_>,
    awaited: &Awaited<'_>,
    usual: u64,
) -> Result<UiWaited, Refusal> {
    let retry = call.args.object("retry").unwrap_or_default();
    let most = retry.count("max_attempts").unwrap_or(1).clamp(1, 20);
    let timeout = call.args.millis("timeout_ms", usual);
    let poll = Some(poll_of(call.args, "poll_interval_ms"));
    let start = call.now();
    let mut waited = UiWaited::default();
    let last = loop {
        waited.attempts += 1;
        let watched = call.watch_every(poll, timeout, |screen| {
            let selected = awaited.select(screen);
            selected.holds.then_some(selected)
        });
        waited.polls += watched.reads;
        let ended = seen(watched)?;
        waited.holds = ended.is_ok();
        if waited.holds || waited.attempts == most {
            break ended;
        }
        call.pause(retry.millis("backoff_ms", 0))?;
    };
    waited.took = call.now().since(start);
    let last = match last {
        Ok(found) => Some(found),
        Err(screen) => screen.map(|screen| (awaited.select(&screen), screen)),
    };
    if let Some((selected, screen)) = last {
        waited.matched = selected.matched;
        waited.chosen = selected.chosen;
        let element = |index| ShownElement::new(call, &screen, index);
        waited.element = selected.chosen.map(element);
    }
    Ok(waited)
}

/// Waits until an element exists, is gone, is visible or takes touches.
pub(super) fn wait_for_ui(call: &mut ToolCall<'_>) -> Answer {
    let word = call.args.text("condition").unwrap_or("exists");
    let selector = selector_of(call.args);
    let said = call.args.value("selector").filter(|it| it.is_object());
    let (waited, error) = waited_for(call, &selector, word)?;
    let is_error = !waited.holds;
    let answer = UiAnswer {
        status: waited.status(),
        matched: waited.holds.then_some(waited.matched),
        error,
        metrics: Metrics {
            latency_ms: waited.took.as_millis() as u64,
            poll_count: waited.polls,
            attempts: waited.attempts,
        },
        requested: Requested {
            selector: Unlisted(said.cloned().unwrap_or_else(|| json!({}))),
            condition: word.to_owned(),
            r#match: selector.index.map(|index| Unlisted(MatchIndex { index })),
        },
        observed: waited.observed(),
        element: waited.element.filter(|_| waited.holds),
    };
    Ok(Reply {
        is_error,
        ..Reply::json(answer)
    })
}

/// Waits as asked; an error beside what was seen where it did not come true or makes no sense.
fn waited_for(
    call: &mut ToolCall<'_>,
    selector: &Selector,
    word: &str,
) -> Result<(UiWaited, Option<WaitError>), Refusal> {
    let error = |code, message| {
        let code = Some(code);
        Some(WaitError { code, message })
    };
    let wrong = |code, message| Ok((UiWaited::default(), error(code, message)));
    if selector.is_blank() {
        return wrong("INVALID_SELECTOR", BLANK.to_owned());
    }
    let Some(condition) = Condition::from_word(word) else {
        let message = format!("Unsupported condition: {word}");
        return wrong("INVALID_CONDITION", message);
    };
    let is_unknown = |it: &&str| !matches!(*it, "android" | "ios");
    if let Some(platform) = call.args.words("platform").filter(is_unknown) {
        let message = format!("Unsupported platform: {platform}");
        return wrong("PLATFORM_NOT_SUPPORTED", message);
    }
    let awaited = Awaited {
        selector,
        condition,
        known: None,
    };
    match wait_ui(call, &awaited, 60_000) {
        Ok(waited) if waited.holds => Ok((waited, None)),
        Ok(waited) => {
            let code = FailureCode::ElementNotFound.as_str();
            let error = error(code, awaited.complaint(&waited));
            Ok((waited, error))
        }
        Err(refusal) if refusal.code == FailureCode::Cancelled => Err(refusal),
        Err(refusal) => wrong("INTERNAL_ERROR", refusal.message),
    }
}

/// Waits for another fingerprint, seen twice in a row.
pub(super) fn wait_for_screen_change(call: &mut ToolCall<'_>) -> Answer {
    let previous = call.args.need_text("previousFingerprint")?;
    let between = poll_of(call.args, "pollIntervalMs");
    let start = call.now();
    let mut last = None;
    let judge = |screen: &Screen| {
        let mark = screen_mark(screen);
        last = Some((mark.clone(), screen.name.clone()));
        (mark != previous).then_some(mark)
    };
    let wait = LastingWait {
        poll: Some(between),
        timeout: call.args.millis("timeoutMs", 5_000),
        pause: between,
    };
    let lasting = wait.run(call, judge, |mark, now| *mark == screen_mark(now))?;
    let (mark, name) = last.unzip();
    let new = match lasting {
        Lasting::Stayed(mark, _) => Some(mark),
        Lasting::Absent(_) | Lasting::Restless => None,
    };
    let is_late = new.is_none();
    Ok(Reply::json(ScreenChange {
        success: !is_late,
        previousFingerprint: previous.to_owned(),
        elapsedMs: call.now().since(start).as_millis() as u64,
        newFingerprint: new,
        reason: is_late.then_some("timeout"),
        last: is_late.then(|| LastScreen {
            lastFingerprint: mark.clone(),
        }),
        observed_screen: ObservedScreen {
            fingerprint: mark,
            activity: name.flatten(),
        },
    }))
}

/// Waits for a stable change.
pub(super) fn wait_for_ui_change(call: &mut ToolCall<'_>) -> Answer {
    let expected = call.args.words("expected_change");
    let kind = expected.map(|word| {
        let message = "is no change; say hierarchy_diff, text_change or state_change";
        DeltaKind::from_word(word).ok_or_else(|| Refusal::input(format!("`{word}` {message}")))
    });
    let wanted = ChangeWanted {
        since: call.args.count("since_revision"),
        kind: kind.transpose()?,
        timeout: call.args.millis("timeout_ms", 60_000),
        stable: call.args.millis("stability_window_ms", 250),
    };
    let changed = wait_for_change(call, wanted)?;
    let screen = changed.screen.as_deref();
    call.note_shown(changed.screen.as_ref());
    let reason = match changed.kind {
        Some(_) => "UI change observed",
        None => "timeout",
    };
    Ok(Reply::json(UiChange {
        success: changed.kind.is_some(),
        observed_change: changed.kind.map(SeenChange::from),
        timeout: changed.kind.is_none(),
        elapsed_ms: changed.took.as_millis() as u64,
        loading_state: screen.and_then(loading),
        reason,
        snapshot_revision: screen.map(|screen| screen.revision),
        expected_change: expected.map(str::to_owned),
        details: changed.reason,
    }))
}
