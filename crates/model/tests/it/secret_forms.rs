//! Whatever a secret is and however many writers escape it, one after the other, it is masked whole.

use proptest::prelude::*;
use retap_model::secret::{MASK, Masker};

/// The writers a text may go through.
const WRITERS: [fn(&str) -> String; 7] = [
    |text| {
        text.replace('&', "&amp;")
            .replace('<', "&lt;")
            .replace('>', "&gt;")
            .replace('"', "&quot;")
    },
    |text| {
        text.chars()
            .map(|c| format!("&#{};", u32::from(c)))
            .collect()
    },
    |text| {
        text.chars()
            .map(|c| format!("&#x{:X};", u32::from(c)))
            .collect()
    },
    |text| {
        let json = serde_json::Value::from(text).to_string();
        json[1..json.len() - 1].to_owned()
    },
    |text| {
        text.encode_utf16()
            .map(|unit| format!("\\u{unit:04x}"))
            .collect()
    },
    |text| text.bytes().map(|byte| format!("%{byte:02X}")).collect(),
    |text| text.bytes().map(|byte| format!("%{byte:02x}")).collect(),
];

fn secret() -> impl Strategy<Value = String> {
    let awkward = "[a-zA-Z0-9%&\\\\+$\"'<>;#ux{}/ =.,äß日é👍-]{5,24}";
    // What has too few letters counts only where it stands alone.
    let has_letters = |text: &String| text.chars().filter(|c| c.is_alphanumeric()).count() >= 5;
    awkward.prop_filter("has letters", has_letters)
}

/// Checks that nothing of a secret is left where these write it.
fn check(secret: &str, writers: &[usize]) {
    let masker = Masker::from_iter([secret]);
    let write = |text: String, writer: &usize| WRITERS[*writer](&text);
    let written = writers.iter().fold(secret.to_owned(), write);
    // No secret has letters of this script, so that none is taken for a part of one.
    let text = format!("вот [{written}] тут");
    let masked = masker.mask(&text);
    assert!(masked.contains(MASK), "{secret} in {text}");
    assert!(!masker.shows(&masked), "{secret} in {masked}");
    let left: String = masked.chars().filter(|c| c.is_alphanumeric()).collect();
    assert_eq!(left, "воттут", "{secret} in {masked}");
}

#[test]
fn the_signs_at_the_end_of_a_secret_are_masked_with_it() {
    check("lantern\"\\", &[0, 4]);
    check("lan<tern \"", &[0]);
    check("\" lan<tern", &[0]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_secret_is_masked_through_any_writers(
        secret in secret(),
        writers in prop::collection::vec(0..WRITERS.len(), 0..3),
    ) {
        check(&secret, &writers);
    }
}
