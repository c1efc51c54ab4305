//! What holds for every compiled scenario, and for every file that claims to be one.

use std::time::Duration;

use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;
use proptest::strategy::Strategy;
use retap_model::codec::{decode_scenario, encode_scenario, form_of};
use retap_model::event::Tally;
use retap_model::geometry::{Direction, Point, Rect};
use retap_model::phrase::Phrase;
use retap_model::program::scenario_ir::{Strategy as How, *};
use retap_model::program::{
    Check as ProgramCheck, Claim, ClearField, CountClaim, DoubleTap, Edge, Effect, Frame, Hover,
    LongPress, Matching, PinnedPlace, Presence, ScrollToEdge, StateClaim, StepKind, Target,
    TextClaim, TypeText,
};
use retap_model::screen::Role;
use retap_model::select::{Evidence, Neighbours, Strategy as Match};
use retap_model::time::Timestamp;
use retap_model::verify::{Expectation, Property};
use serde_json::{Map, json};

use crate::compiled_scenario::login;

fn text() -> impl Strategy<Value = String> {
    prop_oneof!["[a-z (){}\"\\\\\n設定]{0,12}", any::<String>()]
}

fn match_type() -> impl Strategy<Value = MatchType> {
    proptest::sample::select(&MatchType::ALL[..])
}

fn direction() -> impl Strategy<Value = Direction> {
    proptest::sample::select(&Direction::ALL[..])
}

fn duration() -> impl Strategy<Value = Duration> {
    (0u64..1_000_000).prop_map(Duration::from_millis)
}

fn bounds() -> impl Strategy<Value = Bounds> {
    any::<[i32; 4]>()
        .prop_map(|[a, b, c, d]| Bounds::new(a.min(c), b.min(d), a.max(c), b.max(d)).unwrap())
}

fn metadata() -> impl Strategy<Value = Option<ElementMetadata>> {
    let fields = (
        option::of(text()),
        option::of(text()),
        option::of(text()),
        option::of(bounds()),
        vec(text(), 0..3),
    );
    option::of(fields.prop_map(
        |(resource_id, class, content_desc, bounds, parent_hierarchy)| ElementMetadata {
            resource_id,
            class,
            content_desc,
            bounds,
            parent_hierarchy,
        },
    ))
}

fn check() -> impl Strategy<Value = Check> {
    let words = (text(), match_type())
        .prop_map(|(value, match_type)| TextCheck { value, match_type })
        .boxed();
    let selector = (option::of(text()), option::of(text()), option::of(text())).prop_map(
        |(class, resource_id, text)| Selector {
            class,
            resource_id,
            text,
        },
    );
    prop_oneof![
        words.clone().prop_map(Check::TextVisible),
        words.prop_map(Check::TextNotVisible),
        text().prop_map(|value| Check::ResourceIdExists(ResourceIdExists { value })),
        text().prop_map(|value| Check::ClassExists(ClassExists { value })),
        (selector, any::<u32>()).prop_map(|(selector, min_count)| {
            Check::ElementCount(ElementCount {
                selector,
                min_count,
            })
        }),
        (text(), unknown_fields()).prop_map(|(kind, fields)| {
            Check::Unknown(UnknownCheck {
                kind: format!("unknown {kind}"),
                fields,
            })
        }),
    ]
}

fn unknown_fields() -> impl Strategy<Value = Map<String, serde_json::Value>> {
    text().prop_map(|text| {
        let fields = json!({ "a": null, "b": [1, text], "c": { "d": 0.5 } });
        fields.as_object().unwrap().clone()
    })
}

fn act() -> impl Strategy<Value = How> {
    prop_oneof![
        text().prop_map(|package| How::AppLaunch(AppLaunch { package })),
        text().prop_map(|package| How::AppStop(AppStop { package })),
        text().prop_map(|package| How::AppRestart(AppRestart { package })),
        (text(), match_type(), metadata()).prop_map(|(search_text, match_type, metadata)| {
            How::TapByText(TapByText {
                search_text,
                match_type,
                element_metadata: metadata,
            })
        }),
        (text(), option::of(text()), metadata()).prop_map(|(id, fallback_text, metadata)| {
            How::TapByResourceId(TapByResourceId {
                resource_id: id,
                fallback_text,
                element_metadata: metadata,
            })
        }),
        (text(), option::of(text()), metadata()).prop_map(|(text, field_hint, metadata)| {
            How::TextInput(TextInput {
                input_text: text,
                field_hint,
                element_metadata: metadata,
            })
        }),
        (direction(), any::<u32>(), duration()).prop_map(|(direction, distance, duration)| {
            How::ScrollFixed(ScrollFixed {
                direction,
                distance,
                duration,
            })
        }),
        (text(), direction(), any::<[u32; 2]>(), duration()).prop_map(
            |(search_text, direction, [max_scrolls, distance], duration)| {
                How::ScrollToFind(ScrollToFind {
                    search_text,
                    direction,
                    max_scrolls,
                    distance,
                    duration,
                })
            }
        ),
        (any::<u32>(), option::of(text()))
            .prop_map(|(keycode, key_name)| How::KeyEvent(KeyEvent { keycode, key_name })),
        duration().prop_map(|duration| How::Wait(Wait { duration })),
    ]
}

fn assertion() -> impl Strategy<Value = How> {
    prop_oneof![
        (text(), match_type(), any::<bool>()).prop_map(|(search_text, match_type, negate)| {
            How::StrictTextMatch(StrictTextMatch {
                search_text,
                match_type,
                negate,
            })
        }),
        (text(), any::<bool>(), vec(check(), 0..4)).prop_map(|(assertion, ai, checks)| {
            How::UitreeVerify(UitreeVerify {
                assertion,
                fallback_to_ai: ai,
                checks,
            })
        }),
        text().prop_map(|assertion| How::ScreenshotOnly(ScreenshotOnly { assertion })),
        (text(), option::of(text()))
            .prop_map(|(assertion, hint)| How::AiCheckpoint(AiCheckpoint { assertion, hint })),
        (text(), unknown_fields()).prop_map(|(name, fields)| {
            How::Unknown(UnknownStrategy {
                name: format!("unknown {name}"),
                fields,
            })
        }),
    ]
}

fn strategy() -> impl Strategy<Value = How> {
    prop_oneof![act(), assertion()].prop_recursive(2, 6, 3, |inner| {
        let range = (text(), text()).prop_map(|(from, to)| ReplaySource { from, to });
        (option::of(range), steps(inner)).prop_map(|(replay_source, expanded_steps)| {
            How::Replay(Replay {
                replay_source,
                expanded_steps,
            })
        })
    })
}

fn pin() -> impl Strategy<Value = ScenarioPin> {
    (
        text(),
        text(),
        -900i32..900,
        option::of(duration()),
        0usize..4,
    )
        .prop_map(|(a, b, x, observed_delay, choice)| ScenarioPin {
            place: (x > 0).then(|| PinnedPlace {
                point: Point::new(f64::from(x) / 2.0, f64::from(x)),
                confidence: Some(0.5),
                strategy: Some(a.clone()),
            }),
            scroll_count: u32::try_from(x).ok(),
            evidence: (x < 500).then(|| Evidence {
                text: a.clone(),
                description: b.clone(),
                id: b.clone(),
                is_id_unique: x > 0,
                role: Role::ALL[choice],
                ancestry: vec![a.clone()],
                row: None,
                neighbours: Neighbours::default(),
                bounds: Rect::new(f64::from(x), 0.5, 3.0, 4.0),
            }),
            strategy: (x > 100).then(|| Match::ALL[choice]),
            observed_delay,
            expect: vec![Expectation::Shows(a), Expectation::Changed][..choice.min(2)].to_vec(),
        })
}

/// Returns steps that are numbered from 1.
fn steps(compiled: impl Strategy<Value = How>) -> impl Strategy<Value = Vec<ScenarioStep>> {
    let kind = proptest::sample::select(&StepType::ALL[..]);
    let step = (
        kind,
        text(),
        text(),
        duration(),
        any::<bool>(),
        compiled,
        pin(),
    );
    vec(step, 0..4).prop_map(|steps| {
        (1..)
            .zip(steps)
            .map(|(index, step)| {
                let (kind, section, original, wait, strict, compiled, pin) = step;
                ScenarioStep {
                    own: strict.then(|| Box::new(own_step(&section, &original, index))),
                    index,
                    section,
                    kind,
                    original,
                    wait,
                    strict,
                    compiled,
                    pin,
                }
            })
            .collect()
    })
}

/// Returns one of the steps that no strategy can say.
fn own_step(label: &str, text: &str, number: u32) -> StepKind {
    let target = Target {
        label: Phrase::of_sentence(label),
        row: Some(Phrase::of_sentence(text)),
        index: Some(number),
        area: Some(Phrase::of_sentence(label)),
        id: Some(Phrase::of_sentence(text)),
        role: Some(Role::Button),
        matching: Matching::Contains,
        takes_text: false,
    };
    let claim = Claim::State(StateClaim {
        target: target.clone(),
        property: Property::Checked,
        is: number > 1,
    });
    let count = Claim::Count(CountClaim {
        class: None,
        id: Some(Phrase::of_sentence(text)),
        text: None,
        at_least: number,
    });
    let screen = Claim::Screen(TextClaim {
        target: target.clone(),
        presence: Presence::NotVisible,
    });
    match number % 7 {
        0 => StepKind::LongPress(LongPress {
            target,
            duration: Some(Duration::from_millis(700)),
        }),
        1 => StepKind::Check(ProgramCheck {
            claims: vec![claim, count, screen, Claim::Unknown("new".to_owned())],
            within: Some(Duration::from_millis(1500)),
            is_fingerprint: false,
        }),
        2 => StepKind::ScrollToEdge(ScrollToEdge { edge: Edge::Top }),
        3 => StepKind::Clear(ClearField {
            field: Some(target),
        }),
        4 => StepKind::DoubleTap(DoubleTap { target }),
        5 => StepKind::Hover(Hover {
            target,
            effect: Effect::Visible,
        }),
        _ => StepKind::Type(TypeText {
            text: Phrase::of_sentence(text),
            into: Some(target),
        }),
    }
}

fn variable() -> impl Strategy<Value = Variable> {
    prop_oneof![
        text().prop_map(Variable::Fixed),
        Just(Variable::Placeholder),
        (text(), option::of(text()))
            .prop_map(|(prompt, default)| Variable::Prompt { prompt, default }),
        option::of(text()).prop_map(|prompt| Variable::Secret { prompt }),
    ]
}

fn scenario() -> impl Strategy<Value = CompiledScenario> {
    let fields = (text(), text(), 0u64..4_000_000_000, any::<bool>(), 1u32..);
    let maps = (
        btree_map(text(), text(), 0..3),
        btree_map(text(), variable(), 0..4),
    );
    (fields, maps, steps(strategy())).prop_map(
        |((source, platform, at, is_sealed, side), (app, variables), steps)| CompiledScenario {
            environment: app.clone(),
            name: is_sealed.then(|| platform.clone()),
            frame: Frame {
                timeout: is_sealed.then(|| Duration::from_millis(at % 80_000_000)),
                clear_data_before: side > 5,
                stop_app_after: side > 7,
                ..Frame::default()
            },
            compiled_at: Timestamp(at * 1000),
            source_hash: SourceHash::of(source.as_bytes()),
            values: (side > 9).then(|| source.clone()),
            source,
            platform,
            app,
            screen_size: ScreenSize::new(side, side).unwrap(),
            variables,
            steps,
            learned: is_sealed.then(|| Tally {
                reads: 4,
                acts: 2,
                ..Tally::default()
            }),
            is_sealed,
        },
    )
}

proptest! {
    #[test]
    fn whatever_is_written_is_read_back_the_same(scenario in scenario()) {
        let bytes = encode_scenario(&scenario);
        let read = decode_scenario(&bytes).unwrap();
        prop_assert_eq!(&encode_scenario(&read), &bytes);
        prop_assert_eq!(read, scenario);
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in vec(any::<u8>(), 0..200)) {
        let _ = decode_scenario(&bytes);
        let _ = form_of(&bytes);
    }

    #[test]
    fn no_changed_byte_makes_it_panic(at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut bytes = encode_scenario(&login());
        let at = at.index(bytes.len());
        bytes[at] = byte;
        let _ = decode_scenario(&bytes);
    }

    #[test]
    fn a_file_cut_anywhere_is_refused(at in any::<prop::sample::Index>()) {
        let bytes = encode_scenario(&login());
        let cut = at.index(bytes.len() - 2);
        prop_assert!(decode_scenario(&bytes[..cut]).is_err());
    }

    #[test]
    fn a_literal_text_means_itself(text in text()) {
        let written = Phrase::literal(text.clone()).to_sentence();
        let read = Phrase::of_sentence(&written);
        prop_assert_eq!(read.variable_names().next(), None);
        prop_assert_eq!(read.reveal(), text);
    }

    #[test]
    fn no_text_makes_bounds_or_sizes_panic(text in text()) {
        let _ = Bounds::from_text(&text);
        let _ = ScreenSize::from_text(&text);
    }

    #[test]
    fn bounds_are_read_as_they_are_written(bounds in bounds()) {
        prop_assert_eq!(Bounds::from_text(&bounds.to_string()), Some(bounds));
        let rect = bounds.to_rect();
        let center = bounds.center_point();
        prop_assert!(rect.x <= center.x && center.x <= rect.right());
        prop_assert!(rect.y <= center.y && center.y <= rect.bottom());
    }
}
