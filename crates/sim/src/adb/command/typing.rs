//! The keys of `input`: text, key events and keys together.

use retap_model::device::{Action, Key, Typed};

use super::Call;
use super::input::{Refused, perform};
use super::keycode::{self, CTRL_LEFT, CTRL_RIGHT, DEL, KEY_A, KeyEffect};

/// Types text, by the keys that make it.
pub(super) fn text(call: &Call<'_>, args: &[String]) -> Result<(), Refused> {
    let text = spaces_put_in(args.first().ok_or(Refused::Arguments)?);
    if !text
        .chars()
        .all(|c| c.is_ascii_graphic() || " \n\t".contains(c))
    {
        return Err(Refused::NoKeys);
    }
    if call.state().has_selected_all {
        perform(call, &Action::ClearText)?;
    }
    // A key for the end of a line and for a tab does what those keys do.
    for part in text.split_inclusive(['\n', '\t']) {
        let plain = part.trim_end_matches(['\n', '\t']);
        if !plain.is_empty() {
            perform(call, &Action::Type(Typed::Plain(plain.to_owned())))?;
        }
        let key = match part.chars().last() {
            Some('\n') => Key::from_word("return"),
            Some('\t') => Key::from_word("tab"),
            Some(_) | None => None,
        };
        if let Some(key) = key {
            perform(call, &Action::PressKey(key, Vec::new()))?;
        }
    }
    Ok(())
}

/// Returns the text with a space for each `%s`, exactly as Android reads it.
fn spaces_put_in(text: &str) -> String {
    text.replace("%s", " ")
}

/// Presses keys one after the other.
pub(super) fn keys(call: &Call<'_>, args: &[String]) -> Result<(), Refused> {
    let is_flag = |arg: &&String| arg.starts_with("--");
    let is_long = args.iter().any(|arg| arg == "--longpress");
    let is_double = args.iter().any(|arg| arg == "--doubletap");
    let words: Vec<&String> = args.iter().filter(|arg| !is_flag(arg)).collect();
    if words.is_empty() {
        return Err(Refused::Arguments);
    }
    for word in words {
        let code = keycode::from_word(word);
        // A key that is held repeats, and what it types comes twice.
        let repeats = is_double || (is_long && matches!(code, 7..=16 | 29..=56 | 61..=77 | 81));
        press(call, code)?;
        if repeats {
            press(call, code)?;
        }
    }
    Ok(())
}

fn press(call: &Call<'_>, code: u32) -> Result<(), Refused> {
    let mut state = call.state();
    let has_selected_all = std::mem::take(&mut state.has_selected_all);
    let effect = keycode::effect(code);
    match effect {
        KeyEffect::TogglePower => state.is_awake = !state.is_awake,
        KeyEffect::Sleep => state.is_awake = false,
        KeyEffect::Wake => state.is_awake = true,
        KeyEffect::Nothing => state.has_selected_all = has_selected_all,
        KeyEffect::Act(action) => {
            drop(state);
            if has_selected_all && matches!(action, Action::PressKey(..)) {
                perform(call, &Action::ClearText)?;
                if code == DEL {
                    return Ok(());
                }
            }
            perform(call, &action)?;
        }
    }
    Ok(())
}

/// Presses keys together; of those only `Ctrl` and `A` mean something here.
pub(super) fn combination(call: &Call<'_>, args: &[String]) -> Result<(), Refused> {
    let args = if args.first().is_some_and(|arg| arg == "-t") {
        &args[2.min(args.len())..]
    } else {
        args
    };
    let codes: Vec<u32> = args.iter().map(|word| keycode::from_word(word)).collect();
    match codes.as_slice() {
        [CTRL_LEFT | CTRL_RIGHT, KEY_A] => {
            let mut state = call.state();
            state.has_selected_all = state.is_typing();
            Ok(())
        }
        [_, _, ..] => Ok(()),
        _ => Err(Refused::Arguments),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percent_s_is_a_space_and_a_lone_percent_is_not() {
        for (given, typed) in [
            ("a%sb", "a b"),
            ("100%", "100%"),
            ("%%s", "% "),
            ("%S", "%S"),
        ] {
            assert_eq!(spaces_put_in(given), typed, "{given}");
        }
    }
}
