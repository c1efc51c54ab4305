//! What happened besides what can be seen while a step ran: files that were downloaded, and what may explain why
//! the step failed. It explains and never proves.

use std::ffi::OsStr;
use std::time::Duration;

use retap_model::device::{
    Change, Deadline, Download, DownloadEnd, Happening, Request, RequestEnd, Signal,
};
use retap_model::event::{Downloaded, Event};
use retap_model::program::{Nature, Step, StepKind};
use retap_model::reason::Reason;
use retap_model::verdict::{Outcome, Verdict};
use retap_model::verify::ActionType;

use crate::context::Context;
use crate::safe_name::SafeName;
use crate::screen_cache::Freshness;

/// How many signals are told of a step that failed.
const MOST_TOLD: usize = 20;

/// How long something is waited for before somebody may stop the run.
const SLICE: Duration = Duration::from_millis(200);

/// How long is waited for what an act set going before it ends with the run or the page.
const QUIET: Duration = Duration::from_secs(2);

/// How many downloads an act can start in a browser; it drops the rest without a word.
const MOST_AT_ONCE: usize = 10;

/// The folder of downloads, relative to the log.
const FOLDER: &str = "downloads";

/// Files that browsers ask for by themselves and sites often do not have.
const ICON: &str = "/favicon.ico";

/// How far a run was when a step ended.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StepEnding {
    /// How many acts were sent before the step.
    pub(crate) acts: u32,
    /// The number of the newest signal when the step last looked.
    pub(crate) looked_until: u64,
    /// Whether the run ends with it, or leaves the app.
    pub(crate) is_end: bool,
    /// Whether no later step looks at what the step brought: the run ends, or the page is left.
    pub(crate) is_unseen: bool,
}

impl Context<'_> {
    /// Tells what happened while a step ran and returns its verdict: a download that did not become whole and a page
    /// that the server refused are failures, and a failure may have its reason on the network.
    pub(crate) fn note_signals(
        &mut self,
        step: &Step,
        verdict: Verdict,
        ending: StepEnding,
    ) -> Verdict {
        if verdict.outcome == Outcome::Passed {
            let end = Deadline::after(self.now(), self.options.timeout);
            self.wait_while(self.progress.newest_signal, is_open_download, end);
        }
        let signals = self.new_signals();
        self.warn_of_blocked(&signals);
        self.warn_of_many_downloads(&signals);
        let verdict = self.note_downloads(&signals, verdict);
        let verdict = self.judge_writes(&signals, verdict, ending.is_end);
        let verdict = self.note_refused_page(step, &signals, verdict, ending);
        match verdict.is_failed() {
            true => self.explain(step, &signals, verdict, ending),
            false => verdict,
        }
    }

    /// Tells what may explain why a step failed, and adds it to the reason unless that is about a request already.
    fn explain(
        &mut self,
        step: &Step,
        signals: &[Signal],
        verdict: Verdict,
        ending: StepEnding,
    ) -> Verdict {
        for message in signals.iter().filter_map(summary).take(MOST_TOLD) {
            self.emit(Event::Signalled { message });
        }
        // What is missing may have been stopped by an earlier step.
        for site in self.progress.blocked_sites.clone() {
            let message = blocked(&site);
            self.emit(Event::Signalled { message });
        }
        let is_said = matches!(
            verdict.reason,
            Reason::PageRefused { .. }
                | Reason::WriteNotTaken { .. }
                | Reason::WriteDoubled { .. }
                | Reason::WriteUnlearned { .. }
                | Reason::WriteMissing { .. }
        );
        if is_said {
            return verdict;
        }
        let ended = answered(signals);
        let bad = ended.iter().find(|request| request.went_wrong());
        let bad = bad
            .map(ToString::to_string)
            .or_else(|| self.refused_page_in_front());
        let may_be_sent = self.progress.tally.acts > ending.acts
            && action_type(&step.kind) == ActionType::SideEffect;
        let reason = match (bad, may_be_sent) {
            (Some(bad), _) => Reason::Blamed {
                why: Box::new(verdict.reason),
                request: bad,
            },
            (None, true) => self.name_taken(&ended, verdict.reason),
            (None, false) => verdict.reason,
        };
        Verdict { reason, ..verdict }
    }

    /// Returns the request for the page that an earlier step led to, if the server refused it.
    fn refused_page_in_front(&mut self) -> Option<String> {
        let first = self.progress.first_signal;
        let all = self.device().signals_after(first).unwrap_or_default();
        let of_acts = all.iter().filter(|signal| signal.is_after_act);
        let mut pages = of_acts
            .filter_map(request_of)
            .filter(|it| it.is_for_page() && it.is_own_site);
        let last = pages.rfind(|it| it.outcome().is_some())?;
        last.went_wrong().then(|| last.to_string())
    }

    /// Keeps downloads that are whole; one that is not is a failure of a step that passed, and so is one that a page made
    /// of what its server refused to give.
    fn note_downloads(&mut self, signals: &[Signal], mut verdict: Verdict) -> Verdict {
        for signal in signals {
            if let Happening::Downloaded(download) = &signal.what
                && let Some(reason) = self.note_download(download).or_else(|| spoiled(download, signals))
                && verdict.outcome == Outcome::Passed
                // Whoever stops the run cuts downloads short.
                && self.check_stop().is_ok()
            {
                verdict = Verdict::failed(reason);
            }
        }
        verdict
    }

    /// Fails a step that led to a page which the server refused, where nothing looks at that page any more: a download
    /// that is refused comes as such a page. Whoever sends steps one at a time looks, and is only told.
    fn note_refused_page(
        &mut self,
        step: &Step,
        signals: &[Signal],
        verdict: Verdict,
        ending: StepEnding,
    ) -> Verdict {
        if verdict.outcome != Outcome::Passed || !ending.is_unseen {
            return verdict;
        }
        let looked_until = match step.kind.nature() {
            Nature::Proof => ending.looked_until,
            Nature::Touch | Nature::Act | Nature::Scroll | Nature::Record => 0,
            Nature::Block | Nature::Question => 0,
        };
        let new = signals
            .iter()
            .filter(|it| it.is_after_act && it.number > looked_until);
        let mut requests = new.filter_map(request_of);
        let is_refused = |it: &&Request| it.is_for_page() && it.is_own_site && it.went_wrong();
        let Some(request) = requests.find(is_refused).map(ToString::to_string) else {
            return verdict;
        };
        if self.options.is_part {
            self.warn(format!("the page it led to was refused: {request}"));
            return verdict;
        }
        Verdict::failed(Reason::PageRefused { request })
    }

    /// Adds the request by which the server took what was sent. One that was made several times in the run is not it:
    /// pages ask for the same again and again by themselves.
    fn name_taken(&mut self, ended: &[&Request], why: Reason) -> Reason {
        let first = self.progress.first_signal;
        let all = self.device().signals_after(first).unwrap_or_default();
        let is_single = |request: &&&Request| {
            let is_like = |signal: &&Signal| matches!(&signal.what, Happening::Requested(it) if it.is_like(request));
            all.iter().filter(is_like).count() == 1
        };
        match ended.iter().find(is_single) {
            Some(request) => Reason::ServerTookIt {
                why: Box::new(why),
                request: request.to_string(),
            },
            None => why,
        }
    }

    /// Returns the number of the newest signal.
    pub(crate) fn newest_signal(&mut self) -> u64 {
        let known = self.progress.newest_signal;
        let signals = self.device().signals_after(known).unwrap_or_default();
        signals.last().map_or(known, |newest| newest.number)
    }

    /// Waits until what the step made the app ask the network for is answered; returns whether it asked for
    /// something, or got an answer, after the signal of this number.
    pub(crate) fn wait_for_answers(&mut self, since: u64, end: Deadline) -> bool {
        self.wait_while(self.progress.newest_signal, is_open_request, end);
        let signals = self.device().signals_after(since).unwrap_or_default();
        signals.iter().any(is_request)
    }

    /// Returns whether the app waits for an answer of the network, as far as the device can tell.
    pub(crate) fn has_open_request(&mut self) -> bool {
        let all = self.device().signals_after(0).unwrap_or_default();
        all.iter().any(is_open_request)
    }

    /// Waits for the answers to all that the app asked the network for, for so long at the most.
    pub(crate) fn wait_while_open(&mut self, within: Duration) {
        let end = Deadline::after(self.now(), within);
        self.wait_while(0, is_open_request, end);
    }

    /// Waits while something that began after the signal of this number is open.
    fn wait_while(&mut self, since: u64, is_open: fn(&Signal) -> bool, end: Deadline) {
        let is_any_open = |context: &mut Self| {
            let signals = context.device().signals_after(since).unwrap_or_default();
            signals.iter().any(is_open)
        };
        while is_any_open(self) && !end.has_passed(self.now()) && self.check_stop().is_ok() {
            let soon = Deadline::after(self.now(), SLICE);
            match self.device().wait_for_change(soon) {
                // A device tells of further changes once it was read.
                Ok(Change::Happened) if self.look(Freshness::New).is_ok() => {}
                Ok(Change::None) => {}
                Ok(Change::Happened | Change::CannotTell) | Err(_) => return,
            }
        }
    }

    /// Waits for what the act before set going, and warns of what is not over then: something may come of it, such as
    /// a download, that nobody sees any more.
    pub(crate) fn wait_until_quiet(&mut self) {
        let end = Deadline::after(self.now(), self.options.timeout.min(QUIET));
        // A device that is gone has nothing under way.
        if let Ok(Some(open)) = self.device().wait_until_quiet(end) {
            self.warn(format!(
                "`{open}` when nobody waited for it any more; what comes of it, such as a download, is not known"
            ));
        }
    }

    /// Passes over what happened before the run, which none of its steps brought about.
    pub(crate) fn skip_signals(&mut self) {
        let before = self.new_signals();
        let sites = before.iter().filter_map(blocked_site).map(str::to_owned);
        self.progress.blocked_sites = sites.collect();
        self.progress.first_signal = self.progress.newest_signal;
    }

    /// Warns, once for each, of blocked sites that a page wanted something of: a part of it is missing.
    fn warn_of_blocked(&mut self, signals: &[Signal]) {
        for site in signals.iter().filter_map(blocked_site) {
            if self.progress.blocked_sites.insert(site.to_owned()) {
                self.warn(blocked(site));
            }
        }
    }

    /// Warns where as many downloads began as one act can start: what else was to be downloaded is missing.
    fn warn_of_many_downloads(&mut self, signals: &[Signal]) {
        let is_download = |signal: &&Signal| matches!(signal.what, Happening::Downloaded(_));
        let count = signals.iter().filter(is_download).count();
        if count >= MOST_AT_ONCE {
            self.warn(format!(
                "{count} downloads began at once, and browsers start no more than {MOST_AT_ONCE} for one act and say nothing of \
                 the rest: whether there were more to be is not known"
            ));
        }
    }

    /// Warns of downloads that end with the run.
    pub(crate) fn warn_of_open_downloads(&mut self) {
        let first = self.progress.first_signal;
        let all = self.device().signals_after(first).unwrap_or_default();
        for signal in all.into_iter().filter(is_open_download) {
            if let Happening::Downloaded(Download { name, .. }) = signal.what {
                self.warn(format!(
                    "the download of `{name}` was not whole when the run ended"
                ));
            }
        }
    }

    /// Returns the signals nobody has looked at yet. A device that is gone tells none, and its error is
    /// already the step's reason.
    fn new_signals(&mut self) -> Vec<Signal> {
        let known = self.progress.newest_signal;
        let signals = self.device().signals_after(known).unwrap_or_default();
        if let Some(newest) = signals.last() {
            self.progress.newest_signal = newest.number;
        }
        signals
    }

    /// Keeps a download that is whole; returns why one is not.
    fn note_download(&mut self, download: &Download) -> Option<Reason> {
        let name = download.name.clone();
        let mut copy = None;
        let (file, failure) = match &download.end {
            // It is told when it ends.
            DownloadEnd::Pending => {
                let message = "it was not whole in time; `--timeout` gives it longer".to_owned();
                return Some(Reason::NotDownloaded { name, message });
            }
            DownloadEnd::Whole(from) => {
                let file = self.download_name(&name);
                match self.parts.sink.file(&self.options.run, &file, from) {
                    Ok(other) => {
                        copy = other;
                        (Some(file), None)
                    }
                    Err(error) => (None, Some(format!("it could not be kept: {error}"))),
                }
            }
            DownloadEnd::Broken { reason } => (None, Some(reason.clone())),
        };
        self.emit(Event::Downloaded(Downloaded {
            name: name.clone(),
            file,
            failure: failure.clone(),
        }));
        if let Some(copy) = copy.filter(|copy| copy.file_name() != Some(OsStr::new(&name))) {
            let path = copy.display();
            self.warn(format!("the copy of `{name}` has another name: `{path}`"));
        }
        failure.map(|message| Reason::NotDownloaded { name, message })
    }

    /// Returns `downloads/report.csv`; the name is the page's, so nothing in it may lead elsewhere.
    fn download_name(&mut self, name: &str) -> String {
        let shown = if self.known.secrets.shows(name) {
            ""
        } else {
            name
        };
        let SafeName { stem, extension } = SafeName::of(shown);
        self.unique_name(&format!("{FOLDER}/{stem}"), &extension)
    }
}

fn is_open_download(signal: &Signal) -> bool {
    matches!(&signal.what, Happening::Downloaded(download) if download.end == DownloadEnd::Pending)
}

fn blocked_site(signal: &Signal) -> Option<&str> {
    match &signal.what {
        Happening::Blocked(site) => Some(site),
        Happening::Requested(_) | Happening::Complained(_) | Happening::Downloaded(_) => None,
    }
}

fn blocked(site: &str) -> String {
    format!("what the page wanted of `{site}` was stopped: `blockedApps` names the site")
}

fn is_request(signal: &Signal) -> bool {
    matches!(&signal.what, Happening::Requested(request) if request.is_of_substance())
}

fn is_open_request(signal: &Signal) -> bool {
    matches!(&signal.what, Happening::Requested(request) if request.end == RequestEnd::Pending && request.is_of_substance())
}

/// Returns what a reader of a failure wants to know of a signal, if anything.
fn summary(signal: &Signal) -> Option<String> {
    match &signal.what {
        Happening::Requested(request) if is_bad(request) => Some(request.to_string()),
        Happening::Requested(_) | Happening::Downloaded(_) | Happening::Blocked(_) => None,
        Happening::Complained(line) => Some(line.clone()),
    }
}

fn is_bad(request: &Request) -> bool {
    let is_open = request.end == RequestEnd::Pending && request.is_of_substance();
    (request.went_wrong() || is_open) && request.path != ICON
}

/// Returns why a file that a page made is worth nothing: its server refused what it was to be made of.
fn spoiled(download: &Download, signals: &[Signal]) -> Option<Reason> {
    let is_whole = matches!(download.end, DownloadEnd::Whole(_));
    let of_act = signals.iter().filter(|signal| signal.is_after_act);
    let mut requests = of_act.filter_map(request_of);
    let is_bad = |it: &&Request| it.is_own_site && it.is_of_substance() && it.went_wrong();
    let bad = requests.find(is_bad)?;
    (is_whole && download.is_made_by_page).then(|| Reason::NotDownloaded {
        name: download.name.clone(),
        message: format!("the page made it after a request that went wrong: {bad}"),
    })
}

fn request_of(signal: &Signal) -> Option<&Request> {
    match &signal.what {
        Happening::Requested(request) => Some(request),
        Happening::Complained(_) | Happening::Downloaded(_) | Happening::Blocked(_) => None,
    }
}

/// Returns the requests that were answered after the last act.
fn answered(signals: &[Signal]) -> Vec<&Request> {
    let of_act = signals.iter().filter(|signal| signal.is_after_act);
    let requests = of_act.filter_map(request_of);
    let is_answered = |it: &&Request| it.is_of_substance() && it.outcome().is_some();
    requests.filter(is_answered).collect()
}

/// Returns whether the name of what a step touches promises more than a change of the screen.
pub(crate) fn touches_more_than_the_screen(kind: &StepKind) -> bool {
    action_type(kind) == ActionType::SideEffect
}

/// Returns what a step is expected to touch.
fn action_type(kind: &StepKind) -> ActionType {
    let is_touch = matches!(kind, StepKind::Tap(_) | StepKind::DoubleTap(_));
    match kind.label().filter(|_| is_touch) {
        Some(label) => ActionType::of_touching(&label.source()),
        None => ActionType::LocalState,
    }
}
