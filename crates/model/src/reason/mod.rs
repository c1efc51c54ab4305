//! Why a step or a run ended as it did: what was wanted, on what, and what was seen.
//!
//! Words for people, codes for programs and the typed field of event logs are all made here; nothing may take the
//! words apart again.
//!
//! Not here: deciding how a step ended.

mod advisor_answer;
mod field;
mod search;

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::verify::FailureCode;

pub use advisor_answer::AdvisorAnswer;
use field::Field;
pub use field::Visible;

/// Defines [`Reason`]: each line has the name, the fields, the code for programs and the words for people.
macro_rules! reasons {
    ($(
        $(#[doc = $doc:literal])+
        $name:ident $({ $($field:ident: $type:ty),+ })? [$code:expr] => $words:literal $(, $arg:ident = $value:expr)*;
    )+) => {
        /// Why a step or a run ended as it did.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[serde(tag = "kind", rename_all = "snake_case")]
        #[expect(missing_docs, reason = "the words of each reason say what its fields are")]
        pub enum Reason {
            $($(#[doc = $doc])+ $name $({ $($field: $type),+ })?,)+
        }

        impl Reason {
            /// Returns why it did not pass, as programs read it; of a pass it says nothing.
            #[allow(unused_variables, reason = "most codes do not depend on the fields")]
            pub fn failure_code(&self) -> FailureCode {
                use FailureCode::*;
                match self {
                    $(Self::$name $({ $($field),+ })? => $code,)+
                }
            }

            /// Visits every text that may quote what a device shows or an author wrote.
            pub fn for_each_text(&mut self, visit: &mut dyn FnMut(&mut String)) {
                match self {
                    $(Self::$name $({ $($field),+ })? => { $($($field.for_each_text(visit);)+)? })+
                }
            }

            /// Returns what it says the screen shows.
            pub fn visible(&self) -> Option<&Visible> {
                match self {
                    $(Self::$name $({ $($field),+ })? => None$($(.or_else(|| $field.visible()))+)?,)+
                }
            }
        }

        impl fmt::Display for Reason {
            #[allow(unused_variables, reason = "some fields are for programs only")]
            fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$name $({ $($field),+ })? => write!(out, $words $(, $arg = $value)*),)+
                }
            }
        }
    };
}

reasons! {
    // Runs and what steps have in common.

    /// Somebody asked to stop.
    Stopped [Cancelled] => "stopped on request";
    /// The device or the way to it is at fault, or it refused what was asked.
    Device { code: FailureCode, message: String } [*code] => "{message}";
    /// The device ended the run.
    DeviceLost { code: FailureCode, message: String } [*code] => "the device could not go on: {message}";
    /// The whole run took longer than its author allows.
    OutOfTime { limit: Duration } [Timeout] => "the run took longer than the {limit:?} its `config.timeout` allows";
    /// The data of an app could not be erased before the first step.
    NotErased { app: String, why: Box<Reason> } [why.failure_code()] => "the data of `{app}` could not be erased: {why}";
    /// A step ended the run or the steps around it.
    AtStep { number: usize, why: Box<Reason> } [why.failure_code()] => "step {number}: {why}";
    /// Steps failed, and the run went on after the first of them.
    StepsFailed { number: usize, why: Box<Reason>, failed: u32 } [why.failure_code()] => "step {number}: {why}{more}",
        more = if *failed > 1 { format!("; {failed} steps failed in all") } else { String::new() };
    /// Nothing was done that anybody could judge.
    NothingJudged [Unknown] => "no step of it was carried out and judged";
    /// Steps were left unjudged.
    StepsUnjudged { open: u32 } [Unknown] => "{open} of its steps could not be judged";
    /// Every step passed.
    StepsPassed { passed: u32 } [Unknown] => "{passed} steps passed";
    /// Every step passed but those that may stay unjudged.
    StepsAllowed { passed: u32, unjudged: u32 } [Unknown] =>
        "{passed} steps passed; {unjudged} that could not be judged were allowed";
    /// The run ended before this step for a reason of its own.
    CutShort [Cancelled] => "the run was cut short";
    /// A step before this one failed.
    AfterFailure [Unknown] => "a step before it failed";
    /// A step before this one was not done.
    AfterUndone [Unknown] => "a step before it was not done";
    /// Something that must come before the first step could not be done.
    Unprepared [Unknown] => "the run could not be prepared";
    /// The network may be to blame as well.
    Blamed { why: Box<Reason>, request: String } [why.failure_code()] => "{why}; a request went wrong: {request}";
    /// The server took what was sent, and the screen does not show it.
    ServerTookIt { why: Box<Reason>, request: String } [why.failure_code()] =>
        "{why}; the server took {request}, and the screen does not show that";
    /// The server refused the page or file that an act led to.
    PageRefused { request: String } [Unknown] => "the server refused what it led to: {request}";
    /// A write that a step sent was not taken as in the lesson.
    WriteNotTaken { number: usize, request: String, fault: String } [Unknown] => "step {number} sent {request}: {fault}";
    /// A write that a step sent in the lesson was not sent.
    WriteMissing { number: usize, request: String } [Unknown] => "step {number} did not send {request}, which it did in the lesson";
    /// A write was sent once more than in the lesson.
    WriteDoubled { number: usize, request: String } [Unknown] => "step {number} sent {request}, once more than in the lesson";
    /// A write was sent that no lesson saw, to what the learned ones work on.
    WriteUnlearned { number: usize, request: String } [Unknown] => "step {number} sent {request}, which is more than the lesson did; `retap compile --again` learns that it may be";
    /// What an act had brought went away again when its write was answered.
    TakenBack { act: String, missing: Vec<String>, visible: Visible } [ExpectationNotMet] =>
        "{act} had the expected effect, and it was taken back: {listed} no longer holds; visible: {visible}", listed = missing.join(", ");
    /// What was typed showed in the lesson once the server had taken it, and does not now.
    NotKept { number: usize, typed: usize, visible: Visible } [ExpectationNotMet] =>
        "what step {typed} typed no longer shows after step {number} sent it, and it did in the lesson; visible: {visible}";
    /// A row came more than once that came once in the lesson.
    RowDoubled { number: usize, row: String } [ExpectationNotMet] =>
        "step {number} brought the row `{row}` more than once, and once in the lesson";
    /// Rows came in the lesson, and none does now.
    RowMissing { number: usize, visible: Visible } [ExpectationNotMet] =>
        "step {number} brought a new row in the lesson, and now the list is as it was; visible: {visible}";
    /// What was typed showed in a row that came in the lesson, and does not now.
    NotInNewRow { number: usize, typed: usize, visible: Visible } [ExpectationNotMet] =>
        "what step {typed} typed is in no row that step {number} brought, and it was in the lesson; visible: {visible}";
    /// A message came with an act that something went wrong.
    ErrorShown { number: usize, message: String } [ExpectationNotMet] =>
        "step {number} brought a message that something went wrong: \"{message}\"";
    /// A file was not downloaded.
    NotDownloaded { name: String, message: String } [Unknown] => "`{name}` was not downloaded: {message}";
    /// Something that no step speaks of is in front and was left alone.
    InTheWay { why: Box<Reason>, by: String, left_alone: String, choices: Vec<String> } [why.failure_code()] =>
        "{why}; `{by}` is in front and was left alone: {left_alone}{hint}", hint = way_out(by, choices);
    /// A layer that the lesson did not have came up with the last act, and may be its answer.
    AnsweredBy { number: usize, by: String, choices: Vec<String> } [ExpectationNotMet] =>
        "`{by}` came up after step {number}, which the lesson did not have, and may be its answer{hint}", hint = way_out(by, choices);
    /// Closing something uninvited sent a write.
    ClosingWrote { by: String, request: String } [Unknown] => "closing `{by}` sent {request}";
    /// Something that was closed keeps coming back.
    KeepsComing { by: String, times: usize } [ElementNotInteractable] =>
        "`{by}` came up again after it was closed {times} times; say with `obstacles:` what to touch on it";
    /// Something that was to be closed did not go away.
    NotClosed { by: String, touched: String } [ElementNotInteractable] =>
        "`{by}` is in the way and did not go away when `{touched}` was touched";
    /// A permission was refused earlier in the run, which may be why.
    AfterRefusal { why: Box<Reason>, by: String, touched: String } [why.failure_code()] =>
        "{why}; earlier `{by}` was answered with `{touched}`, which may be why; `obstacles:` can choose otherwise";
    /// The screen could not be read.
    Unreadable { message: String } [Timeout] => "the screen could not be read: {message}";
    /// The source asks for something that cannot be done.
    Unsupported { message: String } [Unsupported] => "{message}";

    // Finding a target.

    /// The words of a target are empty.
    EmptyLabel { label: String } [InvalidSelector] => "the label `{label}` is empty";
    /// Nothing was remembered under this name.
    NotRemembered { name: String } [InvalidInput] => "nothing was remembered as {{{name}}}, so nothing was done";
    /// What was remembered would make the text too long.
    TooLongToRecall { name: String } [InvalidInput] => "{{{name}}} would make a text longer than 1 MB, so nothing was done";
    /// What was remembered is a secret, and would be seen by more than a field.
    RememberedSecret { name: String } [InvalidInput] =>
        "{{{name}}} holds a secret, and secrets are only typed into fields unless `expose` names them, so nothing was done";
    /// It moves, so that a touch would miss it.
    Moving { name: String } [ElementNotInteractable] => "`{name}` does not stop moving";
    /// The screen loads and loads.
    KeptLoading { visible: Visible } [Timeout] => "the screen kept loading; visible: {visible}";
    /// It is there and takes no input.
    Disabled { name: String, found: String } [ElementNotInteractable] =>
        "`{name}` is on the screen but does not take input: {found}";
    /// Touching it would switch it back.
    OtherState { name: String, found: String } [ElementNotInteractable] =>
        "`{name}` is not in the state it was recorded in, and touching it would undo that: {found}; write `check:` or `uncheck:` to say which is wanted";
    /// Several could be meant.
    Ambiguous { name: String, candidates: Vec<String>, by_role: bool } [AmbiguousTarget] =>
        "`{name}` could be any of {count}: {listed}; say which with {role}`row:` or `index:`",
        count = candidates.len(), listed = candidates.join("; "), role = if *by_role { "`role:`, " } else { "" };
    /// Nothing on the screen is it.
    Absent { name: String, visible: Visible } [ElementNotFound] => "`{name}` is not on the screen; visible: {visible}";
    /// Neither it nor its row is on the screen.
    RowAbsent { name: String, row: String, visible: Visible } [ElementNotFound] =>
        "neither `{name}` nor its row `{row}` is on the screen; visible: {visible}";
    /// Something lies over it.
    Covered { name: String, by: Option<String> } [ElementNotInteractable] => "`{name}` is covered by {what}",
        what = by.as_ref().map_or_else(|| "something in front of it".to_owned(), |by| format!("`{by}`"));
    /// Only letters inside other words match.
    OnlyLetters { name: String, text: String, visible: Visible } [ElementNotFound] =>
        "`{name}` is not on the screen; `{text}` only contains its letters; visible: {visible}";
    /// Only a text has it among other words.
    OnlySpokenOf { name: String, text: String, visible: Visible } [ElementNotFound] =>
        "`{name}` is not on the screen; `{text}` has it among other words but does not react to touches; visible: {visible}";
    /// Only a name of which the given value is not all.
    OtherValue { name: String, text: String, visible: Visible } [ElementNotFound] =>
        "`{name}` is not on the screen; `{text}` has other words around it, and a given value must be all of the name; visible: {visible}";
    /// What has the name is not of the wanted kind.
    OtherKind { name: String, wanted: String, seen: String, beside: Option<String>, visible: Box<Visible> } [ElementNotFound] =>
        "no {wanted} is called `{name}`: a {seen} is{but}; visible: {visible}",
        but = beside.as_ref().map_or_else(String::new, |own| format!(", and the {wanted} beside it is called `{own}`"));
    /// The element there is not the one that was recorded.
    AnotherOne { name: String, text: String, visible: Visible } [ElementNotFound] =>
        "what was recorded as `{name}` is not on the screen; `{text}` is not the same; visible: {visible}";
    /// What comes nearest to what was recorded is not it, and why.
    NotTheSame { name: String, text: String, because: String, visible: Visible } [ElementNotFound] =>
        "what was recorded as `{name}` is not on the screen; `{text}` is not it: {because}; visible: {visible}";
    /// Its row has the recorded name and nothing else that was recorded of it.
    OtherDetails { name: String, text: String, details: String } [ElementNotFound] =>
        "`{text}` is in a row that says nothing of `{details}`, by which `{name}` was told from others; if any such row is meant, `retap compile --again` learns that there";
    /// It is about another thing than the one that the run must write to.
    OtherThing { act: String } [ElementNotFound] =>
        "{act} would be about another thing than in the lesson, by an address or id there, and so would what is written later; it was not done; \
         `retap compile --again` learns that it may be any";
    /// Its name has a dangerous word in it that was not recorded.
    Dangerous { name: String, now: String, word: String } [ElementNotInteractable] =>
        "what would be `{name}` says `{now}`; it was not touched because of the word `{word}`; if it is meant, write all of that text, or its id";
    /// Its names contradict each other in a dangerous way.
    Contradicting { name: String, says: String, other: String, word: String } [ElementNotInteractable] =>
        "what would be `{name}` goes by `{says}` and by `{other}`; it was not touched because of the word `{word}`; if it is meant, write its id";
    /// There are fewer of it than the author counts.
    TooFew { name: String, there: usize, visible: Visible } [ElementNotFound] =>
        "there are only {there} of `{name}` on the screen; visible: {visible}";
    /// It is in another row than it was recorded in.
    OtherRow { name: String, row: String, visible: Visible } [ElementNotFound] =>
        "`{name}` is there, but not in the row `{row}` it was recorded in; visible: {visible}";
    /// Several rows could be meant.
    SeveralRows { row: String, rows: Vec<String> } [AmbiguousTarget] =>
        "the row `{row}` could be any of {count}: {listed}; write more of its text",
        count = rows.len(), listed = quoted(rows);
    /// A row has the wanted name only among other words.
    UnclearRow { row: String, rows: Vec<String> } [AmbiguousTarget] =>
        "no row is called `{row}`; {listed} has it among other words; if that is meant, write more of its text",
        listed = quoted(rows);
    /// It is in other rows.
    InOtherRows { name: String, row: String, rows: Vec<String> } [ElementNotFound] =>
        "`{name}` is there, but in no row `{row}`; its rows: {listed}", listed = quoted(rows);
    /// It is in no row of that name.
    InNoRow { name: String, row: String, visible: Visible } [ElementNotFound] =>
        "`{name}` is there, but in no row `{row}`; visible: {visible}";
    /// The row is there without it.
    NotInRow { name: String, row: String, visible: Visible } [ElementNotFound] =>
        "`{row}` is there, but no `{name}` in its row; visible: {visible}";

    // Acts and their proof.

    /// The author says that the act shows nothing.
    EffectNotNeeded { act: String } [Unknown] => "{act}; the author says it has no visible effect";
    /// The element that the next step asks for came up.
    CameUp { act: String, what: String } [Unknown] => "{act}; {what} came up";
    /// The learned changes came again.
    AsLearned { act: String, held: Vec<String> } [Unknown] => "{act}; {listed}", listed = held.join(", ");
    /// The screen changed.
    Changed { act: String } [Unknown] => "{act}; the screen changed";
    /// Nothing changed.
    NothingChanged { act: String } [NavigationNoChange] => "after {act}, nothing changed";
    /// The app went away.
    AppWentAway { act: String } [Unknown] => "after {act}, the app went away";
    /// The app went away, and what was learned showed all the same.
    AppLeft { act: String, visible: Visible } [Unknown] => "after {act}, the app went away; visible: {visible}";
    /// The learned changes were there before the act.
    BroughtNothing { act: String } [NavigationNoChange] =>
        "after {act}, nothing changed; what it should bring was already there";
    /// The learned changes did not come.
    Unmet { act: String, missing: Vec<String>, visible: Visible } [ExpectationNotMet] =>
        "after {act}, expected that {listed}; visible: {visible}", listed = missing.join(", ");
    /// It is already as the act should make it.
    AlreadySo { state: String } [ExpectationNotMet] => "{state} already, so nothing was touched";
    /// Something else came up, and how the act ended is not known.
    EndUnknown { done: Box<Reason>, missing: Vec<String>, visible: Visible } [Unknown] =>
        "{done}, but nothing tells how it ended: when this was learned, {listed}; say with `assert_visible` what should show; visible: {visible}",
        listed = missing.join(", ");
    /// It was done as recorded where nothing can be seen.
    DoneBlind [Unknown] => "done as recorded; this device shows no elements, so nothing was checked";
    /// The recorded place is not sure enough to be touched where nothing can be seen.
    TooUnsure { confidence: f64, least: f64 } [ElementNotInteractable] =>
        "it was recorded with a confidence of {confidence}, below {least}; nothing was touched";
    /// Nothing was recorded, and nothing can be seen.
    NotRecorded [ElementNotFound] => "nothing was recorded for it, and this device shows no elements";
    /// It depends on what cannot be seen.
    NeedsToSee [Unsupported] => "it depends on what the screen shows, and this device shows no elements";

    // What must show.

    /// It shows.
    Shown { title: String, strategy: String } [Unknown] => "{title} is visible ({strategy})";
    /// It shows under another name than recorded.
    Renamed { title: String, drift: Vec<String> } [Unknown] => "{title} is there, {listed}", listed = drift.join(", ");
    /// It does not show.
    NotShown { title: String } [Unknown] => "{title} is not visible";
    /// It did not come in time.
    NotAppeared { name: String, within: Duration, looser: Option<String>, visible: Visible } [Timeout] =>
        "`{name}` did not appear within {within:?}{but}; visible: {visible}",
        but = looser.as_ref().map_or_else(String::new, |it| format!("; only a looser match than learned: `{it}`"));
    /// The screen did not come to rest, so that nothing can be told of the target.
    Restless { about: Unclear } [Timeout] => "the screen did not come to rest, so it cannot be told {about}";
    /// The screen shows nothing at all, so that nothing can be told of what is absent.
    ShowsNothing { about: Unclear } [Timeout] => "the screen shows nothing at all, so it cannot be told {about}";
    /// Something lies over what must be absent.
    Behind { name: String, by: String } [Timeout] => "`{name}` is behind {by}, so it cannot be told whether it is there";
    /// The element that must be absent is in what may be the row.
    PerhapsInRow { name: String, rows: Vec<String> } [Timeout] =>
        "`{name}` is on the screen, in what may be the row: `{listed}`", listed = rows.join("`, `");
    /// The row or screen that something must be absent from is not there.
    NothingToBeIn { name: String, place: String, visible: Visible } [ElementNotFound] =>
        "`{place}` is not on the screen, so that `{name}` is not in it proves nothing; visible: {visible}";
    /// The text that must be absent stands in a field.
    StandsInField { name: String } [Timeout] => "`{name}` is on the screen, in a field";
    /// The element that must be absent shows.
    ShowsStill { name: String, found: String, strategy: String } [Timeout] =>
        "`{name}` is on the screen: `{found}` ({strategy})";
    /// The element that must be absent is on the page, out of view.
    OutOfView { name: String, found: String } [Timeout] =>
        "`{name}` is on the page, out of view: `{found}`; write `in_view: true` if only what is in view counts";
    /// The page goes on, and nobody knows what is there.
    MayBeOutOfView { name: String } [Timeout] =>
        "the page goes on below, so it cannot be told that `{name}` is absent; `scroll_to` the end first, or write `in_view: true` if only what is in view counts";
    /// There is nothing to check.
    NothingToCheck [InvalidInput] => "there is nothing to check, which proves nothing";
    /// A claim that always holds.
    Vacuous { claim: String } [InvalidInput] => "that {claim} proves nothing";
    /// The text that must be absent shows in a message that goes away.
    InPassingMessage { title: String, message: String } [ExpectationNotMet] =>
        "{title} shows, in a message that goes away by itself: `{message}`";
    /// All claims hold.
    ClaimsHold { claims: Vec<String>, is_fingerprint: bool } [Unknown] => "{by}{what}",
        by = if *is_fingerprint { "as recorded, by a fingerprint of the learning run: " } else { "" },
        what = if claims.len() > MOST_LISTED { format!("{} checks hold", claims.len()) } else { claims.join(", ") };
    /// Claims do not hold.
    ClaimsFail { missing: Vec<String>, visible: Visible } [ExpectationNotMet] =>
        "expected that {listed}; visible: {visible}", listed = missing.join(", ");
    /// It was scrolled into view.
    ScrolledTo { title: String, swipes: u32 } [Unknown] => "{title} {how}",
        how = match swipes {
            0 => "was already visible".to_owned(),
            1 => "is visible after 1 swipe".to_owned(),
            many => format!("is visible after {many} swipes"),
        };
    /// Scrolling did not bring it; `is_end` says whether the last swipe moved nothing.
    NotScrolledTo { name: String, swipes: u32, is_end: bool, visible: Visible } [Unknown] =>
        "`{name}` was not found in {swipes} swipes; visible at the end: {visible}";
    /// The page does not go further.
    AtEdge { edge: String, swipes: u32 } [Unknown] =>
        "the page is at its {edge}: it did not move on the last of {swipes} swipes";
    /// The page goes on and on.
    EndlessPage { swipes: u32 } [Timeout] => "the page still moved after {swipes} swipes";
    /// The stroke would be a touch.
    StrokeTooShort { distance: f64 } [InvalidInput] =>
        "a swipe of {distance} is so short that it would be a touch, so it was not sent";

    // Apps and the device.

    /// The app is in front.
    Launched { front: String } [Unknown] => "launched; in front: {front}";
    /// Another app is in front.
    NotLaunched { app: String, front: String } [Timeout] => "`{app}` did not come to the front; in front: {front}";
    /// The home screen is in front.
    AtHome [Unknown] => "the home screen is in front";
    /// The home screen is not in front.
    NotAtHome { front: String } [Timeout] => "still in front: {front}";
    /// The app was stopped.
    AppStopped [Unknown] => "stopped; it is not in front";
    /// The app was stopped as far as can be told.
    AppStoppedUnseen [Unknown] => "stopped; this device does not say what is in front";
    /// The app was not stopped.
    AppNotStopped { app: String } [Timeout] => "`{app}` is still in front";
    /// The radio is in the wanted state.
    NetworkIs { mode: String } [Unknown] => "the network is {mode}";
    /// The radio is not in the wanted state.
    NetworkIsNot { mode: String } [Timeout] => "the network did not become {mode}";
    /// Nobody knows the state of the radio.
    NetworkUnknown [Unknown] => "the device cannot tell the state of its radios";
    /// The run goes on with another device.
    NowOn { name: String, address: String } [Unknown] => "now on `{name}` ({address})";
    /// There is no other device.
    NoOtherDevice { name: String } [InvalidInput] => "there is no other device to switch to: `{name}`";
    /// Time passed.
    Waited { time: Duration } [Unknown] => "waited {time:?}";
    /// A picture was kept.
    KeptAs { file: String } [Unknown] => "kept as {file}";
    /// A picture was taken and must not be kept.
    PictureDropped { message: String } [Unknown] => "the picture was not kept: {message}";
    /// There was no picture.
    NoPicture { message: String } [Timeout] => "there is no picture to keep: {message}";
    /// The act took this long to answer.
    Measured { name: String, took: Duration } [Unknown] => "{name}: {seconds:.3} s", seconds = took.as_secs_f64();
    /// The act took longer than allowed.
    TooSlow { name: String, took: Duration, allowed: Duration } [Timeout] =>
        "{name}: {seconds:.3} s, more than the {allowed:?} allowed", seconds = took.as_secs_f64();
    /// The element that ends the measurement did not come.
    NeverEnded { name: String, until: String, within: Duration, visible: Visible } [Timeout] =>
        "{name}: `{until}` did not appear within {within:?}; visible: {visible}";
    /// The element that ends the measurement is there before it.
    NothingToMeasure { until: String } [InvalidInput] =>
        "`{until}` is on the screen already, so there is nothing to measure";

    // Fields and texts.

    /// There is no text to type.
    NothingToType [InvalidInput] => "there is nothing to type";
    /// No field has the focus.
    NoFocus { visible: Visible } [ElementNotFound] => "no field has the focus, so nothing was typed; visible: {visible}";
    /// The field that was touched did not get the focus.
    NotFocused { name: String, visible: Visible } [ElementNotInteractable] =>
        "`{name}` was touched but did not get the focus, so nothing was typed; visible: {visible}";
    /// The field holds what was typed.
    Typed [Unknown] => "typed, and the field holds it";
    /// The field holds something else.
    TypedOther { text: String, holds: String } [ExpectationNotMet] => "typed \"{text}\", but the field holds \"{holds}\"";
    /// The field went away with what was typed.
    FieldGone { text: String } [Unknown] => "typed \"{text}\" and the field went away before it could be read";
    /// The password field holds as much as was typed.
    PasswordTyped [Unknown] => "typed into the password field, which holds as much";
    /// The password field made something else of the text.
    PasswordOther [ExpectationNotMet] => "typed into the password field, which holds something else than was typed";
    /// Nobody can tell what the password field holds.
    PasswordUnknown [Unknown] => "typed into the password field, but nothing shows that it holds more than before";
    /// The field is empty.
    FieldEmpty [Unknown] => "the field is empty";
    /// The field is not empty.
    FieldNotEmpty [ExpectationNotMet] => "the field still holds something";
    /// Nobody can tell whether the field is empty.
    FieldUnknown [Unknown] => "emptied; what the field holds cannot be read";
    /// The list has no such option.
    NoOption { name: String, option: String, options: Vec<String> } [ElementNotFound] =>
        "`{name}` has no option \"{option}\"; its options: {listed}", listed = quoted(options);
    /// The field holds another option than the one that was touched.
    ChoseOther { name: String, option: String, holds: String } [ExpectationNotMet] =>
        "touched the option \"{option}\", but `{name}` holds \"{holds}\"";
    /// Nobody can tell which option the field holds.
    ChoiceUnknown { name: String, option: String } [Unknown] =>
        "touched the option \"{option}\", but what `{name}` holds cannot be read";
    /// A text was captured.
    Captured { text: String } [Unknown] => "captured \"{text}\"";
    /// The whole screen was captured.
    ScreenCaptured [Unknown] => "captured, not interpreted";
    /// A text that is too long to be kept.
    TooLongToRemember { most: usize } [Unknown] => "the text is longer than {most} bytes, more than can be remembered";
    /// The screen has no text.
    NothingToRemember [ElementNotFound] => "the screen shows nothing to remember";
    /// Passwords are not read.
    PasswordNotRead { name: String } [NotPermitted] => "`{name}` is a password field, which is never read";
    /// There is nothing beside the label.
    NoValue { name: String } [ElementNotFound] => "there is no value beside `{name}`";
    /// There are several values beside the label.
    SeveralValues { name: String, values: Vec<String> } [AmbiguousTarget] =>
        "there are several values beside `{name}`: {listed}", listed = values.join(", ");

    // Steps around steps, and questions.

    /// A branch had nothing to do.
    NothingToDo { test: String, holds: bool } [Unknown] => "{test} {truth}: there is nothing to do", truth = if *holds { "holds" } else { "does not hold" };
    /// A branch ran.
    BranchRan { test: String, holds: bool } [Unknown] => "{test} {truth}: the {branch} branch ran",
        truth = if *holds { "holds" } else { "does not hold" },
        branch = if *holds { "first" } else { "other" };
    /// A step of a branch did not pass.
    InBranch { holds: bool, number: usize, why: Box<Reason> } [why.failure_code()] =>
        "in the {branch} branch, step {number}: {why}", branch = if *holds { "first" } else { "other" };
    /// So many rounds ran.
    Rounds { count: u32 } [Unknown] => "{count} {word}", word = if *count == 1 { "round" } else { "rounds" };
    /// A step of a round did not pass.
    InRound { round: u32, number: usize, why: Box<Reason> } [why.failure_code()] => "in round {round}, step {number}: {why}";
    /// All loops of the run together had the most rounds, and there would be more.
    TooManyRoundsOfRun { max: u32 } [Timeout] => "the loops of this run have more than {max} rounds together, the most of one run";
    /// The most rounds ran, and there would be more.
    TooManyRounds { max: u32 } [Timeout] => "not done after the most rounds allowed, {max}";
    /// There is nothing to do again.
    NothingAgain [InvalidInput] => "there is nothing to do again";
    /// Some of the steps that ran again failed.
    AgainFailed { failed: u32 } [Unknown] => "{failed} of its steps failed";
    /// The steps ran again.
    RanAgain { steps: usize } [Unknown] => "{steps} steps again";
    /// Nobody judged the screen, and it was not kept.
    NoEvidence { assertion: String } [Unknown] => "nobody judged \"{assertion}\", and no picture of it is kept";
    /// The screen was kept, and nobody judged it.
    EvidenceOnly { assertion: String } [Unknown] => "kept as evidence only; nobody judged \"{assertion}\"";
    /// No rule says how to do it, and no model may be asked.
    NoRuleDoes { sentence: String, tried: Option<Box<Reason>> } [Unknown] =>
        "no rule says how to do \"{sentence}\"{after}, and no model may be asked", after = bracketed(tried);
    /// No rule can judge it, and no model may be asked.
    NoRuleJudges { sentence: String, tried: Option<Box<Reason>> } [Unknown] =>
        "no rule can judge \"{sentence}\"{after}, and no model may be asked", after = bracketed(tried);
    /// A model answered.
    Advised { advisor: String, answer: AdvisorAnswer, message: String } [Unknown] => "{advisor} {answer}: {message}";
    /// A model could not be asked.
    NotAdvised { message: String } [Unknown] => "{message}";
    /// A model means a variable that is not there.
    UnknownVariable { name: String } [Unknown] =>
        "the advisor names the variable `{name}`, which the sentence does not have";
}

impl Reason {
    /// Returns the `kind` that it has in event logs; a reason around another has that of the inner one.
    pub fn kind(&self) -> String {
        self.kinds().pop().unwrap_or_default()
    }

    /// Returns whether it says what came up uninvited, itself or by a reason in it.
    pub fn tells_of_interruption(&self) -> bool {
        const TELLING: [&str; 6] = [
            "in_the_way",
            "keeps_coming",
            "not_closed",
            "after_refusal",
            "answered_by",
            "closing_wrote",
        ];
        let mut kinds = self.kinds().into_iter();
        kinds.any(|kind| TELLING.contains(&kind.as_str()))
    }

    /// Returns the kinds of it and of the reasons in it, outermost first.
    fn kinds(&self) -> Vec<String> {
        let mut next = serde_json::to_value(self).ok();
        let mut kinds = Vec::new();
        while let Some(mut fields) = next {
            kinds.push(fields["kind"].as_str().unwrap_or_default().to_owned());
            next = fields.get_mut("why").map(serde_json::Value::take);
        }
        kinds
    }
}

/// How many claims a reason lists.
const MOST_LISTED: usize = 4;

/// A question that a screen does not answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unclear {
    /// Whether this is visible.
    IsVisible(String),
    /// Whether this is absent.
    IsAbsent(String),
    /// Which things are absent.
    WhatIsAbsent,
}

impl fmt::Display for Unclear {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IsVisible(name) => write!(out, "whether `{name}` is visible"),
            Self::IsAbsent(name) => write!(out, "that `{name}` is absent"),
            Self::WhatIsAbsent => out.write_str("what is absent"),
        }
    }
}

/// Returns what a person can do about something in the way.
fn way_out(by: &str, choices: &[String]) -> String {
    if choices.is_empty() {
        return String::new();
    }
    format!(
        "; on it are {all}; to have one of them touched, write `obstacles: [{{when: \"{by}\", tap: \"…\"}}]`",
        all = quoted(choices)
    )
}

fn quoted(rows: &[String]) -> String {
    let rows: Vec<String> = rows.iter().map(|row| format!("`{row}`")).collect();
    rows.join(", ")
}

fn bracketed(tried: &Option<Box<Reason>>) -> String {
    tried
        .as_ref()
        .map_or_else(String::new, |tried| format!(" ({tried})"))
}
