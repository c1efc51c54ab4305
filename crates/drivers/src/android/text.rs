//! The keys to send so that a text arrives literally.
//!
//! Android's `input text` knows the characters of its virtual keyboard, which is ASCII, and takes `%s`
//! for a space. The device's shell is kept out of it by quoting. Other characters need a keyboard app
//! that takes text from adb.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::input::{ENTER, TAB, press};
use super::shell::quote;

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
