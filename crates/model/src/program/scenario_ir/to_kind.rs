//! What a strategy of a compiled file means as a step.

use crate::device::Key;
use crate::phrase::Phrase;
use crate::program::{
    Ask, Back, Check, Claim, ClearField, CountClaim, Effect, Group, Home, KeepEvidence, Launch,
    Matching, Pause, Presence, PressKey, Question, ResetApp, RestartApp, ScrollTo, Step, StepKind,
    Stroke, Swipe, Tap, Target, TextClaim, TypeText, Unsupported,
};
use crate::screen::Role;

use super::check;
use super::scenario::StepType;
use super::strategy::{
    AiCheckpoint, KeyEvent, MatchType, ScrollFixed, ScrollToFind, Strategy, TapByResourceId,
    TapByText, TextInput, UitreeVerify,
};

/// Returns the step a strategy stands for; what it cannot stand for is a step that fails and says so.
///
/// The steps of a replay are left out: they have pins of their own, see `program.rs`.
pub(super) fn kind_of(strategy: &Strategy, step_type: StepType, replayed: Vec<Step>) -> StepKind {
    match strategy {
        Strategy::AppLaunch(app) => StepKind::Launch(Launch {
            app: phrase(&app.package),
        }),
        Strategy::AppStop(app) => StepKind::ResetApp(ResetApp {
            app: phrase(&app.package),
        }),
        Strategy::AppRestart(app) => StepKind::RestartApp(RestartApp {
            app: phrase(&app.package),
        }),
        Strategy::TapByText(tap) => tap_by_text(tap),
        Strategy::TapByResourceId(tap) => tap_by_resource_id(tap),
        Strategy::TextInput(input) => text_input(input),
        Strategy::ScrollFixed(scroll) => scroll_fixed(scroll),
        Strategy::ScrollToFind(scroll) => scroll_to_find(scroll),
        Strategy::KeyEvent(key) => key_event(key),
        Strategy::Wait(wait) => StepKind::Pause(Pause {
            duration: wait.duration,
        }),
        Strategy::StrictTextMatch(assertion) => StepKind::Check(Check {
            claims: vec![text_claim(
                &assertion.search_text,
                assertion.match_type,
                assertion.negate,
            )],
            within: None,
            is_fingerprint: false,
        }),
        Strategy::UitreeVerify(verify) => uitree_verify(verify, step_type),
        Strategy::ScreenshotOnly(only) => StepKind::KeepEvidence(KeepEvidence {
            assertion: phrase(&only.assertion),
        }),
        Strategy::AiCheckpoint(checkpoint) => ai_checkpoint(checkpoint, step_type),
        Strategy::Replay(replay) => {
            let range = replay.replay_source.as_ref();
            let end = |pick: fn(&super::ReplaySource) -> &String| {
                range.map_or_else(String::new, |range| pick(range).clone())
            };
            StepKind::Group(Group {
                from: end(|range| &range.from),
                to: end(|range| &range.to),
                steps: replayed,
            })
        }
        Strategy::Unknown(unknown) => StepKind::Unsupported(Unsupported {
            reason: format!("the strategy `{}` is unknown", unknown.name),
        }),
    }
}

fn phrase(text: &str) -> Phrase {
    Phrase::of_sentence(text)
}

fn matching(match_type: MatchType) -> Matching {
    match match_type {
        MatchType::Exact => Matching::Exact,
        MatchType::Contains => Matching::Contains,
    }
}

fn tap_by_text(tap: &TapByText) -> StepKind {
    StepKind::Tap(Tap {
        target: Target::matching(phrase(&tap.search_text), matching(tap.match_type)),
        effect: Effect::Visible,
    })
}

/// The id stands in the evidence where there is a text as well, so that either can find the element;
/// alone it is what names it.
fn tap_by_resource_id(tap: &TapByResourceId) -> StepKind {
    let text = tap.fallback_text.as_ref().filter(|text| !text.is_empty());
    let target = match text {
        Some(text) => Target::matching(phrase(text), Matching::Exact),
        None => Target {
            id: Some(phrase(&tap.resource_id)),
            ..Target::default()
        },
    };
    StepKind::Tap(Tap {
        target,
        effect: Effect::Visible,
    })
}

fn text_input(input: &TextInput) -> StepKind {
    let hint = input.field_hint.as_ref().filter(|hint| !hint.is_empty());
    let field = hint.map(|hint| Target {
        role: Some(Role::TextField),
        ..Target::labelled(phrase(hint))
    });
    let id = input
        .element_metadata
        .as_ref()
        .and_then(|seen| seen.resource_id.clone());
    let field = field.or_else(|| {
        let id = id.filter(|id| !id.is_empty())?;
        Some(Target {
            id: Some(Phrase::literal(id)),
            ..Target::default()
        })
    });
    if input.input_text.is_empty() {
        return StepKind::Clear(ClearField { field });
    }
    StepKind::Type(TypeText {
        text: phrase(&input.input_text),
        into: field,
    })
}

fn scroll_fixed(scroll: &ScrollFixed) -> StepKind {
    StepKind::Swipe(Swipe {
        direction: scroll.direction.opposite(),
        stroke: Some(Stroke {
            distance: f64::from(scroll.distance),
            duration: scroll.duration,
        }),
    })
}

fn scroll_to_find(scroll: &ScrollToFind) -> StepKind {
    StepKind::ScrollTo(ScrollTo {
        target: Target::matching(phrase(&scroll.search_text), Matching::Exact),
        direction: scroll.direction.opposite(),
        max: scroll.max_scrolls,
        stroke: Some(Stroke {
            distance: f64::from(scroll.distance),
            duration: scroll.duration,
        }),
    })
}

fn key_event(event: &KeyEvent) -> StepKind {
    match event.keycode {
        super::KEYCODE_HOME => return StepKind::Home(Home),
        super::KEYCODE_BACK => return StepKind::Back(Back),
        _ => {}
    }
    match Key::from_android_code(event.keycode) {
        Some(key) => StepKind::PressKey(PressKey {
            key,
            modifiers: Vec::new(),
        }),
        None => StepKind::Unsupported(Unsupported {
            reason: format!("the key code {} is unknown", event.keycode),
        }),
    }
}

fn uitree_verify(verify: &UitreeVerify, step_type: StepType) -> StepKind {
    let check = StepKind::Check(Check {
        claims: verify.checks.iter().map(claim_of).collect(),
        within: None,
        is_fingerprint: step_type == StepType::Then || verify.fallback_to_ai,
    });
    if !verify.fallback_to_ai {
        return check;
    }
    StepKind::Ask(Ask {
        guess: Some(Box::new(check)),
        ..Ask::new(Question::Then, phrase(&verify.assertion))
    })
}

fn ai_checkpoint(checkpoint: &AiCheckpoint, step_type: StepType) -> StepKind {
    let question = match step_type {
        StepType::Then => Question::Then,
        StepType::Do | StepType::Replay => Question::Do,
    };
    StepKind::Ask(Ask {
        hint: checkpoint.hint.clone(),
        ..Ask::new(question, phrase(&checkpoint.assertion))
    })
}

fn text_claim(text: &str, match_type: MatchType, is_negated: bool) -> Claim {
    let presence = if is_negated {
        Presence::NotVisible
    } else {
        Presence::Visible
    };
    Claim::Text(TextClaim {
        target: Target::matching(phrase(text), matching(match_type)),
        presence,
    })
}

fn claim_of(check: &check::Check) -> Claim {
    match check {
        check::Check::TextVisible(text) => text_claim(&text.value, text.match_type, false),
        check::Check::TextNotVisible(text) => text_claim(&text.value, text.match_type, true),
        check::Check::ResourceIdExists(id) => Claim::Id(phrase(&id.value)),
        check::Check::ClassExists(class) => Claim::Class(phrase(&class.value)),
        check::Check::ElementCount(count) => {
            let given = |text: &Option<String>| text.as_deref().map(phrase);
            Claim::Count(CountClaim {
                class: given(&count.selector.class),
                id: given(&count.selector.resource_id),
                text: given(&count.selector.text),
                at_least: count.min_count,
            })
        }
        check::Check::Unknown(unknown) => Claim::Unknown(unknown.kind.clone()),
    }
}
