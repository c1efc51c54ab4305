//! What a `do` means as a step.

use std::time::Duration;

use retap_model::device::Key;
use retap_model::geometry::Direction;
use retap_model::phrase::Phrase;
use retap_model::program::{
    Ask, Back, Check, Claim, ClearField, DoubleTap, Effect, Home, Hover, Launch, LongPress,
    Matching, Pause, Presence, PressKey, Question, ResetApp, RestartApp, ScrollTo, ScrollToEdge,
    StepKind, Stroke, Swipe, Tap, Target, TextClaim, TypeText,
};
use retap_model::screen::Role;

use crate::source::understand::{Intent, KeyEvent, Mention, Owner, TextMatch, understand_do};

/// How long a sentence such as "wait until …" waits when it does not say.
const WAIT_UNTIL: Duration = Duration::from_secs(15);

/// What sentences are read with.
pub(super) struct Reading<'a> {
    /// The scenario's app.
    pub(super) app: Phrase,
    /// The language that is tried first.
    pub(super) locale: Option<&'a str>,
}

/// Returns the step a `do` means; one no phrase matches is a question.
pub(super) fn kind_of_do(reading: &Reading<'_>, sentence: &str, strict: bool) -> StepKind {
    let app = reading.app.clone();
    let target = |mention: &Mention| target(mention, strict);
    let described = |mention: &Mention, kind: StepKind| match is_said(mention, strict) {
        true => kind,
        false => guess(Question::Do, sentence, kind),
    };
    match understand_do(sentence, reading.locale) {
        Intent::LaunchApp => StepKind::Launch(Launch { app }),
        Intent::StopApp => StepKind::ResetApp(ResetApp { app }),
        Intent::RestartApp => StepKind::RestartApp(RestartApp { app }),
        Intent::Tap(what) => described(
            &what,
            StepKind::Tap(Tap {
                target: target(&what),
                effect: Effect::Visible,
            }),
        ),
        Intent::Hover(what) => described(
            &what,
            StepKind::Hover(Hover {
                target: target(&what),
                effect: Effect::Visible,
            }),
        ),
        Intent::LongPress(what) => described(
            &what,
            StepKind::LongPress(LongPress {
                target: target(&what),
                duration: None,
            }),
        ),
        Intent::DoubleTap(what) => described(
            &what,
            StepKind::DoubleTap(DoubleTap {
                target: target(&what),
            }),
        ),
        Intent::Type { text, field } => typing(&text, field.as_deref()),
        Intent::ClearField { field } => StepKind::Clear(ClearField {
            field: field.as_deref().map(field_target),
        }),
        Intent::Scroll { direction } => swipe(direction.opposite()),
        Intent::Swipe { direction } => swipe(direction),
        Intent::ScrollToFind { what, direction } => StepKind::ScrollTo(ScrollTo {
            target: target(&what),
            direction: direction.opposite(),
            max: ScrollTo::DEFAULT_MAX,
            stroke: Some(Stroke::DEFAULT),
        }),
        Intent::ScrollToEdge(edge) => StepKind::ScrollToEdge(ScrollToEdge { edge }),
        Intent::Key(key) => kind_of_key(key).unwrap_or_else(|| question(Question::Do, sentence)),
        Intent::Wait(duration) => StepKind::Pause(Pause { duration }),
        // What is only described may go by another name, so its absence proves nothing.
        Intent::WaitUntil {
            what,
            visible: false,
            limit: _,
        } if !is_said(&what, strict) => question(Question::Do, sentence),
        Intent::WaitUntil {
            what,
            visible,
            limit,
        } => described(
            &what,
            StepKind::Check(Check {
                claims: vec![shown(&what, presence(visible), strict)],
                within: Some(limit.unwrap_or(WAIT_UNTIL)),
                is_fingerprint: false,
            }),
        ),
        Intent::Expect(_) | Intent::Unknown { .. } => question(Question::Do, sentence),
    }
}

/// Returns whether the words are what the screen shows, and not a description of it; so are those for
/// what it belongs to.
pub(super) fn is_said(mention: &Mention, strict: bool) -> bool {
    let owners = [&mention.within, &mention.area].into_iter().flatten();
    let is_owner_said = owners.into_iter().all(|owner| owner.is_quoted);
    // Not every device tells what a heading is.
    let is_known = mention.role != Some(Role::Heading);
    strict || (mention.by != TextMatch::Described && is_owner_said && is_known)
}

/// Returns a question somebody must answer.
pub(super) fn question(question: Question, sentence: &str) -> StepKind {
    StepKind::Ask(Ask::new(question, Phrase::of_sentence(sentence)))
}

/// Returns a question with what its words may well mean.
pub(super) fn guess(question: Question, sentence: &str, kind: StepKind) -> StepKind {
    StepKind::Ask(Ask {
        guess: Some(Box::new(kind)),
        ..Ask::new(question, Phrase::of_sentence(sentence))
    })
}

/// Returns what a mention names; a strict author means every word by the letter.
pub(super) fn target(mention: &Mention, strict: bool) -> Target {
    let phrase = |owner: Option<&Owner>| owner.map(|owner| Phrase::of_sentence(&owner.name));
    Target {
        label: Phrase::of_sentence(&mention.text),
        row: phrase(mention.within.as_ref()),
        index: mention.index,
        area: phrase(mention.area.as_ref()),
        id: None,
        role: mention.role,
        matching: match mention.by {
            TextMatch::Exact => Matching::Exact,
            TextMatch::Contains => Matching::Contains,
            TextMatch::Described if strict => Matching::Exact,
            TextMatch::Described => Matching::Described,
        },
        takes_text: false,
    }
}

/// Returns a claim about whether what a mention names shows.
pub(super) fn shown(mention: &Mention, presence: Presence, strict: bool) -> Claim {
    Claim::Text(TextClaim {
        target: target(mention, strict),
        presence,
    })
}

fn field_target(field: &str) -> Target {
    Target {
        role: Some(Role::TextField),
        ..Target::labelled(Phrase::of_sentence(field))
    }
}

fn typing(text: &str, field: Option<&str>) -> StepKind {
    let field = field.map(field_target);
    if text.is_empty() {
        return StepKind::Clear(ClearField { field });
    }
    StepKind::Type(TypeText {
        text: Phrase::of_sentence(text),
        into: field,
    })
}

fn swipe(finger: Direction) -> StepKind {
    StepKind::Swipe(Swipe {
        direction: finger,
        stroke: Some(Stroke::DEFAULT),
    })
}

fn kind_of_key(key: KeyEvent) -> Option<StepKind> {
    match key.name {
        "HOME" => return Some(StepKind::Home(Home)),
        "BACK" => return Some(StepKind::Back(Back)),
        _ => {}
    }
    let key = Key::from_android_code(u32::from(key.code))?;
    Some(StepKind::PressKey(PressKey {
        key,
        modifiers: Vec::new(),
    }))
}

fn presence(visible: bool) -> Presence {
    match visible {
        true => Presence::Visible,
        false => Presence::NotVisible,
    }
}
