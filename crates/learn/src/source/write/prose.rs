//! Writes each step as a sentence that the prose reader reads back.

use retap_model::device::{Modifier, NetworkMode};
use retap_model::geometry::Direction;
use retap_model::phrase::Phrase;
use retap_model::program::{
    Ask, Assert, ClearField, Drag, Hover, LongPress, Measure, Measured, Presence, PressKey,
    Question, Remember, Repeat, Rounds, ScrollTo, SetChecked, StepKind, Tap, Target, Test,
    TouchEffect, TypeText, WaitFor,
};
use retap_model::screen::Role;

use super::yaml;
use crate::source::duration::{Unit, format_duration};
use crate::source::scalar::quote;
use crate::source::skill_md::is_plain_sentence;

/// Returns the sentence, without the steps below it.
pub(super) fn write_sentence(kind: &StepKind) -> String {
    match kind {
        StepKind::Launch(step) => format!("Launch {}", write_name(&step.app)),
        StepKind::Tap(step) => write_tap(step),
        StepKind::DoubleTap(step) => format!("Double-tap {}", write_target(&step.target)),
        StepKind::Hover(step) => write_hover(step),
        StepKind::LongPress(step) => write_long_press(step),
        StepKind::Drag(step) => write_drag(step),
        StepKind::SetChecked(step) => write_set_checked(step),
        StepKind::Type(step) => write_type(step),
        StepKind::PressKey(step) => format!("Press {}", write_key(step)),
        StepKind::Swipe(step) => format!("Swipe {}", step.direction.as_str()),
        StepKind::PullToRefresh(_) => "Pull to refresh".to_owned(),
        StepKind::ScrollTo(step) => write_scroll_to(step),
        StepKind::WaitFor(step) => write_wait_for(step),
        StepKind::Assert(step) => write_assert(step),
        StepKind::Screenshot(step) => format!("Screenshot: {}", write_phrase(&step.label)),
        StepKind::Home(_) => "Press Home".to_owned(),
        StepKind::Back(_) => "Go back".to_owned(),
        StepKind::HideKeyboard(_) => "Hide the keyboard".to_owned(),
        StepKind::Shake(_) => "Shake the device".to_owned(),
        StepKind::OpenUrl(step) => format!("Open URL: {}", write_free(&step.url)),
        StepKind::ResetApp(step) => format!("Force-quit {}", write_name(&step.app)),
        StepKind::SetNetwork(step) => write_network(step.mode).to_owned(),
        StepKind::Measure(step) => write_measure(step),
        StepKind::Target(step) => format!("Switch to target {}", write_phrase(&step.name)),
        StepKind::Remember(step) => write_remember(step),
        StepKind::Condition(step) => write_if(&step.test),
        StepKind::Repeat(step) => write_repeat(step),
        StepKind::Ask(step) => write_ask(step),
        StepKind::Clear(step) => write_clear(step),
        // What has no sentence of its own is written as in YAML, a kind that is new among it.
        other => yaml::write_line(other),
    }
}

fn write_tap(step: &Tap) -> String {
    let effect = write_effect(step.effect);
    format!("Tap {}{effect}", write_target(&step.target))
}

fn write_hover(step: &Hover) -> String {
    let effect = write_effect(step.effect);
    format!("Hover over {}{effect}", write_target(&step.target))
}

const fn write_effect(effect: TouchEffect) -> &'static str {
    match effect {
        TouchEffect::Visible => "",
        TouchEffect::None => " (no visible effect)",
    }
}

fn write_long_press(step: &LongPress) -> String {
    let duration = step
        .duration
        .map(|duration| format_duration(duration, Unit::Milliseconds));
    let duration = duration.map(|duration| format!(" ({duration} ms)"));
    format!(
        "Long-press {}{}",
        write_target(&step.target),
        duration.unwrap_or_default()
    )
}

fn write_drag(step: &Drag) -> String {
    format!(
        "Drag {} to {}",
        write_target(&step.from),
        write_target(&step.to)
    )
}

fn write_set_checked(step: &SetChecked) -> String {
    let verb = match step.is {
        true => "Check",
        false => "Uncheck",
    };
    format!("{verb} {}", write_target(&step.target))
}

fn write_type(step: &TypeText) -> String {
    let into = step
        .into
        .as_ref()
        .map(|into| format!(" into {}", write_target(into)));
    format!(
        "Type {}{}",
        write_phrase(&step.text),
        into.unwrap_or_default()
    )
}

fn write_clear(step: &ClearField) -> String {
    match &step.field {
        Some(field) => format!("Clear the field {}", write_target(field)),
        None => "Clear the field".to_owned(),
    }
}

fn write_wait_for(step: &WaitFor) -> String {
    let timeout = step
        .timeout
        .map(|timeout| format_duration(timeout, Unit::Seconds));
    let timeout = timeout.map(|timeout| format!(" (timeout {timeout}s)"));
    format!(
        "Wait for {} to appear{}",
        write_target(&step.target),
        timeout.unwrap_or_default()
    )
}

fn write_assert(step: &Assert) -> String {
    let target = write_target(&step.target);
    match step.presence {
        Presence::Visible => format!("Verify {target} is visible"),
        Presence::NotVisible => format!("Verify {target} is NOT visible"),
    }
}

fn write_if(test: &Test) -> String {
    let target = write_target(&test.target);
    match test.presence {
        Presence::Visible => format!("If {target} is visible:"),
        Presence::NotVisible => format!("If {target} is not visible:"),
    }
}

fn write_phrase(phrase: &Phrase) -> String {
    quote(&phrase.source())
}

/// Writes `**name**`, or quotes when the name would not survive between asterisks.
fn write_name(phrase: &Phrase) -> String {
    let name = phrase.source();
    let is_safe = !name.contains('*') && !name.chars().any(char::is_control) && name.trim() == name;
    if is_safe {
        format!("**{name}**")
    } else {
        quote(&name)
    }
}

/// Writes text to the end of the line as it is, or in quotes when it would not survive that.
fn write_free(phrase: &Phrase) -> String {
    let text = phrase.source();
    if is_free_text(&text) {
        text
    } else {
        quote(&text)
    }
}

fn is_free_text(text: &str) -> bool {
    !text.is_empty()
        && !text.starts_with('"')
        && text.trim() == text
        && !text
            .chars()
            .any(|c| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}'))
}

fn write_target(target: &Target) -> String {
    let label = target.label.source();
    let mut text = if label.is_empty() {
        format!(
            "the element with id {}",
            quote(&target.id.as_ref().map(Phrase::source).unwrap_or_default())
        )
    } else {
        quote(&label)
    };
    if let Some(row) = &target.row {
        text.push_str(&format!(" in the row {}", write_phrase(row)));
    }
    if let Some(index) = target.index {
        text.push_str(&format!(" (number {index})"));
    }
    if let Some(id) = target.id.as_ref().filter(|_| !label.is_empty()) {
        text.push_str(&format!(" with id {}", quote(&id.source())));
    }
    if let Some(role) = target.role.only() {
        text.push_str(&write_role(role));
    }
    text
}

fn write_role(role: Role) -> String {
    let words = role.as_str().replace('_', " ");
    let article = if words.starts_with(['a', 'e', 'i', 'o', 'u']) {
        "an"
    } else {
        "a"
    };
    format!(" as {article} {words}")
}

/// Writes `**Cmd+L**`; keys that are also buttons of a phone, or marks of prose, are spelled out.
fn write_key(press: &PressKey) -> String {
    let key = press.key.as_str();
    let is_plain =
        key.chars().all(|c| c.is_alphanumeric() || c == '_') && !matches!(key, "home" | "back");
    if !is_plain {
        return format!("the key {}", quote(&press.combination()));
    }
    let mut words: Vec<String> = press
        .modifiers
        .iter()
        .map(|modifier| modifier_word(*modifier).to_owned())
        .collect();
    words.push(capitalised(key));
    format!("**{}**", words.join("+"))
}

const fn modifier_word(modifier: Modifier) -> &'static str {
    match modifier {
        Modifier::Command => "Cmd",
        Modifier::Shift => "Shift",
        Modifier::Option => "Option",
        Modifier::Control => "Ctrl",
    }
}

/// Returns an ASCII word with a capital; other letters stay, since some have no way back.
fn capitalised(word: &str) -> String {
    let mut characters = word.chars();
    let first = characters.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(characters).collect()
}

fn write_scroll_to(step: &ScrollTo) -> String {
    let lead = match step.direction {
        Direction::Up => "Scroll".to_owned(),
        Direction::Down | Direction::Left | Direction::Right => {
            format!("Swipe {}", step.direction.as_str())
        }
    };
    let max = if step.max == ScrollTo::DEFAULT_MAX {
        String::new()
    } else {
        format!(" (max {})", step.max)
    };
    format!(
        "{lead} until {} is visible{max}",
        write_target(&step.target)
    )
}

const fn write_network(mode: NetworkMode) -> &'static str {
    match mode {
        NetworkMode::AirplaneOn => "Turn on Airplane Mode",
        NetworkMode::AirplaneOff => "Turn off Airplane Mode",
        NetworkMode::WifiOn => "Turn on Wi-Fi",
        NetworkMode::WifiOff => "Turn off Wi-Fi",
        NetworkMode::CellularOn => "Turn on Cellular",
        NetworkMode::CellularOff => "Turn off Cellular",
    }
}

fn write_measure(step: &Measure) -> String {
    let name = step
        .name
        .as_ref()
        .map(|name| format!(" ({})", write_figure_name(name)));
    let act = match &step.act {
        Measured::Tap(target) => format!("tap {}", write_target(target)),
        Measured::Launch(app) => format!("launch {}", write_name(app)),
        Measured::PressKey(press) => format!("press {}", write_key(press)),
    };
    let max = step
        .max
        .map(|max| format!(" (max {}s)", format_duration(max, Unit::Seconds)));
    let (name, max) = (name.unwrap_or_default(), max.unwrap_or_default());
    format!(
        "Measure{name}: {act} and wait for {}{max}",
        write_target(&step.until)
    )
}

fn write_figure_name(name: &str) -> String {
    let is_plain = !name.is_empty()
        && name
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'));
    if is_plain {
        name.to_owned()
    } else {
        quote(name)
    }
}

fn write_remember(step: &Remember) -> String {
    let from = step
        .from
        .as_ref()
        .map(|from| format!(" the value of {}", write_target(from)));
    let name = step.name.as_ref().map(|name| format!(" as {{{name}}}"));
    let text = (!step.text.source().is_empty()).then(|| format!(": {}", write_free(&step.text)));
    let [from, name, text] = [from, name, text].map(Option::unwrap_or_default);
    format!("Remember{from}{name}{text}")
}

fn write_repeat(step: &Repeat) -> String {
    let rounds = match &step.rounds {
        Rounds::WhileVisible(target) => format!("while {} is visible", write_target(target)),
        Rounds::UntilVisible(target) => format!("until {} is visible", write_target(target)),
        Rounds::Times(times) => format!("{times} times"),
    };
    format!("Repeat {rounds} (max {}):", step.max)
}

/// Writes a question; a sentence that would be read as something else gets its verb.
fn write_ask(step: &Ask) -> String {
    let text = step.text.source();
    match step.question {
        Question::Verify => format!("Verify: {}", write_free(&step.text)),
        Question::Summarize => format!("Summarize: {}", write_free(&step.text)),
        Question::Sentence if is_free_text(&text) && is_plain_sentence(&text) => text,
        Question::Sentence | Question::Do | Question::Then => {
            format!("Ask: {}", write_free(&step.text))
        }
    }
}
