//! Touches, keys and texts as commands for the device's own `input`, and what Android calls keys.
//!
//! `input text` knows the characters of Android's virtual keyboard, which is ASCII, and takes `%s`
//! for a space. The device's shell is kept out of it by quoting. Other characters need a keyboard app
//! that takes text from adb.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use retap_model::device::{Key, Modifier};
use retap_model::geometry::Point;

use super::shell::quote;

/// The first system whose `input` can hold a key while it presses another (Android 12).
pub(super) const KEYS_TOGETHER: u32 = 31;

/// The first system whose `input` can drag (Android 7).
pub(super) const DRAGS: u32 = 24;

/// How many characters are deleted one by one when it is not known how many there are.
const USUAL_LENGTH: usize = 128;

/// Longest field that is emptied one by one; the engine looks whether it is empty.
const LONGEST_FIELD: usize = 2_000;

/// The codes that the driver itself presses.
pub(super) const HOME: u16 = 3;
pub(super) const BACK: u16 = 4;
pub(super) const TAB: u16 = 61;
pub(super) const ENTER: u16 = 66;
const DELETE: u16 = 67;
const FORWARD_DELETE: u16 = 112;
const CONTROL: u16 = 113;
const LETTER_A: u16 = 29;

/// The names of [`Key::NAMES`], in their order, with Android's codes.
const NAMED: [(&str, u16); Key::NAMES.len()] = [
    ("return", ENTER),
    ("escape", 111),
    ("tab", TAB),
    ("delete", DELETE),
    ("space", 62),
    ("up", 19),
    ("down", 20),
    ("left", 21),
    ("right", 22),
    // The key at the start of a line, not the one that leaves the app.
    ("home", 122),
    ("end", 123),
    ("page_up", 92),
    ("page_down", 93),
    ("menu", 82),
    ("back", BACK),
    ("search", 84),
    ("volume_up", 24),
    ("volume_down", 25),
    ("power", 26),
    ("app_switch", 187),
];

/// The characters that have a key of their own, in rows of consecutive codes.
const ROWS: [(&str, u16); 5] = [
    ("0123456789", 7),
    ("*#", 17),
    ("abcdefghijklmnopqrstuvwxyz", LETTER_A),
    (",.", 55),
    ("`-=[]\\;'/", 68),
];

pub(super) fn tap(at: Point) -> String {
    format!("input tap {}", place(at))
}

pub(super) fn double_tap(at: Point) -> String {
    format!("{0} && {0}", tap(at))
}

/// Returns the command that moves a finger; one that stays where it is holds the point.
pub(super) fn swipe(from: Point, to: Point, time: Duration) -> String {
    format!(
        "input swipe {} {} {}",
        place(from),
        place(to),
        time.as_millis()
    )
}

/// Returns the command that picks up and lets go.
pub(super) fn drag(from: Point, to: Point, time: Duration, sdk: u32) -> String {
    if sdk < DRAGS {
        return swipe(from, to, time);
    }
    let (from, to) = (place(from), place(to));
    format!("input draganddrop {from} {to} {}", time.as_millis())
}

/// Returns the command that presses keys one after the other.
pub(super) fn press(codes: &[u16]) -> String {
    format!("input keyevent {}", words(codes))
}

fn press_together(codes: &[u16]) -> String {
    format!("input keycombination {}", words(codes))
}

fn words(codes: &[u16]) -> String {
    let codes: Vec<String> = codes.iter().map(u16::to_string).collect();
    codes.join(" ")
}

/// Returns the command that presses a key with modifiers held, or why there is none.
pub(super) fn press_key(key: &Key, modifiers: &[Modifier], sdk: u32) -> Result<String, String> {
    let held = codes_of(modifiers);
    match (code_of(key), held.is_empty()) {
        (Some(code), true) => Ok(press(&[code])),
        (Some(_), false) if sdk < KEYS_TOGETHER => Err(format!(
            "keys can be held only since Android 12, and this system is API level {sdk}"
        )),
        (Some(code), false) => Ok(press_together(&[&held[..], &[code]].concat())),
        (None, true) if needs_of(key.as_str()) == Needs::Keys => Ok(by_keys(key.as_str()).concat()),
        (None, _) => Err(format!("Android has no key `{}`", key.as_str())),
    }
}

/// Returns the command that empties the field with the focus by choosing all of it.
pub(super) fn clear_at_once() -> String {
    let all = press_together(&[CONTROL, LETTER_A]);
    format!("{all} && {}", press(&[DELETE]))
}

/// Returns the command that empties the field with the focus character by character, to both sides
/// of the cursor, wherever that is.
pub(super) fn clear_one_by_one(length: Option<usize>) -> String {
    let count = length.unwrap_or(USUAL_LENGTH).min(LONGEST_FIELD);
    press(&[vec![DELETE; count], vec![FORWARD_DELETE; count]].concat())
}

/// Touches are pixels.
fn place(at: Point) -> String {
    format!("{} {}", at.x.floor() as i64, at.y.floor() as i64)
}

/// Returns Android's code of a key, if it has one of its own.
fn code_of(key: &Key) -> Option<u16> {
    let name = key.as_str();
    if let Some((_, code)) = NAMED.iter().find(|(known, _)| *known == name) {
        return Some(*code);
    }
    let mut characters = name.chars();
    let character = characters.next().filter(|_| characters.next().is_none())?;
    ROWS.iter().find_map(|(row, first)| {
        let place = row.find(character)?;
        Some(first + place as u16)
    })
}

/// Returns the codes of modifiers, each once. Android's main modifier is Ctrl.
fn codes_of(modifiers: &[Modifier]) -> Vec<u16> {
    let mut codes: Vec<u16> = Vec::new();
    for modifier in modifiers {
        let code = match modifier {
            Modifier::Command | Modifier::Control => CONTROL,
            Modifier::Shift => 59,
            Modifier::Option => 57,
        };
        if !codes.contains(&code) {
            codes.push(code);
        }
    }
    codes
}

/// The keyboard app that takes any text: <https://github.com/senzhk/ADBKeyBoard>.
const KEYBOARD_PACKAGE: &str = "com.android.adbkeyboard";

/// The same keyboard as the system lists it.
pub(super) const KEYBOARD: &str = "com.android.adbkeyboard/.AdbIME";

/// Longest command; a request to the server may have 65,535 bytes.
const LONGEST_COMMAND: usize = 32_000;

/// The characters a text needs to be typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Needs {
    /// Nothing but what every device has.
    Keys,
    /// The keyboard app, because of this character.
    Keyboard(char),
    /// Something no keyboard can do: a control character.
    Impossible(char),
}

pub(super) fn needs_of(text: &str) -> Needs {
    let is_key = |c: char| matches!(c, ' '..='~' | '\n' | '\t');
    let strange = |c: &char| c.is_control() && !is_key(*c);
    if let Some(control) = text.chars().find(strange) {
        return Needs::Impossible(control);
    }
    let foreign = text.chars().find(|c| !is_key(*c));
    foreign.map_or(Needs::Keys, Needs::Keyboard)
}

/// Returns the commands that type ASCII: one, unless the text is very long.
pub(super) fn by_keys(text: &str) -> Vec<String> {
    let typed = |word: String| format!("input text {}", quote(&word));
    join(text, |words| escape(words).into_iter().map(typed).collect())
}

/// Returns the commands that hand any text to the keyboard app. It is named in them, because a
/// broadcast without an addressee can be read by every app on the phone.
pub(super) fn by_keyboard(text: &str) -> Vec<String> {
    let broadcast = format!("am broadcast -p {KEYBOARD_PACKAGE} -a ADB_INPUT_B64 --es msg");
    join(text, |words| {
        vec![format!("{broadcast} {}", STANDARD.encode(words))]
    })
}

/// Puts as many pieces of a text into a command as fit: keys, and what stands between them. Each runs only if the one
/// before it worked.
fn join(text: &str, words: impl Fn(&str) -> Vec<String>) -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    let mut add = |part: String| match commands.last_mut() {
        Some(last) if last.len() + part.len() < LONGEST_COMMAND => {
            last.push_str(" && ");
            last.push_str(&part);
        }
        _ => commands.push(part),
    };
    for line in text.split_inclusive(['\n', '\t']) {
        let plain = line.trim_end_matches(['\n', '\t']);
        fitting(plain)
            .into_iter()
            .flat_map(&words)
            .for_each(&mut add);
        match &line[plain.len()..] {
            "" => {}
            "\n" => add(press(&[ENTER])),
            _ => add(press(&[TAB])),
        }
    }
    commands
}

/// Splits a text where it is too long for one command.
fn fitting(mut text: &str) -> Vec<&str> {
    /// A character can become four in quotes, and base64 makes four of three.
    const LONGEST_WORDS: usize = LONGEST_COMMAND / 4 - 100;
    let mut pieces = Vec::new();
    while !text.is_empty() {
        let is_whole = |place: &usize| text.is_char_boundary(*place);
        let end = (0..=LONGEST_WORDS.min(text.len())).rev().find(is_whole);
        let (piece, rest) = text.split_at(end.unwrap_or_default());
        pieces.push(piece);
        text = rest;
    }
    pieces
}

/// Returns the words for `input text`. A space is `%s` for it, so a `%` and an `s` that mean
/// themselves must not reach it side by side.
fn escape(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    for character in text.chars() {
        if before == '%' && character == 's' {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            match character {
                ' ' => word.push_str("%s"),
                other => word.push(other),
            }
        }
        before = character;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Point = Point::new(10.5, 20.9);
    const B: Point = Point::new(300.0, 400.0);
    const TIME: Duration = Duration::from_millis(700);

    #[test]
    fn touches_are_whole_pixels() {
        assert_eq!(tap(A), "input tap 10 20");
        assert_eq!(double_tap(B), "input tap 300 400 && input tap 300 400");
        assert_eq!(swipe(A, B, TIME), "input swipe 10 20 300 400 700");
        assert_eq!(drag(A, B, TIME, 34), "input draganddrop 10 20 300 400 700");
        assert_eq!(drag(A, B, TIME, 23), "input swipe 10 20 300 400 700");
    }

    #[test]
    fn keys_are_pressed_alone_or_together() {
        const HELD: &[Modifier] = &[Modifier::Command];
        let since = "keys can be held only since Android 12, and this system is API level 30";
        for (word, modifiers, sdk, expected) in [
            ("return", &[][..], 30, Ok("input keyevent 66")),
            ("+", &[], 30, Ok("input text '+'")),
            ("a", HELD, 34, Ok("input keycombination 113 29")),
            ("a", HELD, 30, Err(since)),
            ("é", &[], 34, Err("Android has no key `é`")),
        ] {
            let pressed = press_key(&Key::from_word(word).unwrap(), modifiers, sdk);
            let pressed = pressed.as_deref().map_err(String::as_str);
            assert_eq!(pressed, expected, "{word}");
        }
    }

    #[test]
    fn a_field_is_emptied_in_one_command() {
        let at_once = "input keycombination 113 29 && input keyevent 67";
        assert_eq!(clear_at_once(), at_once);
        assert_eq!(clear_one_by_one(Some(2)), "input keyevent 67 67 112 112");
        assert!(clear_one_by_one(Some(1_000_000)).len() < 32_000);
    }

    #[test]
    fn every_named_key_has_a_code() {
        for (name, (known, code)) in Key::NAMES.into_iter().zip(NAMED) {
            assert_eq!(name, known);
            assert_eq!(code_of(&Key::from_word(name).unwrap()), Some(code));
        }
    }

    #[test]
    fn characters_have_the_codes_of_their_keys() {
        let code = |word| code_of(&Key::from_word(word).unwrap());
        let codes = ["a", "Z", "0", "/", "é"].map(code);
        assert_eq!(codes, [Some(29), Some(54), Some(7), Some(76), None]);
    }

    #[test]
    fn both_names_of_control_hold_it_once() {
        let held = codes_of(&[Modifier::Command, Modifier::Control, Modifier::Shift]);
        assert_eq!(held, [113, 59]);
    }

    /// Runs commands in a real shell with an `input` that prints what Android would type.
    fn typed(commands: &[String]) -> String {
        let functions = "input() { case $1 in text) printf 'T%s\\0' \"$2\";; keyevent) printf 'K%s\\0' \"$2\";; esac; }";
        let mut all = String::new();
        for command in commands {
            let output = std::process::Command::new("sh")
                .args(["-c", &format!("{functions}\n{command}")])
                .output()
                .unwrap();
            assert!(output.status.success(), "{output:?}");
            let printed = String::from_utf8(output.stdout).unwrap();
            for event in printed.split_terminator('\0') {
                match event.split_at(1) {
                    // What `input text` of Android does with its argument.
                    ("T", text) => all.push_str(&text.replace("%s", " ")),
                    ("K", "66") => all.push('\n'),
                    ("K", "61") => all.push('\t'),
                    other => panic!("{other:?}"),
                }
            }
        }
        all
    }

    #[test]
    fn every_printable_character_arrives_as_it_is() {
        let all: String = (' '..='~').collect();
        for text in [
            &all,
            "%s %%s %s%s 100%sure",
            "$(reboot) `id` ${HOME} && rm -rf / ; echo 'x' \"y\" \\ | > < * ? ~ ! # &",
            "-d 5",
            "two\nlines\tand a tab\n",
            "'''",
            " ",
        ] {
            let commands = by_keys(text);
            assert_eq!(commands.len(), 1, "{text}");
            assert_eq!(typed(&commands), text);
        }
    }

    #[test]
    fn a_long_text_is_few_commands_and_whole() {
        let text = "It's 100%s 'quoted'.\n".repeat(3000);
        let commands = by_keys(&text);
        assert!(commands.iter().all(|one| one.len() < 40_000));
        assert!(commands.len() < 12, "{}", commands.len());
        assert_eq!(typed(&commands), text);
    }

    #[test]
    fn what_a_text_needs_is_known_before_anything_is_typed() {
        assert_eq!(needs_of("plain ~!\n"), Needs::Keys);
        assert_eq!(needs_of("naïve"), Needs::Keyboard('ï'));
        assert_eq!(needs_of("日本"), Needs::Keyboard('日'));
        assert_eq!(needs_of("a\u{1b}é"), Needs::Impossible('\u{1b}'));
    }

    #[test]
    fn other_characters_go_to_the_keyboard_app_alone() {
        let expected = "am broadcast -p com.android.adbkeyboard -a ADB_INPUT_B64 --es msg 5pel5pys \
             && input keyevent 66 \
             && am broadcast -p com.android.adbkeyboard -a ADB_INPUT_B64 --es msg 8J+YgA==";
        assert_eq!(by_keyboard("日本\n😀"), [expected]);
    }
}
