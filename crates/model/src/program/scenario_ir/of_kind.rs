//! The strategy that stands for a step in a compiled file.
//!
//! What the strategies cannot say is left to a model by readers other than retap, which keeps the
//! step itself beside the strategy.

use serde_json::Map;

use crate::phrase::Phrase;
use crate::program::{
    Ask, Check, Claim, CountClaim, Group, Matching, Presence, Question, ScrollTo, StepKind, Stroke,
    Swipe, Tap, Target, TextClaim,
};

use super::check::{self, ClassExists, ElementCount, ResourceIdExists, Selector, TextCheck};
use super::scenario::StepType;
use super::strategy::*;
use super::to_kind::kind_of;

/// Returns the strategy that stands for a step; `sentence` is what its author wrote.
///
/// What a learning run saw of the element is not in it yet; and the steps of a replay are not.
pub fn strategy_of(kind: &StepKind, sentence: &str) -> Strategy {
    match kind {
        StepKind::Launch(launch) => Strategy::AppLaunch(AppLaunch {
            package: launch.app.to_sentence(),
        }),
        StepKind::ResetApp(stop) => Strategy::AppStop(AppStop {
            package: stop.app.to_sentence(),
        }),
        StepKind::RestartApp(restart) => Strategy::AppRestart(AppRestart {
            package: restart.app.to_sentence(),
        }),
        StepKind::Tap(tap) => of_tap(tap),
        StepKind::Type(input) => text_input(&input.text.to_sentence(), input.into.as_ref()),
        StepKind::Clear(clear) => text_input("", clear.field.as_ref()),
        StepKind::Swipe(swipe) => of_swipe(swipe),
        StepKind::ScrollTo(scroll) => of_scroll_to(scroll),
        StepKind::Home(_) => key("HOME", super::KEYCODE_HOME),
        StepKind::Back(_) => key("BACK", super::KEYCODE_BACK),
        StepKind::PressKey(press) if press.modifiers.is_empty() => press
            .key
            .android()
            .map_or_else(|| left_to_ai(sentence), |(name, code)| key(name, code)),
        StepKind::Pause(pause) => Strategy::Wait(Wait {
            duration: pause.duration,
        }),
        StepKind::Check(check) => of_check(check, sentence),
        StepKind::KeepEvidence(keep) => Strategy::ScreenshotOnly(ScreenshotOnly {
            assertion: keep.assertion.to_sentence(),
        }),
        StepKind::Ask(ask) => of_ask(ask, sentence),
        StepKind::Group(group) => of_group(group),
        StepKind::Unsupported(_) => Strategy::Unknown(UnknownStrategy {
            name: "unsupported".to_owned(),
            fields: Map::new(),
        }),
        StepKind::DoubleTap(_)
        | StepKind::Hover(_)
        | StepKind::LongPress(_)
        | StepKind::Drag(_)
        | StepKind::PressKey(_)
        | StepKind::WaitFor(_)
        | StepKind::Assert(_)
        | StepKind::Screenshot(_)
        | StepKind::Shake(_)
        | StepKind::OpenUrl(_)
        | StepKind::SetNetwork(_)
        | StepKind::Measure(_)
        | StepKind::Target(_)
        | StepKind::Remember(_)
        | StepKind::Condition(_)
        | StepKind::Repeat(_)
        | StepKind::ScrollToEdge(_) => left_to_ai(sentence),
    }
}

/// Returns the step itself, variables by name, where the strategy does not say all of it.
pub fn own_step(
    kind: &StepKind,
    strategy: &Strategy,
    step_type: StepType,
) -> Option<Box<StepKind>> {
    let mut plain = kind.clone();
    plain.phrases_mut(&mut |phrase| *phrase = Phrase::of_sentence(&phrase.to_sentence()));
    let can_stand_alone = matches!(
        kind,
        StepKind::Tap(_)
            | StepKind::DoubleTap(_)
            | StepKind::Hover(_)
            | StepKind::LongPress(_)
            | StepKind::Type(_)
            | StepKind::Clear(_)
            | StepKind::ScrollTo(_)
            | StepKind::ScrollToEdge(_)
            | StepKind::Check(_)
    );
    let is_said = kind_of(strategy, step_type, Vec::new()) == plain;
    (can_stand_alone && !is_said).then(|| Box::new(plain))
}

fn left_to_ai(sentence: &str) -> Strategy {
    Strategy::AiCheckpoint(AiCheckpoint {
        assertion: sentence.to_owned(),
        hint: None,
    })
}

fn match_type(matching: Matching) -> MatchType {
    match matching {
        Matching::Usual | Matching::Exact | Matching::Described => MatchType::Exact,
        Matching::Contains => MatchType::Contains,
    }
}

fn of_tap(tap: &Tap) -> Strategy {
    let label = tap.target.label.to_sentence();
    match &tap.target.id {
        Some(id) => Strategy::TapByResourceId(TapByResourceId {
            resource_id: id.to_sentence(),
            fallback_text: (!label.is_empty()).then_some(label),
            element_metadata: None,
        }),
        None => Strategy::TapByText(TapByText {
            search_text: label,
            match_type: match_type(tap.target.matching),
            element_metadata: None,
        }),
    }
}

fn text_input(text: &str, field: Option<&Target>) -> Strategy {
    let hint = field.map(|field| field.label.to_sentence());
    Strategy::TextInput(TextInput {
        input_text: text.to_owned(),
        field_hint: hint.filter(|hint| !hint.is_empty()),
        element_metadata: None,
    })
}

fn of_swipe(swipe: &Swipe) -> Strategy {
    let (distance, duration) = stroke(swipe.stroke);
    Strategy::ScrollFixed(ScrollFixed {
        direction: swipe.direction.opposite(),
        distance,
        duration,
    })
}

fn of_scroll_to(scroll: &ScrollTo) -> Strategy {
    let (distance, duration) = stroke(scroll.stroke);
    Strategy::ScrollToFind(ScrollToFind {
        search_text: scroll.target.label.to_sentence(),
        direction: scroll.direction.opposite(),
        max_scrolls: scroll.max,
        distance,
        duration,
    })
}

fn stroke(stroke: Option<Stroke>) -> (u32, std::time::Duration) {
    stroke.map_or((DEFAULT_DISTANCE, DEFAULT_SWIPE_DURATION), |stroke| {
        (stroke.distance.max(0.0).round() as u32, stroke.duration)
    })
}

fn key(name: &str, keycode: u32) -> Strategy {
    Strategy::KeyEvent(KeyEvent {
        keycode,
        key_name: Some(name.to_owned()),
    })
}

/// A single text is what `strict_text_match` is for; what was seen in a learning run, several texts and
/// everything else that the checks can say is `uitree_verify`.
fn of_check(check: &Check, sentence: &str) -> Strategy {
    if let ([Claim::Text(claim) | Claim::Screen(claim)], false, None) =
        (check.claims.as_slice(), check.is_fingerprint, check.within)
        && is_plain(&claim.target)
    {
        return Strategy::StrictTextMatch(StrictTextMatch {
            search_text: claim.target.label.to_sentence(),
            match_type: match_type(claim.target.matching),
            negate: claim.presence == Presence::NotVisible,
        });
    }
    match checks_of(check) {
        Some(checks) => Strategy::UitreeVerify(UitreeVerify {
            assertion: sentence.to_owned(),
            fallback_to_ai: false,
            checks,
        }),
        None => left_to_ai(sentence),
    }
}

/// Returns whether the words alone say what is meant.
fn is_plain(target: &Target) -> bool {
    let Target {
        label: _,
        row,
        index,
        area,
        id,
        role,
        matching: _,
        takes_text: _,
    } = target;
    row.is_none() && index.is_none() && area.is_none() && id.is_none() && role.is_none()
}

fn checks_of(check: &Check) -> Option<Vec<check::Check>> {
    check.claims.iter().map(check_of).collect()
}

fn check_of(claim: &Claim) -> Option<check::Check> {
    match claim {
        Claim::Text(TextClaim { target, presence })
        | Claim::Screen(TextClaim { target, presence }) => {
            let text = TextCheck {
                value: target.label.to_sentence(),
                match_type: match_type(target.matching),
            };
            is_plain(target).then_some(match presence {
                Presence::Visible => check::Check::TextVisible(text),
                Presence::NotVisible => check::Check::TextNotVisible(text),
            })
        }
        Claim::Id(id) => Some(check::Check::ResourceIdExists(ResourceIdExists {
            value: id.to_sentence(),
        })),
        Claim::Class(class) => Some(check::Check::ClassExists(ClassExists {
            value: class.to_sentence(),
        })),
        Claim::Count(count) => Some(element_count(count)),
        Claim::State(_) | Claim::Unknown(_) => None,
    }
}

fn element_count(count: &CountClaim) -> check::Check {
    let given = |phrase: &Option<Phrase>| phrase.as_ref().map(Phrase::to_sentence);
    check::Check::ElementCount(ElementCount {
        selector: Selector {
            class: given(&count.class),
            resource_id: given(&count.id),
            text: given(&count.text),
        },
        min_count: count.at_least,
    })
}

fn of_ask(ask: &Ask, sentence: &str) -> Strategy {
    if let (Question::Then, Some(StepKind::Check(check))) = (ask.question, ask.guess.as_deref())
        && check.is_fingerprint
        && let Some(checks) = checks_of(check)
    {
        return Strategy::UitreeVerify(UitreeVerify {
            assertion: sentence.to_owned(),
            fallback_to_ai: true,
            checks,
        });
    }
    Strategy::AiCheckpoint(AiCheckpoint {
        assertion: sentence.to_owned(),
        hint: ask.hint.clone(),
    })
}

fn of_group(group: &Group) -> Strategy {
    Strategy::Replay(Replay {
        replay_source: Some(ReplaySource {
            from: group.from.clone(),
            to: group.to.clone(),
        }),
        expanded_steps: Vec::new(),
    })
}
