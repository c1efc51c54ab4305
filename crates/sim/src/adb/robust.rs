//! No bytes from outside may bring the phone down: in a release, a panic ends the whole process.

use proptest::prelude::*;

use super::foreign::{Phone, take_apart};
use crate::device::SimDevice;

fn phone() -> Phone {
    Phone::new(SimDevice::open("settings?latency=instant").unwrap())
}

/// Runs a script that is left alone after a while, with some input.
fn run(phone: &Phone, script: &str) -> Option<i32> {
    phone.run(script, b"one two\nthree \xff\n").0
}

/// Words that scripts are likely to be made of.
const WORDS: &str = r#"
    if then else fi for in while do done { } ( ) ; && || | > 2> >& < ' " \ $( ` ${ $(( $x x= *
    /sdcard/* echo cat grep -E (a*)*b head -n -1 99999999999999999999 input tap swipe NaN text
    %s 日本 keyevent wm size 0x0 am start -n pm sort seq test
"#;

/// Returns one of [`WORDS`].
fn word() -> impl Strategy<Value = &'static str> {
    prop::sample::select(WORDS.split_whitespace().collect::<Vec<_>>())
}

proptest! {
    #[test]
    fn no_script_panics(script in "\\PC{0,60}") {
        run(&phone(), &script);
    }

    #[test]
    fn no_likely_script_panics(words in prop::collection::vec(word(), 0..25)) {
        run(&phone(), &words.join(" "));
    }

    #[test]
    fn no_program_panics_on_any_arguments(
        number in 0usize..1000,
        args in prop::collection::vec(
            prop_oneof![word().prop_map(str::to_owned), "\\PC{0,12}"], 0..6),
    ) {
        let names = super::command::names();
        let name = names[number % names.len()];
        let quoted = args.iter().map(|arg| format!(" '{}'", arg.replace('\'', "'\\''")));
        run(&phone(), &format!("{name}{}", quoted.collect::<String>()));
    }

    #[test]
    fn no_packets_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        take_apart(&bytes);
    }

    #[test]
    fn no_sync_requests_panic(
        requests in prop::collection::vec(
            (prop::sample::select(vec!["STAT", "LIST", "SEND", "RECV", "DATA", "DONE", "STA2"]),
             prop_oneof![Just("/sdcard"), Just("/sdcard/x,33188"), Just("../,9"), Just("\u{0}"), Just("日,")],
             any::<u32>()),
            0..8),
    ) {
        let mut bytes = Vec::new();
        for (id, path, word) in &requests {
            bytes.extend(id.bytes());
            let length = if word % 7 == 0 { *word } else { u32::try_from(path.len()).unwrap() };
            bytes.extend(length.to_le_bytes());
            bytes.extend(path.bytes());
        }
        phone().sync(&bytes);
    }
}

#[test]
fn what_is_in_itself_ends() {
    let phone = phone();
    assert_eq!(run(&phone, &"(".repeat(100_000)), Some(1));
    assert_eq!(run(&phone, &"$(".repeat(100_000)), Some(1));
    assert_eq!(run(&phone, &"if ".repeat(100_000)), Some(1));
    assert!(run(&phone, "x='sh -c \"$x\"'; sh -c \"$x\"").is_some());
    assert_eq!(run(&phone, "while true; do :; done"), None);
}

#[test]
fn a_variable_that_doubles_ends_the_script_and_not_the_phone() {
    let phone = phone();
    let script = "x=1234567890; while true; do x=$x$x; done";
    assert_eq!(run(&phone, script), Some(1));
    assert_eq!(
        run(
            &phone,
            &format!("x={}; echo {}", "y".repeat(100_000), "$x".repeat(1000))
        ),
        Some(1)
    );
    assert_eq!(run(&phone, "echo alive"), Some(0));
}
