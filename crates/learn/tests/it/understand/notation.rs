//! Writes an intent as one line, for the table of sentences.
//!
//! `"text"` is exact, `~"text"` contained, `<words>` described.

use retap_learn::phrase::{Filled, Intent, NotUnderstood, Slot};
use retap_model::device::Key;

/// Returns the line for what a sentence was understood as.
pub(crate) fn notation(understood: &Result<Intent, NotUnderstood>) -> String {
    match understood {
        Ok(intent) => of_intent(intent),
        Err(_) => "unknown".to_owned(),
    }
}

fn of_intent(intent: &Intent) -> String {
    let verb = intent.verb();
    let word = |slot: Slot| intent.text(slot).unwrap_or_default();
    let after = |before: &str, slot: Slot| match intent.text(slot) {
        Some(text) => format!("{before}{text}"),
        None => String::new(),
    };
    let direction = intent.text(Slot::Direction).unwrap_or("down");
    let all = |say: &dyn Fn(&str) -> String| {
        format!("expect {}", join(mentions(intent, Slot::Text), say))
    };
    let what = || mentions(intent, Slot::Text).concat();
    match verb {
        "tap-containing" => format!("tap {}", what()),
        "select" => format!("select \"{}\" in {}", word(Slot::Input), what()),
        "check" | "uncheck" | "tap" | "hover" | "right-click" | "long-press" | "double-tap" => {
            format!("{verb} {}", what())
        }
        "type" => format!(
            "type \"{}\"{}",
            word(Slot::Input),
            after(" into ", Slot::Field)
        ),
        "upload" => format!("upload \"{}\" to {}", word(Slot::Input), what()),
        "clear" => format!("clear{}{}", after(" ", Slot::Field), after(" ", Slot::Text)),
        "scroll" | "swipe" => format!("{verb} {direction}"),
        "scroll-to-find" => format!("scroll {direction} to {}", what()),
        "scroll-to-top" => "scroll to top".to_owned(),
        "scroll-to-bottom" => "scroll to bottom".to_owned(),
        "key" => format!("key {}", of_key(word(Slot::Key))),
        "wait-minutes" => wait(word(Slot::Number), 60.0),
        "wait-seconds" => wait(word(Slot::Number), 1.0),
        "wait-milliseconds" => wait(word(Slot::Number), 0.001),
        "wait-until-shown" => format!("wait until {} shown{}", what(), within(intent)),
        "wait-until-gone" => format!("wait until {} gone{}", what(), within(intent)),
        "shown" | "containing" => all(&|what| format!("{what} shown")),
        "hidden" | "not-containing" => all(&|what| format!("{what} hidden")),
        "changed" => {
            let gone = join(mentions(intent, Slot::Absent), &|what| {
                format!("{what} hidden")
            });
            let there = join(mentions(intent, Slot::Text), &|what| {
                format!("{what} shown")
            });
            format!("expect {gone}; {there}")
        }
        "state" => all(&|what| format!("{what} is {}", word(Slot::State))),
        "state-not" => all(&|what| format!("{what} is {}", opposite(word(Slot::State)))),
        "count-at-least" => all(&|what| format!(">={} {what}", word(Slot::Count))),
        "screen-shown" => format!(
            "expect screen {} shown",
            mentions(intent, Slot::Name).concat()
        ),
        "screen-hidden" => format!(
            "expect screen {} hidden",
            mentions(intent, Slot::Name).concat()
        ),
        other => other.to_owned(),
    }
}

/// Returns everything that the slot, or else a description, names.
fn mentions(intent: &Intent, slot: Slot) -> Vec<String> {
    let is_name = |it: &&Filled| it.slot == slot || it.slot == Slot::What;
    let names = intent.filled().iter().filter(is_name);
    names.map(|name| mention(intent, name)).collect()
}

fn mention(intent: &Intent, name: &Filled) -> String {
    let part = match intent.verb().ends_with("containing") {
        true => "~",
        false => "",
    };
    let mut text = match name.is_quoted {
        true => format!("{part}\"{}\"", name.text),
        false => format!("<{}>", name.text),
    };
    for (slot, before) in [
        (Slot::Role, " "),
        (Slot::Subject, " "),
        (Slot::Ordinal, " #"),
        (Slot::Within, " in "),
        (Slot::Area, " on "),
    ] {
        let Some(it) = intent.filled().iter().find(|it| it.slot == slot) else {
            continue;
        };
        text += before;
        text += &match slot {
            Slot::Role | Slot::Subject | Slot::Ordinal => it.text.clone(),
            _ if it.is_quoted => format!("\"{}\"", it.text),
            _ => format!("<{}>", it.text),
        };
    }
    text
}

fn join(mentions: Vec<String>, say: &dyn Fn(&str) -> String) -> String {
    let all: Vec<String> = mentions.iter().map(|what| say(what)).collect();
    all.join("; ")
}

fn of_key(name: &str) -> String {
    match name {
        "home" => "HOME 3".to_owned(),
        "back" => "BACK 4".to_owned(),
        name => {
            let key = Key::from_word(name).and_then(|key| key.android());
            key.map(|(name, code)| format!("{name} {code}"))
                .unwrap_or_default()
        }
    }
}

fn wait(number: &str, unit: f64) -> String {
    format!("wait {}s", number.parse::<f64>().unwrap() * unit)
}

fn within(intent: &Intent) -> String {
    let limit = intent.text(Slot::Number);
    limit
        .map(|limit| format!(" within {limit}s"))
        .unwrap_or_default()
}

/// Returns what holds when a state does not.
pub(crate) fn opposite(state: &str) -> &str {
    let pairs = [
        ("on", "off"),
        ("enabled", "disabled"),
        ("selected", "unselected"),
        ("checked", "unchecked"),
    ];
    let mut pairs = pairs.into_iter();
    let pair = pairs.find(|(yes, no)| *yes == state || *no == state);
    let (yes, no) = pair.unwrap();
    if yes == state { no } else { yes }
}
