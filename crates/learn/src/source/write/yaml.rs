//! Writes skill YAML.

use retap_model::geometry::Direction;
use retap_model::phrase::Phrase;
use retap_model::program::{
    Condition, Draft, Drag, Effect, LongPress, Measure, Measured, Presence, PressKey, Remember,
    Repeat, Rounds, ScrollTo, StateClaim, Step, StepKind, Target, TypeText, WaitFor,
};

use super::{header, one_line};
use crate::source::duration::{Unit, format_duration};
use crate::source::scalar::quote;

/// Returns the whole file.
pub(super) fn write(draft: &Draft) -> String {
    let mut lines = header::write_keys(&draft.header);
    if !draft.header.description.is_empty() {
        lines.push(header::write_description(&draft.header.description));
    }
    lines.extend(draft.header.notes.iter().map(|note| write_note(0, note)));
    lines.push(String::new());
    lines.push("steps:".to_owned());
    write_steps(&draft.steps, 2, &mut lines);
    lines.push(String::new());
    lines.join("\n")
}

fn write_note(indent: usize, note: &str) -> String {
    format!("{:indent$}# {}", "", one_line(note))
        .trim_end()
        .to_owned()
}

fn write_steps(steps: &[Step], indent: usize, lines: &mut Vec<String>) {
    for step in steps {
        lines.extend(step.notes.iter().map(|note| write_note(indent, note)));
        let lead = format!("{:indent$}- {}", "", word_of(&step.kind));
        if let StepKind::Condition(condition) = &step.kind {
            lines.push(format!("{lead}:"));
            write_condition(condition, indent + 4, lines);
        } else if let StepKind::Repeat(repeat) = &step.kind {
            lines.push(format!("{lead}:"));
            write_repeat(repeat, indent + 4, lines);
        } else if let Some(value) = write_value(&step.kind) {
            lines.push(format!("{lead}: {value}"));
        } else {
            lines.push(lead);
        }
    }
}

/// Returns the verb; a check that skills have words for is one of a state.
fn word_of(kind: &StepKind) -> &'static str {
    match kind {
        StepKind::Check(_) => "assert_state",
        other => other.verb(),
    }
}

fn write_condition(condition: &Condition, indent: usize, lines: &mut Vec<String>) {
    let key = match condition.test.presence {
        Presence::Visible => "if_visible",
        Presence::NotVisible => "if_not_visible",
    };
    lines.push(format!(
        "{:indent$}{key}: {}",
        "",
        write_target(&condition.test.target)
    ));
    lines.push(format!("{:indent$}then:", ""));
    write_steps(&condition.then, indent + 2, lines);
    if !condition.otherwise.is_empty() {
        lines.push(format!("{:indent$}else:", ""));
        write_steps(&condition.otherwise, indent + 2, lines);
    }
}

fn write_repeat(repeat: &Repeat, indent: usize, lines: &mut Vec<String>) {
    let rounds = match &repeat.rounds {
        Rounds::WhileVisible(target) => format!("while_visible: {}", write_target(target)),
        Rounds::UntilVisible(target) => format!("until_visible: {}", write_target(target)),
        Rounds::Times(times) => format!("times: {times}"),
    };
    lines.push(format!("{:indent$}{rounds}", ""));
    lines.push(format!("{:indent$}max: {}", "", repeat.max));
    lines.push(format!("{:indent$}steps:", ""));
    write_steps(&repeat.steps, indent + 2, lines);
}

/// Returns what stands behind the verb; nothing for verbs that stand alone.
fn write_value(kind: &StepKind) -> Option<String> {
    match kind {
        StepKind::Tap(step) => Some(write_touch(&step.target, step.effect)),
        StepKind::DoubleTap(step) => Some(write_target(&step.target)),
        StepKind::Hover(step) => Some(write_touch(&step.target, step.effect)),
        StepKind::LongPress(step) => Some(write_long_press(step)),
        StepKind::Drag(step) => Some(write_drag(step)),
        StepKind::Type(step) => Some(write_type(step)),
        StepKind::PressKey(step) => Some(write_key(step)),
        StepKind::Swipe(step) => Some(quote(step.direction.as_str())),
        StepKind::ScrollTo(step) => Some(write_scroll_to(step)),
        StepKind::WaitFor(step) => Some(write_wait_for(step)),
        StepKind::Assert(step) => Some(write_target(&step.target)),
        StepKind::Screenshot(step) => Some(write_phrase(&step.label)),
        StepKind::Launch(step) => Some(write_phrase(&step.app)),
        StepKind::OpenUrl(step) => Some(write_phrase(&step.url)),
        StepKind::ResetApp(step) => Some(write_phrase(&step.app)),
        StepKind::SetNetwork(step) => Some(quote(step.mode.as_str())),
        StepKind::Measure(step) => Some(write_measure(step)),
        StepKind::Target(step) => Some(write_phrase(&step.name)),
        StepKind::Remember(step) => Some(write_remember(step)),
        StepKind::Ask(step) => Some(write_phrase(&step.text)),
        StepKind::Check(step) => step.only_state().map(write_state),
        StepKind::Home(_)
        | StepKind::Back(_)
        | StepKind::Shake(_)
        | StepKind::Condition(_)
        | StepKind::Repeat(_)
        | StepKind::RestartApp(_)
        | StepKind::Clear(_)
        | StepKind::ScrollToEdge(_)
        | StepKind::Pause(_)
        | StepKind::KeepEvidence(_)
        | StepKind::Group(_)
        | StepKind::Unsupported(_) => None,
    }
}

fn write_state(claim: &StateClaim) -> String {
    let state = format!("{}: {}", claim.property.as_str(), claim.is);
    write_target_and(&claim.target, Some(state))
}

fn write_touch(target: &Target, effect: Effect) -> String {
    let effect = (effect == Effect::None).then(|| "effect: none".to_owned());
    write_target_and(target, effect)
}

fn write_long_press(step: &LongPress) -> String {
    let duration = step
        .duration
        .map(|duration| format_duration(duration, Unit::Milliseconds));
    write_target_and(
        &step.target,
        duration.map(|duration| format!("duration: {duration}")),
    )
}

fn write_drag(step: &Drag) -> String {
    format!(
        "{{ from: {}, to: {} }}",
        write_target(&step.from),
        write_target(&step.to)
    )
}

fn write_type(step: &TypeText) -> String {
    let text = write_phrase(&step.text);
    match &step.into {
        Some(into) => format!("{{ text: {text}, into: {} }}", write_target(into)),
        None => text,
    }
}

fn write_wait_for(step: &WaitFor) -> String {
    let timeout = step
        .timeout
        .map(|timeout| format_duration(timeout, Unit::Seconds));
    write_target_and(
        &step.target,
        timeout.map(|timeout| format!("timeout: {timeout}")),
    )
}

fn write_phrase(phrase: &Phrase) -> String {
    quote(&phrase.source())
}

/// Writes a label alone if that says all, a mapping otherwise.
fn write_target(target: &Target) -> String {
    write_target_and(target, None)
}

fn write_target_and(target: &Target, more: impl IntoIterator<Item = String>) -> String {
    let mut entries = Vec::new();
    if !target.label.source().is_empty() {
        entries.push(format!("label: {}", write_phrase(&target.label)));
    }
    entries.extend(
        target
            .row
            .as_ref()
            .map(|row| format!("row: {}", write_phrase(row))),
    );
    entries.extend(target.index.map(|index| format!("index: {index}")));
    let id = target.id.as_ref().map(Phrase::source);
    entries.extend(id.map(|id| format!("id: {}", quote(&id))));
    entries.extend(target.role.map(|role| format!("role: {}", role.as_str())));
    let has_more = entries.len() > 1 || target.label.source().is_empty();
    let before = entries.len();
    entries.extend(more);
    if !has_more && entries.len() == before {
        return write_phrase(&target.label);
    }
    format!("{{ {} }}", entries.join(", "))
}

fn write_scroll_to(step: &ScrollTo) -> String {
    let direction = (step.direction != Direction::Up)
        .then(|| format!("direction: {}", step.direction.as_str()));
    let max = (step.max != ScrollTo::DEFAULT_MAX).then(|| format!("max: {}", step.max));
    write_target_and(&step.target, direction.into_iter().chain(max))
}

fn write_key(press: &PressKey) -> String {
    quote(&press.combination())
}

fn write_measure(step: &Measure) -> String {
    let act = match &step.act {
        Measured::Tap(target) => format!("tap: {}", write_target(target)),
        Measured::Launch(app) => format!("launch: {}", write_phrase(app)),
        Measured::PressKey(press) => format!("press_key: {}", write_key(press)),
    };
    let mut entries = vec![act, format!("until: {}", write_target(&step.until))];
    entries.extend(
        step.max
            .map(|max| format!("max: {}", format_duration(max, Unit::Seconds))),
    );
    entries.extend(
        step.name
            .as_ref()
            .map(|name| format!("name: {}", quote(name))),
    );
    format!("{{ {} }}", entries.join(", "))
}

fn write_remember(step: &Remember) -> String {
    if step.name.is_none() && step.from.is_none() {
        return write_phrase(&step.text);
    }
    let mut entries = Vec::new();
    entries.extend(
        step.name
            .as_ref()
            .map(|name| format!("name: {}", quote(name))),
    );
    entries.extend(
        step.from
            .as_ref()
            .map(|from| format!("from: {}", write_target(from))),
    );
    if !step.text.source().is_empty() {
        entries.push(format!("text: {}", write_phrase(&step.text)));
    }
    format!("{{ {} }}", entries.join(", "))
}
