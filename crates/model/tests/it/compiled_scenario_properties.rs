//! What holds for every compiled scenario, and for every file that claims to be one.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::strategy::Strategy;
use retap_model::codec::{decode, encode, form_of};
use retap_model::geometry::Direction;
use retap_model::phrase::Phrase;
use retap_model::program::{Bounds, CompiledProgram, StepType};
use serde_json::{Value, json};

use crate::compiled_scenario::login;

fn text() -> impl Strategy<Value = String> {
    prop_oneof!["[a-z (){}\"\\\\\n設定]{0,12}", any::<String>()]
}

fn match_type() -> impl Strategy<Value = &'static str> {
    prop_oneof![Just("exact"), Just("contains")]
}

fn bounds() -> impl Strategy<Value = Bounds> {
    any::<[i32; 4]>()
        .prop_map(|[a, b, c, d]| Bounds::new(a.min(c), b.min(d), a.max(c), b.max(d)).unwrap())
}

/// Returns the object without the fields that are null.
fn given(fields: Value) -> Value {
    let fields = fields.as_object().unwrap().clone().into_iter();
    let fields = fields.filter(|(_, value)| !value.is_null());
    fields.collect::<serde_json::Map<_, _>>().into()
}

fn metadata() -> impl Strategy<Value = Option<Value>> {
    let texts = [(); 3].map(|()| option::of(text()));
    let fields = (texts, option::of(bounds()), vec(text(), 1..3));
    option::of(
        fields.prop_map(|([id, class, description], bounds, parents)| {
            given(json!({
                "resource_id": id,
                "class": class,
                "content_desc": description,
                "bounds": bounds.map(|bounds| bounds.to_string()),
                "parent_hierarchy": parents,
            }))
        }),
    )
}

fn check() -> impl Strategy<Value = Value> {
    let selector = [(); 3].map(|()| option::of(text()));
    prop_oneof![
        (text(), match_type(), any::<bool>()).prop_map(|(value, match_type, is_there)| {
            let kind = if is_there {
                "text_visible"
            } else {
                "text_not_visible"
            };
            json!({ "type": kind, "value": value, "match_type": match_type })
        }),
        text().prop_map(|value| json!({ "type": "resource_id_exists", "value": value })),
        text().prop_map(|value| json!({ "type": "class_exists", "value": value })),
        (selector, any::<u32>()).prop_map(|([class, id, text], count)| {
            let selector = given(json!({ "class": class, "resource_id": id, "text": text }));
            json!({ "type": "element_count_gte", "selector": selector, "min_count": count })
        }),
        text().prop_map(|text| json!({ "type": format!("unknown {text}"), "b": [1, text] })),
    ]
}

fn act() -> impl Strategy<Value = Value> {
    let app = prop_oneof![Just("app_launch"), Just("app_stop"), Just("app_restart")];
    let direction = || proptest::sample::select(&Direction::ALL[..]).prop_map(Direction::as_str);
    prop_oneof![
        (app, text()).prop_map(|(name, app)| json!({ "strategy": name, "package": app })),
        (text(), match_type(), metadata()).prop_map(|(text, match_type, seen)| given(json!({
            "strategy": "tap_by_text", "search_text": text, "match_type": match_type,
            "element_metadata": seen,
        }))),
        (text(), option::of(text()), metadata()).prop_map(|(id, text, seen)| given(json!({
            "strategy": "tap_by_resource_id", "resource_id": id, "fallback_text": text,
            "element_metadata": seen,
        }))),
        (text(), option::of(text()), metadata()).prop_map(|(text, hint, seen)| given(json!({
            "strategy": "text_input", "input_text": text, "field_hint": hint,
            "element_metadata": seen,
        }))),
        (direction(), any::<[u32; 2]>()).prop_map(|(direction, [distance, millis])| json!({
            "strategy": "scroll_fixed", "direction": direction, "distance": distance,
            "duration_ms": millis,
        })),
        (text(), direction(), any::<[u32; 3]>()).prop_map(
            |(text, way, [most, far, millis])| json!({
                "strategy": "scroll_to_find", "search_text": text, "direction": way,
                "max_scrolls": most, "distance": far, "duration_ms": millis,
            })
        ),
        (0u32..300, option::of(text())).prop_map(|(code, name)| given(json!({
            "strategy": "keyevent", "keycode": code, "key_name": name,
        }))),
        (0u32..80_000).prop_map(|seconds| json!({ "strategy": "wait", "duration_sec": seconds })),
    ]
}

fn assertion() -> impl Strategy<Value = Value> {
    prop_oneof![
        (text(), match_type(), any::<bool>()).prop_map(|(text, match_type, negate)| json!({
            "strategy": "strict_text_match", "search_text": text, "match_type": match_type,
            "negate": negate,
        })),
        (text(), any::<bool>(), vec(check(), 0..4)).prop_map(|(text, ai, checks)| json!({
            "strategy": "uitree_verify", "assertion": text, "fallback_to_ai": ai,
            "checks": checks,
        })),
        text().prop_map(|text| json!({ "strategy": "screenshot_only", "assertion": text })),
        (text(), option::of(text())).prop_map(|(text, hint)| given(json!({
            "strategy": "ai_checkpoint", "assertion": text, "hint": hint,
        }))),
        text().prop_map(|name| json!({ "strategy": format!("unknown {name}"), "c": { "d": 0.5 } })),
    ]
}

fn strategy() -> impl Strategy<Value = Value> {
    prop_oneof![act(), assertion()].prop_recursive(2, 6, 3, |inner| {
        steps(inner).prop_map(|steps| json!({ "strategy": "replay", "expanded_steps": steps }))
    })
}

fn pin() -> impl Strategy<Value = Value> {
    (text(), option::of(0u32..100_000), -900i32..900).prop_map(|(text, delay, x)| {
        let target = json!({ "text": format!("a{text}"), "id": "a", "idUnique": true, "role": "button",
            "ancestry": [text], "bounds": [f64::from(x), 0.5, 3.0, 4.0] });
        let expect = json!([{ "kind": "shows", "text": text }, { "kind": "changed" }]);
        let place = json!({ "x": f64::from(x), "y": 1.5, "confidence": 0.5 });
        match x % 3 {
            0 => json!({ "target": target, "observedDelayMs": delay }),
            1 => json!({ "place": place, "match": "exact", "expect": expect }),
            _ => json!({ "step": { "verb": "double_tap", "label": "a", "row": "b", "index": 2 } }),
        }
    })
}

fn steps(compiled: impl Strategy<Value = Value>) -> impl Strategy<Value = Vec<Value>> {
    let kind = proptest::sample::select(&StepType::ALL[..]).prop_map(StepType::as_str);
    let step = (
        kind,
        text(),
        text(),
        1u32..80_000,
        compiled,
        option::of(pin()),
    );
    let step = step.prop_map(|(kind, section, original, wait, compiled, pin)| {
        given(json!({
            "type": kind, "section": section, "original": Phrase::literal(original).to_sentence(),
            "wait": wait, "strict": true, "compiled": compiled, "retap": pin.map(given),
        }))
    });
    vec(step, 0..4)
}

fn variable() -> impl Strategy<Value = Value> {
    prop_oneof![
        text().prop_map(Value::String),
        Just(Value::Null),
        (text(), option::of(text()))
            .prop_map(|(prompt, value)| given(json!({ "prompt": prompt, "value": value }))),
    ]
}

/// Returns files of other writers.
fn file() -> impl Strategy<Value = Value> {
    let variables = proptest::collection::btree_map(text(), variable(), 1..4);
    (text(), variables, 1u32.., steps(strategy())).prop_map(|(source, variables, side, steps)| {
        let numbered = (1..).zip(steps).map(|(index, mut step)| {
            step["index"] = json!(index);
            step
        });
        json!({
            "version": "1.0", "compiled_at": "2026-04-02T06:30:00Z", "source": source,
            "source_hash": format!("sha256:{source}"), "platform": "android",
            "app": { "android": source }, "device": { "screen_size": format!("{side}x{side}") },
            "variables": variables, "steps": numbered.collect::<Vec<_>>(),
        })
    })
}

/// Returns the program as if retap itself had compiled it.
fn as_own(mut program: CompiledProgram) -> CompiledProgram {
    program.standalone.as_mut().unwrap().is_sealed = true;
    program
        .steps
        .iter_mut()
        .for_each(|step| step.foreign = None);
    program
}

proptest! {
    #[test]
    fn what_another_program_wrote_is_written_back_as_an_equal_document(file in file()) {
        let read = decode(file.to_string().as_bytes()).unwrap();
        let written = encode(&read);
        prop_assert_eq!(serde_json::from_slice::<Value>(&written).unwrap(), file);
        prop_assert_eq!(decode(&written).unwrap(), read);
    }

    #[test]
    fn what_retap_writes_it_reads_and_writes_the_same(file in file()) {
        let written = encode(&as_own(decode(file.to_string().as_bytes()).unwrap()));
        let again = encode(&decode(&written).unwrap());
        prop_assert_eq!(String::from_utf8(again).unwrap(), String::from_utf8(written).unwrap());
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in vec(any::<u8>(), 0..200)) {
        let _ = decode(&bytes);
        let _ = form_of(&bytes);
    }

    #[test]
    fn no_changed_byte_makes_it_panic(at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut bytes = encode(&login());
        let at = at.index(bytes.len());
        bytes[at] = byte;
        let _ = decode(&bytes);
    }

    #[test]
    fn a_file_cut_anywhere_is_refused(at in any::<prop::sample::Index>()) {
        let bytes = encode(&login());
        let cut = at.index(bytes.len() - 2);
        prop_assert!(decode(&bytes[..cut]).is_err());
    }

    #[test]
    fn a_literal_text_means_itself(text in text()) {
        let written = Phrase::literal(text.clone()).to_sentence();
        let read = Phrase::of_sentence(&written);
        prop_assert_eq!(read.variable_names().next(), None);
        prop_assert_eq!(read.reveal(), text);
    }

    #[test]
    fn no_text_makes_bounds_panic(text in text()) {
        let _ = Bounds::from_text(&text);
    }

    #[test]
    fn bounds_are_read_as_they_are_written(bounds in bounds()) {
        prop_assert_eq!(Bounds::from_text(&bounds.to_string()), Some(bounds));
    }
}
